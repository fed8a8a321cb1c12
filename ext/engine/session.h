/*
** A session is what one connection remembers: the cache of decoded documents, and the span.
**
** A span lasts from the first open cursor to the last close. Within a span, a source is resolved
** once, a file has one version, and a source has its file numbers (the upper half of rowid). The
** cache outlives spans: a document is used again as long as one stat() shows that the file hasn't
** changed.
*/
#ifndef GAMEMAP_SESSION_H
#define GAMEMAP_SESSION_H

#include "file.h"
#include "../../src/hash_map.h"
#include "table.h"
#include "sqlite.h"
#include "../../src/archive.h"

#define CACHE_BYTES_DEFAULT ((int64_t)256 << 20)

/* A file as the span sees it: a file of the system or an entry of an archive. */
typedef struct SpanFile {
    const char *path;     /* NULL for a BLOB; for an entry: the archive's path, '/', its name */
    const char *shown;    /* the path as valid UTF-8 */
    uint64_t hash;        /* of the path */
    const Error *problem; /* why the path is unusable (a folder that can't be listed), or NULL */
    FileIdentity identity, companion; /* companion: of Format.companion; zeroed if there is none */
    bool identified, companion_identified; /* the span has seen a version of it */
    bool is_looked_at;        /* `identity` is only what was there when the path was found */
    bool is_regular;          /* as was seen then, or listed: opened without another look */
    struct SpanFile *archive; /* whose entry it is, or NULL */
    uint32_t entry;           /* see archive_entry() */
    uint32_t depth;           /* the number of archives around it */
    uint64_t unpacked;        /* of the outermost archive: bytes of entries of archives in it */
    uint8_t *counted;         /* of an archive in an archive: a bit for each entry in that number */
    struct ArchiveReader *reader; /* for an archive file that has been opened in this span */
} SpanFile;

/* A file beside an archive that belongs to the archive. */
typedef struct Sister {
    char *path;
    FileIdentity identity;
} Sister;

/* An archive from which entries are being read, with a reference. */
typedef struct HeldArchive {
    const SpanFile *file;
    struct CachedDocument *cached;
} HeldArchive;

/* What is wanted of a file. */
typedef struct Wanted {
    const Format *format; /* NULL: any format */
    bool header;          /* its header is enough (Table.of_headers) */
} Wanted;

static inline Wanted wanted_whole(const Format *format) {
    return (Wanted){.format = format};
}

/* The meaning of a src value in a span: files, or the document of a BLOB. */
typedef struct Source {
    sqlite3_value *src; /* NULL for a BLOB, whose document provides it */
    const char *text;   /* of src */
    size_t length;
    struct CachedDocument *blob; /* NULL for paths */
    SpanFile **files;
    uint32_t file_count; /* 1 for a BLOB */
    uint32_t first_number;
    struct Source *next;
} Source;

/* A scan over the files of a source, which are opened ahead for it (ahead.h). Its address
** identifies it. */
typedef struct Scan {
    uint32_t opened; /* files that weren't in the cache, by the session itself */
    uint64_t bytes;  /* of their documents */
} Scan;

/* A document in the cache. It lives while it is referenced, or while there is space, and lies in
** the document's memory. */
typedef struct CachedDocument {
    struct Session *session;              /* outlives every reference */
    struct CachedDocument *newer, *older; /* by last use */
    struct CachedDocument *next[2];       /* in the bucket of each CacheKey */
    uint64_t hash; /* of the path; of a BLOB's content: what it is known by when it was let go and
                   ** comes again */
    Document *document;
    char *path;                       /* NULL for a BLOB */
    FileIdentity identity, companion; /* of a path, as in Opened */
    Sister *sisters;                  /* for an archive */
    uint16_t sister_count;
    bool misses_sister; /* a sister file was missing */
    bool young;         /* the identity can't prove freshness after the span */
    bool stale;         /* no longer in the cache; freed with its last reference */
    uint32_t references;
    uint64_t bytes;        /* as counted in session->cached_bytes */
    Source source;         /* of a BLOB */
    SpanFile *source_file; /* &blob_file */
    SpanFile blob_file;
    uint64_t span_serial;   /* the last span that used it, in which it is fresh */
    struct MadeIndex *made; /* the indexes requested so far, in the document's memory */
} CachedDocument;

/* The keys by which documents are found: a path, or the content of a BLOB; and the address of a
** BLOB. */
typedef enum CacheKey { BY_HASH, BY_ADDRESS } CacheKey;

#define FIRST_BUCKETS 64

/* There are at least as many buckets as documents; otherwise they are doubled. */
typedef struct Buckets {
    CachedDocument **heads; /* NULL: `first` is used */
    uint32_t bucket_count;  /* a power of two */
    uint32_t document_count;
    CachedDocument *first[FIRST_BUCKETS];
} Buckets;

/* The file numbers of a table's calls, by its source and arguments (span.c). */
typedef struct CallNumbers {
    Arena arena;
    Map map;
} CallNumbers;

/* Entries that are asked for in the order in which they lie in their archive are read many at once
** (archives.c). */
typedef struct ReadWindow {
    const struct RangeFile *file; /* that was read last */
    uint64_t start, next;         /* where that read began and ended */
    uint32_t run;                 /* how many reads went on from the one before */
    uint64_t offset, bytes;       /* what of the file is in the buffer */
    uint8_t *buffer;              /* in the span's arena; NULL until it is needed */
} ReadWindow;

typedef struct Session {
    sqlite3 *database;
    Host host;
    Settings settings;
    uint32_t references; /* modules and functions that refer to it */
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
    bool reads_whole; /* a part of a file wasn't enough, so the next files are read whole at once */
    HeldArchive held_archives[ARCHIVE_DEPTH_MAX + 1]; /* by depth */
    struct RangeFile *newest_open, *oldest_open;      /* files that are read by ranges */
    uint32_t open_count;
    ReadWindow window;
    struct Ahead *ahead; /* threads, while there are any */
    uint64_t process;    /* the process of the session; a child after fork() starts no threads */
} Session;

Session *session_new(sqlite3 *database, bool file_access); /* with one reference; NULL: no memory */
void session_retain(Session *session);
void session_release(void *session);

/* Returns the span's only entry for a path, which is copied; its strings live as long as the span.
** NULL: memory ran out. */
SpanFile *session_file(Session *session, const char *path);

void session_enter_span(Session *session);
void session_leave_span(Session *session);

/* Returns the meaning of `src` (TEXT or BLOB; anything else is an error) in the open span. For
** paths it is valid until the span ends; for a BLOB as long as its document is referenced, for
** which *held is a reference (NULL otherwise). A BLOB is decoded as `wanted`. */
Source *session_source(Session *session, sqlite3_value *src, Wanted wanted, CachedDocument **held,
                       Error *error);

/* Returns the first of the numbers that files of `source` have in rowids, given these arguments of
** the table's own. Without arguments, they are the source's own numbers. */
bool session_numbers(Session *session, const Source *source, const Table *table,
                     const Value *arguments, uint32_t *first, Error *error);

/* Returns the SQLite result code for an error. */
int error_result_code(const Error *error);

#endif
