/* TRN tables: the ground of exteriors (TRRN packets). */
#include "trn_tables.h"

static const Trn *trn_of(const Row *row) {
    return row->document;
}

/* ---- trn_terrains ---------------------------------------------------------------------------- */

static bool terrain_rows(Opening *opening) {
    const Trn *trn = (const Trn *)opening->document;
    surface_rows(trn, &trn->terrains, opening->array);
    return true;
}

typedef enum TerrainFact {
    TERRAIN_PACKET,
    TERRAIN_X,
    TERRAIN_Y,
    TERRAIN_GRASS,
    TERRAIN_BLENDING_A,
    TERRAIN_BLENDING_B,
} TerrainFact;

static Value terrain_fact(const Row *row, uint32_t fact) {
    const Trn *trn = trn_of(row);
    const TrnSurface *terrain = &trn->terrains.items[row->index];
    uint32_t width = trn->area_count ? load_u32(trn->document.bytes + trn->area_starts[0]) : 0;
    switch ((TerrainFact)fact) {
    case TERRAIN_PACKET: return value_integer((int64_t)terrain->packet);
    case TERRAIN_X: return width ? value_integer((int64_t)(row->index % width)) : value_null();
    case TERRAIN_Y: return width ? value_integer((int64_t)(row->index / width)) : value_null();
    case TERRAIN_GRASS: return value_integer(terrain->grass_count);
    case TERRAIN_BLENDING_A:
        return value_blob(terrain->images[0].bytes, terrain->images[0].size);
    case TERRAIN_BLENDING_B:
        return value_blob(terrain->images[1].bytes, terrain->images[1].size);
    }
    return value_null();
}

#define TEXTURE(i) CHARS("texture" #i, "Texture " #i " of the ground", 128 + 32 * i, 32)
#define TEXTURE_RAW(i)                                                                             \
    BYTES("texture" #i "_raw", "The whole field of texture " #i, 128 + 32 * i, 32)
#define COLOR(i)                                                                                   \
    F32("color" #i "_red", "0 to 1", "Red of texture " #i, 320 + 12 * i),                          \
    F32("color" #i "_green", "0 to 1", "Green of texture " #i, 324 + 12 * i),                      \
    F32("color" #i "_blue", "0 to 1", "Blue of texture " #i, 328 + 12 * i)

static const Column terrain_columns[] = {
    GET_REF_WITH("packet_id", "trn_packets", "Packet that holds it", terrain_fact, TERRAIN_PACKET),
    GET_WITH("x", INTEGER, "megatiles", "Column, counted from the west", terrain_fact, TERRAIN_X),
    GET_WITH("y", INTEGER, "megatiles", "Row, counted from the south", terrain_fact, TERRAIN_Y),
    CHARS("name", "Name of the megatile", 0, 128),
    TEXTURE(0), TEXTURE(1), TEXTURE(2), TEXTURE(3), TEXTURE(4), TEXTURE(5),
    COLOR(0), COLOR(1), COLOR(2), COLOR(3), COLOR(4), COLOR(5),
    U32("vertex_count", NULL, "Number of vertices, usually 625", 392),
    U32("triangle_count", NULL, "Number of triangles, usually 1152", 396),
    GET_WITH("grass_count", INTEGER, NULL, "Number of kinds of grass", terrain_fact, TERRAIN_GRASS),
};

static const Column terrain_hidden[] = {
    BYTES("name_raw", "The whole field of the name", 0, 128),
    TEXTURE_RAW(0), TEXTURE_RAW(1), TEXTURE_RAW(2), TEXTURE_RAW(3), TEXTURE_RAW(4), TEXTURE_RAW(5),
    GET_WITH("blending_a", BLOB, NULL, "DDS image: red to alpha are the strengths of textures 0 to 3",
        terrain_fact, TERRAIN_BLENDING_A),
    GET_WITH("blending_b", BLOB, NULL, "DDS image: red and green are the strengths of textures 4 and 5",
        terrain_fact, TERRAIN_BLENDING_B),
};

const Table trn_terrains = {
    .name = "trn_terrains",
    .doc = "The ground of each megatile of an exterior (TRRN packets).",
    .example = "SELECT x, y, texture0, texture1, grass_count "
               "FROM trn_terrains('samples/meadow.trx')",
    .format = &trn_format,
    COLUMNS(terrain_columns),
    HIDDEN(terrain_hidden),
    .typical_rows = 64,
    .rows = terrain_rows,
};

/* ---- trn_terrain_vertices -------------------------------------------------------------------- */

LIST_FUNCTIONS(vertex, terrains.vertices)

static Value vertex_index(const Row *row) {
    return number_in_parent(&trn_of(row)->terrains.vertices, row);
}

static const Column vertex_columns[] = {
    GET_REF("terrain_id", "trn_terrains", "Megatile", vertex_parent),
    GET("vertex_index", INTEGER, NULL, "Number of the vertex in its megatile", vertex_index),
    F32("x", "metres", "Position, to the east", 0),
    F32("y", "metres", "Position, to the north", 4),
    F32("z", "metres", "Height, up", 8),
    F32("normal_x", NULL, "Normal, to the east", 12),
    F32("normal_y", NULL, "Normal, to the north", 16),
    F32("normal_z", NULL, "Normal, up", 20),
    U8("tint_red", "0 to 255", "Red of the tint", 26),
    U8("tint_green", "0 to 255", "Green of the tint", 25),
    U8("tint_blue", "0 to 255", "Blue of the tint", 24),
    U8("tint_alpha", "0 to 255", "Alpha of the tint", 27),
    F32("u", NULL, "Texture coordinate, from west to east", 28),
    F32("v", NULL, "Texture coordinate, from south to north", 32),
    F32("weight0", NULL, "First of two weights, 0 to 1 across the megatile", 36),
    F32("weight1", NULL, "Second of two weights, 0 to 1 across the megatile", 40),
};

const Table trn_terrain_vertices = {
    .name = "trn_terrain_vertices",
    .doc = "The vertices of the ground of all megatiles.",
    .example = "SELECT terrain_id, min(z), max(z) FROM trn_terrain_vertices('samples/meadow.trx') "
               "GROUP BY terrain_id",
    .format = &trn_format,
    COLUMNS(vertex_columns),
    .typical_rows = 40000,
    .rows = vertex_rows,
    .indexes = {{.keys = {"terrain_id"}, .rows_per_key = 625, .find = vertex_find}},
};

/* ---- trn_terrain_triangles ------------------------------------------------------------------- */

LIST_FUNCTIONS(triangle, terrains.triangles)

static Value triangle_vertex(const Row *row, uint32_t corner) {
    return corner_value(&trn_of(row)->terrains, row, corner);
}

static const Column triangle_columns[] = {
    GET_REF("terrain_id", "trn_terrains", "Megatile", triangle_parent),
    GET_REF_WITH("vertex0", "trn_terrain_vertices", "First corner", triangle_vertex, 0),
    GET_REF_WITH("vertex1", "trn_terrain_vertices", "Second corner", triangle_vertex, 1),
    GET_REF_WITH("vertex2", "trn_terrain_vertices", "Third corner", triangle_vertex, 2),
};

static const Column triangle_hidden[] = {
    U16("vertex0_raw", NULL, "First corner as stored: the number in the megatile", 0),
    U16("vertex1_raw", NULL, "Second corner as stored: the number in the megatile", 2),
    U16("vertex2_raw", NULL, "Third corner as stored: the number in the megatile", 4),
};

const Table trn_terrain_triangles = {
    .name = "trn_terrain_triangles",
    .doc = "The triangles of the ground of all megatiles.",
    .example = "SELECT terrain_id, count(*) FROM trn_terrain_triangles('samples/meadow.trx') "
               "GROUP BY terrain_id",
    .format = &trn_format,
    COLUMNS(triangle_columns),
    HIDDEN(triangle_hidden),
    .typical_rows = 70000,
    .rows = triangle_rows,
    .indexes = {{.keys = {"terrain_id"}, .rows_per_key = 1152, .find = triangle_find}},
};

/* ---- trn_grass ------------------------------------------------------------------------------- */

LIST_FUNCTIONS(grass, grass)

static const Column grass_columns[] = {
    GET_REF("terrain_id", "trn_terrains", "Megatile", grass_parent),
    CHARS("name", "Name of the kind of grass", 0, 32),
    CHARS("texture", "Texture of its blades", 32, 32),
    U32("blade_count", NULL, "Number of blades", 64),
};

static const Column grass_hidden[] = {
    BYTES("name_raw", "The whole field of the name", 0, 32),
    BYTES("texture_raw", "The whole field of the texture", 32, 32),
};

const Table trn_grass = {
    .name = "trn_grass",
    .doc = "The kinds of grass that grow on each megatile.",
    .example = "SELECT terrain_id, name, texture, blade_count FROM trn_grass('samples/meadow.trx')",
    .format = &trn_format,
    COLUMNS(grass_columns),
    HIDDEN(grass_hidden),
    .typical_rows = 100,
    .rows = grass_rows,
    .indexes = {{.keys = {"terrain_id"}, .rows_per_key = 2, .find = grass_find}},
};

/* ---- trn_grass_blades ------------------------------------------------------------------------ */

LIST_FUNCTIONS(blade, blades)

static const Column blade_columns[] = {
    GET_REF("grass_id", "trn_grass", "Kind of grass", blade_parent),
    F32("x", "metres", "Position, to the east", 0),
    F32("y", "metres", "Position, to the north", 4),
    F32("z", "metres", "Height of the position, up", 8),
    F32("direction_x", NULL, "Direction, to the east", 12),
    F32("direction_y", NULL, "Direction, to the north", 16),
    F32("direction_z", NULL, "Direction, up", 20),
    F32("dimension_x", "metres", "Size, first dimension", 24),
    F32("dimension_y", "metres", "Size, second dimension", 28),
    F32("dimension_z", "metres", "Size, third dimension", 32),
};

const Table trn_grass_blades = {
    .name = "trn_grass_blades",
    .doc = "The blades of all grass.",
    .example = "SELECT grass_id, x, y, z FROM trn_grass_blades('samples/meadow.trx')",
    .format = &trn_format,
    COLUMNS(blade_columns),
    .typical_rows = 10000,
    .rows = blade_rows,
    .indexes = {{.keys = {"grass_id"}, .rows_per_key = 100, .find = blade_find}},
};
