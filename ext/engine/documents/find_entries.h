/* Finding entries of archives by name or pattern, and of archives in them. */
#pragma once

#include "engine/documents/documents.h"
#include "engine/files/pattern.h"

/* Finds the entry that a name leads to, in inner archives, too; `why` tells why there is none. */
bool find_entries_path(Documents *documents, SpanFile *archive, const char *name, FileList *files,
                       Error *why, Error *error);

/* Finds the entries that match the pattern: files, or a patch's orders to delete files. If the file
** isn't an archive, there are none. */
bool find_entries_matching(Documents *documents, SpanFile *archive, Pattern pattern,
                           ArchiveKind kind, FileList *files, Error *error);

/* Sets the archive of a folder whose path leads through archives to the innermost of them. */
bool find_entries_innermost(Documents *documents, SpanFolder *folder, Error *error);
