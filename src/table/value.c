/* See value.h. */
#include "table/value.h"

bool value_to_integer(Value value, int64_t *integer) {
    if (value.type == VALUE_INTEGER) {
        *integer = value.integer;
        return true;
    }
    bool is_in_range = value.type == VALUE_REAL && value.real >= -0x1p63 && value.real < 0x1p63;
    if (!is_in_range || (double)(int64_t)value.real != value.real) return false;
    *integer = (int64_t)value.real;
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
