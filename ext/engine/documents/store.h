/* The store keeps decoded documents and decides about room: each connection has one, with a budget
** of bytes. A document lives while it is referenced, or while there is space. The store knows
** nothing of files but what tells their versions apart: documents.c opens what isn't here.
**
** Who goes where there is no space:
**
**     1. documents of earlier spans, the least recently used one first: a set of files that fits is
**        kept after one pass, whatever was there before;
**     2. of this span's documents the newest, except for a few, those first that weren't used again:
**        of a scan that is larger than the store its first files stay for the next scan, where
**        dropping the oldest would keep none that it finds;
**     3. but if the document that needs space was in the store before, as a note says, and isn't of
**        a set that fits, documents that weren't used since it was go first, and no others for its
**        sake. So a query that visits files in turn, in one span or in many, finds most of what
**        fits, and one that moves on to other files isn't held up by what nobody needs any more.
**
** What is costly to make again stays longer: what was inflated, the list of an archive's entries, an
** index made on demand. For what is only read, it gives up no more than half of the space. */
#pragma once

#include "engine/documents/opening.h"

/* What is known about a document that comes into the store. */
typedef struct Newcomer {
    uint32_t since; /* how many uses of documents ago it was last used; 0: it is new */
    bool is_costly; /* to make again */
} Newcomer;

/* A document in the store. This struct lies in the document's memory. */
typedef struct CachedDocument {
    struct Store *store;                  /* outlives every reference */
    struct CachedDocument *newer, *older; /* by last use */
    struct CachedDocument *next;          /* in the bucket of its hash */
    uint64_t hash; /* of the path or of a BLOB's content: shows that a document which was let go has
                   ** come again */
    Document *document;
    char *path;                   /* NULL for a BLOB */
    FileIdentity identity, other; /* of a path, as in Opened */
    RangeFile *sisters;           /* for an archive: those beside it that belong to it, not open */
    uint16_t sister_count;
    bool misses_sister; /* a sister file was missing */
    bool young;         /* the identity can't prove freshness after the span */
    bool stale;         /* no longer in the store; freed with its last reference */
    bool is_unpacked;   /* as in Opened */
    bool used_again;    /* it was used again after another document */
    uint32_t references;
    uint64_t bytes;          /* as counted in Settings.cache_bytes */
    uint64_t used;           /* the number of its last use, see Store.uses */
    Newcomer newcomer;       /* what was known when it came; is_costly is kept up to date */
    uint64_t span_serial;    /* the last span that used it, in which it is fresh */
    struct BlobSource *blob; /* of a BLOB: its meaning as a source (sources.c), or NULL */
    struct MadeIndex *made;  /* the indexes requested so far, in the document's memory */
} CachedDocument;

#define FIRST_BUCKETS 64

/* The documents that are kept. It must stay where it is. */
typedef struct Store {
    const Host *host;
    Settings *settings; /* the limit; and, for gamemap_debug(), counts of what was done */
    CachedDocument *newest, *oldest;
    CachedDocument **buckets; /* by hash; at least as many as documents: a power of two */
    uint32_t bucket_count, document_count;
    CachedDocument *first_buckets[FIRST_BUCKETS]; /* the buckets, until there are more */
    int64_t costly_bytes;                         /* of documents that are costly to make again */
    int64_t promised;         /* what others may hold besides documents: store_promise */
    uint64_t span_serial;     /* the number of the current span */
    uint64_t uses;            /* how often another document than the newest one was used */
    bool fits_all;            /* what comes belongs to a set of files that fits the limit */
    struct RecallNote *notes; /* of documents that were let go; NULL: there are none yet */
} Store;

/* Sets up *store, which is zeroed. The host and the settings must outlive it. */
void store_begin(Store *store, const Host *host, Settings *settings);

/* Takes the document of a file (NULL: of a BLOB) into the store and returns it with a reference;
** `hash` as in CachedDocument. If memory runs out, the document is freed. */
CachedDocument *store_keep(Store *store, const Opened *opened, const SpanFile *file, uint64_t hash,
                           Error *error);

/* Returns the document of a file, up to date or not and without a reference, if it serves a caller
** that asks for `format`; NULL: there is none. */
CachedDocument *store_find(Store *store, const SpanFile *file, const Format *format);
/* Returns the document of a BLOB: one of the newest with the same bytes, else any with them. *hash
** becomes the hash of the bytes unless it is one of the newest. */
CachedDocument *store_find_blob(Store *store, const void *bytes, uint64_t size,
                                const Format *format, uint64_t *hash);

/* Marks the document as used now. */
void store_touch(CachedDocument *cached);
/* Removes a document from the store. If it is still referenced, the last reference frees it. */
void store_drop(CachedDocument *cached);
void store_clear(Store *store);

/* Makes room for so many bytes of a document that is known by `hash`. Even the newest document may
** be dropped: the next one would replace it anyway, and can so use its memory. */
void store_make_room(Store *store, uint64_t hash, uint64_t bytes);
/* Leaves so many bytes of the limit to others, but no more than is left without dropping documents
** in use, and returns how many. */
int64_t store_promise(Store *store, int64_t bytes);
/* Adapts to the settings, which may have changed; with a limit of 0, nothing stays. */
void store_settle(Store *store);

void store_retain(CachedDocument *cached);
void store_release(CachedDocument *cached); /* NULL is fine */

/* Frees the document to which a value passed by reference belongs. This is the destructor that
** sqlite3_result_blob64() gets for a block of a document's arena whose owner word is the
** CachedDocument. */
void store_release_block(void *block);
