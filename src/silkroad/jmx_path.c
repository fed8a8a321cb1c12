/*
** The shortest way between two cells of a region, by A* over open cells.
**
** A way leads from the centre of a cell over the middle of the common edge to the centre of the
** next cell. So the straight distance to the goal's centre never overestimates what is left.
*/
#include "silkroad/jmx.h"
#include "core/search.h"

#include <math.h>

typedef struct Ways {
    const Jmx *jmx;
    uint32_t goal;
} Ways;

typedef struct Point {
    double x, z;
} Point;

static Point center(const Jmx *jmx, uint32_t cell) {
    JmxBox box = jmx_cell_box(jmx, cell);
    return (Point){((double)box.min_x + (double)box.max_x) / 2,
                   ((double)box.min_z + (double)box.max_z) / 2};
}

static Point middle(const uint8_t *edge) {
    double x0 = (double)load_f32(edge + JMX_EDGE_X0), x1 = (double)load_f32(edge + JMX_EDGE_X1);
    double z0 = (double)load_f32(edge + JMX_EDGE_Z0), z1 = (double)load_f32(edge + JMX_EDGE_Z1);
    return (Point){(x0 + x1) / 2, (z0 + z1) / 2};
}

static double distance(Point a, Point b) {
    double x = a.x - b.x, z = a.z - b.z;
    return sqrt(x * x + z * z);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Goes on from a cell over one of its edges; `from` is the side of the edge on which the cell
** lies. */
static void cross(Search *search, uint32_t cell, uint32_t edge, unsigned from) {
    const Ways *ways = search->context;
    const Jmx *jmx = ways->jmx;
    if (edge < jmx->global_edge_count) return;
    const uint8_t *record = jmx_edge(jmx, edge);
    int32_t next = jmx_edge_cell(record, 1 - from);
    if (jmx_is_wall(record)) return;
    if (next < 0 || (uint64_t)next >= jmx->walkable_cells) return;
    Point over = middle(record), beyond = center(jmx, (uint32_t)next);
    double length = distance(center(jmx, cell), over) + distance(over, beyond);
    double cost = search_cost(search, cell) + length;
    if (!search_is_better(search, (uint32_t)next, cost)) return;
    search_reach(search, (uint32_t)next, cell, edge, cost,
                 distance(beyond, center(jmx, ways->goal)));
}

/* Of ways of equal length, the one through the cell with the lower number comes first. */
static bool is_before(const Search *search, SearchEntry a, SearchEntry b) {
    (void)search;
    return a.rank < b.rank || (!(b.rank < a.rank) && a.node < b.node);
}

static bool expand(Search *search, uint32_t cell, Error *error) {
    const Jmx *jmx = ((const Ways *)search->context)->jmx;
    const Children *sides[] = {&jmx->edges_by_cell0, &jmx->edges_by_cell1};
    (void)error;
    for (unsigned side = 0; side < LENGTH(sides); side++) {
        ChildRange range = children_of_range(sides[side], cell, cell);
        for (uint64_t i = range.first; i < range.end; i++) {
            cross(search, cell, (uint32_t)child_at(sides[side], i), side);
        }
    }
    return true;
}

/* ---- The answer ------------------------------------------------------------------------------ */

static bool list_steps(const Search *search, const Ways *ways, const JmxStep **steps,
                       uint64_t *step_count, Error *error) {
    const Jmx *jmx = ways->jmx;
    uint64_t at = search_length(search, ways->goal);
    JmxStep *list = arena_alloc(search->arena, at, sizeof *list);
    if (!list) return fail_memory(error, search->arena);
    *steps = list;
    *step_count = at;
    for (uint32_t cell = ways->goal; cell != SEARCH_NONE; cell = search->nodes[cell].previous) {
        const SearchNode *node = &search->nodes[cell];
        Point place = center(jmx, cell), over = {(double)NAN, (double)NAN};
        if (node->link != SEARCH_NONE) over = middle(jmx_edge(jmx, node->link));
        list[--at] = (JmxStep){.cell_id = cell,
                               .edge_id = node->link,
                               .x = place.x,
                               .z = place.z,
                               .edge_x = over.x,
                               .edge_z = over.z,
                               .distance = node->cost};
    }
    return true;
}

bool jmx_find_path(Jmx *jmx, uint32_t from, uint32_t to, Arena *scratch, const JmxStep **steps,
                   uint64_t *step_count, Error *error) {
    *step_count = 0;
    if (from >= jmx->walkable_cells || to >= jmx->walkable_cells) return true;
    if (!jmx_order_edges(&jmx->document, error)) return false;
    Ways ways = {jmx, to};
    Search search = {.arena = scratch, .expand = expand, .context = &ways, .before = is_before};
    double left = distance(center(jmx, from), center(jmx, to));
    bool found, done = search_grow(&search, jmx->cells.count, error) &&
                       search_run(&search, from, left, to, &found, error) &&
                       (!found || list_steps(&search, &ways, steps, step_count, error));
    search_free(&search);
    return done;
}
