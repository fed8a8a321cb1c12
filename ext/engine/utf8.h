/* Text that isn't UTF-8, made so. */
#ifndef GAMEMAP_UTF8_H
#define GAMEMAP_UTF8_H

#include "../../src/core.h"

/* `text` as valid UTF-8 (itself if it is that already): other bytes become U+FFFD, and with
** `one_line` control characters become '?'. NULL when there is no memory. */
const char *clean_text(Arena *arena, const char *text, bool one_line);

#endif
