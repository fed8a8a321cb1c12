/* See checker_values.h. */
#include "checker_values.h"
#include "checker.h"

#include <math.h>

/* ---- Hashing --------------------------------------------------------------------------------- */

uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, uint64_t size) {
    hash = mix(hash, size);
    for (; size >= 8; bytes += 8, size -= 8) hash = mix(hash, load_u64(bytes));
    for (; size; bytes++, size--) hash = mix(hash, *bytes);
    return hash;
}

/* Tells whether a value is bytes, whoever owns them. */
static bool is_bytes(ValueType type) {
    return type == VALUE_BLOB || type == VALUE_BLOCK || type == VALUE_GIVEN;
}

uint64_t mix_value(uint64_t hash, Value value) {
    if (value.type == VALUE_NAME) value = value_text(value.bytes);
    hash = mix(hash, is_bytes(value.type) ? VALUE_BLOB : value.type);
    uint64_t bits;
    switch (value.type) {
    case VALUE_NULL: return hash;
    case VALUE_INTEGER: return mix(hash, (uint64_t)value.integer);
    case VALUE_REAL:
        if (isnan(value.real)) return mix(hash, VALUE_NULL);
        memcpy(&bits, &value.real, sizeof bits);
        return mix(hash, bits);
    case VALUE_NAME:
    case VALUE_TEXT:
    case VALUE_BLOB:
    case VALUE_BLOCK:
    case VALUE_GIVEN: return mix_bytes(hash, value.bytes, value.length);
    }
    return hash;
}

uint64_t random_next(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    uint64_t mixed = (*state ^ *state >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return mixed ^ mixed >> 31;
}

/* ---- Errors and values ----------------------------------------------------------------------- */

void check_error_text(const Error *error) {
    size_t length = strlen(error->message);
    error_seen(error);
    if (error->kind == ERROR_NONE) complain("failed without an error");
    if (!length) complain("an error without a text");
    if (length + 1 >= sizeof error->message) complain("error text cut: %s", error->message);
    if (!is_one_line(error->message)) complain("an error text isn't one line of UTF-8");
}

/* Returns the length of the UTF-8 sequence at `p`, of which `left` bytes exist; 0 if it isn't
** valid. */
static uint32_t utf8_length(const uint8_t *p, uint32_t left) {
    if (p[0] < 0x80) return 1;
    uint32_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc2 ? 2 : 0;
    if (!length || p[0] > 0xf4 || length > left) return 0;
    for (uint32_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xed && p[1] >= 0xa0;
    bool beyond = p[0] == 0xf4 && p[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

bool is_one_line(const char *message) {
    const uint8_t *text = (const uint8_t *)message;
    for (uint32_t at = 0, left = (uint32_t)strlen(message); left;) {
        uint32_t length = utf8_length(text + at, left);
        bool is_control = text[at] < ' ' || text[at] == 0x7F ||
                          (text[at] == 0xC2 && length && text[at + 1] < 0xA0);
        if (!length || is_control) return false;
        at += length;
        left -= length;
    }
    return true;
}

bool is_text(Value value, bool with_nul) {
    const uint8_t *text = value.bytes;
    if (!with_nul && value.length && memchr(text, 0, value.length)) return false;
    for (uint32_t at = 0; at < value.length;) {
        uint32_t length = utf8_length(text + at, value.length - at);
        if (!length) return false;
        at += length;
    }
    return true;
}

bool fits(SqlType type, ValueType value) {
    switch (type) {
    case INTEGER: return value == VALUE_INTEGER;
    case REAL: return value == VALUE_REAL;
    case TEXT: return value == VALUE_TEXT;
    case BLOB: return is_bytes(value);
    case ANY: return true;
    }
    return false;
}

Value random_value(uint64_t *state, uint64_t count) {
    static const int64_t integers[] = {0, 1, 2, -1, 127, 255, 65535, INT64_MAX, INT64_MIN};
    static const double reals[] = {0.5, -0.5, 1e9, 1e300, -1e300, HUGE_VAL, -HUGE_VAL, 0x1p63};
    static const char *const texts[] = {"", "x", "default", "\xc3\xa9"};
    uint64_t random = random_next(state);
    uint64_t pick = random >> 32;
    switch (random % 16) {
    case 0: return value_integer(integers[pick % LENGTH(integers)]);
    case 1: return value_real(reals[pick % LENGTH(reals)]);
    case 2: return value_text(texts[pick % LENGTH(texts)]);
    case 3: return value_blob("\0\xff", pick % 3);
    case 4:
    case 5:
    case 6:
    case 7: return value_real((double)(pick % 1000000) / 1000.0);
    default: return value_integer((int64_t)(pick % (count ? count : 1)));
    }
}
