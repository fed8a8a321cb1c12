/* An RSM model as a GLB, and as a mesh in the GLB of a map. */
#pragma once

#include "ragnarok/rsm/rsm.h"
#include "scene/glb.h"

typedef struct RsmCorner {
    uint32_t vertex, place; /* place: its texture vertex, or RSM_NONE */
    double point[3];
} RsmCorner;

/* Faces that become meshes. */
typedef struct RsmMesh {
    Rsm *rsm;
    Glb *glb;
    const Affine *transforms; /* of the nodes: what takes their vertices to where they are shown */
    const bool *mirrored;     /* of the nodes: the transform turns faces inside out */
    double unit;              /* positions are divided by this */
    uint64_t first, count;    /* faces of the mesh that is being made */
    Map normals;              /* sums of normals, by vertex and smoothing group */
    Arena scratch;            /* lasts for one mesh */
} RsmMesh;

/* Sets *mesh up for a model with a pose; `transforms` has one for each node. */
bool rsm_mesh_begin(RsmMesh *mesh, Rsm *rsm, Glb *glb, const Affine *transforms, double unit);
/* Adds `count` faces from number `first` on as a mesh; GLB_NONE: none is drawn, or it failed. */
uint32_t rsm_mesh_of(RsmMesh *mesh, uint64_t first, uint64_t count, const char *name);

/* Adds all drawn faces of a model at rest, around its centre, as one mesh in tiles; GLB_NONE if
** there are none, or after a failure. The model has a pose. */
uint32_t rsm_add_mesh(Rsm *rsm, Glb *glb, const char *name);

/* Writes a model with its nodes and its animation and returns the node of the whole; GLB_NONE: the
** error is set. `centred`: the model's centre is at 0, 0, 0. */
uint32_t rsm_write_glb(Rsm *rsm, Glb *glb, bool centred);
