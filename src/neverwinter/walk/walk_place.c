/* What is at a place of a walkmesh: see walk_place.h. */
#include "neverwinter/walk/walk_place.h"

#include <float.h>

#define TOLERANCE   1e-6  /* square metres, for the sides of a point-in-triangle test */
#define LEAST_SLACK 1e-6  /* metres */
#define TIE         1e-12 /* metres: distances that differ by less count as equal */

/* ---- Points ---------------------------------------------------------------------------------- */

/* Returns how far rounding may have moved a place, in metres: centres and what other programs
** compute are float32. */
static double slack_at(double x, double y) {
    return fmax(LEAST_SLACK, (double)FLT_EPSILON * fmax(fabs(x), fabs(y)));
}

static bool between(double value, double a, double b, double c, double slack) {
    return value >= fmin(a, fmin(b, c)) - slack && value <= fmax(a, fmax(b, c)) + slack;
}

static double cross_from(Point2 a, Point2 b, Point2 place) {
    return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
}

/* Returns what cross_from() is at most where rounding may have moved a place off a line. */
static double most_beside(Point2 a, Point2 b, double slack) {
    return TOLERANCE + slack * (fabs(b.x - a.x) + fabs(b.y - a.y));
}

/* Tells whether a triangle of either winding holds a point, up to `slack`. None holds NaN. */
static bool holds(const WalkMesh *mesh, uint64_t triangle, double x, double y, double slack) {
    Vector p[3];
    bool left = true, right = true;
    if (!walk_corners(mesh, triangle, p)) return false;
    if (!between(x, p[0].x, p[1].x, p[2].x, slack) || !between(y, p[0].y, p[1].y, p[2].y, slack)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        const Point2 a = {p[i].x, p[i].y}, b = {p[(i + 1) % 3].x, p[(i + 1) % 3].y};
        double side = cross_from(a, b, (Point2){x, y}), most = most_beside(a, b, slack);
        left &= side >= -most;
        right &= side <= most;
    }
    return left || right;
}

/* Returns the tile at a column and row of the grid, or tile_count if there is none. */
static uint64_t tile_at(const WalkMesh *mesh, double column, double row) {
    bool exists = column >= 0 && column < (double)mesh->grid_width && row >= 0 &&
                  row < (double)mesh->grid_height;
    uint64_t tile = exists ? (uint64_t)row * mesh->grid_width + (uint64_t)column : UINT64_MAX;
    return tile < mesh->tile_count ? tile : mesh->tile_count;
}

/* Called with each triangle at a point; returns false to end the search. */
typedef bool Visit(void *context, uint32_t triangle);

static bool visit_in(const WalkMesh *mesh, uint64_t first, uint64_t end, double x, double y,
                     Visit *visit, void *context) {
    double slack = slack_at(x, y);
    for (uint64_t triangle = first; triangle < end; triangle++) {
        if (holds(mesh, triangle, x, y, slack) && !visit(context, (uint32_t)triangle)) return false;
    }
    return true;
}

/* Returns the triangles of tile `group`; those without a tile are one more group. */
static ChildRange triangles_of(const WalkMesh *mesh, uint64_t group) {
    if (group < mesh->tile_count) return children_of(mesh->tile_triangles, group);
    return (ChildRange){mesh->tile_triangles->count, mesh->triangle_count};
}

/* Visits the triangles at a point: those of the tile there, then of the eight tiles round it, then
** those of no tile. */
static bool visit_at(const WalkMesh *mesh, double x, double y, Visit *visit, void *context) {
    static const int8_t around[] = {4, 0, 1, 2, 3, 5, 6, 7, 8};
    double side = mesh->tile_size;
    if (!(side > 0) || isinf(side)) {
        return visit_in(mesh, 0, mesh->triangle_count, x, y, visit, context);
    }
    double column = floor(x / side), row = floor(y / side);
    for (int i = 0; i < 9; i++) {
        uint64_t tile = tile_at(mesh, column + around[i] % 3 - 1, row + around[i] / 3 - 1);
        if (tile == mesh->tile_count) continue;
        ChildRange own = triangles_of(mesh, tile);
        if (!visit_in(mesh, own.first, own.end, x, y, visit, context)) return false;
    }
    ChildRange others = triangles_of(mesh, mesh->tile_count);
    return visit_in(mesh, others.first, others.end, x, y, visit, context);
}

static bool take_first(void *first, uint32_t triangle) {
    *(uint32_t *)first = triangle;
    return false;
}

uint32_t walk_triangle_at(const WalkMesh *mesh, Point2 place) {
    uint32_t first = WALK_NONE;
    visit_at(mesh, place.x, place.y, take_first, &first);
    return first;
}

typedef struct Listing {
    Arena *arena;
    List *list; /* uint32_t */
} Listing;

static bool list_triangle(void *context, uint32_t triangle) {
    Listing *listing = context;
    uint32_t *added = list_add(listing->arena, listing->list, sizeof *added);
    if (added) *added = triangle;
    return added;
}

/* ---- Walkable ground ------------------------------------------------------------------------- */

/* Tells whether a triangle holds a place, by exact signs. */
static bool holds_exactly(const WalkMesh *mesh, uint64_t triangle, Point2 place) {
    Vector p[3];
    bool left = true, right = true;
    if (!walk_corners(mesh, triangle, p)) return false;
    for (int i = 0; i < 3; i++) {
        const Vector *a = &p[i], *b = &p[(i + 1) % 3];
        const Line edge = {{a->x, a->y}, {b->x, b->y}};
        int side = line_side(&edge, place);
        left &= side >= 0;
        right &= side <= 0;
    }
    if (!left || !right) return left || right;
    return between(place.x, p[0].x, p[1].x, p[2].x, 0) &&
           between(place.y, p[0].y, p[1].y, p[2].y, 0);
}

/* Triangles at a place: those that hold it exactly come first, `exact` of them. */
typedef struct Ground {
    const WalkMesh *mesh;
    Point2 place;
    Listing listing;
    uint64_t exact;
} Ground;

static bool add_ground(void *context, uint32_t triangle) {
    Ground *ground = context;
    if (!ground->mesh->walkable[triangle]) return true;
    if (!list_triangle(&ground->listing, triangle)) return false;
    if (!holds_exactly(ground->mesh, triangle, ground->place)) return true;
    uint32_t *triangles = ground->listing.list->items;
    triangles[ground->listing.list->count - 1] = triangles[ground->exact];
    triangles[ground->exact++] = triangle;
    return true;
}

bool walk_is_on_side(const WalkMesh *mesh, const WalkSide *side, Point2 place, double slack) {
    if (side->ends[0] == WALK_NONE) return false;
    const Point2 a = walk_point(mesh, side->ends[0]), b = walk_point(mesh, side->ends[1]);
    const Line line = {a, b};
    bool is_beside = slack > 0 && fabs(cross_from(a, b, place)) <= most_beside(a, b, slack);
    return (is_beside || line_side(&line, place) == 0) && between(place.x, a.x, b.x, b.x, slack) &&
           between(place.y, a.y, b.y, b.y, slack);
}

bool walk_is_listed(const List *triangles, uint32_t triangle) {
    const uint32_t *listed = triangles->items;
    for (uint64_t i = 0; i < triangles->count; i++) {
        if (listed[i] == triangle) return true;
    }
    return false;
}

/* Adds what lies behind sides on which the place is, up to `slack`: where vertices stand between
** the corners of a triangle, they can be off its edge by a rounding or more. */
static bool add_behind(const WalkMesh *mesh, Point2 place, double slack, Arena *arena,
                       List *triangles, Error *error) {
    for (uint64_t i = 0; i < triangles->count; i++) {
        uint32_t triangle = ((const uint32_t *)triangles->items)[i];
        const WalkSide *sides = walk_sides(mesh, triangle);
        for (uint32_t k = 0; k < walk_side_count(mesh, triangle); k++) {
            uint32_t next = sides[k].next;
            if (next == WALK_NONE || !walk_is_on_side(mesh, &sides[k], place, slack)) continue;
            if (walk_is_listed(triangles, next)) continue;
            if (!list_push(arena, triangles, &next, sizeof next, error)) return false;
        }
    }
    return true;
}

bool walk_ground_at(const WalkMesh *mesh, Point2 place, Arena *arena, List *triangles,
                    Error *error) {
    Ground ground = {mesh, place, {arena, triangles}, 0};
    const double slack = slack_at(place.x, place.y);
    for (uint64_t group = 0; group <= mesh->tile_count; group++) {
        ChildRange range = triangles_of(mesh, group);
        if (rect_holds(&mesh->tile_boxes[group], place.x, place.y, slack) &&
            !visit_in(mesh, range.first, range.end, place.x, place.y, add_ground, &ground)) {
            return fail_memory(error, arena);
        }
    }
    if (ground.exact) triangles->count = ground.exact;
    return add_behind(mesh, place, ground.exact ? 0 : slack, arena, triangles, error);
}

/* Orders sheets from the highest to the lowest. */
static int compare_sheets(const void *context, uint32_t a, uint32_t b) {
    const WalkSheet *sheets = context;
    return COMPARE(sheets[b].z, sheets[a].z);
}

bool walk_sheets_at(const WalkMesh *mesh, double x, double y, Arena *arena, WalkSheets *sheets,
                    Error *error) {
    List triangles = {0};
    Listing listing = {arena, &triangles};
    *sheets = (WalkSheets){0};
    if (!visit_at(mesh, x, y, list_triangle, &listing)) return fail_memory(error, arena);
    WalkSheet *items = sheets->items = arena_alloc(arena, triangles.count, sizeof *items);
    bool done = items || fail_memory(error, arena);
    for (uint64_t i = 0; done && i < triangles.count; i++) {
        uint32_t triangle = ((const uint32_t *)triangles.items)[i];
        double z = walk_height_at(mesh, triangle, (Point2){x, y});
        if (!isnan(z))
            items[sheets->count++] =
                (WalkSheet){triangle, mesh->walkable[triangle], z, (double)NAN};
    }
    arena_release(arena, triangles.items);
    done = done && sort_array(arena, items, sheets->count, sizeof *items, compare_sheets, items,
                              NULL, error);
    for (uint64_t i = 1; done && i < sheets->count; i++)
        items[i].above = items[i - 1].z - items[i].z;
    return done;
}

/* ---- Nearest walkable point ------------------------------------------------------------------ */

/* Returns the point of the triangle's edges that is nearest to p. */
static Vector nearest_on_rim(const Vector corners[3], Vector p) {
    Vector best = corners[0];
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        Vector a = corners[i], edge = vector_minus(corners[(i + 1) % 3], a);
        double square = vector_dot(edge, edge),
               part = square > 0 ? vector_dot(vector_minus(p, a), edge) / square : 0;
        Vector point = vector_between(a, corners[(i + 1) % 3], fmin(fmax(part, 0), 1));
        double distance = vector_length(vector_minus(point, p));
        if (!(distance < least)) continue;
        best = point;
        least = distance;
    }
    return best;
}

/* Returns the point of a triangle in space that is nearest to p: the foot of the perpendicular if
** it lies inside, else a point of an edge. For a search in the plane all z are 0, so that the foot
** is p itself. */
static Vector nearest_on(const Vector corners[3], Vector p) {
    Vector normal = corners_normal(corners);
    double square = vector_dot(normal, normal),
           height = vector_dot(vector_minus(p, corners[0]), normal);
    bool inside = square > 0;
    for (int i = 0; i < 3 && inside; i++) {
        Vector edge = vector_minus(corners[(i + 1) % 3], corners[i]);
        inside = vector_dot(vector_cross(edge, vector_minus(p, corners[i])), normal) >= 0;
    }
    if (!inside) return nearest_on_rim(corners, p);
    return vector_minus(p, vector_times(normal, height / square));
}

static Rect bound_group(const WalkMesh *mesh, uint64_t group) {
    Rect box = rect_nowhere;
    ChildRange range = triangles_of(mesh, group);
    for (uint64_t triangle = range.first; triangle < range.end; triangle++) {
        Vector corners[3];
        if (!mesh->walkable[triangle] || !walk_corners(mesh, triangle, corners)) continue;
        Rect own = rect_of(corners);
        rect_widen(&box, &own);
    }
    return box;
}

bool walk_bound_tiles(WalkMesh *mesh, Arena *arena, Error *error) {
    if (mesh->tile_boxes) return true;
    Rect *boxes = arena_alloc(arena, mesh->tile_count + 1, sizeof *boxes);
    if (!boxes) return fail_memory(error, arena);
    for (uint64_t group = 0; group <= mesh->tile_count; group++) {
        boxes[group] = bound_group(mesh, group);
    }
    mesh->tile_boxes = boxes;
    return true;
}

static double distance_to_box(const Rect *box, double x, double y) {
    if (box->min_x > box->max_x) return HUGE_VAL;
    double dx = fmax(fmax(box->min_x - x, 0), x - box->max_x);
    double dy = fmax(fmax(box->min_y - y, 0), y - box->max_y);
    return sqrt(dx * dx + dy * dy);
}

typedef struct Lookup {
    const WalkMesh *mesh;
    Vector place;
    bool in_space;
    uint32_t component; /* or WALK_NONE */
    WalkNearest best;
} Lookup;

/* Looks in a group of triangles for one that is nearer to the point than the best so far or, with
** `first`, for the first one that is as near as the best. */
static bool search_group(Lookup *lookup, uint64_t group, bool first) {
    const WalkMesh *mesh = lookup->mesh;
    WalkNearest *best = &lookup->best;
    double slack = 1e-9 + best->distance * TIE; /* rounding may add this to a box's distance */
    if (!(distance_to_box(&mesh->tile_boxes[group], lookup->place.x, lookup->place.y) <=
          best->distance + slack)) {
        return false;
    }
    ChildRange range = triangles_of(mesh, group);
    for (uint64_t triangle = range.first; triangle < range.end; triangle++) {
        Vector corners[3];
        double reach = best->distance + slack;
        bool is_other = lookup->component != WALK_NONE &&
                        lookup->component != mesh->triangle_components[triangle];
        if (is_other || !mesh->walkable[triangle] || !walk_corners(mesh, triangle, corners) ||
            !between(lookup->place.x, corners[0].x, corners[1].x, corners[2].x, reach) ||
            !between(lookup->place.y, corners[0].y, corners[1].y, corners[2].y, reach))
            continue;
        for (int i = 0; i < 3 && !lookup->in_space; i++) corners[i].z = 0;
        Vector point = nearest_on(corners, lookup->place);
        double distance = vector_length(vector_minus(point, lookup->place));
        if (first ? distance <= best->distance + TIE : distance < best->distance) {
            *best = (WalkNearest){(uint32_t)triangle, point, distance};
            if (first) return true;
        }
    }
    return false;
}

WalkNearest walk_nearest(const WalkMesh *mesh, double x, double y, const double *z,
                         uint32_t component, double most) {
    Lookup lookup = {mesh, {x, y, z ? *z : 0}, z, component, {WALK_NONE, {0, 0, 0}, most}};
    double side = mesh->tile_size;
    uint64_t group = side > 0 ? tile_at(mesh, floor(x / side), floor(y / side)) : 0;
    if (mesh->triangle_count) search_group(&lookup, group, false);
    for (group = 0; group <= mesh->tile_count; group++) search_group(&lookup, group, false);
    if (lookup.best.triangle == WALK_NONE) return lookup.best;
    for (group = 0; group <= mesh->tile_count && !search_group(&lookup, group, true);) group++;
    Vector *point = &lookup.best.point;
    if (!z) point->z = walk_height_at(mesh, lookup.best.triangle, (Point2){point->x, point->y});
    return lookup.best;
}
