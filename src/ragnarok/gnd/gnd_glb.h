/* A GND map as a GLB: see gnd_glb.c. */
#ifndef GAMEMAP_GND_GLB_H
#define GAMEMAP_GND_GLB_H

#include "scene/glb.h"
#include "ragnarok/gnd/gnd.h"

/* Fills in a Glb that has been started and returns the node that is the scene. */
uint32_t gnd_write_glb(Gnd *gnd, Glb *glb);

#endif
