/* What a `src` value names: files, found by pattern where it is one, in folders and in archives. */
#ifndef GAMEMAP_PATHS_H
#define GAMEMAP_PATHS_H

#include "session.h"

typedef List FileList; /* of SpanFile * */

/* The file that `text` names, or, where it is a pattern and no file has that very name, the files
** that match it in byte order of path: `*`, `?` and `[...]` within a name, `**` as a whole name
** for any number of folders. Wildcards match no leading dot, and `**` follows no links to folders.
** Folders themselves don't match; one that can't be listed is an item with a problem. No match is
** an error.
**
** A regular file in the middle is an archive: what stands behind it names its entries, without
** regard to the case of ASCII letters. A part without wildcard is taken for an archive by its
** content; one with a wildcard enters only files with the ending of an archive. In an archive
** wildcards match leading dots, too, and `**` spans its folders; it never leads from a folder into
** an archive. An archive that can't be opened is an item with a problem. */
bool find_files(Session *session, const char *text, FileList *files, Error *error);

/* The entry of an archive of that name, without regard to the case of ASCII letters; *found is NULL
** where there is none. */
bool find_named_entry(Session *session, SpanFile *archive, const char *name, SpanFile **found,
                      Error *error);

/* ---- For paths.c and archive_paths.c --------------------------------------------------------- */

bool add_file(Session *session, FileList *files, SpanFile *file, Error *error);
/* An item that stands for what is wrong there; `error` is left. */
bool add_problem(Session *session, FileList *files, const char *path, const Error *problem,
                 Error *error);
/* Does the error end the search, as an interruption or a lack of memory does? */
bool ends_search(const Error *error);
/* The ending of a file that a part with a wildcard takes for an archive. */
bool has_archive_ending(const char *name, size_t length);

/* The entry of that name in an archive, or in an archive in it; where there is none, `why` says
** so. */
bool find_entry(Session *session, SpanFile *archive, const char *name, FileList *files, Error *why,
                Error *error);
/* The entries that match the pattern. Nothing where the file isn't an archive. */
bool match_entries(Session *session, SpanFile *archive, const char *pattern, FileList *files,
                   Error *error);

#endif
