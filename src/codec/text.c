/* See text.h. */
#include "codec/text.h"
#include "codec/code_page.h"
#include "codec/cp949.h"
#include "codec/utf8.h"

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

/* The characters from 0x80 on of Windows-1250, which Polish is written in; 0: undefined. */
static const uint16_t windows_1250[] = {
    0x20AC, 0,      0x201A, 0,      0x201E, 0x2026, 0x2020, 0x2021, 0,      0x2030, 0x0160, 0x2039,
    0x015A, 0x0164, 0x017D, 0x0179, 0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0,      0x2122, 0x0161, 0x203A, 0x015B, 0x0165, 0x017E, 0x017A, 0x00A0, 0x02C7, 0x02D8, 0x0141,
    0x00A4, 0x0104, 0x00A6, 0x00A7, 0x00A8, 0x00A9, 0x015E, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x017B,
    0x00B0, 0x00B1, 0x02DB, 0x0142, 0x00B4, 0x00B5, 0x00B6, 0x00B7, 0x00B8, 0x0105, 0x015F, 0x00BB,
    0x013D, 0x02DD, 0x013E, 0x017C, 0x0154, 0x00C1, 0x00C2, 0x0102, 0x00C4, 0x0139, 0x0106, 0x00C7,
    0x010C, 0x00C9, 0x0118, 0x00CB, 0x011A, 0x00CD, 0x00CE, 0x010E, 0x0110, 0x0143, 0x0147, 0x00D3,
    0x00D4, 0x0150, 0x00D6, 0x00D7, 0x0158, 0x016E, 0x00DA, 0x0170, 0x00DC, 0x00DD, 0x0162, 0x00DF,
    0x0155, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x013A, 0x0107, 0x00E7, 0x010D, 0x00E9, 0x0119, 0x00EB,
    0x011B, 0x00ED, 0x00EE, 0x010F, 0x0111, 0x0144, 0x0148, 0x00F3, 0x00F4, 0x0151, 0x00F6, 0x00F7,
    0x0159, 0x016F, 0x00FA, 0x0171, 0x00FC, 0x00FD, 0x0163, 0x02D9,
};

/* Returns the character of a byte beyond ASCII; 0 if it is undefined. */
static uint32_t cp1252_character(uint8_t byte) {
    return byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
}

/* Converts a character that is neither ASCII nor one of the most frequent ones. Returns how many
** bytes it has (an undefined one counts as one byte); *put is how many bytes of UTF-8 were
** written. */
static size_t convert_rare(TextEncoding encoding, const uint8_t *at, size_t left, char *out,
                           size_t *put) {
    static const int pages[] = {949, 1252, 1250, 932, 936, 950};
    size_t taken = 1;
    if (encoding == ENCODING_CP1252 || encoding == ENCODING_CP1250) {
        bool is_west = encoding == ENCODING_CP1252;
        uint32_t character = is_west ? cp1252_character(*at) : windows_1250[*at - 0x80];
        *put = character ? utf8_write(character, out) : 0;
    } else {
        *put = code_page_convert(pages[encoding], at, left, out, &taken);
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

bool text_is_utf8(const uint8_t *bytes, size_t size) {
    if (is_ascii(bytes, size)) return true;
    for (size_t at = 0; at < size;) {
        size_t length = utf8_length_of(bytes + at, size - at);
        if (!length) return false;
        at += length;
    }
    return true;
}

size_t text_mixed_into(const uint8_t *bytes, size_t size, char *out) {
    char *end = out;
    for (size_t i = 0; i < size; i++) {
        uint32_t character = bytes[i] < 0x80 ? bytes[i] : cp1252_character(bytes[i]);
        if (bytes[i] < 0x80) *end++ = (char)bytes[i];
        else end += utf8_write(character ? character : bytes[i], end);
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

/* Reads a character of UTF-8; returns how many bytes it has, 0 if they aren't UTF-8. */
static size_t read_character(const uint8_t *text, uint64_t left, uint32_t *character) {
    size_t size = text[0] < 0x80 ? 1 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
    if (text[0] >= 0xF8 || (text[0] >= 0x80 && text[0] < 0xC2) || size > left) return 0;
    *character = size == 1 ? text[0] : text[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        *character = *character << 6 | (text[i] & 0x3Fu);
    }
    return size;
}

/* Finds the bytes of a character beyond ASCII; returns how many there are, 0 if it has none. */
static size_t encode_rare(TextEncoding encoding, uint32_t character, uint8_t bytes[2]) {
    if (encoding == ENCODING_CP949) return cp949_from_unicode(character, bytes) ? 2 : 0;
    bytes[0] = (uint8_t)character;
    if (character >= 0xA0 && character <= 0xFF) return 1;
    for (size_t i = 0; i < LENGTH(windows_1252); i++) {
        if (windows_1252[i] != character) continue;
        bytes[0] = (uint8_t)(0x80 + i);
        return 1;
    }
    return 0;
}

bool text_encode(TextEncoding encoding, const char *text, uint64_t length, uint8_t *out,
                 uint64_t room, uint64_t *used) {
    const uint8_t *at = (const uint8_t *)text;
    *used = 0;
    while (length) {
        uint32_t character;
        uint8_t bytes[2];
        size_t taken = read_character(at, length, &character), put = 1;
        if (!taken) return false;
        if (character < 0x80) bytes[0] = (uint8_t)character;
        else put = encode_rare(encoding, character, bytes);
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
    while (same < length && fold_byte(text[same]) == fold_byte(other[same])) same++;
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
    while (endings && *endings) {
        size_t size = strcspn(endings, " ");
        if (size && ends_with((const uint8_t *)name, strlen(name), endings, size)) return true;
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
