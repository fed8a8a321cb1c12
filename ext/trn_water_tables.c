/* TRN tables: water (WATR packets). */
#include "trn_tables.h"

static const Trn *trn_of(const Row *row) {
    return row->document;
}

/* ---- trn_waters ------------------------------------------------------------------------------ */

static bool water_rows(Opening *opening) {
    const Trn *trn = (const Trn *)opening->document;
    surface_rows(trn, &trn->waters, opening->array);
    return true;
}

typedef enum WaterFact { WATER_PACKET, WATER_X, WATER_Y, WATER_IMAGE } WaterFact;

static Value water_fact(const Row *row, uint32_t fact) {
    const TrnSurface *water = &trn_of(row)->waters.items[row->index];
    switch ((WaterFact)fact) {
    case WATER_PACKET: return value_integer((int64_t)water->packet);
    case WATER_X: return value_integer(load_u32(water->behind));
    case WATER_Y: return value_integer(load_u32(water->behind + 4));
    case WATER_IMAGE: return value_blob(water->images[0].bytes, water->images[0].size);
    }
    return value_null();
}

#define TEXTURE(i)                                                                                 \
    CHARS("texture" #i, "Scrolling texture " #i, 168 + 48 * i, 32),                                \
    F32("texture" #i "_direction_x", NULL, "Where texture " #i " moves, to the east",              \
        200 + 48 * i),                                                                             \
    F32("texture" #i "_direction_y", NULL, "Where texture " #i " moves, to the north",             \
        204 + 48 * i),                                                                             \
    F32("texture" #i "_rate", NULL, "How fast texture " #i " moves", 208 + 48 * i),                \
    F32("texture" #i "_angle", NULL, "Angle of texture " #i " as stored", 212 + 48 * i)
#define TEXTURE_RAW(i)                                                                             \
    BYTES("texture" #i "_raw", "The whole field of texture " #i, 168 + 48 * i, 32)

static const Column water_columns[] = {
    GET_REF_WITH("packet_id", "trn_packets", "Packet that holds it", water_fact, WATER_PACKET),
    GET_WITH("x", INTEGER, "megatiles outside, 9 m inside", "Column, counted from the west", water_fact,
        WATER_X),
    GET_WITH("y", INTEGER, "megatiles outside, 9 m inside", "Row, counted from the south", water_fact,
        WATER_Y),
    CHARS("name", "Name, empty in known files", 0, 32),
    F32("color_red", "0 to 1", "Red of the water", 128),
    F32("color_green", "0 to 1", "Green of the water", 132),
    F32("color_blue", "0 to 1", "Blue of the water", 136),
    F32("ripple_x", NULL, "Ripples from west to east", 140),
    F32("ripple_y", NULL, "Ripples from south to north", 144),
    F32("smoothness", NULL, "Smoothness", 148),
    F32("reflection_bias", NULL, "Bias of the reflection", 152),
    F32("reflection_power", NULL, "Power of the reflection", 156),
    F32("specular_power", NULL, "Power of the highlights", 160),
    F32("specular_coefficient", NULL, "Coefficient of the highlights", 164),
    TEXTURE(0), TEXTURE(1), TEXTURE(2),
    F32("offset_u", NULL, "Offset of texture coordinates u", 312),
    F32("offset_v", NULL, "Offset of texture coordinates v", 316),
    U32("vertex_count", NULL, "Number of vertices, usually 625", 320),
    U32("triangle_count", NULL, "Number of triangles, usually 1152", 324),
};

static const Column water_hidden[] = {
    BYTES("name_raw", "The whole field of the name", 0, 32),
    BYTES("unknown_32", "96 bytes that nobody has explained", 32, 96),
    TEXTURE_RAW(0), TEXTURE_RAW(1), TEXTURE_RAW(2),
    GET_WITH("image", BLOB, NULL, "DDS image of 8 bits", water_fact, WATER_IMAGE),
};

const Table trn_waters = {
    .name = "trn_waters",
    .doc = "The water of each megatile that has some (WATR packets).",
    .example = "SELECT x, y, texture0, color_red, color_green, color_blue "
               "FROM trn_waters('samples/meadow.trx')",
    .format = &trn_format,
    COLUMNS(water_columns),
    HIDDEN(water_hidden),
    .typical_rows = 5,
    .rows = water_rows,
};

/* ---- trn_water_vertices ---------------------------------------------------------------------- */

LIST_FUNCTIONS(vertex, waters.vertices)

static Value vertex_index(const Row *row) {
    return number_in_parent(&trn_of(row)->waters.vertices, row);
}

static const Column vertex_columns[] = {
    GET_REF("water_id", "trn_waters", "Water", vertex_parent),
    GET("vertex_index", INTEGER, NULL, "Number of the vertex in its water", vertex_index),
    F32("x", "metres", "Position, to the east", 0),
    F32("y", "metres", "Position, to the north", 4),
    F32("z", "metres", "Height, up", 8),
    F32("u5", NULL, "Texture coordinate from west to east, times 5", 12),
    F32("v5", NULL, "Texture coordinate from south to north, times 5", 16),
    F32("u", NULL, "Texture coordinate, from west to east", 20),
    F32("v", NULL, "Texture coordinate, from south to north", 24),
};

const Table trn_water_vertices = {
    .name = "trn_water_vertices",
    .doc = "The vertices of all water.",
    .example = "SELECT water_id, min(z), max(z) FROM trn_water_vertices('samples/meadow.trx') "
               "GROUP BY water_id",
    .format = &trn_format,
    COLUMNS(vertex_columns),
    .typical_rows = 3000,
    .rows = vertex_rows,
    .indexes = {{.keys = {"water_id"}, .rows_per_key = 625, .find = vertex_find}},
};

/* ---- trn_water_triangles --------------------------------------------------------------------- */

LIST_FUNCTIONS(triangle, waters.triangles)

static Value triangle_vertex(const Row *row, uint32_t corner) {
    return corner_value(&trn_of(row)->waters, row, corner);
}

static uint32_t flag_of(const Row *row) {
    const TrnSurfaces *waters = &trn_of(row)->waters;
    uint32_t parent = trn_parent(&waters->triangles, row->index);
    uint64_t number = row->index - waters->triangles.first[parent];
    return load_u32(waters->items[parent].flags + 4 * number);
}

static Value triangle_flag(const Row *row) {
    return value_integer(flag_of(row));
}

static Value triangle_is_wet(const Row *row) {
    return value_integer(flag_of(row) == 0);
}

static const Column triangle_columns[] = {
    GET_REF("water_id", "trn_waters", "Water", triangle_parent),
    GET_REF_WITH("vertex0", "trn_water_vertices", "First corner", triangle_vertex, 0),
    GET_REF_WITH("vertex1", "trn_water_vertices", "Second corner", triangle_vertex, 1),
    GET_REF_WITH("vertex2", "trn_water_vertices", "Third corner", triangle_vertex, 2),
    GET("flags", INTEGER, NULL, "0: water, 1: none", triangle_flag),
    GET("wet", INTEGER, NULL, "1: there is water", triangle_is_wet),
};

static const Column triangle_hidden[] = {
    U16("vertex0_raw", NULL, "First corner as stored: the number in its water", 0),
    U16("vertex1_raw", NULL, "Second corner as stored: the number in its water", 2),
    U16("vertex2_raw", NULL, "Third corner as stored: the number in its water", 4),
};

const Table trn_water_triangles = {
    .name = "trn_water_triangles",
    .doc = "The triangles of all water.",
    .example = "SELECT water_id, sum(wet) FROM trn_water_triangles('samples/meadow.trx') "
               "GROUP BY water_id",
    .format = &trn_format,
    COLUMNS(triangle_columns),
    HIDDEN(triangle_hidden),
    .typical_rows = 6000,
    .rows = triangle_rows,
    .indexes = {{.keys = {"water_id"}, .rows_per_key = 1152, .find = triangle_find}},
};
