/* Patterns for paths: parts between slashes, of which `**` spans any number of folders. */
#pragma once

#include "engine/files/glob.h"

typedef struct PatternPart {
    char *text; /* NUL-terminated */
    size_t length;
    bool has_wildcard, any_depth; /* any_depth: the part is `**` */
} PatternPart;

/* A pattern, or the rest of one. */
typedef struct Pattern {
    const PatternPart *parts;
    size_t count;
} Pattern;

/* Splits a pattern into its parts, in `arena`. Fails if memory runs out. */
bool pattern_read(Arena *arena, const char *text, Pattern *pattern, Error *error);

/* Returns the pattern behind its first `count` parts. */
static inline Pattern pattern_behind(Pattern pattern, size_t count) {
    return (Pattern){pattern.parts + count, pattern.count - count};
}
/* Returns the pattern behind its first part; a slash at the end leaves an empty part. */
Pattern pattern_next(Pattern pattern);

/* Tells whether a part matches a name of a folder; a wildcard doesn't match a leading dot. */
bool pattern_part_fits(const PatternPart *part, const char *name);

/* Tells whether the whole name of an entry of an archive, which may have slashes, matches a
** pattern. ASCII letters match without regard to case, and wildcards match leading dots, but not
** what macOS leaves behind in archives. */
bool pattern_fits_entry(Pattern pattern, const char *name, GlobWork *work);
