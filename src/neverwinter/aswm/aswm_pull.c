/* Pulls a line through the triangles of a route (the "funnel algorithm"): see aswm_route.h. */
#include "neverwinter/aswm/aswm_route.h"

enum { FOLDED_MOST = 4 /* so many triangles in a row may be folded back by mistake */ };

/* An edge that the route crosses, as seen in walking direction. */
typedef struct Portal {
    uint32_t left, right;
} Portal;

/* One side of the funnel: the end of the portal that limits it. */
typedef struct Wall {
    Point2 point;
    uint32_t vertex;
    uint64_t portal;
} Wall;

typedef struct Funnel {
    const WalkMesh *mesh;
    const Portal *portals;
    uint64_t portal_count;
    Point2 goal; /* the end of the route, behind the last portal */
    Point2 apex;
    WalkPulled *pulled;
} Funnel;

/* An edge between two triangles of the route. The areas of both are doubled, and positive if the
** triangle lies on the left of the edge, seen from ends[0] to ends[1]. */
typedef struct Crossing {
    uint32_t ends[2];
    Point2 points[2];     /* the places of the ends */
    double behind, ahead; /* behind: of the triangle that is left; ahead: entered */
} Crossing;

static double area_on_left(const WalkMesh *mesh, uint32_t triangle, const Crossing *crossing) {
    const WalkSide *sides = walk_sides(mesh, triangle);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t corner = sides[i].vertex;
        if (corner == crossing->ends[0] || corner == crossing->ends[1]) continue;
        if (corner == WALK_NONE) continue;
        return point_turn(crossing->points[0], crossing->points[1], walk_point(mesh, corner));
    }
    return 0;
}

/* Finds the edge over which the route leaves its i-th triangle. */
static bool cross(const WalkMesh *mesh, const AswmRoute *route, uint64_t i, Crossing *crossing,
                  Error *error) {
    uint32_t triangle = route->triangles[i], next = route->triangles[i + 1];
    const WalkSide *sides = walk_sides(mesh, triangle);
    unsigned side = 0;
    while (side < 3 && sides[side].next != next) side++;
    if (side == 3 || sides[side].ends[0] == WALK_NONE) {
        return fail(error, ERROR_CORRUPT, "triangle %u has no sound edge to its neighbour %u",
                    triangle, next);
    }
    for (int k = 0; k < 2; k++) {
        crossing->ends[k] = sides[side].ends[k];
        crossing->points[k] = walk_point(mesh, crossing->ends[k]);
    }
    crossing->behind = area_on_left(mesh, triangle, crossing);
    crossing->ahead = area_on_left(mesh, next, crossing);
    return true;
}

/* Tells whether the triangle that is entered is folded back over the one that is left. */
static bool folds(const Crossing *crossing) {
    return crossing->behind * crossing->ahead > 0;
}

/* Decides which end of an edge is on the walker's left: by the triangle ahead (by_next), or by the
** one behind. */
static Portal portal_of(const Crossing *crossing, bool by_next) {
    double ahead = by_next ? crossing->ahead : -crossing->behind;
    const uint32_t *ends = crossing->ends;
    return ahead > 0 ? (Portal){ends[0], ends[1]} : (Portal){ends[1], ends[0]};
}

/* Finds the crossing at which a fold that begins at crossing `first` ends, so that the route goes
** on in its direction. *last is `first` if the fold doesn't end soon. */
static bool find_fold_end(const WalkMesh *mesh, const AswmRoute *route, uint64_t first,
                          uint64_t *last, Error *error) {
    Crossing crossing;
    *last = first;
    for (uint64_t i = first + 1; i <= first + FOLDED_MOST && i + 1 < route->count; i++) {
        if (!cross(mesh, route, i, &crossing, error)) return false;
        if (folds(&crossing)) {
            *last = i;
            break;
        }
    }
    return true;
}

/* Makes the shortest edge of a fold a portal. The triangle before the fold tells the sides of its
** first edge, the one behind those of its last; in the fold, left is right. */
static bool choose_portal(const WalkMesh *mesh, const AswmRoute *route, uint64_t first,
                          uint64_t last, Portal *portal, Error *error) {
    double least = INFINITY;
    for (uint64_t i = first; i <= last; i++) {
        Crossing crossing;
        if (!cross(mesh, route, i, &crossing, error)) return false;
        Portal own = portal_of(&crossing, i == last);
        if (i > first && i < last) own = (Portal){own.right, own.left};
        double length = point_distance(crossing.points[0], crossing.points[1]);
        if (length >= least) continue;
        least = length;
        *portal = own;
    }
    return true;
}

/* Makes the portals of a route. Slivers whose corners were rounded, and triangles that stand twice,
** are folded back over their neighbours. Only the shortest edge of a fold counts, since an end of
** one edge sees the ends of another the wrong way round. An edge between two triangles without an
** area is no portal. */
static bool make_portals(const WalkMesh *mesh, const AswmRoute *route, Portal *portals,
                         uint64_t *count, Error *error) {
    *count = 0;
    for (uint64_t i = 0; i + 1 < route->count; i++) {
        Crossing crossing;
        uint64_t last = i;
        if (!cross(mesh, route, i, &crossing, error)) return false;
        if (crossing.behind == 0 && crossing.ahead == 0) continue;
        if (folds(&crossing) && !find_fold_end(mesh, route, i, &last, error)) return false;
        Portal *portal = &portals[(*count)++];
        *portal = portal_of(&crossing, fabs(crossing.ahead) > fabs(crossing.behind));
        if (last > i && !choose_portal(mesh, route, i, last, portal, error)) return false;
        i = last;
    }
    return true;
}

/* Adds a point unless it equals the last one. There is room for all portals and both ends. */
static void add_turn(WalkPulled *pulled, Point2 point, uint32_t vertex) {
    WalkTurn added = {point.x, point.y, (double)NAN, 0, vertex, WALK_NONE};
    if (pulled->count) {
        const WalkTurn *last = &pulled->turns[pulled->count - 1];
        if (last->x == point.x && last->y == point.y) return;
        added.distance = last->distance + point_distance((Point2){last->x, last->y}, point);
    }
    pulled->turns[pulled->count++] = added;
}

static Wall wall_of(const Funnel *funnel, uint64_t portal, bool left) {
    if (portal == funnel->portal_count) return (Wall){funnel->goal, WALK_NONE, portal};
    const Portal *at = &funnel->portals[portal];
    Wall wall = {.vertex = left ? at->left : at->right, .portal = portal};
    wall.point = walk_point(funnel->mesh, wall.vertex);
    return wall;
}

/* Moves one wall to the next portal if that makes the funnel no wider. Returns false if the wall
** would cross the other one, where the path turns. `sign` is 1 for the right wall and -1 for the
** left one. */
static bool narrow(const Funnel *funnel, Wall *wall, const Wall *other, Wall next, int sign) {
    Point2 apex = funnel->apex;
    if (sign * point_turn(apex, wall->point, next.point) < 0) return true;
    bool is_open = apex.x != wall->point.x || apex.y != wall->point.y;
    if (is_open && sign * point_turn(apex, other->point, next.point) >= 0) {
        return false;
    }
    *wall = next;
    return true;
}

static bool run(Funnel *funnel, Arena *arena, Error *error) {
    Wall left = {funnel->apex, WALK_NONE, 0}, right = left;
    uint64_t steps = 0;
    for (uint64_t portal = 0; portal <= funnel->portal_count; portal++) {
        const Wall *corner = NULL;
        if (!narrow(funnel, &right, &left, wall_of(funnel, portal, false), 1)) corner = &left;
        else if (!narrow(funnel, &left, &right, wall_of(funnel, portal, true), -1)) corner = &right;
        if (corner) {
            add_turn(funnel->pulled, corner->point, corner->vertex);
            portal = corner->portal; /* the loop goes on with the next portal */
            funnel->apex = corner->point;
            left = right = *corner;
        }
        if (arena_interrupted_at(arena, ++steps)) return fail_interrupted(error);
    }
    return true;
}

/* Sets the heights of turns: of their vertices, or at the ends of the ground. */
static void find_heights(const WalkMesh *mesh, const AswmRoute *route, WalkPulled *pulled) {
    for (uint64_t i = 0; i < pulled->count; i++) {
        WalkTurn *turn = &pulled->turns[i];
        uint32_t triangle = route->triangles[i ? route->count - 1 : 0];
        turn->z = turn->vertex == WALK_NONE
                      ? walk_height_at(mesh, triangle, (Point2){turn->x, turn->y})
                      : mesh->vertices[turn->vertex].z;
    }
}

/* Finds the line that crosses the edges between a route's triangles one after the other. */
static bool pull(const WalkMesh *mesh, const AswmRoute *route, Point2 from, Point2 to, Arena *arena,
                 WalkPulled *pulled, Error *error) {
    Portal *portals = arena_alloc(arena, route->count, sizeof *portals);
    pulled->turns = arena_alloc(arena, route->count + 2, sizeof *pulled->turns);
    pulled->count = 0;
    if (!portals || !pulled->turns) return fail_memory(error, arena);
    Funnel funnel = {mesh, portals, 0, to, from, pulled};
    add_turn(pulled, from, WALK_NONE);
    bool done = make_portals(mesh, route, portals, &funnel.portal_count, error) &&
                run(&funnel, arena, error);
    arena_release(arena, portals);
    if (!done) return false;
    add_turn(pulled, to, WALK_NONE);
    if (pulled->count == 1) pulled->turns[pulled->count++] = pulled->turns[0];
    find_heights(mesh, route, pulled);
    return true;
}

bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   WalkPulled *pulled, WalkStatus *status, Error *error) {
    AswmRoute route = {0};
    uint32_t first, last;
    *pulled = (WalkPulled){0};
    *status = WALK_OFF_MESH;
    if (!walk_standing_at(&mesh->walk, from, to, arena, &first, &last, error)) return false;
    if (first == WALK_NONE || last == WALK_NONE) return true;
    bool done = baked ? aswm_route(mesh, first, last, arena, &route, status, error)
                      : aswm_search(mesh, first, last, arena, &route, status, error);
    if (done && route.count) done = pull(&mesh->walk, &route, from, to, arena, pulled, error);
    arena_release(arena, route.block);
    return done;
}
