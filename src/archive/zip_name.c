/* See zip_name.h. */
#include "archive/zip_name.h"

enum { REPLACEMENT = 0xFFFD, UTF8_BYTES_MAX = 3 /* bytes of a character made here */ };

/* The characters 0x80 to 0xFF of code page 437. */
static const uint16_t code_page_437[128] = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF,
    0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9,
    0x00FF, 0x00D6, 0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA,
    0x00F1, 0x00D1, 0x00AA, 0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255D, 0x255C, 0x255B, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F,
    0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
    0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580,
    0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4, 0x03A6, 0x0398, 0x03A9, 0x03B4,
    0x221E, 0x03C6, 0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00F7, 0x2248,
    0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0,
};

/* Returns the length of the UTF-8 character at `at`, of which `left` bytes are there; 0: it isn't
** valid. Then *bad is how many bytes one replacement stands for: those that could have begun a
** character. */
static uint32_t character_bytes(const uint8_t *at, uint32_t left, uint32_t *bad) {
    uint8_t first = at[0], low = 0x80, high = 0xBF;
    uint32_t count = first < 0x80   ? 1
                     : first < 0xC2 ? 0
                     : first < 0xE0 ? 2
                     : first < 0xF0 ? 3
                     : first < 0xF5 ? 4
                                    : 0;
    *bad = 1;
    if (count < 2) return count;
    if (first == 0xE0) low = 0xA0;  /* below, shorter forms would do */
    if (first == 0xED) high = 0x9F; /* surrogates */
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F; /* beyond U+10FFFF */
    for (uint32_t i = 1; i < count; i++, low = 0x80, high = 0xBF) {
        if (i >= left || at[i] < low || at[i] > high) {
            *bad = i;
            return 0;
        }
    }
    return count;
}

static bool is_valid_utf8(const uint8_t *raw, uint32_t size) {
    uint32_t at = 0, bad;
    while (at < size) {
        uint32_t count = character_bytes(raw + at, size - at, &bad);
        if (!count) return false;
        at += count;
    }
    return true;
}

static char *put_character(char *out, uint16_t code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

static char *from_code_page_437(char *out, const uint8_t *raw, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        out = put_character(out, raw[i] < 0x80 ? raw[i] : code_page_437[raw[i] - 0x80]);
    }
    return out;
}

static char *replace_invalid(char *out, const uint8_t *raw, uint32_t size) {
    uint32_t at = 0, bad;
    while (at < size) {
        uint32_t count = character_bytes(raw + at, size - at, &bad);
        if (count) {
            memcpy(out, raw + at, count);
            out += count;
        } else {
            out = put_character(out, REPLACEMENT);
        }
        at += count ? count : bad;
    }
    return out;
}

const char *zip_name_convert(Arena *arena, const uint8_t *raw, uint32_t size, bool is_utf8,
                             uint32_t *length) {
    *length = size;
    if (is_valid_utf8(raw, size)) return (const char *)raw;
    char *text = arena_alloc(arena, size, UTF8_BYTES_MAX);
    if (!text) return NULL;
    char *end = is_utf8 ? replace_invalid(text, raw, size) : from_code_page_437(text, raw, size);
    *length = (uint32_t)(end - text);
    return text;
}
