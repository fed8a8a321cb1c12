/* Looking up points and following the baked path tables of a walkmesh. */
#include "aswm.h"

#include <float.h>
#include <math.h>

#define TOLERANCE 1e-6 /* of the sides of a point-in-triangle test, in square metres */

/* ---- Points ---------------------------------------------------------------------------------- */

static bool between(double value, double a, double b, double c) {
    double least = fmin(a, fmin(b, c)), most = fmax(a, fmax(b, c));
    return value >= least - TOLERANCE && value <= most + TOLERANCE;
}

/* Windings are mixed in real files, so both are taken. NaN holds nothing. */
static bool holds(const Aswm *mesh, uint64_t triangle, double x, double y) {
    AswmPoint p[3];
    bool left = true, right = true;
    if (!aswm_corners(mesh, triangle, p)) return false;
    if (!between(x, p[0].x, p[1].x, p[2].x) || !between(y, p[0].y, p[1].y, p[2].y)) return false;
    for (int i = 0; i < 3; i++) {
        const AswmPoint *a = &p[i], *b = &p[(i + 1) % 3];
        double side = (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
        left &= side >= -TOLERANCE;
        right &= side <= TOLERANCE;
    }
    return left || right;
}

double aswm_height(const Aswm *mesh, uint64_t triangle, double x, double y) {
    const uint8_t *plane = aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_NORMAL;
    double normal_x = (double)load_f32(plane), normal_y = (double)load_f32(plane + 4);
    double normal_z = (double)load_f32(plane + 8), d = (double)load_f32(plane + 12);
    if (fabs(normal_z) < DBL_MIN) return (double)NAN;
    return 0 - (normal_x * x + normal_y * y + d) / normal_z; /* never -0 */
}

static uint32_t find_in(const Aswm *mesh, uint64_t first, uint64_t end, double x, double y,
                        const double *z) {
    uint32_t best = ASWM_NONE;
    double least = HUGE_VAL;
    for (uint64_t triangle = first; triangle < end; triangle++) {
        if (!holds(mesh, triangle, x, y)) continue;
        if (!z) return (uint32_t)triangle;
        double distance = fabs(aswm_height(mesh, triangle, x, y) - *z);
        if (best != ASWM_NONE && !(distance < least)) continue;
        best = (uint32_t)triangle;
        least = isnan(distance) ? HUGE_VAL : distance;
    }
    return best;
}

/* The same in the tile of a column and row of the grid, if there is one. */
static uint32_t find_in_tile(const Aswm *mesh, double column, double row, double x, double y,
                             const double *z) {
    bool exists = column >= 0 && column < mesh->grid_width && row >= 0 && row < mesh->grid_height;
    if (!exists) return ASWM_NONE;
    uint64_t tile = (uint64_t)row * mesh->grid_width + (uint64_t)column;
    return find_in(mesh, mesh->tile_triangles[tile], mesh->tile_triangles[tile + 1], x, y, z);
}

uint32_t aswm_triangle_at(const Aswm *mesh, double x, double y, const double *z) {
    double side = (double)mesh->tile_size;
    if (!(side > 0) || isinf(side)) return find_in(mesh, 0, mesh->triangle_count, x, y, z);
    double column = floor(x / side), row = floor(y / side);
    uint32_t found = find_in_tile(mesh, column, row, x, y, z);
    for (int i = 0; i < 9 && found == ASWM_NONE; i++) {
        if (i != 4) found = find_in_tile(mesh, column + i % 3 - 1, row + i / 3 - 1, x, y, z);
    }
    return found;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The node of a triangle that a tile owns. */
static inline uint32_t node_in_tile(const AswmTile *tile, uint64_t triangle) {
    uint64_t local = triangle - tile->first_triangle;
    if (local >= tile->local_count) return ASWM_NONE;
    uint8_t node = tile->local_to_node[local];
    return node < tile->node_count ? node : ASWM_NONE; /* never 255: there are 255 nodes at most */
}

uint32_t aswm_node(const Aswm *mesh, uint64_t triangle) {
    uint32_t tile = mesh->triangle_tiles[triangle];
    return tile == ASWM_NONE ? ASWM_NONE : node_in_tile(&mesh->tiles[tile], triangle);
}

uint32_t aswm_next_triangle(const Aswm *mesh, uint64_t from, uint64_t to) {
    if (mesh->triangle_tiles[from] != mesh->triangle_tiles[to]) return ASWM_NONE;
    uint32_t from_node = aswm_node(mesh, from), to_node = aswm_node(mesh, to);
    if (from_node == ASWM_NONE || to_node == ASWM_NONE) return ASWM_NONE;
    const AswmTile *tile = &mesh->tiles[mesh->triangle_tiles[from]];
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
    [ASWM_OK] = "ok",
    [ASWM_SAME] = "same",
    [ASWM_NOT_BAKED] = "not baked",
    [ASWM_NOT_WALKABLE] = "not walkable",
    [ASWM_UNREACHABLE] = "unreachable",
    [ASWM_BROKEN] = "broken",
};

bool aswm_add_step(const Aswm *mesh, Arena *arena, AswmRoute *route, uint32_t triangle,
                   Error *error) {
    if (route->count == route->capacity) {
        uint64_t capacity = route->capacity ? route->capacity * 2 : 64;
        AswmStep *steps = arena_resize(arena, route->steps, capacity * sizeof *steps);
        if (!steps) return fail_memory(error, arena);
        route->steps = steps;
        route->capacity = capacity;
    }
    const uint8_t *center = aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_CENTER;
    double x = (double)load_f32(center), y = (double)load_f32(center + 4);
    AswmStep step = {triangle, 0};
    if (route->count) {
        double dx = x - route->x, dy = y - route->y;
        step.distance = route->steps[route->count - 1].distance + sqrt(dx * dx + dy * dy);
    }
    route->x = x;
    route->y = y;
    route->steps[route->count++] = step;
    return true;
}

/* A walk in progress. After a failure of memory status is ASWM_BROKEN and the error is set. */
typedef struct Walk {
    const Aswm *mesh;
    uint32_t at;
    Arena *arena;
    AswmRoute *route; /* NULL: not wanted */
    Error *error;
} Walk;

/* Goes on to a triangle, which must be a neighbour. */
static AswmStatus step_to(Walk *walk, uint32_t next) {
    if (next == ASWM_NONE || !aswm_is_neighbor(walk->mesh, walk->at, next)) return ASWM_BROKEN;
    walk->at = next;
    if (walk->route && !aswm_add_step(walk->mesh, walk->arena, walk->route, next, walk->error)) {
        return ASWM_BROKEN;
    }
    return ASWM_OK;
}

/* Walks to a triangle of the same tile. Only the first look may find that there is no way. Where
** nodes and triangles are each other's, as in every sound file, a cell itself tells the next node,
** so that looking up one step doesn't wait for the triangle of the step before. */
static AswmStatus walk_tile(Walk *walk, uint32_t to) {
    const Aswm *mesh = walk->mesh;
    uint32_t number = mesh->triangle_tiles[walk->at];
    if (walk->at == to) return ASWM_OK;
    if (number == ASWM_NONE || number != mesh->triangle_tiles[to]) return ASWM_BROKEN;
    const AswmTile *tile = &mesh->tiles[number];
    uint32_t node = node_in_tile(tile, walk->at), goal = node_in_tile(tile, to);
    for (uint32_t steps = 0; walk->at != to; steps++) {
        if (node == ASWM_NONE || goal == ASWM_NONE || steps >= tile->node_count) {
            return ASWM_BROKEN;
        }
        uint8_t cell = tile->nodes[node * tile->node_count + goal];
        if (cell == ASWM_NO_NODE) return steps ? ASWM_BROKEN : ASWM_UNREACHABLE;
        if (step_to(walk, aswm_cell_triangle(mesh, tile, cell)) != ASWM_OK) return ASWM_BROKEN;
        node = tile->nodes_match ? cell & ASWM_NODE : node_in_tile(tile, walk->at);
    }
    return ASWM_OK;
}

/* The triangle through which an island is left for another that it touches. */
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

/* Walks from one island to the next that the table names, and on, until the goal's. `visited` has
** a byte for each island. */
static AswmStatus walk_islands(Walk *walk, uint32_t goal, uint8_t *visited) {
    const Aswm *mesh = walk->mesh;
    uint32_t start = aswm_island_of(mesh, walk->at), island = start;
    while (island != goal) {
        if (island >= mesh->island_count || goal >= mesh->island_count || visited[island]++) {
            return ASWM_BROKEN;
        }
        uint32_t stored = load_u16(aswm_island_path(mesh, island, goal));
        if (stored == ASWM_NO_ISLAND) return island == start ? ASWM_UNREACHABLE : ASWM_BROKEN;
        uint32_t exit = find_exit(mesh, island, stored);
        if (exit == ASWM_NONE || walk_tile(walk, exit) != ASWM_OK ||
            step_to(walk, aswm_entrance(mesh, exit, stored)) != ASWM_OK) {
            return ASWM_BROKEN;
        }
        if (arena_interrupted(walk->arena)) {
            fail_interrupted(walk->error);
            return ASWM_BROKEN;
        }
        island = stored;
    }
    return ASWM_OK;
}

static AswmStatus walk_route(Walk *walk, uint32_t to) {
    const Aswm *mesh = walk->mesh;
    uint32_t island = aswm_island_of(mesh, walk->at), goal = aswm_island_of(mesh, to);
    if (island == goal) return walk_tile(walk, to);
    uint8_t *visited = arena_zeroed(walk->arena, mesh->island_count, 1);
    if (!visited) {
        fail_memory(walk->error, walk->arena);
        return ASWM_BROKEN;
    }
    AswmStatus status = walk_islands(walk, goal, visited);
    arena_release(walk->arena, visited);
    if (status != ASWM_OK) return status;
    return walk_tile(walk, to) == ASWM_OK ? ASWM_OK : ASWM_BROKEN;
}

static bool has_island(const Aswm *mesh, uint32_t triangle) {
    return aswm_walkable(mesh, triangle) && aswm_island_of(mesh, triangle) != ASWM_NO_ISLAND;
}

bool aswm_route(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                AswmStatus *status, Error *error) {
    Walk walk = {mesh, from, arena, route, error};
    if (route && !aswm_add_step(mesh, arena, route, from, error)) return false;
    if (!mesh->baked)
        *status = ASWM_NOT_BAKED;
    else if (!has_island(mesh, from) || !has_island(mesh, to))
        *status = ASWM_NOT_WALKABLE;
    else if (from == to)
        *status = ASWM_SAME;
    else
        *status = walk_route(&walk, to);
    if (route && *status != ASWM_OK && *status != ASWM_SAME) route->count = 0;
    return error->kind == ERROR_NONE;
}
