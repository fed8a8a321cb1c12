#include "core/error.h"

#include <stdio.h>

/* Formats "prefix" + "format" and truncates the result to the message's size. */
static bool set_error(Error *error, ErrorKind kind, const char *prefix, const char *format,
                      va_list arguments) {
    if (error->kind != ERROR_NONE) return false;
    error->kind = kind;
    int used = snprintf(error->message, sizeof error->message, "%s", prefix);
    if (used < 0 || (size_t)used >= sizeof error->message) return false;
    print_list(error->message + used, sizeof error->message - (size_t)used, format, arguments);
    return false;
}

bool fail(Error *error, ErrorKind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(error, kind, "", format, arguments);
    va_end(arguments);
    return false;
}

bool fail_in_place(Error *error, ErrorKind kind, uint64_t offset, const char *place,
                   const char *format, va_list arguments) {
    char prefix[80];
    snprintf(prefix, sizeof prefix, "offset 0x%" PRIx64 "%s: ", offset, place ? place : "");
    return set_error(error, kind, prefix, format, arguments);
}

bool fail_at(Error *error, ErrorKind kind, uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_in_place(error, kind, offset, NULL, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_memory(Error *error, const Arena *arena) {
    if (arena->over_limit) return fail(error, ERROR_TOO_BIG, "needs more memory than is allowed");
    return fail(error, ERROR_NO_MEMORY, "out of memory");
}

bool fail_interrupted(Error *error) {
    return fail(error, ERROR_INTERRUPTED, "interrupted");
}
