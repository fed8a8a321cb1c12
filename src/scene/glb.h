/* GLB: scenes as binary glTF 2.0, which Blender, browsers and game engines open. Little-endian.
**
**     offset   type    field
**     0        char    "glTF"; u32 2; u32 length of the file
**     12       u32     length of the JSON, padded with blanks to 4; char "JSON"; the JSON
**     ...      u32     length of the numbers, padded with 0 to 4; char "BIN", 0; the numbers
**
** The JSON names nodes, meshes, materials ...; what it says of the numbers is an accessor: so many
** items of one kind from a place of a buffer view on. There is one view for each kind of items.
**
** A writer takes a Glb through
**
**     glb_begin()      glb_items() and what refers to them, in any order      glb_end()
**
** The first failure is kept in the Error, and all calls do nothing from then on; glb_items() gives
** NULL. So loops stop where they get NULL, and whether all went well is asked at the end.
**
** glTF has metres, y up, x to the right and z to the viewer: what lies at x east, y north and z up
** comes to x, z, -y, which is how every program that turns the up axis undoes it. All numbers are
** finite, all directions of unit length: code that fills in items makes sure of that with
** glb_put_place() and its like.
**
** From the glTF 2.0 specification of Khronos and KHR_lights_punctual. The bytes depend on the
** content alone, and where there is a picture, on the version of zlib. */
#pragma once

#include "picture/canvas.h"
#include "core/file_set.h"
#include "scene/json.h"

#include <float.h>

#define GLB_NONE UINT32_MAX

/* Returns GLB_NONE where a function that returns a number fails: see null_after(). */
static inline uint32_t glb_none_after(bool done UNUSED) {
    return GLB_NONE;
}

/* SQLite's BLOBs end at 1e9 bytes. */
#define GLB_BYTES_MAX ((uint64_t)1000000000)

/* Kinds of items, each with a view of its own. */
typedef enum GlbKind {
    GLB_PICTURE,  /* bytes of PNGs, each with a view of its own; not requested as items */
    GLB_POSITION, /* of vertices: f32[3] */
    GLB_NORMAL,   /* f32[3] */
    GLB_UV,       /* f32[2], v from the top */
    GLB_LIGHT_UV, /* f32[2], in a second picture, of light */
    GLB_COLOR,    /* u8[4]: red, green, blue, opacity */
    GLB_JOINT,    /* u8[4]: which joints of the skin move the vertex */
    GLB_WEIGHT,   /* f32[4] */
    GLB_INDEX,    /* u32: three are a triangle */
    GLB_MATRIX,   /* f32[16], columns first */
    GLB_TIME,     /* of keys: f32, in seconds, rising */
    GLB_VECTOR,   /* f32[3] */
    GLB_TURN,     /* f32[4] */
    GLB_KINDS
} GlbKind;

/* The lists of the JSON. */
typedef enum GlbList {
    GLB_NODES,
    GLB_MESHES,
    GLB_SKINS,
    GLB_ANIMATIONS,
    GLB_MATERIALS,
    GLB_TEXTURES,
    GLB_IMAGES,
    GLB_SAMPLERS,
    GLB_LIGHTS,
    GLB_LISTS
} GlbList;

/* Where textures are found that are put into the file. */
typedef struct GlbTextures {
    const FilesBeside *beside;     /* NULL: textures aren't put into the file */
    const struct NameKind *naming; /* how they are named */
} GlbTextures;

/* Where in its view a picture's bytes are. */
typedef struct GlbPiece {
    uint64_t offset, size;
} GlbPiece;

typedef struct Glb {
    Arena *arena;
    Error *error;
    const char *textures; /* a folder, or a pattern with {}; NULL: none */
    GlbTextures inside;   /* if there are no `textures` */
    Map embedded;         /* of GlbEmbedded, by the name */
    List missing;         /* of const char *: names of textures that weren't found */
    List pictures;        /* of GlbPiece */
    Json lists[GLB_LISTS];
    Json scene_extras; /* an object, if anything was written */
    uint32_t counts[GLB_LISTS];
    List views[GLB_KINDS]; /* of bytes */
    List accessors;
    Map materials;      /* numbers of those made, from 1 on */
    uint32_t repeating; /* the sampler of textures; GLB_NONE: not made yet */
    bool hides;         /* KHR_node_visibility is used */
} Glb;

/* Starts a GLB in `arena`. `textures` may be NULL: then materials have a colour instead. */
void glb_begin(Glb *glb, Arena *arena, const char *textures, Error *error);
/* Returns the file, in the arena. `root` is the node that is the scene. */
bool glb_end(Glb *glb, uint32_t root, uint8_t **bytes, uint64_t *size);
static inline bool glb_failed(const Glb *glb) {
    return glb->error->kind != ERROR_NONE;
}
/* Tells whether the user wants to stop; loops that fill in items call it at each step. */
bool glb_stops(Glb *glb, uint64_t step);

/* ---- Items ----------------------------------------------------------------------------------- */

/* Makes space for `count` items, which must be filled in before more items of that kind are
** requested, and returns the number of their accessor. NULL after a failure, and for no items. */
uint8_t *glb_items(Glb *glb, GlbKind kind, uint64_t count, uint32_t *accessor);
/* Announces how many items of a kind will be requested in all, so that their space needn't grow. */
void glb_expect(Glb *glb, GlbKind kind, uint64_t count);

/* Keeps only the first `count` of the items requested last. If this is none, removes the accessor
** and returns false. Returns false after a failure, too. */
bool glb_shorten(Glb *glb, uint32_t accessor, uint64_t count);

static inline bool glb_is_finite(double value) { /* is it finite as a float? */
    return fabs(value) <= (double)FLT_MAX;
}
/* Returns 0 for numbers that aren't finite. */
static inline float glb_finite(double value) {
    return glb_is_finite(value) ? (float)value : 0;
}
/* Stores a place given as x east, y north, z up. */
static inline void glb_put_place(uint8_t *at, double x, double y, double z) {
    store_f32(at, glb_finite(x));
    store_f32(at + 4, glb_finite(z));
    store_f32(at + 8, glb_finite(0 - y));
}
static inline uint8_t *glb_put_triangle(uint8_t *at, uint32_t a, uint32_t b, uint32_t c) {
    store_u32(at, a);
    store_u32(at + 4, b);
    store_u32(at + 8, c);
    return at + 12;
}
/* Scales a vector to unit length; a vector without length becomes up. */
void glb_put_direction(uint8_t *at, double x, double y, double z);
static inline void glb_put_uv(uint8_t *at, double u, double v) {
    store_f32(at, glb_finite(u));
    store_f32(at + 4, glb_finite(v));
}
/* Converts a rotation in east, north and up to a quaternion of unit length. */
void glb_put_turn(uint8_t *at, double x, double y, double z, double w);

/* ---- Materials ------------------------------------------------------------------------------- */

typedef enum GlbAlpha { GLB_OPAQUE, GLB_HOLES, GLB_BLENDED } GlbAlpha;

/* A texture that is in the file. */
typedef struct GlbEmbedded {
    uint32_t texture; /* GLB_NONE: it wasn't found, or it is broken */
    GlbAlpha alpha;   /* what its pixels need */
    const char *path; /* where it came from */
} GlbEmbedded;

typedef struct GlbMaterial {
    const char *name;
    bool is_texture;    /* `name` is a texture's; its picture is shown if there are glb->textures */
    const Color *color; /* of a material without a texture; NULL: the name's colour */
    double opacity;     /* 1: opaque; below: blended; 0: invisible */
    bool cuts_out;      /* transparent parts of the texture are invisible */
    bool two_sided;
    uint32_t light; /* a texture at the second coordinates that shades the first; GLB_NONE: none */
} GlbMaterial;

/* Returns the usual colour of a kind of ground, like "grass", in any case; NULL for other names. */
const Color *glb_ground_color(const char *name);

/* Makes a material show the texture of a name that a file stores in CP949; returns false, with the
** error set, if memory ran out. */
bool glb_name_texture(Glb *glb, GlbMaterial *material, const uint8_t *bytes, size_t size);

/* Returns the number of a material: an equal one that exists, or a new one. */
uint32_t glb_material(Glb *glb, const GlbMaterial *material);
/* Returns that of a two-sided one without a texture; without `color` it has that of its name. */
uint32_t glb_plain_material(Glb *glb, const char *name, const Color *color, double opacity);

/* Finds a texture and puts it into the file, once (glb_textures.c). NULL: the error is set. */
const GlbEmbedded *glb_embed(Glb *glb, const GlbMaterial *material);
/* Adds a PNG with a texture, which may repeat it; returns the texture. */
uint32_t glb_picture(Glb *glb, const char *name, const uint8_t *png, uint64_t size, bool repeats);

/* ---- Meshes and nodes ------------------------------------------------------------------------ */

/* Accessors of what vertices have; GLB_NONE if they don't have it. */
typedef struct GlbVertices {
    uint32_t positions, normals, uv, light_uv, colors, joints, weights;
} GlbVertices;
static const GlbVertices glb_no_vertices = {GLB_NONE, GLB_NONE, GLB_NONE, GLB_NONE,
                                            GLB_NONE, GLB_NONE, GLB_NONE};

/* A mesh has at least one part: triangles of one material. */
void glb_open_mesh(Glb *glb, const char *name);
void glb_add_part(Glb *glb, const GlbVertices *vertices, uint32_t indices, uint32_t material);
uint32_t glb_close_mesh(Glb *glb); /* returns its number */

typedef struct GlbNode {
    const char *name;
    uint32_t mesh, skin, light; /* GLB_NONE: none */
    const double *position;     /* x east, y north, z up; NULL: 0, 0, 0 */
    const double *turn;         /* a quaternion of unit length; NULL: none */
    double scale;
    const double *scales; /* along east, north and up; NULL: `scale` along all */
    bool is_hidden;
    const uint32_t *children;
    uint64_t child_count;
    uint32_t before_children; /* is added to the children's numbers */
    const Json *extras;       /* an object, or NULL */
} GlbNode;
static const GlbNode glb_no_node = {
    .name = "", .mesh = GLB_NONE, .skin = GLB_NONE, .light = GLB_NONE, .scale = 1};

/* Nodes are numbered from 0 in the order in which they are made; children can be added later. */
uint32_t glb_node(Glb *glb, const GlbNode *node);
/* Adds a node that has only children, and `extras` that may be NULL. */
uint32_t glb_group(Glb *glb, const char *name, const uint32_t *children, uint64_t count,
                   const Json *extras);
/* Adds a node that has only a mesh. */
uint32_t glb_mesh_node(Glb *glb, const char *name, uint32_t mesh);

/* An animation is written by glb_open_animation(); then, for each channel, glb_add_channel(), where
** `number` channels come before it and `moved` is 0 for a node's place, 1 for its turn, 2 for its
** scale; then glb_put_channels() and json_close(). */
void glb_open_animation(Glb *glb, const char *name);
void glb_add_channel(Glb *glb, Json *channels, uint32_t number, uint32_t times, uint32_t values,
                     uint32_t node, uint32_t moved);
void glb_put_channels(Glb *glb, const Json *channels);

/* Returns a Json for an element of a list, or for extras. */
Json glb_json(const Glb *glb);
/* Opens an object in a list, with a name unless that is NULL, and returns its number; json_close()
** ends it. */
uint32_t glb_open(Glb *glb, GlbList list, const char *name);
