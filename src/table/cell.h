/* The value of one cell, by the kind of its column. Inline: it is the inner loop of every scan.
** Where memory for the value ran out, row->scratch->failed is set. */
#pragma once

#include "table/table.h"

static inline uint64_t reference_limit(const Column *column, const Row *row) {
    return *(const uint64_t *)((const char *)row->document + column->limit);
}

static inline const Children *children_of_column(const Column *column, const Row *row) {
    return (const void *)((const char *)row->document + column->offset);
}

/* Returns the width of a grid. It isn't 0 where there is a row, whose number is below 2^32. */
static inline uint32_t grid_width(const Column *column, const Row *row) {
    if (column->number) return column->number;
    return *(const uint32_t *)(const void *)((const char *)row->document + column->offset);
}

/* Tells whether a column's condition holds in this row. */
static inline bool condition_holds(const Condition *condition, const Row *row) {
    const uint8_t *base = condition->of_document ? row->document : row->record;
    const uint8_t *field = base + condition->offset;
    if (condition->bytes == 8) return load_u64(field) != 0;
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

/* Returns where the field of a column with a pointer lies; NULL: this row has none. */
static inline const uint8_t *pointed_field(const Column *column, const Row *row) {
    const uint8_t *base = column->of_document ? row->document : row->record;
    const void *member = base + column->pointer - 1;
    const uint8_t *record = *(const uint8_t *const *)member;
    return record ? record + column->offset + column->step * row->index : NULL;
}

/* Returns where the field of a placed column lies; NULL: this row has none. */
static inline const uint8_t *placed_field(const Column *column, const Row *row) {
    if (column->where) return column->where(row, column->at);
    return column->pointer ? pointed_field(column, row) : field_of(column, row);
}

/* The kinds of cells that a file, a struct or a descriptor gives. */
/* clang-format off */
#define FILE_NUMBERS(X)                                                                            \
    X(U8) X(I8) X(U16) X(I16) X(U32) X(I32) X(U64) X(I64) X(F32) X(F64)                            \
    X(BIT8) X(BIT16) X(BIT32) X(REF_I16) X(REF_U16) X(REF_I32) X(REF_U32)
#define MEMBER_NUMBERS(X)                                                                          \
    X(MEMBER_BOOL) X(MEMBER_U8) X(MEMBER_U16) X(MEMBER_I32) X(MEMBER_U32) X(MEMBER_U64)            \
    X(MEMBER_I64) X(MEMBER_F32) X(MEMBER_F64) X(MEMBER_REF_U32)
#define PLACED_NUMBERS(X) FILE_NUMBERS(X) MEMBER_NUMBERS(X)
#define OTHER_NUMBERS(X) X(PARENT) X(NUMBER) X(CHILD_COUNT) X(GRID_X) X(GRID_Y) X(ID)
#define FILE_TEXTS(X)  X(CHARS) X(CHARS_CP949) X(UTF8) X(ASCII) X(BYTES)
#define OTHER_KINDS(X) FILE_TEXTS(X) X(GET) X(GET_WITH) X(MEMBER_STRING)
/* clang-format on */

/* A member of a struct of this program. */
#define MEMBER_AT(type) (*(const type *)(const void *)field)

/* Returns the value of the number at `field`, which is little-endian and unaligned in a file;
** `kind` is the column's. Where `kind` is a constant, the compiler leaves nothing of the switch. */
static ALWAYS_INLINE Value number_at(CellKind kind, const Column *column, const Row *row,
                                     const uint8_t *field) {
    switch (kind) {
    case CELL_U8: return value_integer(field[0]);
    case CELL_I8: return value_integer((int8_t)field[0]);
    case CELL_U16: return value_integer(load_u16(field));
    case CELL_I16: return value_integer(load_i16(field));
    case CELL_U32: return value_integer(load_u32(field));
    case CELL_I32: return value_integer(load_i32(field));
    case CELL_U64:
    case CELL_I64: return value_integer((int64_t)load_u64(field));
    case CELL_F32: return value_real((double)load_f32(field));
    case CELL_F64: return value_real(load_f64(field));
    case CELL_BIT8: return value_integer((field[0] & column->number) != 0);
    case CELL_BIT16: return value_integer((load_u16(field) & column->number) != 0);
    case CELL_BIT32: return value_integer((load_u32(field) & column->number) != 0);
    case CELL_REF_I16: return value_reference(load_i16(field), reference_limit(column, row));
    case CELL_REF_U16: return value_reference(load_u16(field), reference_limit(column, row));
    case CELL_REF_I32: return value_reference(load_i32(field), reference_limit(column, row));
    case CELL_REF_U32: return value_reference(load_u32(field), reference_limit(column, row));
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
    default: return value_null();
    }
}

#undef MEMBER_AT

/* Returns how many bytes a number has; 0: the kind is a reference, a bit or no number of a file. */
static inline uint32_t bytes_of_kind(CellKind kind) {
    static const uint8_t bytes[CELL_BYTE_OFFSET + 1] = {
        [CELL_U8] = 1,  [CELL_I8] = 1,  [CELL_U16] = 2,       [CELL_I16] = 2,
        [CELL_U32] = 4, [CELL_I32] = 4, [CELL_F32] = 4,       [CELL_U64] = 8,
        [CELL_I64] = 8, [CELL_F64] = 8, [CELL_MEMBER_U64] = 8};
    return bytes[kind];
}

/* Returns how a file stores cells of a kind: bits and references in whole numbers. */
static inline CellKind word_kind(CellKind kind) {
    static const uint8_t words[CELL_BYTE_OFFSET + 1] = {
        [CELL_BIT8] = CELL_U8,     [CELL_BIT16] = CELL_U16,   [CELL_BIT32] = CELL_U32,
        [CELL_REF_U16] = CELL_U16, [CELL_REF_I16] = CELL_I16, [CELL_REF_U32] = CELL_U32,
        [CELL_REF_I32] = CELL_I32};
    return words[kind] ? (CellKind)words[kind] : kind;
}

/* Returns what a placed number shows: only some of its bits, or NULL or -1 for one with all bits
** set, if the column says so. The kind may be narrower than the column's. */
static ALWAYS_INLINE Value meant_number(CellKind kind, const Column *column, const Row *row,
                                        const uint8_t *field) {
    Value value = number_at(kind, column, row, field);
    if (column->bits) {
        uint32_t mask = column->bits, bits = (uint32_t)value.integer & mask;
        return value_integer(mask & 1 ? bits : bits / (mask & (~mask + 1)));
    }
    if (column->empties || column->minus_one) {
        Value word = number_at(word_kind(kind), column, row, field);
        uint64_t all = UINT64_MAX >> (64 - 8 * bytes_of_kind(word_kind(kind)));
        if (word.type == VALUE_INTEGER && (word.integer == -1 || (uint64_t)word.integer == all)) {
            return column->empties ? value_null() : value_integer(-1);
        }
    }
    bool is_whole = column->type == REAL && value.type == VALUE_INTEGER;
    return is_whole ? value_real((double)value.integer) : value;
}

/* Returns what a placed cell shows in a row that has no such field. */
static inline Value otherwise_value(const Column *column, const Row *row) {
    if (column->get_with) return column->get_with(row, column);
    return column->get ? column->get(row) : value_null();
}

/* Returns the value of a text, or of bytes of the file. */
static inline Value text_at(CellKind kind, const Row *row, const uint8_t *field, uint32_t bytes) {
    switch (kind) {
    case CELL_CHARS: return row_text(row, ENCODING_CP1252, field, bytes);
    case CELL_CHARS_CP949: return row_text(row, ENCODING_CP949, field, bytes);
    case CELL_BYTES: return value_blob(field, bytes);
    default: return row_utf8(row, field, bytes);
    }
}

/* Returns the value of what the record, a struct or the number of the row gives. */
static ALWAYS_INLINE Value number_value(CellKind kind, const Column *column, const Row *row) {
    switch (kind) {
    case CELL_PARENT:
        return value_integer((int64_t)children_parent(children_of_column(column, row), row->index));
    case CELL_NUMBER:
        return value_integer((int64_t)children_number(children_of_column(column, row), row->index));
    case CELL_CHILD_COUNT:
        return value_integer((int64_t)child_count(children_of_column(column, row), row->index));
    case CELL_GRID_X: return value_integer((uint32_t)row->index % grid_width(column, row));
    case CELL_GRID_Y: return value_integer((uint32_t)row->index / grid_width(column, row));
    case CELL_ID: return value_integer((int64_t)row->index);
    default: return number_at(kind, column, row, field_of(column, row));
    }
}

/* Returns the value of a cell of any kind that isn't placed, whatever the column's condition and
** names say of it. */
static ALWAYS_INLINE Value field_value(CellKind kind, const Column *column, const Row *row) {
    switch (kind) {
    case CELL_GET: return column->get(row);
    case CELL_GET_WITH: return column->get_with(row, column);
    case CELL_CHARS:
    case CELL_CHARS_CP949:
    case CELL_UTF8:
    case CELL_ASCII:
    case CELL_BYTES:
        return text_at(kind, row, field_of(column, row),
                       column->bytes ? column->bytes : row->array->stride);
    default: return number_value(kind, column, row);
    }
}

static inline Value name_of_value(const Name *names, Value value) {
    if (value.type != VALUE_INTEGER) return value;
    while (names->name && names->value != value.integer) names++;
    return value_name(names->name);
}

/* Returns the value of a cell, whatever the column's condition and names say of it. */
static inline Value unnamed_value(const Column *column, const Row *row) {
    return is_placed(column) ? placed_value(column, row) : field_value(column->kind, column, row);
}

static inline Value cell_value_inline(const Column *column, const Row *row) {
    if (column->condition.bytes && !condition_holds(&column->condition, row)) return value_null();
    Value value = unnamed_value(column, row);
    if (column->value_names) value = name_of_value(column->value_names, value);
    return value.type == VALUE_NAME ? value_text(value.bytes) : value;
}
