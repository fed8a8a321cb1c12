/* RSW decoder: opening, and what every table reads. rsw.h describes the format. */
#include "ragnarok/rsw.h"
#include "ragnarok/ro_version.h"

enum {
    LEAST_OBJECT_BYTES = RSW_OBJECT_BODY + RSW_LIGHT_BYTES,
    FIRST_BUILD_WITH_MODEL_BYTE = 186,
};

static const RoVersions versions = {{2, 9}, {0, 7}, "1.2 to 1.9 or 2.0 to 2.7"};

#define NEVER 0xFF /* as a version: none */

/* The fields of the header in the order of the file. */
static const struct HeaderField {
    const char *name;
    uint8_t since[2], until[2]; /* the first version with the field, the first without it */
    uint8_t start, bytes;       /* place and size in Rsw.header */
} header_fields[RSW_FIELDS] = {
    [RSW_FIELD_BUILD] = {"the build number", {2, 5}, {NEVER}, RSW_HEADER_BUILD, 4},
    [RSW_FIELD_FLAG] = {"the flag", {2, 2}, {NEVER}, RSW_HEADER_FLAG, 1},
    [RSW_FIELD_INI] =
        {"the name of the ini file", {1, 2}, {NEVER}, RSW_HEADER_INI, RSW_HEADER_NAME_BYTES},
    [RSW_FIELD_GND] =
        {"the name of the GND file", {1, 2}, {NEVER}, RSW_HEADER_GND, RSW_HEADER_NAME_BYTES},
    [RSW_FIELD_GAT] =
        {"the name of the GAT file", {1, 4}, {NEVER}, RSW_HEADER_GAT, RSW_HEADER_NAME_BYTES},
    [RSW_FIELD_SCR] =
        {"the name of the scr file", {1, 2}, {NEVER}, RSW_HEADER_SCR, RSW_HEADER_NAME_BYTES},
    [RSW_FIELD_WATER_LEVEL] = {"the water level", {1, 3}, {2, 6}, RSW_HEADER_WATER_LEVEL, 4},
    [RSW_FIELD_WATER] = {"the water", {1, 8}, {2, 6}, RSW_HEADER_WATER_TYPE, 16},
    [RSW_FIELD_WATER_CYCLE] = {"the cycle of the water", {1, 9}, {2, 6}, RSW_HEADER_WATER_CYCLE, 4},
    [RSW_FIELD_LIGHT] = {"the light", {1, 5}, {NEVER}, RSW_HEADER_LONGITUDE, 32},
    [RSW_FIELD_SHADOW] = {"the opacity of shadows", {1, 7}, {NEVER}, RSW_HEADER_SHADOW, 4},
    [RSW_FIELD_BOUNDS] = {"the block of bounds", {1, 6}, {NEVER}, RSW_HEADER_TOP, 16},
};

static bool read_fields(Rsw *rsw, Reader *reader) {
    for (int i = 0; i < RSW_FIELDS; i++) {
        const struct HeaderField *field = &header_fields[i];
        const uint8_t *bytes;
        if (!rsw_since(rsw, field->since[0], field->since[1]) ||
            rsw_since(rsw, field->until[0], field->until[1])) {
            continue;
        }
        rsw->field_starts[i] = reader->at;
        if (!read_bytes(reader, field->name, field->bytes, &bytes)) return false;
        memcpy(rsw->header + field->start, bytes, field->bytes);
        rsw->fields |= UINT32_C(1) << i;
    }
    return true;
}

uint64_t rsw_header_place(const Rsw *rsw, uint32_t offset) {
    for (int i = 0; i < RSW_FIELDS; i++) {
        uint32_t start = header_fields[i].start;
        if (offset < start || offset - start >= header_fields[i].bytes) continue;
        return rsw_has(rsw, (RswField)i) ? rsw->field_starts[i] + offset - start : NO_OFFSET;
    }
    return NO_OFFSET;
}

static bool read_unknowns(Rsw *rsw, Reader *reader) {
    uint32_t count = 0;
    if (!rsw_since(rsw, 2, 7)) return true;
    if (!read_u32(reader, "the number of unknown numbers", &count) ||
        !read_records(reader, "unknown numbers", count, 4, &rsw->unknowns.bytes)) {
        return false;
    }
    rsw->unknown_count = count;
    rsw->unknowns.size = (uint64_t)4 * count;
    return true;
}

/* Returns the size of the fields between an object's kind and the part that all versions have. */
static uint32_t bytes_before_body(const Rsw *rsw, uint32_t kind) {
    return kind == RSW_MODEL ? rsw_model_head_bytes(rsw) + rsw_model_extra_bytes(rsw) : 0;
}

static uint32_t body_bytes(const Rsw *rsw, uint32_t kind) {
    switch ((RswKind)kind) {
    case RSW_MODEL: return bytes_before_body(rsw, kind) + RSW_MODEL_BYTES;
    case RSW_LIGHT: return RSW_LIGHT_BYTES;
    case RSW_SOUND: return RSW_SOUND_BYTES + (rsw->has_sound_cycle ? 4u : 0u);
    case RSW_EFFECT: return RSW_EFFECT_BYTES;
    case RSW_KINDS: break;
    }
    return 0;
}

/* Walks over the objects, notes where they are, and counts each kind. */
static bool walk_objects(const Rsw *rsw, Reader *reader, RswObject *objects, uint64_t *counts,
                         Error *error) {
    static const char *const names[] = {NULL, "a model", "a light", "a sound", "an effect"};
    uint32_t sizes[RSW_KINDS];
    const uint32_t places[RSW_KINDS] = {
        [RSW_MODEL] = bytes_before_body(rsw, RSW_MODEL) + RSW_MODEL_POSITION,
        [RSW_LIGHT] = RSW_LIGHT_POSITION,
        [RSW_SOUND] = RSW_SOUND_POSITION,
        [RSW_EFFECT] = RSW_EFFECT_POSITION,
    };
    for (uint32_t kind = 0; kind < RSW_KINDS; kind++) sizes[kind] = body_bytes(rsw, kind);
    const uint32_t model = sizes[RSW_MODEL];
    for (uint64_t i = 0; i < rsw->object_count; i++) {
        uint64_t start = reader->at;
        uint32_t kind = 0;
        const uint8_t *body;
        if (!read_u32(reader, "the kind of an object", &kind)) return false;
        if (kind < RSW_MODEL || kind >= RSW_KINDS) {
            return reader_fail(reader, start,
                               "object %" PRIu64 " of %" PRIu64 " has kind %d, expected 1 to 4", i,
                               rsw->object_count, (int32_t)kind);
        }
        /* nearly all objects are models, so the next object's place is guessed before this one is
        ** read */
        uint32_t size = kind == RSW_MODEL ? model : sizes[kind];
        if (!read_bytes(reader, names[kind], size, &body)) return false;
        objects[i] = (RswObject){start, body + places[kind], kind, (uint32_t)counts[kind]++};
        if (arena_interrupted_at(&rsw->document.arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* Tells whether bytes are a tree, which some files before 2.1 have: the size is that of a tree, the
** root isn't empty, and the centre of each node is the middle of its box. */
static bool is_early_tree(const uint8_t *bytes, uint64_t size) {
    if (size != (uint64_t)RSW_TREE_NODES * RSW_NODE_BYTES ||
        !(load_f32(bytes + RSW_NODE_MINIMUM) < load_f32(bytes + RSW_NODE_MAXIMUM))) {
        return false;
    }
    for (uint32_t i = 0; i < 3 * RSW_TREE_NODES; i++) {
        const uint8_t *node = bytes + i / 3 * RSW_NODE_BYTES + i % 3 * 4;
        double middle = ((double)load_f32(node + RSW_NODE_MAXIMUM) +
                         (double)load_f32(node + RSW_NODE_MINIMUM)) /
                        2;
        if (!rsw_is_near((double)load_f32(node + RSW_NODE_CENTER), middle)) return false;
    }
    return true;
}

/* Reads the tree behind the objects; if it is truncated, only its whole nodes count. */
static void read_tree(Rsw *rsw, Reader *reader) {
    const uint8_t *behind = reader->bytes + reader->at;
    uint64_t left = reader_left(reader), nodes = left / RSW_NODE_BYTES;
    if (!rsw_since(rsw, 2, 1) && !is_early_tree(behind, left)) nodes = 0;
    if (nodes) rsw->tree = behind;
    if (nodes > RSW_TREE_NODES) nodes = RSW_TREE_NODES;
    rsw->node_count = nodes;
    reader->at += nodes * RSW_NODE_BYTES;
    rsw->trailing.size = reader_rest(reader, &rsw->trailing.bytes);
}

typedef struct Reading {
    bool model_byte, sound_cycle;
} Reading;

/* The ways in which a version can be read. The first is the one that most programs use. */
static int list_readings(const Rsw *rsw, Reading *readings) {
    bool cycle = rsw_since(rsw, 2, 0), model_byte = rsw_since(rsw, 2, 7);
    if (rsw->major == 2 && rsw->minor == 6) {
        model_byte = load_u32(rsw->header + RSW_HEADER_BUILD) >= FIRST_BUILD_WITH_MODEL_BYTE;
    }
    readings[0] = readings[1] = (Reading){model_byte, cycle};
    if (rsw->major != 2) return 1;
    if (rsw->minor == 6) readings[1].model_byte = !model_byte;
    else if (rsw->minor == 0) readings[1].sound_cycle = !cycle;
    else return 1;
    return 2;
}

typedef struct Attempt {
    int fit;       /* 0: the reading doesn't fit; 3: it ends exactly at the end of the file */
    Reader reader; /* behind the objects */
    uint64_t counts[RSW_KINDS];
    Error error; /* why the reading doesn't fit */
} Attempt;

static void try_reading(const Rsw *rsw, Reading reading, const Reader *reader, RswObject *objects,
                        Attempt *attempt) {
    Rsw read = *rsw;
    *attempt = (Attempt){.reader = *reader};
    attempt->reader.error = &attempt->error;
    read.has_model_byte = reading.model_byte;
    read.has_sound_cycle = reading.sound_cycle;
    if (!walk_objects(&read, &attempt->reader, objects, attempt->counts, &attempt->error)) return;
    Reader behind = attempt->reader;
    read_tree(&read, &behind);
    bool whole_tree = read.node_count == RSW_TREE_NODES;
    if (!read.trailing.size && (whole_tree || !read.node_count)) attempt->fit = 3;
    else attempt->fit = whole_tree ? 2 : 1;
}

/* Chooses the first reading of those that fit best, and reads the objects that way. If none fits,
** the error is that of the first one. The first reading is tried last, because it is nearly always
** the best, and `objects` then has what it read. */
static bool choose_reading(Rsw *rsw, Reader *reader, RswObject *objects, uint64_t *counts) {
    Reading readings[2];
    Attempt attempts[2];
    int count = list_readings(rsw, readings), chosen = 0;
    for (int i = count - 1; i >= 0; i--) {
        try_reading(rsw, readings[i], reader, objects, &attempts[i]);
        if (attempts[i].error.kind == ERROR_INTERRUPTED) return fail_interrupted(reader->error);
    }
    if (count > 1) {
        chosen = attempts[1].fit > attempts[0].fit;
        rsw->is_ambiguous = attempts[0].fit == attempts[1].fit;
    }
    if (chosen) try_reading(rsw, readings[chosen], reader, objects, &attempts[chosen]);
    if (!attempts[chosen].fit) {
        *reader->error = attempts[chosen].error;
        return false;
    }
    rsw->has_model_byte = readings[chosen].model_byte;
    rsw->has_sound_cycle = readings[chosen].sound_cycle;
    rsw->is_second_reading = chosen > 0;
    reader->at = attempts[chosen].reader.at;
    memcpy(counts, attempts[chosen].counts, sizeof attempts[chosen].counts);
    return true;
}

static bool list_kinds(Rsw *rsw, const RswObject *objects, const uint64_t *counts, Error *error) {
    Arena *arena = &rsw->document.arena;
    uint64_t *starts[RSW_KINDS];
    uint32_t *objects_of[RSW_KINDS];
    for (uint32_t kind = RSW_MODEL; kind < RSW_KINDS; kind++) {
        starts[kind] = arena_alloc(arena, counts[kind], sizeof **starts);
        objects_of[kind] = arena_alloc(arena, counts[kind], sizeof **objects_of);
        if (!starts[kind] || !objects_of[kind]) return fail_memory(error, arena);
        rsw->lists[kind] =
            (Children){.count = counts[kind], .starts = starts[kind], .parents = objects_of[kind]};
    }
    uint32_t before_model = RSW_OBJECT_BODY + bytes_before_body(rsw, RSW_MODEL);
    for (uint64_t i = 0; i < rsw->object_count; i++) {
        uint32_t kind = objects[i].kind,
                 before = kind == RSW_MODEL ? before_model : RSW_OBJECT_BODY;
        starts[kind][objects[i].index] = objects[i].start + before;
        objects_of[kind][objects[i].index] = (uint32_t)i;
    }
    return true;
}

static bool read_objects(Rsw *rsw, Reader *reader) {
    uint64_t counts[RSW_KINDS] = {0}, start = reader->at, left;
    uint32_t count = 0;
    Arena *arena = &rsw->document.arena;
    if (!read_u32(reader, "the number of objects", &count)) return false;
    left = reader_left(reader);
    if (count > left / LEAST_OBJECT_BYTES) {
        return reader_fail(reader, start,
                           "%u objects need at least %" PRIu64 " bytes, %" PRIu64 " left", count,
                           (uint64_t)count * LEAST_OBJECT_BYTES, left);
    }
    rsw->object_count = count;
    RswObject *objects = arena_alloc(arena, count, sizeof *objects);
    if (!objects) return fail_memory(reader->error, arena);
    rsw->objects = objects;
    return choose_reading(rsw, reader, objects, counts) &&
           list_kinds(rsw, objects, counts, reader->error);
}

static bool rsw_open(Document *document, Error *error) {
    Rsw *rsw = (Rsw *)document;
    Reader reader = {.bytes = document->bytes, .size = document->size, .error = error};
    if (!ro_read_version(document, &reader, &versions, &rsw->major, &rsw->minor) ||
        !read_fields(rsw, &reader) || !read_unknowns(rsw, &reader) || !read_objects(rsw, &reader)) {
        return false;
    }
    read_tree(rsw, &reader);
    return true;
}

const Format rsw_format = {
    .name = "RSW",
    .ending = ".rsw",
    .doc = "Ragnarok Online world: water, light, models, sounds and effects of a map.",
    .magic = "GRSW",
    .document_bytes = sizeof(Rsw),
    .open = rsw_open,
    .check = rsw_check,
    .finds_no_errors = true,
    .check_beside = rsw_check_beside,
};

const uint8_t *rsw_name(const Rsw *rsw, uint64_t object, uint32_t *bytes) {
    const RswObject *at = &rsw->objects[object];
    const uint8_t *body = rsw->document.bytes + at->start + RSW_OBJECT_BODY;
    *bytes = at->kind == RSW_MODEL ? RSW_MODEL_NAME_BYTES : RSW_NAME_BYTES;
    if (at->kind == RSW_MODEL && !rsw_model_head_bytes(rsw)) return NULL;
    return body;
}

bool rsw_light_is_integer(const uint8_t *body) {
    uint32_t red = load_u32(body + RSW_LIGHT_COLOR), green = load_u32(body + RSW_LIGHT_COLOR + 4);
    uint32_t blue = load_u32(body + RSW_LIGHT_COLOR + 8);
    return red < 256 && green < 256 && blue < 256 && (red | green | blue);
}

bool rsw_place_nodes(Document *document, Error *error) {
    static const uint16_t nodes_of_level[] = {RSW_TREE_NODES, 341, 85, 21, 5, 1};
    Rsw *rsw = (Rsw *)document;
    if (rsw->places) return true;
    RswPlace *places = arena_alloc(&document->arena, RSW_TREE_NODES, sizeof *places);
    if (!places) return fail_memory(error, &document->arena);
    places[0] = (RswPlace){.parent = UINT32_MAX};
    for (uint32_t node = 0; node < RSW_TREE_NODES; node++) {
        /* rounded down, because the node itself is in none of its quadrants */
        uint32_t each = nodes_of_level[places[node].level] / RSW_QUADRANTS;
        for (uint8_t quadrant = 0; each && quadrant < RSW_QUADRANTS; quadrant++) {
            places[node + 1 + quadrant * each] =
                (RswPlace){node, (uint8_t)(places[node].level + 1), quadrant};
        }
    }
    rsw->places = places;
    return true;
}
