/* GND tables: the map, its textures, surfaces, cubes and water. gnd_lightmap_tables.c has the
** lightmaps, gnd_mesh_tables.c the mesh; gnd.h describes the format. */
#include "ragnarok/gnd/gnd.h"
#include "ragnarok/ro_names.h"
#include "scene/glb_call.h"

/* Returns 2 / scale, since a cube is two tiles wide; NULL if the scale is 0. */
static Value map_normalizing_scale(const Row *row) {
    double scale = (double)((const Gnd *)row->document)->scale;
    return scale < 0 || scale > 0 ? value_real(2 / scale) : value_null();
}

/* The format of lightmaps stands before the first of them. */
static const uint8_t *lightmap_format_at(const Row *row, uint32_t at UNUSED) {
    const Gnd *gnd = row->document;
    return gnd->has_header && gnd->lightmaps ? gnd->lightmaps - sizeof(int32_t) : NULL;
}

/* A member of Gnd that is NULL in files without a header or, for WATER_MEMBER, without water. */
#define HEADER_MEMBER(kind, name, unit, doc, ...)                                                  \
    MEMBER(kind, name, unit, doc, Gnd, __VA_ARGS__, WHERE_MEMBER(Gnd, has_header))
#define WATER_MEMBER(kind, name, unit, doc, ...)                                                   \
    MEMBER(kind, name, unit, doc, Gnd, __VA_ARGS__, WHERE_MEMBER(Gnd, has_water))

static const Column map_columns[] = {
    MEMBER(STRING, "version", NULL, "Version of the format; NULL in files without a header", Gnd,
           document.version, .also_called = "GRGN"),
    POINTED(MEMBER_STRING, "layout", NULL,
            "How lightmaps and cubes are stored: rgb28 (all from 1.7 on), rgb24, rgb22, indexed28, "
            "indexed24, indexed22, headerless",
            Gnd, layout, offsetof(GndLayout, name)),
    MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd, width),
    MEMBER(U32, "height", "cubes", "Cubes from south to north", Gnd, height),
    HEADER_MEMBER(F32, "scale", "GND units per cube", "Size of a cube, 10 in every known file",
                  scale, LIES_AT(F32, GND_HEADER_SCALE), .also_called = "Geometry scale factor"),
    GET("normalizing_scale", REAL, "tiles per GND unit",
        "Factor that makes tiles of heights: tiles per cube / scale, 1/5 in every known file",
        map_normalizing_scale, WHERE_MEMBER(Gnd, has_header),
        .also_called = "normalizingScaleFactor"),
    MEMBER(U64, "texture_count", NULL, "Number of textures", Gnd, texture_count),
    MEMBER(U64, "texture_path_length", "bytes", "Size of a texture's path in the file", Gnd,
           texture_path_length),
    MEMBER(U64, "lightmap_count", NULL, "Number of lightmaps", Gnd, lightmap_count,
           .also_called = "Lightmap Slice Count"),
    HEADER_MEMBER(U32, "lightmap_width", "texels",
                  "Width of a lightmap; 8 where the file says 0 x 0", lightmap_width),
    HEADER_MEMBER(U32, "lightmap_height", "texels",
                  "Height of a lightmap; 8 where the file says 0 x 0", lightmap_height),
    HEADER_MEMBER(I32, "lightmap_format", NULL, "Pixel format of lightmaps as stored, usually 1",
                  lightmap_format, LIES_WHERE(I32, lightmap_format_at, 0),
                  .also_called = "Pixel Format"),
    MEMBER(U64, "surface_count", NULL, "Number of surfaces", Gnd, surface_count),
    MEMBER(U64, "cube_count", NULL, "Number of cubes: width x height", Gnd, cube_count),
    WATER_MEMBER(U32, "water_planes_u", NULL, "Water planes from west to east; NULL before 1.8",
                 water_planes_u, .also_called = "numWaterPlanesU"),
    WATER_MEMBER(U32, "water_planes_v", NULL, "Water planes from south to north; NULL before 1.8",
                 water_planes_v, .also_called = "numWaterPlanesV"),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the map", Gnd, trailing.size),
    RUN(BYTES, "trailing", "The bytes after the end of the map", Gnd, trailing, .of_whole = true,
        .hidden = true),
    HEADER_MEMBER(I32, "lightmap_width_raw", "texels", "Width of a lightmap as stored",
                  stored_lightmap_width, .hidden = true),
    HEADER_MEMBER(I32, "lightmap_height_raw", "texels", "Height of a lightmap as stored",
                  stored_lightmap_height, .hidden = true),
};

static const Table gnd_maps = {
    TABLE("gnd_maps", gnd_format, map_columns),
    .doc = "The header of each map, one row for a file.",
    .example = "SELECT file, version, layout, width, height FROM gnd_maps('samples/*.gnd')",
    .reads = READS_HEADER,
    ONE_ROW,
};

static const Column texture_columns[] = {
    CHARS_CP949("path", "Path below data\\texture\\, backslashes as stored; from CP949", 0, 0,
                .nocase = true, .also_called = "Texture Paths", .names = &ro_texture),
    FOUND_PATH("texture_path", "The texture's file as it was found in texture/ beside the map"),
    BYTES("path_raw", "The whole field, with whatever follows the path's end", 0, 0,
          .also_called = "garbage bytes", .hidden = true),
};

static bool find_texture_paths(Opening *opening) {
    return names_find_paths(opening, &texture_columns[0]);
}

static const Table gnd_textures = {
    TABLE("gnd_textures", gnd_format, texture_columns),
    .doc = "The texture files that a map names, and where they are found.",
    .example = "SELECT id, path FROM gnd_textures('samples/town.gnd')",
    .reads = READS_HEADER,
    .names_files = true,
    .typical_rows = 40,
    SIZED_ROWS(Gnd, textures, texture_count, texture_path_length),
    .rows = find_texture_paths,
    .identity = {"path"},
};

/* Returns where a surface lies; without a header, where the cell stores the face's texture. */
static uint64_t surface_offset(const Row *row) {
    const Gnd *gnd = row->document;
    return document_offset(&gnd->document,
                           gnd->has_header ? row->record : gnd_cell_texture(gnd, row->index));
}

/* Returns where a surface's texture lies: without a header, in the cell. */
static const uint8_t *surface_texture_at(const Row *row, uint32_t at) {
    const Gnd *gnd = row->document;
    return gnd->has_header ? row->record + at : gnd_cell_texture(gnd, row->index);
}

static uint32_t surface_texture_bytes(const Row *row, uint32_t at UNUSED) {
    return ((const Gnd *)row->document)->has_header ? 2 : 4;
}

#define SURFACE_TEXTURE                                                                            \
    .where = surface_texture_at, .at = GND_SURFACE_TEXTURE, .bytes_of = surface_texture_bytes,     \
    .in_record = true

/* Returns a field of a surface. Without a header, cells have only u and v, corner after corner. */
static const uint8_t *surface_field(const Row *row, uint32_t offset) {
    const Gnd *gnd = row->document;
    if (gnd->has_header) return row->record + offset;
    if (offset >= GND_SURFACE_TEXTURE) return NULL;
    const uint8_t *cell = gnd->document.bytes + gnd_cube_offset(gnd, row->index / GND_FACES);
    uint32_t corner = offset % GND_SURFACE_V / 4, is_v = offset >= GND_SURFACE_V;
    return cell + GND_CELL_UV + row->index % GND_FACES * 32 + 8 * corner + 4 * is_v;
}

#define SURFACE_COLOR(name, ...)                                                                   \
    U8(name, "0 to 255", "Colour of the south-west corner; NULL in files without a header",        \
       __VA_ARGS__, WHERE_DOCUMENT(Gnd, has_header), .also_called = "Vertex Color")
#define SURFACE_U(name, corner, doc, Called)                                                       \
    F32(name, "textures", doc, GND_AT(GND_SURFACE_U, corner), .also_called = Called)
#define SURFACE_V(name, corner, doc, Called)                                                       \
    F32(name, "textures", doc, GND_AT(GND_SURFACE_V, corner), .also_called = Called)

static const Column surface_columns[] = {
    REF_WITH(I16, "texture_id", "gnd_textures", "Its texture; NULL if it has none", 0, Gnd,
             texture_count, SURFACE_TEXTURE),
    REF_WITH(U16, "lightmap_id", "gnd_lightmaps", "Its lightmap; NULL if it has none",
             GND_SURFACE_LIGHTMAP, Gnd, lightmap_count, .empties = true,
             .also_called = "Lightmap Slice ID"),
    SURFACE_U("u_sw", GND_SW, "U of corner 0: the south-west one of a top",
              "Texture Coordinates, bottomLeftU"),
    SURFACE_U("u_se", GND_SE, "U of corner 1: the south-east one of a top", "bottomRightU"),
    SURFACE_U("u_nw", GND_NW, "U of corner 2: the north-west one of a top", "topLeftU"),
    SURFACE_U("u_ne", GND_NE, "U of corner 3: the north-east one of a top", "topRightU"),
    SURFACE_V("v_sw", GND_SW, "V of corner 0", "bottomLeftV"),
    SURFACE_V("v_se", GND_SE, "V of corner 1", "bottomRightV"),
    SURFACE_V("v_nw", GND_NW, "V of corner 2", "topLeftV"),
    SURFACE_V("v_ne", GND_NE, "V of corner 3", "topRightV"),
    GND_COLORS_OF(SURFACE_COLOR),
    FIELD(I16, "texture_id_raw", NULL, "The texture as stored, where -1 means none", 0,
          SURFACE_TEXTURE, .hidden = true),
    U16("lightmap_id_raw", NULL, "The lightmap as stored, where 65535 means none",
        GND_SURFACE_LIGHTMAP, WHERE_DOCUMENT(Gnd, has_header), .hidden = true),
};

static const Table gnd_surfaces = {
    TABLE("gnd_surfaces", gnd_format, surface_columns),
    .also_called = "Surface Definitions",
    .doc = "Surfaces: how a face of a cube is painted. Files without a header store none, so three "
           "are made up for each cube: id = 3 x cube + face.",
    .example = "SELECT t.path, count(*) FROM gnd_surfaces('samples/town.gnd') s "
               "JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1",
    .reads = READS_BODY,
    .typical_rows = 10000,
    ROWS(Gnd, surfaces, surface_count, GND_SURFACE_BYTES),
    .byte_offset = surface_offset,
    .field_at = surface_field,
};

static uint64_t cube_offset(const Row *row) {
    return gnd_cube_offset(row->document, row->index);
}

static const uint8_t *cube_number_at(const Row *row, uint32_t face) {
    return gnd_cube_number(row->document, row->index, face);
}

static uint32_t cube_number_bytes(const Row *row, uint32_t face UNUSED) {
    return ((const Gnd *)row->document)->cube_number_bytes;
}

static const uint8_t *cube_unknown_at(const Row *row, uint32_t at UNUSED) {
    const Gnd *gnd = row->document;
    if (gnd->has_header) return row->record + GND_CUBE_PADDING;
    return row->record - GND_CELL_HEIGHTS + GND_CELL_UNKNOWN;
}

static uint32_t cube_unknown_bytes(const Row *row, uint32_t at UNUSED) {
    return ((const Gnd *)row->document)->cube_unknown_bytes;
}

static Value cube_tile_x(const Row *row) {
    const Gnd *gnd = row->document;
    return value_integer((int64_t)(row->index % gnd->width) * GND_CUBE_TILES);
}

static Value cube_tile_y(const Row *row) {
    const Gnd *gnd = row->document;
    return value_integer((int64_t)(row->index / gnd->width) * GND_CUBE_TILES);
}

#define CUBE_HEIGHT(name, corner, where, Called)                                                   \
    F32(name, "GND units", "Altitude of the " where " corner; negative is up",                     \
        GND_AT(GND_CUBE_HEIGHTS, corner), .also_called = Called " height")

#define OF_FACE(Face)                                                                              \
    .where = cube_number_at, .at = Face, .bytes_of = cube_number_bytes, .in_record = true
#define CUBE_SURFACE(Name, Doc, Face, Called)                                                      \
    REF_WITH(I32, Name, "gnd_surfaces", Doc "; NULL if there is none", 0, Gnd, surface_count,      \
             OF_FACE(Face), .also_called = "Surface ID (" Called ")")
#define CUBE_SURFACE_RAW(Name, Doc, Face)                                                          \
    FIELD(I32, Name, NULL, Doc, 0, OF_FACE(Face), .hidden = true)

static const Column cube_columns[] = {
    GRID(X, "x", "cubes", "Column, from the west", Gnd, width),
    GRID(Y, "y", "cubes", "Row, from the south", Gnd, width),
    CUBE_HEIGHT("height_sw", GND_SW, "south-west", "Bottom left"),
    CUBE_HEIGHT("height_se", GND_SE, "south-east", "Bottom right"),
    CUBE_HEIGHT("height_nw", GND_NW, "north-west", "Top left"),
    CUBE_HEIGHT("height_ne", GND_NE, "north-east", "Top right"),
    CUBE_SURFACE("surface_top", "Surface of the top", GND_TOP, "TOP"),
    CUBE_SURFACE("surface_north", "Surface of the wall to the north", GND_NORTH, "NORTH"),
    CUBE_SURFACE("surface_east", "Surface of the wall to the east", GND_EAST, "EAST"),
    GET("tile_x", INTEGER, "GAT tiles",
        "Column in gat_tiles of the south-western one of the cube's four tiles", cube_tile_x,
        .also_called = "GAT tiles"),
    GET("tile_y", INTEGER, "GAT tiles", "Row in gat_tiles of that tile", cube_tile_y),
    CUBE_SURFACE_RAW("surface_top_raw",
                     "The top's surface as stored, where -1 means none; in files without a header, "
                     "its id if it has a texture",
                     GND_TOP),
    CUBE_SURFACE_RAW("surface_north_raw", "The north wall's surface as stored, where -1 means none",
                     GND_NORTH),
    CUBE_SURFACE_RAW("surface_east_raw", "The east wall's surface as stored, where -1 means none",
                     GND_EAST),
    FIELD_AT(BYTES, "unknown", NULL,
             "Eight bytes of unknown use in files without a header, or the padding of cubes of 24 "
             "bytes; NULL in others",
             cube_unknown_at, 0, .bytes_of = cube_unknown_bytes, .in_record = true,
             WHERE_DOCUMENT(Gnd, cube_unknown_bytes), .hidden = true),
};

static const Table gnd_cubes = {
    TABLE("gnd_cubes", gnd_format, cube_columns),
    .also_called = "Ground Mesh Cubes",
    .doc = "Cubes: the grid of the ground, rows from the south, each from the west.",
    .example = "SELECT y, min(height_sw), max(height_sw) FROM gnd_cubes('samples/town.gnd') "
               "GROUP BY y",
    .reads = READS_BODY,
    .typical_rows = 30000,
    SIZED_ROWS(Gnd, cubes, cube_count, cube_bytes),
    .indexes = {{.keys = {"y", "x"}, .rows_per_key = 170, IN_GRID(Gnd, width)}},
    .byte_offset = cube_offset,
};

/* Returns the block of water that a row shows: row 0 is the default, the planes follow. */
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

/* Returns a field of a row's own block, or NULL: in 1.8, planes have nothing but a level. */
static const uint8_t *own_water_field(const Row *row, uint32_t offset) {
    const Gnd *gnd = row->document;
    bool is_whole = !row->index || gnd->water_plane_bytes == GND_WATER_BYTES;
    return is_whole || offset == GND_WATER_LEVEL ? water_record(row) + offset : NULL;
}

/* Returns a field of the default block, which planes of 1.8 show. */
static Value default_water(const Row *row, const Column *column) {
    const uint8_t *field = ((const Gnd *)row->document)->water + column->at;
    return column->type == REAL ? value_real((double)load_f32(field))
                                : value_integer(load_i32(field));
}

/* The part of the map that a block describes: along x and y, one of `counts` equal parts. */
typedef struct WaterZone {
    uint64_t counts[2], at[2];
} WaterZone;

static WaterZone water_zone(const Row *row) {
    const Gnd *gnd = row->document;
    uint32_t columns = gnd->water_planes_u, rows = gnd->water_planes_v;
    if (!row->index) return (WaterZone){{1, 1}, {0, 0}};
    return (WaterZone){{columns, rows}, {(row->index - 1) % columns, (row->index - 1) / columns}};
}

/* What a column is about: an axis and, for edges, which side: west or south, or east or north. */
enum { ALONG_X, ALONG_Y, FAR_EDGE };

static Value water_grid(const Row *row, const Column *column) {
    return row->index ? value_integer((int64_t)water_zone(row).at[column->number]) : value_null();
}

static Value water_edge(const Row *row, const Column *column) {
    const Gnd *gnd = row->document;
    WaterZone zone = water_zone(row);
    uint32_t axis = column->number % FAR_EDGE, is_far = column->number / FAR_EDGE;
    double side = 2.0 * (axis == ALONG_X ? gnd->width : gnd->height) / (double)zone.counts[axis];
    return value_real(side * (double)(zone.at[axis] + is_far));
}

static const NameKind water_texture = RO_WATER_TEXTURE(.within = NULL);

/* Tells textures of a row, unless the row before has the same type and so the same textures. */
static bool water_tells(const Row *row, uint32_t number, Named *named) {
    Row before = *row;
    before.index -= row->index > 0;
    const uint8_t *type = own_water_field(row, GND_WATER_TYPE);
    const uint8_t *known = own_water_field(&before, GND_WATER_TYPE);
    if (!type || (row->index && load_i32(known) == load_i32(type))) return false;
    if (!ro_water_tells(row, &water_texture, load_i32(type), number, named)) return false;
    const uint8_t *block = water_record(row);
    named->is_needed = gnd_shows_water(row->document, load_f32(block + GND_WATER_LEVEL),
                                       load_f32(block + GND_WATER_WAVE_HEIGHT));
    return true;
}

#define WATER(Kind, Name, Unit, Doc, ...)                                                          \
    FIELD_AT(Kind, Name, Unit, Doc, own_water_field, __VA_ARGS__, .get_with = default_water)

static const Column water_columns[] = {
    GET("is_default", INTEGER, NULL, "1 if it is the block that stands before the planes",
        water_is_default),
    GET_WITH("grid_x", INTEGER, "planes",
             "Column of the plane, from the west; NULL for the default", water_grid, ALONG_X),
    GET_WITH("grid_y", INTEGER, "planes", "Row of the plane, from the south; NULL for the default",
             water_grid, ALONG_Y),
    GET_WITH("min_x", REAL, "GAT tiles", "Western edge; a cube is two tiles wide", water_edge,
             ALONG_X),
    GET_WITH("min_y", REAL, "GAT tiles", "Southern edge", water_edge, ALONG_Y),
    GET_WITH("max_x", REAL, "GAT tiles", "Eastern edge", water_edge, FAR_EDGE + ALONG_X),
    GET_WITH("max_y", REAL, "GAT tiles", "Northern edge", water_edge, FAR_EDGE + ALONG_Y),
    WATER(F32, "level", "GND units", "Altitude of the water; negative is up", GND_WATER_LEVEL,
          .also_called = "Water Level, waterLevel"),
    WATER(I32, "type", NULL, "Texture set, as in water<type>00.jpg; 4 and 6 are lava",
          GND_WATER_TYPE, .also_called = "Water Type", .tells = water_tells),
    WATER(F32, "wave_height", "GND units", "Amplitude of the waves", GND_WATER_WAVE_HEIGHT),
    WATER(F32, "wave_speed", "degrees per frame", "Speed of the waves, at 60 frames a second",
          GND_WATER_WAVE_SPEED),
    WATER(F32, "wave_pitch", "degrees per cube", "Phase of the waves from one cube to the next",
          GND_WATER_WAVE_PITCH),
    WATER(I32, "cycle_interval", "frames", "How long each of the 32 textures is shown",
          GND_WATER_CYCLE, .also_called = "Texture Cycling Interval"),
};

static const Table gnd_water = {
    TABLE("gnd_water", gnd_format, water_columns),
    .doc = "Water of 1.8 and 1.9: the default block, then the planes from the south-west. In 1.8 "
           "planes have a level of their own and repeat the default's other values.",
    .example = "SELECT is_default, level, type, wave_height FROM gnd_water('samples/lake.gnd')",
    .reads = READS_BODY,
    .typical_rows = 3,
    .prepare = gnd_measure_tops,
    COMPUTED(Gnd, water_count),
    .byte_offset = water_offset,
};

static const Function gnd_functions[] = {
    {
        "posterize",
        "value [, step [, mode]]",
        .doc =
            "Reduces colours to fewer levels, the public note's Posterization: a number, or each "
            "byte of a BLOB. The step, its LEVEL_COUNT, is 16 unless it is given. Mode 'floor' "
            "(the default) gives floor(c / step) * step; "
            "'replicate' keeps the high bits and repeats them, as the game's textures show "
            "them, and takes integers from 0 to 255 and steps that are powers of two.",
        .example = "SELECT posterize(200), posterize(200, 16, 'replicate'), "
                   "hex(posterize(x'00c8ff'))",
        .call = gnd_posterize,
    },
    {
        "gnd_height",
        "src, x, y [, 'drawn' or 'walk']",
        .doc =
            "The altitude of the ground at a place in GAT tiles, two a cube, as stored: "
            "negative is up. 'drawn' (the default) is the triangle that is drawn there, 'walk' "
            "the bilinear ground on which units walk. NULL outside of the map. A whole number may "
            "be a text, as in lists of places.",
        .example = "SELECT gnd_height('samples/town.gnd', 10.5, 7.5)",
        .format = &gnd_format,
        .call = gnd_height,
    },
    {.name = "gnd_glb",
     .names_files = true,
     .takes = "src [, textures]",
     .doc = "The faces of a map that are drawn as binary glTF (.glb), which 3D programs open: tops "
            "and walls as nodes, a material for each texture, colours of vertices, the lightmaps "
            "as a picture inside with the second texture coordinates. In GAT tiles, y is up, z is "
            "south. " GLB_TEXTURES_DOC,
     .example = "SELECT length(gnd_glb('samples/town.gnd')) > 1000",
     .format = &gnd_format,
     ARGUMENTS(GLB_TEXTURES_OPTION),
     .call = gnd_glb_call},
};

const Module gnd_module = {
    FORMATS(&gnd_format),
    TABLES(&gnd_maps, &gnd_textures, &gnd_lightmaps, &gnd_lightmap_planes, &gnd_texels,
           &gnd_surfaces, &gnd_cubes, &gnd_water, &gnd_vertices, &gnd_triangles, &gnd_walls,
           &gnd_lightmap_atlas),
    MODULE_PARTS(gnd_functions, function),
};
