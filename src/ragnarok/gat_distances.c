/* What it costs to walk from one tile of a GAT map to each other: see gat.h. */
#include "ragnarok/gat.h"

/* Tiles wait in the list of their cost modulo the lists' number. What waits differs by one step at
** most, so that a list holds tiles of one cost. */
enum { LISTS = 16 };

typedef struct Wheel {
    const Gat *gat;
    Arena *arena;
    uint32_t *costs; /* of each tile; GAT_NONE: it isn't reached yet */
    List waiting[LISTS];
    uint64_t waiting_count, reached;
    double most;
} Wheel;

enum { DIRECTIONS = 8 };

/* Finds the tiles to which one can step from a tile, which may be of any type; GAT_NONE: one can't.
** The first four lie straight ahead. */
static void find_neighbors(const Gat *gat, uint32_t tile, uint32_t neighbors[DIRECTIONS]) {
    static const struct {
        int8_t dx, dy;
        uint8_t sides[2]; /* the straight steps that a diagonal one passes */
    } ways[DIRECTIONS] = {{-1, 0, {0}},     {1, 0, {0}},     {0, -1, {0}},    {0, 1, {0}},
                          {-1, -1, {2, 0}}, {1, -1, {2, 1}}, {-1, 1, {3, 0}}, {1, 1, {3, 1}}};
    uint32_t width = gat->width, x = tile % width, y = tile / width;
    const bool is_open[] = {x > 0, x + 1 < width, y > 0, y + 1 < gat->height};
    for (int i = 0; i < DIRECTIONS; i++) {
        const uint8_t *sides = ways[i].sides;
        bool can_step =
            i < 4 ? is_open[i] : neighbors[sides[0]] != GAT_NONE && neighbors[sides[1]] != GAT_NONE;
        uint32_t to = (uint32_t)((int64_t)tile + ways[i].dx + (int64_t)ways[i].dy * width);
        neighbors[i] = can_step && gat->tile_components[to] != GAT_NONE ? to : GAT_NONE;
    }
}

static uint32_t step_cost(int direction) {
    return direction < 4 ? GAT_STRAIGHT_COST : GAT_DIAGONAL_COST;
}

static bool reach(Wheel *wheel, uint32_t tile, uint32_t cost, Error *error) {
    if (cost >= wheel->costs[tile] || (double)cost > wheel->most) return true;
    wheel->reached += wheel->costs[tile] == GAT_NONE;
    wheel->waiting_count++;
    wheel->costs[tile] = cost;
    return list_push(wheel->arena, &wheel->waiting[cost % LISTS], &tile, sizeof tile, error);
}

/* Goes on from all tiles that wait with a cost. */
static bool turn(Wheel *wheel, uint32_t cost, Error *error) {
    List *list = &wheel->waiting[cost % LISTS];
    for (uint64_t i = 0; i < list->count; i++) {
        uint32_t tile = ((const uint32_t *)list->items)[i], neighbors[DIRECTIONS];
        if (wheel->costs[tile] != cost) continue; /* a shorter way was found meanwhile */
        find_neighbors(wheel->gat, tile, neighbors);
        for (int k = 0; k < DIRECTIONS; k++) {
            uint32_t to = neighbors[k];
            if (to != GAT_NONE && !reach(wheel, to, cost + step_cost(k), error)) return false;
        }
    }
    wheel->waiting_count -= list->count;
    list->count = 0;
    return true;
}

/* Finds the lowest of the tiles from which a tile is reached at its cost. All steps but those from
** the start can be gone back. */
static uint32_t previous_of(const Wheel *wheel, uint32_t tile, uint32_t start) {
    uint32_t cost = wheel->costs[tile], neighbors[DIRECTIONS], lowest = GAT_NONE;
    if (!cost) return GAT_NONE;
    if (cost < 2 * GAT_STRAIGHT_COST) return start;
    find_neighbors(wheel->gat, tile, neighbors);
    for (int k = 0; k < DIRECTIONS; k++) {
        bool leads = neighbors[k] != GAT_NONE && wheel->costs[neighbors[k]] != GAT_NONE &&
                     wheel->costs[neighbors[k]] + step_cost(k) == cost;
        if (leads && neighbors[k] < lowest) lowest = neighbors[k];
    }
    return lowest;
}

static bool list_reached(const Wheel *wheel, uint32_t start, const GatReached **tiles,
                         Error *error) {
    GatReached *list = arena_alloc(wheel->arena, wheel->reached, sizeof *list), *at = list;
    if (!list) return fail_memory(error, wheel->arena);
    for (uint32_t tile = 0; tile < wheel->gat->tile_count; tile++) {
        if (arena_interrupted_at(wheel->arena, tile)) return fail_interrupted(error);
        if (wheel->costs[tile] == GAT_NONE) continue;
        *at++ = (GatReached){.tile_id = tile,
                             .x = tile % wheel->gat->width,
                             .y = tile / wheel->gat->width,
                             .cost = wheel->costs[tile],
                             .previous = previous_of(wheel, tile, start)};
    }
    *tiles = list;
    return true;
}

bool gat_find_distances(Gat *gat, uint32_t from, double most, Arena *scratch,
                        const GatReached **tiles, uint64_t *count, Error *error) {
    if (!gat_find_components(&gat->document, error)) return false;
    Wheel wheel = {.gat = gat, .arena = scratch, .most = most};
    wheel.costs = arena_alloc(scratch, gat->tile_count, sizeof *wheel.costs);
    if (!wheel.costs) return fail_memory(error, scratch);
    memset(wheel.costs, 0xFF, (size_t)gat->tile_count * sizeof *wheel.costs);
    if (!reach(&wheel, from, 0, error)) return false;
    for (uint32_t cost = 0; wheel.waiting_count; cost++) {
        if (!turn(&wheel, cost, error)) return false;
        if (arena_interrupted_at(scratch, cost)) return fail_interrupted(error);
    }
    *count = wheel.reached;
    return list_reached(&wheel, from, tiles, error);
}
