/*
** Code pages of East Asia: one byte for ASCII (in Japan for half-width katakana, too), two for all
** else.
**
**     page  of               first byte    second byte                   characters
**     932   Japan            81 to 9F      40 to 7E, 80 to FC            JIS X 0208, NEC's, IBM's
**                            E0 to FC
**                            A1 to DF      none: katakana
**     936   mainland China   A1 to F7      A1 to FE                      GB 2312
**                            81 to A0      40 to 7E, 80 to FE            the other Chinese characters of
**                            AA to FE      40 to 7E, 80 to A0            Unicode 1.1, in its order
**                            A8, A9        40 to 7E, 80 to A0            symbols
**     950   Taiwan           A1 to F9      40 to 7E, A1 to FE            Big5
**     949   Korea            see cp949.h
**
** Every build gives the same answers, since the tables are gamemap's own: the C library's are missing
** on small systems.
*/
#ifndef GAMEMAP_CODE_PAGE_H
#define GAMEMAP_CODE_PAGE_H

#include "codec/utf8.h"

/* Converts the character of two bytes to UTF-8; returns how many bytes it has, 0 if the pair is
** undefined. */
size_t cp932_pair(uint8_t first, uint8_t second, char utf8[3]);
size_t cp936_pair(uint8_t first, uint8_t second, char utf8[3]);
size_t cp950_pair(uint8_t first, uint8_t second, char utf8[3]);

/* Converts the character at `at`, where `left` bytes are, the first of them beyond ASCII, in code
** page 932, 936, 949 or 950. *taken is how many of them it has. Returns 0, and one byte is taken, if
** none begins there. */
size_t code_page_convert(int page, const uint8_t *at, size_t left, char utf8[3], size_t *taken);

/* Converts a byte beyond ASCII that is a character by itself; returns 0 if it isn't one. */
size_t cp932_byte(uint8_t byte, char utf8[3]);

/* Copies the character of a cell of a row, which is text: its characters have three bytes each or,
** if it `is_mixed`, one to three. NULL, a blank and U+FFFD: there is none, and 0 is returned. */
size_t code_page_cell(const char *row, bool is_mixed, unsigned cell, char utf8[3]);

#endif
