/* Finds ways over a GAT map by the server's rules, which gat.h describes. */
#include "ragnarok/gat.h"
#include "core/search.h"

#include <math.h>

typedef struct Walk {
    const Gat *gat;
    const uint8_t *is_open; /* for each tile, whether it can be entered */
    uint32_t goal, goal_x, goal_y;
} Walk;

const char *const gat_status_names[] = {
    [GAT_OK] = "ok",
    [GAT_SAME] = "same",
    [GAT_OFF_MAP] = "off map",
    [GAT_NOT_WALKABLE] = "not walkable",
    [GAT_UNREACHABLE] = "unreachable",
};

static uint8_t *list_open_tiles(const Gat *gat, Arena *scratch) {
    uint8_t *is_open = arena_alloc(scratch, gat->tile_count, 1);
    for (uint64_t tile = 0; is_open && tile < gat->tile_count; tile++) {
        is_open[tile] = gat_can_enter(gat, tile);
    }
    return is_open;
}

/* Returns the cost without walls: diagonal steps until the goal is straight ahead, then straight
** ones. */
static double cost_left(const Walk *walk, uint32_t x, uint32_t y) {
    uint32_t east = x < walk->goal_x ? walk->goal_x - x : x - walk->goal_x;
    uint32_t north = y < walk->goal_y ? walk->goal_y - y : y - walk->goal_y;
    uint32_t both = east < north ? east : north, one = east < north ? north - east : east - north;
    return GAT_DIAGONAL_COST * (double)both + GAT_STRAIGHT_COST * (double)one;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* A tile with its position, and which of its neighbours in the four directions are open. */
typedef struct Place {
    uint32_t tile, x, y;
    double cost;
    bool west, east, south, north;
} Place;

/* Reaches the neighbour at distance `dx` and `dy`, if it is open. */
static void step(Search *search, const Place *from, int dx, int dy) {
    const Walk *walk = search->context;
    uint32_t x = from->x + (uint32_t)dx, y = from->y + (uint32_t)dy;
    uint32_t to = y * walk->gat->width + x;
    double cost = from->cost + (dx && dy ? GAT_DIAGONAL_COST : GAT_STRAIGHT_COST);
    if (!walk->is_open[to] || !search_is_better(search, to, cost)) return;
    search_reach(search, to, from->tile, SEARCH_NONE, cost, cost_left(walk, x, y));
}

static bool expand(Search *search, uint32_t tile, Error *error) {
    const Walk *walk = search->context;
    uint32_t width = walk->gat->width, height = walk->gat->height;
    const uint8_t *here = walk->is_open + tile;
    Place at = {.tile = tile, .x = tile % width, .y = tile / width};
    (void)error;
    at.cost = search_cost(search, tile);
    at.west = at.x > 0 && here[-1];
    at.east = at.x + 1 < width && here[1];
    at.south = at.y > 0 && *(here - width);
    at.north = at.y + 1 < height && here[width];
    if (at.west) step(search, &at, -1, 0);
    if (at.east) step(search, &at, 1, 0);
    if (at.south) step(search, &at, 0, -1);
    if (at.north) step(search, &at, 0, 1);
    if (at.south && at.west) step(search, &at, -1, -1);
    if (at.south && at.east) step(search, &at, 1, -1);
    if (at.north && at.west) step(search, &at, -1, 1);
    if (at.north && at.east) step(search, &at, 1, 1);
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
                   const GatStep **steps, uint64_t *step_count, GatStatus *status, Error *error) {
    uint32_t width = gat->width, start = (uint32_t)from, goal = (uint32_t)to;
    *step_count = 0;
    *status = GAT_NOT_WALKABLE;
    if (!gat_can_enter(gat, to)) return true;
    uint8_t *is_open = list_open_tiles(gat, scratch);
    if (!is_open) return fail_memory(error, scratch);
    Walk walk = {gat, is_open, goal, goal % width, goal / width};
    Search search = {.arena = scratch, .expand = expand, .context = &walk};
    bool found = false;
    bool done = search_grow(&search, gat->tile_count, error) &&
                search_run(&search, start, cost_left(&walk, start % width, start / width), goal,
                           &found, error);
    *status = GAT_UNREACHABLE;
    if (found) *status = start == goal ? GAT_SAME : GAT_OK;
    if (done && found) done = list_steps(&search, &walk, scratch, steps, step_count, error);
    search_free(&search);
    arena_release(scratch, is_open);
    return done;
}
