/* What a `src` value names: paths, found by pattern where it is one. */
#ifndef GAMEMAP_SOURCE_H
#define GAMEMAP_SOURCE_H

#include "../../src/core.h"

typedef struct Path {
    const char *path;    /* as the system knows it, NUL-terminated */
    const char *problem; /* not NULL: a folder that can't be listed, and why */
} Path;

typedef struct PathList {
    Path *items;
    uint32_t count, capacity;
} PathList;

/* Does the text hold a character that makes it a pattern? */
bool has_wildcard(const char *text);

/* The file that `text` names, or, where it is a pattern and no file has that very name, the files
** that match it in byte order of path: `*`, `?` and `[...]` within a name, `**` as a whole name
** for any number of folders. Wildcards match no leading dot, and `**` follows no links to folders.
** Folders themselves don't match; one that can't be listed is an item with a problem. No match is
** an error. */
bool find_paths(const char *text, Arena *arena, PathList *paths, Error *error);

/* `text` as valid UTF-8 (itself if it is that already): other bytes become U+FFFD, and with
** `one_line` control characters become '?'. NULL when there is no memory. */
const char *clean_text(Arena *arena, const char *text, bool one_line);

#endif
