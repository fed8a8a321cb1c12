/* What the files that check RSW worlds, alone and with other files of a map, have in common. */
#ifndef GAMEMAP_RSW_CHECK_H
#define GAMEMAP_RSW_CHECK_H

#include "ragnarok/gat.h"
#include "ragnarok/rsw_place.h"

typedef struct RswNames {
    const Rsw *rsw;
    Sightings unterminated, garbage, undefined; /* odd names */
} RswNames;

/* Checks one name; `field` points into the file. */
void rsw_check_name(RswNames *names, const uint8_t *field, uint32_t bytes);
/* Adds one finding about all sightings, if there are any: "what: 3, this is the first". What an
** editor does it does thousands of times in a file, so that one finding is enough. */
void rsw_tell_sightings(const Sightings *sightings, const char *code, const char *what,
                        Findings *findings);
/* Reads `count` successive f32. */
void rsw_check_numbers(const Rsw *rsw, const uint8_t *numbers, unsigned count, const char *what,
                       Findings *findings);

/* The extent of a map in x and z. */
typedef struct RswExtent {
    double min_x, max_x, min_z, max_z;
    bool known;
} RswExtent;

/* In rsw_check_objects.c. */

/* Computes it from the root of the tree, whose maximum is one unit short. */
RswExtent rsw_tree_extent(const Rsw *rsw);
/* Adds a finding if the object lies outside of an extent that is known. */
void rsw_check_place(const Rsw *rsw, uint64_t object, const RswExtent *extent, Findings *findings);
bool rsw_check_objects(const Rsw *rsw, RswNames *names, Findings *findings, Error *error);

/* In ro_check_models.c. */

/* A model that is deeper under the ground was lost there. In GND units, five of which are a tile;
** in known maps none is deeper than 62. */
#define RO_DEEP 100

/* Finds and places the models of a world, and adds what is odd about them; nothing if none of them
** is found. `gat` may be NULL. */
bool ro_check_models(const Rsw *rsw, const Gat *gat, const FilesBeside *beside, Arena *arena,
                     RswPlacing *placing, Findings *findings, Error *error);

#endif
