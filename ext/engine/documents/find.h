/* What a `src` value names: files in folders and in archives, named by a path or a pattern. */
#pragma once

#include "engine/documents/documents.h"

/* Finds the file that `text` names. If `text` is a pattern and no file has exactly that name, finds
** the files that match it, in byte order of their paths: `*`, `?` and `[...]` match within a name,
** `**` as a whole name matches any number of folders. Wildcards don't match a leading dot, and `**`
** doesn't follow links to folders. Folders themselves don't match; a folder that can't be listed is
** an item with a problem. It is an error if nothing matches; but if `unmatched` isn't NULL,
** *unmatched becomes `text` then, unless it is set.
**
** A regular file in the middle of a path is an archive: what follows it names its entries, without
** regard to the case of ASCII letters. A part without a wildcard is recognised as an archive by its
** content; a part with a wildcard enters only files with the extension of an archive. Within an
** archive, wildcards match leading dots, too, but not what macOS leaves behind there, and `**`
** spans its folders; it never leads from a folder into an archive. An archive that can't be opened
** is an item with a problem. */
bool find_files(Documents *documents, const char *text, const char **unmatched, FileList *files,
                Error *error);

/* *bytes becomes how many bytes of a pattern name a folder or archive, with the slash: the parts
** before the first one with a wildcard, and those behind them that exist literally, since a folder
** may be called "[1]". */
bool find_folder_bytes(Arena *arena, const char *pattern, size_t *bytes, Error *error);

/* Finds all files of a folder or archive, of which there may be none. `by_name`: the folders in a
** folder of the system aren't entered. `or_deleted`: also finds the entries by which a patch orders
** files to be deleted. */
bool find_in_folder(Documents *documents, const SpanFolder *folder, bool by_name, bool or_deleted,
                    FileList *files, Error *error);
