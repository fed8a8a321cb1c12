/* The models of a world where they stand. A vertex of a model, which rsm.h takes around the model's
** centre, comes to
**
**     world = T(position) * Rz * Rx * Ry * S(scale) * vertex
**
** in the world's axes: x east, y down, z north. This was proved by the quadtrees of real maps, whose
** heights the game's own editor computed from the corners of each model's box. */
#pragma once

#include "ragnarok/rsm/rsm.h"
#include "ragnarok/rsw.h"
#include "scene/glb.h"

typedef struct RswModelFile {
    FoundFile found;      /* path is NULL if the file is missing */
    const uint8_t *name;  /* as the placement has it, RSW_NAME_BYTES */
    uint32_t first, last; /* placements; the others follow the first one by RswPlaced.next */
    uint32_t count;
    bool is_readable;
    uint64_t face_count;
} RswModelFile;

typedef struct RswPlaced {
    uint32_t model; /* which RswModelFile */
    uint32_t next;  /* the next placement of the same model, or RSM_NONE */
    RsmBox box;     /* of all vertices of drawn nodes, exactly */
    RsmBox corners; /* of the eight corners of the model's box, by which the client culls */
} RswPlaced;

typedef struct RswPlacing {
    const Rsw *rsw;
    RswPlaced *placed;            /* of each model of the world */
    LIST_OF(RswModelFile) models; /* in the order in which they are named first */
} RswPlacing;

/* Lists the models that placements name, each name once, and finds their files, for which `beside`
** has roots. */
bool rsw_list_models(const Rsw *rsw, const FilesBeside *beside, Arena *arena, RswPlacing *placing,
                     Error *error);
/* Opens a model that was found; *rsm is NULL if it is broken. */
bool rsw_open_model(const FilesBeside *beside, const RswModelFile *model, Rsm **rsm, Error *error);
/* Computes the boxes of all placements. */
bool rsw_measure_models(RswPlacing *placing, const FilesBeside *beside, Arena *arena, Error *error);

/* ---- The map as a GLB, in rsw_glb.c ---------------------------------------------------------- */

/* What happens if models are missing. Only RSW_REFUSE_MISSING refuses a missing ground, too. */
typedef enum RswMissing { RSW_SKIP_MISSING, RSW_BOX_MISSING, RSW_REFUSE_MISSING } RswMissing;

typedef struct RswSceneOptions {
    bool ground, models, lights, water;
    RswMissing missing;
} RswSceneOptions;

/* Writes the map and returns its node; GLB_NONE: the error is set, also if nothing would be drawn
** because files are missing or broken. `beside` has the roots in which ground, models and textures
** lie. */
uint32_t rsw_write_glb(const Rsw *rsw, const FilesBeside *beside, const RswSceneOptions *options,
                       Glb *glb);
