/* The nodes of a chunk beside its geometry that are understood. Little-endian, packed.
**
**     0x40102 subzone grid        u32 unknown, u32 S: side (64), u32 n, n * u32 subzones, u32 g, then g
**                                 grids of S * S bytes. A byte is the number of one of the
**                                 subzones. A cell is taken to be 8 x 8 units, 64 of them being a
**                                 chunk's side; where the first cell lies and which way rows run is
**                                 unknown
**     0x40104, 0x40204 names      u32 n, n times u32 length and so many bytes of UTF-8, without NUL
**
** Props, one record for each node below 0x40200; only the themeldingwars templates know them:
**
**     0x50000 doodad   offset  size  type  field            0x50018 decal  offset  size  type  field
**                      0       4     u32   record                          0       4     u32   record
**                      4       64    f32   4 x 4 matrix                    4       48    f32   4 x 3
**                      68      44          unknown                         52      3           unknown
**
** Both matrices are taken to be for row vectors, with the place in the fourth row.
**
** Collision, 0x40101 static, 0x40103 movement blockers, 0x40105 water:
**
**     size  type  field
**     4     char  "ENWF"
**     2+2   u16   version (3), revision (below 5)
**     4     u32   number
**     4     u32   n, then n * u32 physics materials
**                 revision 2 only, the mesh:
**     4     u32   n, then n blocks of vertices: u32 count, count * f32[3]
**     4     u32   n, then n blocks of triangles: u32 count, u32 kind (0x60002: corners of u16, 0x30001:
**                 of u8), count * three corners, each a vertex of the block of the same number
**     4     u32   n, then n material items: u32 length, u32 number, so many bytes
**     4     u32   n, then n MOPP blocks: f32[4], u32 length, so many bytes, u8, u16, u32 k, k * u16
**     rest        a Havok binary tagfile
**
** The blocks are not in the chunk's coordinates: the tagfile says where each one lies (a subpart of
** hkpExtendedMeshShape has the number of its blocks in the low 16 bits of userData), and most
** single objects are only there. It isn't read here.
**
** Known from FauFau (which writes subzones, names and collision back as they were), PIN (which
** makes the ground of 281 real chunks of the collision) and the themeldingwars documentation. No
** real file is publicly available: none of this was checked on one. */
#pragma once

#include "firefall/gt_nodes.h"

typedef struct GtSubzoneGrid {
    uint32_t node;
    uint32_t unknown, side, grid_count, subzone_count;
    const uint8_t *subzones; /* u32 each */
    const uint8_t *cells;    /* grid_count * side * side */
    uint32_t offset;         /* of the cells, in the payload */
} GtSubzoneGrid;

typedef struct GtProp {
    uint32_t node;
    const char *kind;      /* "doodad", "decal" */
    const char *status;    /* "ok"; "size": the node isn't as long as that kind's record */
    const uint8_t *record; /* NULL unless "ok" */
    FileRun rest;          /* behind the matrix */
} GtProp;

/* The blocks of vertices or of triangles that a collision says it has, and how many these hold. */
typedef struct GtBlocksRead {
    uint32_t block_count, first_block;
    uint64_t count;
} GtBlocksRead;

typedef struct GtCollision {
    uint32_t node;
    const char *kind;    /* "static", "movement blockers", "water" */
    const char *status;  /* "ok", or why it has no mesh: "magic", "short", "corner-kind" */
    const uint8_t *head; /* up to the number; NULL: that is cut off */
    bool has_material_count;
    uint16_t version, revision;
    uint32_t material_count, material_item_count, mopp_count;
    GtBlocksRead vertices, triangles;
    FileRun materials;      /* u32 each; NULL: not there */
    FileRun material_items; /* as stored, up to the count of MOPP blocks; NULL: none */
    FileRun mopps;          /* as stored, up to the tagfile */
    FileRun havok;          /* up to the end of the node; NULL: not reached */
} GtCollision;

/* A block of vertices or triangles of a collision. */
typedef struct GtCollisionBlock {
    const uint8_t *stored;      /* from its count on */
    uint32_t collision, number; /* among the blocks of its kind in the collision */
    uint32_t offset;            /* of its count, in the payload */
} GtCollisionBlock;

/* A node whose content doesn't match its type; its rows are those before the damage. */
typedef struct GtDamagedLayer {
    uint32_t node;
    const char *status; /* "short": it ends within a record; "long": bytes follow the last one */
} GtDamagedLayer;

/* All layers of a file, in its order, from gt_read_layers(). */
typedef struct GtLayers {
    LIST_OF(GtSubzoneGrid) grids;
    LIST_OF(GtName) names;
    LIST_OF(GtProp) props;
    LIST_OF(GtCollision) collisions;
    LIST_OF(GtCollisionBlock) vertex_blocks;
    LIST_OF(GtCollisionBlock) triangle_blocks;
    LIST_OF(GtDamagedLayer) damaged;
    Children cells;               /* of grids: a byte of GtSubzoneGrid.cells each */
    Children vertices, triangles; /* of blocks */
} GtLayers;

enum {
    GT_DOODAD_BYTES = 112,
    GT_DECAL_BYTES = 55,
    GT_PROP_MATRIX = 4,
    GT_DOODAD_REST = 68,
    GT_DECAL_REST = 52,
    GT_VERTEX_BLOCK_HEAD = 4, /* bytes before the vertices of a block */
    GT_VERTEX_BYTES = 12,     /* x, y and z */
    GT_TRIANGLE_BLOCK_HEAD = 8,
};

/* Returns the bytes of a corner of the triangles in a block whose count is at `block`: 1 or 2; 0:
** the kind is unknown. */
static inline uint32_t gt_corner_bytes(const uint8_t *block) {
    uint32_t kind = load_u32(block + 4);
    return kind == 0x60002 ? 2 : kind == 0x30001 ? 1 : 0;
}
