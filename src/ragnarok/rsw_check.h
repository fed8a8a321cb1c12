/* What the files that check RSW worlds, alone and with other files of a map, have in common. */
#pragma once

#include "ragnarok/gat.h"
#include "ragnarok/rsw_place.h"

/* The extent of a map in x and z. */
typedef struct RswExtent {
    double min_x, max_x, min_z, max_z;
    bool known;
} RswExtent;

/* Returns the extent of the tree's root, whose maximum is one unit short. */
RswExtent rsw_tree_extent(const Rsw *rsw);
/* Adds a finding if the object lies outside of an extent that is known. */
void rsw_check_place(const Rsw *rsw, uint64_t object, const RswExtent *extent, Findings *findings);

/* In ro_check_models.c. */

/* A model that is deeper under the ground, in GND units (five are a tile), was lost there: in known
** maps none is deeper than 62. */
#define RO_DEEP 100

/* Finds and places the models of a world, and adds what is odd about them; nothing if none of them
** is found. `gat` may be NULL. */
bool ro_check_models(const Rsw *rsw, const Gat *gat, const FilesBeside *beside, Arena *arena,
                     RswPlacing *placing, Findings *findings, Error *error);
