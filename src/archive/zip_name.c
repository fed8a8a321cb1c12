/* See zip_name.h. */
#include "archive/zip_name.h"
#include "codec/text.h"
#include "codec/utf8.h"

static size_t replace_invalid(const uint8_t *raw, uint32_t size, char *out) {
    uint32_t character;
    char *end = out;
    for (size_t at = 0; at < size;) {
        at += utf8_read(raw + at, size - at, &character);
        end += utf8_write(character == UTF8_WRONG ? UTF8_REPLACEMENT : character, end);
    }
    return (size_t)(end - out);
}

const char *zip_name_convert(Arena *arena, const uint8_t *raw, uint32_t size, bool is_utf8,
                             uint32_t *length) {
    *length = size;
    if (text_is_utf8(raw, size)) return (const char *)raw;
    char *text = arena_alloc(arena, size, TEXT_BYTES_MAX);
    if (!text) return NULL;
    *length = (uint32_t)(is_utf8 ? replace_invalid(raw, size, text)
                                 : text_convert_into(ENCODING_CP437, raw, size, text));
    return text;
}
