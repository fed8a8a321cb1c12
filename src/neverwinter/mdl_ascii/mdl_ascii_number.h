/* Decimal numbers of ASCII models, as compilers read them: rounded to the nearest double, which is
** rounded to the nearest float32. The locale doesn't matter.
**
** The short way is enough for nearly all numbers: the digits are an integer m of at most 19 digits,
** and m / 10^e in double arithmetic is off by less than 3 units of its last place. Unless the
** result lies within 16 units of the middle between two floats, all doubles around it round to the
** same float. Other numbers go the long way. */
#pragma once

#include "core/load.h"

/* What a byte means for words and lines. A NUL is a blank; an LF stands behind the text's end. */
enum { ASCII_WORD, ASCII_BLANK, ASCII_LINE_END };
extern const uint8_t mdl_ascii_class[256];

/* Returns a byte of a name as a byte of a word: '_' for one that words can't have. */
static inline uint8_t mdl_ascii_in_word(uint8_t byte) {
    return mdl_ascii_class[byte] == ASCII_WORD && byte > ' ' && byte != 0x7F ? byte : '_';
}

typedef enum AsciiNumber {
    ASCII_NUMBER,
    ASCII_ODD_NUMBER, /* a number that something else follows: "-5E-7.0" */
    ASCII_NO_NUMBER,
    ASCII_NOT_FINITE, /* no finite number, or beyond the greatest float32 */
} AsciiNumber;

#define ASCII_POWER_MOST 40
extern const double mdl_ascii_powers[ASCII_POWER_MOST + 1]; /* powers of 10 */

/* Reads the word at *at, which must not be empty, and moves *at behind it if it begins with a
** number. */
AsciiNumber mdl_ascii_long_number(const uint8_t **at, float *value);

/* Appends digits to those of *number; returns where they end. */
static ALWAYS_INLINE const uint8_t *mdl_ascii_digits(const uint8_t *at, uint64_t *number) {
    for (uint8_t digit; (digit = (uint8_t)(*at - '0')) <= 9; at++) *number = *number * 10 + digit;
    return at;
}

/* Rounds a positive double to a float; false: a double close to it rounds to another float. */
static ALWAYS_INLINE bool mdl_ascii_round(double number, float *value) {
    enum { LOW_BITS = 0x1FFFFFFF, MIDDLE = 0x10000000, MARGIN = 16 };
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t beside = (uint32_t)(bits & LOW_BITS) - (MIDDLE - MARGIN);
    uint32_t exponent = (uint32_t)(bits >> 52) - (1023 - 126);
    *value = (float)number;
    return beside > 2 * MARGIN && exponent < 126 + 127;
}

/* Reads an exponent, if there is one. */
static ALWAYS_INLINE const uint8_t *mdl_ascii_exponent(const uint8_t *at, int *exponent) {
    if ((*at | 0x20) != 'e') return at;
    bool negative = at[1] == '-';
    uint64_t number = 0;
    const uint8_t *first = at + 1 + (negative || at[1] == '+');
    const uint8_t *end = mdl_ascii_digits(first, &number);
    if (end == first || end - first > 4) return at; /* none, or far too large: the long way */
    *exponent += negative ? -(int)number : (int)number;
    return end;
}

/* Works like mdl_ascii_long_number(), which it calls only for the few numbers that need that. */
static ALWAYS_INLINE AsciiNumber mdl_ascii_number(const uint8_t **at, float *value) {
    const uint8_t *start = *at;
    bool negative = *start == '-';
    const uint8_t *first = start + (negative || *start == '+');
    uint64_t number = 0;
    int exponent = 0;
    const uint8_t *p = mdl_ascii_digits(first, &number);
    long digits = (long)(p - first);
    if (*p == '.') {
        const uint8_t *fraction = p + 1;
        p = mdl_ascii_digits(fraction, &number);
        digits += (long)(p - fraction);
        if (p - fraction <= 19) exponent = -(int)(p - fraction);
    }
    p = mdl_ascii_exponent(p, &exponent);
    if (digits < 1 || digits > 19 || mdl_ascii_class[*p] == ASCII_WORD ||
        exponent < -ASCII_POWER_MOST || exponent > ASCII_POWER_MOST) {
        return mdl_ascii_long_number(at, value);
    }
    double size = exponent < 0 ? (double)number / mdl_ascii_powers[-exponent]
                               : (double)number * mdl_ascii_powers[exponent];
    float rounded = 0;
    if (number && !mdl_ascii_round(size, &rounded)) return mdl_ascii_long_number(at, value);
    *value = negative ? -rounded : rounded;
    *at = p;
    return ASCII_NUMBER;
}
