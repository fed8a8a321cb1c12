/*
** Names in ZIP archives as UTF-8.
**
** A name is UTF-8 where bit 11 of its entry's flags says so. Without that bit the specification
** says code page 437, but many programs write UTF-8 all the same: a name that is valid UTF-8 is
** taken for that, any other for code page 437.
*/
#ifndef GAMEMAP_ZIP_NAME_H
#define GAMEMAP_ZIP_NAME_H

#include "core/core.h"

/* Returns a name of `size` bytes as UTF-8 of *length bytes: `raw` itself if it is valid UTF-8, else
** a new block of `arena`. With `is_utf8`, which is the flag, invalid bytes become U+FFFD. NULL:
** memory ran out. */
const char *zip_name_convert(Arena *arena, const uint8_t *raw, uint32_t size, bool is_utf8,
                             uint32_t *length);

#endif
