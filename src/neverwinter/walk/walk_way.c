/* Shortest ways over a walkmesh: see walk_way.h. This is A* over cones: a cone is what a corner
** sees through an edge. The limits of a cone are vertices, so all decisions are exact signs of
** vertices and places; only lengths are rounded. (Cui, Harabor and Grastien's Polyanya, 2017, goes
** over intervals of edges instead.) */
#include "neverwinter/walk/walk_way.h"
#include "neverwinter/walk/walk_sight.h"
#include "core/search.h"

#define START_STEP 0 /* the steps that a search begins with */
#define GOAL_STEP  1

bool walk_prepare_ways(WalkMesh *mesh, Arena *arena, Error *error) {
    return walk_bound_tiles(mesh, arena, error) && walk_find_components(mesh, arena, error) &&
           walk_find_fans(mesh, arena, error);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* A node of the search: the start, the goal, a corner that the way turns round, or a cone, which is
** what a root (another step) sees through an edge of the triangle that the cone enters. */
typedef struct Step {
    uint32_t root;        /* of a cone and of the goal: the step that sees it */
    uint32_t vertex;      /* of a corner; WALK_NONE: this is none */
    uint32_t triangle;    /* that a cone enters; or that holds the corner or goal */
    uint32_t first;       /* the triangle on which the way begins */
    uint32_t left, right; /* of a cone: the vertices that limit it */
    uint32_t ends[2];     /* of a cone: those of its edge */
    bool folded;          /* the cone came through a triangle that is folded back */
    bool is_noted; /* or through one without an area: it could go through such ones for ever */
} Step;

typedef struct Ways {
    const WalkMesh *mesh;
    Point2 from, to;
    List starts, goals; /* uint32_t: the ground at both ends */
    uint32_t query;
    List steps;
    Map noted; /* cones, see Step */
    Arena *arena;
} Ways;

static Step *step_at(const Ways *ways, uint32_t step) {
    return (Step *)ways->steps.items + step;
}

static Point2 point_of(const Ways *ways, uint32_t vertex) {
    return walk_point(ways->mesh, vertex);
}

/* Returns where the start, the goal or a corner is. */
static Point2 place_of(const Ways *ways, uint32_t step) {
    if (step == START_STEP) return ways->from;
    return step == GOAL_STEP ? ways->to : point_of(ways, step_at(ways, step)->vertex);
}

/* Returns 1 if c is left of the line from a to b, -1 if it is right, 0 if it is on the line. */
static int side_of(Point2 a, Point2 b, Point2 c) {
    const Line line = {a, b};
    return line_side(&line, c);
}

static bool is_goal(const void *context, uint32_t triangle) {
    return walk_is_listed(&((const Ways *)context)->goals, triangle);
}

/* Returns the fan of a triangle's vertex, reset if this query hasn't met it. */
static WalkFan *fan_of(const Ways *ways, uint32_t triangle, uint32_t vertex) {
    WalkFans *fans = ways->mesh->fans;
    WalkFan *fan = (WalkFan *)fans->fans.items +
                   *walk_fan_at(ways->mesh, fans, walk_side_of(ways->mesh, triangle, vertex));
    if (fan->query != ways->query) {
        fan->query = ways->query;
        fan->is_expanded = false;
        fan->cost = HUGE_VAL;
    }
    return fan;
}

static List triangles_of(const Ways *ways, const WalkFan *fan) {
    return (List){(uint32_t *)ways->mesh->fans->around.items + fan->first, fan->count, 0};
}

/* The corner that a search looks for. */
typedef struct WantedCorner {
    const Ways *ways;
    const WalkFan *fan;
    uint32_t vertex;
} WantedCorner;

static bool is_at_corner(const void *context, uint32_t triangle) {
    const WantedCorner *wanted = context;
    return walk_side_of(wanted->ways->mesh, triangle, wanted->vertex) &&
           fan_of(wanted->ways, triangle, wanted->vertex) == wanted->fan;
}

static bool add_step(Search *search, Step step, uint32_t previous, double cost, double left,
                     Error *error) {
    Ways *ways = search->context;
    if (!list_push(ways->arena, &ways->steps, &step, sizeof step, error) ||
        !search_grow(search, ways->steps.capacity, error)) {
        return false;
    }
    search_reach(search, (uint32_t)ways->steps.count - 1, previous, 0, cost, left);
    return true;
}

/* Tells in *seen whether a cone's root sees a place in the cone. Behind a triangle that is folded
** back it needn't: the line may end before it comes to an edge. */
static bool is_seen(const Ways *ways, const Step *cone, Point2 to, WalkWanted *wanted,
                    const void *context, bool *seen, Error *error) {
    *seen = true;
    if (!cone->folded) return true;
    const Step *root = step_at(ways, cone->root);
    List from = cone->root == START_STEP
                    ? ways->starts
                    : triangles_of(ways, fan_of(ways, root->triangle, root->vertex));
    return walk_sees(ways->mesh, place_of(ways, cone->root), &from, to, wanted, context,
                     ways->arena, seen, error);
}

/* Reaches a vertex that a root sees. `node` is the cone or the root itself. */
static bool reach_vertex(Search *search, uint32_t node, Step seen, uint32_t vertex, Error *error) {
    Ways *ways = search->context;
    WalkFan *fan = fan_of(ways, seen.triangle, vertex);
    Point2 at = point_of(ways, vertex);
    double cost = search_cost(search, seen.root) + point_distance(place_of(ways, seen.root), at);
    const WantedCorner wanted = {ways, fan, vertex};
    bool is_visible;
    if (!(cost < fan->cost)) return true;
    if (!is_seen(ways, &seen, at, is_at_corner, &wanted, &is_visible, error)) return false;
    if (!is_visible) return true;
    fan->cost = cost;
    if (!fan->count) return true;
    const Step step = {
        .root = seen.root, .vertex = vertex, .triangle = seen.triangle, .first = seen.first};
    return add_step(search, step, node, cost, point_distance(at, ways->to), error);
}

static bool reach_goal(Search *search, uint32_t node, Step seen, Error *error) {
    Ways *ways = search->context;
    bool is_visible;
    if (!is_goal(ways, seen.triangle)) return true;
    if (!is_seen(ways, &seen, ways->to, is_goal, ways, &is_visible, error)) return false;
    double cost =
        search_cost(search, seen.root) + point_distance(place_of(ways, seen.root), ways->to);
    if (!is_visible || !search_is_better(search, GOAL_STEP, cost)) return true;
    *step_at(ways, GOAL_STEP) = (Step){
        .root = seen.root, .vertex = WALK_NONE, .triangle = seen.triangle, .first = seen.first};
    search_reach(search, GOAL_STEP, node, 0, cost, 0);
    return true;
}

/* ---- Cones ----------------------------------------------------------------------------------- */

/* The part of an edge that a cone leaves. */
typedef struct Gap {
    Point2 left, right;
    bool is_known; /* false: a limit is so parallel to the edge that rounding decides */
} Gap;

/* Finds where the ray from a root to a limit of a cone meets the line of the cone's edge. */
static bool find_crossing(Point2 root, Point2 limit, Point2 a, Point2 b, Point2 *at) {
    double left = (limit.x - root.x) * (b.y - a.y), right = (limit.y - root.y) * (b.x - a.x);
    if (fabs(left - right) <= 1e-6 * (fabs(left) + fabs(right))) return false;
    double part = ((a.x - root.x) * (b.y - a.y) - (a.y - root.y) * (b.x - a.x)) / (left - right);
    *at = (Point2){root.x + part * (limit.x - root.x), root.y + part * (limit.y - root.y)};
    return true;
}

static Gap find_gap(const Ways *ways, const Step *cone, Point2 root, Point2 a, Point2 b) {
    Gap gap = {point_of(ways, cone->left), point_of(ways, cone->right), !cone->folded};
    bool is_left_end = cone->left == cone->ends[0] || cone->left == cone->ends[1];
    bool is_right_end = cone->right == cone->ends[0] || cone->right == cone->ends[1];
    if (!is_left_end) gap.is_known &= find_crossing(root, gap.left, a, b, &gap.left);
    if (!is_right_end) gap.is_known &= find_crossing(root, gap.right, a, b, &gap.right);
    return gap;
}

/* Returns the least length from a root to the goal through a gap: straight, or past one of its
** ends. A goal on the root's side of the edge is as far as its mirror image. */
static double least_length(const Gap *gap, Point2 root, Point2 goal, Point2 a, Point2 b) {
    if (!gap->is_known) return point_distance(root, goal);
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double ours = point_turn(a, b, root), its = point_turn(a, b, goal);
    if (ours * its > 0) {
        goal.x += 2 * its / square * dy;
        goal.y -= 2 * its / square * dx;
    }
    double by_left = HUGE_VAL, by_right = HUGE_VAL;
    if (point_turn(root, gap->left, goal) > 0) {
        by_left = point_distance(root, gap->left) + point_distance(gap->left, goal);
    }
    if (point_turn(root, gap->right, goal) < 0) {
        by_right = point_distance(root, gap->right) + point_distance(gap->right, goal);
    }
    double past = fmin(by_left, by_right);
    return past < HUGE_VAL ? past : point_distance(root, goal);
}

#define TIE 1e-12 /* share of a length that rounding may add */

/* Tells whether all of a gap is reached sooner by an end of its edge than from the root. If this is
** so at the gap's end that is farther from there, it is so everywhere in the gap. */
static bool is_sooner_by(double cost, Point2 end, const Gap *gap, Point2 root, double root_cost) {
    bool is_left_far = point_distance(end, gap->left) > point_distance(end, gap->right);
    Point2 far = is_left_far ? gap->left : gap->right;
    double from_root = root_cost + point_distance(root, far);
    return cost + point_distance(end, far) < from_root - TIE * from_root;
}

/* Notes a cone, and whether it is new. */
static bool note_cone(Ways *ways, const Step *cone, bool *is_new, Error *error) {
    const uint32_t key[] = {cone->root,    cone->triangle, cone->ends[0],
                            cone->ends[1], cone->left,     cone->right};
    void **place = map_place(&ways->noted, ways->arena, key, sizeof key);
    if (!place) return fail_memory(error, ways->arena);
    *is_new = !*place;
    *place = ways;
    return true;
}

/* Adds what a root sees through a side of the cone's triangle, between two limits at most: the
** ends of the side if they are WALK_NONE. */
static bool add_cone(Search *search, uint32_t node, Step cone, const WalkSide *side, Error *error) {
    Ways *ways = search->context;
    const WalkMesh *mesh = ways->mesh;
    if (side->next == WALK_NONE || side->ends[0] == WALK_NONE) return true;
    memcpy(cone.ends, side->ends, sizeof cone.ends);
    Point2 root = place_of(ways, cone.root);
    Point2 a = point_of(ways, cone.ends[0]), b = point_of(ways, cone.ends[1]);
    int turn = side_of(root, a, b);
    if (!turn) return true; /* the root is in line with the edge */
    uint32_t left = cone.ends[turn > 0], right = cone.ends[turn < 0];
    bool is_whole = cone.left == WALK_NONE;
    if (is_whole || side_of(root, point_of(ways, cone.left), point_of(ways, left)) < 0) {
        cone.left = left;
    }
    if (is_whole || side_of(root, point_of(ways, cone.right), point_of(ways, right)) > 0) {
        cone.right = right;
    }
    if (side_of(root, point_of(ways, cone.right), point_of(ways, cone.left)) <= 0) return true;
    double cost = search_cost(search, cone.root);
    Gap gap = find_gap(ways, &cone, root, a, b);
    for (int i = 0; gap.is_known && i < 2; i++) {
        if (!walk_side_of(mesh, cone.triangle, cone.ends[i])) continue;
        const WalkFan *fan = fan_of(ways, cone.triangle, cone.ends[i]);
        if (is_sooner_by(fan->cost, i ? b : a, &gap, root, cost)) return true;
    }
    cone.triangle = side->next;
    bool is_new = true;
    if (cone.is_noted && !note_cone(ways, &cone, &is_new, error)) return false;
    return !is_new ||
           add_step(search, cone, node, cost, least_length(&gap, root, ways->to, a, b), error);
}

/* Follows a cone through the triangle that it enters. */
static bool follow_cone(Search *search, uint32_t node, Error *error) {
    Ways *ways = search->context;
    const WalkMesh *mesh = ways->mesh;
    Step cone = *step_at(ways, node);
    const uint32_t count = walk_side_count(mesh, cone.triangle);
    const WalkSide *sides = walk_sides(mesh, cone.triangle);
    const Point2 root = place_of(ways, cone.root);
    const Point2 left = point_of(ways, cone.left), right = point_of(ways, cone.right);
    const Point2 a = point_of(ways, cone.ends[0]), b = point_of(ways, cone.ends[1]);
    const uint32_t ends[2] = {cone.ends[0], cone.ends[1]};
    bool is_line = true; /* the triangle has no area: one leaves it where one came in */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = sides[i].vertex;
        if (vertex == WALK_NONE || vertex == ends[0] || vertex == ends[1]) continue;
        const Point2 at = point_of(ways, vertex);
        int fold = side_of(a, b, root) * side_of(a, b, at);
        cone.folded |= fold > 0;
        cone.is_noted |= fold > 0;
        is_line &= fold == 0;
        if (side_of(root, left, at) <= 0 && side_of(root, right, at) >= 0 &&
            !reach_vertex(search, node, cone, vertex, error)) {
            return false;
        }
    }
    cone.is_noted |= is_line;
    if (side_of(root, left, ways->to) <= 0 && side_of(root, right, ways->to) >= 0 &&
        !reach_goal(search, node, cone, error)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *its = sides[i].ends;
        bool is_entry =
            (its[0] == ends[0] && its[1] == ends[1]) || (its[0] == ends[1] && its[1] == ends[0]);
        if ((!is_entry || is_line) && !add_cone(search, node, cone, &sides[i], error)) return false;
    }
    return true;
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* To which sides a way may turn at a corner: only round something, to the left if the rim is on the
** left of the leg that leads there, or behind it. */
typedef struct Turns {
    Point2 from, at;
    bool left, right;
} Turns;

static bool may_turn(const Turns *turns, Point2 to) {
    int side = side_of(turns->from, turns->at, to);
    return side == 0 || (side > 0 ? turns->left : turns->right);
}

static Turns find_turns(const Ways *ways, uint32_t node, const List *fan) {
    const Step *step = step_at(ways, node);
    Turns turns = {place_of(ways, step->root), point_of(ways, step->vertex), false, false};
    if (turns.from.x == turns.at.x && turns.from.y == turns.at.y) turns.left = turns.right = true;
    for (uint64_t i = 0; i < fan->count && !(turns.left && turns.right); i++) {
        uint32_t triangle = ((const uint32_t *)fan->items)[i];
        const WalkSide *sides = walk_sides(ways->mesh, triangle);
        for (uint32_t k = 0; k < walk_side_count(ways->mesh, triangle); k++) {
            const uint32_t *ends = sides[k].ends;
            if (!walk_is_spoke(&sides[k], step->vertex) ||
                walk_behind_spoke(ways->mesh, &sides[k], step->vertex) != WALK_NONE) {
                continue;
            }
            int side = side_of(turns.from, turns.at, point_of(ways, ends[ends[0] == step->vertex]));
            turns.left |= side >= 0;
            turns.right |= side <= 0;
        }
    }
    return turns;
}

/* Goes on from the start or a corner to all that it sees in one of its triangles and beyond. */
static bool look_round(Search *search, uint32_t node, uint32_t triangle, const Turns *turns,
                       Error *error) {
    Ways *ways = search->context;
    const WalkSide *sides = walk_sides(ways->mesh, triangle);
    const uint32_t count = walk_side_count(ways->mesh, triangle);
    const uint32_t own = step_at(ways, node)->vertex;
    const Step seen = {.root = node,
                       .vertex = WALK_NONE,
                       .triangle = triangle,
                       .first = node == START_STEP ? triangle : step_at(ways, node)->first,
                       .left = WALK_NONE};
    if (!reach_goal(search, node, seen, error)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = sides[i].vertex;
        if (vertex == WALK_NONE || vertex == own) continue;
        if ((!turns || may_turn(turns, point_of(ways, vertex))) &&
            !reach_vertex(search, node, seen, vertex, error)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *ends = sides[i].ends;
        if (ends[0] == WALK_NONE || walk_is_spoke(&sides[i], own)) continue;
        bool is_open = !turns || may_turn(turns, point_of(ways, ends[0])) ||
                       may_turn(turns, point_of(ways, ends[1]));
        if (is_open && !add_cone(search, node, seen, &sides[i], error)) return false;
    }
    return true;
}

static bool expand(Search *search, uint32_t node, Error *error) {
    Ways *ways = search->context;
    if (node != START_STEP && step_at(ways, node)->vertex == WALK_NONE) {
        return follow_cone(search, node, error);
    }
    List triangles = ways->starts;
    Turns turns;
    if (node != START_STEP) {
        const Step *corner = step_at(ways, node);
        WalkFan *fan = fan_of(ways, corner->triangle, corner->vertex);
        if (fan->is_expanded) return true;
        fan->is_expanded = true;
        triangles = triangles_of(ways, fan);
        turns = find_turns(ways, node, &triangles);
    }
    for (uint64_t i = 0; i < triangles.count; i++) {
        if (!look_round(search, node, ((const uint32_t *)triangles.items)[i],
                        node == START_STEP ? NULL : &turns, error)) {
            return false;
        }
        if (arena_interrupted_at(ways->arena, i + 1)) return fail_interrupted(error);
    }
    return true;
}

/* ---- From place to place --------------------------------------------------------------------- */

/* Lists the turns of a way backwards from its goal. */
static bool collect(const Ways *ways, WalkPulled *way, Error *error) {
    const WalkMesh *mesh = ways->mesh;
    uint64_t count = 2;
    for (uint32_t at = step_at(ways, GOAL_STEP)->root; at != START_STEP;
         at = step_at(ways, at)->root) {
        count++;
    }
    way->turns = arena_alloc(ways->arena, count, sizeof *way->turns);
    if (!way->turns) return fail_memory(error, ways->arena);
    way->count = count;
    for (uint32_t at = GOAL_STEP; count--; at = step_at(ways, at)->root) {
        const Step *step = step_at(ways, at);
        Point2 place = place_of(ways, at);
        uint32_t triangle = count ? step->triangle : step_at(ways, GOAL_STEP)->first;
        double z = count && at != GOAL_STEP ? mesh->vertices[step->vertex].z
                                            : walk_height_at(mesh, triangle, place);
        way->turns[count] =
            (WalkTurn){place.x, place.y, z, 0, count ? step->vertex : WALK_NONE, triangle};
    }
    return true;
}

static bool find_way(Ways *ways, WalkPulled *way, bool *found, Error *error) {
    Search search = {.arena = ways->arena, .expand = expand, .context = ways};
    if (!list_reserve(ways->arena, &ways->steps, 64, sizeof(Step))) {
        return fail_memory(error, ways->arena);
    }
    for (ways->steps.count = 0; ways->steps.count <= GOAL_STEP; ways->steps.count++) {
        *step_at(ways, (uint32_t)ways->steps.count) = (Step){.vertex = WALK_NONE};
    }
    bool done = search_run(&search, ways->steps.capacity, START_STEP,
                           point_distance(ways->from, ways->to), GOAL_STEP, found, error) &&
                (!*found || collect(ways, way, error));
    search_free(&search);
    return done;
}

/* Finds the first triangles of two places that are in one component; false: none are. */
static bool find_pair(const WalkMesh *mesh, const List *one, const List *other, uint32_t *first,
                      uint32_t *last) {
    const uint32_t *components = mesh->triangle_components;
    for (uint64_t i = 0; i < one->count; i++) {
        for (uint64_t k = 0; k < other->count; k++) {
            *first = ((const uint32_t *)one->items)[i];
            *last = ((const uint32_t *)other->items)[k];
            if (components[*first] == components[*last]) return true;
        }
    }
    return false;
}

bool walk_standing_at(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, uint32_t *first,
                      uint32_t *last, Error *error) {
    List starts = {0}, ends = {0};
    bool done = walk_exact_places(&from, &to, error) &&
                walk_ground_at(mesh, from, arena, &starts, error) &&
                walk_ground_at(mesh, to, arena, &ends, error);
    if (done && !find_pair(mesh, &starts, &ends, first, last)) {
        *first = starts.count ? *(const uint32_t *)starts.items : walk_triangle_at(mesh, from);
        *last = ends.count ? *(const uint32_t *)ends.items : walk_triangle_at(mesh, to);
    }
    arena_release(arena, starts.items);
    arena_release(arena, ends.items);
    return done;
}

static Point2 place_of_turn(const WalkTurn *turn) {
    return (Point2){turn->x, turn->y};
}

/* Leaves out vertices of a straight rim along which the way goes straight on. */
static bool straighten(const WalkMesh *mesh, WalkPulled *way, Arena *arena, Error *error) {
    uint64_t last = 0;
    WalkSight sight;
    for (uint64_t i = 1; i < way->count; i++) {
        Point2 from = place_of_turn(&way->turns[last]), at = place_of_turn(&way->turns[i]);
        bool is_straight = i + 1 < way->count;
        if (is_straight) {
            Point2 to = place_of_turn(&way->turns[i + 1]);
            double length = point_distance(from, to);
            is_straight =
                point_distance(from, at) + point_distance(at, to) <= length + TIE * length;
            if (is_straight && !walk_sight(mesh, from, to, arena, &sight, error)) return false;
            is_straight = is_straight && sight.status == WALK_SIGHT_CLEAR;
        }
        if (!is_straight) way->turns[++last] = way->turns[i];
    }
    way->count = last + (way->count > 0);
    return true;
}

/* Turns a way round, and adds up its legs. */
static void arrange(WalkPulled *way, bool backwards) {
    for (uint64_t i = 0, k = way->count; backwards && i + 1 < k--; i++) {
        WalkTurn turn = way->turns[i];
        way->turns[i] = way->turns[k];
        way->turns[k] = turn;
    }
    for (uint64_t i = 1; i < way->count; i++) {
        const WalkTurn *turn = &way->turns[i - 1];
        way->turns[i].distance =
            turn->distance + point_distance(place_of_turn(turn), place_of_turn(turn + 1));
    }
}

static WalkStatus ground_status(const WalkMesh *mesh, Point2 place, const List *ground) {
    if (ground->count) return WALK_OK;
    bool is_on_mesh = walk_triangle_at(mesh, place) != WALK_NONE;
    return is_on_mesh ? WALK_NOT_WALKABLE : WALK_OFF_MESH;
}

bool walk_shortest_way(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, WalkPulled *way,
                       WalkStatus *status, Error *error) {
    *way = (WalkPulled){0};
    if (!walk_exact_places(&from, &to, error)) return false;
    /* the search begins at the lesser place, so that both directions round lengths alike */
    bool backwards = to.x < from.x || (to.x == from.x && to.y < from.y), found = false;
    Ways ways = {.mesh = mesh,
                 .from = backwards ? to : from,
                 .to = backwards ? from : to,
                 .query = ++mesh->fans->query,
                 .arena = arena};
    if (!walk_ground_at(mesh, ways.from, arena, &ways.starts, error) ||
        !walk_ground_at(mesh, ways.to, arena, &ways.goals, error)) {
        return false;
    }
    WalkStatus one = ground_status(mesh, ways.from, &ways.starts);
    WalkStatus other = ground_status(mesh, ways.to, &ways.goals);
    bool is_off = one == WALK_OFF_MESH || other == WALK_OFF_MESH;
    bool done = true;
    uint32_t first, last;
    *status = is_off                                                       ? WALK_OFF_MESH
              : one != WALK_OK || other != WALK_OK                         ? WALK_NOT_WALKABLE
              : !find_pair(mesh, &ways.starts, &ways.goals, &first, &last) ? WALK_UNREACHABLE
                                                                           : WALK_OK;
    if (*status == WALK_OK) {
        done = find_way(&ways, way, &found, error) && straighten(mesh, way, arena, error);
        if (!found) *status = WALK_UNREACHABLE;
        arrange(way, backwards);
    }
    arena_release(arena, ways.starts.items);
    arena_release(arena, ways.goals.items);
    arena_release(arena, ways.steps.items);
    return done;
}
