/*
** The shortest way over the borders of regions: A* with cells and border edges as nodes.
**
** Crossing a border takes two steps, onto the edge and into the cell behind it. So a region is
** opened only when an edge that leads into it is the nearest node that is left, that is, when the
** way to that edge plus the straight distance to the goal is shorter than the way that is found in
** the end. Without opening such a region, nobody could know that the way through it isn't shorter.
*/
#include "silkroad/jmx_world.h"
#include "core/search.h"

#include <math.h>

#define NONE UINT32_MAX

typedef struct Point {
    double x, z; /* coordinates of the world */
} Point;

typedef struct Ways {
    JmxWorld world;
    Search search;
    uint32_t start, goal; /* nodes */
    Point from, to;
} Ways;

static double distance(Point a, Point b) {
    double x = a.x - b.x, z = a.z - b.z;
    return sqrt(x * x + z * z);
}

static Point in_world(const JmxWorld *world, uint32_t region_id, double x, double z) {
    return (Point){jmx_world_x(world, region_id) + x, jmx_world_z(world, region_id) + z};
}

/* Returns the point at which a way passes through a cell: its centre, except in the first and last
** cell. */
static Point place_of(const Ways *ways, const JmxRegion *region, const Jmx *jmx, uint32_t cell) {
    uint32_t node = (uint32_t)(region->first_node + cell);
    if (node == ways->start) return ways->from;
    if (node == ways->goal) return ways->to;
    JmxBox box = jmx_cell_box(jmx, cell);
    return in_world(&ways->world, region->region_id, ((double)box.min_x + (double)box.max_x) / 2,
                    ((double)box.min_z + (double)box.max_z) / 2);
}

static Point middle(const Ways *ways, const JmxRegion *region, const uint8_t *edge) {
    double x0 = (double)load_f32(edge + JMX_EDGE_X0), x1 = (double)load_f32(edge + JMX_EDGE_X1);
    double z0 = (double)load_f32(edge + JMX_EDGE_Z0), z1 = (double)load_f32(edge + JMX_EDGE_Z1);
    return in_world(&ways->world, region->region_id, (x0 + x1) / 2, (z0 + z1) / 2);
}

/* ---- The search ------------------------------------------------------------------------------ */

static void reach(Ways *ways, uint32_t node, uint32_t previous, uint32_t edge, double cost,
                  Point place) {
    if (!search_is_better(&ways->search, node, cost)) return;
    search_reach(&ways->search, node, previous, edge, cost, distance(place, ways->to));
}

/* Goes from a cell over one of its edges, to the next cell or onto a border edge. `side` is the
** side of the edge on which the cell lies. */
static void cross(Ways *ways, const JmxRegion *region, const Jmx *jmx, uint32_t node, uint32_t edge,
                  unsigned side) {
    const uint8_t *record = jmx_edge(jmx, edge);
    bool is_border = edge < jmx->global_edge_count;
    if (jmx_is_wall(record) || (is_border && side)) return;
    uint32_t cell = (uint32_t)(node - region->first_node);
    int32_t next = jmx_edge_cell(record, 1 - side);
    Point over = middle(ways, region, record);
    double cost =
        search_cost(&ways->search, node) + distance(place_of(ways, region, jmx, cell), over);
    if (is_border) {
        reach(ways, (uint32_t)(region->first_node + region->cells + edge), node, edge, cost, over);
    } else if (next >= 0 && (uint64_t)next < jmx->walkable_cells) {
        Point beyond = place_of(ways, region, jmx, (uint32_t)next);
        reach(ways, (uint32_t)(region->first_node + (uint32_t)next), node, edge,
              cost + distance(over, beyond), beyond);
    }
}

static void leave_cell(Ways *ways, const JmxRegion *region, const Jmx *jmx, uint32_t node) {
    const Children *sides[] = {&jmx->edges_by_cell0, &jmx->edges_by_cell1};
    int64_t cell = (int64_t)(node - region->first_node);
    for (unsigned side = 0; side < LENGTH(sides); side++) {
        ChildRange range = children_of_range(sides[side], cell, cell);
        for (uint64_t i = range.first; i < range.end; i++) {
            cross(ways, region, jmx, node, (uint32_t)child_at(sides[side], i), side);
        }
    }
}

/* Goes from a border edge into the neighbour's cell. */
static bool enter_cell(Ways *ways, const JmxRegion *region, const Jmx *jmx, uint32_t node,
                       Error *error) {
    uint32_t number, edge = (uint32_t)(node - region->first_node) - region->cells;
    const uint8_t *record = jmx_edge(jmx, edge);
    int32_t cell = jmx_edge_cell(record, 1);
    uint16_t neighbor = load_u16(record + JMX_EDGE_REGION1);
    Point over = middle(ways, region, record);
    if (cell < 0 || neighbor == JMX_NO_REGION) return true;
    jmx = jmx_world_enter(&ways->world, neighbor, &number, error);
    if (!jmx) return error->kind == ERROR_NONE;
    if (!search_grow(&ways->search, ways->world.node_count, error)) return false;
    if ((uint64_t)cell >= jmx->walkable_cells) return true;
    region = jmx_world_region(&ways->world, number);
    Point beyond = place_of(ways, region, jmx, (uint32_t)cell);
    reach(ways, (uint32_t)(region->first_node + (uint32_t)cell), node, edge,
          search_cost(&ways->search, node) + distance(over, beyond), beyond);
    return true;
}

static bool expand(Search *search, uint32_t node, Error *error) {
    Ways *ways = search->context;
    const JmxRegion *region = jmx_world_region_of_node(&ways->world, node);
    const Jmx *jmx = jmx_world_open(&ways->world, region->region_id, error);
    if (!jmx) return error->kind == ERROR_NONE;
    if (node - region->first_node >= region->cells) {
        return enter_cell(ways, region, jmx, node, error);
    }
    leave_cell(ways, region, jmx, node);
    return true;
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* Finds the open cell at a place, as a node; NONE, with the status of the way, if there is none. */
static bool find_node(Ways *ways, JmxPlace *place, uint32_t *node, JmxWay *way, Error *error) {
    uint32_t number;
    *node = NONE;
    way->status = "off the world";
    if (!jmx_world_settle(&ways->world, place)) return true;
    const Jmx *jmx = jmx_world_enter(&ways->world, place->region_id, &number, error);
    if (!jmx) return error->kind == ERROR_NONE;
    int64_t cell = jmx_cell_at(jmx, place->x, place->z);
    if (cell < 0) return true;
    way->status = "blocked";
    if ((uint64_t)cell >= jmx->walkable_cells) return true;
    *node = (uint32_t)(jmx_world_region(&ways->world, number)->first_node + (uint64_t)cell);
    return true;
}

/* Fills in the edge over which the way enters a cell. */
static bool note_edge(Ways *ways, const SearchNode *node, JmxWayStep *step, Error *error) {
    const JmxRegion *left = jmx_world_region_of_node(&ways->world, node->previous);
    const Jmx *jmx = jmx_world_open(&ways->world, left->region_id, error);
    if (!jmx) return error->kind == ERROR_NONE;
    Point over = middle(ways, left, jmx_edge(jmx, node->link));
    step->edge_id = node->link;
    step->edge_region_id = left->region_id;
    step->edge_x = over.x - jmx_world_x(&ways->world, step->region_id);
    step->edge_z = over.z - jmx_world_z(&ways->world, step->region_id);
    return true;
}

/* Makes a step at a place of a cell, with `cost` from the start. Its edge is filled in later. */
static JmxWayStep step_at(const Ways *ways, const JmxRegion *region, uint32_t cell, Point place,
                          double cost) {
    return (JmxWayStep){.file = region->file,
                        .region_id = region->region_id,
                        .cell_id = cell,
                        .edge_id = NONE,
                        .edge_region_id = NONE,
                        .x = place.x - jmx_world_x(&ways->world, region->region_id),
                        .z = place.z - jmx_world_z(&ways->world, region->region_id),
                        .edge_x = (double)NAN,
                        .edge_z = (double)NAN,
                        .distance = cost};
}

static bool note_step(Ways *ways, uint32_t node, JmxWayStep *step, Error *error) {
    const SearchNode *reached = &ways->search.nodes[node];
    const JmxRegion *region = jmx_world_region_of_node(&ways->world, node);
    const Jmx *jmx = jmx_world_open(&ways->world, region->region_id, error);
    if (!jmx) return error->kind == ERROR_NONE;
    uint32_t cell = (uint32_t)(node - region->first_node);
    *step = step_at(ways, region, cell, place_of(ways, region, jmx, cell), reached->cost);
    return reached->previous == SEARCH_NONE || note_edge(ways, reached, step, error);
}

/* Lists the cells on the way to the goal. Border edges aren't steps of their own. */
static bool list_steps(Ways *ways, JmxWay *way, Error *error) {
    const SearchNode *nodes = ways->search.nodes;
    uint64_t at = 0;
    for (uint32_t node = ways->goal; node != SEARCH_NONE; node = nodes[node].previous) {
        const JmxRegion *region = jmx_world_region_of_node(&ways->world, node);
        at += node - region->first_node < region->cells;
    }
    JmxWayStep *list = arena_alloc(ways->world.arena, at, sizeof *list);
    if (!list) return fail_memory(error, ways->world.arena);
    way->status = "ok";
    way->steps = list;
    way->count = at;
    way->distance = nodes[ways->goal].cost;
    for (uint32_t node = ways->goal; node != SEARCH_NONE; node = nodes[node].previous) {
        const JmxRegion *region = jmx_world_region_of_node(&ways->world, node);
        if (node - region->first_node >= region->cells) continue;
        if (!note_step(ways, node, &list[--at], error)) return false;
    }
    return true;
}

/* Makes the straight way within one cell. */
static bool list_straight(Ways *ways, JmxWay *way, Error *error) {
    const JmxRegion *region = jmx_world_region_of_node(&ways->world, ways->start);
    JmxWayStep *list = arena_alloc(ways->world.arena, 2, sizeof *list);
    if (!list) return fail_memory(error, ways->world.arena);
    uint32_t cell = (uint32_t)(ways->start - region->first_node);
    way->status = "same";
    way->steps = list;
    way->count = 2;
    way->distance = distance(ways->from, ways->to);
    list[0] = step_at(ways, region, cell, ways->from, 0);
    list[1] = step_at(ways, region, cell, ways->to, way->distance);
    return true;
}

static bool find_way(Ways *ways, JmxWay *way, Error *error) {
    bool found;
    way->file = jmx_world_region_of_node(&ways->world, ways->start)->file;
    if (ways->start == ways->goal) return list_straight(ways, way, error);
    way->status = "unreachable";
    return search_grow(&ways->search, ways->world.node_count, error) &&
           search_run(&ways->search, ways->start, distance(ways->from, ways->to), ways->goal,
                      &found, error) &&
           (!found || list_steps(ways, way, error));
}

bool jmx_find_way(const FileSet *files, JmxPlace from, JmxPlace to, Arena *scratch, JmxWay *way,
                  Error *error) {
    Ways ways = {.start = NONE, .goal = NONE};
    *way = (JmxWay){.place = "from", .distance = (double)NAN, .file = NONE};
    if (!jmx_world_begin(&ways.world, files, from.region_id, scratch, error) ||
        !find_node(&ways, &from, &ways.start, way, error)) {
        return false;
    }
    if (ways.start == NONE) return true;
    way->place = "to";
    if (!find_node(&ways, &to, &ways.goal, way, error)) return false;
    if (ways.goal == NONE) return true;
    way->place = NULL;
    ways.from = in_world(&ways.world, from.region_id, from.x, from.z);
    ways.to = in_world(&ways.world, to.region_id, to.x, to.z);
    ways.search = (Search){.arena = scratch, .expand = expand, .context = &ways};
    bool done = find_way(&ways, way, error);
    search_free(&ways.search);
    return done;
}
