/* The kinds of names in files of Ragnarok Online, whose client has everything below data/. */
#ifndef GAMEMAP_RO_NAMES_H
#define GAMEMAP_RO_NAMES_H

#include "table/naming.h"

/* A place that is given is what holds the folder data/, or that folder, or one of those in it. */
#define RO_DATA "data /texture /model /wav"

extern const NameKind ro_ground, ro_altitude, ro_model, ro_sound, ro_texture, ro_water, ro_effects,
    ro_minimap, ro_unknown_file;
/* The textures of a model, which lies below model/ itself. */
extern const NameKind rsm_texture;

/* Gives the names of the water textures of a type, of which there are so many. */
enum { RO_WATER_FRAMES = 32 };
bool ro_water_tells(const Row *row, int64_t type, uint32_t number, Named *named);

/* Returns the stem of the row's file with another beginning and end; NULL text: it has no name, or
** memory ran out. */
Value ro_name_of_stem(const Row *row, const char *before, const char *behind);

#endif
