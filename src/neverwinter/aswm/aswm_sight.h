/*
** Whether one can walk from a place of a walkmesh to another in a straight line, exactly.
**
** The walkable triangles are the nodes of a graph. Two neighbours are joined if the line, with both
** its ends, meets the edge between them, with both its ends. A place sees another if triangles that
** hold them hang together in this graph. The line has no order here, so that slivers that rounding
** folded back don't stop it, and it makes no difference which end is the first. A line may touch
** corners and run along edges, but a corner alone joins nothing.
*/
#ifndef GAMEMAP_ASWM_SIGHT_H
#define GAMEMAP_ASWM_SIGHT_H

#include "neverwinter/aswm/aswm_place.h"
#include "core/exact.h"

typedef enum AswmSightStatus {
    ASWM_SIGHT_CLEAR,
    ASWM_SIGHT_BLOCKED,
    ASWM_SIGHT_OFF_MESH,     /* where it begins */
    ASWM_SIGHT_NOT_WALKABLE, /* where it begins */
} AswmSightStatus;

extern const char *const aswm_sight_names[];

typedef struct AswmSight {
    AswmSightStatus status;
    double x, y, distance; /* where it ends, for CLEAR and BLOCKED; else NaN */
    uint32_t triangle;     /* that it ends on, or begins on where it isn't walkable; ASWM_NONE */
    uint32_t edge;         /* BLOCKED: an edge without a walkable far side there; ASWM_NONE */
} AswmSight;

/* Looks from one place towards another. A line that is blocked ends at its farthest point that is
** in a triangle which hangs together with its start. Coordinates are what exact_coordinate() makes
** of them, and ERROR_ARGUMENT where it can't. Needs aswm_bound_tiles(). */
bool aswm_sight(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, AswmSight *sight,
                Error *error);

/* Tells whether some triangles hang together with any that is wanted, along a line. */
typedef bool AswmWanted(const void *context, uint32_t triangle);
bool aswm_sees(const Aswm *mesh, Point2 from, const List *triangles, Point2 to, AswmWanted *wanted,
               const void *context, Arena *arena, bool *sees, Error *error);

/* Makes the coordinates of two places exact, or fails with the name of one that can't be. */
bool aswm_exact_places(Point2 *from, Point2 *to, Error *error);
/* Returns the walkable triangle on the far side of an edge, or ASWM_NONE. */
uint32_t aswm_walkable_neighbor(const Aswm *mesh, uint32_t triangle, unsigned side);
/* Finds the ends of a triangle's edge; false: it isn't sound. */
bool aswm_edge_ends(const Aswm *mesh, uint32_t triangle, unsigned side, uint32_t ends[2]);
/* Finds a vertex in the plane; false: it doesn't exist or isn't finite. */
bool aswm_vertex_point(const Aswm *mesh, uint32_t vertex, Point2 *point);

#endif
