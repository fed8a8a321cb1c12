/*
** A model as a GLB, in metres.
**
**     node i      node i of the geometry, with its name and its place in its parent: so mdl_nodes.id
**                 is the number in glTF. Its extras have its kind and what else the tables tell
**     mesh        of a node with faces: the vertices are those of the node, in their order. A
**                 walkmesh has a part for each surface; it and meshes that aren't drawn have
**                 materials that aren't seen
**     skin        joints are the bones that have slots, inverse bind matrices those of the file.
**                 Vertices that no bone moves follow their node, which is a joint, too, then
**     light       KHR_lights_punctual, of nodes that are lights
**     animation   those of the model, then those that its supermodels add: keys as they stand
**
** A walkmesh file (.wok, .pwk, .dwk) is seen; where it has several roots, a last node is above them.
**
** A vertex that isn't finite is at 0, 0, 0, and no face has it. Animmeshes and danglymeshes keep
** their shape. mdl_glb.c has nodes and lights, mdl_glb_meshes.c meshes and skins,
** mdl_glb_motions.c animations.
*/
#ifndef GAMEMAP_MDL_GLB_H
#define GAMEMAP_MDL_GLB_H

#include "scene/glb.h"
#include "neverwinter/mdl/mdl_world.h"

typedef struct MdlScene {
    Mdl *mdl;
    Glb *glb;
    const FileSet *supermodels; /* NULL: none */
    /* Adds what is known about a node to its extras. NULL: nothing is added. */
    bool (*describe)(Mdl *mdl, uint64_t node, Json *extras, Error *error);
    /* Of a model that is part of a larger scene: how many nodes were made before it, and what each
    ** of its nodes shares with the same model at other places, zeroed before the first one; it
    ** doesn't move. */
    uint32_t first_node;
    struct MdlGlbShared *shared; /* NULL: it is the scene */
} MdlScene;

/* What a node has, if it was made. The joints of a skin are nodes, so its mesh isn't shared. */
typedef struct MdlGlbShared {
    bool is_made, has_skin;
    uint32_t mesh, light;
} MdlGlbShared;

/* Returns a name of the file as UTF-8; "" and the error where memory runs out. */
const char *mdl_glb_text(Glb *glb, const uint8_t *field, size_t size);

/* Adds the model to a Glb that has been started and returns the node that is its root. */
uint32_t mdl_write_glb(const MdlScene *scene);

/* ---- Its parts ------------------------------------------------------------------------------- */

/* Returns the mesh of a node; *skin becomes that of its skin. Either is GLB_NONE where there is
** none. Needs MDL_WEIGHTS. */
uint32_t mdl_glb_mesh(const MdlScene *scene, uint64_t node, const char *name, uint32_t *skin);
bool mdl_glb_motions(const MdlScene *scene);

#endif
