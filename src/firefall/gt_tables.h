/* What the files of the GT module have in common. */
#ifndef GAMEMAP_GT_TABLES_H
#define GAMEMAP_GT_TABLES_H

#include "engine/table.h"
#include "../src/gt.h"

extern const Table gt_geometries, gt_entries, gt_groups, gt_parts, gt_streams, gt_treenodes,
    gt_transforms;                                                /* gt_geometry_tables.c */
extern const Table gt_unique_vertices, gt_vertices, gt_triangles; /* gt_mesh_tables.c */

extern const Table gt_subzones, gt_encounter_names, gt_props, gt_collisions, gt_collision_vertices,
    gt_collision_triangles; /* gt_layer_tables.c */

extern const Format vgeo_format;
extern const Table vgeo_files, vgeo_pages, vgeo_vertices, vgeo_textures; /* vgeo_tables.c */

/* Returns UTF-8 text of `length` bytes, up to its NUL; invalid bytes become U+FFFD. */
Value gt_text(const Row *row, const uint8_t *bytes, uint32_t length);

/* min_x to max_z: six floats in a member of a struct. */
#define GT_BOX(Struct, Member, of)                                                                 \
    MEMBER(F32, "min_x", "chunk units", "Least x of " of, Struct, Member[0]),                      \
        MEMBER(F32, "min_y", "chunk units", "Least y of " of, Struct, Member[1]),                  \
        MEMBER(F32, "min_z", "chunk units", "Least z of " of, Struct, Member[2]),                  \
        MEMBER(F32, "max_x", "chunk units", "Greatest x of " of, Struct, Member[3]),               \
        MEMBER(F32, "max_y", "chunk units", "Greatest y of " of, Struct, Member[4]),               \
        MEMBER(F32, "max_z", "chunk units", "Greatest z of " of, Struct, Member[5])

/* The cells of a row of a 4 x 4 matrix, each made by Cell(row, column). */
#define MATRIX_ROW(Cell, row) Cell(row, 0), Cell(row, 1), Cell(row, 2), Cell(row, 3)

#define GT_AXES_DOC "; x and y span the chunk, 512 x 512 around its center, z is taken to be up"

#endif
