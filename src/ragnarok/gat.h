/* GAT: where one can walk on a Ragnarok Online map, and how high. Beside <map>.gnd (what is drawn)
** and <map>.rsw (what stands on it). Little-endian, packed, no checksum:
**
**     offset  size    type    field
**     0       4       char    "GRAT"
**     4       1+1     u8      version, major first: 1.2 (nearly all files) and 1.3 are known, laid
**                             out alike
**     6       4       u32     W: tiles from west to east
**     10      4       u32     H: tiles from south to north
**     14      W*H*20          tiles, rows from the south, each from the west:
**                             0  f32[4]  altitude of the corners SW, SE, NW, NE; larger is lower
**                             16 u32     type in the low 31 bits; bit 31: the tile lies below the
**                                        water (1.3: its SW corner is below the level that the
**                                        map's RSW had)
**
** Types, and what the servers rAthena and Hercules make of them:
**
**     type  walk  shoot  meaning
**     0     yes   yes    ground
**     1     no    no     wall
**     2     yes   yes    unknown; OpenKore and korangar read 2, 4 and 6 as not walkable
**     3     yes   yes    water in which one can walk
**     4     yes   yes    unknown
**     5     no    yes    gap: not walkable, but one shoots over it
**     6     yes   yes    unknown
**
** No other type is in a known file; a server gives others no right at all. Types say nothing of
** water in general: the server makes walkable water of each tile of type 0 whose SW corner lies
** below the water level of the RSW; to it worlds are dry from RSW 2.6 on, whose GNDs have the level.
**
** Geometry. A tile is half a cube of the GND in each direction, so that W and H are twice the
** GND's; cube (c, r) holds the tiles (2c, 2r) to (2c + 1, 2r + 1). Tile (x, y) reaches from x to
** x + 1 and y to y + 1, and a unit stands in its middle. In the RSW's axes its south-west corner is
** at x = (x - W / 2) * 5, z = (y - H / 2) * 5. Within a tile the height is bilinear in the four
** corners, as the game's client computes it. Heights differ from the GND's where something stands
** on the ground: bridges, stairs, floors of models.
**
** The cells of a server or a bot (RO-CELLS, server/ro_cells.h) are taken wherever a GAT is, if they
** are those of one map: tiles without heights, whose type is the cell. OpenKore's are bits, of which
** the lowest says that one can walk. Cells that a file lacks are walls.
**
** Ways, as rAthena's path_search finds them: in eight directions, from a tile to one that can be
** walked; diagonally only where both tiles beside the step can be walked, too, so that no corner is
** cut. A straight step costs 10, a diagonal one 14. The first tile may be of any type; the last row
** and the last column (x = W - 1, y = H - 1) can't be entered. The server itself walks at most 32
** tiles at once and looks with an estimate that may miss the shortest way; gat_find_path gives the
** shortest by these rules, of any length.
**
** Known from the notes of RagnarokResearchLab, from rAthena, roBrowser, open-midgard, RagLite,
** GRFEditor, korangar and OpenKore, and from 787 real files, read to the last byte. */
#pragma once

#include "ragnarok/server/ro_cells.h"
#include "table/table.h"

enum {
    GAT_HEADER_BYTES = 14,
    GAT_TILE_BYTES = 20,
    GAT_TILE_HEIGHTS = 0, /* SW, SE, NW, NE */
    GAT_TILE_SW = 0,
    GAT_TILE_SE = 4,
    GAT_TILE_NW = 8,
    GAT_TILE_NE = 12,
    GAT_TILE_TYPE = 16,
    GAT_TYPES = 7, /* 0 to 6 */
    GAT_STRAIGHT_COST = 10,
    GAT_DIAGONAL_COST = 14,
};

#define GAT_WATER_BIT UINT32_C(0x80000000)

#define GAT_NONE UINT32_MAX /* no tile, no component */

/* A part of the map: the tiles between which one can walk. */
typedef struct GatComponent {
    uint32_t first_tile; /* its tile with the lowest number */
    uint32_t tile_count;
    uint32_t min_x, min_y, max_x, max_y; /* the columns and rows that it reaches over */
} GatComponent;

/* Lines of bits: see gat_path.c. */
typedef struct GatLines {
    uint64_t *bits;
    uint32_t words; /* of each line */
} GatLines;

typedef struct Gat {
    union {
        Document document;
        RoCells cells; /* where it was opened from cells: see gat_is_of_cells */
    };
    uint8_t minor;          /* the version is 1.minor */
    uint32_t width, height; /* tiles */
    uint64_t tile_count;
    const uint8_t *tiles; /* tile_count * GAT_TILE_BYTES */
    /* Made by gat_find_components. */
    uint64_t component_count;
    const GatComponent *components;  /* by falling size */
    const uint32_t *tile_components; /* of each tile; GAT_NONE: it can't be entered */
    GatLines rows, columns;          /* made by gat_find_path */
    const uint16_t *wall_distances;  /* made by gat_find_wall_distances */
} Gat;

extern const Format gat_format;

/* Tells whether its tiles were made of the cells of a server or bot, which have no heights. */
static inline bool gat_is_of_cells(const Gat *gat) {
    return gat->cells.map_count;
}

/* The meaning of a type or cell; `name` is NULL if it is unknown. */
typedef struct GatType {
    const char *name; /* "ground", "wall", "water", "gap" */
    bool walkable, shootable, water;
} GatType;

/* Returns the meaning of a type without the water bit, or of a cell; types above 6 have neither a
** name nor rights. RO_MAP_CACHE stands for a GAT, too: cells of servers are types. */
GatType gat_type(RoLayout layout, uint32_t type);

/* Returns the type of a tile (below tile_count) without the water bit. */
static inline uint32_t gat_tile_type(const Gat *gat, uint64_t tile) {
    return load_u32(gat->tiles + tile * GAT_TILE_BYTES + GAT_TILE_TYPE) & ~GAT_WATER_BIT;
}

/* Tells whether one can walk on a tile (below tile_count) by its type. */
static inline bool gat_can_walk(const Gat *gat, uint64_t tile) {
    return gat_type(gat->cells.layout, gat_tile_type(gat, tile)).walkable;
}

/* Tells whether a server lets anybody step on a tile (below tile_count). It never does in the last
** row and column. */
static inline bool gat_can_enter(const Gat *gat, uint64_t tile) {
    return gat_can_walk(gat, tile) && tile % gat->width + 1 < gat->width &&
           tile / gat->width + 1 < gat->height;
}

/* Finds the tile at a place in tile coordinates; returns false outside of 0 <= x < W, 0 <= y <
** H. */
bool gat_tile_at(const Gat *gat, double x, double y, uint64_t *tile);

/* Returns the altitude at a place in tile coordinates as stored (larger is lower), bilinear within
** its tile; NaN outside of the map. */
double gat_height_at(const Gat *gat, double x, double y);

/* One tile of a way. */
typedef struct GatStep {
    uint32_t tile_id;
    uint32_t x, y;
    uint32_t cost;   /* from the start: 10 for a straight step, 14 for a diagonal one */
    double distance; /* from the start in tiles: 1 for a straight step, else sqrt(2) */
} GatStep;

typedef enum GatStatus {
    GAT_OK,
    GAT_SAME, /* the way starts where it ends, and is that one tile */
    GAT_OFF_MAP,
    GAT_NOT_WALKABLE, /* the tile where the way is to end can't be entered */
    GAT_UNREACHABLE,
} GatStatus;

extern const char *const gat_status_names[];

/* Tells whether there is a way between two tiles (below tile_count), by components alone. */
bool gat_find_status(Gat *gat, uint64_t from, uint64_t to, GatStatus *status, Error *error);

/* A tile to which one can walk from another one. */
typedef struct GatReached {
    uint32_t tile_id, x, y;
    uint32_t cost;     /* the least cost of a way from the start */
    uint32_t previous; /* the lowest-numbered tile before it on such a way, or GAT_NONE */
} GatReached;

/* Finds the tiles that can be reached from one (below tile_count) at a cost of `most` or less, in
** the order of their numbers; they lie in `scratch`. */
bool gat_find_distances(Gat *gat, uint32_t from, double most, Arena *scratch,
                        const GatReached **tiles, uint64_t *count, Error *error);

/* Finds the way of least cost between two tiles (below tile_count) by the rules above the includes;
** of several ways always the same one. Only after GAT_OK and GAT_SAME there are steps, in
** `scratch`. */
bool gat_find_path(Gat *gat, uint64_t from, uint64_t to, Arena *scratch, const GatStep **steps,
                   uint64_t *step_count, Error *error);

/* ---- Places (gat_places.c) ------------------------------------------------------------------- */

/* Finds, once, the parts of the map within which one can walk from any tile to any other. */
bool gat_find_components(Document *document, Error *error);

/* Finds the tile that can be entered and is nearest, by the straight line, to (x, y), which may be
** off the map; of equally near ones, the lowest number counts. GAT_NONE: there is none. */
bool gat_find_nearest(const Gat *gat, int64_t x, int64_t y, Arena *arena, uint32_t *tile,
                      double *distance, Error *error);

/* Finds how far each tile is, in straight steps, from one on which one can't walk. What lies around
** the map counts as such. Done once. */
bool gat_find_wall_distances(Document *document, Error *error);

/* Returns the tiles that can be entered as a mesh for Detour (gat_navmesh.c). The call's first
** argument is DETOUR_SET_OPTION. */
Value gat_navmesh_call(Call *call);

/* Adds the findings between a GAT and its GND (ro_check.c). */
bool gat_check_beside(Document *document, const struct FilesBeside *beside, Findings *findings,
                      Error *error);
