/* What the bake took away from a walkmesh, or added. */
#ifndef GAMEMAP_ASWM_REMOVED_H
#define GAMEMAP_ASWM_REMOVED_H

#include "neverwinter/aswm/aswm.h"

/* A triangle that is a part of one of the walkmesh. */
typedef struct AswmPart {
    uint32_t triangle;
    bool walkable;     /* the triangle is */
    Vector corners[3]; /* counter-clockwise */
    double area;       /* seen from above, in square metres */
} AswmPart;

/* Adds to a list of AswmPart where one walkmesh has ground and another one has none at that height:
** of a TRN and the TRX that was baked of it, where cutters and placed things took ground away, or,
** the other way round, where placed things brought some. What is below a square centimetre is left
** out. ERROR_ARGUMENT where the grids differ. */
bool aswm_find_removed(const Aswm *mesh, const Aswm *other, Arena *arena, List *parts,
                       Error *error);

#endif
