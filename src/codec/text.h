/* Text of game files as UTF-8. */
#ifndef GAMEMAP_TEXT_H
#define GAMEMAP_TEXT_H

#include "core.h"

enum { TEXT_BYTES_MAX = 3 }; /* of UTF-8 for each byte */

typedef enum TextEncoding { ENCODING_CP949, ENCODING_CP1252 } TextEncoding;

/* Tells whether the text of a field of `size` bytes, up to its first NUL, is plain ASCII; it has
** *length bytes. */
bool text_is_ascii(const uint8_t *field, size_t size, uint32_t *length);
/* Returns the text of a field of `size` bytes, up to its first NUL, as UTF-8 of *length bytes: the
** field itself if it is plain ASCII, else a new block of `arena` with a NUL at the end. Bytes that
** the encoding doesn't define become U+FFFD. NULL: memory ran out. */
const char *text_convert(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size,
                         uint32_t *length);
/* Does the same, always NUL-terminated. */
const char *text_string(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size);
/* The same for many fields that share a block: how many bytes the text of a field takes of it at
** most (0 where the field itself will do), and the text, written to *out if it takes any; *out is
** moved behind it. */
uint64_t text_string_room(const uint8_t *field, size_t size);
const char *text_string_into(char **out, TextEncoding encoding, const uint8_t *field, size_t size);
/* The same of `length` bytes among which there is no NUL, into `out`, which has room for
** TEXT_BYTES_MAX bytes for each of them. Gives the length of what was written; it has no NUL. */
size_t text_convert_into(TextEncoding encoding, const uint8_t *field, size_t length, char *out);

/* Returns the lower case of an ASCII letter; other bytes don't change. */
static inline uint8_t fold_byte(uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 'a' - 'A') : byte;
}

/* Returns the value of a hexadecimal digit of either case, or -1. */
static inline int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

#endif
