/* The shortest way between two places of a walkmesh, exactly but for folds.
**
** A way is a line of legs. Each leg is in sight (walk_sight.h), and between two legs stands a
** corner: a vertex with the walkable triangles round it that edges connect, which have a rim and
** reach over half a turn or more. The shortest of these lines is the shortest way over the ground,
** unless a line that turns in the middle of an edge, where a triangle is folded back, is shorter.
** It doesn't depend on the numbers of triangles, nor on which of its ends is the first. */
#pragma once

#include "neverwinter/walk/walk_fans.h"
#include "neverwinter/walk/walk_place.h"

typedef enum WalkStatus {
    WALK_OK,
    WALK_SAME,         /* the route begins where it ends, and has one step */
    WALK_OFF_MESH,     /* a place is on no triangle */
    WALK_NOT_WALKABLE, /* a triangle at an end isn't walkable */
    WALK_UNREACHABLE,
    WALK_NOT_BAKED, /* of ways by baked tables */
    WALK_BROKEN,    /* a loop, a step to a triangle that isn't a neighbour, a way that ends */
} WalkStatus;

typedef struct WalkTurn {
    double x, y, z;
    double distance;   /* from the start, along the way in x and y */
    uint32_t vertex;   /* that the way turns round; WALK_NONE at its ends */
    uint32_t triangle; /* on which it lies, or of which that is a vertex */
} WalkTurn;

typedef struct WalkPulled {
    WalkTurn *turns; /* in the arena */
    uint64_t count;
} WalkPulled;

/* Finds, once, the fans and all else that ways need. */
bool walk_prepare_ways(WalkMesh *mesh, Arena *arena, Error *error);

/* Finds a triangle on which one stands at each of two places: of several sheets, a pair that hangs
** together if there is one. Where a place has no walkable ground it is what lies there, WALK_NONE off
** the mesh. Needs walk_prepare_ways(). */
bool walk_standing_at(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, uint32_t *first,
                      uint32_t *last, Error *error);

/* Finds the shortest way between two places. Without a way there are no turns, and the status says
** why. Needs walk_prepare_ways(). */
bool walk_shortest_way(const WalkMesh *mesh, Point2 from, Point2 to, Arena *arena, WalkPulled *way,
                       WalkStatus *status, Error *error);
