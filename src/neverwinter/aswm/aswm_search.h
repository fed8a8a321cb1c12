/* The shortest way over a walkmesh, without its tables. */
#pragma once

#include "neverwinter/aswm/aswm_route.h"

/* Finds the shortest way over walkable neighbours, from centre to centre, without tables. The
** status is OK, SAME, NOT_WALKABLE or UNREACHABLE. */
bool aswm_search(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                 WalkStatus *status, Error *error);
