/* See encoding.h. */
#include "codec/encoding.h"
#include "codec/code_page.h"
#include "codec/cp949.h"
#include "codec/text.h"
#include "codec/utf8.h"

#define REPLACEMENT 0xFFFD

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
    return (Decoded){REPLACEMENT, taken, true};
}

/* Of bytes that break the rules it takes as many as could begin a character, as the WHATWG's
** decoder does. */
static Decoded decode_utf8(const uint8_t *at, size_t left) {
    uint8_t first = at[0], least = 0x80, most = 0xBF;
    uint32_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
    if (length == 1) return first < 0x80 ? right(first, 1) : wrong(1);
    if (first == 0xE0) least = 0xA0;
    if (first == 0xED) most = 0x9F;
    if (first == 0xF0) least = 0x90;
    if (first == 0xF4) most = 0x8F;
    uint32_t character = first & (0x7Fu >> length);
    for (uint32_t i = 1; i < length; i++) {
        if (i == left || at[i] < least || at[i] > most) return wrong(i);
        character = character << 6 | (at[i] & 0x3Fu);
        least = 0x80;
        most = 0xBF;
    }
    return right(character, length);
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

/* The characters 0x80 to 0x9F of Windows-1252. */
static uint32_t decode_1252(uint8_t byte) {
    static const uint16_t characters[] = {
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    };
    return byte >= 0x80 && byte < 0xA0 ? characters[byte - 0x80] : byte;
}

static Decoded decode(FileEncoding encoding, const uint8_t *at, size_t left) {
    switch (encoding) {
    case FILE_UTF8: return decode_utf8(at, left);
    case FILE_UTF16LE: return decode_utf16(at, left, false);
    case FILE_UTF16BE: return decode_utf16(at, left, true);
    case FILE_CP1252: return right(decode_1252(at[0]), 1);
    default: return at[0] < 0x80 ? right(at[0], 1) : wrong(1);
    }
}

/* The code page of an encoding with characters of two bytes, or 0. */
static int page_of(FileEncoding encoding) {
    static const int pages[FILE_ENCODINGS] = {
        [FILE_CP949] = 949, [FILE_CP932] = 932, [FILE_CP936] = 936, [FILE_CP950] = 950};
    return pages[encoding];
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
        size_t wide = 0, taken = 0;
        if (page_of(encoding) && bytes[at] >= 0x80) {
            wide = code_page_convert(page_of(encoding), bytes + at, size - at, out + put, &taken);
        }
        if (wide) {
            put += wide;
            at += taken;
            continue;
        }
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

uint64_t encoding_skip_ascii(const uint8_t *bytes, uint64_t at, uint64_t size) {
    uint64_t eight;
    for (; size - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, bytes + at, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080)) break;
    }
    while (at < size && bytes[at] < 0x80) at++;
    return at;
}

static bool is_utf8(const uint8_t *bytes, uint64_t at, uint64_t size) {
    while ((at = encoding_skip_ascii(bytes, at, size)) < size) {
        Decoded next = decode_utf8(bytes + at, (size_t)(size - at));
        if (next.is_wrong) return false;
        at += next.taken;
    }
    return true;
}

static bool is_cp949(const uint8_t *bytes, uint64_t at, uint64_t size) {
    char unused[3];
    while ((at = encoding_skip_ascii(bytes, at, size)) < size) {
        if (size - at < 2 || !cp949_to_utf8(bytes[at], bytes[at + 1], unused)) return false;
        at += 2;
    }
    return true;
}

FileEncoding encoding_guess(const uint8_t *bytes, uint64_t size) {
    for (size_t i = 0; i < LENGTH(marks); i++) {
        if (encoding_mark_bytes(marks[i].encoding, bytes, size)) return marks[i].encoding;
    }
    uint64_t at = encoding_skip_ascii(bytes, 0, size);
    if (at == size) return FILE_ASCII;
    if (is_utf8(bytes, at, size)) return FILE_UTF8;
    return is_cp949(bytes, at, size) ? FILE_CP949 : FILE_CP1252;
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
