/* Reads GFF as JSON. One walk over the bytes makes what a binary file has; there is no recursion:
** the structs and lists that are open are levels. gff_json.h describes the format. */
#include "neverwinter/gff_json/gff_json_read.h"
#include "codec/utf8.h"

/* ---- Bridges --------------------------------------------------------------------------------- */

/* What stood between two values of a struct last time stands there again for nearly all fields,
** label and type included, so that one comparison passes over it. */

/* Tells whether a field has nothing but its type and then its value, and nothing odd was noted
** since member->notes. */
static inline bool is_usual(const GffJsonReader *reader, const Member *member) {
    return !member->has_more && member->notes == reader->scan.notes && !reader->is_careful;
}

static Piece piece_of(const JsonScan *scan, const uint8_t *from, const uint8_t *to) {
    return (Piece){scan_offset(scan, from), (uint32_t)(to - from)};
}

/* Passes over a piece if it stands here again. */
static bool pass(JsonScan *scan, Piece piece) {
    bool is_here = piece.bytes && (uint64_t)(scan->end - scan->at) >= piece.bytes &&
                   memcmp(scan->start + piece.start, scan->at, piece.bytes) == 0;
    if (is_here) scan->at += piece.bytes;
    return is_here;
}

/* Marks the end of a value, or of a struct's id, behind which a bridge may begin. */
static void mark(GffJsonReader *reader, Level *level, uint32_t bridge) {
    level->value_end = reader->is_careful ? NULL : reader->scan.at;
    level->notes = reader->scan.notes;
    level->bridge = bridge;
}

static void mark_value(GffJsonReader *reader, Level *level) {
    const uint8_t *record = field_record(reader, level->member.number);
    if (is_usual(reader, &level->member))
        mark(reader, level, load_u32(record + GFF_FIELD_LABEL) + 1);
}

/* Notes what stands before the value of a field that is read. */
static void keep_bridge(GffJsonReader *reader, const Level *level) {
    const JsonScan *scan = &reader->scan;
    const Member *member = &level->member;
    if (!is_usual(reader, member) || !level->value_end || level->notes != scan->notes ||
        member->is_old) {
        return;
    }
    uint32_t label = load_u32(field_record(reader, member->number) + GFF_FIELD_LABEL);
    const uint8_t *type_end = member->type_name.bytes + member->type_name.size + 1;
    reader->heads[level->depth % 8] = piece_of(scan, member->start, member->keys[KEY_TYPE]);
    reader->rests[level->depth % 8] = piece_of(scan, type_end, scan->at);
    reader->bridges.items[level->bridge] =
        (Bridge){piece_of(scan, level->value_end, scan->at), label, member->type,
                 (uint32_t)(member->start - level->value_end)};
}

/* ---- Structs and lists ----------------------------------------------------------------------- */

static bool push_pending(GffJsonReader *reader, uint32_t item) {
    uint32_t *pushed = list_add(reader->scan.scratch, &reader->pending, sizeof *pushed);
    if (!pushed) return reader_no_memory(reader);
    *pushed = item;
    return true;
}

static Level *push_level(GffJsonReader *reader, uint32_t id, uint32_t depth) {
    Level *level = &reader->levels.items[reader->levels.count++];
    level->is_list = level->has_id = level->member.is_open = false;
    level->is_first = true;
    level->value_end = NULL;
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
    reader->levels.count--;
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
    reader->levels.count--;
    mark_value(reader, &reader->levels.items[reader->levels.count - 1]);
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

/* Finds the number of a label. */
static bool find_label(GffJsonReader *reader, const JsonText *key, uint32_t *number) {
    JsonScan *scan = &reader->scan;
    GffLabel label = {(const char *)key->bytes, key->size};
    if (!key->is_plain) {
        List text = {0};
        if (!scan_decode(scan, key, &text)) return false;
        label = (GffLabel){text.items, (uint32_t)text.count};
    }
    void **place = map_place(&reader->label_map, scan->scratch, label.text, label.length);
    if (!place) return reader_no_memory(reader);
    if (!*place) {
        GffLabel *made = list_add(scan->arena, &reader->labels, sizeof *made);
        Bridge *bridge = list_add(scan->scratch, &reader->bridges.list, sizeof *bridge);
        if (!made || !bridge) return reader_no_memory(reader);
        *made = label;
        *bridge = (Bridge){0};
        *place = (void *)(uintptr_t)reader->labels.count;
    }
    *number = (uint32_t)(uintptr_t)*place - 1;
    if (label.length > GFF_LABEL_BYTES) scan_note(scan, JSON_ODD_LABEL_LONG, key->bytes);
    if (!label.length) scan_note(scan, JSON_ODD_LABEL_EMPTY, key->bytes);
    return true;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

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
    if (!is_usual(reader, &level->member)) level->value_end = NULL;
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
    level->value_end = NULL;
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
    if (!json_read_value(reader, member)) return false;
    mark_value(reader, level);
    member->notes = scan->notes;
    return true;
}

/* Ends a field without a known type. Its object may be a struct, as in old files of rollnw: then
** it is read as one. */
static bool end_untyped(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    const uint8_t *value = member->keys[KEY_VALUE], *end = scan->at;
    scan_note(scan, JSON_ODD_TYPE, member->start);
    if (!member->has_type && !value && member->keys[KEY_STRUCT_ID]) {
        member->end = end;
        member->type = GFF_STRUCT;
        member->others = 0;
        scan->at = member->start;
        return begin_value(reader, level);
    }
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
    JsonKey key = json_key_named(&text);
    member->has_more = member->has_more || key > KEY_VALUE;
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
    if (key == KEY_TYPE) return json_take_type(reader, member);
    if (is_value && member->type != GFF_NONE && !reader->is_careful) {
        keep_bridge(reader, level);
        return begin_value(reader, level);
    }
    return skip_value(reader, key);
}

/* Makes room for more fields: the lists of fields are of one length. */
static bool reserve_fields(GffJsonReader *reader, uint64_t more) {
    Arena *arena = reader->scan.arena;
    return (list_reserve(arena, &reader->owners, more, sizeof(uint32_t)) &&
            list_reserve(arena, &reader->field_places, more, sizeof(uint32_t)) &&
            list_reserve(arena, &reader->fields, more, GFF_FIELD_BYTES)) ||
           reader_no_memory(reader);
}

/* Adds a field, whose object begins at `start`, to a struct. */
static bool add_field(GffJsonReader *reader, Level *level, uint32_t label, const uint8_t *start) {
    JsonScan *scan = &reader->scan;
    uint32_t number = (uint32_t)reader->fields.count;
    if (number == reader->fields.capacity && !reserve_fields(reader, 1)) return false;
    store_u32(field_record(reader, number) + GFF_FIELD_LABEL, label);
    ((uint32_t *)reader->owners.items)[number] = level->id;
    ((uint32_t *)reader->field_places.items)[number] = scan_offset(scan, start);
    reader->fields.count = reader->owners.count = reader->field_places.count = number + 1;
    Member *member = &level->member;
    member->is_open = member->is_first = true;
    member->has_type = member->has_value = member->has_more = member->is_old = false;
    member->number = number;
    member->type = GFF_NONE;
    member->others = member->type_name.size = 0;
    member->start = start;
    member->end = NULL;
    for (int key = 0; key < KEYS; key++) member->keys[key] = NULL;
    return push_pending(reader, number);
}

/* Reads a field behind level->value_end if all before its value is as it was last time: *taken. */
static bool cross_bridge(GffJsonReader *reader, Level *level, bool *taken) {
    JsonScan *scan = &reader->scan;
    Bridge bridge = reader->bridges.items[level->bridge];
    Member *member = &level->member;
    *taken = pass(scan, bridge.piece);
    if (!*taken) return true;
    const uint8_t *start = scan->at - bridge.piece.bytes + bridge.brace;
    if (!scan_blanks(scan) || !add_field(reader, level, bridge.label, start)) return false;
    member->is_first = false;
    member->has_type = true;
    member->type = bridge.type;
    member->notes = scan->notes;
    member->keys[KEY_TYPE] = member->keys[KEY_VALUE] = scan->at;
    return begin_value(reader, level);
}

/* Reads a field's object, from its bracket on, as far as it is like the last one of its depth. */
static bool read_alike(GffJsonReader *reader, Level *level) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    member->is_first = !pass(scan, reader->heads[level->depth % 8]);
    scan->at += member->is_first;
    if (member->is_first) return true;
    if (!scan_blanks(scan)) return false;
    member->keys[KEY_TYPE] = scan->at;
    if (!json_take_type(reader, member)) return false;
    bool is_known = member->type != GFF_NONE && !reader->is_careful;
    if (!is_known || !pass(scan, reader->rests[level->depth % 8])) return true;
    if (!scan_blanks(scan)) return false;
    member->keys[KEY_VALUE] = scan->at;
    keep_bridge(reader, level);
    return begin_value(reader, level);
}

static bool begin_field(GffJsonReader *reader, Level *level, const JsonText *key, uint64_t notes) {
    JsonScan *scan = &reader->scan;
    Member *member = &level->member;
    uint32_t label = 0;
    if (!find_label(reader, key, &label) || !add_field(reader, level, label, scan->at))
        return false;
    member->notes = notes;
    if (scan_is_at(scan, '{')) return read_alike(reader, level);
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
    size_t length = text.count ? (size_t)text.count - 1 : 0, characters = 0, kept = 0;
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
        if (level->has_id) scan_note(scan, JSON_ODD_KEY_TWICE, key->bytes);
        uint32_t id = GFF_NONE;
        level->has_id = true;
        if (!scan_number_at(scan, scan->at, &id)) scan_note(scan, JSON_ODD_ID_KIND, scan->at);
        store_u32((uint8_t *)reader->structs.items + (size_t)level->id * GFF_STRUCT_BYTES, id);
        bool done = scan_skip(scan);
        mark(reader, level, 0);
        return done;
    }
    level->value_end = NULL;
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
    uint64_t notes = scan->notes;
    bool ended;
    JsonText key;
    if (!scan_next(scan, '}', &level->is_first, &ended)) return false;
    if (ended) return end_struct(reader, level);
    if (!scan_key(scan, &key)) return false;
    bool is_reserved = key.size >= 2 && key.bytes[0] == '_' && key.bytes[1] == '_';
    return is_reserved ? read_reserved(reader, level, &key)
                       : begin_field(reader, level, &key, notes);
}

/* Reads the next part of a struct. */
static bool read_part(GffJsonReader *reader, Level *level) {
    bool taken = false;
    bool done = level->value_end != reader->scan.at || cross_bridge(reader, level, &taken);
    if (taken || !done) return done;
    return level->member.is_open ? read_key(reader, level) : read_member(reader, level);
}

/* ---- The whole text -------------------------------------------------------------------------- */

/* Makes room for the levels of a step: a struct or a list. */
static inline bool reserve_levels(GffJsonReader *reader) {
    return reader->levels.capacity - reader->levels.count >= 2 ||
           list_reserve(reader->scan.scratch, &reader->levels.list, 2, sizeof(Level)) ||
           reader_no_memory(reader);
}

static bool read_all(GffJsonReader *reader) {
    JsonScan *scan = &reader->scan;
    scan->at = scan->start;
    uint32_t mark = utf8_mark_bytes(scan->start, (uint64_t)(scan->end - scan->start));
    if (mark) scan_note(scan, JSON_ODD_MARK, scan->at);
    scan->at += mark;
    if (!scan_blanks(scan)) return false;
    if (!scan_is_at(scan, '{')) return scan_fail(scan, scan->at, "'{'");
    if (!reserve_levels(reader) || !begin_struct(reader, GFF_NONE, GFF_NONE, 0)) return false;
    uint64_t steps = 0;
    while (reader->levels.count) {
        Level *level = &reader->levels.items[reader->levels.count - 1];
        bool done = level->is_list ? read_element(reader, level) : read_part(reader, level);
        if (!done || !reserve_levels(reader)) return false;
        if (arena_interrupted_at(scan->arena, ++steps)) return fail_interrupted(scan->error);
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
    reader->levels.count = reader->type_place = 0;
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
    enum { BYTES_OF_FIELD = 90, ROOM_LEAST = 3072, ROOM_OF_FIELD = 40, DATA_OF_FIELD = 8 };
    Document *document = &gff->document;
    Arena *arena = &document->arena, scratch = arena_scratch(arena);
    if (!document->bytes) {
        return fail(error, ERROR_UNSUPPORTED, "a text, which isn't read by parts");
    }
    document->is_text = true;
    document->version = gff->notation = "json";
    arena_reserve(&scratch, 16000); /* for some hundred labels */
    GffJsonReader *reader = arena_zeroed(&scratch, 1, sizeof *reader);
    if (!reader) return fail_memory(error, &scratch);
    reader->gff = gff;
    reader->scan = (JsonScan){.start = document->bytes,
                              .end = document->bytes + document->size,
                              .arena = arena,
                              .scratch = &scratch,
                              .error = error};
    /* room for what a text of this size makes as a rule takes less time than growing */
    uint64_t fields = document->size / BYTES_OF_FIELD;
    arena_reserve(arena, ROOM_LEAST + fields * ROOM_OF_FIELD);
    bool done = (list_push(&scratch, &reader->bridges.list, &(Bridge){0}, sizeof(Bridge), error) &&
                 reserve_fields(reader, fields) &&
                 list_reserve(arena, &reader->field_indices, fields, GFF_INDEX_BYTES) &&
                 list_reserve(arena, &reader->data, fields * DATA_OF_FIELD, 1)) ||
                reader_no_memory(reader);
    done = done && read_all(reader);
    if (!done && reader->restarts) {
        restart(reader);
        done = read_all(reader);
    }
    done = done && keep_all(reader);
    arena_clear(&scratch);
    return done;
}
