/* What the files of the GT module have in common. */
#pragma once

#include "table/table.h"
#include "firefall/gt.h"
#include "firefall/vgeo.h"

extern const Table gt_geometries, gt_entries, gt_groups, gt_parts, gt_streams, gt_treenodes,
    gt_transforms;                                                /* gt_geometry_tables.c */
extern const Table gt_unique_vertices, gt_vertices, gt_triangles; /* gt_mesh_tables.c */

extern const Table gt_subzones, gt_encounter_names, gt_props, gt_collisions, gt_collision_vertices,
    gt_collision_triangles; /* gt_layer_tables.c */

extern const Table vgeo_files, vgeo_pages, vgeo_vertices, vgeo_textures; /* vgeo_tables.c */

/* min_x to max_z: six floats, each a cell that Cell(name, called, documentation, number) makes. */
#define GT_BOX(Cell, of)                                                                           \
    Cell("min_x", "min.x", "Least x of " of, 0), Cell("min_y", "min.y", "Least y of " of, 1),      \
        Cell("min_z", "min.z", "Least z of " of, 2),                                               \
        Cell("max_x", "max.x", "Greatest x of " of, 3),                                            \
        Cell("max_y", "max.y", "Greatest y of " of, 4),                                            \
        Cell("max_z", "max.z", "Greatest z of " of, 5)
/* The cells of a row of a 4 x 4 matrix, each made by Cell(row, column). */
#define MATRIX_ROW(Cell, row) Cell(row, 0), Cell(row, 1), Cell(row, 2), Cell(row, 3)

/* What the tables of nodes show of a header, and of the content. */
#define GT_NODE_HEADER(type_name)                                                                  \
    MEMBER(U32, "type", NULL, "Type of the node; what it means depends on the node that holds it", \
           GtNode, type),                                                                          \
        GET("type_name", TEXT, NULL, "What the type means there; NULL where that is unknown",      \
            type_name),                                                                            \
        MEMBER(U32, "length", "bytes", "Length of its content", GtNode, length),                   \
        MEMBER(BOOL, "has_marker", NULL,                                                           \
               "1 if its header has 16 bytes, of which the marker is the first, 0 if it has 8",    \
               GtNode, has_marker)
#define GT_NODE_DATA(data)                                                                         \
    GET("data", BLOB, NULL, "Its content", data, .hidden = true,                                   \
        SHAPES("it holds counts and other nodes; tables show what is known of it"))

/* What the tables of GtName show behind the node. */
#define GT_NAME_COLUMNS                                                                            \
    MEMBER(U32, "name_index", NULL, "Number of the name in its node", GtName, number),             \
        RUN(UTF8, "name", "The name; effects and lights have such names", GtName, text),           \
        RUN(BYTES, "name_raw", "Its bytes", GtName, text, .hidden = true)

#define GT_AXES_DOC "; x and y span the chunk, 512 x 512 around its centre, z is taken to be up"
