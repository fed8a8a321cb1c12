/* An RSM model as a GLB, and as a mesh of a map's. */
#ifndef GAMEMAP_RSM_GLB_H
#define GAMEMAP_RSM_GLB_H

#include "ragnarok/rsm/rsm.h"
#include "scene/glb.h"

/* Writes a model with its nodes and its animation and returns the node of the whole; GLB_NONE: the
** error is set. `centred`: as it stands at 0, 0, 0. */
uint32_t rsm_write_glb(Rsm *rsm, Glb *glb, bool centred);

#endif
