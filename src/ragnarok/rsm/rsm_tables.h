/* What the files with the tables of RSM have in common. */
#ifndef GAMEMAP_RSM_TABLES_H
#define GAMEMAP_RSM_TABLES_H

#include "ragnarok/rsm/rsm.h"
#include "table/table.h"

#define RSM_RAW_DOC "The whole field, with whatever follows the text's end"
#define RSM_UNITS   "GND units"

/* In rsm_mesh_tables.c. */
extern const Table rsm_vertices, rsm_texture_vertices, rsm_faces, rsm_keys, rsm_volume_boxes;

/* A number of a box: the low and high bounds of x, y and z. NULL in an empty box. */
typedef enum RsmBound {
    RSM_MIN_X,
    RSM_MIN_Y,
    RSM_MIN_Z,
    RSM_MAX_X,
    RSM_MAX_Y,
    RSM_MAX_Z,
    RSM_WIDTH,
    RSM_HEIGHT,
    RSM_DEPTH
} RsmBound;
Value rsm_bound(const RsmBox *box, uint32_t bound);

#define RSM_BOUNDS(prefix, Getter, shift, doc, ...)                                                \
    GET_WITH(prefix "min_x", REAL, RSM_UNITS, doc ", x", Getter, shift + RSM_MIN_X, __VA_ARGS__),  \
        GET_WITH(prefix "min_y", REAL, RSM_UNITS, doc ", y (down, so this is its top)", Getter,    \
                 shift + RSM_MIN_Y, __VA_ARGS__),                                                  \
        GET_WITH(prefix "min_z", REAL, RSM_UNITS, doc ", z", Getter, shift + RSM_MIN_Z,            \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "max_x", REAL, RSM_UNITS, "The upper bound of that in x", Getter,          \
                 shift + RSM_MAX_X, __VA_ARGS__),                                                  \
        GET_WITH(prefix "max_y", REAL, RSM_UNITS,                                                  \
                 "The upper bound of that in y: its lowest point", Getter, shift + RSM_MAX_Y,      \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "max_z", REAL, RSM_UNITS, "The upper bound of that in z", Getter,          \
                 shift + RSM_MAX_Z, __VA_ARGS__)

/* The six bounds of a box as hidden columns, each with the documentation `doc`. */
#define RSM_HIDDEN_BOUNDS(prefix, Getter, shift, doc, ...)                                         \
    GET_WITH(prefix "min_x", REAL, RSM_UNITS, doc, Getter, shift + RSM_MIN_X, .hidden = true,      \
             __VA_ARGS__),                                                                         \
        GET_WITH(prefix "min_y", REAL, RSM_UNITS, doc, Getter, shift + RSM_MIN_Y, .hidden = true,  \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "min_z", REAL, RSM_UNITS, doc, Getter, shift + RSM_MIN_Z, .hidden = true,  \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "max_x", REAL, RSM_UNITS, doc, Getter, shift + RSM_MAX_X, .hidden = true,  \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "max_y", REAL, RSM_UNITS, doc, Getter, shift + RSM_MAX_Y, .hidden = true,  \
                 __VA_ARGS__),                                                                     \
        GET_WITH(prefix "max_z", REAL, RSM_UNITS, doc, Getter, shift + RSM_MAX_Z, .hidden = true,  \
                 __VA_ARGS__)

#endif
