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

/* Converts the character of two bytes to UTF-8; returns how many bytes it has, 0 if the pair is
** undefined. */
size_t cp949_to_utf8(uint8_t first, uint8_t second, char utf8[3]);

/* Finds the two bytes of a character beyond ASCII; returns false if there are none. */
bool cp949_from_unicode(uint32_t character, uint8_t bytes[2]);

/* Rows of 94 characters, of three bytes each, for the first bytes 0xB0 to 0xFD; NULL for rows
** without characters. */
extern const char *const cp949_wide_rows[];

/* For the most frequent characters: returns the three bytes of UTF-8 of a pair, and a fourth byte
** that may be copied along; NULL if the pair isn't in those rows. */
static inline const char *cp949_wide(uint8_t first, uint8_t second) {
    uint8_t row = (uint8_t)(first - 0xB0), cell = (uint8_t)(second - 0xA1);
    if (row > 0xFD - 0xB0 || cell > 0xFE - 0xA1) return NULL;
    const char *start = cp949_wide_rows[row];
    return start ? start + (size_t)3 * cell : NULL;
}

#endif
