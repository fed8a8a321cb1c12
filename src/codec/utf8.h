/* Characters of UTF-8, and text that isn't valid. */
#pragma once

#include "core/core.h"

/* Returns `text` as valid UTF-8, which is `text` itself if it is valid. Invalid bytes become
** U+FFFD; with `one_line`, control characters become '?'. NULL: memory ran out. */
const char *clean_text(Arena *arena, const char *text, bool one_line);

#define UTF8_WRONG       0xFFFFFFFF /* instead of a character */
#define UTF8_REPLACEMENT 0xFFFD     /* what is shown for bytes that are none */

/* Reads the character at `at`, of which `left` bytes exist (1 or more), and returns how many bytes
** it takes. Of bytes that break the rules it takes as many as could begin a character, as the
** WHATWG's decoder does, and *character is UTF8_WRONG. */
size_t utf8_read(const uint8_t *at, size_t left, uint32_t *character);

/* Returns the length of the character at `at`, of which `left` bytes exist (1 or more); 0 if it
** isn't valid UTF-8. NUL is a character of one byte. */
size_t utf8_length_of(const uint8_t *at, size_t left);

/* Returns how many bytes a byte order mark takes at the beginning of a text: 3, or 0. */
static inline uint32_t utf8_mark_bytes(const uint8_t *text, uint64_t size) {
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Writes a character and returns how many bytes it takes, 1 to 4. A surrogate isn't valid UTF-8. */
static inline size_t utf8_write(uint32_t character, char *out) {
    static const uint8_t marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (char)(marks[length] | character);
    return length;
}
