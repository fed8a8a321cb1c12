/* Finds ways over a GAT map by the server's rules, which gat.h describes. The search is A* over
** jump points (Harabor and Grastien, without cutting corners): the search looks along a straight or
** diagonal way, 64 tiles at a time, as long as nothing forces the way to turn, and makes a node
** only where it can turn. */
#include "ragnarok/gat.h"
#include "core/search.h"

#include <stdlib.h>

const char *const gat_status_names[] = {
    [GAT_OK] = "ok",
    [GAT_SAME] = "same",
    [GAT_OFF_MAP] = "off map",
    [GAT_NOT_WALKABLE] = "not walkable",
    [GAT_UNREACHABLE] = "unreachable",
};

/* Only the start may be a tile that nobody enters. Straight steps lead from there to each part of
** the map beside it; diagonal ones to no other, as they pass two tiles of the part. */
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

/* Makes lines along x or y, with a bit for each tile that can be entered. Zeros stand around them,
** a bit or a line wide: tile i of line k is bit i + 1 of line k + 1. */
static bool make_lines(const Gat *gat, bool is_along_y, GatLines *lines, Arena *arena,
                       Error *error) {
    uint64_t length = is_along_y ? gat->height : gat->width;
    uint64_t count = is_along_y ? gat->width : gat->height;
    lines->words = (uint32_t)(length / 64 + 2);
    lines->bits = arena_zeroed(arena, (count + 2) * lines->words, sizeof *lines->bits);
    if (!lines->bits) return fail_memory(error, arena);
    for (uint64_t tile = 0; tile < gat->tile_count; tile++) {
        if (gat->tile_components[tile] == GAT_NONE) continue;
        uint64_t x = tile % gat->width, y = tile / gat->width;
        uint64_t at = 1 + (is_along_y ? y : x), line = 1 + (is_along_y ? x : y);
        lines->bits[line * lines->words + at / 64] |= UINT64_C(1) << at % 64;
    }
    return true;
}

/* Looks along a line from a place to which a step has led, or from the start. Returns the first
** place where a way can turn, because a wall beside the line ends there, or `goal` (0: the goal
** isn't on this line); 0: a wall comes first. */
static inline uint32_t look(const GatLines *lines, uint32_t line, uint32_t from, uint32_t goal,
                            bool is_up) {
    const uint64_t *here = lines->bits + (size_t)line * lines->words;
    const uint64_t *sides[] = {here - lines->words, here + lines->words};
    const uint64_t all = ~UINT64_C(0), bit = UINT64_C(1) << from % 64;
    uint64_t stops, ends = 0, behind = is_up ? all - bit - (bit - 1) : bit - 1;
    uint32_t word = from / 64;
    for (;; word += is_up ? 1 : UINT32_MAX, behind = all) {
        for (int i = 0; i < 2; i++) {
            const uint64_t *side = sides[i], open = side[word];
            uint64_t before =
                is_up ? open << 1 | (word ? side[word - 1] >> 63 : 0)
                      : open >> 1 | (word + 1 < lines->words ? side[word + 1] << 63 : 0);
            ends = (i ? ends : 0) | (open & ~before);
        }
        stops = (~here[word] | ends) & behind;
        if (stops) break;
    }
    uint32_t at =
        64 * word + (uint32_t)(is_up ? __builtin_ctzll(stops) : 63 - __builtin_clzll(stops));
    if (is_up ? goal > from && goal <= at : goal < from && goal >= at) return goal;
    return here[word] >> at % 64 & 1 ? at : 0;
}

typedef struct Walk {
    const Gat *gat; /* components are found: a tile without one can't be entered */
    uint32_t goal;
    int goal_x, goal_y;
    uint32_t *numbers; /* of each tile's node, from 1; 0: no node */
    List tiles;        /* uint32_t: of each node */
} Walk;

static bool is_open(const Walk *walk, int x, int y) {
    const GatLines *rows = &walk->gat->rows;
    uint32_t at = (uint32_t)x + 1;
    return rows->bits[(size_t)(y + 1) * rows->words + at / 64] >> at % 64 & 1;
}

/* Returns the cost without walls: diagonal steps until the goal is straight ahead, then straight
** ones. */
static double cost_between(int x, int y, int other_x, int other_y) {
    int east = abs(x - other_x), north = abs(y - other_y);
    int both = east < north ? east : north;
    return GAT_DIAGONAL_COST * both + GAT_STRAIGHT_COST * (east + north - 2 * both);
}

/* Returns the tile to which a straight way jumps; GAT_NONE: the way leads nowhere. */
static uint32_t jump(const Walk *walk, int x, int y, int dx, int dy) {
    const Gat *gat = walk->gat;
    const GatLines *lines = dx ? &gat->rows : &gat->columns;
    int line = dx ? y : x, from = dx ? x : y;
    bool is_goal = line == (dx ? walk->goal_y : walk->goal_x);
    uint32_t goal = is_goal ? 1 + (uint32_t)(dx ? walk->goal_x : walk->goal_y) : 0;
    uint32_t at = dx + dy > 0 ? look(lines, (uint32_t)line + 1, (uint32_t)from + 1, goal, true)
                              : look(lines, (uint32_t)line + 1, (uint32_t)from + 1, goal, false);
    if (!at) return GAT_NONE;
    return dx ? (uint32_t)y * gat->width + at - 1 : (at - 1) * gat->width + (uint32_t)x;
}

/* Finds the number of a tile's node, or makes one. */
static bool number_of(Search *search, uint32_t tile, uint32_t *number, Error *error) {
    Walk *walk = search->context;
    if (!walk->numbers[tile]) {
        if (!list_push(search->arena, &walk->tiles, &tile, sizeof tile, error)) return false;
        walk->numbers[tile] = (uint32_t)walk->tiles.count;
        if (!search_grow(search, walk->tiles.count, error)) return false;
    }
    *number = walk->numbers[tile] - 1;
    return true;
}

/* Reaches a tile from a node by diagonal steps and then straight ones, the last in a direction. */
static bool reach(Search *search, uint32_t from, uint32_t tile, int dx, int dy, Error *error) {
    const Walk *walk = search->context;
    uint32_t start = ((const uint32_t *)walk->tiles.items)[from], width = walk->gat->width, to;
    int x = (int)(tile % width), y = (int)(tile / width);
    if (tile == GAT_NONE) return true;
    if (!number_of(search, tile, &to, error)) return false;
    double cost =
        search_cost(search, from) + cost_between((int)(start % width), (int)(start / width), x, y);
    if (search_is_better(search, to, cost)) {
        search_reach(search, to, from, (uint32_t)(3 * dx + dy + 4), cost,
                     cost_between(x, y, walk->goal_x, walk->goal_y));
    }
    return true;
}

/* Goes on from a node in a direction. A diagonal way looks to its two sides at each step. */
static bool go(Search *search, uint32_t from, int dx, int dy, Error *error) {
    const Walk *walk = search->context;
    uint32_t tile = ((const uint32_t *)walk->tiles.items)[from], width = walk->gat->width;
    int x = (int)(tile % width), y = (int)(tile / width);
    if (!dx || !dy) return reach(search, from, jump(walk, x, y, dx, dy), dx, dy, error);
    while (is_open(walk, x + dx, y) && is_open(walk, x, y + dy) && is_open(walk, x + dx, y + dy)) {
        x += dx;
        y += dy;
        tile = (uint32_t)y * width + (uint32_t)x;
        if (tile == walk->goal) return reach(search, from, tile, dx, dy, error);
        if (!reach(search, from, jump(walk, x, y, dx, 0), dx, 0, error) ||
            !reach(search, from, jump(walk, x, y, 0, dy), 0, dy, error)) {
            return false;
        }
    }
    return true;
}

/* Goes on from a node in the direction of the last jump, and in those to which that could turn: a
** straight way turns to a side that a wall has closed until here. */
static bool expand(Search *search, uint32_t node, Error *error) {
    const Walk *walk = search->context;
    uint32_t tile = ((const uint32_t *)walk->tiles.items)[node], link = search->nodes[node].link;
    int x = (int)(tile % walk->gat->width), y = (int)(tile / walk->gat->width);
    bool is_start = search->nodes[node].previous == SEARCH_NONE;
    int dx = (int)link / 3 - 1, dy = (int)link % 3 - 1;
    for (int i = 0; is_start && i < 9; i++) {
        if (i != 4 && !go(search, node, i / 3 - 1, i % 3 - 1, error)) return false;
    }
    if (is_start) return true;
    if (!go(search, node, dx, dy, error)) return false;
    for (int side = -1; side <= 1; side += 2) {
        int side_x = dx ? 0 : side, side_y = dy ? 0 : side;
        bool turns = is_open(walk, x + side_x, y + side_y) &&
                     !is_open(walk, x - dx + side_x, y - dy + side_y);
        if (turns && (!go(search, node, side_x, side_y, error) ||
                      !go(search, node, dx + side_x, dy + side_y, error))) {
            return false;
        }
    }
    return true;
}

/* Lists the steps of all jumps, from the last one back. */
static bool list_steps(const Search *search, uint32_t goal, const GatStep **steps,
                       uint64_t *step_count, Error *error) {
    const Walk *walk = search->context;
    const uint32_t *tiles = walk->tiles.items;
    const SearchNode *nodes = search->nodes;
    uint32_t width = walk->gat->width, count = 1;
    for (uint32_t node = goal; nodes[node].previous != SEARCH_NONE; node = nodes[node].previous) {
        uint32_t from = tiles[node], to = tiles[nodes[node].previous];
        int across = abs((int)(from % width) - (int)(to % width));
        int along = abs((int)(from / width) - (int)(to / width));
        count += (uint32_t)(across > along ? across : along);
    }
    GatStep *list = arena_alloc(search->arena, count, sizeof *list);
    if (!list) return fail_memory(error, search->arena);
    *step_count = count;
    for (uint32_t node = goal; node != SEARCH_NONE; node = nodes[node].previous) {
        uint32_t previous = nodes[node].previous == SEARCH_NONE ? node : nodes[node].previous;
        int x = (int)(tiles[node] % width), y = (int)(tiles[node] / width);
        int to_x = (int)(tiles[previous] % width), to_y = (int)(tiles[previous] / width);
        uint32_t cost = (uint32_t)search_cost(search, node);
        do {
            int east = to_x - x, north = to_y - y; /* the straight steps of a jump come last */
            bool is_across = abs(east) >= abs(north), is_along = abs(north) >= abs(east);
            list[--count] = (GatStep){.tile_id = (uint32_t)y * width + (uint32_t)x,
                                      .x = (uint32_t)x,
                                      .y = (uint32_t)y,
                                      .cost = cost};
            x += is_across ? COMPARE(east, 0) : 0;
            y += is_along ? COMPARE(north, 0) : 0;
            cost -= is_across && is_along ? GAT_DIAGONAL_COST : GAT_STRAIGHT_COST;
        } while (x != to_x || y != to_y);
    }
    uint64_t diagonal = 0;
    for (uint64_t i = 1; i < *step_count; i++) {
        diagonal += list[i].cost - list[i - 1].cost == GAT_DIAGONAL_COST;
        list[i].distance = (double)(i - diagonal) + sqrt(2) * (double)diagonal;
    }
    *steps = list;
    return true;
}

bool gat_find_path(Gat *gat, uint64_t from, uint64_t to, Arena *scratch, const GatStep **steps,
                   uint64_t *step_count, Error *error) {
    GatStatus status;
    *step_count = 0;
    if (!gat_find_status(gat, from, to, &status, error)) return false;
    if (status != GAT_OK && status != GAT_SAME) return true;
    Walk walk = {.gat = gat,
                 .goal = (uint32_t)to,
                 .goal_x = (int)(to % gat->width),
                 .goal_y = (int)(to / gat->width)};
    Search search = {.arena = scratch, .expand = expand, .context = &walk};
    uint32_t start, goal;
    walk.numbers = arena_zeroed(scratch, gat->tile_count, sizeof *walk.numbers);
    if (!walk.numbers) return fail_memory(error, scratch);
    Arena *arena = &gat->document.arena;
    bool found;
    bool done = (gat->columns.bits || (make_lines(gat, false, &gat->rows, arena, error) &&
                                       make_lines(gat, true, &gat->columns, arena, error))) &&
                number_of(&search, (uint32_t)from, &start, error) &&
                number_of(&search, (uint32_t)to, &goal, error) &&
                search_run(&search, walk.tiles.count, start, 0, goal, &found, error) &&
                list_steps(&search, goal, steps, step_count, error);
    search_free(&search);
    return done;
}
