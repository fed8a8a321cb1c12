/* GND tables: the map, its textures, lightmaps, surfaces, cubes and water. The mesh that they make
** up is in gnd_mesh_tables.c, the format in src/gnd.h. */
#include "gnd_tables.h"

static uint64_t offset_in_file(const Gnd *gnd, const uint8_t *at) {
    return (uint64_t)(at - gnd->document.bytes);
}

/* Records that lie in the file one after the other. */
static void array_in_file(Array *array, const Gnd *gnd, const uint8_t *records, uint64_t count,
                          uint64_t stride) {
    if (!records) return;
    array->records = records;
    array->count = count;
    array->stride = (uint32_t)stride;
    array->offset = offset_in_file(gnd, records);
}

static Value value_integer_unless_negative(int64_t integer) {
    return integer < 0 ? value_null() : value_integer(integer);
}

/* ---- gnd_maps ----------------------------------------------------------------------------------- */

typedef enum MapFact {
    MAP_LAYOUT,
    MAP_SCALE,
    MAP_LIGHTMAP_WIDTH,
    MAP_LIGHTMAP_HEIGHT,
    MAP_LIGHTMAP_WIDTH_RAW,
    MAP_LIGHTMAP_HEIGHT_RAW,
    MAP_LIGHTMAP_FORMAT,
    MAP_PLANES_U,
    MAP_PLANES_V,
    MAP_TRAILING,
} MapFact;

static Value map_fact(const Row *row, uint32_t fact) {
    const Gnd *gnd = row->document;
    bool exists = fact == MAP_PLANES_U || fact == MAP_PLANES_V ? gnd->water != NULL
                  : fact == MAP_LAYOUT || fact == MAP_TRAILING  ? true
                                                                : gnd->layout->has_header;
    if (!exists) return value_null();
    switch ((MapFact)fact) {
    case MAP_LAYOUT: return value_text(gnd->layout->name);
    case MAP_SCALE: return value_real((double)gnd->scale);
    case MAP_LIGHTMAP_WIDTH: return value_integer(gnd->lightmap_width);
    case MAP_LIGHTMAP_HEIGHT: return value_integer(gnd->lightmap_height);
    case MAP_LIGHTMAP_WIDTH_RAW: return value_integer(gnd->stored_lightmap_width);
    case MAP_LIGHTMAP_HEIGHT_RAW: return value_integer(gnd->stored_lightmap_height);
    case MAP_LIGHTMAP_FORMAT: return value_integer(gnd->lightmap_format);
    case MAP_PLANES_U: return value_integer(gnd->water_planes_u);
    case MAP_PLANES_V: return value_integer(gnd->water_planes_v);
    case MAP_TRAILING: return value_blob(gnd->trailing, gnd->trailing_bytes);
    }
    return value_null();
}

static const Column map_columns[] = {
    MEMBER(STRING, "version", NULL, "Version; NULL without header", Gnd, document.version),
    GET("layout", TEXT, NULL,
        "How lightmaps and cubes are stored: rgb28 (all from 1.7 on), rgb24, rgb22, indexed28, "
        "indexed24, indexed22, headerless", map_fact, MAP_LAYOUT),
    MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd, width),
    MEMBER(U32, "height", "cubes", "Cubes from south to north", Gnd, height),
    GET("scale", REAL, "GND units per cube", "Size of a cube, 10 in every known file", map_fact,
        MAP_SCALE),
    MEMBER(U64, "texture_count", NULL, "Number of textures", Gnd, texture_count),
    MEMBER(U32, "texture_path_length", "bytes", "Size of a texture's path in the file", Gnd,
           texture_path_length),
    MEMBER(U64, "lightmap_count", NULL, "Number of lightmaps", Gnd, lightmap_count),
    GET("lightmap_width", INTEGER, "texels", "Width of a lightmap; 8 where the file says 0 x 0",
        map_fact, MAP_LIGHTMAP_WIDTH),
    GET("lightmap_height", INTEGER, "texels", "Height of a lightmap; 8 where the file says 0 x 0",
        map_fact, MAP_LIGHTMAP_HEIGHT),
    GET("lightmap_format", INTEGER, NULL, "Pixel format of lightmaps as stored, usually 1",
        map_fact, MAP_LIGHTMAP_FORMAT),
    MEMBER(U64, "surface_count", NULL, "Number of surfaces", Gnd, surface_count),
    MEMBER(U64, "cube_count", NULL, "Number of cubes: width x height", Gnd, cube_count),
    GET("water_planes_u", INTEGER, NULL, "Water planes from west to east; NULL before 1.8",
        map_fact, MAP_PLANES_U),
    GET("water_planes_v", INTEGER, NULL, "Water planes from south to north; NULL before 1.8",
        map_fact, MAP_PLANES_V),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the map", Gnd, trailing_bytes),
};

static const Column map_hidden[] = {
    GET("trailing", BLOB, NULL, "The bytes after the end of the map", map_fact, MAP_TRAILING),
    GET("lightmap_width_raw", INTEGER, "texels", "Width of a lightmap as stored", map_fact,
        MAP_LIGHTMAP_WIDTH_RAW),
    GET("lightmap_height_raw", INTEGER, "texels", "Height of a lightmap as stored", map_fact,
        MAP_LIGHTMAP_HEIGHT_RAW),
};

static const Table gnd_maps = {
    .name = "gnd_maps",
    .doc = "The header of each map, one row for a file.",
    .example = "SELECT file, version, layout, width, height FROM gnd_maps('samples/*.gnd')",
    .format = &gnd_format,
    COLUMNS(map_columns),
    HIDDEN(map_hidden),
    .typical_rows = 1,
    .rows = document_row,
};

/* ---- gnd_textures -------------------------------------------------------------------------------- */

static bool texture_rows(Document *document, const Arguments *arguments, Arena *scratch,
                         Array *array, Error *error) {
    Gnd *gnd = (Gnd *)document;
    (void)arguments;
    (void)scratch;
    array_in_file(array, gnd, gnd->textures, gnd->texture_count, gnd->texture_path_length);
    return gnd_decode_paths(gnd, error);
}

static Value texture_path(const Row *row, uint32_t unused) {
    (void)unused;
    return value_text(((const Gnd *)row->document)->texture_paths[row->index]);
}

static Value texture_path_raw(const Row *row, uint32_t unused) {
    (void)unused;
    return value_blob(row->record, row->array->stride);
}

static const Column texture_columns[] = {
    GET("path", TEXT, NULL, "Path below data\\texture\\, backslashes as stored; from CP949",
        texture_path, 0),
};

static const Column texture_hidden[] = {
    GET("path_raw", BLOB, NULL, "The whole field, with whatever follows the path's end",
        texture_path_raw, 0),
};

static const Table gnd_textures = {
    .name = "gnd_textures",
    .doc = "The texture files that a map names.",
    .example = "SELECT id, path FROM gnd_textures('samples/town.gnd')",
    .format = &gnd_format,
    COLUMNS(texture_columns),
    HIDDEN(texture_hidden),
    .typical_rows = 40,
    .rows = texture_rows,
};

/* ---- gnd_lightmaps ------------------------------------------------------------------------------- */

static bool lightmap_rows(Document *document, const Arguments *arguments, Arena *scratch,
                          Array *array, Error *error) {
    Gnd *gnd = (Gnd *)document;
    (void)arguments;
    (void)scratch;
    array_in_file(array, gnd, gnd->lightmaps, gnd->lightmap_count, gnd->lightmap_bytes);
    return gnd_decode_planes(gnd, error);
}

static uint64_t texels_of(const Gnd *gnd) {
    return (uint64_t)gnd->lightmap_width * gnd->lightmap_height;
}

/* The texels of the plane that an indexed lightmap names for a channel; NULL: none of the file's. */
static const uint8_t *plane_of(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    int32_t plane = load_i32(row->record + 4 * channel);
    if (plane < 0 || (uint64_t)plane >= gnd->plane_count) return NULL;
    return gnd->plane_texels + (uint64_t)plane * GND_PLANE_TEXELS;
}

static Value lightmap_shadow(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    (void)unused;
    if (!gnd->layout->indexed) return value_blob(row->record, texels_of(gnd));
    const uint8_t *plane = plane_of(row, 0);
    return plane ? value_blob(plane, GND_PLANE_TEXELS) : value_null();
}

static Value lightmap_color(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    (void)unused;
    if (!gnd->layout->indexed) {
        return value_blob(row->record + texels_of(gnd), 3 * texels_of(gnd));
    }
    uint8_t *color = arena_alloc(row->scratch, 3, GND_PLANE_TEXELS);
    if (!color) return value_null();
    for (uint32_t channel = 0; channel < 3; channel++) {
        const uint8_t *plane = plane_of(row, channel + 1);
        if (!plane) return value_null();
        for (unsigned i = 0; i < GND_PLANE_TEXELS; i++) color[3 * i + channel] = plane[i];
    }
    return value_blob(color, 3 * GND_PLANE_TEXELS);
}

static Value lightmap_plane(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    if (!gnd->layout->indexed) return value_null();
    return value_reference(load_i32(row->record + 4 * channel), gnd->plane_count);
}

static Value lightmap_plane_raw(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    return gnd->layout->indexed ? value_integer(load_i32(row->record + 4 * channel)) : value_null();
}

#define PLANE(letter, channel, number)                                                             \
    GET_REF("plane_" letter, "gnd_lightmap_planes",                                                \
            "Plane of " channel " of an indexed lightmap; NULL for others", lightmap_plane, number)
#define PLANE_RAW(letter, channel, number)                                                         \
    GET("plane_" letter "_raw", INTEGER, NULL, "Plane of " channel " as stored",                   \
        lightmap_plane_raw, number)

static const Column lightmap_columns[] = {
    GET("shadow", BLOB, "255: no shadow",
        "One byte a texel, rows from the south, each from the west; the outermost ring repeats the "
        "neighbours", lightmap_shadow, 0),
    GET("color", BLOB, "RGB", "Red, green and blue of each texel, in the same order",
        lightmap_color, 0),
    PLANE("a", "shadow", 0),
    PLANE("r", "red", 1),
    PLANE("g", "green", 2),
    PLANE("b", "blue", 3),
};

static const Column lightmap_hidden[] = {
    PLANE_RAW("a", "shadow", 0),
    PLANE_RAW("r", "red", 1),
    PLANE_RAW("g", "green", 2),
    PLANE_RAW("b", "blue", 3),
};

static const Table gnd_lightmaps = {
    .name = "gnd_lightmaps",
    .doc = "Lightmaps: the baked shadow and coloured light of surfaces.",
    .example = "SELECT id, hex(substr(shadow, 1, 8)) FROM gnd_lightmaps('samples/town.gnd') LIMIT 3",
    .format = &gnd_format,
    COLUMNS(lightmap_columns),
    HIDDEN(lightmap_hidden),
    .typical_rows = 1000,
    .rows = lightmap_rows,
};

/* ---- gnd_lightmap_planes -------------------------------------------------------------------------- */

static bool plane_rows(Document *document, const Arguments *arguments, Arena *scratch,
                       Array *array, Error *error) {
    Gnd *gnd = (Gnd *)document;
    (void)arguments;
    (void)scratch;
    array_in_file(array, gnd, gnd->planes, gnd->plane_count, GND_PLANE_BYTES);
    return gnd_decode_planes(gnd, error);
}

static Value plane_texels(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    (void)unused;
    return value_blob(gnd->plane_texels + row->index * GND_PLANE_TEXELS, GND_PLANE_TEXELS);
}

static const Column plane_columns[] = {
    GET("texels", BLOB, "0 to 248, multiples of 8",
        "8 x 8 values of five bits as the high bits of a byte, rows from the south", plane_texels,
        0),
};

static const Column plane_hidden[] = {
    BYTES("packed", "The 40 bytes as stored: five bits each, columns from the west", 0,
          GND_PLANE_BYTES),
};

static const Table gnd_lightmap_planes = {
    .name = "gnd_lightmap_planes",
    .doc = "The planes that indexed lightmaps (1.5 and 1.6) share: one channel of 8 x 8 texels.",
    .example = "SELECT id, hex(texels) FROM gnd_lightmap_planes('samples/old.gnd')",
    .format = &gnd_format,
    COLUMNS(plane_columns),
    HIDDEN(plane_hidden),
    .typical_rows = 100,
    .rows = plane_rows,
};

/* ---- gnd_texels ----------------------------------------------------------------------------------- */

static bool texel_rows(Document *document, const Arguments *arguments, Arena *scratch,
                       Array *array, Error *error) {
    Gnd *gnd = (Gnd *)document;
    (void)arguments;
    (void)scratch;
    array->count = gnd->lightmap_count * texels_of(gnd);
    return gnd_decode_planes(gnd, error);
}

static uint64_t texel_offset(const Row *row) {
    const Gnd *gnd = row->document;
    uint64_t lightmap = row->index / texels_of(gnd);
    uint64_t within = gnd->layout->indexed ? 0 : row->index % texels_of(gnd);
    return offset_in_file(gnd, gnd->lightmaps) + lightmap * gnd->lightmap_bytes + within;
}

static Value texel_lightmap(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer((int64_t)(row->index / texels_of(row->document)));
}

static Value texel_x(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer((int64_t)(row->index % ((const Gnd *)row->document)->lightmap_width));
}

static Value texel_y(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    (void)unused;
    return value_integer((int64_t)(row->index / gnd->lightmap_width % gnd->lightmap_height));
}

static Value texel_channel(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    uint64_t texels = texels_of(gnd);
    return value_integer_unless_negative(gnd_texel(
        gnd, row->index / texels, (uint32_t)(row->index % texels), channel));
}

static void find_texels(const void *document, const Array *array, const KeyRange *ranges,
                        RowRange *range) {
    const Gnd *gnd = document;
    uint64_t texels = texels_of(gnd);
    (void)array;
    find_equal_children(texels, &ranges[0], range);
    if (range->end - range->first != texels) return; /* several lightmaps, or none */
    RowRange within = {.end = texels};
    find_in_grid(gnd->lightmap_width, &ranges[1], &ranges[2], &within);
    range->end = range->first + within.end;
    range->first += within.first;
}

static const Column texel_columns[] = {
    GET_REF("lightmap_id", "gnd_lightmaps", "The lightmap", texel_lightmap, 0),
    GET("x", INTEGER, "texels", "Column, from the west; 0 and the last repeat the neighbours",
        texel_x, 0),
    GET("y", INTEGER, "texels", "Row, from the south; 0 and the last repeat the neighbours",
        texel_y, 0),
    GET("shadow", INTEGER, "0 to 255", "255: no shadow; NULL where an indexed lightmap's plane is "
        "missing", texel_channel, 0),
    GET("red", INTEGER, "0 to 255", "Red of the light", texel_channel, 1),
    GET("green", INTEGER, "0 to 255", "Green of the light", texel_channel, 2),
    GET("blue", INTEGER, "0 to 255", "Blue of the light", texel_channel, 3),
};

static const Table gnd_texels = {
    .name = "gnd_texels",
    .doc = "The texels of all lightmaps, one row each.",
    .example = "SELECT x, y, shadow, red, green, blue FROM gnd_texels('samples/town.gnd') "
               "WHERE lightmap_id = 1 AND y = 3",
    .format = &gnd_format,
    COLUMNS(texel_columns),
    .typical_rows = 64000,
    .rows = texel_rows,
    .indexes = {{.keys = {"lightmap_id", "y", "x"}, .rows_per_key = 64, .find = find_texels}},
    .byte_offset = texel_offset,
};

/* ---- gnd_surfaces --------------------------------------------------------------------------------- */

static bool surface_rows(Document *document, const Arguments *arguments, Arena *scratch,
                         Array *array, Error *error) {
    const Gnd *gnd = (const Gnd *)document;
    (void)arguments;
    (void)scratch;
    (void)error;
    array->records = gnd->surfaces;
    array->count = gnd->surface_count;
    array->stride = GND_SURFACE_BYTES;
    return true;
}

/* Without header: where the cell stores the face's texture. */
static uint64_t surface_offset(const Row *row) {
    const Gnd *gnd = row->document;
    if (gnd->layout->has_header) return offset_in_file(gnd, row->record);
    return offset_in_file(gnd, gnd->cubes) - GND_CELL_HEIGHTS +
           row->index / GND_FACES * GND_CELL_BYTES + row->index % GND_FACES * 4;
}

static Value surface_texture_raw(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer(gnd_stored_texture(row->document, row->index));
}

static Value surface_lightmap(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    uint16_t lightmap = load_u16(row->record + GND_SURFACE_LIGHTMAP);
    (void)unused;
    if (lightmap == GND_NO_LIGHTMAP) return value_null();
    return value_reference(lightmap, gnd->lightmap_count);
}

static Value surface_lightmap_raw(const Row *row, uint32_t unused) {
    const Gnd *gnd = row->document;
    (void)unused;
    if (!gnd->layout->has_header) return value_null();
    return value_integer(load_u16(row->record + GND_SURFACE_LIGHTMAP));
}

static Value surface_color(const Row *row, uint32_t offset) {
    const Gnd *gnd = row->document;
    return gnd->layout->has_header ? value_integer(row->record[offset]) : value_null();
}

#define SURFACE_COLOR(name, offset)                                                                \
    GET(name, INTEGER, "0 to 255", "Colour of the south-west corner; NULL without header",         \
        surface_color, offset)

static const Column surface_columns[] = {
    REF_I16("texture_id", "gnd_textures", "Its texture; NULL for none", GND_SURFACE_TEXTURE, Gnd,
            texture_count),
    GET_REF("lightmap_id", "gnd_lightmaps", "Its lightmap; NULL for none", surface_lightmap, 0),
    F32("u_sw", "textures", "U of corner 0: the south-west one of a top", 0),
    F32("u_se", "textures", "U of corner 1: the south-east one of a top", 4),
    F32("u_nw", "textures", "U of corner 2: the north-west one of a top", 8),
    F32("u_ne", "textures", "U of corner 3: the north-east one of a top", 12),
    F32("v_sw", "textures", "V of corner 0", 16),
    F32("v_se", "textures", "V of corner 1", 20),
    F32("v_nw", "textures", "V of corner 2", 24),
    F32("v_ne", "textures", "V of corner 3", 28),
    SURFACE_COLOR("red", GND_SURFACE_RED),
    SURFACE_COLOR("green", GND_SURFACE_GREEN),
    SURFACE_COLOR("blue", GND_SURFACE_BLUE),
    SURFACE_COLOR("alpha", GND_SURFACE_ALPHA),
};

static const Column surface_hidden[] = {
    GET("texture_id_raw", INTEGER, NULL, "The texture as stored; -1: none", surface_texture_raw,
        0),
    GET("lightmap_id_raw", INTEGER, NULL, "The lightmap as stored; 65535: none",
        surface_lightmap_raw, 0),
};

static const Table gnd_surfaces = {
    .name = "gnd_surfaces",
    .doc = "Surfaces: how a face of a cube is painted. Without header three of them are made up "
           "for each cube: id = 3 x cube + face.",
    .example = "SELECT t.path, count(*) FROM gnd_surfaces('samples/town.gnd') s "
               "JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1",
    .format = &gnd_format,
    COLUMNS(surface_columns),
    HIDDEN(surface_hidden),
    .typical_rows = 10000,
    .rows = surface_rows,
    .byte_offset = surface_offset,
};

/* ---- gnd_cubes ------------------------------------------------------------------------------------ */

static bool cube_rows(Document *document, const Arguments *arguments, Arena *scratch,
                      Array *array, Error *error) {
    const Gnd *gnd = (const Gnd *)document;
    (void)arguments;
    (void)scratch;
    (void)error;
    array_in_file(array, gnd, gnd->cubes, gnd->cube_count, gnd->layout->cube_bytes);
    if (!gnd->layout->has_header) array->offset -= GND_CELL_HEIGHTS;
    return true;
}

static void find_cubes(const void *document, const Array *array, const KeyRange *ranges,
                       RowRange *range) {
    (void)array;
    find_in_grid(((const Gnd *)document)->width, &ranges[0], &ranges[1], range);
}

static Value cube_x(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer((uint32_t)row->index % ((const Gnd *)row->document)->width);
}

static Value cube_y(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer((uint32_t)row->index / ((const Gnd *)row->document)->width);
}

static Value cube_surface(const Row *row, uint32_t face) {
    return value_integer_unless_negative(gnd_surface(row->document, row->index, (GndFace)face));
}

static Value cube_surface_raw(const Row *row, uint32_t face) {
    return value_integer(gnd_stored_surface(row->document, row->index, (GndFace)face));
}

static Value cube_unknown(const Row *row, uint32_t unused) {
    const GndLayout *layout = ((const Gnd *)row->document)->layout;
    (void)unused;
    if (!layout->has_header) {
        return value_blob(row->record - GND_CELL_HEIGHTS + GND_CELL_UNKNOWN,
                          GND_CELL_UNKNOWN_BYTES);
    }
    return layout->cube_bytes == 24 ? value_blob(row->record + 22, 2) : value_null();
}

static const Column cube_columns[] = {
    GET("x", INTEGER, "cubes", "Column, from the west", cube_x, 0),
    GET("y", INTEGER, "cubes", "Row, from the south", cube_y, 0),
    F32("height_sw", "GND units", "Altitude of the south-west corner; negative is up", 0),
    F32("height_se", "GND units", "Altitude of the south-east corner; negative is up", 4),
    F32("height_nw", "GND units", "Altitude of the north-west corner; negative is up", 8),
    F32("height_ne", "GND units", "Altitude of the north-east corner; negative is up", 12),
    GET_REF("surface_top", "gnd_surfaces", "Surface of the top; NULL for none", cube_surface,
            GND_TOP),
    GET_REF("surface_north", "gnd_surfaces", "Surface of the wall to the north; NULL for none",
            cube_surface, GND_NORTH),
    GET_REF("surface_east", "gnd_surfaces", "Surface of the wall to the east; NULL for none",
            cube_surface, GND_EAST),
};

static const Column cube_hidden[] = {
    GET("surface_top_raw", INTEGER, NULL,
        "The top's surface as stored, -1: none; without header its id where it has a texture",
        cube_surface_raw, GND_TOP),
    GET("surface_north_raw", INTEGER, NULL, "The north wall's surface, likewise", cube_surface_raw,
        GND_NORTH),
    GET("surface_east_raw", INTEGER, NULL, "The east wall's surface, likewise", cube_surface_raw,
        GND_EAST),
    GET("unknown", BLOB, NULL,
        "Eight bytes of a cell without header, the padding of a cube of 24 bytes, else NULL",
        cube_unknown, 0),
};

static const Table gnd_cubes = {
    .name = "gnd_cubes",
    .doc = "Cubes: the grid of the ground, rows from the south, each from the west.",
    .example = "SELECT y, min(height_sw), max(height_sw) FROM gnd_cubes('samples/town.gnd') "
               "GROUP BY y",
    .format = &gnd_format,
    COLUMNS(cube_columns),
    HIDDEN(cube_hidden),
    .typical_rows = 30000,
    .rows = cube_rows,
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 170, .find = find_cubes}},
};

/* ---- gnd_water ------------------------------------------------------------------------------------ */

static bool water_rows(Document *document, const Arguments *arguments, Arena *scratch,
                       Array *array, Error *error) {
    const Gnd *gnd = (const Gnd *)document;
    (void)arguments;
    (void)scratch;
    (void)error;
    array->count = gnd->water ? 1 + gnd->water_plane_count : 0;
    return true;
}

/* The block of which the row is made: row 0 is the default, the planes follow. */
static const uint8_t *water_record(const Row *row) {
    const Gnd *gnd = row->document;
    return row->index ? gnd->water_planes + (row->index - 1) * gnd->water_plane_bytes : gnd->water;
}

static uint64_t water_offset(const Row *row) {
    return offset_in_file(row->document, water_record(row));
}

static Value water_is_default(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer(row->index == 0);
}

typedef enum WaterField { WATER_INTEGER = 1 } WaterField; /* flag beside the offset */

/* A field at parameter / 2 of a block. The planes of 1.8 have a level only. */
static Value water_field(const Row *row, uint32_t parameter) {
    const Gnd *gnd = row->document;
    uint32_t offset = parameter / 2;
    bool own = offset == 0 || gnd->water_plane_bytes == GND_WATER_BYTES;
    const uint8_t *field = (own ? water_record(row) : gnd->water) + offset;
    if (parameter & WATER_INTEGER) return value_integer(load_i32(field));
    return value_real((double)load_f32(field));
}

typedef enum WaterPlace { GRID_X, GRID_Y, MIN_X, MIN_Y, MAX_X, MAX_Y } WaterPlace;

static Value water_place(const Row *row, uint32_t place) {
    const Gnd *gnd = row->document;
    bool is_default = row->index == 0;
    uint64_t columns = is_default ? 1 : gnd->water_planes_u, rows = is_default ? 1 : gnd->water_planes_v;
    uint64_t x = is_default ? 0 : (row->index - 1) % columns;
    uint64_t y = is_default ? 0 : (row->index - 1) / columns;
    double tile_width = 2.0 * gnd->width / (double)columns;
    double tile_height = 2.0 * gnd->height / (double)rows;
    switch ((WaterPlace)place) {
    case GRID_X: return is_default ? value_null() : value_integer((int64_t)x);
    case GRID_Y: return is_default ? value_null() : value_integer((int64_t)y);
    case MIN_X: return value_real(tile_width * (double)x);
    case MIN_Y: return value_real(tile_height * (double)y);
    case MAX_X: return value_real(tile_width * (double)(x + 1));
    case MAX_Y: return value_real(tile_height * (double)(y + 1));
    }
    return value_null();
}

#define WATER_REAL(name, unit, doc, offset) GET(name, REAL, unit, doc, water_field, 2 * (offset))
#define WATER_INT(name, unit, doc, offset)                                                         \
    GET(name, INTEGER, unit, doc, water_field, 2 * (offset) + WATER_INTEGER)

static const Column water_columns[] = {
    GET("is_default", INTEGER, NULL, "1: the block that stands before the planes",
        water_is_default, 0),
    GET("grid_x", INTEGER, "planes", "Column of the plane, from the west; NULL for the default",
        water_place, GRID_X),
    GET("grid_y", INTEGER, "planes", "Row of the plane, from the south; NULL for the default",
        water_place, GRID_Y),
    GET("min_x", REAL, "GAT tiles", "Western edge, two tiles a cube", water_place, MIN_X),
    GET("min_y", REAL, "GAT tiles", "Southern edge", water_place, MIN_Y),
    GET("max_x", REAL, "GAT tiles", "Eastern edge", water_place, MAX_X),
    GET("max_y", REAL, "GAT tiles", "Northern edge", water_place, MAX_Y),
    WATER_REAL("level", "GND units", "Altitude of the water; negative is up", 0),
    WATER_INT("type", NULL, "Texture set, as in water<type>00.jpg; 4 and 6 are lava", 4),
    WATER_REAL("wave_height", "GND units", "Amplitude of the waves", 8),
    WATER_REAL("wave_speed", "degrees per frame", "Speed of the waves, at 60 frames a second", 12),
    WATER_REAL("wave_pitch", "degrees per cube", "Phase of the waves from one cube to the next",
               16),
    WATER_INT("cycle_interval", "frames", "How long each of the 32 textures is shown", 20),
};

static const Table gnd_water = {
    .name = "gnd_water",
    .doc = "Water of 1.8 and 1.9: the default block, then the planes from the south-west. In 1.8 "
           "planes have a level of their own and repeat the default's other values.",
    .example = "SELECT is_default, level, type, wave_height FROM gnd_water('samples/lake.gnd')",
    .format = &gnd_format,
    COLUMNS(water_columns),
    .typical_rows = 3,
    .rows = water_rows,
    .byte_offset = water_offset,
};

/* ---- Module --------------------------------------------------------------------------------------- */

static const Format *const gnd_formats[] = {&gnd_format};

static const Table *const gnd_tables[] = {
    &gnd_maps,   &gnd_textures, &gnd_lightmaps, &gnd_lightmap_planes, &gnd_texels, &gnd_surfaces,
    &gnd_cubes,  &gnd_water,    &gnd_vertices,  &gnd_triangles,
};

static const Function gnd_functions[] = {{
    .name = "posterize",
    .signature = "posterize(value [, step [, mode]])",
    .doc = "Colour components with fewer levels, of a number or of each byte of a BLOB. Step is "
           "16 unless given. Mode 'floor' (the default) gives floor(c / step) * step; 'replicate' "
           "keeps the high bits and repeats them, as the game's textures show them, and takes "
           "integers from 0 to 255 and steps that are powers of two.",
    .example = "SELECT posterize(200), posterize(200, 16, 'replicate'), hex(posterize(x'00c8ff'))",
    .least = 1,
    .most = 3,
    .call = gnd_posterize,
}};

const Module gnd_module = {
    MODULE_PARTS(gnd_formats, format),
    MODULE_PARTS(gnd_tables, table),
    MODULE_PARTS(gnd_functions, function),
};
