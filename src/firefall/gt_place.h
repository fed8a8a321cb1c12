/* What needs the client's vertex pages: positions of a chunk's vertices, and its GLB. */
#pragma once

#include "firefall/gt.h"
#include "firefall/vgeo.h"
#include "scene/glb.h"

/* The position of a vertex. NaN: it is unknown. */
typedef struct GtPosition {
    float x, y, z;
} GtPosition;

/* Writes the positions of all unique vertices (as many as gt->unique_vertices has), which
** gt_decode_parts() has made: transformed in double, rounded to float once, NaN where the pages
** have no such vertex. Returns false if memory runs out, the user wants to stop, or the pages are
** missing. */
bool gt_place(const Gt *gt, Vgeo *vgeo, GtPosition *positions, Error *error);

/* Fills in a Glb that has been started, with the static objects, and returns the node that is the
** scene (gt_glb.c). `vgeo` may be NULL. */
uint32_t gt_write_glb(Gt *gt, Vgeo *vgeo, Glb *glb);
