/* See encoding.h. */
#include "codec/encoding.h"
#include "codec/text.h"
#include "codec/utf8.h"

static const char *const names[] = {"ascii",        "utf-8", "utf-16le", "utf-16be", "cp949",
                                    "windows-1252", "cp932", "cp936",    "cp950"};

const char *encoding_name(FileEncoding encoding) {
    return names[encoding];
}

bool encoding_find(const char *name, size_t length, FileEncoding *encoding) {
    for (int e = 0; e < FILE_ENCODINGS; e++) {
        *encoding = (FileEncoding)e;
        if (text_is(name, length, names[e])) return true;
    }
    return false;
}

/* ---- Characters ------------------------------------------------------------------------------ */

/* A character and how many bytes it takes, or bytes that are none. */
typedef struct Decoded {
    uint32_t character, taken;
    bool is_wrong;
} Decoded;

static Decoded right(uint32_t character, uint32_t taken) {
    return (Decoded){character, taken, false};
}

static Decoded wrong(uint32_t taken) {
    return (Decoded){UTF8_REPLACEMENT, taken, true};
}

static Decoded decode_utf8(const uint8_t *at, size_t left) {
    uint32_t character, taken = (uint32_t)utf8_read(at, left, &character);
    return character == UTF8_WRONG ? wrong(taken) : right(character, taken);
}

static uint32_t unit_at(const uint8_t *at, bool big) {
    return big ? (uint32_t)at[0] << 8 | at[1] : (uint32_t)at[1] << 8 | at[0];
}

static Decoded decode_utf16(const uint8_t *at, size_t left, bool big) {
    if (left < 2) return wrong(1);
    uint32_t unit = unit_at(at, big);
    if (unit < 0xD800 || unit > 0xDFFF) return right(unit, 2);
    uint32_t second = unit < 0xDC00 && left >= 4 ? unit_at(at + 2, big) : 0;
    if (second < 0xDC00 || second > 0xDFFF) return wrong(2);
    return right(0x10000 + ((unit & 0x3FF) << 10 | (second & 0x3FF)), 4);
}

static const TextEncoding pages[FILE_ENCODINGS] = {
    [FILE_CP949] = ENCODING_CP949, [FILE_CP1252] = ENCODING_CP1252, [FILE_CP932] = ENCODING_CP932,
    [FILE_CP936] = ENCODING_CP936, [FILE_CP950] = ENCODING_CP950,
};

static Decoded decode(FileEncoding encoding, const uint8_t *at, size_t left) {
    size_t taken = 1;
    if (encoding == FILE_UTF16LE || encoding == FILE_UTF16BE) {
        return decode_utf16(at, left, encoding == FILE_UTF16BE);
    }
    if (at[0] < 0x80) return right(at[0], 1);
    if (encoding == FILE_ASCII) return wrong(1);
    if (encoding == FILE_UTF8) return decode_utf8(at, left);
    uint32_t character = code_page_character(pages[encoding], at, left, &taken);
    if (!character && encoding == FILE_CP1252) character = at[0];
    return character ? right(character, (uint32_t)taken) : wrong(1);
}

/* ---- Conversion ------------------------------------------------------------------------------ */

bool encoding_is_plain(FileEncoding encoding, const uint8_t *bytes, size_t size) {
    uint32_t length;
    return !encoding_is_wide(encoding) && text_is_ascii(bytes, size, &length) && length == size;
}

size_t encoding_convert(FileEncoding encoding, const uint8_t *bytes, size_t size, char *out,
                        uint64_t *count_wrong) {
    size_t at = 0, put = 0;
    uint64_t replaced = 0;
    while (at < size) {
        Decoded next = decode(encoding, bytes + at, size - at);
        if (!next.character) next = wrong(next.taken);
        replaced += next.is_wrong;
        put += utf8_write(next.character, out + put);
        at += next.taken;
    }
    if (count_wrong) *count_wrong += replaced;
    return put;
}

/* ---- The guess ------------------------------------------------------------------------------- */

static const struct {
    FileEncoding encoding;
    uint8_t bytes[3], count;
} marks[] = {
    {FILE_UTF8, {0xEF, 0xBB, 0xBF}, 3},
    {FILE_UTF16LE, {0xFF, 0xFE}, 2},
    {FILE_UTF16BE, {0xFE, 0xFF}, 2},
};

uint64_t encoding_mark_bytes(FileEncoding encoding, const uint8_t *bytes, uint64_t size) {
    for (size_t i = 0; i < LENGTH(marks); i++) {
        if (marks[i].encoding != encoding || size < marks[i].count) continue;
        if (memcmp(bytes, marks[i].bytes, marks[i].count) == 0) return marks[i].count;
    }
    return 0;
}

FileEncoding encoding_guess(const uint8_t *bytes, uint64_t size) {
    for (size_t i = 0; i < LENGTH(marks); i++) {
        if (encoding_mark_bytes(marks[i].encoding, bytes, size)) return marks[i].encoding;
    }
    uint64_t at = text_skip_ascii(bytes, 0, size);
    if (at == size) return FILE_ASCII;
    if (text_is_utf8(bytes + at, size - at)) return FILE_UTF8;
    bool is_korean = text_is_defined(ENCODING_CP949, bytes + at, size - at);
    return is_korean ? FILE_CP949 : FILE_CP1252;
}

/* ---- Is it text? ----------------------------------------------------------------------------- */

static bool is_odd_control(uint8_t byte) {
    static const uint32_t usual =
        1u << '\t' | 1u << '\n' | 1u << '\v' | 1u << '\f' | 1u << '\r' | 1u << 0x1A | 1u << 0x1B;
    return byte == 0x7F || (byte < 0x20 && !(usual >> byte & 1));
}

/* Tells whether nearly every second byte is NUL and no other is: ASCII in UTF-16. */
static bool looks_wide(const uint8_t *head, uint64_t size) {
    uint64_t nuls[2] = {0};
    for (uint64_t i = 0; i < size; i++) nuls[i % 2] += !head[i];
    return (nuls[0] > size / 4 && !nuls[1]) || (nuls[1] > size / 4 && !nuls[0]);
}

bool encoding_looks_like_text(const uint8_t *head, uint64_t size, bool wide) {
    enum { TEXT_FOR_EACH_CONTROL = 16, ONE_IS_FINE = 5, LOOKED_AT_MOST = 32 << 20 };
    if (encoding_mark_bytes(FILE_UTF16LE, head, size)) return true;
    if (encoding_mark_bytes(FILE_UTF16BE, head, size)) return true;
    if (size > LOOKED_AT_MOST) size = LOOKED_AT_MOST; /* nobody can interrupt this */
    uint64_t controls = 0, most = size / TEXT_FOR_EACH_CONTROL + (size >= ONE_IS_FINE);
    for (uint64_t i = 0; i < size && controls <= most; i++) controls += is_odd_control(head[i]);
    if (controls <= most) return true;
    return wide && looks_wide(head, size);
}
