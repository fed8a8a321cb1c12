/* Straight lines over a walkmesh, with exact decisions: see walk_sight.h. */
#include "neverwinter/walk/walk_sight.h"

const char *const walk_sight_names[] = {
    [WALK_SIGHT_CLEAR] = "clear",
    [WALK_SIGHT_BLOCKED] = "blocked",
    [WALK_SIGHT_OFF_MESH] = "off mesh",
    [WALK_SIGHT_NOT_WALKABLE] = "not walkable",
};

/* ---- What hangs together along a line -------------------------------------------------------- */

/* What a line reaches. */
typedef struct Reach {
    const WalkMesh *mesh;
    Line line;
    Arena *arena;
    uint8_t *done;  /* a bit for each triangle */
    List triangles; /* uint32_t: those that are reached */
} Reach;

static bool ranges_meet(double a, double b, double c, double d) {
    return fmax(fmin(a, b), fmin(c, d)) <= fmin(fmax(a, b), fmax(c, d));
}

/* Finds the ends of a side; returns false if it isn't sound. */
static bool ends_of(const Reach *reach, const WalkSide *side, Point2 ends[2]) {
    if (side->ends[0] == WALK_NONE) return false;
    for (int i = 0; i < 2; i++) ends[i] = walk_point(reach->mesh, side->ends[i]);
    return true;
}

/* Tells whether the line meets a side, the ends of both included. */
static bool meets_side(const Reach *reach, const WalkSide *side) {
    const Line *line = &reach->line;
    Point2 ends[2];
    if (!ends_of(reach, side, ends)) return false;
    const Line own = {ends[0], ends[1]};
    return ranges_meet(line->from.x, line->to.x, own.from.x, own.to.x) &&
           ranges_meet(line->from.y, line->to.y, own.from.y, own.to.y) &&
           line_side(line, own.from) * line_side(line, own.to) <= 0 &&
           line_side(&own, line->from) * line_side(&own, line->to) <= 0;
}

static bool reach_triangle(Reach *reach, uint32_t triangle, Error *error) {
    if (reach->done[triangle / 8] >> triangle % 8 & 1) return true;
    reach->done[triangle / 8] |= (uint8_t)(1 << triangle % 8);
    return list_push(reach->arena, &reach->triangles, &triangle, sizeof triangle, error);
}

/* Reaches all triangles that the line connects with some triangles, up to the first wanted one. */
static bool reach_all(Reach *reach, const List *from, WalkWanted *wanted, const void *context,
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
        const WalkSide *sides = walk_sides(reach->mesh, triangle);
        for (uint32_t k = 0; k < walk_side_count(reach->mesh, triangle); k++) {
            uint32_t next = sides[k].next;
            if (next == WALK_NONE || (reach->done[next / 8] >> next % 8 & 1) ||
                !meets_side(reach, &sides[k])) {
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

bool walk_sees(const WalkMesh *mesh, Point2 from, const List *triangles, Point2 to,
               WalkWanted *wanted, const void *context, Arena *arena, bool *sees, Error *error) {
    Reach reach = {.mesh = mesh, .line = {from, to}, .arena = arena};
    *sees = false;
    bool done = reach_all(&reach, triangles, wanted, context, sees, error);
    free_reach(&reach);
    return done;
}

/* ---- Where a line ends ----------------------------------------------------------------------- */

/* Finds the last point of a line that lies in a polygon of two or three corners, edges included.
** Returns false if the line and the polygon share nothing. */
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
    Vector p[3];
    Point2 corners[3];
    if (!walk_corners(reach->mesh, triangle, p)) return false;
    for (int i = 0; i < 3; i++) {
        corners[i] = (Point2){p[i].x, p[i].y};
        if (!isfinite(p[i].x) || !isfinite(p[i].y)) return false;
    }
    return last_point(&reach->line, corners, 3, last);
}

/* Returns the first side of a triangle that leads nowhere and holds a point of the line. */
static uint32_t blocking_side(const Reach *reach, uint32_t triangle, const LinePoint *point) {
    const WalkSide *sides = walk_sides(reach->mesh, triangle);
    for (uint32_t i = 0; i < walk_side_count(reach->mesh, triangle); i++) {
        Point2 ends[2];
        LinePoint last;
        if (sides[i].next == WALK_NONE && ends_of(reach, &sides[i], ends) &&
            last_point(&reach->line, ends, 2, &last) &&
            line_compare(&reach->line, &last, point) >= 0) {
            return reach->mesh->first_side[triangle] + i;
        }
    }
    return WALK_NONE;
}

/* Finds where a blocked line ends: at its farthest point in a triangle that it reached, on the
** first of these with a side there that blocks it. */
static void find_end(const Reach *reach, WalkSight *sight) {
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
        uint32_t side = blocking_side(reach, triangles[i], &farthest);
        bool is_better =
            sight->triangle == WALK_NONE || (sight->side == WALK_NONE && side != WALK_NONE) ||
            (triangles[i] < sight->triangle && (side != WALK_NONE) == (sight->side != WALK_NONE));
        if (!is_better) continue;
        sight->triangle = triangles[i];
        sight->side = side;
    }
    const Point2 from = reach->line.from, to = reach->line.to;
    double fraction = line_fraction(&reach->line, &farthest);
    sight->x = from.x + fraction * (to.x - from.x);
    sight->y = from.y + fraction * (to.y - from.y);
    sight->distance = fraction * point_distance(from, to);
}

/* Finds the first triangle at the line's end that it reaches; WALK_NONE: it is blocked. */
static uint32_t end_triangle(const Reach *reach, const List *ground) {
    uint32_t first = WALK_NONE;
    for (uint64_t i = 0; i < ground->count; i++) {
        uint32_t triangle = ((const uint32_t *)ground->items)[i];
        bool is_reached = reach->done[triangle / 8] >> triangle % 8 & 1;
        if (is_reached && triangle < first) first = triangle;
    }
    return first;
}

/* ---- Sight ----------------------------------------------------------------------------------- */

bool walk_exact(double *coordinate, const char *name, Error *error) {
    return exact_coordinate(coordinate) ||
           fail(error, ERROR_ARGUMENT, "%s is %g, which can't be a place in metres", name,
                *coordinate);
}

bool walk_exact_places(Point2 *from, Point2 *to, Error *error) {
    return walk_exact(&from->x, "x1", error) && walk_exact(&from->y, "y1", error) &&
           walk_exact(&to->x, "x2", error) && walk_exact(&to->y, "y2", error);
}

bool walk_sight(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, WalkSight *sight,
                Error *error) {
    const double none = (double)NAN;
    List starts = {0}, ends = {0};
    *sight = (WalkSight){WALK_SIGHT_OFF_MESH, none, none, none, WALK_NONE, WALK_NONE};
    if (!walk_exact_places(&from, &to, error) ||
        !walk_ground_at(mesh, from, arena, &starts, error) ||
        !walk_ground_at(mesh, to, arena, &ends, error)) {
        return false;
    }
    Reach reach = {.mesh = mesh, .line = {from, to}, .arena = arena};
    bool done = true, found;
    if (!starts.count) {
        sight->triangle = walk_triangle_at(mesh, from);
        if (sight->triangle != WALK_NONE) sight->status = WALK_SIGHT_NOT_WALKABLE;
    } else if ((done = reach_all(&reach, &starts, NULL, NULL, &found, error))) {
        sight->triangle = end_triangle(&reach, &ends);
        sight->status = sight->triangle == WALK_NONE ? WALK_SIGHT_BLOCKED : WALK_SIGHT_CLEAR;
        sight->x = to.x;
        sight->y = to.y;
        sight->distance = point_distance(from, to);
        if (sight->status == WALK_SIGHT_BLOCKED) find_end(&reach, sight);
    }
    free_reach(&reach);
    arena_release(arena, starts.items);
    arena_release(arena, ends.items);
    return done;
}
