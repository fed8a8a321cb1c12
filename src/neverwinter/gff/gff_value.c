/* See gff_value.h. */
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/gff_json/gff_json.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Values ---------------------------------------------------------------------------------- */

Value gff_text_value(Arena *scratch, GffBytes bytes) {
    if (!bytes.bytes) return value_null();
    uint32_t length;
    const char *text = text_mixed(scratch, bytes.bytes, bytes.size, &length);
    return text ? value_text_of(text, length) : value_null();
}

Value gff_value(const Gff *gff, uint32_t field, Arena *scratch) {
    int64_t integer;
    double real;
    uint32_t type = gff_type(gff, field);
    GffBytes bytes;
    char *room;
    switch (type) {
    case GFF_STRING:
    case GFF_RESREF: return gff_text_value(scratch, gff_bytes(gff, field));
    case GFF_LOCSTRING: return gff_text_value(scratch, gff_localized(gff, field));
    case GFF_VOID: bytes = gff_bytes(gff, field); return value_blob(bytes.bytes, bytes.size);
    case GFF_STRUCT: return value_reference(gff_child(gff, field), gff->struct_count);
    case GFF_LIST: return value_integer(gff_list(gff, field).count);
    case GFF_ORIENTATION:
    case GFF_VECTOR:
        room = arena_alloc(scratch, GFF_NUMBERS_BYTES, 1);
        return room ? gff_value_text(gff, field, room, scratch) : value_null();
    default:
        if (gff_integer(gff, field, &integer)) return value_integer(integer);
        return gff_real(gff, field, &real) ? value_real(real) : value_null();
    }
}

Value gff_text_of(const Gff *gff, uint32_t field, Arena *scratch) {
    uint32_t type = field == GFF_NONE ? GFF_TYPES : gff_type(gff, field);
    bool is_text = type == GFF_STRING || type == GFF_RESREF || type == GFF_LOCSTRING;
    return is_text ? gff_value(gff, field, scratch) : value_null();
}

Value gff_integer_of(const Gff *gff, uint32_t field) {
    int64_t integer;
    if (field == GFF_NONE || !gff_integer(gff, field, &integer)) return value_null();
    return value_integer(integer);
}

Value gff_real_of(const Gff *gff, uint32_t field) {
    double real;
    if (field == GFF_NONE || !gff_real(gff, field, &real)) return value_null();
    return value_real(real);
}

Value gff_strref_of(const Gff *gff, uint32_t field) {
    if (field == GFF_NONE) return value_null();
    uint32_t type = gff_type(gff, field);
    if (type != GFF_LOCSTRING && type != GFF_STRREF) return value_null();
    uint32_t strref = type == GFF_STRREF ? gff_number(gff, field)
                                         : load_u32(gff_data(gff, field) + GFF_LOC_STRREF);
    return value_reference(strref, GFF_NONE);
}

/* ---- Numbers as text ------------------------------------------------------------------------- */

enum { NUMBER_BYTES = GFF_NUMBERS_BYTES / 4, PLACES_MOST = 7 };

/* Writes an integer; returns how many bytes that takes. */
static uint32_t put_integer(char *text, int64_t integer) {
    char digits[24], *at = digits + sizeof digits, *out = text;
    uint64_t left = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (integer < 0) *out++ = '-';
    size_t length = (size_t)(digits + sizeof digits - at);
    memcpy(out, at, length);
    return (uint32_t)(out - text) + (uint32_t)length;
}

/* Writes a float of usual size with as few decimal places as identify it, at least one. Returns the
** length; 0: it takes more than PLACES_MOST. Printing with each precision in turn would take many
** times as long. */
static uint32_t put_short(char *text, float number) {
    double size = fabs((double)number), power = 1;
    if (!(size < 1e8)) return 0;
    for (int places = 0; places <= PLACES_MOST; places++, power *= 10) {
        int64_t scaled = llround(size * power);
        if ((float)((double)scaled / power) != (float)size) continue;
        char *out = text;
        if (signbit(number)) *out++ = '-';
        out += put_integer(out, scaled / (int64_t)power);
        *out++ = '.';
        char digits[24];
        uint32_t length = put_integer(digits, scaled % (int64_t)power);
        for (int zeros = places - (int)length; zeros > 0; zeros--) *out++ = '0';
        memcpy(out, digits, length);
        return (uint32_t)(out - text) + length;
    }
    return 0;
}

int gff_least_digits(double number, bool is_float) {
    return fabs(number) < (is_float ? FLT_MIN : DBL_MIN) ? 1 : is_float ? FLT_DIG : DBL_DIG;
}

/* Writes a number with as few digits as identify it; returns the length. */
static uint32_t put_long(char *text, double number, bool is_float) {
    int digits = gff_least_digits(number, is_float), most = is_float ? 9 : 17;
    for (;; digits++) {
        snprintf(text, NUMBER_BYTES, "%.*g", digits, number);
        double read = is_float ? (double)strtof(text, NULL) : strtod(text, NULL);
        if (digits == most || memcmp(&read, &number, sizeof read) == 0) break;
    }
    size_t length = print_point(text);
    if (strspn(text, "-0123456789") != length) return (uint32_t)length;
    memcpy(text + length, ".0", 2);
    return (uint32_t)length + 2;
}

static uint32_t print_float(char *text, float number) {
    uint32_t length = put_short(text, number);
    return length ? length : put_long(text, (double)number, true);
}

static Value real_text(const Gff *gff, uint32_t field, char *text) {
    double number;
    if (!gff_real(gff, field, &number) || isnan(number)) return value_null();
    bool is_float = gff_type(gff, field) == GFF_FLOAT;
    return value_text_of(text, is_float ? print_float(text, (float)number)
                                        : put_long(text, number, false));
}

/* Returns the floats of an Orientation or a Vector as text, with blanks between them. */
static Value floats_text(const Gff *gff, uint32_t field, char *text) {
    unsigned count = gff_float_count(gff_type(gff, field));
    char *at = text;
    for (unsigned i = 0; i < count; i++) {
        if (i) *at++ = ' ';
        at += print_float(at, load_f32(gff_data(gff, field) + (size_t)4 * i));
    }
    return value_text_of(text, (uint32_t)(at - text));
}

/* Returns bytes as text, two hexadecimal digits each. */
static Value hex_text(GffBytes bytes, Arena *scratch) {
    if (bytes.size > UINT32_MAX / 2) return value_null();
    char *text = arena_alloc(scratch, bytes.size, 2);
    if (!text) return value_null();
    for (uint32_t i = 0; i < bytes.size; i++) {
        text[(size_t)2 * i] = "0123456789abcdef"[bytes.bytes[i] >> 4];
        text[(size_t)2 * i + 1] = "0123456789abcdef"[bytes.bytes[i] & 15];
    }
    return value_text_of(text, bytes.size * 2);
}

/* Returns a value that isn't what its type needs, as it stands in the text. */
static Value odd_text(const Gff *gff, uint32_t field, Arena *scratch) {
    const GffOdd *odd = &gff->json->odd[gff_number(gff, field)];
    if (!odd->value_bytes) return value_null();
    return gff_text_value(scratch, (GffBytes){gff->document.bytes + odd->value, odd->value_bytes});
}

Value gff_value_text(const Gff *gff, uint32_t field, char *room, Arena *scratch) {
    switch (gff_type(gff, field)) {
    case GFF_STRUCT:
    case GFF_LIST: return value_null();
    case GFF_STRING:
    case GFF_RESREF:
    case GFF_LOCSTRING: return gff_value(gff, field, scratch);
    case GFF_VOID: return hex_text(gff_bytes(gff, field), scratch);
    case GFF_FLOAT:
    case GFF_DOUBLE: return real_text(gff, field, room);
    case GFF_ORIENTATION:
    case GFF_VECTOR: return floats_text(gff, field, room);
    case GFF_ODD: return odd_text(gff, field, scratch);
    default: break;
    }
    int64_t integer;
    if (!gff_integer(gff, field, &integer)) return value_null();
    return value_text_of(room, put_integer(room, integer));
}
