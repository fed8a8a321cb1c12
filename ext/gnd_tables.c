/* GND tables: the map, its textures, surfaces, cubes and water. Lightmaps are in
** gnd_lightmap_tables.c, the mesh in gnd_mesh_tables.c, the format in src/gnd.h. */
#include "gnd_tables.h"

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
    GET_WITH("layout", TEXT, NULL,
        "How lightmaps and cubes are stored: rgb28 (all from 1.7 on), rgb24, rgb22, indexed28, "
        "indexed24, indexed22, headerless", map_fact, MAP_LAYOUT),
    MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd, width),
    MEMBER(U32, "height", "cubes", "Cubes from south to north", Gnd, height),
    GET_WITH("scale", REAL, "GND units per cube", "Size of a cube, 10 in every known file", map_fact,
        MAP_SCALE),
    MEMBER(U64, "texture_count", NULL, "Number of textures", Gnd, texture_count),
    MEMBER(U64, "texture_path_length", "bytes", "Size of a texture's path in the file", Gnd,
           texture_path_length),
    MEMBER(U64, "lightmap_count", NULL, "Number of lightmaps", Gnd, lightmap_count),
    GET_WITH("lightmap_width", INTEGER, "texels", "Width of a lightmap; 8 where the file says 0 x 0",
        map_fact, MAP_LIGHTMAP_WIDTH),
    GET_WITH("lightmap_height", INTEGER, "texels", "Height of a lightmap; 8 where the file says 0 x 0",
        map_fact, MAP_LIGHTMAP_HEIGHT),
    GET_WITH("lightmap_format", INTEGER, NULL, "Pixel format of lightmaps as stored, usually 1",
        map_fact, MAP_LIGHTMAP_FORMAT),
    MEMBER(U64, "surface_count", NULL, "Number of surfaces", Gnd, surface_count),
    MEMBER(U64, "cube_count", NULL, "Number of cubes: width x height", Gnd, cube_count),
    GET_WITH("water_planes_u", INTEGER, NULL, "Water planes from west to east; NULL before 1.8",
        map_fact, MAP_PLANES_U),
    GET_WITH("water_planes_v", INTEGER, NULL, "Water planes from south to north; NULL before 1.8",
        map_fact, MAP_PLANES_V),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the map", Gnd, trailing_bytes),
};

static const Column map_hidden[] = {
    GET_WITH("trailing", BLOB, NULL, "The bytes after the end of the map", map_fact, MAP_TRAILING),
    GET_WITH("lightmap_width_raw", INTEGER, "texels", "Width of a lightmap as stored", map_fact,
        MAP_LIGHTMAP_WIDTH_RAW),
    GET_WITH("lightmap_height_raw", INTEGER, "texels", "Height of a lightmap as stored", map_fact,
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
    ONE_ROW,
};

/* ---- gnd_textures -------------------------------------------------------------------------------- */

static Value texture_path(const Row *row) {
    return value_text(((const Gnd *)row->document)->texture_paths[row->index]);
}

static Value texture_path_raw(const Row *row) {
    return value_blob(row->record, row->array->stride);
}

static const Column texture_columns[] = {
    GET("path", TEXT, NULL, "Path below data\\texture\\, backslashes as stored; from CP949",
        texture_path),
};

static const Column texture_hidden[] = {
    GET("path_raw", BLOB, NULL, "The whole field, with whatever follows the path's end",
        texture_path_raw),
};

static const Table gnd_textures = {
    .name = "gnd_textures",
    .doc = "The texture files that a map names.",
    .example = "SELECT id, path FROM gnd_textures('samples/town.gnd')",
    .format = &gnd_format,
    COLUMNS(texture_columns),
    HIDDEN(texture_hidden),
    .typical_rows = 40,
    SIZED_ROWS(Gnd, textures, texture_count, texture_path_length),
    .prepare = gnd_decode_paths,
};

/* ---- gnd_surfaces --------------------------------------------------------------------------------- */

/* Without header: where the cell stores the face's texture. */
static uint64_t surface_offset(const Row *row) {
    const Gnd *gnd = row->document;
    if (gnd->layout->has_header) return document_offset(&gnd->document, row->record);
    return document_offset(&gnd->document, gnd->cubes) - GND_CELL_HEIGHTS +
           row->index / GND_FACES * GND_CELL_BYTES + row->index % GND_FACES * 4;
}

static Value surface_texture_raw(const Row *row) {
    return value_integer(gnd_stored_texture(row->document, row->index));
}

static Value surface_lightmap(const Row *row) {
    const Gnd *gnd = row->document;
    uint16_t lightmap = load_u16(row->record + GND_SURFACE_LIGHTMAP);
    if (lightmap == GND_NO_LIGHTMAP) return value_null();
    return value_reference(lightmap, gnd->lightmap_count);
}

static Value surface_lightmap_raw(const Row *row) {
    const Gnd *gnd = row->document;
    if (!gnd->layout->has_header) return value_null();
    return value_integer(load_u16(row->record + GND_SURFACE_LIGHTMAP));
}

static Value surface_color(const Row *row, uint32_t offset) {
    const Gnd *gnd = row->document;
    return gnd->layout->has_header ? value_integer(row->record[offset]) : value_null();
}

#define SURFACE_COLOR(name, offset)                                                                \
    GET_WITH(name, INTEGER, "0 to 255", "Colour of the south-west corner; NULL without header",         \
        surface_color, offset)

static const Column surface_columns[] = {
    REF_I16("texture_id", "gnd_textures", "Its texture; NULL for none", GND_SURFACE_TEXTURE, Gnd,
            texture_count),
    GET_REF("lightmap_id", "gnd_lightmaps", "Its lightmap; NULL for none", surface_lightmap),
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
    GET("texture_id_raw", INTEGER, NULL, "The texture as stored; -1: none", surface_texture_raw),
    GET("lightmap_id_raw", INTEGER, NULL, "The lightmap as stored; 65535: none",
        surface_lightmap_raw),
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
    ROWS(Gnd, surfaces, surface_count, GND_SURFACE_BYTES),
    .byte_offset = surface_offset,
};

/* ---- gnd_cubes ------------------------------------------------------------------------------------ */

static bool cube_rows(Opening *opening) {
    Document *document = opening->document;
    Array *array = opening->array;
    const Gnd *gnd = (const Gnd *)document;
    array->records = gnd->cubes;
    array->count = gnd->cube_count;
    array->stride = gnd->layout->cube_bytes;
    array->offset = document_offset(document, gnd->cubes);
    if (!gnd->layout->has_header) array->offset -= GND_CELL_HEIGHTS;
    return true;
}

static void find_cubes(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    find_in_grid(((const Gnd *)seek->document)->width, &ranges[0], &ranges[1], range);
}

static Value cube_x(const Row *row) {
    return value_integer((uint32_t)row->index % ((const Gnd *)row->document)->width);
}

static Value cube_y(const Row *row) {
    return value_integer((uint32_t)row->index / ((const Gnd *)row->document)->width);
}

static Value cube_surface(const Row *row, uint32_t face) {
    return value_integer_unless_negative(gnd_surface(row->document, row->index, (GndFace)face));
}

static Value cube_surface_raw(const Row *row, uint32_t face) {
    return value_integer(gnd_stored_surface(row->document, row->index, (GndFace)face));
}

static Value cube_unknown(const Row *row) {
    const GndLayout *layout = ((const Gnd *)row->document)->layout;
    if (!layout->has_header) {
        return value_blob(row->record - GND_CELL_HEIGHTS + GND_CELL_UNKNOWN,
                          GND_CELL_UNKNOWN_BYTES);
    }
    return layout->cube_bytes == 24 ? value_blob(row->record + 22, 2) : value_null();
}

static const Column cube_columns[] = {
    GET("x", INTEGER, "cubes", "Column, from the west", cube_x),
    GET("y", INTEGER, "cubes", "Row, from the south", cube_y),
    F32("height_sw", "GND units", "Altitude of the south-west corner; negative is up", 0),
    F32("height_se", "GND units", "Altitude of the south-east corner; negative is up", 4),
    F32("height_nw", "GND units", "Altitude of the north-west corner; negative is up", 8),
    F32("height_ne", "GND units", "Altitude of the north-east corner; negative is up", 12),
    GET_REF_WITH("surface_top", "gnd_surfaces", "Surface of the top; NULL for none", cube_surface,
            GND_TOP),
    GET_REF_WITH("surface_north", "gnd_surfaces", "Surface of the wall to the north; NULL for none",
            cube_surface, GND_NORTH),
    GET_REF_WITH("surface_east", "gnd_surfaces", "Surface of the wall to the east; NULL for none",
            cube_surface, GND_EAST),
};

static const Column cube_hidden[] = {
    GET_WITH("surface_top_raw", INTEGER, NULL,
        "The top's surface as stored, -1: none; without header its id where it has a texture",
        cube_surface_raw, GND_TOP),
    GET_WITH("surface_north_raw", INTEGER, NULL, "The north wall's surface, likewise", cube_surface_raw,
        GND_NORTH),
    GET_WITH("surface_east_raw", INTEGER, NULL, "The east wall's surface, likewise", cube_surface_raw,
        GND_EAST),
    GET("unknown", BLOB, NULL,
        "Eight bytes of a cell without header, the padding of a cube of 24 bytes, else NULL",
        cube_unknown),
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

/* The block of which the row is made: row 0 is the default, the planes follow. */
static const uint8_t *water_record(const Row *row) {
    const Gnd *gnd = row->document;
    return row->index ? gnd->water_planes + (row->index - 1) * gnd->water_plane_bytes : gnd->water;
}

static uint64_t water_offset(const Row *row) {
    return document_offset(row->document, water_record(row));
}

static Value water_is_default(const Row *row) {
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
    uint64_t columns = is_default ? 1 : gnd->water_planes_u;
    uint64_t rows = is_default ? 1 : gnd->water_planes_v;
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

#define WATER_REAL(name, unit, doc, offset) GET_WITH(name, REAL, unit, doc, water_field, 2 * (offset))
#define WATER_INT(name, unit, doc, offset)                                                         \
    GET_WITH(name, INTEGER, unit, doc, water_field, 2 * (offset) + WATER_INTEGER)

static const Column water_columns[] = {
    GET("is_default", INTEGER, NULL, "1: the block that stands before the planes",
        water_is_default),
    GET_WITH("grid_x", INTEGER, "planes", "Column of the plane, from the west; NULL for the default",
        water_place, GRID_X),
    GET_WITH("grid_y", INTEGER, "planes", "Row of the plane, from the south; NULL for the default",
        water_place, GRID_Y),
    GET_WITH("min_x", REAL, "GAT tiles", "Western edge, two tiles a cube", water_place, MIN_X),
    GET_WITH("min_y", REAL, "GAT tiles", "Southern edge", water_place, MIN_Y),
    GET_WITH("max_x", REAL, "GAT tiles", "Eastern edge", water_place, MAX_X),
    GET_WITH("max_y", REAL, "GAT tiles", "Northern edge", water_place, MAX_Y),
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
    COMPUTED(Gnd, water_count),
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
