/* GND decoder: opening, and what every table reads. gnd.h describes the format. */
#include "ragnarok/gnd/gnd.h"
#include "ragnarok/ro_version.h"

enum {
    HEADER_BYTES = 6, /* the magic and the version */
    HEADERLESS_HEADER_BYTES = 12,
    HEADERLESS_PATH_BYTES = 80,
    OLDEST_MINOR = 5,
    FIRST_UNDISPUTED_MINOR = 7,
    FIRST_WATER_MINOR = 8,
};

static const RoVersions versions = {{OLDEST_MINOR, 9}, {1, 0}, "1.5 to 1.9"};

const char *const gnd_face_names[GND_FACES] = {"top", "north", "east"};

static const GndLayout headerless = {"headerless", false, false, GND_CELL_BYTES};
static const GndLayout layouts[] = {
    {"rgb28", true, false, 28},    {"rgb24", true, false, 24},    {"rgb22", true, false, 22},
    {"indexed28", true, true, 28}, {"indexed24", true, true, 24}, {"indexed22", true, true, 22},
};
enum { RGB28, RGB24 };

/* ---- Recognising ----------------------------------------------------------------------------- */

/* A file without a header can only be recognised by its exact size. */
static bool is_headerless(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < HEADERLESS_HEADER_BYTES) return false;
    uint64_t textures = load_u32(head), width = load_u32(head + 4), height = load_u32(head + 8);
    if (!textures || textures > INT16_MAX || /* other files store textures as i16 */
        !width || width > UINT16_MAX || !height || height > UINT16_MAX) {
        return false;
    }
    return HEADERLESS_HEADER_BYTES + textures * HEADERLESS_PATH_BYTES +
               width * height * GND_CELL_BYTES ==
           size;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool read_textures(Gnd *gnd, Reader *reader) {
    uint32_t count, length;
    if (!read_u32(reader, "the number of textures", &count) ||
        !read_u32(reader, "the length of texture paths", &length) ||
        !read_needed_records(reader, "texture paths", count, length, &gnd->textures)) {
        return false;
    }
    gnd->texture_count = count;
    gnd->texture_path_length = length;
    /* with paths of 0 bytes, a tiny file could claim four billion textures */
    if (count && !length) {
        return reader_fail(reader, reader->at - 4, "%u textures have paths of 0 bytes", count);
    }
    return true;
}

/* Reads the four numbers before the lightmaps. */
static bool read_lightmap_header(Gnd *gnd, Reader *reader) {
    uint64_t start = reader->at;
    uint32_t count;
    if (!read_u32(reader, "the number of lightmaps", &count) ||
        !read_i32(reader, "the lightmap width", &gnd->stored_lightmap_width) ||
        !read_i32(reader, "the lightmap height", &gnd->stored_lightmap_height) ||
        !read_i32(reader, "the lightmap format", &gnd->lightmap_format)) {
        return false;
    }
    int32_t width = gnd->stored_lightmap_width, height = gnd->stored_lightmap_height;
    if (width == 0 && height == 0) width = height = GND_LIGHTMAP_SIDE;
    if (width <= 0 || height <= 0 || width > UINT16_MAX || height > UINT16_MAX) {
        return reader_fail(reader, start + 4, "lightmaps of %d x %d texels, expected 1 to 65535",
                           width, height);
    }
    gnd->lightmap_count = count;
    gnd->lightmap_width = (uint32_t)width;
    gnd->lightmap_height = (uint32_t)height;
    return true;
}

static bool read_lightmaps(Gnd *gnd, const GndLayout *layout, Reader *reader) {
    uint64_t texels = (uint64_t)gnd->lightmap_width * gnd->lightmap_height;
    uint32_t planes = 0;
    gnd->planes = NULL;
    gnd->lightmap_bytes = layout->indexed ? GND_INDEXED_LIGHTMAP_BYTES : texels * 4;
    if (!read_bulk_records(reader, "lightmaps", gnd->lightmap_count, gnd->lightmap_bytes,
                           &gnd->lightmaps)) {
        return false;
    }
    if (layout->indexed) {
        if (texels != GND_PLANE_TEXELS) {
            return reader_fail(reader, reader->at,
                               "indexed lightmaps have 64 texels, found %" PRIu64, texels);
        }
        if (!read_u32(reader, "the number of lightmap planes", &planes) ||
            !read_bulk_records(reader, "lightmap planes", planes, GND_PLANE_BYTES, &gnd->planes)) {
            return false;
        }
    }
    gnd->plane_count = planes;
    gnd->texel_count = gnd->lightmap_count * texels;
    return true;
}

static bool read_water(Gnd *gnd, Reader *reader) {
    if (!read_records(reader, "blocks of water", 1, GND_WATER_BYTES, &gnd->water) ||
        !read_u32(reader, "the number of water planes in U", &gnd->water_planes_u) ||
        !read_u32(reader, "the number of water planes in V", &gnd->water_planes_v)) {
        return false;
    }
    gnd->has_water = true;
    gnd->water_plane_count = (uint64_t)gnd->water_planes_u * gnd->water_planes_v;
    gnd->water_count = 1 + gnd->water_plane_count;
    gnd->water_plane_bytes = gnd->minor == FIRST_WATER_MINOR ? 4 : GND_WATER_BYTES;
    return read_records(reader, "water planes", gnd->water_plane_count, gnd->water_plane_bytes,
                        &gnd->water_planes);
}

/* Reads everything behind the lightmap header, in one of the layouts. */
static bool read_rest(Gnd *gnd, const GndLayout *layout, Reader *reader) {
    uint32_t surfaces;
    if (!read_lightmaps(gnd, layout, reader) ||
        !read_u32(reader, "the number of surfaces", &surfaces) ||
        !read_records(reader, "surfaces", surfaces, GND_SURFACE_BYTES, &gnd->surfaces) ||
        !read_records(reader, "cubes", gnd->cube_count, layout->cube_bytes, &gnd->cubes)) {
        return false;
    }
    gnd->surface_count = surfaces;
    gnd->layout = layout;
    gnd->is_indexed = layout->indexed;
    gnd->cube_bytes = gnd->cube_numbers_step = layout->cube_bytes;
    gnd->cube_number_bytes = layout->cube_bytes == 28 ? 4 : 2;
    gnd->cube_unknown_bytes = layout->cube_bytes == 24 ? GND_CUBE_PADDING_BYTES : 0;
    if (gnd->cubes) gnd->cube_numbers = gnd->cubes + GND_CUBE_SURFACES;
    return gnd->minor < FIRST_WATER_MINOR || read_water(gnd, reader);
}

/* Reads versions 1.5 and 1.6 in the layout that ends exactly at the end of the file. */
static bool read_disputed_rest(Gnd *gnd, Reader *reader) {
    int preferred = gnd->minor == OLDEST_MINOR ? RGB24 : RGB28;
    int chosen = -1, fitting = 0;
    for (int i = 0; i < (int)LENGTH(layouts); i++) {
        Error ignored = {0};
        Reader attempt = *reader;
        attempt.error = &ignored;
        attempt.reads = READS_HEADER;
        if (!read_rest(gnd, &layouts[i], &attempt) || reader_left(&attempt)) continue;
        fitting++;
        if (chosen < 0 || i == preferred) chosen = i;
    }
    if (chosen < 0) {
        return reader_fail(reader, reader->at,
                           "no known layout of version 1.%u ends at the end of the file",
                           gnd->minor);
    }
    gnd->layout_is_ambiguous = fitting > 1;
    return read_rest(gnd, &layouts[chosen], reader);
}

static bool open_with_header(Gnd *gnd, Reader *reader) {
    uint8_t major;
    if (!ro_read_version(&gnd->document, reader, &versions, &major, &gnd->minor) ||
        !read_u32(reader, "the width", &gnd->width) ||
        !read_u32(reader, "the height", &gnd->height) ||
        !read_f32(reader, "the scale", &gnd->scale) || !read_textures(gnd, reader) ||
        !read_lightmap_header(gnd, reader)) {
        return false;
    }
    gnd->cube_count = (uint64_t)gnd->width * gnd->height;
    return gnd->minor < FIRST_UNDISPUTED_MINOR ? read_disputed_rest(gnd, reader)
                                               : read_rest(gnd, &layouts[RGB28], reader);
}

/* Makes three surfaces, and their numbers, for each cube of a file without a header, whose cells
** hold what other files have in surfaces. So every table can read one kind of record. */
static bool make_surfaces(Gnd *gnd, Error *error) {
    uint64_t count = gnd->cube_count * GND_FACES;
    uint8_t *surfaces = arena_alloc(&gnd->document.arena, count, GND_SURFACE_BYTES);
    uint8_t *numbers = arena_alloc(&gnd->document.arena, count, 4);
    if (!surfaces || !numbers) return fail_memory(error, &gnd->document.arena);
    gnd->surfaces = surfaces;
    gnd->surface_count = count;
    gnd->cube_numbers = numbers;
    gnd->cube_number_bytes = 4;
    gnd->cube_numbers_step = 4 * GND_FACES;
    for (uint64_t i = 0; i < count; i++, surfaces += GND_SURFACE_BYTES) {
        const uint8_t *uv = gnd->cubes - GND_CELL_HEIGHTS + i / GND_FACES * GND_CELL_BYTES +
                            GND_CELL_UV + i % GND_FACES * 32;
        for (unsigned corner = 0; corner < 4; corner++) {
            memcpy(surfaces + GND_AT(GND_SURFACE_U, corner), uv + 8 * corner, 4);
            memcpy(surfaces + GND_AT(GND_SURFACE_V, corner), uv + 8 * corner + 4, 4);
        }
        int32_t texture = load_i32(gnd_cell_texture(gnd, i));
        store_u32(numbers + 4 * i, texture < 0 ? (uint32_t)texture : (uint32_t)i);
        bool fits = texture >= 0 && texture <= INT16_MAX;
        uint16_t short_texture = fits ? (uint16_t)texture : UINT16_MAX;
        surfaces[GND_SURFACE_TEXTURE] = (uint8_t)short_texture;
        surfaces[GND_SURFACE_TEXTURE + 1] = (uint8_t)(short_texture >> 8);
        memset(surfaces + GND_SURFACE_LIGHTMAP, 0xFF, 2 + 4); /* no lightmap; colours aren't read */
    }
    return true;
}

static bool open_headerless(Gnd *gnd, Reader *reader) {
    uint32_t textures = 0;
    gnd->layout = &headerless;
    gnd->cube_bytes = GND_CELL_BYTES;
    gnd->cube_unknown_bytes = GND_CELL_UNKNOWN_BYTES;
    gnd->texture_path_length = HEADERLESS_PATH_BYTES;
    if (!read_u32(reader, "the number of textures", &textures) ||
        !read_u32(reader, "the width", &gnd->width) ||
        !read_u32(reader, "the height", &gnd->height) ||
        !read_records(reader, "texture paths", textures, HEADERLESS_PATH_BYTES, &gnd->textures)) {
        return false;
    }
    gnd->texture_count = textures;
    gnd->cube_count = (uint64_t)gnd->width * gnd->height;
    if (!read_records(reader, "cells", gnd->cube_count, GND_CELL_BYTES, &gnd->cubes)) return false;
    if (!gnd->cubes) return reader_fail(reader, reader->at, "surfaces are made of cells");
    gnd->cubes += GND_CELL_HEIGHTS;
    return make_surfaces(gnd, reader->error);
}

static bool gnd_open(Document *document, Error *error) {
    const float usual_scale = 10;
    Gnd *gnd = (Gnd *)document;
    Reader reader = document_reader(document, error);
    uint64_t head_size;
    const uint8_t *head = document_head(document, &head_size);
    gnd->has_header = memcmp(head, "GRGN", RO_MAGIC_BYTES) == 0;
    if (!(gnd->has_header ? open_with_header(gnd, &reader) : open_headerless(gnd, &reader))) {
        return false;
    }
    bool has_scale = gnd->has_header && gnd->scale > 0 && isfinite(gnd->scale);
    gnd->tile_units = (double)(has_scale ? gnd->scale : usual_scale) / GND_CUBE_TILES;
    gnd->trailing.size = reader_rest(&reader, &gnd->trailing.bytes);
    return true;
}

const Format gnd_format = {
    .name = "GND",
    .ending = ".gnd",
    .doc = "Ragnarok Online ground: cubes, walls, textures, lightmaps and water of a map.",
    .magic = "GRGN",
    .detect = is_headerless,
    .document_bytes = sizeof(Gnd),
    .open = gnd_open,
    .opens_by_parts = READS_BODY,
    .check = gnd_check,
    .finds_no_errors = true,
};

/* ---- Parts on demand ------------------------------------------------------------------------- */

bool gnd_measure_tops(Document *document, Error *error) {
    Gnd *gnd = (Gnd *)document;
    if (gnd->has_deepest_top) return true;
    gnd->deepest_top = -INFINITY;
    for (uint64_t cube = 0; cube < gnd->cube_count; cube++) {
        if (arena_interrupted_at(&document->arena, cube)) return fail_interrupted(error);
        if (gnd_surface(gnd, cube, GND_TOP) < 0) continue;
        for (unsigned corner = 0; corner < 4; corner++) {
            float altitude = gnd_altitude(gnd, cube, corner);
            if (altitude > gnd->deepest_top) gnd->deepest_top = altitude;
        }
    }
    gnd->has_deepest_top = true;
    return true;
}

bool gnd_decode_planes(Document *document, Error *error) {
    Gnd *gnd = (Gnd *)document;
    Arena *arena = &gnd->document.arena;
    if (gnd->plane_texels || !gnd->plane_count) return true;
    uint8_t *texels = arena_alloc(arena, gnd->plane_count, GND_PLANE_TEXELS);
    if (!texels) return fail_memory(error, arena);
    gnd->plane_texels = texels;
    for (uint64_t plane = 0; plane < gnd->plane_count; plane++, texels += GND_PLANE_TEXELS) {
        const uint8_t *packed = gnd->planes + plane * GND_PLANE_BYTES;
        for (unsigned i = 0; i < GND_PLANE_TEXELS; i++) {
            unsigned bit = 5 * i, byte = bit / 8;
            /* five bits lie in at most two bytes; behind the last byte there is nothing to read */
            unsigned next = byte + 1 < GND_PLANE_BYTES ? packed[byte + 1] : 0u;
            unsigned pair = (unsigned)packed[byte] << 8 | next;
            unsigned value = pair >> (11 - bit % 8) & 31;
            texels[i / 8 + 8 * (i % 8)] = (uint8_t)(value << 3);
        }
    }
    return true;
}

bool gnd_has_neighbor(const Gnd *gnd, uint64_t cube, GndFace face) {
    if (face == GND_NORTH) return cube + gnd->width < gnd->cube_count;
    return face == GND_TOP || cube % gnd->width + 1 < gnd->width;
}

static uint64_t list_faces(const Gnd *gnd, uint32_t *faces) {
    uint64_t count = 0;
    for (uint64_t cube = 0; cube < gnd->cube_count; cube++) {
        for (GndFace face = GND_TOP; face < GND_FACES; face++) {
            if (gnd_surface(gnd, cube, face) < 0 || !gnd_has_neighbor(gnd, cube, face)) continue;
            if (faces) faces[count] = (uint32_t)(cube * 4 + face);
            count++;
        }
    }
    return count;
}

bool gnd_list_faces(Document *document, Error *error) {
    Gnd *gnd = (Gnd *)document;
    if (gnd->drawn_faces) return true;
    uint64_t count = list_faces(gnd, NULL);
    uint32_t *faces = arena_alloc(&gnd->document.arena, count, sizeof *faces);
    if (!faces) return fail_memory(error, &gnd->document.arena);
    list_faces(gnd, faces);
    gnd->drawn_faces = faces;
    gnd->drawn_face_count = count;
    gnd->vertex_count = count * GND_FACE_VERTICES;
    gnd->triangle_count = count * GND_FACE_TRIANGLES;
    return true;
}

/* ---- Surfaces and textures ------------------------------------------------------------------- */

int32_t gnd_stored_texture(const Gnd *gnd, uint64_t surface) {
    if (gnd->has_header) {
        return load_i16(gnd->surfaces + surface * GND_SURFACE_BYTES + GND_SURFACE_TEXTURE);
    }
    return load_i32(gnd_cell_texture(gnd, surface));
}

/* ---- Lightmaps ------------------------------------------------------------------------------- */

const uint8_t *gnd_texel(const Gnd *gnd, uint64_t lightmap, uint64_t texel, GndChannel channel) {
    const uint8_t *record = gnd->lightmaps + lightmap * gnd->lightmap_bytes;
    if (gnd->is_indexed) {
        int32_t plane = load_i32(record + 4 * channel);
        if (plane < 0 || (uint64_t)plane >= gnd->plane_count) return NULL;
        return gnd->plane_texels + (uint64_t)plane * GND_PLANE_TEXELS + texel;
    }
    if (channel == GND_SHADOW) return record + texel;
    uint64_t texels = (uint64_t)gnd->lightmap_width * gnd->lightmap_height;
    return record + texels + 3 * texel + channel - GND_RED;
}

/* ---- Geometry -------------------------------------------------------------------------------- */

/* The position of each corner of each face in the cube (0 is west or south, 1 is east or north),
** and the cube and corner that give its altitude. */
static const struct FaceCorner {
    uint8_t east, north;
    uint8_t of_northern, of_eastern; /* the altitude is that neighbour's, not the cube's own */
    uint8_t altitude;
} face_corners[GND_FACES][4] = {
    [GND_TOP] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 1}, {0, 1, 0, 0, 2}, {1, 1, 0, 0, 3}},
    [GND_NORTH] = {{0, 1, 0, 0, 2}, {1, 1, 0, 0, 3}, {0, 1, 1, 0, 0}, {1, 1, 1, 0, 1}},
    [GND_EAST] = {{1, 1, 0, 0, 3}, {1, 0, 0, 0, 1}, {1, 1, 0, 1, 2}, {1, 0, 0, 1, 0}},
};

float gnd_corner_altitude(const Gnd *gnd, uint32_t face, unsigned corner) {
    const struct FaceCorner *at = &face_corners[face % 4][corner];
    uint64_t owner = (uint64_t)(face / 4) + at->of_northern * gnd->width + at->of_eastern;
    return gnd_altitude(gnd, owner, at->altitude);
}

Vector gnd_corner(const Gnd *gnd, uint64_t drawn_face, unsigned corner) {
    uint32_t code = gnd->drawn_faces[drawn_face], cube = code / 4;
    const struct FaceCorner *at = &face_corners[code % 4][corner];
    return (Vector){2.0 * ((double)(cube % gnd->width) + at->east),
                    -(double)gnd_corner_altitude(gnd, code, corner) / gnd->tile_units,
                    2.0 * ((double)(cube / gnd->width) + at->north)};
}

const uint8_t *gnd_corner_color(const Gnd *gnd, uint64_t drawn_face, unsigned corner) {
    uint32_t code = gnd->drawn_faces[drawn_face], cube = code / 4;
    const struct FaceCorner *at = &face_corners[code % 4][corner];
    uint32_t column = cube % gnd->width, row = cube / gnd->width;
    if (!gnd->has_header) return NULL;
    if (column + at->east >= gnd->width || row + at->north >= gnd->height) return NULL;
    uint64_t owner = (uint64_t)cube + at->north * gnd->width + at->east;
    int64_t surface = gnd_surface(gnd, owner, GND_TOP);
    if (surface < 0) return NULL;
    return gnd->surfaces + (uint64_t)surface * GND_SURFACE_BYTES + GND_SURFACE_BLUE;
}

Vector gnd_triangle_normal(const Gnd *gnd, uint64_t drawn_face, unsigned half) {
    Vector p0 = gnd_corner(gnd, drawn_face, half ? 1 : 0);
    Vector p1 = gnd_corner(gnd, drawn_face, half ? 3 : 1);
    Vector p2 = gnd_corner(gnd, drawn_face, 2);
    return vector_cross(vector_minus(p2, p0), vector_minus(p1, p0));
}
