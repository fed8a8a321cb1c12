/* Tables of JMXVNVM: the edges between cells, and ways over them. */
#include "silkroad/jmx_world.h"
#include "table/naming.h"

/* Finds edges by their kind, 'global' or 'internal': its first letter selects the rows, and SQLite
** compares the rest. */
static void find_by_kind(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Jmx *jmx = seek->document;
    uint64_t first = 0, count = jmx->global_edge_count;
    if (!ranges[0].text || !ranges[0].text_length) return;
    if (ranges[0].text[0] == 'i' || ranges[0].text[0] == 'I') {
        first = jmx->global_edge_count;
        count = jmx->internal_edge_count;
    }
    RowRange within = {0, count, NULL};
    find_in_grid(1, &ranges[1], &(KeyRange){.lo = INT64_MIN, .hi = INT64_MAX}, &within);
    *range = (RowRange){first + within.first, first + within.end, NULL};
}

static bool is_global(const Row *row) {
    return row->index < ((const Jmx *)row->document)->global_edge_count;
}

static Value edge_kind(const Row *row) {
    return is_global(row) ? value_text_of("global", 6) : value_text_of("internal", 8);
}

static Value edge_index(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer((int64_t)(row->index - (is_global(row) ? 0 : jmx->global_edge_count)));
}

static Value edge_blocked(const Row *row) {
    return value_integer(jmx_is_wall(row->record));
}

/* On a global edge this is a cell of another region, so its number can't be checked here. */
static Value edge_cell1(const Row *row) {
    const Jmx *jmx = row->document;
    return value_reference(jmx_edge_cell(row->record, 1),
                           is_global(row) ? (uint64_t)INT16_MAX + 1 : jmx->cells.count);
}

static const uint8_t *edge_region_at(const Row *row, uint32_t offset) {
    return is_global(row) ? row->record + offset : NULL;
}

static const Name sides[] = {
    {JMX_NORTH, "+z"}, {JMX_EAST, "+x"}, {JMX_SOUTH, "-z"}, {JMX_WEST, "-x"}, {0}};

/* Cell 1 of a global edge lies on the other side of the border. */
static Value edge_side(const Row *row, const Column *column) {
    const Jmx *jmx = row->document;
    int32_t cell = jmx_edge_cell(row->record, column->number);
    if (column->number && is_global(row) && cell >= 0) {
        return value_integer(jmx_opposite(jmx_border(row->record)));
    }
    if (cell < 0 || (uint64_t)cell >= jmx->cells.count) return value_null();
    return value_integer(jmx_side(jmx, (uint64_t)cell, row->record));
}

static const NameKind neighbor = {
    .name = "region", .rule = "silkroad", .below = "navmesh", .is_optional = true};

static bool region_tells(const Row *row, uint32_t number, Named *named) {
    uint16_t region = is_global(row) ? load_u16(row->record + JMX_EDGE_REGION1) : JMX_NO_REGION;
    if (number || region == JMX_NO_REGION) return false;
    *named = name_of_kind(&neighbor,
                          value_text(text_printed(row->scratch, JMX_FILE_NAME, (unsigned)region)));
    return true;
}

#define DIRECTION(Number, Offset)                                                                  \
    FIELD(I8, "direction" Number, NULL,                                                            \
          "Side of cell " Number                                                                   \
          " as stored: 0 for +z, 1 for +x, 2 for -z, 3 for -x; NULL if it has none",               \
          Offset, .empties = true, .also_called = "AssocDirection[" Number "], EdgeDirection"),    \
        ENUM_NAME(I8, "direction" Number, sides, .offset = Offset, .also_called = "EdgeDirection")

#define FLAG(name, number, doc, mask)                                                              \
    BIT(8, name, "Flag " #number doc, JMX_EDGE_FLAGS, mask, .also_called = "EdgeFlag " #number)
#define WALL       ": a wall. The game takes flag 1 or 2 as a wall from both sides"
#define OF_OBJECTS ", which means something on edges of objects only"

static const Column edge_columns[] = {
    GET("kind", TEXT, NULL, "global: to another region; internal: within the region or to nowhere",
        edge_kind,
        .also_called = "RTNavMeshEdgeGlobal, GlobalLinker, OutlineEdges, NavEdgeGlobal, "
                       "RTNavMeshEdgeInternal, LocalLinker, InlineEdges, NavEdgeInternal"),
    GET("edge_index", INTEGER, NULL, "Number within its kind", edge_index),
    F32("x0", "units", "One end of the line, to the east", JMX_EDGE_X0,
        .also_called = "edge.Min, NavLine"),
    F32("z0", "units", "One end, to the north", JMX_EDGE_Z0, .also_called = "edge.Min"),
    F32("x1", "units", "The other end, to the east; it may be the lesser", JMX_EDGE_X1,
        .also_called = "edge.Max"),
    F32("z1", "units", "The other end, to the north; it may be the lesser", JMX_EDGE_Z1,
        .also_called = "edge.Max"),
    U8("flags", NULL,
       "All flags as stored. Real files have 4 (open) and 2 (wall) within a region, 8 to others",
       JMX_EDGE_FLAGS, .also_called = "Flag, EdgeFlag"),
    FLAG("block_1_to_0", 1, WALL, JMX_BLOCKED_1_TO_0),
    FLAG("block_0_to_1", 2, WALL, JMX_BLOCKED_0_TO_1),
    FLAG("internal", 4, "; the column kind can be relied on", JMX_INTERNAL),
    FLAG("global", 8, "; the column kind can be relied on", JMX_GLOBAL),
    FLAG("railing", 16, OF_OBJECTS, JMX_RAILING),
    FLAG("entrance", 32, OF_OBJECTS, JMX_ENTRANCE),
    FLAG("unknown_64", 64, ", unknown", JMX_UNKNOWN_64),
    FLAG("siege", 128, OF_OBJECTS, JMX_SIEGE),
    GET("blocked", INTEGER, NULL, "1 if it is a wall, from either side: flag 1 or 2 is set",
        edge_blocked),
    DIRECTION("0", JMX_EDGE_DIRECTION0),
    DIRECTION("1", JMX_EDGE_DIRECTION1),
    REF_AND_RAW(I16, "cell0", "jmx_cells", "The cell on one side", ", where -1 means none",
                JMX_EDGE_CELL0, Jmx, cells.count, .also_called = "AssocCell[0]"),
    GET("cell1", INTEGER, NULL,
        "The cell on the other side, a cell of region1 where that is given; NULL if there is none",
        edge_cell1, .also_called = "AssocCell[1]"),
    RAW(I16, "cell1", ", where -1 means none", JMX_EDGE_CELL1),
    FIELD_AT(U16, "region0", NULL, "Region of cell 0, the file's own; NULL on internal edges",
             edge_region_at, JMX_EDGE_REGION0, .empties = true, .also_called = "AssocRegion[0]"),
    FIELD_AT(U16, "region1", NULL,
             "Region of cell 1; NULL on internal edges, and if there is no cell 1", edge_region_at,
             JMX_EDGE_REGION1, .empties = true, .tells = region_tells,
             .also_called = "AssocRegion[1]"),
    GET_WITH("side0", TEXT, NULL,
             "On which side of cell 0 the line lies: +z, +x, -z or -x; NULL if on no side",
             edge_side, 0, .value_names = sides),
    GET_WITH("side1", TEXT, NULL,
             "On which side of cell 1 the line lies: +z, +x, -z or -x; NULL if on no side",
             edge_side, 1, .value_names = sides),
};

const Table jmx_edges = {
    TABLE("jmx_edges", jmx_format, edge_columns),
    .also_called = "GlobalEdgeList, InternalEdgeList",
    .doc = "Lines between neighbouring cells, and whether one can cross them; global edges first.",
    .example = "SELECT kind, region1, count(*) AS edges, sum(blocked) AS blocked "
               "FROM jmx_edges('samples/nv_61a8.nvm') GROUP BY kind, region1",
    .typical_rows = 2500,
    CHILD_ROWS(Jmx, edges),
    .prepare = jmx_list_edges,
    .indexes = {{BY_PARENT("cell0", 4, Jmx, edges_by_cell0), .prepare = jmx_order_edges},
                {BY_PARENT("cell1", 4, Jmx, edges_by_cell1), .prepare = jmx_order_edges},
                {.keys = {"kind", "edge_index"}, .rows_per_key = 500, .find = find_by_kind}},
};

static const Argument path_arguments[] = {
    {.name = "from_cell", .doc = "Cell where the path begins"},
    {.name = "to_cell", .doc = "Cell where it ends"},
};

static bool cell_argument(const Jmx *jmx, const Arguments *arguments, int number, uint32_t *cell,
                          Error *error) {
    const char *name = path_arguments[number].name;
    int64_t value;
    if (!value_to_integer(arguments->values[number], &value)) {
        return fail(error, ERROR_ARGUMENT, "%s isn't the number of a cell", name);
    }
    if (value < 0 || (uint64_t)value >= jmx->cells.count) {
        return fail(error, ERROR_ARGUMENT, "%s is %" PRId64 ", but the file has %" PRIu64 " cells",
                    name, value, jmx->cells.count);
    }
    *cell = (uint32_t)value;
    return true;
}

static bool path_rows(Opening *opening) {
    const Arguments *arguments = opening->arguments;
    Error *error = opening->error;
    Jmx *jmx = (Jmx *)opening->document;
    JmxWay way;
    uint32_t from, to;
    if (!cell_argument(jmx, arguments, 0, &from, error) ||
        !cell_argument(jmx, arguments, 1, &to, error) ||
        !jmx_find_path(jmx, from, to, opening->scratch, &way, error)) {
        return false;
    }
    return opening_set_rows(opening, way.steps, way.count, sizeof *way.steps);
}

static uint64_t path_offset(const Row *row) {
    const Jmx *jmx = row->document;
    return jmx->cells.starts[((const JmxWayStep *)(const void *)row->record)->cell_id];
}

static const Column path_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step, from 0", row_number),
    MEMBER_REF("cell_id", "jmx_cells", "The cell", JmxWayStep, cell_id),
    MEMBER(F64, "x", "units", "Centre of the cell, to the east", JmxWayStep, x),
    MEMBER(F64, "z", "units", "Centre of the cell, to the north", JmxWayStep, z),
    MEMBER(F64, "distance", "units",
           "Length of the way so far, from centre to middle of edge to centre", JmxWayStep,
           distance),
    MEMBER_REF("edge_id", "jmx_edges", "The edge by which the cell is entered; NULL at the first",
               JmxWayStep, edge_id),
    MEMBER(F64, "edge_x", "units", "Middle of that edge, to the east", JmxWayStep, edge_x),
    MEMBER(F64, "edge_z", "units", "Middle of that edge, to the north", JmxWayStep, edge_z),
};

const Table jmx_path = {
    TABLE("jmx_path", jmx_format, path_columns),
    .doc = "The shortest way between two cells of a region, over open cells and edges that aren't "
           "walls; there are no rows where there is no way. The objects' own meshes, which are "
           ".bms files, aren't taken into account.",
    .example = "SELECT step, cell_id, x, z, distance "
               "FROM jmx_path('samples/nv_61a8.nvm', jmx_cell_at('samples/nv_61a8.nvm', 130, 130), "
               "jmx_cell_at('samples/nv_61a8.nvm', 1800, 1800))",
    ARGUMENTS_FROM(path_arguments),
    .typical_rows = 30,
    .rows = path_rows,
    .byte_offset = path_offset,
};
