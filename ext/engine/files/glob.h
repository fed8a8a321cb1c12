/* Patterns for one part of a path, and for names in archives. */
#pragma once

#include "core/core.h"

/* Adds up what matches cost, and looks for an interruption now and then: archives of strangers may
** have many names of 65,000 letters. After an interruption, functions that take this give any
** answer. */
typedef struct GlobWork {
    const Arena *arena; /* polled for interruption */
    uint64_t steps;     /* that were compared since the last poll */
    bool interrupted;
} GlobWork;

/* Adds steps; returns false if the host has been interrupted. */
bool glob_goes_on(GlobWork *work, uint64_t steps);

/* Returns the first character that makes the text a pattern; NULL if it isn't one. */
const char *glob_wildcard(const char *text);
/* Returns how many bytes of a pattern stand before the first part with a wildcard: 0, or a folder
** and the slash behind it. */
size_t glob_folder_bytes(const char *pattern);
/* Writes a path into `text`, which has room for three times its length and a NUL, as a pattern that
** matches nothing else; returns the end of what it wrote. */
char *glob_write_exactly(char *text, const char *path, size_t length);

/* Tells whether the name of a file matches a pattern of `*`, `?`, `[abc]`, `[a-z]` and `[^a]`.
** ASCII letters are compared without regard to case, like in the games; all other characters like
** the system does. This takes at most as many steps as the product of both lengths. */
bool glob_matches(const char *pattern, const char *name);
/* Matches a name of `length` bytes in an archive, which a NUL or another part of a path
** follows. Letters beyond ASCII only match themselves. */
bool glob_matches_part(const char *pattern, const char *name, size_t length, GlobWork *work);
