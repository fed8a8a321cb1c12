/* TRN tables: the ground of exteriors (TRRN packets). */
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/names/names.h"

static bool image_lies(const Row *row, uint32_t number, CellPlace *place) {
    return place_image(place, &trn_of(row)->terrains.items[row->index].images[number]);
}

#define TEXTURE_AT(i)  (TRN_TERRAIN_TEXTURES + TRN_NAME_BYTES * i)
#define COLOR_AT(i, c) TRN_AT(TRN_TERRAIN_COLORS, 3 * i + c)
#define TEXTURE(i)                                                                                 \
    CHARS_AND_RAW("texture" #i, "Texture " #i " of the ground", "texture " #i, TEXTURE_AT(i),      \
                  TRN_NAME_BYTES, .nocase = true, .names = &nwn2_texture)
#define COLOR(i)                                                                                   \
    F32("color" #i "_red", "0 to 1", "Red of texture " #i, COLOR_AT(i, 0)),                        \
        F32("color" #i "_green", "0 to 1", "Green of texture " #i, COLOR_AT(i, 1)),                \
        F32("color" #i "_blue", "0 to 1", "Blue of texture " #i, COLOR_AT(i, 2))
#define IN_AREA WHERE_DOCUMENT(Trn, area_width)

static const Column terrain_columns[] = {
    PACKET(terrains.packets),
    GRID(X, "x", "megatiles", "Column, counted from the west", Trn, area_width, IN_AREA),
    GRID(Y, "y", "megatiles", "Row, counted from the south", Trn, area_width, IN_AREA),
    CHARS_AND_RAW("name", "Name of the megatile", "the name", TRN_TERRAIN_NAME,
                  TRN_TERRAIN_NAME_BYTES),
    SIX_OF(TEXTURE),
    SIX_OF(COLOR),
    U32("vertex_count", NULL, "Number of vertices, usually 625", TRN_TERRAIN_VERTEX_COUNT,
        SHAPES_COUNT),
    U32("triangle_count", NULL, "Number of triangles, usually 1152", TRN_TERRAIN_TRIANGLE_COUNT,
        SHAPES_COUNT),
    CHILD_COUNT("grass_count", "Number of kinds of grass", Trn, grass),
    SIZED_BY(BYTES, "blending_a", "DDS image: red to alpha are the strengths of textures 0 to 3",
             image_lies, 0, .hidden = true),
    SIZED_BY(BYTES, "blending_b", "DDS image: red and green are the strengths of textures 4 and 5",
             image_lies, 1, .hidden = true),
};

const Table trn_terrains = {
    TABLE("trn_terrains", trn_format, terrain_columns),
    .doc = "The ground of each megatile of an exterior (TRRN packets).",
    .example = "SELECT x, y, texture0, texture1, grass_count "
               "FROM trn_terrains('samples/meadow.trx')",
    .typical_rows = 64,
    CHILD_ROWS(Trn, terrains.packets.rows),
};

static const Column vertex_columns[] = {
    PARENT("terrain_id", "trn_terrains", "Megatile", Trn, terrains.vertices.children),
    NUMBER("vertex_index", "Number of the vertex in its megatile", Trn, terrains.vertices.children),
    POSITION(TRN_VERTEX_POSITION),
    F32("normal_x", NULL, "Normal, to the east", TRN_AT(TRN_VERTEX_NORMAL, 0)),
    F32("normal_y", NULL, "Normal, to the north", TRN_AT(TRN_VERTEX_NORMAL, 1)),
    F32("normal_z", NULL, "Normal, up", TRN_AT(TRN_VERTEX_NORMAL, 2)),
    U8("tint_red", "0 to 255", "Red of the tint", TRN_VERTEX_TINT_RED),
    U8("tint_green", "0 to 255", "Green of the tint", TRN_VERTEX_TINT_GREEN),
    U8("tint_blue", "0 to 255", "Blue of the tint", TRN_VERTEX_TINT_BLUE),
    U8("tint_alpha", "0 to 255", "Alpha of the tint", TRN_VERTEX_TINT_ALPHA),
    F32("u", NULL, "Texture coordinate, from west to east", TRN_AT(TRN_VERTEX_UV, 0)),
    F32("v", NULL, "Texture coordinate, from south to north", TRN_AT(TRN_VERTEX_UV, 1)),
    F32("weight0", NULL, "First of two weights, 0 to 1 across the megatile",
        TRN_AT(TRN_VERTEX_WEIGHTS, 0)),
    F32("weight1", NULL, "Second of two weights, 0 to 1 across the megatile",
        TRN_AT(TRN_VERTEX_WEIGHTS, 1)),
};

const Table trn_terrain_vertices = {
    TABLE("trn_terrain_vertices", trn_format, vertex_columns),
    .doc = "The vertices of the ground of all megatiles.",
    .example = "SELECT terrain_id, min(z), max(z) FROM trn_terrain_vertices('samples/meadow.trx') "
               "GROUP BY terrain_id",
    .typical_rows = 40000,
    ROWS_OF("terrain_id", 625, Trn, terrains.vertices.children),
};

static const Column triangle_columns[] = {
    PARENT("terrain_id", "trn_terrains", "Megatile", Trn, terrains.triangles.children),
    CORNERS("trn_terrain_vertices", terrains, "the megatile"),
};

const Table trn_terrain_triangles = {
    TABLE("trn_terrain_triangles", trn_format, triangle_columns),
    .doc = "The triangles of the ground of all megatiles.",
    .example = "SELECT terrain_id, count(*) FROM trn_terrain_triangles('samples/meadow.trx') "
               "GROUP BY terrain_id",
    .typical_rows = 70000,
    ROWS_OF("terrain_id", 1152, Trn, terrains.triangles.children),
};

static const Column grass_columns[] = {
    PARENT("terrain_id", "trn_terrains", "Megatile", Trn, grass),
    CHARS_AND_RAW("name", "Name of the kind of grass", "the name", TRN_GRASS_NAME, TRN_NAME_BYTES),
    CHARS_AND_RAW("texture", "Texture of its blades", "the texture", TRN_GRASS_TEXTURE,
                  TRN_NAME_BYTES, .nocase = true, .names = &nwn2_texture),
    U32("blade_count", NULL, "Number of blades", TRN_GRASS_BLADE_COUNT, SHAPES_COUNT),
};

const Table trn_grass = {
    TABLE("trn_grass", trn_format, grass_columns),
    .doc = "The kinds of grass that grow on each megatile.",
    .example = "SELECT terrain_id, name, texture, blade_count FROM trn_grass('samples/meadow.trx')",
    .typical_rows = 100,
    ROWS_OF("terrain_id", 2, Trn, grass),
};

static const Column blade_columns[] = {
    PARENT("grass_id", "trn_grass", "Kind of grass", Trn, blades.children),
    F32("x", "metres", "Position, to the east", TRN_AT(TRN_BLADE_POSITION, 0)),
    F32("y", "metres", "Position, to the north", TRN_AT(TRN_BLADE_POSITION, 1)),
    F32("z", "metres", "Height of the position, up", TRN_AT(TRN_BLADE_POSITION, 2)),
    F32("direction_x", NULL, "Direction, to the east", TRN_AT(TRN_BLADE_DIRECTION, 0)),
    F32("direction_y", NULL, "Direction, to the north", TRN_AT(TRN_BLADE_DIRECTION, 1)),
    F32("direction_z", NULL, "Direction, up", TRN_AT(TRN_BLADE_DIRECTION, 2)),
    F32("dimension_x", "metres", "Size, first dimension", TRN_AT(TRN_BLADE_DIMENSIONS, 0)),
    F32("dimension_y", "metres", "Size, second dimension", TRN_AT(TRN_BLADE_DIMENSIONS, 1)),
    F32("dimension_z", "metres", "Size, third dimension", TRN_AT(TRN_BLADE_DIMENSIONS, 2)),
};

const Table trn_grass_blades = {
    TABLE("trn_grass_blades", trn_format, blade_columns),
    .doc = "The blades of all grass.",
    .example = "SELECT grass_id, x, y, z FROM trn_grass_blades('samples/meadow.trx')",
    .typical_rows = 10000,
    ROWS_OF("grass_id", 100, Trn, blades.children),
};
