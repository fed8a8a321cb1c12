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

bool value_to_written_integer(Value value, int64_t *integer) {
    enum { DIGITS_MAX = 18 };
    if (value.type != VALUE_TEXT) return value_to_integer(value, integer);
    const char *text = (const char *)value.bytes;
    uint64_t first = value.length && text[0] == '-';
    if (value.length <= first || value.length > first + DIGITS_MAX) return false;
    int64_t number = 0;
    for (uint64_t i = first; i < value.length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        number = 10 * number + (text[i] - '0');
    }
    *integer = first ? -number : number;
    return true;
}

bool value_to_real(Value value, double *real) {
    if (value.type == VALUE_INTEGER) *real = (double)value.integer;
    else if (value.type == VALUE_REAL) *real = value.real;
    else return false;
    return true;
}

bool value_take_real(Value value, const char *name, double *real, Error *error) {
    return value_to_real(value, real) || fail(error, ERROR_ARGUMENT, "%s isn't a number", name);
}

bool value_take_point(const Value values[2], const char *x_name, const char *y_name, Point2 *point,
                      Error *error) {
    return value_take_real(values[0], x_name, &point->x, error) &&
           value_take_real(values[1], y_name, &point->y, error);
}

static bool take_place(Value value, const char *name, double *place, Error *error) {
    int64_t written;
    bool is_written = value.type == VALUE_TEXT && value_to_written_integer(value, &written);
    return value_take_real(is_written ? value_integer(written) : value, name, place, error);
}

bool value_take_place(const Value values[2], Point2 *place, Error *error) {
    return take_place(values[0], "x", &place->x, error) &&
           take_place(values[1], "y", &place->y, error);
}

bool value_to_flag(Value value, bool *flag) {
    int64_t number;
    if (value.type == VALUE_NULL) return true;
    if (!value_to_integer(value, &number) || number < 0 || number > 1) return false;
    *flag = number;
    return true;
}

bool value_is_text(Value value, const char *text) {
    return value.type == VALUE_TEXT && value.length == strlen(text) &&
           memcmp(value.bytes, text, value.length) == 0;
}

unsigned value_word(Value value, const char *const *words, unsigned count) {
    unsigned number = 0;
    while (number < count && !value_is_text(value, words[number])) number++;
    return number;
}
