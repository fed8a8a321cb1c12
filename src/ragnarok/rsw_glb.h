/*
** A whole map as a GLB, in tiles of the GAT as gnd_glb.c has them: its ground, its models, its water
** and its lights.
**
**     map             node
**       map           the ground, as gnd_write_glb() has it
**       models        a node for each place of a model, which share one mesh for each file
**       water         a plane at each level of water that some of the ground lies below
**       lights        KHR_lights_punctual
*/
#ifndef GAMEMAP_RSW_GLB_H
#define GAMEMAP_RSW_GLB_H

#include "ragnarok/rsw_place.h"
#include "scene/glb.h"

/* What becomes of models that aren't found. Only RSW_REFUSE_MISSING wants the ground, too. */
typedef enum RswMissing { RSW_SKIP_MISSING, RSW_BOX_MISSING, RSW_REFUSE_MISSING } RswMissing;

typedef struct RswSceneOptions {
    bool ground, models, lights, water;
    RswMissing missing;
} RswSceneOptions;

/* Writes the map and returns its node; GLB_NONE: the error is set, also if nothing would be drawn
** since files aren't found or are broken. `beside` has the roots in which ground, models and
** textures lie. */
uint32_t rsw_write_glb(const Rsw *rsw, const FilesBeside *beside, const RswSceneOptions *options,
                       Glb *glb);

#endif
