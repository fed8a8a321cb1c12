/* The ground, water and walkmesh of a TRN or TRX as GLBs: see trn_glb.c and aswm_glb.c. */
#pragma once

#include "scene/glb.h"
#include "neverwinter/trn/trn.h"

/* Fill in a Glb that has been started and return the node that is the scene; GLB_NONE: the error is
** set, also if nothing can be drawn. */
uint32_t trn_write_glb(Trn *trn, Glb *glb);
uint32_t aswm_write_glb(const Trn *trn, Glb *glb);
