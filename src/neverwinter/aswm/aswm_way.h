/*
** The shortest way between two places of a walkmesh, exactly.
**
** A way is a line of legs. Each leg is in sight (aswm_sight.h), and between two legs stands a corner:
** a vertex with the walkable triangles round it that hang together over edges, which reach by half a
** turn or more and have a rim. The shortest of these lines is the shortest way over the ground. It
** doesn't depend on the numbers of triangles, nor on which of its ends is the first.
*/
#ifndef GAMEMAP_ASWM_WAY_H
#define GAMEMAP_ASWM_WAY_H

#include "neverwinter/aswm/aswm_fans.h"
#include "neverwinter/aswm/aswm_route.h"
#include "core/exact.h"

typedef struct AswmTurn {
    double x, y, z;
    double distance; /* from the start, along the way in x and y */
    uint32_t vertex; /* that the way turns round; ASWM_NONE at its ends */
} AswmTurn;

typedef struct AswmPulled {
    AswmTurn *turns; /* in the arena */
    uint64_t count;
} AswmPulled;

/* Finds the fans and all else that ways need. Done once. */
bool aswm_prepare_ways(Aswm *mesh, Arena *arena, Error *error);

/* Finds a triangle on which one stands at each of two places: of several sheets, a pair that hangs
** together if there is one. Where a place has no walkable ground it is what lies there, ASWM_NONE off
** the mesh. Needs aswm_prepare_ways(). */
bool aswm_standing_at(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, uint32_t *first,
                      uint32_t *last, Error *error);

/* Finds the shortest way between two places. Without a way there are no turns, and the status says
** why. Needs aswm_prepare_ways(). */
bool aswm_shortest_way(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, AswmPulled *way,
                       AswmStatus *status, Error *error);

/* How far one walks: the length of the shortest way, NaN where there is none. */
bool aswm_distance(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, double *distance,
                   AswmStatus *status, Error *error);

#endif
