/* What the files of TRN and ASWM tables have in common. */
#pragma once

#include "table/place.h"
#include "neverwinter/trn/trn.h"

extern const Table trn_files, trn_packets, trn_areas;
extern const Table trn_terrains, trn_terrain_vertices, trn_terrain_triangles, trn_grass,
    trn_grass_blades;
extern const Table trn_waters, trn_water_vertices, trn_water_triangles;
extern const Table aswm_meshes, aswm_vertices, aswm_edges, aswm_triangles;
extern const Table aswm_tiles, aswm_tile_vertices, aswm_tile_edges, aswm_tile_paths;
extern const Table aswm_islands, aswm_island_links, aswm_island_paths;
extern const Table aswm_path, aswm_shortest_path;
extern const Table aswm_nearest_table, aswm_sight_table, aswm_pulled_path, aswm_sheets,
    aswm_components, aswm_removed, aswm_added;

/* aswm_glb(src), in aswm_glb.c, and trn_glb(src [, textures]), in trn_glb.c. */
Value aswm_glb_call(Call *call);
Value trn_glb_call(Call *call);

/* The column of a row's packet. */
#define PACKET(Member)                                                                             \
    GET_REF_WITH("packet_id", "trn_packets", "Packet that holds it", trn_packet_value,             \
                 offsetof(Trn, Member))
Value trn_packet_value(const Row *row, const Column *column);

/* ---- Ground and water ------------------------------------------------------------------------ */

static inline const Trn *trn_of(const Row *row) {
    return row->document;
}

/* Returns a corner of the triangle in this row: the id of its vertex. */
static inline Value trn_corner(const Row *row, const Column *column) {
    const TrnSurfaces *surfaces = (const void *)((const char *)row->document + column->offset);
    uint64_t parent = children_parent(&surfaces->triangles.children, row->index);
    ChildRange vertices = children_of(&surfaces->vertices.children, parent);
    uint64_t vertex = vertices.first + load_u16(row->record + column->number);
    return vertex < vertices.end ? value_integer((int64_t)vertex) : value_null();
}

static inline bool place_image(CellPlace *place, const TrnImage *image) {
    return place_run(place, image->bytes, image->size);
}

#define POSITION(offset)                                                                           \
    F32("x", "metres", "Position, to the east", offset),                                           \
        F32("y", "metres", "Position, to the north", (offset) + 4),                                \
        F32("z", "metres", "Height, up", (offset) + 8)
#define CORNER(i, doc, table, surfaces, where)                                                     \
    GET_REF_WITH("vertex" #i, table, doc, trn_corner, TRN_TRIANGLE_VERTEX_BYTES *i,                \
                 .offset = offsetof(Trn, surfaces)),                                               \
        U16("vertex" #i "_raw", NULL, doc " as stored: the number in " where,                      \
            TRN_TRIANGLE_VERTEX_BYTES *i, .hidden = true)
#define CORNERS(...)                                                                               \
    CORNER(0, "First corner", __VA_ARGS__), CORNER(1, "Second corner", __VA_ARGS__),               \
        CORNER(2, "Third corner", __VA_ARGS__)

/* ---- Walkmeshes ------------------------------------------------------------------------------ */

static inline const Aswm *mesh_of(const Row *row) {
    return &((const Trn *)row->document)->mesh;
}

static inline const Aswm *mesh_of_document(const Document *document) {
    return &((const Trn *)document)->mesh;
}

/* Returns a document's walkmesh, to which parts made on demand can be added. */
static inline Aswm *growing_mesh(const Document *document) {
    return &((Trn *)(uintptr_t)document)->mesh;
}

/* Returns where a record of the walkmesh lies. */
uint64_t aswm_row_offset(const Row *row);
