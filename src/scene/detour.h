/* Meshes for Detour, the part of Recast Navigation that finds ways. dtNavMesh::init(data, size,
** flags) and addTile() take a tile; its demos and recast-navigation for JavaScript read a set of
** tiles (importNavMesh). Little-endian:
**
**     offset  size    type     field
**     0       4       u32      "MSET", the M in the highest byte
**     4       4+4     u32      version 1, number of tiles
**     12      28               dtNavMeshParams: f32[3] corner where the grid begins; f32 width, depth
**                              of a tile; u32 most tiles, most polygons of a tile
**     then, for each tile:
**     0       4+4     u32      its reference, the size of what follows
**     8       100              dtMeshHeader: "DNAV", 7, column, row, counts; box
**             12*V    f32[3]   vertices: x, height, -y, since the second axis is up
**             32*P             dtPoly: u32 first link; u16[6] vertices; u16[6] neighbours: 0 none,
**                              a polygon's number + 1, or 0x8000 | side of the tile; u16 flags; u8
**                              number of vertices, u8 area
**             12*L             room for links, which are made when the tile is loaded
**             12*P             dtPolyDetail: u32 first vertex, first triangle; u8 counts of both
**             4*P     u8[4]    triangles of which polygons are made: corners, which edges are rim
**
** Here each polygon is a triangle with vertices of its own, and its flags are 1. Detour's rays go
** wrong in a triangle that has no area or is folded back over its neighbours. Such a one exchanges
** its edge for the other diagonal with a neighbour, which leaves no fold and parts nothing; where
** that can't be, its flags are 0, so that no way leads over it. There is no tree of boxes, which
** Detour can do without. Known from Recast Navigation's DetourNavMesh.h. */
#pragma once

#include "table/table.h"
#include "core/geometry.h"

#define DETOUR_NONE  UINT32_MAX /* no triangle, no tile */
#define DETOUR_AREAS 63

typedef struct DetourTriangle {
    float corners[3][3]; /* on Detour's axes */
    uint32_t next[3];    /* behind the edge from each corner to the following one: 3 * the triangle
                         ** there + the corner where its edge begins */
    uint32_t tile;       /* or none: only a mesh of one tile has it */
    uint32_t number;     /* the caller's */
    uint32_t area;       /* at most DETOUR_AREAS */
    bool is_clockwise;   /* its corners are given in the other order */
} DetourTriangle;

typedef struct DetourMesh {
    Arena *arena;
    bool is_set;
    /* The grid of tiles, from (0, 0) on: tile y * columns + x. */
    uint32_t columns, rows;
    double tile_width, tile_depth;
    LIST_OF(DetourTriangle) triangles;
    Map edges; /* those with nothing behind them yet: 3 * the triangle + the corner + 1 */
} DetourMesh;

/* Begins a call of a function that returns such a mesh: reads its argument `set`. The memory counts
** towards the document's limit. */
bool detour_begin(Call *call, int argument, DetourMesh *mesh);
/* Adds a triangle in space, x to the east, y to the north, z up, with a tile, an area and a number,
** unless it isn't finite. It is joined with others
** that have the same edge from the other side; unless `neighbors` is NULL, only with the numbers
** there, of what lies behind the edge from each corner to the following one. The triangles of a
** tile come one behind the other. */
bool detour_add(DetourMesh *mesh, const Vector corners[3], DetourTriangle triangle,
                const uint32_t *neighbors, Error *error);
/* Returns one tile of the grid; without `only` everything as one tile, or, for a set, as those of
** the grid. NULL: the error is set. */
Value detour_write(DetourMesh *mesh, uint32_t only, Call *call);

/* The argument `set`, and what functions say of the mesh. */
#define DETOUR_SET_OPTION                                                                          \
    {                                                                                              \
        "set", "1: a set of tiles, as a file of Recast's demos (MSET); 0 (the default): one tile", \
            .optional = true                                                                       \
    }
#define DETOUR_DOC                                                                                 \
    " as a mesh for Detour, the path finder of Recast Navigation: a tile for dtNavMesh::init(), "  \
    "or, with 1 as `set`, a set of tiles, which larger ones need, for importNavMesh() of "         \
    "recast-navigation in JavaScript. Axes are Detour's: x to the east, y up, z to the south. "
