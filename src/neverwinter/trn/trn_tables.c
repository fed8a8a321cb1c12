/* TRN tables: files, packets and areas. trn_terrain_tables.c has the ground, trn_water_tables.c the
** water, aswm_*_tables.c the walkmesh; trn.h and aswm.h describe the formats. */
#include "neverwinter/trn/aswm_functions.h"
#include "neverwinter/trn/trn_tables.h"
#include "scene/glb_call.h"
#include "neverwinter/aswm/aswm_place.h"
#include "neverwinter/aswm/aswm_route.h"

/* ---- trn_files ------------------------------------------------------------------------------- */

static const Column file_columns[] = {
    MEMBER_WITH(U32, "major", NULL, "Major version, 2; NULL for a walkmesh alone", Trn, major,
                WHERE_MEMBER(Trn, is_container)),
    MEMBER_WITH(U32, "minor", NULL, "Minor version, 3", Trn, minor,
                WHERE_MEMBER(Trn, is_container)),
    MEMBER(U64, "packet_count", NULL, "Number of packets; 0 for a walkmesh alone", Trn,
           packet_count),
};

static const Table trn_files = {
    .name = "trn_files",
    .doc = "The header of each TRN or TRX file, one row for a file.",
    .example = "SELECT file, major, minor, packet_count FROM trn_files('samples/*.tr?')",
    .format = &trn_format,
    .reads = READS_HEADER,
    COLUMNS(file_columns),
    .typical_rows = 1,
    ONE_ROW,
};

/* ---- trn_packets ----------------------------------------------------------------------------- */

static Value packet_size(const Row *row) {
    return value_integer(trn_packet_size(row->document, row->index));
}

static Value packet_data(const Row *row) {
    return value_blob(trn_packet_data(row->document, row->index),
                      trn_packet_size(row->document, row->index));
}

static const Column packet_columns[] = {
    CHARS("type", "TRWH, TRRN, WATR or ASWM; others are unknown", TRN_ENTRY_TYPE, TRN_TYPE_BYTES,
          SHAPES("the packet's layout depends on it")),
    U32("offset", "bytes", "Where the packet begins in the file", TRN_ENTRY_OFFSET,
        SHAPES("it says where the packet lies")),
    GET("size", INTEGER, "bytes", "Size of the packet's data, behind 8 bytes of type and size",
        packet_size),
};

static const Column packet_hidden[] = {
    BYTES("type_raw", "The four bytes of the type", TRN_ENTRY_TYPE, TRN_TYPE_BYTES,
          SHAPES("the packet's layout depends on it")),
    GET("data", BLOB, NULL,
        "The packet's data; of a compressed walkmesh, the compressed_data stand behind 12 bytes",
        packet_data, .of_whole = true),
};

static const Table trn_packets = {
    .name = "trn_packets",
    .doc = "The packets that a file is made of, known and unknown ones, in the order of its "
           "directory.",
    .example = "SELECT type, count(*), sum(size) FROM trn_packets('samples/*.tr?') GROUP BY type",
    .format = &trn_format,
    .reads = READS_HEADER,
    COLUMNS(packet_columns),
    HIDDEN(packet_hidden),
    .typical_rows = 2,
    ROWS(Trn, directory, packet_count, TRN_ENTRY_BYTES),
};

/* ---- trn_areas ------------------------------------------------------------------------------- */

static bool area_rows(Opening *opening) {
    const Trn *trn = (const Trn *)opening->document;
    opening->array->records = trn->document.bytes;
    opening->array->count = trn->area_count;
    opening->array->starts = trn->area_starts;
    opening->array->offset = 0;
    return true;
}

static Value area_packet(const Row *row) {
    return value_integer((int64_t)((const Trn *)row->document)->area_packets[row->index]);
}

static const Column area_columns[] = {
    GET_REF("packet_id", "trn_packets", "Packet that holds it", area_packet),
    U32("width", "tiles, outside megatiles",
        "Size from west to east; that of exteriors includes the border", TRN_AREA_WIDTH),
    U32("height", "tiles, outside megatiles",
        "Size from south to north; that of exteriors includes the border", TRN_AREA_HEIGHT),
    U32("area_id", NULL, "Number of the area", TRN_AREA_ID),
};

static const Table trn_areas = {
    .name = "trn_areas",
    .doc = "The size of each area (TRWH packets).",
    .example = "SELECT file, width, height, area_id FROM trn_areas('samples/*.tr?')",
    .format = &trn_format,
    COLUMNS(area_columns),
    .typical_rows = 1,
    .rows = area_rows,
};

/* ---- Functions ------------------------------------------------------------------------------- */

static const Argument trn_glb_arguments[] = {GLB_TEXTURES};

static const Function functions[] = {
    {.name = "aswm_triangle_at",
     .takes = "src, x, y [, z]",
     .doc = "The id of the triangle at a point; where surfaces overlap, of the one nearest to z, "
            "or the first without z. NULL off the mesh.",
     .example = "SELECT aswm_triangle_at('samples/house.trx', 4.5, 4.5)",
     .format = &trn_format,
     .call = aswm_triangle_at_call},
    {.name = "aswm_walkable_at",
     .takes = "src, x, y [, z]",
     .doc =
         "1 if one can walk on a triangle at a point, else 0; where surfaces overlap, on the one "
         "nearest to z, or on any without z. 0 off the mesh.",
     .example = "SELECT tag, aswm_walkable_at(gamemap_beside(file, 'trx'), x, y, z) "
                "FROM nwn_objects('samples/house.git') WHERE kind IN ('creature', 'waypoint')",
     .format = &trn_format,
     .call = aswm_walkable_at_call},
    {.name = "aswm_height",
     .takes = "src, x, y",
     .doc = "The height of the walkmesh at a point in metres; NULL off the mesh.",
     .example = "SELECT aswm_height('samples/house.trx', 4.5, 4.5)",
     .format = &trn_format,
     .call = aswm_height_call},
    {.name = "aswm_distance",
     .takes = "src, x1, y1, x2, y2",
     .doc = "The length of the shortest way over the ground from one place to another in metres, "
            "that of aswm_pulled_path. NULL where there is no way (aswm_path_status "
            "says why); a place off the mesh is an error that names the nearest one on it.",
     .example = "SELECT aswm_distance('samples/house.trx', 1, 2, 13, 14)",
     .format = &trn_format,
     .call = aswm_distance_call},
    {.name = "aswm_next_triangle",
     .takes = "src, from_triangle, to_triangle",
     .most = 5,
     .doc = "The next triangle on the way to another one of the same tile, by the tile's path "
            "table; NULL where there is none. With x and y of two places instead, it is about the "
            "triangles at them.",
     .example = "SELECT aswm_next_triangle('samples/house.trx', 0, 5)",
     .format = &trn_format,
     .call = aswm_next_triangle_call},
    {.name = "aswm_next_island",
     .takes = "src, from_island, to_island",
     .doc = "The next island on the way to another; NULL where there is none.",
     .example = "SELECT aswm_next_island('samples/house.trx', 0, 1)",
     .format = &trn_format,
     .call = aswm_next_island_call},
    {.name = "aswm_path_status",
     .takes = "src, from_triangle, to_triangle",
     .most = 5,
     .doc = "Whether aswm_path finds a route: 'ok', 'same', 'not baked', 'not walkable', "
            "'unreachable', or 'broken' where the tables are damaged. With x and y of two places "
            "instead, it is about the triangles at them.",
     .example = "SELECT aswm_path_status('samples/house.trx', 0, 80)",
     .format = &trn_format,
     .call = aswm_path_status_call},
    {.name = "aswm_glb",
     .takes = "src",
     .doc = "A walkmesh as binary glTF (.glb), in metres, y is up: walkable triangles by what the "
            "ground is, all others grey.",
     .example = "SELECT length(aswm_glb('samples/house.trx')) > 1000",
     .format = &trn_format,
     .call = aswm_glb_call},
    {.name = "trn_glb",
     .names_files = true,
     .takes = "src [, textures]",
     .doc = "The ground and water of an exterior as binary glTF (.glb), in metres, y is up: a node "
            "for each megatile, with its tints, and the first of its textures. Most interiors "
            "have neither, which is an error: aswm_glb shows those. " GLB_TEXTURES_DOC,
     .example = "SELECT length(trn_glb('samples/meadow.trx')) > 1000",
     .format = &trn_format,
     ARGUMENTS(trn_glb_arguments),
     .call = trn_glb_call},
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Format *const formats[] = {&trn_format};

static const Table *const tables[] = {
    &trn_files,
    &trn_packets,
    &trn_areas,
    &trn_terrains,
    &trn_terrain_vertices,
    &trn_terrain_triangles,
    &trn_grass,
    &trn_grass_blades,
    &trn_waters,
    &trn_water_vertices,
    &trn_water_triangles,
    &aswm_meshes,
    &aswm_vertices,
    &aswm_edges,
    &aswm_triangles,
    &aswm_tiles,
    &aswm_tile_vertices,
    &aswm_tile_edges,
    &aswm_tile_paths,
    &aswm_islands,
    &aswm_island_links,
    &aswm_island_paths,
    &aswm_path,
    &aswm_shortest_path,
    &aswm_pulled_path,
    &aswm_nearest_table,
    &aswm_sight_table,
    &aswm_sheets,
    &aswm_components,
    &aswm_removed,
    &aswm_added,
};

const Module trn_module = {
    MODULE_PARTS(formats, format),
    MODULE_PARTS(tables, table),
    MODULE_PARTS(functions, function),
};
