/* The cache of decoded documents: see session.h. */
#include "cache.h"
#include "ahead.h"
#include "archives.h"
#include "opening.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

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
    CachedDocument **at =
        cached->path ? bucket_of(session, cached->path) : content_bucket(session, cached->hash);
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
    for (uint16_t i = 0; i < cached->sister_count; i++) sqlite3_free(cached->sisters[i].path);
    sqlite3_free(cached->sisters);
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

/* Does the cache hold more than it may, with so many bytes more? */
static bool is_over(const Session *session, int64_t more) {
    return session->cached_bytes + ahead_bytes(session) + more > session->settings.cache_limit;
}

/* Lets the least recently used go until the rest fits. The newest stays in any case, so that the
** next table of the same query finds it. */
void cache_trim(Session *session) {
    CachedDocument *cached = session->oldest;
    while (cached && cached != session->newest && is_over(session, 0)) {
        CachedDocument *newer = cached->newer;
        if (!cached->references) drop(cached);
        cached = newer;
    }
}

void cache_make_room(Session *session, uint64_t bytes) {
    CachedDocument *cached = session->oldest;
    while (cached && is_over(session, (int64_t)bytes)) {
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

void cache_settle(Session *session) {
    if (session->settings.is_outdated) cache_clear(session);
    session->settings.is_outdated = false;
    cache_trim(session);
}

/* ---- References ------------------------------------------------------------------------------ */

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

/* ---- Files ----------------------------------------------------------------------------------- */

/* Takes the document into the cache, with a reference; of a BLOB `file` is NULL. Frees it when
** there is no memory. */
static CachedDocument *keep(Session *session, const Opened *opened, SpanFile *file, Error *error) {
    CachedDocument *cached = sqlite3_malloc64(sizeof *cached);
    char *path = file ? sqlite3_mprintf("%s", file->path) : NULL;
    if (!cached || (file && !path)) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        sqlite3_free(cached);
        sqlite3_free(path);
        document_free(opened->document);
        return NULL;
    }
    *cached = (CachedDocument){
        .session = session, .document = opened->document, .path = path, .references = 1};
    if (file && !archive_keep_sisters(cached, file)) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        free_cached(cached);
        return NULL;
    }
    if (file) {
        CachedDocument **bucket = bucket_of(session, path);
        cached->identity = opened->identity;
        cached->companion = opened->companion;
        cached->young = opened->young || file_is_young(&opened->identity) ||
                        file_is_young(&opened->companion) || is_refused(opened->document);
        for (uint16_t i = 0; i < cached->sister_count; i++) {
            cached->young = cached->young || file_is_young(&cached->sisters[i].identity);
        }
        cached->span_serial = session->span_serial;
        cached->next_in_bucket = *bucket;
        *bucket = cached;
    }
    link_newest(session, cached);
    count_bytes(cached);
    cache_trim(session);
    return cached;
}

/* Can this document serve one who asks for `format`? */
static bool serves(const CachedDocument *cached, const Format *format) {
    return format_serves(format, cached->document->format);
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
        FileIdentity now;
        Error ignored = {0};
        if (!identify_companion(cached->session, cached->document, file, &now, &ignored) ||
            !file_same(&cached->companion, &now)) {
            return false;
        }
        file->companion = now;
        file->companion_identified = true;
    }
    return file_same(&cached->companion, &file->companion);
}

/* Of an entry: is its archive the one from which it was read? The path has led through the archive
** in this span, which has seen a version of it therefore. */
static bool is_fresh_entry(const CachedDocument *cached, SpanFile *file) {
    FileIdentity holder;
    Error ignored = {0};
    return file_same(&cached->identity, &outermost(file)->identity) &&
           archive_holder(cached->session, file, &holder, &ignored) &&
           file_same(&cached->companion, &holder);
}

/* Is the cached document the version of the file that the span sees? A span that has seen none
** yet sees the one that is there now. */
static bool is_fresh(CachedDocument *cached, SpanFile *file) {
    uint64_t span = cached->session->span_serial;
    if (cached->span_serial == span) return true;
    if (cached->young) return false;
    if (file->archive) {
        if (!is_fresh_entry(cached, file)) return false;
        cached->span_serial = span;
        return true;
    }
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
    if (!archive_sisters_are_fresh(cached, file)) return false;
    cached->span_serial = span;
    return true;
}

/* The document of the file that is in the cache and fresh, with a reference, or NULL. */
static CachedDocument *find_fresh(Session *session, SpanFile *file, const Format *format) {
    CachedDocument *cached = find_path(session, file->path, format);
    if (!cached) return NULL;
    if (!is_fresh(cached, file)) {
        drop(cached);
        return NULL;
    }
    document_retain(cached);
    touch(session, cached);
    return cached;
}

CachedDocument *cache_file(Session *session, SpanFile *file, const char *next, const Format *format,
                           Error *error) {
    CachedDocument *cached = find_fresh(session, file, format);
    if (cached) return cached;
    Opened opened;
    if (!open_span_file(session, file, next, format, &opened, error)) return NULL;
    return keep(session, &opened, file, error);
}

bool cache_has(Session *session, const SpanFile *file, const Format *format) {
    return find_path(session, file->path, format);
}

/* The file behind number `number`, which a scan is likely to want next; NULL if it is there
** already. */
static const char *next_path(Session *session, const Source *source, uint32_t number,
                             const Format *format) {
    if (number + 1 >= source->file_count) return NULL;
    const SpanFile *next = source->files[number + 1];
    bool is_there = next->problem || next->archive || cache_has(session, next, format);
    return is_there ? NULL : next->path;
}

CachedDocument *cache_document(Session *session, const Source *source, uint32_t number,
                               const Format *format, Scan *scan, Error *error) {
    if (source->blob) {
        document_retain(source->blob);
        touch(session, source->blob);
        return source->blob;
    }
    SpanFile *file = source->files[number];
    CachedDocument *cached = find_fresh(session, file, format);
    if (cached) return cached;
    Opened opened;
    if (scan && ahead_take(session, scan, source, number, format, &opened, error)) {
        bool done = opened.document && accept_companion(file, &opened, error);
        return done ? keep(session, &opened, file, error) : NULL;
    }
    const char *next = next_path(session, source, number, format);
    if (!open_span_file(session, file, next, format, &opened, error)) return NULL;
    return keep(session, &opened, file, error);
}

/* ---- BLOBs ----------------------------------------------------------------------------------- */

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

CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size, const Format *format,
                           Error *error) {
    uint64_t hash = 0; /* of nothing */
    CachedDocument *cached = size ? find_blob(session, bytes, size, format, &hash) : NULL;
    if (cached) {
        document_retain(cached);
        touch(session, cached);
        return cached;
    }
    if (format && size > DETECT_BYTES && !format->detect(bytes, size, size)) {
        fail_other_format(error, format, NULL, bytes, size); /* and isn't copied */
        return NULL;
    }
    Arena arena = {.host = &session->host};
    uint8_t *copy = arena_alloc(&arena, size, 1);
    if (!copy) {
        fail_memory(error, &arena);
        return NULL;
    }
    if (size) memcpy(copy, bytes, (size_t)size);
    Document *document = open_bytes(session, format, &arena, copy, size, NULL, NULL, NULL, error);
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
    const Opened opened = {.document = document};
    cached = document ? keep(session, &opened, NULL, error) : NULL;
    if (!cached) return NULL;
    link_blob(session, cached, hash);
    cached->source_file = &cached->blob_file;
    cached->source = (Source){.blob = cached, .files = &cached->source_file, .file_count = 1};
    return cached;
}
