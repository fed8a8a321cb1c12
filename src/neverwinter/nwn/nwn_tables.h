/* What the files of tables about Neverwinter Nights have in common. */
#ifndef GAMEMAP_NWN_TABLES_H
#define GAMEMAP_NWN_TABLES_H

#include "neverwinter/gff/gff_value.h"
#include "neverwinter/nwn/nwn.h"
#include "table/table.h"

extern const Table nwn_objects, nwn_points, nwn_spawns, nwn_variables, nwn_transitions;
extern const Table nwn_area_vertices, nwn_area_triangles, nwn_walk_hits;

/* Where the models and tilesets are that the tiles of an area need. */
#define NWN_MODELS                                                                                 \
    {                                                                                              \
        .name = "models",                                                                          \
        .doc = "Path or pattern of the models, in which the tiles' models are found by the names " \
               "of their files; a tile without one has no ground, and it is an error if all are "  \
               "without",                                                                          \
        .source = &mdl_format, .many = true                                                        \
    }
#define NWN_SETS                                                                                   \
    {                                                                                              \
        .name = "sets",                                                                            \
        .doc = "Path or pattern of tilesets, among which the area's is found by the name of its "  \
               "file; by default it is the one beside the area",                                   \
        .optional = true, .source = &set_format, .many = true                                      \
    }

#endif
