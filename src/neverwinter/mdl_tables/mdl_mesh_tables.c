/* The MDL tables of meshes: vertices, faces and index lists. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* Returns the length of the first index list, or -1. */
static int64_t stored_indices(const Mdl *mdl, const uint8_t *mesh) {
    uint64_t start = (uint64_t)(mesh - mdl->image) + MDL_MESH_INDEX_COUNTS;
    MdlSpan counts;
    if (!mdl_find_array(mdl, start, 4, &counts) || !counts.count) return -1;
    return load_u32(mdl_bytes(mdl, counts.start));
}

static bool has_array(const uint8_t *mesh, MdlVertexArray array) {
    return load_u16(mesh + MDL_MESH_VERTEX_COUNT) &&
           load_u32(mesh + mdl_vertex_fields[array].pointer) != UINT32_MAX;
}

static Value mesh_index_count(const Row *row) {
    int64_t stored = stored_indices(row->document, row->record);
    if (stored < 0) return value_null();
    return value_integer((int64_t)mdl_index_count(row->document, row->record, 0, (uint32_t)stored));
}

static Value mesh_stored_index_count(const Row *row) {
    int64_t stored = stored_indices(row->document, row->record);
    return stored < 0 ? value_null() : value_integer(stored);
}

static Value mesh_uv_count(const Row *row) {
    int count = 0;
    for (MdlVertexArray uv = MDL_UV0; uv <= MDL_UV3; uv++) count += has_array(row->record, uv);
    return value_integer(count);
}

static Value mesh_merged(const Row *row) {
    return value_name(mdl_merged(row->document, row->record));
}

static const Name mode_names[] = {
    {MDL_MODE_TRIANGLES, "triangles"}, {MDL_MODE_STRIP, "strip"}, {0, NULL}};

static Value mesh_has(const Row *row, const Column *column) {
    return value_integer(has_array(row->record, (MdlVertexArray)column->number));
}

/* A mesh that is drawn needs its material. Fields of meshes in animations hold garbage. */
static Need mesh_needs_material(const Row *row) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl_node_of(mdl, MDL_MESH, row->index);
    Need need = mdl_need_of(mdl, node);
    bool is_drawn = mdl_is_rendered(mdl, row->record) &&
                    !(mdl->nodes[node].flags & MDL_FLAG_AABB) &&
                    load_u32(row->record + MDL_USED(MDL_MESH_FACES));
    return need == NEEDED && !is_drawn ? NOT_NEEDED : need;
}

static Need mesh_needs_texture(const Row *row) {
    Need need = mesh_needs_material(row);
    bool has_material = !mdl_is_no_name(row->record + MDL_MESH_TEXTURE3);
    return need == NEEDED && has_material ? NOT_NEEDED : need;
}

static const Column mesh_columns[] = {
    NODE_ID(parts[MDL_MESH]),
    U32("face_count", NULL, "Faces", MDL_USED(MDL_MESH_FACES), SHAPES_COUNT),
    U16("vertex_count", NULL, "Vertices", MDL_MESH_VERTEX_COUNT, SHAPES_COUNT),
    GET("index_count", INTEGER, NULL,
        "Number of indices in the first list: where the file says 0 though they are there, 3 for "
        "each face; NULL if there is no list",
        mesh_index_count),
    GET("stored_index_count", INTEGER, NULL, "Number of indices that the file states",
        mesh_stored_index_count),
    GET("merged", TEXT, NULL,
        "NWN:EE merges meshes of one texture: holder (has the indices of others, too) or sibling "
        "(says that it has no indices); NULL if it is neither",
        mesh_merged),
    NAME("texture0", "Texture; NULL if it has none", MDL_MESH_TEXTURE0, MDL_LONG_NAME,
         .names = &nwn_texture, .need = mesh_needs_texture),
    NAME("texture1", "Second texture", MDL_MESH_TEXTURE1, MDL_LONG_NAME, .names = &nwn_texture,
         .need = mesh_needs_texture),
    NAME("texture2", "Third texture", MDL_MESH_TEXTURE2, MDL_LONG_NAME, .names = &nwn_texture,
         .need = mesh_needs_texture),
    NAME("texture3", "Fourth texture; used for the material only", MDL_MESH_TEXTURE3,
         MDL_LONG_NAME),
    NAME("material", "Material (.mtr) of NWN:EE, which is stored as the fourth texture",
         MDL_MESH_TEXTURE3, MDL_LONG_NAME, .names = &nwn_material, .need = mesh_needs_material),
    U16("texture_count", NULL, "Number of textures that the file states", MDL_MESH_TEXTURE_COUNT),
    GET("uv_count", INTEGER, NULL, "Sets of texture coordinates", mesh_uv_count),
    GET_WITH("has_normals", INTEGER, NULL, "1 if the vertices have normals", mesh_has, MDL_NORMALS),
    GET_WITH("has_tangents", INTEGER, NULL, "1 if the vertices have tangents", mesh_has,
             MDL_TANGENTS),
    GET_WITH("has_colors", INTEGER, NULL, "1 if the vertices have colours", mesh_has, MDL_COLORS),
    U32("render", NULL,
        "1 if it is drawn; NWN:EE writes 0 for meshes that it merged into a sibling, "
        "which draws them",
        MDL_MESH_RENDER),
    U32("shadow", NULL, "1 if it casts a shadow", MDL_MESH_SHADOW),
    U32("beaming", NULL, "1 if beams of light go out from it", MDL_MESH_BEAMING),
    U32("transparency_hint", NULL, "Order in which transparent meshes are drawn",
        MDL_MESH_TRANSPARENCY_HINT),
    U32("render_hint", NULL, "0; in NWN:EE also 2, which means NormalAndSpecMapped",
        MDL_MESH_RENDER_HINT),
    U32("tilefade", NULL, "How a tile's part fades before the camera: 0, 1, 2 or 4",
        MDL_MESH_TILEFADE),
    U8("lightmapped", NULL, "1 if the mesh is lightmapped; often not set at all",
       MDL_MESH_LIGHTMAPPED),
    U8("rotate_texture", NULL, "1 if the texture turns with the tile", MDL_MESH_ROTATE_TEXTURE),
    POINT("min_", METERS, "Least corner of the bounding box", MDL_MESH_MIN),
    POINT("max_", METERS, "Greatest corner of the bounding box", MDL_MESH_MAX),
    F32("radius", METERS, "Radius around the average point", MDL_MESH_RADIUS),
    POINT("average_", METERS, "Average of the vertices", MDL_MESH_AVERAGE),
    COLOR("diffuse", "Diffuse colour", MDL_MESH_DIFFUSE),
    COLOR("ambient", "Ambient colour", MDL_MESH_AMBIENT),
    COLOR("specular", "Specular colour", MDL_MESH_SPECULAR),
    F32("shininess", NULL, "Shininess", MDL_MESH_SHININESS),
    ENUM(U8, "mode", "How the indices are drawn; garbage where there are no vertices",
         MDL_MESH_MODE, mode_names),
    F32("normal_sum", NULL, "Half of a sum of the normals, as stored", MDL_MESH_NORMAL_SUM),
    WHOLE_TEXT("texture0_raw", "texture0", MDL_MESH_TEXTURE0, MDL_LONG_NAME),
    WHOLE_TEXT("texture1_raw", "texture1", MDL_MESH_TEXTURE1, MDL_LONG_NAME),
    WHOLE_TEXT("texture2_raw", "texture2", MDL_MESH_TEXTURE2, MDL_LONG_NAME),
    WHOLE_TEXT("texture3_raw", "texture3", MDL_MESH_TEXTURE3, MDL_LONG_NAME),
    LEFT_OVER(U32, "function0", "Address of a function of the writer", MDL_MESH_FUNCTION0),
    LEFT_OVER(U32, "function1", "Address of a function of the writer", MDL_MESH_FUNCTION1),
    STORED_PLACE("faces_pointer", "Stored pointer to the faces", MDL_MESH_FACES,
                 .also_called = "Array pointer"),
    STORED_ROOM("faces_allocated", "faces", MDL_MESH_FACES),
    ARRAY("vertex_indices", "vertex indices, which compilers use", MDL_MESH_VERTEX_INDICES),
    ARRAY("left_over_faces", "left-over faces, which compilers use", MDL_MESH_LEFT_OVER_FACES),
    ARRAY("index_counts", "lengths of index lists", MDL_MESH_INDEX_COUNTS),
    ARRAY("index_lists", "pointers to index lists", MDL_MESH_INDEX_LISTS),
    LEFT_OVER(U32, "unknown_428", "Unknown raw pointer", MDL_MESH_UNKNOWN_428),
    LEFT_OVER(U32, "unknown_432", "Unknown, 0", MDL_MESH_UNKNOWN_432),
    BYTES("mode_padding", "Bytes behind the mode", MDL_MESH_MODE_PADDING,
          MDL_MESH_MODE_PADDING_BYTES, BINARY_ONLY, .hidden = true),
    LEFT_OVER(U32, "unknown_440", "Unknown, 0", MDL_MESH_UNKNOWN_440),
    STORED_PLACE("positions_pointer", "Stored raw pointer", MDL_MESH_POSITIONS,
                 .also_called = "raw data pointer"),
    STORED_PLACE("uv0_pointer", "Stored raw pointer", MDL_MESH_UV0),
    STORED_PLACE("uv1_pointer", "Stored raw pointer", MDL_MESH_UV1),
    STORED_PLACE("uv2_pointer", "Stored raw pointer", MDL_MESH_UV2),
    STORED_PLACE("uv3_pointer", "Stored raw pointer", MDL_MESH_UV3),
    STORED_PLACE("normals_pointer", "Stored raw pointer", MDL_MESH_NORMALS),
    STORED_PLACE("colors_pointer", "Stored raw pointer", MDL_MESH_COLORS),
    STORED_PLACE("unknown_476_pointer", "Stored raw pointer", MDL_MESH_UNUSED_476),
    STORED_PLACE("unknown_480_pointer", "Stored raw pointer", MDL_MESH_UNUSED_480),
    STORED_PLACE("unknown_484_pointer", "Stored raw pointer", MDL_MESH_UNUSED_484),
    STORED_PLACE("tangents_pointer", "Stored raw pointer", MDL_MESH_TANGENTS),
    STORED_PLACE("unknown_492_pointer", "Stored raw pointer", MDL_MESH_UNUSED_492),
    STORED_PLACE("handedness_pointer", "Stored raw pointer", MDL_MESH_HANDEDNESS),
    LEFT_OVER(U16, "unknown_502", "Unknown", MDL_MESH_UNKNOWN_502),
    LEFT_OVER(U32, "unknown_508", "Unknown, 0", MDL_MESH_UNKNOWN_508),
};

const Table mdl_meshes = {
    TABLE("mdl_meshes", mdl_format, mesh_columns),
    .also_called = "TriMesh, Mesh Header",
    .doc = "Meshes of nodes; those in animations are empty.",
    .example = "SELECT n.path, m.vertex_count, m.face_count, m.texture0 "
               "FROM mdl_meshes('samples/*.mdl') m "
               "JOIN mdl_nodes(m.source) n ON n.id = m.node_id WHERE m.vertex_count > 0",
    .typical_rows = 50,
    NODE_ROWS(parts[MDL_MESH], 1),
};

/* Numbers of the floats of texture coordinates, and of the bytes of a colour. */
enum { U, V };
enum { RED, GREEN, BLUE, ALPHA };

/* A column's place: an array of the vertices, and an offset in the vertex's entry. */
#define VERTEX(array, offset) ((uint32_t)(array) << 8 | (offset))

static const uint8_t *vertex_at(const Row *row, uint32_t at) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl->vertices.parents[row->index];
    uint64_t start = mdl_vertex_array(mdl, node, (MdlVertexArray)(at >> 8));
    if (!start) return NULL;
    uint64_t number = row->index - mdl->vertices.first[node];
    return mdl_bytes(mdl, start + number * mdl_vertex_fields[at >> 8].bytes + (at & 0xFF));
}

/* Returns the vertex's position in the model; NULL in animations. */
static Value vertex_world(const Row *row, const Column *column) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl->vertices.parents[row->index];
    if (node >= mdl->geometry_count) return value_null();
    Vector v = mdl_placed(&mdl->bind[node].world, load_vector(row->record));
    return value_real(column->number == X ? v.x : column->number == Y ? v.y : v.z);
}

static Value vertex_text(const Row *row) {
    const uint8_t *origin = mdl_vertex_origin(row->document, row->index);
    return origin ? value_integer(load_u32(origin + ASCII_VERTEX_ROW)) : value_null();
}

#define VERTEX_FLOAT(name, doc, array, number)                                                     \
    FIELD_AT(F32, name, NULL, doc, vertex_at, VERTEX(array, 4 * (number)))
#define VERTEX_AXIS(name, doc, array, axis, is_hidden)                                             \
    FIELD_AT(F32, name, NULL, doc, vertex_at, VERTEX(array, 4 * axis), .hidden = is_hidden)
#define VERTEX_VECTOR(prefix, doc, array, is_hidden)                                               \
    VERTEX_AXIS(prefix "_x", doc ", x; NULL if there is none", array, X, is_hidden),               \
        VERTEX_AXIS(prefix "_y", doc ", y", array, Y, is_hidden),                                  \
        VERTEX_AXIS(prefix "_z", doc ", z", array, Z, is_hidden)
#define VERTEX_BYTE(name, doc, number)                                                             \
    FIELD_AT(U8, name, "0 to 255", doc, vertex_at, VERTEX(MDL_COLORS, number))

static const Column vertex_columns[] = {
    NODE_ID(vertices),
    NUMBER("vertex_index", "Number among the vertices of its node", Mdl, vertices),
    POINT("", METERS, "Place in the node", MDL_VERTEX_PLACE),
    VERTEX_VECTOR("normal", "Normal", MDL_NORMALS, false),
    VERTEX_FLOAT("u0", "First texture coordinates, u; NULL if it has none", MDL_UV0, U),
    VERTEX_FLOAT("v0", "First texture coordinates, v", MDL_UV0, V),
    VERTEX_FLOAT("u1", "Second texture coordinates, u", MDL_UV1, U),
    VERTEX_FLOAT("v1", "Second texture coordinates, v", MDL_UV1, V),
    VERTEX_FLOAT("u2", "Third texture coordinates, u", MDL_UV2, U),
    VERTEX_FLOAT("v2", "Third texture coordinates, v", MDL_UV2, V),
    VERTEX_FLOAT("u3", "Fourth texture coordinates, u", MDL_UV3, U),
    VERTEX_FLOAT("v3", "Fourth texture coordinates, v", MDL_UV3, V),
    VERTEX_BYTE("red", "Colour, red; NULL if it has none", RED),
    VERTEX_BYTE("green", "Colour, green", GREEN),
    VERTEX_BYTE("blue", "Colour, blue", BLUE),
    VERTEX_BYTE("alpha", "Colour, alpha", ALPHA),
    VERTEX_VECTOR("tangent", "Tangent", MDL_TANGENTS, false),
    VERTEX_FLOAT("handedness",
                 "1 or -1: on which side of the normal and the tangent the third axis lies",
                 MDL_HANDEDNESS, X),
    GET_WITH("world_x", REAL, METERS, "Place in the model, in the bind pose, x; NULL in animations",
             vertex_world, X, .prepare = prepare_bind),
    GET_WITH("world_y", REAL, METERS, "Place in the model, in the bind pose, y", vertex_world, Y,
             .prepare = prepare_bind),
    GET_WITH("world_z", REAL, METERS, "Place in the model, in the bind pose, z (up)", vertex_world,
             Z, .prepare = prepare_bind),
    GET("text_vertex", INTEGER, NULL, "Number of its row of verts in a text; NULL in a binary",
        vertex_text, .hidden = true),
    VERTEX_VECTOR("unknown_476", "Vector of an array that no known file has", MDL_UNUSED0, true),
    VERTEX_VECTOR("unknown_480", "Vector of an array that no known file has", MDL_UNUSED1, true),
    VERTEX_VECTOR("unknown_484", "Vector of an array that no known file has", MDL_UNUSED2, true),
    VERTEX_VECTOR("unknown_492", "Vector of an array that no known file has", MDL_UNUSED3, true),
};

const Table mdl_vertices = {
    TABLE("mdl_vertices", mdl_format, vertex_columns),
    .doc = "Vertices of meshes.",
    .example = "SELECT m.texture0, v.x, v.y, v.z, v.u0, v.v0 FROM mdl_meshes('samples/*.mdl') m "
               "JOIN mdl_vertices(m.source) v ON v.node_id = m.node_id",
    .typical_rows = 600,
    NODE_ROWS_AT(vertices, 70, mdl_offset_of_vertex),
};

/* Returns a vertex of a face; column->number is the offset of its number in the face. */
static Value face_vertex(const Row *row, const Column *column) {
    const Mdl *mdl = row->document;
    return value_vertex(row, mdl->faces.parents[row->index],
                        load_u16(row->record + column->number));
}

static Value face_neighbor(const Row *row, const Column *column) {
    const Mdl *mdl = row->document;
    return value_face(mdl, mdl->faces.parents[row->index], load_i16(row->record + column->number));
}

static Value face_surface_name(const Row *row) {
    const Mdl *mdl = row->document;
    if (!mdl_is_walkmesh(mdl, mdl->faces.parents[row->index])) return value_null();
    return value_name(mdl_surface_name(load_i32(row->record + MDL_FACE_SURFACE)));
}

static Value face_area(const Row *row) {
    const Mdl *mdl = row->document;
    uint32_t node = mdl->faces.parents[row->index];
    Vector corners[3];
    if (node >= mdl->geometry_count) return value_null();
    MdlShape shape = mdl_shape(mdl, node);
    uint64_t face = row->index - mdl->faces.first[node];
    if (!mdl_model_face(mdl, node, &shape, face, corners)) return value_null();
    return value_real(corners_area(corners));
}

/* Returns what the image keeps of a face of a text, at offset column->number. */
static Value face_text(const Row *row, const Column *column) {
    const Mdl *mdl = row->document;
    if (mdl->is_binary) return value_null();
    uint32_t node = mdl->faces.parents[row->index];
    const uint8_t *mesh = mdl_bytes(mdl, mdl_mesh_start(mdl, node));
    uint64_t start = (uint64_t)MDL_FILE_HEADER_BYTES + load_u32(mesh + MDL_MESH_LEFT_OVER_FACES) +
                     ASCII_FACE_BYTES * (row->index - mdl->faces.first[node]);
    return value_integer(load_u32(mdl_bytes(mdl, start + column->number)));
}

#define FACE_VERTEX(i)                                                                             \
    GET_REF_WITH("vertex" #i, "mdl_vertices", "Vertex", face_vertex, MDL_FACE_VERTEX0 + 2 * i)
#define FACE_NEIGHBOR(i)                                                                           \
    GET_REF_WITH("neighbor" #i, "mdl_faces", "Face beyond the edge; NULL if there is none",        \
                 face_neighbor, MDL_FACE_NEIGHBOR0 + 2 * i)
#define RAW_VERTEX(i)                                                                              \
    U16("vertex" #i "_raw", NULL, "Stored number of the vertex in its mesh",                       \
        MDL_FACE_VERTEX0 + 2 * i, .hidden = true)
#define RAW_NEIGHBOR(i)                                                                            \
    I16("neighbor" #i "_raw", NULL,                                                                \
        "Number of the face in its mesh as stored, where -1 means none",                           \
        MDL_FACE_NEIGHBOR0 + 2 * i, .hidden = true)

static const Column face_columns[] = {
    NODE_ID(faces),
    NUMBER("face_index", "Number among the faces of its node", Mdl, faces),
    THREE_OF(FACE_VERTEX),
    THREE_OF(FACE_NEIGHBOR),
    F32("normal_x", NULL, "Normal of the plane, x", MDL_FACE_NORMAL),
    F32("normal_y", NULL, "Normal of the plane, y", MDL_FACE_NORMAL + 1 * 4),
    F32("normal_z", NULL, "Normal of the plane, z", MDL_FACE_NORMAL + 2 * 4),
    F32("plane_d", METERS, "d of the plane: normal . p + d = 0", MDL_FACE_DISTANCE),
    I32("surface", NULL, "The material on a walkmesh (aabb), else a smoothing group or the like",
        MDL_FACE_SURFACE),
    GET("surface_name", TEXT, NULL, "The material of a walkmesh as text; NULL elsewhere",
        face_surface_name),
    GET("area", REAL, "square metres",
        "Area in the model, in the bind pose; NULL in animations, or if a vertex isn't there",
        face_area, .prepare = prepare_bind),
    GET_WITH("text_face", INTEGER, NULL, "Number of its row of faces in a text; NULL in a binary",
             face_text, ASCII_FACE_ROW, .hidden = true),
    GET_WITH("smoothing_group", INTEGER, NULL, "Bits of its smoothing groups in a text", face_text,
             ASCII_FACE_GROUP, WRITTEN, .hidden = true),
    THREE_OF(RAW_VERTEX),
    THREE_OF(RAW_NEIGHBOR),
};

const Table mdl_faces = {
    TABLE("mdl_faces", mdl_format, face_columns),
    .doc = "Faces of meshes: triangles with their planes, neighbours and surfaces.",
    .example = "SELECT n.path, f.surface_name, count(*) FROM mdl_nodes('samples/*.mdl') n "
               "JOIN mdl_faces(n.source) f ON f.node_id = n.id WHERE n.kind = 'aabb' GROUP BY 1, 2",
    .typical_rows = 400,
    NODE_ROWS(faces, 50),
};

/* Returns the mesh to which an index list belongs. */
static const uint8_t *mesh_of_list(const Mdl *mdl, uint64_t list) {
    return mdl_bytes(mdl, mdl_mesh_start(mdl, mdl->index_lists.parents[list]));
}

static Value index_list_count(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)mdl_index_count(mdl, mesh_of_list(mdl, row->index),
                                                  children_number(&mdl->index_lists, row->index),
                                                  load_u32(row->record)));
}

static Value index_list_pointer(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer(mdl_index_pointer(mdl, mesh_of_list(mdl, row->index),
                                           children_number(&mdl->index_lists, row->index)));
}

static const Column index_list_columns[] = {
    NODE_ID(index_lists),
    NUMBER("list_index", "Number among the lists of its node", Mdl, index_lists),
    GET("index_count", INTEGER, NULL,
        "Number of indices: where the file says 0 though they are there, 3 for each face",
        index_list_count, WRITTEN, SHAPES_COUNT),
    U32("stored_index_count", NULL, "Number of indices that the file states", MDL_INDEX_COUNT,
        SHAPES_COUNT),
    GET("pointer", INTEGER, NULL, "Stored raw pointer to the list", index_list_pointer,
        .hidden = true),
};

const Table mdl_index_lists = {
    TABLE("mdl_index_lists", mdl_format, index_list_columns),
    .doc = "Index lists of meshes, as they go to the graphics card: one for each mesh.",
    .example = "SELECT node_id, index_count, stored_index_count "
               "FROM mdl_index_lists('samples/*.mdl') WHERE index_count > 0",
    .typical_rows = 15,
    NODE_ROWS_AT(index_lists, 1, mdl_computed_offset),
};

static uint32_t index_list(const Row *row) {
    return ((const Mdl *)row->document)->indices.parents[row->index];
}

static uint32_t index_list_node(const Row *row) {
    return ((const Mdl *)row->document)->index_lists.parents[index_list(row)];
}

static Value index_node(const Row *row) {
    return value_integer(index_list_node(row));
}

static Value index_list_number(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)children_number(&mdl->index_lists, index_list(row)));
}

static Value index_vertex(const Row *row) {
    return value_vertex(row, index_list_node(row), load_u16(row->record));
}

static Value index_count(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer((int64_t)child_count(&mdl->indices, index_list(row)));
}

static Value index_stored_count(const Row *row) {
    const Mdl *mdl = row->document;
    return value_integer(load_u32(mdl_bytes(mdl, mdl->index_lists.starts[index_list(row)])));
}

static const Column index_columns[] = {
    GET_REF("node_id", "mdl_nodes", "Its node", index_node),
    GET("list_index", INTEGER, NULL, "Number of its list among those of the node",
        index_list_number),
    NUMBER("position", "Number in its list", Mdl, indices),
    GET_REF("vertex", "mdl_vertices", "Vertex", index_vertex),
    GET("index_count", INTEGER, NULL, "Number of indices in its list", index_count),
    GET("stored_index_count", INTEGER, NULL, "Number of indices of its list that the file states",
        index_stored_count),
    BY_NUMBER(PARENT, "list_id", "Its list", .references = "mdl_index_lists",
              .offset = offsetof(Mdl, indices), .hidden = true),
    U16("vertex_raw", NULL, "Stored number of the vertex in its mesh", MDL_INDEX_VERTEX,
        .hidden = true),
};

const Table mdl_indices = {
    TABLE("mdl_indices", mdl_format, index_columns),
    .doc = "Index lists of meshes, vertex by vertex; three are a triangle.",
    .example = "SELECT node_id, position, vertex FROM mdl_indices('samples/*.mdl') LIMIT 6",
    .typical_rows = 1200,
    CHILD_ROWS(Mdl, indices),
    .byte_offset = mdl_computed_offset,
};
