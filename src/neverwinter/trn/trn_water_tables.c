/* TRN tables: water (WATR packets). */
#include "neverwinter/trn/trn_tables.h"
#include "neverwinter/names/names.h"

static const TrnSurface *water_of(const Row *row) {
    return &trn_of(row)->waters.items[row->index];
}

static const uint8_t *place_at(const Row *row, uint32_t at) {
    return water_of(row)->place + at;
}

static bool image_lies(const Row *row, uint32_t number, CellPlace *place) {
    return place_image(place, &water_of(row)->images[number]);
}

#define TEXTURE_AT(i) (TRN_WATER_TEXTURES + TRN_SCROLLING_BYTES * i)
#define TEXTURE(i)                                                                                 \
    CHARS_AND_RAW("texture" #i, "Scrolling texture " #i, "texture " #i, TEXTURE_AT(i),             \
                  TRN_NAME_BYTES, .nocase = true, .names = &nwn2_texture),                         \
        F32("texture" #i "_direction_x", NULL, "Where texture " #i " moves, to the east",          \
            TRN_AT(TEXTURE_AT(i) + TRN_SCROLLING_DIRECTION, 0)),                                   \
        F32("texture" #i "_direction_y", NULL, "Where texture " #i " moves, to the north",         \
            TRN_AT(TEXTURE_AT(i) + TRN_SCROLLING_DIRECTION, 1)),                                   \
        F32("texture" #i "_rate", NULL, "How fast texture " #i " moves",                           \
            TEXTURE_AT(i) + TRN_SCROLLING_RATE),                                                   \
        F32("texture" #i "_angle", NULL, "Angle of texture " #i " as stored",                      \
            TEXTURE_AT(i) + TRN_SCROLLING_ANGLE)

static const Column water_columns[] = {
    PACKET(waters.packets),
    FIELD_AT(U32, "x", "megatiles outside, 9 m inside", "Column, counted from the west", place_at,
             0),
    FIELD_AT(U32, "y", "megatiles outside, 9 m inside", "Row, counted from the south", place_at, 4),
    CHARS_AND_RAW("name", "Name, empty in known files", "the name", TRN_WATER_NAME, TRN_NAME_BYTES),
    BYTES("unknown_32", "96 bytes that nobody has explained", TRN_WATER_UNKNOWN,
          TRN_WATER_UNKNOWN_BYTES, .hidden = true),
    F32("color_red", "0 to 1", "Red of the water", TRN_AT(TRN_WATER_COLOR, 0)),
    F32("color_green", "0 to 1", "Green of the water", TRN_AT(TRN_WATER_COLOR, 1)),
    F32("color_blue", "0 to 1", "Blue of the water", TRN_AT(TRN_WATER_COLOR, 2)),
    F32("ripple_x", NULL, "Ripples from west to east", TRN_AT(TRN_WATER_RIPPLE, 0)),
    F32("ripple_y", NULL, "Ripples from south to north", TRN_AT(TRN_WATER_RIPPLE, 1)),
    F32("smoothness", NULL, "Smoothness", TRN_WATER_SMOOTHNESS),
    F32("reflection_bias", NULL, "Bias of the reflection", TRN_WATER_REFLECTION_BIAS),
    F32("reflection_power", NULL, "Power of the reflection", TRN_WATER_REFLECTION_POWER),
    F32("specular_power", NULL, "Power of the highlights", TRN_WATER_SPECULAR_POWER),
    F32("specular_coefficient", NULL, "Coefficient of the highlights",
        TRN_WATER_SPECULAR_COEFFICIENT),
    THREE_OF(TEXTURE),
    F32("offset_u", NULL, "Offset of texture coordinates u", TRN_AT(TRN_WATER_UV_OFFSET, 0)),
    F32("offset_v", NULL, "Offset of texture coordinates v", TRN_AT(TRN_WATER_UV_OFFSET, 1)),
    U32("vertex_count", NULL, "Number of vertices, usually 625", TRN_WATER_VERTEX_COUNT,
        SHAPES_COUNT),
    U32("triangle_count", NULL, "Number of triangles, usually 1152", TRN_WATER_TRIANGLE_COUNT,
        SHAPES_COUNT),
    SIZED_BY(BYTES, "image", "DDS image of 8 bits", image_lies, 0, .hidden = true),
};

const Table trn_waters = {
    TABLE("trn_waters", trn_format, water_columns),
    .doc = "The water of each megatile that has some (WATR packets).",
    .example = "SELECT x, y, texture0, color_red, color_green, color_blue "
               "FROM trn_waters('samples/meadow.trx')",
    .typical_rows = 5,
    CHILD_ROWS(Trn, waters.packets.rows),
};

static const Column vertex_columns[] = {
    PARENT("water_id", "trn_waters", "Water", Trn, waters.vertices.children),
    NUMBER("vertex_index", "Number of the vertex in its water", Trn, waters.vertices.children),
    POSITION(TRN_VERTEX_POSITION),
    F32("u5", NULL, "Texture coordinate from west to east, times 5",
        TRN_AT(TRN_WATER_VERTEX_UV5, 0)),
    F32("v5", NULL, "Texture coordinate from south to north, times 5",
        TRN_AT(TRN_WATER_VERTEX_UV5, 1)),
    F32("u", NULL, "Texture coordinate, from west to east", TRN_AT(TRN_WATER_VERTEX_UV, 0)),
    F32("v", NULL, "Texture coordinate, from south to north", TRN_AT(TRN_WATER_VERTEX_UV, 1)),
};

const Table trn_water_vertices = {
    TABLE("trn_water_vertices", trn_format, vertex_columns),
    .doc = "The vertices of all water.",
    .example = "SELECT water_id, min(z), max(z) FROM trn_water_vertices('samples/meadow.trx') "
               "GROUP BY water_id",
    .typical_rows = 3000,
    ROWS_OF("water_id", 625, Trn, waters.vertices.children),
};

static const uint8_t *flag_at(const Row *row, uint32_t at) {
    const TrnSurfaces *waters = &trn_of(row)->waters;
    uint64_t water = children_parent(&waters->triangles.children, row->index);
    uint64_t number = row->index - waters->triangles.children.first[water];
    return waters->items[water].flags + 4 * number + at;
}

static Value triangle_is_wet(const Row *row) {
    return value_integer(load_u32(flag_at(row, 0)) == 0);
}

static const Name flag_names[] = {{0, "water"}, {1, "none"}, {0, NULL}};

static const Column triangle_columns[] = {
    PARENT("water_id", "trn_waters", "Water", Trn, waters.triangles.children),
    CORNERS("trn_water_vertices", waters, "its water"),
    ENUM_AT(U32, "flags", "0 if there is water, 1 if there is none", flag_at, 0, flag_names),
    GET("wet", INTEGER, NULL, "1 if there is water", triangle_is_wet),
};

const Table trn_water_triangles = {
    TABLE("trn_water_triangles", trn_format, triangle_columns),
    .doc = "The triangles of all water.",
    .example = "SELECT water_id, sum(wet) FROM trn_water_triangles('samples/meadow.trx') "
               "GROUP BY water_id",
    .typical_rows = 6000,
    ROWS_OF("water_id", 1152, Trn, waters.triangles.children),
};
