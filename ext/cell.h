/* The value of one cell, by the kind of its column. Inline: it is the inner loop of every scan.
** Where memory for the value ran out, row->scratch->failed is set. */
#ifndef GAMEMAP_CELL_H
#define GAMEMAP_CELL_H

#include "table.h"
#include "../src/text.h"

static inline uint64_t reference_limit(const Column *column, const Row *row) {
    return *(const uint64_t *)((const char *)row->document + column->limit);
}

/* char[column->parameter] as UTF-8. */
static inline Value chars_value(const uint8_t *field, const Column *column, const Row *row) {
    uint32_t length;
    const char *text =
        text_convert(row->scratch, ENCODING_CP1252, field, column->parameter, &length);
    return text ? value_text_of(text, length) : value_null();
}

/* Records of the file are little-endian and unaligned; members lie in structs of this program. */
#define MEMBER_AT(type) (*(const type *)(const void *)field)

static inline Value cell_value_inline(const Column *column, const Row *row) {
    if (column->kind == CELL_GET) return column->get(row, column->parameter);
    const uint8_t *field = row->record + column->offset;
    switch (column->kind) {
    case CELL_U8: return value_integer(field[0]);
    case CELL_I8: return value_integer((int8_t)field[0]);
    case CELL_U16: return value_integer(load_u16(field));
    case CELL_I16: return value_integer(load_i16(field));
    case CELL_U32: return value_integer(load_u32(field));
    case CELL_I32: return value_integer(load_i32(field));
    case CELL_U64: return value_integer((int64_t)load_u64(field));
    case CELL_F32: return value_real((double)load_f32(field));
    case CELL_BIT8: return value_integer((field[0] & column->parameter) != 0);
    case CELL_BIT16: return value_integer((load_u16(field) & column->parameter) != 0);
    case CELL_BIT32: return value_integer((load_u32(field) & column->parameter) != 0);
    case CELL_REF_I16: return value_reference(load_i16(field), reference_limit(column, row));
    case CELL_REF_U16: return value_reference(load_u16(field), reference_limit(column, row));
    case CELL_REF_I32: return value_reference(load_i32(field), reference_limit(column, row));
    case CELL_REF_U32: return value_reference(load_u32(field), reference_limit(column, row));
    case CELL_CHARS: return chars_value(field, column, row);
    case CELL_BYTES: return value_blob(field, column->parameter);
    case CELL_MEMBER_BOOL: return value_integer(MEMBER_AT(bool));
    case CELL_MEMBER_U8: return value_integer(MEMBER_AT(uint8_t));
    case CELL_MEMBER_U16: return value_integer(MEMBER_AT(uint16_t));
    case CELL_MEMBER_I32: return value_integer(MEMBER_AT(int32_t));
    case CELL_MEMBER_U32: return value_integer(MEMBER_AT(uint32_t));
    case CELL_MEMBER_U64: return value_integer((int64_t)MEMBER_AT(uint64_t));
    case CELL_MEMBER_I64: return value_integer(MEMBER_AT(int64_t));
    case CELL_MEMBER_F32: return value_real((double)MEMBER_AT(float));
    case CELL_MEMBER_F64: return value_real(MEMBER_AT(double));
    case CELL_MEMBER_REF_U32: return value_reference(MEMBER_AT(uint32_t), UINT32_MAX);
    case CELL_MEMBER_STRING: return value_text(MEMBER_AT(char *));
    case CELL_GET:
    case CELL_FILE:
    case CELL_ID:
    case CELL_ARGUMENT:
    case CELL_SOURCE:
    case CELL_BYTE_OFFSET: break;
    }
    return value_null();
}

#undef MEMBER_AT

#endif
