/* Lists of a walkmesh that are made, once, when a table or a search first asks for them. */
#include "neverwinter/aswm/aswm.h"

/* Lists the `count` records of so many bytes from `start` on that a tile owns. */
static bool add_owned(Children *owned, List *starts, uint64_t tile, uint64_t start, uint64_t count,
                      uint64_t bytes, Arena *arena, Error *error) {
    for (uint64_t i = 0; i < count; i++, start += bytes) {
        if (!list_push(arena, starts, &start, sizeof start, error)) return false;
        owned->starts = starts->items;
    }
    return children_add(owned, tile, count, error);
}

static bool list_owned(const Aswm *mesh, Children *vertices, Children *edges, Arena *arena,
                       Error *error) {
    List vertex_starts = {0}, edge_starts = {0};
    if (!children_begin(vertices, arena, mesh->tile_count, error) ||
        !children_begin(edges, arena, mesh->tile_count, error)) {
        return false;
    }
    for (uint64_t i = 0; i < mesh->tile_count; i++) {
        const uint8_t *header = mesh->tiles[i].header;
        uint64_t start = aswm_offset(mesh, header) + ASWM_TILE_BYTES;
        if (!header[ASWM_TILE_OWNS]) continue;
        uint64_t count = load_u32(header + ASWM_TILE_VERTEX_COUNT);
        if (!add_owned(vertices, &vertex_starts, i, start, count, ASWM_VERTEX_BYTES, arena,
                       error) ||
            !add_owned(edges, &edge_starts, i, start + count * ASWM_VERTEX_BYTES,
                       load_u32(header + ASWM_TILE_EDGE_COUNT), mesh->edge_stride, arena, error)) {
            return false;
        }
    }
    children_end(vertices);
    children_end(edges);
    return true;
}

bool aswm_list_owned(Aswm *mesh, Arena *arena, Error *error) {
    Children vertices = {0}, edges = {0};
    if (mesh->tile_edges.first) return true;
    if (!list_owned(mesh, &vertices, &edges, arena, error)) {
        children_discard(&vertices, arena);
        return children_discard(&edges, arena);
    }
    mesh->tile_vertices = vertices;
    mesh->tile_edges = edges;
    return true;
}

uint64_t aswm_find_path_tile(const Aswm *mesh, uint64_t low, uint64_t high, uint64_t path) {
    uint64_t next;
    BISECT(next, low + 1, high + 1, mesh->tile_paths.first[next] <= path);
    return next - 1;
}

bool aswm_index_paths(Aswm *mesh, Arena *arena, Error *error) {
    if (mesh->path_tiles) return true;
    uint64_t blocks = mesh->tile_paths.count / ASWM_PATH_BLOCK + 2;
    uint64_t last = mesh->tile_count ? mesh->tile_count - 1 : 0, tile = 0;
    uint32_t *path_tiles = arena_alloc(arena, blocks, sizeof *path_tiles);
    if (!path_tiles) return fail_memory(error, arena);
    for (uint64_t block = 0; block < blocks; block++) {
        tile = aswm_find_path_tile(mesh, tile, last, block * ASWM_PATH_BLOCK);
        path_tiles[block] = (uint32_t)tile;
    }
    mesh->path_tiles = path_tiles;
    return true;
}

static uint32_t island_of(const void *mesh, uint64_t triangle) {
    uint32_t island = aswm_island_of(mesh, triangle);
    return island < ((const Aswm *)mesh)->island_count ? island : NO_PARENT;
}

bool aswm_group_triangles(Aswm *mesh, Arena *arena, Error *error) {
    return mesh->island_triangles.first ||
           children_sort(&mesh->island_triangles, arena, mesh->island_count, mesh->triangle_count,
                         island_of, mesh, error);
}
