/* Walking over maps, the nearest tiles first; gat.h says which steps there are and what they cost.
** Tiles wait in the list of their cost modulo the lists' number: what waits differs by one step at
** most, so that a list holds tiles of one cost. */
#pragma once

#include "ragnarok/gat.h"

enum { GAT_WAYS = 8, GAT_STRAIGHT_WAYS = 4, GAT_ARRIVED = 8, GAT_LISTS = 16 };

/* What is known of a tile: its kind, how far the walk has come, and, once its cost is final, the
** step by which one comes there (or GAT_ARRIVED), else its cost modulo 16. */
enum {
    GAT_TILE_OPEN = 0x40,
    GAT_TILE_MARKED = 0x80, /* open, too, and the walk's owner has marked it */
    GAT_TILE_KIND = 0xC0,   /* neither: nobody can enter it */
    GAT_TILE_WAITS = 0x10,
    GAT_TILE_DONE = 0x20,
    GAT_TILE_LOW = 0x0F,
};

/* A map. Its tiles are numbered with a margin around them that nobody can enter: a row before the
** first, a row behind the last, and a column before the first, which is that behind the last. */
typedef struct GatGrid {
    uint32_t width, height;
    uint32_t tile_count; /* with the margin */
    /* By how much each step raises the number of a tile. The first four lead straight ahead; way w
    ** of the others is the sum of w % 2 and w / 2. */
    int32_t steps[GAT_WAYS];
    uint8_t *tiles; /* NULL: there is no map */
} GatGrid;

typedef struct GatMove {
    GatGrid *grid;
    uint32_t tile, way;
} GatMove;

/* Set up with an arena and look(), else zeroed. */
typedef struct GatWalk {
    Arena *arena;
    /* Takes each tile when its cost is final: walk->cost. It may leave it, and reach others. */
    bool (*look)(struct GatWalk *walk, GatMove move, Error *error);
    bool is_over; /* look() has found what it looks for */
    uint64_t cost;
    List waiting[GAT_LISTS];
    uint64_t wait_count, steps;
} GatWalk;

/* Makes the grid of a map whose types are bytes, or words of a GAT's tiles if `stride` isn't 1. */
bool gat_grid_make(GatGrid *grid, RoLayout layout, const uint8_t *types, size_t stride,
                   Arena *arena, Error *error);
/* Steps onto a tile at a cost from that of the walk on, less than GAT_LISTS above it. */
bool gat_walk_reach(GatWalk *walk, GatMove move, uint64_t cost, Error *error);
/* Steps from a tile to all sides. */
bool gat_walk_leave(GatWalk *walk, GatGrid *grid, uint32_t tile, Error *error);
/* Goes on until the walk is over or no tile waits. */
bool gat_walk_run(GatWalk *walk, Error *error);

static inline uint32_t gat_grid_tile(const GatGrid *grid, int64_t x, int64_t y) {
    return (uint32_t)((y + 1) * ((int64_t)grid->width + 1) + x + 1);
}
static inline uint32_t gat_grid_x(const GatGrid *grid, uint32_t tile) {
    return tile % (grid->width + 1) - 1;
}
static inline uint32_t gat_grid_y(const GatGrid *grid, uint32_t tile) {
    return tile / (grid->width + 1) - 1;
}
static inline bool gat_grid_has(const GatGrid *grid, int64_t x, int64_t y) {
    return x >= 0 && x < grid->width && y >= 0 && y < grid->height;
}
static inline uint32_t gat_way_cost(unsigned way) {
    return way < GAT_STRAIGHT_WAYS ? GAT_STRAIGHT_COST : GAT_DIAGONAL_COST;
}
