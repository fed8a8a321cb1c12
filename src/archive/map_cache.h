/* Map caches: where one can walk on all maps of a Ragnarok Online server. eAthena, rAthena and,
** until 2018, Hercules keep it in a map_cache.dat, little-endian:
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
** As an archive it has an entry for each map, whose name is the map's, without an ending. Its
** content is what Hercules has kept in a file for each map since 2018, <map>.mcache:
**
**     0       2     i16     version, 1
**     2       16            MD5 of the packed cells
**     18      4     i16 i16 width, height
**     22      4     i32     bytes of the packed cells
**     26            zlib    the cells
**
** A map cache is an archive only where one is asked for: in a path, and for the tables of archives.
** Everywhere else it is a file of the format RO-CELLS (ragnarok/server/ro_cells.h), which says what
** cells are, and has a table of the maps. */
#pragma once

#include "archive/archive.h"

enum {
    MAP_CACHE_HEADER_BYTES = 8,
    MAP_CACHE_SHORT_HEADER_BYTES = 6,
    MAP_CACHE_COUNT = 4,
    MAP_CACHE_MAP_BYTES = 20,
    MAP_CACHE_NAME_BYTES = 12,
    MCACHE_BYTES = 26,
    MCACHE_MD5 = 2,
    /* what stands in front of the cells in both */
    MAP_FIELDS_BYTES = 8,
    MAP_FIELDS_HEIGHT = 2,
    MAP_FIELDS_PACKED = 4,
};

/* Tells whether a file could be a map cache, by its first map. */
bool map_cache_detect(const uint8_t *head, uint64_t head_size, uint64_t size);

/* Returns where the first map begins. Fails if the header isn't there. */
bool map_cache_begin(const uint8_t *bytes, uint64_t size, uint64_t *first, Error *error);

/* Writes the header of an .mcache in front of the packed cells, which lie at mcache + MCACHE_BYTES;
** `fields` are those of the map in the cache. Returns false if the arena's host interrupts. */
bool map_cache_write_header(const Arena *arena, const uint8_t *fields, uint8_t *mcache);

extern const ArchiveFormat map_cache_format;
