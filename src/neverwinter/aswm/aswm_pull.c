/* Pulls a line through the triangles of a route (the "funnel algorithm"): see aswm_route.h. */
#include "neverwinter/aswm/aswm_route.h"

enum { FOLDED_MOST = 4 /* so many triangles in a row may be folded back by mistake */ };

/* One side of the funnel: the start, or the end of a portal that limits it. */
typedef struct Wall {
    Point2 point;
    double z;
    uint32_t vertex;
    uint64_t portal;
} Wall;

/* An edge that the route crosses, as seen in walking direction, or both times the goal. */
typedef struct Portal {
    Wall left, right;
} Portal;

/* An edge between two triangles of the route. The areas of both are doubled, and positive if the
** triangle lies on the left of the edge, seen from ends[0] to ends[1]. */
typedef struct Crossing {
    uint32_t ends[2];
    double behind, ahead; /* behind: of the triangle that is left; ahead: entered */
} Crossing;

static inline double area_on_left(const WalkMesh *mesh, uint32_t triangle, const uint32_t ends[2]) {
    const WalkSide *sides = walk_sides(mesh, triangle);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t corner = sides[i].vertex;
        if (corner == ends[0] || corner == ends[1] || corner == WALK_NONE) continue;
        return point_turn(walk_point(mesh, ends[0]), walk_point(mesh, ends[1]),
                          walk_point(mesh, corner));
    }
    return 0;
}

/* Finds the edges over which the route leaves its triangles. */
static bool find_crossings(const WalkMesh *mesh, const AswmRoute *route, Crossing *crossings,
                           Error *error) {
    for (uint64_t i = 0; i + 1 < route->count; i++) {
        uint32_t triangle = route->items[i], next = route->items[i + 1];
        const WalkSide *side = walk_sides(mesh, triangle), *end = side + 3;
        while (side < end && side->next != next) side++;
        if (side == end || side->ends[0] == WALK_NONE) {
            return fail(error, ERROR_CORRUPT, "triangle %u has no sound edge to its neighbour %u",
                        triangle, next);
        }
        crossings[i] = (Crossing){{side->ends[0], side->ends[1]},
                                  area_on_left(mesh, triangle, side->ends),
                                  area_on_left(mesh, next, side->ends)};
    }
    return true;
}

/* Tells whether the triangle that is entered is folded back over the one that is left. */
static bool folds(const Crossing *crossing) {
    return crossing->behind * crossing->ahead > 0;
}

static double length_of(const WalkMesh *mesh, const Crossing *crossing) {
    return point_distance(walk_point(mesh, crossing->ends[0]), walk_point(mesh, crossing->ends[1]));
}

static Wall wall_of(const WalkMesh *mesh, uint32_t vertex, uint64_t portal) {
    return (Wall){walk_point(mesh, vertex), mesh->vertices[vertex].z, vertex, portal};
}

/* Makes the portal of one crossing, or of the shortest edge of a fold. The larger triangle beside
** an edge tells its sides; the one before a fold those of its first edge, the one behind those of
** its last; in the fold, left is right. */
static Portal portal_of(const WalkMesh *mesh, const Crossing *first, const Crossing *last,
                        uint64_t portal) {
    const Crossing *shortest = first;
    for (const Crossing *at = first + 1; at <= last; at++) {
        if (length_of(mesh, at) < length_of(mesh, shortest)) shortest = at;
    }
    bool is_inside = shortest > first && shortest < last;
    bool by_next = first == last ? fabs(first->ahead) > fabs(first->behind) : shortest == last;
    bool is_in_order = (by_next ? shortest->ahead > 0 : shortest->behind < 0) != is_inside;
    return (Portal){wall_of(mesh, shortest->ends[!is_in_order], portal),
                    wall_of(mesh, shortest->ends[is_in_order], portal)};
}

/* Makes the portals of a route, and returns their number. Slivers whose corners were rounded, and
** triangles that stand twice, are folded back over their neighbours. Only the shortest edge of a
** fold that ends soon counts, since an end of one edge sees the ends of another the wrong way round.
** An edge between two triangles without an area is no portal. */
static uint64_t make_portals(const WalkMesh *mesh, const Crossing *crossings, uint64_t count,
                             Portal *portals) {
    uint64_t made = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t last = i, end = i + 1;
        if (crossings[i].behind == 0 && crossings[i].ahead == 0) continue;
        if (folds(&crossings[i])) {
            while (end < count && end <= i + FOLDED_MOST && !folds(&crossings[end])) end++;
            if (end < count && end <= i + FOLDED_MOST) last = end;
        }
        portals[made] = portal_of(mesh, &crossings[i], &crossings[last], made);
        made++;
        i = last;
    }
    return made;
}

/* Adds a point unless it equals the last one; the end is added even where it equals the start.
** There is room for all portals and both ends. */
static void add_turn(WalkPulled *pulled, const Wall *at, bool is_end) {
    WalkTurn added = {at->point.x, at->point.y, at->z, 0, at->vertex, WALK_NONE};
    if (pulled->count) {
        const WalkTurn *last = &pulled->turns[pulled->count - 1];
        bool is_same = last->x == added.x && last->y == added.y;
        if (is_same && !(is_end && pulled->count == 1)) return;
        added.distance = last->distance + point_distance((Point2){last->x, last->y}, at->point);
    }
    pulled->turns[pulled->count++] = added;
}

/* Moves one wall to the next portal if that makes the funnel no wider. Returns false if the wall
** would cross the other one, where the path turns. `sign` is 1 for the right wall and -1 for the
** left one. */
static inline bool narrow(Point2 apex, const Wall **wall, const Wall *other, const Wall *next,
                          int sign) {
    Point2 at = (*wall)->point;
    if (sign * point_turn(apex, at, next->point) < 0) return true;
    bool is_open = apex.x != at.x || apex.y != at.y;
    if (is_open && sign * point_turn(apex, other->point, next->point) >= 0) return false;
    *wall = next;
    return true;
}

/* Adds the turns of a way through portals, the last of which is the goal. */
static bool run(const Wall *start, const Portal *portals, uint64_t last, WalkPulled *pulled,
                Arena *arena, Error *error) {
    const Wall *apex = start, *left = start, *right = start;
    uint64_t steps = 0;
    add_turn(pulled, start, false);
    for (uint64_t portal = 0; portal <= last; portal++) {
        const Portal *next = &portals[portal];
        const Wall *corner = NULL;
        if (!narrow(apex->point, &right, left, &next->right, 1)) corner = left;
        else if (!narrow(apex->point, &left, right, &next->left, -1)) corner = right;
        if (corner) {
            add_turn(pulled, corner, false);
            portal = corner->portal; /* the loop goes on with the next portal */
            apex = left = right = corner;
        }
        if (arena_interrupted_at(arena, ++steps)) return fail_interrupted(error);
    }
    add_turn(pulled, &portals[last].left, true);
    return true;
}

/* Finds the line that crosses the edges between a route's triangles one after the other. */
static bool pull(const WalkMesh *mesh, const AswmRoute *route, Point2 from, Point2 to, Arena *arena,
                 WalkPulled *pulled, Error *error) {
    uint64_t last = route->count - 1;
    Crossing *crossings = arena_alloc(arena, last, sizeof *crossings);
    Portal *portals = arena_alloc(arena, route->count, sizeof *portals);
    pulled->turns = arena_alloc(arena, route->count + 2, sizeof *pulled->turns);
    if (!crossings || !portals || !pulled->turns) return fail_memory(error, arena);
    if (!find_crossings(mesh, route, crossings, error)) return false;
    uint64_t count = make_portals(mesh, crossings, last, portals);
    Wall goal = {to, walk_height_at(mesh, route->items[last], to), WALK_NONE, count};
    Wall start = {from, walk_height_at(mesh, route->items[0], from), WALK_NONE, 0};
    portals[count] = (Portal){goal, goal};
    bool done = run(&start, portals, count, pulled, arena, error);
    arena_release(arena, portals);
    arena_release(arena, crossings);
    return done;
}

bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   WalkPulled *pulled, WalkStatus *status, Error *error) {
    AswmRoute route = {{0}};
    uint32_t first, last;
    *pulled = (WalkPulled){0};
    *status = WALK_OFF_MESH;
    if (!walk_standing_at(&mesh->walk, from, to, arena, &first, &last, error)) return false;
    if (first == WALK_NONE || last == WALK_NONE) return true;
    bool done = baked ? aswm_route(mesh, first, last, arena, &route, status, error)
                      : aswm_search(mesh, first, last, arena, &route, status, error);
    if (done && route.count) done = pull(&mesh->walk, &route, from, to, arena, pulled, error);
    arena_release(arena, route.items);
    return done;
}
