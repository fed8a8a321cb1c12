/* Memory and geometry of walkmeshes: see walk_mesh.h. */
#include "neverwinter/walk/walk_mesh.h"

#define UPRIGHT 1e-12 /* square metres: twice the area of a triangle that has no plane */

bool walk_begin(WalkMesh *mesh, Arena *arena, Error *error) {
    uint64_t count = mesh->triangle_count;
    mesh->vertices = arena_alloc(arena, mesh->vertex_count, sizeof *mesh->vertices);
    mesh->corners = arena_alloc(arena, count, sizeof *mesh->corners);
    mesh->walkable = arena_alloc(arena, count, sizeof *mesh->walkable);
    mesh->first_side = arena_alloc(arena, count + 1, sizeof *mesh->first_side);
    return (mesh->vertices && mesh->corners && mesh->walkable && mesh->first_side) ||
           fail_memory(error, arena);
}

void walk_free(WalkMesh *mesh, Arena *arena) {
    arena_release(arena, mesh->vertices);
    arena_release(arena, mesh->corners);
    arena_release(arena, mesh->walkable);
    arena_release(arena, mesh->sides);
    arena_release(arena, mesh->first_side);
}

bool walk_corners(const WalkMesh *mesh, uint64_t triangle, Vector corners[3]) {
    for (int i = 0; i < 3; i++) {
        uint32_t vertex = mesh->corners[triangle][i];
        if (vertex == WALK_NONE) return false;
        corners[i] = mesh->vertices[vertex];
    }
    return true;
}

double walk_area(const Vector p[3]) {
    return fabs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x)) / 2;
}

double walk_height(const Vector p[3], Point2 place) {
    double sides[3], sum = 0, height = 0;
    for (int i = 0; i < 3; i++) {
        const Vector *a = &p[i], *b = &p[(i + 1) % 3];
        sides[i] = (b->x - a->x) * (place.y - a->y) - (b->y - a->y) * (place.x - a->x);
        sum += sides[i];
    }
    if (fabs(sum) < UPRIGHT) return (p[0].z + p[1].z + p[2].z) / 3;
    for (int i = 1; i <= 3; i++) height += sides[i % 3] * p[(i + 2) % 3].z; /* its opposite one */
    return height / sum + 0.0;                                              /* turns -0 into 0 */
}

double walk_height_at(const WalkMesh *mesh, uint64_t triangle, Point2 place) {
    Vector corners[3];
    if (!walk_corners(mesh, triangle, corners)) return (double)NAN;
    return walk_height(corners, place);
}
