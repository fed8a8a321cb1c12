/* The MDL tables of particular kinds of nodes: lights, emitters, references, danglymeshes,
** animmeshes, and the trees of boxes of walkmeshes. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

static const Name dynamic_names[] = {{0, "static"}, {1, "dynamic"}, {0}};

static const Column light_columns[] = {
    NODE_ID(parts[MDL_LIGHT]),
    F32("flare_radius", METERS, "How far its lens flares are seen", MDL_LIGHT_FLARE_RADIUS),
    U32("priority", NULL, "Which lights are left out first: those of 5 first, those of 1 last",
        MDL_LIGHT_PRIORITY, .also_called = "Light priority"),
    U32("ambient_only", NULL, "1 if it has no direction", MDL_LIGHT_AMBIENT_ONLY),
    ENUM(U32, "dynamic_type",
         "1 if it is dynamic, which models in text form write as isdynamic or nDynamicType; what "
         "the game does with it isn't known",
         MDL_LIGHT_DYNAMIC_TYPE, dynamic_names),
    U32("affect_dynamic", NULL, "1 if it lights moving objects", MDL_LIGHT_AFFECT_DYNAMIC),
    U32("shadow", NULL, "1 if it makes shadows", MDL_LIGHT_SHADOW, .also_called = "Shadow flag"),
    U32("generate_flare", NULL, "1 if it makes lens flares", MDL_LIGHT_GENERATE_FLARE),
    U32("fading", NULL, "1 if it fades in and out", MDL_LIGHT_FADING,
        .also_called = "Fading light"),
    U32("flare_size_count", NULL, "Sizes of lens flares", MDL_USED(MDL_FLARE_SIZES), SHAPES_COUNT),
    U32("flare_position_count", NULL, "Positions of lens flares", MDL_USED(MDL_FLARE_POSITIONS),
        SHAPES_COUNT),
    U32("flare_color_shift_count", NULL, "Colour shifts of lens flares", MDL_USED(MDL_FLARE_SHIFTS),
        SHAPES_COUNT),
    U32("flare_texture_count", NULL, "Textures of lens flares", MDL_USED(MDL_FLARE_TEXTURES),
        SHAPES_COUNT),
    ARRAY_CALLED("unused", "an unused array", MDL_LIGHT_UNUSED, "unknown 116 light"),
    STORED_ENDS("flare_sizes", "sizes", MDL_FLARE_SIZES),
    STORED_ENDS("flare_positions", "positions", MDL_FLARE_POSITIONS),
    STORED_ENDS("flare_color_shifts", "colour shifts", MDL_FLARE_SHIFTS),
    STORED_ENDS("flare_textures", "textures", MDL_FLARE_TEXTURES),
};

const Table mdl_lights = {
    TABLE("mdl_lights", mdl_format, light_columns),
    .doc = "Lights; their colour and radius are controllers.",
    .example = "SELECT n.path, l.priority, l.shadow, l.flare_size_count "
               "FROM mdl_lights('samples/*.mdl') l JOIN mdl_nodes(l.source) n ON n.id = l.node_id",
    .typical_rows = 2,
    NODE_ROWS(parts[MDL_LIGHT], 1),
};

/* Returns the flare's entry in one of the light's arrays; NULL if the array is shorter. */
static const uint8_t *flare_entry(const Row *row, uint32_t array, uint32_t each) {
    const Mdl *mdl = row->document;
    uint64_t start = mdl_part_start(mdl, mdl->flares.parents[row->index], MDL_LIGHT);
    return mdl_entry(mdl, mdl_bytes(mdl, start), array, children_number(&mdl->flares, row->index),
                     each);
}

static const uint8_t *flare_float_at(const Row *row, uint32_t array) {
    return flare_entry(row, array, MDL_FLARE_FLOAT_BYTES);
}

static const uint8_t *flare_shift_at(const Row *row, uint32_t number) {
    const uint8_t *entry = flare_entry(row, MDL_FLARE_SHIFTS, MDL_FLARE_SHIFT_BYTES);
    return entry ? entry + (size_t)4 * number : NULL;
}

static Value flare_texture_pointer(const Row *row) {
    const uint8_t *entry = flare_entry(row, MDL_FLARE_TEXTURES, MDL_POINTER_BYTES);
    return entry ? value_integer(load_u32(entry)) : value_null();
}

/* Returns the name of a flare's texture, which ends at a NUL or the greatest length of names. */
static Value flare_texture(const Row *row) {
    const Mdl *mdl = row->document;
    Value pointer = flare_texture_pointer(row);
    if (pointer.type == VALUE_NULL || !pointer.integer) return value_null();
    uint64_t start = MDL_FILE_HEADER_BYTES + (uint64_t)pointer.integer;
    if (start >= mdl->model_end) return value_null();
    uint64_t left = mdl->model_end - start;
    return row_text(row, ENCODING_CP1252, mdl_bytes(mdl, start),
                    (size_t)(left < MDL_LONG_NAME ? left : MDL_LONG_NAME));
}

static Need flare_needs(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl_need_of(mdl, mdl->flares.parents[row->index]);
}

static const Column flare_columns[] = {
    NODE_ID(flares),
    NUMBER("flare_index", "Number among the flares of its light", Mdl, flares),
    GET("texture", TEXT, NULL, "Texture; NULL if the light has fewer textures", flare_texture,
        WRITTEN, .names = &nwn_texture, .need = flare_needs, .nocase = true,
        .also_called = "flare texture names"),
    FIELD_AT(F32, "size", NULL, "Size", flare_float_at, MDL_FLARE_SIZES,
             .also_called = "Flare sizes"),
    FIELD_AT(F32, "position", NULL, "Place between the light (0) and the middle of the screen (1)",
             flare_float_at, MDL_FLARE_POSITIONS, .also_called = "Flare positions"),
    FIELD_AT(F32, "color_shift_red", NULL, "What is added to the colour, red", flare_shift_at, X,
             .also_called = "Flare color shifts"),
    FIELD_AT(F32, "color_shift_green", NULL, "What is added to the colour, green", flare_shift_at,
             Y, .also_called = "Flare color shifts"),
    FIELD_AT(F32, "color_shift_blue", NULL, "What is added to the colour, blue", flare_shift_at, Z,
             .also_called = "Flare color shifts"),
    GET("texture_pointer", INTEGER, NULL, "Stored pointer to the name of the texture",
        flare_texture_pointer, .hidden = true),
};

const Table mdl_flares = {
    TABLE("mdl_flares", mdl_format, flare_columns),
    .doc = "Lens flares of lights.",
    .example = "SELECT n.path, f.texture, f.size, f.position FROM mdl_flares('samples/*.mdl') f "
               "JOIN mdl_nodes(f.source) n ON n.id = f.node_id",
    NODE_ROWS(flares, 4),
};

#define EMITTER_BIT(name, doc, mask, called)                                                       \
    BIT(32, name, "1 if " doc, MDL_EMITTER_FLAGS, mask, .also_called = called)

static Need emitter_needs_chunk(const Row *row) {
    return mdl_need_of(row->document, mdl_node_of(row->document, MDL_EMITTER, row->index));
}

static Need emitter_needs_texture(const Row *row) {
    Need need = emitter_needs_chunk(row);
    bool has_chunk = !mdl_is_no_name(row->record + MDL_EMITTER_CHUNK);
    return need == NEEDED && has_chunk ? NOT_NEEDED : need;
}

static const Name spawn_names[] = {{0, "normal"}, {1, "trail"}, {0}};

static const Column emitter_columns[] = {
    NODE_ID(parts[MDL_EMITTER]),
    CHARS("update_mode", "How particles are made: Fountain, Explosion, Single, Lightning",
          MDL_EMITTER_UPDATE, MDL_NAME, .also_called = "Update"),
    CHARS("render_mode", "How they are drawn: Normal, Linked, Billboard_to_Local_Z ...",
          MDL_EMITTER_RENDER, MDL_NAME, .also_called = "Render"),
    CHARS("blend_mode", "How they blend: Normal, Lighten, Punch-Through", MDL_EMITTER_BLEND,
          MDL_NAME, .also_called = "Blend"),
    NAME("texture", "Texture; NULL if it has none", MDL_EMITTER_TEXTURE, MDL_LONG_NAME,
         .names = &nwn_texture, .need = emitter_needs_texture),
    NAME("chunk", "Model that is thrown instead of a texture; NULL if there is none",
         MDL_EMITTER_CHUNK, MDL_CHUNK_NAME, .names = &nwn_model, .need = emitter_needs_chunk,
         .also_called = "Chunk name"),
    F32("dead_space", "radians",
        "Angle in the middle of the spread in which no particles are born, by its values",
        MDL_EMITTER_DEAD_SPACE),
    F32("blast_radius", METERS, "Radius of the wind that a blast makes", MDL_EMITTER_BLAST_RADIUS),
    F32("blast_length", "seconds", "Length of that wind", MDL_EMITTER_BLAST_LENGTH),
    U32("grid_x", NULL, "Frames in a row of the texture", MDL_EMITTER_GRID_X,
        .also_called = "X grid"),
    U32("grid_y", NULL, "Frames in a column of the texture", MDL_EMITTER_GRID_Y,
        .also_called = "Y grid"),
    U32("spawn_type", NULL,
        "Where particles come from: 0 normal, 1 along a trail; some notes call it the space type",
        MDL_EMITTER_SPAWN_TYPE, .also_called = "Space type"),
    ENUM_NAME(U32, "spawn_type", spawn_names, .offset = MDL_EMITTER_SPAWN_TYPE),
    U32("two_sided", NULL, "1 if particles can be seen from behind, too", MDL_EMITTER_TWO_SIDED,
        .also_called = "Two-sided"),
    U32("loops", NULL, "1 if a single emitter begins again when it ends", MDL_EMITTER_LOOP,
        .also_called = "Loop"),
    U16("render_order", NULL, "Order in which emitters are drawn", MDL_EMITTER_RENDER_ORDER),
    U32("flags", NULL, "All flags, as one number", MDL_EMITTER_FLAGS,
        .also_called = "Emitter flags"),
    EMITTER_BIT("is_p2p", "from point to point", MDL_EMITTER_P2P, "P2P"),
    EMITTER_BIT("is_p2p_bezier", "the way from point to point is bezier, not gravity",
                MDL_EMITTER_P2P_BEZIER, "P2P Sel"),
    EMITTER_BIT("is_affected_by_wind", "wind moves particles", MDL_EMITTER_AFFECTED_BY_WIND,
                "Affected by Wind"),
    EMITTER_BIT("is_tinted", "the light around tints particles", MDL_EMITTER_TINTED, NULL),
    EMITTER_BIT("bounces", "particles bounce off the ground", MDL_EMITTER_BOUNCES, "Bounce"),
    EMITTER_BIT("is_random", "frames come in random order", MDL_EMITTER_RANDOM, "Random"),
    EMITTER_BIT("inherits", "particles follow the emitter", MDL_EMITTER_INHERITS, "Inherit"),
    EMITTER_BIT("inherits_velocity", "particles get the emitter's velocity",
                MDL_EMITTER_INHERITS_VELOCITY, "Inherit Vel"),
    EMITTER_BIT("inherits_local", "particles live in the emitter's space",
                MDL_EMITTER_INHERITS_LOCAL, "Inherit Local"),
    EMITTER_BIT("splats", "particles leave a mark on the ground", MDL_EMITTER_SPLATS, "Splat"),
    EMITTER_BIT("inherits_part", "particles follow the part", MDL_EMITTER_INHERITS_PART,
                "Inherit Part"),
    WHOLE_TEXT("update_mode_raw", "update_mode", MDL_EMITTER_UPDATE, MDL_NAME),
    WHOLE_TEXT("render_mode_raw", "render_mode", MDL_EMITTER_RENDER, MDL_NAME),
    WHOLE_TEXT("blend_mode_raw", "blend_mode", MDL_EMITTER_BLEND, MDL_NAME),
    WHOLE_TEXT("texture_raw", "texture", MDL_EMITTER_TEXTURE, MDL_LONG_NAME),
    WHOLE_TEXT("chunk_raw", "chunk", MDL_EMITTER_CHUNK, MDL_CHUNK_NAME),
    LEFT_OVER(U16, "pad", "Bytes of padding", MDL_EMITTER_PADDING,
              .also_called = "Padding emitter"),
};

const Table mdl_emitters = {
    TABLE("mdl_emitters", mdl_format, emitter_columns),
    .asked_as = "particle fire smoke spark",
    .doc = "Emitters of particles; how many, how fast and which colours are controllers.",
    .example = "SELECT n.path, e.update_mode, e.blend_mode, e.texture "
               "FROM mdl_emitters('samples/*.mdl') e "
               "JOIN mdl_nodes(e.source) n ON n.id = e.node_id",
    .typical_rows = 5,
    NODE_ROWS(parts[MDL_EMITTER], 1),
};

static Need reference_needs(const Row *row) {
    return mdl_need_of(row->document, mdl_node_of(row->document, MDL_REFERENCE, row->index));
}

static const Column reference_columns[] = {
    NODE_ID(parts[MDL_REFERENCE]),
    NAME("model", "Model that hangs there; NULL if there is none", MDL_REFERENCE_MODEL,
         MDL_LONG_NAME, .names = &nwn_model, .need = reference_needs, .also_called = "Ref model"),
    U32("reattachable", NULL, "1 if another model can take its place", MDL_REFERENCE_REATTACHABLE),
    WHOLE_TEXT("model_raw", "model", MDL_REFERENCE_MODEL, MDL_LONG_NAME),
};

const Table mdl_references = {
    TABLE("mdl_references", mdl_format, reference_columns),
    .doc = "References: nodes on which another model hangs.",
    .example = "SELECT n.path, r.model FROM mdl_references('samples/*.mdl') r "
               "JOIN mdl_nodes(r.source) n ON n.id = r.node_id",
    NODE_ROWS(parts[MDL_REFERENCE], 1),
};

static const Column dangly_columns[] = {
    NODE_ID(parts[MDL_DANGLY]),
    F32("displacement", METERS, "How far vertices swing", MDL_DANGLY_DISPLACEMENT),
    F32("tightness", NULL, "How fast they come back", MDL_DANGLY_TIGHTNESS),
    F32("period", NULL, "How fast they swing", MDL_DANGLY_PERIOD),
    U32("constraint_count", NULL, "Number of constraints, one for each vertex",
        MDL_USED(MDL_DANGLY_CONSTRAINTS), SHAPES_COUNT),
    STORED_ENDS("constraints", "constraints", MDL_DANGLY_CONSTRAINTS),
};

const Table mdl_danglies = {
    TABLE("mdl_danglies", mdl_format, dangly_columns),
    .also_called = "DanglyMesh",
    .doc = "Danglymeshes: meshes that swing.",
    .example = "SELECT n.path, d.displacement, d.tightness, d.period "
               "FROM mdl_danglies('samples/*.mdl') d "
               "JOIN mdl_nodes(d.source) n ON n.id = d.node_id",
    .typical_rows = 3,
    NODE_ROWS(parts[MDL_DANGLY], 1),
};

static Value constraint_vertex(const Row *row) {
    const Children *list = &((const Mdl *)row->document)->constraints;
    return value_vertex(row, list->parents[row->index], children_number(list, row->index));
}

static uint64_t constraint_offset(const Row *row) {
    const Mdl *mdl = row->document;
    const Children *list = &mdl->constraints;
    int64_t vertex = mdl_vertex(mdl, list->parents[row->index], children_number(list, row->index));
    return mdl_vertex_offset(mdl, vertex, ASCII_VERTEX_SECOND, list->starts[row->index]);
}

static const Column constraint_columns[] = {
    NODE_ID(constraints),
    GET_REF("vertex_id", "mdl_vertices", "Its vertex", constraint_vertex),
    NUMBER("vertex_index", "Number of the vertex in its node", Mdl, constraints),
    F32("constraint_value", "0 to 255", "How freely the vertex swings; 0 means not at all",
        MDL_CONSTRAINT),
};

const Table mdl_constraints = {
    TABLE("mdl_constraints", mdl_format, constraint_columns),
    .doc = "How freely each vertex of a danglymesh swings.",
    .example = "SELECT node_id, vertex_index, constraint_value "
               "FROM mdl_constraints('samples/*.mdl')",
    .typical_rows = 60,
    NODE_ROWS_AT(constraints, 60, constraint_offset),
};

static const Column animmesh_columns[] = {
    NODE_ID(parts[MDL_ANIM]),
    F32("sample_period", "seconds", "Time from one set to the next", MDL_ANIM_PERIOD),
    U32("vertex_set_count", NULL, "Sets of positions", MDL_ANIM_SET_COUNT, SHAPES_COUNT),
    U32("texture_set_count", NULL, "Sets of texture coordinates", MDL_ANIM_UV_SET_COUNT,
        SHAPES_COUNT),
    ARRAY("unused0", "an array that compilers use", MDL_ANIM_UNUSED0),
    ARRAY("unused1", "an array that compilers use", MDL_ANIM_UNUSED1),
    ARRAY("unused2", "an array that compilers use", MDL_ANIM_UNUSED2),
    STORED_PLACE("vertex_sets_pointer", "Stored pointer to the positions", MDL_ANIM_SETS),
    STORED_PLACE("texture_sets_pointer", "Stored pointer to the texture coordinates",
                 MDL_ANIM_UV_SETS),
};

const Table mdl_animmeshes = {
    TABLE("mdl_animmeshes", mdl_format, animmesh_columns),
    .also_called = "AnimMesh",
    .doc = "Animmeshes: meshes whose vertices are stored for points in time.",
    .example = "SELECT n.path, a.sample_period, a.vertex_set_count, a.texture_set_count "
               "FROM mdl_animmeshes('samples/*.mdl') a "
               "JOIN mdl_nodes(a.source) n ON n.id = a.node_id",
    NODE_ROWS(parts[MDL_ANIM], 1),
};

/* The place of a row's set: all sets of vertex 0 come first, then those of vertex 1. */
typedef struct SetPlace {
    const uint8_t *anim;
    uint32_t node;
    uint64_t vertex, set;
} SetPlace;

ROW_NOTES(SetPlace, set_notes)

/* Returns the number of sets of positions or texture coordinates; 0 without a pointer. */
static uint64_t set_count(const uint8_t *anim, uint32_t pointer, uint32_t count) {
    return load_u32(anim + pointer) ? load_u32(anim + count) : 0;
}

static const SetPlace *set_place(const Row *row) {
    const Mdl *mdl = row->document;
    SetPlace *place = set_notes(row);
    if (!row_must_note(row, 0)) return place;
    place->node = mdl->animated.parents[row->index];
    place->anim = mdl_bytes(mdl, mdl_part_start(mdl, place->node, MDL_ANIM));
    uint64_t number = children_number(&mdl->animated, row->index);
    uint64_t sets = set_count(place->anim, MDL_ANIM_SETS, MDL_ANIM_SET_COUNT);
    uint64_t uv_sets = set_count(place->anim, MDL_ANIM_UV_SETS, MDL_ANIM_UV_SET_COUNT);
    uint64_t most = sets > uv_sets ? sets : uv_sets;
    place->vertex = number / most;
    place->set = number % most;
    return place;
}

static const uint8_t *set_at(const Row *row, uint32_t member) {
    return (const uint8_t *)set_place(row) + member;
}

static Value set_vertex(const Row *row) {
    const SetPlace *place = set_place(row);
    return value_vertex(row, place->node, place->vertex);
}

/* Returns float `number` of a row's entry of `each` bytes; NULL if there are fewer sets. */
static const uint8_t *set_float(const Row *row, uint32_t pointer, uint32_t count, uint32_t each,
                                uint32_t number) {
    const SetPlace *place = set_place(row);
    uint64_t sets = set_count(place->anim, pointer, count);
    if (place->set >= sets) return NULL;
    uint64_t start = MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(place->anim + pointer) +
                     (place->vertex * sets + place->set) * each;
    return mdl_bytes(row->document, start + 4 * number);
}

static const uint8_t *set_position_at(const Row *row, uint32_t number) {
    return set_float(row, MDL_ANIM_SETS, MDL_ANIM_SET_COUNT, MDL_ANIM_SET_BYTES, number);
}

static const uint8_t *set_uv_at(const Row *row, uint32_t number) {
    return set_float(row, MDL_ANIM_UV_SETS, MDL_ANIM_UV_SET_COUNT, MDL_ANIM_UV_SET_BYTES, number);
}

static const Column set_columns[] = {
    NODE_ID(animated),
    FIELD_AT(MEMBER_U64, "set_index", NULL, "Which point in time", set_at, offsetof(SetPlace, set)),
    GET_REF("vertex_id", "mdl_vertices", "The vertex", set_vertex),
    FIELD_AT(MEMBER_U64, "vertex_index", NULL, "Number of the vertex in its node", set_at,
             offsetof(SetPlace, vertex)),
    VECTOR_AT("", METERS, "Place in the node", "; NULL if there are fewer sets of positions",
              " (up)", set_position_at, false),
    FIELD_AT(F32, "u", NULL, "Texture coordinates, u; NULL if there are fewer sets of them",
             set_uv_at, X),
    FIELD_AT(F32, "v", NULL, "Texture coordinates, v", set_uv_at, Y),
};

const Table mdl_animmesh_sets = {
    TABLE("mdl_animmesh_sets", mdl_format, set_columns),
    .doc = "Vertices of animmeshes at points in time.",
    .example = "SELECT node_id, set_index, vertex_index, x, y, z, u, v "
               "FROM mdl_animmesh_sets('samples/*.mdl')",
    .typical_rows = 30,
    NODE_ROWS(animated, 30),
};

PREPARE(prepare_box, mdl_list(mdl, MDL_FACES, error))

static Value box_face(const Row *row) {
    const Mdl *mdl = row->document;
    return value_face(mdl, mdl->boxes.parents[row->index], load_i32(row->record + MDL_BOX_FACE));
}

static const Name plane_names[] = {{1, "+x"},  {2, "+y"},  {4, "+z"}, {8, "-x"},
                                   {16, "-y"}, {32, "-z"}, {0, NULL}};

#define BOX_LINK(name, doc, member)                                                                \
    ITEM(REF_U32, name, NULL, doc, Mdl, box_links, offsetof(MdlBox, member),                       \
         .references = "mdl_aabbs")

static const Column box_columns[] = {
    NODE_ID(boxes),
    BOX_LINK("parent_id", "The box around it; NULL if it is a root", parent),
    BOX_LINK("left_id", "First box in it; NULL if it is a leaf", left),
    BOX_LINK("right_id", "Second box in it; NULL if it is a leaf", right),
    ITEM(U32, "depth", NULL, "Number of boxes around it", Mdl, box_links, offsetof(MdlBox, depth)),
    GET_REF("face_id", "mdl_faces", "The face that a leaf holds", box_face),
    ENUM(U32, "plane",
         "Axis along which the two boxes in it are divided: 1, 2, 4 for +x, +y, +z; 8, 16, 32 for "
         "-x, -y, -z; 0 in a leaf",
         MDL_BOX_PLANE, plane_names),
    POINT("min_", METERS, "Least corner", MDL_BOX_MIN),
    POINT("max_", METERS, "Greatest corner", MDL_BOX_MAX),
    U32("left_raw", NULL, "Stored pointer to the first box in it", MDL_BOX_LEFT, SHAPES_COUNT,
        BINARY_ONLY, .hidden = true),
    U32("right_raw", NULL, "Stored pointer to the second box in it", MDL_BOX_RIGHT, SHAPES_COUNT,
        BINARY_ONLY, .hidden = true),
    I32("face_id_raw", NULL, "Number of the face in its node as stored, where -1 means none",
        MDL_BOX_FACE, .hidden = true),
};

const Table mdl_aabbs = {
    TABLE("mdl_aabbs", mdl_format, box_columns),
    .also_called = "AABBMesh",
    .doc = "Boxes around the faces of walkmeshes, as binary trees, in pre-order.",
    .example = "SELECT id, parent_id, plane_name, face_id FROM mdl_aabbs('samples/*.mdl')",
    .typical_rows = 20,
    .prepare = prepare_box,
    NODE_ROWS(boxes, 100),
};
