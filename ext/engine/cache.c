/* The cache of decoded documents: see session.h. */
#include "cache.h"
#include "unreadable.h"

/* ---- Lists ------------------------------------------------------------------------------------ */

static CachedDocument **bucket_of(Session *session, const char *path) {
    return &session->buckets[hash_bytes(&session->host, path, strlen(path)) % CACHE_BUCKETS];
}

static CachedDocument **content_bucket(Session *session, uint64_t hash) {
    return &session->blobs[hash % CACHE_BUCKETS];
}

static CachedDocument **address_bucket(Session *session, const void *bytes) {
    return &session->addresses[(uintptr_t)bytes / 64 % CACHE_BUCKETS];
}

static void link_blob(Session *session, CachedDocument *cached, uint64_t hash) {
    CachedDocument **content = content_bucket(session, hash);
    CachedDocument **address = address_bucket(session, cached->document->bytes);
    cached->hash = hash;
    cached->next_in_bucket = *content;
    cached->next_by_address = *address;
    *content = *address = cached;
}

/* Takes the document out of the buckets by which it is found. */
static void unlink_buckets(Session *session, CachedDocument *cached) {
    CachedDocument **at = cached->path ? bucket_of(session, cached->path)
                                       : content_bucket(session, cached->hash);
    while (*at != cached) at = &(*at)->next_in_bucket;
    *at = cached->next_in_bucket;
    if (cached->path) return;
    at = address_bucket(session, cached->document->bytes);
    while (*at != cached) at = &(*at)->next_by_address;
    *at = cached->next_by_address;
}

static void link_newest(Session *session, CachedDocument *cached) {
    cached->older = session->newest;
    cached->newer = NULL;
    if (session->newest) session->newest->newer = cached;
    else session->oldest = cached;
    session->newest = cached;
}

static void unlink_document(Session *session, CachedDocument *cached) {
    if (cached->newer) cached->newer->older = cached->older;
    else session->newest = cached->older;
    if (cached->older) cached->older->newer = cached->newer;
    else session->oldest = cached->newer;
}

static void touch(Session *session, CachedDocument *cached) {
    if (session->newest == cached) return;
    unlink_document(session, cached);
    link_newest(session, cached);
}

static void free_cached(CachedDocument *cached) {
    document_free(cached->document);
    sqlite3_free(cached->path);
    sqlite3_free(cached);
}

/* Out of the cache; what is still referenced is freed with its last reference. */
static void drop(CachedDocument *cached) {
    Session *session = cached->session;
    if (cached->stale) return;
    unlink_document(session, cached);
    unlink_buckets(session, cached);
    session->cached_bytes -= (int64_t)cached->bytes;
    cached->stale = true;
    if (!cached->references) free_cached(cached);
}

/* Documents grow as parts of them are decoded on demand. */
static void count_bytes(CachedDocument *cached) {
    if (cached->stale) return;
    uint64_t bytes = sizeof *cached + cached->document->arena.bytes;
    cached->session->cached_bytes += (int64_t)(bytes - cached->bytes);
    cached->bytes = bytes;
}

/* Lets the least recently used go until the rest fits. The newest stays in any case, so that the
** next table of the same query finds it. */
void cache_trim(Session *session) {
    CachedDocument *cached = session->oldest;
    while (cached && cached != session->newest && session->cached_bytes > session->settings.cache_limit) {
        CachedDocument *newer = cached->newer;
        if (!cached->references) drop(cached);
        cached = newer;
    }
}

/* The same, until as many bytes more fit, and even the newest goes: what is read next would push it
** out a moment later, and it can as well take the place that this leaves. */
static void make_room(Session *session, uint64_t bytes) {
    CachedDocument *cached = session->oldest;
    while (cached && session->cached_bytes + (int64_t)bytes > session->settings.cache_limit) {
        CachedDocument *newer = cached->newer;
        if (!cached->references) drop(cached);
        cached = newer;
    }
}

void cache_clear(Session *session) {
    while (session->newest) {
        CachedDocument *cached = session->newest;
        drop(cached);
    }
}

/* ---- References ------------------------------------------------------------------------------- */

void document_retain(CachedDocument *cached) {
    cached->references++;
}

void document_release(CachedDocument *cached) {
    if (!cached || --cached->references) return;
    if (cached->stale) {
        free_cached(cached);
        return;
    }
    count_bytes(cached);
    cache_trim(cached->session);
}

void release_block(void *block) {
    document_release(*arena_block_owner(block));
}

/* ---- Opening ---------------------------------------------------------------------------------- */

static bool is_final(const Error *error) { /* not the file's fault */
    return error->kind == ERROR_NO_MEMORY || error->kind == ERROR_INTERRUPTED;
}

/* What stands in for a file that can't be decoded; clears the error. */
static Document *open_unreadable(Arena *arena, const Format *detected, bool has_size,
                                 uint64_t size, const char *name, Error *error) {
    Error none = {0};
    Document *document =
        document_open(&unreadable_format, arena, NULL, size, name, NULL, 0, &none);
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

/* The format of the file: where it can't be decoded, what it looks like, or NULL. */
static const Format *format_of(const Document *document) {
    if (document->format != &unreadable_format) return document->format;
    return ((const Unreadable *)document)->detected;
}

static bool has_companion(const Document *document) {
    const Format *format = format_of(document);
    return format && format->companion;
}

/* Is it unreadable because of what the system refuses now and may give later? */
static bool is_refused(const Document *document) {
    if (document->format != &unreadable_format) return false;
    ErrorKind kind = ((const Unreadable *)document)->error.kind;
    return kind == ERROR_CANNOT_OPEN || kind == ERROR_READ;
}

static const char *file_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

/* A neighbour that a format's files come with: the path is NULL where there can be none. */
typedef struct Companion {
    char *path; /* in an arena */
    const uint8_t *bytes;
    uint64_t size;
    FileIdentity identity; /* zeroed where it isn't there */
} Companion;

static bool identify_companion(const Format *format, const char *path, Arena *arena,
                               Companion *companion, Error *error) {
    const char *const *endings = format->companion;
    size_t length = path ? strlen(path) : 0;
    size_t ending = endings ? strlen(endings[0]) : 0;
    *companion = (Companion){0};
    if (!endings || length < ending || sqlite3_stricmp(path + length - ending, endings[0])) {
        return true;
    }
    size_t stem = length - ending;
    companion->path = arena_alloc(arena, stem + strlen(endings[1]) + 1, 1);
    if (!companion->path) return fail_memory(error, arena);
    memcpy(companion->path, path, stem);
    memcpy(companion->path + stem, endings[1], strlen(endings[1]) + 1);
    Error problem = {0};
    if (file_is_absent(companion->path) ||
        file_identify(companion->path, &companion->identity, &problem)) {
        return true;
    }
    return fail(error, problem.kind, "the %s file beside it: %s", endings[1], problem.message);
}

static bool read_companion(const Format *format, const char *path, Arena *arena,
                           Companion *companion, Error *error) {
    if (!identify_companion(format, path, arena, companion, error)) return false;
    bool done = !companion->identity.inode ||
                file_read(companion->path, NULL, arena, &companion->bytes, &companion->size,
                          &companion->identity, error);
    arena_release(arena, companion->path);
    return done;
}

/* Decodes bytes that lie in `arena`, as `format` or, where that is NULL, as whatever they are. */
static Document *decode(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *path, FileIdentity *companion_identity, Error *error) {
    const Format *actual = format ? format : detect_format(bytes, size, size);
    Companion companion = {0};
    Document *document = NULL;
    if (!actual) {
        fail(error, ERROR_NOT_THIS_FORMAT, size ? "not a file of a known format" : "an empty file");
    } else if (!size) {
        fail(error, ERROR_NOT_THIS_FORMAT, "an empty file, expected a %s file", actual->name);
    } else if (read_companion(actual, path, arena, &companion, error)) {
        document = document_open(actual, arena, bytes, size, file_name(path), companion.bytes,
                                 companion.size, error);
    }
    *companion_identity = companion.identity;
    if (document) return document;
    arena_clear(arena);
    if (format || is_final(error)) return NULL;
    return open_unreadable(arena, actual, true, size, file_name(path), error);
}

/* Takes the document into the cache, with a reference. Frees it when there is no memory. */
static CachedDocument *keep(Session *session, Document *document, const char *path,
                            const FileIdentity *identity, const FileIdentity *companion,
                            Error *error) {
    CachedDocument *cached = sqlite3_malloc64(sizeof *cached);
    char *path_copy = path ? sqlite3_mprintf("%s", path) : NULL;
    if (!cached || (path && !path_copy)) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        sqlite3_free(cached);
        sqlite3_free(path_copy);
        document_free(document);
        return NULL;
    }
    *cached = (CachedDocument){
        .session = session, .document = document, .path = path_copy, .references = 1};
    if (path) {
        CachedDocument **bucket = bucket_of(session, path);
        cached->identity = *identity;
        cached->companion = *companion;
        cached->young =
            file_is_young(identity) || file_is_young(companion) || is_refused(document);
        cached->next_in_bucket = *bucket;
        *bucket = cached;
    }
    link_newest(session, cached);
    count_bytes(cached);
    cache_trim(session);
    return cached;
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* Can this document serve one who asks for `format`? */
static bool serves(const CachedDocument *cached, const Format *format) {
    return !format || cached->document->format == format;
}

static CachedDocument *find_path(Session *session, const char *path, const Format *format) {
    CachedDocument *cached = *bucket_of(session, path);
    while (cached && (strcmp(cached->path, path) != 0 || !serves(cached, format))) {
        cached = cached->next_in_bucket;
    }
    return cached;
}

/* Is the file beside it the one that the span sees? Without memory to find out it isn't. */
static bool has_fresh_companion(const CachedDocument *cached, SpanFile *file) {
    if (!has_companion(cached->document)) return true;
    if (!file->companion_identified) {
        const Format *format = format_of(cached->document);
        Arena arena = {.host = &cached->session->host};
        Companion now;
        Error ignored = {0};
        bool known = identify_companion(format, file->path, &arena, &now, &ignored);
        arena_clear(&arena);
        if (!known || !file_same(&cached->companion, &now.identity)) return false;
        file->companion = now.identity;
        file->companion_identified = true;
    }
    return file_same(&cached->companion, &file->companion);
}

/* Is the cached document the version of the file that the span sees? A span that has seen none
** yet sees the one that is there now. */
static bool is_fresh(CachedDocument *cached, SpanFile *file) {
    uint64_t span = cached->session->span_serial;
    if (cached->span_serial == span) return true;
    if (cached->young) return false;
    if (!file->identified) {
        Error ignored = {0};
        FileIdentity now;
        if (!file_identify(file->path, &now, &ignored)) return false;
        if (!file_same(&cached->identity, &now)) return false;
        file->identity = now;
        file->identified = true;
    }
    if (!file_same(&cached->identity, &file->identity)) return false;
    if (!has_fresh_companion(cached, file)) return false;
    cached->span_serial = span;
    return true;
}

/* Files that take long enough for the next one to be fetched meanwhile. */
#define ANNOUNCED_BYTES 1048576

/* The file behind number `number`, which a scan is likely to want next; NULL if it is there already. */
static const char *next_path(Session *session, const Source *source, uint32_t number,
                             const Format *format) {
    if (number + 1 >= source->file_count) return NULL;
    const SpanFile *next = source->files[number + 1];
    return next->problem || find_path(session, next->path, format) ? NULL : next->path;
}

/* `next` may be NULL. */
static CachedDocument *read_document(Session *session, SpanFile *file, const char *next,
                                     const Format *format, Error *error) {
    Arena arena = {.host = &session->host};
    const uint8_t *bytes = NULL;
    uint64_t size = 0;
    FileIdentity identity = {0}, companion = {0};
    Document *document = NULL;
    bool done = !file->problem || fail(error, ERROR_CANNOT_OPEN, "a folder that can't be listed: %s",
                                       file->problem);
    done = done && file_identify(file->path, &identity, error);
    if (done) make_room(session, identity.size);
    if (done && next && identity.size >= ANNOUNCED_BYTES) file_announce(next);
    done = done && file_read(file->path, format ? format : &any_format, &arena, &bytes, &size,
                             &identity, error);
    if (done && file->identified && !file_same(&identity, &file->identity)) {
        done = fail(error, ERROR_READ, "the file was changed while the query used it");
    }
    if (done) {
        file->identity = identity;
        file->identified = true;
        document = decode(format, &arena, bytes, size, file->path, &companion, error);
    } else {
        arena_clear(&arena);
        if (!format && !is_final(error)) {
            document = open_unreadable(&arena, NULL, identity.inode != 0, identity.size,
                                       file_name(file->path), error);
        }
    }
    if (document && has_companion(document)) {
        if (file->companion_identified && !file_same(&companion, &file->companion)) {
            fail(error, ERROR_READ, "the file beside it was changed while the query used it");
            document_free(document);
            return NULL;
        }
        file->companion = companion;
        file->companion_identified = true;
    }
    CachedDocument *cached =
        document ? keep(session, document, file->path, &identity, &companion, error) : NULL;
    if (!cached) return NULL;
    cached->span_serial = session->span_serial;
    return cached;
}

CachedDocument *cache_document(Session *session, const Source *source, uint32_t number,
                                 const Format *format, Error *error) {
    CachedDocument *cached = source->blob;
    SpanFile *file = source->files[number];
    if (!cached) cached = find_path(session, file->path, format);
    if (cached && !source->blob && !is_fresh(cached, file)) {
        drop(cached);
        cached = NULL;
    }
    if (!cached) {
        return read_document(session, file, next_path(session, source, number, format), format,
                             error);
    }
    document_retain(cached);
    touch(session, cached);
    return cached;
}

/* ---- BLOBs ------------------------------------------------------------------------------------ */

static bool is_blob(const CachedDocument *cached, uint64_t size, const Format *format) {
    return !cached->path && cached->document->size == size && serves(cached, format);
}

static bool holds(const CachedDocument *cached, const void *bytes, uint64_t size) {
    return memcmp(cached->document->bytes, bytes, (size_t)size) == 0;
}

/* The document that these bytes belong to, else one of the same content. A loop asks for the newest
** again and again, so that is compared before anything is hashed. */
static CachedDocument *find_blob(Session *session, const void *bytes, uint64_t size,
                                 const Format *format, uint64_t *hash) {
    CachedDocument *cached = *address_bucket(session, bytes);
    for (; cached; cached = cached->next_by_address) {
        if (cached->document->bytes == bytes && is_blob(cached, size, format)) return cached;
    }
    cached = session->newest;
    if (cached && is_blob(cached, size, format) && holds(cached, bytes, size)) return cached;
    *hash = hash_bytes(&session->host, bytes, size);
    for (cached = *content_bucket(session, *hash); cached; cached = cached->next_in_bucket) {
        if (cached->hash == *hash && is_blob(cached, size, format) && holds(cached, bytes, size)) {
            return cached;
        }
    }
    return NULL;
}

CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size,
                           const Format *format, Error *error) {
    uint64_t hash = 0; /* of nothing */
    CachedDocument *cached = size ? find_blob(session, bytes, size, format, &hash) : NULL;
    if (cached) {
        document_retain(cached);
        touch(session, cached);
        return cached;
    }
    if (format && size > DETECT_BYTES && !format->detect(bytes, size, size)) {
        fail(error, ERROR_NOT_THIS_FORMAT, "not a %s file", format->name); /* and isn't copied */
        return NULL;
    }
    Arena arena = {.host = &session->host};
    uint8_t *copy = arena_alloc(&arena, size, 1);
    if (!copy) {
        fail_memory(error, &arena);
        return NULL;
    }
    if (size) memcpy(copy, bytes, (size_t)size);
    FileIdentity none;
    Document *document = decode(format, &arena, copy, size, NULL, &none, error);
    if (document && !document->bytes) { /* unreadable, but its src is echoed all the same */
        uint8_t *echo = arena_alloc(&document->arena, size, 1);
        if (!echo) {
            fail_memory(error, &document->arena);
            document_free(document);
            return NULL;
        }
        if (size) memcpy(echo, bytes, (size_t)size);
        document->bytes = echo;
    }
    cached = document ? keep(session, document, NULL, NULL, NULL, error) : NULL;
    if (!cached) return NULL;
    link_blob(session, cached, hash);
    cached->source_file = &cached->blob_file;
    cached->source =
        (Source){.blob = cached, .files = &cached->source_file, .file_count = 1};
    return cached;
}
