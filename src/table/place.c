/* See place.h. */
#include "table/place.h"
#include "codec/encoding.h"
#include "table/cell.h"

#include <inttypes.h>
#include <math.h>

/* ---- How columns are stored ------------------------------------------------------------------ */

static const Coding codings_of_kinds[] = {
    [CELL_CHARS] = CODING_CHARS,     [CELL_CHARS_CP949] = CODING_CHARS_CP949,
    [CELL_BYTES] = CODING_BYTES,     [CELL_U8] = CODING_U8,
    [CELL_U16] = CODING_U16,         [CELL_I16] = CODING_I16,
    [CELL_U32] = CODING_U32,         [CELL_I32] = CODING_I32,
    [CELL_F32] = CODING_F32,         [CELL_POINTED_U32] = CODING_U32,
    [CELL_POINTED_F32] = CODING_F32, [CELL_BIT8] = CODING_U8,
    [CELL_BIT16] = CODING_U16,       [CELL_BIT32] = CODING_U32,
    [CELL_REF_I16] = CODING_I16,     [CELL_REF_U16] = CODING_U16,
    [CELL_REF_U32] = CODING_U32,     [CELL_BYTE_OFFSET] = CODING_BY_KIND,
};

static Coding coding_of(const Column *column) {
    return column->coding ? column->coding : codings_of_kinds[column->kind];
}

static bool is_pointed(const Column *column) {
    return column->kind == CELL_POINTED_U32 || column->kind == CELL_POINTED_F32;
}

static bool is_bit(const Column *column) {
    return column->kind == CELL_BIT8 || column->kind == CELL_BIT16 || column->kind == CELL_BIT32;
}

static bool has_coding(const Column *column) {
    Coding coding = coding_of(column);
    return coding != CODING_BY_KIND && coding != CODING_NONE;
}

bool column_is_stored(const Table *table, const Column *column) {
    bool is_kept = !column->shapes || column->coding == CODING_WRITTEN;
    return table->format && !table->row_file && has_coding(column) && is_kept;
}

bool column_is_editable(const Table *table, const Column *column) {
    return column_is_stored(table, column) && column->coding != CODING_WRITTEN;
}

const char *column_refusal(const Table *table, const Column *column) {
    if (column_is_editable(table, column)) return NULL;
    if (column->shapes) return column->shapes;
    if (column->coding == CODING_WRITTEN) return "the file has it in words or packed";
    for (int i = 0; table->made_of && i < table->column_count; i++) {
        if (strcmp(column->name, table->columns[i].name) == 0) return table->made_of;
    }
    bool is_member = column->kind >= CELL_MEMBER_BOOL && column->kind <= CELL_MEMBER_REF_U32;
    return is_member ? "it is computed, or the layout of the file depends on it"
                     : "it is computed, not stored";
}

const Column *find_column(const Table *table, const char *name, uint32_t length) {
    const Column *column;
    for (int i = 0; (column = table_column(table, i)); i++) {
        if (strlen(column->name) == length && memcmp(column->name, name, length) == 0) {
            return column;
        }
    }
    return NULL;
}

static uint32_t bytes_of_coding(Coding coding) {
    switch (coding) {
    case CODING_I8:
    case CODING_U8: return 1;
    case CODING_U16:
    case CODING_I16: return 2;
    case CODING_U32:
    case CODING_I32:
    case CODING_F32: return 4;
    case CODING_U64:
    case CODING_I64:
    case CODING_F64: return 8;
    default: return 0;
    }
}

/* ---- Columns that show the same bytes -------------------------------------------------------- */

/* What of a record a column takes, as far as descriptors tell it. */
typedef struct Extent {
    const uint8_t *(*where)(const Row *row, uint32_t at);
    bool (*lies)(const Row *row, uint32_t at, CellPlace *place);
    uint64_t base; /* records: 0; a record to which member m points: m + 1 */
    uint64_t first, end;
    uint32_t bits; /* of a number */
} Extent;

static Extent extent_of(const Column *column) {
    uint32_t bytes = bytes_of_coding(coding_of(column));
    if (!bytes) bytes = column->coding == CODING_BY_KIND ? column->parameter : column->bytes;
    if (!bytes) bytes = UINT32_MAX;
    uint32_t at = column->coding == CODING_BY_KIND ? column->offset : column->at;
    bool is_found = column->where || column->lies;
    Extent extent = {.where = column->where,
                     .lies = column->lies,
                     .bits = column->bits ? column->bits : UINT32_MAX};
    if (is_bit(column)) extent.bits = column->parameter;
    if (is_pointed(column)) {
        extent.base = (uint64_t)column->offset + 1;
        at = column->parameter;
    }
    extent.first = column->lies ? 0 : at;
    extent.end = is_found ? extent.first + 1 : (uint64_t)at + bytes;
    return extent;
}

static bool extents_meet(const Extent *one, const Extent *other) {
    if (one->where != other->where || one->lies != other->lies || one->base != other->base) {
        return false;
    }
    if (one->first >= other->end || other->first >= one->end) return false;
    return one->first != other->first || one->bits & other->bits;
}

/* Tells whether `other`, which is number `place` in the table, stands for the column. Words are
** asked before bits, visible columns before hidden ones. */
static bool stands_for(const Table *table, const Column *other, const Column *column, bool before) {
    if (other == column || other->again || !column_is_stored(table, other)) return false;
    if (other->coding == CODING_WRITTEN || column->coding == CODING_WRITTEN) return false;
    bool precedes = is_bit(other) == is_bit(column) ? before : is_bit(column);
    if (!precedes) return false;
    Extent one = extent_of(other), its = extent_of(column);
    return extents_meet(&one, &its);
}

static bool is_hidden(const Table *table, const Column *column) {
    for (int i = 0; i < table->hidden_count; i++) {
        if (column == &table->hidden[i]) return true;
    }
    return column->hidden;
}

/* The order in which columns of a kind take their bytes: visible, then hidden. */
static bool comes_before(const Table *table, const Column *one, const Column *other) {
    bool one_hidden = is_hidden(table, one), other_hidden = is_hidden(table, other);
    if (one_hidden != other_hidden) return other_hidden;
    return one < other;
}

bool column_is_first(const Table *table, const Column *column) {
    const Column *other;
    if (!column_is_stored(table, column) || table->again || column->again) return false;
    for (int i = 0; (other = table_column(table, i)); i++) {
        if (stands_for(table, other, column, comes_before(table, other, column)) &&
            (!is_bit(column) || is_bit(other) || column_is_first(table, other))) {
            return false;
        }
    }
    return true;
}

/* ---- Where a cell lies ----------------------------------------------------------------------- */

bool place_bytes(const Document *document, uint32_t part, FilePart *bytes) {
    if (part) {
        const Format *format = document->format;
        return format->part && format->part(document, part - 1, bytes);
    }
    *bytes = (FilePart){document->bytes, document->size};
    return document->bytes != NULL;
}

bool place_find(const Document *document, CellPlace *place) {
    FilePart part;
    uintptr_t at = (uintptr_t)place->field;
    for (uint32_t i = 0; place_bytes(document, i, &part); i++) {
        uintptr_t first = (uintptr_t)part.bytes;
        if (!part.bytes || at < first || at - first > part.size) continue;
        if (part.size - (at - first) < place->bytes) continue;
        place->part = i;
        place->offset = at - first;
        return true;
    }
    return false;
}

/* Where the row's record begins; NULL: nowhere. */
static const uint8_t *record_of(const Table *table, const Row *row) {
    const Document *document = row->document;
    CellPlace place = {.field = row->record};
    if (row->record && place_find(document, &place)) return row->record;
    uint64_t offset = table->byte_offset ? table->byte_offset(row) : row->array->offset;
    if (offset == NO_OFFSET || !document->bytes) return NULL;
    if (!table->byte_offset) offset += record_start(row->array, row->index);
    return offset <= document->size ? document->bytes + offset : NULL;
}

static const uint8_t *field_address(const Table *table, const Column *column, const Row *row) {
    if (column->where) return column->where(row, column->at);
    if (column->coding != CODING_BY_KIND && table->field_at) {
        return table->field_at(row, column->at);
    }
    if (column->coding != CODING_BY_KIND) {
        const uint8_t *record = record_of(table, row);
        return record ? record + column->at : NULL;
    }
    if (is_pointed(column)) {
        const uint8_t *record;
        memcpy(&record, row->record + column->offset, sizeof record);
        return record + column->parameter;
    }
    if (table->field_at) return table->field_at(row, column->offset);
    return (column->of_document ? (const uint8_t *)row->document : row->record) + column->offset;
}

static uint32_t field_bytes(const Column *column, const Row *row, Coding coding) {
    uint32_t bytes = bytes_of_coding(coding);
    if (column->bytes_of) return column->bytes_of(row, column->at);
    if (bytes) return bytes;
    if (column->coding == CODING_BY_KIND) return column->parameter;
    if (column->bytes) return column->bytes;
    if (coding != CODING_BYTES) return row->array->stride;
    bool no_memory = false;
    return cell_value(column, row, &no_memory).length;
}

/* The coding of a number that has fewer bytes in some files. */
static Coding narrower(Coding coding, uint32_t bytes) {
    bool is_signed = coding == CODING_I32 || coding == CODING_I64;
    switch (bytes) {
    case 1: return CODING_U8;
    case 2: return is_signed ? CODING_I16 : CODING_U16;
    case 4: return is_signed ? CODING_I32 : CODING_U32;
    default: return coding;
    }
}

bool cell_place(const Table *table, const Column *column, const Row *row, CellPlace *place) {
    bool is_written =
        ((const Document *)row->document)->is_text || column->coding == CODING_WRITTEN;
    if (!has_coding(column) || is_written) return false;
    if (column->condition.bytes && !condition_holds(&column->condition, row)) return false;
    Coding coding = coding_of(column);
    *place =
        (CellPlace){.coding = coding, .bits = is_bit(column) ? column->parameter : column->bits};
    if (column->lies) {
        return column->lies(row, column->at, place) && place_find(row->document, place);
    }
    place->field = field_address(table, column, row);
    if (!place->field) return false;
    place->bytes = field_bytes(column, row, coding);
    if (column->bytes_of && bytes_of_coding(coding)) place->coding = narrower(coding, place->bytes);
    return place_find(row->document, place);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool is_nothing(Value value) {
    return value.type == VALUE_NULL || (value.type == VALUE_REAL && isnan(value.real));
}

/* BLOBs have several types. */
static ValueType plain_type(Value value) {
    return value.type == VALUE_BLOCK || value.type == VALUE_GIVEN ? VALUE_BLOB : value.type;
}

bool values_equal(Value one, Value other) {
    if (is_nothing(one) || is_nothing(other)) return is_nothing(one) && is_nothing(other);
    if (plain_type(one) != plain_type(other)) return false;
    if (one.type == VALUE_INTEGER || one.type == VALUE_REAL) return one.integer == other.integer;
    uint32_t length = one.length;
    return length == other.length && (!length || !memcmp(one.bytes, other.bytes, length));
}

static uint64_t load_number(const uint8_t *field, uint32_t bytes) {
    uint64_t number = 0;
    for (uint32_t i = bytes; i--;) number = number << 8 | field[i];
    return number;
}

static void store_number(uint8_t *field, uint32_t bytes, uint64_t number) {
    for (uint32_t i = 0; i < bytes; i++, number >>= 8) field[i] = (uint8_t)number;
}

/* The least and the largest number of a coding. */
static void range_of(Coding coding, int64_t *least, int64_t *most) {
    bool is_signed = coding == CODING_I8 || coding == CODING_I16 || coding == CODING_I32;
    unsigned width = 8 * bytes_of_coding(coding);
    *least = INT64_MIN;
    *most = INT64_MAX;
    if (width == 64) return;
    *least = is_signed ? -((int64_t)1 << (width - 1)) : 0;
    *most = ((int64_t)1 << (is_signed ? width - 1 : width)) - 1;
}

/* Writes a number to some bits of the field; the value of a single bit, or of several that are
** shown as one, is 0 or 1. */
static bool encode_bits(const Column *column, const CellPlace *place, int64_t value, uint8_t *field,
                        Error *error) {
    uint32_t mask = place->bits, lowest = mask & (~mask + 1);
    uint32_t most = is_bit(column) ? 1 : mask / lowest;
    if (value < 0 || value > most) {
        return fail(error, ERROR_ARGUMENT, "%" PRId64 " doesn't fit, expected 0 to %" PRIu32, value,
                    most);
    }
    uint32_t bits = is_bit(column) ? (value ? mask : 0) : (uint32_t)value * lowest;
    uint64_t number = load_number(field, place->bytes);
    store_number(field, place->bytes, (number & ~(uint64_t)mask) | bits);
    return true;
}

static bool encode_integer(const Column *column, const CellPlace *place, Value value,
                           uint8_t *field, Error *error) {
    int64_t number, least, most;
    if (!value_to_integer(value, &number)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't an integer");
    }
    if (place->bits) return encode_bits(column, place, number, field, error);
    range_of(place->coding, &least, &most);
    if (column->minus_one) least--, most--;
    if (number < least || number > most) {
        return fail(error, ERROR_ARGUMENT,
                    "%" PRId64 " doesn't fit, expected %" PRId64 " to %" PRId64, number, least,
                    most);
    }
    store_number(field, place->bytes, (uint64_t)number);
    return true;
}

static bool encode_real(const CellPlace *place, Value value, uint8_t *field, Error *error) {
    double real;
    uint64_t bits;
    if (!value_to_real(value, &real)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't a number");
    }
    if (place->coding == CODING_F64) {
        memcpy(&bits, &real, sizeof bits);
    } else {
        float narrow = (float)real;
        uint32_t narrow_bits;
        if (isfinite(real) && !isfinite(narrow)) {
            return fail(error, ERROR_ARGUMENT, "%g doesn't fit into a float of 32 bits", real);
        }
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        bits = narrow_bits;
    }
    store_number(field, place->bytes, bits);
    return true;
}

static bool is_ascii(Value text) {
    return encoding_skip_ascii(text.bytes, 0, text.length) == text.length;
}

static bool encode_text(const CellPlace *place, Value value, uint8_t *field, uint32_t *taken,
                        Error *error) {
    static const char *const names[] = {"Windows-1252", "CP949", "UTF-8", "ASCII"};
    TextEncoding encoding = place->coding == CODING_CHARS_CP949 ? ENCODING_CP949 : ENCODING_CP1252;
    const char *name = names[place->coding - CODING_CHARS];
    uint64_t used = value.length;
    if (value.type != VALUE_TEXT) return fail(error, ERROR_ARGUMENT, "the value isn't text");
    if (memchr(value.bytes, 0, value.length)) {
        return fail(error, ERROR_ARGUMENT, "the text holds a NUL character");
    }
    uint32_t room = place->bytes;
    if (value.length / 4 > room && !is_ascii(value)) { /* a character has four bytes at most */
        return fail(error, ERROR_ARGUMENT,
                    "the text has %" PRIu32 " bytes, but the field has %" PRIu32, value.length,
                    room);
    }
    if (place->coding == CODING_UTF8 || (place->coding == CODING_ASCII && is_ascii(value))) {
        if (used <= room && used) memcpy(field, value.bytes, (size_t)used);
    } else if (place->coding == CODING_ASCII ||
               !text_encode(encoding, value.bytes, value.length, field, room, &used)) {
        return fail(error, ERROR_ARGUMENT, "the text has a character that %s lacks", name);
    }
    if (used > room || (place->keeps_length && used != room)) {
        return fail(error, ERROR_ARGUMENT,
                    "the text takes %" PRIu64 " bytes in %s, but the field has %s%" PRIu32, used,
                    name, place->keeps_length ? "exactly " : "", room);
    }
    memset(field + used, place->pad, (size_t)(room - used));
    *taken = (uint32_t)used;
    return true;
}

static bool encode_bytes(const CellPlace *place, Value value, uint8_t *field, Error *error) {
    if (value.type != VALUE_BLOB) return fail(error, ERROR_ARGUMENT, "the value isn't a BLOB");
    if (value.length != place->bytes) {
        return fail(error, ERROR_ARGUMENT,
                    "the BLOB has %" PRIu32 " bytes, but the field has %" PRIu32, value.length,
                    place->bytes);
    }
    if (value.length) memcpy(field, value.bytes, value.length);
    return true;
}

/* Finds the number of a name. */
static bool number_of_name(const Name *names, Value value, Value *number) {
    for (; names->name; names++) {
        if (value_is_text(value, names->name)) {
            *number = value_integer(names->value);
            return true;
        }
    }
    return false;
}

/* A reference to nothing is the largest number, or -1. */
static bool encode_none(const Column *column, const CellPlace *place, uint8_t *field,
                        Error *error) {
    if (column->empties && column->type == TEXT) {
        memset(field, 0, place->bytes);
        return true;
    }
    if (!(column->references || column->empties) || !bytes_of_coding(place->coding)) {
        return fail(error, ERROR_ARGUMENT, "the value is NULL, which only references can be");
    }
    memset(field, 0xFF, place->bytes);
    return true;
}

bool cell_encode(const Column *column, const CellPlace *place, Value value, uint8_t *field,
                 uint32_t *used, Error *error) {
    *used = place->bytes;
    if (is_nothing(value)) return encode_none(column, place, field, error);
    if (column->names && value.type == VALUE_TEXT &&
        !number_of_name(column->names, value, &value)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't one of the known names");
    }
    switch (place->coding) {
    case CODING_F32:
    case CODING_F64: return encode_real(place, value, field, error);
    case CODING_CHARS:
    case CODING_CHARS_CP949:
    case CODING_UTF8:
    case CODING_ASCII: return encode_text(place, value, field, used, error);
    case CODING_BYTES: return encode_bytes(place, value, field, error);
    default: return encode_integer(column, place, value, field, error);
    }
}
