/* Archives that are read by ranges, with a file beside them: see checker.h. */
#include "checker.h"

#include <inttypes.h>

#define ENTRIES_UNPACKED 24

/* A FilePair in memory that can only be read by ranges. Any path finds the second file. */
typedef struct FilePair {
    const uint8_t *bytes[2];
    uint64_t sizes[2];
} FilePair;

static bool read_file(void *context, uint16_t file, uint64_t offset, uint64_t bytes, uint8_t *into,
                      Error *error) {
    const FilePair *files = context;
    (void)error;
    if (file > 1 || offset > files->sizes[file] || bytes > files->sizes[file] - offset) {
        complain("%" PRIu64 " bytes at %" PRIu64 " of file %d are read", bytes, offset, file);
        return false;
    }
    if (bytes) memcpy(into, files->bytes[file] + offset, bytes);
    return true;
}

static bool open_second(void *context, const char *path, uint16_t *file, uint64_t *size,
                        Error *error) {
    const FilePair *files = context;
    bool leaves = *path == '/' || !strncmp(path, "../", 3) || strstr(path, "/../");
    if (leaves) complain("the file beside it is '%s'", path);
    if (!files->bytes[1]) return fail(error, ERROR_CANNOT_OPEN, "there is no such file");
    *file = 1;
    *size = files->sizes[1];
    return true;
}

/* Unpacks an entry. The result must be the same as in memory (`other`, unless it is NULL). */
static bool check_entry(const Archive *archive, const Ranges *ranges, const Archive *other,
                        uint32_t place, const Host *host) {
    Arena arena = {.host = host}, other_arena = {.host = host};
    const Ranges in_memory = other ? archive_own_ranges(other) : (Ranges){0};
    const EntryReading reading = {archive, ranges, place, archive_entry(archive, place), &arena};
    const ArchiveEntry *entry = &reading.entry;
    const uint8_t *bytes, *other_bytes;
    uint8_t method, other_method;
    Error error = {0}, other_error = {0};
    bool found = archive_find_method(&reading, &method, &error);
    bool done = found && archive_unpack(&reading, &bytes, &error);
    if (!done) check_error_text(&error);
    if (other) {
        const EntryReading again = {other, &in_memory, place, archive_entry(other, place),
                                    &other_arena};
        const ArchiveEntry *same = &again.entry;
        bool other_found = archive_find_method(&again, &other_method, &other_error);
        bool other_done = other_found && archive_unpack(&again, &other_bytes, &other_error);
        bool is_same = found == other_found && done == other_done &&
                       !strcmp(entry->name, same->name) && (!found || method == other_method) &&
                       (!done || (entry->size == same->size &&
                                  (!entry->size || !memcmp(bytes, other_bytes, entry->size))));
        if (!is_same && !arena.failed && !other_arena.failed) {
            complain("entry %" PRIu32 " isn't in memory what it is by ranges: %s, %s", place,
                     error.message, other_error.message);
        }
    }
    bool has_memory = !arena.failed && !other_arena.failed;
    arena_clear(&arena);
    arena_clear(&other_arena);
    return has_memory;
}

void check_by_ranges(const Document *document, const Host *host, const uint8_t *bytes,
                     uint64_t size, const uint8_t *second, uint64_t second_size) {
    const ArchiveFormat *format = archive_format_of(document->format);
    FilePair files = {{bytes, second}, {size, second_size}};
    const Ranges ranges = {
        .context = &files, .read = read_file, .open_sister = open_second, .size = size};
    const Archive *other = second ? NULL : (const Archive *)document;
    Arena arena = {.host = host};
    Error error = {0};
    if (!format) return;
    Archive *archive = archive_open(format, &arena, &ranges, NULL, NULL, &error);
    if (!archive) {
        check_error_text(&error);
        if (other && error.kind != ERROR_NO_MEMORY) complain("isn't opened: %s", error.message);
        return;
    }
    if (other && archive->entries.count != other->entries.count) {
        complain("%" PRIu64 " entries, in memory %" PRIu64, archive->entries.count,
                 other->entries.count);
        other = NULL;
    }
    bool ordered = archive_order(archive, &error) &&
                   (!other || archive_order((Archive *)(uintptr_t)other, &error));
    uint32_t step = (uint32_t)(archive->entries.count / ENTRIES_UNPACKED) + 1;
    for (uint32_t place = 0; ordered && place < archive->entries.count; place += step) {
        if (!check_entry(archive, &ranges, other, place, host)) break;
    }
    archive_findings(archive, &ranges, &error);
    document_free(&archive->document);
}
