/* ASWM tables: the walkmesh and its vertices, edges and triangles. */
#include "trn_tables.h"

/* Records that lie in the walkmesh one after the other. */
static void array_in_mesh(Array *array, const Aswm *mesh, const uint8_t *records, uint64_t count,
                          uint32_t stride) {
    if (!count) return;
    array->records = records;
    array->count = count;
    array->stride = stride;
    array->offset = aswm_offset(mesh, records);
}

/* ---- aswm_meshes ----------------------------------------------------------------------------- */

static bool mesh_rows(Opening *opening) {
    Document *document = opening->document;
    Array *array = opening->array;
    const Aswm *mesh = &((const Trn *)document)->mesh;
    array->records = document;
    array->count = mesh->layout ? 1 : 0;
    array->offset = mesh->layout ? aswm_offset(mesh, mesh->data) : NO_OFFSET;
    return true;
}

typedef enum MeshFact {
    MESH_PACKET,
    MESH_VERSION,
    MESH_OWNS_DATA,
    MESH_FIRST_TRIANGLE,
    MESH_DATA,
    MESH_VERTICES,
    MESH_EDGES,
    MESH_TRIANGLES,
    MESH_TILES,
    MESH_ISLANDS,
    MESH_ISLAND_PATHS,
} MeshFact;

static Value mesh_data(const Aswm *mesh) {
    Value value = value_blob(mesh->data, mesh->size);
    if (mesh->compressed && value.length) value.type = VALUE_BLOCK;
    return value;
}

static Value mesh_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    const uint8_t *part = NULL;
    switch ((MeshFact)fact) {
    case MESH_PACKET: return value_integer((int64_t)((const Trn *)row->document)->mesh_packet);
    case MESH_VERSION: return value_integer(mesh->layout->version);
    case MESH_OWNS_DATA: return value_integer(mesh->header[ASWM_HEADER_OWNS]);
    case MESH_FIRST_TRIANGLE:
        return value_integer(load_u32(mesh->header + ASWM_HEADER_FIRST_TRIANGLE));
    case MESH_DATA: return mesh_data(mesh);
    case MESH_VERTICES: part = mesh->vertices; break;
    case MESH_EDGES: part = mesh->edges; break;
    case MESH_TRIANGLES: part = mesh->stored_triangles; break;
    case MESH_TILES: part = mesh->tiles_header; break;
    case MESH_ISLANDS: part = mesh->islands_header; break;
    case MESH_ISLAND_PATHS: part = mesh->island_paths; break;
    }
    return value_integer((int64_t)aswm_offset(mesh, part));
}

/* The name, whose bytes are often garbage. */
static Value mesh_name(const Row *row, uint32_t raw) {
    const uint8_t *field = mesh_of(row)->header + ASWM_HEADER_NAME;
    uint32_t length;
    if (raw) return value_blob(field, ASWM_NAME_BYTES);
    const char *text = text_convert(row->scratch, ENCODING_CP1252, field, ASWM_NAME_BYTES, &length);
    return text ? value_text_of(text, length) : value_null();
}

static const Column mesh_columns[] = {
    GET_REF_WITH("packet_id", "trn_packets", "Packet that holds it", mesh_fact, MESH_PACKET),
    GET_WITH("version", INTEGER, NULL, "105 to 108 (0x69 to 0x6C)", mesh_fact, MESH_VERSION),
    GET_WITH("name", TEXT, NULL, "Name, often garbage", mesh_name, 0),
    GET_WITH("owns_data", INTEGER, NULL, "1 in known files", mesh_fact, MESH_OWNS_DATA),
    GET_WITH("triangles_offset", INTEGER, NULL, "First triangle, 0 in known files", mesh_fact,
        MESH_FIRST_TRIANGLE),
    MEMBER(BOOL, "baked", NULL, "1: path tables and islands are filled, as in a TRX", Trn,
           mesh.baked),
    MEMBER(BOOL, "compressed", NULL, "1: the packet is compressed with zlib", Trn,
           mesh.compressed),
    MEMBER(U64, "packet_size", "bytes", "Size of the packet's data", Trn, mesh.packet_size),
    MEMBER(U64, "inflated_size", "bytes", "Size of the walkmesh", Trn, mesh.size),
    MEMBER(U64, "vertex_count", NULL, "Number of vertices", Trn, mesh.vertex_count),
    MEMBER(U64, "edge_count", NULL, "Number of edges", Trn, mesh.edge_count),
    MEMBER(U64, "triangle_count", NULL, "Number of triangles", Trn, mesh.triangle_count),
    MEMBER(U32, "tiles_flags", NULL, "15, or 31 when baked", Trn, mesh.tiles_flags),
    MEMBER(F32, "tile_size", "metres", "Side of a tile: 9 inside, 10 outside", Trn, mesh.tile_size),
    MEMBER(U32, "grid_width", "tiles", "Tiles from west to east", Trn, mesh.grid_width),
    MEMBER(U32, "grid_height", "tiles", "Tiles from south to north", Trn, mesh.grid_height),
    MEMBER(U32, "border_size", "tiles", "Width of the border, where nobody can walk", Trn,
           mesh.border_size),
    MEMBER(U64, "island_count", NULL, "Number of islands", Trn, mesh.island_count),
};

static const Column mesh_hidden[] = {
    GET_WITH("name_raw", BLOB, NULL, "The whole field of the name", mesh_name, 1),
    GET_WITH("data", BLOB, NULL, "The walkmesh, inflated", mesh_fact, MESH_DATA),
    GET_WITH("vertices_start", INTEGER, "bytes",
        "Where the vertices begin, as byte_offset counts: in data at vertices_start - byte_offset",
        mesh_fact, MESH_VERTICES),
    GET_WITH("edges_start", INTEGER, "bytes", "Where the edges begin", mesh_fact, MESH_EDGES),
    GET_WITH("triangles_start", INTEGER, "bytes", "Where the triangles begin", mesh_fact,
        MESH_TRIANGLES),
    GET_WITH("tiles_start", INTEGER, "bytes", "Where the 16 bytes of the tiles' header begin", mesh_fact,
        MESH_TILES),
    GET_WITH("islands_start", INTEGER, "bytes", "Where border size and number of islands begin",
        mesh_fact, MESH_ISLANDS),
    GET_WITH("island_paths_start", INTEGER, "bytes", "Where the paths between islands begin", mesh_fact,
        MESH_ISLAND_PATHS),
};

const Table aswm_meshes = {
    .name = "aswm_meshes",
    .doc = "The header of each walkmesh, one row for a file that has one.",
    .example = "SELECT file, printf('0x%X', version), baked, triangle_count, island_count "
               "FROM aswm_meshes('samples/*.tr?')",
    .format = &trn_format,
    COLUMNS(mesh_columns),
    HIDDEN(mesh_hidden),
    .typical_rows = 1,
    .rows = mesh_rows,
};

/* ---- aswm_vertices --------------------------------------------------------------------------- */

static bool vertex_rows(Opening *opening) {
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    array_in_mesh(opening->array, mesh, mesh->vertices, mesh->vertex_count, ASWM_VERTEX_BYTES);
    return true;
}

static const Column vertex_columns[] = {
    F32("x", "metres", "Position, to the east", 0),
    F32("y", "metres", "Position, to the north", 4),
    F32("z", "metres", "Height, up", 8),
};

const Table aswm_vertices = {
    .name = "aswm_vertices",
    .doc = "The vertices of each walkmesh.",
    .example = "SELECT file, min(z), max(z) FROM aswm_vertices('samples/*.trx') GROUP BY file",
    .format = &trn_format,
    COLUMNS(vertex_columns),
    .typical_rows = 5000,
    .rows = vertex_rows,
};

/* ---- aswm_edges ------------------------------------------------------------------------------ */

static bool edge_rows(Opening *opening) {
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    if (mesh->layout) {
        array_in_mesh(opening->array, mesh, mesh->edges, mesh->edge_count, mesh->layout->edge_bytes);
    }
    return true;
}

static Value edge_reserved(const Row *row) {
    uint32_t bytes = mesh_of(row)->layout->edge_bytes - ASWM_EDGE_BYTES;
    return bytes ? value_blob(row->record + ASWM_EDGE_BYTES, bytes) : value_null();
}

static const Column edge_columns[] = {
    REF_U32("vertex0", "aswm_vertices", "One end", 0, Trn, mesh.vertex_count),
    REF_U32("vertex1", "aswm_vertices", "The other end", 4, Trn, mesh.vertex_count),
    REF_U32("triangle0", "aswm_triangles", "Triangle on one side", 8, Trn, mesh.triangle_count),
    REF_U32("triangle1", "aswm_triangles", "Triangle on the other side; NULL at the rim", 12, Trn,
            mesh.triangle_count),
};

static const Column edge_hidden[] = {
    U32("vertex0_raw", NULL, "vertex0 as stored", 0),
    U32("vertex1_raw", NULL, "vertex1 as stored", 4),
    U32("triangle0_raw", NULL, "triangle0 as stored", 8),
    U32("triangle1_raw", NULL, "triangle1 as stored", 12),
    GET("reserved", BLOB, NULL, "36 unexplained bytes of version 0x69; NULL in others",
        edge_reserved),
};

const Table aswm_edges = {
    .name = "aswm_edges",
    .doc = "The edges of each walkmesh.",
    .example = "SELECT count(*) AS rim FROM aswm_edges('samples/house.trx') "
               "WHERE triangle1 IS NULL",
    .format = &trn_format,
    COLUMNS(edge_columns),
    HIDDEN(edge_hidden),
    .typical_rows = 15000,
    .rows = edge_rows,
};

/* ---- aswm_triangles -------------------------------------------------------------------------- */

static bool triangle_rows(Opening *opening) {
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    array_in_mesh(opening->array, mesh, mesh->triangles, mesh->triangle_count, mesh->triangle_stride);
    return true;
}

static uint64_t triangle_offset(const Row *row) {
    return aswm_stored_offset(mesh_of(row), row->index);
}

static void triangles_of_tile(const Seek *seek, RowRange *range) {
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    find_by_first(mesh->tile_triangles, mesh->tile_count, &seek->ranges[0], range);
}

static bool prepare_islands(Document *document, Error *error) {
    return aswm_group_triangles(&((Trn *)document)->mesh, &document->arena, error);
}

/* Only one island's triangles rise in the order of islands. */
static void triangles_of_island(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    if (ranges[0].lo != ranges[0].hi) return;
    find_by_first(mesh->island_first_member, mesh->island_count, &ranges[0], range);
    range->order = mesh->island_members;
}

typedef enum TriangleFact {
    TRIANGLE_TILE,
    TRIANGLE_CENTER_Z,
    TRIANGLE_AREA,
    TRIANGLE_NODE,
    TRIANGLE_FLAGS,
} TriangleFact;

static Value triangle_area(const Aswm *mesh, uint64_t triangle) {
    AswmPoint p[3];
    if (!aswm_corners(mesh, triangle, p)) return value_null();
    double cross = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    return value_real((cross < 0 ? -cross : cross) / 2);
}

static Value triangle_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    switch ((TriangleFact)fact) {
    case TRIANGLE_TILE: return value_reference(mesh->triangle_tiles[row->index], mesh->tile_count);
    case TRIANGLE_CENTER_Z: return value_real(aswm_center(mesh, row->index).z);
    case TRIANGLE_AREA: return triangle_area(mesh, row->index);
    case TRIANGLE_NODE: return value_reference(aswm_node(mesh, row->index), ASWM_NO_NODE);
    case TRIANGLE_FLAGS: return value_integer(aswm_triangle_flags(mesh, row->index));
    }
    return value_null();
}

/* The bytes between the fields of a triangle of 0x69, and before those of 0x6A. */
static Value triangle_reserved(const Row *row) {
    static const struct { uint8_t at, bytes; } gaps[] = {{0, 4}, {44, 12}, {64, 4}, {84, 2}};
    const Aswm *mesh = mesh_of(row);
    const uint8_t *stored =
        mesh->stored_triangles + row->index * mesh->layout->triangle_bytes;
    if (mesh->layout->version == 0x6A) return value_blob(stored, 4);
    if (mesh->layout->version > 0x6A) return value_null();
    uint8_t *joined = arena_alloc(row->scratch, 22, 1);
    if (!joined) return value_null();
    uint32_t size = 0;
    for (size_t i = 0; i < LENGTH(gaps); size += gaps[i++].bytes) {
        memcpy(joined + size, stored + gaps[i].at, gaps[i].bytes);
    }
    return value_blob(joined, size);
}

#define TRIANGLE_REF(name, table, doc, offset, count)                                              \
    REF_U32(name, table, doc, offset, Trn, mesh.count)
#define FLAG(name, doc, mask) BIT(16, name, doc, ASWM_TRIANGLE_FLAGS, mask)

static const Column triangle_columns[] = {
    GET_REF_WITH("tile_id", "aswm_tiles", "Tile that owns it; NULL where none does", triangle_fact,
            TRIANGLE_TILE),
    TRIANGLE_REF("vertex0", "aswm_vertices", "First corner", 0, vertex_count),
    TRIANGLE_REF("vertex1", "aswm_vertices", "Second corner", 4, vertex_count),
    TRIANGLE_REF("vertex2", "aswm_vertices", "Third corner", 8, vertex_count),
    TRIANGLE_REF("edge0", "aswm_edges", "First edge, in no order to the corners", 12, edge_count),
    TRIANGLE_REF("edge1", "aswm_edges", "Second edge", 16, edge_count),
    TRIANGLE_REF("edge2", "aswm_edges", "Third edge", 20, edge_count),
    TRIANGLE_REF("neighbor0", "aswm_triangles", "Triangle beyond the first edge; NULL at the rim",
                 24, triangle_count),
    TRIANGLE_REF("neighbor1", "aswm_triangles", "Triangle beyond the second edge", 28,
                 triangle_count),
    TRIANGLE_REF("neighbor2", "aswm_triangles", "Triangle beyond the third edge", 32,
                 triangle_count),
    F32("center_x", "metres", "Centre, to the east", 36),
    F32("center_y", "metres", "Centre, to the north", 40),
    GET_WITH("center_z", REAL, "metres", "Height of the centre, up: the mean of the corners", triangle_fact,
        TRIANGLE_CENTER_Z),
    GET_WITH("area", REAL, "square metres", "Area seen from above", triangle_fact, TRIANGLE_AREA),
    F32("normal_x", NULL, "Normal of its plane, to the east", 44),
    F32("normal_y", NULL, "Normal of its plane, to the north", 48),
    F32("normal_z", NULL, "Normal of its plane, up", 52),
    F32("plane_d", "metres", "d of its plane: normal . p + d = 0", 56),
    REF_U16("island_id", "aswm_islands", "Island that it belongs to; NULL where not walkable", 60,
            Trn, mesh.island_count),
    GET_WITH("node_index", INTEGER, NULL, "Node in its tile's path table; NULL where it has none",
        triangle_fact, TRIANGLE_NODE),
    GET_WITH("flags", INTEGER, NULL, "All flags", triangle_fact, TRIANGLE_FLAGS),
    FLAG("walkable", "1: creatures can walk here", 0x1),
    FLAG("clockwise", "1: corners are said to run clockwise seen from above", 0x4),
    FLAG("dirt", "1: ground of dirt", 0x8),
    FLAG("grass", "1: ground of grass", 0x10),
    FLAG("stone", "1: ground of stone", 0x20),
    FLAG("wood", "1: ground of wood", 0x40),
    FLAG("carpet", "1: ground of carpet", 0x80),
    FLAG("metal", "1: ground of metal", 0x100),
    FLAG("swamp", "1: ground of swamp", 0x200),
    FLAG("mud", "1: ground of mud", 0x400),
    FLAG("leaves", "1: ground of leaves", 0x800),
    FLAG("water", "1: ground under water", 0x1000),
    FLAG("puddles", "1: ground with puddles", 0x2000),
};

#define TRIANGLE_RAW(name, offset) U32(name "_raw", NULL, name " as stored", offset)

static const Column triangle_hidden[] = {
    TRIANGLE_RAW("vertex0", 0),
    TRIANGLE_RAW("vertex1", 4),
    TRIANGLE_RAW("vertex2", 8),
    TRIANGLE_RAW("edge0", 12),
    TRIANGLE_RAW("edge1", 16),
    TRIANGLE_RAW("edge2", 20),
    TRIANGLE_RAW("neighbor0", 24),
    TRIANGLE_RAW("neighbor1", 28),
    TRIANGLE_RAW("neighbor2", 32),
    U16("island_id_raw", NULL,
        "island_id as stored: 65535 for none; unbaked, 0 or so where it is walkable", 60),
    GET("reserved", BLOB, NULL,
        "Unexplained bytes: 4 in version 0x6A, 22 in 0x69, joined; NULL in others",
        triangle_reserved),
};

const Table aswm_triangles = {
    .name = "aswm_triangles",
    .doc = "The triangles of each walkmesh: where creatures can walk, and on what.",
    .example = "SELECT count(*), sum(area) FROM aswm_triangles('samples/house.trx') WHERE walkable",
    .format = &trn_format,
    COLUMNS(triangle_columns),
    HIDDEN(triangle_hidden),
    .typical_rows = 10000,
    .rows = triangle_rows,
    .indexes = {{.keys = {"tile_id"}, .rows_per_key = 60, .find = triangles_of_tile},
                {.keys = {"island_id"},
                 .rows_per_key = 50,
                 .find = triangles_of_island,
                 .prepare = prepare_islands}},
    .byte_offset = triangle_offset,
};
