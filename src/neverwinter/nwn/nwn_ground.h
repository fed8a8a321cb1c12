/* The ground of an area of Neverwinter Nights 1: the walkmeshes of its tiles' models, put where the
** ARE and the SET say. A place p of a tile's model is, in the area, at
**
**     (column + 0.5, row + 0.5) * 10 m + p turned by Tile_Orientation quarters, counter-clockwise
**     z: Tile_Height * the SET's Transition + the z of p
**
** The tile's model is Model of [TILEn] in the SET, n being Tile_ID; among the models, the file is
** <model>.wok, on which the game walks, even if it only lies beside <model>.mdl; if there is no
** such walkmesh, <model>.mdl. */
#pragma once

#include "neverwinter/mdl/mdl_world.h"
#include "neverwinter/nwn/nwn.h"
#include "neverwinter/set/set.h"

typedef struct NwnGroundVertex {
    uint32_t tile_id;
    Vector place; /* in the area */
} NwnGroundVertex;

typedef struct NwnGroundTriangle {
    uint32_t tile_id;
    uint32_t vertices[3]; /* among the vertices of the ground */
    int32_t surface;
    uint32_t node, face; /* ids of the model's mdl_nodes and mdl_faces */
    uint32_t id;         /* its number; of a piece of one that is cut, that one's */
    uint32_t object;     /* that blocks it, an id of nwn_objects; GFF_NONE: nothing does */
} NwnGroundTriangle;

typedef struct NwnGround {
    NwnGroundVertex *vertices;
    NwnGroundTriangle *triangles;
    uint64_t vertex_count, triangle_count;
    uint32_t tile_count; /* of the area, also of those without ground */
} NwnGround;

typedef struct NwnGroundHit {
    uint32_t tile_id, node, face;
    double z;
    int32_t surface;
    const char *model;
} NwnGroundHit;

/* Where the models and the SET are. */
typedef struct NwnTileset {
    const FileSet *models, *sets; /* sets may be NULL */
    const FilesBeside *beside;    /* of the ARE, where its SET may lie; may be NULL */
    const FileSet *areas;         /* or the file `area` of these is beside the SET; may be NULL */
    uint32_t area;
} NwnTileset;

/* Makes the ground of an area, in the arena. This fails if the area has tiles and their SET isn't
** found, or none of their models; a tile whose model isn't found has no ground. */
bool nwn_make_ground(const Gff *are, const NwnTileset *tileset, Arena *arena, NwnGround *ground,
                     Error *error);
/* Finds the faces that a vertical line hits in the tile at a point, the highest first. */
bool nwn_find_ground(const Gff *are, const NwnTileset *tileset, double x, double y, Arena *arena,
                     NwnGroundHit **hits, uint64_t *count, Error *error);

/* A tile and where its model is put: turned by quarters about the tile's centre. */
typedef struct NwnPlacedTile {
    uint32_t tile_id;
    const char *model; /* one text for each tile of the SET; NULL: no model */
    int64_t quarters;
    Vector centre;
} NwnPlacedTile;

/* Lists the tiles of an area, in the arena, by their numbers in the SET. */
bool nwn_place_tiles(const Gff *are, const NwnTileset *tileset, Arena *arena, NwnPlacedTile **tiles,
                     uint64_t *count, Error *error);
/* Opens the model of a tile: <name>.mdl or, without that, <name>.wok. *mdl is NULL if both lack. */
bool nwn_open_tile(const NwnTileset *tileset, const char *name, Mdl **mdl, Error *error);

enum { NWN_NAME_BYTES = 64 };

/* Finds the name of a model in a row and column of a 2DA; it is empty if the row has none. It is an
** error if the 2DA isn't among the tables. */
bool nwn_find_model(const FileSet *tables, const char *table, const char *column, int64_t row,
                    Arena *arena, char name[NWN_NAME_BYTES], Error *error);
/* Opens the walkmesh of a model, a file of another ending, which is among the models or lies beside
** the model, with its lists of faces and its bind pose. *mdl is NULL if there is none. */
bool nwn_open_walkmesh(const FileSet *models, const char *name, const char *ending, Mdl **mdl,
                       Error *error);

/* Tells whether one walks on a surface by the game's surfacemat.2da. */
bool nwn_is_walkable(int32_t surface);
