/* ASWM tables: the walkmesh and its vertices, edges and triangles. */
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/aswm/aswm_route.h"

uint64_t aswm_row_offset(const Row *row) {
    return aswm_offset(mesh_of(row), row->record);
}

static Value mesh_packet(const Row *row) {
    const Trn *trn = row->document;
    return trn->is_container ? value_integer((int64_t)trn->meshes.numbers[0]) : value_null();
}

static Value mesh_data(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    Value value = value_blob(mesh->data, mesh->size);
    if (mesh->compressed && value.length) value.type = VALUE_BLOCK;
    return value;
}

/* Returns where a part begins; column->number is the offset of a pointer in Aswm. */
static Value mesh_part(const Row *row, const Column *column) {
    const uint8_t *part;
    memcpy(&part, (const char *)mesh_of(row) + column->number, sizeof part);
    return part ? value_integer((int64_t)aswm_offset(mesh_of(row), part)) : value_null();
}

static const uint8_t *border_size_at(const Row *row, uint32_t at UNUSED) {
    return mesh_of(row)->islands_header;
}

#define OF_MESH(kind, name, called, unit, doc, member)                                             \
    DOCUMENT_MEMBER(kind, name, unit, doc, Trn, mesh.member, .also_called = called)
#define START(name, doc, member)                                                                   \
    GET_WITH(name, INTEGER, "bytes", doc, mesh_part, offsetof(Aswm, member), .hidden = true)

static const Column mesh_columns[] = {
    GET_REF("packet_id", "trn_packets", "Packet that holds it; NULL for a packet alone",
            mesh_packet),
    U32("version", NULL, "Version of the layout, 105 to 108 (0x69 to 0x6C)", ASWM_HEADER_VERSION,
        SHAPES("the layout depends on it")),
    CHARS_AND_RAW("name", "Name, often garbage", "the name", ASWM_HEADER_NAME, ASWM_NAME_BYTES),
    U8("owns_data", NULL, "1 in known files", ASWM_HEADER_OWNS),
    U32("triangles_offset", NULL, "First triangle, 0 in known files", ASWM_HEADER_FIRST_TRIANGLE),
    OF_MESH(BOOL, "baked", NULL, NULL, "1 if path tables and islands are filled, as in a TRX",
            baked),
    OF_MESH(BOOL, "compressed", "data_type", NULL, "1 if the packet is compressed with zlib",
            compressed),
    OF_MESH(U64, "packet_size", NULL, "bytes", "Size of the packet's data", packet_size),
    DOCUMENT_MEMBER(U32, "compressed_data_size", "bytes",
                    "Size of the compressed walkmesh as stored; NULL if it isn't compressed", Trn,
                    mesh.compressed_bytes, WHERE_DOCUMENT(Trn, mesh.compressed)),
    OF_MESH(U64, "inflated_size", "uncomp_length", "bytes", "Size of the walkmesh", size),
    OF_MESH(U64, "vertex_count", "vertices_count", NULL, "Number of vertices", vertex_count),
    OF_MESH(U64, "edge_count", "edges_count", NULL, "Number of edges", edge_count),
    OF_MESH(U64, "triangle_count", "triangles_count", NULL, "Number of triangles", triangle_count),
    OF_MESH(U32, "tiles_flags", "flags", NULL, "15, or 31 in baked walkmeshes", tiles_flags),
    POINTED(F32, "tile_size", "metres", "Side of a tile: 9 in interiors, 10 in exteriors", Trn,
            mesh.tiles_header, 4, .of_document = true, .also_called = "width"),
    OF_MESH(U32, "grid_width", NULL, "tiles", "Tiles from west to east", grid_width),
    OF_MESH(U32, "grid_height", NULL, "tiles", "Tiles from south to north", grid_height),
    DOCUMENT_MEMBER(U32, "border_size", "tiles", "Width of the border, on which one can't walk",
                    Trn, mesh.border_size, LIES_WHERE(U32, border_size_at, 0),
                    .also_called = "tiles_border_size"),
    OF_MESH(U64, "island_count", "islands_length", NULL, "Number of islands", island_count),
    GET("data", BLOB, NULL, "The walkmesh, inflated", mesh_data, .hidden = true),
    START("vertices_start",
          "Where the vertices begin, counted as byte_offset is: in data they are at vertices_start "
          "- byte_offset",
          vertices),
    START("edges_start", "Where the edges begin", edges),
    START("triangles_start", "Where the triangles begin", stored_triangles),
    START("tiles_start",
          "Where the 16 bytes of the tiles' header (TilesHeader, tiles_header) begin",
          tiles_header),
    START("islands_start", "Where border size and number of islands begin", islands_header),
    START("island_paths_start", "Where the paths between islands begin", island_paths),
};

const Table aswm_meshes = {
    TABLE("aswm_meshes", trn_format, mesh_columns),
    .also_called = "Header",
    .doc = "The header of each walkmesh, one row for a file that has one.",
    .example = "SELECT file, printf('0x%X', version), baked, triangle_count, island_count "
               "FROM aswm_meshes('samples/*.tr?')",
    ROWS(Trn, mesh.header, mesh.header_count, ASWM_HEADER_BYTES),
    .byte_offset = aswm_row_offset,
};

static const Column vertex_columns[] = {
    POSITION(ASWM_VERTEX_POSITION),
};

const Table aswm_vertices = {
    TABLE("aswm_vertices", trn_format, vertex_columns),
    .also_called = "Vertex, vertices",
    .doc = "The vertices of each walkmesh.",
    .example = "SELECT file, min(z), max(z) FROM aswm_vertices('samples/*.trx') GROUP BY file",
    .typical_rows = 5000,
    ROWS(Trn, mesh.vertices, mesh.vertex_count, ASWM_VERTEX_BYTES),
    .byte_offset = aswm_row_offset,
};

static bool reserved_lies(const Row *row, uint32_t at, CellPlace *place) {
    uint64_t bytes = mesh_of(row)->edge_stride - ASWM_EDGE_BYTES;
    return bytes && place_run(place, row->record + at, bytes);
}

#define INDEX(name, table, called, doc, first, i, count)                                           \
    REF_AND_RAW(U32, name, table, doc, "", ASWM_AT(first, i), Trn, mesh.count,                     \
                .also_called = called "[" #i "]")
#define EDGE_VERTEX(name, i, doc)                                                                  \
    INDEX(name, "aswm_vertices", "Vertex indices", doc, ASWM_EDGE_VERTICES, i, vertex_count)
#define EDGE_TRIANGLE(name, i, doc)                                                                \
    INDEX(name, "aswm_triangles", "Attached triangle indices", doc, ASWM_EDGE_TRIANGLES, i,        \
          triangle_count)

static const Column edge_columns[] = {
    EDGE_VERTEX("vertex0", 0, "One end"),
    EDGE_VERTEX("vertex1", 1, "The other end"),
    EDGE_TRIANGLE("triangle0", 0, "Triangle on one side"),
    EDGE_TRIANGLE("triangle1", 1, "Triangle on the other side; NULL at the rim"),
    SIZED_BY(BYTES, "reserved", "36 unexplained bytes of version 0x69; NULL in others",
             reserved_lies, ASWM_EDGE_BYTES, .hidden = true),
};

const Table aswm_edges = {
    TABLE("aswm_edges", trn_format, edge_columns),
    .also_called = "Edge, edges",
    .doc = "The edges of each walkmesh.",
    .example = "SELECT count(*) AS rim FROM aswm_edges('samples/house.trx') "
               "WHERE triangle1 IS NULL",
    .typical_rows = 15000,
    SIZED_ROWS(Trn, mesh.edges, mesh.edge_count, mesh.edge_stride),
    .byte_offset = aswm_row_offset,
};

static uint64_t triangle_offset(const Row *row) {
    return aswm_stored_offset(mesh_of(row), row->index);
}

static bool prepare_islands(Document *document, Error *error) {
    return aswm_group_triangles(&((Trn *)document)->mesh, &document->arena, error);
}

static Value triangle_tile(const Row *row) {
    return value_reference(aswm_tile_of(mesh_of(row), row->index), mesh_of(row)->tile_count);
}

/* Returns a field of a triangle in the file, since records of old versions are converted. */
static const uint8_t *triangle_field(const Row *row, uint32_t offset) {
    const Aswm *mesh = mesh_of(row);
    return mesh->origin + aswm_field_offset(mesh, row->index, offset);
}

static uint32_t triangle_flags_bytes(const Row *row, uint32_t at UNUSED) {
    return mesh_of(row)->layout->version == 0x69 ? 4 : 2;
}

static Value triangle_center_z(const Row *row) {
    return value_real(aswm_center(mesh_of(row), row->index).z);
}

typedef enum Area { SEEN_FROM_ABOVE, OF_SURFACE } Area;

static Value triangle_area(const Row *row, const Column *column) {
    Vector corners[3];
    if (!aswm_corners(mesh_of(row), row->index, corners)) return value_null();
    bool is_flat = column->number == SEEN_FROM_ABOVE;
    return value_real(is_flat ? walk_area(corners) : corners_area(corners));
}

static Value triangle_node(const Row *row) {
    return value_reference(aswm_node(mesh_of(row), row->index), ASWM_NO_NODE);
}

/* Returns the component of a triangle; the first row that asks has all components found. */
static Value triangle_component(const Row *row) {
    Document *document = (Document *)(uintptr_t)row->document;
    const Aswm *mesh = mesh_of(row);
    Error error = {0};
    if (!aswm_find_walk(growing_mesh(document), &document->arena, &error) ||
        !walk_find_components(&growing_mesh(document)->walk, &document->arena, &error)) {
        row->scratch->failed = error.kind != ERROR_INTERRUPTED; /* SQLite notices that itself */
        return value_null();
    }
    return value_reference(mesh->walk.triangle_components[row->index], mesh->walk.component_count);
}

/* Joins the names of all materials with +. Real triangles have at most one material. */
static Value triangle_material(const Row *row) {
    char joined[ASWM_MATERIAL_CHARS];
    const char *name = aswm_material(aswm_triangle_flags(mesh_of(row), row->index), joined);
    if (name != joined) return value_name(name);
    uint32_t length = (uint32_t)strlen(joined);
    char *text = row_room(row, length);
    if (!text) return value_null();
    memcpy(text, joined, length);
    return value_text_of(text, length);
}

static Value triangle_reserved(const Row *row) {
    uint8_t *reserved = row_room(row, ASWM_TRIANGLE_RESERVED_BYTES);
    uint32_t bytes = reserved ? aswm_triangle_reserved(mesh_of(row), row->index, reserved) : 0;
    return bytes ? value_blob(reserved, bytes) : value_null();
}

#define VERTEX(name, i, doc)                                                                       \
    INDEX(name, "aswm_vertices", "vertices", doc, ASWM_TRIANGLE_VERTICES, i, vertex_count)
#define EDGE(name, i, doc)                                                                         \
    INDEX(name, "aswm_edges", "linked_edges", doc, ASWM_TRIANGLE_EDGES, i, edge_count)
#define NEIGHBOR(name, i, doc)                                                                     \
    INDEX(name, "aswm_triangles", "linked_triangles", doc, ASWM_TRIANGLE_NEIGHBORS, i,             \
          triangle_count)
#define FLAG(name, doc, mask)          BIT(16, name, doc, ASWM_TRIANGLE_FLAGS, mask, .again = true)
#define MATERIAL(flag, bit, name, doc) FLAG(name, "1 if the ground " doc, flag)

static const Column triangle_columns[] = {
    GET_REF("tile_id", "aswm_tiles", "Tile that owns it; NULL if no tile does", triangle_tile),
    VERTEX("vertex0", 0, "First corner"),
    VERTEX("vertex1", 1, "Second corner"),
    VERTEX("vertex2", 2, "Third corner"),
    EDGE("edge0", 0, "First edge, in no order to the corners"),
    EDGE("edge1", 1, "Second edge"),
    EDGE("edge2", 2, "Third edge"),
    NEIGHBOR("neighbor0", 0, "Triangle beyond the first edge; NULL at the rim"),
    NEIGHBOR("neighbor1", 1, "Triangle beyond the second edge"),
    NEIGHBOR("neighbor2", 2, "Triangle beyond the third edge"),
    F32("center_x", "metres", "Centre, to the east", ASWM_AT(ASWM_TRIANGLE_CENTER, 0),
        .also_called = "center[0]"),
    F32("center_y", "metres", "Centre, to the north", ASWM_AT(ASWM_TRIANGLE_CENTER, 1),
        .also_called = "center[1]"),
    GET("center_z", REAL, "metres", "Height of the centre, up: the mean of the corners",
        triangle_center_z),
    GET_WITH("area", REAL, "square metres", "Area seen from above", triangle_area, SEEN_FROM_ABOVE),
    F32("normal_x", NULL, "Normal of its plane, to the east", ASWM_AT(ASWM_TRIANGLE_NORMAL, 0),
        .also_called = "normal[0]"),
    F32("normal_y", NULL, "Normal of its plane, to the north", ASWM_AT(ASWM_TRIANGLE_NORMAL, 1),
        .also_called = "normal[1]"),
    F32("normal_z", NULL, "Normal of its plane, up", ASWM_AT(ASWM_TRIANGLE_NORMAL, 2),
        .also_called = "normal[2]"),
    F32("plane_d", "metres", "d of its plane: normal . p + d = 0", ASWM_TRIANGLE_PLANE,
        .also_called = "dot"),
    REF_AND_RAW(U16, "island_id", "aswm_islands",
                "Island that it belongs to; NULL if it isn't walkable",
                ", where 65535 means none; a small number such as 0 for walkable triangles that "
                "aren't baked",
                ASWM_TRIANGLE_ISLAND, Trn, mesh.island_count, .also_called = "island"),
    GET("node_index", INTEGER, NULL, "Its node in its tile's path table; NULL if it has none",
        triangle_node),
    FIELD_AT(U16, "flags", NULL, "All flags", triangle_field, ASWM_TRIANGLE_FLAGS,
             .bytes_of = triangle_flags_bytes),
    FLAG("walkable", "1 if creatures can walk here", ASWM_WALKABLE),
    FLAG("clockwise", "1 if corners are said to run clockwise seen from above", ASWM_CLOCKWISE),
    ASWM_EACH_MATERIAL(MATERIAL),
    GET("material", TEXT, NULL,
        "What the ground is by its flags, such as 'stone'; several are joined by +, and 'none' "
        "means that no flag is set",
        triangle_material),
    GET_REF("component", "aswm_components",
            "Part of the walkmesh, in aswm_components, all of which can be reached from here; NULL "
            "if it isn't walkable",
            triangle_component),
    GET("reserved", BLOB, NULL,
        "Unexplained bytes: 4 in version 0x6A, 22 in 0x69, joined; NULL in others",
        triangle_reserved, WRITTEN, .hidden = true),
    GET_WITH("area_xy", REAL, "square metres", "Another name of area, beside surface_area",
             triangle_area, SEEN_FROM_ABOVE, .hidden = true),
    GET_WITH("surface_area", REAL, "square metres", "Area of the surface itself, slopes included",
             triangle_area, OF_SURFACE, .hidden = true),
};

const Table aswm_triangles = {
    TABLE("aswm_triangles", trn_format, triangle_columns),
    .also_called = "Triangle, triangles",
    .doc = "The triangles of each walkmesh: where creatures can walk, and on what.",
    .example = "SELECT count(*), sum(area) FROM aswm_triangles('samples/house.trx') WHERE walkable",
    .typical_rows = 10000,
    SIZED_ROWS(Trn, mesh.triangles, mesh.triangle_count, mesh.triangle_stride),
    .indexes = {{BY_PARENT("tile_id", 60, Trn, mesh.tile_triangles)},
                {BY_PARENT("island_id", 50, Trn, mesh.island_triangles),
                 .prepare = prepare_islands}},
    .byte_offset = triangle_offset,
    .field_at = triangle_field,
};
