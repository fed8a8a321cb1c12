/* ro_cell_maps and ro_cells: where servers and bots think that one can walk. */
#include "ragnarok/gat.h"
#include "ragnarok/server/ro_script.h"

ROW_RECORD(RoCellMap, map_of)

static Value map_packed_size(const Row *row) {
    const RoCells *cells = row->document;
    return cells->layout == RO_FLD2 ? value_null() : value_integer(map_of(row)->packed_size);
}

/* A number at the column's offset, if there is a stream in which cells could be. */
static Value map_measured(const Row *row, const Column *column) {
    const RoCells *cells = row->document;
    const RoCellMap *map = map_of(row);
    bool is_there = cells->layout == RO_FLD2 || (map->width > 0 && map->height > 0);
    if (!is_there || map->packing == RO_NOWHERE || map->is_beyond) return value_null();
    return value_integer(*(const uint32_t *)(const void *)(row->record + column->number));
}

#define CELLS_SHAPE SHAPES("it tells how many cells there are")

static const Column map_columns[] = {
    MEMBER(STRING, "name", NULL,
           "Name of the map without an ending; of .mcache and .fld2 the file's, NULL for a "
           "BLOB",
           RoCellMap, name, WRITTEN),
    MEMBER(I32, "width", "tiles", "Cells from west to east", RoCellMap, width, WRITTEN,
           CELLS_SHAPE),
    MEMBER(I32, "height", "tiles", "Cells from south to north", RoCellMap, height, WRITTEN,
           CELLS_SHAPE),
    DOCUMENT_MEMBER(STRING, "layout", NULL, "map_cache, mcache or fld2", RoCells, document.version),
    GET("packed_size", INTEGER, "bytes", "Size of the packed cells as stored; NULL for fld2",
        map_packed_size),
    GET_WITH(
        "walkable", INTEGER, NULL,
        "How many cells can be walked on; for this, the next and the last column all cells are "
        "unpacked",
        map_measured, offsetof(RoCellMap, walkable), .of_whole = true, .prepare = ro_cells_measure),
    GET_WITH(
        "crc32", INTEGER, NULL,
        "CRC-32 of the cells, to be compared with ro_cells_crc(gat, rsw) but for fld2, whose cells "
        "have other bits",
        map_measured, offsetof(RoCellMap, crc32), .of_whole = true, .prepare = ro_cells_measure),
    MEMBER(STRING, "problem", NULL, "What is wrong with the map; NULL where it is fine", RoCellMap,
           problem, .of_whole = true, .prepare = ro_cells_measure),
};

const Table ro_cell_maps = {
    TABLE("ro_cell_maps", ro_cells_format, map_columns),
    .doc = "The maps in map_cache.dat, .mcache (servers) and .fld2, .fld2.gz (OpenKore).",
    .example = "SELECT name, width, height, layout, walkable, crc32 "
               "FROM ro_cell_maps('samples/map_cache.dat')",
    .endings = RO_CELLS_ENDINGS,
    .reads = READS_HEADER,
    .typical_rows = 500,
    ROWS(RoCells, maps, map_count, sizeof(RoCellMap)),
    OFFSET_MEMBER(RoCellMap, start),
    .identity = {"name"},
};

/* Where a cell lies, which several columns show. */
typedef struct CellPlace {
    uint64_t map, number;
    uint32_t width;
} CellPlace;

ROW_NOTES(CellPlace, place_notes)

static const CellPlace *place_of(const Row *row) {
    const RoCells *cells = row->document;
    CellPlace *place = place_notes(row);
    if (!row_must_note(row, 0)) return place;
    place->map = children_parent(&cells->cells, row->index);
    place->number = row->index - cells->cells.first[place->map];
    place->width = (uint32_t)cells->maps[place->map].width;
    return place;
}

static Value cell_x(const Row *row) {
    const CellPlace *place = place_of(row);
    return value_integer((int64_t)(place->number % place->width));
}

static Value cell_y(const Row *row) {
    const CellPlace *place = place_of(row);
    return value_integer((int64_t)(place->number / place->width));
}

static GatType cell_of(const Row *row) {
    const RoCells *cells = row->document;
    return gat_type(cells->layout, *row->record);
}

static Value cell_name(const Row *row) {
    return value_name(cell_of(row).name);
}

/* What one can do there, or what it is: a bool of GatType at the column's number. */
static Value cell_fact(const Row *row, const Column *column) {
    const GatType cell = cell_of(row);
    return value_integer(((const char *)&cell)[column->number]);
}

/* Narrows a range to the cells of a map, of some of its rows, and of places within a row. */
static void find_cells(const Seek *seek, RowRange *range) {
    const RoCells *cells = seek->document;
    const KeyRange *map = &seek->ranges[0];
    ChildRange found = children_of_range(&cells->cells, map->lo, map->hi);
    *range = (RowRange){found.first, found.end, NULL};
    if (map->lo != map->hi || found.first >= found.end) return;
    uint64_t width = (uint32_t)cells->maps[map->lo].width, count = found.end - found.first;
    RowRange within = {0, (count + width - 1) / width * width, NULL}; /* the last row may be cut */
    find_in_grid(width, &seek->ranges[1], &seek->ranges[2], &within);
    if (within.end > count) within.end = within.first < count ? count : within.first;
    *range = (RowRange){found.first + within.first, found.first + within.end, NULL};
}

static const Column cell_columns[] = {
    PARENT("cell_map_id", "ro_cell_maps", "Its map", RoCells, cells),
    GET("x", INTEGER, "tiles", "Column, from the west; the x that the game shows", cell_x),
    GET("y", INTEGER, "tiles", "Row, from the south; the y that the game shows", cell_y),
    U8("type", NULL,
       "The byte: a type as in gat_tiles, or, of OpenKore, bits (1 one walks, 2 one shoots over "
       "it, 4 water, 8 cliff)",
       0, WRITTEN),
    GET("type_name", TEXT, NULL, "ground, wall, water or gap; NULL where nobody knows", cell_name),
    GET_WITH("walkable", INTEGER, NULL, "1 if one can walk there", cell_fact,
             offsetof(GatType, walkable)),
    GET_WITH("shootable", INTEGER, NULL, "1 if one can shoot over it", cell_fact,
             offsetof(GatType, shootable)),
    GET_WITH("water", INTEGER, NULL, "1 if it lies below the water", cell_fact,
             offsetof(GatType, water)),
};

const Table ro_cells = {
    TABLE("ro_cells", ro_cells_format, cell_columns),
    .doc = "The cells of the maps in map_cache.dat, .mcache and .fld2, rows from the south, each "
           "from the west; as many as there are.",
    .example = "SELECT m.name, c.type, c.type_name, count(*) "
               "FROM ro_cell_maps('samples/map_cache.dat') m "
               "JOIN ro_cells(m.source) c ON c.cell_map_id = m.id GROUP BY 1, 2",
    .endings = RO_CELLS_ENDINGS,
    .typical_rows = 40000000, /* of a map_cache.dat, where scans and indexes of x or y hurt */
    .prepare = ro_cells_unpack,
    .place = {PLACE_RECORDS, offsetof(RoCells, bytes), offsetof(RoCells, cells.count), 1},
    .indexes = {{.keys = {"cell_map_id", "y", "x"}, .rows_per_key = 80000, .find = find_cells}},
};

static Value cell_map_call(Call *call) {
    const RoCells *cells = (const RoCells *)call->document;
    if (cells->layout != RO_MAP_CACHE) {
        return value_null_after(
            fail(call->error, ERROR_UNSUPPORTED, "a file of one map, expected a map_cache.dat"));
    }
    for (uint64_t i = 0; i < cells->map_count; i++) {
        const RoCellMap *map = &cells->maps[i];
        if (!value_is_text(call->values[0], map->name)) continue;
        if (map->packing == RO_NOWHERE) {
            return value_null_after(
                fail(call->error, ERROR_CORRUPT, "the map's cells lie outside of the file"));
        }
        const uint64_t size = (uint64_t)MCACHE_BYTES + map->bytes;
        uint8_t *mcache = arena_alloc(call->scratch, size, 1);
        if (!mcache) return value_null_after(fail_memory(call->error, call->scratch));
        const uint8_t *packed = cells->document.bytes + map->cells;
        memcpy(mcache + MCACHE_BYTES, packed, map->bytes);
        if (!map_cache_write_header(call->scratch, packed - MAP_FIELDS_BYTES, mcache)) {
            return value_null_after(fail_interrupted(call->error));
        }
        return value_blob(mcache, size);
    }
    return value_null();
}

const Function ro_cell_map = {
    "ro_cell_map",
    "src, name",
    .doc = "A map of a map_cache.dat as a BLOB that is an .mcache, which tables of ways take as "
           "they do a GAT; NULL if the cache has none of that name. Case counts, and of several "
           "maps the first is taken, as servers do. A path needs no function: "
           "'map_cache.dat/prontera'.",
    .example = "SELECT gat_path_status(ro_cell_map('samples/map_cache.dat', 'town'), 2, 2, 20, 11)",
    .format = &ro_cells_format,
    .call = cell_map_call,
};
