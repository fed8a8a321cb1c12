/* The cache of decoded documents: see session.h. */
#include "cache.h"
#include "ahead.h"
#include "archives.h"
#include "opening.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static CachedDocument **heads_of(Buckets *buckets) {
    return buckets->heads ? buckets->heads : buckets->first;
}

static uint32_t bucket_count(const Buckets *buckets) {
    return buckets->heads ? buckets->bucket_count : FIRST_BUCKETS;
}

static uint64_t key_of(const CachedDocument *cached, CacheKey key) {
    return key == BY_HASH ? cached->hash : (uintptr_t)cached->document->bytes / 64;
}

/* Returns the bucket of a hash, or of an address / 64. */
static CachedDocument **bucket_of(Session *session, CacheKey key, uint64_t hash) {
    Buckets *buckets = &session->buckets[key];
    return &heads_of(buckets)[hash & (bucket_count(buckets) - 1)];
}

/* Doubles the number of buckets. If memory runs out, they stay, and look-ups take longer. */
static void grow_buckets(Session *session, CacheKey key) {
    Buckets *buckets = &session->buckets[key];
    uint32_t count = bucket_count(buckets);
    uint64_t bytes = 2 * (uint64_t)count * sizeof(CachedDocument *);
    CachedDocument **old = heads_of(buckets), **heads = sqlite3_malloc64(bytes);
    if (!heads) return;
    memset(heads, 0, (size_t)bytes);
    buckets->heads = heads;
    buckets->bucket_count = 2 * count;
    for (uint32_t i = 0; i < count; i++) {
        for (CachedDocument *cached = old[i], *next; cached; cached = next) {
            CachedDocument **bucket = bucket_of(session, key, key_of(cached, key));
            next = cached->next[key];
            cached->next[key] = *bucket;
            *bucket = cached;
        }
    }
    if (old != buckets->first) sqlite3_free(old);
}

static void link_bucket(Session *session, CachedDocument *cached, CacheKey key) {
    Buckets *buckets = &session->buckets[key];
    if (buckets->document_count++ >= bucket_count(buckets)) grow_buckets(session, key);
    CachedDocument **bucket = bucket_of(session, key, key_of(cached, key));
    cached->next[key] = *bucket;
    *bucket = cached;
}

static void unlink_bucket(Session *session, CachedDocument *cached, CacheKey key) {
    CachedDocument **at = bucket_of(session, key, key_of(cached, key));
    while (*at != cached) at = &(*at)->next[key];
    *at = cached->next[key];
    session->buckets[key].document_count--;
}

/* Removes the document from the buckets in which it is found. */
static void unlink_buckets(Session *session, CachedDocument *cached) {
    unlink_bucket(session, cached, BY_HASH);
    if (!cached->path) unlink_bucket(session, cached, BY_ADDRESS);
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
    if (session->newest == cached || cached->stale) return;
    unlink_document(session, cached);
    link_newest(session, cached);
}

static void free_cached(CachedDocument *cached) {
    for (uint16_t i = 0; i < cached->sister_count; i++) sqlite3_free(cached->sisters[i].path);
    sqlite3_free(cached->sisters);
    document_free(cached->document); /* `cached` lies in its memory */
}

/* Removes a document from the cache. If it is still referenced, the last reference frees it. */
static void drop(CachedDocument *cached) {
    Session *session = cached->session;
    if (cached->stale) return;
    unlink_document(session, cached);
    unlink_buckets(session, cached);
    session->cached_bytes -= (int64_t)cached->bytes;
    cached->stale = true;
    if (!cached->references) free_cached(cached);
}

/* Updates the size of a document, which grows as its parts are decoded. */
static void count_bytes(CachedDocument *cached) {
    if (cached->stale) return;
    uint64_t bytes = cached->document->arena.bytes;
    cached->session->cached_bytes += (int64_t)(bytes - cached->bytes);
    cached->bytes = bytes;
}

/* The newest documents are kept, because a query may go back and forth between them. */
#define NEWEST_KEPT 8

/* Tells whether the cache would exceed its limit with so many more bytes. */
static bool is_over(const Session *session, uint64_t more) {
    int64_t held = session->cached_bytes + ahead_bytes(session);
    return held + (int64_t)more > session->settings.cache_limit;
}

/* Drops unreferenced documents from `cached` on, towards older or newer ones, up to but not
** including `end`, until `more` bytes fit. */
static void drop_from(Session *session, CachedDocument *cached, const CachedDocument *end,
                      bool towards_newer, uint64_t more) {
    while (cached && cached != end && is_over(session, more)) {
        CachedDocument *next = towards_newer ? cached->newer : cached->older;
        if (!cached->references) drop(cached);
        cached = next;
    }
}

/* Drops documents until `more` bytes fit, but never `kept`. Documents of earlier spans go first,
** the least recently used ones before others. Of this span's documents, the newest go first except
** for a few: if a scan is larger than the cache, this keeps its first files for the next scan,
** where dropping the oldest would keep none that it finds. */
static void trim(Session *session, const CachedDocument *kept, uint64_t more) {
    if (!is_over(session, more)) return;
    CachedDocument *cached = session->oldest;
    while (cached && cached->span_serial != session->span_serial && is_over(session, more)) {
        CachedDocument *newer = cached->newer;
        if (!cached->references && cached != kept) drop(cached);
        cached = newer;
    }
    cached = session->newest;
    for (int i = 0; cached && i < NEWEST_KEPT; i++) cached = cached->older;
    drop_from(session, cached, NULL, false, more);
    drop_from(session, session->oldest, kept, true, more);
}

/* The newest document always stays, so that the next table of the same query finds it. */
void cache_trim(Session *session) {
    trim(session, session->newest, 0);
}

void cache_make_room(Session *session, uint64_t bytes) {
    trim(session, NULL, bytes);
}

void cache_clear(Session *session) {
    while (session->newest) {
        CachedDocument *cached = session->newest;
        drop(cached);
    }
    for (int key = 0; key < 2; key++) {
        sqlite3_free(session->buckets[key].heads);
        session->buckets[key] = (Buckets){0};
    }
}

void cache_settle(Session *session) {
    if (session->settings.is_outdated) cache_clear(session);
    session->settings.is_outdated = false;
    cache_make_room(session, 0);
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

/* Takes the document into the cache, with a reference. For a BLOB, `file` is NULL and `hash` is the
** hash of its content. Frees the document if memory runs out. */
static CachedDocument *keep(Session *session, const Opened *opened, SpanFile *file, uint64_t hash,
                            Error *error) {
    size_t path_bytes = file ? strlen(file->path) + 1 : 0; /* the path stands behind the struct */
    Arena *arena = &opened->document->arena;
    uint64_t bytes = sizeof(CachedDocument) + path_bytes;
    arena_allow(arena, arena_block_bytes(bytes)); /* the document's limit isn't for this */
    CachedDocument *cached = arena_alloc(arena, bytes, 1);
    if (!cached) {
        fail_memory(error, arena);
        document_free(opened->document);
        return NULL;
    }
    char *path = file ? memcpy(cached + 1, file->path, path_bytes) : NULL;
    *cached = (CachedDocument){.session = session,
                               .hash = file ? file->hash : hash,
                               .document = opened->document,
                               .path = path,
                               .references = 1};
    if (file && !archive_keep_sisters(cached, file)) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        free_cached(cached);
        return NULL;
    }
    if (file) {
        cached->identity = opened->identity;
        cached->companion = opened->companion;
        cached->young = opened->young || file_is_young(&opened->identity) ||
                        file_is_young(&opened->companion) || is_refused(opened->document);
        for (uint16_t i = 0; i < cached->sister_count; i++) {
            cached->young = cached->young || file_is_young(&cached->sisters[i].identity);
        }
        cached->span_serial = session->span_serial;
    }
    link_bucket(session, cached, BY_HASH);
    if (!path) link_bucket(session, cached, BY_ADDRESS);
    link_newest(session, cached);
    count_bytes(cached);
    cache_trim(session);
    return cached;
}

/* Tells whether a document serves a caller who asks for `format`. */
static bool serves(const CachedDocument *cached, const Format *format) {
    return format_serves(format, cached->document->format);
}

static CachedDocument *find_path(Session *session, const SpanFile *file, const Format *format) {
    uint64_t hash = file->hash;
    CachedDocument *cached = *bucket_of(session, BY_HASH, hash);
    while (cached && (cached->hash != hash || !cached->path ||
                      strcmp(cached->path, file->path) != 0 || !serves(cached, format))) {
        cached = cached->next[BY_HASH];
    }
    return cached;
}

/* Tells whether the neighbour file is the version that the span sees. If memory runs out, the
** answer is false. */
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

/* Tells whether an entry's archive is the one from which the entry was read. The path led through
** the archive in this span, so the span has seen a version of the archive. */
static bool is_fresh_entry(const CachedDocument *cached, SpanFile *file) {
    FileIdentity holder;
    Error ignored = {0};
    return file_same(&cached->identity, &outermost(file)->identity) &&
           archive_holder(cached->session, file, &holder, &ignored) &&
           file_same(&cached->companion, &holder);
}

/* Tells whether the cached document is the version of the file that the span sees. If the span
** hasn't seen any version yet, it sees the current one. */
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
        FileIdentity now = file->identity;
        if (!file->is_looked_at && !file_identify(file->path, &now, &ignored)) return false;
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

/* Completes the document if more of it is wanted. If this fails, it leaves the cache and the result
** is false: reading the file again then gives the error. */
static bool suffices(CachedDocument *cached, Wanted wanted) {
    Error ignored = {0};
    Document *document = cached->document;
    if (wanted.header || document_is_complete(document)) return true;
    if (document->is_part) cached->session->reads_whole = true;
    else if (document_complete(document, &ignored)) return true;
    drop(cached);
    return false;
}

/* Returns the cached document of the file with a reference, if it is up to date; else NULL. For a
** file with a problem, only a refused document counts. */
static CachedDocument *find_fresh(Session *session, SpanFile *file, Wanted wanted) {
    CachedDocument *cached = find_path(session, file, wanted.format);
    if (!cached || (file->problem && !is_refused(cached->document))) return NULL;
    document_retain(cached); /* is_fresh() may read an archive, for which others are dropped */
    if (!is_fresh(cached, file)) drop(cached);
    else if (suffices(cached, wanted)) {
        touch(session, cached);
        return cached;
    }
    document_release(cached);
    return NULL;
}

CachedDocument *cache_file(Session *session, SpanFile *file, Wanted wanted, Error *error) {
    CachedDocument *cached = find_fresh(session, file, wanted);
    if (cached) return cached;
    Opened opened;
    if (!open_span_file(session, file, NULL, wanted, &opened, error)) return NULL;
    return keep(session, &opened, file, 0, error);
}

bool cache_has(Session *session, const SpanFile *file, Wanted wanted) {
    const CachedDocument *cached = find_path(session, file, wanted.format);
    return cached && (wanted.header || !cached->document->is_part);
}

/* Opens a file that isn't in the cache. */
static CachedDocument *open_number(Session *session, const Source *source, uint32_t number,
                                   Wanted wanted, Scan *scan, Error *error) {
    SpanFile *file = source->files[number];
    Opened opened;
    if (scan && (!wanted.header || file->archive) && /* headers of files are read in no time */
        ahead_take(session, scan, source, number, wanted, &opened, error)) {
        bool done = opened.document && accept_companion(file, &opened, error);
        return done ? keep(session, &opened, file, 0, error) : NULL;
    }
    SpanFile *next = number + 1 < source->file_count ? source->files[number + 1] : NULL;
    bool done = open_span_file(session, file, next, wanted, &opened, error);
    if (scan) ahead_count(scan, done ? opened.document->arena.bytes : 0);
    return done ? keep(session, &opened, file, 0, error) : NULL;
}

CachedDocument *cache_document(Session *session, const Source *source, uint32_t number,
                               Wanted wanted, Scan *scan, Error *error) {
    if (source->blob) {
        CachedDocument *blob = source->blob;
        if (!wanted.header && !document_complete(blob->document, error)) {
            drop(blob);
            return NULL;
        }
        document_retain(blob);
        touch(session, blob);
        return blob;
    }
    CachedDocument *cached = find_fresh(session, source->files[number], wanted);
    if (cached) return cached;
    if (wanted.header && session->reads_whole) { /* the whole file will be needed anyway */
        Error ignored = {0};
        cached = open_number(session, source, number, wanted_whole(wanted.format), scan, &ignored);
        if (cached) return cached;
    }
    return open_number(session, source, number, wanted, scan, error);
}

/* ---- BLOBs ----------------------------------------------------------------------------------- */

static bool is_blob(const CachedDocument *cached, uint64_t size, const Format *format) {
    return !cached->path && cached->document->size == size && serves(cached, format);
}

static bool holds(const CachedDocument *cached, const void *bytes, uint64_t size) {
    return memcmp(cached->document->bytes, bytes, (size_t)size) == 0;
}

/* Returns the document whose bytes these are, else one with the same content. A query asks for the
** newest ones again and again, so these are compared before anything is hashed, which takes ten
** times as long as comparing. */
static CachedDocument *find_blob(Session *session, const void *bytes, uint64_t size,
                                 const Format *format, uint64_t *hash) {
    CachedDocument *cached = *bucket_of(session, BY_ADDRESS, (uintptr_t)bytes / 64);
    for (; cached; cached = cached->next[BY_ADDRESS]) {
        if (cached->document->bytes == bytes && is_blob(cached, size, format)) return cached;
    }
    cached = session->newest;
    for (int i = 0; cached && i < NEWEST_KEPT; i++, cached = cached->older) {
        if (is_blob(cached, size, format) && holds(cached, bytes, size)) return cached;
    }
    *hash = hash_bytes(&session->host, bytes, size);
    cached = *bucket_of(session, BY_HASH, *hash);
    for (; cached; cached = cached->next[BY_HASH]) {
        if (cached->hash == *hash && is_blob(cached, size, format) && holds(cached, bytes, size)) {
            return cached;
        }
    }
    return NULL;
}

/* Opens a BLOB that isn't in the cache; `hash` is the hash of its content. */
static CachedDocument *open_blob(Session *session, const void *bytes, uint64_t size, Wanted wanted,
                                 uint64_t hash, Error *error) {
    const Format *format = wanted.format;
    if (format && size > DETECT_BYTES && !format->detect(bytes, size, size)) {
        fail_other_format(error, format, NULL, bytes, size, size); /* without copying the bytes */
        return NULL;
    }
    Arena arena = {.host = &session->host};
    uint8_t *copy = arena_alloc(&arena, size, 1);
    if (!copy) {
        fail_memory(error, &arena);
        return NULL;
    }
    if (size) memcpy(copy, bytes, (size_t)size);
    Document *document = open_bytes(session, wanted, &arena, copy, size, NULL, NULL, NULL, error);
    if (document && !document->bytes) { /* even if it is unreadable, the column src shows it */
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
    CachedDocument *cached = document ? keep(session, &opened, NULL, hash, error) : NULL;
    if (!cached) return NULL;
    cached->source_file = &cached->blob_file;
    cached->source = (Source){.blob = cached, .files = &cached->source_file, .file_count = 1};
    return cached;
}

CachedDocument *cache_blob(Session *session, const void *bytes, uint64_t size, Wanted wanted,
                           Error *error) {
    uint64_t hash = 0; /* the hash of an empty BLOB */
    CachedDocument *cached = size ? find_blob(session, bytes, size, wanted.format, &hash) : NULL;
    if (!cached) return open_blob(session, bytes, size, wanted, hash, error);
    document_retain(cached); /* the bytes may belong to it */
    if (suffices(cached, wanted)) {
        touch(session, cached);
        return cached;
    }
    CachedDocument *anew = open_blob(session, bytes, size, wanted, cached->hash, error);
    document_release(cached);
    return anew;
}
