/* JMXVNVM 1000: the navigation mesh of one region of Silkroad Online (nv_61a8.nvm). Little-endian,
** packed, no checksums, no compression; parts follow each other without offsets.
**
**     size        type   field
**     12          char   "JMXVNVM 1000", no NUL; the only known version
**     2           u16    number of objects
**     ...                objects, each of 32 bytes and its links:
**                         0 u32 asset: row of object.ifo     18 f32 yaw, radians about +y
**                         4 f32 x, 8 f32 y (up), 12 f32 z    22 u16 local uid: z block (3 bits),
**                        16 i16 type: -1 static, 0 skinned          x block (3), serial (10)
**                        24 u16 unknown                      28 u16 region that owns the object
**                        26 u8 big, 27 u8 structure          30 u16 number of links
**                        a link: i16 linked object (-1: not in this file), i16 its edge,
**                        i16 own edge. Edges are those of the objects' own meshes (.bms), which
**                        are other files
**     4           u32    number of cells
**     4           u32    how many of them are open; those come first, the others are blocked
**     ...                cells: f32 min x, min z, max x, max z; u8 n; n * u16 object of this file
**     4           u32    number of global edges, to cells of other regions
**     27 each            0 f32 x0, 4 f32 z0, 8 f32 x1, 12 f32 z1: an axis-aligned line; 16 u8
**                        flags; 17 i8[2] directions (-1: none); 19 i16[2] cells (-1: none); 23
**                        u16[2] regions (0xFFFF: none)
**     4           u32    number of internal edges, between cells of this region; where nothing
**                        lies beyond the border the second cell is -1
**     23 each            like global ones, without regions
**     96*96*8            tiles: u32 cell, u16 flags (bit 0: blocked), u16 texture: row of
**                        tile2d.ifo
**     97*97*4            heights: f32 y of the tiles' corners
**     6*6*1              planes: u8 type of each: bit 0 water, bit 1 ice
**     6*6*4              f32 height of each, -20 where there is none
**
** Edges. Which table an edge stands in tells its kind. An edge with flag 1 or 2 is a wall, from
** both sides: the game doesn't ask which of the two it is. Real internal edges have flags 4 (open)
** or 2 (a wall: its second cell and direction are -1), real global ones 8; nobody has seen another,
** or one at a closed cell. 16 (railing), 32 (entrance), 64 and 128 (siege) mean something on edges
** of objects' meshes only. A direction is the side of its cell that the edge lies on: 0 +z, 1 +x, 2
** -z, 3 -x. Every global edge has an exact mirror image in the other region's file.
**
** Four layouts of what follows the edges have the same signature; only the bytes left tell:
**
**     variant   tiles     planes   bytes    real files reported
**     A         8 bytes   yes      111544   6044
**     B         4 bytes   yes       74680     41
**     C         4 bytes   no        74500     60
**     D         8 bytes   no       111364      0, but the oldest description
**
** Tiles of 4 bytes hold u16 cell and u16 flags, and no texture. Nothing follows the last part.
**
** Axes and units. x runs east, z north, y up; 20 units are a tile, 320 a block of planes, 1920 a
** region. x runs fastest in all three grids. Positions are relative to the region of the file, even
** of objects that another region owns. (region << 16 | local uid) names an object in the world,
** which stands in the file of every region that it or its links touch.
**
** Regions. An id has x in bits 0 to 7, z in 8 to 14, and in bit 15 whether it is a dungeon (which
** has no such file). Some 1,600 files that no game loads any more count otherwise: x in bits 0 to
** 6, z from 7 on. Only their edges tell: in that old numbering the northern neighbour is id + 0x80
** instead of + 0x100 (theirs are 0x1100 to 0x2FFF). The file's name is the only sure place of its
** id: nv_ZZXX.nvm in hexadecimal. The second place is region 0 of global edges.
**
** Ground. A tile is two triangles, split from its south-west to its north-east corner: of 657
** objects that stand on the ground where it makes a difference 649 stand on these. The server's
** code alternates the split with the tile's x + z, other programs interpolate between four corners;
** they all agree on the edges of tiles.
**
** Invariants of real files: bounds of cells are multiples of 20, no cell is larger than 960 x 960,
** cells cover the region without overlap, tiles agree with them on being blocked; objects that the
** region owns stand in it, others outside; each link that isn't -1 has a counterpart.
**
** Known from the JMXVNVM page of the SilkroadDoc wiki and from what RSBot's NavMeshApi, Hyperbot,
** NVMTerrainExtractor, opensro and go-sro do with the files; what holds in real files, and what the
** server does, from reports on thousands of them (wonkyfist's remake on 5,040, openroad on 6,229)
** and on its code. */
#pragma once

#include "table/table.h"

enum {
    JMX_TILES = 96, /* along a side of a region */
    JMX_CORNERS = 97,
    JMX_PLANES = 6,
    JMX_TILE_UNITS = 20,
    JMX_REGION_UNITS = 1920,
    JMX_CELL_MOST = 960, /* units of the largest cell along a side */
    JMX_TILES_PER_PLANE = 16,

    JMX_OBJECT_ASSET = 0,
    JMX_OBJECT_X = 4,
    JMX_OBJECT_Y = 8,
    JMX_OBJECT_Z = 12,
    JMX_OBJECT_TYPE = 16,
    JMX_OBJECT_YAW = 18,
    JMX_OBJECT_UID = 22,
    JMX_OBJECT_UNKNOWN = 24,
    JMX_OBJECT_BIG = 26,
    JMX_OBJECT_STRUCT = 27,
    JMX_OBJECT_REGION = 28,
    JMX_OBJECT_LINKS = 30,
    JMX_OBJECT_BYTES = 32,
    JMX_UID_SERIAL = 0x3FF, /* bits of a local uid, and where its blocks begin */
    JMX_UID_BLOCK = 7,
    JMX_UID_BLOCK_X_SHIFT = 10,
    JMX_UID_BLOCK_Z_SHIFT = 13,

    JMX_LINK_OBJECT = 0,
    JMX_LINK_OTHER_EDGE = 2,
    JMX_LINK_EDGE = 4,
    JMX_LINK_BYTES = 6,

    JMX_CELL_MIN_X = 0,
    JMX_CELL_MIN_Z = 4,
    JMX_CELL_MAX_X = 8,
    JMX_CELL_MAX_Z = 12,
    JMX_CELL_OBJECTS = 16,
    JMX_CELL_BYTES = 17,
    JMX_CELL_OBJECT = 0, /* of one of its objects */
    JMX_CELL_OBJECT_BYTES = 2,

    JMX_EDGE_X0 = 0,
    JMX_EDGE_Z0 = 4,
    JMX_EDGE_X1 = 8,
    JMX_EDGE_Z1 = 12,
    JMX_EDGE_FLAGS = 16,
    JMX_EDGE_DIRECTIONS = 17, /* i8 each */
    JMX_EDGE_DIRECTION0 = JMX_EDGE_DIRECTIONS,
    JMX_EDGE_DIRECTION1 = JMX_EDGE_DIRECTIONS + 1,
    JMX_EDGE_CELLS = 19, /* i16 each */
    JMX_EDGE_CELL0 = JMX_EDGE_CELLS,
    JMX_EDGE_CELL1 = JMX_EDGE_CELLS + 2,
    JMX_INTERNAL_EDGE_BYTES = 23,
    JMX_EDGE_REGIONS = 23, /* u16 each, of global ones */
    JMX_EDGE_REGION0 = JMX_EDGE_REGIONS,
    JMX_EDGE_REGION1 = JMX_EDGE_REGIONS + 2,
    JMX_GLOBAL_EDGE_BYTES = 27,
    JMX_NO_REGION = 0xFFFF,

    JMX_BLOCKED_1_TO_0 = 1, /* flags of edges */
    JMX_BLOCKED_0_TO_1 = 2,
    JMX_BLOCKED = JMX_BLOCKED_1_TO_0 | JMX_BLOCKED_0_TO_1,
    JMX_INTERNAL = 4,
    JMX_GLOBAL = 8,
    JMX_RAILING = 16,
    JMX_ENTRANCE = 32,
    JMX_UNKNOWN_64 = 64,
    JMX_SIEGE = 128,

    JMX_TILE_CELL = 0, /* u32 in variants A and D, u16 in B and C */
    JMX_TILE_FLAGS = 4,
    JMX_TILE_TEXTURE = 6,
    JMX_TILE_BYTES = 8,
    JMX_SHORT_TILE_FLAGS = 2, /* in variants B and C */
    JMX_SHORT_TILE_BYTES = 4,
    JMX_TILE_BLOCKED = 1,

    JMX_HEIGHT = 0, /* of one corner */
    JMX_HEIGHT_BYTES = 4,
    JMX_PLANE_TYPE = 0, /* of one plane */
    JMX_PLANE_HEIGHT_BYTES = 4,
    JMX_WATER = 1,
    JMX_ICE = 2,
};

/* Directions, and sides of cells. */
typedef enum JmxSide { JMX_NO_SIDE = -1, JMX_NORTH, JMX_EAST, JMX_SOUTH, JMX_WEST } JmxSide;

/* How region ids are numbered, as the border edges of a region show it. */
typedef enum JmxNumbering {
    JMX_ANY_NUMBERING, /* no edge shows it */
    JMX_NEW_NUMBERING, /* x in bits 0 to 7, z in 8 to 14 */
    JMX_OLD_NUMBERING, /* x in bits 0 to 6, z from 7 on */
} JmxNumbering;

typedef struct JmxVariant {
    const char *name;    /* "A" */
    uint32_t tile_bytes; /* 8 or 4 */
    bool has_planes;
} JmxVariant;

typedef struct Jmx {
    Document document;
    const JmxVariant *variant;
    const char *variant_name;
    bool has_region;        /* the name or the edges show which region it is */
    uint16_t region_id;     /* from the name, else from the edges */
    JmxNumbering numbering; /* as its own edges show it */
    bool has_old_numbering;
    uint16_t region_x, region_z; /* its position in the world */
    int32_t name_region;         /* from the file's name; -1: none */
    int32_t edges_region;        /* from the first global edge with a region; -1: there is none */
    uint32_t open_cell_count;    /* as stored */
    uint64_t walkable_cells;     /* open_cell_count, or the number of cells if that is less */
    uint64_t global_edge_count, internal_edge_count;
    uint64_t edge_count;             /* of both kinds, as rows of one list, the global ones first */
    uint64_t tile_count, tile_bytes; /* bytes: of one tile */
    uint32_t tile_flags;             /* where a tile's flags stand */
    bool has_textures;               /* in variants A and D */
    uint64_t height_count, plane_count;
    uint64_t open_count_offset; /* of the number of open cells in the file */

    Children objects, cells; /* of the region, with starts */
    Children links;          /* of objects */
    Children cell_objects;   /* of cells: entries that name an object each */

    /* These point into the file. */
    const uint8_t *global_edges, *internal_edges;
    const uint8_t *tiles, *heights;
    const uint8_t *plane_types, *plane_heights; /* NULL in variants C and D */
    FileRun trailing;

    /* Made on demand. */
    Children edges;                          /* jmx_list_edges: of the region, with starts */
    Children tiles_by_cell;                  /* jmx_order_tiles */
    Children edges_by_cell0, edges_by_cell1; /* jmx_order_edges; cells that no file has, too */
} Jmx;

extern const Format jmx_format;

/* Decode parts of a Jmx, each once, and store them; return false if memory runs out. */
bool jmx_list_links(Document *document, Error *error);        /* starts and parents of links */
bool jmx_list_cell_objects(Document *document, Error *error); /* starts and cells of entries */
bool jmx_list_edges(Document *document, Error *error);
bool jmx_order_edges(Document *document, Error *error);
bool jmx_order_tiles(Document *document, Error *error);

/* ---- Records, by the number of their row ----------------------------------------------------- */

static inline const uint8_t *jmx_edge(const Jmx *jmx, uint64_t edge) {
    uint64_t count = jmx->global_edge_count;
    return edge < count ? jmx->global_edges + edge * JMX_GLOBAL_EDGE_BYTES
                        : jmx->internal_edges + (edge - count) * JMX_INTERNAL_EDGE_BYTES;
}

static inline uint64_t jmx_edge_offset(const Jmx *jmx, uint64_t edge) {
    return document_offset(&jmx->document, jmx_edge(jmx, edge));
}

/* Returns the cell on one side (0 or 1) of an edge as stored; -1: none; it may be out of range. */
static inline int32_t jmx_edge_cell(const uint8_t *edge, unsigned side) {
    return load_i16(edge + JMX_EDGE_CELLS + 2 * side);
}

/* Returns the cell of a tile as stored; it may be out of range. */
static inline uint32_t jmx_tile_cell(const Jmx *jmx, uint64_t tile) {
    const uint8_t *record = jmx->tiles + tile * jmx->tile_bytes + JMX_TILE_CELL;
    return jmx->has_textures ? load_u32(record) : load_u16(record);
}

static inline uint16_t jmx_tile_flags(const Jmx *jmx, uint64_t tile) {
    return load_u16(jmx->tiles + tile * jmx->tile_bytes + jmx->tile_flags);
}

/* Tells whether an edge is a wall, which it is from both sides whichever of the flags it has. */
static inline bool jmx_is_wall(const uint8_t *edge) {
    return edge[JMX_EDGE_FLAGS] & JMX_BLOCKED;
}

/* The west, south, east and north bound of a cell. */
typedef struct JmxBox {
    float min_x, min_z, max_x, max_z;
} JmxBox;

static inline JmxBox jmx_cell_box(const Jmx *jmx, uint64_t cell) {
    const uint8_t *record = jmx->document.bytes + jmx->cells.starts[cell];
    return (JmxBox){load_f32(record + JMX_CELL_MIN_X), load_f32(record + JMX_CELL_MIN_Z),
                    load_f32(record + JMX_CELL_MAX_X), load_f32(record + JMX_CELL_MAX_Z)};
}

/* ---- Places (jmx_place.c) -------------------------------------------------------------------- */

/* Returns the side of a cell on which an edge lies. */
JmxSide jmx_side(const Jmx *jmx, uint64_t cell, const uint8_t *edge);
/* Returns the side of the region on which an edge lies. */
JmxSide jmx_border(const uint8_t *edge);
static inline JmxSide jmx_opposite(JmxSide side) {
    return side == JMX_NO_SIDE ? JMX_NO_SIDE : (JmxSide)((side + 2) % 4);
}

static inline bool jmx_is_dungeon(uint32_t region) {
    return region >> 15 & 1;
}

/* The position of a region in the world, counted in regions. */
typedef struct JmxSector {
    int32_t x, z;
} JmxSector;

static inline JmxSector jmx_sector(uint32_t region, bool old) {
    return old ? (JmxSector){region & 0x7F, (int32_t)(region >> 7)}
               : (JmxSector){region & 0xFF, region >> 8 & 0x7F};
}
/* Returns the id of the region at a position; -1: there can't be one. */
int32_t jmx_region_at(JmxSector sector, bool old);

enum { JMX_OLD_FIRST = 0x1100, JMX_OLD_LAST = 0x2FFF }; /* ids that regions of old numbering have */

#define JMX_FILE_NAME "nv_%04x.nvm" /* of a region's file, by its id */
/* Returns the id in a file's name, nv_ZZXX.nvm in any case; -1 for other names and NULL. */
int32_t jmx_region_of_name(const char *name);

/* Returns the numbering that the region's edges to the north and south show. */
JmxNumbering jmx_numbering(const Jmx *jmx);

/* Converts a coordinate of the file's region to the world's; `sector` is the region's x or z. Each
** dungeon is a world of its own. */
static inline double jmx_world(uint32_t region, int32_t sector, double local) {
    return jmx_is_dungeon(region) ? local : (double)sector * JMX_REGION_UNITS + local;
}

/* The game shows tenths of units, relative to the corner of region x 135, z 92; in a dungeon, to
** its own. */
enum { JMX_GAME_X = 135, JMX_GAME_Z = 92, JMX_UNITS_PER_GAME = 10 };
static inline double jmx_game(uint32_t region, int32_t sector, int32_t first, double local) {
    double regions = jmx_is_dungeon(region) ? 0 : (double)(sector - first);
    return regions * (JMX_REGION_UNITS / JMX_UNITS_PER_GAME) + local / JMX_UNITS_PER_GAME;
}

/* Tells whether 0 <= x, z < 1920, which NaN isn't. */
bool jmx_is_inside(double x, double z);

/* How the ground lies between the corners of a tile: split into two triangles from the south-west
** corner to the north-east one, in every second tile the other way, or curved. */
typedef enum JmxGround { JMX_FIXED, JMX_PARITY, JMX_BILINEAR } JmxGround;

/* Returns the height of the ground, or of the ice above it; NaN outside, and if a height that is
** needed is NaN. Water doesn't matter, since one walks in it. */
double jmx_height_at(const Jmx *jmx, double x, double z, JmxGround ground);
/* Returns the cell to which the tile at a place belongs; -1 outside, or if it is out of range. */
int64_t jmx_cell_at(const Jmx *jmx, double x, double z);

/* Adds the findings of a region; in jmx_check.c. */
bool jmx_check(Document *document, Findings *findings, Error *error);
/* Adds the findings between a region and its neighbours; in jmx_check_borders.c. */
bool jmx_check_beside(Document *document, const struct FilesBeside *beside, Findings *findings,
                      Error *error);

/* ---- The tables, whose list is in jmx_functions.c -------------------------------------------- */

/* jmx_tables.c */
extern const Table jmx_regions, jmx_objects, jmx_object_links, jmx_cells, jmx_cell_objects;
extern const Table jmx_edges, jmx_path;                /* jmx_edge_tables.c */
extern const Table jmx_tiles, jmx_heights, jmx_planes; /* jmx_grid_tables.c */
/* jmx_world_tables.c */
extern const Table jmx_world_links, jmx_world_path, jmx_world_path_status, jmx_ray, jmx_place_table;
