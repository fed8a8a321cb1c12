/* Conversion of text that isn't valid UTF-8. */
#ifndef GAMEMAP_UTF8_H
#define GAMEMAP_UTF8_H

#include "../../src/core.h"

/* Returns `text` as valid UTF-8, which is `text` itself if it is valid. Invalid bytes become
** U+FFFD; with `one_line`, control characters become '?'. NULL: memory ran out. */
const char *clean_text(Arena *arena, const char *text, bool one_line);

#endif
