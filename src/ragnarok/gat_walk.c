/* Walking over maps, the nearest tiles first: see gat_walk.h. */
#include "ragnarok/gat_walk.h"

bool gat_grid_make(GatGrid *grid, RoLayout layout, const uint8_t *types, size_t stride,
                   Arena *arena, Error *error) {
    uint64_t count = ((uint64_t)grid->width + 1) * ((uint64_t)grid->height + 2) + 1;
    bool is_open[256];
    for (unsigned i = 0; i < LENGTH(is_open); i++) is_open[i] = gat_type(layout, i).walkable;
    if (count >= GAT_NONE) return fail(error, ERROR_TOO_BIG, "a map of 4 billion tiles");
    arena_allow(arena, count); /* counts like what a file inflates to */
    grid->tiles = arena_zeroed(arena, count, 1);
    if (!grid->tiles) return fail_memory(error, arena);
    grid->tile_count = (uint32_t)count;
    const int32_t row = (int32_t)grid->width + 1;
    const int32_t steps[] = {-1, 1, -row, row, -row - 1, -row + 1, row - 1, row + 1};
    memcpy(grid->steps, steps, sizeof steps);
    for (uint32_t y = 0; y + 1 < grid->height; y++) { /* the last row can't be entered */
        uint8_t *tile = grid->tiles + gat_grid_tile(grid, 0, y);
        const uint8_t *at = types + (uint64_t)y * grid->width * stride;
        for (uint32_t x = 0; x + 1 < grid->width; x++, at += stride) { /* nor the last column */
            uint32_t type = stride == 1 ? *at : load_u32(at) & ~GAT_WATER_BIT;
            if (type < LENGTH(is_open) && is_open[type]) tile[x] = GAT_TILE_OPEN;
        }
        if (arena_interrupted_at(arena, y)) return fail_interrupted(error);
    }
    return true;
}

bool gat_walk_reach(GatWalk *walk, GatMove move, uint64_t cost, Error *error) {
    uint8_t *state = &move.grid->tiles[move.tile];
    bool is_nearer =
        *state & GAT_TILE_WAITS && (*state - walk->cost) % GAT_LISTS <= cost - walk->cost;
    if (*state & GAT_TILE_DONE || is_nearer) return true;
    *state = (uint8_t)((*state & GAT_TILE_KIND) | GAT_TILE_WAITS | cost % GAT_LISTS);
    walk->wait_count++;
    return list_push(walk->arena, &walk->waiting[cost % GAT_LISTS], &move, sizeof move, error);
}

bool gat_walk_leave(GatWalk *walk, GatGrid *grid, uint32_t tile, Error *error) {
    bool is_open[GAT_WAYS];
    for (unsigned way = 0; way < GAT_WAYS; way++) {
        uint32_t to = tile + (uint32_t)grid->steps[way];
        bool passes = way < GAT_STRAIGHT_WAYS || (is_open[way % 2] && is_open[way / 2]);
        is_open[way] = passes && grid->tiles[to] & GAT_TILE_KIND;
        if (!is_open[way] || grid->tiles[to] & GAT_TILE_DONE) continue;
        if (!gat_walk_reach(walk, (GatMove){grid, to, way}, walk->cost + gat_way_cost(way),
                            error)) {
            return false;
        }
    }
    return true;
}

bool gat_walk_run(GatWalk *walk, Error *error) {
    for (; walk->wait_count; walk->cost++) {
        List *list = &walk->waiting[walk->cost % GAT_LISTS];
        for (uint64_t i = 0; i < list->count; i++) { /* it may grow meanwhile */
            GatMove move = ((const GatMove *)list->items)[i];
            uint8_t *state = &move.grid->tiles[move.tile];
            if (*state & GAT_TILE_DONE) continue; /* a shorter way was found */
            *state = (uint8_t)((*state & GAT_TILE_KIND) | GAT_TILE_DONE | move.way);
            if (!walk->look(walk, move, error)) return false;
            if (walk->is_over) return true;
            if (arena_interrupted_at(walk->arena, walk->steps++)) return fail_interrupted(error);
        }
        walk->wait_count -= list->count;
        list->count = 0;
    }
    return true;
}
