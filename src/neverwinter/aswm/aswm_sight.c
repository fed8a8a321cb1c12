/* Walks straight over a walkmesh, with exact decisions: see aswm_sight.h. */
#include "neverwinter/aswm/aswm_place.h"
#include "neverwinter/aswm/aswm_sight.h"
#include "core/exact.h"
#include "core/search.h"

#include <math.h>

const char *const aswm_sight_names[] = {
    [ASWM_SIGHT_CLEAR] = "clear",
    [ASWM_SIGHT_BLOCKED] = "blocked",
    [ASWM_SIGHT_OFF_MESH] = "off mesh",
    [ASWM_SIGHT_NOT_WALKABLE] = "not walkable",
};

/* A triangle that the walk reached, and where it reached it. */
typedef struct Arrival {
    LinePoint at;
    uint32_t triangle;
} Arrival;

typedef struct Walk {
    const Aswm *mesh;
    Line line;
    LinePoint start, end;
    uint8_t *done;      /* a bit for each triangle */
    List arrivals;      /* Arrival: the nodes of the search */
    LinePoint farthest; /* the farthest point that the walk reached */
    Arena *arena;
} Walk;

/* ---- What a line and a part of the mesh share ------------------------------------------------ */

/* A piece of the line with both its ends. */
typedef struct Span {
    LinePoint first, last;
} Span;

static int compare(const Walk *walk, const LinePoint *a, const LinePoint *b) {
    return line_compare(&walk->line, a, b);
}

static void extend(const Walk *walk, Span *span, bool *begun, LinePoint point) {
    if (!*begun || compare(walk, &point, &span->first) < 0) span->first = point;
    if (!*begun || compare(walk, &point, &span->last) > 0) span->last = point;
    *begun = true;
}

/* Intersects the walk with a polygon of two or three corners, edges included. Returns false if they
** share nothing. */
static bool span_of(const Walk *walk, const Point2 *corners, int count, Span *span) {
    int sides[3];
    bool begun = false;
    for (int i = 0; i < count; i++) sides[i] = line_side(&walk->line, corners[i]);
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        if (sides[i] == 0) {
            extend(walk, span, &begun, line_at(&walk->line, corners[i]));
        } else if (sides[i] * sides[next] < 0) {
            extend(walk, span, &begun, line_crossing(&walk->line, corners[i], corners[next]));
        }
    }
    if (!begun || compare(walk, &span->last, &walk->start) < 0 ||
        compare(walk, &span->first, &walk->end) > 0) {
        return false;
    }
    if (compare(walk, &span->first, &walk->start) < 0) span->first = walk->start;
    if (compare(walk, &span->last, &walk->end) > 0) span->last = walk->end;
    return true;
}

static bool vertex_point(const Aswm *mesh, uint32_t vertex, Point2 *point) {
    if (vertex >= mesh->vertex_count) return false;
    const uint8_t *at = aswm_vertex(mesh, vertex);
    *point = (Point2){(double)load_f32(at), (double)load_f32(at + 4)};
    return isfinite(point->x) && isfinite(point->y);
}

static bool span_of_vertices(const Walk *walk, const uint8_t *vertices, int count, Span *span) {
    Point2 corners[3];
    for (int i = 0; i < count; i++) {
        if (!vertex_point(walk->mesh, load_u32(vertices + 4 * i), &corners[i])) return false;
    }
    return span_of(walk, corners, count, span);
}

static bool span_of_triangle(const Walk *walk, uint32_t triangle, Span *span) {
    return span_of_vertices(walk, aswm_triangle(walk->mesh, triangle), 3, span);
}

static bool span_of_edge(const Walk *walk, uint32_t edge, Span *span) {
    return edge < walk->mesh->edge_count &&
           span_of_vertices(walk, aswm_edge(walk->mesh, edge), 2, span);
}

/* ---- Walking --------------------------------------------------------------------------------- */

static const Arrival *arrival_of(const Walk *walk, uint32_t node) {
    return (const Arrival *)walk->arrivals.items + node;
}

static bool is_before(const Search *search, SearchEntry a, SearchEntry b) {
    const Walk *walk = search->context;
    return compare(walk, &arrival_of(walk, a.node)->at, &arrival_of(walk, b.node)->at) < 0;
}

/* Makes a node of an arrival. A triangle may have several: the mesh is much larger than what a walk
** comes to, so its triangles aren't the nodes. */
static bool add_arrival(Search *search, uint32_t triangle, LinePoint at, Error *error) {
    Walk *walk = search->context;
    Arrival *added = list_add(walk->arena, &walk->arrivals, sizeof *added);
    if (!added) return fail_memory(error, walk->arena);
    *added = (Arrival){at, triangle};
    return search_grow(search, walk->arrivals.capacity, error);
}

static bool is_done(const Walk *walk, uint32_t triangle) {
    return walk->done[triangle / 8] >> triangle % 8 & 1;
}

/* Returns the walkable triangle on the far side of an edge, or ASWM_NONE. */
static uint32_t walkable_neighbor(const Aswm *mesh, uint32_t triangle, unsigned side) {
    uint32_t next = aswm_neighbor(mesh, triangle, side);
    return next < mesh->triangle_count && aswm_walkable(mesh, next) ? next : ASWM_NONE;
}

static uint32_t edge_of(const Aswm *mesh, uint32_t triangle, unsigned side) {
    return load_u32(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_EDGES + 4 * side);
}

/* Follows the line through a triangle, updates the farthest point, and reaches the neighbours. */
static bool expand(Search *search, uint32_t node, Error *error) {
    Walk *walk = search->context;
    const LinePoint at = arrival_of(walk, node)->at;
    uint32_t triangle = arrival_of(walk, node)->triangle;
    Span span, edge, beyond;
    if (is_done(walk, triangle)) return true;
    walk->done[triangle / 8] |= (uint8_t)(1 << triangle % 8);
    if (!span_of_triangle(walk, triangle, &span)) return true;
    if (compare(walk, &span.last, &walk->farthest) > 0) walk->farthest = span.last;
    for (unsigned side = 0; side < 3; side++) {
        uint32_t next = walkable_neighbor(walk->mesh, triangle, side);
        if (next == ASWM_NONE || is_done(walk, next) ||
            !span_of_edge(walk, edge_of(walk->mesh, triangle, side), &edge) ||
            compare(walk, &edge.last, &at) < 0 || !span_of_triangle(walk, next, &beyond)) {
            continue;
        }
        bool earlier = compare(walk, &edge.first, &at) < 0;
        if (!add_arrival(search, next, earlier ? at : edge.first, error)) return false;
        search_reach(search, (uint32_t)walk->arrivals.count - 1, node, SEARCH_NONE, 0, 0);
    }
    return true;
}

static bool walk_on(Walk *walk, uint32_t triangle, Error *error) {
    Search search = {.arena = walk->arena, .expand = expand, .context = walk, .before = is_before};
    bool found, done = add_arrival(&search, triangle, walk->start, error) &&
                       search_run(&search, 0, 0, SEARCH_NONE, &found, error);
    search_free(&search);
    arena_release(walk->arena, walk->arrivals.items);
    return done;
}

/* ---- Where it begins ------------------------------------------------------------------------- */

static bool begins_on(const Walk *walk, uint32_t triangle) {
    Span span;
    return aswm_walkable(walk->mesh, triangle) && span_of_triangle(walk, triangle, &span) &&
           compare(walk, &span.first, &walk->start) == 0;
}

#define STEP_IN 4e-6 /* metres: four times the tolerance of look-ups */

/* Begins the walk a step within a triangle that contains the start but for rounding. */
static bool step_into(Walk *walk, uint32_t triangle) {
    Point2 *from = &walk->line.from, center = {0, 0};
    for (unsigned corner = 0; corner < 3; corner++) {
        Point2 at;
        if (!vertex_point(walk->mesh, load_u32(aswm_triangle(walk->mesh, triangle) + 4 * corner),
                          &at)) {
            return false;
        }
        center.x += at.x / 3, center.y += at.y / 3;
    }
    double distance = hypot(center.x - from->x, center.y - from->y);
    double part = distance > STEP_IN ? STEP_IN / distance : 1;
    from->x += part * (center.x - from->x), from->y += part * (center.y - from->y);
    exact_coordinate(&from->x), exact_coordinate(&from->y);
    walk->start = walk->farthest = line_at(&walk->line, walk->line.from);
    walk->end = line_at(&walk->line, walk->line.to);
    return begins_on(walk, triangle);
}

/* Finds the triangle at the start. If it contains the start only within the tolerance of look-ups,
** the first walkable triangle that contains it exactly is preferred. */
static bool find_start(Walk *walk, AswmSight *sight, Error *error) {
    const Aswm *mesh = walk->mesh;
    Point2 start = walk->line.from;
    List found = {0};
    sight->triangle = aswm_standing_at(mesh, start.x, start.y);
    sight->status = ASWM_SIGHT_OFF_MESH;
    if (sight->triangle == ASWM_NONE) return true;
    sight->status = ASWM_SIGHT_NOT_WALKABLE;
    if (!aswm_walkable(mesh, sight->triangle)) return true;
    sight->status = ASWM_SIGHT_CLEAR;
    bool stands = start.x == walk->line.to.x && start.y == walk->line.to.y;
    if (stands || begins_on(walk, sight->triangle)) return true;
    if (!aswm_triangles_at(mesh, start.x, start.y, walk->arena, &found, error)) return false;
    uint64_t i = 0;
    const uint32_t *triangles = found.items;
    while (i < found.count && !begins_on(walk, triangles[i])) i++;
    if (i < found.count) sight->triangle = triangles[i];
    else if (!step_into(walk, sight->triangle)) sight->status = ASWM_SIGHT_OFF_MESH;
    arena_release(walk->arena, found.items);
    return true;
}

/* ---- Where it ends --------------------------------------------------------------------------- */

/* Returns the edge of a triangle that goes through the farthest point and leads nowhere. */
static uint32_t blocking_edge(const Walk *walk, uint32_t triangle) {
    Span span;
    for (unsigned side = 0; side < 3; side++) {
        uint32_t edge = edge_of(walk->mesh, triangle, side);
        if (walkable_neighbor(walk->mesh, triangle, side) == ASWM_NONE &&
            span_of_edge(walk, edge, &span) && compare(walk, &span.first, &walk->farthest) <= 0 &&
            compare(walk, &span.last, &walk->farthest) >= 0) {
            return edge;
        }
    }
    return ASWM_NONE;
}

/* Finds where the walk ends: the first triangle that leads to the farthest point. If the walk is
** blocked, it is the first of these that has a blocking edge there. */
static void find_end(const Walk *walk, AswmSight *sight) {
    bool blocked = sight->status == ASWM_SIGHT_BLOCKED;
    sight->triangle = sight->edge = ASWM_NONE;
    for (uint32_t triangle = 0; triangle < walk->mesh->triangle_count; triangle++) {
        Span span;
        if (!walk->done[triangle / 8]) triangle |= 7;
        if (triangle >= walk->mesh->triangle_count || !is_done(walk, triangle) ||
            !span_of_triangle(walk, triangle, &span) ||
            compare(walk, &span.last, &walk->farthest) != 0) {
            continue;
        }
        if (sight->triangle == ASWM_NONE) sight->triangle = triangle;
        if (blocked) sight->edge = blocking_edge(walk, triangle);
        if (blocked && sight->edge == ASWM_NONE) continue;
        sight->triangle = triangle;
        return;
    }
}

static bool walk_from(Walk *walk, AswmSight *sight, Error *error) {
    Point2 from = walk->line.from, to = walk->line.to;
    double length = hypot(to.x - from.x, to.y - from.y);
    if (!walk_on(walk, sight->triangle, error)) return false;
    bool clear = compare(walk, &walk->farthest, &walk->end) == 0;
    double fraction = clear ? 1 : line_fraction(&walk->line, &walk->farthest);
    sight->status = clear ? ASWM_SIGHT_CLEAR : ASWM_SIGHT_BLOCKED;
    sight->x = clear ? to.x : from.x + fraction * (to.x - from.x);
    sight->y = clear ? to.y : from.y + fraction * (to.y - from.y);
    sight->distance = fraction * length;
    find_end(walk, sight);
    return true;
}

bool aswm_walk_straight(const Aswm *mesh, double x1, double y1, double x2, double y2, Arena *arena,
                        AswmSight *sight, Error *error) {
    double *given[] = {&x1, &y1, &x2, &y2};
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    for (size_t i = 0; i < LENGTH(given); i++) {
        if (!exact_coordinate(given[i])) {
            return fail(error, ERROR_ARGUMENT, "%s is %g, which can't be a place in metres",
                        names[i], *given[i]);
        }
    }
    Walk walk = {.mesh = mesh, .line = {{x1, y1}, {x2, y2}}, .arena = arena};
    walk.start = walk.farthest = line_at(&walk.line, walk.line.from);
    walk.end = line_at(&walk.line, walk.line.to);
    *sight = (AswmSight){.triangle = ASWM_NONE, .edge = ASWM_NONE};
    sight->x = sight->y = sight->distance = (double)NAN;
    if (!find_start(&walk, sight, error)) return false;
    if (sight->status != ASWM_SIGHT_CLEAR) return true;
    if (x1 == x2 && y1 == y2) {
        sight->x = x1;
        sight->y = y1;
        sight->distance = 0;
        return true;
    }
    walk.done = arena_zeroed(arena, mesh->triangle_count / 8 + 1, 1);
    bool done = walk.done ? walk_from(&walk, sight, error) : fail_memory(error, arena);
    arena_release(arena, walk.done);
    return done;
}
