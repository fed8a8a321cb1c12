/* The MDL tables of the other kinds of nodes: lights, emitters, references, danglymeshes,
** animmeshes and walkmeshes' trees of boxes. */
#include "mdl_tables.h"

/* ---- mdl_lights -------------------------------------------------------------------------------- */

LIST_ROWS(light_rows, parts[MDL_LIGHT], mdl_list_parts(mdl, MDL_LIGHT, error))
LIST_FIND(find_lights, parts[MDL_LIGHT], node_count)

static const Column light_columns[] = {
    NODE_ID(parts[MDL_LIGHT]),
    F32("flare_radius", METERS, "How far its lens flares are seen", 0),
    U32("priority", NULL, "Which lights are left out first: 1 last, 5 first", 64),
    U32("ambient_only", NULL, "1: it has no direction", 68),
    U32("dynamic_type", NULL, "Which objects it lights: 0, 1 or 2", 72),
    U32("affect_dynamic", NULL, "1: it lights moving objects", 76),
    U32("shadow", NULL, "1: it makes shadows", 80),
    U32("generate_flare", NULL, "1: it makes lens flares", 84),
    U32("fading", NULL, "1: it fades in and out", 88),
    U32("flare_size_count", NULL, "Sizes of lens flares", MDL_FLARE_SIZES + 4),
    U32("flare_position_count", NULL, "Positions of lens flares", MDL_FLARE_POSITIONS + 4),
    U32("flare_color_shift_count", NULL, "Colour shifts of lens flares", MDL_FLARE_SHIFTS + 4),
    U32("flare_texture_count", NULL, "Textures of lens flares", MDL_FLARE_TEXTURES + 4),
};

static const Column light_hidden[] = {
    ARRAY("unused", "an unused array", 4),
    U32("flare_sizes_pointer", NULL, "Stored pointer to the sizes", MDL_FLARE_SIZES),
    U32("flare_sizes_allocated", NULL, "Stored room for sizes", MDL_FLARE_SIZES + 8),
    U32("flare_positions_pointer", NULL, "Stored pointer to the positions", MDL_FLARE_POSITIONS),
    U32("flare_positions_allocated", NULL, "Stored room for positions", MDL_FLARE_POSITIONS + 8),
    U32("flare_color_shifts_pointer", NULL, "Stored pointer to the colour shifts",
        MDL_FLARE_SHIFTS),
    U32("flare_color_shifts_allocated", NULL, "Stored room for colour shifts",
        MDL_FLARE_SHIFTS + 8),
    U32("flare_textures_pointer", NULL, "Stored pointer to the textures", MDL_FLARE_TEXTURES),
    U32("flare_textures_allocated", NULL, "Stored room for textures", MDL_FLARE_TEXTURES + 8),
};

const Table mdl_lights = {
    .name = "mdl_lights",
    .doc = "Lights; their colour and radius are controllers.",
    .example = "SELECT n.path, l.priority, l.shadow, l.flare_size_count "
               "FROM mdl_lights('samples/*.mdl') l JOIN mdl_nodes(l.source) n ON n.id = l.node_id",
    .format = &mdl_format,
    COLUMNS(light_columns),
    HIDDEN(light_hidden),
    .typical_rows = 2,
    .rows = light_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_lights}},
};

/* ---- mdl_flares -------------------------------------------------------------------------------- */

LIST_ROWS(flare_rows, flares, mdl_list_flares(mdl, error))
LIST_FIND(find_flares, flares, node_count)

/* The flare's entry in one of the light's arrays; NULL where that ends before. */
static const uint8_t *flare_entry(const Row *row, uint32_t array, uint32_t each) {
    const Mdl *mdl = row->document;
    uint64_t number = number_of(row, LIST(flares));
    const uint8_t *light =
        mdl_bytes(mdl, mdl_part_start(mdl, owner_of(row, LIST(flares)), MDL_LIGHT));
    if (number >= load_u32(light + array + 4)) return NULL;
    return mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(light + array) +
                              number * each);
}

/* Array, bytes of an entry, and which of its floats. */
#define FLARE(array, each, number) ((uint32_t)(array) << 16 | (each) << 8 | (number))

static Value flare_float(const Row *row, uint32_t parameter) {
    const uint8_t *entry = flare_entry(row, parameter >> 16, parameter >> 8 & 0xFF);
    return entry ? value_real((double)load_f32(entry + 4 * (parameter & 0xFF))) : value_null();
}

/* The name is as long as it is: up to a NUL, but no longer than any name may be. */
static Value flare_texture(const Row *row, uint32_t raw) {
    const Mdl *mdl = row->document;
    const uint8_t *entry = flare_entry(row, MDL_FLARE_TEXTURES, 4);
    if (!entry) return value_null();
    uint32_t pointer = load_u32(entry), length;
    if (raw) return value_integer(pointer);
    uint64_t start = MDL_FILE_HEADER_BYTES + (uint64_t)pointer;
    if (!pointer || start >= mdl->model_end) return value_null();
    uint64_t left = mdl->model_end - start;
    const char *text = text_convert(row->scratch, ENCODING_CP1252, mdl_bytes(mdl, start),
                                    left < MDL_LONG_NAME ? left : MDL_LONG_NAME, &length);
    return text ? value_text_of(text, length) : value_null();
}

static const Column flare_columns[] = {
    NODE_ID(flares),
    GET_WITH("flare_index", INTEGER, NULL, "Number among the flares of its light", list_number,
        LIST(flares)),
    GET_WITH("texture", TEXT, NULL, "Texture; NULL: the light has fewer", flare_texture, 0),
    GET_WITH("size", REAL, NULL, "Size", flare_float, FLARE(MDL_FLARE_SIZES, 4, 0)),
    GET_WITH("position", REAL, NULL, "Place between the light (0) and the middle of the screen (1)",
        flare_float, FLARE(MDL_FLARE_POSITIONS, 4, 0)),
    GET_WITH("color_shift_red", REAL, NULL, "What is added to the colour, red", flare_float,
        FLARE(MDL_FLARE_SHIFTS, 12, 0)),
    GET_WITH("color_shift_green", REAL, NULL, "What is added to the colour, green", flare_float,
        FLARE(MDL_FLARE_SHIFTS, 12, 1)),
    GET_WITH("color_shift_blue", REAL, NULL, "What is added to the colour, blue", flare_float,
        FLARE(MDL_FLARE_SHIFTS, 12, 2)),
};

static const Column flare_hidden[] = {
    GET_WITH("texture_pointer", INTEGER, NULL, "Stored pointer to the name of the texture",
        flare_texture, 1),
};

const Table mdl_flares = {
    .name = "mdl_flares",
    .doc = "Lens flares of lights.",
    .example = "SELECT n.path, f.texture, f.size, f.position FROM mdl_flares('samples/*.mdl') f "
               "JOIN mdl_nodes(f.source) n ON n.id = f.node_id",
    .format = &mdl_format,
    COLUMNS(flare_columns),
    HIDDEN(flare_hidden),
    .typical_rows = 1,
    .rows = flare_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 4, .find = find_flares}},
};

/* ---- mdl_emitters ------------------------------------------------------------------------------ */

LIST_ROWS(emitter_rows, parts[MDL_EMITTER], mdl_list_parts(mdl, MDL_EMITTER, error))
LIST_FIND(find_emitters, parts[MDL_EMITTER], node_count)

#define EMITTER_BIT(name, doc, mask) BIT(32, name, "1: " doc, MDL_EMITTER_FLAGS, mask)

static const Column emitter_columns[] = {
    NODE_ID(parts[MDL_EMITTER]),
    CHARS("update_mode", "How particles are made: Fountain, Explosion, Single, Lightning", 24, 32),
    CHARS("render_mode", "How they are drawn: Normal, Linked, Billboard_to_Local_Z ...", 56, 32),
    CHARS("blend_mode", "How they blend: Normal, Lighten, Punch-Through", 88, 32),
    NAME("texture", "Texture; NULL: none", 120, 64),
    NAME("chunk", "Model that is thrown instead of a texture; NULL: none", 184, 16),
    F32("dead_space", "radians",
        "Angle in the middle of the spread in which no particles are born, by its values", 0),
    F32("blast_radius", METERS, "Radius of the wind that a blast makes", 4),
    F32("blast_length", "seconds", "Length of that wind", 8),
    U32("grid_x", NULL, "Frames in a row of the texture", 12),
    U32("grid_y", NULL, "Frames in a column of the texture", 16),
    U32("spawn_type", NULL, "0: normal, 1: along a trail", 20),
    U32("two_sided", NULL, "1: particles are seen from behind, too", 200),
    U32("loops", NULL, "1: a single emitter begins anew", 204),
    U16("render_order", NULL, "Order in which emitters are drawn", 208),
    U32("flags", NULL, "What follows, as one number", MDL_EMITTER_FLAGS),
    EMITTER_BIT("is_p2p", "from point to point", 0x001),
    EMITTER_BIT("is_p2p_bezier", "the way from point to point is bezier, not gravity", 0x002),
    EMITTER_BIT("is_affected_by_wind", "wind moves particles", 0x004),
    EMITTER_BIT("is_tinted", "the light around tints particles", 0x008),
    EMITTER_BIT("bounces", "particles bounce off the ground", 0x010),
    EMITTER_BIT("is_random", "frames come in random order", 0x020),
    EMITTER_BIT("inherits", "particles follow the emitter", 0x040),
    EMITTER_BIT("inherits_velocity", "particles get the emitter's velocity", 0x080),
    EMITTER_BIT("inherits_local", "particles live in the emitter's space", 0x100),
    EMITTER_BIT("splats", "particles leave a mark on the ground", 0x200),
    EMITTER_BIT("inherits_part", "particles follow the part", 0x400),
};

static const Column emitter_hidden[] = {
    BYTES("update_mode_raw", "update_mode with what follows its NUL", 24, 32),
    BYTES("render_mode_raw", "render_mode with what follows its NUL", 56, 32),
    BYTES("blend_mode_raw", "blend_mode with what follows its NUL", 88, 32),
    BYTES("texture_raw", "texture with what follows its NUL", 120, 64),
    BYTES("chunk_raw", "chunk with what follows its NUL", 184, 16),
    U16("pad", NULL, "Bytes that fill up the record", 210),
};

const Table mdl_emitters = {
    .name = "mdl_emitters",
    .doc = "Emitters of particles; how many, how fast and which colours are controllers.",
    .example = "SELECT n.path, e.update_mode, e.blend_mode, e.texture "
               "FROM mdl_emitters('samples/*.mdl') e "
               "JOIN mdl_nodes(e.source) n ON n.id = e.node_id",
    .format = &mdl_format,
    COLUMNS(emitter_columns),
    HIDDEN(emitter_hidden),
    .typical_rows = 5,
    .rows = emitter_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_emitters}},
};

/* ---- mdl_references ---------------------------------------------------------------------------- */

LIST_ROWS(reference_rows, parts[MDL_REFERENCE], mdl_list_parts(mdl, MDL_REFERENCE, error))
LIST_FIND(find_references, parts[MDL_REFERENCE], node_count)

static const Column reference_columns[] = {
    NODE_ID(parts[MDL_REFERENCE]),
    NAME("model", "Model that hangs there; NULL: none", 0, 64),
    U32("reattachable", NULL, "1: another model can take its place", 64),
};

static const Column reference_hidden[] = {
    BYTES("model_raw", "model with what follows its NUL", 0, 64),
};

const Table mdl_references = {
    .name = "mdl_references",
    .doc = "References: nodes on which another model hangs.",
    .example = "SELECT n.path, r.model FROM mdl_references('samples/*.mdl') r "
               "JOIN mdl_nodes(r.source) n ON n.id = r.node_id",
    .format = &mdl_format,
    COLUMNS(reference_columns),
    HIDDEN(reference_hidden),
    .typical_rows = 1,
    .rows = reference_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_references}},
};

/* ---- mdl_danglies and mdl_constraints ---------------------------------------------------------- */

LIST_ROWS(dangly_rows, parts[MDL_DANGLY], mdl_list_parts(mdl, MDL_DANGLY, error))
LIST_FIND(find_danglies, parts[MDL_DANGLY], node_count)

static const Column dangly_columns[] = {
    NODE_ID(parts[MDL_DANGLY]),
    F32("displacement", METERS, "How far vertices swing", 12),
    F32("tightness", NULL, "How fast they come back", 16),
    F32("period", NULL, "How fast they swing", 20),
    U32("constraint_count", NULL, "Constraints: as many as vertices", 4),
};

static const Column dangly_hidden[] = {
    U32("constraints_pointer", NULL, "Stored pointer to the constraints", 0),
    U32("constraints_allocated", NULL, "Stored room for constraints", 8),
};

const Table mdl_danglies = {
    .name = "mdl_danglies",
    .doc = "Danglymeshes: meshes that swing.",
    .example = "SELECT n.path, d.displacement, d.tightness, d.period "
               "FROM mdl_danglies('samples/*.mdl') d "
               "JOIN mdl_nodes(d.source) n ON n.id = d.node_id",
    .format = &mdl_format,
    COLUMNS(dangly_columns),
    HIDDEN(dangly_hidden),
    .typical_rows = 3,
    .rows = dangly_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_danglies}},
};

LIST_ROWS(constraint_rows, constraints, mdl_list_constraints(mdl, error))
LIST_FIND(find_constraints, constraints, node_count)
LIST_FIND_VERTEX(find_constraints_of_vertex, constraints, 1)

static Value constraint_vertex(const Row *row) {
    int64_t vertex = mdl_vertex(row->document, owner_of(row, LIST(constraints)),
                                number_of(row, LIST(constraints)));
    return vertex < 0 ? value_null() : value_integer(vertex);
}

static const Column constraint_columns[] = {
    NODE_ID(constraints),
    GET_REF("vertex_id", "mdl_vertices", "Its vertex", constraint_vertex),
    GET_WITH("vertex_index", INTEGER, NULL, "Number of the vertex in its node", list_number,
        LIST(constraints)),
    F32("constraint_value", "0 to 255", "How freely the vertex swings; 0: not at all", 0),
};

const Table mdl_constraints = {
    .name = "mdl_constraints",
    .doc = "How freely each vertex of a danglymesh swings.",
    .example = "SELECT node_id, vertex_index, constraint_value "
               "FROM mdl_constraints('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(constraint_columns),
    .typical_rows = 60,
    .rows = constraint_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 60, .find = find_constraints},
                {.keys = {"vertex_id"}, .rows_per_key = 1, .find = find_constraints_of_vertex}},
};

/* ---- mdl_animmeshes and mdl_animmesh_sets ------------------------------------------------------ */

LIST_ROWS(animmesh_rows, parts[MDL_ANIM], mdl_list_parts(mdl, MDL_ANIM, error))
LIST_FIND(find_animmeshes, parts[MDL_ANIM], node_count)

static const Column animmesh_columns[] = {
    NODE_ID(parts[MDL_ANIM]),
    F32("sample_period", "seconds", "Time from one set to the next", 0),
    U32("vertex_set_count", NULL, "Sets of positions", MDL_ANIM_SET_COUNT),
    U32("texture_set_count", NULL, "Sets of texture coordinates", MDL_ANIM_UV_SET_COUNT),
};

static const Column animmesh_hidden[] = {
    ARRAY("unused0", "an array that compilers use", 4),
    ARRAY("unused1", "an array that compilers use", 16),
    ARRAY("unused2", "an array that compilers use", 28),
    U32("vertex_sets_pointer", NULL, "Stored pointer to the positions", MDL_ANIM_SETS),
    U32("texture_sets_pointer", NULL, "Stored pointer to the texture coordinates",
        MDL_ANIM_UV_SETS),
};

const Table mdl_animmeshes = {
    .name = "mdl_animmeshes",
    .doc = "Animmeshes: meshes whose vertices are stored for points in time.",
    .example = "SELECT n.path, a.sample_period, a.vertex_set_count, a.texture_set_count "
               "FROM mdl_animmeshes('samples/*.mdl') a "
               "JOIN mdl_nodes(a.source) n ON n.id = a.node_id",
    .format = &mdl_format,
    COLUMNS(animmesh_columns),
    HIDDEN(animmesh_hidden),
    .typical_rows = 1,
    .rows = animmesh_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_animmeshes}},
};

LIST_ROWS(set_rows, animated, mdl_list_animated(mdl, error))
LIST_FIND(find_sets, animated, node_count)

typedef enum SetFact { SET_INDEX, SET_VERTEX, SET_VERTEX_INDEX, SET_FLOAT } SetFact;
#define SET_POSITION(number) (SET_FLOAT + (number))
#define SET_UV(number)       (SET_FLOAT + 3 + (number))

/* All sets of vertex 0 come first, then those of vertex 1. */
static Value set_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    uint32_t node = owner_of(row, LIST(animated));
    uint64_t number = number_of(row, LIST(animated));
    const uint8_t *anim = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_ANIM));
    bool has[] = {load_u32(anim + MDL_ANIM_SETS) != 0, load_u32(anim + MDL_ANIM_UV_SETS) != 0};
    uint64_t sets[] = {has[0] ? load_u32(anim + MDL_ANIM_SET_COUNT) : 0,
                       has[1] ? load_u32(anim + MDL_ANIM_UV_SET_COUNT) : 0};
    uint64_t most = sets[0] > sets[1] ? sets[0] : sets[1];
    uint64_t vertex = number / most, set = number % most;
    if (fact == SET_INDEX) return value_integer((int64_t)set);
    if (fact == SET_VERTEX_INDEX) return value_integer((int64_t)vertex);
    if (fact == SET_VERTEX) {
        int64_t id = mdl_vertex(mdl, node, vertex);
        return id < 0 ? value_null() : value_integer(id);
    }
    bool uv = fact >= SET_UV(0);
    if (set >= sets[uv]) return value_null();
    uint64_t start = MDL_FILE_HEADER_BYTES +
                     (uint64_t)load_u32(anim + (uv ? MDL_ANIM_UV_SETS : MDL_ANIM_SETS)) +
                     (vertex * sets[uv] + set) * (uv ? 8 : 12);
    uint32_t component = uv ? fact - SET_UV(0) : fact - SET_POSITION(0);
    return value_real((double)load_f32(mdl_bytes(mdl, start + 4 * component)));
}

static const Column set_columns[] = {
    NODE_ID(animated),
    GET_WITH("set_index", INTEGER, NULL, "Which point in time", set_fact, SET_INDEX),
    GET_REF_WITH("vertex_id", "mdl_vertices", "The vertex", set_fact, SET_VERTEX),
    GET_WITH("vertex_index", INTEGER, NULL, "Number of the vertex in its node", set_fact,
        SET_VERTEX_INDEX),
    GET_WITH("x", REAL, METERS, "Place in the node, x; NULL: there are fewer sets of positions",
        set_fact, SET_POSITION(0)),
    GET_WITH("y", REAL, METERS, "Place in the node, y", set_fact, SET_POSITION(1)),
    GET_WITH("z", REAL, METERS, "Place in the node, z (up)", set_fact, SET_POSITION(2)),
    GET_WITH("u", REAL, NULL, "Texture coordinates, u; NULL: there are fewer sets of them", set_fact,
        SET_UV(0)),
    GET_WITH("v", REAL, NULL, "Texture coordinates, v", set_fact, SET_UV(1)),
};

const Table mdl_animmesh_sets = {
    .name = "mdl_animmesh_sets",
    .doc = "Vertices of animmeshes at points in time.",
    .example = "SELECT node_id, set_index, vertex_index, x, y, z, u, v "
               "FROM mdl_animmesh_sets('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(set_columns),
    .typical_rows = 30,
    .rows = set_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 30, .find = find_sets}},
};

/* ---- mdl_aabbs --------------------------------------------------------------------------------- */

static bool box_and_face_lists(Mdl *mdl, Error *error) {
    return mdl_list_faces(mdl, error) && mdl_list_boxes(mdl, error);
}

LIST_ROWS(box_rows, boxes, box_and_face_lists(mdl, error))
LIST_FIND(find_boxes, boxes, node_count)

typedef enum BoxFact { BOX_PARENT, BOX_LEFT, BOX_RIGHT, BOX_DEPTH, BOX_FACE, BOX_PLANE } BoxFact;

static Value box_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    const MdlBox *box = &mdl->box_links[row->index];
    uint32_t node = owner_of(row, LIST(boxes)), first = mdl->faces.first[node];
    int32_t face = load_i32(row->record + MDL_BOX_FACE);
    switch ((BoxFact)fact) {
    case BOX_PARENT: return value_reference(box->parent, mdl->boxes.count);
    case BOX_LEFT: return value_reference(box->left, mdl->boxes.count);
    case BOX_RIGHT: return value_reference(box->right, mdl->boxes.count);
    case BOX_DEPTH: return value_integer(box->depth);
    case BOX_FACE:
        if (face < 0 || (uint32_t)face >= mdl->faces.first[node + 1] - first) return value_null();
        return value_integer((int64_t)first + face);
    case BOX_PLANE:
        switch (load_u32(row->record + MDL_BOX_PLANE)) {
        case 1: return value_text("+x");
        case 2: return value_text("+y");
        case 4: return value_text("+z");
        case 8: return value_text("-x");
        case 16: return value_text("-y");
        case 32: return value_text("-z");
        default: return value_null();
        }
    }
    return value_null();
}

static const Column box_columns[] = {
    NODE_ID(boxes),
    GET_REF_WITH("parent_id", "mdl_aabbs", "The box around it; NULL: none, it's a root", box_fact,
            BOX_PARENT),
    GET_REF_WITH("left_id", "mdl_aabbs", "First box in it; NULL: it's a leaf", box_fact, BOX_LEFT),
    GET_REF_WITH("right_id", "mdl_aabbs", "Second box in it; NULL: it's a leaf", box_fact, BOX_RIGHT),
    GET_WITH("depth", INTEGER, NULL, "Boxes around it", box_fact, BOX_DEPTH),
    GET_REF_WITH("face_id", "mdl_faces", "The face that a leaf holds", box_fact, BOX_FACE),
    U32("plane", NULL, "Axis that parts the two boxes in it: 1, 2, 4: +x, +y, +z, 8, 16, 32: -x, "
                       "-y, -z; 0 in a leaf",
        36),
    GET_WITH("plane_name", TEXT, NULL, "The same as text", box_fact, BOX_PLANE),
    POINT("min", METERS, "Least corner", 0),
    POINT("max", METERS, "Greatest corner", 12),
};

static const Column box_hidden[] = {
    U32("left_raw", NULL, "Stored pointer to the first box in it", 24),
    U32("right_raw", NULL, "Stored pointer to the second box in it", 28),
    I32("face_id_raw", NULL, "Stored number of the face in its node, -1: none", 32),
};

const Table mdl_aabbs = {
    .name = "mdl_aabbs",
    .doc = "Boxes around the faces of walkmeshes, as binary trees, in pre-order.",
    .example = "SELECT id, parent_id, plane_name, face_id FROM mdl_aabbs('samples/*.mdl')",
    .format = &mdl_format,
    COLUMNS(box_columns),
    HIDDEN(box_hidden),
    .typical_rows = 20,
    .rows = box_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 100, .find = find_boxes}},
};
