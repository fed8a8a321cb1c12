/* What the files of TRN and ASWM tables share. */
#ifndef GAMEMAP_TRN_TABLES_H
#define GAMEMAP_TRN_TABLES_H

#include "engine/table.h"
#include "../src/text.h"
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

static inline const Aswm *mesh_of(const Row *row) {
    return &((const Trn *)row->document)->mesh;
}

/* ---- Records that lie in runs, one for each parent ------------------------------------------- */

/* What a table of such records needs: its rows, the seek by parent, the parent's id. `list` is the
** member of Trn. */
#define LIST_FUNCTIONS(name, list)                                                                 \
    static bool name##_rows(Opening *opening) {                                                    \
        Trn *trn = (Trn *)opening->document;                                                       \
        Array *array = opening->array;                                                             \
        array->records = opening->document->bytes;                                                 \
        array->count = trn->list.count;                                                            \
        array->offset = 0;                                                                         \
        if (!trn_list_starts(trn, &trn->list, opening->error)) return false;                       \
        array->starts = trn->list.starts;                                                          \
        return true;                                                                               \
    }                                                                                              \
    static void name##_find(const Seek *seek, RowRange *range) {                                   \
        const Trn *trn = seek->document;                                                           \
        find_by_first(trn->list.first, trn->list.parent_count, &seek->ranges[0], range);           \
    }                                                                                              \
    static Value name##_parent(const Row *row) {                                                   \
        return value_integer(trn_parent(&((const Trn *)row->document)->list, row->index));         \
    }

/* The packets of TRRN or WATR, each beginning with a header. */
static inline void surface_rows(const Trn *trn, const TrnSurfaces *surfaces, Array *array) {
    array->records = trn->document.bytes;
    array->count = surfaces->count;
    array->starts = surfaces->starts;
    array->offset = 0;
}

/* The number of a record within its parent. */
static inline Value number_in_parent(const TrnList *list, const Row *row) {
    return value_integer((int64_t)row->index - list->first[trn_parent(list, row->index)]);
}

/* A corner of the triangle in this row: the id of its vertex. */
static inline Value corner_value(const TrnSurfaces *surfaces, const Row *row, uint32_t corner) {
    const uint32_t *first = surfaces->vertices.first;
    uint32_t parent = trn_parent(&surfaces->triangles, row->index);
    uint64_t vertex = (uint64_t)first[parent] + load_u16(row->record + 2 * corner);
    return vertex < first[parent + 1] ? value_integer((int64_t)vertex) : value_null();
}

#endif
