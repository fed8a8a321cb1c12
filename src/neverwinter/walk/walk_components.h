/* The parts of a walkmesh that hang together. */
#pragma once

#include "neverwinter/walk/walk_mesh.h"

typedef struct WalkComponent {
    uint32_t first_triangle; /* its lowest triangle */
    uint32_t triangle_count;
    uint32_t tile_count; /* how many tiles own one of its triangles */
    double area;         /* seen from above, in square metres */
    double surface_area; /* in space */
} WalkComponent;

/* Finds what hangs together over walkable neighbours: mesh->components, by falling area, and
** mesh->triangle_components, WALK_NONE where not walkable. Done once. */
bool walk_find_components(WalkMesh *mesh, Arena *arena, Error *error);
