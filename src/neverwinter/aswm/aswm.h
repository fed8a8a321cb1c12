/* ASWM: the walkmesh of a Neverwinter Nights 2 area, a packet of a TRN or TRX file (see trn.h); a
** walkmesh that was taken out of its file, with or without the packet's header, is read like a TRN
** file. Little-endian, packed. "None" is 0xFFFFFFFF in u32, 0xFFFF in u16 and 0xFF in u8.
**
** The packet's data is the walkmesh itself, or "COMP", u32 compressed size, u32 inflated size and a
** zlib stream of exactly that size. A walkmesh, one part behind the other:
**
**     size  type      field
**     4     u32       version: 0x69 to 0x6C
**     32    char      name, often garbage
**     1     u8        1: owns data
**     4+4+4 u32       number of vertices, edges, triangles
**     4     u32       first triangle, 0
**
**     12    f32[3]    each vertex: x, y, z. x to the east, y to the north, z up, in metres
**
**     16    u32[2]    each edge: vertices, the lower first; u32[2] triangles on its sides (the
**                     second is none at the rim). 0x69: 52 bytes, nine reserved u32 follow
**
**     64    u32[3]    each triangle: vertices; 12 u32[3] edges; 24 u32[3] neighbours (none at the
**                     rim), which belong to the edges but in no order to the vertices; 36 f32[2]
**                     centre, the mean of the vertices; 44 f32[3] normal, 56 f32 d: normal * p + d
**                     = 0 on the plane; 60 u16 island (none: not walkable); 62 u16 flags
**     68              0x6A: a reserved u32, then the same
**     88              0x69: u32 reserved; 4 u32 flags; 8 u32[3] vertices, edges, neighbours; 44
**                     u32[3] reserved; 56 f32[2] centre; 64 u32 reserved; 68 f32[3] normal, f32 d;
**                     84 u16 reserved; 86 u16 island
**
**     4     u32       flags of the tiles: 15, or 31 in a baked walkmesh (bit 0x10)
**     4     f32       side of a tile in metres: 9 inside, 10 outside
**     4+4   u32       grid height, grid width in tiles. Tile y * width + x covers the square from
**                     (x * side, y * side) on
**
**     each tile:
**     32    char      name, garbage
**     1     u8        1: owns vertices, edges and perhaps triangles; 0 in every known file
**     4+4+4 u32       number of vertices and edges (hints, often wrong), and of triangles
**     4+4   f32       size in x and y, unused
**     4     u32       first triangle: tiles own consecutive triangles, so it is the sum of the
**                     counts before. This decoder goes by the sum, as the game seems to
**     ...             if it owns data: vertices, edges, and by some accounts triangles. The reading
**                     is taken that ends exactly at the end of the walkmesh
**     4     u32       compression of the path table: 1 run lengths, 2 zlib. Nobody has described
**                     either, no file has them: all that lies behind such a tile can't be found
**     4     u32       L: length of local_to_node, the number of triangles in a baked tile. u8
**                     before 0x6C
**     1     u8        N: number of nodes, at most 127
**     4     u32       size of the run-length table, 0
**     L     u8        local_to_node: the node of each triangle of the tile, none if not walkable
**     N*4   u32       node_to_local: the triangle of each node, counted from the tile's first, in
**                     rising order. u8 in 0x6B; not there before
**     N*N   u8        nodes: row from, column to. The node of the next triangle on the way (before
**                     0x6B: that triangle itself, counted from the tile's first), or none: not
**                     reachable inside of the tile, and on the diagonal. Bit 0x80: the straight
**                     line between the two is walkable, too
**     4     u32       flags, those of all tiles
**
**     4     u32       width of the border in tiles
**     4     u32       number of islands I: the connected walkable triangles of one tile
**
**     each island:
**     4+4   u32       index, its position; a pointer-like number that means nothing
**     12    f32[3]    centre, the mean of the triangles' centres; z is 0
**     4     u32       number of triangles
**     ...   u32, u32[n] islands that touch it; u32, f32[n] distances of the centres in x and y;
**                     u32, u32[n] triangles of this island through which to leave to them
**
**     8     u16       I*I island paths, row from, column to: the next island on the way, none where
**                     there is no way and on the diagonal; u16 unused; f32 distance to the next
**
** A way inside of a tile, from triangle to triangle:
**
**     a = local_to_node[from], b = local_to_node[to]     none: not walkable
**     v = nodes[a * N + b]                               none: no way inside of the tile
**     from = node_to_local[v & 0x7F]                     and again, until from = to
**
** In every known baked file each step leads to a neighbour, the way is the shortest by the
** distances of centres, and there is a way exactly if both triangles are on one island. Seven bits
** name a node, so a tile has at most 127: a tile with more walkable triangles bakes to nothing.
**
** A whole way: while the goal is on another island, take the next island from the table, walk to
** the exit that leads there, step to the exit's first neighbour on that island; at last walk to the
** goal. Each pair of islands has one exit, so such ways are, taken together, a sixth longer than
** the shortest.
**
** A point lies in the tile floor(y / side) * width + floor(x / side) or, since centres may lie 0.07
** m outside, in a tile around that one. A few surfaces overlap. The height at a point is -(nx * x +
** ny * y + d) / nz.
**
** A TRN is not baked: no path tables, no islands, triangle.island only says walkable or not. A few
** TRN files hold stale islands.
**
** Flags of triangles: 1 walkable, 4 clockwise seen from above (unreliable), then what the ground
** is: 8 dirt, 0x10 grass, 0x20 stone, 0x40 wood, 0x80 carpet, 0x100 metal, 0x200 swamp, 0x400 mud,
** 0x800 leaves, 0x1000 water, 0x2000 puddles.
**
** Known from CromFr's notes and nwn-lib-d, from Skywing's NWN2DataLib and from xoreos; measured on
** 1,801 files of interiors, all 0x6C. What is said of exteriors and old versions rests on code. */
#pragma once

#include "neverwinter/walk/walk_mesh.h"

/* Offsets of fields; those of a run of 4-byte fields by ASWM_AT(first, number). */
#define ASWM_AT(first, number) ((first) + 4 * (number))

enum {
    ASWM_HEADER_BYTES = 53,
    ASWM_HEADER_VERSION = 0,
    ASWM_HEADER_NAME = 4,
    ASWM_NAME_BYTES = 32,
    ASWM_HEADER_OWNS = 36,
    ASWM_HEADER_VERTEX_COUNT = 37,
    ASWM_HEADER_EDGE_COUNT = 41,
    ASWM_HEADER_TRIANGLE_COUNT = 45,
    ASWM_HEADER_FIRST_TRIANGLE = 49,
    ASWM_VERTEX_BYTES = 12,
    ASWM_VERTEX_POSITION = 0, /* f32[3] */
    ASWM_EDGE_BYTES = 16,     /* without the reserved bytes of 0x69 */
    ASWM_EDGE_RESERVED_BYTES = 36,
    ASWM_EDGE_VERTICES = 0,
    ASWM_EDGE_TRIANGLES = 8,
    ASWM_TRIANGLE_BYTES = 64, /* of any version, after conversion */
    ASWM_TRIANGLE_VERTICES = 0,
    ASWM_TRIANGLE_EDGES = 12,
    ASWM_TRIANGLE_NEIGHBORS = 24,
    ASWM_TRIANGLE_CENTER = 36,
    ASWM_TRIANGLE_NORMAL = 44,
    ASWM_TRIANGLE_PLANE = 56,
    ASWM_TRIANGLE_ISLAND = 60,
    ASWM_TRIANGLE_FLAGS = 62,
    ASWM_TILE_BYTES = 57,
    ASWM_TILE_NAME = 0,
    ASWM_TILE_OWNS = 32,
    ASWM_TILE_VERTEX_COUNT = 33,
    ASWM_TILE_EDGE_COUNT = 37,
    ASWM_TILE_TRIANGLE_COUNT = 41,
    ASWM_TILE_SIZE = 45,
    ASWM_TILE_FIRST_TRIANGLE = 53,
    ASWM_ISLAND_BYTES = 24,
    ASWM_ISLAND_INDEX = 0,
    ASWM_ISLAND_UNKNOWN = 4, /* the pointer-like number */
    ASWM_ISLAND_CENTER = 8,
    ASWM_ISLAND_CENTER_Z = 16,
    ASWM_ISLAND_TRIANGLE_COUNT = 20,
    ASWM_ISLAND_PATH_BYTES = 8,
    ASWM_ISLAND_PATH_NEXT = 0,
    ASWM_ISLAND_PATH_PADDING = 2,
    ASWM_ISLAND_PATH_WEIGHT = 4,
};

#define ASWM_NONE       UINT32_MAX
#define ASWM_NO_ISLAND  0xFFFFu
#define ASWM_NO_NODE    0xFFu
#define ASWM_NODE       0x7Fu /* bits of a cell of a path table */
#define ASWM_SIGHT      0x80u
#define ASWM_MOST_NODES 127
#define ASWM_BAKED      0x10u /* a flag of the tiles */
#define ASWM_COMPRESSED 3u    /* bits of a path table's compression */
#define ASWM_PATH_BLOCK 256   /* cells of path tables for each entry of Aswm.path_tiles */

/* Flags of triangles. */
#define ASWM_WALKABLE    0x0001u
#define ASWM_CLOCKWISE   0x0004u
#define ASWM_KNOWN_FLAGS 0x3FFDu
#define ASWM_MATERIALS   0x3FF8u /* the flags for materials */
/* Each material: its flag, its name, and what is said of the ground. */
#define ASWM_EACH_MATERIAL(X)                                                                      \
    X(ASWM_DIRT, 0x0008, "dirt", "is dirt"), X(ASWM_GRASS, 0x0010, "grass", "is grass"),           \
        X(ASWM_STONE, 0x0020, "stone", "is stone"), X(ASWM_WOOD, 0x0040, "wood", "is wood"),       \
        X(ASWM_CARPET, 0x0080, "carpet", "is carpet"), X(ASWM_METAL, 0x0100, "metal", "is metal"), \
        X(ASWM_SWAMP, 0x0200, "swamp", "is swamp"), X(ASWM_MUD, 0x0400, "mud", "is mud"),          \
        X(ASWM_LEAVES, 0x0800, "leaves", "is leaves"),                                             \
        X(ASWM_WATER, 0x1000, "water", "is under water"),                                          \
        X(ASWM_PUDDLES, 0x2000, "puddles", "has puddles")
#define ASWM_FLAG(flag, bit, name, doc) flag = bit
enum { ASWM_EACH_MATERIAL(ASWM_FLAG) };

/* What differs between versions. */
typedef struct AswmLayout {
    uint32_t version;
    const char *name; /* "0x6C" */
    uint32_t edge_bytes;
    uint32_t triangle_bytes;
    uint32_t table_header_bytes; /* of a path table */
    uint32_t local_bytes;        /* of an entry of node_to_local; 0: there are no such entries */
} AswmLayout;

/* What is known about a tile's path table. */
typedef enum AswmWays {
    ASWM_WAYS_UNKNOWN, /* not checked yet */
    ASWM_WAYS_SOUND,   /* each cell is empty or names a neighbour of its row's triangle; each
                       ** node's triangle has that node */
    ASWM_WAYS_UNSOUND,
} AswmWays;

typedef struct AswmTile {
    const uint8_t *header;        /* NULL, and all else 0: reading had to stop before this tile */
    const uint8_t *local_to_node; /* local_count bytes; the path table's header lies before */
    const uint8_t *node_to_local; /* node_count entries of layout->local_bytes */
    const uint8_t *nodes;         /* node_count * node_count bytes; the tile's flags lie behind */
    uint32_t first_triangle, triangle_count; /* in the mesh, by the sum of the counts */
    uint32_t local_count;
    uint32_t node_count;
    uint32_t first_node; /* place of its first node in Aswm.node_triangles */
    uint32_t compression, run_length_bytes, flags;
    bool is_read, has_table; /* is_read: both headers; has_table: the path table, too */
    bool nodes_rise;         /* the triangles of its nodes exist and are in rising order */
    AswmWays ways;           /* found out on demand by aswm_route() */
} AswmTile;

typedef struct AswmIsland {
    const uint8_t *header;
    const uint8_t *links, *distances, *exits;        /* u32, f32, u32 each */
    uint32_t link_count, distance_count, exit_count; /* equal in a sound file */
} AswmIsland;

/* A walkmesh; all zeros if there is none. Pointers named after parts of the file point there. */
typedef struct Aswm {
    const AswmLayout *layout;
    const uint8_t *packet; /* the packet's data */
    uint64_t packet_size;
    bool compressed;
    uint32_t compressed_bytes; /* of the zlib stream alone */
    uint64_t padding_bytes;    /* bytes of the packet behind the compressed data */
    uint64_t unread_bytes;     /* bytes of the compressed data behind the zlib stream */

    const uint8_t *origin; /* what byte offsets count from: the file, or the inflated data */
    const uint8_t *data;   /* the walkmesh; an arena block of its own if it was compressed */
    uint64_t size;
    uint64_t trailing_bytes; /* behind the last part */

    const uint8_t *header;
    uint64_t header_count; /* 1; 0 where there is no walkmesh */
    uint64_t vertex_count, edge_count, triangle_count;
    const uint8_t *vertices;  /* ASWM_VERTEX_BYTES each */
    const uint8_t *edges;     /* edge_stride each */
    const uint8_t *triangles; /* triangle_stride each, in the form of 0x6C */
    uint64_t edge_stride, triangle_stride;
    const uint8_t *stored_triangles; /* layout->triangle_bytes each */

    const uint8_t *tiles_header;
    uint32_t tiles_flags;
    bool baked;
    float tile_size;
    uint32_t grid_width, grid_height;
    uint64_t grid_count;  /* width * height */
    uint64_t tile_count;  /* grid_count, or less if reading had to stop */
    const char *obstacle; /* NULL, or why reading stopped: no further tiles, no islands */
    uint64_t obstacle_offset;
    uint64_t owning_tile_count;
    bool tiles_own_triangles;        /* how tiles that own data were read */
    uint64_t claimed_triangle_count; /* by all tiles */
    AswmTile *tiles;                 /* grid_count */
    Children tile_triangles;         /* by tile; triangles behind these have no tile */
    uint64_t node_count;             /* of all tiles */
    const uint32_t *node_triangles;  /* of each node; ASWM_NONE if it is out of range */
    Children tile_paths;             /* the cells of the path tables */

    uint32_t border_size;
    const uint8_t *islands_header; /* border size and count */
    uint64_t island_count;
    const AswmIsland *islands;
    Children island_links;
    uint64_t island_path_count; /* island_count * island_count */
    const uint8_t *island_paths;

    /* Made on demand. */
    const uint32_t *path_tiles;         /* aswm_index_paths: see aswm_path_tile */
    Children island_triangles;          /* aswm_group_triangles */
    Children tile_vertices, tile_edges; /* aswm_list_owned: of tiles that own data */
    WalkMesh walk;                      /* aswm_find_walk: what ways need of it */
} Aswm;

/* Tells whether the data of a packet begin like a walkmesh, compressed or not. */
bool aswm_detect(const uint8_t *head, uint64_t head_size);
/* Opens a packet's data of `size` bytes at `offset` of the file. */
bool aswm_open(Aswm *mesh, Arena *arena, const uint8_t *file, uint64_t offset, uint64_t size,
               Error *error);

/* Fails if some of the path tables and islands of a walkmesh couldn't be read. */
bool aswm_has_ways(const Aswm *mesh, Error *error);

/* Each of these is done once and stored; they return false if memory runs out. */
bool aswm_index_paths(Aswm *mesh, Arena *arena, Error *error);
bool aswm_group_triangles(Aswm *mesh, Arena *arena, Error *error);
bool aswm_list_owned(Aswm *mesh, Arena *arena, Error *error);
bool aswm_find_walk(Aswm *mesh, Arena *arena, Error *error);

/* Adds the findings about a walkmesh, those of its parts among them: of tiles, of the path table of
** tile `number`, and of islands. What is done once is stored in the arena. */
bool aswm_check(Aswm *mesh, Arena *arena, Findings *findings, Error *error);
bool aswm_check_tiles(const Aswm *mesh, Findings *findings, Error *error);
void aswm_check_paths(const Aswm *mesh, uint64_t number, Findings *findings);
bool aswm_check_islands(const Aswm *mesh, Findings *findings, Error *error);

/* ---- Records --------------------------------------------------------------------------------- */

static inline uint64_t aswm_offset(const Aswm *mesh, const uint8_t *at) {
    return (uint64_t)(at - mesh->origin);
}
static inline const uint8_t *aswm_vertex(const Aswm *mesh, uint64_t vertex) {
    return mesh->vertices + vertex * ASWM_VERTEX_BYTES;
}
static inline const uint8_t *aswm_edge(const Aswm *mesh, uint64_t edge) {
    return mesh->edges + edge * mesh->edge_stride;
}
static inline const uint8_t *aswm_triangle(const Aswm *mesh, uint64_t triangle) {
    return mesh->triangles + triangle * mesh->triangle_stride;
}
/* Return the byte offset of a triangle, or of the field that has `offset` in 0x6C. */
static inline uint64_t aswm_stored_offset(const Aswm *mesh, uint64_t triangle) {
    return aswm_offset(mesh, mesh->stored_triangles) + triangle * mesh->layout->triangle_bytes;
}
uint64_t aswm_field_offset(const Aswm *mesh, uint64_t triangle, uint32_t field);
/* Returns the flags as stored: 32 bits in 0x69, 16 in other versions. */
uint32_t aswm_triangle_flags(const Aswm *mesh, uint64_t triangle);
/* Copies the bytes of a triangle whose meaning is unknown, one gap after the other, and returns how
** many there are: 22 in 0x69, 4 in 0x6A, otherwise 0. */
#define ASWM_TRIANGLE_RESERVED_BYTES 22
uint32_t aswm_triangle_reserved(const Aswm *mesh, uint64_t triangle, uint8_t *reserved);
static inline uint32_t aswm_neighbor(const Aswm *mesh, uint64_t triangle, unsigned side) {
    return load_u32(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_NEIGHBORS + 4 * side);
}
/* Tells whether a triangle has a neighbour; compares all sides, since a branch would mispredict. */
static inline bool aswm_is_neighbor(const Aswm *mesh, uint64_t triangle, uint32_t other) {
    int sides = 0;
    for (unsigned side = 0; side < 3; side++) sides += aswm_neighbor(mesh, triangle, side) == other;
    return sides;
}
static inline uint32_t aswm_island_of(const Aswm *mesh, uint64_t triangle) {
    return load_u16(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_ISLAND);
}
static inline bool aswm_walkable(const Aswm *mesh, uint64_t triangle) {
    return load_u16(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_FLAGS) & ASWM_WALKABLE;
}

#define ASWM_MATERIAL_CHARS 128
/* Returns what ground flags mean: "stone", "none", or, for several materials, "stone+water", which
** is written to `joined`. */
const char *aswm_material(uint32_t flags, char joined[ASWM_MATERIAL_CHARS]);

/* Finds the three vertices of a triangle; returns false if one of them doesn't exist. */
bool aswm_corners(const Aswm *mesh, uint64_t triangle, Vector corners[3]);
/* Returns the centre as stored; z is the mean of the vertices, NaN where one is missing. */
Vector aswm_center(const Aswm *mesh, uint64_t triangle);
/* Returns the centre as stored, with z = 0. */
static inline Vector aswm_flat_center(const Aswm *mesh, uint64_t triangle) {
    const uint8_t *center = aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_CENTER;
    return (Vector){(double)load_f32(center), (double)load_f32(center + 4), 0};
}
/* Returns the distance of two centres in x and y. */
double aswm_center_distance(const Aswm *mesh, uint64_t from, uint64_t to);

/* ---- Path tables ----------------------------------------------------------------------------- */

/* Returns the tile of a triangle; ASWM_NONE if it has none. */
static inline uint32_t aswm_tile_of(const Aswm *mesh, uint64_t triangle) {
    const Children *triangles = &mesh->tile_triangles;
    return triangle < triangles->count ? triangles->parents[triangle] : ASWM_NONE;
}

/* Returns the last tile, among low .. high, whose cells begin at a path or before it. */
uint64_t aswm_find_path_tile(const Aswm *mesh, uint64_t low, uint64_t high, uint64_t path);
/* Returns the tile of a row of aswm_tile_paths. Needs aswm_index_paths(). */
static inline uint64_t aswm_path_tile(const Aswm *mesh, uint64_t path) {
    const uint32_t *tiles = &mesh->path_tiles[path / ASWM_PATH_BLOCK];
    return tiles[0] == tiles[1] ? tiles[0] : aswm_find_path_tile(mesh, tiles[0], tiles[1], path);
}
/* Returns the triangle to which a cell of a tile's path table refers, or ASWM_NONE. */
static inline uint32_t aswm_cell_triangle(const Aswm *mesh, const AswmTile *tile, uint8_t cell) {
    if (cell == ASWM_NO_NODE) return ASWM_NONE;
    uint32_t node = cell & ASWM_NODE;
    if (!mesh->layout->local_bytes) {
        return node < tile->triangle_count ? tile->first_triangle + node : ASWM_NONE;
    }
    return node < tile->node_count ? mesh->node_triangles[tile->first_node + node] : ASWM_NONE;
}

static inline const uint8_t *aswm_island_path(const Aswm *mesh, uint64_t from, uint64_t to) {
    return mesh->island_paths + (from * mesh->island_count + to) * ASWM_ISLAND_PATH_BYTES;
}
