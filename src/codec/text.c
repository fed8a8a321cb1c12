/* See text.h. */
#include "text.h"
#include "cp949.h"

#define TOP_BITS    0x8080808080808080
#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

static size_t length_to_nul(const uint8_t *field, size_t size) {
    const uint8_t *nul = size ? memchr(field, 0, size) : NULL;
    return nul ? (size_t)(nul - field) : size;
}

static bool is_ascii(const uint8_t *field, size_t length) {
    uint64_t eight;
    uint8_t bits = 0;
    for (; length >= sizeof eight; field += sizeof eight, length -= sizeof eight) {
        memcpy(&eight, field, sizeof eight);
        if (eight & TOP_BITS) return false;
    }
    for (; length; field++, length--) bits |= *field;
    return bits < 0x80;
}

/* The characters 0x80 to 0x9F of Windows-1252; 0: undefined. From 0xA0 on it equals Unicode. */
static const uint16_t windows_1252[] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

/* Works like cp949_to_utf8() for one byte beyond ASCII. */
static size_t cp1252_to_utf8(uint8_t byte, char utf8[3]) {
    uint32_t character = byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
    if (!character) return 0;
    if (character < 0x800) {
        utf8[0] = (char)(0xC0 | character >> 6);
        utf8[1] = (char)(0x80 | (character & 0x3F));
        return 2;
    }
    utf8[0] = (char)(0xE0 | character >> 12);
    utf8[1] = (char)(0x80 | (character >> 6 & 0x3F));
    utf8[2] = (char)(0x80 | (character & 0x3F));
    return 3;
}

/* Converts a character that is neither ASCII nor one of the most frequent ones. Returns how many
** bytes it has (an undefined one counts as one byte); *put is how many bytes of UTF-8 were
** written. */
static size_t convert_rare(TextEncoding encoding, const uint8_t *at, size_t left, char *out,
                           size_t *put) {
    size_t taken = 1;
    *put = 0;
    if (encoding == ENCODING_CP1252) {
        *put = cp1252_to_utf8(at[0], out);
    } else if (left >= 2) {
        *put = cp949_to_utf8(at[0], at[1], out);
        if (*put) taken = 2;
    }
    if (!*put) { /* the byte behind it is converted by itself */
        *put = strlen(REPLACEMENT);
        memcpy(out, REPLACEMENT, strlen(REPLACEMENT));
    }
    return taken;
}

size_t text_convert_into(TextEncoding encoding, const uint8_t *field, size_t length, char *out) {
    const uint8_t *at = field, *stop = field + length;
    const uint8_t *last_pair = encoding == ENCODING_CP949 && length ? stop - 1 : field;
    char *end = out;
    while (at < stop) {
        const char *wide;
        size_t put;
        if (*at < 0x80) {
            *end++ = (char)*at++;
        } else if (at < last_pair && (wide = cp949_wide(at[0], at[1]))) {
            memcpy(end, wide, 4); /* there is room for the fourth: two bytes have room for six */
            at += 2;
            end += 3;
        } else {
            at += convert_rare(encoding, at, (size_t)(stop - at), end, &put);
            end += put;
        }
    }
    return (size_t)(end - out);
}

/* Text of `length` bytes and the NUL behind it. */
static uint64_t room_for(size_t length) {
    return (uint64_t)length * TEXT_BYTES_MAX + 1;
}

static const char *converted(Arena *arena, TextEncoding encoding, const uint8_t *field,
                             size_t length, uint32_t *out_length) {
    char *out = arena_alloc(arena, room_for(length), 1);
    if (!out) return NULL;
    size_t used = text_convert_into(encoding, field, length, out);
    out[used] = 0;
    *out_length = (uint32_t)used;
    return out;
}

bool text_is_ascii(const uint8_t *field, size_t size, uint32_t *length) {
    size_t used = length_to_nul(field, size);
    *length = (uint32_t)used;
    return is_ascii(field, used);
}

const char *text_convert(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size,
                         uint32_t *length) {
    size_t used = length_to_nul(field, size);
    if (!is_ascii(field, used)) return converted(arena, encoding, field, used, length);
    *length = (uint32_t)used;
    return (const char *)field;
}

uint64_t text_string_room(const uint8_t *field, size_t size) {
    size_t used = length_to_nul(field, size);
    if (!is_ascii(field, used)) return room_for(used);
    return used < size ? 0 : (uint64_t)used + 1;
}

const char *text_string_into(char **out, TextEncoding encoding, const uint8_t *field, size_t size) {
    size_t used = length_to_nul(field, size);
    char *text = *out;
    if (!is_ascii(field, used)) {
        size_t length = text_convert_into(encoding, field, used, text);
        text[length] = 0;
        *out = text + length + 1;
        return text;
    }
    if (used < size) return (const char *)field;
    memcpy(text, field, used);
    text[used] = 0;
    *out = text + used + 1;
    return text;
}

const char *text_string(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size) {
    uint64_t room = text_string_room(field, size);
    char *out = room ? arena_alloc(arena, room, 1) : NULL;
    if (room && !out) return NULL;
    return text_string_into(&out, encoding, field, size);
}
