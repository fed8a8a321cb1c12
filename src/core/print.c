#include "core/print.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t print_point(char *number) {
    char half[16];
    if (!number[strspn(number, " +-.0123456789aefin")]) return strlen(number);
    int length = snprintf(half, sizeof half, "%.1f", 0.5); /* "0,5" */
    if (length < 3 || length >= (int)sizeof half) return strlen(number);
    half[length - 1] = 0;
    char *found = strstr(number, half + 1);
    if (found) {
        *found = '.';
        memmove(found + 1, found + length - 2, strlen(found + length - 2) + 1);
    }
    return strlen(number);
}

typedef struct Print {
    char *into;
    size_t size, length; /* `length` counts also what didn't fit */
    va_list arguments;
} Print;

static char *end_of(const Print *print) {
    return print->length < print->size ? print->into + print->length : NULL;
}

static size_t room(const Print *print) {
    return print->length < print->size ? print->size - print->length : 0;
}

/* Returns the length of a text without the character at its end that was cut in UTF-8. */
static size_t whole_characters(const char *text, size_t length) {
    size_t at = length;
    while (at && length - at < 3 && ((uint8_t)text[at - 1] & 0xC0) == 0x80) at--;
    uint8_t first = at ? (uint8_t)text[at - 1] : 0;
    size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return at && length - (at - 1) < bytes ? at - 1 : length;
}

static void put(Print *print, const char *bytes, size_t count) {
    size_t fits = room(print) ? room(print) - 1 : 0;
    if (fits > count) fits = count;
    if (fits) memcpy(end_of(print), bytes, fits);
    if (room(print)) end_of(print)[fits] = 0;
    print->length += count;
}

/* One conversion of a format. */
typedef struct Conversion {
    char text[24];        /* "%-*.3f" */
    int stars, values[2]; /* widths and precisions that are arguments */
} Conversion;

#define WRITE(print, conversion, value)                                                            \
    ((conversion)->stars == 0 ? snprintf(end_of(print), room(print), (conversion)->text, value)    \
     : (conversion)->stars == 1                                                                    \
         ? snprintf(end_of(print), room(print), (conversion)->text, (conversion)->values[0],       \
                    value)                                                                         \
         : snprintf(end_of(print), room(print), (conversion)->text, (conversion)->values[0],       \
                    (conversion)->values[1], value))

static int put_integer(Print *print, const Conversion *conversion) {
    const char *text = conversion->text;
    const char *first = strchr(text, 'l');
    if (strstr(text, "I64") || (first && first[1] == 'l')) {
        return WRITE(print, conversion, va_arg(print->arguments, long long));
    }
    if (first) return WRITE(print, conversion, va_arg(print->arguments, long));
    if (strchr(text, 'j')) return WRITE(print, conversion, va_arg(print->arguments, intmax_t));
    if (strchr(text, 'z')) return WRITE(print, conversion, va_arg(print->arguments, size_t));
    return WRITE(print, conversion, va_arg(print->arguments, int));
}

/* Writes a number whole before it is cut, since the locale's separator may have several bytes. */
static void put_real(Print *print, const Conversion *conversion) {
    char number[400];
    Print whole = {.into = number, .size = sizeof number};
    if (WRITE(&whole, conversion, va_arg(print->arguments, double)) < 0) return;
    put(print, number, print_point(number));
}

/* Writes a text; if its precision cuts it, it ends with a whole character. */
static int put_string(Print *print, const Conversion *conversion) {
    char *start = end_of(print);
    int written = WRITE(print, conversion, va_arg(print->arguments, const char *));
    if (written < 0 || !strchr(conversion->text, '.') || (size_t)written >= room(print)) {
        return written;
    }
    size_t length = whole_characters(start, (size_t)written);
    start[length] = 0;
    return (int)length;
}

static void put_conversion(Print *print, const char *format, size_t size) {
    Conversion conversion = {.stars = 0};
    int written;
    if (size >= sizeof conversion.text) return;
    memcpy(conversion.text, format, size);
    for (const char *at = conversion.text; (at = strchr(at, '*')) != NULL; at++) {
        if (conversion.stars < 2) {
            conversion.values[conversion.stars++] = va_arg(print->arguments, int);
        }
    }
    switch (format[size - 1]) {
    case '%': put(print, "%", 1); return;
    case 'e':
    case 'f':
    case 'g': put_real(print, &conversion); return;
    case 's': written = put_string(print, &conversion); break;
    default: written = put_integer(print, &conversion);
    }
    if (written > 0) print->length += (size_t)written;
}

int print_list(char *into, size_t size, const char *format, va_list arguments) {
    Print print = {.into = into, .size = size};
    va_copy(print.arguments, arguments);
    put(&print, "", 0);
    while (*format) {
        size_t plain = strcspn(format, "%");
        put(&print, format, plain);
        format += plain;
        if (!*format) break;
        size_t bytes = 2 + strcspn(format + 1, "diuxXocsefg%");
        if (!format[bytes - 1]) break; /* the text ends within a conversion */
        put_conversion(&print, format, bytes);
        format += bytes;
    }
    va_end(print.arguments);
    if (size && print.length >= size) into[whole_characters(into, size - 1)] = 0;
    return (int)print.length;
}

int print_text(char *into, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = print_list(into, size, format, arguments);
    va_end(arguments);
    return length;
}

int print_flags(char *into, size_t size, uint32_t flags, const char *const *names,
                const char *between) {
    int length = 0;
    into[0] = 0;
    for (; flags; flags >>= 1, names++) {
        if (!(flags & 1)) continue;
        length +=
            print_text(into + length, size - (size_t)length, "%s%s", length ? between : "", *names);
    }
    return length;
}
