/* Whether one can walk from a place of a walkmesh to another in a straight line, exactly.
**
** The walkable triangles are the nodes of a graph. Two neighbours are joined if the line, with both
** its ends, meets the edge between them, with both its ends. A place sees another one if this graph
** connects triangles that hold the places. The line has no order here, so slivers that rounding
** folded back don't stop it, and it doesn't matter which end is the first. A line may touch corners
** and run along edges, but a corner alone joins nothing. */
#pragma once

#include "neverwinter/walk/walk_place.h"

typedef enum WalkSightStatus {
    WALK_SIGHT_CLEAR,
    WALK_SIGHT_BLOCKED,
    WALK_SIGHT_OFF_MESH,     /* where it begins */
    WALK_SIGHT_NOT_WALKABLE, /* where it begins */
} WalkSightStatus;

extern const char *const walk_sight_names[];

typedef struct WalkSight {
    WalkSightStatus status;
    double x, y, distance; /* where the line ends, if it is clear or blocked; else NaN */
    uint32_t triangle;     /* that it ends on, or begins on where it isn't walkable; WALK_NONE */
    uint32_t side;         /* BLOCKED: a side there with no triangle behind it; WALK_NONE */
} WalkSight;

/* Looks from one place towards another. A line that is blocked ends at its farthest point in a
** triangle that is connected with its start. Coordinates are what exact_coordinate() makes of them;
** ERROR_ARGUMENT: it can't. Needs walk_bound_tiles(). */
bool walk_sight(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, WalkSight *sight,
                Error *error);

/* Tells whether a line connects some triangles with any that is wanted. */
typedef bool WalkWanted(const void *context, uint32_t triangle);
bool walk_sees(const WalkMesh *mesh, Point2 from, const List *triangles, Point2 to,
               WalkWanted *wanted, const void *context, Arena *arena, bool *sees, Error *error);

/* Makes a coordinate exact, or those of two places; an error names the one that can't be. */
bool walk_exact(double *coordinate, const char *name, Error *error);
bool walk_exact_places(Point2 *from, Point2 *to, Error *error);
