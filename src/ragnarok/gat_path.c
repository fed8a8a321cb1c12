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

typedef struct Spot {
    int x, y;
} Spot;

typedef struct Walk {
    const Gat *gat; /* components are found: a tile without one can't be entered */
    Spot goal;
    uint32_t *numbers;   /* of each tile's node, from 1; 0: no node */
    LIST_OF(Spot) spots; /* of each node */
} Walk;

static Spot spot_of(const Gat *gat, uint64_t tile) {
    return (Spot){(int)(tile % gat->width), (int)(tile / gat->width)};
}

static uint32_t tile_of(const Gat *gat, Spot spot) {
    return (uint32_t)spot.y * gat->width + (uint32_t)spot.x;
}

static bool is_open(const Walk *walk, int x, int y) {
    const GatLines *rows = &walk->gat->rows;
    uint32_t at = (uint32_t)x + 1;
    return rows->bits[(size_t)(y + 1) * rows->words + at / 64] >> at % 64 & 1;
}

/* Returns the cost without walls: diagonal steps until the goal is straight ahead, then straight
** ones. */
static double cost_between(Spot one, Spot other) {
    int east = abs(one.x - other.x), north = abs(one.y - other.y);
    int both = east < north ? east : north;
    return GAT_DIAGONAL_COST * both + GAT_STRAIGHT_COST * (east + north - 2 * both);
}

/* Finds the number of a tile's node, or makes one. */
static bool number_of(Search *search, Spot spot, uint32_t *node, Error *error) {
    Walk *walk = search->context;
    uint32_t *number = &walk->numbers[tile_of(walk->gat, spot)];
    if (!*number) {
        if (!list_push(search->arena, &walk->spots.list, &spot, sizeof spot, error)) return false;
        *number = (uint32_t)walk->spots.count;
        if (!search_grow(search, walk->spots.count, error)) return false;
    }
    *node = *number - 1;
    return true;
}

/* Reaches a tile from a node by diagonal steps and then straight ones, the last in a direction. */
static bool reach(Search *search, uint32_t from, Spot to, int dx, int dy, Error *error) {
    const Walk *walk = search->context;
    uint32_t node;
    if (!number_of(search, to, &node, error)) return false;
    double cost = search_cost(search, from) + cost_between(walk->spots.items[from], to);
    if (search_is_better(search, node, cost)) {
        search_reach(search, node, from, (uint32_t)(3 * dx + dy + 4), cost,
                     cost_between(to, walk->goal));
    }
    return true;
}

/* Reaches the tile to which a straight way jumps from a place, if it leads to one. */
static bool jump(Search *search, uint32_t from, Spot at, int dx, int dy, Error *error) {
    const Walk *walk = search->context;
    const GatLines *lines = dx ? &walk->gat->rows : &walk->gat->columns;
    int line = dx ? at.y : at.x, *along = dx ? &at.x : &at.y;
    bool is_goal = line == (dx ? walk->goal.y : walk->goal.x);
    uint32_t goal = is_goal ? 1 + (uint32_t)(dx ? walk->goal.x : walk->goal.y) : 0;
    uint32_t stop = dx + dy > 0
                        ? look(lines, (uint32_t)line + 1, (uint32_t)*along + 1, goal, true)
                        : look(lines, (uint32_t)line + 1, (uint32_t)*along + 1, goal, false);
    *along = (int)stop - 1;
    return !stop || reach(search, from, at, dx, dy, error);
}

/* Goes on from a node in a direction. A diagonal way looks to its two sides at each step. */
static bool go(Search *search, uint32_t from, int dx, int dy, Error *error) {
    const Walk *walk = search->context;
    Spot at = walk->spots.items[from];
    if (!dx || !dy) return jump(search, from, at, dx, dy, error);
    while (is_open(walk, at.x + dx, at.y) && is_open(walk, at.x, at.y + dy) &&
           is_open(walk, at.x + dx, at.y + dy)) {
        at = (Spot){at.x + dx, at.y + dy};
        if (at.x == walk->goal.x && at.y == walk->goal.y) {
            return reach(search, from, at, dx, dy, error);
        }
        if (!jump(search, from, at, dx, 0, error) || !jump(search, from, at, 0, dy, error)) {
            return false;
        }
    }
    return true;
}

/* Goes on from a node in the direction of the last jump, and in those to which that could turn: a
** straight way turns to a side that a wall has closed until here. */
static bool expand(Search *search, uint32_t node, Error *error) {
    const Walk *walk = search->context;
    Spot at = walk->spots.items[node];
    uint32_t link = search->nodes[node].link;
    bool is_start = search->nodes[node].previous == SEARCH_NONE;
    int dx = (int)link / 3 - 1, dy = (int)link % 3 - 1;
    for (int i = 0; is_start && i < 9; i++) {
        if (i != 4 && !go(search, node, i / 3 - 1, i % 3 - 1, error)) return false;
    }
    if (is_start) return true;
    if (!go(search, node, dx, dy, error)) return false;
    for (int side = -1; side <= 1; side += 2) {
        int side_x = dx ? 0 : side, side_y = dy ? 0 : side;
        bool turns = is_open(walk, at.x + side_x, at.y + side_y) &&
                     !is_open(walk, at.x - dx + side_x, at.y - dy + side_y);
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
    uint64_t room = (uint64_t)search_cost(search, goal) / GAT_STRAIGHT_COST + 1, first = room;
    GatStep *list = arena_alloc(search->arena, room, sizeof *list);
    if (!list) return fail_memory(error, search->arena);
    for (uint32_t node = goal, previous; node != SEARCH_NONE; node = previous) {
        previous = search->nodes[node].previous;
        Spot at = walk->spots.items[node],
             to = walk->spots.items[previous == SEARCH_NONE ? node : previous];
        uint32_t cost = (uint32_t)search_cost(search, node);
        do {
            int east = to.x - at.x, north = to.y - at.y; /* a jump's straight steps come last */
            bool is_across = abs(east) >= abs(north), is_along = abs(north) >= abs(east);
            list[--first] = (GatStep){.tile_id = tile_of(walk->gat, at),
                                      .x = (uint32_t)at.x,
                                      .y = (uint32_t)at.y,
                                      .cost = cost};
            at.x += is_across ? COMPARE(east, 0) : 0;
            at.y += is_along ? COMPARE(north, 0) : 0;
            cost -= is_across && is_along ? GAT_DIAGONAL_COST : GAT_STRAIGHT_COST;
        } while (at.x != to.x || at.y != to.y);
    }
    list += first;
    for (uint64_t i = 0; i < room - first; i++) {
        uint64_t diagonal =
            (list[i].cost - GAT_STRAIGHT_COST * i) / (GAT_DIAGONAL_COST - GAT_STRAIGHT_COST);
        list[i].distance = (double)(i - diagonal) + sqrt(2) * (double)diagonal;
    }
    *steps = list;
    *step_count = room - first;
    return true;
}

bool gat_find_path(Gat *gat, uint64_t from, uint64_t to, Arena *scratch, const GatStep **steps,
                   uint64_t *step_count, Error *error) {
    GatStatus status;
    *step_count = 0;
    if (!gat_find_status(gat, from, to, &status, error)) return false;
    if (status != GAT_OK && status != GAT_SAME) return true;
    Walk walk = {.gat = gat, .goal = spot_of(gat, to)};
    Search search = {.arena = scratch, .expand = expand, .context = &walk};
    uint32_t start, goal;
    walk.numbers = arena_zeroed(scratch, gat->tile_count, sizeof *walk.numbers);
    if (!walk.numbers) return fail_memory(error, scratch);
    Arena *arena = &gat->document.arena;
    bool found;
    bool done = (gat->columns.bits || (make_lines(gat, false, &gat->rows, arena, error) &&
                                       make_lines(gat, true, &gat->columns, arena, error))) &&
                number_of(&search, spot_of(gat, from), &start, error) &&
                number_of(&search, walk.goal, &goal, error) &&
                search_run(&search, walk.spots.count, start, 0, goal, &found, error) &&
                (!found || list_steps(&search, goal, steps, step_count, error));
    search_free(&search);
    return done;
}
