/* GAT tables and functions: where a map can be walked on, its heights, and ways over it. src/gat.h
** describes the format. */
#include "engine/table.h"
#include "../src/gat.h"

/* ---- gat_maps -------------------------------------------------------------------------------- */

static Value map_trailing(const Row *row) {
    const Gat *gat = row->document;
    return value_blob(gat->trailing, gat->trailing_bytes);
}

static const Column map_columns[] = {
    MEMBER(STRING, "version", NULL, "Version", Gat, document.version),
    MEMBER(U32, "width", "tiles", "Tiles from west to east, twice the cubes of the map's GND", Gat,
           width),
    MEMBER(U32, "height", "tiles", "Tiles from south to north", Gat, height),
    MEMBER(U64, "tile_count", NULL, "Number of tiles: width x height", Gat, tile_count),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the map", Gat, trailing_bytes),
    GET("trailing", BLOB, NULL, "The bytes after the end of the map", map_trailing, .hidden = true,
        .of_whole = true),
};

static const Table gat_maps = {
    .name = "gat_maps",
    .doc = "The header of each map of altitudes, one row for a file.",
    .example = "SELECT file, version, width, height FROM gat_maps('samples/*.gat')",
    .format = &gat_format,
    .of_headers = true,
    COLUMNS(map_columns),
    .typical_rows = 1,
    ONE_ROW,
};

/* ---- gat_tiles ------------------------------------------------------------------------------- */

static uint32_t type_of(const Row *row) {
    return load_u32(row->record + GAT_TILE_TYPE) & ~GAT_WATER_BIT;
}

static Value tile_type(const Row *row) {
    return value_integer(type_of(row));
}

static Value tile_type_name(const Row *row) {
    return value_name(gat_type(type_of(row)).name);
}

static Value tile_walkable(const Row *row) {
    return value_integer(gat_type(type_of(row)).walkable);
}

static Value tile_shootable(const Row *row) {
    return value_integer(gat_type(type_of(row)).shootable);
}

#define HEIGHT(name, where, offset)                                                                \
    F32(name, "GND units", "Altitude of the " where " corner; negative is up", offset)

static const Column tile_columns[] = {
    GRID(X, "x", "tiles", "Column, from the west; the x that the game shows", Gat, width),
    GRID(Y, "y", "tiles", "Row, from the south; the y that the game shows", Gat, width),
    HEIGHT("height_sw", "south-west", GAT_TILE_SW),
    HEIGHT("height_se", "south-east", GAT_TILE_SE),
    HEIGHT("height_nw", "north-west", GAT_TILE_NW),
    HEIGHT("height_ne", "north-east", GAT_TILE_NE),
    GET("type", INTEGER, NULL, "Type of the terrain, 0 to 6, without the water bit", tile_type),
    GET("type_name", TEXT, NULL,
        "ground, wall, water (in which one can walk) or gap (over which one shoots); NULL for 2, 4 "
        "and 6, of which nobody knows the meaning",
        tile_type_name),
    GET("walkable", INTEGER, NULL,
        "1 if one can walk there by the rules of the server rAthena (types 0, 2, 3, 4, 6); "
        "OpenKore and korangar take 2, 4 and 6 for walls",
        tile_walkable),
    GET("shootable", INTEGER, NULL,
        "1 if one can shoot over it by the rules of the server rAthena (all known types but 1)",
        tile_shootable),
    BIT(32, "water", "1 if the editor marked the tile as below the water (bit 31, version 1.3)",
        GAT_TILE_TYPE, GAT_WATER_BIT),
    U32("type_raw", NULL, "The type as stored, with the water bit", GAT_TILE_TYPE, .hidden = true),
};

static const Table gat_tiles = {
    .name = "gat_tiles",
    .doc = "Tiles: altitude and type of the ground on which units stand, rows from the south, each "
           "from the west. Cube (c, r) of the GND holds tiles (2c, 2r) to (2c + 1, 2r + 1).",
    .example = "SELECT type, type_name, walkable, count(*) FROM gat_tiles('samples/town.gat') "
               "GROUP BY type",
    .format = &gat_format,
    COLUMNS(tile_columns),
    .typical_rows = 80000,
    ROWS(Gat, tiles, tile_count, GAT_TILE_BYTES),
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 280, IN_GRID(Gat, width)}},
};

/* ---- gat_path -------------------------------------------------------------------------------- */

static bool take_tile(const Gat *gat, const Value *values, const char *where, uint64_t *tile,
                      Error *error) {
    double x, y;
    if (!value_to_real(values[0], &x) || !value_to_real(values[1], &y)) {
        return fail(error, ERROR_ARGUMENT, "x%s and y%s must be numbers", where, where);
    }
    if (gat_tile_at(gat, x, y, tile)) return true;
    return fail(error, ERROR_ARGUMENT, "x%s, y%s is (%g, %g), but the map has %u x %u tiles", where,
                where, x, y, gat->width, gat->height);
}

static bool path_rows(Opening *opening) {
    const Gat *gat = (const Gat *)opening->document;
    const Value *values = opening->arguments->values;
    const GatStep *steps = NULL;
    uint64_t from = 0, to = 0;
    if (!take_tile(gat, values, "1", &from, opening->error) ||
        !take_tile(gat, values + 2, "2", &to, opening->error) ||
        !gat_find_path(gat, from, to, opening->scratch, &steps, &opening->array->count,
                       opening->error)) {
        return false;
    }
    opening->array->records = steps;
    opening->array->stride = sizeof *steps;
    return true;
}

static Value step_number(const Row *row) {
    return value_integer((int64_t)row->index);
}

static uint64_t step_offset(const Row *row) {
    const GatStep *step = (const GatStep *)(const void *)row->record;
    return GAT_HEADER_BYTES + (uint64_t)step->tile_id * GAT_TILE_BYTES;
}

static const Column path_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step, 0 at the start", step_number),
    MEMBER_REF("tile_id", "gat_tiles", "Tile", GatStep, tile_id),
    MEMBER(U32, "x", "tiles", "Column of the tile", GatStep, x),
    MEMBER(U32, "y", "tiles", "Row of the tile", GatStep, y),
    MEMBER(U32, "cost", NULL,
           "Cost from the start as the server counts it: 10 for a straight step, 14 for a diagonal "
           "one",
           GatStep, cost),
    MEMBER(F64, "distance", "tiles",
           "Length of the way from the start: 1 for a straight step, the square root of 2 for a "
           "diagonal one",
           GatStep, distance),
};

static const Argument path_arguments[] = {
    {.name = "x1", .doc = "Column of the tile where the way begins; any place within it will do"},
    {.name = "y1", .doc = "Row of the tile where the way begins"},
    {.name = "x2", .doc = "Column of the tile where the way ends"},
    {.name = "y2", .doc = "Row of the tile where the way ends"},
};

static const Table gat_path = {
    .name = "gat_path",
    .doc = "The shortest way between two tiles by the rules of the server (rAthena): in eight "
           "directions over walkable tiles, diagonally only where both tiles beside the step are "
           "walkable, never into the last row or column. The first tile may be of any type. There "
           "are no rows where there is no way.",
    .example = "SELECT step, x, y, cost FROM gat_path('samples/town.gat', 2, 2, 20, 11)",
    .format = &gat_format,
    COLUMNS(path_columns),
    ARGUMENTS(path_arguments),
    .typical_rows = 100,
    .rows = path_rows,
    .byte_offset = step_offset,
};

/* ---- Functions ------------------------------------------------------------------------------- */

static bool take_place(const Call *call, double *x, double *y) {
    if (value_to_real(call->values[0], x) && value_to_real(call->values[1], y)) return true;
    return fail(call->error, ERROR_ARGUMENT, "x and y must be numbers");
}

static Value height_call(Call *call) {
    double x, y;
    if (!take_place(call, &x, &y)) return value_null();
    return value_real(gat_height_at((const Gat *)call->document, x, y));
}

static Value walkable_call(Call *call) {
    const Gat *gat = (const Gat *)call->document;
    double x, y;
    uint64_t tile;
    if (!take_place(call, &x, &y) || !gat_tile_at(gat, x, y, &tile)) return value_null();
    return value_integer(gat_type(gat_tile_type(gat, tile)).walkable);
}

static const Function gat_functions[] = {
    {
        .name = "gat_height",
        .signature = "gat_height(src, x, y)",
        .doc = "The altitude of the ground at a place in tiles (a unit stands in the middle of its "
               "tile, at x + 0.5, y + 0.5), bilinear between the corners as in the game's client; "
               "as stored: negative is up. NULL outside of the map and where a corner isn't a "
               "number.",
        .example = "SELECT gat_height('samples/town.gat', 10.5, 7.5)",
        .least = 3,
        .most = 3,
        .format = &gat_format,
        .call = height_call,
    },
    {
        .name = "gat_walkable",
        .signature = "gat_walkable(src, x, y)",
        .doc = "Whether one can walk on the tile at a place, by its type (see gat_tiles): 1 or 0, "
               "and NULL outside of the map. The server also keeps everybody out of the last row "
               "and column.",
        .example = "SELECT gat_walkable('samples/town.gat', 10, 7)",
        .least = 3,
        .most = 3,
        .format = &gat_format,
        .call = walkable_call,
    },
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Format *const gat_formats[] = {&gat_format};
static const Table *const gat_tables[] = {&gat_maps, &gat_tiles, &gat_path};

const Module gat_module = {
    MODULE_PARTS(gat_formats, format),
    MODULE_PARTS(gat_tables, table),
    MODULE_PARTS(gat_functions, function),
};
