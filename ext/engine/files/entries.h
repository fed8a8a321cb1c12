/* The entries of an open archive as they are read. */
#pragma once

#include "engine/files/ranges.h"

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
bool entries_source(Span *span, const SpanFile *file, const Archive *archive, EntrySource *source,
                    Error *error);
/* Reads the content of the entry into a new block of `arena`. */
bool entries_read(const EntrySource *source, Arena *arena, FilePart *content, Error *error);

/* Returns the identity of the sister file that contains the entry; zeroed if the archive does. */
FileIdentity entries_holder(const SpanFile *file, const Archive *archive);
