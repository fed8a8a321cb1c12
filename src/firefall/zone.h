/* ZONE: a zone of Firefall's world, which says where its chunks lie. Little-endian, packed.
**
**     offset  size  type  field
**     0       4     char  "ZONE"
**     4       4     i32   version (8; 7 in build 1189)
**     8       8     i64   when it was made, in ms since 1970
**     16      4     u32   L: length of the name with its NUL
**     20      L     char  name, UTF-8
**     20 + L              the root, a node of type 0x30000. gt_nodes.h describes nodes
**
** The nodes below the root, as far as they are known (* holds nodes):
**
**     0x20000 skybox              u32 record
**     0x20100 environment*        0x2710: f32[3] or, in newer files, f32[6]; 0x50001 layers*
**     0x20200 melding*            5 perimeter: text name; u32 control points; u32 B, ceil(B / 8) bytes;
**                                 u32; u32 n, n texts; then nothing, u8, or u8 and f32[2]
**     0x20300 water
**     0x20400 chunk list*         0x10000 range    u32 face, min x, max x, min y, max y
**                                 0x10101 chunk    u32 x, y, record
**                                 0x10100 chunk    u32 x, y
**     0x20700 melding heights
**     0x20800 path                u32 number, u32 unknown, u32 n, n steps: f32[3] place, f32[4]
**                                 orientation, text of an action
**     0x20900 collision           as in chunks: gt_layers.h
**     0x21000 box                 f32[3] min, f32[3] max
**     0x21200 encounter names     u32 n, n texts
**     0x21300, 0x21400* props
**     0x21500 camera sequence     0x21600 transfer bounds
**     0x21700 subzone region      u32 number, f32[2] origin, u32 W, H, f32 size of a cell (8), u32 B =
**                                 ceil(W * H / 8), B bytes: a bit for each cell
**
** A text is u32 length and so many bytes of UTF-8 without a NUL.
**
** Where a chunk lies. A chunk is 512 x 512 units (metres) around its own origin; x grows with the
** chunk's x, y with its y, and z is up and the same in chunk and world. Nothing is turned or
** flipped:
**
**     world x = x in the chunk + origin x        origin x = 512 * (chunk x - max x + cx)
**     world y = y in the chunk + origin y        origin y = 512 * (chunk y - max y + cy)
**
**     rule        zones                              cx                    cy
**     centre      all others                         (max x - min x) / 2   (max y - min y) / 2
**     exception   448, Coral Forest with New Eden    4                     3.5
**     exception   1030, Sertao                       9.5                   3
**
** max and min are those of the range in the chunk's list that holds it (64 are tried), or of the
** list's first range. The number of a zone is the name of its file, {number}.zone. The chunk's file
** is chunks/{face}_{x:04}_{y:04}.gtchunk, with the face of the range.
** Zones of the open world name a chunk in both kinds of node: for each list it is one row here, with
** the record of 0x10101. A chunk can be part of several zones.
**
** A node whose content isn't exactly what its type says has a status that tells, and gives no rows.
**
** Known from FauFau (which writes these nodes back as they were), PIN and the themeldingwars
** documentation. PIN's rules put players of zone 448 on the ground; those of other zones nobody has
** confirmed. No real file is publicly available: none of this was checked on one. */
#pragma once

#include "firefall/gt_nodes.h"

enum {
    ZONE_TIME = 8, /* in the file */
    ZONE_ROOT = 0x30000,
    ZONE_SKYBOX = 0x20000,
    ZONE_RANGE = 0x10000,
    ZONE_CHUNK = 0x10101,
    ZONE_BARE_CHUNK = 0x10100,
    ZONE_PATH = 0x20800,
    ZONE_BOX = 0x21000,
    ZONE_NAMES = 0x21200,
    ZONE_REGION = 0x21700,
    ZONE_BOX_FLOATS = 6, /* min x, y, z, max x, y, z */
    ZONE_CHUNK_UNITS = 512,
    ZONE_REGION_ID = 0, /* offsets in the content of nodes */
    ZONE_REGION_X = 4,
    ZONE_REGION_Y = 8,
    ZONE_REGION_CELL = 20,
    ZONE_PATH_ID = 0,
    ZONE_PATH_UNKNOWN = 4,
    ZONE_RANGE_FACE = 0,
    ZONE_RANGE_MIN_X = 4,
    ZONE_RANGE_MAX_X = 8,
    ZONE_RANGE_MIN_Y = 12,
    ZONE_RANGE_MAX_Y = 16,
    ZONE_STEP_X = 0, /* offsets in a step */
    ZONE_STEP_Y = 4,
    ZONE_STEP_Z = 8,
    ZONE_STEP_ORIENTATION = 12,
    ZONE_STEP_ACTION = 28,
};

typedef struct ZoneRange {
    uint32_t node;
    const uint8_t *record;
} ZoneRange;

typedef struct ZoneChunk {
    uint32_t node;
    uint32_t range; /* GT_NONE: its list has none, and neither face nor origin are known */
    uint32_t x, y, record;
    bool has_record;
    bool is_doubled; /* named by nodes of both kinds */
    bool has_origin; /* and face: it has a range */
    uint32_t face;
    int64_t origin_x, origin_y; /* units */
} ZoneChunk;

typedef struct ZoneRegion {
    uint32_t node;
    uint32_t width, height; /* cells */
    const uint8_t *record;
    FileRun bitmap;
} ZoneRegion;

typedef struct ZonePath {
    uint32_t node;
    uint32_t step_count, first_step;
    const uint8_t *record;
} ZonePath;

typedef struct ZoneStep {
    uint32_t path;
    const uint8_t *record;
    FileRun action;
} ZoneStep;

/* A zone whose centre isn't the centre of its range: the distance of the centre from max, in half
** chunks. */
typedef struct ZoneException {
    uint32_t zone;
    int64_t centre_x2, centre_y2;
} ZoneException;

typedef struct Zone {
    Document document;
    int32_t file_version;
    FileRun name;    /* with its NUL, if it has one */
    FileRun text;    /* the name without it */
    uint32_t number; /* from the file's name */
    bool has_number;
    const ZoneException *exception; /* NULL: it is none, as zones without a number are taken */
    const char *status;             /* of the nodes: see gt_list_nodes; "empty": there is no root */
    const uint8_t *box, *skybox;    /* of the first nodes of these types, or NULL */
    FileRun trailing;               /* behind the root */

    LIST_OF(GtNode) nodes;      /* the root first */
    const char **node_statuses; /* "ok"; "short", "long" or "bitmap-size", which gave no rows; NULL:
                                ** nothing but the node itself is read */
    LIST_OF(ZoneRange) ranges;
    LIST_OF(ZoneChunk) chunks;
    LIST_OF(ZoneRegion) regions;
    LIST_OF(GtName) names;
    LIST_OF(ZonePath) paths;
    LIST_OF(ZoneStep) steps;
    uint64_t chunk_repeats; /* nodes of one kind that name a chunk of their list once more */
} Zone;

extern const Format zone_format;

extern const GtNodeKind zone_kinds[];
