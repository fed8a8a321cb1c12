/* What the files of the GT module have in common. */
#ifndef GAMEMAP_GT_TABLES_H
#define GAMEMAP_GT_TABLES_H

#include "table/table.h"
#include "firefall/gt.h"
#include "firefall/vgeo.h"

extern const Table gt_geometries, gt_entries, gt_groups, gt_parts, gt_streams, gt_treenodes,
    gt_transforms;                                                /* gt_geometry_tables.c */
extern const Table gt_unique_vertices, gt_vertices, gt_triangles; /* gt_mesh_tables.c */

extern const Table gt_subzones, gt_encounter_names, gt_props, gt_collisions, gt_collision_vertices,
    gt_collision_triangles; /* gt_layer_tables.c */

extern const Table vgeo_files, vgeo_pages, vgeo_vertices, vgeo_textures; /* vgeo_tables.c */

/* Returns UTF-8 text of `length` bytes, up to its NUL; invalid bytes become U+FFFD. */
Value gt_text(const Row *row, const uint8_t *bytes, uint32_t length);

/* min_x to max_z: six floats in a member of a struct, of which the file stores the first where
** Where(row, At) says, and the others behind it. */
#define GT_BOX_FLOAT(Name, Doc, Struct, Member, Where, At)                                         \
    MEMBER_WITH(F32, Name, "chunk units", Doc, Struct, Member, LIES_WHERE(F32, Where, At))
#define GT_BOX_WHERE(Struct, Member, of, Where, At)                                                \
    GT_BOX_FLOAT("min_x", "Least x of " of, Struct, Member[0], Where, (At) + 0),                   \
        GT_BOX_FLOAT("min_y", "Least y of " of, Struct, Member[1], Where, (At) + 1),               \
        GT_BOX_FLOAT("min_z", "Least z of " of, Struct, Member[2], Where, (At) + 2),               \
        GT_BOX_FLOAT("max_x", "Greatest x of " of, Struct, Member[3], Where, (At) + 3),            \
        GT_BOX_FLOAT("max_y", "Greatest y of " of, Struct, Member[4], Where, (At) + 4),            \
        GT_BOX_FLOAT("max_z", "Greatest z of " of, Struct, Member[5], Where, (At) + 5)

/* The cells of a row of a 4 x 4 matrix, each made by Cell(row, column). */
#define MATRIX_ROW(Cell, row) Cell(row, 0), Cell(row, 1), Cell(row, 2), Cell(row, 3)

#define GT_AXES_DOC "; x and y span the chunk, 512 x 512 around its centre, z is taken to be up"

#endif
