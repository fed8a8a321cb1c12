/* The part of an ASWM that ways need. Two triangles are neighbours there if one names the other. */
#include "neverwinter/aswm/aswm.h"
#include "neverwinter/walk/walk_place.h"

/* Returns a vertex of the plane; WALK_NONE: it doesn't exist or isn't finite. */
static uint32_t vertex_at(const WalkMesh *walk, const uint8_t *at) {
    uint32_t vertex = load_u32(at);
    if (vertex >= walk->vertex_count) return WALK_NONE;
    const Vector *place = &walk->vertices[vertex];
    return isfinite(place->x) && isfinite(place->y) ? vertex : WALK_NONE;
}

static WalkSide side_of(const Aswm *mesh, const WalkMesh *walk, uint64_t triangle, unsigned side) {
    uint32_t edge = load_u32(aswm_triangle(mesh, triangle) + ASWM_AT(ASWM_TRIANGLE_EDGES, side));
    uint32_t next = aswm_neighbor(mesh, triangle, side);
    WalkSide made = {.ends = {WALK_NONE, WALK_NONE}, .next = WALK_NONE};
    made.vertex = vertex_at(walk, aswm_triangle(mesh, triangle) + ASWM_AT(0, side));
    if (next < mesh->triangle_count && aswm_walkable(mesh, next)) made.next = next;
    if (edge >= mesh->edge_count) return made;
    for (unsigned i = 0; i < 2; i++) {
        made.ends[i] = vertex_at(walk, aswm_edge(mesh, edge) + ASWM_AT(ASWM_EDGE_VERTICES, i));
    }
    if (made.ends[0] == WALK_NONE) made.ends[1] = WALK_NONE;
    if (made.ends[1] == WALK_NONE) made.ends[0] = WALK_NONE;
    return made;
}

static void copy_triangles(const Aswm *mesh, WalkMesh *walk) {
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        walk->walkable[i] = aswm_walkable(mesh, i);
        walk->first_side[i] = (uint32_t)(3 * i);
        for (unsigned k = 0; k < 3; k++) {
            uint32_t corner = load_u32(aswm_triangle(mesh, i) + ASWM_AT(0, k));
            walk->corners[i][k] = corner < mesh->vertex_count ? corner : WALK_NONE;
            walk->sides[3 * i + k] = side_of(mesh, walk, i, k);
        }
    }
    walk->first_side[mesh->triangle_count] = (uint32_t)(3 * mesh->triangle_count);
}

bool aswm_find_walk(Aswm *mesh, Arena *arena, Error *error) {
    if (mesh->walk.tile_boxes) return true;
    WalkMesh walk = {.vertex_count = mesh->vertex_count,
                     .triangle_count = mesh->triangle_count,
                     .tile_size = (double)mesh->tile_size,
                     .grid_width = mesh->grid_width,
                     .grid_height = mesh->grid_height,
                     .tile_count = mesh->tile_count,
                     .tile_triangles = &mesh->tile_triangles};
    walk.sides = arena_alloc(arena, 3 * mesh->triangle_count, sizeof *walk.sides);
    bool done = (walk.sides || fail_memory(error, arena)) && walk_begin(&walk, arena, error);
    for (uint64_t i = 0; done && i < mesh->vertex_count; i++) {
        walk.vertices[i] = load_vector(aswm_vertex(mesh, i));
    }
    if (done) copy_triangles(mesh, &walk);
    done = done && walk_bound_tiles(&walk, arena, error);
    if (done) mesh->walk = walk;
    else walk_free(&walk, arena);
    return done;
}
