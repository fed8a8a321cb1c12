/* The entries of an open archive as they are read. */
#pragma once

#include "engine/files/ranges.h"

/* An open archive of the span. */
typedef struct SpanArchive {
    SpanFile *file;
    const Archive *archive; /* NULL: there is no archive */
    FileIdentity identity;  /* of its file, or of the outermost archive */
} SpanArchive;

/* Everything that is needed to read an entry. It is valid as long as its archive is open. */
typedef struct EntrySource {
    const Archive *archive; /* NULL: there is no entry */
    const ArchiveEntry *entry;
    Ranges ranges;
    RangeFile file;         /* has the entry's bytes; without a path, memory has them */
    FileIdentity outermost; /* of the system's file that is or contains the archive */
    FileIdentity holder;    /* of the sister file that contains the entry; or zeroed */
} EntrySource;

/* Finds where the entry at a place in the order of names can be read. */
bool entries_source(Span *span, const SpanArchive *archive, uint32_t place, EntrySource *source,
                    Error *error);
/* Reads the content of the entry into a new block of `arena`. */
bool entries_read(const EntrySource *source, Arena *arena, FilePart *content, Error *error);

/* Returns the identity of the sister file that contains the entry; zeroed if the archive does. */
FileIdentity entries_holder(const SpanArchive *archive, uint32_t place);
