/* RO-CELLS: where servers and bots think that one can walk. Three files, all little-endian, hold a
** byte for each tile of a map, rows from the south, each from the west.
**
** map_cache.dat (eAthena, rAthena, Hercules until 2018) has many maps and <map>.mcache (Hercules
** since 2018) one: archive/map_cache.h describes both.
**
** <map>.fld2 and .fld2.gz (OpenKore), one map: u16 width, u16 height, the cells; gzip packs the
** whole file.
**
** Cells of servers are the types of the map's GAT (gat.h), and 3, walkable water, for ground (type
** 0) whose south-west corner lies below the water. Servers refuse a map of more than 512 * 512
** cells, take the first of two maps of one name, and give cells of unknown types no rights. Cells
** of OpenKore are bits: 1 one walks, 2 one shoots over it, 4 water, 8 cliff; types 2, 4 and 6 of
** the GAT can't be walked there. A file of one map, and so an entry of a map_cache.dat, can be read
** wherever a GAT can: gat.h.
**
** Known from the loaders of rAthena, Hercules and eAthena, from OpenKore's tools, and from 7
** map_cache.dat, 887 .mcache and 1,077 .fld2. */
#pragma once

#include "archive/map_cache.h"

enum {
    RO_FLD2_BYTES = 4,
    RO_FLD2_HEIGHT = 2,
    RO_CELLS_MOST = 512 * 512, /* cells that servers allow in a map */
};

enum { RO_FLD2_WALK = 1, RO_FLD2_SNIPE = 2, RO_FLD2_WATER = 4, RO_FLD2_CLIFF = 8 };

typedef enum RoLayout { RO_MAP_CACHE, RO_MCACHE, RO_FLD2 } RoLayout;

/* How the cells of a map lie in the file. */
typedef enum RoPacking { RO_STORED, RO_ZLIB, RO_GZIP, RO_NOWHERE } RoPacking;

typedef struct RoCellMap {
    const char *name; /* UTF-8; NULL: a BLOB has none */
    int32_t width, height;
    int32_t packed_size;   /* as stored */
    uint32_t start;        /* where the map begins in the file */
    uint32_t cells, bytes; /* where its cells begin, and how many bytes of the file they take */
    RoPacking packing;
    const char *problem; /* NULL: servers take the map, as far as is known */
    /* Known once they are unpacked, as are problems of the cells: */
    uint32_t crc32, walkable;
    bool is_beyond; /* the file has more cells than are unpacked, so the map's own are unknown */
    bool is_gzip_wrong; /* the stream doesn't end, or goes on behind the cells */
} RoCellMap;

typedef struct RoCells {
    Document document;
    RoLayout layout;
    uint32_t stated_count; /* of maps, by the header */
    uint32_t stated_size;  /* of the file, by the header of a map_cache.dat */
    RoCellMap *maps;
    uint64_t map_count;
    FileRun trailing;     /* behind the last map */
    bool is_unpacked;     /* ro_cells_measure() or ro_cells_unpack() has run */
    bool is_cut;          /* fewer maps than the header says */
    Children cells;       /* of the maps; made by ro_cells_unpack() */
    const uint8_t *bytes; /* of all cells */
} RoCells;

/* Of the files in a game's order that hold cells of servers and bots */
#define RO_CELLS_ENDINGS ".mcache .fld2 .fld2.gz map_cache.dat"
extern const Format ro_cells_format;

/* Unpack the cells of all maps: ro_cells_measure() measures them, ro_cells_unpack() keeps them. */
bool ro_cells_measure(Document *document, Error *error);
bool ro_cells_unpack(Document *document, Error *error);
