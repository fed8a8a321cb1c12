/* TRN files with one fault each: in the walkmesh (a table of patches), in the wrapper of its
** packet, in the container, in ground and water. */
#include "fixtures_trn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Walkmesh -------------------------------------------------------------------------------- */

typedef enum Part {
    HEADER,
    VERTEX,
    EDGE,
    TRIANGLE,
    TILES_HEADER,
    TILE,
    TABLE,
    LOCAL_TO_NODE,
    NODE_TO_LOCAL,
    NODES,
    TILE_FLAGS,
    ISLANDS_HEADER,
    ISLAND,
    ISLAND_PATH,
} Part;

typedef enum Kind { AS_U8, AS_U16, AS_U32, AS_F32 } Kind;

/* Write `value` at byte `at` of record `index` of a part. */
typedef struct Fault {
    const char *name;
    Part part;
    size_t index, at;
    Kind kind;
    double value;
} Fault;

/* Triangles 0 to 7 are tile 0 and island 0, 8 to 15 tile 1 (8 and 9 not walkable, 10 to 15 island
** 1), 16 to 23 tile 2 and island 2. Tile 1 has nodes 0 to 5. */
static const Fault faults[] = {
    {"mesh_version", HEADER, 0, 0, AS_U32, 0x70},
    {"mesh_owns_nothing", HEADER, 0, 36, AS_U8, 0},
    {"mesh_owns_data", HEADER, 0, 36, AS_U8, 2},
    {"mesh_vertex_count", HEADER, 0, 37, AS_U32, 0x15555556},
    {"mesh_edge_count", HEADER, 0, 41, AS_U32, 0x10000001},
    {"mesh_triangle_count", HEADER, 0, 45, AS_U32, 0x04000001},
    {"mesh_triangles_offset", HEADER, 0, 49, AS_U32, 7},
    {"vertex_not_finite", VERTEX, 2, 4, AS_F32, NAN},
    {"edge_vertex_range", EDGE, 3, 0, AS_U32, 999},
    {"edge_triangle_range", EDGE, 3, 12, AS_U32, 999},
    {"edge_without_length", EDGE, 0, 4, AS_U32, 0},
    {"edge_without_triangle", EDGE, 0, 8, AS_U32, NONE},
    {"edge_first_triangle", EDGE, 1, 8, AS_U32, NONE},
    {"edge_vertices", EDGE, 4, 4, AS_U32, 20},
    {"edge_not_linked", TRIANGLE, 5, 12, AS_U32, 0},
    {"triangle_vertex_range", TRIANGLE, 5, 0, AS_U32, 999},
    {"triangle_degenerate", TRIANGLE, 0, 4, AS_U32, 0},
    {"triangle_edge_range", TRIANGLE, 5, 12, AS_U32, 999},
    {"triangle_neighbor_range", TRIANGLE, 5, 24, AS_U32, 999},
    {"triangle_edge_neighbor", TRIANGLE, 5, 24, AS_U32, 20},
    {"triangle_center", TRIANGLE, 5, 36, AS_F32, 500},
    {"triangle_beyond_tile_edge", TRIANGLE, 5, 36, AS_F32, 9.05},
    {"triangle_not_finite", TRIANGLE, 5, 44, AS_F32, HUGE_VAL},
    {"triangle_normal", TRIANGLE, 5, 44, AS_F32, 0.5},
    {"normal_down", TRIANGLE, 5, 52, AS_F32, -0.9},
    {"triangle_plane", TRIANGLE, 5, 56, AS_F32, 3},
    {"triangle_winding", TRIANGLE, 5, 62, AS_U16, 0x21},
    {"unknown_flags", TRIANGLE, 5, 62, AS_U16, 0x8025},
    {"triangle_island_range", TRIANGLE, 5, 60, AS_U16, 99},
    {"walkable_without_island", TRIANGLE, 5, 60, AS_U16, 0xFFFF},
    {"island_not_walkable", TRIANGLE, 8, 60, AS_U16, 1},
    {"triangle_other_island", TRIANGLE, 5, 60, AS_U16, 2},
    {"tiles_flags", TILES_HEADER, 0, 0, AS_U32, 0x3F},
    {"tiles_flags_unbaked", TILES_HEADER, 0, 0, AS_U32, 15},
    {"tile_side_zero", TILES_HEADER, 0, 4, AS_F32, 0},
    {"tile_side_nan", TILES_HEADER, 0, 4, AS_F32, NAN},
    {"tile_side_unusual", TILES_HEADER, 0, 4, AS_F32, 9.02},
    {"grid_height", TILES_HEADER, 0, 8, AS_U32, 0x10000},
    {"grid_width", TILES_HEADER, 0, 12, AS_U32, 2},
    {"tile_owns", TILE, 1, 32, AS_U8, 1},
    {"tile_vertex_count", TILE, 1, 33, AS_U32, 9},
    {"tile_size", TILE, 1, 45, AS_F32, 9},
    {"tile_triangles_offset", TILE, 1, 53, AS_U32, 5},
    {"tile_triangle_range", TILE, 1, 41, AS_U32, 20},
    {"triangle_without_tile", TILE, 2, 41, AS_U32, 6},
    {"table_compressed", TABLE, 1, 0, AS_U32, 1},
    {"tile_compression_flags", TABLE, 1, 0, AS_U32, 4},
    {"local_to_node_count", TABLE, 1, 4, AS_U32, 0x7FFFFFFF},
    {"node_count", TABLE, 1, 8, AS_U8, 255},
    {"tile_rle_table", TABLE, 1, 9, AS_U32, 3},
    {"tile_flags", TILE_FLAGS, 1, 0, AS_U32, 15},
    {"local_to_node_range", LOCAL_TO_NODE, 1, 3, AS_U8, 200},
    {"local_to_node_inverse", LOCAL_TO_NODE, 1, 3, AS_U8, 2},
    {"walkable_without_node", LOCAL_TO_NODE, 1, 3, AS_U8, 255},
    {"node_not_walkable", LOCAL_TO_NODE, 1, 0, AS_U8, 0},
    {"node_to_local_range", NODE_TO_LOCAL, 1, 4, AS_U32, 999},
    {"node_to_local_twice", NODE_TO_LOCAL, 1, 4, AS_U32, 2},
    {"path_range", NODES, 1, 1, AS_U8, 126},
    {"path_to_itself", NODES, 1, 0, AS_U8, 0},
    {"path_not_neighbor", NODES, 1, 5, AS_U8, 2},
    {"path_missing", NODES, 1, 5, AS_U8, 255},
    {"path_sight_one_way", NODES, 1, 1, AS_U8, 1},
    {"island_count", ISLANDS_HEADER, 0, 4, AS_U32, 0x10000},
    {"border_size", ISLANDS_HEADER, 0, 0, AS_U32, 8},
    {"island_index", ISLAND, 1, 0, AS_U32, 2},
    {"island_unknown_tile", ISLAND, 1, 4, AS_U32, 1},
    {"island_center", ISLAND, 1, 8, AS_F32, 500},
    {"island_center_z", ISLAND, 1, 16, AS_F32, 1},
    {"island_triangle_count", ISLAND, 1, 20, AS_U32, 9},
    {"island_link_count", ISLAND, 1, 24, AS_U32, 0x7FFFFFFF},
    {"island_link_not_touching", ISLAND, 0, 28, AS_U32, 2},
    {"island_link_range", ISLAND, 1, 28, AS_U32, 99},
    {"island_link_twice", ISLAND, 1, 28, AS_U32, 0},
    {"island_link_itself", ISLAND, 1, 28, AS_U32, 1},
    {"island_distance", ISLAND, 1, 40, AS_F32, 99},
    {"island_exit_range", ISLAND, 1, 52, AS_U32, 999},
    {"island_exit_elsewhere", ISLAND, 1, 52, AS_U32, 0},
    {"island_exit_not_touching", ISLAND, 1, 52, AS_U32, 12},
    {"island_path_to_itself", ISLAND_PATH, 0, 0, AS_U16, 0},
    {"island_path_range", ISLAND_PATH, 1, 0, AS_U16, 5000},
    {"island_path_missing", ISLAND_PATH, 2, 0, AS_U16, 0xFFFF},
    {"island_path_not_linked", ISLAND_PATH, 2, 0, AS_U16, 2},
    {"island_path_weight", ISLAND_PATH, 2, 4, AS_F32, 1},
    {"island_path_loop", ISLAND_PATH, 5, 0, AS_U16, 0},
};

static size_t place_of(const MeshParts *parts, const Fault *fault) {
    size_t index = fault->index;
    switch (fault->part) {
    case HEADER: return parts->header;
    case VERTEX: return parts->vertices + 12 * index;
    case EDGE: return parts->edges + 16 * index;
    case TRIANGLE: return parts->triangles + 64 * index;
    case TILES_HEADER: return parts->tiles_header;
    case TILE: return parts->tiles[index];
    case TABLE: return parts->tables[index];
    case LOCAL_TO_NODE: return parts->local_to_node[index];
    case NODE_TO_LOCAL: return parts->node_to_local[index];
    case NODES: return parts->nodes[index];
    case TILE_FLAGS: return parts->tile_flags[index];
    case ISLANDS_HEADER: return parts->islands_header;
    case ISLAND: return parts->islands[index];
    case ISLAND_PATH: return parts->island_paths + 8 * index;
    }
    return 0;
}

static void apply(Bytes *raw, const MeshParts *parts, const Fault *fault) {
    size_t at = place_of(parts, fault) + fault->at;
    switch (fault->kind) {
    case AS_U8: patch_u8(raw, at, (uint32_t)fault->value); return;
    case AS_U16: patch_u16(raw, at, (uint32_t)fault->value); return;
    case AS_U32: patch_u32(raw, at, (uint32_t)fault->value); return;
    case AS_F32: patch_f32(raw, at, fault->value); return;
    }
}

static MeshParts row_parts;

static Bytes row_bytes(void) {
    Bytes raw = {0};
    put_walkmesh(&raw, draw_row(true), 0x6C, OWN_NOTHING, &row_parts);
    return raw;
}

/* A file whose ASWM packet is this. */
static void save_mesh(const char *folder, const char *name, Bytes data) {
    TrnFile file = {0};
    add_area(&file, 3, 1, 7);
    add_packet(&file, "ASWM", data);
    save_file(folder, name, &file);
}

static void save_patches(const char *folder) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char name[64];
        Bytes raw = row_bytes();
        apply(&raw, &row_parts, &faults[i]);
        snprintf(name, sizeof name, "%s.trx", faults[i].name);
        save_mesh(folder, name, raw);
    }
}

/* What takes more than one number. */
static void save_walkmesh_faults(const char *folder) {
    Bytes raw = row_bytes();
    put_bytes(&raw, "xx", 2);
    save_mesh(folder, "mesh_trailing_bytes.trx", raw);

    raw = row_bytes(); /* the walk from node 0 to 5 goes to 1 and back */
    size_t nodes = row_parts.nodes[1];
    patch_u8(&raw, nodes + 5, 1);
    patch_u8(&raw, nodes + 6 + 5, 0);
    save_mesh(folder, "path_loop.trx", raw);

    raw = row_bytes(); /* edge 0 the other way round */
    uint32_t second = raw.data[row_parts.edges + 4];
    patch_u32(&raw, row_parts.edges, second);
    patch_u32(&raw, row_parts.edges + 4, 0);
    save_mesh(folder, "edge_vertex_order.trx", raw);

    raw = row_bytes(); /* one distance less, one exit more */
    size_t lists = row_parts.islands[1] + 24;
    Bytes lengths = copy_of(&raw);
    patch_u32(&lengths, lists + 12, 1);
    memmove(lengths.data + lists + 20, lengths.data + lists + 24, 12);
    patch_u32(&lengths, lists + 20, 3);
    save_mesh(folder, "island_list_lengths.trx", lengths);
    free(raw.data);

    static const char *const gap[] = {"..  ..", "..  .."};
    raw = (Bytes){0}; /* a tile without triangles, that says where they begin */
    put_walkmesh(&raw, draw_walkmesh(gap, 3, 1, 2, 9, true), 0x6C, OWN_NOTHING, &row_parts);
    patch_u32(&raw, row_parts.tiles[1] + 53, 5);
    save_mesh(folder, "empty_tile_triangles_offset.trx", raw);

    raw = row_bytes(); /* links, but no ways */
    for (int i = 0; i < 9; i++) patch_u16(&raw, row_parts.island_paths + 8 * (size_t)i, 0xFFFF);
    save_mesh(folder, "island_paths_none.trx", raw);
}

/* A walkmesh that ends early. */
static void save_mesh_cut(const char *folder, const char *name, size_t size) {
    Bytes raw = row_bytes();
    raw.size = size;
    save_mesh(folder, name, raw);
}

static void save_cut_walkmeshes(const char *folder) {
    Bytes raw = row_bytes(); /* for row_parts */
    size_t lists = row_parts.islands[2] + 24;
    save_mesh_cut(folder, "mesh_cut_version.trx", 2);
    save_mesh_cut(folder, "mesh_cut_header.trx", 20);
    save_mesh_cut(folder, "mesh_cut_grid.trx", row_parts.tiles_header + 13);
    save_mesh_cut(folder, "mesh_cut_tile_flags.trx", row_parts.tile_flags[2] + 2);
    save_mesh_cut(folder, "mesh_cut_border.trx", row_parts.islands_header + 2);
    save_mesh_cut(folder, "mesh_cut_islands.trx", row_parts.islands_header + 6);
    save_mesh_cut(folder, "mesh_cut_paths.trx", row_parts.island_paths + 70);
    patch_u32(&raw, lists, 23); /* all that is left is read as links */
    save_mesh(folder, "island_links_end.trx", raw);
    raw = row_bytes();
    patch_u32(&raw, lists + 8, 21); /* ... as distances */
    save_mesh(folder, "island_distances_end.trx", raw);
    raw = row_bytes();
    patch_u32(&raw, lists + 8, 0x7FFFFFFF);
    save_mesh(folder, "island_distances.trx", raw);
    raw = row_bytes();
    patch_u32(&raw, lists + 16, 0x7FFFFFFF);
    save_mesh(folder, "island_exits.trx", raw);
    for (uint32_t links = 30; links <= 33; links += 3) { /* what is left is 24 or 12 bytes */
        size_t behind = row_parts.islands[1] + 28 + 4 * (size_t)links;
        raw = row_bytes();
        patch_u32(&raw, row_parts.islands[1] + 24, links);
        patch_u32(&raw, behind, 0);
        patch_u32(&raw, behind + 4, 0);
        save_mesh(folder, links == 30 ? "island_header_end.trx" : "island_header_cut.trx", raw);
    }
}

/* ---- Wrapper of the packet ------------------------------------------------------------------- */

static void save_packed(const char *folder, const char *name, size_t at, uint32_t value) {
    Bytes raw = row_bytes(), packed = deflated(&raw);
    patch_u32(&packed, at, value);
    save_mesh(folder, name, packed);
    free(raw.data);
}

static void save_wrapper_faults(const char *folder) {
    Bytes raw = row_bytes(), packed = deflated(&raw), short_header = {0};
    uint32_t raw_size = (uint32_t)raw.size, packed_size = (uint32_t)packed.size - 12;
    save_packed(folder, "packed_size_past.trx", 4, 0x7FFFFFFF);
    save_packed(folder, "packed_size_cut.trx", 4, packed_size - 10);
    save_packed(folder, "inflated_size_small.trx", 8, 100);
    save_packed(folder, "inflated_size_zero.trx", 8, 0);
    save_packed(folder, "inflated_size_less.trx", 8, raw_size - 1);
    save_packed(folder, "inflated_size_more.trx", 8, raw_size + 1);
    save_packed(folder, "inflated_size_ratio.trx", 8, packed_size * 1033);
    save_packed(folder, "inflated_size_huge.trx", 8, 0xFFFFFFFF);
    save_packed(folder, "zlib_header.trx", 12, 0);
    save_packed(folder, "zlib_damaged.trx", 12 + packed_size / 2, 0xFFFFFFFF);
    save_packed(folder, "zlib_checksum.trx", 12 + packed_size - 4, 0);
    put_zeros(&packed, 3);
    save_mesh(folder, "packet_padding.trx", packed);
    packed = deflated(&raw);
    put_zeros(&packed, 3);
    patch_u32(&packed, 4, packed_size + 3);
    save_mesh(folder, "zlib_trailing_bytes.trx", packed);
    put_bytes(&short_header, "COMP\1\0", 6);
    save_mesh(folder, "packed_header.trx", short_header);
    short_header = (Bytes){0};
    put_bytes(&short_header, "COMP\1\0\0\0\2\0", 10);
    save_mesh(folder, "packed_header_end.trx", short_header);
    free(raw.data);
}

/* ---- Container ------------------------------------------------------------------------------- */

static Bytes plain_file(void) {
    TrnFile file = {0};
    add_area(&file, 3, 1, 7);
    add_packet(&file, "ASWM", row_bytes());
    return put_file(&file);
}

static void save_cut(const char *folder, const char *name, size_t size) {
    Bytes bytes = plain_file();
    bytes.size = size;
    save(folder, name, &bytes);
}

static void save_patched(const char *folder, const char *name, size_t at, uint32_t value) {
    Bytes bytes = plain_file();
    patch_u32(&bytes, at, value);
    save(folder, name, &bytes);
}

static void save_container_faults(const char *folder) {
    save_cut(folder, "cut_8.trx", 8);
    save_cut(folder, "cut_20.trx", 20);
    save_cut(folder, "cut_30.trx", 30);
    save_cut(folder, "cut_100.trx", 100);
    save_patched(folder, "version_unusual.trx", 4, 9 | 9 << 16);
    save_patched(folder, "packet_count.trx", 8, 0x7FFFFFFF);
    save_patched(folder, "packet_count_one.trx", 8, 1);
    save_patched(folder, "packet_offset.trx", 24, 0xFFFFFFF0);
    save_patched(folder, "packet_type.trx", 24, 0);
    save_patched(folder, "packet_size.trx", 28 + 4, 0x7FFFFFFF);
    save_patched(folder, "area_cut.trx", 28 + 4, 8);
    save_patched(folder, "grid_size.trx", 28 + 8, 77);
    Bytes bytes = plain_file();
    put_bytes(&bytes, "junk", 4);
    save(folder, "trailing_bytes.trx", &bytes);
    bytes = plain_file();
    patch_u32(&bytes, 20, 0x48575254); /* the second entry names the first packet again ... */
    patch_u32(&bytes, 24, 28);
    patch_u32(&bytes, 28 + 4, (uint32_t)(bytes.size - 28 - 8)); /* ... which is all of the file */
    save(folder, "packets_overlap.trx", &bytes);
}

/* ---- Ground and water ------------------------------------------------------------------------ */

static void save_ground(const char *folder, const char *name, const char *type, size_t at,
                        uint32_t value) {
    TrnFile file = {0};
    Bytes data = type[0] == 'T' ? ground(0, 0, true) : pond(0, 0, 9);
    if (at == SIZE_MAX) put_zeros(&data, value);
    else patch_u32(&data, at, value);
    add_area(&file, 1, 1, 7);
    add_packet(&file, type, data);
    save_file(folder, name, &file);
}

/* An area that says more, and one of another size than its ground. */
static void save_area_faults(const char *folder) {
    TrnFile file = {0};
    add_area(&file, 3, 1, 7);
    put_zeros(&file.packets[0], 4);
    save_file(folder, "area_bytes.trn", &file);
    add_area(&file, 2, 1, 7);
    add_packet(&file, "TRRN", ground(0, 0, false));
    save_file(folder, "terrain_count.trn", &file);
}

/* A packet of ground or water that ends early. */
static void save_ground_cut(const char *folder, const char *name, const char *type, size_t size) {
    TrnFile file = {0};
    Bytes data = type[0] == 'T' ? ground(0, 0, true) : pond(0, 0, 9);
    data.size = size;
    add_area(&file, 1, 1, 7);
    add_packet(&file, type, data);
    save_file(folder, name, &file);
}

static void save_ground_faults(const char *folder) {
    enum { VERTICES = 400, TRIANGLES = VERTICES + 9 * 44, IMAGE = TRIANGLES + 8 * 6,
           IMAGE_BYTES = 4 + 192, GRASS = IMAGE + 2 * IMAGE_BYTES };
    enum { WATER_TRIANGLES = 328 + 9 * 28, WATER_FLAGS = WATER_TRIANGLES + 8 * 6,
           WATER_IMAGE = WATER_FLAGS + 8 * 4 };
    save_ground(folder, "terrain_color_not_finite.trn", "TRRN", 320 + 17 * 4, 0x7F800000);
    save_ground(folder, "terrain_vertex_count.trn", "TRRN", 392, 0x05D1745E);
    save_ground(folder, "terrain_triangle_count.trn", "TRRN", 396, 0x2AAAAAAB);
    save_ground(folder, "terrain_vertex_not_finite.trn", "TRRN", VERTICES + 44, 0x7FC00000);
    save_ground(folder, "terrain_vertex_range.trn", "TRRN", TRIANGLES, 9);
    save_ground(folder, "terrain_image_size.trn", "TRRN", IMAGE, 0xFFFFFFFF);
    save_ground(folder, "terrain_image_not_dds.trn", "TRRN", IMAGE + IMAGE_BYTES + 4, 0);
    save_ground(folder, "grass_count.trn", "TRRN", GRASS, 0xFFFFFFFF);
    save_ground(folder, "blade_count.trn", "TRRN", GRASS + 4 + 64, 0x071C71C8);
    save_ground(folder, "terrain_trailing_bytes.trn", "TRRN", SIZE_MAX, 5);
    save_ground(folder, "blade_not_finite.trn", "TRRN", GRASS + 4 + 68 + 32, 0x7FC00000);
    save_ground(folder, "water_rate_not_finite.trn", "WATR", 168 + 48 + 40, 0x7FC00000);
    save_ground(folder, "water_vertex_not_finite.trn", "WATR", 328 + 24, 0xFF800000);
    save_ground(folder, "water_vertex_range.trn", "WATR", WATER_TRIANGLES, 0x00FF0000);
    save_ground(folder, "water_flags.trn", "WATR", WATER_FLAGS, 2);
    save_ground(folder, "water_image_not_dds.trn", "WATR", WATER_IMAGE + 4, 0);
    save_ground(folder, "water_triangle_count.trn", "WATR", 324, 0xFFFFFFFF);
    save_ground(folder, "water_trailing_bytes.trn", "WATR", SIZE_MAX, 5);
    save_ground_cut(folder, "terrain_cut_header.trn", "TRRN", 100);
    save_ground_cut(folder, "terrain_cut_image.trn", "TRRN", IMAGE + 2);
    save_ground_cut(folder, "terrain_cut_grass.trn", "TRRN", GRASS + 2);
    save_ground_cut(folder, "water_cut_flags.trn", "WATR", WATER_FLAGS + 4);
    save_ground_cut(folder, "water_cut_place.trn", "WATR", WATER_IMAGE + 4 + 144 + 4);
}

void write_trn_faults(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/bad", folder);
    save_patches(path);
    save_walkmesh_faults(path);
    save_cut_walkmeshes(path);
    save_wrapper_faults(path);
    save_container_faults(path);
    save_area_faults(path);
    save_ground_faults(path);
}
