/* What the files with the tables of RSM have in common. */
#pragma once

#include "ragnarok/rsm/rsm.h"
#include "table/table.h"

#define RSM_UNITS "GND units"

/* In rsm_mesh_tables.c. */
extern const Table rsm_vertices, rsm_texture_vertices, rsm_faces, rsm_keys, rsm_volume_boxes;

/* A bound of a box in x, y or z. It is NULL in an empty box. */
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

#define RSM_SIX_BOUNDS(prefix, Getter, shift, min_x, min_y, min_z, max_x, max_y, max_z, ...)       \
    GET_WITH(prefix "min_x", REAL, RSM_UNITS, min_x, Getter, shift + RSM_MIN_X, __VA_ARGS__),      \
        GET_WITH(prefix "min_y", REAL, RSM_UNITS, min_y, Getter, shift + RSM_MIN_Y, __VA_ARGS__),  \
        GET_WITH(prefix "min_z", REAL, RSM_UNITS, min_z, Getter, shift + RSM_MIN_Z, __VA_ARGS__),  \
        GET_WITH(prefix "max_x", REAL, RSM_UNITS, max_x, Getter, shift + RSM_MAX_X, __VA_ARGS__),  \
        GET_WITH(prefix "max_y", REAL, RSM_UNITS, max_y, Getter, shift + RSM_MAX_Y, __VA_ARGS__),  \
        GET_WITH(prefix "max_z", REAL, RSM_UNITS, max_z, Getter, shift + RSM_MAX_Z, __VA_ARGS__)
#define RSM_BOUNDS(prefix, Getter, shift, doc, ...)                                                \
    RSM_SIX_BOUNDS(prefix, Getter, shift, doc ", x", doc ", y (down, so this is its top)",         \
                   doc ", z", "The upper bound of that in x",                                      \
                   "The upper bound of that in y: its lowest point",                               \
                   "The upper bound of that in z", __VA_ARGS__)
#define RSM_HIDDEN_BOUNDS(prefix, Getter, shift, doc, ...)                                         \
    RSM_SIX_BOUNDS(prefix, Getter, shift, doc, doc, doc, doc, doc, doc, .hidden = true, __VA_ARGS__)
