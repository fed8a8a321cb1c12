#include "core/decimal.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* No more digits decide how a number is rounded: 767 do for a double. */
#define DIGITS_MOST   800
#define EXPONENT_MOST 1000000

/* The parts of a number in a text. */
typedef struct Decimal {
    const uint8_t *digits, *point, *end; /* the point is among the digits, or at their end */
    int64_t exponent;
} Decimal;

static const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

/* Reads an exponent, if there is one, and returns what is behind it. */
static const uint8_t *read_exponent(const uint8_t *at, const uint8_t *end, int64_t *exponent) {
    const uint8_t *start = at;
    *exponent = 0;
    if (at == end || (*at++ | 0x20) != 'e') return start;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    const uint8_t *digits = at;
    at = skip_digits(at, end);
    if (at == digits) return start;
    for (; digits < at; digits++) {
        *exponent = *exponent * 10 + (*digits - '0');
        if (*exponent > EXPONENT_MOST) *exponent = EXPONENT_MOST;
    }
    if (negative) *exponent = -*exponent;
    return at;
}

/* Returns the nearest double. strtod() gets no point, whose character depends on the locale. */
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
    if (more) { /* one digit stands for all that were left out: the number is a little greater */
        text[length++] = '1';
        exponent--;
    }
    snprintf(text + length, sizeof text - (size_t)length, "e%ld", (long)exponent);
    return strtod(text, NULL);
}

size_t decimal_read(const uint8_t *text, size_t length, double *number) {
    const uint8_t *end = text + length;
    bool negative = length && *text == '-', has_sign = negative || (length && *text == '+');
    Decimal decimal = {.digits = text + has_sign};
    decimal.point = skip_digits(decimal.digits, end);
    bool has_point = decimal.point < end && *decimal.point == '.';
    decimal.end = skip_digits(decimal.point + has_point, end);
    if (decimal.end - decimal.digits <= has_point) return 0;
    const uint8_t *behind = read_exponent(decimal.end, end, &decimal.exponent);
    double size = nearest(&decimal);
    *number = negative ? -size : size;
    return (size_t)(behind - text);
}
