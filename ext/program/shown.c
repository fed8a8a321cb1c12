/* Texts as a terminal shows them. Strangers wrote the texts, so these may not move the cursor, turn
** the direction of text or begin a line of their own. */
#include "codec/utf8.h"
#include "program.h"

typedef struct Range {
    uint32_t first, last;
} Range;

/* Characters that take two columns: Hangul, Han, Kana, wide forms, pictures. */
static const Range wide_ranges[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                                    {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
                                    {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                                    {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
/* Characters that are put on the character before them. */
static const Range narrow_ranges[] = {{0x300, 0x36F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
/* Characters that control something instead of being shown. */
static const Range control_ranges[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
                                       {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                       {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};

static bool is_within(uint32_t character, const Range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) return true;
    }
    return false;
}

/* Reads a character and returns its length; a byte that isn't UTF-8 is a control character. */
static int read_character(const unsigned char *at, const unsigned char *end, uint32_t *character) {
    int size = (int)utf8_read(at, (size_t)(end - at), character);
    if (*character != UTF8_WRONG) return size;
    *character = 0x80;
    return 1;
}

static int width_of(uint32_t character) {
    if (is_within(character, narrow_ranges, LENGTH(narrow_ranges))) return 0;
    return is_within(character, wide_ranges, LENGTH(wide_ranges)) ? 2 : 1;
}

int shown_width(const char *text) {
    const unsigned char *at = (const void *)text, *end = at + strlen(text);
    int width = 0;
    while (at < end) {
        uint32_t character;
        at += read_character(at, end, &character);
        width += width_of(character);
    }
    return width;
}

static void append_control(sqlite3_str *out, uint32_t character, unsigned char byte) {
    static const char letters[] = "abtnvfr";
    if (character >= 7 && character <= 13) {
        sqlite3_str_appendf(out, "\\%c", letters[character - 7]);
    } else if (character < 0xA0) {
        sqlite3_str_appendf(out, "\\x%02x", byte);
    } else {
        sqlite3_str_appendf(out, "\\u{%x}", character);
    }
}

char *shown_text(const char *text, int bytes, int most, bool keeps_lines) {
    const unsigned char *at = (const void *)text, *end = at + bytes;
    sqlite3_str *out = sqlite3_str_new(NULL);
    int width = 0;
    while (at < end) {
        uint32_t character;
        int size = read_character(at, end, &character);
        bool is_line = keeps_lines && (character == '\n' || character == '\t');
        width += width_of(character);
        if (most && width >= most && at + size < end) {
            sqlite3_str_appendall(out, "\xE2\x80\xA6"); /* an ellipsis */
            break;
        }
        if (!is_line && is_within(character, control_ranges, LENGTH(control_ranges))) {
            append_control(out, character, *at);
        } else {
            sqlite3_str_append(out, (const char *)at, size);
        }
        at += size;
    }
    char *shown = sqlite3_str_finish(out);
    return shown ? shown : sqlite3_mprintf("");
}
