/* RSM tables: vertices, faces, keys and volume boxes. rsm.h describes the format. */
#include "ragnarok/rsm/rsm_tables.h"

static Value vertex_in_model(const Row *row, const Column *column) {
    const Rsm *rsm = row->document;
    uint64_t node = children_parent(&rsm->vertices, row->index);
    const Affine *world = &rsm->pose->nodes[node];
    double x = (double)load_f32(row->record), y = (double)load_f32(row->record + 4);
    double z = (double)load_f32(row->record + 8);
    const double *line = world->rows[column->number];
    if (rsm->nodes[node].depth == RSM_NONE) return value_null();
    return value_real(line[0] * x + line[1] * y + line[2] * z + world->move[column->number]);
}

#define IN_MODEL(name, doc, axis)                                                                  \
    GET_WITH(name, REAL, RSM_UNITS, doc, vertex_in_model, axis, .prepare = rsm_make_pose)
#define NODE_ID(member) PARENT("node_id", "rsm_nodes", "Its node", Rsm, member)

static const Column vertex_columns[] = {
    NODE_ID(vertices),
    NUMBER("vertex_index", "Number among the vertices of its node", Rsm, vertices),
    XYZ(F32, "", RSM_UNITS, "Its place as stored, ", 0),
    IN_MODEL("model_x",
             "Its place in the model at rest, as it stands at 0, 0, 0, x; NULL if its node isn't "
             "drawn",
             0),
    IN_MODEL("model_y", "Its place in the model, y (down); 0 is the lowest point of all", 1),
    IN_MODEL("model_z", "Its place in the model, z", 2),
};

const Table rsm_vertices = {
    TABLE("rsm_vertices", rsm_format, vertex_columns),
    .doc = "Vertices of the nodes, as stored and where they are in the model.",
    .example = "SELECT node_id, vertex_index, model_x, model_y, model_z "
               "FROM rsm_vertices('samples/model/house/house.rsm')",
    .typical_rows = 300,
    ROWS_OF("node_id", 150, Rsm, vertices),
};

static const uint8_t *color_at(const Row *row, uint32_t byte) {
    return rsm_since(row->document, 1, 2) ? row->record + byte : NULL;
}

static const uint8_t *place_at(const Row *row, uint32_t offset) {
    return row->record + (rsm_since(row->document, 1, 2) ? RSM_COLOR_BYTES : 0) + offset;
}

#define COLOR(name, byte)                                                                          \
    FIELD_AT(U8, name, "0 to 255",                                                                 \
             "Part of the four bytes of a colour, 0 or 255 in real files, whose order isn't "      \
             "certain; NULL before 1.2",                                                           \
             color_at, byte)

static const Column texture_vertex_columns[] = {
    NODE_ID(texture_vertices),
    NUMBER("texture_vertex_index", "Number among the texture vertices of its node", Rsm,
           texture_vertices),
    COLOR("red", 1),
    COLOR("green", 2),
    COLOR("blue", 3),
    COLOR("alpha", 0),
    FIELD_AT(F32, "u", NULL, "Place in the texture, 0 to 1 from the left", place_at, 0),
    FIELD_AT(F32, "v", NULL, "Place in the texture, 0 to 1 from the top", place_at, 4),
};

const Table rsm_texture_vertices = {
    TABLE("rsm_texture_vertices", rsm_format, texture_vertex_columns),
    .doc = "Places in textures that the corners of faces name.",
    .example = "SELECT node_id, texture_vertex_index, u, v "
               "FROM rsm_texture_vertices('samples/model/house/house.rsm')",
    .typical_rows = 300,
    ROWS_OF("node_id", 150, Rsm, texture_vertices),
};

static uint64_t face_node(const Row *row) {
    return children_parent(&((const Rsm *)row->document)->faces, row->index);
}

/* Returns a vertex of a face; column->number is the offset of its number in the face. */
static Value face_vertex(const Row *row, const Column *column) {
    const Rsm *rsm = row->document;
    const Children *vertices =
        column->number < RSM_FACE_TEXTURE_VERTICES ? &rsm->vertices : &rsm->texture_vertices;
    uint32_t number = load_u16(row->record + column->number);
    return value_reference(rsm_vertex_of(vertices, face_node(row), number), RSM_NONE);
}

static Value face_texture(const Row *row) {
    const Rsm *rsm = row->document;
    uint32_t slot = load_u16(row->record + RSM_FACE_SLOT);
    return value_reference(rsm_texture_of(rsm, face_node(row), slot), RSM_NONE);
}

static Value face_two_sided(const Row *row) {
    return value_integer(load_i32(row->record + RSM_FACE_TWO_SIDED) != 0);
}

static Value face_group_count(const Row *row) {
    return value_integer(rsm_group_count(row->document, row->index));
}

static Value face_is_drawn(const Row *row) {
    return value_integer(rsm_is_drawn(row->document, face_node(row), row->index));
}

/* Returns the offset of a face, which from 2.2 on begins with its length. */
static uint64_t face_offset(const Row *row) {
    const Rsm *rsm = row->document;
    return rsm->faces.starts[row->index] - (rsm_is_new(rsm) ? 4 : 0);
}

static const uint8_t *group_at(const Row *row, uint32_t number) {
    if (number >= rsm_group_count(row->document, row->index)) return NULL;
    return row->record + RSM_FACE_GROUPS + (size_t)4 * number;
}

static const uint8_t *groups_at(const Row *row, uint32_t at) {
    return row->record + at;
}

static uint32_t groups_bytes(const Row *row, uint32_t at UNUSED) {
    return 4 * rsm_group_count(row->document, row->index);
}

#define CORNER(name, table, doc, offset) GET_REF_WITH(name, table, doc, face_vertex, offset)
#define CORNER_RAW(name, offset)                                                                   \
    U16(name, NULL, "The number as stored, which counts within the node", offset, .hidden = true)
#define NO_CORNER "; NULL if the node has none of that number"

static const Column face_columns[] = {
    NODE_ID(faces),
    NUMBER("face_index", "Number among the faces of its node", Rsm, faces),
    CORNER("vertex0", "rsm_vertices", "First corner" NO_CORNER, RSM_FACE_VERTICES),
    CORNER("vertex1", "rsm_vertices", "Second corner" NO_CORNER, RSM_FACE_VERTICES + 2),
    CORNER("vertex2", "rsm_vertices", "Third corner" NO_CORNER, RSM_FACE_VERTICES + 4),
    CORNER("texture_vertex0", "rsm_texture_vertices", "Place of the first corner in the texture",
           RSM_FACE_TEXTURE_VERTICES),
    CORNER("texture_vertex1", "rsm_texture_vertices", "Place of the second corner in the texture",
           RSM_FACE_TEXTURE_VERTICES + 2),
    CORNER("texture_vertex2", "rsm_texture_vertices", "Place of the third corner in the texture",
           RSM_FACE_TEXTURE_VERTICES + 4),
    GET_REF("texture_id", "rsm_textures", "Its texture; NULL if the node has no such slot",
            face_texture),
    GET("two_sided", INTEGER, NULL, "1 if it is seen from behind, too", face_two_sided),
    FIELD_AT(I32, "group0", NULL,
             "Smoothing group: corners of faces of one group share a normal; from 2.2 on a mask; "
             "NULL before 1.2",
             group_at, 0),
    FIELD_AT(I32, "group1", NULL, "Second smoothing group, from 2.2 on", group_at, 1),
    FIELD_AT(I32, "group2", NULL, "Third smoothing group, from 2.2 on", group_at, 2),
    GET("group_count", INTEGER, NULL, "Number of smoothing groups", face_group_count),
    GET("is_drawn", INTEGER, NULL, "1 if its node is drawn and all of its vertices exist",
        face_is_drawn),
    CORNER_RAW("vertex0_raw", RSM_FACE_VERTICES),
    CORNER_RAW("vertex1_raw", RSM_FACE_VERTICES + 2),
    CORNER_RAW("vertex2_raw", RSM_FACE_VERTICES + 4),
    CORNER_RAW("texture_vertex0_raw", RSM_FACE_TEXTURE_VERTICES),
    CORNER_RAW("texture_vertex1_raw", RSM_FACE_TEXTURE_VERTICES + 2),
    CORNER_RAW("texture_vertex2_raw", RSM_FACE_TEXTURE_VERTICES + 4),
    U16("slot_raw", NULL, "The texture as stored: a number among those of the node", RSM_FACE_SLOT,
        .hidden = true),
    I32("two_sided_raw", NULL, "The number as stored: anything but 0 means two-sided",
        RSM_FACE_TWO_SIDED, .hidden = true),
    U16("padding", NULL, "Two bytes without a meaning, often left-over memory", RSM_FACE_PADDING,
        .hidden = true),
    FIELD_AT(BYTES, "groups_raw", NULL, "All smoothing groups, four bytes each", groups_at,
             RSM_FACE_GROUPS, .bytes_of = groups_bytes, .again = true, .hidden = true),
};

const Table rsm_faces = {
    TABLE("rsm_faces", rsm_format, face_columns),
    .doc = "Triangles of the nodes, counter-clockwise from outside in the file's axes.",
    .example = "SELECT t.name, count(*) FROM rsm_faces('samples/model/house/house.rsm') f "
               "JOIN rsm_textures(f.source) t ON t.id = f.texture_id GROUP BY t.id",
    .typical_rows = 400,
    ROWS_OF("node_id", 200, Rsm, faces),
    .byte_offset = face_offset,
};

enum { X, Y, Z, W, AXIS_X = 3, CLIENT_WIDTH = 7 };

ROW_RECORD(RsmKey, key_of)

static Value key_kind(const Row *row) {
    static const char *const names[] = {"position", "rotation", "scale", "texture"};
    return value_name(names[key_of(row)->kind]);
}

static Value key_seconds(const Row *row) {
    double frame = load_i32(key_of(row)->record + RSM_KEY_FRAME);
    return value_real(rsm_seconds(row->document, frame));
}

static Value key_texture(const Row *row) {
    const RsmKey *key = key_of(row);
    if (key->kind != RSM_TEXTURES) return value_null();
    return value_reference(rsm_texture_of(row->document, key->node, key->slot), RSM_NONE);
}

static Value key_slot(const Row *row) {
    const RsmKey *key = key_of(row);
    return key->kind == RSM_TEXTURES ? value_integer(key->slot) : value_null();
}

static Value key_operation(const Row *row) {
    const RsmKey *key = key_of(row);
    return key->kind == RSM_TEXTURES ? value_integer(key->operation) : value_null();
}

static uint64_t key_offset(const Row *row) {
    const Rsm *rsm = row->document;
    return document_offset(&rsm->document, key_of(row)->record);
}

static const uint8_t *key_value_at(const Row *row, uint32_t number) {
    const RsmKey *key = key_of(row);
    if (number >= key->width || (number == W && key->width == CLIENT_WIDTH)) return NULL;
    return key->record + RSM_KEY_VALUES + (size_t)4 * number;
}

static const uint8_t *key_axis_at(const Row *row, uint32_t number) {
    const RsmKey *key = key_of(row);
    if (key->width != CLIENT_WIDTH) return NULL;
    return key->record + RSM_KEY_VALUES + (size_t)4 * (AXIS_X + number);
}

static const Name operation_names[] = {
    {0, "move u"}, {1, "move v"}, {2, "multiply u"}, {3, "multiply v"}, {4, "rotate"}, {0},
};

#define CLIENT_DOC "Of scale keys in the layout 'client': "

static const Column key_columns[] = {
    MEMBER_REF("node_id", "rsm_nodes", "Its node; NULL for keys of the model, which move its root",
               RsmKey, node),
    GET("kind", TEXT, NULL, "position, rotation, scale or texture", key_kind),
    POINTED(I32, "frame", NULL, "When: in milliseconds, from 2.2 on in frames", RsmKey, record,
            RSM_KEY_FRAME),
    GET("seconds", REAL, "seconds", "The same in seconds; NULL where the file gives no rate",
        key_seconds),
    FIELD_AT(F32, "x", NULL, "x of a position, scale or quaternion; what the operation uses",
             key_value_at, X),
    FIELD_AT(F32, "y", NULL, "y of it; NULL for textures", key_value_at, Y),
    FIELD_AT(F32, "z", NULL, "z of it; NULL for textures", key_value_at, Z),
    FIELD_AT(F32, "w", NULL,
             "w of a quaternion; a number of unknown use in positions and scales that have it",
             key_value_at, W),
    GET_REF("texture_id", "rsm_textures", "Of texture keys: which texture", key_texture),
    GET("operation", INTEGER, NULL, "Of texture keys: what is done to the texture", key_operation,
        WRITTEN),
    GET("operation_name", TEXT, NULL,
        "move u, move v, multiply u, multiply v, or rotate (radians, around its middle)",
        key_operation, .value_names = operation_names),
    GET("slot_raw", INTEGER, NULL, "Of texture keys: the texture as stored", key_slot, WRITTEN,
        .hidden = true),
    FIELD_AT(F32, "axis_x", NULL, CLIENT_DOC "an axis, x", key_axis_at, 0, .hidden = true),
    FIELD_AT(F32, "axis_y", NULL, CLIENT_DOC "an axis, y", key_axis_at, 1, .hidden = true),
    FIELD_AT(F32, "axis_z", NULL, CLIENT_DOC "an axis, z", key_axis_at, 2, .hidden = true),
    FIELD_AT(F32, "axis_angle", "radians", CLIENT_DOC "an angle", key_axis_at, 3, .hidden = true),
};

const Table rsm_keys = {
    TABLE("rsm_keys", rsm_format, key_columns),
    .doc = "Keys of the animation: of nodes, and of the model as a whole.",
    .example = "SELECT node_id, kind, seconds, x, y, z, w "
               "FROM rsm_keys('samples/model/house/house.rsm')",
    .typical_rows = 20,
    ROWS(Rsm, keys, key_count, sizeof(RsmKey)),
    .byte_offset = key_offset,
};

static const uint8_t *box_flag_at(const Row *row, uint32_t at) {
    return rsm_since(row->document, 1, 3) ? row->record + at : NULL;
}

static const Column box_columns[] = {
    XYZ(F32, "size_", RSM_UNITS, "Size in ", RSM_BOX_SIZE),
    XYZ(F32, "", RSM_UNITS, "Its place, ", RSM_BOX_POSITION),
    XYZ(F32, "rotation_", NULL, "Its rotation about ", RSM_BOX_ROTATION),
    FIELD_AT(I32, "flag", NULL, "A flag of unknown use; NULL before 1.3", box_flag_at,
             RSM_BOX_FLAG),
};

const Table rsm_volume_boxes = {
    TABLE("rsm_volume_boxes", rsm_format, box_columns),
    .doc = "Volume boxes of models, of unknown use: no known file has any.",
    .example = "SELECT count(*) FROM rsm_volume_boxes('samples/model/**/*.rsm')",
    SIZED_ROWS(Rsm, boxes, box_count, box_bytes),
};
