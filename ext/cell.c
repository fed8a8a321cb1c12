/* Cells and values for those who have no SQLite at hand: see table.h. */
#include "cell.h"

Value cell_value(const Column *column, const Row *row, bool *no_memory) {
    Value value = cell_value_inline(column, row);
    if (row->scratch->failed) *no_memory = true;
    return value;
}

bool value_to_integer(Value value, int64_t *integer) {
    if (value.type == VALUE_INTEGER) *integer = value.integer;
    else if (value.type == VALUE_REAL && value.real >= -0x1p63 && value.real < 0x1p63 &&
             (double)(int64_t)value.real == value.real) *integer = (int64_t)value.real;
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

bool document_row(Document *document, const Arguments *arguments, Arena *scratch, Array *array,
                  Error *error) {
    (void)arguments;
    (void)scratch;
    (void)error;
    array->records = document;
    array->count = 1;
    array->offset = 0;
    return true;
}
