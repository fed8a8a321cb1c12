/* What the bake took away from a walkmesh, or added. */
#pragma once

#include "neverwinter/aswm/aswm.h"

/* A triangle that is a part of a triangle of the walkmesh. */
typedef struct AswmPart {
    uint32_t triangle;
    bool walkable;     /* the walkmesh's triangle is walkable */
    Vector corners[3]; /* counter-clockwise */
    double area;       /* seen from above, in square metres */
} AswmPart;

/* Adds to a list of AswmPart where one walkmesh has ground and another one has none at that height.
** For a TRN and its baked TRX, this is ground that cutters and placed things took away; for the TRX
** and its TRN, ground that placed things added. Parts below a square centimetre are left out.
** ERROR_ARGUMENT: the grids differ. */
bool aswm_find_removed(const Aswm *mesh, const Aswm *other, Arena *arena, List *parts,
                       Error *error);
