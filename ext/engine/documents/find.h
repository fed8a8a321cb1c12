/* What a `src` value names: files in folders and in archives, named by a path or a pattern. */
#ifndef GAMEMAP_PATHS_H
#define GAMEMAP_PATHS_H

#include "session.h"

typedef List FileList; /* of SpanFile * */

/* Finds the file that `text` names. If `text` is a pattern and no file has exactly that name, finds
** the files that match it, in byte order of their paths: `*`, `?` and `[...]` match within a name,
** `**` as a whole name matches any number of folders. Wildcards don't match a leading dot, and `**`
** doesn't follow links to folders. Folders themselves don't match; a folder that can't be listed is
** an item with a problem. It is an error if nothing matches.
**
** A regular file in the middle of a path is an archive: what follows it names its entries, without
** regard to the case of ASCII letters. A part without a wildcard is recognised as an archive by its
** content; a part with a wildcard enters only files with the extension of an archive. Within an
** archive, wildcards match leading dots, too, and `**` spans its folders; it never leads from a
** folder into an archive. An archive that can't be opened is an item with a problem. */
bool find_files(Session *session, const char *text, FileList *files, Error *error);

/* The entry of an archive of that name, without regard to the case of ASCII letters; *found is NULL
** where there is none. */
bool find_named_entry(Session *session, SpanFile *archive, const char *name, SpanFile **found,
                      Error *error);

/* ---- For paths.c and archive_paths.c --------------------------------------------------------- */

bool add_file(Session *session, FileList *files, SpanFile *file, Error *error);
/* Adds an item that stands for what is wrong there; `error` isn't changed. */
bool add_problem(Session *session, FileList *files, const char *path, const Error *problem,
                 Error *error);
/* Tells whether the error ends the search, like an interruption or a lack of memory. */
bool ends_search(const Error *error);
/* Tells whether a file's extension is one for which a part with a wildcard takes it for an
** archive. */
bool has_archive_ending(const char *name, size_t length);

/* Finds an entry in an archive, or in an archive within it. If there is none, `why` explains it. */
bool find_entry(Session *session, SpanFile *archive, const char *name, FileList *files, Error *why,
                Error *error);
/* Finds the entries that match the pattern. If the file isn't an archive, there are none. */
bool match_entries(Session *session, SpanFile *archive, const char *pattern, FileList *files,
                   Error *error);

#endif
