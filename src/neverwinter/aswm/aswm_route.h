/* Routes over a walkmesh: by the tables that were baked into it, and without them. */
#pragma once

#include "neverwinter/aswm/aswm.h"
#include "neverwinter/walk/walk_way.h"

/* Returns the node of a triangle in its tile; ASWM_NONE if it has none. */
uint32_t aswm_node(const Aswm *mesh, uint64_t triangle);
/* Returns the next triangle on the way to another in the same tile, from the tile's table;
** ASWM_NONE if there is no way. */
uint32_t aswm_next_triangle(const Aswm *mesh, uint64_t from, uint64_t to);
/* Returns the next island on the way to another one, from the table; ASWM_NONE: there is no way. */
uint32_t aswm_next_island(const Aswm *mesh, uint64_t from, uint64_t to);
/* Returns the first neighbour of a triangle that belongs to an island, or ASWM_NONE. */
uint32_t aswm_entrance(const Aswm *mesh, uint32_t triangle, uint32_t island);

extern const char *const aswm_status_names[];

/* Triangles in the arena, each a neighbour of the one before. */
typedef LIST_OF(uint32_t) AswmRoute;

/* Finds the route by the baked tables: within each tile by its table, from island to island by that
** of the islands. It has steps only after OK and SAME. */
bool aswm_route(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                WalkStatus *status, Error *error);
/* Finds the shortest way over walkable neighbours, from centre to centre, without tables. The
** status is OK, SAME, NOT_WALKABLE or UNREACHABLE. */
bool aswm_search(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                 WalkStatus *status, Error *error);
/* The shortest line from one place to another over the triangles of a route: the shortest way from
** centre to centre, or the one that the baked tables give. Where the route is folded back (triangles
** that lie over each other) it may be somewhat longer. There are turns only after OK and SAME. Needs
** aswm_find_walk() and walk_prepare_ways(). */
bool aswm_pull_way(const Aswm *mesh, Point2 from, Point2 to, bool baked, Arena *arena,
                   WalkPulled *pulled, WalkStatus *status, Error *error);
