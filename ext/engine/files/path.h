/* Paths as text: their parts, and how they are joined. */
#pragma once

#include "engine/system/system.h"

/* Paths are bytes, and SQL has text. A byte that isn't part of valid UTF-8 is shown as a character
** of its own, U+EF80 for 0x80 to U+EFFF for 0xFF, and so is each byte of such a character in a
** name. So no two paths are shown alike, and what is shown leads back to the bytes. */

/* Returns a path as it is shown, which may be `path` itself; NULL: memory ran out. */
const char *path_shown(Arena *arena, const char *path);
/* Returns how many bytes of a shown path stand for the first `length` bytes of the path, which end
** with a part. What a shorter path lacks counts as it is: an archive that can't be listed stands
** for the files in it. */
size_t path_shown_bytes(const char *path, size_t length);
/* Tells whether path_given() returns the same path for this one. */
bool path_is_itself(const char *path);
/* Returns a path or pattern that a user has given, with '/' between its parts and with the bytes
** for which its characters stand; NULL: memory ran out. */
const char *path_given(Arena *arena, const char *text);

/* Returns a copy of that path without slashes at its end; NULL: memory ran out. */
char *path_plain(Arena *arena, const char *text);

/* Returns the name of a file, which is what stands behind the last slash of its path. */
const char *path_name(const char *path);

/* Returns the length of the folder's part of a path, with its slash; 0: it has none. */
size_t path_folder_length(const char *path);

/* Returns the length of a folder's path with a slash; "" is the current folder and has none. */
size_t path_slashed_length(const char *folder);

/* Returns folder + '/' + name behind `header` bytes of a block; NULL: memory ran out. */
void *path_join(Arena *arena, size_t header, const char *folder, const char *name, size_t length);
