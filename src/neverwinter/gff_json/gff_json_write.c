/* GFF as text and back: prints a tree as neverwinter.nim's nwn_gff does (gff_json.h), or the words
** of one value that is edited, and makes a binary file of a text. */
#include "neverwinter/gff_json/gff_json.h"
#include "codec/utf8.h"
#include "neverwinter/gff/gff_value.h"
#include "table/place.h"

#include <stdio.h>
#include <stdlib.h>

/* A text, or a file, that is being written. */
typedef struct JsonOut {
    const Gff *gff;
    Arena *arena;
    Error *error;
    List text;
    bool has_type; /* __data_type has been written */
} JsonOut;

/* ---- Values ---------------------------------------------------------------------------------- */

static bool put(JsonOut *out, const void *bytes, size_t size) {
    return list_append(out->arena, &out->text, bytes, size, 1, out->error);
}

static bool put_word(JsonOut *out, const char *word) {
    return put(out, word, strlen(word));
}

/* Writes a text with its quotes, as Nim does. */
static bool put_text(JsonOut *out, const char *text, uint32_t length) {
    static const char escaped[] = "\"\\\n\r\t\b\f", letters[] = "\"\\nrtbf";
    bool done = put(out, "\"", 1);
    for (uint32_t at = 0, plain; done && at < length; at = plain + (plain < length)) {
        for (plain = at; plain < length; plain++) {
            uint8_t byte = (uint8_t)text[plain];
            if (byte < ' ' || byte == '"' || byte == '\\') break;
        }
        done = put(out, text + at, plain - at);
        if (!done || plain == length) continue;
        uint8_t byte = (uint8_t)text[plain];
        const char *found = byte ? strchr(escaped, byte) : NULL;
        char escape[8] = {'\\', found ? letters[found - escaped] : 'u'};
        if (!found) print_text(escape + 2, 5, byte == '\v' ? "%04x" : "%04X", byte);
        done = put_word(out, escape);
    }
    return done && put(out, "\"", 1);
}

static bool put_base64(JsonOut *out, const uint8_t *bytes, uint32_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bool done = put(out, "\"", 1);
    for (uint32_t i = 0; done && i < size; i += 3) {
        uint32_t left = size - i, bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                        left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};
        done = put(out, four, sizeof four);
    }
    return done && put(out, "\"", 1);
}

static bool put_integer(JsonOut *out, int64_t number, bool is_signed) {
    char text[24];
    if (is_signed) print_text(text, sizeof text, "%" PRId64, number);
    else print_text(text, sizeof text, "%" PRIu64, (uint64_t)number);
    return put_word(out, text);
}

/* How a number that isn't whole is written: without an exponent if the place of its first digit is
** from `first` to `last`, else with an exponent of at least exponent_digits digits. */
typedef struct RealStyle {
    int first, last, exponent_digits;
} RealStyle;

static const RealStyle style_of_nim = {-7, 16, 1}, style_of_edits = {-4, 15, 2};

/* Writes a finite number with as few digits as identify it, as a float or a double. */
static bool put_real(JsonOut *out, double number, bool is_float, const RealStyle *style) {
    char printed[40], digits[20], text[40], *end = text;
    double size = fabs(number), read;
    int most = gff_least_digits(size, is_float) - 1, count = 0;
    do {
        snprintf(printed, sizeof printed, "%.*e", most, size);
        read = strtod(printed, NULL);
    } while (++most < 17 && (is_float ? (float)read != (float)size : read != size));
    const char *at = printed;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9') digits[count++] = *at;
    }
    while (count > 1 && digits[count - 1] == '0') count--;
    int exponent = (int)strtol(at + 1, NULL, 10);
    bool is_fixed = exponent >= style->first && exponent <= style->last;
    int places = is_fixed ? exponent : 0; /* the place of the first digit */
    if (signbit(number)) *end++ = '-';
    for (int i = places < 0 ? places : 0; i < count || (is_fixed && i < places + 2); i++) {
        *end++ = i < 0 || i >= count ? '0' : digits[i];
        if (i == places && (is_fixed || count > 1)) *end++ = '.';
    }
    int length = is_fixed ? 0
                          : print_text(end, 8, "e%c%0*d", exponent < 0 ? '-' : '+',
                                       style->exponent_digits, abs(exponent));
    return put(out, text, (size_t)(end - text) + (size_t)length);
}

static uint32_t characters_of(const char *text, size_t length) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) count += (text[i] & 0xC0) != 0x80;
    return count;
}

/* Writes the type of a file, filled up with blanks. */
static bool put_file_type(JsonOut *out, const char *own, size_t length) {
    char type[GFF_TYPE_BYTES * 5];
    uint32_t count = characters_of(own, length);
    int blanks = count < GFF_TYPE_BYTES ? (int)(GFF_TYPE_BYTES - count) : 0;
    int used = print_text(type, sizeof type, "%.*s%*s", (int)length, own, blanks, "");
    return put_text(out, type, (uint32_t)used);
}

/* Writes bytes of the file as a text. */
static bool put_bytes(JsonOut *out, GffBytes bytes) {
    Value text = gff_text_value(out->arena, bytes);
    if (text.type == VALUE_NULL) return fail_memory(out->error, out->arena);
    bool done = put_text(out, text.bytes, text.length);
    if (text.bytes != bytes.bytes) arena_release(out->arena, (void *)(uintptr_t)text.bytes);
    return done;
}

/* Begins a line of `indent` levels, behind a comma unless it is the first in its brackets. */
static bool new_line(JsonOut *out, uint32_t indent, bool *is_first) {
    size_t blanks = 2 * (size_t)indent;
    if (!put_word(out, *is_first ? "\n" : ",\n")) return false;
    if (!list_reserve(out->arena, &out->text, blanks, 1))
        return fail_memory(out->error, out->arena);
    memset((char *)out->text.items + out->text.count, ' ', blanks);
    out->text.count += blanks;
    *is_first = false;
    return true;
}

/* Closes a bracket: in its own line, or in the same line if nothing stands in the brackets. */
static bool close_bracket(JsonOut *out, uint32_t indent, bool is_empty, const char *bracket) {
    bool is_first = true;
    return (is_empty || new_line(out, indent, &is_first)) && put_word(out, bracket);
}

/* Returns the place among sorted ones that counts more if it is called alike: in a binary the one
** before, in a text the one behind. There is none if it isn't below their number. */
static uint32_t rival(const Gff *gff, uint32_t place) {
    return gff->json ? place + 1 : place - 1;
}

/* A substring of a localized string, and its key as text. */
typedef struct Substring {
    char key[12];
    const uint8_t *record;
} Substring;

static int compare_substrings(const void *context, uint32_t a, uint32_t b) {
    const Substring *all = context;
    return strcmp(all[a].key, all[b].key);
}

static bool put_localized(JsonOut *out, uint32_t field, uint32_t indent) {
    const Gff *gff = out->gff;
    uint32_t count = gff_substring_count(gff, field);
    Substring *all = arena_alloc(out->arena, count, sizeof *all);
    uint32_t *order = arena_alloc(out->arena, count, sizeof *order);
    if (!all || !order) return fail_memory(out->error, out->arena);
    const uint8_t *at = gff_first_substring(gff, field);
    for (uint32_t i = 0; i < count; i++, at = gff_next_substring(at)) {
        print_text(all[i].key, sizeof all[i].key, "%" PRId32, load_i32(at));
        all[i].record = at;
        order[i] = i;
    }
    if (!sort_records(out->arena, order, count, compare_substrings, all)) {
        return fail_interrupted(out->error);
    }
    bool is_first = true, done = put(out, "{", 1);
    for (uint32_t i = 0; done && i < count; i++) {
        const Substring *substring = &all[order[i]];
        uint32_t other = rival(gff, i);
        if (other < count && !compare_substrings(all, order[i], order[other])) continue;
        done = new_line(out, indent + 1, &is_first) && put(out, "\"", 1) &&
               put_word(out, substring->key) && put_word(out, "\": ") &&
               put_bytes(out, gff_substring_bytes(substring->record));
    }
    Value strref = gff_strref_of(gff, field);
    if (done && strref.type == VALUE_INTEGER) {
        done = new_line(out, indent + 1, &is_first) && put_word(out, "\"id\": ") &&
               put_integer(out, strref.integer, true);
    }
    arena_release(out->arena, order);
    arena_release(out->arena, all);
    return done && close_bracket(out, indent, is_first, "}");
}

/* Writes a value of any type but Struct and List. */
static bool put_value(JsonOut *out, uint32_t field, uint32_t indent) {
    const Gff *gff = out->gff;
    uint32_t type = gff_type(gff, field);
    int64_t integer;
    double real;
    GffBytes bytes;
    switch (type) {
    case GFF_STRING:
    case GFF_RESREF: return put_bytes(out, gff_bytes(gff, field));
    case GFF_LOCSTRING: return put_localized(out, field, indent);
    case GFF_VOID: bytes = gff_bytes(gff, field); return put_base64(out, bytes.bytes, bytes.size);
    case GFF_FLOAT:
    case GFF_DOUBLE:
        gff_real(gff, field, &real);
        if (isnan(real)) return put_word(out, "\"nan\"");
        if (isinf(real)) return put_word(out, real > 0 ? "\"inf\"" : "\"-inf\"");
        return put_real(out, real, false, &style_of_nim);
    default: break;
    }
    bool is_integer = type <= GFF_INT64 && gff_integer(gff, field, &integer);
    if (!is_integer) {
        return fail(out->error, ERROR_UNSUPPORTED,
                    "field %" PRIu32
                    " can't be written as JSON: its type has no name there, or its "
                    "value isn't of it",
                    field);
    }
    return put_integer(out, integer, type != GFF_DWORD64);
}

/* ---- Structs --------------------------------------------------------------------------------- */

/* Compares two labels by letters without regard to case: negative, 0 or positive. */
static int compare_labels(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t length = a_length < b_length ? a_length : b_length;
    for (size_t i = 0; i < length; i++) {
        uint8_t one = fold_byte((uint8_t)a[i]), other = fold_byte((uint8_t)b[i]);
        if (one != other) return one < other ? -1 : 1;
    }
    return COMPARE(a_length, b_length);
}

static int compare_fields(const void *context, uint32_t a, uint32_t b) {
    const GffLabel *one = gff_label(context, a), *other = gff_label(context, b);
    int order = compare_labels(one->text, one->length, other->text, other->length);
    return order ? order : memcmp(one->text, other->text, one->length); /* equal ones in a row */
}

/* A struct that is being printed, and the list of it whose structs are being printed. */
typedef struct Open {
    uint32_t structure, indent;
    uint32_t *fields; /* its fields, in the order of their labels */
    uint32_t count, next, list_field, next_element;
    bool is_first, is_first_element, has_field; /* has_field: a field's value is being printed */
    bool has_id;                                /* __struct_id is still to be printed */
    GffList list;
} Open;

static bool begin_struct(JsonOut *out, Open *open, uint32_t structure, uint32_t indent) {
    const Gff *gff = out->gff;
    GffFields fields = gff_fields_of(gff, structure);
    *open =
        (Open){.structure = structure, .indent = indent, .list_field = GFF_NONE, .is_first = true};
    open->fields = arena_alloc(out->arena, fields.count, sizeof *open->fields);
    if (!open->fields) return fail_memory(out->error, out->arena);
    for (uint32_t i = 0; i < fields.count; i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (gff->owners[field] == structure) open->fields[open->count++] = field;
    }
    if (!sort_records(out->arena, open->fields, open->count, compare_fields, gff)) {
        return fail_interrupted(out->error);
    }
    open->has_id = load_u32(gff_struct(gff, structure) + GFF_STRUCT_ID) != GFF_NONE;
    return put(out, "{", 1);
}

/* Writes a struct's id as a key of the struct's object, or of its field's. */
static bool put_id(JsonOut *out, uint32_t structure, uint32_t indent, bool *is_first) {
    return new_line(out, indent, is_first) && put_word(out, "\"__struct_id\": ") &&
           put_integer(out, load_i32(gff_struct(out->gff, structure) + GFF_STRUCT_ID), true);
}

/* Writes the keys that aren't labels and come before `label` or, if that is NULL, the others. */
static bool put_reserved(JsonOut *out, Open *open, const GffLabel *label) {
    static const char type_key[] = "__data_type", id_key[] = "__struct_id";
    bool is_root = !open->structure;
    bool is_behind =
        !label || compare_labels(label->text, label->length, type_key, sizeof type_key - 1) > 0;
    if (is_root && is_behind && !out->has_type) {
        out->has_type = true;
        if (!new_line(out, open->indent + 1, &open->is_first) ||
            !put_word(out, "\"__data_type\": ") ||
            !put_file_type(out, out->gff->type, strlen(out->gff->type))) {
            return false;
        }
    }
    is_behind = !label || compare_labels(label->text, label->length, id_key, sizeof id_key - 1) > 0;
    if (!open->has_id || !is_behind) return true;
    open->has_id = false;
    return put_id(out, open->structure, open->indent + 1, &open->is_first);
}

/* Writes a field up to its value. */
static bool begin_field(JsonOut *out, Open *open, uint32_t field, uint32_t type) {
    const GffLabel *label = gff_label(out->gff, field);
    bool is_first = true;
    if (type >= GFF_JSON_TYPES) return put_value(out, field, 0);
    if (label->length > 1 && !memcmp(label->text, "__", 2)) {
        return fail(out->error, ERROR_UNSUPPORTED,
                    "the label of field %" PRIu32 " begins with __, which JSON keeps for itself",
                    field);
    }
    if (!put_reserved(out, open, label) || !new_line(out, open->indent + 1, &open->is_first) ||
        !put_text(out, label->text, label->length) || !put_word(out, ": {")) {
        return false;
    }
    uint32_t child = type == GFF_STRUCT ? gff_child(out->gff, field) : GFF_NONE;
    if (type == GFF_STRUCT && child == GFF_NONE) {
        return fail(out->error, ERROR_UNSUPPORTED,
                    "field %" PRIu32 " has a struct that has another place, too", field);
    }
    bool has_id =
        type == GFF_STRUCT && load_u32(gff_struct(out->gff, child) + GFF_STRUCT_ID) != GFF_NONE;
    return (!has_id || put_id(out, child, open->indent + 2, &is_first)) &&
           new_line(out, open->indent + 2, &is_first) && put_word(out, "\"type\": \"") &&
           put_word(out, gff_json_types[type]) && put_word(out, "\"") &&
           new_line(out, open->indent + 2, &is_first) &&
           put_word(out, type == GFF_VOID ? "\"value64\": " : "\"value\": ");
}

/* Goes on with a struct: with its list, the end of a field, the next field, or its own end. */
static bool step(JsonOut *out, Open *levels, uint32_t *depth) {
    Open *open = &levels[*depth - 1];
    if (open->list_field != GFF_NONE) {
        uint32_t number = open->next_element++;
        if (number < open->list.count) {
            uint32_t structure = gff_element(&open->list, number);
            if (!gff_is_element(out->gff, structure, open->list_field, number)) return true;
            return new_line(out, open->indent + 3, &open->is_first_element) &&
                   begin_struct(out, &levels[(*depth)++], structure, open->indent + 3);
        }
        open->list_field = GFF_NONE;
        return close_bracket(out, open->indent + 2, open->is_first_element, "]");
    }
    if (open->has_field) {
        open->has_field = false;
        return close_bracket(out, open->indent + 1, false, "}");
    }
    if (open->next == open->count) {
        --*depth;
        arena_release(out->arena, open->fields);
        return put_reserved(out, open, NULL) &&
               close_bracket(out, open->indent, open->is_first, "}");
    }
    uint32_t other = rival(out->gff, open->next), field = open->fields[open->next++];
    if (other < open->count && !compare_fields(out->gff, field, open->fields[other])) return true;
    uint32_t type = gff_type(out->gff, field);
    open->has_field = true;
    if (!begin_field(out, open, field, type)) return false;
    if (type == GFF_STRUCT) {
        return begin_struct(out, &levels[(*depth)++], gff_child(out->gff, field), open->indent + 2);
    }
    if (type != GFF_LIST) return put_value(out, field, open->indent + 2);
    open->list = gff_list(out->gff, field);
    open->list_field = field;
    open->next_element = 0;
    open->is_first_element = true;
    return put(out, "[", 1);
}

bool gff_json_write(const Document *document, Arena *arena, List *text, Error *error) {
    JsonOut out = {.gff = (const Gff *)document, .arena = arena, .error = error};
    Open *levels = arena_alloc(arena, GFF_DEPTH_MOST + 1, sizeof *levels);
    uint32_t depth = 1;
    if (!levels) return fail_memory(error, arena);
    bool done = begin_struct(&out, &levels[0], 0, 0);
    while (done && depth) {
        done = step(&out, levels, &depth);
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    arena_release(arena, levels);
    done = done && put(&out, "\n", 1);
    *text = out.text;
    return done;
}

/* ---- Edits ----------------------------------------------------------------------------------- */

const uint8_t *gff_json_strref_words(const Gff *gff, uint32_t field) {
    uint32_t at = load_u32(gff_data(gff, field) - GFF_JSON_STRREF_PLACE_BYTES);
    return at ? gff->document.bytes + at : NULL;
}

static int64_t integer_of(const FilePart *content, CellKind kind) {
    uint64_t number = 0;
    for (uint64_t i = content->size; i--;) number = number << 8 | content->bytes[i];
    bool is_signed = kind == CELL_I8 || kind == CELL_I16 || kind == CELL_I32;
    uint32_t shift = 64 - 8 * (uint32_t)content->size;
    return is_signed ? (int64_t)(number << shift) >> shift : (int64_t)number;
}

static bool put_number(JsonOut *out, const CellPlace *place, const FilePart *content) {
    bool is_float = place->kind == CELL_F32;
    if (!is_float && place->kind != CELL_F64) {
        return put_integer(out, integer_of(content, place->kind), place->kind != CELL_U64);
    }
    double number = is_float ? (double)load_f32(content->bytes) : load_f64(content->bytes);
    if (!isfinite(number)) {
        return fail(out->error, ERROR_ARGUMENT, "JSON has no word for this number");
    }
    return put_real(out, number, is_float, &style_of_edits);
}

/* Writes a text: the file's type, which is filled up with blanks, the name of a resource, or any
** other. */
static bool put_string(JsonOut *out, const CellPlace *place, const FilePart *content) {
    const char *text = (const char *)content->bytes;
    uint32_t count = characters_of(text, content->size);
    bool is_second = out->gff->game && strcmp(out->gff->game, "NWN2") == 0;
    uint32_t most = place->pad ? GFF_TYPE_BYTES : is_second ? 32 : 16;
    if ((place->pad || place->length_bytes == 1) && count > most) {
        return fail(out->error, ERROR_ARGUMENT,
                    "the text has %" PRIu32 " characters, expected at most %" PRIu32, count, most);
    }
    return place->pad ? put_file_type(out, text, content->size)
                      : put_text(out, text, (uint32_t)content->size);
}

/* Tells whether a Void stands in its old form, as a text instead of Base64. */
static bool is_plain_void(const Document *document, const uint8_t *words) {
    static const char key[] = "\"value64\"";
    const uint8_t *at = words;
    while (at > document->bytes && (at[-1] <= ' ' || at[-1] == ':')) at--;
    return (size_t)(at - document->bytes) < sizeof key ||
           memcmp(at - sizeof key + 1, key, sizeof key - 1) != 0;
}

bool gff_json_spell(const Document *document, const CellPlace *place, const FilePart *content,
                    Arena *arena, FilePart *words, FilePart *text, Error *error) {
    JsonScan scan = {.start = document->bytes,
                     .at = place->words,
                     .end = document->bytes + document->size,
                     .arena = arena,
                     .scratch = arena,
                     .error = error};
    if (!scan_skip(&scan)) return false;
    *words = (FilePart){place->words, (uint64_t)(scan.at - place->words)};
    *text = *words;
    if (!content) return true;
    bool is_same = place->field && content->size == place->bytes &&
                   (!content->size || !memcmp(content->bytes, place->field, content->size));
    if (is_same) return true;
    JsonOut out = {.gff = (const Gff *)document, .arena = arena, .error = error};
    bool done;
    if (place->kind > CELL_BYTES) {
        done = put_number(&out, place, content);
    } else if (place->kind < CELL_BYTES) {
        done = put_string(&out, place, content);
    } else if (is_plain_void(document, place->words)) {
        return fail(error, ERROR_ARGUMENT, "its bytes are a text in the old form");
    } else {
        done = put_base64(&out, content->bytes, (uint32_t)content->size);
    }
    *text = (FilePart){out.text.items, out.text.count};
    return done;
}

/* ---- Binary ---------------------------------------------------------------------------------- */

static bool put_u32(JsonOut *out, uint32_t number) {
    uint8_t bytes[4];
    store_u32(bytes, number);
    return put(out, bytes, sizeof bytes);
}

/* Writes a text behind a length of length_bytes bytes, in the game's encoding, or as it is if this
** lacks a character. */
static bool put_game_text(JsonOut *out, GffBytes text, uint32_t length_bytes) {
    const Gff *gff = out->gff;
    uint8_t *encoded = arena_alloc(out->arena, text.size, 1);
    if (!encoded) return fail_memory(out->error, out->arena);
    uint32_t size = 0, character;
    bool is_kept = !gff->is_utf8 || length_bytes == 1;
    for (uint32_t at = 0; is_kept && at < text.size;) {
        at += (uint32_t)utf8_read(text.bytes + at, text.size - at, &character);
        is_kept = gff_json_game_byte(character, &encoded[size]);
        size += is_kept;
    }
    if (!is_kept) {
        memcpy(encoded, text.bytes, text.size);
        size = text.size;
    }
    if (length_bytes == 1 && size > UINT8_MAX) {
        return fail(out->error, ERROR_UNSUPPORTED, "a ResRef has more than 255 bytes");
    }
    uint8_t length[4];
    store_u32(length, size);
    bool done = put(out, length, length_bytes) && put(out, encoded, size);
    arena_release(out->arena, encoded);
    return done;
}

static bool put_game_localized(JsonOut *out, uint32_t field) {
    const Gff *gff = out->gff;
    uint64_t start = out->text.count;
    uint32_t count = gff_substring_count(gff, field);
    const uint8_t *at = gff_first_substring(gff, field);
    bool done = put_u32(out, 0) && put_u32(out, load_u32(gff_data(gff, field) + GFF_LOC_STRREF)) &&
                put_u32(out, count);
    for (uint32_t i = 0; done && i < count; i++, at = gff_next_substring(at)) {
        done = put_u32(out, load_u32(at)) && put_game_text(out, gff_substring_bytes(at), 4);
    }
    if (!done) return false;
    store_u32((uint8_t *)out->text.items + start, (uint32_t)(out->text.count - start - 4));
    return true;
}

/* Writes the data of a field whose value isn't its number. */
static bool put_data(JsonOut *out, uint32_t field) {
    const Gff *gff = out->gff;
    GffBytes bytes;
    switch (gff_type(gff, field)) {
    case GFF_DWORD64:
    case GFF_INT64:
    case GFF_DOUBLE: return put(out, gff_data(gff, field), 8);
    case GFF_STRING: return put_game_text(out, gff_bytes(gff, field), 4);
    case GFF_RESREF: return put_game_text(out, gff_bytes(gff, field), 1);
    case GFF_LOCSTRING: return put_game_localized(out, field);
    case GFF_VOID:
        bytes = gff_bytes(gff, field);
        return put_u32(out, bytes.size) && put(out, bytes.bytes, bytes.size);
    case GFF_ODD:
        return fail(out->error, ERROR_UNSUPPORTED,
                    "field %" PRIu32 " at 0x%" PRIx64 " isn't of its type", field,
                    gff_field_offset(gff, field));
    default: return true;
    }
}

/* Writes the fields at their place, and their data behind the labels. */
static bool put_fields(JsonOut *out, uint64_t fields_at, uint64_t data_at) {
    const Gff *gff = out->gff;
    for (uint32_t i = 0; i < gff->field_count; i++) {
        uint64_t before = out->text.count;
        if (!put_data(out, i)) return false;
        uint8_t *record = (uint8_t *)out->text.items + fields_at + (uint64_t)i * GFF_FIELD_BYTES;
        if (out->text.count > before) {
            store_u32(record + GFF_FIELD_VALUE, (uint32_t)(before - data_at));
        }
        if (arena_interrupted_at(out->arena, i)) return fail_interrupted(out->error);
    }
    return true;
}

/* Of a struct's fields with one label the last counts in a text, in a binary the first: each later
** one changes places with the first. */
static bool put_last_first(JsonOut *out, uint8_t *records) {
    const Gff *gff = out->gff;
    uint32_t *firsts = arena_zeroed(out->arena, gff->label_count, sizeof *firsts); /* and 1 */
    if (!firsts) return fail_memory(out->error, out->arena);
    for (uint32_t structure = 0; structure < gff->struct_count; structure++) {
        GffFields fields = gff_fields_of(gff, structure);
        for (uint32_t i = 0; i < fields.count; i++) {
            uint32_t field = gff_field_at(&fields, i);
            uint8_t kept[GFF_FIELD_BYTES], *record = records + (size_t)field * GFF_FIELD_BYTES;
            uint32_t *first = &firsts[load_u32(record + GFF_FIELD_LABEL)];
            if (!*first || gff->owners[*first - 1] != structure) {
                *first = field + 1;
                continue;
            }
            uint8_t *other = records + (size_t)(*first - 1) * GFF_FIELD_BYTES;
            memcpy(kept, other, sizeof kept);
            memcpy(other, record, sizeof kept);
            memcpy(record, kept, sizeof kept);
        }
        if (arena_interrupted_at(out->arena, structure)) return fail_interrupted(out->error);
    }
    return true;
}

static bool put_label(JsonOut *out, uint32_t number) {
    const GffLabel *label = &out->gff->labels[number];
    uint8_t padded[GFF_LABEL_BYTES] = {0};
    uint64_t used = 0;
    bool is_known =
        text_encode(ENCODING_CP1252, label->text, label->length, padded, GFF_LABEL_BYTES, &used);
    if (!is_known || used > GFF_LABEL_BYTES) {
        return fail(out->error, ERROR_UNSUPPORTED,
                    "label %" PRIu32 " doesn't fit into %d bytes of Windows-1252", number,
                    GFF_LABEL_BYTES);
    }
    return put(out, padded, sizeof padded);
}

bool gff_json_pack(const Gff *gff, Arena *arena, List *file, Error *error) {
    JsonOut out = {.gff = gff, .arena = arena, .error = error};
    uint64_t starts[GFF_SECTIONS + 1];
    uint8_t header[GFF_HEADER_BYTES] = "    V3.2";
    uint64_t type_bytes;
    if (!text_encode(ENCODING_CP1252, gff->type, strlen(gff->type), header, GFF_TYPE_BYTES,
                     &type_bytes)) {
        return fail(error, ERROR_UNSUPPORTED,
                    "the file's type has a character that the game lacks");
    }
    bool done = put(&out, header, sizeof header);
    for (int kind = 0; done && kind < GFF_SECTIONS; kind++) {
        const GffSection *section = &gff->sections[kind];
        starts[kind] = out.text.count;
        if (kind == GFF_LABELS) {
            for (uint32_t i = 0; done && i < gff->label_count; i++) {
                done = put_label(&out, i);
            }
        } else if (kind == GFF_FIELD_DATA) {
            done = put_fields(&out, starts[GFF_FIELDS], out.text.count);
        } else if (section->size) {
            done = put(&out, section->bytes, section->size);
        }
    }
    if (!done) return false;
    starts[GFF_SECTIONS] = out.text.count;
    if (out.text.count > UINT32_MAX) return fail(error, ERROR_TOO_BIG, "the file would have 4 GiB");
    if (!put_last_first(&out, (uint8_t *)out.text.items + starts[GFF_FIELDS])) return false;
    uint8_t *places = (uint8_t *)out.text.items + 8;
    static const uint8_t each[GFF_SECTIONS] = {
        GFF_STRUCT_BYTES, GFF_FIELD_BYTES, GFF_LABEL_BYTES, 1, 1, 1};
    for (int kind = 0; kind < GFF_SECTIONS; kind++) {
        store_u32(places + 8 * kind, (uint32_t)starts[kind]);
        store_u32(places + 8 * kind + 4,
                  (uint32_t)((starts[kind + 1] - starts[kind]) / each[kind]));
    }
    *file = out.text;
    return true;
}
