/* Values of GFF as JSON: numbers, texts and bytes. */
#include "neverwinter/gff_json/gff_json_read.h"
#include "codec/text.h"
#include "codec/utf8.h"

const char gff_json_types[GFF_JSON_TYPES][GFF_JSON_TYPE_BYTES] = {
    "byte",  "char",   "word",       "short",  "dword",         "int",  "dword64", "int64",
    "float", "double", "cexostring", "resref", "cexolocstring", "void", "struct",  "list",
};

static uint32_t type_named(const JsonText *name) {
    if (!name->size || name->size >= GFF_JSON_TYPE_BYTES) return GFF_NONE;
    for (uint32_t type = 0; type < GFF_JSON_TYPES; type++) {
        const char *own = gff_json_types[type];
        bool may_be = own[0] == name->bytes[0];
        if (may_be && scan_text_is(name, own, strlen(own))) return type;
    }
    return GFF_NONE;
}

JsonKey json_key_named(const JsonText *key) {
    static const char *const names[KEYS] = {"type",        "value", "value64",
                                            "__struct_id", "id",    "str_ref"};
    int i = 0;
    while (i < KEYS && !scan_text_is(key, names[i], strlen(names[i]))) i++;
    return (JsonKey)i;
}

bool json_take_type(GffJsonReader *reader, Member *member) {
    JsonScan *scan = &reader->scan;
    member->has_type = true;
    member->type = GFF_NONE;
    member->type_name = (JsonText){.size = 0};
    if (!scan_is_at(scan, '"')) return scan_skip(scan);
    if (!scan_text(scan, &member->type_name)) return false;
    const JsonText *name = &member->type_name;
    member->type = JSON_IS(name, "cexostr")      ? GFF_STRING
                   : JSON_IS(name, "cexolocstr") ? GFF_LOCSTRING
                                                 : type_named(name);
    member->is_old = member->type != GFF_NONE && name->bytes[name->size - 1] == 'r';
    return true;
}

bool json_reserve_data(GffJsonReader *reader, uint64_t bytes) {
    if (reader->data.count + bytes > UINT32_MAX) {
        return fail(reader->scan.error, ERROR_TOO_BIG, "more than 4 GiB of values");
    }
    return reader->data.capacity - reader->data.count >= bytes ||
           list_reserve(reader->scan.arena, &reader->data, bytes, 1) || reader_no_memory(reader);
}

static void put_u32(GffJsonReader *reader, uint32_t number) {
    store_u32((uint8_t *)reader->data.items + reader->data.count, number);
    reader->data.count += 4;
}

static bool put_u64(GffJsonReader *reader, const Member *member, uint64_t number) {
    if (!json_reserve_data(reader, 8)) return false;
    store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, (uint32_t)reader->data.count);
    put_u32(reader, (uint32_t)number);
    put_u32(reader, (uint32_t)(number >> 32));
    return true;
}

bool json_odd_field(GffJsonReader *reader, const Member *member, const uint8_t *start,
                    const uint8_t *end, const int64_t *number) {
    const JsonScan *scan = &reader->scan;
    GffOdd *odd = list_add(scan->arena, &reader->odd, sizeof *odd);
    if (!odd) return reader_no_memory(reader);
    *odd = (GffOdd){.type = member->type,
                    .value = scan_offset(scan, start),
                    .value_bytes = (uint32_t)(end - start)};
    if (member->type == GFF_NONE && member->type_name.size) {
        odd->type_name = scan_offset(scan, member->type_name.bytes);
        odd->type_name_bytes = member->type_name.size;
    }
    if (number) {
        odd->has_number = true;
        odd->number = *number;
    }
    uint8_t *record = field_record(reader, member->number);
    store_u32(record + GFF_FIELD_TYPE, GFF_ODD);
    store_u32(record + GFF_FIELD_VALUE, (uint32_t)(reader->odd.count - 1));
    return true;
}

/* Passes over a value that isn't of the field's type, and makes the field odd. */
static bool wrong_kind(GffJsonReader *reader, const Member *member) {
    const uint8_t *start = reader->scan.at;
    scan_note(&reader->scan, JSON_ODD_KIND, start);
    return scan_skip(&reader->scan) && json_odd_field(reader, member, start, reader->scan.at, NULL);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool scan_number_at(JsonScan *scan, const uint8_t *at, uint32_t *number) {
    const uint8_t *back = scan->at;
    JsonNumber read;
    uint64_t integer;
    bool fits;
    scan->at = at;
    bool is_integer =
        scan_is_at_number(scan) && scan_number(scan, &read) && scan_integer(&read, &integer, &fits);
    scan->at = back;
    if (!is_integer) return false;
    bool is_signed = read.is_negative && integer;
    if (!fits || (is_signed ? 0 - integer > UINT64_C(1) << 31 : integer > UINT32_MAX)) {
        scan_note(scan, JSON_ODD_RANGE, at);
    }
    *number = (uint32_t)integer;
    return true;
}

/* Reads an integer of at most nine digits, as nearly all are, in the range of a type of 32 bits or
** less. */
static bool read_short(JsonScan *scan, uint32_t type, uint32_t *value) {
    const uint8_t *start = scan->at, *at = start;
    if (type > GFF_INT || scan->end - at < 10) return false;
    uint32_t number = 0, most = (UINT32_MAX >> (32 - (8u << type / 2))) >> type % 2;
    for (; (uint8_t)(*at - '0') <= 9 && at < start + 9; at++) number = number * 10 + *at - '0';
    bool is_end = *at == '\n' || *at == '\r' || *at == ',' || *at == '}';
    if (!is_end || at == start || number > most || (*start == '0' && at > start + 1)) return false;
    *value = number;
    scan->at = at;
    return true;
}

static bool read_integer(GffJsonReader *reader, const Member *member) {
    JsonScan *scan = &reader->scan;
    const uint8_t *start = scan->at;
    uint32_t small;
    if (read_short(scan, member->type, &small)) {
        store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, small);
        return true;
    }
    JsonNumber number;
    uint64_t value;
    bool fits;
    if (!scan_is_at_number(scan)) return wrong_kind(reader, member);
    if (!scan_number(scan, &number)) return false;
    if (!scan_integer(&number, &value, &fits)) {
        scan->at = start;
        return wrong_kind(reader, member);
    }
    /* u8, i8, u16, i16 and so on: every second type is signed, and each pair has twice the bits. */
    uint32_t bits = 8u << member->type / 2;
    bool is_signed = member->type % 2;
    bool is_negative = number.is_negative && value;
    uint64_t size = is_negative ? 0 - value : value, most = UINT64_MAX >> (64 - bits);
    if (is_signed) most = (most >> 1) + is_negative;
    else if (is_negative) most = 0;
    if (!fits || size > most) {
        int64_t integer = (int64_t)value;
        bool is_shown = fits && (is_negative || value <= INT64_MAX);
        scan_note(scan, JSON_ODD_RANGE, start);
        return json_odd_field(reader, member, start, scan->at, is_shown ? &integer : NULL);
    }
    if (bits == 64) return put_u64(reader, member, value);
    store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, (uint32_t)value);
    return true;
}

/* Reads what programs write for numbers that JSON has no words for, such as "inf". */
static bool read_not_finite(JsonScan *scan, double *number) {
    static const char *const words[] = {"nan",      "-nan",      "inf",      "-inf",
                                        "infinity", "-infinity", "infinite", "-infinite"};
    const uint8_t *start = scan->at;
    JsonText text;
    if (!scan_is_at(scan, '"')) return false;
    if (!scan_text(scan, &text)) return false;
    for (size_t i = 0; i < LENGTH(words); i++) {
        if (!text_is(text.bytes, text.size, words[i])) continue;
        *number = i < 2 ? (double)NAN : i % 2 ? -(double)INFINITY : (double)INFINITY;
        scan_note(scan, JSON_ODD_NOT_FINITE, start);
        return true;
    }
    scan->at = start;
    return false;
}

static bool read_real(GffJsonReader *reader, const Member *member) {
    JsonScan *scan = &reader->scan;
    const uint8_t *start = scan->at;
    bool is_float = member->type == GFF_FLOAT;
    double value;
    if (scan_is_at_number(scan)) {
        JsonNumber number;
        if (!scan_number(scan, &number)) return false;
        value = scan_double(&number);
        double kept = is_float ? (double)(float)value : value;
        bool is_lost = number.is_integer && kept != value;
        if (isinf(kept)) scan_note(scan, JSON_ODD_RANGE, start);
        else if (is_lost || (value != 0 && kept == 0)) scan_note(scan, JSON_ODD_PRECISION, start);
    } else if (!read_not_finite(scan, &value)) {
        return !scan->error->kind && wrong_kind(reader, member);
    }
    if (is_float) {
        store_f32(field_record(reader, member->number) + GFF_FIELD_VALUE, (float)value);
        return true;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_u64(reader, member, bits);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

bool gff_json_game_byte(uint32_t character, uint8_t *byte) {
    uint8_t found[2];
    bool is_undefined = character == 0x81 || character == 0x8D || character == 0x8F ||
                        character == 0x90 || character == 0x9D;
    *byte = (uint8_t)character;
    if (character < 0x80 || is_undefined) return true;
    if (code_page_find(ENCODING_CP1252, character, found) != 1) return false;
    *byte = found[0];
    return true;
}

/* Tells whether files of the game can hold a text, that is, Windows-1252 can. */
static bool fits_1252(const uint8_t *bytes, uint64_t size) {
    for (uint64_t at = 0; (at = text_skip_ascii(bytes, at, size)) < size;) {
        uint32_t character;
        uint8_t byte;
        at += utf8_read(bytes + at, (size_t)(size - at), &character);
        if (!gff_json_game_byte(character, &byte)) return false;
    }
    return true;
}

/* Appends a text, with its length before it, to the data. */
static bool put_text(GffJsonReader *reader, const JsonText *text) {
    JsonScan *scan = &reader->scan;
    if (!json_reserve_data(reader, 4 + (uint64_t)text->size * TEXT_BYTES_MAX)) return false;
    uint64_t length_at = reader->data.count;
    reader->data.count += 4;
    if (text->is_plain) {
        memcpy((char *)reader->data.items + reader->data.count, text->bytes, text->size);
        reader->data.count += text->size;
    } else if (!scan_decode(scan, text, &reader->data)) {
        return false;
    }
    uint8_t *length = (uint8_t *)reader->data.items + length_at;
    uint32_t size = (uint32_t)(reader->data.count - length_at - 4);
    store_u32(length, size);
    if (!text->is_plain && !fits_1252(length + 4, size)) {
        scan_note(scan, JSON_ODD_NOT_1252, text->bytes);
    }
    return true;
}

static bool read_text(GffJsonReader *reader, const Member *member) {
    JsonText text;
    if (!scan_is_at(&reader->scan, '"')) return wrong_kind(reader, member);
    store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, (uint32_t)reader->data.count);
    return scan_text(&reader->scan, &text) && put_text(reader, &text);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static int base64_digit(uint8_t byte) {
    if (byte >= 'A' && byte <= 'Z') return byte - 'A';
    if (byte >= 'a' && byte <= 'z') return byte - 'a' + 26;
    if (byte >= '0' && byte <= '9') return byte - '0' + 52;
    return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

/* Replaces Base64 behind `from` in a list by its bytes; returns false if it isn't Base64. */
static bool decode_base64(List *data, uint64_t from) {
    const uint8_t *in = (const uint8_t *)data->items + from;
    uint64_t size = data->count - from, digits = size;
    if (size % 4) return false;
    while (digits && size - digits < 2 && in[digits - 1] == '=') digits--;
    uint8_t *out = (uint8_t *)data->items + from;
    uint32_t bits = 0;
    for (uint64_t i = 0; i < digits; i++) {
        int digit = base64_digit(in[i]);
        if (digit < 0) return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4) *out++ = (uint8_t)(bits >> (6 - 2 * (i % 4)));
    }
    data->count = (uint64_t)(out - (uint8_t *)data->items);
    return true;
}

static bool read_void(GffJsonReader *reader, const Member *member) {
    JsonScan *scan = &reader->scan;
    const uint8_t *start = scan->at;
    bool is_base64 = start == member->keys[KEY_VALUE64];
    JsonText text;
    if (!scan_is_at(scan, '"')) return wrong_kind(reader, member);
    if (!scan_text(scan, &text) || !json_reserve_data(reader, 4 + (uint64_t)text.size))
        return false;
    uint64_t at = reader->data.count;
    store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, (uint32_t)at);
    reader->data.count += 4;
    if (!scan_undo_escapes(scan, &text, &reader->data)) return false;
    if (!is_base64) {
        scan_note(scan, JSON_ODD_PLAIN_VOID, start);
    } else if (!decode_base64(&reader->data, at + 4)) {
        reader->data.count = at;
        scan_note(scan, JSON_ODD_BASE64, start);
        scan->at = start;
        return wrong_kind(reader, member);
    }
    store_u32((uint8_t *)reader->data.items + at, (uint32_t)(reader->data.count - at - 4));
    return true;
}

/* ---- Localized strings ----------------------------------------------------------------------- */

/* Reads the id of a substring, a key such as "10" or "-2", modulo 2^32. */
static bool read_language(const JsonText *key, uint32_t *id) {
    bool is_negative = key->size && key->bytes[0] == '-';
    uint32_t value = 0;
    if (key->size == is_negative) return false;
    for (uint32_t i = is_negative; i < key->size; i++) {
        if ((uint8_t)(key->bytes[i] - '0') > 9) return false;
        value = value * 10 + (uint32_t)(key->bytes[i] - '0');
    }
    *id = is_negative ? 0 - value : value;
    return true;
}

static bool read_substring(GffJsonReader *reader, uint32_t id) {
    JsonScan *scan = &reader->scan;
    uint32_t *place = list_add(scan->arena, &reader->string_places, sizeof *place);
    JsonText text;
    if (!place) return reader_no_memory(reader);
    *place = scan_offset(scan, scan->at);
    if (!scan_text(scan, &text) || !json_reserve_data(reader, 4)) return false;
    put_u32(reader, id);
    return put_text(reader, &text);
}

/* Gives a localized string the StrRef at a place. A StrRef inside of the value counts more than one
** beside the type (is_outer). */
static void take_strref(GffJsonReader *reader, uint8_t *data, const uint8_t *at, bool is_outer) {
    JsonScan *scan = &reader->scan;
    uint32_t strref;
    bool is_twice = !is_outer && load_u32(data - GFF_JSON_STRREF_PLACE_BYTES);
    if (is_twice) scan_note(scan, JSON_ODD_KEY_TWICE, at);
    if (!scan_number_at(scan, at, &strref)) {
        scan_note(scan, JSON_ODD_KIND, at);
    } else if (is_outer && load_u32(data + GFF_LOC_STRREF) != GFF_NONE) {
        scan_note(scan, JSON_ODD_STRREF_TWICE, at);
    } else {
        store_u32(data + GFF_LOC_STRREF, strref);
        store_u32(data - GFF_JSON_STRREF_PLACE_BYTES, scan_offset(scan, at));
    }
}

static bool read_substrings(GffJsonReader *reader, uint64_t at, uint32_t *count) {
    JsonScan *scan = &reader->scan;
    bool is_first = true, ended, done = true;
    JsonText key;
    scan->at++;
    for (*count = 0; done;) {
        uint32_t id = 0;
        if (!scan_next(scan, '}', &is_first, &ended)) return false;
        if (ended) return true;
        const uint8_t *name = scan->at;
        if (!scan_key(scan, &key)) return false;
        bool is_id = JSON_IS(&key, "id"), is_language = read_language(&key, &id);
        if (is_language && scan_is_at(scan, '"')) {
            ++*count;
            done = read_substring(reader, id);
        } else {
            if (is_id) take_strref(reader, (uint8_t *)reader->data.items + at, scan->at, false);
            else if (is_language) scan_note(scan, JSON_ODD_KIND, scan->at);
            else scan_note(scan, JSON_ODD_LANGUAGE, name);
            done = scan_skip(scan);
        }
        if (arena_interrupted(scan->arena)) return fail_interrupted(scan->error);
    }
    return done;
}

static bool read_localized(GffJsonReader *reader, const Member *member) {
    uint32_t count;
    if (!scan_is_at(&reader->scan, '{')) return wrong_kind(reader, member);
    if (!json_reserve_data(reader, GFF_JSON_STRREF_PLACE_BYTES + GFF_LOC_HEADER_BYTES)) {
        return false;
    }
    put_u32(reader, 0);
    uint64_t at = reader->data.count;
    store_u32(field_record(reader, member->number) + GFF_FIELD_VALUE, (uint32_t)at);
    put_u32(reader, 0);
    put_u32(reader, GFF_NONE);
    put_u32(reader, 0);
    if (!read_substrings(reader, at, &count)) return false;
    uint8_t *data = (uint8_t *)reader->data.items + at;
    store_u32(data, (uint32_t)(reader->data.count - at - 4));
    store_u32(data + GFF_LOC_COUNT, count);
    return true;
}

void json_outer_strref(GffJsonReader *reader, const Member *member) {
    const uint8_t *outer = member->keys[member->is_old ? KEY_STR_REF : KEY_ID];
    uint32_t at = load_u32(field_record(reader, member->number) + GFF_FIELD_VALUE);
    if (outer) take_strref(reader, (uint8_t *)reader->data.items + at, outer, true);
}

bool json_read_value(GffJsonReader *reader, const Member *member) {
    switch (member->type) {
    case GFF_FLOAT:
    case GFF_DOUBLE: return read_real(reader, member);
    case GFF_STRING:
    case GFF_RESREF: return read_text(reader, member);
    case GFF_LOCSTRING: return read_localized(reader, member);
    case GFF_VOID: return read_void(reader, member);
    case GFF_STRUCT:
    case GFF_LIST: return wrong_kind(reader, member);
    default: return read_integer(reader, member);
    }
}
