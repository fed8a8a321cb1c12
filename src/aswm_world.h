/*
** Questions about places on a walkmesh: the nearest walkable point, whether one can walk somewhere
** in a straight line, how far it is, and which parts are connected.
**
** Places are x and y in metres of the area. A triangle is walkable if it has the walkable flag; two
** triangles are neighbours if one of them names the other. All is computed in doubles from the
** stored floats; the straight walk is exact. Only aswm_pull_way() can use the baked tables.
*/
#ifndef GAMEMAP_ASWM_WORLD_H
#define GAMEMAP_ASWM_WORLD_H

#include "aswm.h"
#include "exact.h"

/* ---- Points (aswm_place.c) ------------------------------------------------------------------- */

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
    AswmPoint point;
    double distance;
} AswmNearest;

/* Finds the walkable point that is nearest to a place in x and y or, with z, in space. Of triangles
** that are equally near (1e-12), the first one counts. Needs aswm_bound_tiles(). */
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
    double x, y, distance; /* where it ends, for CLEAR and BLOCKED; else NaN */
    uint32_t triangle;     /* that it ends on, or begins on where it isn't walkable; ASWM_NONE */
    uint32_t edge;         /* BLOCKED: an edge without a walkable far side there; ASWM_NONE */
} AswmSight;

/* Walks straight from one place towards another, from a triangle to a walkable neighbour where the
** line meets their common edge, ends of the edge included. The walk may touch corners and run along
** edges, but a corner alone joins nothing; it stays on the sheet that it begins on. The answer is
** exact: coordinates are what exact_coordinate() makes of them, and ERROR_ARGUMENT where it
** can't. */
bool aswm_walk_straight(const Aswm *mesh, double x1, double y1, double x2, double y2, Arena *arena,
                        AswmSight *sight, Error *error);

/* ---- Pulled path (aswm_pull.c) --------------------------------------------------------------- */

typedef struct AswmTurn {
    double x, y, z;
    double distance; /* from the start, along the path in x and y */
    uint32_t vertex; /* that the path turns round; ASWM_NONE at its ends */
} AswmTurn;

typedef struct AswmPulled {
    AswmTurn *turns; /* in the arena */
    uint64_t count;
} AswmPulled;

/* The shortest line from one place to another over the triangles of a route: the shortest way from
** centre to centre, or the one that the baked tables give. If the route is folded (slivers of the
** other winding), the line may not be the shortest. There are turns only after OK and SAME. */
bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   AswmPulled *pulled, AswmStatus *status, Error *error);

/* How far one walks: straight where nothing is in the way, else along the line pulled over the
** shortest way from centre to centre; NaN where there is no way. */
bool aswm_walking_distance(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, double *distance,
                           Error *error);

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

/* ---- What the bake removed (aswm_removed.c) -------------------------------------------------- */

/* A triangle that is a part of one of the walkmesh. */
typedef struct AswmPart {
    uint32_t triangle;
    AswmPoint corners[3]; /* counter-clockwise */
    double area;          /* seen from above, in square metres */
} AswmPart;

/* Adds to a list of AswmPart where a TRN has ground and the TRX that was baked of it has none at
** that height, since cutters and placed things took it away; what is below a square centimetre is
** left out. ERROR_ARGUMENT where the grids differ. */
bool aswm_find_removed(const Aswm *unbaked, const Aswm *baked, Arena *arena, List *parts,
                       Error *error);

#endif
