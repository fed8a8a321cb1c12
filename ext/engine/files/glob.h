/* Patterns for one part of a path, and for names in archives. */
#ifndef GAMEMAP_GLOB_H
#define GAMEMAP_GLOB_H

#include "../../src/core.h"

/* Returns the first character that makes the text a pattern; NULL if it isn't one. */
const char *find_wildcard(const char *text);
bool has_wildcard(const char *text);

/* Tells whether the name of a file matches a pattern of `*`, `?`, `[abc]`, `[a-z]` and `[^a]`.
** ASCII letters are compared without regard to case, like in the games; all other characters like
** the system does. It takes at most as many steps as the product of both lengths. */
bool glob_matches(const char *pattern, const char *name);
/* Does the same for a name of `length` bytes in an archive, which a NUL or another part of a path
** follows. Letters beyond ASCII only match themselves. */
bool glob_matches_part(const char *pattern, const char *name, size_t length);

#endif
