/* Cells without SQLite: see cell.h and row.h. */
#include "table/cell.h"
#include "codec/utf8.h"

Value row_text(const Row *row, TextEncoding encoding, const uint8_t *field, size_t size) {
    uint32_t length;
    if (text_is_ascii(field, size, &length)) return value_text_of((const char *)field, length);
    char *text = row_room(row, (uint64_t)length * TEXT_BYTES_MAX);
    if (!text) return value_null();
    return value_text_of(text, (uint32_t)text_convert_into(encoding, field, length, text));
}

Value row_utf8(const Row *row, const uint8_t *field, size_t size) {
    uint32_t length;
    if (text_is_ascii(field, size, &length)) return value_text_of((const char *)field, length);
    char *text = text_copy(row->scratch, field, size);
    return text ? value_text(clean_text(row->scratch, text, false)) : value_null();
}

Value row_mixed_text(const Row *row, TextEncoding encoding, const uint8_t *bytes, uint32_t size) {
    if (text_is_utf8(bytes, size)) return value_text_of((const char *)bytes, size);
    char *text = row_room(row, (uint64_t)size * TEXT_BYTES_MAX);
    if (!text) return value_null();
    size_t length = encoding == ENCODING_CP1252 ? text_mixed_into(bytes, size, text)
                                                : text_convert_into(encoding, bytes, size, text);
    return value_text_of(text, (uint32_t)length);
}

Value cell_value(const Column *column, const Row *row, bool *no_memory) {
    Value value = cell_value_inline(column, row);
    if (row->scratch->failed) *no_memory = true;
    return value;
}
