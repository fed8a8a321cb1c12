/*
** Code page 949: Korean text as Windows has it, one byte for ASCII, two for all else.
**
**     first       second                        what
**     A1 to FD    A1 to FE                      KS X 1001: symbols, 2,350 syllables, Chinese characters
**     81 to A0    41 to 5A, 61 to 7A, 81 to FE  the 8,822 other syllables of Hangul, in the order of
**     A1 to C6    41 to 5A, 61 to 7A, 81 to A0  Unicode
**
** The C library's own tables are missing on small systems; there different names would become one.
*/
#ifndef GAMEMAP_CP949_H
#define GAMEMAP_CP949_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character of two bytes in UTF-8; how many bytes that are, 0 where the pair stands for
** nothing. */
size_t cp949_to_utf8(uint8_t first, uint8_t second, char utf8[3]);

/* Rows of 94 characters, of three bytes each, for the first bytes 0xB0 to 0xFD; a row is NULL where
** there are none. */
extern const char *const cp949_wide_rows[];

/* The commonest characters: where a pair's three bytes of UTF-8 stand, with a byte behind them that
** may be copied along; NULL where the pair isn't in those rows. */
static inline const char *cp949_wide(uint8_t first, uint8_t second) {
    uint8_t row = (uint8_t)(first - 0xB0), cell = (uint8_t)(second - 0xA1);
    if (row > 0xFD - 0xB0 || cell > 0xFE - 0xA1) return NULL;
    const char *start = cp949_wide_rows[row];
    return start ? start + (size_t)3 * cell : NULL;
}

#endif
