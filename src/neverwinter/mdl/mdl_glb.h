/* A model as a GLB, in metres.
**
**     node i      node i of the geometry, with its name and its place in its parent: so mdl_nodes.id
**                 is the number in glTF. Its extras have its kind and what else the tables tell
**     mesh        of a node with faces: the vertices are those of the node, in their order. A
**                 walkmesh has a part for each surface. Materials of walkmeshes, and of meshes
**                 that aren't drawn, are invisible
**     skin        joints are the bones that have slots, inverse bind matrices those of the file.
**                 If no bone moves a vertex, its node is a joint, too
**     light       KHR_lights_punctual, of nodes that are lights
**     animation   the model's own, then those that its supermodels add: keys as they stand
**
** A walkmesh file (.wok, .pwk, .dwk) is visible; a last node is above several roots.
**
** A vertex that isn't finite is at 0, 0, 0, and no face has it. Animmeshes and danglymeshes keep
** their shape. mdl_glb.c has nodes and lights, mdl_glb_meshes.c meshes and skins,
** mdl_glb_motions.c animations. */
#pragma once

#include "scene/glb.h"
#include "neverwinter/mdl/mdl_world.h"

typedef struct MdlScene {
    Mdl *mdl;
    Glb *glb;
    const FileSet *supermodels; /* NULL: none */
    /* Adds what is known about a node to its extras. NULL: nothing is added. */
    bool (*describe)(Mdl *mdl, uint64_t node, Json *extras, Error *error);
    /* For a model that is part of a larger scene: how many nodes were made before it, and what its
    ** nodes share with the same model at other places, zeroed before the first place. Such a model
    ** has no animations. */
    uint32_t first_node;
    struct MdlGlbShared *shared; /* NULL: the model is the whole scene */
} MdlScene;

/* What a node has, once it was made. A mesh with a skin isn't shared, as its joints are nodes. */
typedef struct MdlGlbShared {
    bool is_made, has_skin;
    uint32_t mesh, light;
} MdlGlbShared;

/* Returns a name of the file as UTF-8; "" with the error set if memory runs out. */
const char *mdl_glb_text(Glb *glb, const uint8_t *field, size_t size);

/* Adds the model to a Glb that has been started and returns the node that is its root. */
uint32_t mdl_write_glb(const MdlScene *scene);

/* ---- Parts of the GLB ------------------------------------------------------------------------ */

/* Returns the number of a node's mesh; *skin becomes that of its skin. GLB_NONE: there is none.
** Needs MDL_WEIGHTS. */
uint32_t mdl_glb_mesh(const MdlScene *scene, uint64_t node, const char *name, uint32_t *skin);
bool mdl_glb_motions(const MdlScene *scene);
