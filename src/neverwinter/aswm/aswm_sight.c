/* Straight lines over a walkmesh, with exact decisions: see aswm_sight.h. */
#include "neverwinter/aswm/aswm_sight.h"

#include <math.h>

const char *const aswm_sight_names[] = {
    [ASWM_SIGHT_CLEAR] = "clear",
    [ASWM_SIGHT_BLOCKED] = "blocked",
    [ASWM_SIGHT_OFF_MESH] = "off mesh",
    [ASWM_SIGHT_NOT_WALKABLE] = "not walkable",
};

/* ---- Vertices and edges ---------------------------------------------------------------------- */

bool aswm_vertex_point(const Aswm *mesh, uint32_t vertex, Point2 *point) {
    if (vertex >= mesh->vertex_count) return false;
    const uint8_t *at = aswm_vertex(mesh, vertex);
    *point = (Point2){(double)load_f32(at), (double)load_f32(at + 4)};
    return isfinite(point->x) && isfinite(point->y);
}

uint32_t aswm_walkable_neighbor(const Aswm *mesh, uint32_t triangle, unsigned side) {
    uint32_t next = aswm_neighbor(mesh, triangle, side);
    return next < mesh->triangle_count && aswm_walkable(mesh, next) ? next : ASWM_NONE;
}

static uint32_t edge_of(const Aswm *mesh, uint32_t triangle, unsigned side) {
    return load_u32(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_EDGES + 4 * side);
}

bool aswm_edge_ends(const Aswm *mesh, uint32_t triangle, unsigned side, uint32_t ends[2]) {
    uint32_t edge = edge_of(mesh, triangle, side);
    if (edge >= mesh->edge_count) return false;
    ends[0] = load_u32(aswm_edge(mesh, edge));
    ends[1] = load_u32(aswm_edge(mesh, edge) + 4);
    return true;
}

/* ---- What hangs together along a line -------------------------------------------------------- */

/* What a line reaches. */
typedef struct Reach {
    const Aswm *mesh;
    Line line;
    Arena *arena;
    uint8_t *done;  /* a bit for each triangle */
    List triangles; /* uint32_t: those that are reached */
} Reach;

static bool ranges_meet(double a, double b, double c, double d) {
    return fmax(fmin(a, b), fmin(c, d)) <= fmin(fmax(a, b), fmax(c, d));
}

/* Tells whether the line meets an edge, the ends of both included. */
static bool meets_edge(const Reach *reach, uint32_t triangle, unsigned side) {
    const Line *line = &reach->line;
    uint32_t ends[2];
    Line edge;
    if (!aswm_edge_ends(reach->mesh, triangle, side, ends) ||
        !aswm_vertex_point(reach->mesh, ends[0], &edge.from) ||
        !aswm_vertex_point(reach->mesh, ends[1], &edge.to)) {
        return false;
    }
    return ranges_meet(line->from.x, line->to.x, edge.from.x, edge.to.x) &&
           ranges_meet(line->from.y, line->to.y, edge.from.y, edge.to.y) &&
           line_side(line, edge.from) * line_side(line, edge.to) <= 0 &&
           line_side(&edge, line->from) * line_side(&edge, line->to) <= 0;
}

static bool reach_triangle(Reach *reach, uint32_t triangle, Error *error) {
    if (reach->done[triangle / 8] >> triangle % 8 & 1) return true;
    reach->done[triangle / 8] |= (uint8_t)(1 << triangle % 8);
    return list_push(reach->arena, &reach->triangles, &triangle, sizeof triangle, error);
}

/* Reaches all that hangs together with some triangles, up to the first that is wanted. */
static bool reach_all(Reach *reach, const List *from, AswmWanted *wanted, const void *context,
                      bool *found, Error *error) {
    reach->done = arena_zeroed(reach->arena, reach->mesh->triangle_count / 8 + 1, 1);
    if (!reach->done) return fail_memory(error, reach->arena);
    for (uint64_t i = 0; i < from->count; i++) {
        if (!reach_triangle(reach, ((const uint32_t *)from->items)[i], error)) return false;
    }
    for (uint64_t i = 0; i < reach->triangles.count; i++) {
        uint32_t triangle = ((const uint32_t *)reach->triangles.items)[i];
        if (wanted && wanted(context, triangle)) {
            *found = true;
            return true;
        }
        for (unsigned side = 0; side < 3; side++) {
            uint32_t next = aswm_walkable_neighbor(reach->mesh, triangle, side);
            if (next == ASWM_NONE || (reach->done[next / 8] >> next % 8 & 1) ||
                !meets_edge(reach, triangle, side)) {
                continue;
            }
            if (!reach_triangle(reach, next, error)) return false;
        }
        if (arena_interrupted_at(reach->arena, i + 1)) return fail_interrupted(error);
    }
    return true;
}

static void free_reach(Reach *reach) {
    arena_release(reach->arena, reach->triangles.items);
    arena_release(reach->arena, reach->done);
}

bool aswm_sees(const Aswm *mesh, Point2 from, const List *triangles, Point2 to, AswmWanted *wanted,
               const void *context, Arena *arena, bool *sees, Error *error) {
    Reach reach = {.mesh = mesh, .line = {from, to}, .arena = arena};
    *sees = false;
    bool done = reach_all(&reach, triangles, wanted, context, sees, error);
    free_reach(&reach);
    return done;
}

/* ---- Where a line ends ----------------------------------------------------------------------- */

/* Finds the last point of a line that lies in a polygon of two or three corners, edges included.
** Returns false if they share nothing. */
static bool last_point(const Line *line, const Point2 *corners, int count, LinePoint *last) {
    const LinePoint start = line_at(line, line->from), end = line_at(line, line->to);
    LinePoint first = start;
    int sides[3];
    bool begun = false;
    for (int i = 0; i < count; i++) sides[i] = line_side(line, corners[i]);
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        if (sides[i] && sides[i] * sides[next] >= 0) continue;
        LinePoint point =
            sides[i] ? line_crossing(line, corners[i], corners[next]) : line_at(line, corners[i]);
        if (!begun || line_compare(line, &point, &first) < 0) first = point;
        if (!begun || line_compare(line, &point, last) > 0) *last = point;
        begun = true;
    }
    if (!begun || line_compare(line, last, &start) < 0 || line_compare(line, &first, &end) > 0) {
        return false;
    }
    if (line_compare(line, last, &end) > 0) *last = end;
    return true;
}

static bool last_in_triangle(const Reach *reach, uint32_t triangle, LinePoint *last) {
    const uint8_t *vertices = aswm_triangle(reach->mesh, triangle);
    Point2 corners[3];
    for (unsigned i = 0; i < 3; i++) {
        if (!aswm_vertex_point(reach->mesh, load_u32(vertices + 4 * i), &corners[i])) return false;
    }
    return last_point(&reach->line, corners, 3, last);
}

/* Returns the first edge of a triangle that leads nowhere and holds a point of the line. */
static uint32_t blocking_edge(const Reach *reach, uint32_t triangle, const LinePoint *point) {
    for (unsigned side = 0; side < 3; side++) {
        uint32_t ends[2];
        Point2 corners[2];
        LinePoint last;
        if (aswm_walkable_neighbor(reach->mesh, triangle, side) == ASWM_NONE &&
            aswm_edge_ends(reach->mesh, triangle, side, ends) &&
            aswm_vertex_point(reach->mesh, ends[0], &corners[0]) &&
            aswm_vertex_point(reach->mesh, ends[1], &corners[1]) &&
            last_point(&reach->line, corners, 2, &last) &&
            line_compare(&reach->line, &last, point) >= 0) {
            return edge_of(reach->mesh, triangle, side);
        }
    }
    return ASWM_NONE;
}

/* Finds where a blocked line ends: at its farthest point in a triangle that it reached, on the
** first of these with an edge there that blocks it. */
static void find_end(const Reach *reach, AswmSight *sight) {
    const uint32_t *triangles = reach->triangles.items;
    LinePoint farthest = line_at(&reach->line, reach->line.from), last;
    for (uint64_t i = 0; i < reach->triangles.count; i++) {
        if (last_in_triangle(reach, triangles[i], &last) &&
            line_compare(&reach->line, &last, &farthest) > 0) {
            farthest = last;
        }
    }
    for (uint64_t i = 0; i < reach->triangles.count; i++) {
        if (!last_in_triangle(reach, triangles[i], &last) ||
            line_compare(&reach->line, &last, &farthest) != 0) {
            continue;
        }
        uint32_t edge = blocking_edge(reach, triangles[i], &farthest);
        bool is_better =
            sight->triangle == ASWM_NONE || (sight->edge == ASWM_NONE && edge != ASWM_NONE) ||
            (triangles[i] < sight->triangle && (edge != ASWM_NONE) == (sight->edge != ASWM_NONE));
        if (!is_better) continue;
        sight->triangle = triangles[i];
        sight->edge = edge;
    }
    const Point2 from = reach->line.from, to = reach->line.to;
    double fraction = line_fraction(&reach->line, &farthest);
    sight->x = from.x + fraction * (to.x - from.x);
    sight->y = from.y + fraction * (to.y - from.y);
    sight->distance = fraction * point_distance(from, to);
}

/* Finds the first triangle at the line's end that it reaches; ASWM_NONE: it is blocked. */
static uint32_t end_triangle(const Reach *reach, const List *ground) {
    uint32_t first = ASWM_NONE;
    for (uint64_t i = 0; i < ground->count; i++) {
        uint32_t triangle = ((const uint32_t *)ground->items)[i];
        bool is_reached = reach->done[triangle / 8] >> triangle % 8 & 1;
        if (is_reached && triangle < first) first = triangle;
    }
    return first;
}

/* ---- Sight ----------------------------------------------------------------------------------- */

bool aswm_exact_places(Point2 *from, Point2 *to, Error *error) {
    double *given[] = {&from->x, &from->y, &to->x, &to->y};
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    for (size_t i = 0; i < LENGTH(given); i++) {
        if (!exact_coordinate(given[i])) {
            return fail(error, ERROR_ARGUMENT, "%s is %g, which can't be a place in metres",
                        names[i], *given[i]);
        }
    }
    return true;
}

bool aswm_sight(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, AswmSight *sight,
                Error *error) {
    const double none = (double)NAN;
    List starts = {0}, ends = {0};
    *sight = (AswmSight){ASWM_SIGHT_OFF_MESH, none, none, none, ASWM_NONE, ASWM_NONE};
    if (!aswm_exact_places(&from, &to, error) ||
        !aswm_ground_at(mesh, from, arena, &starts, error) ||
        !aswm_ground_at(mesh, to, arena, &ends, error)) {
        return false;
    }
    Reach reach = {.mesh = mesh, .line = {from, to}, .arena = arena};
    bool done = true, found;
    if (!starts.count) {
        sight->triangle = aswm_triangle_at(mesh, from.x, from.y, NULL);
        if (sight->triangle != ASWM_NONE) sight->status = ASWM_SIGHT_NOT_WALKABLE;
    } else if ((done = reach_all(&reach, &starts, NULL, NULL, &found, error))) {
        sight->triangle = end_triangle(&reach, &ends);
        sight->status = sight->triangle == ASWM_NONE ? ASWM_SIGHT_BLOCKED : ASWM_SIGHT_CLEAR;
        sight->x = to.x;
        sight->y = to.y;
        sight->distance = point_distance(from, to);
        if (sight->status == ASWM_SIGHT_BLOCKED) find_end(&reach, sight);
    }
    free_reach(&reach);
    arena_release(arena, starts.items);
    arena_release(arena, ends.items);
    return done;
}
