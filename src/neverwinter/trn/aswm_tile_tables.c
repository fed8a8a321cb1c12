/* ASWM tables: tiles and the paths within them. */
#include "neverwinter/trn/trn_tables.h"

ROW_RECORD(AswmTile, tile_of)

static uint64_t tile_offset(const Row *row) {
    const uint8_t *header = tile_of(row)->header;
    return header ? aswm_offset(mesh_of(row), header) : NO_OFFSET;
}

static Value tile_first_triangle(const Row *row) {
    const AswmTile *tile = tile_of(row);
    return tile->triangle_count ? value_integer(tile->first_triangle) : value_null();
}

/* Returns where a tile's flags lie: behind the nodes of its path table. */
static const uint8_t *tile_flags_at(const Row *row, uint32_t at) {
    const AswmTile *tile = tile_of(row);
    return tile->nodes + (size_t)tile->node_count * tile->node_count + at;
}

/* The parts of a path table, as table_part_lies() gets them. */
typedef enum TablePart { LOCAL_TO_NODE, NODE_TO_LOCAL, NODES } TablePart;

static bool table_part_lies(const Row *row, uint32_t at, CellPlace *place) {
    const AswmTile *tile = tile_of(row);
    uint64_t nodes = tile->node_count;
    switch ((TablePart)at) {
    case LOCAL_TO_NODE: return place_run(place, tile->local_to_node, tile->local_count);
    case NODE_TO_LOCAL:
        return place_run(place, tile->node_to_local, nodes * mesh_of(row)->layout->local_bytes);
    case NODES: return place_run(place, tile->nodes, nodes * nodes);
    }
    return false;
}

#define IS_READ   WHERE_MEMBER(AswmTile, is_read)
#define HAS_TABLE WHERE_MEMBER(AswmTile, has_table)

#define OF_HEADER(Kind, name, doc, ...)                                                            \
    POINTED(Kind, name, NULL, doc, AswmTile, header, __VA_ARGS__)

static const Column tile_columns[] = {
    GRID(X, "x", "tiles", "Column, counted from the west", Trn, mesh.grid_width),
    GRID(Y, "y", "tiles", "Row, counted from the south", Trn, mesh.grid_width),
    OF_HEADER(CHARS, "name",
              "Name, mostly garbage; NULL, like all that follows, where the tile can't be found",
              ASWM_TILE_NAME, .bytes = ASWM_NAME_BYTES),
    OF_HEADER(U8, "owns_data", "1 if the tile has vertices and edges of its own; 0 in known files",
              ASWM_TILE_OWNS, SHAPES("data follow where it is 1")),
    OF_HEADER(U32, "vertex_count", "Number of vertices: a hint, often wrong",
              ASWM_TILE_VERTEX_COUNT, SHAPES_COUNT, .also_called = "vertices_count"),
    OF_HEADER(U32, "edge_count", "Number of edges: a hint, often wrong", ASWM_TILE_EDGE_COUNT,
              SHAPES_COUNT, .also_called = "edges_count"),
    OF_HEADER(U32, "triangle_count", "Number of triangles", ASWM_TILE_TRIANGLE_COUNT, SHAPES_COUNT,
              .also_called = "triangles_count"),
    OF_HEADER(F32, "size_x", "Unused: 0, or garbage in walkmeshes that aren't baked",
              ASWM_AT(ASWM_TILE_SIZE, 0)),
    OF_HEADER(F32, "size_y", "Unused: 0, or garbage in walkmeshes that aren't baked",
              ASWM_AT(ASWM_TILE_SIZE, 1)),
    OF_HEADER(U32, "triangles_offset", "First triangle as stored", ASWM_TILE_FIRST_TRIANGLE),
    MEMBER(U32, "compression_flags", NULL,
           "Compression of the path table, 0 in known files; a table that is compressed, and "
           "all tiles behind it, can't be read",
           AswmTile, compression, IS_READ),
    MEMBER(U32, "local_to_node_count", NULL,
           "Number of triangles that have an entry in local_to_node: all of them, or 0 in "
           "walkmeshes that aren't baked",
           AswmTile, local_count, HAS_TABLE, .also_called = "local_to_node_length"),
    MEMBER(U32, "node_count", NULL, "Nodes of the path table: walkable triangles, at most 127",
           AswmTile, node_count, HAS_TABLE, .also_called = "node_to_local_length"),
    MEMBER(U32, "rle_table_size", "bytes", "Size of a run-length table, 0 in known files", AswmTile,
           run_length_bytes, IS_READ),
    FIELD_AT(U32, "flags", NULL, "The walkmesh's tiles_flags once more", tile_flags_at, 0,
             HAS_TABLE),
    GET_REF("first_triangle", "aswm_triangles",
            "First triangle of the tile, by the sum of the counts before it; NULL if it has no "
            "triangles",
            tile_first_triangle, IS_READ, .hidden = true),
    OF_HEADER(BYTES, "name_raw", "The whole field of the name", ASWM_TILE_NAME,
              .bytes = ASWM_NAME_BYTES, .hidden = true),
    SIZED_BY(BYTES, "local_to_node",
             "The node of each triangle, one byte each, where 255 means none", table_part_lies,
             LOCAL_TO_NODE, HAS_TABLE, .hidden = true),
    SIZED_BY(
        BYTES, "node_to_local",
        "The triangle of each node, counted from the tile's first: u32, but one byte in version "
        "0x6B; empty in older ones",
        table_part_lies, NODE_TO_LOCAL, HAS_TABLE, .hidden = true),
    SIZED_BY(BYTES, "nodes", "The path table: a byte for each pair of nodes, see aswm_tile_paths",
             table_part_lies, NODES, HAS_TABLE, .hidden = true),
};

const Table aswm_tiles = {
    TABLE("aswm_tiles", trn_format, tile_columns),
    .also_called = "Tile, TileHeader, PathTableHeader, tiles, path_table_header",
    .doc = "The tiles of each walkmesh, and what their path tables hold. If a path table is "
           "compressed in a way that nobody has described, the tiles behind it can't be found, and "
           "only their places in the grid are known.",
    .example = "SELECT id, x, y, triangle_count, node_count FROM aswm_tiles('samples/house.trx')",
    .typical_rows = 200,
    ROWS(Trn, mesh.tiles, mesh.grid_count, sizeof(AswmTile)),
    .byte_offset = tile_offset,
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 16, IN_GRID(Trn, mesh.grid_width)}},
};

static bool owned_rows(Opening *opening) {
    Aswm *mesh = growing_mesh(opening->document);
    bool is_edges = opening->table == &aswm_tile_edges;
    const Children *owned = is_edges ? &mesh->tile_edges : &mesh->tile_vertices;
    if (!aswm_list_owned(mesh, &opening->document->arena, opening->error)) return false;
    opening->array->records = mesh->origin;
    opening->array->count = owned->count;
    opening->array->starts = owned->starts;
    opening->array->offset = 0;
    return true;
}

static const Column own_vertex_columns[] = {
    PARENT("tile_id", "aswm_tiles", "Tile that owns it", Trn, mesh.tile_vertices),
    NUMBER("vertex_index", "Number of the vertex in its tile", Trn, mesh.tile_vertices),
    POSITION(ASWM_VERTEX_POSITION),
};

const Table aswm_tile_vertices = {
    TABLE("aswm_tile_vertices", trn_format, own_vertex_columns),
    .also_called = "Vertex, vertices",
    .doc = "The vertices of tiles that own data, which no known file has and no triangle uses.",
    .example = "SELECT count(*) FROM aswm_tile_vertices('samples/*.trx')",
    .typical_rows = 10,
    .rows = owned_rows,
    .indexes = {{BY_PARENT("tile_id", 10, Trn, mesh.tile_vertices)}},
};

#define OWN_NUMBER(name, doc, first, i)                                                            \
    U32(name, NULL, doc " as stored; it isn't known from where it counts", ASWM_AT(first, i))

static const Column own_edge_columns[] = {
    PARENT("tile_id", "aswm_tiles", "Tile that owns it", Trn, mesh.tile_edges),
    NUMBER("edge_index", "Number of the edge in its tile", Trn, mesh.tile_edges),
    OWN_NUMBER("vertex0_raw", "One end", ASWM_EDGE_VERTICES, 0),
    OWN_NUMBER("vertex1_raw", "The other end", ASWM_EDGE_VERTICES, 1),
    OWN_NUMBER("triangle0_raw", "Triangle on one side", ASWM_EDGE_TRIANGLES, 0),
    OWN_NUMBER("triangle1_raw", "Triangle on the other side", ASWM_EDGE_TRIANGLES, 1),
};

const Table aswm_tile_edges = {
    TABLE("aswm_tile_edges", trn_format, own_edge_columns),
    .also_called = "Edge, edges",
    .doc = "The edges of tiles that own data, which no known file has and no triangle uses.",
    .example = "SELECT count(*) FROM aswm_tile_edges('samples/*.trx')",
    .typical_rows = 10,
    .rows = owned_rows,
    .indexes = {{BY_PARENT("tile_id", 10, Trn, mesh.tile_edges)}},
};

static bool prepare_paths(Document *document, Error *error) {
    Aswm *mesh = growing_mesh(document);
    return aswm_has_ways(mesh, error) && aswm_index_paths(mesh, &document->arena, error);
}

/* A cell of a path table with the triangles of its two nodes. */
typedef struct Cell {
    const Aswm *mesh;
    const AswmTile *tile;
    const uint32_t *triangles;
    uint32_t at;
} Cell;

static Cell cell_of(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    uint64_t number = aswm_path_tile(mesh, row->index);
    const AswmTile *tile = &mesh->tiles[number];
    return (Cell){mesh, tile, mesh->node_triangles + tile->first_node,
                  (uint32_t)(row->index - mesh->tile_paths.first[number])};
}

static uint64_t path_offset(const Row *row) {
    Cell cell = cell_of(row);
    return aswm_offset(cell.mesh, cell.tile->nodes) + cell.at;
}

/* Counts the nodes of a tile whose triangles are below `triangle`; the triangles of nodes rise. */
static uint32_t nodes_below(const uint32_t *triangles, uint32_t count, int64_t triangle) {
    uint64_t node;
    BISECT(node, 0, count, triangles[node] < triangle);
    return (uint32_t)node;
}

static void nodes_within(const uint32_t *triangles, uint32_t count, const KeyRange *range,
                         uint32_t *first, uint32_t *end) {
    *first = nodes_below(triangles, count, range->lo);
    *end = range->hi == INT64_MAX ? count : nodes_below(triangles, count, range->hi + 1);
    if (*end < *first) *end = *first;
}

/* Finds the rows of one tile whose start and goal are within two ranges. */
static void narrow_in_tile(const Aswm *mesh, uint64_t number, const KeyRange *from,
                           const KeyRange *to, RowRange *range) {
    const AswmTile *tile = &mesh->tiles[number];
    uint32_t nodes = tile->node_count, first, end;
    range->first = mesh->tile_paths.first[number];
    range->end = range->first + nodes * nodes;
    if (!tile->nodes_rise) return;
    const uint32_t *triangles = mesh->node_triangles + tile->first_node;
    nodes_within(triangles, nodes, from, &first, &end);
    range->end = range->first + end * nodes;
    range->first += first * nodes;
    if (end - first != 1) return;
    nodes_within(triangles, nodes, to, &first, &end);
    range->end = range->first + end;
    range->first += first;
}

static void paths_of_tile(const Seek *seek, RowRange *range) {
    const KeyRange *tile = &seek->ranges[0];
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    find_children(&mesh->tile_paths, tile, range);
    if (tile->lo == tile->hi && range->first < range->end) {
        narrow_in_tile(mesh, (uint64_t)tile->lo, &seek->ranges[1], &seek->ranges[2], range);
    }
}

/* Finds the rows of one start: a triangle is a node only of its own tile. */
static void paths_from_triangle(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    int64_t triangle = ranges[0].lo;
    if (triangle != ranges[0].hi) return;
    bool exists = triangle >= 0 && (uint64_t)triangle < mesh->triangle_count;
    uint32_t tile = exists ? aswm_tile_of(mesh, (uint64_t)triangle) : ASWM_NONE;
    if (tile == ASWM_NONE) range->end = range->first;
    else narrow_in_tile(mesh, tile, &ranges[0], &ranges[1], range);
}

static Value path_tile(const Row *row) {
    return value_integer((int64_t)aswm_path_tile(mesh_of(row), row->index));
}

enum { FROM, TO };

/* Returns the node where a way begins or, with TO, the node to which it leads. */
static Value path_node(const Row *row, const Column *column) {
    Cell cell = cell_of(row);
    uint32_t count = cell.tile->node_count;
    return value_integer(column->number == TO ? cell.at % count : cell.at / count);
}

static Value path_triangle(const Row *row, const Column *column) {
    return value_reference(cell_of(row).triangles[path_node(row, column).integer], ASWM_NONE);
}

static Value path_next(const Row *row) {
    Cell cell = cell_of(row);
    uint8_t node = cell.tile->nodes[cell.at];
    return value_reference(aswm_cell_triangle(cell.mesh, cell.tile, node), ASWM_NONE);
}

static Value path_sight(const Row *row) {
    Cell cell = cell_of(row);
    uint8_t node = cell.tile->nodes[cell.at];
    return value_integer(node != ASWM_NO_NODE && node & ASWM_SIGHT);
}

static const uint8_t *path_node_at(const Row *row, uint32_t at UNUSED) {
    Cell cell = cell_of(row);
    return cell.tile->nodes + cell.at;
}

static const Column path_columns[] = {
    GET_REF("tile_id", "aswm_tiles", "Tile", path_tile),
    GET_REF_WITH("from_triangle", "aswm_triangles", "Where the way begins", path_triangle, FROM),
    GET_REF_WITH("to_triangle", "aswm_triangles", "Where it leads", path_triangle, TO),
    GET_REF("next_triangle", "aswm_triangles",
            "The next triangle on it; NULL where there is no way inside of the tile, and from a "
            "triangle to itself",
            path_next),
    GET("line_of_sight", INTEGER, NULL, "1 if the straight line can be walked, too; 0 says nothing",
        path_sight),
    GET_WITH("from_node", INTEGER, NULL, "Node of from_triangle: the row of the path table",
             path_node, FROM, .hidden = true),
    GET_WITH("to_node", INTEGER, NULL, "Node of to_triangle: the column of the path table",
             path_node, TO, .hidden = true),
    FIELD_AT(
        U8, "node_raw", NULL,
        "The cell as stored: 255 if there is no way, else the next node, plus 128 if there is a "
        "line of sight",
        path_node_at, 0, .hidden = true),
};

const Table aswm_tile_paths = {
    TABLE("aswm_tile_paths", trn_format, path_columns),
    .doc = "The path tables of all tiles: the next triangle from each walkable triangle to each "
           "other in the same tile.",
    .example = "SELECT from_triangle, to_triangle, next_triangle, line_of_sight "
               "FROM aswm_tile_paths('samples/house.trx') WHERE tile_id = 0 LIMIT 5",
    .typical_rows = 400000,
    CHILD_ROWS(Trn, mesh.tile_paths),
    .again = "aswm_tiles",
    .prepare = prepare_paths,
    .indexes = {{.keys = {"tile_id", "from_triangle", "to_triangle"},
                 .rows_per_key = 3000,
                 .find = paths_of_tile},
                {.keys = {"from_triangle", "to_triangle"},
                 .rows_per_key = 60,
                 .find = paths_from_triangle}},
    .byte_offset = path_offset,
};
