/* The value of one cell, by the kind of its column. Inline: it is the inner loop of every scan.
** Where memory for the value ran out, row->scratch->failed is set. */
#ifndef GAMEMAP_CELL_H
#define GAMEMAP_CELL_H

#include "table/table.h"

static inline uint64_t reference_limit(const Column *column, const Row *row) {
    return *(const uint64_t *)((const char *)row->document + column->limit);
}

/* Records of the file are little-endian and unaligned; members lie in structs of this program. */
#define AT_FIELD        field_of(column, row)
#define MEMBER_AT(type) (*(const type *)(const void *)AT_FIELD)
#define POINTED_FIELD   (MEMBER_AT(uint8_t *) + column->parameter)

static inline const Children *children_of_column(const Column *column, const Row *row) {
    return (const void *)((const char *)row->document + column->offset);
}

/* Never 0 where there is a row, whose number is below 2^32. */
static inline uint32_t grid_width(const Column *column, const Row *row) {
    if (column->parameter) return column->parameter;
    return *(const uint32_t *)(const void *)((const char *)row->document + column->offset);
}

/* Does a column's condition hold in this row? */
static inline bool condition_holds(const Condition *condition, const Row *row) {
    const uint8_t *base = condition->of_document ? row->document : row->record;
    const uint8_t *field = base + condition->offset;
    uint32_t bits = condition->bytes == 1    ? field[0]
                    : condition->bytes == 2  ? load_u16(field)
                    : condition->of_document ? *(const uint32_t *)(const void *)field
                                             : load_u32(field);
    return bits & condition->mask;
}

static inline const uint8_t *field_of(const Column *column, const Row *row) {
    const uint8_t *base = column->of_document ? row->document : row->record;
    return base + column->offset;
}

/* The kinds of cells that a record or a descriptor gives. */
/* clang-format off */
#define OTHER_KINDS(X) X(GET) X(GET_WITH) X(CHARS) X(CHARS_CP949) X(BYTES) X(MEMBER_STRING)
#define NUMBER_KINDS(X)                                                                            \
    X(U8) X(U16) X(I16) X(U32) X(I32) X(F32) X(POINTED_U32) X(POINTED_F32)                         \
    X(BIT8) X(BIT16) X(BIT32) X(REF_I16) X(REF_U16) X(REF_U32)                                     \
    X(MEMBER_BOOL) X(MEMBER_U8) X(MEMBER_U16) X(MEMBER_I32) X(MEMBER_U32) X(MEMBER_U64)            \
    X(MEMBER_I64) X(MEMBER_F32) X(MEMBER_F64) X(MEMBER_REF_U32)                                    \
    X(PARENT) X(NUMBER) X(CHILD_COUNT) X(GRID_X) X(GRID_Y) X(ID)
/* clang-format on */

/* The value of the field; `kind` is the column's. Where it is a constant, nothing of the switch is
** left. */
static ALWAYS_INLINE Value number_value(CellKind kind, const Column *column, const Row *row) {
    switch (kind) {
    case CELL_U8: return value_integer(AT_FIELD[0]);
    case CELL_U16: return value_integer(load_u16(AT_FIELD));
    case CELL_I16: return value_integer(load_i16(AT_FIELD));
    case CELL_U32: return value_integer(load_u32(AT_FIELD));
    case CELL_I32: return value_integer(load_i32(AT_FIELD));
    case CELL_F32: return value_real((double)load_f32(AT_FIELD));
    case CELL_POINTED_U32: return value_integer(load_u32(POINTED_FIELD));
    case CELL_POINTED_F32: return value_real((double)load_f32(POINTED_FIELD));
    case CELL_BIT8: return value_integer((AT_FIELD[0] & column->parameter) != 0);
    case CELL_BIT16: return value_integer((load_u16(AT_FIELD) & column->parameter) != 0);
    case CELL_BIT32: return value_integer((load_u32(AT_FIELD) & column->parameter) != 0);
    case CELL_REF_I16: return value_reference(load_i16(AT_FIELD), reference_limit(column, row));
    case CELL_REF_U16: return value_reference(load_u16(AT_FIELD), reference_limit(column, row));
    case CELL_REF_U32: return value_reference(load_u32(AT_FIELD), reference_limit(column, row));
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
    case CELL_PARENT:
        return value_integer((int64_t)children_parent(children_of_column(column, row), row->index));
    case CELL_NUMBER:
        return value_integer((int64_t)children_number(children_of_column(column, row), row->index));
    case CELL_CHILD_COUNT:
        return value_integer((int64_t)child_count(children_of_column(column, row), row->index));
    case CELL_GRID_X: return value_integer((uint32_t)row->index % grid_width(column, row));
    case CELL_GRID_Y: return value_integer((uint32_t)row->index / grid_width(column, row));
    case CELL_ID: return value_integer((int64_t)row->index);
    default: return value_null();
    }
}

/* Returns the value of a cell of any kind, whatever the column's condition and names say of it. */
static ALWAYS_INLINE Value field_value(CellKind kind, const Column *column, const Row *row) {
    switch (kind) {
    case CELL_GET: return column->get(row);
    case CELL_GET_WITH: return column->get_with(row, column->parameter);
    case CELL_CHARS: return row_text(row, ENCODING_CP1252, AT_FIELD, column->parameter);
    case CELL_CHARS_CP949: return row_text(row, ENCODING_CP949, AT_FIELD, column->parameter);
    case CELL_BYTES: return value_blob(AT_FIELD, column->parameter);
    case CELL_MEMBER_STRING: return value_text(MEMBER_AT(char *));
    default: return number_value(kind, column, row);
    }
}

#undef POINTED_FIELD
#undef MEMBER_AT
#undef AT_FIELD

static inline Value name_of_value(const Name *names, Value value) {
    if (value.type != VALUE_INTEGER) return value;
    while (names->name && names->value != value.integer) names++;
    return value_name(names->name);
}

static inline Value cell_value_inline(const Column *column, const Row *row) {
    if (column->condition.bytes && !condition_holds(&column->condition, row)) return value_null();
    Value value = field_value(column->kind, column, row);
    if (column->names) value = name_of_value(column->names, value);
    return value.type == VALUE_NAME ? value_text(value.bytes) : value;
}

#endif
