/*
** Archives in a span: regular files in the middle of a path.
**
** An archive that is a file of its own is read by ranges, from a descriptor that stays open for the
** span; after each reading, the file is checked for changes. An archive within another archive, or
** a BLOB, lies in memory. The table of entries is a document in the cache like any other. A few
** archives are held for the span, one for each depth: those of which an entry was read last.
*/
#ifndef GAMEMAP_ARCHIVES_H
#define GAMEMAP_ARCHIVES_H

#include "session.h"
#include "../../src/archive.h"

/* A file that is read by ranges: an archive, or a sister file of one. */
typedef struct RangeFile {
    const char *path;
    FileIdentity identity;
    int descriptor;                  /* -1: not open at the moment */
    struct RangeFile *newer, *older; /* among the open ones */
} RangeFile;

/* How an archive of the span is read. */
typedef struct ArchiveReader {
    Session *session;
    List files;         /* RangeFile *: by their numbers in Ranges */
    bool misses_sister; /* the decoder asked for a file that wasn't there */
} ArchiveReader;

/* Returns the archive that a file of the span is; NULL with ERROR_NOT_THIS_FORMAT if it isn't an
** archive. It stays valid until another archive of the same depth is requested. */
CachedDocument *archive_of(Session *session, SpanFile *file, Error *error);

/* Returns how the bytes of an open archive are read in this span; `file` may be a BLOB's. */
bool archive_ranges(Session *session, SpanFile *file, const CachedDocument *cached, Ranges *ranges,
                    Error *error);

/* Opens an archive file. The span takes over the descriptor. */
Archive *archive_open_file(Session *session, SpanFile *file, const ArchiveFormat *format,
                           int descriptor, Arena *arena, Error *error);

/* Everything that is needed to read an entry. */
typedef struct EntrySource {
    CachedDocument *archive;
    const ArchiveEntry *entry;
    Ranges ranges;
    RangeFile file;         /* that has its bytes; has no path if they are in memory */
    FileIdentity outermost; /* of the system's file that is or contains the archive */
    FileIdentity holder;    /* of the sister file that contains the entry; or zeroed */
} EntrySource;

/* Finds where an entry can be read. *source is valid as long as its archive: see archive_of(). */
bool archive_entry_source(Session *session, SpanFile *file, EntrySource *source, Error *error);
/* Reads the content of the entry into a new block of `arena`. */
bool archive_read_entry(const EntrySource *source, Arena *arena, const uint8_t **bytes,
                        uint64_t *size, Error *error);

/* Reads entries on another thread, from one file after another. */
typedef struct LoneReader {
    RangeFile file; /* the open file; has no path if no file is open */
    Arena arena;    /* polled for interruption */
} LoneReader;

/* Makes `source` readable without the session and its descriptors. If the file is no longer the one
** that the session saw, the error is final (is_final). */
void archive_read_alone(LoneReader *reader, EntrySource *source);
void lone_reader_close(LoneReader *reader);

static inline ArchiveOptions session_archive_options(const Session *session) {
    const char *key = session->settings.pk2_key;
    return (ArchiveOptions){.pk2_key = *key ? key : NULL};
}

/* Returns the file of the system that is, or contains, this one. */
const SpanFile *outermost(const SpanFile *file);

/* Makes the sister files of a cached archive readable in this span. Returns false if one of them
** has changed. */
bool archive_sisters_are_fresh(const CachedDocument *cached, SpanFile *file);
/* Stores the sister files with a cached archive; false: memory ran out. */
bool archive_keep_sisters(CachedDocument *cached, const SpanFile *file);
/* Finds the identity of the file that contains the entry. */
bool archive_holder(Session *session, const SpanFile *file, FileIdentity *holder, Error *error);

void archives_leave_span(Session *session);

#endif
