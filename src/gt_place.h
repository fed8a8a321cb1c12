/* Where the vertices of a chunk's parts lie in the world, from the client's vertex pages. */
#ifndef GAMEMAP_GT_PLACE_H
#define GAMEMAP_GT_PLACE_H

#include "gt.h"
#include "vgeo.h"

/* Writes the positions of all unique vertices (three floats each, unique_vertex_count of them), of
** which gt_decode_parts was asked before: transformed in double, rounded to float once, NaN where
** the pages have no such vertex. False when there is no memory, the user wants to stop, or the
** pages are missing. */
bool gt_place(const Gt *gt, Vgeo *vgeo, float (*positions)[3], Error *error);

#endif
