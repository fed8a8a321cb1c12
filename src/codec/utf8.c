/* See utf8.h. */
#include "codec/utf8.h"

/* Returns the length of the UTF-8 character at `at`; 0 if it isn't valid. */
static size_t utf8_length(const uint8_t *at) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xC0 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (length <= 1) return length;
    uint32_t character = at[0] & (0x7Fu >> length);
    if (at[0] >= 0xF8) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        character = character << 6 | (at[i] & 0x3Fu);
    }
    bool surrogate = character >= 0xD800 && character < 0xE000;
    return character < least[length] || character > 0x10FFFF || surrogate ? 0 : length;
}

size_t utf8_length_of(const uint8_t *at, size_t left) {
    uint8_t padded[4] = {0};
    if (left >= sizeof padded) return *at ? utf8_length(at) : 1;
    memcpy(padded, at, left);
    return *at ? utf8_length(padded) : 1;
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
        length = one_line && is_control(at) ? 0 : utf8_length(at);
        at += length;
    } while (length);
    uint8_t *clean = arena_alloc(arena, strlen(text) + 1, 3);
    if (!clean) return NULL;
    uint8_t *out = clean;
    for (at = (const uint8_t *)text; *at; at += length ? length : 1) {
        length = utf8_length(at);
        if (!length) {
            memcpy(out, "\xEF\xBF\xBD", 3);
            out += 3;
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
