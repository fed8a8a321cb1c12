/*
** Places on a walkmesh: the triangles at a point, the height there, and the nearest walkable point.
**
** Places are x and y in metres of the area. A triangle is walkable if it has the walkable flag; two
** triangles are neighbours if one of them names the other. All is computed in doubles from the
** stored floats.
*/
#ifndef GAMEMAP_ASWM_PLACE_H
#define GAMEMAP_ASWM_PLACE_H

#include "neverwinter/aswm/aswm.h"

/* Returns the triangle at a point of the plane; ASWM_NONE off the mesh. If surfaces overlap, this
** is the one whose surface is nearest to *z at the point, in any tile. Without z it is the first
** one of the tile at the point, or else of the tiles around it. */
uint32_t aswm_triangle_at(const Aswm *mesh, double x, double y, const double *z);
/* Adds the walkable ground at a place to a list of uint32_t: all walkable triangles
** that hold it, by exact signs, or, if there are none, those that hold it but for rounding, as
** places do that were computed. A triangle without an area holds what lies on its sides. Needs
** aswm_bound_tiles(). */
bool aswm_ground_at(const Aswm *mesh, Point2 place, Arena *arena, List *triangles, Error *error);

/* Adds all triangles at a point to a list of uint32_t: those of the tile there, then those of the
** tiles around it, by number. */
bool aswm_triangles_at(const Aswm *mesh, double x, double y, Arena *arena, List *triangles,
                       Error *error);

/* Returns the height of a triangle's surface at a point, from its corners: their mean if the
** triangle is upright; NaN if a corner is missing. (The stored plane of a sliver may be far
** off.) */
double aswm_surface_height(const Aswm *mesh, uint64_t triangle, double x, double y);

typedef struct AswmSheet {
    uint32_t triangle;
    double z;
    double above; /* the distance to the next surface above; NaN for the highest */
} AswmSheet;

typedef struct AswmSheets {
    AswmSheet *items; /* in the arena, the highest first */
    uint64_t count;
} AswmSheets;

/* Lists the surfaces at a point, one above the other. */
bool aswm_sheets_at(const Aswm *mesh, double x, double y, Arena *arena, AswmSheets *sheets,
                    Error *error);

typedef struct AswmNearest {
    uint32_t triangle; /* ASWM_NONE: nothing is walkable */
    Vector point;
    double distance;
} AswmNearest;

/* Finds the walkable point that is nearest to a place in x and y or, with z, in space. Of triangles
** that are equally near (1e-12), the first one counts. Needs aswm_bound_tiles(). */
AswmNearest aswm_nearest(const Aswm *mesh, double x, double y, const double *z);
bool aswm_bound_tiles(Aswm *mesh, Arena *arena, Error *error);

#endif
