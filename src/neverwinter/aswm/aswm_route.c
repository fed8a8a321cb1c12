/* Follows the baked path tables of a walkmesh. */
#include "neverwinter/aswm/aswm_route.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Returns the node of a triangle, which must be one of the tile's. */
static inline uint32_t node_in_tile(const AswmTile *tile, uint64_t triangle) {
    uint64_t local = triangle - tile->first_triangle;
    if (local >= tile->local_count) return ASWM_NONE;
    uint8_t node = tile->local_to_node[local];
    return node < tile->node_count ? node : ASWM_NONE; /* 255 is none: nodes are 0 to 254 */
}

uint32_t aswm_node(const Aswm *mesh, uint64_t triangle) {
    uint32_t tile = aswm_tile_of(mesh, triangle);
    return tile == ASWM_NONE ? ASWM_NONE : node_in_tile(&mesh->tiles[tile], triangle);
}

uint32_t aswm_next_triangle(const Aswm *mesh, uint64_t from, uint64_t to) {
    uint32_t number = aswm_tile_of(mesh, from);
    if (number != aswm_tile_of(mesh, to)) return ASWM_NONE;
    uint32_t from_node = aswm_node(mesh, from), to_node = aswm_node(mesh, to);
    if (from_node == ASWM_NONE || to_node == ASWM_NONE) return ASWM_NONE;
    const AswmTile *tile = &mesh->tiles[number];
    return aswm_cell_triangle(mesh, tile, tile->nodes[from_node * tile->node_count + to_node]);
}

uint32_t aswm_next_island(const Aswm *mesh, uint64_t from, uint64_t to) {
    uint32_t next = load_u16(aswm_island_path(mesh, from, to));
    return next < mesh->island_count && next != ASWM_NO_ISLAND ? next : ASWM_NONE;
}

uint32_t aswm_entrance(const Aswm *mesh, uint32_t triangle, uint32_t island) {
    for (unsigned side = 0; side < 3; side++) {
        uint32_t neighbor = aswm_neighbor(mesh, triangle, side);
        if (neighbor < mesh->triangle_count && aswm_island_of(mesh, neighbor) == island) {
            return neighbor;
        }
    }
    return ASWM_NONE;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

const char *const aswm_status_names[] = {
    [WALK_OK] = "ok",
    [WALK_SAME] = "same",
    [WALK_NOT_BAKED] = "not baked",
    [WALK_OFF_MESH] = "off mesh",
    [WALK_NOT_WALKABLE] = "not walkable",
    [WALK_UNREACHABLE] = "unreachable",
    [WALK_BROKEN] = "broken",
};

#define FIRST_ROOM 768 /* triangles; most routes have fewer */

/* A walk in progress. If memory runs out, status is WALK_BROKEN and the error is set. */
typedef struct Walk {
    const Aswm *mesh;
    uint32_t at;
    Arena *arena;
    AswmRoute *route;
    Error *error;
} Walk;

static bool add(Walk *walk, uint32_t triangle) {
    return list_push(walk->arena, &walk->route->list, &triangle, sizeof triangle, walk->error);
}

/* Finds the nodes of the three neighbours of a node's triangle; ASWM_NONE stands for a neighbour
** outside of the tile. Returns false if the triangle's node is another one. */
static bool find_neighbors(const Aswm *mesh, const AswmTile *tile, uint32_t node,
                           uint32_t neighbors[3]) {
    const uint32_t *own = mesh->node_triangles + tile->first_node;
    if (node_in_tile(tile, own[node]) != node) return false;
    for (unsigned side = 0; side < 3; side++) {
        uint32_t triangle = aswm_neighbor(mesh, own[node], side);
        uint32_t neighbor = node_in_tile(tile, triangle);
        bool is_own = neighbor != ASWM_NONE && own[neighbor] == triangle;
        neighbors[side] = is_own ? neighbor : ASWM_NONE;
    }
    return true;
}

/* Tells whether each cell of a tile's path table leads to a neighbour or nowhere. This is checked
** once for a tile, so that a step needn't look at triangles, which are scattered over memory. */
static bool is_sound(const Aswm *mesh, const AswmTile *tile) {
    uint8_t row_of[UINT8_MAX + 1]; /* by cell value: the last row in which it was right */
    bool sound = mesh->layout->local_bytes && tile->node_count <= ASWM_MOST_NODES;
    memset(row_of, ASWM_NO_NODE, sizeof row_of);
    for (uint32_t row = 0; sound && row < tile->node_count; row++) {
        const uint8_t *cells = tile->nodes + row * tile->node_count;
        uint32_t neighbors[3], wrong = 0;
        sound = find_neighbors(mesh, tile, row, neighbors);
        for (unsigned side = 0; sound && side < 3; side++) {
            if (neighbors[side] == ASWM_NONE) continue;
            row_of[neighbors[side]] = row_of[neighbors[side] | ASWM_SIGHT] = (uint8_t)row;
        }
        row_of[ASWM_NO_NODE] = (uint8_t)row;
        for (uint32_t i = 0; i < tile->node_count; i++) wrong |= row_of[cells[i]] ^ row;
        sound = sound && !wrong;
    }
    return sound;
}

/* Walks to a triangle of the same tile. Only the first step may find that there is no way. If the
** path table is sound, as in every known file, a cell itself gives the next node, so that a step
** needn't wait until the triangle of the previous step is loaded. */
static WalkStatus walk_tile(Walk *walk, uint32_t to) {
    const Aswm *mesh = walk->mesh;
    uint32_t number = aswm_tile_of(mesh, walk->at), at = walk->at;
    if (at == to) return WALK_OK;
    if (number == ASWM_NONE || number != aswm_tile_of(mesh, to)) return WALK_BROKEN;
    AswmTile *tile = &mesh->tiles[number];
    uint32_t node = node_in_tile(tile, at), goal = node_in_tile(tile, to), steps = 0;
    if (node == ASWM_NONE || goal == ASWM_NONE) return WALK_BROKEN;
    /* there is room for the longest way inside of a tile, so that single steps needn't make it */
    if (!list_reserve(walk->arena, &walk->route->list, tile->node_count, sizeof(uint32_t))) {
        fail_memory(walk->error, walk->arena);
        return WALK_BROKEN;
    }
    if (!tile->ways) tile->ways = is_sound(mesh, tile) ? ASWM_WAYS_SOUND : ASWM_WAYS_UNSOUND;
    const uint32_t *own = mesh->node_triangles + tile->first_node;
    bool sound = tile->ways == ASWM_WAYS_SOUND && own[node] == at;
    uint32_t *triangles = walk->route->items + walk->route->count;
    for (; at != to; steps++) {
        if (node == ASWM_NONE || steps >= tile->node_count) return WALK_BROKEN;
        uint8_t cell = tile->nodes[node * tile->node_count + goal];
        if (cell == ASWM_NO_NODE) return steps ? WALK_BROKEN : WALK_UNREACHABLE;
        uint32_t next = sound ? own[cell & ASWM_NODE] : aswm_cell_triangle(mesh, tile, cell);
        if (!sound && (next == ASWM_NONE || !aswm_is_neighbor(mesh, at, next))) return WALK_BROKEN;
        triangles[steps] = next;
        at = next;
        node = sound ? cell & ASWM_NODE : node_in_tile(tile, at);
    }
    walk->at = at;
    walk->route->count += steps;
    return WALK_OK;
}

/* Returns the triangle through which a way leaves an island for another one that touches it. */
static uint32_t find_exit(const Aswm *mesh, uint32_t island, uint32_t next) {
    const AswmIsland *from = &mesh->islands[island];
    uint32_t count = from->link_count < from->exit_count ? from->link_count : from->exit_count;
    for (uint32_t i = 0; i < count; i++) {
        if (load_u32(from->links + 4 * i) != next) continue;
        uint32_t exit = load_u32(from->exits + 4 * i);
        return exit < mesh->triangle_count && aswm_island_of(mesh, exit) == island ? exit
                                                                                   : ASWM_NONE;
    }
    return ASWM_NONE;
}

/* Walks from island to island, as the table says, and then to a triangle. Each entry depends on the
** island alone, so a walk that visits an island again runs in a circle for ever: it makes more hops
** than there are islands. */
static WalkStatus walk_islands(Walk *walk, uint32_t to) {
    const Aswm *mesh = walk->mesh;
    uint32_t island = aswm_island_of(mesh, walk->at), goal = aswm_island_of(mesh, to), hops = 0;
    for (; island != goal; hops++) {
        bool exists = island < mesh->island_count && goal < mesh->island_count;
        if (!exists || hops >= mesh->island_count) return WALK_BROKEN;
        uint32_t stored = load_u16(aswm_island_path(mesh, island, goal));
        if (stored == ASWM_NO_ISLAND) return hops ? WALK_BROKEN : WALK_UNREACHABLE;
        uint32_t exit = find_exit(mesh, island, stored);
        if (exit == ASWM_NONE || walk_tile(walk, exit) != WALK_OK) return WALK_BROKEN;
        walk->at = aswm_entrance(mesh, exit, stored);
        if (walk->at == ASWM_NONE || !add(walk, walk->at)) return WALK_BROKEN;
        if (arena_interrupted(walk->arena)) {
            fail_interrupted(walk->error);
            return WALK_BROKEN;
        }
        island = stored;
    }
    WalkStatus status = walk_tile(walk, to);
    return hops && status != WALK_OK ? WALK_BROKEN : status;
}

static bool has_island(const Aswm *mesh, uint32_t triangle) {
    return aswm_walkable(mesh, triangle) && aswm_island_of(mesh, triangle) != ASWM_NO_ISLAND;
}

bool aswm_route(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                WalkStatus *status, Error *error) {
    Walk walk = {.mesh = mesh, .at = from, .arena = arena, .route = route, .error = error};
    *status = WALK_BROKEN;
    *route = (AswmRoute){{0}};
    if (!aswm_has_ways(mesh, error)) return false;
    if (!list_reserve(arena, &route->list, FIRST_ROOM, sizeof from)) {
        return fail_memory(error, arena);
    }
    if (!mesh->baked) *status = WALK_NOT_BAKED;
    else if (!has_island(mesh, from) || !has_island(mesh, to)) *status = WALK_NOT_WALKABLE;
    else if (!add(&walk, from)) return false;
    else *status = from == to ? WALK_SAME : walk_islands(&walk, to);
    if (*status != WALK_OK && *status != WALK_SAME) route->count = 0;
    return error->kind == ERROR_NONE;
}
