/* What the tables of code pages share. */
#include "codec/code_page.h"
#include "codec/cp949.h"

enum { WIDE_BYTES = 3 };

static size_t length_at(const char *at) {
    unsigned char first = (unsigned char)*at;
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : WIDE_BYTES;
}

static size_t mixed_cell(const char *row, unsigned cell, char utf8[3]) {
    while (cell--) row += length_at(row);
    if (*row == ' ') return 0;
    memcpy(utf8, row, length_at(row));
    return length_at(row);
}

size_t code_page_cell(const char *row, bool is_mixed, unsigned cell, char utf8[3]) {
    if (!row) return 0;
    if (is_mixed) return mixed_cell(row, cell, utf8);
    memcpy(utf8, row + (size_t)WIDE_BYTES * cell, WIDE_BYTES);
    return memcmp(utf8, "\xEF\xBF\xBD", WIDE_BYTES) ? WIDE_BYTES : 0;
}

static size_t convert_pair(int page, const uint8_t *at, char utf8[3]) {
    switch (page) {
    case 932: return cp932_pair(at[0], at[1], utf8);
    case 936: return cp936_pair(at[0], at[1], utf8);
    case 949: return cp949_to_utf8(at[0], at[1], utf8);
    default: return cp950_pair(at[0], at[1], utf8);
    }
}

size_t code_page_convert(int page, const uint8_t *at, size_t left, char utf8[3], size_t *taken) {
    size_t put = left >= 2 ? convert_pair(page, at, utf8) : 0;
    *taken = put ? 2 : 1;
    if (!put && page == 932) put = cp932_byte(at[0], utf8);
    return put;
}
