/* The shortest line over the triangles of a route. */
#pragma once

#include "neverwinter/aswm/aswm.h"
#include "neverwinter/walk/walk_way.h"

/* The shortest line from one place to another over the triangles of a route: the shortest way from
** centre to centre, or the one that the baked tables give. Where the route is folded back (triangles
** that lie over each other) it may be somewhat longer. There are turns only after OK and SAME. Needs
** aswm_find_walk() and walk_prepare_ways(). */
bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   WalkPulled *pulled, WalkStatus *status, Error *error);
