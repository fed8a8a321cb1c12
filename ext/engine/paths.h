/* What a `src` value names: paths, found by pattern where it is one. */
#ifndef GAMEMAP_PATHS_H
#define GAMEMAP_PATHS_H

#include "../../src/core.h"

typedef struct Path {
    const char *path;    /* as the system knows it, NUL-terminated */
    const char *problem; /* not NULL: a folder that can't be listed, and why */
} Path;

typedef struct PathList {
    Path *items;
    uint32_t count, capacity;
} PathList;

/* The file that `text` names, or, where it is a pattern and no file has that very name, the files
** that match it in byte order of path: `*`, `?` and `[...]` within a name, `**` as a whole name
** for any number of folders. Wildcards match no leading dot, and `**` follows no links to folders.
** Folders themselves don't match; one that can't be listed is an item with a problem. No match is
** an error. */
bool find_paths(const char *text, Arena *arena, PathList *paths, Error *error);

#endif
