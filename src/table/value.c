/* See value.h. */
#include "table/value.h"

bool value_to_integer(Value value, int64_t *integer) {
    if (value.type == VALUE_INTEGER) *integer = value.integer;
    else if (value.type == VALUE_REAL && value.real >= -0x1p63 && value.real < 0x1p63 &&
             (double)(int64_t)value.real == value.real)
        *integer = (int64_t)value.real;
    else return false;
    return true;
}

bool value_to_real(Value value, double *real) {
    if (value.type == VALUE_INTEGER) *real = (double)value.integer;
    else if (value.type == VALUE_REAL) *real = value.real;
    else return false;
    return true;
}

bool value_is_text(Value value, const char *text) {
    return value.type == VALUE_TEXT && value.length == strlen(text) &&
           memcmp(value.bytes, text, value.length) == 0;
}
