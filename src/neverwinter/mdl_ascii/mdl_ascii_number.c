/* The long way to read a number of an ASCII model: see mdl_ascii_number.h. */
#include "neverwinter/mdl_ascii/mdl_ascii_number.h"
#include "codec/text.h"
#include "core/decimal.h"

const uint8_t mdl_ascii_class[256] = {
    [0] = ASCII_BLANK,       ['\t'] = ASCII_BLANK,    ['\v'] = ASCII_BLANK, ['\f'] = ASCII_BLANK,
    ['\n'] = ASCII_LINE_END, ['\r'] = ASCII_LINE_END, [' '] = ASCII_BLANK,
};

const double mdl_ascii_powers[ASCII_POWER_MOST + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27,
    1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39, 1e40,
};

/* Tells whether a word in any case is one of what C libraries print instead of a number. */
static bool is_not_finite(const uint8_t *at, const uint8_t *end) {
    static const char *const words[] = {"nan", "inf", "infinity", "1.#inf", "1.#qnan", "1.#ind"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        if (text_is(at, (size_t)(end - at), words[i])) return true;
    }
    return false;
}

AsciiNumber mdl_ascii_long_number(const uint8_t **at, float *value) {
    const uint8_t *start = *at, *end = start;
    double number;
    while (mdl_ascii_class[*end] == ASCII_WORD) end++;
    size_t length = (size_t)(end - start), taken = decimal_read(start, length, &number);
    bool has_sign = start < end && (*start == '-' || *start == '+');
    if (taken < length && is_not_finite(start + has_sign, end)) return ASCII_NOT_FINITE;
    if (!taken) return ASCII_NO_NUMBER;
    *value = (float)number;
    if (!isfinite(*value)) return ASCII_NOT_FINITE;
    *at = end;
    return taken == length ? ASCII_NUMBER : ASCII_ODD_NUMBER;
}
