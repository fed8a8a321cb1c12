/* Archives and other files as their bytes are read in a span.
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
    LIST_OF(RangeFile *) files; /* by their numbers in Ranges; 0 is the archive itself */
    bool misses_sister;         /* the decoder asked for a file that wasn't there */
} ArchiveReader;

/* Returns how an archive is read, of whose file the span has seen a version; it may be a BLOB.
** `archive` is NULL while a file of the system is opened as one. */
bool ranges_of_archive(Span *span, SpanFile *file, const Archive *archive, Ranges *ranges,
                       Error *error);

/* Makes the sister files of an archive from an earlier span readable. False: one has changed. */
bool ranges_take_sisters(Span *span, SpanFile *file, const RangeFile *sisters, uint16_t count);

/* Where the bytes of a file lie: everything that reading it takes, on any thread. */
typedef struct FileSource {
    SpanFile file;        /* a copy, in which the version that was read is noted */
    FileIdentity version; /* of the file of the system that is, or contains, the file */
    FileIdentity other;   /* see ranges_other() */
    uint64_t size;        /* NO_SIZE if it isn't known */
    uint64_t to_unpack;   /* how many bytes lie in an archive: all of them, or none */
    int descriptor;       /* of an open file of the system; else -1 */
    /* for an entry */
    const Archive *archive; /* has to stay open; NULL: this is a file of the system */
    ArchiveEntry entry;
    Ranges ranges;
    RangeFile holder; /* has the entry's bytes; without a path, memory has them */
} FileSource;

/* Finds where a file lies: in this open archive, or in a folder of the system (NULL). */
bool ranges_find(Span *span, const SpanFile *file, const Archive *archive, FileSource *source,
                 Error *error);
/* Opens a file of the system and sees its version. Of an entry all is known already. */
bool ranges_open(FileSource *source, Error *error);
/* Reads the whole content into a new block of `arena`, and closes the file. */
bool ranges_read(FileSource *source, Arena *arena, FilePart *content, Error *error);
void ranges_close(FileSource *source);

/* Returns the identity of another file that has a part of this one: of an archive's sister file
** that contains the entry, or of the file that is read with this one; zeroed if there is none. */
FileIdentity ranges_other(const SpanFile *file, const Archive *archive);

/* Closes all descriptors of the span. */
void ranges_close_all(Span *span);

/* Reads entries on another thread, from one file after another. */
typedef struct LoneReader {
    RangeFile file; /* the open file; has no path if no file is open */
    Arena arena;    /* polled for interruption */
    bool failed;    /* reading failed since this was cleared; the session may still be able to read,
                    ** as the span keeps descriptors of files whose paths others have taken */
} LoneReader;

/* Changes where a file is read so that this doesn't use the span and its descriptors. */
void ranges_read_alone(LoneReader *reader, FileSource *source);
void ranges_end_alone(LoneReader *reader);
