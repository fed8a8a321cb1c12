/* ASWM tables: islands, their links, and the paths between islands. */
#include "neverwinter/trn/trn_tables.h"

static bool need_ways(Document *document, Error *error) {
    return aswm_has_ways(mesh_of_document(document), error);
}

static bool prepare_islands(Document *document, Error *error) {
    return need_ways(document, error) &&
           aswm_group_triangles(growing_mesh(document), &document->arena, error);
}

static uint64_t island_offset(const Row *row) {
    return aswm_offset(mesh_of(row), mesh_of(row)->islands[row->index].header);
}

/* Returns the tile of the island's first triangle, since an island lies in a single tile. */
static Value island_tile(const Row *row) {
    const Aswm *mesh = mesh_of(row);
    ChildRange members = children_of(&mesh->island_triangles, row->index);
    if (members.first == members.end) return value_null();
    return value_reference(aswm_tile_of(mesh, mesh->island_triangles.order[members.first]),
                           mesh->tile_count);
}

#define OF_ISLAND(name, called, doc, member)                                                       \
    MEMBER(U32, name, NULL, doc, AswmIsland, member, .also_called = called)
#define OF_HEADER(Kind, name, unit, doc, ...)                                                      \
    POINTED(Kind, name, unit, doc, AswmIsland, header, __VA_ARGS__)

static const Column island_columns[] = {
    OF_HEADER(U32, "stored_index", NULL, "Its number as stored, the same as id in a sound file",
              ASWM_ISLAND_INDEX, .also_called = "index"),
    OF_HEADER(U32, "unknown_tile", NULL,
              "A number that looks like a pointer, the same in all islands of a file",
              ASWM_ISLAND_UNKNOWN, .also_called = "tile"),
    GET_REF("tile_id", "aswm_tiles", "Tile of its first triangle; NULL if it has no triangles",
            island_tile),
    OF_HEADER(F32, "center_x", "metres", "Centre: the mean of the triangles' centres, to the east",
              ASWM_AT(ASWM_ISLAND_CENTER, 0), .also_called = "center[0]"),
    OF_HEADER(F32, "center_y", "metres", "Centre, to the north", ASWM_AT(ASWM_ISLAND_CENTER, 1),
              .also_called = "center[1]"),
    OF_HEADER(F32, "center_z", "metres", "0 in known files", ASWM_ISLAND_CENTER_Z,
              .also_called = "center[2]"),
    OF_HEADER(U32, "triangle_count", NULL, "Number of its triangles", ASWM_ISLAND_TRIANGLE_COUNT,
              .also_called = "triangles_count"),
    OF_ISLAND("link_count", "linked_islands_length", "Number of islands that it touches",
              link_count),
    OF_ISLAND("distance_count", "linked_islands_dist_length",
              "Length of the list of distances to them, the same in sound files", distance_count),
    OF_ISLAND("exit_count", "linked_islands_exit_length",
              "Length of the list of exits to them, the same in sound files", exit_count),
};

const Table aswm_islands = {
    TABLE("aswm_islands", trn_format, island_columns),
    .also_called = "Island, IslandHeader, islands",
    .doc = "The islands of each walkmesh: connected walkable triangles of one tile.",
    .example = "SELECT id, tile_id, triangle_count, link_count "
               "FROM aswm_islands('samples/house.trx')",
    .typical_rows = 150,
    ROWS(Trn, mesh.islands, mesh.island_count, sizeof(AswmIsland)),
    .prepare = prepare_islands,
    .byte_offset = island_offset,
};

typedef enum LinkList { LINKED, DISTANCE, EXIT } LinkList;

/* Returns where a link has its value in one of an island's three lists; NULL: the list is
** shorter. */
static const uint8_t *link_at(const Row *row, uint32_t list) {
    const Children *links = &mesh_of(row)->island_links;
    uint64_t number = children_parent(links, row->index), at = row->index - links->first[number];
    const AswmIsland *island = &mesh_of(row)->islands[number];
    switch ((LinkList)list) {
    case LINKED: return at < island->link_count ? island->links + 4 * at : NULL;
    case DISTANCE: return at < island->distance_count ? island->distances + 4 * at : NULL;
    case EXIT: return at < island->exit_count ? island->exits + 4 * at : NULL;
    }
    return NULL;
}

static uint64_t link_offset(const Row *row) {
    const uint8_t *linked = link_at(row, LINKED);
    return linked ? aswm_offset(mesh_of(row), linked) : NO_OFFSET;
}

static const Column link_columns[] = {
    PARENT("island_id", "aswm_islands", "Island", Trn, mesh.island_links),
    FIELD_AT(REF_U32, "linked_island", NULL, "Island that it touches", link_at, LINKED,
             .references = "aswm_islands", .limit = offsetof(Trn, mesh.island_count),
             .also_called = "linked_islands"),
    FIELD_AT(F32, "distance", "metres", "Distance of the two centres in x and y", link_at, DISTANCE,
             .also_called = "linked_islands_dist"),
    FIELD_AT(REF_U32, "exit_triangle", NULL, "Triangle through which to leave", link_at, EXIT,
             .references = "aswm_triangles", .limit = offsetof(Trn, mesh.triangle_count),
             .also_called = "linked_islands_exit"),
    FIELD_AT(U32, "linked_island_raw", NULL, "linked_island as stored", link_at, LINKED,
             .hidden = true),
    FIELD_AT(U32, "exit_triangle_raw", NULL, "exit_triangle as stored", link_at, EXIT,
             .hidden = true),
};

const Table aswm_island_links = {
    TABLE("aswm_island_links", trn_format, link_columns),
    .doc = "Which islands touch, and where one leads to the other.",
    .example = "SELECT island_id, linked_island, distance, exit_triangle "
               "FROM aswm_island_links('samples/house.trx')",
    .typical_rows = 500,
    .prepare = need_ways,
    ROWS_OF("island_id", 4, Trn, mesh.island_links),
    .byte_offset = link_offset,
};

static void paths_of_islands(const Seek *seek, RowRange *range) {
    const Aswm *mesh = &((const Trn *)seek->document)->mesh;
    find_in_grid(mesh->island_count, &seek->ranges[0], &seek->ranges[1], range);
}

static Value path_from(const Row *row) {
    return value_integer((uint32_t)row->index / (uint32_t)mesh_of(row)->island_count);
}

static Value path_to(const Row *row) {
    return value_integer((uint32_t)row->index % (uint32_t)mesh_of(row)->island_count);
}

static const Column path_columns[] = {
    GET_REF("from_island", "aswm_islands", "Where the way begins", path_from),
    GET_REF("to_island", "aswm_islands", "Where it leads", path_to),
    REF_AND_RAW(U16, "next_island", "aswm_islands",
                "The next island on it; NULL where there is no way, and from an island to itself",
                ", where 65535 means none", ASWM_ISLAND_PATH_NEXT, Trn, mesh.island_count,
                .also_called = "next"),
    F32("weight", "metres", "Distance to next_island; meaningless where that is NULL",
        ASWM_ISLAND_PATH_WEIGHT),
    U16("padding", NULL, "Unused, often garbage", ASWM_ISLAND_PATH_PADDING, .hidden = true,
        .also_called = "_padding"),
};

const Table aswm_island_paths = {
    TABLE("aswm_island_paths", trn_format, path_columns),
    .also_called = "IslandPathNode, islands_path_nodes",
    .doc = "The path table of the islands: the next island from each to each other.",
    .example = "SELECT from_island, to_island, next_island, weight "
               "FROM aswm_island_paths('samples/house.trx') WHERE from_island = 0",
    .typical_rows = 100000,
    ROWS(Trn, mesh.island_paths, mesh.island_path_count, ASWM_ISLAND_PATH_BYTES),
    .prepare = need_ways,
    .indexes = {{.keys = {"from_island", "to_island"},
                 .rows_per_key = 300,
                 .find = paths_of_islands}},
    .byte_offset = aswm_row_offset,
};
