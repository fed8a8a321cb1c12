/* Paths as text: their parts, and how they are joined. */
#ifndef GAMEMAP_PATH_H
#define GAMEMAP_PATH_H

#include "core/core.h"

/* Returns the name of a file, which is what stands behind the last slash of its path. */
const char *path_name(const char *path);

/* Returns the length of the folder's part of a path, with its slash; 0: it has none. */
size_t path_folder_length(const char *path);

/* Returns the length of a folder's path and of the slash behind it, if it needs one; "" is the
** current folder. */
size_t path_slashed_length(const char *folder);

/* Writes folder + '/' + name, with a NUL, to room for path_slashed_length(folder) + length + 1
** bytes. */
void path_write(char *path, const char *folder, const char *name, size_t length);

/* Returns folder + '/' + name in a block of the arena, behind `header` bytes; NULL: memory ran
** out. */
void *path_join(Arena *arena, size_t header, const char *folder, const char *name, size_t length);

/* Returns the path of a name in the folder of `path`; NULL: memory ran out. */
char *path_beside(Arena *arena, const char *path, const char *name);

#endif
