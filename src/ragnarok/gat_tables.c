/* GAT tables and functions: where a map can be walked on, its heights, and ways over it. gat.h
** describes the format. */
#include "codec/unpack.h"
#include "ragnarok/gat.h"
#include "ragnarok/rsw.h"
#include "scene/detour.h"

static bool measure_cells(Document *document, Error *error) {
    return !gat_is_of_cells((const Gat *)document) || ro_cells_measure(document, error);
}

static Value map_problem(const Row *row) {
    const Gat *gat = row->document;
    return value_name(gat_is_of_cells(gat) ? gat->cells.maps->problem : NULL);
}

static const Column map_columns[] = {
    MEMBER(STRING, "version", NULL, "Version; mcache or fld2 where it is a map of cells", Gat,
           document.version),
    MEMBER(U32, "width", "tiles", "Tiles from west to east, twice the cubes of the map's GND", Gat,
           width),
    MEMBER(U32, "height", "tiles", "Tiles from south to north", Gat, height),
    MEMBER(U64, "tile_count", NULL, "Number of tiles: width x height", Gat, tile_count),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the map", Gat,
           cells.trailing.size),
    GET("problem", TEXT, NULL,
        "What is wrong with a map of cells, as in ro_cell_maps: cells that it lacks are walls",
        map_problem, .prepare = measure_cells),
    RUN(BYTES, "trailing", "The bytes after the end of the map", Gat, cells.trailing,
        .hidden = true, .of_whole = true),
};

static const Table gat_maps = {
    TABLE("gat_maps", gat_format, map_columns),
    .doc = "The header of each map of altitudes, one row for a file.",
    .example = "SELECT file, version, width, height FROM gat_maps('samples/*.gat')",
    .reads = READS_HEADER,
    ONE_ROW,
};

/* Returns the level below which ground is water for servers: in RSW 1.4 to 2.5, cut to an integer.
** A map of another version, or without an RSW (NULL), is dry: altitudes rise downwards. */
static double water_of(const Rsw *rsw) {
    if (!rsw || !rsw_since(rsw, 1, 4) || rsw_since(rsw, 2, 6)) return INFINITY;
    double level = trunc((double)load_f32(rsw->header + RSW_HEADER_WATER_LEVEL));
    return level >= INT32_MIN && level <= INT32_MAX ? level : INFINITY;
}

/* Reads the water from the RSW of the same name beside the GAT; a map without one is dry. */
static bool look_beside(Opening *opening) {
    const FilesBeside *beside = opening->beside;
    Error fault = {0};
    if (!beside || !opening->document->name) return true;
    const char *name = text_with_ending(opening->scratch, opening->document->name, ".rsw");
    double *water = name ? arena_alloc(opening->scratch, 1, sizeof *water) : NULL;
    if (!water) return fail_memory(opening->error, opening->scratch);
    *water = water_of((const Rsw *)beside->open(beside, name, &rsw_format, true, &fault));
    opening->array->extra = water;
    if (!fault.kind) return true;
    if (error_ends(&fault, opening->error)) return false;
    return fail(opening->error, fault.kind, "the RSW file of the same map: %.160s", fault.message);
}

/* Returns what the servers' map cache has for a tile: the low byte of its type, but 3, walkable
** water, for ground whose south-west corner lies below the water. */
static uint8_t cell_of(const Gat *gat, uint64_t tile, double water) {
    enum { GROUND = 0, WATER = 3 };
    const uint8_t *record = gat->tiles + tile * GAT_TILE_BYTES;
    uint32_t type = load_u32(record + GAT_TILE_TYPE);
    bool is_below = (double)load_f32(record + GAT_TILE_SW) > water;
    return type == GROUND && is_below ? WATER : (uint8_t)type;
}

static GatType type_of(const Row *row) {
    const Gat *gat = row->document;
    return gat_type(gat->cells.layout, gat_tile_type(gat, row->index));
}

static Value tile_type_name(const Row *row) {
    return value_name(type_of(row).name);
}

/* What one can do there: a bool of GatType at the column's number. */
static Value tile_fact(const Row *row, const Column *column) {
    const GatType type = type_of(row);
    return value_integer(((const char *)&type)[column->number]);
}

static Value tile_cell(const Row *row) {
    const double *water = row->array->extra;
    return value_integer(cell_of(row->document, row->index, water ? *water : INFINITY));
}

/* A server lets nobody into the last row and column, and looks at the low byte of the type. */
static Value tile_passable(const Row *row) {
    const Gat *gat = row->document;
    bool is_last =
        row->index % gat->width + 1 == gat->width || row->index / gat->width + 1 == gat->height;
    return value_integer(!is_last &&
                         gat_type(gat->cells.layout, row->record[GAT_TILE_TYPE]).walkable);
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
    U32("type", NULL, "Type of the terrain, 0 to 6, without the water bit", GAT_TILE_TYPE,
        .bits = ~GAT_WATER_BIT),
    GET("type_name", TEXT, NULL,
        "ground, wall, water (in which one can walk) or gap (over which one shoots); NULL for 2, 4 "
        "and 6, of which nobody knows the meaning",
        tile_type_name),
    GET_WITH("walkable", INTEGER, NULL,
             "1 if one can walk there by the rules of the server rAthena (types 0, 2, 3, 4, 6); "
             "OpenKore and korangar take 2, 4 and 6 for walls",
             tile_fact, offsetof(GatType, walkable)),
    GET_WITH(
        "shootable", INTEGER, NULL,
        "1 if one can shoot over it by the rules of the server rAthena (all known types but 1)",
        tile_fact, offsetof(GatType, shootable)),
    BIT(32, "water", "1 if the editor marked the tile as below the water (bit 31, version 1.3)",
        GAT_TILE_TYPE, GAT_WATER_BIT),
    ITEM(REF_U32, "component", NULL,
         "Part of the map, in gat_components, all of which can be reached from here; NULL where "
         "nobody can stand",
         Gat, tile_components, 0, .references = "gat_components", .prepare = gat_find_components),
    ITEM(U16, "wall_distance", "tiles",
         "How many straight steps it is from the nearest tile that isn't walkable, or from the "
         "outside of the map; 0 where it isn't walkable itself",
         Gat, wall_distances, 0, .prepare = gat_find_wall_distances),
    U32("type_raw", NULL, "The type as stored, with the water bit", GAT_TILE_TYPE, .hidden = true),
    GET("cell", INTEGER, NULL,
        "What servers have in their map cache for it: the type's low byte, but 3, walkable water, "
        "for ground (0) whose south-west corner lies below the water level of the RSW (1.4 to 2.5) "
        "of the same name beside the file; without one, and for a BLOB, the map is dry",
        tile_cell, .hidden = true, .of_source = true, .prepare = prepared_with_rows),
    GET("passable", INTEGER, NULL,
        "1 if servers let one onto it: its cell, which is the type's low byte, is one on which one "
        "can walk, and doesn't lie in the last row or column",
        tile_passable, .hidden = true),
};

static const Table gat_tiles = {
    TABLE("gat_tiles", gat_format, tile_columns),
    .also_called = "Cells",
    .doc = "Tiles: altitude and type of the ground on which units stand, rows from the south, each "
           "from the west. Cube (c, r) of the GND holds tiles (2c, 2r) to (2c + 1, 2r + 1).",
    .example = "SELECT type, type_name, walkable, count(*) FROM gat_tiles('samples/town.gat') "
               "GROUP BY type",
    .typical_rows = 80000,
    ROWS(Gat, tiles, tile_count, GAT_TILE_BYTES),
    .look_beside = look_beside,
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 280, IN_GRID(Gat, width)}},
};

static bool take_number(Value value, const char *name, int64_t *number, Error *error) {
    double real;
    if (value_to_written_integer(value, number)) return true;
    if (!value_to_real(value, &real)) {
        return fail(error, ERROR_ARGUMENT, "%s isn't a number, expected that of a tile", name);
    }
    return fail(error, ERROR_ARGUMENT, "%s is %g, expected a tile's whole number", name, real);
}

static bool take_column_and_row(const Value *values, const char *x_name, const char *y_name,
                                int64_t *x, int64_t *y, Error *error) {
    return take_number(values[0], x_name, x, error) && take_number(values[1], y_name, y, error);
}

/* A tile off the map gets the number GAT_NONE; with `must_be_there`, it is an error. */
static bool take_tile(const Gat *gat, const Value *values, const char *x_name, const char *y_name,
                      bool must_be_there, uint64_t *tile, Error *error) {
    int64_t x, y;
    if (!take_column_and_row(values, x_name, y_name, &x, &y, error)) return false;
    if (gat_tile_at(gat, (double)x, (double)y, tile)) return true;
    *tile = GAT_NONE;
    return !must_be_there ||
           fail(error, ERROR_ARGUMENT,
                "%s, %s is (%" PRId64 ", %" PRId64 "), but the map has %u x %u tiles", x_name,
                y_name, x, y, gat->width, gat->height);
}

static bool path_rows(Opening *opening) {
    Gat *gat = (Gat *)opening->document;
    const Value *values = opening->arguments->values;
    const GatStep *steps = NULL;
    uint64_t from, to, count = 0;
    return take_tile(gat, values, "x1", "y1", true, &from, opening->error) &&
           take_tile(gat, values + 2, "x2", "y2", true, &to, opening->error) &&
           gat_find_path(gat, from, to, opening->scratch, &steps, &count, opening->error) &&
           opening_set_rows(opening, steps, count, sizeof *steps);
}

/* Returns the offset of the tile whose number the row's record begins with. */
static uint64_t tile_offset(const Row *row) {
    uint64_t tile = *(const uint32_t *)(const void *)row->record;
    return gat_is_of_cells(row->document) ? NO_OFFSET : GAT_HEADER_BYTES + tile * GAT_TILE_BYTES;
}

static const Column path_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step, 0 at the start", row_number),
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

static const Table gat_path = {
    TABLE("gat_path", gat_format, path_columns),
    .doc =
        "The shortest way between two tiles by the rules of the server (rAthena): in eight "
        "directions over walkable tiles, diagonally only where both tiles beside the step are "
        "walkable, never into the last row or column. The first tile may be of any type. There "
        "are rows only where gat_path_status() is 'ok' or 'same'; a tile off the map is an error.",
    .example = "SELECT step, x, y, cost FROM gat_path('samples/town.gat', 2, 2, 20, 11)",
    ARGUMENTS({.name = "x1", .doc = "Column of the tile where the way begins"},
              {.name = "y1", .doc = "Row of the tile where the way begins"},
              {.name = "x2", .doc = "Column of the tile where the way ends"},
              {.name = "y2", .doc = "Row of the tile where the way ends"}),
    .typical_rows = 100,
    .rows = path_rows,
    .byte_offset = tile_offset,
};

static bool distance_rows(Opening *opening) {
    Gat *gat = (Gat *)opening->document;
    const Value *values = opening->arguments->values;
    const GatReached *tiles = NULL;
    uint64_t from, count = 0;
    double most = INFINITY;
    return take_tile(gat, values, "from_x", "from_y", true, &from, opening->error) &&
           (values[2].type == VALUE_NULL ||
            value_take_real(values[2], "max_cost", &most, opening->error)) &&
           gat_find_distances(gat, (uint32_t)from, most, opening->scratch, &tiles, &count,
                              opening->error) &&
           opening_set_rows(opening, tiles, count, sizeof *tiles);
}

static const Column distance_columns[] = {
    MEMBER_REF("tile_id", "gat_tiles", "Tile", GatReached, tile_id),
    MEMBER(U32, "x", "tiles", "Column of the tile", GatReached, x),
    MEMBER(U32, "y", "tiles", "Row of the tile", GatReached, y),
    MEMBER(U32, "cost", NULL,
           "The least cost from the start: 10 for a straight step, 14 for a diagonal one",
           GatReached, cost),
    MEMBER_REF(
        "previous_tile", "gat_tiles",
        "The tile from which one comes at that cost, of several the first; NULL at the start",
        GatReached, previous),
};

static const Table gat_distances = {
    TABLE("gat_distances", gat_format, distance_columns),
    .asked_as = "how far walk",
    .doc =
        "Every tile that can be reached from one by the rules of gat_path(), and its least cost. "
        "Going back over previous_tile gives a shortest way to it.",
    .example = "SELECT count(*), max(cost) FROM gat_distances('samples/town.gat', 2, 2)",
    ARGUMENTS({.name = "from_x", .doc = "Column of the tile where all ways begin"},
              {.name = "from_y", .doc = "Row of that tile"},
              {"max_cost", "Only tiles that cost at most so much", .optional = true}),
    .typical_rows = 40000,
    .rows = distance_rows,
    .byte_offset = tile_offset,
};

typedef struct NearestRow {
    uint32_t tile_id, x, y;
    double distance;
} NearestRow;

static bool nearest_rows(Opening *opening) {
    const Gat *gat = (const Gat *)opening->document;
    int64_t x, y;
    NearestRow *row = opening_set_row(opening, sizeof *row);
    if (!row ||
        !take_column_and_row(opening->arguments->values, "at_x", "at_y", &x, &y, opening->error) ||
        !gat_find_nearest(gat, x, y, opening->scratch, &row->tile_id, &row->distance,
                          opening->error)) {
        return false;
    }
    opening->array->count = row->tile_id != GAT_NONE;
    if (row->tile_id == GAT_NONE) return true;
    row->x = row->tile_id % gat->width;
    row->y = row->tile_id / gat->width;
    return true;
}

static const Column nearest_columns[] = {
    MEMBER_REF("tile_id", "gat_tiles", "Tile", NearestRow, tile_id),
    MEMBER(U32, "x", "tiles", "Its column", NearestRow, x),
    MEMBER(U32, "y", "tiles", "Its row", NearestRow, y),
    MEMBER(F64, "distance", "tiles", "How far it is, in a straight line", NearestRow, distance),
};

static const Table gat_nearest = {
    TABLE("gat_nearest", gat_format, nearest_columns),
    .doc = "The tile nearest to another one on which one can stand by the rules of the server: "
           "walkable, and not in the last row or column. Of equally near ones it is the first; "
           "there is no row if there is none.",
    .example = "SELECT tile_id, x, y, distance FROM gat_nearest('samples/town.gat', 0, 12)",
    ARGUMENTS({.name = "at_x", .doc = "Column of a tile; it may be off the map"},
              {.name = "at_y", .doc = "Row of that tile"}),
    .rows = nearest_rows,
    .byte_offset = tile_offset,
};

static const Column component_columns[] = {
    MEMBER(U32, "tiles", NULL, "Number of its tiles", GatComponent, tile_count),
    MEMBER_REF("first_tile", "gat_tiles", "Its first tile", GatComponent, first_tile),
    MEMBER(U32, "min_x", "tiles", "Its westernmost column", GatComponent, min_x),
    MEMBER(U32, "min_y", "tiles", "Its southernmost row", GatComponent, min_y),
    MEMBER(U32, "max_x", "tiles", "Its easternmost column", GatComponent, max_x),
    MEMBER(U32, "max_y", "tiles", "Its northernmost row", GatComponent, max_y),
};

static const Table gat_components = {
    TABLE("gat_components", gat_format, component_columns),
    .doc = "The parts of a map within which one can walk from any tile to any other by the rules "
           "of the server; the largest come first.",
    .example = "SELECT id, tiles, first_tile, min_x, min_y, max_x, max_y "
               "FROM gat_components('samples/town.gat')",
    .typical_rows = 10,
    ROWS(Gat, components, component_count, sizeof(GatComponent)),
    .prepare = gat_find_components,
    .byte_offset = tile_offset,
};

static Value height_call(Call *call) {
    Point2 at;
    if (!value_take_place(call->values, &at, call->error)) return value_null();
    if (gat_is_of_cells((const Gat *)call->document)) {
        return value_null_after(
            fail(call->error, ERROR_UNSUPPORTED, "the cells of servers and bots have no heights"));
    }
    return value_real(gat_height_at((const Gat *)call->document, at.x, at.y));
}

static Value walkable_call(Call *call) {
    const Gat *gat = (const Gat *)call->document;
    Point2 at;
    uint64_t tile;
    if (!value_take_place(call->values, &at, call->error) || !gat_tile_at(gat, at.x, at.y, &tile)) {
        return value_null();
    }
    return value_integer(gat_can_walk(gat, tile));
}

static Value path_status_call(Call *call) {
    Gat *gat = (Gat *)call->document;
    uint64_t from, to;
    GatStatus status = GAT_OFF_MAP;
    if (!take_tile(gat, call->values, "x1", "y1", false, &from, call->error) ||
        !take_tile(gat, call->values + 2, "x2", "y2", false, &to, call->error)) {
        return value_null();
    }
    if (from != GAT_NONE && to != GAT_NONE &&
        !gat_find_status(gat, from, to, &status, call->error)) {
        return value_null();
    }
    return value_text(gat_status_names[status]);
}

static Value cells_crc_call(Call *call) {
    const Gat *gat = (const Gat *)call->document;
    double water = water_of((const Rsw *)call->arguments->documents[0]);
    uint8_t cells[4096];
    uint32_t crc = 0;
    size_t filled = 0;
    for (uint64_t tile = 0; tile < gat->tile_count; tile++) {
        cells[filled++] = cell_of(gat, tile, water);
        if (filled < sizeof cells && tile + 1 < gat->tile_count) continue;
        crc = unpack_crc32(crc, cells, filled);
        filled = 0;
        if (!arena_interrupted(call->scratch)) continue;
        return value_null_after(fail_interrupted(call->error));
    }
    return value_integer(crc);
}

static const Function gat_functions[] = {
    {
        "gat_height",
        "src, x, y",
        .asked_as = "height of the ground",
        .doc = "The altitude of the ground at a place in tiles (a unit stands in the middle of its "
               "tile, at x + 0.5, y + 0.5), bilinear between the corners as in the game's client; "
               "as stored: negative is up. NULL outside of the map and where a corner isn't a "
               "number.",
        .example = "SELECT gat_height('samples/town.gat', 10.5, 7.5)",
        .format = &gat_format,
        .call = height_call,
    },
    {
        "gat_walkable",
        "src, x, y",
        .asked_as = "walk stand block",
        .doc = "Whether one can walk on the tile at a place, by its type (see gat_tiles): 1 or 0, "
               "and NULL outside of the map. The server also keeps everybody out of the last row "
               "and column. A whole number may be a text, as in lists of places.",
        .example = "SELECT gat_walkable('samples/town.gat', 10, 7)",
        .format = &gat_format,
        .call = walkable_call,
    },
    {
        "gat_path_status",
        "src, x1, y1, x2, y2",
        .doc = "Whether gat_path() has a way between two tiles, and why not: 'ok', 'same', 'off "
               "map' (one of them), 'not walkable' (nobody can step on the tile where it is to "
               "end) or 'unreachable'.",
        .example = "SELECT gat_path_status('samples/town.gat', 2, 2, 20, 11)",
        .format = &gat_format,
        .call = path_status_call,
    },
    {
        "gat_navmesh",
        "src [, set]",
        .doc = "The tiles of a map that can be entered" DETOUR_DOC
               "The unit is a tile, in whose middle a unit stands, at x + 0.5; the mesh is flat, "
               "and gat_height has heights. Areas of polygons are types.",
        .example = "SELECT length(gat_navmesh('samples/town.gat'))",
        .format = &gat_format,
        ARGUMENTS(DETOUR_SET_OPTION),
        .call = gat_navmesh_call,
    },
    {
        "ro_cells_crc",
        "gat [, rsw]",
        .doc = "The CRC-32 of the cells that a server's map cache has of a map, if it was made of "
               "this GAT and this RSW: to be compared with crc32 of ro_cell_maps. Without an RSW, "
               "the map is dry.",
        .example = "SELECT ro_cells_crc('samples/town.gat', 'samples/town.rsw')",
        .format = &gat_format,
        ARGUMENTS({"rsw",
                   "The RSW of the map, which has the water level; without it the map is dry",
                   .optional = true, .source = &rsw_format}),
        .call = cells_crc_call,
    },
};

const Module gat_module = {
    FORMATS(&gat_format),
    TABLES(&gat_maps, &gat_tiles, &gat_path, &gat_distances, &gat_nearest, &gat_components),
    MODULE_PARTS(gat_functions, function),
};
