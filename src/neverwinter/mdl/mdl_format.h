/* MDL: the binary model of Neverwinter Nights (BioWare 2002, NWN:EE 2018), as compiled from ASCII.
** Little-endian. A file holds structures that point to each other:
**
**     offset   type      field
**     0        u32       0: an ASCII model never begins with four zero bytes
**     4        u32       M: bytes of model data
**     8        u32       R: bytes of raw data
**     12       M bytes   model data: headers, nodes, controllers, faces. A model pointer p means
**                        file offset 12 + p; 0 is null
**     12 + M   R bytes   raw data: what goes to the graphics card. A raw pointer r means 12 + M + r;
**                        0xFFFFFFFF is null, 0 is valid
**
** An array, "[]" below, is u32 pointer, u32 used, u32 allocated; used equals allocated, and an
** empty array may have any pointer. Text is a field of fixed size, Windows-1252, up to its first
** NUL (often with garbage behind the NUL); some names fill their field without a NUL. Names compare
** without regard to case and need not be unique.
**
** Geometry header, 112 bytes, with which the model header and each animation header begin
**     0        u32[2]    functions of the program that wrote it (see the end)
**     8        char[64]  name
**     72       u32       model pointer to the root node
**     76       u32       declared number of nodes; those of a supermodel count, too
**     80, 92   []        used by the running game
**     104      u32       reference count
**     108      u8        type: 2 model, 5 animation, 0x80 is added while it is loaded
**     109      u8[3]     padding
** Model header, 232 bytes, at the beginning of the model data
**     112, 113 u8        unknown
**     114      u8        classification: 0 none, 1 effect, 2 tile, 4 character, 8 door
**     115      u8        fog
**     116      u32       unknown
**     120      []        model pointers to animation headers
**     132      u32       parent
**     136      f32[3]    least corner of the bounding box, always -5, -5, -1
**     148      f32[3]    greatest corner, always 5, 5, 10: mdl_world.h makes true bounds
**     160      f32       radius
**     164      f32       animation scale
**     168      char[64]  supermodel; "NULL" or empty: none
** Animation header, 196 bytes
**     112      f32       length in seconds
**     116      f32       transition time in seconds
**     120      char[64]  name of the root
**     184      []        events: f32 time, char[32] name
**
** Node, 112 bytes and the parts that its flags name
**     0        u32[6]    functions
**     24       u32       inherit colour
**     28       i32       part number
**     32       char[32]  name
**     64       u32       geometry, 0 or garbage
**     68       u32       parent, 0 or garbage
**     72       []        model pointers to the children
**     84       []        controller keys
**     96       []        f32 floats of controllers
**     108      u32       flags: 1 node, 2 light, 4 emitter, 8 camera, 0x10 reference, 0x20 mesh,
**                        0x40 skin, 0x80 anim, 0x100 dangly, 0x200 AABB
** The parts follow each other in that order: light 92 bytes, emitter 216, reference 68, mesh 512,
** skin 100 or 192, anim 56, dangly 24, AABB 4. Every known kind of mesh has the mesh flag, too.
** A tree of nodes hangs on the model header and one on each animation header; nodes are numbered in
** pre-order, and skins use that number. Each animation repeats the nodes that it moves, with empty
** meshes; they belong to the geometry's nodes of the same name.
**
** Controller key, 12 bytes
**     0        i32       type: 8 position, 20 orientation, 36 scale; others by the kind of node
**     4        u16       rows
**     6        u16       index of the first time in the node's floats
**     8        u16       index of the first value
**     10       u8        columns: floats in a row in the low 4 bits, 0x10: bezier
**     11       u8        padding
** Where columns is 0xFF or rows is 0xFFFF there are no data at all. Quaternions are x, y, z, w. A
** value that isn't keyed has one row at time 0.
**
** Light                                           Emitter
**     0        f32       flare radius                 0        f32       dead space
**     4        []        unused                       4        f32       blast radius
**     16       []        f32 flare sizes              8        f32       blast length
**     28       []        f32 positions                12, 16   u32       grid x, y
**     40       []        f32[3] colour shifts         20       u32       spawn type
**     52       []        model pointers to texture    24       char[32]  update
**                        names (to their NUL)         56       char[32]  render
**     64       u32       priority                     88       char[32]  blend
**     68       u32       ambient only                 120      char[64]  texture
**     72       u32       dynamic type                 184      char[16]  chunk
**     76       u32       affects dynamic              200      u32       two-sided
**     80       u32       shadow                       204      u32       loop
**     84       u32       generate flare               208      u16       render order
**     88       u32       fading                       210      u16       padding
** Reference                                           212      u32       flags
**     0        char[64]  model
**     64       u32       reattachable
**
** Mesh
**     0        u32[2]    functions
**     8        []        faces
**     20, 32   f32[3]    least and greatest corner of the bounding box
**     44       f32       radius
**     48       f32[3]    average point
**     60       f32[3]    diffuse, 72 ambient, 84 specular colour
**     96       f32       shininess
**     100      u32       shadow, 104 beaming, 108 render, 112 transparency hint
**     116      u32       render hint (NWN:EE)
**     120      char[64]  textures: four of them, the last is NWN:EE's material
**     376      u32       tile fade
**     380, 392 []        vertex indices, left-over faces
**     404      []        u32 lengths of index lists
**     416      []        raw pointers to lists of u16 indices
**     428, 432 u32       raw pointer, unknown
**     436      u8        mode: 3 triangles, 4 strip
**     437      u8[3]     padding
**     440      u32       unknown
**     444      u32       raw pointer to f32[3] positions
**     448, 450 u16       number of vertices, of textures
**     452      u32[4]    raw pointers to f32[2] texture coordinates
**     468      u32       raw pointer to f32[3] normals, 472 to u8[4] colours
**     476      u32[3]    raw pointers to f32[3], unused
**     488      u32       raw pointer to f32[3] tangents (NWN:EE)
**     492      u32       raw pointer to f32[3], unused
**     496      u32       raw pointer to f32 handedness of the tangents
**     500, 501 u8        lightmapped, rotate texture
**     502      u16       unknown
**     504      f32       half the sum of the normals
**     508      u32       unknown
** Face, 32 bytes
**     0        f32[3]    normal, 12 f32 distance
**     16       i32       surface
**     20       i16[3]    neighbours or -1
**     26       u16[3]    vertices
** NWN:EE merges meshes of one texture: the first then has the vertices and indices of all behind
** its own, the others keep their own but store 0 as the length of their list, which is 3 per face.
**
** Skin
**     0        []        weights, unused
**     12       u32       raw pointer to f32[4] weights of each vertex
**     16       u32       raw pointer to i16[4] slots of each vertex, -1: none
**     20       u32       model pointer to i16 slots of each node, -1: no bone
**     24       u32       how many of them
**     28       []        f32[4] inverse bind rotation of each node: w, x, y, z
**     40       []        f32[3] inverse bind translation of each node
**     52       []        u32 constants
**     64       i16       node of each slot, garbage where unused: 18 slots or, NWN:EE, 64
** Anim
**     0        f32       sample period
**     4 16 28  []        unused
**     40       u32       model pointer to f32[3] positions: all sets of vertex 0, then of vertex 1
**     44       u32       model pointer to f32[2] texture coordinates, likewise
**     48, 52   u32       sets of positions, of texture coordinates
** Dangly
**     0        []        f32 constraints
**     12       f32       displacement, 16 tightness, 20 period
** AABB
**     0        u32       model pointer to the root of a binary tree of boxes, 40 bytes each:
**     0, 12    f32[3]    least and greatest corner
**     24, 28   u32       model pointers to the left and right box, both null in a leaf
**     32       i32       face, -1: inner
**     36       u32       plane that parts the children: 1, 2, 4: +x, +y, +z, 8, 16, 32: -x, -y, -z
**
** The functions tell which program wrote a file: 0x40BBC0, 0x40BBD0 BioWare's, 0x46AB0C, 0x46AB1C
** nwnmdlcomp, 4, 0 NWN:EE. Knights of the Old Republic has models that begin alike, with other
** headers: refused.
**
** Known from Torlack's notes, the NWN1MDL template, nwnexplorer, xoreos, rollnw, nwnrs and
** cleanmodels, corrected where 726 real files, each decoded to the last byte, say otherwise. */
#pragma once

/* An array's used and allocated counts, which follow its pointer. */
#define MDL_USED(array)      ((array) + 4)
#define MDL_ALLOCATED(array) ((array) + 8)

enum {
    MDL_FILE_HEADER_BYTES = 12,
    MDL_FILE_MODEL_SIZE = 4,
    MDL_FILE_RAW_SIZE = 8,
    MDL_LONG_NAME = 64,
    MDL_NAME = 32,
    MDL_CHUNK_NAME = 16,

    /* geometry header */
    MDL_HEADER_FUNCTION0 = 0,
    MDL_HEADER_FUNCTION1 = 4,
    MDL_HEADER_NAME = 8,
    MDL_HEADER_ROOT = 72,
    MDL_HEADER_NODE_COUNT = 76,
    MDL_HEADER_RUNTIME0 = 80,
    MDL_HEADER_RUNTIME1 = 92,
    MDL_HEADER_REFERENCES = 104,
    MDL_HEADER_TYPE = 108,
    MDL_TYPE_MODEL = 2,
    MDL_TYPE_ANIMATION = 5,
    MDL_HEADER_PADDING = 109,
    MDL_HEADER_PADDING_BYTES = 3,

    /* model header */
    MDL_MODEL_BYTES = 232,
    MDL_MODEL_UNKNOWN_112 = 112,
    MDL_MODEL_UNKNOWN_113 = 113,
    MDL_MODEL_CLASSIFICATION = 114,
    MDL_MODEL_FOG = 115,
    MDL_MODEL_UNKNOWN_116 = 116,
    MDL_MODEL_ANIMATIONS = 120,
    MDL_MODEL_PARENT = 132,
    MDL_MODEL_MIN = 136,
    MDL_MODEL_MAX = 148,
    MDL_MODEL_RADIUS = 160,
    MDL_MODEL_ANIMATION_SCALE = 164,
    MDL_MODEL_SUPERMODEL = 168,

    /* animation header */
    MDL_ANIMATION_BYTES = 196,
    MDL_ANIMATION_LENGTH = 112,
    MDL_ANIMATION_TRANSITION = 116,
    MDL_ANIMATION_ROOT = 120,
    MDL_ANIMATION_EVENTS = 184,
    MDL_EVENT_BYTES = 36,
    MDL_EVENT_TIME = 0,
    MDL_EVENT_NAME = 4,

    /* node */
    MDL_NODE_BYTES = 112,
    MDL_NODE_FUNCTIONS = 0,
    MDL_NODE_INHERIT_COLOR = 24,
    MDL_NODE_PART_NUMBER = 28,
    MDL_NODE_NAME = 32,
    MDL_NODE_GEOMETRY = 64,
    MDL_NODE_PARENT = 68,
    MDL_NODE_CHILDREN = 72,
    MDL_NODE_CONTROLLERS = 84,
    MDL_NODE_DATA = 96,
    MDL_NODE_FLAGS = 108,

    /* controller key */
    MDL_CONTROLLER_BYTES = 12,
    MDL_CONTROLLER_TYPE = 0,
    MDL_CONTROLLER_ROWS = 4,
    MDL_CONTROLLER_TIMES = 6,
    MDL_CONTROLLER_VALUES = 8,
    MDL_CONTROLLER_COLUMNS = 10,
    MDL_CONTROLLER_PADDING = 11,
    MDL_KEY_TIME = 0, /* a row of keys begins with its time */
    MDL_NO_DATA = 0xFF,
    MDL_BEZIER = 0x10,
    MDL_COLUMN_BITS = 0x0F,
    /* controllers that every node may have */
    MDL_POSITION = 8,
    MDL_ORIENTATION = 20,
    MDL_SCALE = 36,
    MDL_DETONATE = 228, /* only emitters have it; it has no data */

    /* light */
    MDL_LIGHT_FLARE_RADIUS = 0,
    MDL_LIGHT_UNUSED = 4,
    MDL_FLARE_SIZES = 16,
    MDL_FLARE_POSITIONS = 28,
    MDL_FLARE_SHIFTS = 40,
    MDL_FLARE_TEXTURES = 52,
    MDL_FLARE_FLOAT_BYTES = 4,
    MDL_FLARE_SHIFT_BYTES = 12,
    MDL_POINTER_BYTES = 4,
    MDL_LIGHT_PRIORITY = 64,
    MDL_LIGHT_AMBIENT_ONLY = 68,
    MDL_LIGHT_DYNAMIC_TYPE = 72,
    MDL_LIGHT_AFFECT_DYNAMIC = 76,
    MDL_LIGHT_SHADOW = 80,
    MDL_LIGHT_GENERATE_FLARE = 84,
    MDL_LIGHT_FADING = 88,

    /* emitter */
    MDL_EMITTER_DEAD_SPACE = 0,
    MDL_EMITTER_BLAST_RADIUS = 4,
    MDL_EMITTER_BLAST_LENGTH = 8,
    MDL_EMITTER_GRID_X = 12,
    MDL_EMITTER_GRID_Y = 16,
    MDL_EMITTER_SPAWN_TYPE = 20,
    MDL_EMITTER_UPDATE = 24,
    MDL_EMITTER_RENDER = 56,
    MDL_EMITTER_BLEND = 88,
    MDL_EMITTER_TEXTURE = 120,
    MDL_EMITTER_CHUNK = 184,
    MDL_EMITTER_TWO_SIDED = 200,
    MDL_EMITTER_LOOP = 204,
    MDL_EMITTER_RENDER_ORDER = 208,
    MDL_EMITTER_PADDING = 210,
    MDL_EMITTER_FLAGS = 212,

    /* reference */
    MDL_REFERENCE_MODEL = 0,
    MDL_REFERENCE_REATTACHABLE = 64,

    /* mesh */
    MDL_MESH_FUNCTION0 = 0,
    MDL_MESH_FUNCTION1 = 4,
    MDL_MESH_FACES = 8,
    MDL_MESH_MIN = 20,
    MDL_MESH_MAX = 32,
    MDL_MESH_RADIUS = 44,
    MDL_MESH_AVERAGE = 48,
    MDL_MESH_DIFFUSE = 60,
    MDL_MESH_AMBIENT = 72,
    MDL_MESH_SPECULAR = 84,
    MDL_MESH_SHININESS = 96,
    MDL_MESH_SHADOW = 100,
    MDL_MESH_BEAMING = 104,
    MDL_MESH_RENDER = 108,
    MDL_MESH_TRANSPARENCY_HINT = 112,
    MDL_MESH_RENDER_HINT = 116,
    MDL_HINT_NORMAL_MAPS = 2,
    MDL_MESH_TEXTURE0 = 120,
    MDL_MESH_TEXTURE1 = 184,
    MDL_MESH_TEXTURE2 = 248,
    MDL_MESH_TEXTURE3 = 312,
    MDL_MESH_TILEFADE = 376,
    MDL_MESH_VERTEX_INDICES = 380,
    MDL_MESH_LEFT_OVER_FACES = 392,
    MDL_MESH_INDEX_COUNTS = 404,
    MDL_MESH_INDEX_LISTS = 416,
    MDL_MESH_UNKNOWN_428 = 428,
    MDL_MESH_UNKNOWN_432 = 432,
    MDL_MESH_MODE = 436,
    MDL_MESH_MODE_PADDING = 437,
    MDL_MESH_MODE_PADDING_BYTES = 3,
    MDL_MESH_UNKNOWN_440 = 440,
    MDL_MESH_POSITIONS = 444,
    MDL_MESH_VERTEX_COUNT = 448,
    MDL_MESH_TEXTURE_COUNT = 450,
    MDL_MESH_UV0 = 452,
    MDL_MESH_UV1 = 456,
    MDL_MESH_UV2 = 460,
    MDL_MESH_UV3 = 464,
    MDL_MESH_NORMALS = 468,
    MDL_MESH_COLORS = 472,
    MDL_MESH_UNUSED_476 = 476,
    MDL_MESH_UNUSED_480 = 480,
    MDL_MESH_UNUSED_484 = 484,
    MDL_MESH_TANGENTS = 488,
    MDL_MESH_UNUSED_492 = 492,
    MDL_MESH_HANDEDNESS = 496,
    MDL_MESH_LIGHTMAPPED = 500,
    MDL_MESH_ROTATE_TEXTURE = 501,
    MDL_MESH_UNKNOWN_502 = 502,
    MDL_MESH_NORMAL_SUM = 504,
    MDL_MESH_UNKNOWN_508 = 508,

    /* face */
    MDL_FACE_BYTES = 32,
    MDL_FACE_NORMAL = 0,
    MDL_FACE_DISTANCE = 12,
    MDL_FACE_SURFACE = 16,
    MDL_FACE_NEIGHBOR0 = 20,
    MDL_FACE_VERTEX0 = 26,
    MDL_FACE_VERTEX1 = 28,
    MDL_FACE_VERTEX2 = 30,

    /* position of a vertex, length of an index list, entry of one */
    MDL_VERTEX_PLACE = 0,
    MDL_INDEX_COUNT = 0,
    MDL_INDEX_VERTEX = 0,

    /* skin */
    MDL_SKIN_UNUSED = 0,
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
    MDL_SLOT_BYTES = 2,
    MDL_SLOT_NODE = 0,
    MDL_WEIGHT_BYTES = 4,
    MDL_ROTATION_BYTES = 16,
    MDL_TRANSLATION_BYTES = 12,
    MDL_CONSTANT_BYTES = 4,
    MDL_LANES = 4, /* weights and slots of a vertex */

    /* anim */
    MDL_ANIM_PERIOD = 0,
    MDL_ANIM_UNUSED0 = 4,
    MDL_ANIM_UNUSED1 = 16,
    MDL_ANIM_UNUSED2 = 28,
    MDL_ANIM_SETS = 40,
    MDL_ANIM_UV_SETS = 44,
    MDL_ANIM_SET_COUNT = 48,
    MDL_ANIM_UV_SET_COUNT = 52,
    MDL_ANIM_SET_BYTES = 12,
    MDL_ANIM_UV_SET_BYTES = 8,

    /* dangly */
    MDL_DANGLY_CONSTRAINTS = 0,
    MDL_DANGLY_DISPLACEMENT = 12,
    MDL_DANGLY_TIGHTNESS = 16,
    MDL_DANGLY_PERIOD = 20,
    MDL_CONSTRAINT = 0,

    /* box */
    MDL_AABB_BYTES = 40,
    MDL_BOX_MIN = 0,
    MDL_BOX_MAX = 12,
    MDL_BOX_LEFT = 24,
    MDL_BOX_RIGHT = 28,
    MDL_BOX_FACE = 32,
    MDL_BOX_PLANE = 36,
};

/* Classifications of models. */
enum {
    MDL_CLASS_NONE = 0,
    MDL_CLASS_EFFECT = 1,
    MDL_CLASS_TILE = 2,
    MDL_CLASS_CHARACTER = 4,
    MDL_CLASS_DOOR = 8
};

/* How indices are drawn. */
enum { MDL_MODE_TRIANGLES = 3, MDL_MODE_STRIP = 4 };

/* Flags of an emitter. */
enum {
    MDL_EMITTER_P2P = 0x001,
    MDL_EMITTER_P2P_BEZIER = 0x002,
    MDL_EMITTER_AFFECTED_BY_WIND = 0x004,
    MDL_EMITTER_TINTED = 0x008,
    MDL_EMITTER_BOUNCES = 0x010,
    MDL_EMITTER_RANDOM = 0x020,
    MDL_EMITTER_INHERITS = 0x040,
    MDL_EMITTER_INHERITS_VELOCITY = 0x080,
    MDL_EMITTER_INHERITS_LOCAL = 0x100,
    MDL_EMITTER_SPLATS = 0x200,
    MDL_EMITTER_INHERITS_PART = 0x400,
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
};
