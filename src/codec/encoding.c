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

static uint32_t unit_at(const uint8_t *at, bool big) {
    return big ? (uint32_t)at[0] << 8 | at[1] : (uint32_t)at[1] << 8 | at[0];
}

static uint32_t decode_utf16(const uint8_t *at, size_t left, bool big, size_t *taken) {
    *taken = left < 2 ? 1 : 2;
    uint32_t unit = left < 2 ? 0xDFFF : unit_at(at, big);
    if (unit < 0xD800 || unit > 0xDFFF) return unit;
    uint32_t second = unit < 0xDC00 && left >= 4 ? unit_at(at + 2, big) : 0;
    if (second < 0xDC00 || second > 0xDFFF) return UTF8_WRONG;
    *taken = 4;
    return 0x10000 + ((unit & 0x3FF) << 10 | (second & 0x3FF));
}

static const TextEncoding pages[FILE_ENCODINGS] = {
    [FILE_CP949] = ENCODING_CP949, [FILE_CP1252] = ENCODING_CP1252, [FILE_CP932] = ENCODING_CP932,
    [FILE_CP936] = ENCODING_CP936, [FILE_CP950] = ENCODING_CP950,
};

/* Returns the character at `at`, or UTF8_WRONG, and sets *taken to how many bytes it takes. */
static uint32_t decode(FileEncoding encoding, const uint8_t *at, size_t left, size_t *taken) {
    uint32_t character = at[0];
    *taken = 1;
    if (encoding_is_wide(encoding)) return decode_utf16(at, left, encoding == FILE_UTF16BE, taken);
    if (at[0] < 0x80) return character;
    if (encoding == FILE_ASCII) return UTF8_WRONG;
    if (encoding == FILE_UTF8) {
        *taken = utf8_read(at, left, &character);
        return character;
    }
    character = code_page_character(pages[encoding], at, left, taken);
    if (!character && encoding == FILE_CP1252) return at[0];
    return character ? character : UTF8_WRONG;
}

bool encoding_is_plain(FileEncoding encoding, const uint8_t *bytes, size_t size) {
    uint32_t length;
    return !encoding_is_wide(encoding) && text_is_ascii(bytes, size, &length) && length == size;
}

size_t encoding_convert(FileEncoding encoding, const uint8_t *bytes, size_t size, char *out,
                        uint64_t *count_wrong) {
    size_t put = 0, taken;
    uint64_t replaced = 0;
    for (size_t at = 0; at < size; at += taken) {
        uint32_t character = decode(encoding, bytes + at, size - at, &taken);
        bool is_wrong = !character || character == UTF8_WRONG;
        replaced += is_wrong;
        put += utf8_write(is_wrong ? UTF8_REPLACEMENT : character, out + put);
    }
    if (count_wrong) *count_wrong += replaced;
    return put;
}

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

/* The pairs of bytes of which nearly all texts of a language are made: symbols and kana, and the
** letters that are taught first. */
typedef struct UsualPairs {
    FileEncoding encoding;
    uint16_t first, last, first_letter, last_letter;
    uint8_t second_least; /* of the second byte */
    uint8_t sixteenths;   /* how many of 16 pairs are usual at least */
} UsualPairs;

/* Korean comes first, and must have more of them: its letters are usual ones of GBK, too. Where it
** fits, the others aren't asked. */
static const UsualPairs usual_pairs[] = {
    {FILE_CP949, 0xA1A1, 0xACFE, 0xB0A1, 0xC8FE, 0xA1, 15},
    {FILE_CP932, 0x8140, 0x8396, 0x889F, 0x9872, 0x40, 12},
    {FILE_CP936, 0xA1A1, 0xA3FE, 0xB0A1, 0xD7F9, 0xA1, 12},
    {FILE_CP950, 0xA140, 0xA3FE, 0xA440, 0xC67E, 0x40, 12},
};

/* Returns how many of 16 characters beyond ASCII are usual ones, near the beginning, or 1 if they
** are too few to tell; 0: there are none, or some aren't characters at all. A pair among ASCII says
** nothing: it may be an accented letter and the next one, or an apostrophe. */
static size_t usual_sixteenths(const UsualPairs *usual, const uint8_t *bytes, uint64_t size) {
    enum { CHARACTERS_LEAST = 6, LOOKED_AT_MOST = 1 << 20 };
    uint64_t characters = 0, found = 0, most = size < LOOKED_AT_MOST ? size : LOOKED_AT_MOST;
    uint64_t end = UINT64_MAX; /* of the last one beyond ASCII */
    size_t taken;
    for (uint64_t at = 0; (at = text_skip_ascii(bytes, at, most)) < most; at += taken) {
        size_t left = (size_t)(size - at);
        if (!code_page_character(pages[usual->encoding], bytes + at, left, &taken)) return 0;
        bool is_alone = at != end && (left <= taken || bytes[at + taken] < 0x80);
        end = at + taken;
        if (taken > 1 && is_alone) continue;
        characters++;
        if (taken < 2 || bytes[at + 1] < usual->second_least) continue;
        uint32_t pair = (uint32_t)bytes[at] << 8 | bytes[at + 1];
        found += (pair >= usual->first && pair <= usual->last) ||
                 (pair >= usual->first_letter && pair <= usual->last_letter);
    }
    size_t share = characters < CHARACTERS_LEAST ? 0 : (size_t)(found * 16 / characters);
    return share || !characters ? share : 1;
}

FileEncoding encoding_guess(const uint8_t *bytes, uint64_t size) {
    for (size_t i = 0; i < LENGTH(marks); i++) {
        if (encoding_mark_bytes(marks[i].encoding, bytes, size)) return marks[i].encoding;
    }
    uint64_t at = text_skip_ascii(bytes, 0, size);
    if (at == size) return FILE_ASCII;
    if (text_is_utf8(bytes + at, size - at)) return FILE_UTF8;
    bool may_be_korean = text_is_defined(ENCODING_CP949, bytes + at, size - at);
    FileEncoding found = FILE_CP1252;
    for (size_t i = 0, most = 0; i < LENGTH(usual_pairs); i++) {
        size_t share = usual_sixteenths(&usual_pairs[i], bytes + at, size - at);
        if (!i && may_be_korean && share) found = FILE_CP949;
        if (share < usual_pairs[i].sixteenths || share <= most) continue;
        found = usual_pairs[i].encoding;
        most = found == FILE_CP949 ? 16 : share;
    }
    return found;
}

/* Tells whether a byte is an odd control, without branches: compilers count many bytes at once. */
static uint8_t is_odd_control(uint8_t byte) {
    uint8_t is_usual = ((uint8_t)(byte - '\t') <= '\r' - '\t') | ((byte | 1) == 0x1B);
    return ((byte < 0x20) & !is_usual) | (byte == 0x7F);
}

enum { LOOKED_AT_MOST = 32 << 20 }; /* nobody can interrupt what looks at texts */

/* Nearly every second byte is NUL and no other is: this is ASCII in UTF-16. */
bool encoding_looks_wide(const uint8_t *head, uint64_t size) {
    uint64_t nuls[2] = {0};
    if (size > LOOKED_AT_MOST) size = LOOKED_AT_MOST;
    for (uint64_t i = 0; i < size; i++) nuls[i % 2] += !head[i];
    return (nuls[0] > size / 4 && !nuls[1]) || (nuls[1] > size / 4 && !nuls[0]);
}

bool encoding_takes_text(const uint8_t *head, uint64_t size, uint64_t file_size UNUSED) {
    enum { TEXT_FOR_EACH_CONTROL = 16, ONE_IS_FINE = 5, BLOCK = 64 };
    if (encoding_mark_bytes(FILE_UTF16LE, head, size)) return true;
    if (encoding_mark_bytes(FILE_UTF16BE, head, size)) return true;
    if (size > LOOKED_AT_MOST) size = LOOKED_AT_MOST;
    uint64_t controls = 0, most = size / TEXT_FOR_EACH_CONTROL + (size >= ONE_IS_FINE);
    uint64_t i = 0;
    for (; i + BLOCK <= size && controls <= most; i += BLOCK) {
        uint8_t odd = 0;
        for (size_t k = 0; k < BLOCK; k++) odd = (uint8_t)(odd + is_odd_control(head[i + k]));
        controls += odd;
    }
    for (; i < size && controls <= most; i++) controls += is_odd_control(head[i]);
    return controls <= most;
}
