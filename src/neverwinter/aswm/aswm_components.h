/* Areas of triangles, and the parts of a walkmesh that hang together. */
#ifndef GAMEMAP_ASWM_COMPONENTS_H
#define GAMEMAP_ASWM_COMPONENTS_H

#include "neverwinter/aswm/aswm.h"

/* The area of a triangle in square metres, from above and in space; NaN: a corner is missing. */
double aswm_area(const Aswm *mesh, uint64_t triangle);
double aswm_surface_area(const Aswm *mesh, uint64_t triangle);

typedef struct AswmComponent {
    uint32_t first_triangle; /* the lowest */
    uint32_t triangle_count;
    uint32_t tile_count; /* of tiles that own one of them */
    double area;         /* seen from above, in square metres */
    double surface_area; /* in space */
} AswmComponent;

/* Finds what hangs together over walkable neighbours: mesh->components, by falling area, and
** mesh->triangle_components, ASWM_NONE where not walkable. Done once. */
bool aswm_find_components(Aswm *mesh, Arena *arena, Error *error);

#endif
