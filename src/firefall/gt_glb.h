/* The static objects of a Firefall chunk as a GLB: see gt_glb.c. */
#ifndef GAMEMAP_GT_GLB_H
#define GAMEMAP_GT_GLB_H

#include "scene/glb.h"
#include "firefall/gt_place.h"

/* Fills in a Glb that has been started and returns the node that is the scene. `vgeo` may be
** NULL. */
uint32_t gt_write_glb(Gt *gt, Vgeo *vgeo, Glb *glb);

#endif
