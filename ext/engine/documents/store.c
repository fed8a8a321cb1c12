#include "engine/documents/store.h"
#include "engine/system/sqlite.h"
#include "modules.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static void use_first_buckets(Store *store) {
    memset(store->first_buckets, 0, sizeof store->first_buckets);
    store->buckets = store->first_buckets;
    store->bucket_count = FIRST_BUCKETS;
}

void store_begin(Store *store, const Host *host, Settings *settings) {
    store->host = host;
    store->settings = settings;
    use_first_buckets(store);
}

static CachedDocument **bucket_of(Store *store, uint64_t hash) {
    return &store->buckets[hash & (store->bucket_count - 1)];
}

/* Doubles the number of buckets, unless memory runs out; then look-ups only take longer. */
static void grow_buckets(Store *store) {
    uint32_t count = store->bucket_count;
    uint64_t bytes = 2 * (uint64_t)count * sizeof(CachedDocument *);
    CachedDocument **old = store->buckets, **buckets = sqlite3_malloc64(bytes);
    if (!buckets) return;
    memset(buckets, 0, (size_t)bytes);
    store->buckets = buckets;
    store->bucket_count = 2 * count;
    for (uint32_t i = 0; i < count; i++) {
        for (CachedDocument *cached = old[i], *next; cached; cached = next) {
            CachedDocument **bucket = bucket_of(store, cached->hash);
            next = cached->next;
            cached->next = *bucket;
            *bucket = cached;
        }
    }
    if (old != store->first_buckets) sqlite3_free(old);
}

static void link_newest(Store *store, CachedDocument *cached) {
    cached->used = ++store->uses;
    cached->older = store->newest;
    cached->newer = NULL;
    if (store->newest) store->newest->newer = cached;
    else store->oldest = cached;
    store->newest = cached;
}

static void unlink_document(Store *store, CachedDocument *cached) {
    if (cached->newer) cached->newer->older = cached->older;
    else store->newest = cached->older;
    if (cached->older) cached->older->newer = cached->newer;
    else store->oldest = cached->newer;
}

void store_touch(CachedDocument *cached) {
    Store *store = cached->store;
    if (store->newest == cached || cached->stale) return;
    cached->used_again = true;
    unlink_document(store, cached);
    link_newest(store, cached);
}

static void free_cached(CachedDocument *cached) {
    for (uint16_t i = 0; i < cached->sister_count; i++) {
        sqlite3_free((void *)(uintptr_t)cached->sisters[i].path);
    }
    sqlite3_free(cached->sisters);
    document_free(cached->document); /* `cached` lies in its memory */
}

/* Tells whether making a document again takes much longer than reading its bytes. */
static bool is_costly(const CachedDocument *cached) {
    return cached->is_unpacked || cached->bytes > 2 * cached->document->size;
}

/* Adds the document's bytes to those of the store, or with -1 takes them away. */
static void add_bytes(CachedDocument *cached, int sign) {
    int64_t bytes = sign * (int64_t)cached->bytes;
    cached->store->settings->cache_bytes += bytes;
    if (cached->newcomer.is_costly) cached->store->costly_bytes += bytes;
}

void store_drop(CachedDocument *cached) {
    Store *store = cached->store;
    if (cached->stale) return;
    unlink_document(store, cached);
    CachedDocument **at = bucket_of(store, cached->hash);
    while (*at != cached) at = &(*at)->next;
    *at = cached->next;
    store->document_count--;
    add_bytes(cached, -1);
    cached->stale = true;
    if (!cached->references) free_cached(cached);
}

/* Updates the size of a document, which grows as its parts are decoded. */
static void count_bytes(CachedDocument *cached) {
    uint64_t bytes = document_memory(cached->document);
    if (cached->stale || bytes == cached->bytes) return;
    add_bytes(cached, -1);
    cached->bytes = bytes;
    cached->newcomer.is_costly = is_costly(cached);
    add_bytes(cached, 1);
}

/* ---- Notes of what was let go ---------------------------------------------------------------- */

/*
** A document that comes again shows how often its file is needed: if it was used more lately than
** the oldest document that is still kept, it deserves the place; if not, as in a scan that goes
** round and round over more than fits, it doesn't. So the store notes when it last used what it
** lets go of. The notes are a table of fixed size in which a newer note takes the place of an older
** one: what is no longer known counts as new.
**
** A note has the upper half of a hash, whose lower half gives the note's place, and the lower 31
** bits of the use's number, so that after two billion uses an old note could look new, which costs
** nothing but a document. */
typedef struct RecallNote {
    uint32_t hash;
    uint32_t used : 31;
    uint32_t is_costly : 1;
} RecallNote;

enum { NOTES = 4096, USES_MASK = 0x7fffffff };

static void note_let_go(Store *store, const CachedDocument *cached) {
    uint64_t bytes = NOTES * sizeof *store->notes;
    if (!store->notes) {
        store->notes = sqlite3_malloc64(bytes);
        if (!store->notes) return;
        memset(store->notes, 0, (size_t)bytes);
    }
    store->notes[cached->hash % NOTES] =
        (RecallNote){(uint32_t)(cached->hash >> 32), (uint32_t)cached->used & USES_MASK,
                     cached->newcomer.is_costly};
}

static Newcomer newcomer_of(const Store *store, uint64_t hash) {
    const RecallNote *note = store->notes ? &store->notes[hash % NOTES] : NULL;
    if (!note || note->hash != (uint32_t)(hash >> 32)) return (Newcomer){0, false};
    uint32_t since = ((uint32_t)store->uses - note->used) & USES_MASK;
    return (Newcomer){store->fits_all ? 0 : since, note->is_costly};
}

/* The newest documents are kept, because a query may go back and forth between them: two of them,
** and up to eight that take no more than a small part of the space. */
#define NEWEST_KEPT  8
#define NEWEST_PART  32
#define NEWEST_LEAST 2
/* A document that is costly to make again stays so many times as long. */
#define COSTLY_TIMES 4
/* No more documents than this are looked at to find those that can go. */
#define LOOKS_MOST 64

/* Tells whether the store would exceed its limit with so many more bytes. */
static bool is_over(const Store *store, uint64_t more) {
    int64_t held = store->settings->cache_bytes + store->promised;
    return held + (int64_t)more > store->settings->cache_limit;
}

static void let_go(Store *store, CachedDocument *cached) {
    if (cached->references) return;
    if (store->settings->cache_limit) note_let_go(store, cached);
    store_drop(cached);
}

/* Tells whether a document was used so long ago that it has to give way to the newcomer. */
static bool gives_way(const CachedDocument *cached, Newcomer newcomer) {
    const Store *store = cached->store;
    bool stays = cached->newcomer.is_costly && !newcomer.is_costly;
    if (newcomer.since) {
        uint64_t since = (uint64_t)newcomer.since * (stays ? COSTLY_TIMES : 1);
        return store->uses - cached->used > since;
    }
    if (cached->span_serial == store->span_serial) return false;
    return !stays || store->costly_bytes > store->settings->cache_limit / 2;
}

/* Drops documents that give way to the newcomer, the least recently used one first. */
static void drop_oldest(Store *store, const CachedDocument *kept, Newcomer newcomer,
                        uint64_t more) {
    CachedDocument *cached = store->oldest;
    for (int looks = 0; cached && looks < LOOKS_MOST && is_over(store, more); looks++) {
        CachedDocument *newer = cached->newer;
        /* the files behind one of this span are of it, too */
        if (!newcomer.since && cached->span_serial == store->span_serial) return;
        if (cached != kept && gives_way(cached, newcomer)) {
            let_go(store, cached);
            looks = 0;
        }
        cached = newer;
    }
}

/* Returns the newest document that needn't be kept. */
static CachedDocument *newest_beyond(const Store *store) {
    CachedDocument *cached = store->newest;
    int64_t bytes = 0;
    for (int i = 0; cached && i < NEWEST_KEPT; i++, cached = cached->older) {
        bytes += (int64_t)cached->bytes;
        if (i >= NEWEST_LEAST && bytes > store->settings->cache_limit / NEWEST_PART) break;
    }
    return cached;
}

/* Tells what a document of this span is worth: one that was used again more than one that wasn't,
** then one that is costly to make again more than one that was only read. */
static int worth(const CachedDocument *cached) {
    return 2 * cached->used_again + cached->newcomer.is_costly;
}

enum { WORTH_MOST = 3 };

/* Drops documents whose worth() is at most `worth_most`, from the newest one on. */
static void drop_newest(Store *store, int worth_most, uint64_t more) {
    CachedDocument *cached = newest_beyond(store);
    for (int looks = 0; cached && is_over(store, more); looks++) {
        CachedDocument *older = cached->older;
        if (worth_most < WORTH_MOST && looks == LOOKS_MOST) return;
        if (worth(cached) <= worth_most) let_go(store, cached);
        cached = older;
    }
}

/* Drops documents until `more` bytes fit, but never `kept`: see store.h. */
static void trim(Store *store, const CachedDocument *kept, Newcomer newcomer, uint64_t more) {
    if (!is_over(store, more)) return;
    drop_oldest(store, kept, newcomer, more);
    for (int worth_most = 0; worth_most <= WORTH_MOST; worth_most++) {
        drop_newest(store, worth_most, more);
    }
    CachedDocument *cached = store->oldest;
    while (cached && cached != kept && is_over(store, more)) {
        CachedDocument *newer = cached->newer;
        let_go(store, cached);
        cached = newer;
    }
}

/* Drops documents until the rest fits the limit. The newest one always stays, so that the next
** table of the same query finds it. */
static void trim_to_limit(Store *store) {
    const Newcomer newcomer = store->newest ? store->newest->newcomer : (Newcomer){0, false};
    trim(store, store->newest, newcomer, 0);
}

void store_make_room(Store *store, uint64_t hash, uint64_t bytes) {
    trim(store, NULL, newcomer_of(store, hash), bytes);
}

int64_t store_promise(Store *store, int64_t bytes) {
    int64_t limit = store->settings->cache_limit;
    store->promised = bytes;
    trim_to_limit(store);
    int64_t left = limit - store->settings->cache_bytes;
    if (left < bytes) store->promised = left > 0 ? left : 0;
    return store->promised;
}

void store_clear(Store *store) {
    while (store->newest) {
        CachedDocument *cached = store->newest;
        store_drop(cached);
    }
    if (store->buckets != store->first_buckets) sqlite3_free(store->buckets);
    use_first_buckets(store);
    sqlite3_free(store->notes);
    store->notes = NULL;
}

void store_settle(Store *store) {
    if (store->settings->is_outdated) store_clear(store);
    store->settings->is_outdated = false;
    trim(store, NULL, (Newcomer){0, false}, 0);
}

/* ---- References ------------------------------------------------------------------------------ */

void store_retain(CachedDocument *cached) {
    cached->references++;
}

void store_release(CachedDocument *cached) {
    if (!cached || --cached->references) return;
    if (cached->stale) {
        free_cached(cached);
        return;
    }
    count_bytes(cached);
    trim_to_limit(cached->store);
}

void store_release_block(void *block) {
    store_release(*arena_block_owner(block));
}

/* ---- Keeping --------------------------------------------------------------------------------- */

/* Stores the sister files with an archive; false: memory ran out. */
static bool keep_sisters(CachedDocument *cached, const SpanFile *file) {
    const ArchiveReader *reader = file->reader;
    if (!reader) return true;
    uint16_t count = (uint16_t)(reader->files.count - 1);
    cached->misses_sister = reader->misses_sister;
    if (!count) return true;
    cached->sisters = sqlite3_malloc64(count * sizeof *cached->sisters);
    if (!cached->sisters) return false;
    for (uint16_t i = 0; i < count; i++) {
        const RangeFile *sister = reader->files.items[i + 1];
        const char *path = sqlite3_mprintf("%s", sister->path);
        if (!path) return false;
        cached->sisters[cached->sister_count++] = (RangeFile){path, sister->identity, -1};
        cached->young = cached->young || file_is_young(&sister->identity);
    }
    return true;
}

CachedDocument *store_keep(Store *store, const Opened *opened, const SpanFile *file, uint64_t hash,
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
    *cached = (CachedDocument){.store = store,
                               .hash = hash,
                               .document = opened->document,
                               .path = file ? memcpy(cached + 1, file->path, path_bytes) : NULL,
                               .identity = opened->identity,
                               .other = opened->other,
                               .young = opened->young,
                               .span_serial = file ? store->span_serial : 0,
                               .is_unpacked = opened->is_unpacked,
                               .newcomer = newcomer_of(store, hash),
                               .references = 1};
    if (file && !keep_sisters(cached, file)) {
        fail(error, ERROR_NO_MEMORY, "out of memory");
        free_cached(cached);
        return NULL;
    }
    if (store->document_count++ >= store->bucket_count) grow_buckets(store);
    CachedDocument **bucket = bucket_of(store, hash);
    cached->next = *bucket;
    *bucket = cached;
    link_newest(store, cached);
    cached->newcomer.is_costly = false; /* until count_bytes() finds out */
    count_bytes(cached);
    trim_to_limit(store);
    return cached;
}

/* ---- Finding --------------------------------------------------------------------------------- */

static bool serves(const CachedDocument *cached, const Format *format) {
    if (!format && cached->document->is_as_asked) return false;
    return format_serves(format, cached->document->format);
}

CachedDocument *store_find(Store *store, const SpanFile *file, const Format *format) {
    uint64_t hash = file->hash;
    CachedDocument *cached = *bucket_of(store, hash);
    while (cached && (cached->hash != hash || !cached->path ||
                      strcmp(cached->path, file->path) != 0 || !serves(cached, format))) {
        cached = cached->next;
    }
    return cached;
}

static bool is_blob(const CachedDocument *cached, uint64_t size, const Format *format) {
    return !cached->path && cached->document->size == size && serves(cached, format);
}

static bool holds(const CachedDocument *cached, const void *bytes, uint64_t size) {
    const uint8_t *own = cached->document->bytes;
    return own == bytes || memcmp(own, bytes, (size_t)size) == 0;
}

/* A query asks for the newest ones again and again, so these are compared before anything is
** hashed, which takes ten times as long as comparing. */
CachedDocument *store_find_blob(Store *store, const void *bytes, uint64_t size,
                                const Format *format, uint64_t *hash) {
    CachedDocument *cached = store->newest;
    for (int i = 0; cached && i < NEWEST_KEPT; i++, cached = cached->older) {
        if (is_blob(cached, size, format) && holds(cached, bytes, size)) return cached;
    }
    *hash = hash_bytes(store->host, bytes, size);
    cached = *bucket_of(store, *hash);
    for (; cached; cached = cached->next) {
        if (cached->hash == *hash && is_blob(cached, size, format) && holds(cached, bytes, size)) {
            return cached;
        }
    }
    return NULL;
}
