/* RSW: what stands on a Ragnarok Online map: water, light, models, sounds, effects, and a tree of
** boxes. Beside <map>.gnd (ground) and <map>.gat (where one can walk). Little-endian, packed, no
** offsets, no checksum: one thing follows another.
**
**     size    type   field                                                             versions
**     4       char   "GRSW"
**     1+1     u8     version, major first: 1.2 to 1.9 and 2.0 to 2.7 are known
**     4       u32    build number of the editor                                        from 2.5
**     1       u8     flag, 0 or 1; its use is unknown                                  from 2.2
**     40      char   name of an ini file, empty in every known file
**     40      char   name of the GND file
**     40      char   name of the GAT file                                              from 1.4
**     40      char   name of an "scr" file, empty in every known file
**     4       f32    water: level (larger is lower, as altitudes)                      1.3 to 2.5
**     4       i32    water: type, the set of textures                                  1.8 to 2.5
**     4+4+4   f32    water: height, speed and pitch of the waves                       1.8 to 2.5
**     4       i32    water: frames for which each texture is shown                     1.9 to 2.5
**     4+4     i32    light: longitude, latitude in degrees                             from 1.5
**     12+12   f32[3] light: diffuse, ambient colour (R, G, B from 0 to 1)              from 1.5
**     4       f32    light: opacity of shadows                                         from 1.7
**     16      i32[4] bounds: top, bottom, left, right; stale memory in nearly all      from 1.6
**     4+4n    u32    n, and n numbers (i32) of unknown use                             from 2.7
**     4       u32    number of objects
**             ...    objects: i32 kind, then the body of that kind
**     65520          1365 nodes of the tree, if there                 from 2.1; in some files of 1.9
**
** Objects, kinds interleaved. Names are fixed fields, CP949, cut at the first NUL (what follows is
** often garbage; some have no NUL). Positions are f32[3]: x, y, z.
**
**     kind      bytes  body
**     1 model   248    40 char  name                                                   from 1.3
**                      4 i32    animation: 0 none, 1 once, 2 loop                      from 1.3
**                      4 f32    speed of the animation                                 from 1.3
**                      4 i32    block type: 0 or stale memory                          from 1.3
**                      1 u8     unknown, 0 in every known file                         see below
**                      4 i32    unknown, mostly -1                                     from 2.7
**                      80 char  model file, below data\model\
**                      80 char  name of a node of the model; a leftover that isn't used
**                      12 f32   position, 12 f32 rotation in degrees, 12 f32 scale
**     2 light   108    80 char  name; 12 f32 position, 12 f32 colour (R, G, B from 0
**                      to 1; some editors wrote i32 from 0 to 255); 4 f32 range
**     3 sound   188    80 char  name; 80 char wave file, below data\wav\; 12 f32 position,
**                      4 f32 volume, 4 i32 width, 4 i32 height, 4 f32 range
**                      4 f32    cycle in seconds, making 192                           from 2.0
**     4 effect  116    80 char  name; 12 f32 position, 4 i32 effect, 4 f32 emit speed (the delay in
**                      frames, 60 a second), 16 f32[4] parameters
**
** The programs that read RSW disagree on two fields, and a file is read in the way that ends
** exactly at its end, with or without a tree. A model's u8 is there in 2.7, and in 2.6 from build
** 186 on (RagLite: 162); a sound's cycle is there from 2.0 on (RagLite: 2.1).
**
** The tree has six levels (1, 4, 16, 64, 256, 1024 nodes), depth first, a node before its children.
** The children of a node are its quarters SW (-x, -z), SE (+x, -z), NW (-x, +z) and NE (+x, +z). A
** node is 48 bytes: f32[3] maximum, minimum, half of the size, centre. The root reaches from -5 W
** to 5 W - 1 in x and -5 H to 5 H - 1 in z, for a GND of W x H cubes. What lies in no box isn't
** drawn.
**
** Axes. The origin is the middle of the map, x to the east, y down, z to the north. A cube of the
** GND is 10 units, a tile of the GAT 5: tile x = x / 5 + W / 2 and tile y = z / 5 + H / 2, with W
** and H of the GAT. Rotations apply about z, then x, then y. The sun shines along (sin lat sin lon,
** cos lat, sin lat cos lon) for the longitude and latitude of the light.
**
** From 2.6 on the water is in the GND (1.8 and later). What a version lacks, the game's client of
** 2008 takes to be: water level 0, type 0, wave height 1, speed 2, pitch 50, 3 frames; longitude
** 45, latitude 45, diffuse 1, ambient 0.3; bounds -500, 500, -500, 500; animation 0, speed 1,
** block type 0; cycle 4.
**
** Known from the notes of RagnarokResearchLab, from open-midgard (the client of 2008), BrowEdit3,
** GRFEditor, RagLite, roBrowser and korangar, and from 929 real files, read to the last byte: 1.9,
** 2.1, 2.2 and 2.6. No real file of 1.2 to 1.8, 2.0, 2.3, 2.4 or 2.7 was seen. */
#pragma once

#include "table/table.h"

/* Fields of the header, each of which a version has or lacks. */
typedef enum RswField {
    RSW_FIELD_BUILD,
    RSW_FIELD_FLAG,
    RSW_FIELD_INI,
    RSW_FIELD_GND,
    RSW_FIELD_GAT,
    RSW_FIELD_SCR,
    RSW_FIELD_WATER_LEVEL,
    RSW_FIELD_WATER,
    RSW_FIELD_WATER_CYCLE,
    RSW_FIELD_LIGHT,
    RSW_FIELD_SHADOW,
    RSW_FIELD_BOUNDS,
    RSW_FIELDS
} RswField;

enum {
    /* The header with all of its fields, as Rsw.header has it. */
    RSW_HEADER_BUILD = 0,
    RSW_HEADER_FLAG = 4,
    RSW_HEADER_INI = 5,
    RSW_HEADER_GND = 45,
    RSW_HEADER_GAT = 85,
    RSW_HEADER_SCR = 125,
    RSW_HEADER_WATER_LEVEL = 165,
    RSW_HEADER_WATER_TYPE = 169,
    RSW_HEADER_WAVE_HEIGHT = 173,
    RSW_HEADER_WAVE_SPEED = 177,
    RSW_HEADER_WAVE_PITCH = 181,
    RSW_HEADER_WATER_CYCLE = 185,
    RSW_HEADER_LONGITUDE = 189,
    RSW_HEADER_LATITUDE = 193,
    RSW_HEADER_DIFFUSE = 197,
    RSW_HEADER_AMBIENT = 209,
    RSW_HEADER_SHADOW = 221,
    RSW_HEADER_TOP = 225,
    RSW_HEADER_BOTTOM = 229,
    RSW_HEADER_LEFT = 233,
    RSW_HEADER_RIGHT = 237,
    RSW_HEADER_BYTES = 241,
    RSW_HEADER_NAME_BYTES = 40,

    RSW_X = 0, /* offsets within a position, rotation, scale or box */
    RSW_Y = 4,
    RSW_Z = 8,
    RSW_R = 0, /* within a colour */
    RSW_G = 4,
    RSW_B = 8,

    RSW_OBJECT_BODY = 4, /* the body stands behind the kind */
    RSW_NAME = 0,
    RSW_NAME_BYTES = 80, /* of all names in objects but a model's own */

    /* The first part of a model, from 1.3. */
    RSW_MODEL_NAME = 0,
    RSW_MODEL_NAME_BYTES = 40,
    RSW_MODEL_ANIMATION = 40,
    RSW_MODEL_SPEED = 44,
    RSW_MODEL_BLOCK = 48,
    RSW_MODEL_HEAD_BYTES = 52,
    /* What all versions have of a model, behind the disputed fields. */
    RSW_MODEL_FILE = 0,
    RSW_MODEL_NODE = 80,
    RSW_MODEL_POSITION = 160,
    RSW_MODEL_ROTATION = 172,
    RSW_MODEL_SCALE = 184,
    RSW_MODEL_BYTES = 196,

    RSW_LIGHT_POSITION = 80,
    RSW_LIGHT_COLOR = 92,
    RSW_LIGHT_RANGE = 104,
    RSW_LIGHT_BYTES = 108,

    RSW_SOUND_FILE = 80,
    RSW_SOUND_POSITION = 160,
    RSW_SOUND_VOLUME = 172,
    RSW_SOUND_WIDTH = 176,
    RSW_SOUND_HEIGHT = 180,
    RSW_SOUND_RANGE = 184,
    RSW_SOUND_BYTES = 188,
    RSW_SOUND_CYCLE = 188, /* in versions that have it */

    RSW_EFFECT_POSITION = 80,
    RSW_EFFECT_NUMBER = 92,
    RSW_EFFECT_EMIT_SPEED = 96,
    RSW_EFFECT_PARAMETERS = 100, /* four floats */
    RSW_EFFECT_BYTES = 116,

    RSW_NODE_MAXIMUM = 0,
    RSW_NODE_MINIMUM = 12,
    RSW_NODE_HALF_SIZE = 24,
    RSW_NODE_CENTER = 36,
    RSW_NODE_BYTES = 48,
    RSW_TREE_NODES = 1365,

    RSW_TILE_UNITS = 5, /* of a tile of the GAT */
};

#define RSW_DEGREE (3.14159265358979323846 / 180) /* in radians */

typedef enum RswQuadrant { RSW_SW, RSW_SE, RSW_NW, RSW_NE, RSW_QUADRANTS } RswQuadrant;

typedef enum RswKind { RSW_MODEL = 1, RSW_LIGHT, RSW_SOUND, RSW_EFFECT, RSW_KINDS } RswKind;

/* An object: its kind, and which of its kind it is. */
typedef struct RswObject {
    uint64_t start;          /* where its kind stands in the file */
    const uint8_t *position; /* f32[3] */
    uint32_t kind;           /* RswKind */
    uint32_t index;          /* in the list of its kind */
} RswObject;

/* The position of a node within the tree. */
typedef struct RswPlace {
    uint32_t parent;  /* UINT32_MAX: the root's */
    uint8_t level;    /* 0: the root */
    uint8_t quadrant; /* RswQuadrant of the parent; 0 for the root */
} RswPlace;

typedef struct Rsw {
    Document document;
    uint8_t major, minor;
    uint8_t header[RSW_HEADER_BYTES];  /* in the layout above; what the version lacks is 0 */
    uint32_t fields;                   /* bit 1 << RswField: the version has it */
    uint64_t field_starts[RSW_FIELDS]; /* the field's offset in the file */
    FileRun unknowns;                  /* of 2.7: unknown_count i32 */
    uint64_t unknown_count;
    bool has_model_byte, has_sound_cycle;
    bool is_second_reading; /* the usual reading didn't end at the end of the file */
    bool is_ambiguous;      /* both readings fit equally well, and the usual one was taken */
    uint64_t object_count;
    const RswObject *objects;
    /* The objects by kind; list 0 is empty. A start is the place behind the name, for a model that
    ** of its model file; a parent is the object's number among all. */
    Children lists[RSW_KINDS];
    const uint8_t *tree;    /* node_count * RSW_NODE_BYTES, depth first; NULL: none */
    uint64_t node_count;    /* RSW_TREE_NODES, 0, or fewer where the file is cut short */
    const RswPlace *places; /* RSW_TREE_NODES; NULL before rsw_place_nodes */
    FileRun trailing;
} Rsw;

extern const Format rsw_format;

/* Tells whether the file is of this version or a later one. */
static inline bool rsw_since(const Rsw *rsw, unsigned major, unsigned minor) {
    return rsw->major > major || (rsw->major == major && rsw->minor >= minor);
}

static inline bool rsw_has(const Rsw *rsw, RswField field) {
    return rsw->fields >> field & 1;
}

/* Return the sizes of what stands between a model's kind and its file: the head, and disputed
** fields that may follow the head. */
static inline uint32_t rsw_model_head_bytes(const Rsw *rsw) {
    return rsw_since(rsw, 1, 3) ? RSW_MODEL_HEAD_BYTES : 0;
}
static inline uint32_t rsw_model_extra_bytes(const Rsw *rsw) {
    return (rsw->has_model_byte ? 1u : 0u) + (rsw_since(rsw, 2, 7) ? 4u : 0u);
}

/* Tells whether a number of the tree equals, except for rounding, what the box makes it. */
static inline bool rsw_is_near(double value, double expected) {
    return fabs(value - expected) <= 1e-3 + 1e-5 * fabs(expected);
}

/* Returns the name of an object, *bytes long; NULL: models have none before 1.3. */
const uint8_t *rsw_name(const Rsw *rsw, uint64_t object, uint32_t *bytes);

/* Returns where in the file the field with an offset in Rsw.header lies; NO_OFFSET: the version
** lacks it. */
uint64_t rsw_header_place(const Rsw *rsw, uint32_t offset);

/* Tells whether a light's colour is three integers up to 255, at least one of them above 0: read as
** floats, these would be next to 0. */
bool rsw_light_is_integer(const uint8_t *body);

/* Computes rsw->places, the positions of the nodes within the tree. */
bool rsw_place_nodes(Document *document, Error *error);

/* Adds the findings about the world alone (rsw_check.c). */
bool rsw_check(Document *document, Findings *findings, Error *error);
/* Adds the findings between the world and its GND and GAT (ro_check.c). */
bool rsw_check_beside(Document *document, const struct FilesBeside *beside, Findings *findings,
                      Error *error);

/* In rsw_world_tables.c. */
extern const Table rsw_worlds, rsw_quadtree;
