/* Values of cells and arguments, as descriptors know them: no SQLite. */
#pragma once

#include "core/core.h"
#include "core/geometry.h"

typedef enum ValueType {
    VALUE_NULL,
    VALUE_INTEGER,
    VALUE_REAL, /* NaN reads as NULL */
    VALUE_TEXT, /* UTF-8, `length` bytes, no NUL needed */
    VALUE_NAME, /* a constant text of this program, up to its NUL, which isn't copied */
    VALUE_BLOB,
    VALUE_BLOCK, /* a BLOB that begins where an arena block of the document begins: not copied */
    VALUE_GIVEN, /* a BLOB that begins where a function's scratch block does: given away */
} ValueType;

/* Sixteen bytes, so that a getter returns it in registers. Text and blobs point into the document
** (or the row's scratch arena) and are not owned. */
typedef struct Value {
    union {
        int64_t integer;
        double real;
        const void *bytes;
    };
    uint32_t length;
    ValueType type;
} Value;

static inline Value value_null(void) {
    return (Value){.type = VALUE_NULL};
}
/* Returns NULL where a function that returns a value fails: see null_after(). */
static inline Value value_null_after(bool done UNUSED) {
    return value_null();
}
static inline Value value_integer(int64_t integer) {
    return (Value){.integer = integer, .type = VALUE_INTEGER};
}
static inline Value value_real(double real) {
    return (Value){.real = real, .type = VALUE_REAL};
}
static inline Value value_text(const char *text) { /* NULL gives NULL */
    if (!text) return value_null();
    return (Value){.bytes = text, .length = (uint32_t)strlen(text), .type = VALUE_TEXT};
}
static inline Value value_name(const char *constant) { /* NULL gives NULL */
    return (Value){.bytes = constant, .type = constant ? VALUE_NAME : VALUE_NULL};
}
static inline Value value_text_of(const char *text, uint32_t length) {
    return (Value){.bytes = text, .length = length, .type = VALUE_TEXT};
}
static inline Value value_blob(const void *bytes, uint64_t length) { /* 4 GiB and more: NULL */
    if (length > UINT32_MAX) return value_null();
    return (Value){.bytes = bytes, .length = (uint32_t)length, .type = VALUE_BLOB};
}
/* Returns a BLOB that is a block of a call's scratch arena, which isn't copied. */
static inline Value value_given(void *block, uint64_t length) {
    if (length > UINT32_MAX) return value_null();
    return (Value){.bytes = block, .length = (uint32_t)length, .type = VALUE_GIVEN};
}
/* Returns a reference: NULL unless 0 <= target < count. */
static inline Value value_reference(int64_t target, uint64_t count) {
    return target >= 0 && (uint64_t)target < count ? value_integer(target) : value_null();
}

/* Returns the value of an INTEGER, or of a REAL without a fraction; false: it is neither. */
bool value_to_integer(Value value, int64_t *integer);
/* Works like value_to_integer(), and reads texts of digits, as cells of 2DA files are. */
bool value_to_written_integer(Value value, int64_t *integer);
bool value_to_real(Value value, double *real);
/* Works like value_to_real(); if the value is no number, the error calls the argument `name`. */
bool value_take_real(Value value, const char *name, double *real, Error *error);
/* Reads a point from two values, as value_take_real() does. */
bool value_take_point(const Value values[2], const char *x_name, const char *y_name, Point2 *point,
                      Error *error);
/* Reads x and y from two values, which may be texts of digits: lists of places are often texts. */
bool value_take_place(const Value values[2], Point2 *place, Error *error);
/* Sets *flag if the value is 0 or 1, and leaves it if it is NULL; false: it is something else. */
bool value_to_flag(Value value, bool *flag);
bool value_is_text(Value value, const char *text);
/* Returns the number of the word that a value is; `count`: it is none of them. */
unsigned value_word(Value value, const char *const *words, unsigned count);
