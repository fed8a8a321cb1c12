/* The MDL tables of skins: bones, slots and weights. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

static Value skin_slots(const Row *row) {
    const Mdl *mdl = row->document;
    if (!mdl->is_binary) return value_null();
    return value_integer(mdl->nodes[mdl->parts[MDL_SKIN].parents[row->index]].slots);
}

static const Column skin_columns[] = {
    NODE_ID(parts[MDL_SKIN]),
    GET("slot_count", INTEGER, NULL,
        "Slots for bones: 18, or 64 as NWN:EE writes it; NULL in a text", skin_slots),
    U32("map_count", NULL, "Number of nodes whose slot the skin gives: all nodes of the geometry",
        MDL_SKIN_MAP_COUNT, SHAPES_COUNT),
    U32("rotation_count", NULL, "Number of nodes whose inverse bind rotation the skin gives",
        MDL_USED(MDL_SKIN_ROTATIONS), SHAPES_COUNT),
    U32("translation_count", NULL, "Number of nodes whose inverse bind translation the skin gives",
        MDL_USED(MDL_SKIN_TRANSLATIONS), SHAPES_COUNT),
    ARRAY("weights_array", "weights, which compilers use", MDL_SKIN_UNUSED),
    STORED_PLACE("weights_pointer", "Stored raw pointer to the weights", MDL_SKIN_WEIGHTS),
    STORED_PLACE("vertex_slots_pointer", "Stored raw pointer to the slots of vertices",
                 MDL_SKIN_VERTEX_SLOTS),
    STORED_PLACE("map_pointer", "Stored pointer to the slots of nodes", MDL_SKIN_MAP),
    STORED_ENDS("rotations", "rotations", MDL_SKIN_ROTATIONS),
    STORED_ENDS("translations", "translations", MDL_SKIN_TRANSLATIONS),
    ARRAY("constants", "bone constants", MDL_SKIN_CONSTANTS),
};

const Table mdl_skins = {
    TABLE("mdl_skins", mdl_format, skin_columns),
    .also_called = "SkinMesh",
    .doc = "Skins: meshes whose vertices follow bones.",
    .example = "SELECT n.path, s.slot_count, s.map_count FROM mdl_skins('samples/*.mdl') s "
               "JOIN mdl_nodes(s.source) n ON n.id = s.node_id",
    NODE_ROWS(parts[MDL_SKIN], 1),
};

/* Returns the skin to which a row belongs. */
static const uint8_t *skin_of(const Row *row, const Children *list) {
    const Mdl *mdl = row->document;
    return mdl_bytes(mdl, mdl_part_start(mdl, list->parents[row->index], MDL_SKIN));
}

static const uint8_t *skin_of_bone(const Row *row) {
    return skin_of(row, &((const Mdl *)row->document)->bones);
}

static uint64_t bone_number(const Row *row) {
    return children_number(&((const Mdl *)row->document)->bones, row->index);
}

/* Returns the entry of the row's node in an array of the skin; NULL if the array is shorter. */
static const uint8_t *bone_entry(const Row *row, uint32_t array, uint32_t each) {
    return mdl_entry(row->document, skin_of_bone(row), array, bone_number(row), each);
}

static Value bone_node(const Row *row) {
    return value_reference((int64_t)bone_number(row), ((const Mdl *)row->document)->geometry_count);
}

static Value bone_slot(const Row *row) {
    return value_reference(mdl_bone_slot(row->document, skin_of_bone(row), bone_number(row)),
                           UINT32_MAX);
}

static Value bone_slot_raw(const Row *row) {
    const uint8_t *skin = skin_of_bone(row);
    uint64_t number = bone_number(row);
    if (number >= load_u32(skin + MDL_SKIN_MAP_COUNT)) return value_null();
    return value_integer(mdl_bone_slot(row->document, skin, number));
}

/* Returns part `number` (x, y, z, w) of a bone's rotation, of which the file stores w first. */
static const uint8_t *bone_rotation_at(const Row *row, uint32_t number) {
    const uint8_t *entry = bone_entry(row, MDL_SKIN_ROTATIONS, MDL_ROTATION_BYTES);
    return entry ? entry + 4 * ((number + 1) % 4) : NULL;
}

static const uint8_t *bone_translation_at(const Row *row, uint32_t number) {
    const uint8_t *entry = bone_entry(row, MDL_SKIN_TRANSLATIONS, MDL_TRANSLATION_BYTES);
    return entry ? entry + 4 * number : NULL;
}

static const uint8_t *bone_constant_at(const Row *row, uint32_t at UNUSED) {
    return bone_entry(row, MDL_SKIN_CONSTANTS, MDL_CONSTANT_BYTES);
}

static const Column bone_columns[] = {
    NODE_ID(bones),
    GET_REF("bone_node_id", "mdl_nodes", "Node of the geometry, its bone", bone_node),
    GET("bone_slot", INTEGER, NULL, "Its slot, which weights refer to; NULL if it moves no vertex",
        bone_slot),
    TURN_AT("rotation_", "Rotation of the inverse bind pose", "", bone_rotation_at, false),
    VECTOR_AT("translation_", METERS, "Translation of the inverse bind pose", "", "",
              bone_translation_at, false),
    GET("bone_slot_raw", INTEGER, NULL, "Slot as stored, where -1 means none", bone_slot_raw,
        .hidden = true),
    FIELD_AT(U32, "bone_constant", NULL, "Stored constant: garbage", bone_constant_at, 0,
             .hidden = true),
};

const Table mdl_bones = {
    TABLE("mdl_bones", mdl_format, bone_columns),
    .identity = {"node_id", "bone_node_id"},
    .doc = "What skins store for each node of the geometry: its slot, and how its bind pose is "
           "undone.",
    .example = "SELECT n.name, b.bone_slot, b.translation_z FROM mdl_bones('samples/*.mdl') b "
               "JOIN mdl_nodes(b.source) n ON n.id = b.bone_node_id WHERE b.bone_slot >= 0",
    .typical_rows = 30,
    NODE_ROWS_AT(bones, 60, mdl_computed_offset),
};

static Value slot_node(const Row *row) {
    const Children *slots = &((const Mdl *)row->document)->slots;
    int64_t slot = (int64_t)children_number(slots, row->index);
    return value_reference(mdl_slot_node(row->document, slots->parents[row->index], slot),
                           UINT32_MAX);
}

static const Column slot_columns[] = {
    NODE_ID(slots),
    NUMBER("bone_slot", "Number of the slot", Mdl, slots),
    GET_REF("bone_node_id", "mdl_nodes", "Its bone; NULL if no node of the geometry has the slot",
            slot_node),
    I16("bone_node_id_raw", NULL, "Stored number of the node; garbage where the slot is unused",
        MDL_SLOT_NODE, BINARY_ONLY, .hidden = true),
};

const Table mdl_bone_slots = {
    TABLE("mdl_bone_slots", mdl_format, slot_columns),
    .doc = "Slots of skins: the bones that weights can name.",
    .example = "SELECT s.bone_slot, n.name FROM mdl_bone_slots('samples/*.mdl') s "
               "JOIN mdl_nodes(s.source) n ON n.id = s.bone_node_id",
    .typical_rows = 20,
    NODE_ROWS_AT(slots, 20, mdl_computed_offset),
};

static uint64_t weight_number(const Row *row) {
    return children_number(&((const Mdl *)row->document)->weights, row->index);
}

static uint32_t weight_node(const Row *row) {
    return ((const Mdl *)row->document)->weights.parents[row->index];
}

/* Returns the row's entry in one of the two raw arrays, whose pointer is at `pointer_field` of the
** skin; NULL if the skin lacks the array. */
static const uint8_t *weight_at(const Row *row, uint32_t pointer_field) {
    const Mdl *mdl = row->document;
    uint32_t pointer = load_u32(skin_of(row, &mdl->weights) + pointer_field);
    uint32_t each = pointer_field == MDL_SKIN_WEIGHTS ? MDL_WEIGHT_BYTES : MDL_SLOT_BYTES;
    if (pointer == UINT32_MAX) return NULL;
    return mdl_bytes(mdl, mdl->raw_start + pointer + weight_number(row) * each);
}

static Value weight_vertex(const Row *row) {
    return value_vertex(row, weight_node(row), weight_number(row) / MDL_LANES);
}

static Value weight_vertex_index(const Row *row) {
    return value_integer((int64_t)(weight_number(row) / MDL_LANES));
}

static Value weight_lane(const Row *row) {
    return value_integer((int64_t)(weight_number(row) % MDL_LANES));
}

static Value weight_slot(const Row *row) {
    const uint8_t *entry = weight_at(row, MDL_SKIN_VERTEX_SLOTS);
    return entry ? value_reference(load_i16(entry), INT64_MAX) : value_null();
}

static Value weight_bone(const Row *row) {
    Value slot = weight_slot(row);
    if (slot.type == VALUE_NULL) return slot;
    return value_reference(mdl_slot_node(row->document, weight_node(row), slot.integer),
                           UINT32_MAX);
}

static uint64_t weight_offset(const Row *row) {
    const Mdl *mdl = row->document;
    int64_t vertex = mdl_vertex(mdl, weight_node(row), weight_number(row) / MDL_LANES);
    return mdl_vertex_offset(mdl, vertex, ASCII_VERTEX_SECOND, mdl->weights.starts[row->index]);
}

static const Column weight_columns[] = {
    NODE_ID(weights),
    GET_REF("vertex_id", "mdl_vertices", "Its vertex", weight_vertex),
    GET("vertex_index", INTEGER, NULL, "Number of the vertex in its node", weight_vertex_index),
    GET("lane", INTEGER, NULL, "Which of the vertex's four weights it is, counted from 0",
        weight_lane),
    FIELD_AT(F32, "weight", NULL,
             "How much the bone moves the vertex; the weights of a vertex add up to 1", weight_at,
             MDL_SKIN_WEIGHTS),
    GET("bone_slot", INTEGER, NULL, "Slot of the bone; NULL if there is none", weight_slot),
    GET_REF("bone_node_id", "mdl_nodes", "The bone, a node of the geometry", weight_bone),
    FIELD_AT(I16, "bone_slot_raw", NULL, "Slot as stored, where -1 means none", weight_at,
             MDL_SKIN_VERTEX_SLOTS, .hidden = true),
};

const Table mdl_weights = {
    TABLE("mdl_weights", mdl_format, weight_columns),
    .doc = "Weights of a skin's vertices, four for each.",
    .example = "SELECT n.name, count(*), sum(w.weight) FROM mdl_weights('samples/*.mdl') w "
               "JOIN mdl_nodes(w.source) n ON n.id = w.bone_node_id GROUP BY 1",
    .typical_rows = 300,
    NODE_ROWS_AT(weights, 600, weight_offset),
};
