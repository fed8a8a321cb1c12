/* ASWM tables: tiles and the paths inside of them. */
#include "trn_tables.h"

/* ---- aswm_tiles ------------------------------------------------------------------------------ */

static bool tile_rows(Opening *opening) {
    Array *array = opening->array;
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    array->records = mesh->origin;
    array->count = mesh->tile_count;
    array->starts = mesh->tile_starts;
    array->offset = 0;
    return true;
}

static void tiles_at(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    find_in_grid(((const Trn *)seek->document)->mesh.grid_width, &ranges[0], &ranges[1], range);
}

typedef enum TileFact {
    TILE_X,
    TILE_Y,
    TILE_COMPRESSION,
    TILE_LOCALS,
    TILE_NODES,
    TILE_RLE,
    TILE_FLAGS,
    TILE_LOCAL_TO_NODE,
    TILE_NODE_TO_LOCAL,
    TILE_NODE_TABLE,
    TILE_FIRST_TRIANGLE,
} TileFact;

static Value tile_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    const AswmTile *tile = &mesh->tiles[row->index];
    uint32_t cells = tile->node_count * tile->node_count;
    switch ((TileFact)fact) {
    case TILE_X: return value_integer((int64_t)(row->index % mesh->grid_width));
    case TILE_Y: return value_integer((int64_t)(row->index / mesh->grid_width));
    case TILE_COMPRESSION:
        return value_integer(load_u32(tile->local_to_node - mesh->layout->table_header_bytes));
    case TILE_LOCALS: return value_integer(tile->local_count);
    case TILE_NODES: return value_integer(tile->node_count);
    case TILE_RLE: return value_integer(load_u32(tile->local_to_node - 4));
    case TILE_FLAGS: return value_integer(load_u32(tile->nodes + cells));
    case TILE_LOCAL_TO_NODE: return value_blob(tile->local_to_node, tile->local_count);
    case TILE_NODE_TO_LOCAL:
        return value_blob(tile->node_to_local, tile->node_count * mesh->layout->local_bytes);
    case TILE_NODE_TABLE: return value_blob(tile->nodes, cells);
    case TILE_FIRST_TRIANGLE:
        return value_reference(tile->first_triangle,
                               tile->triangle_count ? mesh->triangle_count : 0);
    }
    return value_null();
}

static const Column tile_columns[] = {
    GET_WITH("x", INTEGER, "tiles", "Column, counted from the west", tile_fact, TILE_X),
    GET_WITH("y", INTEGER, "tiles", "Row, counted from the south", tile_fact, TILE_Y),
    CHARS("name", "Name, mostly garbage", 0, 32),
    U8("owns_data", NULL, "1: has vertices and edges of its own; 0 in known files", 32),
    U32("vertex_count", NULL, "Number of vertices: a hint, often wrong", 33),
    U32("edge_count", NULL, "Number of edges: a hint, often wrong", 37),
    U32("triangle_count", NULL, "Number of triangles", 41),
    F32("size_x", NULL, "Unused: 0, or garbage where not baked", 45),
    F32("size_y", NULL, "Unused: 0, or garbage where not baked", 49),
    U32("triangles_offset", NULL, "First triangle as stored", 53),
    GET_WITH("compression_flags", INTEGER, NULL, "Compression of the path table, 0 in known files",
        tile_fact, TILE_COMPRESSION),
    GET_WITH("local_to_node_count", INTEGER, NULL,
        "Triangles that have an entry in local_to_node: all, or none where not baked", tile_fact,
        TILE_LOCALS),
    GET_WITH("node_count", INTEGER, NULL, "Nodes of the path table: walkable triangles, at most 127",
        tile_fact, TILE_NODES),
    GET_WITH("rle_table_size", INTEGER, "bytes", "Size of a run-length table, 0 in known files",
        tile_fact, TILE_RLE),
    GET_WITH("flags", INTEGER, NULL, "tiles_flags of the walkmesh again", tile_fact, TILE_FLAGS),
};

static const Column tile_hidden[] = {
    GET_REF_WITH("first_triangle", "aswm_triangles",
            "First triangle by the sum of the counts before; NULL where it has none", tile_fact,
            TILE_FIRST_TRIANGLE),
    BYTES("name_raw", "The whole field of the name", 0, 32),
    GET_WITH("local_to_node", BLOB, NULL, "The node of each triangle, 255 for none; a byte each",
        tile_fact, TILE_LOCAL_TO_NODE),
    GET_WITH("node_to_local", BLOB, NULL,
        "The triangle of each node, counted from the tile's first: u32, a byte in version 0x6B, "
        "empty before", tile_fact, TILE_NODE_TO_LOCAL),
    GET_WITH("nodes", BLOB, NULL, "The path table: a byte for each node and node, see aswm_tile_paths",
        tile_fact, TILE_NODE_TABLE),
};

const Table aswm_tiles = {
    .name = "aswm_tiles",
    .doc = "The tiles of each walkmesh, and what their path tables hold.",
    .example = "SELECT id, x, y, triangle_count, node_count FROM aswm_tiles('samples/house.trx')",
    .format = &trn_format,
    COLUMNS(tile_columns),
    HIDDEN(tile_hidden),
    .typical_rows = 200,
    .rows = tile_rows,
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 16, .find = tiles_at}},
};

/* ---- aswm_tile_paths ------------------------------------------------------------------------- */

static bool prepare_paths(Document *document, Error *error) {
    return aswm_index_paths(&((Trn *)document)->mesh, &document->arena, error);
}

static uint64_t path_offset(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    const AswmTile *tile = &mesh->tiles[aswm_path_tile(mesh, row->index)];
    return aswm_offset(mesh, tile->nodes) + row->index - tile->first_path;
}

/* How many nodes of a tile have a triangle below `triangle`; they rise. */
static uint32_t nodes_below(const uint32_t *triangles, uint32_t count, int64_t triangle) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (triangles[middle] < triangle) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void nodes_within(const uint32_t *triangles, uint32_t count, const KeyRange *range,
                         uint32_t *first, uint32_t *end) {
    *first = nodes_below(triangles, count, range->lo);
    *end = range->hi == INT64_MAX ? count : nodes_below(triangles, count, range->hi + 1);
    if (*end < *first) *end = *first;
}

/* Rows of one tile whose ends are within two ranges. */
static void narrow_in_tile(const Aswm *mesh, const AswmTile *tile, const KeyRange *from,
                           const KeyRange *to, RowRange *range) {
    uint32_t nodes = tile->node_count, first, end;
    range->first = tile->first_path;
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
    const KeyRange *ranges = seek->ranges;
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    int64_t lo = ranges[0].lo, hi = ranges[0].hi, count = (int64_t)mesh->tile_count;
    if (lo < 0) lo = 0;
    if (hi >= count) hi = count - 1;
    if (lo > hi) {
        range->end = range->first;
        return;
    }
    if (lo == hi) {
        narrow_in_tile(mesh, &mesh->tiles[lo], &ranges[1], &ranges[2], range);
        return;
    }
    range->first = mesh->tiles[lo].first_path;
    range->end = hi + 1 < count ? mesh->tiles[hi + 1].first_path : seek->array->count;
}

/* A triangle is a node of its own tile only. */
static void paths_from_triangle(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    int64_t triangle = ranges[0].lo;
    if (triangle != ranges[0].hi) return;
    bool exists = triangle >= 0 && (uint64_t)triangle < mesh->triangle_count &&
                  mesh->triangle_tiles[triangle] != ASWM_NONE;
    if (!exists) {
        range->end = range->first;
        return;
    }
    narrow_in_tile(mesh, &mesh->tiles[mesh->triangle_tiles[triangle]], &ranges[0], &ranges[1],
                   range);
}

typedef enum PathFact {
    PATH_TILE,
    PATH_FROM,
    PATH_TO,
    PATH_NEXT,
    PATH_SIGHT,
    PATH_FROM_NODE,
    PATH_TO_NODE,
    PATH_CELL,
} PathFact;

static Value path_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    uint64_t number = aswm_path_tile(mesh, row->index);
    const AswmTile *tile = &mesh->tiles[number];
    const uint32_t *triangles = mesh->node_triangles + tile->first_node;
    uint32_t at = (uint32_t)row->index - tile->first_path, nodes = tile->node_count;
    uint8_t cell = tile->nodes[at];
    switch ((PathFact)fact) {
    case PATH_TILE: return value_integer((int64_t)number);
    case PATH_FROM: return value_reference(triangles[at / nodes], ASWM_NONE);
    case PATH_TO: return value_reference(triangles[at % nodes], ASWM_NONE);
    case PATH_NEXT: return value_reference(aswm_cell_triangle(mesh, tile, cell), ASWM_NONE);
    case PATH_SIGHT: return value_integer(cell != ASWM_NO_NODE && cell & ASWM_SIGHT);
    case PATH_FROM_NODE: return value_integer(at / nodes);
    case PATH_TO_NODE: return value_integer(at % nodes);
    case PATH_CELL: return value_integer(cell);
    }
    return value_null();
}

static const Column path_columns[] = {
    GET_REF_WITH("tile_id", "aswm_tiles", "Tile", path_fact, PATH_TILE),
    GET_REF_WITH("from_triangle", "aswm_triangles", "Where the way begins", path_fact, PATH_FROM),
    GET_REF_WITH("to_triangle", "aswm_triangles", "Where it leads", path_fact, PATH_TO),
    GET_REF_WITH("next_triangle", "aswm_triangles",
            "The next triangle on it; NULL where there is no way inside of the tile, and from a "
            "triangle to itself", path_fact, PATH_NEXT),
    GET_WITH("line_of_sight", INTEGER, NULL,
        "1: the straight line is walkable, too; 0 says nothing", path_fact, PATH_SIGHT),
};

static const Column path_hidden[] = {
    GET_WITH("from_node", INTEGER, NULL, "Node of from_triangle: the row of the path table", path_fact,
        PATH_FROM_NODE),
    GET_WITH("to_node", INTEGER, NULL, "Node of to_triangle: the column of the path table", path_fact,
        PATH_TO_NODE),
    GET_WITH("node_raw", INTEGER, NULL,
        "The cell as stored: 255 for none, else the next node, and 128 for a line of sight",
        path_fact, PATH_CELL),
};

const Table aswm_tile_paths = {
    .name = "aswm_tile_paths",
    .doc = "The path tables of all tiles: the next triangle from each walkable triangle to each "
           "other in the same tile.",
    .example = "SELECT from_triangle, to_triangle, next_triangle, line_of_sight "
               "FROM aswm_tile_paths('samples/house.trx') WHERE tile_id = 0 LIMIT 5",
    .format = &trn_format,
    COLUMNS(path_columns),
    HIDDEN(path_hidden),
    .typical_rows = 400000,
    COMPUTED(Trn, mesh.tile_path_count),
    .prepare = prepare_paths,
    .indexes = {{.keys = {"tile_id", "from_triangle", "to_triangle"},
                 .rows_per_key = 3000,
                 .find = paths_of_tile},
                {.keys = {"from_triangle", "to_triangle"},
                 .rows_per_key = 60,
                 .find = paths_from_triangle}},
    .byte_offset = path_offset,
};
