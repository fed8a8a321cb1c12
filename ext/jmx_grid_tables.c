/* Tables of JMXVNVM: the three grids that cover a region. */
#include "jmx_tables.h"

/* Place of a row in a grid of `width` columns. */
static Value grid_x(const Row *row, uint32_t width) {
    return value_integer((int64_t)(row->index % width));
}

static Value grid_z(const Row *row, uint32_t width) {
    return value_integer((int64_t)(row->index / width));
}

/* The find of a grid of `width` columns by z and x. */
#define FIND_IN_GRID(name, width)                                                                  \
    static void name(const Seek *seek, RowRange *range) { \
        find_in_grid(width, &seek->ranges[0], &seek->ranges[1], range);                                        \
    }
FIND_IN_GRID(find_tiles, JMX_TILES)
FIND_IN_GRID(find_heights, JMX_CORNERS)
FIND_IN_GRID(find_planes, JMX_PLANES)

/* ---- jmx_tiles --------------------------------------------------------------------------------- */

/* Tiles of one cell; those of more aren't in order of rows. */
static void find_cell_tiles(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const JmxOrder *order = &((const Jmx *)seek->document)->tiles_by_cell;
    int64_t cell = ranges[0].lo;
    if (cell != ranges[0].hi) return;
    range->first = range->end = 0;
    if (cell < 0 || (uint64_t)cell >= order->key_count) return;
    *range = (RowRange){order->first[cell], order->first[cell + 1], order->rows};
}

static bool has_flags(const Row *row) {
    return row->array->stride == 8;
}

static Value tile_word(const Row *row, uint32_t offset) {
    return has_flags(row) ? value_integer(load_u16(row->record + offset)) : value_null();
}

static Value tile_flag(const Row *row, uint32_t mask) {
    if (!has_flags(row)) return value_null();
    return value_integer((row->record[JMX_TILE_FLAGS] & mask) != 0);
}

static Value tile_blocked(const Row *row) {
    const Jmx *jmx = row->document;
    bool flag = has_flags(row) && row->record[JMX_TILE_FLAGS] & JMX_TILE_BLOCKED;
    return value_integer(flag || load_u32(row->record) >= jmx->walkable_cells);
}

static Value tile_raw(const Row *row) {
    return value_integer(has_flags(row) ? (int64_t)load_u64(row->record)
                                        : (int64_t)load_u32(row->record));
}

static const Column tile_columns[] = {
    GET_WITH("x", INTEGER, "tiles", "Place of the tile, counted to the east", grid_x, JMX_TILES),
    GET_WITH("z", INTEGER, "tiles", "Place of the tile, counted to the north", grid_z, JMX_TILES),
    REF_U32("cell_id", "jmx_cells", "The cell that the tile belongs to", 0, Jmx, cell_count),
    GET_WITH("flags", INTEGER, NULL,
        "Flags as stored; all but 1 are unknown. NULL in variants B and C", tile_word,
        JMX_TILE_FLAGS),
    GET_WITH("flag_blocked", INTEGER, NULL, "Flag 1: blocked. NULL in variants B and C", tile_flag,
        JMX_TILE_BLOCKED),
    GET("blocked", INTEGER, NULL, "1: the flag is set, or the tile's cell isn't open", tile_blocked),
    GET_WITH("texture_id", INTEGER, NULL,
        "Ground texture: row of tile2d.ifo. NULL in variants B and C", tile_word,
        JMX_TILE_TEXTURE),
    GET("raw", INTEGER, NULL,
        "The record as a number: 8 bytes in variants A and D, 4 bytes in B and C", tile_raw),
};

static const Column tile_hidden[] = {
    U32("cell_id_raw", NULL, "cell_id as stored", 0),
};

const Table jmx_tiles = {
    .name = "jmx_tiles",
    .doc = "The 96 x 96 tiles of a region, of 20 x 20 units.",
    .example = "SELECT texture_id, count(*), sum(blocked) FROM jmx_tiles('samples/nv_61a8.nvm') "
               "GROUP BY texture_id",
    .format = &jmx_format,
    COLUMNS(tile_columns),
    HIDDEN(tile_hidden),
    .typical_rows = JMX_TILES * JMX_TILES,
    SIZED_ROWS(Jmx, tiles, tile_count, tile_bytes),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_TILES, .find = find_tiles},
                {.keys = {"cell_id"},
                 .rows_per_key = 12,
                 .find = find_cell_tiles,
                 .prepare = jmx_order_tiles}},
};

/* ---- jmx_heights ------------------------------------------------------------------------------- */

static const Column height_columns[] = {
    GET_WITH("x", INTEGER, "tiles", "Place of the corner, counted to the east", grid_x, JMX_CORNERS),
    GET_WITH("z", INTEGER, "tiles", "Place of the corner, counted to the north", grid_z, JMX_CORNERS),
    F32("height", "units", "Height of the ground, up; NULL where it isn't a number", 0),
};

const Table jmx_heights = {
    .name = "jmx_heights",
    .doc = "Heights of the 97 x 97 corners of tiles; the last row and column are those of the "
           "neighbouring regions.",
    .example = "SELECT min(height), avg(height), max(height) FROM jmx_heights('samples/nv_61a8.nvm')",
    .format = &jmx_format,
    COLUMNS(height_columns),
    .typical_rows = JMX_CORNERS * JMX_CORNERS,
    ROWS(Jmx, heights, height_count, 4),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_CORNERS, .find = find_heights}},
};

/* ---- jmx_planes -------------------------------------------------------------------------------- */

static Value plane_type_name(const Row *row) {
    static const char *const names[] = {"none", "water", "ice"};
    return value_text(row->record[0] < LENGTH(names) ? names[row->record[0]] : NULL);
}

static Value plane_height(const Row *row) {
    const Jmx *jmx = row->document;
    return value_real((double)load_f32(jmx->plane_heights + 4 * row->index));
}

static const Column plane_columns[] = {
    GET_WITH("x", INTEGER, "planes", "Place of the plane, counted to the east", grid_x, JMX_PLANES),
    GET_WITH("z", INTEGER, "planes", "Place of the plane, counted to the north", grid_z, JMX_PLANES),
    U8("type", NULL, "0 none, 1 water, 2 ice", 0),
    GET("type_name", TEXT, NULL, "none, water or ice; NULL for other types", plane_type_name),
    GET("height", REAL, "units", "Height of its surface, up; usually -20 where there is none",
        plane_height),
};

const Table jmx_planes = {
    .name = "jmx_planes",
    .doc = "Water and ice: 6 x 6 level planes of 320 x 320 units. Variants C and D have none.",
    .example = "SELECT x, z, type_name, height FROM jmx_planes('samples/nv_61a8.nvm') WHERE type > 0",
    .format = &jmx_format,
    COLUMNS(plane_columns),
    .typical_rows = JMX_PLANES * JMX_PLANES,
    ROWS(Jmx, plane_types, plane_count, 1),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_PLANES, .find = find_planes}},
};
