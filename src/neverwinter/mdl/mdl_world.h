/* MDL in model space: what the numbers of a file mean once its nodes are put together.
**
**     bind pose    every node of the geometry is at its controllers' first position, orientation and
**                  scale in its parent; a vertex v of a node is at p + s * (q applied to v), where
**                  p, q, s are composed from the root to the node
**     pose         the bind pose, but with the values that an animation's keys give at a time:
**                  linear between keys, along the arc for orientations, the first or last one
**                  outside. A channel without keys keeps the bind pose's value. Bezier keys, which
**                  no known file has, give the first numbers of their rows in the same way
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
** with to 1.2e-5. How other readers sample and compose was compared: nwnrs, rollnw, xoreos. */
#pragma once

#include "core/file_set.h"
#include "neverwinter/mdl/mdl.h"
#include "neverwinter/mdl/mdl_place.h"

/* ---- Bind pose ------------------------------------------------------------------------------- */

/* The place of a node of the geometry in its parent and in the model. */
typedef struct MdlPosedNode {
    MdlPlace local, world;
} MdlPosedNode;

/* Makes mdl->bind. */
bool mdl_make_bind(Mdl *mdl, Error *error);

/* The faces and vertices of a node's mesh; none if they aren't in the file. No list is needed. */
typedef struct MdlShape {
    const uint8_t *faces, *positions; /* MDL_FACE_BYTES and 12 bytes each */
    uint64_t face_count;
    uint32_t vertex_count;
} MdlShape;

MdlShape mdl_shape(const Mdl *mdl, uint64_t node);

/* Finds the corners of a face in the node; returns false if one of its vertices doesn't exist. */
bool mdl_shape_face(const MdlShape *shape, uint64_t face, Vector corners[3]);

static inline Vector mdl_shape_vertex(const MdlShape *shape, uint32_t vertex) {
    return load_vector(shape->positions + 12 * (uint64_t)vertex);
}

/* Finds the corners of a face in the model; returns false if one of its vertices doesn't exist.
** Needs mdl->bind and a node of the geometry. */
bool mdl_model_face(const Mdl *mdl, uint64_t node, const MdlShape *shape, uint64_t face,
                    Vector corners[3]);

/* The smallest box around something. */
typedef struct MdlBounds {
    Vector min, max;
} MdlBounds;

static const MdlBounds mdl_no_bounds = {{INFINITY, INFINITY, INFINITY},
                                        {-INFINITY, -INFINITY, -INFINITY}};

/* Makes the box large enough for a point. */
void mdl_widen_bounds(MdlBounds *bounds, Vector point);
/* Tells whether the box contains anything. */
static inline bool mdl_bounds_hold(const MdlBounds *bounds) {
    return bounds->min.x <= bounds->max.x && bounds->min.y <= bounds->max.y &&
           bounds->min.z <= bounds->max.z;
}

/* Computes the box around what is drawn: faces of meshes that aren't walkmeshes and that
** mdl_is_rendered() knows as drawn. Makes mdl->bind and mdl->drawn. */
bool mdl_make_drawn_bounds(Mdl *mdl, Error *error);

/* ---- Animations by name (mdl_motion.c) ------------------------------------------------------- */

/* An animation: the model that has it, its number there, and the factor for its positions. */
typedef struct MdlMotion {
    Mdl *owner;
    uint64_t animation;
    double scale;
} MdlMotion;

/* In both functions, `supermodels` are the files among which supermodels are found by name, and
** keeps them open; NULL: there are none. */

/* Finds an animation by name in the model or its supermodels. If none of them has it, the error
** says which ones there are. */
bool mdl_find_motion(Mdl *mdl, const char *name, uint32_t length, const FileSet *supermodels,
                     MdlMotion *motion, Error *error);

/* Adds the model's own animations to a list of MdlMotion, then those of its supermodels whose name
** no earlier model of the chain has. */
bool mdl_list_motions(Mdl *mdl, const FileSet *supermodels, Arena *arena, List *motions,
                      Error *error);

/* ---- Poses ----------------------------------------------------------------------------------- */

/* Returns the nodes of the geometry, mdl->geometry_count of them in `arena`, at a time in seconds,
** which isn't wrapped or limited; with a NULL motion in the bind pose. NULL: the error is set. */
MdlPosedNode *mdl_pose(Mdl *mdl, const MdlMotion *motion, double time, Arena *arena, Error *error);

/* Computes where each of mdl->vertices is in a pose. Vertices of skins follow their bones, by the
** stored inverses of the bind pose; others follow their node. Animmeshes and danglymeshes keep
** their shape. Vertices of meshes in animations have no place: NaN. Makes the lists of vertices and
** weights. */
Vector *mdl_pose_vertices(Mdl *mdl, const MdlPosedNode *pose, Arena *arena, Error *error);

/* ---- Walkmeshes ------------------------------------------------------------------------------ */

typedef struct MdlWalkHit {
    double z;
    uint32_t node, face; /* an id of mdl->faces */
    int32_t surface;
} MdlWalkHit;

/* Finds the faces of walkmeshes that a vertical line hits, the highest first. On a common edge it
** hits both. Upright faces are never hit. Faces are found through the stored tree, whose boxes are
** recomputed from the faces, so that a wrong box hides nothing; faces that no leaf contains are
** tried one by one. With `all`, every face is tried, which gives the same result. Makes lists. */
bool mdl_walk_hits(Mdl *mdl, double x, double y, bool all, Arena *arena, MdlWalkHit **hits,
                   uint64_t *count, Error *error);

#define MDL_SURFACES 23 /* surfaces 0 to 22 have names */
/* Returns "Grass" and the like for a face of a walkmesh; NULL if the number has no name. */
const char *mdl_surface_name(int32_t surface);

/* Returns the state of a door that the name of a node of a .dwk tells, one of mdl_door_states;
** NULL: none, or the file is no .dwk. */
enum { MDL_CLOSED, MDL_OPEN1, MDL_OPEN2, MDL_DOOR_STATES };
extern const char *const mdl_door_states[MDL_DOOR_STATES]; /* "closed", "open1", "open2" */
const char *mdl_door_state(const Mdl *mdl, uint64_t node);

/* Reports what is wrong with walkmeshes. Needs mdl->faces; boxes are checked if they are listed. */
bool mdl_check_walkmeshes(Mdl *mdl, Findings *findings, Error *error);
/* Reports what breaks the rules of those who make tiles and models. Needs mdl->faces. */
bool mdl_check_rules(Mdl *mdl, Findings *findings, Error *error);
