/*
** Archives in a span: regular files that stand in the middle of a path.
**
** An archive that is a file of its own is read by ranges, from a descriptor that lives as long as
** the span and is looked at after each reading; one that lies in another archive, or is a BLOB,
** lies in memory. Its table of entries is a document in the cache like any other. A few archives
** are held for the span, one for each depth: those of which an entry was read last.
*/
#ifndef GAMEMAP_ARCHIVES_H
#define GAMEMAP_ARCHIVES_H

#include "session.h"
#include "../../src/archive.h"

/* A file that is read by ranges: an archive, or the sister file of one. */
typedef struct RangeFile {
    const char *path;
    FileIdentity identity;
    int descriptor;                  /* -1: closed for the moment */
    struct RangeFile *newer, *older; /* of those that are open */
} RangeFile;

/* How an archive of the span is read. */
typedef struct ArchiveReader {
    Session *session;
    RangeFile *files; /* by their numbers in Ranges */
    uint16_t file_count, file_capacity;
    bool misses_sister; /* the decoder asked for a file that wasn't there */
} ArchiveReader;

/* The archive that a file of the span is; NULL with ERROR_NOT_THIS_FORMAT where it isn't an
** archive. It stays valid until another one of the same depth is asked for. */
CachedDocument *archive_of(Session *session, SpanFile *file, Error *error);

/* How the bytes of an open archive are read in this span; `file` may be a BLOB's. */
bool archive_ranges(Session *session, SpanFile *file, const CachedDocument *cached, Ranges *ranges,
                    Error *error);

/* Opens a file that is an archive, from its descriptor, which becomes the span's. */
Archive *archive_open_file(Session *session, SpanFile *file, const ArchiveFormat *format,
                           int descriptor, Arena *arena, Error *error);

/* The content of the entry that `file` is, in a new block of `arena`. `holder` becomes the identity
** of the sister file that holds it, zeroed where none does. */
bool archive_read_entry(Session *session, const SpanFile *file, Arena *arena, const uint8_t **bytes,
                        uint64_t *size, FileIdentity *holder, Error *error);

static inline ArchiveOptions session_archive_options(const Session *session) {
    const char *key = session->settings.pk2_key;
    return (ArchiveOptions){.pk2_key = *key ? key : NULL};
}

/* The file of the system that is or holds this one. */
const SpanFile *outermost(const SpanFile *file);

/* The sister files of a cached archive, to be read in this span; false where one of them
** changed. */
bool archive_sisters_are_fresh(const CachedDocument *cached, SpanFile *file);
/* Remembers with a cached archive what sister files it has; false: no memory. */
bool archive_keep_sisters(CachedDocument *cached, const SpanFile *file);
/* The identity of the file that holds the entry. */
bool archive_holder(Session *session, const SpanFile *file, FileIdentity *holder, Error *error);

void archives_leave_span(Session *session);

#endif
