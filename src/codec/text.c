#include "codec/text.h"
#include "codec/utf8.h"

#define TOP_BITS 0x8080808080808080

uint64_t text_skip_ascii(const uint8_t *bytes, uint64_t at, uint64_t size) {
    uint64_t eight;
    for (; size - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, bytes + at, sizeof eight);
        if (eight & TOP_BITS) break;
    }
    while (at < size && bytes[at] < 0x80) at++;
    return at;
}

static bool is_ascii(const uint8_t *field, size_t length) {
    return text_skip_ascii(field, 0, length) == length;
}

size_t text_convert_into(TextEncoding encoding, const uint8_t *field, size_t length, char *out) {
    const uint8_t *at = field, *stop = field + length;
    char *end = out;
    while (at < stop) {
        if (*at < 0x80) {
            *end++ = (char)*at++;
            continue;
        }
        bool may_be_pair = encoding <= ENCODING_CP950 && stop - at >= 2;
        uint32_t character = may_be_pair ? code_page_pair(encoding, at) : 0;
        if (character >= 0x800) { /* nearly all pairs: the compiler knows their length */
            end += utf8_write(character, end);
            at += 2;
        } else {
            size_t taken;
            character = code_page_character(encoding, at, (size_t)(stop - at), &taken);
            end += utf8_write(character ? character : UTF8_REPLACEMENT, end);
            at += taken;
        }
    }
    return (size_t)(end - out);
}

/* Converts text and adds a NUL. */
static const char *converted(Arena *arena, TextEncoding encoding, const uint8_t *field,
                             size_t length, uint32_t *out_length) {
    char *out = arena_alloc(arena, (uint64_t)length * TEXT_BYTES_MAX + 1, 1);
    if (!out) return NULL;
    size_t used = text_convert_into(encoding, field, length, out);
    out[used] = 0;
    *out_length = (uint32_t)used;
    return out;
}

bool text_is_ascii(const uint8_t *field, size_t size, uint32_t *length) {
    size_t used = field_length(field, size);
    *length = (uint32_t)used;
    return is_ascii(field, used);
}

const char *text_convert(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size,
                         uint32_t *length) {
    size_t used = field_length(field, size);
    if (!is_ascii(field, used)) return converted(arena, encoding, field, used, length);
    *length = (uint32_t)used;
    return (const char *)field;
}

const char *text_string(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size) {
    size_t used = field_length(field, size);
    uint32_t length;
    if (!is_ascii(field, used)) return converted(arena, encoding, field, used, &length);
    return used < size ? (const char *)field : text_copy(arena, field, used);
}

const char *text_shown(Arena *arena, TextEncoding encoding, const uint8_t *field, size_t size) {
    const char *text = text_string(arena, encoding, field, size);
    text = text ? clean_text(arena, text, true) : NULL;
    if (!text || strlen(text) <= TEXT_SHOWN_BYTES) return text;
    char *shown = text_copy(arena, text, TEXT_SHOWN_BYTES);
    size_t end = TEXT_SHOWN_BYTES - 3;
    while (shown && end && ((uint8_t)shown[end] & 0xC0) == 0x80) end--;
    if (shown) memcpy(shown + end, "...", 4);
    return shown;
}

/* ---- Text in one of two encodings ------------------------------------------------------------ */

bool text_is_defined(TextEncoding encoding, const uint8_t *bytes, uint64_t size) {
    size_t taken;
    for (uint64_t at = 0; (at = text_skip_ascii(bytes, at, size)) < size; at += taken) {
        if (!code_page_character(encoding, bytes + at, (size_t)(size - at), &taken)) return false;
    }
    return true;
}

bool text_is_utf8(const uint8_t *bytes, uint64_t size) {
    for (uint64_t at = 0; (at = text_skip_ascii(bytes, at, size)) < size;) {
        size_t length = utf8_length_of(bytes + at, (size_t)(size - at));
        if (!length) return false;
        at += length;
    }
    return true;
}

size_t text_mixed_into(const uint8_t *bytes, size_t size, char *out) {
    char *end = out;
    for (size_t i = 0; i < size; i++) {
        uint32_t character =
            bytes[i] < 0x80 ? 0 : code_page_bytes[ENCODING_CP1252][bytes[i] - 0x80];
        end += utf8_write(character ? character : bytes[i], end);
    }
    return (size_t)(end - out);
}

const char *text_mixed(Arena *arena, const uint8_t *bytes, size_t size, uint32_t *length) {
    *length = (uint32_t)size;
    if (text_is_utf8(bytes, size)) return (const char *)bytes;
    char *out = arena_alloc(arena, size, TEXT_BYTES_MAX);
    if (out) *length = (uint32_t)text_mixed_into(bytes, size, out);
    return out;
}

bool text_encode(TextEncoding encoding, const char *text, uint64_t length, uint8_t *out,
                 uint64_t room, uint64_t *used) {
    const uint8_t *at = (const uint8_t *)text;
    *used = 0;
    while (length) {
        uint32_t character;
        uint8_t bytes[2];
        size_t taken = utf8_read(at, (size_t)length, &character), put = 1;
        if (character == UTF8_WRONG) return false;
        if (character < 0x80) bytes[0] = (uint8_t)character;
        else put = code_page_find(encoding, character, bytes);
        if (!put) return false;
        if (*used + put <= room) memcpy(out + *used, bytes, put);
        *used += put;
        at += taken;
        length -= taken;
    }
    return true;
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

static bool same_bytes(const uint8_t *text, const uint8_t *other, size_t length) {
    size_t same = 0;
    while (same < length &&
           (text[same] == other[same] || fold_byte(text[same]) == fold_byte(other[same]))) {
        same++;
    }
    return same == length;
}

bool text_same(const void *text, size_t length, const void *other, size_t other_length) {
    return length == other_length && same_bytes(text, other, length);
}

bool text_is(const void *text, size_t length, const char *word) {
    return text_same(text, length, word, strlen(word));
}

bool text_begins(const void *text, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && same_bytes(text, (const uint8_t *)word, size);
}

static bool ends_with(const uint8_t *text, size_t length, const char *ending, size_t size) {
    return length >= size && same_bytes(text + length - size, (const uint8_t *)ending, size);
}

bool text_ends(const void *text, size_t length, const char *word) {
    return ends_with(text, length, word, strlen(word));
}

bool text_has_ending(const char *name, const char *endings) {
    return text_part_has_ending(name, strlen(name), endings);
}

bool text_part_has_ending(const char *name, size_t length, const char *endings) {
    while (endings && *endings) {
        size_t size = strcspn(endings, " ");
        if (size && ends_with((const uint8_t *)name, length, endings, size)) return true;
        endings += size;
        endings += strspn(endings, " ");
    }
    return false;
}

size_t text_folder_bytes(const void *name, size_t length) {
    const char *bytes = name;
    while (length && bytes[length - 1] != '\\' && bytes[length - 1] != '/') length--;
    return length;
}

char *text_with_ending(Arena *arena, const char *name, const char *ending) {
    const char *dot = strrchr(name, '.');
    size_t stem = dot ? (size_t)(dot - name) : strlen(name), size = strlen(ending) + 1;
    char *made = arena_alloc(arena, stem + size, 1);
    if (!made) return NULL;
    memcpy(made, name, stem);
    memcpy(made + stem, ending, size);
    return made;
}

char *text_copy(Arena *arena, const void *text, size_t length) {
    char *copy = arena_alloc(arena, (uint64_t)length + 1, 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *text_folded(Arena *arena, const void *text, size_t length) {
    char *folded = text_copy(arena, text, length);
    for (size_t i = 0; folded && i < length; i++) folded[i] = (char)fold_byte((uint8_t)folded[i]);
    return folded;
}

char *text_printed(Arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t bytes = (size_t)print_list(NULL, 0, format, arguments) + 1;
    char *text = arena_alloc(arena, bytes, 1);
    if (text) print_list(text, bytes, format, arguments);
    va_end(arguments);
    return text;
}

uint64_t text_hash(const char *text) {
    uint64_t hash = 0xCBF29CE484222325;
    for (; *text; text++) hash = (hash ^ fold_byte((uint8_t)*text)) * 0x100000001B3;
    return hash;
}
