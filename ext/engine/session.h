/*
** A session is what one connection remembers: the cache of decoded documents, and the span.
**
** A span runs from the first open cursor to the last close. Within it a source is resolved once,
** a file has one version, and a source has its file numbers (the upper half of rowid). The cache
** outlives spans: a document is used again while one stat shows the file unchanged.
*/
#ifndef GAMEMAP_SESSION_H
#define GAMEMAP_SESSION_H

#include "file.h"
#include "hash_map.h"
#include "table.h"
#include "sqlite.h"
#include "../../src/archive.h"

#define CACHE_BYTES_DEFAULT ((int64_t)256 << 20)

/* A file as the span sees it: of the system, or an entry of an archive. */
typedef struct SpanFile {
    const char *path;  /* NULL for a BLOB; of an entry: the archive's, '/', its name */
    const char *shown; /* the path as valid UTF-8 */
    const Error
        *problem; /* why it can't be what its path says: a folder that can't be listed; or NULL */
    FileIdentity identity,
        companion; /* companion: of Format.companion, zeroed where there is none */
    bool identified, companion_identified; /* the span has seen a version of it */
    struct SpanFile *archive;              /* in which it is an entry, else NULL */
    uint32_t entry;                        /* its place there, see archive_entry */
    uint32_t depth;                        /* in how many archives it lies */
    struct ArchiveReader *reader; /* of an archive file that has been opened in this span */
} SpanFile;

/* A file beside an archive that belongs to it. */
typedef struct Sister {
    char *path;
    FileIdentity identity;
} Sister;

/* An archive of which entries are being read, with a reference. */
typedef struct HeldArchive {
    const SpanFile *file;
    struct CachedDocument *cached;
} HeldArchive;

/* What is asked of a file. */
typedef struct Wanted {
    const Format *format; /* NULL: whatever format it is */
    bool header;          /* its header is enough (Table.of_headers) */
} Wanted;

static inline Wanted wanted_whole(const Format *format) {
    return (Wanted){.format = format};
}

/* What a src value means in a span: files, or the document of a BLOB. */
typedef struct Source {
    sqlite3_value *src; /* NULL for a BLOB, which is echoed from its document */
    const char *text;   /* of src */
    size_t length;
    struct CachedDocument *blob; /* NULL for paths */
    SpanFile **files;
    uint32_t file_count; /* 1 for a BLOB */
    uint32_t first_number;
    struct Source *next;
} Source;

/* One way through the files of a source, which are opened ahead for it (ahead.h). It is known by
** its address. */
typedef struct Scan {
    uint32_t opened; /* files that weren't in the cache */
} Scan;

/* A document in the cache. It lives while someone holds a reference, or while there is room. */
typedef struct CachedDocument {
    struct Session *session;              /* outlives every reference */
    struct CachedDocument *newer, *older; /* by last use */
    struct CachedDocument *next[2];       /* in the bucket of each CacheKey */
    uint64_t hash; /* of the path; of a BLOB's content: what it is known by when it was let go and
                   ** comes again */
    Document *document;
    char *path;                       /* NULL for a BLOB */
    FileIdentity identity, companion; /* of a path, as in Opened */
    Sister *sisters;                  /* of an archive */
    uint16_t sister_count;
    bool misses_sister; /* one wasn't there */
    bool young;         /* the identity can't prove freshness once the span is over */
    bool stale;         /* out of the cache, and freed with its last reference */
    uint32_t references;
    uint64_t bytes;        /* as counted in session->cached_bytes */
    Source source;         /* of a BLOB */
    SpanFile *source_file; /* &blob_file */
    SpanFile blob_file;
    uint64_t span_serial;   /* the last span that saw it: a path fresh, a BLOB numbered */
    struct MadeIndex *made; /* the indexes that were asked for, in the document's memory */
} CachedDocument;

/* By what documents are found: path, or content of a BLOB; and address of a BLOB. */
typedef enum CacheKey { BY_HASH, BY_ADDRESS } CacheKey;

#define FIRST_BUCKETS 64

/* As many as there are documents, or more: doubled when they are fewer. */
typedef struct Buckets {
    CachedDocument **heads; /* NULL: `first` */
    uint32_t bucket_count;  /* a power of two */
    uint32_t document_count;
    CachedDocument *first[FIRST_BUCKETS];
} Buckets;

/* The file numbers of a table's calls, by its source and arguments (span.c). */
typedef struct CallNumbers {
    Arena arena;
    Map map;
} CallNumbers;

typedef struct Session {
    sqlite3 *database;
    Host host;
    Settings settings;
    uint32_t references; /* modules and functions that point here */
    /* the cache */
    CachedDocument *newest, *oldest;
    Buckets buckets[2]; /* by CacheKey */
    int64_t cached_bytes;
    /* the span */
    uint32_t open_cursors;
    uint64_t span_serial;
    Arena span;
    Map span_files, span_sources, span_archives, span_folders, span_blobs;
    CallNumbers calls, calls_before;
    Source *sources;
    uint32_t next_number;
    bool reads_whole; /* a part of a file wasn't enough: the next ones are read whole at once */
    HeldArchive held_archives[ARCHIVE_DEPTH_MAX + 1]; /* by depth */
    struct RangeFile *newest_open, *oldest_open;      /* files that are read by ranges */
    uint32_t open_count;
    struct Ahead *ahead; /* threads, while there are any */
    uint64_t process;    /* to which the session belongs: a child after fork starts no threads */
} Session;

Session *session_new(sqlite3 *database, bool file_access); /* with one reference; NULL: no memory */
void session_retain(Session *session);
void session_release(void *session);

/* The span's one entry for a path; the strings live as long as the span. NULL: no memory. */
SpanFile *session_file(Session *session, const char *path);

void session_enter_span(Session *session);
void session_leave_span(Session *session);

/* What `src` (TEXT or BLOB, anything else is an error) means in the open span; valid until its
** end, or for a BLOB while its document is referenced: then *held is that reference, else NULL.
** `wanted` is what a BLOB is decoded as. */
Source *session_source(Session *session, sqlite3_value *src, Wanted wanted, CachedDocument **held,
                       Error *error);

/* The first of the numbers that rows of `source` have when a table's own arguments are these: the
** source's own numbers without arguments. */
bool session_numbers(Session *session, const Source *source, const Table *table,
                     const Value *arguments, uint32_t *first, Error *error);

/* The SQLite result code for an error. */
int error_result_code(const Error *error);

#endif
