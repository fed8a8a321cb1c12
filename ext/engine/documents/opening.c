/* See opening.h. */
#include "opening.h"
#include "advice.h"
#include "cache.h"
#include "unreadable.h"

/* Files up to this size are read at once, because that is cheaper than looking at the beginning
** first. */
#define READ_AT_ONCE ((uint64_t)1 << 20)
/* Files of at least this size take so long that the next one can be fetched meanwhile. */
#define ANNOUNCED_BYTES 1048576

/* ---- What a file is -------------------------------------------------------------------------- */

bool is_final(const Error *error) {
    return error->kind == ERROR_NO_MEMORY || error->kind == ERROR_INTERRUPTED;
}

/* Returns the name of an archive entry without its number; NULL if memory ran out. */
static const char *name_of_entry(Arena *arena, const SpanFile *file, const ArchiveEntry *entry) {
    const char *name = file_name(file->path);
    size_t length = strlen(name), number = entry->number_length;
    char *copy = arena_alloc(arena, length + 1, 1);
    if (!copy) return NULL;
    memcpy(copy, name, length);
    copy[number <= length ? length - number : length] = 0;
    return copy;
}

static bool fail_archive(Error *error, const Format *wanted, const ArchiveFormat *format,
                         const SpanFile *file) {
    const char *article = article_of(format->format.name);
    if (!file) {
        return fail(error, ERROR_NOT_THIS_FORMAT,
                    "%s %s archive, expected %s %s file: archive_entries(src) has what is in it",
                    article, format->format.name, article_of(wanted->name), wanted->name);
    }
    return fail(error, ERROR_NOT_THIS_FORMAT,
                "%s %s archive, expected %s %s file; files in it have paths like '%.80s/%s*%s'",
                article, format->format.name, article_of(wanted->name), wanted->name,
                file_name(file->shown), format->folder, wanted->ending);
}

bool fail_other_format(Error *error, const Format *wanted, const SpanFile *file,
                       const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (wanted == &any_archive_format) {
        return fail(error, ERROR_NOT_THIS_FORMAT,
                    size ? "not an archive of a known format"
                         : "an empty file, expected an archive");
    }
    if (!size) {
        return fail(error, ERROR_NOT_THIS_FORMAT, "an empty file, expected %s %s file",
                    article_of(wanted->name), wanted->name);
    }
    const ArchiveFormat *archive = head_size == size ? archive_detect_bytes(head, size) : NULL;
    if (archive) return fail_archive(error, wanted, archive, file);
    const Format *found = detect_format(head, head_size, size);
    if (found && found != wanted) return fail_known_format(error, wanted, found);
    if (wanted->companion) { /* these files come in pairs with a large one */
        return fail(error, ERROR_NOT_THIS_FORMAT, "not a %s index, expected a %s file",
                    wanted->name, wanted->companion[0]);
    }
    return fail(error, ERROR_NOT_THIS_FORMAT, "not %s %s file", article_of(wanted->name),
                wanted->name);
}

/* ---- Files that can't be decoded ------------------------------------------------------------- */

/* Makes the document that stands for a file that can't be decoded; clears the error. */
static Document *open_unreadable(Arena *arena, const Format *detected, bool has_size, uint64_t size,
                                 const char *name, Error *error) {
    Error none = {0};
    Document *document = document_open(&unreadable_format, arena, NULL, size, name, NULL, 0, &none);
    if (!document) {
        *error = none;
        return NULL;
    }
    Unreadable *unreadable = (Unreadable *)document;
    unreadable->detected = detected;
    unreadable->has_size = has_size;
    unreadable->error = *error;
    *error = (Error){0};
    return document;
}

/* Returns the document's format. If the file couldn't be decoded, this is the format that it looks
** like, or NULL. */
static const Format *format_of(const Document *document) {
    if (document->format != &unreadable_format) return document->format;
    return ((const Unreadable *)document)->detected;
}

bool has_companion(const Document *document) {
    const Format *format = format_of(document);
    return format && format->companion;
}

bool is_refused(const Document *document) {
    if (document->format != &unreadable_format) return false;
    ErrorKind kind = ((const Unreadable *)document)->error.kind;
    return kind == ERROR_CANNOT_OPEN || kind == ERROR_READ;
}

/* ---- Companions ------------------------------------------------------------------------------ */

/* Writes the path of the neighbour that a format's files have into `arena`; *path is NULL if there
** can be none. */
static bool companion_path(const Format *format, const char *path, Arena *arena, char **companion,
                           Error *error) {
    const char *const *endings = format->companion;
    size_t length = path ? strlen(path) : 0;
    size_t ending = endings ? strlen(endings[0]) : 0;
    *companion = NULL;
    if (!endings || length < ending || sqlite3_stricmp(path + length - ending, endings[0])) {
        return true;
    }
    size_t stem = length - ending;
    *companion = arena_alloc(arena, stem + strlen(endings[1]) + 1, 1);
    if (!*companion) return fail_memory(error, arena);
    memcpy(*companion, path, stem);
    memcpy(*companion + stem, endings[1], strlen(endings[1]) + 1);
    return true;
}

/* Identifies a neighbour; its identity is zeroed if it isn't there. */
static bool identify_beside(const char *path, const char *ending, FileIdentity *identity,
                            Error *error) {
    Error problem = {0};
    *identity = (FileIdentity){0};
    if (file_is_absent(path) || file_identify(path, identity, &problem)) return true;
    return fail(error, problem.kind, "the %s file beside it: %s", ending, problem.message);
}

bool identify_companion(Session *session, const Document *document, const SpanFile *file,
                        FileIdentity *identity, Error *error) {
    const Format *format = format_of(document);
    Arena arena = {.host = &session->host};
    char *path;
    *identity = (FileIdentity){0};
    bool done = companion_path(format, file->path, &arena, &path, error) &&
                (!path || identify_beside(path, format->companion[1], identity, error));
    arena_clear(&arena);
    return done;
}

/* The content of a neighbour. */
typedef struct Companion {
    const uint8_t *bytes;
    uint64_t size;
    FileIdentity identity; /* zeroed if there is no neighbour, or for an entry of an archive */
} Companion;

/* Reads the neighbour of an entry from the same archive. */
static bool read_companion_entry(Session *session, const SpanFile *file, const char *path,
                                 Arena *arena, Companion *companion, Error *error) {
    if (!session) return fail_interrupted(error); /* left to the session, which may look it up */
    CachedDocument *archive = archive_of(session, file->archive, error);
    if (!archive) return false;
    const char *name = path + strlen(file->archive->path) + 1;
    uint32_t place;
    if (!archive_find((Archive *)archive->document, name, strlen(name), &place, error))
        return false;
    if (place == NO_PLACE) return true;
    SpanFile neighbour = *file;
    EntrySource source;
    neighbour.entry = place;
    if (!archive_entry_source(session, &neighbour, &source, error)) return false;
    cache_make_room(session, source.entry->size);
    return archive_read_entry(&source, arena, &companion->bytes, &companion->size, error);
}

static bool read_companion_file(const char *path, const char *ending, Arena *arena,
                                Companion *companion, Error *error) {
    if (!identify_beside(path, ending, &companion->identity, error)) return false;
    if (!companion->identity.inode) return true;
    int descriptor = file_open(path, &companion->identity, error);
    if (descriptor < 0) return false;
    bool done = file_read(descriptor, &companion->identity, arena, &companion->bytes,
                          &companion->size, error);
    file_close(descriptor);
    return done;
}

static bool read_companion(Session *session, const Format *format, const SpanFile *file,
                           Arena *arena, Companion *companion, Error *error) {
    char *path = NULL;
    *companion = (Companion){0};
    if (!file) return true;
    if (!companion_path(format, file->path, arena, &path, error)) return false;
    bool done =
        !path ||
        (file->archive ? read_companion_entry(session, file, path, arena, companion, error)
                       : read_companion_file(path, format->companion[1], arena, companion, error));
    arena_release(arena, path);
    return done;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* Detects the format of bytes, or NULL. Archives with a magic at the beginning come first, since no
** other file has it. Archives that are recognised by their end come last, since any file may end
** that way. */
static const Format *detect_bytes(const uint8_t *bytes, uint64_t size) {
    const ArchiveFormat *archive = archive_detect(bytes, size, NULL, 0, size);
    if (archive) return &archive->format;
    const Format *format = detect_format(bytes, size, size);
    if (format || !size) return format;
    archive = archive_detect_bytes(bytes, size);
    return archive ? &archive->format : NULL;
}

/* Opens bytes as the format in `wanted`. */
static Document *open_as(Session *session, Wanted wanted, Arena *arena, const uint8_t *bytes,
                         uint64_t size, const SpanFile *file, const char *name,
                         FileIdentity *companion_identity, Error *error) {
    const Format *format = wanted.format;
    const ArchiveFormat *archive_format = archive_format_of(format);
    if (archive_format) {
        if (!session) {
            fail_interrupted(error); /* left to the session, which knows how archives are read */
            return NULL;
        }
        const Ranges ranges = ranges_of_bytes(bytes, size);
        const ArchiveOptions options = session_archive_options(session);
        Archive *archive = archive_open(archive_format, arena, &ranges, &options, name, error);
        return archive ? &archive->document : NULL;
    }
    Companion companion;
    if (!read_companion(session, format, file, arena, &companion, error)) return NULL;
    if (companion_identity) *companion_identity = companion.identity;
    return (wanted.header ? document_open_header : document_open)(
        format, arena, bytes, size, name, companion.bytes, companion.size, error);
}

Document *open_bytes(Session *session, Wanted wanted, Arena *arena, const uint8_t *bytes,
                     uint64_t size, const SpanFile *file, const char *name, FileIdentity *companion,
                     Error *error) {
    const Format *format = wanted.format;
    bool is_plain = format && format != &any_archive_format; /* a single format, not any archive */
    const Format *actual = is_plain ? format : detect_bytes(bytes, size);
    Document *document = NULL;
    bool is_other = !size || !format_serves(format, actual) ||
                    (is_plain && !format->detect(bytes, size, size) && detect_bytes(bytes, size));
    if (!actual && !format) {
        fail(error, ERROR_NOT_THIS_FORMAT, size ? "not a file of a known format" : "an empty file");
    } else if (is_other) {
        fail_other_format(error, format, file, bytes, size, size);
    } else {
        wanted.format = actual;
        document = open_as(session, wanted, arena, bytes, size, file, name, companion, error);
    }
    if (document) return document;
    arena_clear(arena);
    if (format || is_final(error)) return NULL;
    return open_unreadable(arena, actual, true, size, name, error);
}

/* ---- Entries of archives --------------------------------------------------------------------- */

static bool open_entry(Session *session, SpanFile *file, const EntrySource *source, Wanted wanted,
                       Arena *arena, Opened *opened, Error *error) {
    Arena names = {.host = arena->host}; /* because `arena` is emptied if decoding fails */
    const char *name = name_of_entry(&names, file, source->entry);
    const uint8_t *bytes = NULL;
    uint64_t size = 0;
    opened->identity = source->outermost;
    opened->companion = source->holder;
    if (!name) return fail_memory(error, &names);
    if (session) cache_make_room(session, source->entry->size);
    if (archive_read_entry(source, arena, &bytes, &size, error)) {
        opened->document = open_bytes(session, wanted, arena, bytes, size, file, name, NULL, error);
    }
    arena_clear(&names);
    return opened->document != NULL;
}

/* ---- Files of the system --------------------------------------------------------------------- */

/* Looks at the beginning of an open file, and at its end if the beginning isn't enough. *archive
** becomes the archive format; NULL: the file is to be read whole. Returns false if the file isn't
** what is wanted. */
static bool look_at_file(int descriptor, const FileIdentity *identity, const SpanFile *file,
                         const Format *wanted, Arena *arena, const ArchiveFormat **archive,
                         Error *error) {
    bool is_plain = wanted && wanted != &any_archive_format;
    uint64_t size = identity->size, head_size = size < DETECT_BYTES ? size : DETECT_BYTES;
    uint64_t tail_size = size < ARCHIVE_TAIL_BYTES ? size : ARCHIVE_TAIL_BYTES;
    *archive = NULL;
    if (!size || (is_plain && size <= READ_AT_ONCE)) return true;
    uint8_t *head = arena_alloc(arena, head_size + tail_size, 1), *tail = head + head_size;
    if (!head) return fail_memory(error, arena);
    bool done = file_read_range(descriptor, 0, head_size, head, arena, error);
    bool known = false;
    if (done) {
        known = is_plain ? wanted->detect(head, head_size, size)
                         : detect_format(head, head_size, size) != NULL;
        *archive = is_plain && known ? NULL : archive_detect(head, head_size, NULL, 0, size);
    }
    if (done && !*archive && !known) {
        done = file_read_range(descriptor, size - tail_size, tail_size, tail, arena, error);
        if (done) *archive = archive_detect(head, head_size, tail, tail_size, size);
    }
    if (done && is_plain && !known) {
        done = *archive ? fail_archive(error, wanted, *archive, file)
                        : fail_other_format(error, wanted, file, head, head_size, size);
    } else if (done && !is_plain && !*archive && wanted) {
        done = fail_other_format(error, wanted, file, head, head_size, size);
    } else if (done && !is_plain && !*archive && !known) {
        done = fail(error, ERROR_NOT_THIS_FORMAT, "not a file of a known format");
    }
    arena_release(arena, head);
    return done;
}

/* Files of at least this size are read in parts if parts are enough; smaller ones are read whole as
** fast. */
#define PARTS_LEAST (2 * DETECT_BYTES)
#define PART_BYTES  4096

/* The file from which parts are read. */
typedef struct PartsFile {
    int descriptor;
    const Arena *arena;
} PartsFile;

static bool read_part(void *context, uint64_t offset, uint64_t bytes, uint8_t *into, Error *error) {
    const PartsFile *file = context;
    return file_read_range(file->descriptor, offset, bytes, into, file->arena, error);
}

/* Opens the document from parts of the file, if these are enough. NULL, without an error: the file
** has to be read whole, which also gives the error if there is one. */
static Document *open_part(int descriptor, const FileIdentity *identity, const char *name,
                           Wanted wanted, Arena *arena) {
    uint64_t size = identity->size;
    const Format *format = wanted.header ? wanted.format : NULL;
    if (!format || !format->opens_by_parts || size < PARTS_LEAST || size > FILE_BYTES_MAX) {
        return NULL;
    }
    Error ignored = {0};
    Arena own = {.host = arena->host};
    PartsFile file = {descriptor, &own};
    FileParts parts = {.read = read_part,
                       .context = &file,
                       .size = size,
                       .head_bytes = DETECT_BYTES,
                       .part_bytes = PART_BYTES,
                       .bytes_most = size / 2};
    Document *document = document_open_part(format, &own, &parts, name, &ignored);
    if (!document || file_is_unchanged(descriptor, identity, &ignored)) return document;
    document_free(document);
    return NULL;
}

/* A small document lies in one block: the file's bytes, what is made of them, and what the cache
** stores. Of a larger file only the bytes lie elsewhere. Lists of what is in a file take less than a
** twelfth of its size, but have room for a few items at least. */
#define RESERVE_MOST ((uint64_t)130000) /* larger blocks are often asked from the system */
#define LISTS_LEAST  768
#define LISTS_PART   12

static void reserve(const SpanFile *file, const char *name, uint64_t size, Wanted wanted,
                    Arena *arena) {
    const Format *format = wanted.format;
    uint64_t beside = arena_block_bytes(sizeof(CachedDocument) + strlen(file->path) + 1);
    uint64_t whole = arena_block_bytes(size);
    if (!size || size > READ_AT_ONCE) return;
    if (format) beside += arena_block_bytes(format->document_bytes + strlen(name) + 1);
    if (format && format->complete && !wanted.header) beside += LISTS_LEAST + size / LISTS_PART;
    arena_reserve(arena, whole + beside <= RESERVE_MOST ? whole + beside : beside);
}

static bool read_whole(Session *session, int descriptor, SpanFile *file, const char *name,
                       Wanted wanted, Arena *arena, Opened *opened, Error *error) {
    const uint8_t *bytes;
    uint64_t size;
    if (session) cache_make_room(session, opened->identity.size);
    reserve(file, name, opened->identity.size, wanted, arena);
    if (file_read(descriptor, &opened->identity, arena, &bytes, &size, error)) {
        opened->document =
            open_bytes(session, wanted, arena, bytes, size, file, name, &opened->companion, error);
    }
    return opened->document != NULL;
}

/* Tells the system which file will be needed next, unless it is in the cache already. */
static void announce(Session *session, const SpanFile *next, Wanted wanted) {
    bool is_there = next->problem || next->archive || cache_has(session, next, wanted);
    if (!is_there) file_announce(next->path);
}

/* Reads as much of the file as is wanted; `next` is as in open_span_file(). */
static bool read_wanted(Session *session, int descriptor, SpanFile *file, const SpanFile *next,
                        Wanted wanted, Arena *arena, Opened *opened, Error *error) {
    const char *name = file_name(file->path);
    opened->document = open_part(descriptor, &opened->identity, name, wanted, arena);
    if (!opened->document) {
        if (next && opened->identity.size >= ANNOUNCED_BYTES) announce(session, next, wanted);
        read_whole(session, descriptor, file, name, wanted, arena, opened, error);
    }
    if (session && opened->document && opened->document->is_part) {
        session->settings.opened_by_header++;
    }
    return opened->document != NULL;
}

/* Opens the file and looks at its format; *archive is as above. -1: the error is set. */
static int open_descriptor(SpanFile *file, const Format *format, Arena *arena, Opened *opened,
                           const ArchiveFormat **archive, Error *error) {
    int descriptor = file_open(file->path, &opened->identity, error);
    if (descriptor < 0) return -1;
    bool done = true;
    if (file->identified && !file_same(&opened->identity, &file->identity)) {
        done = fail(error, ERROR_READ, "the file was changed while the query used it");
    }
    file->identity = done ? opened->identity : file->identity;
    file->identified = true;
    done = done && look_at_file(descriptor, &opened->identity, file, format, arena, archive, error);
    if (done) return descriptor;
    file_close(descriptor);
    return -1;
}

/* Does the same, but looks at the path before, since opening a device could have effects. A file
** that its folder's listing shows as regular is opened at once; if that fails, what is there now
** gives the error. */
static int open_path(SpanFile *file, const Format *format, Arena *arena, Opened *opened,
                     const ArchiveFormat **archive, Error *error) {
    if (file->is_regular) {
        int descriptor = open_descriptor(file, format, arena, opened, archive, error);
        if (descriptor >= 0 || error->kind != ERROR_CANNOT_OPEN) return descriptor;
        *error = (Error){0};
    }
    if (!file_identify(file->path, &opened->identity, error)) {
        advise_on_path(file->path, file->shown, error);
        return -1;
    }
    return open_descriptor(file, format, arena, opened, archive, error);
}

static bool open_file(Session *session, SpanFile *file, const SpanFile *next, Wanted wanted,
                      Arena *arena, Opened *opened, Error *error) {
    const Format *format = wanted.format;
    const ArchiveFormat *archive_format = NULL;
    int descriptor = open_path(file, format, arena, opened, &archive_format, error);
    if (descriptor < 0) return false;
    if (archive_format && !session) {
        file_close(descriptor);
        return fail_interrupted(error); /* left to the session, which keeps the descriptor */
    }
    if (archive_format) {
        Archive *archive =
            archive_open_file(session, file, archive_format, descriptor, arena, error);
        opened->document = archive ? &archive->document : NULL;
    } else {
        read_wanted(session, descriptor, file, next, wanted, arena, opened, error);
        file_close(descriptor);
    }
    if (opened->document) return true;
    arena_clear(arena);
    if (archive_format && !format && !is_final(error)) {
        opened->document = open_unreadable(arena, &archive_format->format, true,
                                           opened->identity.size, NULL, error);
    }
    return opened->document != NULL;
}

bool accept_companion(SpanFile *file, Opened *opened, Error *error) {
    if (file->archive || !has_companion(opened->document)) return true;
    if (file->companion_identified && !file_same(&opened->companion, &file->companion)) {
        document_free(opened->document);
        return fail(error, ERROR_READ, "the file beside it was changed while the query used it");
    }
    file->companion = opened->companion;
    file->companion_identified = true;
    return true;
}

/* `session` is NULL on a thread that opens files ahead, `entry` wherever the session tells. */
static bool open_any(Session *session, const Host *host, SpanFile *file, const EntrySource *entry,
                     const SpanFile *next, Wanted wanted, Opened *opened, Error *error) {
    const Format *format = wanted.format;
    Arena arena = {.host = host};
    *opened = (Opened){0};
    bool done;
    if (file->problem) {
        *error = *file->problem;
        done = false;
    } else if (file->archive) {
        EntrySource source;
        done = (entry || archive_entry_source(session, file, &source, error)) &&
               open_entry(session, file, entry ? entry : &source, wanted, &arena, opened, error);
    } else {
        done = open_file(session, file, next, wanted, &arena, opened, error);
    }
    if (done) return true;
    arena_clear(&arena);
    if (format || is_final(error)) return false;
    bool has_size = !file->archive && opened->identity.inode;
    opened->document = open_unreadable(&arena, NULL, has_size, opened->identity.size,
                                       file_name(file->path), error);
    return opened->document != NULL;
}

bool open_span_file(Session *session, SpanFile *file, const SpanFile *next, Wanted wanted,
                    Opened *opened, Error *error) {
    return open_any(session, &session->host, file, NULL, next, wanted, opened, error) &&
           accept_companion(file, opened, error);
}

bool open_ahead(const Host *host, SpanFile *file, const EntrySource *entry, Wanted wanted,
                Opened *opened, Error *error) {
    bool done = open_any(NULL, host, file, entry, NULL, wanted, opened, error);
    opened->young = file_is_young(&opened->identity) || file_is_young(&opened->companion);
    return done;
}
