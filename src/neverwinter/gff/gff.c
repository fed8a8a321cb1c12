/* GFF decoder: opening, and the parts of the tree. gff.h describes the format. */
#include "neverwinter/gff/gff.h"
#include "codec/text.h"
#include "neverwinter/gff_json/gff_json.h"

enum { VERSION_AT = 4, VERSION_BYTES = 4, SECTIONS_AT = 8, SECTION_BYTES = 8 };

static const struct {
    const char *name;
    uint32_t bytes; /* of each item */
} section_kinds[GFF_SECTIONS] = {
    [GFF_STRUCTS] = {"structs", GFF_STRUCT_BYTES},
    [GFF_FIELDS] = {"fields", GFF_FIELD_BYTES},
    [GFF_LABELS] = {"labels", GFF_LABEL_BYTES},
    [GFF_FIELD_DATA] = {"bytes of field data", 1},
    [GFF_FIELD_INDICES] = {"bytes of field indices", 1},
    [GFF_LIST_INDICES] = {"bytes of list indices", 1},
};

/* ---- Recognising ----------------------------------------------------------------------------- */

static bool is_version(const uint8_t *head, const char *version) {
    return memcmp(head + VERSION_AT, version, VERSION_BYTES) == 0;
}

/* Tells whether bytes begin a GFF. V3.3 and V4.0 are recognised, too, so that the error says what
** they are; other formats of the same games have a V4.0 behind another type. */
static bool is_binary(const uint8_t *head, uint64_t head_size) {
    if (head_size < VERSION_AT + VERSION_BYTES) return false;
    return is_version(head, "V3.2") || is_version(head, "V3.3") ||
           (is_version(head, "V4.0") && memcmp(head, "GFF ", GFF_TYPE_BYTES) == 0);
}

static bool gff_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return is_binary(head, head_size) || gff_json_detect(head, head_size, size) ||
           gff_other_notation(head, head_size);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Keeps the type without the blanks behind it. */
static void read_type(Gff *gff, const uint8_t *head) {
    size_t length = field_length(head, GFF_TYPE_BYTES);
    while (length && head[length - 1] == ' ') length--;
    if (text_is_utf8(head, length)) memcpy(gff->type, head, length);
    else length = text_mixed_into(head, length, gff->type);
    gff->type[length] = 0;
}

static bool read_section(Gff *gff, Reader *reader, const uint8_t *head, int kind) {
    GffSection *section = &gff->sections[kind];
    uint64_t at = SECTIONS_AT + (uint64_t)kind * SECTION_BYTES;
    section->offset = load_u32(head + at);
    section->count = load_u32(head + at + 4);
    section->size = section->count * section_kinds[kind].bytes;
    if (!section->size) {
        section->offset = section->offset < reader->size ? section->offset : reader->size;
        return true;
    }
    if (section->offset > reader->size || section->size > reader->size - section->offset) {
        return reader_fail(reader, at,
                           "%" PRIu64 " %s at 0x%" PRIx64 " end behind the file, which has %" PRIu64
                           " bytes",
                           section->count, section_kinds[kind].name, section->offset, reader->size);
    }
    return true;
}

static bool gff_open(Document *document, Error *error) {
    Gff *gff = (Gff *)document;
    Reader reader = document_reader(document, error);
    uint64_t head_size;
    const uint8_t *head = document_head(document, &head_size), *root;
    if (!is_binary(head, head_size)) {
        const char *other = gff_other_notation(head, head_size);
        return other ? fail(error, ERROR_UNSUPPORTED, "a GFF as %s, which isn't read", other)
                     : gff_json_open(gff, error);
    }
    if (!is_version(head, "V3.2")) {
        return fail_at(error, ERROR_UNSUPPORTED, VERSION_AT, "version %.4s, expected V3.2",
                       (const char *)head + VERSION_AT);
    }
    gff->notation = "binary";
    document->version = gff->version = "V3.2";
    if (!read_bytes(&reader, "the header", GFF_HEADER_BYTES, &head)) return false;
    read_type(gff, head);
    for (int kind = 0; kind < GFF_SECTIONS; kind++) {
        if (!read_section(gff, &reader, head, kind)) return false;
    }
    gff->struct_count = gff->sections[GFF_STRUCTS].count;
    gff->field_count = gff->sections[GFF_FIELDS].count;
    gff->label_count = gff->sections[GFF_LABELS].count;
    if (!gff->struct_count) {
        return reader_fail(&reader, SECTIONS_AT, "no struct, expected at least the root");
    }
    reader.at = gff->sections[GFF_STRUCTS].offset;
    if (!read_bytes(&reader, "the root", GFF_STRUCT_BYTES, &root)) return false;
    gff->root_fields = load_u32(root + GFF_STRUCT_FIELD_COUNT);
    return true;
}

/* ---- Completing ------------------------------------------------------------------------------ */

static bool read_labels(Gff *gff, Error *error) {
    Arena *arena = &gff->document.arena;
    gff->labels = arena_alloc(arena, gff->label_count, sizeof *gff->labels);
    if (!gff->labels) return fail_memory(error, arena);
    for (uint64_t i = 0; i < gff->label_count; i++) {
        const uint8_t *label = gff->sections[GFF_LABELS].bytes + i * GFF_LABEL_BYTES;
        uint32_t size = field_length(label, GFF_LABEL_BYTES);
        GffLabel *made = &gff->labels[i];
        made->length = size;
        made->text = (const char *)label;
        if (!text_is_utf8(label, size)) {
            char *text = arena_piece(arena, GFF_LABEL_BYTES * TEXT_BYTES_MAX);
            if (!text) return fail_memory(error, arena);
            made->length = (uint32_t)text_mixed_into(label, size, text);
            made->text = text;
        }
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

static bool has_label(const Gff *gff, const char *label) {
    size_t length = strlen(label);
    for (uint64_t i = 0; i < gff->label_count; i++) {
        const GffLabel *own = &gff->labels[i];
        if (own->length == length && memcmp(own->text, label, length) == 0) return true;
    }
    return false;
}

static const char *find_game(const Gff *gff) {
    static const struct {
        const char *label, *game;
    } signs[] = {
        {"UseTemplates", "KOTOR"}, {"CameraList", "KOTOR"}, {"EnvironmentList", "NWN2"},
        {"TileList", "NWN2"},      {"GUID", "NWN2"},        {"Classification", "NWN2"},
        {"Campaign_ID", "NWN2"},   {"Tile_List", "NWN"},    {"AreaProperties", "NWN"},
    };
    const uint32_t kotor = 1u << GFF_ORIENTATION | 1u << GFF_VECTOR | 1u << GFF_STRREF;
    if (gff->types_seen & kotor) return "KOTOR";
    for (size_t i = 0; i < LENGTH(signs); i++) {
        if (has_label(gff, signs[i].label)) return signs[i].game;
    }
    return NULL;
}

static bool gff_complete(Document *document, Error *error) {
    Gff *gff = (Gff *)document;
    for (int kind = 0; !gff->json && kind < GFF_SECTIONS; kind++) {
        gff->sections[kind].bytes = document->bytes + gff->sections[kind].offset;
    }
    if (!gff->json && !(read_labels(gff, error) && gff_walk(gff, error))) return false;
    gff->game = find_game(gff);
    gff->is_utf8 = gff->game && strcmp(gff->game, "NWN2") == 0;
    return true;
}

const Format gff_format = {
    .name = "GFF",
    .other_endings = GFF_ENDINGS,
    .text_ending = ".json",
    .found_by_name = true,
    .doc = "Neverwinter Nights 1 and 2: areas and what stands on them, blueprints, dialogues, "
           "module.ifo and whatever else is a tree of structs (GFF V3.2).",
    .detect = gff_detect,
    .document_bytes = sizeof(Gff),
    .open = gff_open,
    .complete = gff_complete,
    .opens_by_parts = READS_HEADER,
    .check = gff_check,
    .print = gff_json_write,
    .spell = gff_json_spell,
    .check_beside = nwn_check_beside,
};

/* ---- Places ---------------------------------------------------------------------------------- */

uint64_t gff_struct_offset(const Gff *gff, uint32_t structure) {
    if (gff->json) return gff->json->struct_places[structure];
    return gff->sections[GFF_STRUCTS].offset + (uint64_t)structure * GFF_STRUCT_BYTES;
}

uint64_t gff_field_offset(const Gff *gff, uint32_t field) {
    if (gff->json) return gff->json->field_places[field];
    return gff->sections[GFF_FIELDS].offset + (uint64_t)field * GFF_FIELD_BYTES;
}

/* ---- Parts of the tree ----------------------------------------------------------------------- */

GffFields gff_fields_of(const Gff *gff, uint32_t structure) {
    const uint8_t *record = gff_struct(gff, structure);
    uint32_t count = load_u32(record + GFF_STRUCT_FIELD_COUNT);
    uint32_t where = load_u32(record + GFF_STRUCT_FIELDS);
    if (count < 2) return (GffFields){.only = where, .count = count};
    return (GffFields){.indices = gff->sections[GFF_FIELD_INDICES].bytes + where, .count = count};
}

GffList gff_list(const Gff *gff, uint32_t field) {
    if (!gff_is(gff, field, GFF_LIST)) return (GffList){NULL, 0};
    const uint8_t *list = gff->sections[GFF_LIST_INDICES].bytes + gff_number(gff, field);
    return (GffList){list + GFF_INDEX_BYTES, load_u32(list)};
}

uint32_t gff_child(const Gff *gff, uint32_t field) {
    uint32_t child = gff_number(gff, field);
    return gff->places[child].field == field ? child : GFF_NONE;
}

uint32_t gff_find(const Gff *gff, uint32_t structure, const char *label) {
    GffFields fields = gff_fields_of(gff, structure);
    uint32_t found = GFF_NONE;
    size_t length = strlen(label);
    for (uint32_t i = 0; i < fields.count && (gff->json || found == GFF_NONE); i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (gff->owners[field] != structure) continue;
        const GffLabel *own = gff_label(gff, field);
        if (own->length == length && memcmp(own->text, label, length) == 0) found = field;
    }
    return found;
}

/* ---- Values ---------------------------------------------------------------------------------- */

GffBytes gff_bytes(const Gff *gff, uint32_t field) {
    const uint8_t *data = gff_data(gff, field);
    if (gff_type(gff, field) == GFF_RESREF && !gff->json) return (GffBytes){data + 1, data[0]};
    return (GffBytes){data + 4, load_u32(data)};
}

uint32_t gff_substring_count(const Gff *gff, uint32_t field) {
    return load_u32(gff_data(gff, field) + GFF_LOC_COUNT);
}

const uint8_t *gff_first_substring(const Gff *gff, uint32_t field) {
    return gff_data(gff, field) + GFF_LOC_HEADER_BYTES;
}

const uint8_t *gff_next_substring(const uint8_t *substring) {
    return substring + GFF_SUBSTRING_HEADER_BYTES + load_u32(substring + 4);
}

const uint8_t *gff_substring(const Gff *gff, uint32_t field, uint32_t id) {
    const uint8_t *at = gff_first_substring(gff, field), *found = NULL;
    for (uint32_t i = gff_substring_count(gff, field); i-- && (gff->json || !found);) {
        if (load_u32(at) == id) found = at;
        at = gff_next_substring(at);
    }
    return found;
}

GffBytes gff_localized(const Gff *gff, uint32_t field) {
    const uint8_t *found = gff_substring(gff, field, 0), *at = gff_first_substring(gff, field);
    if (!found && gff_substring_count(gff, field)) found = gff_substring(gff, field, load_u32(at));
    return found ? gff_substring_bytes(found) : (GffBytes){NULL, 0};
}

GffBytes gff_stored_bytes(const Gff *gff, uint32_t field) {
    static const uint8_t sizes[GFF_TYPES] = {
        [GFF_BYTE] = 1,         [GFF_CHAR] = 1,   [GFF_WORD] = 2,    [GFF_SHORT] = 2,
        [GFF_DWORD] = 4,        [GFF_INT] = 4,    [GFF_DWORD64] = 8, [GFF_INT64] = 8,
        [GFF_FLOAT] = 4,        [GFF_DOUBLE] = 8, [GFF_STRREF] = 4,  [GFF_VECTOR] = 12,
        [GFF_ORIENTATION] = 16,
    };
    uint32_t type = gff_type(gff, field), size = type < GFF_TYPES ? sizes[type] : 0;
    if (type == GFF_STRING || type == GFF_RESREF || type == GFF_VOID) return gff_bytes(gff, field);
    if (type == GFF_LOCSTRING) { /* the stored size isn't relied on: the substrings are counted */
        const uint8_t *start = gff_data(gff, field) + GFF_LOC_STRREF;
        const uint8_t *end = gff_first_substring(gff, field);
        for (uint32_t left = gff_substring_count(gff, field); left--;)
            end = gff_next_substring(end);
        return (GffBytes){start, (uint32_t)(end - start)};
    }
    if (!size) return (GffBytes){NULL, 0};
    bool is_apart = size > 4;
    const uint8_t *bytes =
        is_apart ? gff_data(gff, field) : gff_field(gff, field) + GFF_FIELD_VALUE;
    return (GffBytes){bytes, size};
}

bool gff_odd_integer(const Gff *gff, uint32_t field, int64_t *number) {
    const GffOdd *odd = &gff->json->odd[gff_number(gff, field)];
    *number = odd->number;
    return odd->has_number;
}

uint32_t gff_named_type(const Gff *gff, uint32_t field) {
    uint32_t type = gff_type(gff, field);
    return type == GFF_ODD && gff->json ? gff->json->odd[gff_number(gff, field)].type : type;
}

bool gff_real(const Gff *gff, uint32_t field, double *number) {
    int64_t integer;
    switch (gff_type(gff, field)) {
    case GFF_FLOAT:
        *number = (double)load_f32(gff_field(gff, field) + GFF_FIELD_VALUE);
        return true;
    case GFF_DOUBLE: *number = load_f64(gff_data(gff, field)); return true;
    default:
        if (!gff_integer(gff, field, &integer)) return false;
        *number = (double)integer;
        return true;
    }
}

const char *gff_type_name(uint32_t type) {
    static const char *const names[GFF_TYPES] = {
        "Byte",   "Char",  "Word",        "Short",      "Dword",  "Int",           "Dword64",
        "Int64",  "Float", "Double",      "CExoString", "ResRef", "CExoLocString", "Void",
        "Struct", "List",  "Orientation", "Vector",     "StrRef",
    };
    return type < GFF_TYPES ? names[type] : NULL;
}
