#include "codec/utf8.h"

size_t utf8_read(const uint8_t *at, size_t left, uint32_t *character) {
    uint8_t first = at[0], least = 0x80, most = 0xBF;
    size_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
    *character = first < 0x80 ? first : UTF8_WRONG;
    if (length == 1) return 1;
    if (first == 0xE0) least = 0xA0; /* lower bytes would make a longer form than is needed */
    if (first == 0xED) most = 0x9F;  /* surrogates */
    if (first == 0xF0) least = 0x90;
    if (first == 0xF4) most = 0x8F; /* beyond U+10FFFF */
    uint32_t value = first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (i == left || at[i] < least || at[i] > most) return i;
        value = value << 6 | (at[i] & 0x3Fu);
        least = 0x80;
        most = 0xBF;
    }
    *character = value;
    return length;
}

size_t utf8_length_of(const uint8_t *at, size_t left) {
    uint32_t character;
    size_t length = utf8_read(at, left, &character);
    return character == UTF8_WRONG ? 0 : length;
}

/* Tells whether a valid character is a control: U+0000 to U+001F, U+007F to U+009F. */
static bool is_control(const uint8_t *at) {
    return *at < 0x20 || *at == 0x7F || (at[0] == 0xC2 && at[1] < 0xA0);
}

const char *clean_text(Arena *arena, const char *text, bool one_line) {
    const uint8_t *at = (const uint8_t *)text;
    size_t length;
    do {
        while (*at < 0x80 && !is_control(at)) at++;
        if (!*at) return text;
        length = one_line && is_control(at) ? 0 : utf8_length_of(at, 4);
        at += length;
    } while (length);
    uint8_t *clean = arena_alloc(arena, strlen(text) + 1, 3);
    if (!clean) return NULL;
    uint8_t *out = clean;
    for (at = (const uint8_t *)text; *at; at += length ? length : 1) {
        length = utf8_length_of(at, 4);
        if (!length) {
            out += utf8_write(UTF8_REPLACEMENT, (char *)out);
        } else if (one_line && is_control(at)) {
            *out++ = '?';
        } else {
            memcpy(out, at, length);
            out += length;
        }
    }
    *out = 0;
    return (const char *)clean;
}
