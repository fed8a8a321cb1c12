/* RSM and RSM2: the models of Ragnarok Online, which stand on a map where its RSW places them.
** Little-endian, packed, no offsets, no checksum: one thing follows another.
**
**     size    type   field                                                             versions
**     4       char   "GRSM"; tools also take "GRSX", which no known file has
**     1+1     u8     version, major first: 1.1 to 1.5, 2.2 and 2.3 are known
**     4       i32    length of the animation: milliseconds; from 2.2 frames
**     4       i32    shading: 0 none, 1 flat, 2 smooth
**     1       u8     opacity, 255 in nearly all files                                  from 1.4
**     16             reserved, 0 in every known file                                   below 2.2
**     4       f32    frames a second                                                   from 2.2
**     4+40n   i32    n, and n textures: char[40]                                       below 2.2
**     4+...   i32    n, and n textures: text                                           2.2
**     40      char   name of the root node                                             below 2.2
**     4+...   i32    n, and n names of root nodes: text                                from 2.2
**     4+...   i32    n, and n nodes
**     4       i32    a count, 0 in every known file                                    1.5
**     4+20n   i32    n, and n keys of the model: i32 frame, f32[3] position, f32       below 2.2
**     4+40n   i32    n, and n volume boxes: f32[3] size, f32[3] position, f32[3]
**                    rotation, i32 flag. Before 1.3 without the flag. In 1.1 a client reads the
**                    count and no boxes. A file from 2.2 on may end before the count.
**
** "text" is i32 length and so many bytes. Names are CP949, cut at the first NUL. A node:
**
**     size    type   field                                                             versions
**     40+40   char   name, and its parent's name ('': none); from 2.2 two texts
**     4+4n    i32    n, and n numbers of textures in the file's list; in 2.3 n texts, their names
**     36      f32[9] matrix by columns: v becomes v.x * first 3 + v.y * next 3 + v.z * last 3
**     12      f32[3] offset, added behind the matrix
**     40      f32[10] position in the parent, angle in radians, axis, scale            below 2.2
**     4+12n   i32    n, and n vertices: f32[3]
**     4+12n   i32    n, and n texture vertices: u8[4] colour, f32 u, v; before 1.2 without colour
**     4+24n   i32    n, and n faces: u16[3] vertices, u16[3] texture vertices, u16 texture in the
**                    node's list, u16 unused, i32 two-sided, i32 smoothing group. Before 1.2
**                    without the group. From 2.2 on each begins with an i32, the length of what
**                    follows: 24, and 4 for each further group
**     4+20n   i32    n, and n scale keys: i32 frame, f32[3], f32                       from 2.2
**     4+20n   i32    n, and n rotation keys: i32 frame, f32[4] quaternion
**     4+20n   i32    n, and n position keys: i32 frame, f32[3], f32                    from 2.2
**     4       i32    n times: i32 texture, i32 m, m times: i32 operation, i32 k,       2.3
**                    k texture keys: i32 frame, f32. Operations: 0 and 1 move u and v, 2 and 3
**                    multiply them, 4 rotates around 0.5, 0.5
**
** Two versions are read in several ways by known programs. The way that ends exactly at the end of
** the file is taken, else the first that can be read:
**
**     1.5            as described ("1.5"); as a client of 2008 reads it: position keys of 16 bytes
**                    before the rotation keys, scale keys of 32 (frame, scale, axis, angle) behind
**                    them, and neither the count nor keys of the model ("client"); as 1.4 ("usual")
**     below 1.5      as described ("usual"); keys of the model of 16 bytes ("short keys")
**
** Geometry. Axes as in RSW: x east, y down, z north; inside of RSM2 y is up. Below 2.2, at rest:
**
**     local(n) = T(position) * R * S(scale)         R: the first rotation key, else angle and axis
**     chain(n) = chain(parent) * local(n)
**     vertex   = chain(n) * T(offset) * matrix * v
**
** From 2.2 on matrix and offset are absolute, and keys relative to the parent:
**
**     own      = the first rotation key, else inverse(parent's matrix) * matrix; * S(scale key)
**     move     = the first position key, else inverse(parent's matrix) * (offset - parent's offset)
**     chain(n) = chain(parent) * T(move) * own;  vertex = chain(n) * v, then y becomes -y
**
** Drawn are the nodes that a root reaches by names: the first of each name counts, and a node that
** names itself has no parent. Without a root of the given name the first node is the root. A model
** is shown around its centre: the middle of the box of all vertices of drawn nodes in x and z, and
** its lowest point (the largest y); for RSM2 the centre is 0, 0, 0. rsw_place.h places it on a map.
**
** Known from open-midgard (the client of 2008), GRFEditor, BrowEdit3, RagLite, roBrowser, korangar
** and ragnarok-offline; from 367 real files of 1.4 and 1.5, read to the last byte; and from the
** quadtrees of real maps, whose heights the game's own editor computed from these models. No real
** file of 1.1 to 1.3 is public; of RSM2 65 real files of 2.2 and 229 of 2.3 were read, all of them
** right. */
#pragma once

#include "core/affine.h"
#include "core/core.h"

enum {
    RSM_LENGTH = 6, /* in the header */
    RSM_SHADING = 10,
    RSM_ALPHA = 14,             /* from 1.4 on */
    RSM_FRAMES_PER_SECOND = 15, /* from 2.2 on */

    RSM_NAME_BYTES = 40,
    RSM_RESERVED_BYTES = 16,

    RSM_MATRIX = 0, /* of a node, behind its textures */
    RSM_OFFSET = 36,
    RSM_TRANSFORM_BYTES = 48,
    RSM_POSITION = 48, /* below 2.2 */
    RSM_ANGLE = 60,
    RSM_AXIS = 64,
    RSM_SCALE = 76,
    RSM_PLACE_BYTES = 40,

    RSM_VERTEX_BYTES = 12,
    RSM_UV_BYTES = 8, /* of a texture vertex, behind its colour */
    RSM_COLOR_BYTES = 4,

    RSM_FACE_VERTICES = 0,
    RSM_FACE_TEXTURE_VERTICES = 6,
    RSM_FACE_SLOT = 12,
    RSM_FACE_PADDING = 14,
    RSM_FACE_TWO_SIDED = 16,
    RSM_FACE_GROUPS = 20,
    RSM_FACE_BYTES = 24,
    RSM_FACE_BYTES_OLD = 20,

    RSM_KEY_FRAME = 0,
    RSM_KEY_VALUES = 4,

    RSM_BOX_SIZE = 0,
    RSM_BOX_POSITION = 12,
    RSM_BOX_ROTATION = 24,
    RSM_BOX_FLAG = 36,
    RSM_BOX_BYTES = 40,
    RSM_BOX_BYTES_OLD = 36,
};

#define RSM_NONE UINT32_MAX

/* A tile of the GAT, in which scenes measure, has so many units of models. */
#define RSM_TILE_UNITS 5.0

typedef enum RsmLayout {
    RSM_USUAL,
    RSM_WITH_COUNT, /* 1.5 */
    RSM_CLIENT,
    RSM_SHORT_KEYS,
    RSM_LAYOUTS
} RsmLayout;

/* The bytes of a name up to its first NUL, and those of the whole field. */
typedef struct RsmName {
    const uint8_t *bytes;
    uint32_t size, field_size;
} RsmName;

typedef enum RsmKeyKind { RSM_POSITIONS, RSM_ROTATIONS, RSM_SCALES, RSM_TEXTURES } RsmKeyKind;

typedef struct RsmKey {
    const uint8_t *record; /* i32 frame, then `width` f32 */
    uint32_t node;         /* RSM_NONE: the model's */
    uint8_t kind;          /* RsmKeyKind */
    uint8_t width;
    int32_t slot, operation; /* of texture keys, as stored */
} RsmKey;

typedef struct RsmNode {
    uint64_t start; /* in the file */
    RsmName name, parent_name;
    const uint8_t *transform; /* the node's fields from RSM_MATRIX on */
    uint32_t parent;          /* RSM_NONE: a root, or no node has that name */
    uint32_t depth;           /* below a root; RSM_NONE: no root reaches it, so it isn't drawn */
    uint32_t is_root;
    uint32_t first_key, key_count; /* among all keys */
    uint32_t firsts[3];            /* by RsmKeyKind: the first key of the kind, or RSM_NONE */
} RsmNode;

/* A box; empty (is_known is false) where no vertex is finite. */
typedef struct RsmBox {
    double low[3], high[3];
    bool is_known;
} RsmBox;

/* The model at rest, by the geometry at the head of this file. It is made on demand. */
typedef struct RsmPose {
    double centre[3];
    RsmBox box, drawn_box; /* of drawn nodes' vertices, of those faces use; centred */
    Affine *nodes;         /* take each node's vertices to their places around the centre; zeroed
                           ** for nodes that aren't drawn */
    RsmBox *boxes;         /* of the nodes, centred */
} RsmPose;

typedef struct Rsm {
    Document document;
    uint8_t major, minor;
    RsmLayout layout;
    int32_t length, shading;
    uint8_t alpha; /* 255 where the version lacks it */
    float frames_per_second;
    const uint8_t *header;   /* the file's first bytes */
    const uint8_t *reserved; /* NULL from 2.2 on */
    bool is_old;             /* below 2.2: nodes have places */
    uint64_t header_bytes;   /* up to the nodes */
    uint64_t texture_count, root_count, node_count;
    RsmName *textures; /* in 2.3 those of all nodes, each once */
    uint64_t *texture_starts;
    RsmName *roots;
    /* what follows the header */
    RsmNode *nodes;
    uint32_t *order;      /* drawn nodes, each behind its parent: depth first, in file order */
    uint64_t drawn_count; /* of nodes */
    uint64_t missing_root_count, missing_root; /* how many roots name no node; the first of them */
    uint32_t *slots; /* the texture of each of node_slots; RSM_NONE: there is none */
    RsmKey *keys;
    uint64_t key_count, rotation_key_count;
    const RsmKey *model_key; /* the model's first key, which moves its roots; or NULL */
    Children vertices, texture_vertices, faces, node_slots; /* of nodes, with starts */
    const uint8_t *boxes;
    uint64_t box_count, box_bytes;
    bool lacks_boxes; /* the file ends before the count of boxes */
    FileRun trailing;
    const RsmPose *pose;           /* NULL before rsm_make_pose */
    const uint32_t *texture_faces; /* by texture; NULL before rsm_count_texture_faces */
} Rsm;

extern const Format rsm_format;

static inline bool rsm_since(const Rsm *rsm, unsigned major, unsigned minor) {
    return rsm->major > major || (rsm->major == major && rsm->minor >= minor);
}

/* Tells whether a model is an RSM2: y is up, times are frames instead of milliseconds. */
static inline bool rsm_is_new(const Rsm *rsm) {
    return rsm_since(rsm, 2, 2);
}

static inline const uint8_t *rsm_at(const Rsm *rsm, const Children *children, uint64_t child) {
    return rsm->document.bytes + children->starts[child];
}

/* Returns the vertex (or texture vertex) that a face's number means, or RSM_NONE. */
uint32_t rsm_vertex_of(const Children *vertices, uint64_t node, uint32_t number);
/* Returns the texture of a node's slot, or RSM_NONE; `slot` may be any number. */
uint32_t rsm_texture_of(const Rsm *rsm, uint64_t node, int64_t slot);
/* Tells whether a face is drawn: its node is, and its three vertices exist. */
bool rsm_is_drawn(const Rsm *rsm, uint64_t node, uint64_t face);
/* Returns how many smoothing groups a face has. */
uint32_t rsm_group_count(const Rsm *rsm, uint64_t face);
/* Converts frames of keys to seconds; NaN if the file gives no rate. */
double rsm_seconds(const Rsm *rsm, double frames);

/* In rsm_pose.c. */

/* Finds the parents of nodes, the roots, and the nodes that are drawn. */
bool rsm_link_nodes(Rsm *rsm, Error *error);
/* Sorts the nodes by their parents. */
bool rsm_sort_nodes(const Rsm *rsm, Children *children, Arena *arena, Error *error);
bool rsm_make_pose(Document *document, Error *error);
bool rsm_count_texture_faces(Document *document, Error *error);
/* Adds a point to a box, unless it isn't finite. */
void rsm_box_add(RsmBox *box, const double *point);
/* Reads a vertex of the file and applies a transform to it. */
void rsm_place_vertex(const Rsm *rsm, uint64_t vertex, const Affine *transform, double *point);
/* Reads the values of a node's first key of a kind; returns false if there is none. */
bool rsm_first_key(const Rsm *rsm, uint64_t node, RsmKeyKind kind, unsigned count, double *values);
/* Reads the position in its parent and the scale that a node has at rest, below version 2.2. */
void rsm_read_rest(const Rsm *rsm, uint64_t node, double *position, double *scale);
/* Returns what a node does to its vertices alone: its matrix and offset; from 2.2 on nothing. */
Affine rsm_pivot(const Rsm *rsm, uint64_t node);

/* Adds the findings (rsm_check.c). */
bool rsm_check(Document *document, Findings *findings, Error *error);
