/* See archives.h. */
#include "archives.h"
#include "cache.h"
#include "folder_names.h"
#include "opening.h"
#include "../../src/unpack.h"

#include <inttypes.h>

enum {
    OPEN_FILES_MAX = 32, /* descriptors that a span keeps open */
    WINDOW_BYTES = 65536,
    GAP_MOST = 4096, /* bytes between ranges that count as read one after the other */
    RUN_LEAST = 2,   /* such ranges, before more is read than is asked for */
};
#define NESTED_BYTES_LEAST ((uint64_t)1 << 30)

const SpanFile *outermost(const SpanFile *file) {
    while (file->archive) file = file->archive;
    return file;
}

static RangeFile *range_file(const ArchiveReader *reader, uint16_t number) {
    return ((RangeFile **)reader->files.items)[number];
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

static void close_range_file(Session *session, RangeFile *file) {
    if (file->newer) file->newer->older = file->older;
    else session->newest_open = file->older;
    if (file->older) file->older->newer = file->newer;
    else session->oldest_open = file->newer;
    file->newer = file->older = NULL;
    file_close(file->descriptor);
    file->descriptor = -1;
    session->open_count--;
}

/* The span owns the descriptors of open files. If there are too many, the one that was opened first
** is closed. */
static void own_descriptor(Session *session, RangeFile *file, int descriptor) {
    if (session->open_count == OPEN_FILES_MAX) close_range_file(session, session->oldest_open);
    file->descriptor = descriptor;
    file->newer = NULL;
    file->older = session->newest_open;
    if (session->newest_open) session->newest_open->newer = file;
    else session->oldest_open = file;
    session->newest_open = file;
    session->open_count++;
}

/* Opens the file if it still has its identity. Returns the descriptor; -1: an error. */
static int open_unchanged(const RangeFile *file, Error *error) {
    FileIdentity identity;
    if (!file_identify(file->path, &identity, error)) return -1;
    int descriptor = file_open(file->path, &identity, error);
    if (descriptor < 0 || file_same(&identity, &file->identity)) return descriptor;
    file_close(descriptor);
    fail(error, ERROR_READ, "the archive was changed while the query used it");
    return -1;
}

static bool read_open_file(const RangeFile *file, uint64_t offset, uint64_t bytes, uint8_t *into,
                           const Arena *arena, Error *error) {
    return file_read_range(file->descriptor, offset, bytes, into, arena, error) &&
           file_is_unchanged(file->descriptor, &file->identity, error);
}

/* Notes that the range is read now; returns whether the last reads led up to it. */
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

/* Reads a range together with what lies behind it. Returns false if that isn't possible: then the
** range has to be read alone. */
static bool fill_window(Session *session, const RangeFile *file, uint64_t offset, uint64_t bytes) {
    ReadWindow *window = &session->window;
    uint64_t left = file->identity.size > offset ? file->identity.size - offset : 0;
    Error ignored = {0};
    window->offset = offset;
    window->bytes = 0;
    if (bytes > WINDOW_BYTES / 2 || bytes > left) return false;
    if (!window->buffer) window->buffer = arena_alloc(&session->span, WINDOW_BYTES, 1);
    if (left > WINDOW_BYTES) left = WINDOW_BYTES;
    if (!window->buffer ||
        !read_open_file(file, offset, left, window->buffer, &session->span, &ignored)) {
        return false;
    }
    window->bytes = left;
    return true;
}

static bool is_in_window(const ReadWindow *window, uint64_t offset, uint64_t bytes) {
    return offset >= window->offset && offset - window->offset <= window->bytes &&
           bytes <= window->bytes - (offset - window->offset);
}

static bool read_file_range(ArchiveReader *reader, RangeFile *file, uint64_t offset, uint64_t bytes,
                            uint8_t *into, Error *error) {
    Session *session = reader->session;
    ReadWindow *window = &session->window;
    if (file->descriptor < 0) {
        int descriptor = open_unchanged(file, error);
        if (descriptor < 0) return false;
        own_descriptor(session, file, descriptor);
    }
    bool goes_on = follows(window, file, offset, bytes);
    if (!is_in_window(window, offset, bytes) &&
        !(goes_on && fill_window(session, file, offset, bytes))) {
        return read_open_file(file, offset, bytes, into, &session->span, error);
    }
    memcpy(into, window->buffer + (offset - window->offset), (size_t)bytes);
    return true;
}

static bool read_range(void *context, uint16_t number, uint64_t offset, uint64_t bytes,
                       uint8_t *into, Error *error) {
    ArchiveReader *reader = context;
    if (read_file_range(reader, range_file(reader, number), offset, bytes, into, error))
        return true;
    reader->misses_sister = true; /* what can't be read now may be readable later */
    return false;
}

void archives_leave_span(Session *session) {
    while (session->newest_open) close_range_file(session, session->newest_open);
    session->window = (ReadWindow){0};
    for (size_t i = 0; i < LENGTH(session->held_archives); i++) {
        document_release(session->held_archives[i].cached);
        session->held_archives[i] = (HeldArchive){0};
    }
}

/* ---- Readers --------------------------------------------------------------------------------- */

/* Adds a file to the reader; false: memory ran out. */
static bool add_range_file(ArchiveReader *reader, const char *path, const FileIdentity *identity) {
    Arena *arena = &reader->session->span;
    RangeFile *file = arena_alloc(arena, 1, sizeof *file);
    RangeFile **added = file ? list_add(arena, &reader->files, sizeof *added) : NULL;
    if (!added) return false;
    *file = (RangeFile){.path = path, .identity = *identity, .descriptor = -1};
    *added = file;
    return true;
}

/* Makes a reader for an archive file with that identity. */
static ArchiveReader *new_reader(Session *session, SpanFile *file, const FileIdentity *identity) {
    ArchiveReader *reader = arena_zeroed(&session->span, 1, sizeof *reader);
    if (!reader) return NULL;
    reader->session = session;
    if (!add_range_file(reader, file->path, identity)) return NULL;
    file->reader = reader;
    return reader;
}

/* ---- Sister files ---------------------------------------------------------------------------- */

static char *append_part(Arena *arena, const char *folder, const char *name, size_t length) {
    size_t before = strlen(folder);
    bool slash = before && folder[before - 1] != '/';
    char *path = arena_alloc(arena, before + slash + length + 1, 1);
    if (!path) return NULL;
    memcpy(path, folder, before);
    if (slash) path[before] = '/';
    memcpy(path + before + slash, name, length);
    path[before + slash + length] = 0;
    return path;
}

/* Returns the path of a file beside the archive by following `relative` part by part. Parts that
** lead nowhere ("", ".") are dropped; ".." is refused. */
static char *find_sister(Session *session, const char *archive_path, const char *relative,
                         Error *error) {
    Arena *arena = &session->span;
    const char *slash = strrchr(archive_path, '/');
    char *path =
        append_part(arena, "", archive_path, slash ? (size_t)(slash - archive_path) + 1 : 0);
    while (path && *relative) {
        size_t length = strcspn(relative, "/");
        char *part = append_part(arena, "", relative, length);
        relative += length + (relative[length] == '/');
        if (part && (!*part || !strcmp(part, "."))) continue;
        if (part && !strcmp(part, "..")) {
            fail(error, ERROR_CANNOT_OPEN, "its path leaves the folder of the archive");
            return NULL;
        }
        const char *folder = path;
        path = part ? append_part(arena, folder, part, strlen(part)) : NULL;
        if (!path || !file_is_absent(path)) continue;
        const char *name;
        if (!folder_name(session, folder, part, &name, error)) return NULL;
        if (!name) {
            fail(error, ERROR_CANNOT_OPEN, "there is no such file");
            return NULL;
        }
        path = append_part(arena, folder, name, strlen(name));
    }
    if (!path) fail_memory(error, arena);
    return path;
}

static bool open_sister(void *context, const char *relative, uint16_t *number, uint64_t *size,
                        Error *error) {
    ArchiveReader *reader = context;
    FileIdentity identity;
    bool misses_other = reader->misses_sister;
    reader->misses_sister = true; /* until it has been found */
    char *path = find_sister(reader->session, range_file(reader, 0)->path, relative, error);
    if (!path || !file_identify(path, &identity, error)) return false;
    if (!add_range_file(reader, path, &identity)) {
        return fail_memory(error, &reader->session->span);
    }
    reader->misses_sister = misses_other;
    *number = (uint16_t)(reader->files.count - 1);
    *size = identity.size;
    return true;
}

bool archive_keep_sisters(CachedDocument *cached, const SpanFile *file) {
    const ArchiveReader *reader = file->reader;
    if (!reader || file->archive) return true;
    uint16_t count = (uint16_t)(reader->files.count - 1);
    cached->misses_sister = reader->misses_sister;
    if (!count) return true;
    cached->sisters = sqlite3_malloc64(count * sizeof *cached->sisters);
    if (!cached->sisters) return false;
    for (uint16_t i = 0; i < count; i++) {
        const RangeFile *sister = range_file(reader, (uint16_t)(i + 1));
        char *path = sqlite3_mprintf("%s", sister->path);
        if (!path) return false;
        cached->sisters[cached->sister_count++] = (Sister){path, sister->identity};
    }
    return true;
}

bool archive_sisters_are_fresh(const CachedDocument *cached, SpanFile *file) {
    Session *session = cached->session;
    if (cached->misses_sister) return false; /* it may exist by now */
    if (!cached->sister_count) return true;
    if (!new_reader(session, file, &cached->identity)) return false;
    for (uint16_t i = 0; i < cached->sister_count; i++) {
        const Sister *sister = &cached->sisters[i];
        FileIdentity now;
        Error ignored = {0};
        char *path = append_part(&session->span, "", sister->path, strlen(sister->path));
        if (!path || !file_identify(path, &now, &ignored) || !file_same(&now, &sister->identity) ||
            !add_range_file(file->reader, path, &now)) {
            file->reader = NULL;
            return false;
        }
    }
    return true;
}

/* ---- Archives -------------------------------------------------------------------------------- */

static Ranges ranges_of_reader(ArchiveReader *reader) {
    return (Ranges){.context = reader,
                    .read = read_range,
                    .open_sister = open_sister,
                    .size = range_file(reader, 0)->identity.size};
}

/* Each level of archives in archives multiplies what a file of the system unpacks to. So all of it
** together may be no more than one stream of that size could give, or NESTED_BYTES_LEAST. An entry
** counts once in a span, however often it is unpacked. */
static bool allow_nested(void *context, uint32_t entry, uint64_t bytes, Error *error) {
    SpanFile *archive = context, *outer = archive;
    uint8_t *counted = &archive->counted[entry / 8], bit = (uint8_t)(1u << entry % 8);
    if (*counted & bit) return true;
    while (outer->archive) outer = outer->archive;
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

bool archive_ranges(Session *session, SpanFile *file, const CachedDocument *cached, Ranges *ranges,
                    Error *error) {
    const Archive *archive = (const Archive *)cached->document;
    if (archive->document.bytes) {
        *ranges = archive_own_ranges(archive);
        if (!file->archive) return true; /* a BLOB */
        if (!file->counted) {
            file->counted = arena_zeroed(&session->span, archive->entries.count / 8 + 1, 1);
        }
        ranges->context = file;
        ranges->allow = allow_nested;
        return file->counted || fail_memory(error, &session->span);
    }
    if (!file->reader && !new_reader(session, file, &cached->identity)) {
        return fail_memory(error, &session->span);
    }
    *ranges = ranges_of_reader(file->reader);
    return true;
}

Archive *archive_open_file(Session *session, SpanFile *file, const ArchiveFormat *format,
                           int descriptor, Arena *arena, Error *error) {
    const ArchiveOptions options = session_archive_options(session);
    ArchiveReader *reader = new_reader(session, file, &file->identity);
    if (!reader) {
        file_close(descriptor);
        fail_memory(error, &session->span);
        return NULL;
    }
    own_descriptor(session, range_file(reader, 0), descriptor);
    Ranges ranges = ranges_of_reader(reader);
    return archive_open(format, arena, &ranges, &options, file_name(file->path), error);
}

CachedDocument *archive_of(Session *session, SpanFile *file, Error *error) {
    HeldArchive *held = &session->held_archives[file->depth];
    if (file->depth == ARCHIVE_DEPTH_MAX) {
        fail(error, ERROR_TOO_BIG, "archives in archives, more than %d deep", ARCHIVE_DEPTH_MAX);
        return NULL;
    }
    if (held->file == file && !held->cached->stale) return held->cached;
    CachedDocument *cached = cache_file(session, file, wanted_whole(&any_archive_format), error);
    if (!cached) return NULL;
    if (!archive_order((Archive *)cached->document, error)) {
        document_release(cached);
        return NULL;
    }
    document_release(held->cached);
    *held = (HeldArchive){file, cached};
    return cached;
}

/* ---- Entries --------------------------------------------------------------------------------- */

static const ArchiveEntry *entry_of(const CachedDocument *archive, const SpanFile *file) {
    return archive_entry((const Archive *)archive->document, file->entry);
}

static FileIdentity holder_of(const CachedDocument *archive, const SpanFile *file) {
    uint16_t number = entry_of(archive, file)->file;
    const ArchiveReader *reader = file->archive->reader;
    return number && reader ? range_file(reader, number)->identity : (FileIdentity){0};
}

bool archive_holder(Session *session, const SpanFile *file, FileIdentity *holder, Error *error) {
    CachedDocument *archive = archive_of(session, file->archive, error);
    if (!archive) return false;
    *holder = holder_of(archive, file);
    return true;
}

/* Asks the limit now, since another thread may unpack the entry. */
static bool allow_at_once(EntrySource *source, Error *error) {
    const ArchiveEntry *entry = source->entry;
    Ranges *ranges = &source->ranges;
    const Archive *archive = (const Archive *)source->archive->document;
    if (ranges->allow && entry->size != NO_SIZE &&
        !ranges->allow(ranges->context, archive_number(archive, entry), entry->size, error)) {
        return false;
    }
    ranges->allow = NULL;
    return true;
}

bool archive_entry_source(Session *session, SpanFile *file, EntrySource *source, Error *error) {
    CachedDocument *archive = archive_of(session, file->archive, error);
    *source = (EntrySource){.archive = archive};
    if (!archive || !archive_ranges(session, file->archive, archive, &source->ranges, error)) {
        return false;
    }
    source->entry = entry_of(archive, file);
    if (!allow_at_once(source, error)) return false;
    source->outermost = outermost(file)->identity;
    source->holder = holder_of(archive, file);
    if (!source->ranges.bytes) {
        source->file = *range_file(file->archive->reader, source->entry->file);
    }
    return true;
}

bool archive_read_entry(const EntrySource *source, Arena *arena, const uint8_t **bytes,
                        uint64_t *size, Error *error) {
    const Ranges *ranges = &source->ranges;
    if (!archive_unpack((const Archive *)source->archive->document, ranges, source->entry, arena,
                        bytes, size, error)) {
        return false;
    }
    uintptr_t offset = (uintptr_t)*bytes - (uintptr_t)ranges->bytes;
    bool is_borrowed = ranges->bytes && *size && offset < ranges->size;
    if (!is_borrowed) return true;
    uint8_t *copy = arena_alloc(arena, *size, 1);
    if (!copy) return fail_memory(error, arena);
    memcpy(copy, *bytes, (size_t)*size);
    *bytes = copy;
    return true;
}

/* ---- On another thread ----------------------------------------------------------------------- */

void lone_reader_close(LoneReader *reader) {
    if (reader->file.path && reader->file.descriptor >= 0) file_close(reader->file.descriptor);
    reader->file = (RangeFile){.descriptor = -1};
}

/* Leaves every failure to the session: it may still have a descriptor of the version that the span
** saw, even if another file has taken its path. */
static bool read_alone(void *context, uint16_t number, uint64_t offset, uint64_t bytes,
                       uint8_t *into, Error *error) {
    LoneReader *reader = context;
    RangeFile *file = &reader->file;
    Error ignored = {0};
    (void)number; /* that of the entry's file */
    if (file->descriptor < 0) file->descriptor = open_unchanged(file, &ignored);
    return (file->descriptor >= 0 &&
            read_open_file(file, offset, bytes, into, &reader->arena, &ignored)) ||
           fail_interrupted(error);
}

void archive_read_alone(LoneReader *reader, EntrySource *source) {
    const RangeFile *file = &source->file;
    if (!file->path) return;
    if (reader->file.path != file->path || !file_same(&reader->file.identity, &file->identity)) {
        lone_reader_close(reader);
        reader->file = (RangeFile){file->path, file->identity, .descriptor = -1};
    }
    source->ranges.context = reader;
    source->ranges.read = read_alone;
}
