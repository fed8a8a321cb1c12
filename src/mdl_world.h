/*
** MDL in model space: what the numbers of a file mean once its nodes are put together.
**
**     bind pose    every node of the geometry is at its controllers' first position, orientation and
**                  scale in its parent; a vertex v of a node is at p + s * (q applied to v), where
**                  p, q, s are composed from the root to the node
**     pose         the same with the values that an animation's keys give at a time: linear between
**                  keys, along the arc for orientations, the first or last one outside. They
**                  replace the bind pose's, and a channel without keys keeps it
**     supermodel   an animation that a model lacks is the first of that name along the chain of its
**                  supermodels; it moves nodes of the same names, and its root the model's root.
**                  Positions are multiplied by the animation scales of the models before its owner
**     walkmesh     the faces of AABB nodes, in the bind pose
**
** Metres; x is east, y north, z up; quaternions are x, y, z, w. All is double arithmetic on the
** stored numbers. Names compare without case, and of equal ones the first in pre-order is meant. A
** controller that doesn't fit into its node's floats moves nothing (mdl_keys says what is wrong).
**
** 57 skins of real files store the inverse of their bones' bind poses, which these places agree
** with to 1.2e-5. How other readers sample and compose was compared: nwnrs, rollnw, xoreos.
*/
#ifndef GAMEMAP_MDL_WORLD_H
#define GAMEMAP_MDL_WORLD_H

#include "file_set.h"
#include "mdl.h"
#include "mdl_place.h"

/* ---- Bind pose ------------------------------------------------------------------------------- */

/* A node of the geometry: in its parent, and in the model. */
typedef struct MdlPosedNode {
    MdlPlace local, world;
} MdlPosedNode;

/* Makes mdl->bind. */
bool mdl_make_bind(Mdl *mdl, Error *error);

/* Faces and vertices of a node's mesh, none where they aren't in the file. Nothing else is needed
** before. */
typedef struct MdlShape {
    const uint8_t *faces, *positions; /* MDL_FACE_BYTES and 12 bytes each */
    uint64_t face_count;
    uint32_t vertex_count;
} MdlShape;

MdlShape mdl_shape(const Mdl *mdl, uint64_t node);

/* The corners of a face in the node; false where one of its vertices isn't there. */
bool mdl_shape_face(const MdlShape *shape, uint64_t face, MdlVector corners[3]);

static inline MdlVector mdl_shape_vertex(const MdlShape *shape, uint32_t vertex) {
    const uint8_t *at = shape->positions + 12 * (uint64_t)vertex;
    return (MdlVector){(double)load_f32(at), (double)load_f32(at + 4), (double)load_f32(at + 8)};
}

/* The same in the model. Needs mdl->bind, and a node of the geometry. */
bool mdl_model_face(const Mdl *mdl, uint64_t node, const MdlShape *shape, uint64_t face,
                    MdlVector corners[3]);

double mdl_area(const MdlVector corners[3]);

/* The least box around something. */
typedef struct MdlBounds {
    MdlVector min, max;
} MdlBounds;

static const MdlBounds mdl_no_bounds = {{INFINITY, INFINITY, INFINITY},
                                        {-INFINITY, -INFINITY, -INFINITY}};

void mdl_widen_bounds(MdlBounds *bounds, const MdlVector corners[3]);
/* Is there anything in it? */
static inline bool mdl_bounds_hold(const MdlBounds *bounds) {
    return bounds->min.x <= bounds->max.x && bounds->min.y <= bounds->max.y &&
           bounds->min.z <= bounds->max.z;
}

/* That of what is drawn: faces of meshes that aren't walkmeshes and that have render set. Makes
** mdl->bind and mdl->drawn. */
bool mdl_make_drawn_bounds(Mdl *mdl, Error *error);

/* ---- Animations by name (mdl_motion.c) ------------------------------------------------------- */

/* An animation: whose it is, which one, and by how much its positions are multiplied. */
typedef struct MdlMotion {
    Mdl *owner;
    uint64_t animation;
    double scale;
} MdlMotion;

/* The supermodels of a model are looked for by their file names among `supermodels`, which keeps
** them open; NULL: nowhere. */

/* Finds an animation by name in the model or its supermodels. Where none of them has it, the error
** says which ones there are. */
bool mdl_find_motion(Mdl *mdl, const char *name, uint32_t length, const FileSet *supermodels,
                     MdlMotion *motion, Error *error);

/* Adds to a list of MdlMotion the model's own animations, then those of its supermodels that no
** model nearer to it has by that name. */
bool mdl_list_motions(Mdl *mdl, const FileSet *supermodels, Arena *arena, List *motions,
                      Error *error);

/* ---- Poses ----------------------------------------------------------------------------------- */

/* The nodes of the geometry, mdl->geometry_count of them in `arena`, at a time in seconds, which is
** neither wrapped nor cut. NULL motion: the bind pose. NULL with the error set. */
MdlPosedNode *mdl_pose(Mdl *mdl, const MdlMotion *motion, double time, Arena *arena, Error *error);

/* Where each of mdl->vertices is in a pose; those of skins follow their bones, by the stored
** inverses of the bind pose, and others their node. Animmeshes and danglymeshes keep their shape.
** Vertices of animations' own meshes have no place: NaN. Makes the lists of vertices and
** weights. */
MdlVector *mdl_pose_vertices(Mdl *mdl, const MdlPosedNode *pose, Arena *arena, Error *error);

/* ---- Walkmeshes ------------------------------------------------------------------------------ */

typedef struct MdlWalkHit {
    double z;
    uint32_t node, face; /* an id of mdl->faces */
    int32_t surface;
} MdlWalkHit;

/* The faces of walkmeshes that a vertical line hits, the highest first; on a common edge both.
** Upright faces are never hit. They are found by way of the stored tree, of which the boxes are
** made anew from the faces, so that a box that is off hides nothing; faces that no leaf holds are
** tried one by one. `all`: every face is tried, which gives the same. Makes lists. */
bool mdl_walk_hits(Mdl *mdl, double x, double y, bool all, Arena *arena, MdlWalkHit **hits,
                   uint64_t *count, Error *error);

#define MDL_SURFACES 23 /* that have a name: those below */
/* "Grass", of a face of a walkmesh; NULL where the number has no name. */
const char *mdl_surface_name(int32_t surface);

/* What is wrong with walkmeshes, as findings. Needs mdl->faces; boxes are looked at if listed. */
bool mdl_check_walkmeshes(Mdl *mdl, Findings *findings, Error *error);

#endif
