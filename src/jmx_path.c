/*
** The shortest way between two cells of a region: A* over open cells. The way from a cell to the
** next leads from its centre over the middle of their common edge to the next centre, so that the
** straight distance to the goal's centre never overestimates what is left.
*/
#include "jmx.h"

#include <math.h>

#define INTERRUPT_STEPS 4096
#define NONE            UINT32_MAX

typedef struct Node {
    double distance; /* from the start; INFINITY: not reached */
    double estimate; /* the same, and the straight way to the goal */
    uint32_t edge;   /* over which it is reached */
    uint32_t before; /* the cell before it */
    uint32_t place;  /* in the heap, NONE: not there */
    bool done;
} Node;

/* The reached cells that aren't done: a binary heap by estimate. */
typedef struct Search {
    const Jmx *jmx;
    Node *nodes; /* one for each cell */
    uint32_t *heap;
    uint32_t heap_count;
    uint32_t goal;
} Search;

typedef struct Point {
    double x, z;
} Point;

static Point center(const Jmx *jmx, uint32_t cell) {
    const JmxCell *bounds = &jmx->cells[cell];
    return (Point){((double)bounds->min_x + (double)bounds->max_x) / 2,
                   ((double)bounds->min_z + (double)bounds->max_z) / 2};
}

static Point middle(const uint8_t *edge) {
    return (Point){((double)load_f32(edge) + (double)load_f32(edge + 8)) / 2,
                   ((double)load_f32(edge + 4) + (double)load_f32(edge + 12)) / 2};
}

static double distance(Point a, Point b) {
    double x = a.x - b.x, z = a.z - b.z;
    return sqrt(x * x + z * z);
}

/* ---- The heap ---------------------------------------------------------------------------------- */

/* Equal estimates go by cell, so that the answer is always the same. */
static bool is_nearer(const Search *search, uint32_t a, uint32_t b) {
    double left = search->nodes[a].estimate, right = search->nodes[b].estimate;
    return left < right || (!(right < left) && a < b);
}

static void put(Search *search, uint32_t place, uint32_t cell) {
    search->heap[place] = cell;
    search->nodes[cell].place = place;
}

static void rise(Search *search, uint32_t place) {
    uint32_t cell = search->heap[place];
    for (; place && is_nearer(search, cell, search->heap[(place - 1) / 2]);
         place = (place - 1) / 2) {
        put(search, place, search->heap[(place - 1) / 2]);
    }
    put(search, place, cell);
}

static uint32_t take_nearest(Search *search) {
    uint32_t nearest = search->heap[0], cell = search->heap[--search->heap_count], place = 0;
    search->nodes[nearest].place = NONE;
    if (!search->heap_count) return nearest;
    for (uint32_t child = 1; child < search->heap_count; child = 2 * place + 1) {
        if (child + 1 < search->heap_count &&
            is_nearer(search, search->heap[child + 1], search->heap[child])) {
            child++;
        }
        if (!is_nearer(search, search->heap[child], cell)) break;
        put(search, place, search->heap[child]);
        place = child;
    }
    put(search, place, cell);
    return nearest;
}

/* ---- The search -------------------------------------------------------------------------------- */

/* Reaches a cell on a way of this length, unless it is known to be nearer. */
static void reach(Search *search, uint32_t cell, uint32_t before, uint32_t edge, double length) {
    Node *node = &search->nodes[cell];
    if (node->done || !(length < node->distance)) return; /* NaN and INFINITY lead nowhere */
    double left = distance(center(search->jmx, cell), center(search->jmx, search->goal));
    node->distance = length;
    node->estimate = length + left;
    node->before = before;
    node->edge = edge;
    if (node->place == NONE) put(search, search->heap_count++, cell);
    rise(search, node->place);
}

/* Goes on from a cell over one of its edges, of which it is side `from`. */
static void cross(Search *search, uint32_t cell, uint32_t edge, unsigned from) {
    const Jmx *jmx = search->jmx;
    if (edge < jmx->global_edge_count) return;
    const uint8_t *record = jmx_edge(jmx, edge);
    uint8_t blocked = from ? JMX_BLOCKED_1_TO_0 : JMX_BLOCKED_0_TO_1;
    int32_t next = jmx_edge_cell(record, 1 - from);
    if (record[JMX_EDGE_FLAGS] & (blocked | JMX_SIEGE)) return;
    if (next < 0 || (uint64_t)next >= jmx->walkable_cells) return;
    Point over = middle(record);
    double length = distance(center(jmx, cell), over) +
                    distance(over, center(jmx, (uint32_t)next));
    reach(search, (uint32_t)next, cell, edge, search->nodes[cell].distance + length);
}

static void expand(Search *search, uint32_t cell) {
    for (unsigned side = 0; side < 2; side++) {
        const JmxOrder *order = &search->jmx->edges_by_cell[side];
        if (cell >= order->key_count) continue;
        for (uint32_t i = order->first[cell]; i < order->first[cell + 1]; i++) {
            cross(search, cell, order->rows[i], side);
        }
    }
}

/* True when the goal is reached. */
static bool run(Search *search, Arena *scratch, bool *interrupted) {
    for (uint64_t steps = 1; search->heap_count; steps++) {
        uint32_t cell = take_nearest(search);
        if (cell == search->goal) return true;
        search->nodes[cell].done = true;
        expand(search, cell);
        if (steps % INTERRUPT_STEPS == 0 && arena_interrupted(scratch)) {
            *interrupted = true;
            return false;
        }
    }
    return false;
}

/* ---- The answer -------------------------------------------------------------------------------- */

static bool list_steps(const Search *search, Arena *scratch, const JmxStep **steps,
                       uint64_t *step_count, Error *error) {
    const Jmx *jmx = search->jmx;
    uint64_t count = 0;
    for (uint32_t cell = search->goal; cell != NONE; cell = search->nodes[cell].before) count++;
    JmxStep *list = arena_alloc(scratch, count, sizeof *list);
    if (!list) return fail_memory(error, scratch);
    uint64_t at = count;
    for (uint32_t cell = search->goal; cell != NONE; cell = search->nodes[cell].before) {
        const Node *node = &search->nodes[cell];
        Point place = center(jmx, cell), over = {(double)NAN, (double)NAN};
        if (node->edge != NONE) over = middle(jmx_edge(jmx, node->edge));
        list[--at] = (JmxStep){.cell_id = cell,
                               .edge_id = node->edge,
                               .x = place.x,
                               .z = place.z,
                               .edge_x = over.x,
                               .edge_z = over.z,
                               .distance = node->distance};
    }
    *steps = list;
    *step_count = count;
    return true;
}

bool jmx_find_path(Jmx *jmx, uint32_t from, uint32_t to, Arena *scratch, const JmxStep **steps,
                   uint64_t *step_count, Error *error) {
    *step_count = 0;
    if (from >= jmx->walkable_cells || to >= jmx->walkable_cells) return true;
    if (!jmx_order_edges(&jmx->document, error)) return false;
    Search search = {.jmx = jmx, .goal = to};
    search.nodes = arena_alloc(scratch, jmx->cell_count, sizeof *search.nodes);
    search.heap = arena_alloc(scratch, jmx->cell_count, sizeof *search.heap);
    if (!search.nodes || !search.heap) return fail_memory(error, scratch);
    for (uint64_t cell = 0; cell < jmx->cell_count; cell++) {
        search.nodes[cell] = (Node){.distance = (double)INFINITY, .place = NONE};
    }
    reach(&search, from, NONE, NONE, 0);
    bool interrupted = false, found = run(&search, scratch, &interrupted);
    if (interrupted) return fail_interrupted(error);
    bool done = !found || list_steps(&search, scratch, steps, step_count, error);
    arena_release(scratch, search.heap);
    arena_release(scratch, search.nodes);
    return done;
}
