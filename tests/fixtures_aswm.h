/*
** Walkmeshes for fixtures: drawn as a map of characters, baked here, and written in every version.
**
** Each character is a square of two triangles, the first line in the north:
**
**     .  stone   w  wood   g  grass   ~  water     walkable
**     #                                            not walkable
**     (blank)                                      no triangles at all
*/
#ifndef GAMEMAP_FIXTURES_ASWM_H
#define GAMEMAP_FIXTURES_ASWM_H

#include "fixtures.h"

#include <stdbool.h>

enum {
    TRIANGLES_MAX = 512,
    VERTICES_MAX = 512,
    EDGES_MAX = 1024,
    TILES_MAX = 400,
    ISLANDS_MAX = 64,
    LINKS_MAX = 8,
    NODES_MAX = 128,
};

#define NONE 0xFFFFFFFFu

typedef struct Triangle {
    uint32_t vertices[3], edges[3], neighbors[3];
    double center[2];
    uint32_t flags, island;
} Triangle;

typedef struct Tile {
    uint32_t first, count, node_count;
    uint32_t nodes[NODES_MAX]; /* triangles, counted from the first */
    uint8_t table[NODES_MAX][NODES_MAX];
} Tile;

typedef struct Island {
    double center[2];
    uint32_t count, link_count, links[LINKS_MAX], exits[LINKS_MAX];
    double distances[LINKS_MAX];
} Island;

typedef struct Walkmesh {
    uint32_t width, height, squares; /* tiles; squares along a tile's side */
    double side;
    uint32_t border;
    bool baked;
    uint32_t vertex_count, edge_count, triangle_count, island_count;
    double vertices[VERTICES_MAX][3];
    uint32_t edges[EDGES_MAX][4];
    Triangle triangles[TRIANGLES_MAX];
    Tile tiles[TILES_MAX];
    Island islands[ISLANDS_MAX];
    uint32_t next_island[ISLANDS_MAX][ISLANDS_MAX];
} Walkmesh;

/* Where things lie in a written walkmesh. */
typedef struct MeshParts {
    size_t header, vertices, edges, triangles, tiles_header, islands_header, island_paths;
    size_t tiles[TILES_MAX], tables[TILES_MAX], local_to_node[TILES_MAX], node_to_local[TILES_MAX],
        nodes[TILES_MAX], tile_flags[TILES_MAX];
    size_t islands[ISLANDS_MAX];
} MeshParts;

typedef enum OwnData { OWN_NOTHING, OWN_VERTICES_AND_EDGES, OWN_TRIANGLES_TOO } OwnData;

/* One walkmesh at a time: the next call overwrites it. Heights are x / 10 + y / 20. */
Walkmesh *draw_walkmesh(const char *const *lines, uint32_t width, uint32_t height,
                        uint32_t squares, double side, bool baked);
/* Appends it; the parts' places count from the beginning of `bytes`. Tile 0 owns data. */
void put_walkmesh(Bytes *bytes, const Walkmesh *mesh, uint32_t version, OwnData own,
                  MeshParts *parts);

#endif
