/* Archives as their bytes are read in a span.
**
** An archive that is a file of its own is read by ranges, from a descriptor that stays open for the
** span; after each reading, the file is checked for changes. An archive within another archive, or
** a BLOB, lies in memory. */
#pragma once

#include "archive/archive.h"
#include "engine/files/span.h"

/* How an archive of the span is read. */
typedef struct ArchiveReader {
    Span *span;
    List files;         /* RangeFile *, in the order of their numbers in Ranges */
    bool misses_sister; /* the decoder asked for a file that wasn't there */
} ArchiveReader;

/* Returns the file with a number in a reader's Ranges; 0 is the archive itself. */
RangeFile *ranges_file(const ArchiveReader *reader, uint16_t number);

/* Returns how an archive is read, of whose file the span has seen a version; it may be a BLOB.
** `archive` is NULL while a file of the system is opened as one. */
bool ranges_of_archive(Span *span, SpanFile *file, const Archive *archive, Ranges *ranges,
                       Error *error);

/* Makes the sister files of an archive from an earlier span readable. False: one has changed. */
bool ranges_take_sisters(Span *span, SpanFile *file, const RangeFile *sisters, uint16_t count);

/* Everything that is needed to read an entry. It is valid as long as its archive is open. */
typedef struct EntrySource {
    const Archive *archive; /* NULL: there is no entry */
    const ArchiveEntry *entry;
    Ranges ranges;
    RangeFile file;         /* has the entry's bytes; without a path, memory has them */
    FileIdentity outermost; /* of the system's file that is or contains the archive */
    FileIdentity holder;    /* of the sister file that contains the entry; or zeroed */
} EntrySource;

/* Finds where an entry of an open archive can be read. */
bool ranges_of_entry(Span *span, const SpanFile *file, const Archive *archive, EntrySource *source,
                     Error *error);
/* Reads the content of the entry into a new block of `arena`. */
bool ranges_read_entry(const EntrySource *source, Arena *arena, FilePart *content, Error *error);

/* Returns the identity of the sister file that contains the entry; zeroed if the archive does. */
FileIdentity ranges_holder(const SpanFile *file, const Archive *archive);

/* Closes all descriptors of the span. */
void ranges_close_all(Span *span);

/* Reads entries on another thread, from one file after another. */
typedef struct LoneReader {
    RangeFile file; /* the open file; has no path if no file is open */
    Arena arena;    /* polled for interruption */
    bool failed;    /* reading failed since this was cleared; the session may still be able to read,
                    ** as the span keeps descriptors of files whose paths others have taken */
} LoneReader;

/* Changes Ranges that read `file` so that they don't use the span and its descriptors. */
void ranges_read_alone(LoneReader *reader, const RangeFile *file, Ranges *ranges);
void ranges_end_alone(LoneReader *reader);
