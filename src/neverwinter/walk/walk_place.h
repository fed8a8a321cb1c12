/* Places on a walkmesh: the triangles there, the heights of their surfaces, from their corners, and
** the nearest walkable point. */
#pragma once

#include "neverwinter/walk/walk_mesh.h"

/* Returns a triangle at a place, the first one of the tile there, or else of the tiles around it;
** WALK_NONE off the mesh. */
uint32_t walk_triangle_at(const WalkMesh *mesh, Point2 place);
/* Adds the walkable ground at a place to a list of uint32_t: all walkable triangles that hold it,
** by exact signs, or, if there are none, those that hold it but for rounding, as places do that
** were computed; and what lies behind a side that holds it likewise. A triangle without an area
** holds what lies on its sides. Needs walk_bound_tiles(). */
bool walk_ground_at(const WalkMesh *mesh, Point2 place, Arena *arena, List *triangles,
                    Error *error);
/* Tells whether a place is on a side, ends included, or as near to it as `slack`. */
bool walk_is_on_side(const WalkMesh *mesh, const WalkSide *side, Point2 place, double slack);
bool walk_is_listed(const List *triangles, uint32_t triangle);

typedef struct WalkSheet {
    uint32_t triangle;
    bool walkable;
    double z;
    double above; /* the distance to the next higher surface; NaN: there is none */
} WalkSheet;

typedef struct WalkSheets {
    WalkSheet *items; /* in the arena, the highest first */
    uint64_t count;
} WalkSheets;

/* Lists the surfaces at a point, one above the other. */
bool walk_sheets_at(const WalkMesh *mesh, double x, double y, Arena *arena, WalkSheets *sheets,
                    Error *error);

typedef struct WalkNearest {
    uint32_t triangle; /* WALK_NONE: nothing is walkable */
    Vector point;
    double distance;
} WalkNearest;

/* Finds the walkable point that is nearest to a place in x and y or, with z, in space, and nearer
** than `most`: of one of the mesh's components, or with WALK_NONE of all. Of triangles that are
** equally near (1e-12), the first one counts. Needs walk_bound_tiles(). */
WalkNearest walk_nearest(const WalkMesh *mesh, double x, double y, const double *z,
                         uint32_t component, double most);
bool walk_bound_tiles(WalkMesh *mesh, Arena *arena, Error *error);
