#include "table/place.h"
#include "table/cell.h"

/* ---- How columns are stored ------------------------------------------------------------------ */

static CellKind stored_kind(const Column *column) {
    return word_kind(column->stored ? column->stored : column->kind);
}

static uint32_t bits_of(const Column *column) {
    return is_bit(column) ? column->number : column->bits;
}

bool column_is_stored(const Table *table, const Column *column) {
    bool is_kept = !column->shapes || column->stored == CELL_WRITTEN;
    return table->format && !table->row_file && stored_kind(column) < CELL_MEMBER_BOOL && is_kept;
}

bool column_is_editable(const Table *table, const Column *column) {
    return column_is_stored(table, column) && column->stored != CELL_WRITTEN;
}

const char *column_refusal(const Table *table, const Column *column) {
    if (column_is_editable(table, column)) return NULL;
    if (column->shapes) return column->shapes;
    if (column->stored == CELL_WRITTEN) return "the file has it in words or packed";
    bool is_own = find_column(table, column->name, (uint32_t)strlen(column->name));
    if (table->made_of && is_own) return table->made_of;
    bool is_member = column->kind >= CELL_MEMBER_BOOL && column->kind <= CELL_MEMBER_REF_U32 &&
                     !is_placed(column);
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

/* ---- Columns that show the same bytes -------------------------------------------------------- */

/* What a column takes of a record, as far as descriptors tell it. */
typedef struct Extent {
    const uint8_t *(*where)(const Row *row, uint32_t at);
    bool (*lies)(const Row *row, uint32_t at, CellPlace *place);
    uint32_t base; /* Column.pointer */
    uint64_t first, end;
    uint32_t bits; /* of a number */
} Extent;

static Extent extent_of(const Column *column) {
    bool is_found = column->where || column->lies;
    uint32_t bytes = bytes_of_kind(stored_kind(column)), bits = bits_of(column);
    Extent extent = {.where = column->where,
                     .lies = column->lies,
                     .base = column->pointer,
                     .bits = bits ? bits : UINT32_MAX};
    if (!bytes) bytes = column->bytes ? column->bytes : UINT32_MAX;
    if (column->kind != CELL_BY_ROW && column->stored != CELL_BY_ROW) {
        bool has_at = column->where || column->lies || column->stored;
        extent.first = has_at ? column->at : column->offset;
    }
    extent.end = extent.first + (is_found ? 1 : bytes);
    return extent;
}

static bool extents_meet(const Extent *one, const Extent *other) {
    if (one->where != other->where || one->lies != other->lies || one->base != other->base) {
        return false;
    }
    if (one->first >= other->end || other->first >= one->end) return false;
    return one->first != other->first || one->bits & other->bits;
}

/* Tells whether `other` shows the same bytes and stands for `column`: words stand for bits, visible
** columns for hidden ones, else the first for the later ones. */
static bool stands_for(const Table *table, const Column *other, const Column *column) {
    if (other == column || other->again || !column_is_stored(table, other)) return false;
    if (other->stored == CELL_WRITTEN || column->stored == CELL_WRITTEN) return false;
    bool is_before = other->hidden == column->hidden ? other < column : column->hidden;
    bool precedes = is_bit(other) == is_bit(column) ? is_before : is_bit(column);
    if (!precedes) return false;
    Extent one = extent_of(other), its = extent_of(column);
    return extents_meet(&one, &its);
}

bool column_is_first(const Table *table, const Column *column) {
    const Column *other;
    if (!column_is_stored(table, column) || table->again || column->again) return false;
    for (int i = 0; (other = table_column(table, i)); i++) {
        if (stands_for(table, other, column) &&
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

/* Returns where the row's record begins in the file; NULL: nowhere. */
static const uint8_t *record_of(const Table *table, const Row *row) {
    const Document *document = row->document;
    CellPlace place = {.field = row->record};
    if (row->record && place_find(document, &place)) return row->record;
    uint64_t offset = record_offset(table, row);
    return document->bytes && offset <= document->size ? document->bytes + offset : NULL;
}

static const uint8_t *field_address(const Table *table, const Column *column, const Row *row) {
    if (column->where || column->pointer) return placed_field(column, row);
    uint32_t offset = column->stored ? column->at : column->offset;
    if (table->field_at) return table->field_at(row, offset);
    if (column->stored) {
        const uint8_t *record = record_of(table, row);
        return record ? record + offset : NULL;
    }
    return (column->of_document ? (const uint8_t *)row->document : row->record) + offset;
}

static uint32_t field_bytes(const Column *column, const Row *row, CellKind kind) {
    uint32_t bytes = bytes_of_kind(kind);
    if (column->bytes_of) return column->bytes_of(row, column->at);
    if (bytes) return bytes;
    if (column->count) {
        uint64_t count;
        const uint8_t *base = column->of_document ? row->document : row->record;
        memcpy(&count, base + column->count - 1, sizeof count);
        return (uint32_t)count;
    }
    if (column->bytes) return column->bytes;
    if (kind != CELL_BYTES || column->kind == CELL_BYTES) return row->array->stride;
    bool no_memory = false;
    return cell_value(column, row, &no_memory).length;
}

/* Returns a number's kind with other bytes; there are two kinds of each size, in order. */
static CellKind resized(CellKind kind, uint32_t bytes) {
    uint32_t size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    if (kind >= CELL_U8 && kind <= CELL_I64) return CELL_U8 + 2 * size + (kind - CELL_U8) % 2;
    if (kind < CELL_REF_I16 || kind > CELL_REF_U32) return kind;
    bool has_kind = size == 1 || size == 2;
    return has_kind ? CELL_REF_I16 + 2 * (size - 1) + (kind - CELL_REF_I16) % 2 : CELL_BY_KIND;
}

static bool find_field(const Table *table, const Column *column, const Row *row, CellPlace *place) {
    CellKind kind = stored_kind(column);
    *place = (CellPlace){.kind = kind, .bits = bits_of(column)};
    if (column->lies) return column->lies(row, column->at, place);
    place->field = field_address(table, column, row);
    if (!place->field) return false;
    place->bytes = field_bytes(column, row, kind);
    if (column->bytes_of && bytes_of_kind(kind)) place->kind = resized(kind, place->bytes);
    return true;
}

bool cell_place(const Table *table, const Column *column, const Row *row, CellPlace *place) {
    const Document *document = row->document;
    if (stored_kind(column) >= CELL_MEMBER_BOOL || column->stored == CELL_WRITTEN) return false;
    if (document->is_text && !document->format->spell) return false;
    if (column->condition.bytes && !condition_holds(&column->condition, row)) return false;
    if (document->is_text) {
        if (!find_field(table, column, row, place) || !place->words) return false;
        place->offset = document_offset(document, place->words);
        return true;
    }
    return find_field(table, column, row, place) && place_find(document, place);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool is_nothing(Value value) {
    return value.type == VALUE_NULL || (value.type == VALUE_REAL && isnan(value.real));
}

/* Returns the type of a value, which is one for all kinds of BLOBs. */
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

static TextEncoding encoding_of(const CellPlace *place) {
    if (place->kind == CELL_ASCII) return place->encoding;
    return place->kind == CELL_CHARS_CP949 ? ENCODING_CP949 : ENCODING_CP1252;
}

/* Reads a text of which the bytes say whether it is UTF-8. NUL is a character of it if the column
** says so, or ends it. */
static Value decode_mixed(const Column *column, const Row *row, const CellPlace *place) {
    const uint8_t *nul = column->with_nul ? NULL : memchr(place->field, 0, place->bytes);
    uint32_t length = nul ? (uint32_t)(nul - place->field) : place->bytes;
    return row_mixed_text(row, encoding_of(place), place->field, length);
}

/* Returns what a text or BLOB shows: an empty text may be NULL. */
static Value meant_text(const Column *column, Value value) {
    if (!column->empties || value.type != VALUE_TEXT) return value;
    const char *nothing = column->nothing ? column->nothing : "";
    bool is_nothing = !value.length || text_is(value.bytes, value.length, nothing);
    return is_nothing ? value_null() : value;
}

/* Reads the field of a place as its column shows it. */
static Value cell_decode(const Column *column, const Row *row, const CellPlace *place) {
    if (place->kind > CELL_BYTES) {
        return meant_number(place->kind, column, row, place->field);
    }
    Value value = place->is_mixed ? decode_mixed(column, row, place)
                                  : text_at(place->kind, row, place->field, place->bytes);
    const char *text = value.bytes;
    while (place->pad && value.length && text[value.length - 1] == place->pad) value.length--;
    return meant_text(column, value);
}

Value placed_value(const Column *column, const Row *row) {
    CellKind kind = column->stored > CELL_WRITTEN ? column->stored : column->kind;
    if (column->lies) {
        CellPlace place = {.kind = word_kind(kind)};
        bool lies = column->lies(row, column->at, &place) && place.field;
        if (lies && place.kind != CELL_BY_ROW) return cell_decode(column, row, &place);
        return otherwise_value(column, row);
    }
    const uint8_t *field = placed_field(column, row);
    if (!field) return otherwise_value(column, row);
    if (kind <= CELL_BYTES) {
        return meant_text(column, text_at(kind, row, field, field_bytes(column, row, kind)));
    }
    if (column->bytes_of) kind = resized(kind, column->bytes_of(row, column->at));
    return meant_number(kind, column, row, field);
}

static void store_number(uint8_t *field, uint32_t bytes, uint64_t number) {
    for (uint32_t i = 0; i < bytes; i++, number >>= 8) field[i] = (uint8_t)number;
}

/* Writes a number to the bits of a place, and 0 or 1 to bits that the column shows as one. */
static bool encode_bits(const Column *column, const CellPlace *place, int64_t value, uint8_t *field,
                        Error *error) {
    uint32_t mask = place->bits, lowest = mask & (~mask + 1);
    uint32_t most = is_bit(column) ? 1 : mask / lowest;
    if (value < 0 || value > most) {
        return fail(error, ERROR_ARGUMENT, "%" PRId64 " doesn't fit, expected 0 to %" PRIu32, value,
                    most);
    }
    uint32_t bits = is_bit(column) ? (value ? mask : 0) : (uint32_t)value * lowest;
    uint64_t number = 0;
    for (uint32_t i = place->bytes; i--;) number = number << 8 | field[i];
    store_number(field, place->bytes, (number & ~(uint64_t)mask) | bits);
    return true;
}

static bool encode_integer(const Column *column, const CellPlace *place, Value value,
                           uint8_t *field, Error *error) {
    CellKind kind = place->kind;
    bool is_signed = kind == CELL_I8 || kind == CELL_I16 || kind == CELL_I32;
    unsigned width = 8 * bytes_of_kind(kind), bits = width - is_signed;
    int64_t number, least = INT64_MIN, most = INT64_MAX;
    if (!value_to_integer(value, &number)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't an integer");
    }
    if (place->bits) return encode_bits(column, place, number, field, error);
    if (width < 64) {
        most = ((int64_t)1 << bits) - 1;
        least = bits < width ? -1 - most : 0;
    }
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
    if (place->kind == CELL_F64) {
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
    return text_skip_ascii(text.bytes, 0, text.length) == text.length;
}

/* Returns a text's kind: that of its place or, if that is mixed, of the bytes that are there. */
static CellKind kind_of_text(const CellPlace *place, const uint8_t *field) {
    uint32_t size = place->bytes;
    if (!place->is_mixed || text_skip_ascii(field, 0, size) == size) return place->kind;
    if (text_is_utf8(field, size)) return CELL_UTF8;
    return place->kind == CELL_UTF8 ? CELL_CHARS : place->kind;
}

static bool encode_text(const CellPlace *place, Value value, uint8_t *field, uint32_t *taken,
                        Error *error) {
    CellKind kind = kind_of_text(place, field);
    static const char *const names[] = {"Windows-1252", "CP949", "UTF-8", "ASCII"};
    const char *name = names[kind - CELL_CHARS];
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
    if (kind == CELL_UTF8 || (kind == CELL_ASCII && is_ascii(value))) {
        if (used <= room && used) memcpy(field, value.bytes, (size_t)used);
    } else if (kind == CELL_ASCII ||
               !text_encode(encoding_of(place), value.bytes, value.length, field, room, &used)) {
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

static bool number_of_name(const Name *names, Value value, Value *number) {
    for (; names->name; names++) {
        if (value_is_text(value, names->name)) {
            *number = value_integer(names->value);
            return true;
        }
    }
    return false;
}

/* Writes NULL: as an empty text, or as a number with all bits set, which refers to nothing. */
static bool encode_none(const Column *column, const CellPlace *place, uint8_t *field,
                        Error *error) {
    if (column->empties && column->type == TEXT) {
        memset(field, 0, place->bytes);
        return true;
    }
    if (!(column->references || column->empties) || !bytes_of_kind(place->kind)) {
        return fail(error, ERROR_ARGUMENT, "the value is NULL, which only references can be");
    }
    memset(field, 0xFF, place->bytes);
    return true;
}

bool cell_encode(const Column *column, const CellPlace *place, Value value, uint8_t *field,
                 uint32_t *used, Error *error) {
    *used = place->bytes;
    if (is_nothing(value)) return encode_none(column, place, field, error);
    if (column->value_names && value.type == VALUE_TEXT &&
        !number_of_name(column->value_names, value, &value)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't one of the known names");
    }
    switch (place->kind) {
    case CELL_F32:
    case CELL_F64: return encode_real(place, value, field, error);
    case CELL_CHARS:
    case CELL_CHARS_CP949:
    case CELL_UTF8:
    case CELL_ASCII: return encode_text(place, value, field, used, error);
    case CELL_BYTES: return encode_bytes(place, value, field, error);
    case CELL_BY_ROW: return fail(error, ERROR_ARGUMENT, "several numbers can't be edited");
    default: return encode_integer(column, place, value, field, error);
    }
}
