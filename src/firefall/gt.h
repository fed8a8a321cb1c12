/* GTCHUNK: a piece of Firefall's world, and in it the geometry of static objects. Little-endian,
** packed, no alignment.
**
** A chunk is built of nodes (gt_nodes.h).
**
** The file, maps/chunks/{cube face}_{x:04}_{y:04}.gtchunk: a root node, then blocks.
**
**     offset  size  type  field of the root, type 0x40000
**     0       4     u32   version (8; 7 in build 1189)
**     4       8     u64   when it was made, in ms since 1970
**     12      4     u32   L: LODs, nodes that follow
**
**     offset  size  type  field of a LOD, type 0x40001
**     0       4     u32   index
**     4       4     u32   n: it has 4^n subchunks, nodes that follow; 5 LODs have 1, 1, 4, 16, 64
**     8       12    ref   the block that its subchunks share
**
**     offset  size  type  field of a subchunk, type 0x40002; number i is at x = i % 2^n, y = i / 2^n
**     0       12    ref   its block
**     12      24    f32   min x, y, z, max x, y, z
**
**     offset  size  type  field of a reference
**     0       4     u32   offset from the end of the root node
**     4       4     u32   size in the file
**     8       4     u32   size inflated
**
** A block is "DATA" and a zlib stream, or "DAT2", five bytes of LZMA properties and a raw LZMA1
** stream whose end marker may be missing; size 0: no block. Blocks stand in the order of the index,
** without gaps, up to the end of the file. Inflated, a block is a payload: nodes back to back. A
** payload alone, and a node alone, are read as well.
**
**     type        name                              holds
**     0x40100     terrain                           0, 1 (holds 5), 2 (8 bytes of its own; holds 8, which
**                                                   holds 0 and 2; 9; 11), 3, 4
**     0x40101     static collision                  see gt_layers.h; only LOD 3 of known chunks has one
**     0x40102     subzone grid                      see gt_layers.h
**     0x40103     movement blocker collision        see gt_layers.h
**     0x40104     encounter names                   see gt_layers.h
**     0x40105     water collision                   see gt_layers.h
**     0x40200     props                             0x50000 to 0x50018; 0x50001 holds environment layers
**     0x40203     geometry 2                        below
**     0x40204     encounter names of props          see gt_layers.h
**     0x40205     vegetation
**     0x40206     overlay
**     0x40207     sectors                           0x50013
**     0x40208     water
**     0x40209     vegetation 2
**     0x40210     geometry                          below
**
** Geometry. Type 0x40210 is kind 1 here and 0x40203 kind 2. A node is its head and E entries:
**
**     offset  size  type  field of the head
**     0       2     u16   E: entries
**     2       2     u16   layer version, 0 to 3
**     4       4     u32   8: the side of the grid that entries are cells of
**     8       4     u32   64: its cells
**     12                  layer versions 1 and 2: u32 m, m * 48 bytes of matrices, u32 k; and if k <
**                         0x100000: at 2, k * 29 bytes; at 1, 15 arrays, each a u32 count and
**                         records of 4,4,4,2,2,1,1,1,1,1,1,1,1,1,4 bytes
**
**     size    type        field of an entry
**     4       u32         cell of the chunk's 8 x 8 grid, taken to be numbered as the 64 subchunks of
**                         the finest level are: x = cell % 8, y = cell / 8
**     4       u32         count of groups, and the groups
**     4       u32         count of treenodes, and the treenodes
**
**     size    type        field of a group
**     24      f32[6]      min x, y, z, max x, y, z
**     8       u64         kind 1 of layer 3 only: unknown
**     4       u32         count of parts, and the parts
**
**     size    type        field of a treenode
**     40, 48  f32[10]     unknown; 12 before layer 3
**     8       u64         kind 1 of layer 3 only: unknown
**     8       i32[2]      layer 3 only: perhaps its children
**
** Groups and treenodes of an entry are taken to be the leaves and the inner nodes of one tree.
**
**     size    type        field of a part
**     4       u32         material in the low 24 bits, flag in the high 8
**     12      u32[3]      textures, only where the flag isn't 0
**     16      f32[4]      kind 2 only: center x, y, z, unknown
**     24      f32[6]      min x, y, z, max x, y, z
**     2       u16         number of unique vertices
**     2       u16         info version, 5 to 8
**     4       u32         unknown
**             48 * n      version 5 only: u32 n, n matrices
**             64 * n      u32 n, n transforms of f32[16]
**             streams     version 5: 14 of old layout; else unique (i32), transform (i32), and at
**                         version 8 an unknown one
**     4       u32         corners
**     2       i16         repeat offset
**             streams     repeat (i16), vertex (u8), instruction (u8)
**     4       u32         unknown, may refer to a treenode
**
**     size    type        field of a stream
**     4       u32         count of values
**     4       u32         S: size
**     S                   FastLZ (fastlz.h)
**
** From streams to triangles. (a) The running sum, with 32-bit wrap, of `unique` gives each unique
** vertex its place in the client's vertex file: page = sum >> 11, slot = sum & 2047 (vgeo.h).
** `transform` gives it one of the part's transforms. (b) repeat[i] = repeat[i - 1] + stored +
** repeat offset, from 0 on, is the number of a unique vertex. (c) `vertex` makes the list of
** vertices: 1 takes the next unique one, 0 the one that the next repeat names. (d) `instruction`
** makes triangles: 3 takes three vertices; 0, 1 and 2 take one, n, and join it to an edge of the
** triangle before, (a, b, c): (a, c, n), (c, b, n) and (b, a, n). The winding is kept. A sound part
** uses all of each stream up, and its corners are three times its instructions.
**
** A transform is a matrix for row vectors: the position is (x, y, z, 1) * M, with the place in its
** fourth row. Transforms of the same files' collision and of zones stand so; of geometry nobody
** says. Positions are in units (metres) of the chunk, which spans 512 x 512 of them around its
** center; z is up. Where the chunk lies in the world the zone says (zone.h).
**
** Damage stays local. A block, a geometry node and a part that can't be decoded have a status that
** tells why, and the rest of the file is still there.
**
** Known from the themeldingwars documentation (its 010 templates and wiki), FauFau and PIN. PIN
** read the container, the blocks and the collision of all 281 chunks of the client; geometry rests
** on the templates and the wiki alone. No real file is publicly available: none of this was checked
** on one here. */
#pragma once

#include "codec/fastlz.h"
#include "firefall/gt_layers.h"
#include "codec/unpack.h"

enum {
    GT_ROOT = 0x40000,
    GT_LOD = 0x40001,
    GT_SUBCHUNK = 0x40002,
    GT_STATIC_COLLISION = 0x40101,
    GT_SUBZONES = 0x40102,
    GT_BLOCKER_COLLISION = 0x40103,
    GT_NAMES = 0x40104,
    GT_WATER_COLLISION = 0x40105,
    GT_PROPS = 0x40200,
    GT_GEOMETRY2 = 0x40203,
    GT_PROP_NAMES = 0x40204,
    GT_GEOMETRY = 0x40210,
    GT_DOODAD = 0x50000, /* below props */
    GT_DECAL = 0x50018,
    GT_LOD_FIELDS = 8, /* before the reference of a LOD */
    GT_MAGIC_BYTES = 4,
    GT_GRID_SIDE = 8,
    GT_PRE_DATA_LAYER_MAX = 2,
    GT_LAYER_MAX = 3,
    GT_INFO_LEGACY = 5,
    GT_INFO_EXTRA = 8,
    GT_BOX_FLOATS = 6,       /* min x, y, z, max x, y, z */
    GT_TREENODE_FLOATS = 10, /* in every layer; the older ones have two more */
    GT_TREENODE_TAIL = 4 * GT_TREENODE_FLOATS,
    GT_MATRIX_BYTES = 64,
    GT_MATRIX_PLACE = 48, /* of a transform: row 3 */
    GT_LEGACY_MATRIX_BYTES = 48,
    GT_SLOT_BITS = 11,
    GT_SLOT_MASK = (1 << GT_SLOT_BITS) - 1,
};

/* These limits are far beyond any real chunk, and keep a small hostile file from becoming
** gigabytes. What is beyond a limit has a status that says so. */
#define GT_BLOCK_BYTES_MAX    ((uint32_t)1 << 28) /* of one inflated block */
#define GT_INFLATED_BYTES_MAX ((uint64_t)1 << 29) /* of all blocks of a file */
#define GT_MESH_BYTES_MAX     ((uint64_t)1 << 29) /* of the rows made of all its streams */

typedef struct GtLod {
    const uint8_t *record; /* the fields of the node */
    uint32_t index, exponent;
    uint32_t subchunk_count; /* 0: the exponent is too large */
    uint64_t offset;         /* of the node in the file */
} GtLod;

typedef struct GtBlock {
    uint32_t lod, subchunk; /* GT_NONE: a bare payload; `subchunk`: a LOD's shared block */
    uint32_t x, y;          /* of the subchunk in its level; GT_NONE for other blocks */
    bool is_referred;       /* by a node of the index; false: a bare payload */
    uint64_t record_offset; /* of the node that refers to it */
    const uint8_t *box;     /* of a subchunk: f32[6]; NULL for other blocks */
    uint64_t data_offset;   /* in the file */
    uint32_t stored_offset; /* from the end of the root node */
    uint32_t compressed_size;
    uint32_t stored_size; /* uncompressed, as the index has it */
    const char *magic;    /* "DATA", "DAT2" or NULL */
    bool has_properties;  /* DAT2 with all five bytes of properties */
    LzmaProperties properties;
    const char *status;    /* "ok", "empty", or what is wrong; NULL before gt_read_blocks */
    uint32_t unused_bytes; /* behind the end of the zlib stream */
    const uint8_t *payload;
    uint64_t payload_size;
    uint64_t node_count;
} GtBlock;

typedef struct GtGeometry {
    uint32_t node;
    uint32_t offset;                     /* of the head, in the payload */
    uint32_t kind;                       /* 1 or 2 */
    uint16_t entry_count, layer_version; /* as stored */
    const uint8_t *head;                 /* NULL: it is cut off */
    FileRun pre_data;                    /* between head and entries */
    uint32_t trailing;
    const char *status;  /* "ok", "truncated", "version" */
    const char *problem; /* the error behind the status, or NULL */
} GtGeometry;

typedef struct GtEntry {
    const uint8_t *record;
    uint32_t geometry, offset;
    uint32_t group_count, treenode_count; /* as stored */
    uint32_t x, y;                        /* of the cell; GT_NONE beyond the grid */
    bool has_treenode_count;
} GtEntry;

typedef struct GtGroup {
    uint32_t entry, offset;
    const uint8_t *box, *number; /* f32[6]; a u64, or NULL */
    bool has_part_count;
    uint32_t part_count;
} GtGroup;

typedef enum GtStreamKind {
    GT_UNIQUE,
    GT_TRANSFORM,
    GT_REPEAT,
    GT_VERTEX,
    GT_INSTRUCTION,
    GT_EXTRA,
    GT_LEGACY,
    GT_LEGACY_COUNT = 14,
    GT_STREAM_KINDS = GT_LEGACY + GT_LEGACY_COUNT,
} GtStreamKind;

typedef struct GtStream {
    FileRun data;
    uint32_t part, offset; /* of its count in the payload */
    uint32_t count, kind;
} GtStream;

typedef struct GtPart {
    uint32_t group, offset;
    uint32_t material_id, flag;
    /* Fields in the payload: `record` is the whole part; `textures` and `center` are NULL where it
    ** has none; `box` is f32[6] and what follows it; `last` stands behind the last stream. */
    const uint8_t *record, *textures, *center, *box, *repeat_offset, *last;
    FileRun matrices;                    /* version 5 */
    uint16_t unique_count, info_version; /* as stored */
    uint32_t matrix_count, transform_count, corner_count;
    uint64_t first_transform;
    uint32_t first_stream;
    /* gt_decode_parts */
    uint32_t triangle_total; /* 0 in a damaged part */
    const char *status;      /* "ok", "legacy", or what is wrong */
    const char *warnings;    /* separated by '|', or NULL */
} GtPart;

typedef struct GtTreenode {
    const uint8_t *record;
    const uint8_t *old, *number, *links; /* NULL: the version lacks the last floats, u64 or i32s */
    uint32_t entry, offset;
} GtTreenode;

typedef struct GtTransform {
    const uint8_t *matrix;
    uint32_t part, number; /* in the part */
    uint32_t offset;
} GtTransform;

typedef struct GtTriangle {
    uint32_t vertices[3]; /* of the file's */
} GtTriangle;

typedef struct Gt {
    Document document;
    bool is_container;
    const char *status;  /* of the index: "ok", or where it breaks off */
    uint64_t trailing;   /* bytes of an "ok" index behind its last LOD */
    uint64_t data_start; /* end of the index, from which blocks are counted */
    uint32_t version, stored_lod_count;
    bool has_version, has_lod_count; /* its root is long enough for them */
    const uint8_t *time;             /* NULL: its root is too short for it */
    uint32_t face, x, y;             /* from the file's name */
    bool has_place;
    LIST_OF(GtLod) lods;
    LIST_OF(GtBlock) blocks;

    /* gt_read_blocks */
    bool blocks_are_read;
    uint64_t inflated_bytes; /* of all blocks, good or not: at most GT_INFLATED_BYTES_MAX */
    LIST_OF(GtNode) nodes;
    Children child_nodes; /* of nodes, by gt_sort_nodes */

    /* gt_read_layers */
    bool layers_are_read;
    GtLayers layers;

    /* gt_read_geometry */
    bool geometry_is_read;
    LIST_OF(GtGeometry) geometries;
    LIST_OF(GtEntry) entries;
    LIST_OF(GtGroup) groups;
    LIST_OF(GtPart) parts;
    LIST_OF(GtStream) streams;
    LIST_OF(GtTreenode) treenodes;
    LIST_OF(GtTransform) transforms;

    /* gt_decode_parts. Damaged parts have no rows. */
    bool parts_are_decoded;
    bool streams_are_allowed; /* the arena's limit counts what they decompress to */
    Children unique_vertices, vertices, triangles; /* of parts */
    uint32_t *places;         /* of unique vertices: page << GT_SLOT_BITS | slot */
    uint32_t *transform_ids;  /* of unique vertices */
    uint32_t *vertex_uniques; /* the unique vertex that each vertex is */
    uint8_t *vertex_is_new;   /* 0: the unique vertex was taken before */
    GtTriangle *corners;      /* of triangles */
    uint8_t *instructions;    /* of triangles */
} Gt;

extern const Format gt_format;

/* Each of these does its work once, and all but gt_sort_nodes() first do what they rely on. They
** return false if memory runs out or the user wants to stop, but never because of damage. */
bool gt_read_blocks(Document *document, Error *error);   /* inflates, lists nodes: gt_blocks.c */
bool gt_sort_nodes(Document *document, Error *error);    /* by their parents: gt_blocks.c */
bool gt_read_layers(Document *document, Error *error);   /* beside geometry: gt_read_layers.c */
bool gt_read_geometry(Document *document, Error *error); /* to streams, transforms: gt_geometry.c */
bool gt_decode_parts(Document *document, Error *error);  /* to vertices, triangles: gt_parts.c */

extern const GtNodeKind gt_kinds[]; /* gt_read_layers.c */

/* Reads a collision node, damaged or not: it has a status of its own. */
const char *gt_read_collision(Document *document, GtReader *all, const uint8_t *fixed);
/* The corners of a triangle of a collision. */
typedef struct GtCorners {
    const uint8_t *stored;
    uint32_t bytes;      /* of a corner, 1 or 2 */
    ChildRange vertices; /* that its block has */
} GtCorners;

/* Returns the corners of a triangle, by its number among all of them. */
GtCorners gt_collision_corners(const GtLayers *layers, uint64_t triangle);
/* Returns corner 0 to 2 as the number of a vertex of the file; GT_NONE if its block has no such
** vertex. */
static inline uint32_t gt_corner_vertex(const GtCorners *corners, unsigned corner) {
    const uint8_t *at = corners->stored + corners->bytes * corner;
    uint64_t vertex = corners->vertices.first + (corners->bytes == 2 ? load_u16(at) : *at);
    return vertex < corners->vertices.end ? (uint32_t)vertex : GT_NONE;
}

/* Returns the first four bytes of a block that is read from the file; NULL if they aren't there. */
static inline const uint8_t *gt_block_magic(const Document *document, const GtBlock *block) {
    bool is_there = block->is_referred && block->compressed_size >= GT_MAGIC_BYTES &&
                    block->data_offset <= document->size - GT_MAGIC_BYTES; /* any index is larger */
    return is_there ? document->bytes + block->data_offset : NULL;
}

/* Returns the bytes of one value of a stream; 0 if that is unknown. */
unsigned gt_stream_width(GtStreamKind kind);

static inline const GtGeometry *gt_geometry_of_entry(const Gt *gt, uint32_t entry) {
    return &gt->geometries.items[gt->entries.items[entry].geometry];
}

/* Editing, in gt_pack.c: the payloads of blocks, which must have been read, as parts of the file;
** see Format. */
bool gt_part(const Document *document, uint64_t number, FilePart *part);
bool gt_pack(const Document *document, const uint8_t *file, const uint8_t *const *contents,
             Arena *arena, FilePart *result, Error *error);

/* Adds the findings; in gt_check.c. */
bool gt_check(Document *document, Findings *findings, Error *error);
