/* MDL files, written from the description of the format: a model grows node by node. */
#ifndef GAMEMAP_FIXTURES_MDL_H
#define GAMEMAP_FIXTURES_MDL_H

#include "fixtures.h"

#include <stdbool.h>

typedef enum Writer { BIOWARE, NWNMDLCOMP, NWN_EE, UNKNOWN_WRITER } Writer;

/* Offsets in `data` are model pointers, those in `raw` raw pointers. */
typedef struct Model {
    Bytes data, raw;
    bool ee;
} Model;

enum {
    FILE_HEADER = 12, /* what stands before the model data */
    MODEL_HEADER = 232,
    NODE = 112,
    MESH = 512,

    /* in a header */
    HEADER_NAME = 8,
    HEADER_ROOT = 72,
    HEADER_NODES = 76,
    HEADER_RUNTIME = 80,
    HEADER_TYPE = 108,
    MODEL_CLASS = 114,
    MODEL_ANIMATIONS = 120,
    MODEL_SUPERMODEL = 168,
    ANIMATION_EVENTS = 184,

    /* in a node */
    NODE_NAME = 32,
    NODE_CHILDREN = 72,
    NODE_CONTROLLERS = 84,
    NODE_DATA = 96,
    NODE_FLAGS = 108,

    /* in a node with a mesh as its first part */
    MESH_FACES = NODE + 8,
    MESH_TEXTURES = NODE + 120,
    MESH_INDEX_COUNTS = NODE + 404,
    MESH_INDEX_LISTS = NODE + 416,
    MESH_POSITIONS = NODE + 444,
    MESH_VERTEX_COUNT = NODE + 448,
    MESH_UV0 = NODE + 452,
    MESH_NORMALS = NODE + 468,
    MESH_COLORS = NODE + 472,
    MESH_TANGENTS = NODE + 488,
    MESH_SIGNS = NODE + 496,
    AFTER_MESH = NODE + MESH,
};

enum {
    DUMMY = 0x001,
    LIGHT = 0x003,
    EMITTER = 0x005,
    CAMERA = 0x009,
    REFERENCE = 0x011,
    TRIMESH = 0x021,
    SKIN = 0x061,
    ANIMMESH = 0x0A1,
    DANGLYMESH = 0x121,
    AABB = 0x221,
};

typedef struct Shape {
    int vertex_count, face_count;
    const float (*positions)[3];
    const uint16_t (*faces)[3];
    const char *texture;
    int surface;
    bool colors;
} Shape;

/* Rows of `columns` values; times[0] is 0 where there is one row. */
typedef struct Controller {
    int type, rows, columns;
    const float *times, *values;
} Controller;

Model begin_model(const char *name, Writer writer, int classification);
/* The file; empties the model. */
Bytes end_model(Model *model);

/* Appends a node with the parts of its flags, all zero but for null raw pointers. */
size_t add_node(Model *model, const char *name, uint32_t flags);
void set_root(Model *model, size_t header, size_t root, uint32_t declared);
void set_children(Model *model, size_t node, const size_t *children, int count);
void set_controllers(Model *model, size_t node, const Controller *controllers, int count);
void set_position(Model *model, size_t node, float x, float y, float z);
uint32_t pointer_at(const Model *model, size_t at);
void set_array(Model *model, size_t at, size_t pointer, uint32_t count);

void set_mesh(Model *model, size_t node, const Shape *shape);
/* Bone i of the nodes `bones` (their numbers in pre-order) has slot i; all vertices hang on slot 0
** with weight 0.75 and on slot 1 with 0.25. The skin tells of `nodes` nodes. */
void set_skin(Model *model, size_t node, const Shape *shape, const int *bones, int bone_count,
              int nodes);
void set_constraints(Model *model, size_t node, const float *values, int count);
/* Set s of vertex v is the shape's, moved by s in z; u is s, v is v. */
void set_animmesh(Model *model, size_t node, const Shape *shape, int sets, float period);
/* Two boxes in one: face 0 and face 1. */
void set_boxes(Model *model, size_t node);
void set_flares(Model *model, size_t node, const char *const *textures, int count);
void set_emitter(Model *model, size_t node, const char *update, const char *texture);
void set_reference(Model *model, size_t node, const char *name);

/* Appends an animation header. */
size_t add_animation(Model *model, const char *name, double length, const char *root);
void set_events(Model *model, size_t animation, const char *const *names, const float *times,
                int count);
void set_animations(Model *model, const size_t *animations, int count);

/* One node of every kind, and an animation. */
Model every_kind(Writer writer);

void write_mdl_faults(const char *folder);

extern const Shape triangle, square;

#endif
