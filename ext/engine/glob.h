/* Patterns for one part of a path, and for names in archives. */
#ifndef GAMEMAP_GLOB_H
#define GAMEMAP_GLOB_H

#include "../../src/core.h"

/* Does the text hold a character that makes it a pattern? */
bool has_wildcard(const char *text);

/* Does the name of a file match a pattern of `*`, `?`, `[abc]`, `[a-z]` and `[^a]`? ASCII letters
** are compared without regard to case, as the games do, and all others as the system does. Steps:
** at most the product of both lengths. */
bool glob_matches(const char *pattern, const char *name);
/* The same for a name in an archive, of `length` bytes, behind which a NUL or another part of a
** path stands: a letter beyond ASCII is only itself. */
bool glob_matches_part(const char *pattern, const char *name, size_t length);

#endif
