/*
** RO-CELLS: where servers and bots think that one can walk. Three files, all little-endian, hold a
** byte for each tile of a map, rows from the south, each from the west.
**
** map_cache.dat (eAthena, rAthena, Hercules until 2018), many maps:
**
**     offset  size  type    field
**     0       4     u32     size of the file
**     4       2     u16     number of maps
**     6       2             0; the servers' manual forgets it, so that 6 bytes are tried as well
**     8                     maps, one behind the other:
**                           0   char[12]  name, filled with NULs
**                           12  i16 i16   width, height
**                           16  i32       bytes of the packed cells
**                           20  zlib      the cells
**
** <map>.mcache (Hercules since 2018), one map:
**
**     0       2     i16     version, 1
**     2       16            MD5 of the packed cells
**     18      4     i16 i16 width, height
**     22      4     i32     bytes of the packed cells
**     26            zlib    the cells
**
** <map>.fld2 and .fld2.gz (OpenKore), one map: u16 width, u16 height, the cells; gzip packs the
** whole file.
**
** Cells of servers are the types of the map's GAT (gat.h), and 3, walkable water, for ground (type
** 0) whose south-west corner lies below the water. Servers refuse a map of more than 512 * 512
** cells, take the first of two maps of one name, and give cells of unknown types no rights. Cells
** of OpenKore are bits: 1 one walks, 2 one shoots over it, 4 water, 8 cliff; types 2, 4 and 6 of
** the GAT can't be walked there.
**
** Known from the loaders of rAthena, Hercules and eAthena, from OpenKore's tools, and from 7
** map_cache.dat, 887 .mcache and 1,077 .fld2.
*/
#ifndef GAMEMAP_RO_CELLS_H
#define GAMEMAP_RO_CELLS_H

#include "core/children.h"
#include "core/core.h"

enum {
    RO_CACHE_HEADER_BYTES = 8,
    RO_CACHE_SHORT_HEADER_BYTES = 6,
    RO_CACHE_COUNT = 4,
    RO_CACHE_MAP_BYTES = 20,
    RO_CACHE_NAME_BYTES = 12,
    RO_CACHE_WIDTH = 12,
    RO_CACHE_HEIGHT = 14,
    RO_CACHE_PACKED = 16,
    RO_MCACHE_BYTES = 26,
    RO_MCACHE_MD5 = 2,
    RO_MCACHE_WIDTH = 18,
    RO_MCACHE_HEIGHT = 20,
    RO_MCACHE_PACKED = 22,
    RO_FLD2_BYTES = 4,
    RO_FLD2_HEIGHT = 2,
    RO_CELLS_MOST = 512 * 512, /* of a map, for servers */
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
    bool is_name_open; /* the name fills its field */
    bool is_twice;     /* a map before it has the name */
    bool is_wrong_sum; /* the MD5 isn't that of the packed cells */
    /* Known once they are unpacked: */
    uint32_t crc32, walkable;
    bool is_beyond; /* the file has more cells than are unpacked, so that its own aren't known */
    bool has_more;  /* the stream goes on behind the cells */
    bool is_cut;    /* the stream doesn't end, whether cells are missing or not */
    const char *problem; /* NULL: servers take the map */
} RoCellMap;

typedef struct RoCells {
    Document document;
    RoLayout layout;
    uint32_t stated_count; /* of maps, by the header */
    uint32_t stated_size;  /* of the file, by the header of a map_cache.dat */
    RoCellMap *maps;
    uint64_t map_count;
    uint64_t trailing_bytes; /* behind the last map */
    bool is_unpacked;        /* the maps have what is known once they are unpacked */
    bool is_cut;             /* fewer maps than the header says */
    Children cells;          /* of the maps; made by ro_cells_unpack() */
    const uint8_t *bytes;    /* of all cells */
} RoCells;

extern const Format ro_cells_format;

/* Unpack the cells of all maps: the first to know what they are like, the second to keep them. */
bool ro_cells_measure(Document *document, Error *error);
bool ro_cells_unpack(Document *document, Error *error);

/* What one can do on a cell. */
typedef struct RoCell {
    const char *name; /* "ground", "wall", "water", "gap"; NULL: nobody knows */
    bool walkable, shootable, water;
} RoCell;

/* Returns what a cell of that type means in a layout. */
RoCell ro_cell(RoLayout layout, uint8_t type);

#endif
