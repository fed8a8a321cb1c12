/* What the files of TRN and ASWM tables share. */
#ifndef GAMEMAP_TRN_TABLES_H
#define GAMEMAP_TRN_TABLES_H

#include "engine/table.h"
#include "../src/aswm_world.h"
#include "../src/trn.h"

extern const Table trn_terrains, trn_terrain_vertices, trn_terrain_triangles, trn_grass,
    trn_grass_blades;
extern const Table trn_waters, trn_water_vertices, trn_water_triangles;
extern const Table aswm_meshes, aswm_vertices, aswm_edges, aswm_triangles;
extern const Table aswm_tiles, aswm_tile_paths;
extern const Table aswm_islands, aswm_island_links, aswm_island_paths;
extern const Table aswm_path, aswm_shortest_path;
extern const Function aswm_functions[];
#define ASWM_FUNCTION_COUNT 5

/* ---- Ground and water ------------------------------------------------------------------------ */

/* A corner of the triangle in this row: the id of its vertex. */
static inline Value corner_value(const TrnSurfaces *surfaces, const Row *row, uint32_t field) {
    uint64_t parent = children_parent(&surfaces->triangles.children, row->index);
    ChildRange vertices = children_of(&surfaces->vertices.children, parent);
    uint64_t vertex = vertices.first + load_u16(row->record + field);
    return vertex < vertices.end ? value_integer((int64_t)vertex) : value_null();
}

static inline Value image_value(const TrnImage *image) {
    return value_blob(image->bytes, image->size);
}

#define NAME_AND_RAW(name, doc, raw_doc, offset)                                                   \
    CHARS(name, doc, offset, TRN_NAME_BYTES),                                                      \
    BYTES(name "_raw", raw_doc, offset, TRN_NAME_BYTES, .hidden = true)
#define VERTEX_X F32("x", "metres", "Position, to the east", TRN_AT(TRN_VERTEX_POSITION, 0))
#define VERTEX_Y F32("y", "metres", "Position, to the north", TRN_AT(TRN_VERTEX_POSITION, 1))
#define VERTEX_Z F32("z", "metres", "Height, up", TRN_AT(TRN_VERTEX_POSITION, 2))
#define CORNER(i, name, doc, table, getter, where)                                                 \
    GET_REF_WITH(name, table, doc, getter, TRN_TRIANGLE_VERTEX_BYTES * i),                         \
    U16(name "_raw", NULL, doc " as stored: the number in " where,                                 \
        TRN_TRIANGLE_VERTEX_BYTES * i, .hidden = true)
/* Makes what a table of runs needs: the start of each record. */
#define PLACE(name, runs)                                                                          \
    static bool name(Document *document, Error *error) {                                           \
        return trn_place((Trn *)document, &((Trn *)document)->runs, error);                        \
    }

/* ---- Walkmeshes ------------------------------------------------------------------------------ */

static inline const Aswm *mesh_of(const Row *row) {
    return &((const Trn *)row->document)->mesh;
}

/* Where a record of the walkmesh lies. */
uint64_t offset_in_mesh(const Row *row);
/* Records that lie scattered in the walkmesh; `starts` as byte offsets count. */
void rows_in_mesh(Opening *opening, const Aswm *mesh, const uint64_t *starts, uint64_t count);

#endif
