/*
** MDL: the binary model of Neverwinter Nights (BioWare 2002, NWN:EE 2018), as compiled from ASCII.
** Little-endian. A file holds structures that point to each other:
**
**     0       u32    0: an ASCII model never begins with four zero bytes
**     4       u32    M: bytes of model data
**     8       u32    R: bytes of raw data
**     12      M      model data: headers, nodes, controllers, faces. A model pointer p means file
**                    offset 12 + p; 0 is null
**     12 + M  R      raw data: what goes to the graphics card. A raw pointer r means 12 + M + r;
**                    0xFFFFFFFF is null, 0 is valid
**
** An array is u32 pointer, u32 used, u32 allocated; used equals allocated, and an empty array may
** have any pointer. Text is a field of fixed size, Windows-1252, up to its first NUL (often with
** garbage behind it); some names fill their field without a NUL. Names compare without case, and
** need not be unique. Arrays are marked [], with what they hold.
**
** Geometry header, 112 bytes: begins the model header and each animation header
**     0 u32[2] functions of the writer (who wrote it: see below), 8 char[64] name, 72 model pointer
**     to the root node, 76 u32 declared number of nodes (with a supermodel it counts that one's,
**     too), 80 and 92 [] of the running game, 104 u32 reference count, 108 u8 type (2 model, 5
**     animation, 0x80 loaded), 109 u8[3] padding
** Model header, 232 bytes, at model data 0
**     112 u8, 113 u8 unknown, 114 u8 classification (0 none, 1 effect, 2 tile, 4 character, 8
**     door), 115 u8 fog, 116 u32 unknown, 120 [model pointer] animation headers, 132 u32 parent,
**     136 f32[3] least and 148 f32[3] greatest corner of the bounding box, 160 f32 radius, 164 f32
**     animation scale, 168 char[64] supermodel ("NULL" or empty: none)
** Animation header, 196 bytes
**     112 f32 length and 116 f32 transition time in seconds, 120 char[64] root, 184 [event];
**     an event is f32 time, char[32] name
**
** Node, 112 bytes and the parts that its flags tell
**     0 u32[6] functions, 24 u32 inherit colour, 28 i32 part number, 32 char[32] name, 64 u32
**     geometry, 68 u32 parent (both 0 or garbage), 72 [model pointer] children, 84 [12 bytes]
**     controller keys, 96 [f32] controller data, 108 u32 flags: 1 node, 2 light, 4 emitter, 8
**     camera, 0x10 reference, 0x20 mesh, 0x40 skin, 0x80 anim, 0x100 dangly, 0x200 AABB
** The parts follow each other in that order: light 92 bytes, emitter 216, reference 68, mesh 512,
** skin 100 or 192, anim 56, dangly 24, AABB 4. Every known kind of mesh has the mesh flag, too.
** A tree of nodes hangs on the model header and one on each animation header; nodes are numbered in
** pre-order, and skins use that number. Each animation repeats the nodes that it moves, with empty
** meshes; they belong to the geometry's nodes of the same name.
**
** Controller key: 0 i32 type, 4 u16 rows, 6 u16 index of the times and 8 u16 of the values in the
** node's data, 10 u8 columns (low 4 bits: floats in a row, 0x10: bezier), 11 u8 padding. Where
** columns is 0xFF or rows is 0xFFFF there are no data at all. Quaternions are x, y, z, w. A value
** that isn't keyed has one row at time 0.
**
** Light: 0 f32 flare radius, 4 [] unused, 16 [f32] flare sizes, 28 [f32] positions, 40 [f32[3]]
**     colour shifts, 52 [model pointer] texture names (to NUL), 64 u32 priority, 68 ambient only,
**     72 dynamic type, 76 affects dynamic, 80 shadow, 84 generate flare, 88 fading
** Emitter: 0 f32 dead space, blast radius, blast length, 12 u32 grid x, y, 20 u32 spawn type, 24
**     char[32] update, render, blend, 120 char[64] texture, 184 char[16] chunk, 200 u32 two-sided,
**     loop, 208 u16 render order, 210 u16 padding, 212 u32 flags
** Reference: 0 char[64] model, 64 u32 reattachable
** Mesh: 0 u32[2] functions, 8 [face], 20 f32[3] least and 32 greatest corner, 44 f32 radius, 48
**     f32[3] average point, 60 f32[3] diffuse, 72 ambient, 84 specular, 96 f32 shininess, 100 u32
**     shadow, beaming, render, transparency hint, 116 u32 render hint (NWN:EE), 120 char[64][4]
**     textures (the last is NWN:EE's material), 376 u32 tile fade, 380 [] vertex indices, 392 []
**     left-over faces, 404 [u32] index counts, 416 [raw pointer] lists of u16 indices, 428 raw
**     pointer, 432 u32, 436 u8 mode (3 triangles, 4 strip), 437 u8[3], 440 u32, 444 raw pointer to
**     f32[3] positions, 448 u16 vertices, 450 u16 textures, 452 raw pointers to f32[2] uv[4], 468
**     f32[3] normals, 472 u8[4] colours, 476, 480, 484 f32[3] unused, 488 f32[3] tangents (NWN:EE),
**     492 f32[3] unused, 496 f32 handedness of the tangents, 500 u8 lightmapped, 501 u8 rotate
**     texture, 502 u16, 504 f32 half the sum of the normals, 508 u32
** Face, 32 bytes: 0 f32[3] normal, 12 f32 distance, 16 i32 surface, 20 i16[3] neighbour or -1, 26
**     u16[3] vertex
** NWN:EE merges meshes of one texture: the first then has the vertices and indices of all behind
** its own, the others keep theirs but store 0 as the length of their list, which is 3 per face.
** Skin: 0 [] weights (unused), 12 raw pointer to f32[4] weights and 16 to i16[4] slots (-1: none)
**     of each vertex, 20 model pointer to i16 slot of each node (-1: no bone), 24 u32 how many, 28
**     [f32[4]] inverse bind rotation (w, x, y, z) and 40 [f32[3]] translation of each node, 52
**     [u32] constants, 64 i16[18] or, NWN:EE, i16[64] node of each slot (garbage where unused)
** Anim: 0 f32 sample period, 4, 16, 28 [] unused, 40 model pointer to f32[3] positions and 44 to
**     f32[2] uv (all sets of vertex 0, then of vertex 1), 48 u32 sets of positions and 52 of uv
** Dangly: 0 [f32] constraints, 12 f32 displacement, tightness, period
** AABB: 0 model pointer to the root of a binary tree of 40 bytes: f32[3] least, f32[3] greatest
**     corner, 24 model pointers left and right (both null in a leaf), 32 i32 face (-1: inner), 36
**     u32 plane that parts the children (1, 2, 4: +x, +y, +z, 8, 16, 32: -x, -y, -z)
**
** The functions tell the writer: 0x40BBC0, 0x40BBD0 BioWare, 0x46AB0C, 0x46AB1C nwnmdlcomp, 4, 0
** NWN:EE. Knights of the Old Republic has models that begin alike, with other headers: refused.
**
** Known from Torlack's notes, the NWN1MDL template, nwnexplorer, xoreos, rollnw, nwnrs and
** cleanmodels, corrected where 726 real files, each decoded to the last byte, say otherwise.
*/
#ifndef GAMEMAP_MDL_H
#define GAMEMAP_MDL_H

#include "core.h"

#define MDL_NONE UINT32_MAX

enum {
    MDL_FILE_HEADER_BYTES = 12,
    MDL_MODEL_BYTES = 232,
    MDL_ANIMATION_BYTES = 196,
    MDL_EVENT_BYTES = 36,
    MDL_NODE_BYTES = 112,
    MDL_CONTROLLER_BYTES = 12,
    MDL_FACE_BYTES = 32,
    MDL_AABB_BYTES = 40,
    MDL_LONG_NAME = 64,
    MDL_NAME = 32,
    /* real models have 12 levels of nodes at most; paths of nodes stay short */
    MDL_DEPTH_MAX = 256,

    /* geometry header */
    MDL_HEADER_FUNCTIONS = 0,
    MDL_HEADER_NAME = 8,
    MDL_HEADER_ROOT = 72,
    MDL_HEADER_NODE_COUNT = 76,
    MDL_HEADER_RUNTIME_ARRAYS = 80,
    MDL_HEADER_TYPE = 108,
    MDL_MODEL_ANIMATIONS = 120,
    MDL_MODEL_SUPERMODEL = 168,
    MDL_ANIMATION_LENGTH = 112,
    MDL_ANIMATION_ROOT = 120,
    MDL_ANIMATION_EVENTS = 184,

    /* node */
    MDL_NODE_NAME = 32,
    MDL_NODE_CHILDREN = 72,
    MDL_NODE_CONTROLLERS = 84,
    MDL_NODE_DATA = 96,
    MDL_NODE_FLAGS = 108,

    /* light */
    MDL_FLARE_SIZES = 16,
    MDL_FLARE_POSITIONS = 28,
    MDL_FLARE_SHIFTS = 40,
    MDL_FLARE_TEXTURES = 52,

    /* emitter */
    MDL_EMITTER_TEXTURE = 120,
    MDL_EMITTER_CHUNK = 184,
    MDL_EMITTER_FLAGS = 212,

    /* mesh */
    MDL_MESH_FACES = 8,
    MDL_MESH_RENDER = 108,
    MDL_MESH_TEXTURES = 120,
    MDL_MESH_VERTEX_INDICES = 380,
    MDL_MESH_LEFT_OVER_FACES = 392,
    MDL_MESH_INDEX_COUNTS = 404,
    MDL_MESH_INDEX_LISTS = 416,
    MDL_MESH_POSITIONS = 444,
    MDL_MESH_VERTEX_COUNT = 448,

    /* face */
    MDL_FACE_SURFACE = 16,
    MDL_FACE_NEIGHBORS = 20,
    MDL_FACE_VERTICES = 26,

    /* skin */
    MDL_SKIN_WEIGHTS = 12,
    MDL_SKIN_VERTEX_SLOTS = 16,
    MDL_SKIN_MAP = 20,
    MDL_SKIN_MAP_COUNT = 24,
    MDL_SKIN_ROTATIONS = 28,
    MDL_SKIN_TRANSLATIONS = 40,
    MDL_SKIN_CONSTANTS = 52,
    MDL_SKIN_SLOTS = 64,
    MDL_SLOTS = 18,
    MDL_SLOTS_EE = 64,

    /* anim */
    MDL_ANIM_SETS = 40,
    MDL_ANIM_UV_SETS = 44,
    MDL_ANIM_SET_COUNT = 48,
    MDL_ANIM_UV_SET_COUNT = 52,

    /* box */
    MDL_BOX_LEFT = 24,
    MDL_BOX_RIGHT = 28,
    MDL_BOX_FACE = 32,
    MDL_BOX_PLANE = 36,

    /* controllers that every node may have */
    MDL_POSITION = 8,
    MDL_ORIENTATION = 20,
    MDL_SCALE = 36,
    MDL_NO_DATA = 0xFF,
    MDL_BEZIER = 0x10,
    MDL_COLUMN_BITS = 0x0F,
};

/* Flags of a node. */
enum {
    MDL_FLAG_NODE = 0x001,
    MDL_FLAG_LIGHT = 0x002,
    MDL_FLAG_EMITTER = 0x004,
    MDL_FLAG_CAMERA = 0x008,
    MDL_FLAG_REFERENCE = 0x010,
    MDL_FLAG_MESH = 0x020,
    MDL_FLAG_SKIN = 0x040,
    MDL_FLAG_ANIM = 0x080,
    MDL_FLAG_DANGLY = 0x100,
    MDL_FLAG_AABB = 0x200,
    MDL_FLAGS = 0x3FF,
};

/* The parts behind a node, in their order. */
typedef enum MdlPart {
    MDL_LIGHT, MDL_EMITTER, MDL_REFERENCE, MDL_MESH, MDL_SKIN, MDL_ANIM, MDL_DANGLY, MDL_AABB,
    MDL_PARTS
} MdlPart;

/* What a mesh stores for each vertex, in the order of its pointers. */
typedef enum MdlVertexArray {
    MDL_POSITIONS, MDL_UV0, MDL_UV1, MDL_UV2, MDL_UV3, MDL_NORMALS, MDL_COLORS, MDL_UNUSED0,
    MDL_UNUSED1, MDL_UNUSED2, MDL_TANGENTS, MDL_UNUSED3, MDL_HANDEDNESS, MDL_VERTEX_ARRAYS
} MdlVertexArray;

/* Where the raw pointer stands in the mesh, and the size of one vertex. */
extern const struct MdlVertexField {
    uint16_t pointer;
    uint8_t bytes;
    const char *name; /* "normals" */
} mdl_vertex_fields[MDL_VERTEX_ARRAYS];

typedef struct MdlNode {
    uint32_t parent;    /* MDL_NONE at the root of a tree */
    uint32_t animation; /* MDL_NONE in the geometry */
    uint32_t flags;
    uint16_t depth; /* 0 at the root */
    uint16_t slots; /* 18 or 64 in a skin, 0 else */
} MdlNode;

/* Records that owners hold, in the order of the owners. */
typedef struct MdlList {
    uint64_t count;
    const uint64_t *starts; /* offset of each in the file */
    const uint32_t *owners; /* its owner: a node unless said otherwise */
    const uint32_t *first;  /* those of owner i are first[i] .. first[i + 1] - 1; NULL: not made */
} MdlList;

/* Nodes by groups: those of group g are order[first[g]] .. order[first[g + 1] - 1], rising. */
typedef struct MdlGroups {
    const uint32_t *first, *order; /* NULL: not made */
} MdlGroups;

/* Where the arrays of a mesh's vertices begin; 0 where it has none. */
typedef struct MdlVertexArrays {
    uint64_t starts[MDL_VERTEX_ARRAYS];
} MdlVertexArrays;

/* One box of a tree. */
typedef struct MdlBox {
    uint32_t parent, left, right; /* MDL_NONE: none */
    uint32_t depth;
} MdlBox;

typedef struct Mdl {
    Document document;
    uint64_t model_end; /* offset in the file where the raw data begin */
    uint64_t raw_end;
    const char *compiler; /* "bioware", "nwnmdlcomp", "nwn:ee" or NULL */
    const char *layout;   /* "1.69", "ee" or NULL */

    uint64_t node_count;
    uint64_t geometry_count;     /* the first of them */
    const MdlNode *nodes;        /* parents before children */
    const uint64_t *node_starts; /* offset in the file */
    uint64_t animation_count;
    const uint64_t *animation_starts;
    const uint32_t *first_node; /* of each animation, animation_count + 1 */

    /* Made on demand. */
    MdlList parts[MDL_PARTS];
    MdlList events;      /* owner: animation */
    MdlList controllers;
    MdlList keys;        /* owner: controller */
    MdlList vertices, faces;
    MdlList index_lists;
    MdlList indices;     /* owner: index list */
    MdlList weights;     /* 4 for each vertex of a skin */
    MdlList bones, slots;
    MdlList constraints, animated;
    MdlList flares;
    MdlList boxes;
    const MdlBox *box_links;              /* for each of boxes */
    const MdlVertexArrays *vertex_arrays; /* of the meshes with vertices */
    const uint32_t *vertex_arrays_of;     /* number of those of a node, MDL_NONE: none */
    const uint32_t *namesakes;            /* see mdl_name_controllers */
    bool midlife_nwnmdlcomp;
    MdlGroups by_path, by_parent;
    uint32_t path_mask;
    const char *paths;            /* one after the other, made with by_path where they are short */
    const uint64_t *path_starts;  /* node_count + 1 */
} Mdl;

extern const Format mdl_format;

/* ---- Nodes ------------------------------------------------------------------------------------- */

static inline const uint8_t *mdl_bytes(const Mdl *mdl, uint64_t start) {
    return mdl->document.bytes + start;
}
static inline const uint8_t *mdl_node(const Mdl *mdl, uint64_t node) {
    return mdl->document.bytes + mdl->node_starts[node];
}
/* Of a field; never beyond its size. */
uint32_t mdl_name_length(const uint8_t *field, uint32_t size);
/* "trimesh", by the flags; NULL where they are no known kind. */
const char *mdl_kind(uint32_t flags);
/* "root/torso/head" of a node, as UTF-8 in `arena`; NULL when there is no memory. */
const char *mdl_path(const Mdl *mdl, uint64_t node, Arena *arena, uint32_t *length);
/* Makes by_path or by_parent. */
bool mdl_group_by_path(Mdl *mdl, Error *error);
bool mdl_group_by_parent(Mdl *mdl, Error *error);
/* The group of by_path in which a path of UTF-8 would be, with any case. */
uint32_t mdl_path_group(const Mdl *mdl, const char *path, uint32_t length);
/* The controller of `type` with one row at time 0, which is the value of a node that isn't
** animated: its first float, followed by the others of `width`. NULL where there is none. */
const uint8_t *mdl_bind_value(const Mdl *mdl, uint64_t node, int32_t type, uint32_t width);

/* ---- Lists ------------------------------------------------------------------------------------- */

/* Each is made once and remembered; an error when something in the file points outside. */
bool mdl_list_parts(Mdl *mdl, MdlPart part, Error *error);
bool mdl_list_events(Mdl *mdl, Error *error);
bool mdl_list_controllers(Mdl *mdl, Error *error);
bool mdl_list_keys(Mdl *mdl, Error *error);   /* and the controllers */
bool mdl_list_flares(Mdl *mdl, Error *error); /* and the lights */
bool mdl_list_vertices(Mdl *mdl, Error *error); /* and the meshes and vertex_arrays */
bool mdl_list_faces(Mdl *mdl, Error *error);    /* and the vertices */
bool mdl_list_index_lists(Mdl *mdl, Error *error); /* and the meshes */
bool mdl_list_indices(Mdl *mdl, Error *error);  /* and the vertices */
bool mdl_list_weights(Mdl *mdl, Error *error);  /* and the skins and vertices */
bool mdl_list_bones(Mdl *mdl, Error *error);    /* and the skins */
bool mdl_list_slots(Mdl *mdl, Error *error);    /* and the skins */
bool mdl_list_constraints(Mdl *mdl, Error *error); /* and the danglies and vertices */
bool mdl_list_animated(Mdl *mdl, Error *error); /* sets of animmeshes, and their vertices */
bool mdl_list_boxes(Mdl *mdl, Error *error);    /* and box_links */
/* Lists the controllers, too. namesakes: for each node of an animation the first one of the
** geometry that has its name, without case; MDL_NONE where there is none, and in the geometry. */
bool mdl_name_controllers(Mdl *mdl, Error *error);

/* Where the part of a node begins in the file; the node has it. */
uint64_t mdl_part_start(const Mdl *mdl, uint64_t node, MdlPart part);
/* The name of a controller ("alphastart"), by the kind of its node; NULL where it isn't known.
** Needs mdl_name_controllers. */
const char *mdl_controller_name(const Mdl *mdl, uint64_t controller);
/* Floats in a row of a controller key, 0 to 15. */
static inline uint32_t mdl_controller_width(const uint8_t *key) {
    return key[10] == MDL_NO_DATA ? 0 : key[10] & MDL_COLUMN_BITS;
}
/* The values of a row of keys, *width of them. Needs mdl_list_keys. */
static inline const uint8_t *mdl_key_values(const Mdl *mdl, uint64_t row, uint32_t *width) {
    uint32_t controller = mdl->keys.owners[row];
    const uint8_t *key = mdl_bytes(mdl, mdl->controllers.starts[controller]);
    uint64_t number = row - mdl->keys.first[controller];
    uint64_t times = load_u16(key + 6), values = load_u16(key + 8);
    *width = mdl_controller_width(key);
    /* both are places among the same floats */
    return mdl_bytes(mdl, mdl->keys.starts[row] - 4 * (times + number) +
                              4 * (values + number * *width));
}

/* ---- Pointers ---------------------------------------------------------------------------------- */

/* `count` records of `each` bytes in the file; their product fits in 64 bits. */
typedef struct MdlSpan {
    uint64_t start, count;
    uint32_t each;
} MdlSpan;

/* Does it lie before `end`? */
static inline bool mdl_fits(const MdlSpan *span, uint64_t end) {
    return span->start <= end && span->count * span->each <= end - span->start;
}
/* The array of which pointer, used and allocated stand at `at`. False, with 0 records, where it
** isn't in the model data. */
static inline bool mdl_find_array(const Mdl *mdl, uint64_t at, uint32_t each, MdlSpan *span) {
    uint32_t pointer = load_u32(mdl_bytes(mdl, at)), used = load_u32(mdl_bytes(mdl, at) + 4);
    *span = (MdlSpan){(uint64_t)MDL_FILE_HEADER_BYTES + pointer, used, each};
    if (!used || (pointer && mdl_fits(span, mdl->model_end))) return true;
    span->count = 0;
    return false;
}
/* The same with an error, in which `what` (plural) names the records. */
bool mdl_read_array(const Mdl *mdl, uint64_t at, const char *what, uint32_t each, MdlSpan *span,
                    Error *error);
/* What the model pointer at `at` points to: 0 records where it is null. */
bool mdl_read_model(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                    MdlSpan *span, Error *error);
/* What the raw pointer at `at` points to: 0 records where it is null. */
bool mdl_read_raw(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                  MdlSpan *span, Error *error);

typedef bool MdlLocate(Mdl *mdl, uint64_t owner, MdlSpan *span, Error *error);
/* Makes a list of what `locate` gives for each owner. All of it together can't be larger than the
** file: no byte belongs to two. */
bool mdl_make_list(Mdl *mdl, MdlList *list, const char *what, uint64_t owner_count,
                   MdlLocate *locate, Error *error);

/* ---- Meshes ------------------------------------------------------------------------------------ */

/* Where a node's mesh begins in the file. Needs the list of meshes. */
static inline uint64_t mdl_mesh_start(const Mdl *mdl, uint64_t node) {
    return mdl->parts[MDL_MESH].starts[mdl->parts[MDL_MESH].first[node]];
}
/* Where an array of a node's vertices begins in the file; 0: there is none. Needs the vertices. */
static inline uint64_t mdl_vertex_array(const Mdl *mdl, uint64_t node, MdlVertexArray array) {
    uint32_t number = mdl->vertex_arrays_of[node];
    return number == MDL_NONE ? 0 : mdl->vertex_arrays[number].starts[array];
}
/* A vertex of a node as an id of mdl->vertices; -1 where the node has no such vertex. */
int64_t mdl_vertex(const Mdl *mdl, uint64_t node, uint64_t vertex);
/* How NWN:EE merged a mesh, at `mesh` in the file: "holder", "sibling" or NULL. */
const char *mdl_merged(const Mdl *mdl, const uint8_t *mesh);
/* The raw pointer of index list `list` of a mesh; UINT32_MAX where there is none. */
uint32_t mdl_index_pointer(const Mdl *mdl, const uint8_t *mesh, uint64_t list);
/* The length of that list: as stored, or 3 for each face where 0 is stored and they are there. */
uint64_t mdl_index_count(const Mdl *mdl, const uint8_t *mesh, uint64_t list, uint32_t stored);

/* ---- Skins ------------------------------------------------------------------------------------- */

/* The slot of geometry node `index` in a skin that begins at `skin` in the file; -1: no bone. */
int32_t mdl_bone_slot(const Mdl *mdl, const uint8_t *skin, uint64_t index);
/* The geometry's node of a slot: -1 where the slot is none, or not one that the map names. */
int64_t mdl_slot_node(const Mdl *mdl, uint64_t node, int64_t slot);

/* ---- Findings ---------------------------------------------------------------------------------- */

bool mdl_check(Document *document, Findings *findings, Error *error);
/* Every byte of the file has one structure that it belongs to: the rest are findings. */
bool mdl_check_bytes(Mdl *mdl, Findings *findings, Error *error);

#endif
