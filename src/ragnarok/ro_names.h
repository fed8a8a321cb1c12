/* The kinds of names in files of Ragnarok Online, whose client has everything below data/. */
#pragma once

#include "table/naming.h"

/* A place that is given may hold the folder data/, be that folder, or be one in it. */
/* See Module.client. */
extern const char ro_client[];

#define RO_DATA "data /texture /model /wav"

#define RO_RAW_DOC "The whole field, with whatever follows the text's end"

#define RO_KIND(Kind, Rule, ...)                                                                   \
    { .name = Kind, .rule = Rule, .below = RO_DATA, __VA_ARGS__ }

extern const NameKind ro_ground, ro_altitude, ro_model, ro_sound, ro_texture, ro_effects,
    ro_minimap, ro_music, ro_unknown_file;
/* The textures of a model; the model itself lies below model/. */
extern const NameKind rsm_texture;

/* A type of water has so many textures, whose names ro_water_tells() gives. Whether the water is
** seen is told by the NameKind, or by the function that gives the names. */
enum { RO_WATER_FRAMES = 32 };
#define RO_WATER_TEXTURE(...)                                                                      \
    RO_KIND("water texture", "data/texture", .folder = "texture", .is_optional = true, __VA_ARGS__)
bool ro_water_tells(const Row *row, const NameKind *kind, int64_t type, uint32_t number,
                    Named *named);

/* Returns the stem of the row's file with another beginning and end; NULL text: it has no name, or
** memory ran out. */
Value ro_name_of_stem(const Row *row, const char *before, const char *behind);
