/* Reads GFF as JSON. One walk over the bytes makes what a binary file has; there is no recursion:
** the structs and lists that are open are levels. gff_json.h describes the format. */
#include "neverwinter/gff_json/gff_json_read.h"
#include "codec/utf8.h"

/* ---- Recognising ----------------------------------------------------------------------------- */

static uint64_t skip_blanks(const uint8_t *head, uint64_t size, uint64_t at) {
    while (at < size && head[at] && strchr(" \t\r\n", head[at])) at++;
    return at;
}

bool gff_json_detect(const uint8_t *head, uint64_t size) {
    static const char key[] = "\"__data_type\"";
    int depth = 0;
    uint64_t at = skip_blanks(head, size, utf8_mark_bytes(head, size));
    if (at == size || head[at] != '{') return false;
    for (; at < size; at++) {
        if (head[at] == '{' || head[at] == '[') depth++;
        if (head[at] == '}' || head[at] == ']') depth--;
        if (head[at] != '"') continue;
        if (depth == 1 && size - at >= sizeof key && memcmp(head + at, key, sizeof key - 1) == 0) {
            uint64_t colon = skip_blanks(head, size, at + sizeof key - 1);
            if (colon < size && head[colon] == ':') {
                uint64_t value = skip_blanks(head, size, colon + 1);
                if (value < size && head[value] == '"') return true;
            }
        }
        for (at++; at < size && head[at] != '"'; at++) at += head[at] == '\\';
    }
    return false;
}

const char *gff_other_notation(const uint8_t *head, uint64_t size) {
    static const char xml[] = "<gff ";
    enum { XML_LOOK = 1024 }; /* a comment may stand before the root element */
    static const struct {
        const char *start, *name;
    } notations[] = {{"--- !nwn-lib.elv.es", "YAML, as nwn-lib writes it"},
                     {"data_type = ", "NWNT"}};
    for (size_t i = 0; i < LENGTH(notations); i++) {
        size_t length = strlen(notations[i].start);
        if (size >= length && memcmp(head, notations[i].start, length) == 0) {
            return notations[i].name;
        }
    }
    if (!size || head[0] != '<') return NULL;
    for (uint64_t at = 0; at + sizeof xml <= size && at < XML_LOOK; at++) {
        if (memcmp(head + at, xml, sizeof xml - 1) == 0) return "XML, as NWNTools writes it";
    }
    return NULL;
}

/* ---- Structs and lists ----------------------------------------------------------------------- */

static bool push_pending(GffJsonReader *reader, uint32_t item) {
    return list_push(reader->scan.arena, &reader->pending, &item, sizeof item, reader->scan.error);
}

static Level *push_level(GffJsonReader *reader, uint32_t id, uint32_t depth) {
    Level *level = &reader->levels[reader->depth++];
    level->is_list = level->has_id = level->member.is_open = false;
    level->is_first = true;
    level->id = id;
    level->items = reader->pending.count;
    level->depth = depth;
    reader->scan.at++;
    return level;
}

/* Goes down to a struct that begins at the place of the scan. */
static bool begin_struct(GffJsonReader *reader, uint32_t field, uint32_t list_index,
                         uint32_t depth) {
    JsonScan *scan = &reader->scan;
    uint32_t id = (uint32_t)reader->structs.count;
    uint8_t *record = list_add(scan->arena, &reader->structs, GFF_STRUCT_BYTES);
    GffPlace *place = list_add(scan->arena, &reader->places, sizeof *place);
    uint32_t *text = list_add(scan->arena, &reader->struct_places, sizeof *text);
    if (!record || !place || !text) return reader_no_memory(reader);
    if (depth > GFF_DEPTH_MOST)
        return scan_fail(scan, scan->at, "at most 255 structs in each other");
    *text = scan_offset(scan, scan->at);
    *place = (GffPlace){field, list_index, depth};
    store_u32(record + GFF_STRUCT_ID, GFF_NONE);
    if (depth > reader->gff->max_depth) reader->gff->max_depth = depth;
    push_level(reader, id, depth);
    return true;
}

/* Moves what a level has collected in `pending` to the end of `indices`. */
static bool take_pending(GffJsonReader *reader, const Level *level, List *indices) {
    uint64_t count = reader->pending.count - level->items;
    if (!count) return true;
    if (!list_reserve(reader->scan.arena, indices, count, GFF_INDEX_BYTES)) {
        return reader_no_memory(reader);
    }
    const uint32_t *from = (const uint32_t *)reader->pending.items + level->items;
    uint8_t *out = (uint8_t *)indices->items + indices->count * GFF_INDEX_BYTES;
    for (uint64_t i = 0; i < count; i++) store_u32(out + i * GFF_INDEX_BYTES, from[i]);
    indices->count += count;
    reader->pending.count = level->items;
    return true;
}

static bool end_struct(GffJsonReader *reader, const Level *level) {
    uint8_t *record = (uint8_t *)reader->structs.items + (size_t)level->id * GFF_STRUCT_BYTES;
    uint64_t count = reader->pending.count - level->items;
    uint64_t at = reader->field_indices.count * GFF_INDEX_BYTES;
    if (at > UINT32_MAX) return fail(reader->scan.error, ERROR_TOO_BIG, "more than 2^30 fields");
    bool is_one = count == 1;
    if (is_one) at = *((uint32_t *)reader->pending.items + level->items);
    store_u32(record + GFF_STRUCT_FIELDS, (uint32_t)at);
    store_u32(record + GFF_STRUCT_FIELD_COUNT, (uint32_t)count);
    if (!level->has_id && level->id) {
        scan_note(&reader->scan, JSON_ODD_NO_ID, reader->scan.at - 1);
    }
    if (is_one) reader->pending.count--;
    reader->depth--;
    return is_one || take_pending(reader, level, &reader->field_indices);
}

static bool end_list(GffJsonReader *reader, const Level *level) {
    uint64_t count = reader->pending.count - level->items;
    uint64_t at = reader->list_indices.count * GFF_INDEX_BYTES;
    uint32_t *head = list_add(reader->scan.arena, &reader->list_indices, GFF_INDEX_BYTES);
    if (!head) return reader_no_memory(reader);
    if (at > UINT32_MAX) return fail(reader->scan.error, ERROR_TOO_BIG, "more than 2^30 structs");
    store_u32((uint8_t *)head, (uint32_t)count);
    store_u32(field_record(reader, level->id) + GFF_FIELD_VALUE, (uint32_t)at);
    reader->depth--;
    return take_pending(reader, level, &reader->list_indices);
}

/* Takes the next struct of a list. */
static bool read_element(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    bool ended;
    if (!scan_next(scan, ']', &level->is_first, &ended)) return false;
    if (ended) return end_list(reader, level);
    if (!scan_is_at(scan, '{')) {
        scan_note(scan, JSON_ODD_KIND, scan->at);
        return scan_skip(scan);
    }
    uint32_t number = (uint32_t)(reader->pending.count - level->items);
    return push_pending(reader, (uint32_t)reader->structs.count) &&
           begin_struct(reader, level->id, number, level->depth + 1);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static bool add_label(GffJsonReader *reader, const GffLabel *label, uint32_t *number) {
    Arena *arena = reader->scan.arena;
    void **place = map_place(&reader->label_map, arena, label->text, label->length);
    if (!place) return reader_no_memory(reader);
    if (!*place) {
        GffLabel *made = list_add(arena, &reader->labels, sizeof *made);
        uint32_t *next = list_add(arena, &reader->next_label, sizeof *next);
        if (!made || !next) return reader_no_memory(reader);
        *made = *label;
        *next = 0;
        *place = (void *)(uintptr_t)reader->labels.count;
    }
    *number = (uint32_t)(uintptr_t)*place - 1;
    ((uint32_t *)reader->next_label.items)[reader->last_label] = *number;
    return true;
}

/* Finds the number of a label: most often the one that followed the previous label last time. */
static bool find_label(GffJsonReader *reader, const JsonText *key, uint32_t *number) {
    GffLabel label = {(const char *)key->bytes, key->size};
    List text = {0};
    if (!key->is_plain) {
        if (!scan_decode(&reader->scan, key, &text)) return false;
        label = (GffLabel){text.items, (uint32_t)text.count};
    }
    bool is_guessed = false;
    if (reader->labels.count) {
        *number = ((uint32_t *)reader->next_label.items)[reader->last_label];
        const GffLabel *guess = (const GffLabel *)reader->labels.items + *number;
        is_guessed =
            guess->length == label.length && !memcmp(guess->text, label.text, label.length);
    }
    if (!is_guessed && !add_label(reader, &label, number)) return false;
    reader->last_label = *number;
    if (label.length > GFF_LABEL_BYTES) scan_note(&reader->scan, JSON_ODD_LABEL_LONG, key->bytes);
    if (!label.length) scan_note(&reader->scan, JSON_ODD_LABEL_EMPTY, key->bytes);
    return true;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

const char *const gff_json_types[GFF_JSON_TYPES] = {
    "byte",  "char",   "word",       "short",  "dword",         "int",  "dword64", "int64",
    "float", "double", "cexostring", "resref", "cexolocstring", "void", "struct",  "list",
};

static uint32_t type_named(const JsonText *name, bool *is_old) {
    *is_old = true;
    if (JSON_IS(name, "cexostr")) return GFF_STRING;
    if (JSON_IS(name, "cexolocstr")) return GFF_LOCSTRING;
    *is_old = false;
    for (uint32_t type = 0; type < GFF_JSON_TYPES; type++) {
        if (scan_text_is(name, gff_json_types[type], strlen(gff_json_types[type]))) return type;
    }
    return GFF_NONE;
}

/* Notes the keys of a field that mean nothing with its type. */
static void note_keys(JsonScan *scan, const Member *member) {
    uint32_t type = member->type, others = member->others;
    JsonKey strref = member->is_old ? KEY_STR_REF : KEY_ID;
    others += member->keys[KEY_VALUE64] && type != GFF_VOID;
    others += member->keys[KEY_STRUCT_ID] && type != GFF_STRUCT;
    others += member->keys[KEY_ID] && !(type == GFF_LOCSTRING && strref == KEY_ID);
    others += member->keys[KEY_STR_REF] && !(type == GFF_LOCSTRING && strref == KEY_STR_REF);
    if (!others) return;
    scan_note(scan, JSON_ODD_KEY, member->start);
    scan->odd[JSON_ODD_KEY].count += others - 1;
}

/* Ends a field, behind its object. */
static bool end_member(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    const uint8_t *record = field_record(reader, member->number);
    if (member->end) scan->at = member->end;
    member->is_open = false;
    if (member->type == GFF_NONE) return true;
    note_keys(scan, member);
    if (!member->has_value) {
        scan_note(scan, JSON_ODD_MISSING, member->start);
        return json_odd_field(reader, member, member->start, member->start, NULL);
    }
    uint32_t type = load_u32(record + GFF_FIELD_TYPE), outer;
    if (type == GFF_LOCSTRING) json_outer_strref(reader, member);
    const uint8_t *id = member->keys[KEY_STRUCT_ID];
    if (type == GFF_STRUCT && id && scan_number_at(scan, id, &outer)) {
        uint32_t child = load_u32(record + GFF_FIELD_VALUE);
        const uint8_t *own =
            (const uint8_t *)reader->structs.items + (size_t)child * GFF_STRUCT_BYTES;
        if (load_u32(own + GFF_STRUCT_ID) != outer) scan_note(scan, JSON_ODD_ID_DIFFERS, id);
    }
    return true;
}

/* Reads a field's value at the place of the scan, or goes down to its struct or list. */
static bool begin_value(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    uint8_t *record = field_record(reader, member->number);
    member->has_value = true;
    ((uint32_t *)reader->field_places.items)[member->number] = scan_offset(scan, scan->at);
    store_u32(record + GFF_FIELD_TYPE, member->type);
    reader->gff->types_seen |= 1u << member->type;
    if (member->type == GFF_STRUCT && scan_is_at(scan, '{')) {
        store_u32(record + GFF_FIELD_VALUE, (uint32_t)reader->structs.count);
        return begin_struct(reader, member->number, GFF_NONE, level->depth + 1);
    }
    if (member->type == GFF_LIST && scan_is_at(scan, '[')) {
        push_level(reader, member->number, level->depth)->is_list = true;
        return true;
    }
    return json_read_value(reader, member);
}

/* Ends a field without a known type. */
static bool end_untyped(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    const uint8_t *value = member->keys[KEY_VALUE], *end = scan->at;
    scan_note(scan, JSON_ODD_TYPE, member->start);
    if (value) {
        scan->at = value;
        if (!scan_skip(scan)) return false;
    }
    bool done = json_odd_field(reader, member, value ? value : end, value ? scan->at : end, NULL);
    scan->at = end;
    return done && end_member(reader, level);
}

/* Reads the value of a field at last, when all its keys are known. */
static bool end_keys(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    if (member->type == GFF_NONE) return end_untyped(reader, level);
    const uint8_t *value = member->keys[KEY_VALUE];
    if (member->type == GFF_VOID && member->keys[KEY_VALUE64]) value = member->keys[KEY_VALUE64];
    if (member->has_value || !value) return end_member(reader, level);
    member->end = scan->at;
    scan->at = value;
    return begin_value(reader, level);
}

static JsonKey key_named(const JsonText *key) {
    static const char *const names[KEYS] = {"type",        "value", "value64",
                                            "__struct_id", "id",    "str_ref"};
    int i = 0;
    while (i < KEYS && !scan_text_is(key, names[i], strlen(names[i]))) i++;
    return (JsonKey)i;
}

static bool take_type(GffJsonReader *reader, Member *member) {
    JsonScan *scan = &reader->scan;
    member->has_type = true;
    member->type = GFF_NONE;
    member->type_name = (JsonText){.size = 0};
    if (!scan_is_at(scan, '"')) return scan_skip(scan);
    if (!scan_text(scan, &member->type_name)) return false;
    member->type = type_named(&member->type_name, &member->is_old);
    return true;
}

/* Passes over the value of a key. Oddities of a value that is read later are noted then. */
static bool skip_value(GffJsonReader *reader, JsonKey key) {
    JsonScan *scan = &reader->scan;
    if (key != KEY_VALUE && key != KEY_VALUE64) return scan_skip(scan);
    Sightings before[JSON_ODDITIES];
    memcpy(before, scan->odd, sizeof before);
    bool done = scan_skip(scan);
    memcpy(scan->odd, before, sizeof before);
    return done;
}

/* Takes the next key of a field's object. A value is read where it stands as long as each field of
** the file has its type before its value, and no key twice. */
static bool read_key(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    bool ended;
    JsonText text;
    if (member->end) return end_member(reader, level);
    if (!scan_next(scan, '}', &member->is_first, &ended)) return false;
    if (ended) return end_keys(reader, level);
    const uint8_t *name = scan->at;
    if (!scan_key(scan, &text)) return false;
    JsonKey key = key_named(&text);
    if (key == KEYS) {
        member->others++;
        return scan_skip(scan);
    }
    bool is_value = key == KEY_VALUE || (key == KEY_VALUE64 && member->type == GFF_VOID);
    bool is_early = is_value && (!member->has_type || member->has_value);
    bool is_again = member->keys[key] != NULL;
    if ((is_again || is_early || (key == KEY_TYPE && member->has_value)) && !reader->is_careful) {
        reader->restarts = true;
        return false;
    }
    if (is_again) scan_note(scan, JSON_ODD_KEY_TWICE, name);
    member->keys[key] = scan->at;
    if (key == KEY_TYPE) return take_type(reader, member);
    if (is_value && member->type != GFF_NONE && !reader->is_careful) {
        return begin_value(reader, level);
    }
    return skip_value(reader, key);
}

static bool begin_field(GffJsonReader *reader, Level *level, const JsonText *key) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    uint32_t number = (uint32_t)reader->fields.count, label = 0;
    if (!find_label(reader, key, &label)) return false;
    uint8_t *record = list_add(scan->arena, &reader->fields, GFF_FIELD_BYTES);
    uint32_t *owner = list_add(scan->arena, &reader->owners, sizeof *owner);
    uint32_t *place = list_add(scan->arena, &reader->field_places, sizeof *place);
    if (!record || !owner || !place) return reader_no_memory(reader);
    store_u32(record + GFF_FIELD_LABEL, label);
    *owner = level->id;
    *place = scan_offset(scan, scan->at);
    *member = (Member){
        .is_open = true, .is_first = true, .number = number, .type = GFF_NONE, .start = scan->at};
    if (!push_pending(reader, number)) return false;
    if (scan_is_at(scan, '{')) {
        scan->at++;
        return true;
    }
    scan_note(scan, JSON_ODD_SHAPE, scan->at);
    member->is_open = false;
    return scan_skip(scan) && json_odd_field(reader, member, member->start, scan->at, NULL);
}

/* ---- Keys of structs ------------------------------------------------------------------------- */

/* Reads a text of the root into the document, NUL-terminated; any other value is passed over. */
static bool read_root_text(GffJsonReader *reader, List *text) {
    JsonText raw;
    *text = (List){0};
    if (!scan_is_at(&reader->scan, '"')) return scan_skip(&reader->scan);
    if (!scan_text(&reader->scan, &raw) || !scan_decode(&reader->scan, &raw, text)) return false;
    return list_push(reader->scan.arena, text, "", 1, reader->scan.error);
}

/* Keeps the type without the blanks behind it, and only as much as a binary file could have. */
static bool read_file_type(GffJsonReader *reader) {
    Gff *gff = reader->gff;
    const uint8_t *start = reader->scan.at;
    List text;
    if (reader->type_place) scan_note(&reader->scan, JSON_ODD_KEY_TWICE, start);
    reader->type_place = scan_offset(&reader->scan, start);
    if (!read_root_text(reader, &text)) return false;
    size_t length = text.items ? strlen(text.items) : 0, characters = 0, kept = 0;
    for (; kept < length; kept++) {
        bool is_new = (((const char *)text.items)[kept] & 0xC0) != 0x80;
        if (is_new && characters++ == GFF_TYPE_BYTES) break;
    }
    if (characters != GFF_TYPE_BYTES || kept >= sizeof gff->type) {
        scan_note(&reader->scan, JSON_ODD_FILE_TYPE, start);
    }
    if (kept >= sizeof gff->type) kept = 0;
    while (kept && ((const char *)text.items)[kept - 1] == ' ') kept--;
    if (kept) memcpy(gff->type, text.items, kept);
    gff->type[kept] = 0;
    return true;
}

/* Takes a key of a struct that isn't a field's label. */
static bool read_reserved(GffJsonReader *reader, Level *level, const JsonText *key) {
    JsonScan *scan = &reader->scan;
    if (JSON_IS(key, "__struct_id")) {
        uint32_t id = GFF_NONE;
        if (level->has_id) scan_note(scan, JSON_ODD_KEY_TWICE, key->bytes);
        level->has_id = true;
        if (!scan_number_at(scan, scan->at, &id)) scan_note(scan, JSON_ODD_ID_KIND, scan->at);
        store_u32((uint8_t *)reader->structs.items + (size_t)level->id * GFF_STRUCT_BYTES, id);
        return scan_skip(scan);
    }
    if (level->id || !(JSON_IS(key, "__data_type") || JSON_IS(key, "__data_version"))) {
        return scan_skip(scan);
    }
    if (JSON_IS(key, "__data_type")) return read_file_type(reader);
    List text;
    if (!read_root_text(reader, &text)) return false;
    reader->gff->version = text.items;
    return true;
}

static bool read_member(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    bool ended;
    JsonText key;
    if (!scan_next(scan, '}', &level->is_first, &ended)) return false;
    if (ended) return end_struct(reader, level);
    if (!scan_key(scan, &key)) return false;
    bool is_reserved = key.size >= 2 && key.bytes[0] == '_' && key.bytes[1] == '_';
    return is_reserved ? read_reserved(reader, level, &key) : begin_field(reader, level, &key);
}

/* ---- The whole text -------------------------------------------------------------------------- */

static bool read_all(GffJsonReader *reader) {
    JsonScan *scan = &reader->scan;
    scan->at = scan->start;
    uint32_t mark = utf8_mark_bytes(scan->start, (uint64_t)(scan->end - scan->start));
    if (mark) scan_note(scan, JSON_ODD_MARK, scan->at);
    scan->at += mark;
    if (!scan_blanks(scan)) return false;
    if (!scan_is_at(scan, '{')) return scan_fail(scan, scan->at, "'{'");
    if (!begin_struct(reader, GFF_NONE, GFF_NONE, 0)) return false;
    while (reader->depth) {
        Level *level = &reader->levels[reader->depth - 1];
        bool done = level->is_list          ? read_element(reader, level)
                    : level->member.is_open ? read_key(reader, level)
                                            : read_member(reader, level);
        if (!done) return false;
        if (arena_interrupted(scan->arena)) return fail_interrupted(scan->error);
    }
    if (!scan_blanks(scan)) return false;
    return scan->at == scan->end || scan_fail(scan, scan->at, "nothing behind the file's '}'");
}

/* Begins again, since a field had its keys in an unusual order. What was made is overwritten. */
static void restart(GffJsonReader *reader) {
    List *const made[] = {&reader->structs,       &reader->fields,        &reader->data,
                          &reader->field_indices, &reader->list_indices,  &reader->places,
                          &reader->owners,        &reader->struct_places, &reader->field_places,
                          &reader->string_places, &reader->odd,           &reader->pending,
                          &reader->scan.skipped};
    for (size_t i = 0; i < LENGTH(made); i++) made[i]->count = 0;
    memset(reader->scan.odd, 0, sizeof reader->scan.odd);
    reader->gff->max_depth = reader->gff->types_seen = 0;
    reader->depth = reader->type_place = 0;
    reader->is_careful = true;
    reader->restarts = false;
}

static void keep_section(Gff *gff, GffSectionKind kind, const List *list, uint64_t each) {
    gff->sections[kind] =
        (GffSection){.count = list->count, .size = list->count * each, .bytes = list->items};
}

static bool keep_all(GffJsonReader *reader) {
    Gff *gff = reader->gff;
    GffJson *json = arena_alloc(&gff->document.arena, 1, sizeof *json);
    if (!json) return reader_no_memory(reader);
    keep_section(gff, GFF_STRUCTS, &reader->structs, GFF_STRUCT_BYTES);
    keep_section(gff, GFF_FIELDS, &reader->fields, GFF_FIELD_BYTES);
    keep_section(gff, GFF_FIELD_DATA, &reader->data, 1);
    keep_section(gff, GFF_FIELD_INDICES, &reader->field_indices, GFF_INDEX_BYTES);
    keep_section(gff, GFF_LIST_INDICES, &reader->list_indices, GFF_INDEX_BYTES);
    gff->struct_count = reader->structs.count;
    gff->field_count = reader->fields.count;
    gff->label_count = reader->labels.count;
    gff->places = reader->places.items;
    gff->owners = reader->owners.items;
    gff->labels = reader->labels.items;
    gff->root_fields = gff_fields_of(gff, 0).count;
    *json = (GffJson){.struct_places = reader->struct_places.items,
                      .field_places = reader->field_places.items,
                      .string_places = reader->string_places.items,
                      .type_place = reader->type_place,
                      .odd = reader->odd.items};
    memcpy(json->oddities, reader->scan.odd, sizeof json->oddities);
    gff->json = json;
    return true;
}

bool gff_json_open(Gff *gff, Error *error) {
    Document *document = &gff->document;
    Arena *arena = &document->arena;
    if (!document->bytes) {
        return fail(error, ERROR_UNSUPPORTED, "a text, which isn't read by parts");
    }
    document->is_text = true;
    document->version = gff->notation = "json";
    GffJsonReader *reader = arena_zeroed(arena, 1, sizeof *reader);
    if (!reader) return fail_memory(error, arena);
    reader->gff = gff;
    reader->scan = (JsonScan){.start = document->bytes,
                              .end = document->bytes + document->size,
                              .arena = arena,
                              .error = error};
    bool done = read_all(reader);
    if (!done && reader->restarts) {
        restart(reader);
        done = read_all(reader);
    }
    done = done && keep_all(reader);
    arena_release(arena, reader->pending.items);
    arena_release(arena, reader->next_label.items);
    arena_release(arena, reader->scan.skipped.items);
    arena_release(arena, reader);
    return done;
}
