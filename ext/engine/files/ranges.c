#include "engine/files/ranges.h"
#include "codec/unpack.h"
#include "engine/files/folder.h"
#include "engine/files/path.h"

enum {
    WINDOW_BYTES = 65536,
    GAP_MOST = 4096, /* bytes between ranges that count as read one after the other */
    RUN_LEAST = 2,   /* ranges one after the other, before more than asked for is read */
};
#define NESTED_BYTES_LEAST ((uint64_t)1 << 30)

static void close_first(Span *span) {
    system_close(span->open[0]->descriptor);
    span->open[0]->descriptor = -1;
    memmove(span->open, span->open + 1, --span->open_count * sizeof *span->open);
}

/* Opens the file if it still has its identity. Returns the descriptor; -1: an error. */
static int open_unchanged(const RangeFile *file, Error *error) {
    FileIdentity identity;
    if (!file_identify(file->path, &identity, error)) return -1;
    int descriptor = file_open(file->path, &identity, error);
    if (descriptor < 0 || file_same(&identity, &file->identity)) return descriptor;
    system_close(descriptor);
    fail(error, ERROR_READ, "the archive was changed while the query used it");
    return -1;
}

static bool read_open_file(const RangeFile *file, uint64_t offset, uint64_t bytes, uint8_t *into,
                           const Arena *arena, Error *error) {
    return file_read_range(file->descriptor, offset, bytes, into, arena, error) &&
           file_is_unchanged(file->descriptor, &file->identity, error);
}

/* Notes that a range is read now; tells whether enough ranges were read one after the other. */
static bool follows(ReadWindow *window, const RangeFile *file, uint64_t offset, uint64_t bytes) {
    bool near = window->file == file && offset >= window->start &&
                (offset < window->next || offset - window->next <= GAP_MOST);
    if (window->file != file) window->bytes = 0;
    window->file = file;
    window->run = near ? window->run + 1 : 0;
    window->start = offset;
    window->next = offset + bytes;
    return window->run >= RUN_LEAST;
}

/* Reads a range, and what lies behind it, into the window. False: it has to be read alone. */
static bool fill_window(Span *span, const RangeFile *file, uint64_t offset, uint64_t bytes) {
    ReadWindow *window = &span->window;
    uint64_t left = file->identity.size > offset ? file->identity.size - offset : 0;
    Error ignored = {0};
    window->offset = offset;
    window->bytes = 0;
    if (bytes > WINDOW_BYTES / 2 || bytes > left) return false;
    if (!window->buffer) window->buffer = arena_alloc(&span->arena, WINDOW_BYTES, 1);
    if (left > WINDOW_BYTES) left = WINDOW_BYTES;
    if (!window->buffer ||
        !read_open_file(file, offset, left, window->buffer, &span->arena, &ignored)) {
        return false;
    }
    window->bytes = left;
    return true;
}

static bool read_file_range(ArchiveReader *reader, RangeFile *file, uint64_t offset, uint64_t bytes,
                            uint8_t *into, Error *error) {
    Span *span = reader->span;
    ReadWindow *window = &span->window;
    if (file->descriptor < 0) {
        file->descriptor = open_unchanged(file, error);
        if (file->descriptor < 0) return false;
        if (span->open_count == OPEN_FILES_MAX) close_first(span);
        span->open[span->open_count++] = file;
    }
    bool goes_on = follows(window, file, offset, bytes);
    uint64_t before = offset - window->offset;
    bool is_held =
        offset >= window->offset && before <= window->bytes && bytes <= window->bytes - before;
    if (!is_held && !(goes_on && fill_window(span, file, offset, bytes))) {
        return read_open_file(file, offset, bytes, into, &span->arena, error);
    }
    memcpy(into, window->buffer + (offset - window->offset), (size_t)bytes);
    return true;
}

static bool read_range(void *context, uint16_t number, uint64_t offset, uint64_t bytes,
                       uint8_t *into, Error *error) {
    ArchiveReader *reader = context;
    if (read_file_range(reader, reader->files.items[number], offset, bytes, into, error)) {
        return true;
    }
    reader->misses_sister = true; /* the file may be readable later */
    return false;
}

void ranges_close_all(Span *span) {
    while (span->open_count) close_first(span);
}

/* Adds a file to the reader; false: memory ran out. */
static bool add_range_file(ArchiveReader *reader, const char *path, const FileIdentity *identity) {
    Arena *arena = &reader->span->arena;
    Error ignored = {0};
    RangeFile *file = arena_alloc(arena, 1, sizeof *file);
    if (!file) return false;
    *file = (RangeFile){.path = path, .identity = *identity, .descriptor = -1};
    return list_push(arena, &reader->files.list, &file, sizeof file, &ignored);
}

static ArchiveReader *new_reader(Span *span, SpanFile *file) {
    ArchiveReader *reader = arena_zeroed(&span->arena, 1, sizeof *reader);
    if (!reader) return NULL;
    reader->span = span;
    if (!add_range_file(reader, file->path, &file->identity)) return NULL;
    file->reader = reader;
    return reader;
}

/* Returns the path of a file beside the archive by following `relative` part by part. */
static char *find_sister(Span *span, const char *archive_path, const char *relative, Error *error) {
    Arena *arena = &span->arena;
    char *path = text_copy(arena, archive_path, path_folder_length(archive_path));
    while (path && *relative) {
        size_t length = strcspn(relative, "/");
        char *part = text_copy(arena, relative, length);
        relative += length + (relative[length] == '/');
        if (!part) return null_after(fail_memory(error, arena));
        if (!folder_spell(span, path, part, &path, error)) return NULL;
        if (!path) return null_after(fail(error, ERROR_CANNOT_OPEN, "there is no such file"));
    }
    if (!path) fail_memory(error, arena);
    return path;
}

static bool open_sister(void *context, const char *relative, uint16_t *number, uint64_t *size,
                        Error *error) {
    ArchiveReader *reader = context;
    FileIdentity identity;
    bool misses_other = reader->misses_sister;
    reader->misses_sister = true; /* until the file has been found */
    char *path = find_sister(reader->span, reader->files.items[0]->path, relative, error);
    if (!path || !file_identify(path, &identity, error)) return false;
    if (!add_range_file(reader, path, &identity)) {
        return fail_memory(error, &reader->span->arena);
    }
    reader->misses_sister = misses_other;
    *number = (uint16_t)(reader->files.count - 1);
    *size = identity.size;
    return true;
}

bool ranges_take_sisters(Span *span, SpanFile *file, const RangeFile *sisters, uint16_t count) {
    if (!count) return true;
    if (!new_reader(span, file)) return false;
    for (uint16_t i = 0; i < count; i++) {
        const RangeFile *sister = &sisters[i];
        FileIdentity now;
        Error ignored = {0};
        char *path = text_copy(&span->arena, sister->path, strlen(sister->path));
        if (!path || !file_identify(path, &now, &ignored) || !file_same(&now, &sister->identity) ||
            !add_range_file(file->reader, path, &now)) {
            file->reader = NULL;
            return false;
        }
    }
    return true;
}

/* Limits what archives in archives unpack to, since each level multiplies it: all entries together
** may have no more bytes than one stream as large as the outermost file could give, and
** NESTED_BYTES_LEAST. An entry counts once in a span, however often it is unpacked. */
static bool allow_nested(void *context, uint32_t entry, uint64_t bytes, Error *error) {
    SpanFile *archive = context, *outer = span_outermost(archive);
    uint8_t *counted = &archive->counted[entry / 8], bit = (uint8_t)(1u << entry % 8);
    if (*counted & bit) return true;
    uint64_t most = NESTED_BYTES_LEAST + ZLIB_RATIO_MAX * outer->identity.size;
    if (bytes > most - outer->unpacked) {
        return fail(error, ERROR_TOO_BIG,
                    "archives in an archive of %" PRIu64 " bytes unpack to more than %" PRIu64,
                    outer->identity.size, most);
    }
    outer->unpacked += bytes;
    *counted |= bit;
    return true;
}

bool ranges_of_archive(Span *span, SpanFile *file, const Archive *archive, Ranges *ranges,
                       Error *error) {
    if (archive && archive->document.bytes) {
        *ranges = archive_own_ranges(archive);
        if (!file->archive) return true; /* the archive is a BLOB */
        if (!file->counted) {
            file->counted = arena_zeroed(&span->arena, archive->entries.count / 8 + 1, 1);
        }
        ranges->context = file;
        ranges->allow = allow_nested;
        return file->counted || fail_memory(error, &span->arena);
    }
    bool has_reader = archive && file->reader;
    if (!has_reader && !new_reader(span, file)) return fail_memory(error, &span->arena);
    *ranges = (Ranges){.context = file->reader,
                       .read = read_range,
                       .open_sister = open_sister,
                       .size = file->identity.size};
    return true;
}

FileIdentity ranges_other(const SpanFile *file, const Archive *archive) {
    const ArchiveReader *reader = archive ? file->archive->reader : NULL;
    uint16_t number = reader ? archive_entry(archive, file->entry).file : 0;
    if (number) return reader->files.items[number]->identity;
    return file->second ? file->second->identity : (FileIdentity){0};
}

bool ranges_find(Span *span, const SpanFile *file, const Archive *archive, FileSource *source,
                 Error *error) {
    *source = (FileSource){
        .file = *file, .archive = archive, .other = ranges_other(file, archive), .descriptor = -1};
    if (!archive) return true;
    const ArchiveEntry entry = source->entry = archive_entry(archive, file->entry);
    Ranges *ranges = &source->ranges;
    source->version = span_outermost(file)->identity;
    source->size = source->to_unpack = entry.size;
    if (!ranges_of_archive(span, file->archive, archive, ranges, error)) return false;
    /* limits are asked here, on the session's thread, since another thread may unpack the entry */
    if (ranges->allow && entry.size != NO_SIZE &&
        !ranges->allow(ranges->context, file->entry, entry.size, error)) {
        return false;
    }
    ranges->allow = NULL;
    if (!ranges->bytes) source->holder = *file->archive->reader->files.items[entry.file];
    return true;
}

static bool open_now(FileSource *source, Error *error) {
    source->descriptor = file_open(source->file.path, &source->version, error);
    if (source->descriptor < 0) return false;
    source->size = source->version.size;
    if (span_see_version(&source->file, &source->version, error)) return true;
    ranges_close(source);
    return false;
}

/* Looks at what the path leads to, since opening a device could have effects. A file that a
** folder's listing shows as regular is opened at once; if that fails, what the path leads to now
** gives the error. */
bool ranges_open(FileSource *source, Error *error) {
    SpanFile *file = &source->file;
    FileIdentity found = {0};
    if (source->archive) return true;
    if (file->is_regular) {
        bool done = open_now(source, error);
        if (done || error->kind != ERROR_CANNOT_OPEN) return done;
        *error = (Error){0};
    }
    bool is_there = file_identify(file->path, &found, error);
    if (!file->identified) file->identity = found;
    return is_there && open_now(source, error);
}

void ranges_close(FileSource *source) {
    if (source->descriptor >= 0) system_close(source->descriptor);
    source->descriptor = -1;
}

static bool read_entry(const FileSource *source, Arena *arena, FilePart *content, Error *error) {
    const Ranges *ranges = &source->ranges;
    const EntryReading reading = {source->archive, ranges, source->file.entry, source->entry,
                                  arena};
    if (!archive_unpack(&reading, &content->bytes, error)) return false;
    content->size = source->entry.size;
    uintptr_t offset = (uintptr_t)content->bytes - (uintptr_t)ranges->bytes;
    bool is_borrowed = ranges->bytes && content->size && offset < ranges->size;
    if (!is_borrowed) return true;
    uint8_t *copy = arena_alloc(arena, content->size, 1);
    if (!copy) return fail_memory(error, arena);
    memcpy(copy, content->bytes, (size_t)content->size);
    content->bytes = copy;
    return true;
}

bool ranges_read(FileSource *source, Arena *arena, FilePart *content, Error *error) {
    if (source->archive) return read_entry(source, arena, content, error);
    bool done = file_read(source->descriptor, &source->version, arena, &content->bytes,
                          &content->size, error);
    ranges_close(source);
    return done;
}

void ranges_end_alone(LoneReader *reader) {
    if (reader->file.path && reader->file.descriptor >= 0) system_close(reader->file.descriptor);
    reader->file = (RangeFile){.descriptor = -1};
}

static bool read_alone(void *context, uint16_t number, uint64_t offset, uint64_t bytes,
                       uint8_t *into, Error *error) {
    LoneReader *reader = context;
    RangeFile *file = &reader->file;
    (void)number; /* always that of the entry's file */
    if (file->descriptor < 0) file->descriptor = open_unchanged(file, error);
    bool done =
        file->descriptor >= 0 && read_open_file(file, offset, bytes, into, &reader->arena, error);
    reader->failed = reader->failed || !done;
    return done;
}

void ranges_read_alone(LoneReader *reader, FileSource *source) {
    const RangeFile *file = &source->holder;
    if (!file->path) return; /* it is a file of its own, or its archive is in memory */
    if (reader->file.path != file->path || !file_same(&reader->file.identity, &file->identity)) {
        ranges_end_alone(reader);
        reader->file = (RangeFile){file->path, file->identity, .descriptor = -1};
    }
    source->ranges.context = reader;
    source->ranges.read = read_alone;
}
