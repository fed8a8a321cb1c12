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

/* The array at `place`. The members are read as bytes: their pointers have different types. */
static void find_array(const ArrayPlace *place, const Document *document, Array *array) {
    const char *members = (const char *)document;
    if (place->kind == PLACE_DOCUMENT) {
        *array = (Array){.records = document, .count = 1};
        return;
    }
    memcpy(&array->count, members + place->count, sizeof array->count);
    if (place->kind == PLACE_COMPUTED) return;
    memcpy(&array->records, members + place->records, sizeof array->records);
    uint64_t bytes = place->bytes;
    if (place->kind == PLACE_SIZED_RECORDS) memcpy(&bytes, members + place->bytes, sizeof bytes);
    array->stride = (uint32_t)bytes;
    uintptr_t file = (uintptr_t)document->bytes, records = (uintptr_t)array->records;
    if (array->records && records >= file && records - file <= document->size) {
        array->offset = records - file;
    }
}

bool table_rows(const Table *table, Document *document, const Arguments *arguments, Arena *scratch,
                Array *array, Error *error) {
    *array = (Array){.offset = NO_OFFSET};
    if (table->rows) return table->rows(document, arguments, scratch, array, error);
    if (table->prepare && !table->prepare(document, error)) return false;
    find_array(&table->place, document, array);
    return true;
}
