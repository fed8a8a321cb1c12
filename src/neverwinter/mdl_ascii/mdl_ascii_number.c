/* The long way to read a number of an ASCII model: see mdl_ascii_number.h. */
#include "neverwinter/mdl_ascii/mdl_ascii_number.h"
#include "codec/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const uint8_t mdl_ascii_class[256] = {
    [0] = ASCII_BLANK,       ['\t'] = ASCII_BLANK,    ['\v'] = ASCII_BLANK, ['\f'] = ASCII_BLANK,
    ['\n'] = ASCII_LINE_END, ['\r'] = ASCII_LINE_END, [' '] = ASCII_BLANK,
};

const double mdl_ascii_powers[ASCII_POWER_MOST + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27,
    1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39, 1e40,
};

/* More digits than decide any rounding: 767 do for a double. */
#define DIGITS_MOST   800
#define EXPONENT_MOST 1000000

/* The parts of a number as a word has them. */
typedef struct Decimal {
    const uint8_t *digits, *point, *end; /* the point is among the digits, or at their end */
    int64_t exponent;
} Decimal;

static const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

static bool read_exponent(const uint8_t *at, const uint8_t *end, int64_t *exponent) {
    *exponent = 0;
    if (at == end) return true;
    if ((*at++ | 0x20) != 'e') return false;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    const uint8_t *digits = at;
    at = skip_digits(at, end);
    if (at == digits || at != end) return false;
    for (; digits < end; digits++) {
        *exponent = *exponent * 10 + (*digits - '0');
        if (*exponent > EXPONENT_MOST) *exponent = EXPONENT_MOST;
    }
    if (negative) *exponent = -*exponent;
    return true;
}

/* Takes a word without its sign to pieces; returns false if it is no number. */
static bool read_decimal(const uint8_t *at, const uint8_t *end, Decimal *decimal) {
    decimal->digits = at;
    decimal->point = skip_digits(at, end);
    bool has_point = decimal->point < end && *decimal->point == '.';
    decimal->end = skip_digits(decimal->point + has_point, end);
    bool has_digit = decimal->end - decimal->digits > has_point;
    return has_digit && read_exponent(decimal->end, end, &decimal->exponent);
}

/* Returns the double next to it. strtod() gets no point, because which sign that is depends on the
** locale. */
static double nearest(const Decimal *decimal) {
    char text[DIGITS_MOST + 32];
    int64_t exponent = decimal->exponent;
    int length = 0;
    bool more = false;
    for (const uint8_t *at = decimal->digits; at < decimal->end; at++) {
        if (at == decimal->point) continue;
        bool taken = length < DIGITS_MOST && (length || *at != '0');
        if (taken) text[length++] = (char)*at;
        else if (length && *at != '0') more = true;
        bool is_left = at < decimal->point;
        exponent += (is_left && length && !taken) - (!is_left && (taken || !length));
    }
    if (!length) return 0;
    if (more) { /* a digit that only tells that the number is greater */
        text[length++] = '1';
        exponent--;
    }
    snprintf(text + length, sizeof text - (size_t)length, "e%ld", (long)exponent);
    return strtod(text, NULL);
}

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
    Decimal decimal;
    while (mdl_ascii_class[*end] == ASCII_WORD) end++;
    bool negative = *start == '-';
    if (start < end && (*start == '-' || *start == '+')) start++;
    if (!read_decimal(start, end, &decimal)) {
        return is_not_finite(start, end) ? ASCII_NOT_FINITE : ASCII_NO_NUMBER;
    }
    double size = nearest(&decimal);
    *value = (float)(negative ? -size : size);
    if (!isfinite(*value)) return ASCII_NOT_FINITE;
    *at = end;
    return ASCII_NUMBER;
}
