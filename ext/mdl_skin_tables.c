/* The MDL tables of skins: bones, slots and weights. */
#include "mdl_tables.h"

/* ---- mdl_skins --------------------------------------------------------------------------------- */

LIST_ROWS(skin_rows, parts[MDL_SKIN], mdl_list_parts(mdl, MDL_SKIN, error))
LIST_FIND(find_skins, parts[MDL_SKIN], node_count)

static Value skin_slots(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer(mdl->nodes[owner_of(row, LIST(parts[MDL_SKIN]))].slots);
}

static const Column skin_columns[] = {
    NODE_ID(parts[MDL_SKIN]),
    GET("slot_count", INTEGER, NULL, "Slots for bones: 18, or 64 as NWN:EE writes it", skin_slots),
    U32("map_count", NULL, "Nodes of which the skin tells the slot: all of the geometry",
        MDL_SKIN_MAP_COUNT),
    U32("rotation_count", NULL, "Nodes of which it tells the inverse bind rotation",
        MDL_SKIN_ROTATIONS + 4),
    U32("translation_count", NULL, "Nodes of which it tells the inverse bind translation",
        MDL_SKIN_TRANSLATIONS + 4),
};

static const Column skin_hidden[] = {
    ARRAY("weights_array", "weights, which compilers use", 0),
    U32("weights_pointer", NULL, "Stored raw pointer to the weights", MDL_SKIN_WEIGHTS),
    U32("vertex_slots_pointer", NULL, "Stored raw pointer to the slots of vertices",
        MDL_SKIN_VERTEX_SLOTS),
    U32("map_pointer", NULL, "Stored pointer to the slots of nodes", MDL_SKIN_MAP),
    U32("rotations_pointer", NULL, "Stored pointer to the rotations", MDL_SKIN_ROTATIONS),
    U32("rotations_allocated", NULL, "Stored room for rotations", MDL_SKIN_ROTATIONS + 8),
    U32("translations_pointer", NULL, "Stored pointer to the translations",
        MDL_SKIN_TRANSLATIONS),
    U32("translations_allocated", NULL, "Stored room for translations",
        MDL_SKIN_TRANSLATIONS + 8),
    ARRAY("constants", "bone constants", MDL_SKIN_CONSTANTS),
};

const Table mdl_skins = {
    .name = "mdl_skins",
    .doc = "Skins: meshes whose vertices follow bones.",
    .example = "SELECT n.path, s.slot_count, s.map_count FROM mdl_skins('samples/*.mdl') s "
               "JOIN mdl_nodes(s.source) n ON n.id = s.node_id",
    .format = &mdl_format,
    COLUMNS(skin_columns),
    HIDDEN(skin_hidden),
    .typical_rows = 1,
    .rows = skin_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_skins}},
};

/* ---- mdl_bones --------------------------------------------------------------------------------- */

LIST_ROWS(bone_rows, bones, mdl_list_bones(mdl, error))
LIST_FIND(find_bones, bones, node_count)

static const uint8_t *skin_of(const Row *row, uint32_t list) {
    const Mdl *mdl = row->document;
    return mdl_bytes(mdl, mdl_part_start(mdl, owner_of(row, list), MDL_SKIN));
}

/* The entry of the row's node in an array of the skin; NULL where that ends before. */
static const uint8_t *bone_entry(const Row *row, uint32_t array, uint32_t each) {
    const uint8_t *skin = skin_of(row, LIST(bones));
    uint64_t number = number_of(row, LIST(bones));
    if (number >= load_u32(skin + array + 4)) return NULL;
    return mdl_bytes(row->document,
                     MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(skin + array) + number * each);
}

static Value bone_node(const Row *row) {
    const Mdl *mdl = row->document;
    return value_reference((int64_t)number_of(row, LIST(bones)), mdl->geometry_count);
}

static Value bone_slot(const Row *row, uint32_t raw) {
    const uint8_t *skin = skin_of(row, LIST(bones));
    uint64_t number = number_of(row, LIST(bones));
    if (raw && number >= load_u32(skin + MDL_SKIN_MAP_COUNT)) return value_null();
    int32_t slot = mdl_bone_slot(row->document, skin, number);
    return !raw && slot < 0 ? value_null() : value_integer(slot);
}

/* The file has w first. */
static Value bone_rotation(const Row *row, uint32_t number) {
    const uint8_t *entry = bone_entry(row, MDL_SKIN_ROTATIONS, 16);
    return entry ? value_real((double)load_f32(entry + 4 * ((number + 1) % 4))) : value_null();
}

static Value bone_translation(const Row *row, uint32_t number) {
    const uint8_t *entry = bone_entry(row, MDL_SKIN_TRANSLATIONS, 12);
    return entry ? value_real((double)load_f32(entry + 4 * number)) : value_null();
}

static Value bone_constant(const Row *row) {
    const uint8_t *entry = bone_entry(row, MDL_SKIN_CONSTANTS, 4);
    return entry ? value_integer(load_u32(entry)) : value_null();
}

static const Column bone_columns[] = {
    NODE_ID(bones),
    GET_REF("bone_node_id", "mdl_nodes", "Node of the geometry, its bone", bone_node),
    GET_WITH("bone_slot", INTEGER, NULL, "Its slot, which weights name; NULL: it moves no vertex",
        bone_slot, 0),
    GET_WITH("rotation_x", REAL, NULL, "Rotation of the inverse bind pose as a quaternion, x",
        bone_rotation, 0),
    GET_WITH("rotation_y", REAL, NULL, "The same, y", bone_rotation, 1),
    GET_WITH("rotation_z", REAL, NULL, "The same, z", bone_rotation, 2),
    GET_WITH("rotation_w", REAL, NULL, "The same, w", bone_rotation, 3),
    GET_WITH("translation_x", REAL, METERS, "Translation of the inverse bind pose, x",
        bone_translation, 0),
    GET_WITH("translation_y", REAL, METERS, "The same, y", bone_translation, 1),
    GET_WITH("translation_z", REAL, METERS, "The same, z", bone_translation, 2),
};

static const Column bone_hidden[] = {
    GET_WITH("bone_slot_raw", INTEGER, NULL, "Stored slot, -1: none", bone_slot, 1),
    GET("bone_constant", INTEGER, NULL, "Stored constant: garbage", bone_constant),
};

const Table mdl_bones = {
    .name = "mdl_bones",
    .doc = "What skins tell of each node of the geometry: its slot, and how its bind pose is "
           "undone.",
    .example = "SELECT n.name, b.bone_slot, b.translation_z FROM mdl_bones('samples/*.mdl') b "
               "JOIN mdl_nodes(b.source) n ON n.id = b.bone_node_id WHERE b.bone_slot >= 0",
    .format = &mdl_format,
    COLUMNS(bone_columns),
    HIDDEN(bone_hidden),
    .typical_rows = 30,
    .rows = bone_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 60, .find = find_bones}},
};

/* ---- mdl_bone_slots ---------------------------------------------------------------------------- */

LIST_ROWS(slot_rows, slots, mdl_list_slots(mdl, error))
LIST_FIND(find_slots, slots, node_count)

static Value slot_node(const Row *row) {
    int64_t slot = (int64_t)number_of(row, LIST(slots));
    int64_t node = mdl_slot_node(row->document, owner_of(row, LIST(slots)), slot);
    return node < 0 ? value_null() : value_integer(node);
}

static const Column slot_columns[] = {
    NODE_ID(slots),
    GET_WITH("bone_slot", INTEGER, NULL, "Number of the slot", list_number, LIST(slots)),
    GET_REF("bone_node_id", "mdl_nodes", "Its bone; NULL: no node of the geometry has the slot",
            slot_node),
};

static const Column slot_hidden[] = {
    I16("bone_node_id_raw", NULL, "Stored number of the node; garbage where the slot is unused", 0),
};

const Table mdl_bone_slots = {
    .name = "mdl_bone_slots",
    .doc = "Slots of skins: the bones that weights can name.",
    .example = "SELECT s.bone_slot, n.name FROM mdl_bone_slots('samples/*.mdl') s "
               "JOIN mdl_nodes(s.source) n ON n.id = s.bone_node_id",
    .format = &mdl_format,
    COLUMNS(slot_columns),
    HIDDEN(slot_hidden),
    .typical_rows = 20,
    .rows = slot_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 20, .find = find_slots}},
};

/* ---- mdl_weights ------------------------------------------------------------------------------- */

LIST_ROWS(weight_rows, weights, mdl_list_weights(mdl, error))
LIST_FIND(find_weights, weights, node_count)
LIST_FIND_VERTEX(find_weights_of_vertex, weights, 4)

/* The row's entry in one of the two raw arrays; NULL where the skin has none. */
static const uint8_t *weight_entry(const Row *row, uint32_t pointer_field, uint32_t each) {
    const Mdl *mdl = row->document;
    uint32_t pointer = load_u32(skin_of(row, LIST(weights)) + pointer_field);
    if (pointer == UINT32_MAX) return NULL;
    return mdl_bytes(mdl, mdl->model_end + pointer + number_of(row, LIST(weights)) * each);
}

typedef enum WeightFact {
    WEIGHT_VERTEX,
    WEIGHT_VERTEX_INDEX,
    WEIGHT_LANE,
    WEIGHT,
    WEIGHT_SLOT,
    WEIGHT_SLOT_RAW,
    WEIGHT_BONE
} WeightFact;

static Value weight_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    uint32_t node = owner_of(row, LIST(weights));
    uint64_t number = number_of(row, LIST(weights));
    const uint8_t *entry;
    int64_t id = -1;
    switch ((WeightFact)fact) {
    case WEIGHT_VERTEX: id = mdl_vertex(mdl, node, number / 4); break;
    case WEIGHT_VERTEX_INDEX: id = (int64_t)(number / 4); break;
    case WEIGHT_LANE: id = (int64_t)(number % 4); break;
    case WEIGHT:
        entry = weight_entry(row, MDL_SKIN_WEIGHTS, 4);
        return entry ? value_real((double)load_f32(entry)) : value_null();
    case WEIGHT_SLOT:
    case WEIGHT_SLOT_RAW:
    case WEIGHT_BONE:
        entry = weight_entry(row, MDL_SKIN_VERTEX_SLOTS, 2);
        if (!entry) return value_null();
        id = load_i16(entry);
        if (fact == WEIGHT_SLOT_RAW) return value_integer(id);
        if (fact == WEIGHT_BONE) id = mdl_slot_node(mdl, node, id);
        break;
    }
    return id < 0 ? value_null() : value_integer(id);
}

static const Column weight_columns[] = {
    NODE_ID(weights),
    GET_REF_WITH("vertex_id", "mdl_vertices", "Its vertex", weight_fact, WEIGHT_VERTEX),
    GET_WITH("vertex_index", INTEGER, NULL, "Number of the vertex in its node", weight_fact,
        WEIGHT_VERTEX_INDEX),
    GET_WITH("lane", INTEGER, NULL, "Which of the vertex' four, from 0", weight_fact, WEIGHT_LANE),
    GET_WITH("weight", REAL, NULL, "How much the bone moves the vertex; those of a vertex sum to 1",
        weight_fact, WEIGHT),
    GET_WITH("bone_slot", INTEGER, NULL, "Slot of the bone; NULL: none", weight_fact, WEIGHT_SLOT),
    GET_REF_WITH("bone_node_id", "mdl_nodes", "The bone, a node of the geometry", weight_fact,
            WEIGHT_BONE),
};

static const Column weight_hidden[] = {
    GET_WITH("bone_slot_raw", INTEGER, NULL, "Stored slot, -1: none", weight_fact, WEIGHT_SLOT_RAW),
};

const Table mdl_weights = {
    .name = "mdl_weights",
    .doc = "Weights of a skin's vertices, four for each.",
    .example = "SELECT n.name, count(*), sum(w.weight) FROM mdl_weights('samples/*.mdl') w "
               "JOIN mdl_nodes(w.source) n ON n.id = w.bone_node_id GROUP BY 1",
    .format = &mdl_format,
    COLUMNS(weight_columns),
    HIDDEN(weight_hidden),
    .typical_rows = 300,
    .rows = weight_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 600, .find = find_weights},
                {.keys = {"vertex_id"}, .rows_per_key = 4, .find = find_weights_of_vertex}},
};
