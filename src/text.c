/* See text.h. */
#include "text.h"

#include <iconv.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

static size_t length_to_nul(const uint8_t *field, size_t size) {
    const uint8_t *nul = size ? memchr(field, 0, size) : NULL;
    return nul ? (size_t)(nul - field) : size;
}

static bool is_ascii(const uint8_t *field, size_t length) {
    uint64_t bits = 0, eight;
    for (; length >= sizeof eight; field += sizeof eight, length -= sizeof eight) {
        memcpy(&eight, field, sizeof eight);
        bits |= eight;
    }
    for (; length; field++, length--) bits |= *field;
    return !(bits & 0x8080808080808080);
}

/* Converts character by character, since iconv may pass over both bytes of a pair that stands for
** nothing. Bytes that it can't convert, and without a converter all beyond ASCII, are replaced. `out`
** has room for 3 bytes per byte of input. */
static size_t convert(iconv_t converter, TextEncoding encoding, const uint8_t *field,
                      size_t length, char *out) {
    char *end = out;
    size_t out_left = length * 3;
    for (size_t at = 0; at < length;) {
        size_t size = encoding == ENCODING_CP949 && field[at] >= 0x80 && at + 1 < length ? 2 : 1;
        size_t in_left = size;
        char *in = (char *)(uintptr_t)(field + at);
        if (converter != (iconv_t)-1) {
            if (iconv(converter, &in, &in_left, &end, &out_left) != (size_t)-1) {
                at += size;
                continue;
            }
            iconv(converter, NULL, NULL, NULL, NULL);
        }
        size_t put = field[at] < 0x80 ? 1 : strlen(REPLACEMENT);
        memcpy(end, put == 1 ? (const char *)field + at : REPLACEMENT, put);
        end += put;
        out_left -= put;
        at++;
    }
    return (size_t)(end - out);
}

static const char *converted(Arena *arena, TextEncoding encoding, const uint8_t *field,
                             size_t length, uint32_t *out_length) {
    char *out = arena_alloc(arena, (uint64_t)length * 3 + 1, 1);
    if (!out) return NULL;
    iconv_t converter = iconv_open("UTF-8", encoding == ENCODING_CP949 ? "CP949" : "CP1252");
    size_t used = convert(converter, encoding, field, length, out);
    if (converter != (iconv_t)-1) iconv_close(converter);
    out[used] = 0;
    *out_length = (uint32_t)used;
    return out;
}

const char *text_convert(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size,
                         uint32_t *length) {
    size_t used = length_to_nul(field, size);
    if (!is_ascii(field, used)) return converted(arena, encoding, field, used, length);
    *length = (uint32_t)used;
    return (const char *)field;
}

const char *text_string(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size) {
    size_t used = length_to_nul(field, size);
    uint32_t length;
    if (!is_ascii(field, used)) return converted(arena, encoding, field, used, &length);
    if (used < size) return (const char *)field;
    char *copy = arena_alloc(arena, (uint64_t)used + 1, 1);
    if (!copy) return NULL;
    memcpy(copy, field, used);
    copy[used] = 0;
    return copy;
}
