/* Decimal numbers in texts, read as strtod() does where the point is a point. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Reads the number with which a text begins: a sign, digits with or without a point, an exponent.
** Returns how many bytes it takes; 0: the text begins with none. The number is the nearest double,
** which is infinite if it is too large. */
size_t decimal_read(const uint8_t *text, size_t length, double *number);
