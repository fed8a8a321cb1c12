/* Code pages of Windows and DOS. Their characters beyond ASCII have one byte; in those of East Asia
** they have two, or one that can't be the first of two.
**
** The files in code_pages/ say which characters these are; a script there makes the table of
** them that is compiled. Every build gives the same answers, since the table is gamemap's own: the
** C library's are missing on small systems, and there different names would become one. */
#pragma once

#include "core/core.h"

/* The code pages of Korea, Japan, mainland China, Taiwan, Western and Eastern Europe, and DOS. */
typedef enum TextEncoding {
    ENCODING_CP949,
    ENCODING_CP932,
    ENCODING_CP936,
    ENCODING_CP950,
    ENCODING_CP1252,
    ENCODING_CP1250,
    ENCODING_CP437
} TextEncoding;

/* The numbers of characters in Unicode, by a byte from 0x80 on, or by the first of two bytes and a
** second one from 0x40 on; 0: undefined. Characters of two bytes have the pages up to
** ENCODING_CP950. */
extern const uint16_t code_page_bytes[][128], code_page_pairs[][128][192];

/* Returns the character of two bytes, the first of them beyond ASCII; 0 if they are undefined. */
static inline uint32_t code_page_pair(TextEncoding page, const uint8_t at[2]) {
    return at[1] < 0x40 ? 0 : code_page_pairs[page][at[0] - 0x80][at[1] - 0x40];
}

/* Returns the character at `at`, where `left` bytes are, the first of them beyond ASCII, and sets
** *taken to how many of them it has. Returns 0, and one byte is taken, if none begins there. */
static inline uint32_t code_page_character(TextEncoding page, const uint8_t *at, size_t left,
                                           size_t *taken) {
    bool may_be_pair = page <= ENCODING_CP950 && left >= 2;
    uint32_t character = may_be_pair ? code_page_pair(page, at) : 0;
    *taken = character ? 2 : 1;
    return character ? character : code_page_bytes[page][at[0] - 0x80];
}

/* Finds the bytes of a character beyond ASCII; returns how many there are, 0 if it has none. */
size_t code_page_find(TextEncoding page, uint32_t character, uint8_t bytes[2]);
