/* Tables of JMXVNVM: the three grids that cover a region. */
#include "silkroad/jmx.h"

/* Tiles have two sizes: variants A and D have a texture in each tile, B and C don't. */
static Value tile_blocked(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer(jmx_tile_flags(jmx, row->index) & JMX_TILE_BLOCKED ||
                         jmx_tile_cell(jmx, row->index) >= jmx->walkable_cells);
}

static uint32_t tile_cell_bytes(const Row *row, uint32_t at UNUSED) {
    return ((const Jmx *)row->document)->has_textures ? 4 : 2;
}

static uint32_t tile_bytes(const Row *row, uint32_t at) {
    return 2 * tile_cell_bytes(row, at);
}

static const uint8_t *tile_flags_at(const Row *row, uint32_t at) {
    return row->record + ((const Jmx *)row->document)->tile_flags + at;
}

static const Column tile_columns[] = {
    GRID_OF(X, "x", "tiles", "Place of the tile, counted to the east", JMX_TILES),
    GRID_OF(Y, "z", "tiles", "Place of the tile, counted to the north", JMX_TILES),
    REF_WITH(U32, "cell_id", "jmx_cells", "The cell that the tile belongs to", JMX_TILE_CELL, Jmx,
             cells.count, .bytes_of = tile_cell_bytes, .also_called = "CellID, tile.CellID"),
    RAW(U32, "cell_id", "", JMX_TILE_CELL, .bytes_of = tile_cell_bytes),
    FIELD_AT(U16, "flags", NULL,
             "Flags as stored: those of the map's tile; all but 1 are unknown. "
             "While the game runs, SoundFlag stands in the place of texture_id",
             tile_flags_at, 0, .also_called = "tile.Flag"),
    FIELD_AT(BIT16, "flag_blocked", NULL, "Flag 1: blocked", tile_flags_at, 0,
             .number = JMX_TILE_BLOCKED),
    GET("blocked", INTEGER, NULL, "1 if the flag is set, or the tile's cell isn't open",
        tile_blocked),
    U16("texture_id", NULL, "Ground texture: row of tile2d.ifo. NULL in variants B and C",
        JMX_TILE_TEXTURE, WHERE_DOCUMENT(Jmx, has_textures),
        .also_called = "TextureID, tile.TextureID, TextureIndex, SoundFlag"),
    FIELD(U64, "raw", NULL,
          "The record as a number: 8 bytes in variants A and D, 4 bytes in B and C", 0,
          .bytes_of = tile_bytes, .again = true),
};

const Table jmx_tiles = {
    TABLE("jmx_tiles", jmx_format, tile_columns),
    .also_called = "TileMap, NavMeshTile",
    .doc = "The 96 x 96 tiles of a region, of 20 x 20 units.",
    .example = "SELECT texture_id, count(*), sum(blocked) FROM jmx_tiles('samples/nv_61a8.nvm') "
               "GROUP BY texture_id",
    .typical_rows = JMX_TILES * JMX_TILES,
    SIZED_ROWS(Jmx, tiles, tile_count, tile_bytes),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_TILES, IN_GRID_OF(JMX_TILES)},
                {BY_PARENT("cell_id", 12, Jmx, tiles_by_cell), .prepare = jmx_order_tiles}},
};

static const Column height_columns[] = {
    GRID_OF(X, "x", "tiles", "Place of the corner, counted to the east", JMX_CORNERS),
    GRID_OF(Y, "z", "tiles", "Place of the corner, counted to the north", JMX_CORNERS),
    F32("height", "units", "Height of the ground, up; NULL where it isn't a number", JMX_HEIGHT),
};

const Table jmx_heights = {
    TABLE("jmx_heights", jmx_format, height_columns),
    .also_called = "HeightMap",
    .doc = "Heights of the 97 x 97 corners of tiles; the last row and column are those of the "
           "neighbouring regions.",
    .example =
        "SELECT min(height), avg(height), max(height) FROM jmx_heights('samples/nv_61a8.nvm')",
    .typical_rows = JMX_CORNERS * JMX_CORNERS,
    ROWS(Jmx, heights, height_count, JMX_HEIGHT_BYTES),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_CORNERS, IN_GRID_OF(JMX_CORNERS)}},
};

static const Name plane_types[] = {{0, "none"},
                                   {JMX_WATER, "water"},
                                   {JMX_ICE, "ice"},
                                   {JMX_WATER | JMX_ICE, "water and ice"},
                                   {0}};

static const Column plane_columns[] = {
    GRID_OF(X, "x", "planes", "Place of the plane, counted to the east", JMX_PLANES),
    GRID_OF(Y, "z", "planes", "Place of the plane, counted to the north", JMX_PLANES),
    U8("type", NULL, "0 for none, 1 for water, 2 for ice, 3 for both", JMX_PLANE_TYPE,
       .also_called = "planeType, PlaneTypeMap"),
    ENUM_NAME(U8, "type", plane_types, .offset = JMX_PLANE_TYPE),
    POINTED(F32, "height", "units", "Height of its surface, up; usually -20 where there is none",
            Jmx, plane_heights, 0, .of_document = true, .step = JMX_PLANE_HEIGHT_BYTES,
            .also_called = "planeHeight, PlaneHeightMap"),
};

const Table jmx_planes = {
    TABLE("jmx_planes", jmx_format, plane_columns),
    .also_called = "PlaneMap, NavMeshPlane",
    .doc = "Water and ice: 6 x 6 level planes of 320 x 320 units. Variants C and D have none.",
    .example =
        "SELECT x, z, type_name, height FROM jmx_planes('samples/nv_61a8.nvm') WHERE type > 0",
    .typical_rows = JMX_PLANES * JMX_PLANES,
    ROWS(Jmx, plane_types, plane_count, 1),
    .indexes = {{.keys = {"z", "x"}, .rows_per_key = JMX_PLANES, IN_GRID_OF(JMX_PLANES)}},
};
