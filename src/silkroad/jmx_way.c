/* The shortest way through cells, of one region or over the borders of regions: A* with cells and
** border edges as nodes. A way leads from the centre of a cell over the middle of the common edge
** to the centre of the next cell, so that the straight distance to the goal never overestimates
** what is left. */
#include "silkroad/jmx_world.h"

#define NONE UINT32_MAX

/* A search for a way. Its points have the z of the world as their y. */
typedef struct Ways {
    JmxWorld world;       /* the first member */
    uint32_t start, goal; /* nodes */
    Point2 from, to;
} Ways;

static Point2 center(const JmxWorld *world, const JmxRegion *region, const Jmx *jmx,
                     uint32_t cell) {
    JmxBox box = jmx_cell_box(jmx, cell);
    return jmx_in_world(world, region->region_id, ((double)box.min_x + (double)box.max_x) / 2,
                        ((double)box.min_z + (double)box.max_z) / 2);
}

/* Returns the point at which a way passes through a cell: its centre, except in the first and last
** cell. */
static Point2 place_of(const Ways *ways, const JmxRegion *region, const Jmx *jmx, uint32_t cell) {
    uint32_t node = (uint32_t)(region->first_node + cell);
    if (node == ways->start) return ways->from;
    if (node == ways->goal) return ways->to;
    return center(&ways->world, region, jmx, cell);
}

static Point2 middle(const Ways *ways, const JmxRegion *region, const uint8_t *edge) {
    double x0 = (double)load_f32(edge + JMX_EDGE_X0), x1 = (double)load_f32(edge + JMX_EDGE_X1);
    double z0 = (double)load_f32(edge + JMX_EDGE_Z0), z1 = (double)load_f32(edge + JMX_EDGE_Z1);
    return jmx_in_world(&ways->world, region->region_id, (x0 + x1) / 2, (z0 + z1) / 2);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Within one region, of ways of equal length the one through the cell with the lower number comes
** first. */
static bool is_before(const Search *search UNUSED, SearchEntry a, SearchEntry b) {
    return a.rank < b.rank || (!(b.rank < a.rank) && a.node < b.node);
}

static void cross(JmxWorld *world, const JmxCrossing *crossing) {
    const Ways *ways = (const Ways *)world;
    Search *search = &world->search;
    Point2 over = middle(ways, crossing->edge_region, crossing->edge), beyond = over;
    double cost = search_cost(search, crossing->from);
    if (crossing->from_cell != NONE) {
        cost += point_distance(place_of(ways, crossing->region, crossing->jmx, crossing->from_cell),
                               over);
    }
    if (crossing->to_cell != NONE) {
        if (crossing->to_cell >= crossing->jmx->walkable_cells) return;
        beyond = place_of(ways, crossing->region, crossing->jmx, crossing->to_cell);
        cost += point_distance(over, beyond);
    }
    if (!search_is_better(search, crossing->to, cost)) return;
    search_reach(search, crossing->to, crossing->from, crossing->edge_id, cost,
                 point_distance(beyond, ways->to));
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
    *node = (uint32_t)(ways->world.regions.items[number].first_node + (uint64_t)cell);
    return true;
}

/* Makes a step at a place of a cell, with `cost` from the start. Its edge is filled in later. */
static JmxWayStep step_at(const Ways *ways, const JmxRegion *region, uint32_t node, Point2 place,
                          double cost) {
    Point2 corner = jmx_in_world(&ways->world, region->region_id, 0, 0);
    return (JmxWayStep){.file = region->file,
                        .region_id = region->region_id,
                        .cell_id = (uint32_t)(node - region->first_node),
                        .edge_id = NONE,
                        .edge_region_id = NONE,
                        .x = place.x - corner.x,
                        .z = place.y - corner.y,
                        .edge_x = (double)NAN,
                        .edge_z = (double)NAN,
                        .distance = cost};
}

/* Lists the cells on the way to the goal, from the last one back. Border edges aren't steps of
** their own. The region from which a step comes has its edge. */
static bool list_steps(Ways *ways, JmxWay *way, Error *error) {
    JmxWorld *world = &ways->world;
    const SearchNode *nodes = world->search.nodes;
    uint64_t room = search_length(&world->search, ways->goal), first = room;
    JmxWayStep *list = arena_alloc(world->arena, room, sizeof *list), *behind = NULL;
    uint32_t edge_id = NONE;
    if (!list) return fail_memory(error, world->arena);
    for (uint32_t node = ways->goal; node != SEARCH_NONE; node = nodes[node].previous) {
        const JmxRegion *region = jmx_world_region_of_node(world, node);
        const Jmx *jmx = jmx_world_open(world, region->region_id, error);
        if (!jmx) return error->kind == ERROR_NONE;
        if (behind) {
            Point2 over = middle(ways, region, jmx_edge(jmx, edge_id));
            Point2 corner = jmx_in_world(world, behind->region_id, 0, 0);
            behind->edge_id = edge_id;
            behind->edge_region_id = region->region_id;
            behind->edge_x = over.x - corner.x;
            behind->edge_z = over.y - corner.y;
        }
        uint32_t cell = (uint32_t)(node - region->first_node);
        behind = NULL;
        if (cell >= region->cells) continue;
        behind = &list[--first];
        *behind = step_at(ways, region, node, place_of(ways, region, jmx, cell), nodes[node].cost);
        edge_id = nodes[node].link;
    }
    *way = (JmxWay){"ok", NULL, list + first, room - first, nodes[ways->goal].cost, way->file};
    return true;
}

/* Makes the straight way within one cell. */
static bool list_straight(Ways *ways, JmxWay *way, Error *error) {
    const JmxRegion *region = jmx_world_region_of_node(&ways->world, ways->start);
    JmxWayStep *list = arena_alloc(ways->world.arena, 2, sizeof *list);
    if (!list) return fail_memory(error, ways->world.arena);
    double distance = point_distance(ways->from, ways->to);
    *way = (JmxWay){"same", NULL, list, 2, distance, way->file};
    list[0] = step_at(ways, region, ways->start, ways->from, 0);
    list[1] = step_at(ways, region, ways->goal, ways->to, distance);
    return true;
}

/* Searches for a way between the two nodes. Without one there are no steps. */
static bool search(Ways *ways, JmxWay *way, Error *error) {
    JmxWorld *world = &ways->world;
    bool found;
    world->cross = cross;
    world->search = (Search){.arena = world->arena,
                             .expand = jmx_world_expand,
                             .context = world,
                             .before = world->alone ? is_before : NULL};
    bool done = search_run(&world->search, world->node_count, ways->start,
                           point_distance(ways->from, ways->to), ways->goal, &found, error) &&
                (!found || list_steps(ways, way, error));
    search_free(&world->search);
    return done;
}

bool jmx_find_path(Jmx *jmx, uint32_t from, uint32_t to, Arena *scratch, JmxWay *way,
                   Error *error) {
    JmxRegion region = {.cells = (uint32_t)jmx->cells.count};
    Ways ways = {.world = {.alone = jmx,
                           .arena = scratch,
                           .regions.list = {&region, 1, 1},
                           .node_count = region.cells},
                 .start = from,
                 .goal = to,
                 .from = center(&ways.world, &region, jmx, from),
                 .to = center(&ways.world, &region, jmx, to)};
    *way = (JmxWay){0};
    if (from >= jmx->walkable_cells || to >= jmx->walkable_cells) return true;
    return jmx_order_edges(&jmx->document, error) && search(&ways, way, error);
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
    way->file = jmx_world_region_of_node(&ways.world, ways.start)->file;
    ways.from = jmx_in_world(&ways.world, from.region_id, from.x, from.z);
    ways.to = jmx_in_world(&ways.world, to.region_id, to.x, to.z);
    if (ways.start == ways.goal) return list_straight(&ways, way, error);
    way->status = "unreachable";
    return search(&ways, way, error);
}
