/* Ways over a GAT map by the rules of the server, which stand in gat.h. */
#include "gat.h"
#include "search.h"

#include <math.h>

/* ---- Where one can go ------------------------------------------------------------------------ */

/* The rows and columns that can be entered: all but the last of each. */
static bool can_enter(const Gat *gat, uint32_t x, uint32_t y) {
    if (x >= gat->width - 1 || y >= gat->height - 1) return false;
    return gat_type(gat_tile_type(gat, (uint64_t)y * gat->width + x)).walkable;
}

/* The cost without walls: diagonally until in line with the goal, then straight. */
static double cost_left(const Gat *gat, uint32_t from, uint32_t to) {
    int64_t x = (int64_t)(from % gat->width) - (int64_t)(to % gat->width);
    int64_t y = (int64_t)(from / gat->width) - (int64_t)(to / gat->width);
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    int64_t diagonal = x < y ? x : y, straight = x + y - 2 * diagonal;
    return (double)(GAT_DIAGONAL_COST * diagonal + GAT_STRAIGHT_COST * straight);
}

/* ---- The search ------------------------------------------------------------------------------ */

typedef struct Walk {
    const Gat *gat;
    uint32_t goal;
} Walk;

static void step_to(Search *search, uint32_t from, uint32_t to, int cost) {
    const Walk *walk = search->context;
    double total = search_cost(search, from) + cost;
    if (!search_is_better(search, to, total)) return;
    search_reach(search, to, from, SEARCH_NONE, total, cost_left(walk->gat, to, walk->goal));
}

static bool expand(Search *search, uint32_t tile, Error *error) {
    const Gat *gat = ((const Walk *)search->context)->gat;
    uint32_t width = gat->width, x = tile % width, y = tile / width;
    bool west = x > 0 && can_enter(gat, x - 1, y), east = can_enter(gat, x + 1, y);
    bool south = y > 0 && can_enter(gat, x, y - 1), north = can_enter(gat, x, y + 1);
    (void)error;
    if (west) step_to(search, tile, tile - 1, GAT_STRAIGHT_COST);
    if (east) step_to(search, tile, tile + 1, GAT_STRAIGHT_COST);
    if (south) step_to(search, tile, tile - width, GAT_STRAIGHT_COST);
    if (north) step_to(search, tile, tile + width, GAT_STRAIGHT_COST);
    if (south && west && can_enter(gat, x - 1, y - 1)) {
        step_to(search, tile, tile - width - 1, GAT_DIAGONAL_COST);
    }
    if (south && east && can_enter(gat, x + 1, y - 1)) {
        step_to(search, tile, tile - width + 1, GAT_DIAGONAL_COST);
    }
    if (north && west && can_enter(gat, x - 1, y + 1)) {
        step_to(search, tile, tile + width - 1, GAT_DIAGONAL_COST);
    }
    if (north && east && can_enter(gat, x + 1, y + 1)) {
        step_to(search, tile, tile + width + 1, GAT_DIAGONAL_COST);
    }
    return true;
}

/* ---- The answer ------------------------------------------------------------------------------ */

static bool list_steps(const Search *search, const Walk *walk, Arena *scratch,
                       const GatStep **steps, uint64_t *step_count, Error *error) {
    uint64_t count = search_length(search, walk->goal), at = count;
    GatStep *list = arena_alloc(scratch, count, sizeof *list);
    if (!list) return fail_memory(error, scratch);
    for (uint32_t tile = walk->goal; tile != SEARCH_NONE; tile = search->nodes[tile].previous) {
        list[--at] = (GatStep){.tile_id = tile,
                               .x = tile % walk->gat->width,
                               .y = tile / walk->gat->width,
                               .cost = (uint32_t)search_cost(search, tile)};
    }
    uint64_t diagonal = 0;
    for (uint64_t i = 1; i < count; i++) {
        diagonal += list[i].cost - list[i - 1].cost == GAT_DIAGONAL_COST;
        list[i].distance = (double)(i - diagonal) + sqrt(2) * (double)diagonal;
    }
    *steps = list;
    *step_count = count;
    return true;
}

bool gat_find_path(const Gat *gat, uint64_t from, uint64_t to, Arena *scratch,
                   const GatStep **steps, uint64_t *step_count, Error *error) {
    *step_count = 0;
    uint32_t width = gat->width, start = (uint32_t)from;
    Walk walk = {gat, (uint32_t)to};
    if (!can_enter(gat, walk.goal % width, walk.goal / width)) return true;
    Search search = {.arena = scratch, .expand = expand, .context = &walk};
    bool found = false;
    bool done = search_grow(&search, gat->tile_count, error) &&
                search_run(&search, start, cost_left(gat, start, walk.goal), walk.goal, &found,
                           error);
    if (done && found) done = list_steps(&search, &walk, scratch, steps, step_count, error);
    search_free(&search);
    return done;
}
