#include "engine/documents/opening.h"
#include "engine/documents/advice.h"
#include "engine/files/path.h"
#include "meta/unreadable.h"
#include "modules.h"

/* Smaller files are read at once, which is cheaper than looking at the beginning first. */
#define READ_AT_ONCE ((uint64_t)1 << 20)

/* ---- What a file is -------------------------------------------------------------------------- */

/* Fails because bytes are an archive, but `wanted` isn't; `file` has no path if they are a BLOB. */
static bool fail_archive(Error *error, const Format *wanted, const ArchiveFormat *format,
                         const SpanFile *file) {
    const char *own = format->format.name, *name = file->path ? path_name(file->shown) : NULL;
    char advice[300] = ": archive_entries(src) has what is in it";
    if (name && wanted->ending) {
        print_text(advice, sizeof advice, "; files in it have paths like '%.80s/%s*%s'", name,
                   format->folder, wanted->ending);
    } else if (name) { /* files of the wanted format have many endings */
        print_text(advice, sizeof advice, "; '{\"files\": [\"%.80s\"]}' names those in it", name);
    }
    return fail(error, ERROR_NOT_THIS_FORMAT, "%s %s archive, expected %s %s file%s",
                format_article(own), own, format_article(wanted->name), wanted->name, advice);
}

/* Tells whether a file is the text that Git has in place of a large file that wasn't fetched. */
static bool is_lfs_pointer(const uint8_t *head, uint64_t head_size) {
    return text_begins(head, (size_t)head_size, "version https://git-lfs.github.com/spec/");
}

#define LFS_POINTER "a Git LFS pointer instead of the file, which `git lfs pull` fetches"

static bool fail_unknown(Error *error, const uint8_t *head, uint64_t head_size, uint64_t size) {
    const char *what = size ? "not a file of a known format" : "an empty file";
    return fail(error, ERROR_NOT_THIS_FORMAT, "%s",
                is_lfs_pointer(head, head_size) ? LFS_POINTER : what);
}

/* Fails because a file, or a BLOB, isn't of the wanted format. `head` holds all its bytes, or the
** first ones if it is known not to be an archive. */
static bool fail_other_format(Error *error, const Format *wanted, const SpanFile *file,
                              const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (is_lfs_pointer(head, head_size)) return fail_unknown(error, head, head_size, size);
    if (wanted == &any_archive_format) {
        return fail(error, ERROR_NOT_THIS_FORMAT,
                    size ? "not an archive of a known format"
                         : "an empty file, expected an archive");
    }
    if (!size) {
        return fail(error, ERROR_NOT_THIS_FORMAT, "an empty file, expected %s %s file",
                    format_article(wanted->name), wanted->name);
    }
    const ArchiveFormat *archive = head_size == size ? archive_detect_bytes(head, size) : NULL;
    if (archive) return fail_archive(error, wanted, archive, file);
    const Format *found = detect_format(head, head_size, size);
    if (found && found != wanted && !found->is_last_resort) {
        return advice_fail_known_format(error, wanted, found);
    }
    if (wanted->second_ending) { /* a pair of files has one stem */
        return fail(error, ERROR_NOT_THIS_FORMAT, "not a %s index, expected a %s file",
                    wanted->name, wanted->ending);
    }
    return format_fail_other(wanted, error);
}

/* ---- Files that can't be decoded ------------------------------------------------------------- */

/* Makes the document that stands for a file that can't be decoded; clears the error. */
static Document *open_unreadable(Arena *arena, const Format *detected, bool has_size, uint64_t size,
                                 const char *name, Error *error) {
    Error none = {0};
    Document *document = document_open(&unreadable_format, arena, NULL, size, name, NULL, 0, &none);
    if (!document) return null_after(fail_as(error, &none));
    Unreadable *unreadable = (Unreadable *)document;
    unreadable->detected = detected;
    unreadable->has_size = has_size;
    unreadable->error = *error;
    *error = (Error){0};
    return document;
}

bool opening_was_refused(const Document *document) {
    const Unreadable *unreadable = as_unreadable(document);
    return unreadable &&
           (unreadable->error.kind == ERROR_CANNOT_OPEN || unreadable->error.kind == ERROR_READ);
}

/* Reads Format.second_ending's file, if there is one. */
static bool read_second(const OpenRequest *request, const Format *format, Arena *arena,
                        FilePart *second, Error *error) {
    FileSource source = request->second;
    Error problem = {0};
    *second = (FilePart){0};
    if (!format->second_ending || !source.file.path) return true;
    if (ranges_open(&source, &problem)) return ranges_read(&source, arena, second, error);
    return fail(error, problem.kind, "the %s file beside it: %s", format->second_ending,
                problem.message);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* Detects the format of bytes, or NULL. Archives with a magic at the beginning come first, since no
** other file has it. Archives that are recognised by their end come last, since any file may end
** that way. */
static const Format *detect_bytes(const uint8_t *bytes, uint64_t size) {
    const ArchiveFormat *archive = archive_detect(bytes, size, NULL, 0, size);
    if (archive) return &archive->format;
    const Format *format = detect_format(bytes, size, size);
    if ((format && !format->is_last_resort) || !size) return format;
    archive = archive_detect_bytes(bytes, size);
    return archive ? &archive->format : format;
}

/* Tells whether bytes that a text could have are rather a binary's: two NULs stand at their
** beginning, which even UTF-16 hardly has. */
static bool begin_as_binary(const uint8_t *bytes, uint64_t size) {
    enum { BEGINNING = 64 };
    for (uint64_t i = 1; i < size && i < BEGINNING; i++) {
        if (!bytes[i - 1] && !bytes[i]) return true;
    }
    return false;
}

/* Tells whether it is clear without decoding that bytes aren't of the one wanted format. */
static bool is_of_another(const Format *wanted, const uint8_t *bytes, uint64_t size) {
    bool is_taken = format_takes(wanted, bytes, size, size);
    bool may_be_other = wanted->takes && wanted != &bytes_format && begin_as_binary(bytes, size);
    if (is_taken && !may_be_other) return false;
    const Format *found = size ? detect_bytes(bytes, size) : NULL;
    bool is_known = found && !found->is_last_resort;
    if (is_taken) return is_known && !found->takes && !found->detects_by_lines;
    return !size || wanted->takes || is_lfs_pointer(bytes, size) || is_known;
}

/* Tells whether a text has a name that promises another format. A page that says "not found" under
** the name of a map is no sound file. */
static bool is_text_by_mistake(const Format *actual, const char *name) {
    return actual && actual->is_last_resort && name &&
           (is_name_of_format(name) || archive_has_ending(name, strlen(name)));
}

/* Bytes of a request, in an arena that the document will take over. */
typedef struct Content {
    Arena *arena;
    FilePart own;
    const char *name; /* NULL for a BLOB */
} Content;

static Document *open_as(const OpenRequest *request, const Format *format, const Content *content,
                         Error *error) {
    const ArchiveFormat *archive_format = archive_format_of(format);
    if (archive_format) {
        const Ranges ranges = ranges_of_bytes(content->own.bytes, content->own.size);
        Archive *archive = archive_open(archive_format, content->arena, &ranges, &request->archives,
                                        content->name, error);
        return archive ? &archive->document : NULL;
    }
    FilePart second;
    if (!read_second(request, format, content->arena, &second, error)) return NULL;
    return (request->wanted.reads == READS_HEADER ? document_open_header : document_open)(
        format, content->arena, content->own.bytes, content->own.size, content->name, second.bytes,
        second.size, error);
}

/* Decodes bytes. The document takes over the arena's memory; if this fails, it is freed. */
static Document *open_bytes(const OpenRequest *request, const Content *content, Error *error) {
    const Format *format = request->wanted.format;
    const uint8_t *bytes = content->own.bytes;
    uint64_t size = content->own.size;
    bool is_any = !format;
    bool is_plain = !is_any && format != &any_archive_format; /* a single format, not any archive */
    const Format *actual = is_plain ? format : detect_bytes(bytes, size);
    if (format == &any_archive_format && !archive_format_of(actual)) {
        const ArchiveFormat *archive = archive_detect_asked(bytes, size, size);
        if (archive) actual = &archive->format;
    }
    if (!is_plain && is_text_by_mistake(actual, content->name)) actual = NULL;
    Document *document = NULL;
    bool is_other =
        is_plain ? is_of_another(format, bytes, size) : !size || !format_serves(format, actual);
    if (!actual && is_any) {
        fail_unknown(error, bytes, size, size);
    } else if (is_other) {
        fail_other_format(error, format, &request->own.file, bytes, size, size);
    } else {
        document = open_as(request, actual, content, error);
    }
    if (document) { /* without a document, the arena and the bytes in it are gone */
        bool is_known = !is_plain || (!format->takes && format_detects(format, bytes, size, size));
        document->is_as_asked |= !is_known;
        return document;
    }
    arena_clear(content->arena);
    if (format || error_is_final(error)) return NULL;
    return open_unreadable(content->arena, actual, true, size, content->name, error);
}

Document *opening_blob(const Host *host, Wanted wanted, const ArchiveOptions *archives,
                       const void *bytes, uint64_t size, Error *error) {
    const OpenRequest request = {.wanted = wanted, .archives = *archives};
    const Format *format = wanted.format;
    if (format && size > DETECT_BYTES &&
        !format_takes(format, bytes, size, size)) { /* found out before the bytes are copied */
        return null_after(fail_other_format(error, format, &request.own.file, bytes, size, size));
    }
    Arena arena = {.host = host};
    uint8_t *copy = arena_alloc(&arena, size, 1);
    if (!copy) return null_after(fail_memory(error, &arena));
    if (size) memcpy(copy, bytes, (size_t)size);
    Content content = {.arena = &arena, .own = {copy, size}};
    Document *document = open_bytes(&request, &content, error);
    if (!document || document->bytes) return document;
    /* no document could be made of them, but the column src shows them */
    document->bytes = (const uint8_t *)text_copy(&document->arena, bytes, (size_t)size);
    if (document->bytes) return document;
    fail_memory(error, &document->arena);
    document_free(document);
    return NULL;
}

/* ---- Files of the system --------------------------------------------------------------------- */

/* Looks at the beginning of an open file, and at its end if the beginning doesn't tell the format.
** `head` has room for both. Returns false if the file isn't what is wanted. */
static bool look_at_ends(OpenRequest *request, uint8_t *head, uint64_t head_size,
                         uint64_t tail_size, const Arena *arena, Error *error) {
    const Format *wanted = request->wanted.format;
    const SpanFile *file = &request->own.file;
    const ArchiveFormat **archive = &request->archive;
    uint64_t size = request->own.size;
    int descriptor = request->own.descriptor;
    bool is_plain = wanted && wanted != &any_archive_format;
    if (!file_read_range(descriptor, 0, head_size, head, arena, error)) return false;
    const Format *found = is_plain ? NULL : detect_format(head, head_size, size);
    bool known = is_plain ? format_takes(wanted, head, head_size, size) : found != NULL;
    *archive = is_plain && known ? NULL : archive_detect(head, head_size, NULL, 0, size);
    if (!*archive && wanted == &any_archive_format) {
        *archive = archive_detect_asked(head, head_size, size);
    }
    if (!*archive && (!known || (found && found->is_last_resort))) {
        uint8_t *tail = head + head_size;
        if (!file_read_range(descriptor, size - tail_size, tail_size, tail, arena, error)) {
            return false;
        }
        *archive = archive_detect(head, head_size, tail, tail_size, size);
    }
    if (is_plain && !known) {
        return *archive ? fail_archive(error, wanted, *archive, file)
                        : fail_other_format(error, wanted, file, head, head_size, size);
    }
    if (is_plain || *archive) return true;
    if (wanted) return fail_other_format(error, wanted, file, head, head_size, size);
    return known || fail_unknown(error, head, head_size, size);
}

/* Finds out whether an open file is an archive. Returns false if the file isn't what is wanted. */
static bool look_at_file(OpenRequest *request, const Host *host, Error *error) {
    const Format *wanted = request->wanted.format;
    bool is_plain = wanted && wanted != &any_archive_format;
    uint64_t size = request->own.size, head_size = size < DETECT_BYTES ? size : DETECT_BYTES;
    uint64_t tail_size = size < ARCHIVE_TAIL_BYTES ? size : ARCHIVE_TAIL_BYTES;
    if (!size || (is_plain && size <= READ_AT_ONCE)) return true;
    Arena arena = {.host = host};
    uint8_t *head = arena_alloc(&arena, head_size + tail_size, 1);
    bool done = head ? look_at_ends(request, head, head_size, tail_size, &arena, error)
                     : fail_memory(error, &arena);
    arena_clear(&arena);
    return done;
}

bool opening_look(OpenRequest *request, const Host *host, Error *error) {
    FileSource *own = &request->own;
    if (own->file.problem) {
        *error = *own->file.problem;
        return false;
    }
    if (!ranges_open(own, error)) {
        if (error->kind == ERROR_CANNOT_OPEN) advice_on_path(own->file.path, error);
        return false;
    }
    bool done = own->descriptor < 0 || look_at_file(request, host, error);
    if (!done || request->archive) ranges_close(own);
    return done;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Files of at least this size are read in parts; smaller ones are read whole as fast. */
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

/* Opens the document from parts of the file, if these are enough. Returns NULL, without an error,
** if the file has to be read whole; that gives the error if there is one. */
static Document *open_part(const OpenRequest *request, const char *name, const Host *host) {
    uint64_t size = request->own.size;
    const Format *format = request->wanted.format;
    const Reads reads = request->wanted.reads;
    bool may_be = format && format->opens_by_parts && reads >= format->opens_by_parts;
    if (!may_be || request->own.descriptor < 0 || size < PARTS_LEAST || size > FILE_BYTES_MAX)
        return NULL;
    Error ignored = {0};
    Arena own = {.host = host};
    PartsFile file = {request->own.descriptor, &own};
    FileParts parts = {.read = read_part,
                       .context = &file,
                       .size = size,
                       .head_bytes = DETECT_BYTES,
                       .part_bytes = PART_BYTES,
                       .bytes_most = reads == READS_BODY ? UINT64_MAX : size / 2,
                       .reads = reads};
    Document *document = document_open_part(format, &own, &parts, name, &ignored);
    if (!document || file_is_unchanged(request->own.descriptor, &request->own.version, &ignored)) {
        return document;
    }
    document_free(document);
    return NULL;
}

/* A small document lies in one block: the file's bytes, what is made of them, and what is kept with
** them. A larger file's bytes lie in a block of their own. For lists of what is in a file, a
** twelfth of the file's size is reserved, but room for a few items at least. */
#define RESERVE_MOST ((uint64_t)130000) /* larger blocks are often asked from the system */
#define LISTS_LEAST  768
#define LISTS_PART   12

static void reserve(const OpenRequest *request, const char *name, Arena *arena) {
    const Format *format = request->wanted.format;
    uint64_t size = request->own.size, beside = arena_block_bytes(request->kept_bytes);
    uint64_t whole = arena_block_bytes(size);
    if (!size || size > READ_AT_ONCE || request->own.descriptor < 0) return;
    if (format) beside += arena_block_bytes(format->document_bytes + strlen(name) + 1);
    if (format && format->complete && request->wanted.reads != READS_HEADER) {
        beside += LISTS_LEAST + size / LISTS_PART;
    }
    arena_reserve(arena, whole + beside <= RESERVE_MOST ? whole + beside : beside);
}

static bool is_of_a_format(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return detect_format(head, head_size, size) || archive_detect(head, head_size, NULL, 0, size) ||
           text_begins(head, (size_t)head_size, "PK"); /* a ZIP, which its end tells */
}

/* Reads the whole file; where any format will do, only if its beginning is of one. */
static Document *read_whole(OpenRequest *request, Content *content, Error *error) {
    Arena *arena = content->arena;
    const Format *format = request->wanted.format;
    UnpackLook look = {is_of_a_format, request->own.size, false};
    if (!format || format == &any_archive_format) arena->look = &look;
    bool done = ranges_read(&request->own, arena, &content->own, error);
    arena->look = NULL;
    if (done) return open_bytes(request, content, error);
    if (!look.is_refused) return NULL;
    arena_clear(arena);
    *error = (Error){0};
    if (!format) fail_unknown(error, NULL, 0, look.size);
    else fail_other_format(error, format, &request->own.file, NULL, 0, look.size);
    if (format) return NULL;
    return open_unreadable(arena, NULL, true, look.size, content->name, error);
}

/* Reads as much of the file as is wanted. */
static void read_file(OpenRequest *request, Arena *arena, Opened *opened, Error *error) {
    Arena names = {.host = arena->host}; /* decoding that fails empties `arena` */
    FileSource *own = &request->own;
    const char *name = path_name(own->file.path);
    Content content = {.arena = arena};
    content.name = text_copy(&names, name, strlen(name) - own->file.number_bytes);
    if (content.name) opened->document = open_part(request, content.name, arena->host);
    else fail_memory(error, &names);
    if (content.name && !opened->document) {
        reserve(request, content.name, arena);
        opened->document = read_whole(request, &content, error);
    }
    ranges_close(own);
    arena_clear(&names);
}

/* Makes the findings if they are wanted; if that fails, they are made again where they are shown.
** Notes whether the files' identities can prove later that the document is up to date. */
static bool finish(const OpenRequest *request, Opened *opened) {
    Error ignored = {0};
    if (!opened->document) return false;
    if (request->wanted.checks && !archive_format_of(opened->document->format)) {
        document_findings(opened->document, &ignored);
    }
    opened->young = file_is_young(&opened->identity) || file_is_young(&opened->other) ||
                    opening_was_refused(opened->document);
    return true;
}

bool opening_fail(const OpenRequest *request, const Host *host, Opened *opened, Error *error) {
    const FileSource *own = &request->own;
    Arena arena = {.host = host};
    *opened = (Opened){.identity = own->version, .other = own->other};
    if (request->wanted.format || error_is_final(error)) return false;
    opened->document = open_unreadable(&arena, NULL, own->file.identity.inode,
                                       own->file.identity.size, path_name(own->file.path), error);
    if (!opened->document) arena_clear(&arena);
    return finish(request, opened);
}

bool opening_read(OpenRequest *request, const Host *host, Opened *opened, Error *error) {
    Arena arena = {.host = host};
    const FileSource *own = &request->own;
    *opened = (Opened){.identity = own->version,
                       .other = own->other,
                       .is_unpacked = own->archive && own->entry.packed_size != own->size};
    read_file(request, &arena, opened, error);
    if (!opened->document) arena_clear(&arena);
    return finish(request, opened);
}

bool opening_archive(OpenRequest *request, const Host *host, const Ranges *ranges, Opened *opened,
                     Error *error) {
    Arena arena = {.host = host};
    *opened = (Opened){.identity = request->own.version, .is_unpacked = true};
    Archive *archive = archive_open(request->archive, &arena, ranges, &request->archives,
                                    path_name(request->own.file.path), error);
    opened->document = archive ? &archive->document : NULL;
    if (!archive && !request->wanted.format && !error_is_final(error)) {
        opened->document = open_unreadable(&arena, &request->archive->format, true,
                                           request->own.size, NULL, error);
    }
    if (!opened->document) arena_clear(&arena);
    return finish(request, opened);
}
