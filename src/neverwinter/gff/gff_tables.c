/* GFF tables and functions: files, structs, fields and texts of any file. gff.h describes the
** format. */
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/gff_json/gff_json.h"
#include "table/cell.h"
#include "table/place.h"

static Value file_type(const Row *row) {
    return value_text(((const Gff *)row->document)->type);
}

static bool type_lies(const Row *row, uint32_t at, CellPlace *place) {
    const Gff *gff = row->document;
    if (!gff->document.bytes) return false;
    place->pad = ' ';
    place->is_mixed = true;
    place->kind = CELL_CHARS;
    place->field = gff->document.bytes + at;
    place->bytes = GFF_TYPE_BYTES;
    if (!gff->json) return true;
    place->field = (const uint8_t *)gff->type;
    place->bytes = (uint32_t)strlen(gff->type);
    place->words = gff->document.bytes + gff->json->type_place;
    return true;
}

static const Column file_columns[] = {
    FIELD_BY(
        TEXT, "type", NULL,
        "What the file says it is, without the blanks behind it: ARE, GIT, UTC ...; some tools "
        "write another type than the file's name has",
        type_lies, 0, .get = file_type),
    MEMBER(STRING, "version", NULL, "Version; NULL: a text that doesn't say it", Gff, version),
    MEMBER(U64, "struct_count", NULL, "Number of structs", Gff, struct_count),
    MEMBER(U64, "field_count", NULL, "Number of fields", Gff, field_count),
    MEMBER(U64, "label_count", NULL, "Number of labels", Gff, label_count),
    MEMBER(U32, "max_depth", NULL, "How deep structs lie in each other; 0: there is only the root",
           Gff, max_depth, .of_whole = true),
    MEMBER(STRING, "game", NULL,
           "NWN, NWN2 or KOTOR (Knights of the Old Republic), as far as labels and types show it; "
           "NULL: they don't",
           Gff, game, .of_whole = true),
    MEMBER(U64, "root_fields", NULL, "Number of fields of the root", Gff, root_fields),
    MEMBER(STRING, "notation", NULL, "binary, or json", Gff, notation),
};

static const Table gff_files = {
    TABLE("gff_files", gff_format, file_columns),
    .doc = "What each GFF file is, and how many parts it has, one row for a file.",
    .example = "SELECT file, type, struct_count, field_count, game FROM gff_files('samples/*.git')",
    .endings = GFF_ENDINGS,
    .reads = READS_HEADER,
    ONE_ROW,
};

static uint64_t struct_offset(const Row *row) {
    return gff_struct_offset(row->document, (uint32_t)row->index);
}

static const uint8_t *fields_raw_at(const Row *row, uint32_t at) {
    return ((const Gff *)row->document)->json ? NULL : row->record + at;
}

static const GffPlace *place_of(const Row *row) {
    return &((const Gff *)row->document)->places[row->index];
}

static Value struct_parent(const Row *row) {
    return value_reference(gff_parent(row->document, (uint32_t)row->index), GFF_NONE);
}

static Value label_value(const Gff *gff, uint32_t field) {
    const GffLabel *label = gff_label(gff, field);
    return value_text_of(label->text, label->length);
}

static Value struct_label(const Row *row) {
    uint32_t field = place_of(row)->field;
    return field == GFF_NONE ? value_null() : label_value(row->document, field);
}

static uint64_t hash_text(GffBytes bytes, Arena *scratch) {
    uint32_t length = 0;
    const char *text = text_mixed(scratch, bytes.bytes, bytes.size, &length);
    uint64_t hash = text ? hash_content(text, length) : 0;
    if (text != (const char *)bytes.bytes) arena_release(scratch, (void *)(uintptr_t)text);
    return hash;
}

/* Hashes a localized string, whatever the order of its texts. */
static uint64_t hash_localized(const Gff *gff, uint32_t field, Arena *scratch) {
    uint64_t hash = load_u32(gff_data(gff, field) + GFF_LOC_STRREF);
    uint32_t count = gff_substring_count(gff, field);
    const uint8_t *at = gff_first_substring(gff, field);
    for (uint32_t i = 0; i < count; i++, at = gff_next_substring(at)) {
        const uint64_t parts[] = {load_u32(at), hash_text(gff_substring_bytes(at), scratch)};
        hash += hash_content(parts, sizeof parts);
    }
    return hash;
}

/* Hashes a field by what tables show, since files encode the same text in different ways. */
static uint64_t hash_field(const Gff *gff, uint32_t field, Arena *scratch) {
    const GffLabel *label = gff_label(gff, field);
    uint32_t type = gff_type(gff, field);
    GffBytes bytes = gff_stored_bytes(gff, field);
    uint64_t value = type == GFF_LOCSTRING ? hash_localized(gff, field, scratch)
                     : type == GFF_STRING || type == GFF_RESREF
                         ? hash_text(bytes, scratch)
                         : hash_content(bytes.bytes, bytes.size);
    const uint64_t parts[] = {type, hash_content(label->text, label->length), value};
    return hash_content(parts, sizeof parts);
}

/* Hashes a struct's content, so that equal structs of two files are found. The root's fields are
** left out, since a file has one root; the order of fields doesn't count. */
static Value struct_content(const Row *row) {
    const Gff *gff = row->document;
    uint32_t structure = (uint32_t)row->index, length = 0;
    if (place_of(row)->depth == GFF_NONE) return value_null(); /* its fields aren't checked */
    const char *pattern = gff_path(gff, structure, GFF_NONE, true, row->scratch, &length);
    uint64_t hash = pattern ? hash_content(pattern, length) : 0;
    GffFields fields = gff_fields_of(gff, structure);
    for (uint32_t i = 0; structure && i < fields.count; i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (gff->owners[field] == structure) hash += hash_field(gff, field, row->scratch);
    }
    return value_integer((int64_t)hash);
}

static Value struct_path(const Row *row, const Column *column) {
    uint32_t length = 0;
    const char *path = gff_path(row->document, (uint32_t)row->index, GFF_NONE, column->number,
                                row->scratch, &length);
    return path ? value_text_of(path, length) : value_null();
}

/* Returns the struct after which a struct comes: the previous one of its list, else its parent. */
static uint32_t struct_follows(const Row *row) {
    const Gff *gff = row->document;
    const GffPlace *place = place_of(row);
    if (!place->list_index || place->list_index == GFF_NONE) {
        return gff_parent(gff, (uint32_t)row->index);
    }
    const GffList list = gff_list(gff, place->field);
    return gff_element(&list, place->list_index - 1);
}

#define PATH_DOC                                                                                   \
    "Where it is: labels with points between them, and structs of lists by their numbers, "        \
    "such as "

static const Column struct_columns[] = {
    U32("struct_type", NULL,
        "The number that the file gives the struct, which means something to the game; -1 for the "
        "root",
        GFF_STRUCT_ID, .minus_one = true),
    GET_REF("parent_id", "gff_structs", "The struct above; NULL for the root", struct_parent),
    GET("label", TEXT, NULL, "Label of the field that has it; NULL for the root", struct_label,
        .with_nul = true),
    ITEM(REF_U32, "list_index", NULL, "Its number in the list; NULL outside of lists", Gff, places,
         offsetof(GffPlace, list_index)),
    ITEM(REF_U32, "depth", NULL, "Number of structs above; NULL: nothing uses it", Gff, places,
         offsetof(GffPlace, depth)),
    U32("field_count", NULL, "Number of fields", GFF_STRUCT_FIELD_COUNT, SHAPES_COUNT),
    GET_WITH("path", TEXT, NULL, PATH_DOC "Creature List[3]; empty for the root", struct_path,
             false, .with_nul = true),
    ITEM(REF_U32, "field_id", NULL, "The field that has it; NULL for the root", Gff, places,
         offsetof(GffPlace, field), .references = "gff_fields", .hidden = true),
    GET_WITH("pattern", TEXT, NULL, "The path without the numbers, such as Creature List[]",
             struct_path, true, .with_nul = true, .hidden = true),
    U32("field_count_raw", NULL, "Number of fields as stored", GFF_STRUCT_FIELD_COUNT, SHAPES_COUNT,
        .hidden = true),
    FIELD_AT(
        U32, "fields_raw", NULL,
        "Where the file says that the fields are: of one its index, of more the place of their "
        "indices; NULL in a text",
        fields_raw_at, GFF_STRUCT_FIELDS, SHAPES("it says where the fields are"), .hidden = true),
    GET("content", INTEGER, NULL,
        "A number that structs of one pattern share whose fields are the same, apart from the "
        "structs and lists in them; NULL: nothing uses it",
        struct_content, .hidden = true),
};

static const Table gff_structs = {
    TABLE("gff_structs", gff_format, struct_columns),
    .doc = "Structs, in the order of the file, which in real files is depth first. What the file "
           "uses twice has the place where it is used first; what nothing uses has none.",
    .example = "SELECT id, struct_type, label, list_index, field_count "
               "FROM gff_structs('samples/cellar.git') LIMIT 5",
    .endings = GFF_ENDINGS,
    .typical_rows = 2000,
    ROWS(Gff, sections[GFF_STRUCTS].bytes, struct_count, GFF_STRUCT_BYTES),
    .identity = {"content"},
    .shown_by = "path",
    .follows = struct_follows,
    .byte_offset = struct_offset,
};

static uint32_t owner_of(const void *document, uint64_t field) {
    return ((const Gff *)document)->owners[field];
}

static bool prepare_fields(Document *document, Error *error) {
    Gff *gff = (Gff *)document;
    if (gff->fields_of.first) return true;
    return children_sort(&gff->fields_of, &document->arena, gff->struct_count, gff->field_count,
                         owner_of, gff, error);
}

/* Tells whether a struct has the field; opening hasn't checked other fields. */
static bool is_used(const Row *row) {
    return ((const Gff *)row->document)->owners[row->index] != GFF_NONE;
}

static uint32_t type_of(const Row *row) {
    return load_u32(row->record + GFF_FIELD_TYPE);
}

static uint64_t field_offset(const Row *row) {
    return gff_field_offset(row->document, (uint32_t)row->index);
}

static Value field_label(const Row *row) {
    if (!is_used(row)) return value_null();
    return label_value(row->document, (uint32_t)row->index);
}

static Value field_type(const Row *row) {
    const Gff *gff = row->document;
    uint32_t field = (uint32_t)row->index, type = gff_named_type(gff, field);
    if (type != GFF_NONE) return value_name(gff_type_name(type));
    const GffOdd *odd = gff->json ? &gff->json->odd[gff_number(gff, field)] : NULL;
    if (!odd || !odd->type_name_bytes) return value_null();
    GffBytes name = {gff->document.bytes + odd->type_name, odd->type_name_bytes};
    return gff_text_value(row->scratch, name);
}

/* Returns where the type of a field is stored; NULL: a text has no such number for an odd value. */
static const uint8_t *type_at(const Row *row, uint32_t at) {
    const Gff *gff = row->document;
    if (!gff->json || type_of(row) < GFF_TYPES) return row->record + at;
    return NULL;
}

/* Returns where a field's raw number is; NULL: in a text, only numbers up to 32 bits have one. */
static const uint8_t *raw_at(const Row *row, uint32_t at) {
    uint32_t type = type_of(row);
    bool is_number = type <= GFF_INT || type == GFF_FLOAT;
    return ((const Gff *)row->document)->json && !is_number ? NULL : row->record + at;
}

static Value field_value_cell(const Row *row) {
    return is_used(row) ? gff_value(row->document, (uint32_t)row->index, row->scratch)
                        : value_null();
}

static Value field_value_text(const Row *row) {
    char *room = is_used(row) ? row_room(row, GFF_NUMBERS_BYTES) : NULL;
    return room ? gff_value_text(row->document, (uint32_t)row->index, room, row->scratch)
                : value_null();
}

static Value field_strref(const Row *row) {
    return is_used(row) ? gff_strref_of(row->document, (uint32_t)row->index) : value_null();
}

static Value field_child(const Row *row) {
    if (type_of(row) != GFF_STRUCT || !is_used(row)) return value_null();
    return value_reference(gff_child(row->document, (uint32_t)row->index), GFF_NONE);
}

static Value field_count(const Row *row) {
    const Gff *gff = row->document;
    uint32_t field = (uint32_t)row->index;
    if (!is_used(row)) return value_null();
    switch (type_of(row)) {
    case GFF_STRING:
    case GFF_RESREF:
    case GFF_VOID: return value_integer(gff_bytes(gff, field).size);
    case GFF_LOCSTRING: return value_integer(gff_substring_count(gff, field));
    case GFF_LIST: return value_integer(gff_list(gff, field).count);
    default: return value_null();
    }
}

static Value field_path(const Row *row, const Column *column) {
    const Gff *gff = row->document;
    uint32_t length = 0, field = (uint32_t)row->index;
    const char *path =
        gff_path(gff, gff->owners[field], field, column->number, row->scratch, &length);
    return path ? value_text_of(path, length) : value_null();
}

/* Where a value is that doesn't refer to other parts of the file. */
static bool value_lies(const Row *row, uint32_t at UNUSED, CellPlace *place) {
    static const CellKind codings[GFF_TYPES] = {
        [GFF_BYTE] = CELL_U8,       [GFF_CHAR] = CELL_I8,
        [GFF_WORD] = CELL_U16,      [GFF_SHORT] = CELL_I16,
        [GFF_DWORD] = CELL_U32,     [GFF_INT] = CELL_I32,
        [GFF_DWORD64] = CELL_U64,   [GFF_INT64] = CELL_I64,
        [GFF_FLOAT] = CELL_F32,     [GFF_DOUBLE] = CELL_F64,
        [GFF_STRREF] = CELL_U32,    [GFF_VOID] = CELL_BYTES,
        [GFF_STRING] = CELL_CHARS,  [GFF_RESREF] = CELL_CHARS,
        [GFF_VECTOR] = CELL_BY_ROW, [GFF_ORIENTATION] = CELL_BY_ROW,
    };
    const Gff *gff = row->document;
    uint32_t field = (uint32_t)row->index, type = gff_named_type(gff, field);
    bool is_odd = type_of(row) == GFF_ODD;
    if (!is_used(row) || type >= GFF_TYPES || !codings[type]) return false;
    if (is_odd && !gff->json->odd[gff_number(gff, field)].value_bytes) return false;
    GffBytes bytes = {NULL, bytes_of_kind(codings[type])};
    if (!is_odd) bytes = gff_stored_bytes(gff, field);
    place->kind = codings[type];
    place->field = bytes.bytes;
    place->bytes = bytes.size;
    if (gff->json) place->words = gff->document.bytes + gff_field_offset(gff, field);
    if (place->kind != CELL_CHARS) return true;
    if (type == GFF_STRING && gff->is_utf8) place->kind = CELL_UTF8;
    place->is_mixed = true;
    place->length_bytes = type == GFF_RESREF ? 1 : 4;
    if (bytes.bytes) place->length_field = bytes.bytes - place->length_bytes;
    return true;
}

static bool strref_lies(const Row *row, uint32_t at, CellPlace *place) {
    if (type_of(row) != GFF_LOCSTRING || !is_used(row)) return false;
    const Gff *gff = row->document;
    place->field = gff_data(gff, (uint32_t)row->index) + at;
    place->bytes = 4;
    place->kind = CELL_U32;
    if (gff->json) place->words = gff_json_strref_words(gff, (uint32_t)row->index);
    return true;
}

static const Column field_columns[] = {
    ITEM(REF_U32, "struct_id", NULL, "The struct that has it; NULL: nothing uses it", Gff, owners,
         0, .references = "gff_structs"),
    GET("label", TEXT, NULL, "Its label", field_label, .with_nul = true,
        SHAPES("fields share their labels, and label_raw says which one it has")),
    GET("type", TEXT, NULL,
        "Byte, Char, Word, Short, Dword, Int, Dword64, Int64, Float, Double, CExoString, ResRef, "
        "CExoLocString, Void, Struct, List, Orientation, Vector or StrRef",
        field_type, WRITTEN, .with_nul = true),
    FIELD_AT(U32, "type_id", NULL,
             "The number of that type; in a text NULL if it is unknown or the value isn't of it",
             type_at, GFF_FIELD_TYPE, SHAPES("the meaning of the stored number depends on it")),
    FIELD_BY(
        ANY, "value", NULL,
        "Its value: a number, a text, a BLOB (Void), the id of the struct (Struct; NULL where that "
        "struct has another place), or the number of structs (List); of a CExoLocString the text "
        "in English, masculine or neutral, if there is one, else its first text, else NULL "
        "(gff_strings has all of them, and is where they are edited); of Orientation and Vector "
        "the numbers as text",
        value_lies, 0, .with_nul = true, .get = field_value_cell, .tells = gff_field_tells),
    GET("value_text", TEXT, NULL,
        "The value as text, for searching: numbers in decimal, Void in hexadecimal; NULL for "
        "Struct and List",
        field_value_text, .with_nul = true),
    FIELD_BY(
        INTEGER, "strref", NULL,
        "Of a CExoLocString its string in the game's TLK, with bit 24 in the module's own; NULL if "
        "it has none",
        strref_lies, GFF_LOC_STRREF, .empties = true, .get = field_strref),
    GET_REF("child_struct_id", "gff_structs",
            "The struct of a field of type Struct; NULL where that struct has another place",
            field_child),
    GET("count", INTEGER, NULL,
        "How many structs a List has, substrings a CExoLocString, bytes a CExoString, ResRef or "
        "Void; texts of JSON count in UTF-8",
        field_count),
    GET_WITH("path", TEXT, NULL, PATH_DOC "Creature List[3].Tag", field_path, false,
             .with_nul = true),
    FIELD_AT(U32, "raw", NULL,
             "Its number as stored: the value, or where the value is, which is NULL in a text",
             raw_at, GFF_FIELD_VALUE, SHAPES("of most types it says where the value is"),
             .hidden = true),
    U32("label_raw", NULL, "Number of its label", GFF_FIELD_LABEL, .hidden = true),
    GET_WITH("pattern", TEXT, NULL, "The path without the numbers, such as Creature List[].Tag",
             field_path, true, .with_nul = true, .hidden = true),
};

static const Table gff_fields = {
    TABLE("gff_fields", gff_format, field_columns),
    .doc =
        "Fields of all structs, in the order of the file. A path is made when it is asked for, so "
        "that joins by struct_id and label are faster.",
    .example = "SELECT path, type, value FROM gff_fields('samples/cellar.git') WHERE label = 'Tag'",
    .endings = GFF_ENDINGS,
    .typical_rows = 20000,
    ROWS(Gff, sections[GFF_FIELDS].bytes, field_count, GFF_FIELD_BYTES),
    .identity = {"struct_id", "label"},
    .shown_by = "path",
    .indexes = {{BY_PARENT("struct_id", 12, Gff, fields_of), .prepare = prepare_fields}},
    .byte_offset = field_offset,
};

static bool is_localized(const Gff *gff, uint64_t field) {
    return gff->owners[field] != GFF_NONE && gff_type(gff, (uint32_t)field) == GFF_LOCSTRING;
}

static bool list_substrings(Gff *gff, uint64_t count, Error *error) {
    Arena *arena = &gff->document.arena;
    GffSubstring *next = arena_alloc(arena, count, sizeof *next);
    if (!next) return fail_memory(error, arena);
    gff->substrings = next;
    for (uint64_t field = 0; field < gff->field_count; field++) {
        if (!is_localized(gff, field)) continue;
        uint32_t own = gff_substring_count(gff, (uint32_t)field);
        const uint8_t *at = gff_first_substring(gff, (uint32_t)field);
        for (uint32_t i = 0; i < own; i++, at = gff_next_substring(at)) {
            *next++ = (GffSubstring){(uint32_t)field, at};
        }
    }
    gff->substring_count = count;
    return true;
}

static bool prepare_strings(Document *document, Error *error) {
    Gff *gff = (Gff *)document;
    uint64_t count = 0;
    if (gff->substrings) return true;
    for (uint64_t field = 0; field < gff->field_count; field++) {
        if (is_localized(gff, field)) count += gff_substring_count(gff, (uint32_t)field);
        if (arena_interrupted_at(&document->arena, field)) return fail_interrupted(error);
    }
    return list_substrings(gff, count, error);
}

static const uint8_t *substring_of(const Row *row) {
    return ((const GffSubstring *)(const void *)row->record)->record;
}

static Value string_language(const Row *row) {
    return value_integer(load_u32(substring_of(row)) / 2);
}

static Value string_gender(const Row *row) {
    return value_integer(load_u32(substring_of(row)) % 2);
}

static uint64_t string_offset(const Row *row) {
    const Gff *gff = row->document;
    return gff->json ? gff->json->string_places[row->index]
                     : document_offset(&gff->document, substring_of(row));
}

/* A text keeps its length, since what follows it in the file begins where it ends. */
static bool string_lies(const Row *row, uint32_t at UNUSED, CellPlace *place) {
    const Gff *gff = row->document;
    GffBytes text = gff_substring_bytes(substring_of(row));
    if (gff->json) place->words = gff->document.bytes + gff->json->string_places[row->index];
    place->kind = gff->is_utf8 ? CELL_UTF8 : CELL_CHARS;
    place->is_mixed = true;
    place->field = text.bytes;
    place->bytes = text.size;
    place->keeps_length = true;
    return true;
}

static const Column string_columns[] = {
    MEMBER_REF("field_id", "gff_fields", "The field, a CExoLocString", GffSubstring, field),
    GET("language", INTEGER, NULL,
        "Language: 0 English, 1 French, 2 German, 3 Italian, 4 Spanish, 5 Polish, 128 Korean, 129 "
        "Chinese (traditional), 130 Chinese (simplified), 131 Japanese",
        string_language),
    GET("gender", INTEGER, NULL, "0: masculine or neutral, 1: feminine", string_gender),
    POINTED(U32, "language_id", NULL, "The number as stored: language * 2 + gender", GffSubstring,
            record, 0),
    FIELD_BY(TEXT, "text", NULL, "The text", string_lies, 0, .with_nul = true),
};

static const Table gff_strings = {
    TABLE("gff_strings", gff_format, string_columns),
    .asked_as = "translate dialog",
    .doc = "The texts of localized strings in each of their languages, by field.",
    .example = "SELECT s.language, s.text, f.path FROM gff_strings('samples/cellar.git') s "
               "JOIN gff_fields(s.source) f ON f.id = s.field_id",
    .endings = GFF_ENDINGS,
    .typical_rows = 1000,
    .prepare = prepare_strings,
    ROWS(Gff, substrings, substring_count, sizeof(GffSubstring)),
    .indexes = {{.keys = {"field_id"}, .rows_per_key = 1}},
    .identity = {"field_id", "language_id"},
    .shown_by = "text",
    .byte_offset = string_offset,
};

static Value value_call(Call *call) {
    const Gff *gff = (const Gff *)call->document;
    Value path = call->values[0];
    GffTarget target;
    if (path.type != VALUE_TEXT) {
        return call_fail(call, "the path isn't a text such as 'Creature List[3].Tag'");
    }
    if (!gff_resolve(gff, path.bytes, path.length, &target)) return value_null();
    if (target.substring) {
        return gff_text_value(call->scratch, gff_substring_bytes(target.substring));
    }
    if (target.field == GFF_NONE) return value_integer(target.structure);
    return gff_value(gff, target.field, call->scratch);
}

static Value json_call(Call *call) {
    List text = {0};
    if (!gff_json_write(call->document, call->scratch, &text, call->error)) {
        return value_null();
    }
    if (text.count > UINT32_MAX) return call_fail(call, "the text would have 4 GiB and more");
    return value_text_of(text.items, (uint32_t)text.count);
}

static Value binary_call(Call *call) {
    const Gff *gff = (const Gff *)call->document;
    List file = {0};
    if (!gff->json) return value_blob(gff->document.bytes, gff->document.size);
    if (!gff_json_pack(gff, call->scratch, &file, call->error)) return value_null();
    return value_given(file.items, file.count);
}

static const Function gff_functions[] = {
    {"gff_value", "src, path",
     .doc =
         "The value of the field that a path such as 'Creature List[3].Tag' names, as in "
         "gff_fields; of a struct its id, of 'Name:2' the text with that id; NULL if there is no "
         "such field. Where a struct has a label twice, the first one counts, in JSON the last "
         "one.",
     .example = "SELECT gff_value('samples/cellar.git', 'Creature List[0].Tag')",
     .format = &gff_format, .call = value_call, .with_nul = true},
    {"gff_json", "src", .doc = "The file as JSON, as neverwinter.nim's nwn_gff prints it.",
     .example = "SELECT length(gff_json('samples/cellar.git'))", .format = &gff_format,
     .call = json_call},
    {"gff_binary", "src",
     .doc = "A text of a GFF, such as JSON, as the binary file that the game reads, with fields in "
            "the order of the text, but of a label twice the one that counts is the first; a "
            "binary file as it is.",
     .example = "SELECT length(gff_binary(CAST(gff_json('samples/cellar.git') AS BLOB)))",
     .format = &gff_format, .call = binary_call},
};

const Module gff_module = {
    FORMATS(&gff_format),
    TABLES(&gff_files, &gff_structs, &gff_fields, &gff_strings),
    MODULE_PARTS(gff_functions, function),
};
