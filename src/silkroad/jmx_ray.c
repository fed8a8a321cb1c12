/* A straight walk over the cells of a world.
**
** All edges are vertical or horizontal on the map, so a point of the line is stored as the x or z
** at which the line crosses such an edge. Two points are compared exactly: the x of one and the z
** of the other make a corner, and the side of the line on which this corner lies decides (exact.h).
** The search visits cells and border edges in the order in which the walk reaches them. The walk
** can use an edge if it doesn't meet it before it enters the cell. */
#include "core/exact.h"
#include "silkroad/jmx_world.h"

#define NONE UINT32_MAX

/* A point of the line: the point whose x or z (y of a Point2) is `coordinate`. */
typedef enum Axis { AT_X, AT_Z } Axis;
typedef struct At {
    Axis axis;
    double coordinate;
} At;

typedef struct Span {
    At low, high;
} Span;

/* A box in the world, with its corners in order. An edge is a box without width or depth. */
typedef struct Box {
    double min_x, min_z, max_x, max_z;
} Box;

typedef struct Walk {
    JmxWorld world; /* the first member; a node's cost is where it is reached, its link the axis */
    Line line;
    int east, north; /* the direction of the line: -1, 0 or 1 */
    At start, end;
} Walk;

/* ---- Points of the line ---------------------------------------------------------------------- */

/* Returns a negative number if the walk reaches `a` first. A line that doesn't move along an axis
** has no points by it. */
static int compare(const Walk *walk, At a, At b) {
    if (a.axis == b.axis) {
        int direction = a.axis == AT_X ? walk->east : walk->north;
        return COMPARE(a.coordinate, b.coordinate) * direction;
    }
    if (a.axis == AT_Z) return -compare(walk, b, a);
    Point2 corner = {a.coordinate, b.coordinate};
    return -line_side(&walk->line, corner) * walk->east * walk->north;
}

/* Cuts a span to the part where one coordinate of the line is from `low` to `high`. Returns false
** if nothing is left. */
static bool cut(const Walk *walk, Axis axis, double low, double high, Span *span) {
    int direction = axis == AT_X ? walk->east : walk->north;
    double fixed = axis == AT_X ? walk->line.from.x : walk->line.from.y;
    if (!direction) return fixed >= low && fixed <= high;
    At first = {axis, direction > 0 ? low : high}, last = {axis, direction > 0 ? high : low};
    if (compare(walk, first, span->low) > 0) span->low = first;
    if (compare(walk, last, span->high) < 0) span->high = last;
    return compare(walk, span->low, span->high) <= 0;
}

/* Returns the part of the line within a box; false if there is none. */
static bool meet(const Walk *walk, Box box, Span *span) {
    *span = (Span){walk->start, walk->end};
    if (!exact_coordinate(&box.min_x) || !exact_coordinate(&box.min_z) ||
        !exact_coordinate(&box.max_x) || !exact_coordinate(&box.max_z)) {
        return false;
    }
    return cut(walk, AT_X, box.min_x, box.max_x, span) &&
           cut(walk, AT_Z, box.min_z, box.max_z, span);
}

static Box in_world(const Walk *walk, const JmxRegion *region, float x0, float z0, float x1,
                    float z1) {
    Point2 corner = jmx_in_world(&walk->world, region->region_id, 0, 0);
    return (Box){corner.x + (double)fminf(x0, x1), corner.y + (double)fminf(z0, z1),
                 corner.x + (double)fmaxf(x0, x1), corner.y + (double)fmaxf(z0, z1)};
}

static bool meet_edge(const Walk *walk, const JmxRegion *region, const uint8_t *edge, Span *span) {
    return meet(walk,
                in_world(walk, region, load_f32(edge + JMX_EDGE_X0), load_f32(edge + JMX_EDGE_Z0),
                         load_f32(edge + JMX_EDGE_X1), load_f32(edge + JMX_EDGE_Z1)),
                span);
}

static bool meet_cell(const Walk *walk, const JmxRegion *region, const Jmx *jmx, uint32_t cell,
                      Span *span) {
    JmxBox box = jmx_cell_box(jmx, cell);
    return meet(walk, in_world(walk, region, box.min_x, box.min_z, box.max_x, box.max_z), span);
}

/* ---- The walk -------------------------------------------------------------------------------- */

/* Returns where the walk reaches a node. */
static At arrival(const Walk *walk, uint32_t node) {
    const SearchNode *reached = &walk->world.search.nodes[node];
    if (reached->link == SEARCH_NONE) return walk->start;
    return (At){(Axis)reached->link, reached->cost};
}

static bool is_before(const Search *search, SearchEntry a, SearchEntry b) {
    const Walk *walk = search->context;
    return compare(walk, arrival(walk, a.node), arrival(walk, b.node)) < 0;
}

/* The walk can cross an edge that it meets in the cell, that is, not before it enters the cell. */
static void cross(JmxWorld *world, const JmxCrossing *crossing) {
    Walk *walk = (Walk *)world;
    uint32_t place = world->search.nodes[crossing->to].place;
    At at = arrival(walk, crossing->from);
    Span span;
    if (place == SEARCH_DONE || !meet_edge(walk, crossing->edge_region, crossing->edge, &span) ||
        compare(walk, span.high, at) < 0) {
        return;
    }
    if (compare(walk, span.low, at) > 0) at = span.low;
    if (place && compare(walk, at, arrival(walk, crossing->to)) >= 0) return;
    if (crossing->to_cell != NONE &&
        !meet_cell(walk, crossing->region, crossing->jmx, crossing->to_cell, &span)) {
        return;
    }
    search_reach(&world->search, crossing->to, crossing->from, (uint32_t)at.axis, at.coordinate, 0);
}

/* ---- Where it ends --------------------------------------------------------------------------- */

/* The cells that the walk reaches at its farthest point. */
typedef struct Farthest {
    At at;
    List cells; /* uint64_t: region id, then cell */
} Farthest;

static bool note_cell(Walk *walk, Farthest *farthest, uint32_t region_id, uint32_t cell, At high,
                      Error *error) {
    int order = farthest->cells.count ? compare(walk, high, farthest->at) : 1;
    if (order < 0) return true;
    if (order > 0) farthest->cells.count = 0;
    farthest->at = high;
    const uint64_t place = (uint64_t)region_id << 32 | cell;
    return list_push(walk->world.arena, &farthest->cells, &place, sizeof place, error);
}

static bool note_region(Walk *walk, Farthest *farthest, const JmxRegion *region, Error *error) {
    const Jmx *jmx = jmx_world_open(&walk->world, region->region_id, error);
    Span span;
    if (!jmx) return error->kind == ERROR_NONE;
    for (uint32_t cell = 0; cell < region->cells; cell++) {
        if (walk->world.search.nodes[region->first_node + cell].place != SEARCH_DONE) continue;
        if (!meet_cell(walk, region, jmx, cell, &span)) continue;
        if (!note_cell(walk, farthest, region->region_id, cell, span.high, error)) return false;
    }
    return true;
}

/* Lists the cells that the walk reaches last, sorted by region and cell. */
static bool find_farthest(Walk *walk, Farthest *farthest, Error *error) {
    Arena *arena = walk->world.arena;
    for (uint64_t i = 0; i < walk->world.regions.count; i++) {
        if (!note_region(walk, farthest, &walk->world.regions.items[i], error)) return false;
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    uint64_t *spare = arena_alloc(arena, farthest->cells.count, sizeof *spare);
    if (!spare) return fail_memory(error, arena);
    sort_numbers(farthest->cells.items, farthest->cells.count, spare);
    arena_release(arena, spare);
    return true;
}

/* Checks whether the walk ends at this edge. It doesn't end where the edge leads on. */
static bool check_edge(Walk *walk, const JmxRegion *region, uint32_t number, At end, JmxRay *ray,
                       Error *error) {
    const Jmx *jmx = jmx_world_open(&walk->world, region->region_id, error), *beyond;
    if (!jmx) return error->kind == ERROR_NONE;
    const uint8_t *edge = jmx_edge(jmx, number);
    bool is_wall = jmx_is_wall(edge), is_border = number < jmx->global_edge_count, leaves = false;
    uint32_t neighbor, cell;
    Span span;
    if (!meet_edge(walk, region, edge, &span) || compare(walk, span.low, end) > 0 ||
        compare(walk, span.high, end) < 0) {
        return true;
    }
    if (!is_wall && !is_border) {
        for (unsigned side = 0; side < 2; side++) {
            int32_t named = jmx_edge_cell(edge, side);
            if (named < 0 || (uint32_t)named >= region->cells) ray->edge_id = number;
        }
    } else if (!is_wall) {
        if (!jmx_world_open_beyond(&walk->world, edge, &beyond, &neighbor, &cell, error)) {
            return false;
        }
        if (!beyond) ray->edge_id = number;
        leaves = neighbor == NONE && load_u16(edge + JMX_EDGE_REGION1) != JMX_NO_REGION;
    } else {
        ray->edge_id = number;
    }
    if (ray->edge_id == NONE) return true;
    ray->kind = leaves ? JMX_RAY_LEAVES : JMX_RAY_BLOCKED;
    return true;
}

/* Returns a cell's next edge, in order of their numbers; NONE: there are no more. A border edge
** belongs only to the cell on its side 0. */
static uint32_t next_edge(const Jmx *jmx, ChildRange *side0, ChildRange *side1) {
    const Children *first = &jmx->edges_by_cell0, *second = &jmx->edges_by_cell1;
    while (side1->first < side1->end && child_at(second, side1->first) < jmx->global_edge_count) {
        side1->first++;
    }
    uint64_t one = side0->first < side0->end ? child_at(first, side0->first) : NONE;
    uint64_t other = side1->first < side1->end ? child_at(second, side1->first) : NONE;
    if (one <= other) side0->first++;
    else side1->first++;
    return (uint32_t)(one < other ? one : other);
}

/* Finds the lowest of a cell's edges that ends the walk, if there is one. */
static bool check_cell(Walk *walk, const JmxRegion *region, uint32_t cell, At end, JmxRay *ray,
                       Error *error) {
    const Jmx *jmx = jmx_world_open(&walk->world, region->region_id, error);
    if (!jmx) return error->kind == ERROR_NONE;
    ChildRange side0 = children_of_range(&jmx->edges_by_cell0, cell, cell);
    ChildRange side1 = children_of_range(&jmx->edges_by_cell1, cell, cell);
    while (ray->edge_id == NONE) {
        uint32_t edge = next_edge(jmx, &side0, &side1);
        if (edge == NONE) return true;
        if (arena_interrupted(walk->world.arena)) return fail_interrupted(error);
        if (!check_edge(walk, region, edge, end, ray, error)) return false;
        jmx = jmx_world_open(&walk->world, region->region_id, error); /* check_edge() opens files */
        if (!jmx) return error->kind == ERROR_NONE;
    }
    return true;
}

/* Finds the lowest cell with an edge that ends the walk; if no cell has one, the lowest cell of
** all. */
static bool find_end(Walk *walk, const Farthest *farthest, JmxRay *ray, Error *error) {
    const uint64_t *cells = farthest->cells.items;
    ray->region_id = (uint32_t)(cells[0] >> 32);
    ray->cell_id = (uint32_t)cells[0];
    ray->kind = JMX_RAY_CLEAR;
    if (compare(walk, farthest->at, walk->end) == 0) return true;
    ray->kind = JMX_RAY_NO_EDGE;
    for (uint64_t i = 0; i < farthest->cells.count && ray->edge_id == NONE; i++) {
        uint32_t region_id = (uint32_t)(cells[i] >> 32), cell = (uint32_t)cells[i];
        const JmxRegion *region = &walk->world.regions.items[walk->world.number_of[region_id] - 1];
        if (!check_cell(walk, region, cell, farthest->at, ray, error)) return false;
        if (ray->edge_id == NONE) continue;
        ray->region_id = region_id;
        ray->cell_id = cell;
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void place_end(const Walk *walk, At at, JmxRay *ray) {
    Point2 from = walk->line.from, to = walk->line.to;
    double x = to.x - from.x, z = to.y - from.y;
    double gone = at.coordinate - (at.axis == AT_X ? from.x : from.y);
    double fraction = gone == 0 ? 0 : gone / (at.axis == AT_X ? x : z);
    ray->file = walk->world.file_of[ray->region_id] - 1;
    Point2 corner = jmx_in_world(&walk->world, ray->region_id, 0, 0);
    ray->x = from.x + fraction * x - corner.x;
    ray->z = from.y + fraction * z - corner.y;
    ray->distance = fraction * hypot(x, z);
}

static bool run(Walk *walk, uint32_t start, JmxRay *ray, Error *error) {
    Farthest farthest = {.cells = {0}};
    bool found;
    if (!search_run(&walk->world.search, walk->world.node_count, start, 0, SEARCH_NONE, &found,
                    error) ||
        !find_farthest(walk, &farthest, error)) {
        return false;
    }
    if (!farthest.cells.count) { /* the walk stays: the tile's cell doesn't reach this far */
        ray->kind = JMX_RAY_NO_EDGE;
        place_end(walk, walk->start, ray);
        return true;
    }
    if (!find_end(walk, &farthest, ray, error)) return false;
    place_end(walk, farthest.at, ray);
    return true;
}

/* Makes the line, in coordinates of the world. */
static bool set_line(Walk *walk, JmxPlace from, JmxPlace to, Error *error) {
    JmxWorld *world = &walk->world;
    bool old = false;
    if (jmx_is_dungeon(to.region_id)) {
        return fail(
            error, ERROR_ARGUMENT,
            "the end of the ray is in region %u, a dungeon, which has no place in the world",
            to.region_id);
    }
    if (!jmx_world_is_old(world, to.region_id, &old, error)) return false;
    JmxSector sector = jmx_sector(to.region_id, old);
    walk->line.from = jmx_in_world(world, from.region_id, from.x, from.z);
    walk->line.to = (Point2){(double)sector.x * JMX_REGION_UNITS + to.x,
                             (double)sector.z * JMX_REGION_UNITS + to.z};
    if (!exact_place(&walk->line.from) || !exact_place(&walk->line.to)) {
        return fail(error, ERROR_ARGUMENT, "the end of the ray isn't a place");
    }
    walk->east = COMPARE(walk->line.to.x, walk->line.from.x);
    walk->north = COMPARE(walk->line.to.y, walk->line.from.y);
    Axis axis = walk->east ? AT_X : AT_Z;
    walk->start = (At){axis, axis == AT_X ? walk->line.from.x : walk->line.from.y};
    walk->end = (At){axis, axis == AT_X ? walk->line.to.x : walk->line.to.y};
    return true;
}

static bool cast(Walk *walk, JmxPlace from, JmxPlace to, JmxRay *ray, Error *error) {
    uint32_t number;
    if (!jmx_world_settle(&walk->world, &from)) return true;
    const Jmx *jmx = jmx_world_enter(&walk->world, from.region_id, &number, error);
    if (!jmx) return error->kind == ERROR_NONE;
    int64_t cell = jmx_cell_at(jmx, from.x, from.z);
    bool is_open = cell >= 0 && (uint64_t)cell < jmx->walkable_cells;
    if (cell < 0) return true;
    if (!set_line(walk, from, to, error)) return false;
    const JmxRegion *region = &walk->world.regions.items[number];
    ray->region_id = region->region_id;
    ray->cell_id = (uint32_t)cell;
    if (!is_open) {
        ray->kind = JMX_RAY_INSIDE;
        place_end(walk, walk->start, ray);
        return true;
    }
    walk->world.cross = cross;
    walk->world.search = (Search){.arena = walk->world.arena,
                                  .expand = jmx_world_expand,
                                  .context = walk,
                                  .before = is_before};
    bool done = run(walk, (uint32_t)(region->first_node + (uint32_t)cell), ray, error);
    search_free(&walk->world.search);
    return done;
}

bool jmx_cast_ray(const FileSet *files, JmxPlace from, JmxPlace to, Arena *scratch, JmxRay *ray,
                  Error *error) {
    static const char *const names[] = {
        [JMX_RAY_OFF] = "off the world",
        [JMX_RAY_INSIDE] = "blocked at start",
        [JMX_RAY_CLEAR] = "clear",
        [JMX_RAY_BLOCKED] = "blocked",
        [JMX_RAY_LEAVES] = "leaves the files",
        [JMX_RAY_NO_EDGE] = "no edge",
    };
    Walk walk = {.start = {AT_X, 0}};
    *ray = (JmxRay){.kind = JMX_RAY_OFF,
                    .file = NO_FILE,
                    .region_id = NONE,
                    .cell_id = NONE,
                    .edge_id = NONE,
                    .x = (double)NAN,
                    .z = (double)NAN,
                    .distance = (double)NAN};
    bool done = jmx_world_begin(&walk.world, files, from.region_id, scratch, error) &&
                cast(&walk, from, to, ray, error);
    ray->status = names[ray->kind];
    return done;
}
