/* Finds ways over a GAT map by the server's rules, which gat.h describes. */
#include "ragnarok/gat.h"
#include "core/search.h"

#include <math.h>

typedef struct Walk {
    const Gat *gat; /* with its components: what has none can't be entered */
    uint32_t goal, goal_x, goal_y;
} Walk;

const char *const gat_status_names[] = {
    [GAT_OK] = "ok",
    [GAT_SAME] = "same",
    [GAT_OFF_MAP] = "off map",
    [GAT_NOT_WALKABLE] = "not walkable",
    [GAT_UNREACHABLE] = "unreachable",
};

/* Only the start can be a tile that nobody enters. It is left by a straight step to any part of the
** map beside it: a diagonal one passes two tiles of the part that it leads to. */
bool gat_find_status(Gat *gat, uint64_t from, uint64_t to, GatStatus *status, Error *error) {
    if (!gat_find_components(&gat->document, error)) return false;
    const uint32_t *parts = gat->tile_components, *start = parts + from, part = parts[to];
    uint64_t x = from % gat->width, y = from / gat->width;
    bool is_joined = *start == part || (x > 0 && start[-1] == part) ||
                     (x + 1 < gat->width && start[1] == part) ||
                     (y > 0 && *(start - gat->width) == part) ||
                     (y + 1 < gat->height && start[gat->width] == part);
    if (part == GAT_NONE) *status = GAT_NOT_WALKABLE;
    else if (from == to) *status = GAT_SAME;
    else *status = is_joined ? GAT_OK : GAT_UNREACHABLE;
    return true;
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
    if (walk->gat->tile_components[to] == GAT_NONE || !search_is_better(search, to, cost)) return;
    search_reach(search, to, from->tile, SEARCH_NONE, cost, cost_left(walk, x, y));
}

static bool expand(Search *search, uint32_t tile, Error *error) {
    const Walk *walk = search->context;
    uint32_t width = walk->gat->width, height = walk->gat->height;
    const uint32_t *here = walk->gat->tile_components + tile;
    Place at = {.tile = tile, .x = tile % width, .y = tile / width};
    (void)error;
    at.cost = search_cost(search, tile);
    at.west = at.x > 0 && here[-1] != GAT_NONE;
    at.east = at.x + 1 < width && here[1] != GAT_NONE;
    at.south = at.y > 0 && *(here - width) != GAT_NONE;
    at.north = at.y + 1 < height && here[width] != GAT_NONE;
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

bool gat_find_path(Gat *gat, uint64_t from, uint64_t to, Arena *scratch, const GatStep **steps,
                   uint64_t *step_count, Error *error) {
    uint32_t width = gat->width, start = (uint32_t)from, goal = (uint32_t)to;
    GatStatus status;
    *step_count = 0;
    if (!gat_find_status(gat, from, to, &status, error)) return false;
    if (status != GAT_OK && status != GAT_SAME) return true;
    Walk walk = {gat, goal, goal % width, goal / width};
    Search search = {.arena = scratch, .expand = expand, .context = &walk};
    bool found;
    bool done = search_run(&search, gat->tile_count, start,
                           cost_left(&walk, start % width, start / width), goal, &found, error) &&
                list_steps(&search, &walk, scratch, steps, step_count, error);
    search_free(&search);
    return done;
}
