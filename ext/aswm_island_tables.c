/* ASWM tables: islands, their links, and the paths between them. */
#include "trn_tables.h"

/* ---- aswm_islands ---------------------------------------------------------------------------- */

static bool island_rows(Opening *opening) {
    Document *document = opening->document;
    Array *array = opening->array;
    Aswm *mesh = &((Trn *)document)->mesh;
    array->records = mesh->origin;
    array->count = mesh->island_count;
    array->starts = mesh->island_starts;
    array->offset = 0;
    return aswm_group_triangles(mesh, &document->arena, opening->error);
}

/* The tile of its first triangle: an island lies in one tile. */
static Value island_tile(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    const uint32_t *first = mesh->island_first_member + row->index;
    if (first[0] == first[1]) return value_null();
    return value_reference(mesh->triangle_tiles[mesh->island_members[first[0]]], mesh->tile_count);
}

static Value island_links(const Row *row) {
    return value_integer(mesh_of(row)->islands[row->index].link_count);
}

static const Column island_columns[] = {
    U32("stored_index", NULL, "Its number as stored, the same as id in a sound file", 0),
    U32("unknown_tile", NULL, "A number like a pointer, the same in all islands of a file", 4),
    GET_REF("tile_id", "aswm_tiles", "Tile of its first triangle; NULL where it has none",
            island_tile),
    F32("center_x", "metres", "Centre: the mean of the triangles' centres, to the east", 8),
    F32("center_y", "metres", "Centre, to the north", 12),
    F32("center_z", "metres", "0 in known files", 16),
    U32("triangle_count", NULL, "Number of its triangles", 20),
    GET("link_count", INTEGER, NULL, "Number of islands that it touches", island_links),
};

const Table aswm_islands = {
    .name = "aswm_islands",
    .doc = "The islands of each walkmesh: connected walkable triangles of one tile.",
    .example = "SELECT id, tile_id, triangle_count, link_count "
               "FROM aswm_islands('samples/house.trx')",
    .format = &trn_format,
    COLUMNS(island_columns),
    .typical_rows = 150,
    .rows = island_rows,
};

/* ---- aswm_island_links ----------------------------------------------------------------------- */

static void links_of_island(const Seek *seek, RowRange *range) {
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    find_by_first(mesh->island_links, mesh->island_count, &seek->ranges[0], range);
}

/* The island whose link this is: the last that begins at or before it. */
static uint64_t island_of_link(const Aswm *mesh, uint64_t link) {
    uint64_t low = 0, high = mesh->island_count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (mesh->island_links[middle] <= link) low = middle;
        else high = middle;
    }
    return low;
}

typedef enum LinkFact {
    LINK_ISLAND,
    LINK_LINKED,
    LINK_LINKED_RAW,
    LINK_DISTANCE,
    LINK_EXIT,
    LINK_EXIT_RAW,
} LinkFact;

/* The three lists of an island may differ in length: what is missing is NULL. */
static Value link_fact(const Row *row, uint32_t fact) {
    const Aswm *mesh = mesh_of(row);
    uint64_t number = island_of_link(mesh, row->index);
    uint64_t at = row->index - mesh->island_links[number];
    const AswmIsland *island = &mesh->islands[number];
    bool is_list[] = {true, at < island->link_count, at < island->link_count,
                      at < island->distance_count, at < island->exit_count,
                      at < island->exit_count};
    if (!is_list[fact]) return value_null();
    switch ((LinkFact)fact) {
    case LINK_ISLAND: return value_integer((int64_t)number);
    case LINK_LINKED: return value_reference(load_u32(island->links + 4 * at), mesh->island_count);
    case LINK_LINKED_RAW: return value_integer(load_u32(island->links + 4 * at));
    case LINK_DISTANCE: return value_real((double)load_f32(island->distances + 4 * at));
    case LINK_EXIT: return value_reference(load_u32(island->exits + 4 * at), mesh->triangle_count);
    case LINK_EXIT_RAW: return value_integer(load_u32(island->exits + 4 * at));
    }
    return value_null();
}

static uint64_t link_offset(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    uint64_t number = island_of_link(mesh, row->index);
    uint64_t at = row->index - mesh->island_links[number];
    const AswmIsland *island = &mesh->islands[number];
    return at < island->link_count ? aswm_offset(mesh, island->links) + 4 * at : NO_OFFSET;
}

static const Column link_columns[] = {
    GET_REF_WITH("island_id", "aswm_islands", "Island", link_fact, LINK_ISLAND),
    GET_REF_WITH("linked_island", "aswm_islands", "Island that it touches", link_fact, LINK_LINKED),
    GET_WITH("distance", REAL, "metres", "Distance of the two centres in x and y", link_fact,
        LINK_DISTANCE),
    GET_REF_WITH("exit_triangle", "aswm_triangles", "Triangle through which to leave", link_fact,
            LINK_EXIT),
};

static const Column link_hidden[] = {
    GET_WITH("linked_island_raw", INTEGER, NULL, "linked_island as stored", link_fact, LINK_LINKED_RAW),
    GET_WITH("exit_triangle_raw", INTEGER, NULL, "exit_triangle as stored", link_fact, LINK_EXIT_RAW),
};

const Table aswm_island_links = {
    .name = "aswm_island_links",
    .doc = "Which islands touch, and where one leads to the other.",
    .example = "SELECT island_id, linked_island, distance, exit_triangle "
               "FROM aswm_island_links('samples/house.trx')",
    .format = &trn_format,
    COLUMNS(link_columns),
    HIDDEN(link_hidden),
    .typical_rows = 500,
    COMPUTED(Trn, mesh.link_count),
    .indexes = {{.keys = {"island_id"}, .rows_per_key = 4, .find = links_of_island}},
    .byte_offset = link_offset,
};

/* ---- aswm_island_paths ----------------------------------------------------------------------- */

static bool path_rows(Opening *opening) {
    Array *array = opening->array;
    const Aswm *mesh = &((const Trn *)opening->document)->mesh;
    if (!mesh->island_count) return true;
    array->records = mesh->island_paths;
    array->count = mesh->island_count * mesh->island_count;
    array->stride = ASWM_ISLAND_PATH_BYTES;
    array->offset = aswm_offset(mesh, mesh->island_paths);
    return true;
}

static void paths_of_islands(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    find_in_grid(((const Trn *)seek->document)->mesh.island_count, &ranges[0], &ranges[1], range);
}

static Value path_end(const Row *row, uint32_t is_goal) {
    uint32_t islands = (uint32_t)mesh_of(row)->island_count, at = (uint32_t)row->index;
    return value_integer(is_goal ? at % islands : at / islands);
}

static const Column path_columns[] = {
    GET_REF_WITH("from_island", "aswm_islands", "Where the way begins", path_end, 0),
    GET_REF_WITH("to_island", "aswm_islands", "Where it leads", path_end, 1),
    REF_U16("next_island", "aswm_islands",
            "The next island on it; NULL where there is no way, and from an island to itself", 0,
            Trn, mesh.island_count),
    F32("weight", "metres", "Distance to next_island; means nothing where that is NULL", 4),
};

static const Column path_hidden[] = {
    U16("next_island_raw", NULL, "next_island as stored: 65535 for none", 0),
    U16("padding", NULL, "Unused, often garbage", 2),
};

const Table aswm_island_paths = {
    .name = "aswm_island_paths",
    .doc = "The path table of the islands: the next island from each to each other.",
    .example = "SELECT from_island, to_island, next_island, weight "
               "FROM aswm_island_paths('samples/house.trx') WHERE from_island = 0",
    .format = &trn_format,
    COLUMNS(path_columns),
    HIDDEN(path_hidden),
    .typical_rows = 100000,
    .rows = path_rows,
    .indexes = {{.keys = {"from_island", "to_island"},
                 .rows_per_key = 300,
                 .find = paths_of_islands}},
};
