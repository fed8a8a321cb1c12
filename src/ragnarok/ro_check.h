/* What the files that check several files of a map together have in common. */
#ifndef GAMEMAP_RO_CHECK_H
#define GAMEMAP_RO_CHECK_H

#include "ragnarok/gat.h"
#include "ragnarok/rsw_place.h"

/* A model that is deeper under the ground was lost there. In GND units, five of which are a tile;
** in known maps none is deeper than 62. */
#define RO_DEEP 100

/* Finds and places the models of a world, and adds what is odd about them; nothing if none of them
** is found. `gat` may be NULL. */
bool ro_check_models(const Rsw *rsw, const Gat *gat, const FilesBeside *beside, Arena *arena,
                     RswPlacing *placing, Findings *findings, Error *error);

#endif
