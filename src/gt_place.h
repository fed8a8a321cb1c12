/* Where the vertices of a chunk's parts lie in the world, from the client's vertex pages. */
#ifndef GAMEMAP_GT_PLACE_H
#define GAMEMAP_GT_PLACE_H

#include "gt.h"
#include "vgeo.h"

/* Sets the positions of `vertices`, a copy of gt->unique_vertices: transformed in double, rounded
** to float once, NaN where the pages have no such vertex. False when there is no memory, the user
** wants to stop, or the pages are missing. */
bool gt_place(const Gt *gt, Vgeo *vgeo, GtUniqueVertex *vertices, Error *error);

#endif
