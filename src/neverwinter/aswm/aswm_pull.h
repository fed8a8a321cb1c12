/* The shortest line over the triangles of a route, and how far one walks. */
#ifndef GAMEMAP_ASWM_PULL_H
#define GAMEMAP_ASWM_PULL_H

#include "neverwinter/aswm/aswm_route.h"
#include "core/exact.h"

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
** centre to centre, or the one that the baked tables give. Where the route is folded back (triangles
** that lie over each other) it may be somewhat longer. There are turns only after OK and SAME. */
bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   AswmPulled *pulled, AswmStatus *status, Error *error);

/* How far one walks: straight where nothing is in the way, else along the line pulled over the
** shortest way from centre to centre; NaN where there is no way; the status says why. */
bool aswm_walking_distance(const Aswm *mesh, Point2 from, Point2 to, Arena *arena, double *distance,
                           AswmStatus *status, Error *error);

#endif
