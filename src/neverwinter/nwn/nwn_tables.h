/* What the files of tables about Neverwinter Nights have in common. */
#pragma once

#include "neverwinter/gff/gff_value.h"
#include "neverwinter/nwn/nwn.h"

#define METERS "metres"

extern const Table nwn_objects, nwn_points, nwn_spawns, nwn_variables, nwn_transitions;
extern const Table nwn_area_vertices, nwn_area_triangles, nwn_walk_hits;
extern const Table nwn_area_path, nwn_area_sight, nwn_area_nearest, nwn_area_sheets,
    nwn_area_components, nwn_use_points;
extern const Table nwn_world_path, nwn_world_areas, nwn_world_transitions;

/* nwn_area_distance(src, models, x1, y1, x2, y2 [, sets, git, tables, doors]), and
** nwn_area_glb(src, models [, sets [, textures]]). */
Value nwn_area_distance_call(Call *call);
Value nwn_area_glb_call(Call *call);

/* Return the value of the first field that a struct has with one of the labels in column->word: the
** root, or the struct whose number the record begins with. */
Value nwn_root_value(const Row *row, const Column *column);
Value nwn_struct_value(const Row *row, const Column *column);
/* Returns where the struct lies whose number a record begins with. */
uint64_t nwn_struct_offset(const Row *row);
/* Returns the StrRef of a name of the root. */
Value nwn_root_strref(const Row *row, const Column *column);

/* Returns x, y or z of a place, by the number of the axis. */
static inline Value axis_value(Vector place, uint32_t axis) {
    return value_real(axis == 0 ? place.x : axis == 1 ? place.y : place.z);
}

/* Columns of fields with a label: ROOT_FIELD(TEXT, "tag", NULL, "Its tag", "Tag") */
#define LABELLED(Type, Name, Unit, Doc, Getter, ...)                                               \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GET_WITH, .type = Type,               \
        .get_with = Getter, .with_nul = (Type) == TEXT || (Type) == ANY, .word = __VA_ARGS__       \
    }
#define ROOT_FIELD(Type, Name, Unit, Doc, ...)                                                     \
    LABELLED(Type, Name, Unit, Doc, nwn_root_value, __VA_ARGS__)
#define ROOT_STRREF(Name, Labels)                                                                  \
    LABELLED(INTEGER, Name, NULL,                                                                  \
             "The string of its name in the game's TLK, with bit 24 in the module's own",          \
             nwn_root_strref, Labels)
#define STRUCT_FIELD(Type, Name, Unit, Doc, Labels)                                                \
    LABELLED(Type, Name, Unit, Doc, nwn_struct_value, Labels)

/* Arguments: the models and tilesets that the tiles of an area need. */
#define NWN_MODELS_OF(IsOptional)                                                                  \
    {                                                                                              \
        .name = "models",                                                                          \
        .doc = "Path or pattern of the models, in which the tiles' models are found by the names " \
               "of their files; a tile without one has no ground, and it is an error if all are "  \
               "without",                                                                          \
        .optional = IsOptional, .source = &mdl_format, .many = true,                               \
        .endings = ".mdl .wok .pwk .dwk .set"                                                      \
    }
#define NWN_MODELS NWN_MODELS_OF(false)
#define NWN_SETS                                                                                   \
    {                                                                                              \
        .name = "sets",                                                                            \
        .doc = "Path or pattern of tilesets, among which the area's is found by the name of its "  \
               "file; by default it is the one beside the area or, if none is, among the models",  \
        .optional = true, .source = &set_format, .many = true                                      \
    }
/* What tables of the ground of an area have in common. */
#define NWN_AREA_TABLE(Name, Columns, ...)                                                         \
    TABLE(Name, gff_format, Columns), .endings = ".are", .looks_beside = true,                     \
                                      ARGUMENTS(NWN_MODELS, __VA_ARGS__)
/* What stands on an area. */
#define NWN_TABLES(...)                                                                            \
    {                                                                                              \
        .name = "tables",                                                                          \
        .doc = "Path or pattern of 2DA files, among which placeables.2da, doortypes.2da and "      \
               "genericdoors.2da name the models of what stands there, as far as they are needed", \
        .source = &twoda_format, .many = true, __VA_ARGS__                                         \
    }
#define NWN_THINGS                                                                                 \
    {.name = "git",                                                                                \
     .doc = "The GIT of the area, whose placeables and doors then block by their .pwk and .dwk "   \
            "among the models; by default nothing stands there",                                   \
     .optional = true,                                                                             \
     .source = &gff_format},                                                                       \
        NWN_TABLES(.optional = true), {                                                            \
        .name = "doors",                                                                           \
        .doc = "'open': all doors are, as walkers open them; 'placed': as the GIT says; "          \
               "'locked': locked ones are closed; 'none': there are none. By default open",        \
        .optional = true, .any_text = true                                                         \
    }
