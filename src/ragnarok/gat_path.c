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

void gat_neighbors(const Gat *gat, uint32_t tile, uint32_t neighbors[GAT_DIRECTIONS]) {
    static const struct {
        int8_t dx, dy;
        uint8_t sides[2]; /* the straight steps that a diagonal one passes */
    } ways[GAT_DIRECTIONS] = {{-1, 0, {0}},     {1, 0, {0}},     {0, -1, {0}},    {0, 1, {0}},
                              {-1, -1, {2, 0}}, {1, -1, {2, 1}}, {-1, 1, {3, 0}}, {1, 1, {3, 1}}};
    uint32_t width = gat->width, x = tile % width, y = tile / width;
    const bool is_open[] = {x > 0, x + 1 < width, y > 0, y + 1 < gat->height};
    for (int i = 0; i < GAT_DIRECTIONS; i++) {
        const uint8_t *sides = ways[i].sides;
        bool can_step =
            i < 4 ? is_open[i] : neighbors[sides[0]] != GAT_NONE && neighbors[sides[1]] != GAT_NONE;
        uint32_t to = (uint32_t)((int64_t)tile + ways[i].dx + (int64_t)ways[i].dy * width);
        neighbors[i] = can_step && gat->tile_components[to] != GAT_NONE ? to : GAT_NONE;
    }
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

static bool expand(Search *search, uint32_t tile, Error *error) {
    const Walk *walk = search->context;
    uint32_t width = walk->gat->width, neighbors[GAT_DIRECTIONS];
    (void)error;
    gat_neighbors(walk->gat, tile, neighbors);
    for (int i = 0; i < GAT_DIRECTIONS; i++) {
        uint32_t to = neighbors[i];
        double cost = search_cost(search, tile) + gat_step_cost(i);
        if (to == GAT_NONE || !search_is_better(search, to, cost)) continue;
        search_reach(search, to, tile, SEARCH_NONE, cost, cost_left(walk, to % width, to / width));
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
