/* What it costs to walk from one tile of a GAT map to each other: see gat.h. */
#include "ragnarok/gat_walk.h"

typedef struct Distances {
    GatWalk walk; /* the first member */
    GatGrid grid;
    uint32_t *costs; /* of each tile of the grid; GAT_NONE: it isn't reached */
    uint64_t reached;
    double most;
} Distances;

static bool look(GatWalk *walk, GatMove move, Error *error) {
    Distances *distances = (Distances *)walk;
    walk->is_over = (double)walk->cost > distances->most;
    if (walk->is_over) return true;
    distances->costs[move.tile] = (uint32_t)walk->cost;
    distances->reached++;
    return gat_walk_leave(walk, move.grid, move.tile, error);
}

/* Finds the lowest of the tiles from which a tile is reached at its cost. */
static uint32_t previous_of(const Distances *distances, uint32_t tile) {
    const GatGrid *grid = &distances->grid;
    uint32_t lowest = GAT_NONE;
    bool is_open[GAT_WAYS];
    for (unsigned way = 0; way < GAT_WAYS; way++) {
        uint32_t from = tile - (uint32_t)grid->steps[way], cost = distances->costs[from];
        bool passes = way < GAT_STRAIGHT_WAYS || (is_open[way % 2] && is_open[way / 2]);
        is_open[way] = grid->tiles[from] & GAT_TILE_KIND;
        bool leads =
            passes && cost != GAT_NONE && cost + gat_way_cost(way) == distances->costs[tile];
        if (leads && from < lowest) lowest = from;
    }
    return lowest;
}

static uint32_t tile_of(const GatGrid *grid, uint32_t tile) {
    return gat_grid_y(grid, tile) * grid->width + gat_grid_x(grid, tile);
}

static bool list_reached(const Distances *distances, Arena *arena, const GatReached **tiles,
                         Error *error) {
    const GatGrid *grid = &distances->grid;
    GatReached *list = arena_alloc(arena, distances->reached, sizeof *list), *at = list;
    if (!list) return fail_memory(error, arena);
    for (uint32_t tile = 0; tile < grid->tile_count; tile++) {
        if (arena_interrupted_at(arena, tile)) return fail_interrupted(error);
        if (distances->costs[tile] == GAT_NONE) continue;
        uint32_t before = distances->costs[tile] ? previous_of(distances, tile) : GAT_NONE;
        *at++ = (GatReached){.tile_id = tile_of(grid, tile),
                             .x = gat_grid_x(grid, tile),
                             .y = gat_grid_y(grid, tile),
                             .cost = distances->costs[tile],
                             .previous = before == GAT_NONE ? GAT_NONE : tile_of(grid, before)};
    }
    *tiles = list;
    return true;
}

bool gat_find_distances(Gat *gat, uint32_t from, double most, Arena *scratch,
                        const GatReached **tiles, uint64_t *count, Error *error) {
    Distances distances = {.walk = {.arena = scratch, .look = look},
                           .grid = {.width = gat->width, .height = gat->height},
                           .most = most};
    GatGrid *grid = &distances.grid;
    if (!gat_grid_make(grid, gat->cells.layout, gat->tiles + GAT_TILE_TYPE, GAT_TILE_BYTES, scratch,
                       error)) {
        return false;
    }
    distances.costs = arena_alloc(scratch, grid->tile_count, sizeof *distances.costs);
    if (!distances.costs) return fail_memory(error, scratch);
    memset(distances.costs, 0xFF, (size_t)grid->tile_count * sizeof *distances.costs);
    uint32_t start = gat_grid_tile(grid, from % gat->width, from / gat->width);
    if (!gat_walk_reach(&distances.walk, (GatMove){grid, start, GAT_ARRIVED}, 0, error) ||
        !gat_walk_run(&distances.walk, error)) {
        return false;
    }
    *count = distances.reached;
    return list_reached(&distances, scratch, tiles, error);
}
