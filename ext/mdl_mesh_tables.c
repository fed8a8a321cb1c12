/* The MDL tables of meshes: vertices, faces and index lists. */
#include "mdl_tables.h"

/* ---- mdl_meshes -------------------------------------------------------------------------------- */

LIST_ROWS(mesh_rows, parts[MDL_MESH], mdl_list_parts(mdl, MDL_MESH, error))
LIST_FIND(find_meshes, parts[MDL_MESH], node_count)

typedef enum MeshFact {
    MESH_INDEX_COUNT,
    MESH_STORED_INDEX_COUNT,
    MESH_UV_COUNT,
    MESH_MERGED,
    MESH_MODE
} MeshFact;

/* The length of the first index list; -1 where there is none. */
static int64_t stored_indices(const Mdl *mdl, const uint8_t *mesh) {
    uint64_t start = (uint64_t)(mesh - mdl->document.bytes) + MDL_MESH_INDEX_COUNTS;
    MdlSpan counts;
    if (!mdl_find_array(mdl, start, 4, &counts) || !counts.count) return -1;
    return load_u32(mdl_bytes(mdl, counts.start));
}

static bool has_array(const uint8_t *mesh, MdlVertexArray array) {
    return load_u16(mesh + MDL_MESH_VERTEX_COUNT) &&
           load_u32(mesh + mdl_vertex_fields[array].pointer) != UINT32_MAX;
}

static Value mesh_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    const uint8_t *mesh = row->record;
    int64_t stored;
    int uv = 0;
    switch ((MeshFact)fact) {
    case MESH_INDEX_COUNT:
        stored = stored_indices(mdl, mesh);
        return stored < 0 ? value_null()
                          : value_integer((int64_t)mdl_index_count(mdl, mesh, 0, (uint32_t)stored));
    case MESH_STORED_INDEX_COUNT:
        stored = stored_indices(mdl, mesh);
        return stored < 0 ? value_null() : value_integer(stored);
    case MESH_UV_COUNT:
        for (int i = 0; i < 4; i++) uv += has_array(mesh, (MdlVertexArray)(MDL_UV0 + i));
        return value_integer(uv);
    case MESH_MERGED: return value_text(mdl_merged(mdl, mesh));
    case MESH_MODE:
        return value_text(mesh[436] == 3 ? "triangles" : mesh[436] == 4 ? "strip" : NULL);
    }
    return value_null();
}

static Value mesh_has(const Row *row, uint32_t array) {
    return value_integer(has_array(row->record, (MdlVertexArray)array));
}

#define TEXTURE(number) (MDL_MESH_TEXTURES + MDL_LONG_NAME * (number))
#define VERTEX_POINTER(name, array) U32(name, NULL, "Stored raw pointer", array)

static const Column mesh_columns[] = {
    NODE_ID(parts[MDL_MESH]),
    U32("face_count", NULL, "Faces", 12),
    U16("vertex_count", NULL, "Vertices", MDL_MESH_VERTEX_COUNT),
    GET_WITH("index_count", INTEGER, NULL,
        "Indices of the first list: 3 for each face where 0 is stored and they are there; NULL: "
        "no list",
        mesh_fact, MESH_INDEX_COUNT),
    GET_WITH("stored_index_count", INTEGER, NULL, "The same as the file says", mesh_fact,
        MESH_STORED_INDEX_COUNT),
    GET_WITH("merged", TEXT, NULL,
        "NWN:EE merges meshes of one texture: holder (has the indices of others, too) or sibling "
        "(says that it has none); NULL: neither",
        mesh_fact, MESH_MERGED),
    NAME("texture0", "Texture; NULL: none", TEXTURE(0), MDL_LONG_NAME),
    NAME("texture1", "Second texture", TEXTURE(1), MDL_LONG_NAME),
    NAME("texture2", "Third texture", TEXTURE(2), MDL_LONG_NAME),
    NAME("texture3", "Fourth texture; used for the material only", TEXTURE(3), MDL_LONG_NAME),
    NAME("material", "Material (.mtr) of NWN:EE, which is stored as the fourth texture", TEXTURE(3),
         MDL_LONG_NAME),
    U16("texture_count", NULL, "Textures as the file says", 450),
    GET_WITH("uv_count", INTEGER, NULL, "Sets of texture coordinates", mesh_fact, MESH_UV_COUNT),
    GET_WITH("has_normals", INTEGER, NULL, "1: the vertices have normals", mesh_has, MDL_NORMALS),
    GET_WITH("has_tangents", INTEGER, NULL, "1: the vertices have tangents", mesh_has, MDL_TANGENTS),
    GET_WITH("has_colors", INTEGER, NULL, "1: the vertices have colours", mesh_has, MDL_COLORS),
    U32("render", NULL, "1: it is drawn", 108),
    U32("shadow", NULL, "1: it casts a shadow", 100),
    U32("beaming", NULL, "1: beams of light go out from it", 104),
    U32("transparency_hint", NULL, "Order in which transparent meshes are drawn", 112),
    U32("render_hint", NULL, "0; in NWN:EE 2: NormalAndSpecMapped", 116),
    U32("tilefade", NULL, "How a tile's part fades before the camera: 0, 1, 2 or 4", 376),
    U8("lightmapped", NULL, "1: lightmapped; often not set at all", 500),
    U8("rotate_texture", NULL, "1: the texture turns with the tile", 501),
    POINT("min", METERS, "Least corner of the bounding box", 20),
    POINT("max", METERS, "Greatest corner of the bounding box", 32),
    F32("radius", METERS, "Radius around the average point", 44),
    POINT("average", METERS, "Average of the vertices", 48),
    COLOR("diffuse", "Diffuse colour", 60),
    COLOR("ambient", "Ambient colour", 72),
    COLOR("specular", "Specular colour", 84),
    F32("shininess", NULL, "Shininess", 96),
    U8("mode", NULL, "How the indices are drawn; garbage where there are no vertices", 436),
    GET_WITH("mode_name", TEXT, NULL, "The same as text: triangles, strip", mesh_fact, MESH_MODE),
    F32("normal_sum", NULL, "Half of a sum of the normals, as the file says", 504),
};

static const Column mesh_hidden[] = {
    BYTES("texture0_raw", "texture0 with what follows its NUL", TEXTURE(0), MDL_LONG_NAME),
    BYTES("texture1_raw", "texture1 with what follows its NUL", TEXTURE(1), MDL_LONG_NAME),
    BYTES("texture2_raw", "texture2 with what follows its NUL", TEXTURE(2), MDL_LONG_NAME),
    BYTES("texture3_raw", "texture3 with what follows its NUL", TEXTURE(3), MDL_LONG_NAME),
    U32("function0", NULL, "Address of a function of the writer", 0),
    U32("function1", NULL, "Address of a function of the writer", 4),
    U32("faces_pointer", NULL, "Stored pointer to the faces", MDL_MESH_FACES),
    U32("faces_allocated", NULL, "Stored room for faces", MDL_MESH_FACES + 8),
    ARRAY("vertex_indices", "vertex indices, which compilers use", MDL_MESH_VERTEX_INDICES),
    ARRAY("left_over_faces", "left-over faces, which compilers use", MDL_MESH_LEFT_OVER_FACES),
    ARRAY("index_counts", "lengths of index lists", MDL_MESH_INDEX_COUNTS),
    ARRAY("index_lists", "pointers to index lists", MDL_MESH_INDEX_LISTS),
    U32("unknown_428", NULL, "Unknown raw pointer", 428),
    U32("unknown_432", NULL, "Unknown, 0", 432),
    BYTES("mode_padding", "Bytes behind the mode", 437, 3),
    U32("unknown_440", NULL, "Unknown, 0", 440),
    VERTEX_POINTER("positions_pointer", MDL_MESH_POSITIONS),
    VERTEX_POINTER("uv0_pointer", 452),
    VERTEX_POINTER("uv1_pointer", 456),
    VERTEX_POINTER("uv2_pointer", 460),
    VERTEX_POINTER("uv3_pointer", 464),
    VERTEX_POINTER("normals_pointer", 468),
    VERTEX_POINTER("colors_pointer", 472),
    VERTEX_POINTER("unknown_476_pointer", 476),
    VERTEX_POINTER("unknown_480_pointer", 480),
    VERTEX_POINTER("unknown_484_pointer", 484),
    VERTEX_POINTER("tangents_pointer", 488),
    VERTEX_POINTER("unknown_492_pointer", 492),
    VERTEX_POINTER("handedness_pointer", 496),
    U16("unknown_502", NULL, "Unknown", 502),
    U32("unknown_508", NULL, "Unknown, 0", 508),
};

const Table mdl_meshes = {
    .name = "mdl_meshes",
    .doc = "Meshes of nodes; those in animations are empty.",
    .example = "SELECT n.path, m.vertex_count, m.face_count, m.texture0 "
               "FROM mdl_meshes('samples/*.mdl') m "
               "JOIN mdl_nodes(m.source) n ON n.id = m.node_id WHERE m.vertex_count > 0",
    .format = &mdl_format,
    COLUMNS(mesh_columns),
    HIDDEN(mesh_hidden),
    .typical_rows = 50,
    .rows = mesh_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_meshes}},
};

/* ---- mdl_vertices ------------------------------------------------------------------------------ */

LIST_ROWS(vertex_rows, vertices, mdl_list_vertices(mdl, error))
LIST_FIND(find_vertices, vertices, node_count)

/* Which array of the vertex, and which of its floats (or bytes). */
#define VERTEX(array, number) ((uint32_t)(array) << 8 | (number))

static const uint8_t *vertex_field(const Row *row, uint32_t parameter) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl->vertices.owners[row->index];
    uint64_t start = mdl_vertex_array(mdl, node, (MdlVertexArray)(parameter >> 8));
    if (!start) return NULL;
    uint64_t number = row->index - mdl->vertices.first[node];
    return mdl_bytes(mdl, start + number * mdl_vertex_fields[parameter >> 8].bytes);
}

static Value vertex_float(const Row *row, uint32_t parameter) {
    const uint8_t *field = vertex_field(row, parameter);
    return field ? value_real((double)load_f32(field + 4 * (parameter & 0xFF))) : value_null();
}

static Value vertex_byte(const Row *row, uint32_t parameter) {
    const uint8_t *field = vertex_field(row, parameter);
    return field ? value_integer(field[parameter & 0xFF]) : value_null();
}

#define VERTEX_FLOAT(name, unit, doc, array, number)                                               \
    GET_WITH(name, REAL, unit, doc, vertex_float, VERTEX(array, number))
#define VERTEX_VECTOR(prefix, doc, array)                                                          \
    VERTEX_FLOAT(prefix "_x", NULL, doc ", x; NULL: none", array, 0),                              \
        VERTEX_FLOAT(prefix "_y", NULL, doc ", y", array, 1),                                      \
        VERTEX_FLOAT(prefix "_z", NULL, doc ", z", array, 2)
#define VERTEX_BYTE(name, doc, number)                                                             \
    GET_WITH(name, INTEGER, "0 to 255", doc, vertex_byte, VERTEX(MDL_COLORS, number))

static const Column vertex_columns[] = {
    NODE_ID(vertices),
    GET_WITH("vertex_index", INTEGER, NULL, "Number among the vertices of its node", list_number,
        LIST(vertices)),
    F32("x", METERS, "Place in the node, x", 0),
    F32("y", METERS, "Place in the node, y", 4),
    F32("z", METERS, "Place in the node, z (up)", 8),
    VERTEX_VECTOR("normal", "Normal", MDL_NORMALS),
    VERTEX_FLOAT("u0", NULL, "First texture coordinates, u; NULL: none", MDL_UV0, 0),
    VERTEX_FLOAT("v0", NULL, "First texture coordinates, v", MDL_UV0, 1),
    VERTEX_FLOAT("u1", NULL, "Second texture coordinates, u", MDL_UV1, 0),
    VERTEX_FLOAT("v1", NULL, "Second texture coordinates, v", MDL_UV1, 1),
    VERTEX_FLOAT("u2", NULL, "Third texture coordinates, u", MDL_UV2, 0),
    VERTEX_FLOAT("v2", NULL, "Third texture coordinates, v", MDL_UV2, 1),
    VERTEX_FLOAT("u3", NULL, "Fourth texture coordinates, u", MDL_UV3, 0),
    VERTEX_FLOAT("v3", NULL, "Fourth texture coordinates, v", MDL_UV3, 1),
    VERTEX_BYTE("red", "Colour, red; NULL: none", 0),
    VERTEX_BYTE("green", "Colour, green", 1),
    VERTEX_BYTE("blue", "Colour, blue", 2),
    VERTEX_BYTE("alpha", "Colour, alpha", 3),
    VERTEX_VECTOR("tangent", "Tangent", MDL_TANGENTS),
    VERTEX_FLOAT("handedness", NULL, "1 or -1: on which side of normal and tangent the third is",
                 MDL_HANDEDNESS, 0),
};

static const Column vertex_hidden[] = {
    VERTEX_VECTOR("unknown_476", "Vector of an array that no known file has", MDL_UNUSED0),
    VERTEX_VECTOR("unknown_480", "Vector of an array that no known file has", MDL_UNUSED1),
    VERTEX_VECTOR("unknown_484", "Vector of an array that no known file has", MDL_UNUSED2),
    VERTEX_VECTOR("unknown_492", "Vector of an array that no known file has", MDL_UNUSED3),
};

const Table mdl_vertices = {
    .name = "mdl_vertices",
    .doc = "Vertices of meshes.",
    .example = "SELECT m.texture0, v.x, v.y, v.z, v.u0, v.v0 FROM mdl_meshes('samples/*.mdl') m "
               "JOIN mdl_vertices(m.source) v ON v.node_id = m.node_id",
    .format = &mdl_format,
    COLUMNS(vertex_columns),
    HIDDEN(vertex_hidden),
    .typical_rows = 600,
    .rows = vertex_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 70, .find = find_vertices}},
};

/* ---- mdl_faces --------------------------------------------------------------------------------- */

LIST_ROWS(face_rows, faces, mdl_list_faces(mdl, error))
LIST_FIND(find_faces, faces, node_count)

static Value face_vertex(const Row *row, uint32_t number) {
    const Mdl *mdl = row->document;
    uint16_t vertex = load_u16(row->record + MDL_FACE_VERTICES + 2 * number);
    int64_t id = mdl_vertex(mdl, mdl->faces.owners[row->index], vertex);
    return id < 0 ? value_null() : value_integer(id);
}

static Value face_neighbor(const Row *row, uint32_t number) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl->faces.owners[row->index];
    uint32_t first = mdl->faces.first[node], count = mdl->faces.first[node + 1] - first;
    int16_t neighbor = load_i16(row->record + MDL_FACE_NEIGHBORS + 2 * number);
    if (neighbor < 0 || (uint32_t)neighbor >= count) return value_null();
    return value_integer((int64_t)first + neighbor);
}

static Value face_surface_name(const Row *row) {
    static const char *const names[] = {
        "NotDefined", "Dirt", "Obscuring", "Grass", "Stone", "Wood", "Water", "Nonwalk",
        "Transparent", "Carpet", "Metal", "Puddles", "Swamp", "Mud", "Leaves", "Lava",
        "BottomlessPit", "DeepWater", "Door", "Snow", "Sand", "BareBones", "StoneBridge",
    };
    const Mdl *mdl = row->document;
    int32_t surface = load_i32(row->record + MDL_FACE_SURFACE);
    if (!(mdl->nodes[mdl->faces.owners[row->index]].flags & MDL_FLAG_AABB)) return value_null();
    return surface >= 0 && surface < (int32_t)LENGTH(names) ? value_text(names[surface])
                                                            : value_null();
}

#define FACE_VERTEX(name, number) GET_REF_WITH(name, "mdl_vertices", "Vertex", face_vertex, number)
#define FACE_NEIGHBOR(name, number)                                                                \
    GET_REF_WITH(name, "mdl_faces", "Face beyond the edge; NULL: none", face_neighbor, number)

static const Column face_columns[] = {
    NODE_ID(faces),
    GET_WITH("face_index", INTEGER, NULL, "Number among the faces of its node", list_number,
        LIST(faces)),
    FACE_VERTEX("vertex0", 0),
    FACE_VERTEX("vertex1", 1),
    FACE_VERTEX("vertex2", 2),
    FACE_NEIGHBOR("neighbor0", 0),
    FACE_NEIGHBOR("neighbor1", 1),
    FACE_NEIGHBOR("neighbor2", 2),
    F32("normal_x", NULL, "Normal of the plane, x", 0),
    F32("normal_y", NULL, "Normal of the plane, y", 4),
    F32("normal_z", NULL, "Normal of the plane, z", 8),
    F32("plane_d", METERS, "d of the plane: normal . p + d = 0", 12),
    I32("surface", NULL, "On a walkmesh (aabb) the material, else a smoothing group or the like",
        16),
    GET("surface_name", TEXT, NULL, "The material of a walkmesh as text; NULL elsewhere",
        face_surface_name),
};

static const Column face_hidden[] = {
    U16("vertex0_raw", NULL, "Stored number of the vertex in its mesh", 26),
    U16("vertex1_raw", NULL, "Stored number of the vertex in its mesh", 28),
    U16("vertex2_raw", NULL, "Stored number of the vertex in its mesh", 30),
    I16("neighbor0_raw", NULL, "Stored number of the face in its mesh, -1: none", 20),
    I16("neighbor1_raw", NULL, "Stored number of the face in its mesh, -1: none", 22),
    I16("neighbor2_raw", NULL, "Stored number of the face in its mesh, -1: none", 24),
};

const Table mdl_faces = {
    .name = "mdl_faces",
    .doc = "Faces of meshes: triangles with their planes, neighbours and surfaces.",
    .example = "SELECT n.path, f.surface_name, count(*) FROM mdl_nodes('samples/*.mdl') n "
               "JOIN mdl_faces(n.source) f ON f.node_id = n.id WHERE n.kind = 'aabb' GROUP BY 1, 2",
    .format = &mdl_format,
    COLUMNS(face_columns),
    HIDDEN(face_hidden),
    .typical_rows = 400,
    .rows = face_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 50, .find = find_faces}},
};

/* ---- mdl_index_lists and mdl_indices ----------------------------------------------------------- */

LIST_ROWS(index_list_rows, index_lists, mdl_list_index_lists(mdl, error))
LIST_FIND(find_index_lists, index_lists, node_count)

/* The mesh in the file that an index list belongs to. */
static const uint8_t *mesh_of_list(const Mdl *mdl, uint64_t list) {
    uint32_t node = mdl->index_lists.owners[list];
    return mdl_bytes(mdl, mdl_mesh_start(mdl, node));
}

static uint64_t number_of_list(const Mdl *mdl, uint64_t list) {
    return list - mdl->index_lists.first[mdl->index_lists.owners[list]];
}

static Value index_list_count(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)mdl_index_count(mdl, mesh_of_list(mdl, row->index),
                                                  number_of_list(mdl, row->index),
                                                  load_u32(row->record)));
}

static Value index_list_pointer(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer(mdl_index_pointer(mdl, mesh_of_list(mdl, row->index),
                                           number_of_list(mdl, row->index)));
}

static const Column index_list_columns[] = {
    NODE_ID(index_lists),
    GET_WITH("list_index", INTEGER, NULL, "Number among the lists of its node", list_number,
        LIST(index_lists)),
    GET("index_count", INTEGER, NULL,
        "Indices: 3 for each face where 0 is stored and they are there", index_list_count),
    U32("stored_index_count", NULL, "Indices as the file says", 0),
};

static const Column index_list_hidden[] = {
    GET("pointer", INTEGER, NULL, "Stored raw pointer to the list", index_list_pointer),
};

const Table mdl_index_lists = {
    .name = "mdl_index_lists",
    .doc = "Index lists of meshes, as they go to the graphics card: one for each mesh.",
    .example = "SELECT node_id, index_count, stored_index_count "
               "FROM mdl_index_lists('samples/*.mdl') WHERE index_count > 0",
    .format = &mdl_format,
    COLUMNS(index_list_columns),
    HIDDEN(index_list_hidden),
    .typical_rows = 15,
    .rows = index_list_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 1, .find = find_index_lists}},
};

LIST_ROWS(index_rows, indices, mdl_list_indices(mdl, error))

static void find_indices(const Seek *seek, RowRange *range) {
    const Mdl *mdl = seek->document;
    RowRange lists = {.end = mdl->index_lists.count};
    find_index_lists(seek, &lists);
    *range = (RowRange){0, 0, NULL};
    if (lists.first >= lists.end) return;
    range->first = mdl->indices.first[lists.first];
    range->end = mdl->indices.first[lists.end];
}

typedef enum IndexFact {
    INDEX_NODE,
    INDEX_LIST,
    INDEX_VERTEX,
    INDEX_COUNT,
    INDEX_STORED_COUNT
} IndexFact;

static Value index_fact(const Row *row, uint32_t fact) {
    const Mdl *mdl = row->document;
    uint32_t list = mdl->indices.owners[row->index], node = mdl->index_lists.owners[list];
    int64_t vertex;
    switch ((IndexFact)fact) {
    case INDEX_NODE: return value_integer(node);
    case INDEX_LIST: return value_integer((int64_t)number_of_list(mdl, list));
    case INDEX_VERTEX:
        vertex = mdl_vertex(mdl, node, load_u16(row->record));
        return vertex < 0 ? value_null() : value_integer(vertex);
    case INDEX_COUNT:
        return value_integer(mdl->indices.first[list + 1] - mdl->indices.first[list]);
    case INDEX_STORED_COUNT:
        return value_integer(load_u32(mdl_bytes(mdl, mdl->index_lists.starts[list])));
    }
    return value_null();
}

static const Column index_columns[] = {
    GET_REF_WITH("node_id", "mdl_nodes", "Its node", index_fact, INDEX_NODE),
    GET_WITH("list_index", INTEGER, NULL, "Number of its list among those of the node", index_fact,
        INDEX_LIST),
    GET_WITH("position", INTEGER, NULL, "Number in its list", list_number, LIST(indices)),
    GET_REF_WITH("vertex", "mdl_vertices", "Vertex", index_fact, INDEX_VERTEX),
    GET_WITH("index_count", INTEGER, NULL, "Indices that its list has", index_fact, INDEX_COUNT),
    GET_WITH("stored_index_count", INTEGER, NULL, "Indices that its list has as the file says",
        index_fact, INDEX_STORED_COUNT),
};

static const Column index_hidden[] = {
    GET_REF_WITH("list_id", "mdl_index_lists", "Its list", list_owner, LIST(indices)),
    U16("vertex_raw", NULL, "Stored number of the vertex in its mesh", 0),
};

const Table mdl_indices = {
    .name = "mdl_indices",
    .doc = "Index lists of meshes, vertex by vertex; three are a triangle.",
    .example = "SELECT node_id, position, vertex FROM mdl_indices('samples/*.mdl') LIMIT 6",
    .format = &mdl_format,
    COLUMNS(index_columns),
    HIDDEN(index_hidden),
    .typical_rows = 1200,
    .rows = index_rows,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 150, .find = find_indices}},
};
