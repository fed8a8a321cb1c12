/* Cuts the ground of an area where things block it.
**
** The places on which a face blocks are a convex body: the prism over the face, from 2 m below it up
** to 0.05 m above. The body of an upright face is flat. Wherever a side of a body crosses an edge of
** a walkable triangle that may meet the body, the edge gets a vertex, and the triangle is halved
** there. So in the end no edge crosses a body's side, and each triangle is in the body or outside.
**
** The vertex belongs to the edge: all triangles of the tile that have the edge are halved at it, and
** still share whole edges. Within a micrometre of a side counts as on it, so that the rounding of
** vertices leaves no slits where bodies touch. */
#include "neverwinter/nwn/nwn_things.h"

#define ON_SIDE       1e-6 /* metres */
#define FLAT          1e-5 /* metres: a face that is narrower, seen from above, is upright */
#define BELOW         0.05 /* metres of ground over a face that still blocks */
#define ABOVE         2.0  /* metres of a walker's height */
#define MOST          1e6  /* metres: beyond it doubles don't tell micrometres */
#define TRIANGLES_MAX ((uint64_t)1 << 28)

enum { SIDES_MAX = 6 };

/* A body: dot(normals[i], p) + offsets[i] >= 0 for all sides. */
typedef struct Body {
    Vector normals[SIDES_MAX];
    double offsets[SIDES_MAX];
    int count;
    bool is_flat;  /* its first two sides are one plane */
    MdlBounds box; /* of the face */
    uint32_t object;
} Body;

/* How far inside of each side each corner of a triangle is */
typedef double SideDistances[SIDES_MAX][3];

typedef struct Cutting {
    LIST_OF(NwnGroundVertex) vertices;
    LIST_OF(NwnGroundTriangle) triangles;
    LIST_OF(uint32_t) near; /* those triangles that the body may meet */
    Map *walls;
    Arena *arena;
    Error *error;
} Cutting;

static MdlBounds box_of(const Cutting *cutting, uint64_t triangle) {
    MdlBounds box = mdl_no_bounds;
    for (int k = 0; k < 3; k++) {
        mdl_widen_bounds(
            &box, cutting->vertices.items[cutting->triangles.items[triangle].vertices[k]].place);
    }
    return box;
}

static bool is_small(const MdlBounds *box) {
    return vector_length(box->min) < MOST && vector_length(box->max) < MOST;
}

/* Tells whether something in a box may meet a body. */
static bool is_near(const MdlBounds *box, const Body *body) {
    const Vector *min = &body->box.min, *max = &body->box.max;
    return box->min.x <= max->x + ON_SIDE && box->max.x >= min->x - ON_SIDE &&
           box->min.y <= max->y + ON_SIDE && box->max.y >= min->y - ON_SIDE &&
           box->min.z <= max->z + BELOW + ON_SIDE && box->max.z >= min->z - ABOVE - ON_SIDE;
}

/* Adds a side through a place, whose normal has the length 1 and points inside. */
static void add_side(Body *body, Vector normal, Vector place) {
    body->normals[body->count] = normal;
    body->offsets[body->count++] = -vector_dot(normal, place);
}

/* Makes the body of a face; returns false if it blocks no place. */
static bool make_body(const NwnBlock *block, Body *body) {
    const Vector *p = block->corners;
    Vector along[3], up = {0, 0, 1};
    double lengths[3];
    int longest = 0;
    *body = (Body){.box = mdl_no_bounds, .object = block->object};
    for (int i = 0; i < 3; i++) {
        Vector edge = vector_minus(p[(i + 1) % 3], p[i]);
        edge.z = 0;
        lengths[i] = vector_length(edge);
        along[i] = vector_times(edge, 1 / lengths[i]);
        if (lengths[i] > lengths[longest]) longest = i;
        mdl_widen_bounds(&body->box, p[i]);
    }
    if (!(lengths[longest] > ON_SIDE) || !is_small(&body->box)) return false;
    Vector normal = corners_normal(p);
    Vector top = {0, 0, body->box.max.z}, bottom = {0, 0, body->box.min.z};
    body->is_flat = fabs(normal.z) <= FLAT * lengths[longest];
    if (body->is_flat) {
        Vector axis = along[longest], across = {-axis.y, axis.x, 0};
        add_side(body, across, p[longest]);
        add_side(body, vector_times(across, -1), p[longest]);
        add_side(body, axis, p[longest]);
        add_side(body, vector_times(axis, -1), p[(longest + 1) % 3]);
    } else {
        double left = normal.z > 0 ? 1 : -1;
        up = vector_times(normal, left / vector_length(normal));
        top = bottom = p[0];
        for (int i = 0; i < 3; i++) {
            add_side(body, (Vector){-left * along[i].y, left * along[i].x, 0}, p[i]);
        }
    }
    top.z += BELOW;
    bottom.z -= ABOVE;
    add_side(body, vector_times(up, -1), top);
    add_side(body, up, bottom);
    return true;
}

NwnWall *nwn_wall_at(Map *walls, uint32_t a, uint32_t b, Arena *adds) {
    const uint32_t key[] = {a < b ? a : b, a < b ? b : a};
    void **place =
        adds ? map_place(walls, adds, key, sizeof key) : map_find(walls, key, sizeof key);
    if (place && !*place && (*place = arena_piece(adds, sizeof(NwnWall)))) {
        *(NwnWall *)*place = (NwnWall){GFF_NONE, GFF_NONE};
    }
    return place ? *place : NULL;
}

/* Cuts an edge at a part of its length. What closes it closes both halves. */
static bool cut_edge(Cutting *cutting, const uint32_t ends[2], double part) {
    NwnGroundVertex vertex = cutting->vertices.items[ends[0]];
    vertex.place = vector_between(vertex.place, cutting->vertices.items[ends[1]].place, part);
    NwnWall *wall = nwn_wall_at(cutting->walls, ends[0], ends[1], cutting->arena);
    if (!wall) return fail_memory(cutting->error, cutting->arena);
    wall->middle = (uint32_t)cutting->vertices.count;
    for (int i = 0; i < 2 && wall->object != GFF_NONE; i++) {
        NwnWall *half = nwn_wall_at(cutting->walls, ends[i], wall->middle, cutting->arena);
        if (!half) return fail_memory(cutting->error, cutting->arena);
        half->object = wall->object;
    }
    return list_push(cutting->arena, &cutting->vertices.list, &vertex, sizeof vertex,
                     cutting->error);
}

/* Halves a triangle at the first of its edges that is cut; *halved is false if none is. */
static bool halve(Cutting *cutting, uint64_t number, bool *halved) {
    NwnGroundTriangle *triangle = &cutting->triangles.items[number], half = *triangle;
    for (int slot = 0; slot < 3; slot++) {
        int next = (slot + 1) % 3;
        const NwnWall *wall =
            nwn_wall_at(cutting->walls, triangle->vertices[slot], triangle->vertices[next], NULL);
        *halved = wall && wall->middle != GFF_NONE;
        if (!*halved) continue;
        uint32_t added = (uint32_t)cutting->triangles.count;
        triangle->vertices[next] = half.vertices[slot] = wall->middle;
        if (added >= TRIANGLES_MAX) {
            return fail(cutting->error, ERROR_TOO_BIG,
                        "things cut the ground into too many pieces");
        }
        return list_push(cutting->arena, &cutting->triangles.list, &half, sizeof half,
                         cutting->error) &&
               list_push(cutting->arena, &cutting->near.list, &added, sizeof added, cutting->error);
    }
    return true;
}

/* Tells whether a triangle meets a body. It may say so, and the triangle be cut in vain, where only
** a line between the two would tell them apart. */
static bool meets(const Cutting *cutting, const NwnGroundTriangle *triangle, const Body *body,
                  SideDistances values) {
    for (int i = 0; i < body->count; i++) {
        double most = -HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            Vector place = cutting->vertices.items[triangle->vertices[k]].place;
            values[i][k] = vector_dot(body->normals[i], place) + body->offsets[i];
            most = fmax(most, values[i][k]);
        }
        if (body->is_flat ? most < -ON_SIDE : most <= ON_SIDE) return false;
    }
    return true;
}

/* Cuts the first edge of a triangle that a side of a body crosses; *cuts is false if it crosses
** none. Only edges on an upright face matter to its other sides. */
static bool cut_crossing(Cutting *cutting, const NwnGroundTriangle *triangle, const Body *body,
                         SideDistances values, int side, bool *cuts) {
    for (int slot = 0; slot < 3; slot++) {
        int next = (slot + 1) % 3;
        double a = values[side][slot], b = values[side][next];
        bool matters = !body->is_flat || side < 2 ||
                       fmax(fabs(values[0][slot]), fabs(values[0][next])) <= ON_SIDE;
        const uint32_t ends[] = {triangle->vertices[slot], triangle->vertices[next]};
        *cuts = matters && fmin(a, b) < -ON_SIDE && fmax(a, b) > ON_SIDE;
        if (*cuts) return cut_edge(cutting, ends, a / (a - b));
    }
    return true;
}

/* Blocks a triangle that no side of a body crosses, or its edges on an upright face. */
static bool block(Cutting *cutting, NwnGroundTriangle *triangle, const Body *body,
                  SideDistances values) {
    if (!body->is_flat) triangle->object = body->object;
    for (int slot = 0; slot < 3 && body->is_flat; slot++) {
        int next = (slot + 1) % 3;
        double least = HUGE_VAL;
        for (int i = 0; i < body->count; i++) {
            least = fmin(least, fmin(values[i][slot], values[i][next]));
        }
        if (least < -ON_SIDE) continue;
        NwnWall *wall = nwn_wall_at(cutting->walls, triangle->vertices[slot],
                                    triangle->vertices[next], cutting->arena);
        if (!wall) return fail_memory(cutting->error, cutting->arena);
        if (wall->object == GFF_NONE) wall->object = body->object;
    }
    return true;
}

/* Halves a triangle where an edge is cut, or else cuts one by a side of a body; then it has to be
** looked at again. Where `side` is the number of all sides, a triangle in the body is blocked.
** Without a body, triangles are only halved. */
static bool cut_once(Cutting *cutting, uint32_t number, const Body *body, int side, bool *again) {
    NwnGroundTriangle *triangle = &cutting->triangles.items[number];
    SideDistances values;
    if (arena_interrupted(cutting->arena)) return fail_interrupted(cutting->error);
    if (!halve(cutting, number, again)) return false;
    if (*again || !body) return true;
    if (!meets(cutting, triangle, body, values)) return true;
    return side < body->count ? cut_crossing(cutting, triangle, body, values, side, again)
                              : block(cutting, triangle, body, values);
}

/* Lists the free triangles from `first` on that a body may meet; NULL: all. */
static bool list_near(Cutting *cutting, uint64_t first, const Body *body) {
    cutting->near.count = 0;
    for (uint32_t i = (uint32_t)first; i < cutting->triangles.count; i++) {
        const NwnGroundTriangle *triangle = &cutting->triangles.items[i];
        if (arena_interrupted(cutting->arena)) return fail_interrupted(cutting->error);
        if (triangle->object != GFF_NONE || !nwn_is_walkable(triangle->surface)) continue;
        MdlBounds box = box_of(cutting, i);
        if (body && !(is_near(&box, body) && is_small(&box))) continue;
        if (!list_push(cutting->arena, &cutting->near.list, &i, sizeof i, cutting->error)) {
            return false;
        }
    }
    return true;
}

/* Cuts triangles by a body, by one of its sides after the other: what halves a triangle can cross a
** side again that was done before, and cuts by two sides in turn could go on for ever. */
static bool cut_by(Cutting *cutting, uint64_t first, const Body *body) {
    bool again = false;
    if (!list_near(cutting, first, body)) return false;
    for (int side = 0; side <= (body ? body->count : 0); side++) {
        for (uint64_t i = 0; i < cutting->near.count; i += !again) {
            if (!cut_once(cutting, cutting->near.items[i], body, side, &again)) return false;
        }
    }
    return true;
}

/* Cuts the triangles of a tile. */
static bool cut_tile(Cutting *cutting, const NwnGroundTriangle *triangles, uint64_t count,
                     const List *bodies) {
    uint64_t first = cutting->triangles.count;
    MdlBounds box = mdl_no_bounds;
    if (!list_append(cutting->arena, &cutting->triangles.list, triangles, count, sizeof *triangles,
                     cutting->error)) {
        return false;
    }
    for (uint64_t i = first; i < first + count; i++) {
        MdlBounds own = box_of(cutting, i);
        mdl_widen_bounds(&box, own.min);
        mdl_widen_bounds(&box, own.max);
    }
    for (uint64_t k = 0; k < bodies->count; k++) {
        const Body *body = (const Body *)bodies->items + k;
        if (is_near(&box, body) && !cut_by(cutting, first, body)) return false;
        if (arena_interrupted(cutting->arena)) return fail_interrupted(cutting->error);
    }
    return cut_by(cutting, first, NULL);
}

bool nwn_cut_ground(NwnGround *ground, const List *blocks, Map *walls, Arena *arena, Error *error) {
    Cutting cutting = {.walls = walls, .arena = arena, .error = error};
    const NwnGroundTriangle *triangles = ground->triangles;
    List bodies = {0};
    for (uint64_t i = 0; i < blocks->count; i++) {
        Body body;
        if (make_body((const NwnBlock *)blocks->items + i, &body) &&
            !list_push(arena, &bodies, &body, sizeof body, error)) {
            return false;
        }
    }
    if (!list_append(arena, &cutting.vertices.list, ground->vertices, ground->vertex_count,
                     sizeof *ground->vertices, error)) {
        return false;
    }
    for (uint64_t first = 0, end; first < ground->triangle_count; first = end) {
        uint32_t tile = triangles[first].tile_id;
        for (end = first; end < ground->triangle_count && triangles[end].tile_id == tile;) end++;
        if (!cut_tile(&cutting, triangles + first, end - first, &bodies)) return false;
    }
    ground->vertices = cutting.vertices.items;
    ground->vertex_count = cutting.vertices.count;
    ground->triangles = cutting.triangles.items;
    ground->triangle_count = cutting.triangles.count;
    return true;
}
