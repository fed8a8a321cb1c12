/* GTCHUNK tables of the other layers: subzones, names, props, collision. */
#include "firefall/gt_tables.h"

static const GtLayers *layers_of(const Row *row) {
    return &((const Gt *)row->document)->layers;
}

/* Returns where the node of a prop or a collision lies, with whose number both records begin. */
static uint64_t node_offset(const Row *row) {
    const uint32_t *node = (const uint32_t *)(const void *)row->record;
    return ((const Gt *)row->document)->nodes.items[*node].offset;
}

typedef struct Cell {
    const GtSubzoneGrid *node;
    uint64_t number; /* within the node */
} Cell;

ROW_NOTES(Cell, noted_cell)

static Cell cell_of(const Row *row) {
    Cell *cell = noted_cell(row);
    if (row_must_note(row, 0)) {
        const GtLayers *layers = layers_of(row);
        uint64_t node = children_parent(&layers->cells, row->index);
        *cell = (Cell){&layers->grids.items[node], row->index - layers->cells.first[node]};
    }
    return *cell;
}

static uint64_t cell_offset(const Row *row) {
    Cell cell = cell_of(row);
    return cell.node->offset + cell.number;
}

static Value cell_block(const Row *row) {
    return value_integer(((const Gt *)row->document)->nodes.items[cell_of(row).node->node].block);
}

static Value cell_grid(const Row *row) {
    Cell cell = cell_of(row);
    uint64_t cells = (uint64_t)cell.node->side * cell.node->side;
    return value_integer((int64_t)(cell.number / cells));
}

static Value cell_x(const Row *row) {
    Cell cell = cell_of(row);
    return value_integer((int64_t)(cell.number % cell.node->side));
}

static Value cell_y(const Row *row) {
    Cell cell = cell_of(row);
    return value_integer((int64_t)(cell.number / cell.node->side % cell.node->side));
}

static Value cell_subzone(const Row *row) {
    Cell cell = cell_of(row);
    uint32_t index = cell.node->cells[cell.number];
    if (index >= cell.node->subzone_count) return value_null();
    return value_integer(load_u32(cell.node->subzones + (uint64_t)4 * index));
}

static const uint8_t *cell_grid_at(const Row *row, uint32_t member) {
    return (const uint8_t *)cell_of(row).node + member;
}

static const uint8_t *cell_at(const Row *row, uint32_t at) {
    Cell cell = cell_of(row);
    return cell.node->cells + cell.number + at;
}

static const Column subzone_columns[] = {
    FIELD_AT(MEMBER_U32, "node_id", NULL, "The subzone grid", cell_grid_at,
             offsetof(GtSubzoneGrid, node), .references = "gt_nodes"),
    GET_REF("block_id", "gt_blocks", "The block that the node lies in", cell_block),
    GET("grid", INTEGER, NULL, "Number of the grid in its node", cell_grid),
    GET("x", INTEGER, "cells",
        "Column of the cell: its number % the grid's side (64), taken to be 8 units wide; from "
        "which side is unknown",
        cell_x),
    GET("y", INTEGER, "cells", "Row of the cell: its number / the grid's side", cell_y),
    FIELD_AT(U8, "subzone_index", NULL, "Number of the subzone in the node's list", cell_at, 0),
    GET("subzone_id", INTEGER, NULL, "The subzone; NULL where the list has none of that number",
        cell_subzone),
    FIELD_AT(MEMBER_U32, "unknown", NULL, "The unknown first field of the node", cell_grid_at,
             offsetof(GtSubzoneGrid, unknown), WRITTEN, .hidden = true),
};

const Table gt_subzones = {
    TABLE("gt_subzones", gt_format, subzone_columns),
    .doc = "The cells of the subzone grids, each with the subzone that it belongs to.",
    .example = "SELECT grid, subzone_id, count(*) FROM gt_subzones('samples/5_0001_0003.gtchunk') "
               "GROUP BY grid, subzone_id",
    .typical_rows = 8192,
    COMPUTED(Gt, layers.cells.count),
    .prepare = gt_read_layers,
    .indexes = {{.keys = {"node_id"}, .rows_per_key = 8192}},
    .byte_offset = cell_offset,
};

static const Column name_columns[] = {
    MEMBER_REF("node_id", "gt_nodes", "The registry of names", GtName, node),
    GT_NAME_COLUMNS,
};

const Table gt_encounter_names = {
    TABLE("gt_encounter_names", gt_format, name_columns),
    .doc = "The names by which encounters know props of the chunk.",
    .example = "SELECT node_id, name_index, name "
               "FROM gt_encounter_names('samples/5_0001_0003.gtchunk')",
    .typical_rows = 100,
    LIST_ROWS_OF("node_id", 20, Gt, layers.names),
    .prepare = gt_read_layers,
    OFFSET_MEMBER(GtName, offset),
};

ROW_RECORD(GtProp, prop_of)

enum { MATRIX_ROWS = 4, PLACE_ROW = 3 };

/* Returns where a cell of the matrix lies, which has four columns in a doodad and three in a
** decal. */
static const uint8_t *prop_cell_at(const Row *row, uint32_t cell) {
    const GtProp *prop = prop_of(row);
    bool is_doodad = ((const Gt *)row->document)->nodes.items[prop->node].type == GT_DOODAD;
    uint32_t line = cell / MATRIX_ROWS, column = cell % MATRIX_ROWS, width = is_doodad ? 4 : 3;
    if (!prop->record || column >= width) return NULL;
    return prop->record + GT_PROP_MATRIX + 4 * (width * line + column);
}

#define PLACE(column, axis)                                                                        \
    FIELD_AT(F32, axis, "chunk units",                                                             \
             "Where it stands along " axis ": row 3 of the matrix; "                               \
             "unconfirmed",                                                                        \
             prop_cell_at, MATRIX_ROWS *PLACE_ROW + column)
#define CELL(line, column)                                                                         \
    FIELD_AT(F32, "m" #line #column, NULL, "Row " #line ", column " #column " of the matrix",      \
             prop_cell_at, MATRIX_ROWS *line + column)

static const Column prop_columns[] = {
    MEMBER_REF("node_id", "gt_nodes", "The node", GtProp, node),
    MEMBER(STRING, "kind", NULL, "doodad (0x50000) or decal (0x50018)", GtProp, kind),
    POINTED(U32, "record_id", NULL, "Its record in the client's database", GtProp, record, 0),
    AXES_OF(PLACE),
    MATRIX_ROW(CELL, 0),
    MATRIX_ROW(CELL, 1),
    MATRIX_ROW(CELL, 2),
    MATRIX_ROW(CELL, 3),
    MEMBER(STRING, "status", NULL,
           "ok; size: the node isn't as long as a record of its kind, and isn't read", GtProp,
           status),
    RUN(BYTES, "rest", "The unknown 44 or 3 bytes behind the matrix", GtProp, rest, .hidden = true),
};

const Table gt_props = {
    TABLE("gt_props", gt_format, prop_columns),
    .doc = "Doodads and decals. Only one public template describes them, and it hasn't been "
           "confirmed. The matrix is for row vectors; that of a decal has no fourth column.",
    .example =
        "SELECT kind, record_id, x, y, z, status FROM gt_props('samples/5_0001_0003.gtchunk')",
    .typical_rows = 500,
    LIST_ROWS_OF("node_id", 1, Gt, layers.props),
    .prepare = gt_read_layers,
    .byte_offset = node_offset,
};

#define HEAD_FIELD(kind, name, unit, doc, member)                                                  \
    MEMBER(kind, name, unit, doc, GtCollision, member, WHERE_MEMBER(GtCollision, head))

static const Column collision_columns[] = {
    MEMBER_REF("node_id", "gt_nodes", "The node", GtCollision, node),
    MEMBER(STRING, "kind", NULL, "static, movement blockers or water", GtCollision, kind),
    HEAD_FIELD(U16, "version", NULL, "Version, 3 expected; NULL where its head is damaged",
               version),
    HEAD_FIELD(U16, "revision", NULL, "Revision; only 2 has a mesh before the tagfile", revision),
    POINTED(U32, "enwf_id", NULL, "Number of the ENWF", GtCollision, head, 8),
    MEMBER(U32, "material_count", "materials",
           "Physics materials, as stored; NULL where that is cut off", GtCollision, material_count,
           WHERE_MEMBER(GtCollision, has_material_count)),
    MEMBER(U32, "vertex_block_count", "blocks", "Blocks of vertices, as stored; 0 without a mesh",
           GtCollision, vertices.block_count),
    MEMBER(U64, "vertex_count", "vertices", "Vertices in all of them", GtCollision, vertices.count),
    MEMBER(U32, "triangle_block_count", "blocks", "Blocks of triangles, as stored", GtCollision,
           triangles.block_count),
    MEMBER(U64, "triangle_count", "triangles", "Triangles in all of them", GtCollision,
           triangles.count),
    MEMBER(U32, "material_item_count", "items", "Material items, as stored", GtCollision,
           material_item_count),
    MEMBER(U32, "mopp_count", "blocks", "MOPP blocks (bounding trees of Havok), as stored",
           GtCollision, mopp_count),
    MEMBER(U64, "havok_size", "bytes", "Size of the Havok tagfile; NULL where it isn't reached",
           GtCollision, havok.size, WHERE_MEMBER(GtCollision, havok.bytes)),
    MEMBER(
        STRING, "status", NULL,
        "ok, or why it has no mesh: magic (not ENWF), short (it ends within a record), corner-kind "
        "(triangles of an unknown kind)",
        GtCollision, status),
    RUN(BYTES, "materials", "The physics materials, u32 each", GtCollision, materials,
        .hidden = true),
    RUN(BYTES, "material_items", "The material items as stored: u32 length, u32 id, bytes",
        GtCollision, material_items, .hidden = true),
    RUN(BYTES, "mopps", "The MOPP blocks as stored", GtCollision, mopps, .hidden = true),
    RUN(BYTES, "havok",
        "A Havok binary tagfile, which says where the blocks lie and has most single objects",
        GtCollision, havok, .hidden = true),
};

const Table gt_collisions = {
    TABLE("gt_collisions", gt_format, collision_columns),
    .doc = "The collision layers of a chunk.",
    .example = "SELECT kind, version, revision, vertex_count, triangle_count, havok_size, status "
               "FROM gt_collisions('samples/5_0001_0003.gtchunk')",
    .typical_rows = 20,
    LIST_ROWS_OF("node_id", 1, Gt, layers.collisions),
    .prepare = gt_read_layers,
    .byte_offset = node_offset,
};

typedef enum BlockKind { OF_VERTICES, OF_TRIANGLES } BlockKind;

static const GtCollisionBlock *block_of(const Row *row, BlockKind kind) {
    const GtLayers *layers = layers_of(row);
    return kind == OF_VERTICES
               ? &layers->vertex_blocks.items[children_parent(&layers->vertices, row->index)]
               : &layers->triangle_blocks.items[children_parent(&layers->triangles, row->index)];
}

static Value block_collision(const Row *row, const Column *column) {
    return value_integer(block_of(row, (BlockKind)column->number)->collision);
}

static Value block_number(const Row *row, const Column *column) {
    return value_integer(block_of(row, (BlockKind)column->number)->number);
}

/* Returns where a field of a block lies in the payload. */
static uint64_t offset_in(const GtCollisionBlock *block, const uint8_t *field) {
    return block->offset + (uint64_t)(field - block->stored);
}

ROW_NOTES(const uint8_t *, noted_vertex)

static const uint8_t *vertex_at(const Row *row, uint32_t offset) {
    const uint8_t **vertex = noted_vertex(row);
    if (row_must_note(row, 0)) {
        uint64_t number = children_number(&layers_of(row)->vertices, row->index);
        *vertex =
            block_of(row, OF_VERTICES)->stored + GT_VERTEX_BLOCK_HEAD + GT_VERTEX_BYTES * number;
    }
    return *vertex + offset;
}

static uint64_t vertex_offset(const Row *row) {
    return offset_in(block_of(row, OF_VERTICES), vertex_at(row, 0));
}

#define BLOCK_COORDINATE(number, axis)                                                             \
    FIELD_AT(F32, axis, "block units",                                                             \
             "In the coordinates of its block, not the chunk's: the Havok tagfile places blocks",  \
             vertex_at, 4 * number)

static const Column vertex_columns[] = {
    GET_REF_WITH("collision_id", "gt_collisions", "The collision layer", block_collision,
                 OF_VERTICES),
    GET_WITH("block_index", INTEGER, NULL, "Number of the block in its layer", block_number,
             OF_VERTICES),
    NUMBER("vertex_index", "Number of the vertex in its block", Gt, layers.vertices),
    AXES_OF(BLOCK_COORDINATE),
};

const Table gt_collision_vertices = {
    TABLE("gt_collision_vertices", gt_format, vertex_columns),
    .doc = "The vertices of collision meshes, in the coordinates of their block: where a block "
           "lies in the chunk, only the Havok tagfile says.",
    .example = "SELECT collision_id, block_index, vertex_index, x, y, z "
               "FROM gt_collision_vertices('samples/5_0001_0003.gtchunk')",
    .typical_rows = 100000,
    COMPUTED(Gt, layers.vertices.count),
    .prepare = gt_read_layers,
    .indexes = {{.keys = {"collision_id"}, .rows_per_key = 5000}},
    .byte_offset = vertex_offset,
};

ROW_NOTES(GtCorners, noted_corners)

static const GtCorners *corners_of(const Row *row) {
    GtCorners *corners = noted_corners(row);
    if (row_must_note(row, 0)) *corners = gt_collision_corners(layers_of(row), row->index);
    return corners;
}

static uint64_t triangle_offset(const Row *row) {
    return offset_in(block_of(row, OF_TRIANGLES), corners_of(row)->stored);
}

static Value triangle_vertex(const Row *row, const Column *column) {
    return value_reference(gt_corner_vertex(corners_of(row), column->number), GT_NONE);
}

static const uint8_t *triangle_corner_at(const Row *row, uint32_t corner) {
    const GtCorners *corners = corners_of(row);
    return corners->stored + (size_t)corners->bytes * corner;
}

static uint32_t triangle_corner_bytes(const Row *row, uint32_t corner UNUSED) {
    return corners_of(row)->bytes;
}

#define CORNER(number, ordinal)                                                                    \
    GET_REF_WITH("vertex" #number, "gt_collision_vertices",                                        \
                 ordinal " corner; NULL where its block has no such vertex", triangle_vertex,      \
                 number)
#define CORNER_RAW(number, ordinal)                                                                \
    FIELD_AT(U16, "vertex" #number "_raw", NULL,                                                   \
             ordinal " corner as stored, counted in its block", triangle_corner_at, number,        \
             .bytes_of = triangle_corner_bytes, .hidden = true)

static const Column triangle_columns[] = {
    GET_REF_WITH("collision_id", "gt_collisions", "The collision layer", block_collision,
                 OF_TRIANGLES),
    GET_WITH(
        "block_index", INTEGER, NULL,
        "Number of the block in its layer; its corners are vertices of the block of that number",
        block_number, OF_TRIANGLES),
    NUMBER("triangle_index", "Number of the triangle in its block", Gt, layers.triangles),
    CORNER(0, "First"),
    CORNER(1, "Second"),
    CORNER(2, "Third"),
    CORNER_RAW(0, "First"),
    CORNER_RAW(1, "Second"),
    CORNER_RAW(2, "Third"),
};

const Table gt_collision_triangles = {
    TABLE("gt_collision_triangles", gt_format, triangle_columns),
    .doc = "The triangles of collision meshes.",
    .example =
        "SELECT t.id, v.x, v.y, v.z FROM gt_collision_triangles('samples/5_0001_0003.gtchunk') t "
        "JOIN gt_collision_vertices(t.source) v ON v.id = t.vertex0",
    .typical_rows = 100000,
    COMPUTED(Gt, layers.triangles.count),
    .prepare = gt_read_layers,
    .indexes = {{.keys = {"collision_id"}, .rows_per_key = 5000}},
    .byte_offset = triangle_offset,
};
