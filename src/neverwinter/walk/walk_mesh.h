/*
** A walkmesh as ways need it, from whatever file it is: triangles in space, which lie in the tiles of
** a grid, and what hangs together with what.
**
** A triangle has three corners and, usually, three sides. A side is a line between two vertices in
** the plane with at most one walkable triangle behind it. Where the triangles behind an edge end
** elsewhere than the edge does, the edge is several sides, and vertices stand between them. Where
** more than two triangles share an edge, it is a side for each of the others.
**
** Places are x and y in metres, and all is computed in doubles. x and y of all vertices are what
** exact_coordinate() makes of them.
*/
#pragma once

#include "core/core.h"
#include "core/exact.h"

#define WALK_NONE UINT32_MAX

typedef struct WalkSide {
    uint32_t vertex;  /* together the sides of a triangle have all of its vertices, in any order;
                      ** WALK_NONE: one that doesn't exist or isn't finite */
    uint32_t ends[2]; /* vertices; both are WALK_NONE where one isn't sound */
    uint32_t next;    /* the walkable triangle behind it, or WALK_NONE */
} WalkSide;

/* A part of the mesh that hangs together. */
typedef struct WalkComponent {
    uint32_t first_triangle; /* its lowest triangle */
    uint32_t triangle_count;
    uint32_t tile_count; /* how many tiles own one of its triangles */
    double area;         /* seen from above, in square metres */
    double surface_area; /* in space */
} WalkComponent;

typedef struct WalkMesh {
    uint64_t vertex_count, triangle_count;
    Vector *vertices;
    uint32_t (*corners)[3]; /* of each triangle: vertices; WALK_NONE: it doesn't exist */
    bool *walkable;         /* of each triangle */
    uint32_t *numbers;      /* of each triangle: that of which it is a piece; NULL: itself */
    WalkSide *sides;
    uint32_t *first_side; /* of each triangle, and the number of all sides */
    double tile_size;     /* in metres; 0: there is no grid */
    uint64_t grid_width, grid_height, tile_count;
    const Children *tile_triangles; /* by tile; triangles behind these have no tile */

    /* Made on demand. */
    Rect *tile_boxes;         /* walk_bound_tiles: of walkable triangles, tile_count + 1 */
    uint64_t component_count; /* walk_find_components */
    WalkComponent *components;
    uint32_t *triangle_components;
    struct WalkFans *fans; /* walk_find_fans */
} WalkMesh;

/* Allocates the arrays but for the sides. Returns false if memory runs out; walk_free() releases
** what is there, the sides, too. */
bool walk_begin(WalkMesh *mesh, Arena *arena, Error *error);
void walk_free(WalkMesh *mesh, Arena *arena);

static inline uint32_t walk_side_count(const WalkMesh *mesh, uint32_t triangle) {
    return mesh->first_side[triangle + 1] - mesh->first_side[triangle];
}
static inline const WalkSide *walk_sides(const WalkMesh *mesh, uint32_t triangle) {
    return mesh->sides + mesh->first_side[triangle];
}
static inline Point2 walk_point(const WalkMesh *mesh, uint32_t vertex) {
    return (Point2){mesh->vertices[vertex].x, mesh->vertices[vertex].y};
}
/* Finds the corners of a triangle; returns false if one of them doesn't exist. */
bool walk_corners(const WalkMesh *mesh, uint64_t triangle, Vector corners[3]);

/* The area of a triangle from above, and its height at a place: if it is upright, the mean of its
** corners. */
double walk_area(const Vector corners[3]);
double walk_height(const Vector corners[3], Point2 place);
/* The height of a triangle of the mesh at a place; NaN if a corner is missing. */
double walk_height_at(const WalkMesh *mesh, uint64_t triangle, Point2 place);

/* Finds what hangs together over walkable neighbours: mesh->components, by falling area, and
** mesh->triangle_components, WALK_NONE where not walkable. Done once. */
bool walk_find_components(WalkMesh *mesh, Arena *arena, Error *error);
