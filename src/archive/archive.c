#include "archive/archive.h"

#include <stdio.h>

enum { POLL_BYTES = 1 << 22 }; /* bytes of entries and names between two polls */

const char *archive_method_name(uint8_t method) {
    static const char *const names[METHOD_COUNT] = {
        [METHOD_NONE] = NULL,     [METHOD_STORED] = "stored",   [METHOD_ZLIB] = "zlib",
        [METHOD_LZMA] = "lzma",   [METHOD_DEFLATE] = "deflate", [METHOD_DEFLATE64] = "deflate64",
        [METHOD_BZIP2] = "bzip2", [METHOD_ZSTD] = "zstd",       [METHOD_XZ] = "xz",
        [METHOD_AES] = "aes",     [METHOD_XRES] = "xres",       [METHOD_OTHER] = "unknown",
    };
    return method < METHOD_COUNT ? names[method] : NULL;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool in_file(const Archive *archive, uint16_t file, const char *what, uint64_t offset,
                    uint64_t size, Error *error) {
    uint64_t file_size = archive->file_sizes.items[file];
    if (offset <= file_size && size <= file_size - offset) return true;
    return fail_at(error, ERROR_CORRUPT, offset, "%s needs %" PRIu64 " byte%s, %" PRIu64 " left",
                   what, size, size == 1 ? "" : "s", offset < file_size ? file_size - offset : 0);
}

bool archive_read_into(const Archive *archive, const Ranges *ranges, uint16_t file,
                       const char *what, uint64_t offset, uint64_t size, void *bytes,
                       Error *error) {
    if (!in_file(archive, file, what, offset, size, error)) return false;
    if (file || !ranges->bytes) {
        return !size || ranges->read(ranges->context, file, offset, size, bytes, error);
    }
    memcpy(bytes, ranges->bytes + offset, (size_t)size);
    return true;
}

bool archive_read_copy(const Archive *archive, const Ranges *ranges, uint16_t file,
                       const char *what, uint64_t offset, uint64_t size, Arena *arena,
                       uint8_t **bytes, Error *error) {
    if (!in_file(archive, file, what, offset, size, error)) return false;
    *bytes = arena_alloc(arena, size, 1);
    if (!*bytes) return fail_memory(error, arena);
    if (archive_read_into(archive, ranges, file, what, offset, size, *bytes, error)) return true;
    arena_release(arena, *bytes);
    return false;
}

bool archive_read(const Archive *archive, const Ranges *ranges, uint16_t file, const char *what,
                  uint64_t offset, uint64_t size, Arena *arena, const uint8_t **bytes,
                  Error *error) {
    if (file == 0 && ranges->bytes) {
        if (!in_file(archive, file, what, offset, size, error)) return false;
        *bytes = ranges->bytes + offset;
        return true;
    }
    uint8_t *block;
    if (!archive_read_copy(archive, ranges, file, what, offset, size, arena, &block, error)) {
        return false;
    }
    *bytes = block;
    return true;
}

bool entry_read_into(const EntryReading *reading, const char *what, uint64_t size, void *bytes,
                     Error *error) {
    return archive_read_into(reading->archive, reading->ranges, reading->entry.file, what,
                             reading->entry.data_offset, size, bytes, error);
}

bool entry_read(const EntryReading *reading, const char *what, uint64_t size, const uint8_t **bytes,
                Error *error) {
    return archive_read(reading->archive, reading->ranges, reading->entry.file, what,
                        reading->entry.data_offset, size, reading->arena, bytes, error);
}

bool entry_read_packed(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    return entry_read(reading, "its content", reading->entry.packed_size, bytes, error);
}

void entry_let_go(const EntryReading *reading, const uint8_t *bytes) {
    bool is_block = reading->entry.file || !reading->ranges->bytes;
    if (is_block) arena_release(reading->arena, (void *)(uintptr_t)bytes);
}

bool archive_take(const Archive *archive, const char *what, uint64_t offset, uint64_t size,
                  void *bytes, Error *error) {
    return archive_read_into(archive, archive->ranges, 0, what, offset, size, bytes, error);
}

bool archive_hold(Archive *archive, const char *what, uint64_t offset, uint64_t size,
                  const uint8_t **bytes, Error *error) {
    if (size > ARCHIVE_TABLE_BYTES_MAX && size <= archive->document.size) {
        return fail_at(error, ERROR_TOO_BIG, offset,
                       "%s: %" PRIu64 " bytes, expected at most %" PRIu64, what, size,
                       ARCHIVE_TABLE_BYTES_MAX);
    }
    return archive_read(archive, archive->ranges, 0, what, offset, size, &archive->document.arena,
                        bytes, error);
}

void archive_let_go(Archive *archive, const uint8_t *bytes) {
    bool is_block = !archive->ranges->bytes;
    if (is_block) arena_release(&archive->document.arena, (void *)(uintptr_t)bytes);
}

static bool add_file(Archive *archive, uint64_t size, Error *error) {
    return list_push(&archive->document.arena, &archive->file_sizes.list, &size, sizeof size,
                     error);
}

bool archive_open_sister(Archive *archive, const char *path, uint16_t *file, Error *error) {
    const Ranges *ranges = archive->ranges;
    uint64_t size;
    if (!ranges->open_sister) {
        return fail(error, ERROR_CANNOT_OPEN, "no file beside the archive can be opened here");
    }
    if (archive->file_sizes.count == UINT16_MAX) {
        return fail(error, ERROR_TOO_BIG, "too many files beside the archive");
    }
    if (!ranges->open_sister(ranges->context, path, file, &size, error)) return false;
    return *file < archive->file_sizes.count || add_file(archive, size, error);
}

/* ---- Adding entries -------------------------------------------------------------------------- */

bool archive_reserve(Archive *archive, uint64_t count, Error *error) {
    if (count > ARCHIVE_ENTRIES_MAX) {
        return fail(error, ERROR_TOO_BIG, "%" PRIu64 " entries, expected at most %" PRIu64, count,
                    ARCHIVE_ENTRIES_MAX);
    }
    Arena *arena = &archive->document.arena;
    bool done = list_reserve(arena, &archive->entries.list, count, sizeof(KeptEntry)) &&
                list_reserve(arena, &archive->smalls.list, count, sizeof(SmallEntry));
    return done || fail_memory(error, arena);
}

/* Keeps all entries whole from now on. */
static bool keep_wholes(Archive *archive, Error *error) {
    Arena *arena = &archive->document.arena;
    uint64_t count = archive->entries.count, room = archive->entries.capacity;
    ArchiveEntry *wholes = arena_alloc(arena, room, sizeof *wholes);
    if (!wholes) return fail_memory(error, arena);
    for (uint64_t i = 0; i < count; i++) wholes[i] = archive_entry_of(archive, i);
    archive->wholes.list = (List){wholes, count, room};
    arena_release(arena, archive->smalls.items);
    archive->smalls.list = (List){0};
    return true;
}

bool archive_add(Archive *archive, const ArchiveEntry *entry, Error *error) {
    Arena *arena = &archive->document.arena;
    uint64_t count = archive->entries.count;
    if (count == ARCHIVE_ENTRIES_MAX) {
        return fail(error, ERROR_TOO_BIG, "more than %" PRIu64 " entries", ARCHIVE_ENTRIES_MAX);
    }
    archive->unpolled += sizeof *entry + entry->raw_length;
    if (archive->unpolled >= POLL_BYTES) {
        archive->unpolled = 0;
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    uint64_t sizes = entry->data_offset | entry->packed_size | entry->size;
    bool is_small = !entry->raw && entry->modified == ARCHIVE_NO_TIME && !entry->word &&
                    !entry->file && sizes <= UINT32_MAX && entry->flags <= UINT16_MAX;
    if (!is_small && !archive->wholes.items && !keep_wholes(archive, error)) return false;
    bool is_whole = archive->wholes.items != NULL;
    ArchiveEntry *whole = is_whole ? list_add(arena, &archive->wholes.list, sizeof *whole) : NULL;
    SmallEntry *small = is_whole ? NULL : list_add(arena, &archive->smalls.list, sizeof *small);
    KeptEntry *kept = list_add(arena, &archive->entries.list, sizeof *kept);
    if ((!whole && !small) || !kept) return fail_memory(error, arena);
    if (whole) {
        *whole = *entry;
    } else {
        *small = (SmallEntry){.data_offset = (uint32_t)entry->data_offset,
                              .packed_size = (uint32_t)entry->packed_size,
                              .size = (uint32_t)entry->size,
                              .flags = (uint16_t)entry->flags,
                              .method = entry->method,
                              .encrypted = entry->encrypted,
                              .backslashes = entry->backslashes};
    }
    *kept = (KeptEntry){.name = entry->name,
                        .name_length = entry->name_length,
                        .kind = entry->kind,
                        .refused = entry->refused};
    return true;
}

/* ---- Opening and unpacking ------------------------------------------------------------------- */

void archive_set_version(Archive *archive, uint32_t number) {
    snprintf(archive->version, sizeof archive->version, "0x%" PRIx32, number);
    archive->document.version = archive->version;
}

void archive_table_unpacked(Archive *archive, uint64_t size) {
    archive->document.arena.limit += ARCHIVE_BYTES_PER_TABLE_BYTE * size;
}

/* Returns the limit, for which a size counts only up to what a table may have. */
static uint64_t memory_limit(uint64_t file_size) {
    uint64_t table = file_size < ARCHIVE_TABLE_BYTES_MAX ? file_size : ARCHIVE_TABLE_BYTES_MAX;
    return DOCUMENT_BYTES_LEAST + ARCHIVE_BYTES_PER_TABLE_BYTE * table;
}

static bool open_table(Archive *archive, const Ranges *ranges, const ArchiveOptions *options,
                       Error *error) {
    static const ArchiveOptions defaults = {0};
    Arena *arena = &archive->document.arena;
    archive->noted.arena = arena;
    archive->stored_count = NO_COUNT;
    archive->ranges = ranges;
    archive->options = options ? options : &defaults;
    bool done = add_file(archive, ranges->size, error) &&
                archive_format(archive)->read_table(archive, error) &&
                ((list_trim(arena, &archive->entries.list, sizeof(KeptEntry)) &&
                  list_trim(arena, &archive->smalls.list, sizeof(SmallEntry)) &&
                  list_trim(arena, &archive->wholes.list, sizeof(ArchiveEntry))) ||
                 fail_memory(error, arena)) &&
                archive_refuse_shared(archive, error);
    archive->ranges = NULL;
    archive->options = NULL;
    if (done && archive->noted.no_memory) done = fail_memory(error, arena);
    return done;
}

Archive *archive_open(const ArchiveFormat *format, Arena *arena, const Ranges *ranges,
                      const ArchiveOptions *options, const char *name, Error *error) {
    arena->limit = arena->bytes + memory_limit(ranges->size);
    Archive *archive = arena_zeroed(arena, 1, format->format.document_bytes);
    char *name_copy = name ? text_copy(arena, name, strlen(name)) : NULL;
    if (!archive || (name && !name_copy)) {
        fail_memory(error, arena);
        arena_clear(arena);
        return NULL;
    }
    archive->document = (Document){.format = &format->format,
                                   .arena = *arena,
                                   .bytes = ranges->bytes,
                                   .size = ranges->size,
                                   .name = name_copy,
                                   .is_as_asked = format->only_if_asked};
    *arena = (Arena){.host = arena->host};
    if (open_table(archive, ranges, options, error)) return archive;
    document_free(&archive->document);
    return NULL;
}

const Findings *archive_findings(Archive *archive, const Ranges *ranges, Error *error) {
    archive->ranges = ranges;
    const Findings *findings = document_findings(&archive->document, error);
    archive->ranges = NULL;
    return findings;
}

bool archive_find_method(const EntryReading *reading, uint8_t *method, Error *error) {
    const ArchiveFormat *format = archive_format(reading->archive);
    const ArchiveEntry *entry = &reading->entry;
    uint64_t size = reading->archive->file_sizes.items[entry->file];
    bool is_there = entry->packed_size && entry->data_offset <= size &&
                    entry->packed_size <= size - entry->data_offset;
    *method = entry->method;
    if (!format->find_method || entry->kind != ARCHIVE_FILE || !is_there) return true;
    return format->find_method(reading, method, error);
}

bool archive_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const Archive *archive = reading->archive;
    const Ranges *ranges = reading->ranges;
    const ArchiveEntry *entry = &reading->entry;
    if (entry->kind == ARCHIVE_FOLDER) {
        return fail(error, ERROR_CANNOT_OPEN,
                    "it is a folder of the archive; add '/*' for the files in it");
    }
    if (entry->kind != ARCHIVE_FILE) {
        return fail(error, ERROR_CANNOT_OPEN, "it is an entry without content");
    }
    if (entry->refused == ARCHIVE_REFUSED_SHARED) {
        return fail(error, ERROR_TOO_BIG,
                    "its content shares bytes with that of others, which would unpack to more than "
                    "%" PRIu64 " bytes in all",
                    ARCHIVE_SHARED_BYTES + ARCHIVE_SHARED_PER_BYTE * archive->document.size);
    }
    if (entry->refused) {
        bool is_missing = entry->size == NO_SIZE; /* a sister file may appear later */
        return fail(error, is_missing ? ERROR_CANNOT_OPEN : ERROR_UNSUPPORTED, "its content %s",
                    archive_format(archive)->refusals[entry->refused]);
    }
    uint64_t more = entry->size > entry->packed_size ? entry->size : entry->packed_size;
    if (more > ARCHIVE_ENTRY_BYTES_MAX) {
        return fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected at most %" PRIu64, more,
                    ARCHIVE_ENTRY_BYTES_MAX);
    }
    if (entry->method == METHOD_STORED && entry->size > entry->packed_size) {
        return fail_at(error, ERROR_CORRUPT, entry->data_offset,
                       "its content is stored in %" PRIu64 " bytes, expected %" PRIu64,
                       entry->packed_size, entry->size);
    }
    return in_file(archive, entry->file, "its content", entry->data_offset, entry->packed_size,
                   error) &&
           (!ranges->allow || ranges->allow(ranges->context, reading->place, entry->size, error)) &&
           archive_format(archive)->unpack(reading, bytes, error);
}
