/* Where the water of a map is for a server, which reads its level from the RSW. */
#ifndef GAMEMAP_GAT_CELLS_H
#define GAMEMAP_GAT_CELLS_H

#include "ragnarok/gat.h"
#include "ragnarok/rsw.h"

/* Returns the level of the water as servers read it: of RSW 1.4 to 2.5, cut to an integer. NULL,
** and a map of another version, is dry. */
GatWater gat_water_of(const Rsw *rsw);

/* Reads Gat.water from the RSW of the same name beside the GAT; a map without one is dry. */
bool gat_look_beside(Gat *gat, const struct FilesBeside *beside, Arena *scratch, Error *error);

/* Returns what the servers' map cache has for a tile (below tile_count): the low byte of its type,
** but 3, walkable water, for ground whose south-west corner lies below the water. */
uint8_t gat_cell(const Gat *gat, uint64_t tile, GatWater water);
/* Tells whether the server lets anybody onto a tile: nobody in the last row and column. */
bool gat_is_passable(const Gat *gat, uint64_t tile);

#endif
