/*
** Names in ZIP archives as UTF-8.
**
** A name is UTF-8 where bit 11 of its entry's flags says so. Without that bit the specification
** says code page 437, but many programs write UTF-8 all the same: a name that is valid UTF-8 is
** taken for that, any other for code page 437.
*/
#ifndef GAMEMAP_ZIP_NAME_H
#define GAMEMAP_ZIP_NAME_H

#include "core.h"

/* A name of `size` bytes as UTF-8 of *length bytes: `raw` itself where it is valid UTF-8, else a
** new block of `arena`. `is_utf8`: what the flag says; bytes that are no UTF-8 become U+FFFD then.
** NULL when there is no memory. */
const char *zip_name_convert(Arena *arena, const uint8_t *raw, uint32_t size, bool is_utf8,
                             uint32_t *length);

#endif
