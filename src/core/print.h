/* Messages and numbers as text, with a point whatever the locale of the program. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <inttypes.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* Replaces the locale's separator in a written number by a point; returns the length. */
size_t print_point(char *number);

/* snprintf() and vsnprintf() with points in numbers. They take flags, widths, precisions, also as
** arguments, and the conversions d i u x X o c s e f g of all lengths but L and those of wide
** characters. A text that is cut, by a precision or since it doesn't fit, ends with a whole
** character of UTF-8. */
int print_text(char *into, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);
int print_list(char *into, size_t size, const char *format, va_list arguments);
/* Prints the names of the bits that are set, by their numbers, with `between` between them. */
int print_flags(char *into, size_t size, uint32_t flags, const char *const *names,
                const char *between);
