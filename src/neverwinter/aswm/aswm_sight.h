/* Whether one can walk from a place of a walkmesh to another in a straight line. */
#ifndef GAMEMAP_ASWM_SIGHT_H
#define GAMEMAP_ASWM_SIGHT_H

#include "neverwinter/aswm/aswm.h"

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

#endif
