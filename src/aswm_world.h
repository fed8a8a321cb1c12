/*
** Questions of places, asked of a walkmesh: what is the nearest walkable point, can one walk there in
** a straight line, how far is it, which parts belong together.
**
** Places are x and y in metres of the area. Walkable is what has the walkable flag; two triangles
** are neighbours where the one names the other. All is computed in doubles from the stored floats;
** the straight walk is exact. Nothing here needs the baked tables but AswmCorridor of that kind.
*/
#ifndef GAMEMAP_ASWM_WORLD_H
#define GAMEMAP_ASWM_WORLD_H

#include "aswm.h"
#include "exact.h"

/* ---- Points (aswm_place.c) ------------------------------------------------------------------- */

/* Adds all triangles at a point to a list of uint32_t: those of the tile there and of the tiles
** around it, by number. */
bool aswm_triangles_at(const Aswm *mesh, double x, double y, Arena *arena, List *triangles,
                       Error *error);

/* The height of a triangle's surface over a point, from its corners: their mean where the triangle
** is upright; NaN where a corner is missing. A sliver's stored plane may be far off. */
double aswm_surface_height(const Aswm *mesh, uint64_t triangle, double x, double y);

typedef struct AswmNearest {
    uint32_t triangle; /* ASWM_NONE: nothing is walkable */
    AswmPoint point;
    double distance;
} AswmNearest;

/* The walkable point that is nearest to a place in x and y or, with z, in space; of triangles that
** are equally near (1e-12), the first. Needs aswm_bound_tiles. */
AswmNearest aswm_nearest(const Aswm *mesh, double x, double y, const double *z);
bool aswm_bound_tiles(Aswm *mesh, Arena *arena, Error *error);

/* ---- Straight walk (aswm_sight.c) ------------------------------------------------------------ */

typedef enum AswmSightStatus {
    ASWM_SIGHT_CLEAR,
    ASWM_SIGHT_BLOCKED,
    ASWM_SIGHT_OFF_MESH,     /* where it begins */
    ASWM_SIGHT_NOT_WALKABLE, /* the same */
} AswmSightStatus;

extern const char *const aswm_sight_names[];

typedef struct AswmSight {
    AswmSightStatus status;
    double x, y, distance; /* where it ends, of CLEAR and BLOCKED */
    uint32_t triangle;     /* that it ends on, or begins on where it isn't walkable; ASWM_NONE */
    uint32_t edge;         /* BLOCKED: an edge without a walkable far side there; ASWM_NONE */
} AswmSight;

/* Walks straight from one place towards another, from a triangle to a walkable neighbour where the
** line meets their common edge, ends of the edge included. The walk may touch corners and run along
** edges, but a corner alone joins nothing; it stays on the sheet that it begins on. The answer is
** exact: coordinates are what exact_coordinate() makes of them, and ERROR_ARGUMENT where it can't. */
bool aswm_walk_straight(const Aswm *mesh, double x1, double y1, double x2, double y2, Arena *arena,
                        AswmSight *sight, Error *error);

/* ---- Pulled path (aswm_pull.c) --------------------------------------------------------------- */

typedef struct AswmTurn {
    double x, y;
    double distance; /* from the start, along the path in x and y */
    uint32_t vertex; /* that the path turns round; ASWM_NONE at its ends */
} AswmTurn;

typedef struct AswmPulled {
    AswmTurn *turns; /* in the arena */
    uint64_t count;
} AswmPulled;

/* The shortest line from one place to another that crosses the edges between a route's triangles one
** after the other. Where the route is folded (slivers of the other winding), it may not be the
** shortest. */
bool aswm_pull(const Aswm *mesh, const AswmRoute *route, Point2 from, Point2 to, Arena *arena,
               AswmPulled *pulled, Error *error);

/* ---- Areas and components (aswm_components.c) ------------------------------------------------ */

/* The area of a triangle in square metres, seen from above and in space; NaN where a corner is
** missing. */
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
