/* See nwn_walk.h. Edge 3 * face + slot goes from corner `slot` of the face to the next one. */
#include "neverwinter/nwn/nwn_walk.h"
#include "neverwinter/walk/walk_place.h"

#define ON_BORDER  0.05 /* metres, from an edge's ends to the border */
#define LEAST_PART 0.01 /* metres that two edges must share; corners within it are one */
#define STEP       0.5  /* metres of height */
#define PAIRS_MAX  ((uint64_t)1 << 27) /* of edges that lie beside each other */

/* An edge on a border, with places along it. */
typedef struct Border {
    uint64_t where; /* 4 * tile + which: west, east, south, north */
    uint32_t edge;
    uint32_t ends[2]; /* vertices */
    double at[2];     /* where they are along the border; the first one is the lesser */
} Border;

/* A part of a border over which one goes from one tile to another. */
typedef struct Portal {
    const Border *borders[2]; /* of the western or southern tile, and of the other one */
    uint32_t ends[2];         /* vertices */
    double at[2];
} Portal;

typedef struct Walk {
    const NwnGround *ground;
    Map *walls;
    uint64_t uncut; /* the first vertex that cutting has made */
    WalkMesh *mesh;
    uint32_t *same;        /* of each vertex: one that is the same, or itself */
    uint32_t *shares;      /* of each edge: the next one of those that share its corners */
    List borders;          /* Border */
    List portals;          /* Portal */
    List sides;            /* WalkSide */
    List objects;          /* uint32_t: what closes each side */
    uint32_t object;       /* what closes the next one */
    Children edge_portals; /* of each edge: 2 * portal + which of its edges it is */
    Arena *arena;
    Error *error;
} Walk;

/* Returns the vertex that stands for all that are the same. */
static uint32_t vertex_of(const Walk *walk, uint32_t vertex) {
    while (walk->same[vertex] != vertex) {
        vertex = walk->same[vertex] = walk->same[walk->same[vertex]];
    }
    return vertex;
}

static uint32_t end_of(const Walk *walk, uint32_t edge, unsigned end) {
    return vertex_of(walk, walk->ground->triangles[edge / 3].vertices[(edge + end) % 3]);
}

/* ---- Faces of a tile ------------------------------------------------------------------------- */

/* Returns the first of several numbers that come with a key; NULL: memory ran out. */
static uint32_t *first_of(const Walk *walk, Map *map, const void *key, size_t size,
                          uint32_t *number) {
    void **place = map_place(map, walk->arena, key, size);
    if (!place) return null_after(fail_memory(walk->error, walk->arena));
    if (!*place) *place = number;
    return *place;
}

/* Makes equal vertices of a tile one. */
static bool join_vertices(Walk *walk, NwnGround *ground) {
    Map map = {0};
    for (uint64_t i = 0; i < ground->vertex_count; i++) {
        const Vector *at = &ground->vertices[i].place;
        const double key[] = {at->x + 0.0, at->y + 0.0, at->z + 0.0, ground->vertices[i].tile_id};
        const uint32_t *first = first_of(walk, &map, key, sizeof key, &walk->same[i]);
        if (!first) return false;
        walk->same[i] = *first;
        if (arena_interrupted_at(walk->arena, i)) return fail_interrupted(walk->error);
    }
    for (uint64_t i = 0; i < 3 * ground->triangle_count; i++) {
        uint32_t *vertex = &ground->triangles[i / 3].vertices[i % 3];
        *vertex = walk->same[*vertex];
    }
    return true;
}

/* Makes a ring of the edges of several faces that share both corners. */
static bool join_edges(Walk *walk) {
    Map map = {0};
    for (uint32_t edge = 0; edge < 3 * walk->mesh->triangle_count; edge++) {
        uint32_t a = end_of(walk, edge, 0), b = end_of(walk, edge, 1);
        const uint32_t key[] = {a < b ? a : b, a < b ? b : a};
        uint32_t *first = first_of(walk, &map, key, sizeof key, &walk->shares[edge]);
        if (!first) return false;
        if (a != b && (first - walk->shares) / 3 != edge / 3) {
            walk->shares[edge] = *first;
            *first = edge;
        }
        if (arena_interrupted_at(walk->arena, edge)) return fail_interrupted(walk->error);
    }
    return true;
}

/* Returns the upright thing that closes an edge, or GFF_NONE. */
static uint32_t wall_at(const Walk *walk, uint32_t edge) {
    const uint32_t *vertices = walk->ground->triangles[edge / 3].vertices;
    const NwnWall *wall =
        nwn_wall_at(walk->walls, vertices[edge % 3], vertices[(edge + 1) % 3], NULL);
    return wall ? wall->object : GFF_NONE;
}

/* ---- Borders --------------------------------------------------------------------------------- */

/* Returns how long a part between two vertices must be: any where things have cut an edge. */
static double least_part(const Walk *walk, uint32_t a, uint32_t b) {
    return a >= walk->uncut || b >= walk->uncut ? 0 : LEAST_PART;
}

/* Tells whether another walkable face of the tile has the same edge. */
static bool is_shared(const Walk *walk, uint32_t edge) {
    uint32_t other = walk->shares[edge];
    while (other != edge && !walk->mesh->walkable[other / 3]) other = walk->shares[other];
    return other != edge;
}

/* Lists the edges of walkable faces that no other walkable face of the tile shares, where they lie
** on a border along which they go. */
static bool list_borders(Walk *walk) {
    for (uint32_t edge = 0; edge < 3 * walk->mesh->triangle_count; edge++) {
        uint32_t face = edge / 3, tile = walk->ground->triangles[face].tile_id;
        if (arena_interrupted_at(walk->arena, edge)) return fail_interrupted(walk->error);
        if (!walk->mesh->walkable[face] || is_shared(walk, edge)) continue;
        if (wall_at(walk, edge) != GFF_NONE) continue;
        const uint32_t ends[] = {end_of(walk, edge, 0), end_of(walk, edge, 1)};
        const Vector *one = &walk->mesh->vertices[ends[0]], *other = &walk->mesh->vertices[ends[1]];
        const double a[] = {one->x, one->y}, b[] = {other->x, other->y};
        const uint64_t column_row[] = {tile % walk->mesh->grid_width,
                                       tile / walk->mesh->grid_width};
        for (unsigned which = 0; which < 4; which++) {
            unsigned across = which / 2, along = 1 - across, low = b[along] < a[along];
            double line = (double)(column_row[across] + which % 2) * NWN_TILE_METRES;
            if (fabs(a[across] - line) >= ON_BORDER || fabs(b[across] - line) >= ON_BORDER ||
                fabs(a[along] - b[along]) <= least_part(walk, ends[0], ends[1])) {
                continue;
            }
            const Border border = {4 * (uint64_t)tile + which,
                                   edge,
                                   {ends[low], ends[!low]},
                                   {fmin(a[along], b[along]), fmax(a[along], b[along])}};
            if (!list_push(walk->arena, &walk->borders, &border, sizeof border, walk->error)) {
                return false;
            }
            break;
        }
    }
    return true;
}

static int compare_borders(const void *context, uint32_t a, uint32_t b) {
    const Border *one = (const Border *)context + a, *other = (const Border *)context + b;
    if (one->where != other->where) return COMPARE(one->where, other->where);
    return COMPARE(one->at[0], other->at[0]);
}

/* Returns the place of an edge on a border, with its height. */
static Vector place_on(const Walk *walk, const Border *border, double at) {
    const Vector *a = &walk->mesh->vertices[border->ends[0]];
    const Vector *b = &walk->mesh->vertices[border->ends[1]];
    double length = border->at[1] - border->at[0];
    double part = length > 0 ? (at - border->at[0]) / length : 0; /* moved corners may meet */
    return vector_between(*a, *b, part);
}

/* Returns the vertex at one end of a portal: the corner that is farther inside, or both where they
** are as good as one. A corner of the other tile moves onto our edge. */
static uint32_t join_ends(Walk *walk, const Border *ours, const Border *other, unsigned end) {
    uint32_t own = vertex_of(walk, ours->ends[end]), its = vertex_of(walk, other->ends[end]);
    double inside = end ? other->at[1] - ours->at[1] : ours->at[0] - other->at[0];
    if (fabs(inside) <= least_part(walk, own, its)) {
        uint32_t least = own < its ? own : its; /* of the western and southern tiles */
        return walk->same[own] = walk->same[its] = least;
    }
    if (inside > 0) return own;
    Vector place = place_on(walk, ours, other->at[end]), *moved = &walk->mesh->vertices[its];
    if (exact_coordinate(&place.x)) moved->x = place.x;
    if (exact_coordinate(&place.y)) moved->y = place.y;
    return its;
}

static bool add_portal(Walk *walk, const Border *ours, const Border *other) {
    const Portal portal = {.borders = {ours, other}};
    double first = fmax(ours->at[0], other->at[0]), last = fmin(ours->at[1], other->at[1]);
    double least = fmin(least_part(walk, ours->ends[0], ours->ends[1]),
                        least_part(walk, other->ends[0], other->ends[1]));
    if (last - first <= least) return true;
    for (unsigned i = 0; i < 2; i++) {
        double at = i ? last : first;
        double step = place_on(walk, ours, at).z - place_on(walk, other, at).z;
        if (!(fabs(step) <= STEP)) return true;
    }
    return list_push(walk->arena, &walk->portals, &portal, sizeof portal, walk->error);
}

/* Finds all portals: of each edge on an eastern or northern border those to the edges beside it. */
static bool find_portals(Walk *walk) {
    const Border *borders = walk->borders.items;
    const uint64_t count = walk->borders.count, width = walk->mesh->grid_width;
    uint64_t pairs = 0, beside;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t tile = borders[i].where / 4, which = borders[i].where % 4;
        if (which % 2 == 0 || (which == 1 && (tile + 1) % width == 0)) continue;
        uint64_t where = 4 * (tile + (which == 1 ? 1 : width)) + which - 1;
        BISECT(beside, 0, count, borders[beside].where < where);
        for (; beside < count && borders[beside].where == where; beside++) {
            if (borders[beside].at[0] >= borders[i].at[1]) break;
            if (!add_portal(walk, &borders[i], &borders[beside])) return false;
            if (arena_interrupted_at(walk->arena, ++pairs)) return fail_interrupted(walk->error);
            if (pairs <= PAIRS_MAX) continue;
            return fail(walk->error, ERROR_TOO_BIG, "too many edges lie on the borders of tiles");
        }
    }
    return true;
}

/* Puts all vertices that are the same at one place in the plane. */
static void settle(Walk *walk) {
    Border *borders = walk->borders.items;
    for (uint32_t i = 0; i < walk->mesh->vertex_count; i++) {
        const Vector *place = &walk->mesh->vertices[vertex_of(walk, i)];
        walk->mesh->vertices[i].x = place->x;
        walk->mesh->vertices[i].y = place->y;
    }
    for (uint64_t i = 0; i < 2 * walk->borders.count; i++) {
        Point2 place = walk_point(walk->mesh, borders[i / 2].ends[i % 2]);
        borders[i / 2].at[i % 2] = borders[i / 2].where % 4 < 2 ? place.y : place.x;
    }
}

/* Finds the vertices of all portals. Corners that are joined on one border of their tile can move
** along another one, so that the ends there are known the second time. */
static void join_portals(Walk *walk) {
    Portal *portals = walk->portals.items;
    for (unsigned i = 0; i < 2; i++) {
        for (uint64_t k = 0; k < walk->portals.count; k++) {
            const Border *ours = portals[k].borders[0], *other = portals[k].borders[1];
            portals[k].at[0] = fmax(ours->at[0], other->at[0]);
            portals[k].at[1] = fmin(ours->at[1], other->at[1]);
            for (unsigned end = 0; end < 2; end++) {
                portals[k].ends[end] = join_ends(walk, ours, other, end);
            }
        }
        settle(walk);
    }
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static bool add_side(Walk *walk, uint32_t from, uint32_t to, bool turned, uint32_t next) {
    const WalkSide side = {turned ? to : from, {from, to}, next};
    return list_push(walk->arena, &walk->sides, &side, sizeof side, walk->error) &&
           list_push(walk->arena, &walk->objects, &walk->object, sizeof walk->object, walk->error);
}

static uint32_t portal_edge(const void *portals, uint64_t child) {
    return ((const Portal *)portals)[child / 2].borders[child % 2]->edge;
}

/* Adds an edge as its portals and the rims between them. Portals were found in the order in which
** they begin along the border. */
static bool add_portals(Walk *walk, uint32_t edge, ChildRange own) {
    const Portal *portals = walk->portals.items;
    uint64_t child = child_at(&walk->edge_portals, own.first);
    const Border *border = portals[child / 2].borders[child % 2];
    uint32_t reached = vertex_of(walk, border->ends[0]), last = vertex_of(walk, border->ends[1]);
    bool turned = reached != end_of(walk, edge, 0), done = true;
    double reached_at = -HUGE_VAL;
    for (uint64_t place = own.first; done && place < own.end; place++) {
        child = child_at(&walk->edge_portals, place);
        const Portal *portal = &portals[child / 2];
        uint32_t first = vertex_of(walk, portal->ends[0]), end = vertex_of(walk, portal->ends[1]);
        if (portal->at[0] < reached_at) { /* two lie over each other: all their ends are vertices */
            done = add_side(walk, first, first, false, WALK_NONE) &&
                   add_side(walk, end, end, false, WALK_NONE) &&
                   add_side(walk, reached, reached, false, WALK_NONE);
        } else if (first != reached) {
            done = add_side(walk, reached, first, turned, WALK_NONE);
        }
        done = done && add_side(walk, first, end, turned, portal->borders[!(child % 2)]->edge / 3);
        if (portal->at[1] < reached_at) continue;
        reached = end;
        reached_at = portal->at[1];
    }
    return done && (reached == last || add_side(walk, reached, last, turned, WALK_NONE));
}

static bool add_edge(Walk *walk, uint32_t edge) {
    const bool *walkable = walk->mesh->walkable;
    uint32_t from = end_of(walk, edge, 0), to = end_of(walk, edge, 1), next = walk->shares[edge];
    ChildRange portals = children_of(&walk->edge_portals, edge);
    walk->object = wall_at(walk, edge);
    if (portals.first < portals.end) return add_portals(walk, edge, portals);
    if (walk->object != GFF_NONE) return add_side(walk, from, to, false, WALK_NONE);
    do {
        walk->object = walk->ground->triangles[next / 3].object;
        uint32_t behind = next != edge && walkable[next / 3] ? next / 3 : WALK_NONE;
        if (!add_side(walk, from, to, false, behind)) return false;
        next = walk->shares[next];
    } while (next != edge && walk->shares[edge] != edge);
    return true;
}

static bool list_sides(Walk *walk) {
    WalkMesh *mesh = walk->mesh;
    if (!children_sort(&walk->edge_portals, walk->arena, 3 * mesh->triangle_count,
                       2 * walk->portals.count, portal_edge, walk->portals.items, walk->error)) {
        return false;
    }
    for (uint32_t face = 0; face < mesh->triangle_count; face++) {
        mesh->first_side[face] = (uint32_t)walk->sides.count;
        for (unsigned slot = 0; slot < 3 && mesh->walkable[face]; slot++) {
            if (!add_edge(walk, 3 * face + slot)) return false;
        }
        if (arena_interrupted_at(walk->arena, face)) return fail_interrupted(walk->error);
    }
    if (walk->sides.count >= UINT32_MAX)
        return fail(walk->error, ERROR_TOO_BIG, "the ground has more than 2^32 edges");
    mesh->first_side[mesh->triangle_count] = (uint32_t)walk->sides.count;
    mesh->sides = walk->sides.items;
    return true;
}

/* ---- The walkmesh ---------------------------------------------------------------------------- */

/* Copies vertices and faces. Of a face with a corner that isn't finite, no corner exists. */
static void copy_ground(Walk *walk) {
    const NwnGround *ground = walk->ground;
    WalkMesh *mesh = walk->mesh;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        Vector *place = &mesh->vertices[i];
        *place = ground->vertices[i].place;
        if (!exact_coordinate(&place->x) || !exact_coordinate(&place->y) || !isfinite(place->z))
            place->x = (double)NAN;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        bool exists = true;
        for (unsigned k = 0; k < 3; k++) {
            mesh->corners[i][k] = ground->triangles[i].vertices[k];
            exists &= !isnan(mesh->vertices[mesh->corners[i][k]].x);
        }
        if (!exists) mesh->corners[i][0] = WALK_NONE;
        mesh->numbers[i] = ground->triangles[i].id;
        mesh->walkable[i] = exists && ground->triangles[i].object == GFF_NONE &&
                            nwn_is_walkable(ground->triangles[i].surface);
    }
}

static bool list_tiles(const NwnGround *ground, Children *tiles, uint64_t count, Arena *arena,
                       Error *error) {
    if (!children_begin(tiles, arena, count, error)) return false;
    for (uint64_t i = 0, end; i < ground->triangle_count; i = end) {
        uint32_t tile = ground->triangles[i].tile_id;
        for (end = i; end < ground->triangle_count && ground->triangles[end].tile_id == tile;)
            end++;
        if (!children_add(tiles, tile, end - i, error)) return false;
    }
    children_end(tiles);
    return children_list_parents(tiles, arena, error);
}

static uint32_t *list_numbers(uint64_t count, Arena *arena, Error *error) {
    uint32_t *numbers = arena_alloc(arena, count, sizeof *numbers);
    if (!numbers) return null_after(fail_memory(error, arena));
    for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)i;
    return numbers;
}

/* Makes the ground, with things as pieces that are free or blocked. */
static bool make_ground(Walk *walk, const Gff *are, const NwnTileset *tileset,
                        const NwnThings *things, NwnWalk *made) {
    NwnGround *ground = &made->ground;
    List blocks = {0};
    if (!nwn_make_ground(are, tileset, walk->arena, ground, walk->error)) return false;
    walk->uncut = ground->vertex_count;
    walk->same = list_numbers(ground->vertex_count, walk->arena, walk->error);
    if (!walk->same || !join_vertices(walk, ground)) return false;
    if (!things->git) return true;
    return nwn_find_blocks(things, walk->arena, &blocks, walk->error) &&
           nwn_cut_ground(ground, &blocks, &made->walls, walk->arena, walk->error) &&
           (walk->same = list_numbers(ground->vertex_count, walk->arena, walk->error));
}

bool nwn_make_walk(const Gff *are, const NwnTileset *tileset, const NwnThings *things, Arena *arena,
                   NwnWalk *made, Error *error) {
    WalkMesh *mesh = &made->mesh;
    NwnGround *ground = &made->ground;
    *made = (NwnWalk){0};
    Walk walk = {
        .ground = ground, .walls = &made->walls, .mesh = mesh, .arena = arena, .error = error};
    if (!make_ground(&walk, are, tileset, things, made)) return false;
    if (ground->triangle_count > UINT32_MAX / 4)
        return fail(error, ERROR_TOO_BIG, "the area has more than 2^30 faces");
    NwnArea area = nwn_area(are);
    mesh->vertex_count = ground->vertex_count;
    mesh->triangle_count = ground->triangle_count;
    mesh->tile_size = NWN_TILE_METRES;
    mesh->grid_width = area.width > 0 ? (uint64_t)area.width : 1;
    mesh->grid_height = area.height > 0 ? (uint64_t)area.height : 1;
    mesh->tile_count = ground->tile_count;
    mesh->tile_triangles = &made->tile_triangles;
    walk.shares = list_numbers(3 * mesh->triangle_count, arena, error);
    mesh->numbers = list_numbers(mesh->triangle_count, arena, error);
    if (!walk.shares || !mesh->numbers ||
        !list_tiles(ground, &made->tile_triangles, mesh->tile_count, arena, error) ||
        !walk_begin(mesh, arena, error)) {
        return false;
    }
    copy_ground(&walk);
    if (!join_edges(&walk) || !list_borders(&walk) ||
        !sort_array(arena, walk.borders.items, walk.borders.count, sizeof(Border), compare_borders,
                    walk.borders.items, NULL, error) ||
        !find_portals(&walk)) {
        return false;
    }
    join_portals(&walk);
    if (!list_sides(&walk)) return false;
    made->closed_by = walk.objects.items;
    return walk_bound_tiles(mesh, arena, error);
}
