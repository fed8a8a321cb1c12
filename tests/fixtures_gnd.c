/* GND files: small ones of every version, layout and fault, and a town and a lake to look at. */
#include "fixtures.h"

#include <math.h>
#include <stdlib.h>

typedef enum Lightmaps { RGB, INDEXED } Lightmaps;

typedef struct Map {
    uint32_t minor, width, height, textures, path_bytes, lightmaps;
    Lightmaps kind;
    uint32_t cube_bytes;
    uint32_t planes_u, planes_v; /* of water, from 1.8 on */
    double level;                /* of the first plane; 0: the default's is 42, the planes' 50 on */
    float (*height_at)(uint32_t x, uint32_t y); /* of a corner of the grid; NULL: -(x + 10 y) */
} Map;

/* A written map and where its parts begin. */
typedef struct Written {
    Bytes bytes;
    size_t textures, lightmap_header, lightmaps, planes, surfaces, cubes, water;
} Written;

enum {
    SURFACE_TEXTURE = 32,
    SURFACE_LIGHTMAP = 34,
    SURFACE_BYTES = 40,
    CUBE_TOP = 16,
    CUBE_NORTH = 20,
    CUBE_EAST = 24,
};

static const Map plain = {.minor = 7, .width = 3, .height = 2, .textures = 2, .path_bytes = 80,
                          .lightmaps = 2, .kind = RGB, .cube_bytes = 28};

static Map version(uint32_t minor, Lightmaps kind, uint32_t cube_bytes) {
    Map map = plain;
    map.minor = minor;
    map.kind = kind;
    map.cube_bytes = cube_bytes;
    return map;
}

/* ---- Parts -------------------------------------------------------------------------------------- */

/* Texture 1 is Korean for "water", in CP949; 0 has an ASCII name. */
static void put_texture(Bytes *bytes, uint32_t number, uint32_t field) {
    static const char *const names[] = {"ground\\grass.bmp", "\xbf\xf6\xc5\xcd\\water.bmp",
                                        "ground\\stone.bmp", "wall\\brick.bmp"};
    put_chars(bytes, names[number % 4], field);
}

/* Shadow of texel x, y of lightmap l is 10 l + x + 8 y + 100, red l, green x, blue y. */
static void put_rgb_lightmap(Bytes *bytes, uint32_t number) {
    for (uint32_t i = 0; i < 64; i++) put_u8(bytes, 100 + 10 * number + i);
    for (uint32_t y = 0; y < 8; y++) {
        for (uint32_t x = 0; x < 8; x++) {
            put_u8(bytes, number);
            put_u8(bytes, x);
            put_u8(bytes, y);
        }
    }
}

/* Plane p holds the value (p + x + 2 y) mod 32 at x, y: columns from the west, high bit first. */
static void put_plane(Bytes *bytes, uint32_t plane) {
    uint32_t held = 0, bits = 0;
    for (uint32_t x = 0; x < 8; x++) {
        for (uint32_t y = 0; y < 8; y++) {
            held = held << 5 | ((plane + x + 2 * y) & 31);
            for (bits += 5; bits >= 8; bits -= 8) put_u8(bytes, held >> (bits - 8));
        }
    }
}

static void put_lightmaps(Written *out, const Map *map) {
    Bytes *bytes = &out->bytes;
    out->lightmap_header = bytes->size;
    put_u32(bytes, map->lightmaps);
    put_u32(bytes, 8);
    put_u32(bytes, 8);
    put_u32(bytes, 1);
    out->lightmaps = bytes->size;
    for (uint32_t i = 0; i < map->lightmaps; i++) {
        if (map->kind == RGB) put_rgb_lightmap(bytes, i);
        /* lightmap i takes its shadow from plane i, and all colours from the next */
        else for (uint32_t channel = 0; channel < 4; channel++) put_u32(bytes, i + (channel > 0));
    }
    if (map->kind == RGB) return;
    put_u32(bytes, map->lightmaps + 1);
    out->planes = bytes->size;
    for (uint32_t i = 0; i <= map->lightmaps; i++) put_plane(bytes, i);
}

/* The whole texture; colours B, G, R, A that tell the surface apart. */
static void put_surface(Bytes *bytes, uint32_t texture, uint32_t lightmap, uint32_t number) {
    static const double u[] = {0, 1, 0, 1}, v[] = {1, 1, 0, 0};
    for (int i = 0; i < 4; i++) put_f32(bytes, u[i]);
    for (int i = 0; i < 4; i++) put_f32(bytes, v[i]);
    put_u16(bytes, texture);
    put_u16(bytes, lightmap);
    put_u8(bytes, 40 + number);
    put_u8(bytes, 80 + number);
    put_u8(bytes, 120 + number);
    put_u8(bytes, 255);
}

static float slope(uint32_t x, uint32_t y) {
    return -(float)(x + 10 * y);
}

static void put_cube(Bytes *bytes, const Map *map, uint32_t x, uint32_t y, const int32_t *faces) {
    float (*at)(uint32_t, uint32_t) = map->height_at ? map->height_at : slope;
    for (uint32_t corner = 0; corner < 4; corner++) {
        put_f32(bytes, (double)at(x + corner % 2, y + corner / 2));
    }
    for (int face = 0; face < 3; face++) {
        if (map->cube_bytes == 28) put_u32(bytes, (uint32_t)faces[face]);
        else put_u16(bytes, (uint32_t)faces[face]);
    }
    if (map->cube_bytes == 24) put_chars(bytes, "\xAB\xCD", 2);
}

static void put_water_block(Bytes *bytes, double level) {
    put_f32(bytes, level);
    put_u32(bytes, 3); /* type */
    put_f32(bytes, 1.5);
    put_f32(bytes, 2.25);
    put_f32(bytes, 50);
    put_u32(bytes, 4); /* cycle interval */
}

static void put_water(Written *out, const Map *map) {
    Bytes *bytes = &out->bytes;
    out->water = bytes->size;
    double level = map->level > 0 ? map->level : 50;
    put_water_block(bytes, map->level > 0 ? level : 42);
    put_u32(bytes, map->planes_u);
    put_u32(bytes, map->planes_v);
    for (uint32_t i = 0; i < map->planes_u * map->planes_v; i++) {
        if (map->minor == 8) {
            put_f32(bytes, level + i);
            continue;
        }
        put_water_block(bytes, level + i);
        patch_u32(bytes, bytes->size - 20, i);
        patch_f32(bytes, bytes->size - 16, 0.5 * i);
    }
}

static void put_header(Bytes *bytes, const Map *map) {
    put_chars(bytes, "GRGN", 4);
    put_u8(bytes, 1);
    put_u8(bytes, map->minor);
    put_u32(bytes, map->width);
    put_u32(bytes, map->height);
    put_f32(bytes, 10);
    put_u32(bytes, map->textures);
    put_u32(bytes, map->path_bytes);
}

/* Surfaces: one for each cube's top, then the walls of cube 0. */
static Written write_map(const Map *map) {
    Written out = {0};
    Bytes *bytes = &out.bytes;
    uint32_t cubes = map->width * map->height;
    put_header(bytes, map);
    out.textures = bytes->size;
    for (uint32_t i = 0; i < map->textures; i++) put_texture(bytes, i, map->path_bytes);
    put_lightmaps(&out, map);
    put_u32(bytes, cubes ? cubes + 2 : 0);
    out.surfaces = bytes->size;
    for (uint32_t i = 0; cubes && i < cubes + 2; i++) {
        put_surface(bytes, i % map->textures, i % (map->lightmaps ? map->lightmaps : 1), i);
    }
    out.cubes = bytes->size;
    for (uint32_t i = 0; i < cubes; i++) {
        int32_t faces[3] = {(int32_t)i, -1, -1};
        if (i == 0) faces[1] = (int32_t)cubes, faces[2] = (int32_t)cubes + 1;
        put_cube(bytes, map, i % map->width, i / map->width, faces);
    }
    if (map->minor >= 8) put_water(&out, map);
    return out;
}

/* Without header: cell 0 has all faces, others a top. */
static Bytes write_headerless(uint32_t width, uint32_t height) {
    Bytes bytes = {0};
    put_u32(&bytes, 2);
    put_u32(&bytes, width);
    put_u32(&bytes, height);
    for (uint32_t i = 0; i < 2; i++) put_texture(&bytes, i, 80);
    for (uint32_t cell = 0; cell < width * height; cell++) {
        put_u32(&bytes, cell % 2);
        put_u32(&bytes, cell ? UINT32_MAX : 1);
        put_u32(&bytes, cell ? UINT32_MAX : 0);
        for (uint32_t i = 0; i < 4; i++) {
            put_f32(&bytes, (double)slope(cell % width + i % 2, cell / width + i / 2));
        }
        put_chars(&bytes, "\1\2\3\4\5\6\7\10", 8);
        for (uint32_t face = 0; face < 3; face++) {
            for (uint32_t corner = 0; corner < 4; corner++) {
                put_f32(&bytes, 0.25 * corner + face);
                put_f32(&bytes, 0.125 * corner + face);
            }
        }
    }
    return bytes;
}

/* ---- Fixtures ------------------------------------------------------------------------------------ */

static void save_map(const char *folder, const char *name, Map map) {
    Written out = write_map(&map);
    save(folder, name, &out.bytes);
}

/* A copy of the plain 1.7 map with one number changed. */
static void save_patched(const char *folder, const char *name, size_t at, uint32_t value,
                         int bytes) {
    Written out = write_map(&plain);
    if (bytes == 2) patch_u16(&out.bytes, at, value);
    else patch_u32(&out.bytes, at, value);
    save(folder, name, &out.bytes);
}

static void write_versions(const char *folder) {
    save_map(folder, "gnd/v15_rgb24.gnd", version(5, RGB, 24));
    save_map(folder, "gnd/v15_rgb22.gnd", version(5, RGB, 22));
    save_map(folder, "gnd/v15_rgb28.gnd", version(5, RGB, 28));
    save_map(folder, "gnd/v16_rgb28.gnd", version(6, RGB, 28));
    save_map(folder, "gnd/v16_indexed28.gnd", version(6, INDEXED, 28));
    save_map(folder, "gnd/v16_indexed24.gnd", version(6, INDEXED, 24));
    save_map(folder, "gnd/v16_indexed22.gnd", version(6, INDEXED, 22));
    save_map(folder, "gnd/v17.gnd", plain);
    for (uint32_t minor = 8; minor <= 9; minor++) {
        Map map = version(minor, RGB, 28);
        map.planes_u = 3;
        map.planes_v = 2;
        save_map(folder, minor == 8 ? "gnd/v18.gnd" : "gnd/v19.gnd", map);
        map.planes_u = map.planes_v = 0;
        save_map(folder, minor == 8 ? "gnd/v18_no_planes.gnd" : "gnd/v19_no_planes.gnd", map);
    }
    Bytes headerless = write_headerless(3, 2);
    save(folder, "gnd/headerless.gnd", &headerless);
    Map empty = version(5, RGB, 28);
    empty.width = empty.height = empty.lightmaps = 0;
    save_map(folder, "gnd/v15_ambiguous.gnd", empty);
    empty.minor = 6;
    save_map(folder, "gnd/v16_ambiguous.gnd", empty);
    empty.minor = 7;
    save_map(folder, "gnd/v17_empty.gnd", empty);
}

static void write_odd(const char *folder) {
    Written at = write_map(&plain);
    size_t surface1 = at.surfaces + SURFACE_BYTES, cube1 = at.cubes + 28;
    save_patched(folder, "gnd/odd_texture_range.gnd", surface1 + SURFACE_TEXTURE, 2, 2);
    save_patched(folder, "gnd/odd_texture_none.gnd", surface1 + SURFACE_TEXTURE, 0xFFFF, 2);
    save_patched(folder, "gnd/odd_texture_negative.gnd", surface1 + SURFACE_TEXTURE, 0xFFFE, 2);
    save_patched(folder, "gnd/odd_lightmap_range.gnd", surface1 + SURFACE_LIGHTMAP, 2, 2);
    save_patched(folder, "gnd/odd_lightmap_none.gnd", surface1 + SURFACE_LIGHTMAP, 0xFFFF, 2);
    save_patched(folder, "gnd/odd_uv_range.gnd", surface1, 0x40000000, 4); /* 2.0 */
    save_patched(folder, "gnd/odd_uv_nan.gnd", surface1 + 16, 0x7FC00000, 4);
    save_patched(folder, "gnd/odd_height_nan.gnd", cube1, 0x7FC00000, 4);
    save_patched(folder, "gnd/odd_height_infinite.gnd", cube1 + 12, 0xFF800000, 4);
    save_patched(folder, "gnd/odd_surface_negative.gnd", cube1 + CUBE_TOP, 0xFFFFFFFE, 4);
    save_patched(folder, "gnd/odd_surface_range.gnd", cube1 + CUBE_TOP, 8, 4);
    save_patched(folder, "gnd/odd_edge_wall_east.gnd", at.cubes + 2 * 28 + CUBE_EAST, 1, 4);
    save_patched(folder, "gnd/odd_edge_wall_north.gnd", at.cubes + 3 * 28 + CUBE_NORTH, 1, 4);
    save_patched(folder, "gnd/odd_scale.gnd", 14, 0x40A00000, 4);
    save_patched(folder, "gnd/odd_lightmap_format.gnd", at.lightmap_header + 12, 2, 4);

    /* the walls of cube 0 join equal edges: raised, they have a height */
    Written out = write_map(&plain);
    patch_f32(&out.bytes, cube1, -99);
    patch_f32(&out.bytes, at.cubes + 3 * 28, -99);
    save(folder, "gnd/walls.gnd", &out.bytes);

    out = write_map(&plain);
    patch_u32(&out.bytes, at.lightmap_header + 4, 0);
    patch_u32(&out.bytes, at.lightmap_header + 8, 0);
    save(folder, "gnd/odd_lightmap_0x0.gnd", &out.bytes);

    out = write_map(&plain);
    patch_u32(&out.bytes, at.lightmap_header + 4, 16);
    patch_u32(&out.bytes, at.lightmap_header + 8, 4);
    save(folder, "gnd/odd_lightmap_16x4.gnd", &out.bytes);

    out = write_map(&plain);
    for (size_t i = 40; i < 80; i++) patch_u8(&out.bytes, at.textures + i, 'x');
    save(folder, "gnd/odd_path_garbage.gnd", &out.bytes);

    out = write_map(&plain);
    for (size_t i = 0; i < 80; i++) patch_u8(&out.bytes, at.textures + i, 'x');
    patch_u8(&out.bytes, at.textures + 80, 0);
    save(folder, "gnd/odd_path_empty.gnd", &out.bytes);

    /* bytes that CP949 doesn't have, and half a character at the end */
    out = write_map(&plain);
    patch_u32(&out.bytes, at.textures, 0xFF80FF41);
    patch_u32(&out.bytes, at.textures + 4, 0x0000BF42);
    save(folder, "gnd/odd_path_encoding.gnd", &out.bytes);

    Map short_paths = plain;
    short_paths.path_bytes = 40;
    save_map(folder, "gnd/odd_path_length.gnd", short_paths);

    out = write_map(&plain);
    put_chars(&out.bytes, "left over", 90);
    save(folder, "gnd/odd_trailing.gnd", &out.bytes);

    Map indexed = version(6, INDEXED, 28);
    out = write_map(&indexed);
    patch_u32(&out.bytes, out.lightmaps + 4, 77);
    patch_u32(&out.bytes, out.lightmaps + 16, 0xFFFFFFFF);
    save(folder, "gnd/odd_plane_range.gnd", &out.bytes);

    /* as many texels as a plane has, in one row */
    out = write_map(&indexed);
    patch_u32(&out.bytes, out.lightmap_header + 4, 64);
    patch_u32(&out.bytes, out.lightmap_header + 8, 1);
    save(folder, "gnd/odd_lightmap_64x1.gnd", &out.bytes);

    Bytes headerless = write_headerless(2, 2);
    patch_u32(&headerless, 12 + 160 + 132, 40000);
    patch_u32(&headerless, 12 + 160 + 132 + 4, 0xFFFFFFF0);
    save(folder, "gnd/odd_headerless.gnd", &headerless);
    free(at.bytes.data);
}

static void write_bad(const char *folder) {
    Written at = write_map(&plain);
    save_patched(folder, "bad/gnd_version_2.gnd", 4, 0x00030002, 4);
    save_patched(folder, "bad/gnd_version_1_4.gnd", 4, 0x00030401, 4);
    save_patched(folder, "bad/gnd_version_1_10.gnd", 4, 0x00030A01, 4);
    save_patched(folder, "bad/gnd_textures.gnd", 18, 0xFFFFFFFF, 4);
    save_patched(folder, "bad/gnd_path_length_0.gnd", 22, 0, 4);
    save_patched(folder, "bad/gnd_lightmaps.gnd", at.lightmap_header, 0x7FFFFFFF, 4);
    save_patched(folder, "bad/gnd_lightmap_width.gnd", at.lightmap_header + 4, 65536, 4);
    save_patched(folder, "bad/gnd_lightmap_height.gnd", at.lightmap_header + 8, 0xFFFFFFFF, 4);
    save_patched(folder, "bad/gnd_surfaces.gnd", at.surfaces - 4, 70000, 4);
    save_patched(folder, "bad/gnd_width.gnd", 6, 0x7FFFFFFF, 4);

    Bytes cut = copy_of(&at.bytes);
    cut.size -= 5;
    save_copy(folder, "bad/gnd_cut.gnd", &cut);
    cut.size = 5;
    save_copy(folder, "bad/gnd_no_version.gnd", &cut);
    cut.size = 20;
    save_copy(folder, "bad/gnd_header_only.gnd", &cut);
    cut.size = 0;
    save(folder, "bad/empty.gnd", &cut);

    Written water = write_map(&(Map){.minor = 9, .width = 1, .height = 1, .textures = 1,
                                     .path_bytes = 80, .lightmaps = 1, .cube_bytes = 28});
    patch_u32(&water.bytes, water.water + 24, 0xFFFFFFFF);
    patch_u32(&water.bytes, water.water + 28, 0xFFFFFFFF);
    save(folder, "bad/gnd_water_planes.gnd", &water.bytes);

    Map old = version(6, RGB, 28);
    Written unknown = write_map(&old);
    put_u8(&unknown.bytes, 0);
    save(folder, "bad/gnd_no_layout.gnd", &unknown.bytes);

    Map indexed = version(6, INDEXED, 28);
    Written odd_size = write_map(&indexed);
    patch_u32(&odd_size.bytes, odd_size.lightmap_header + 4, 4);
    save(folder, "bad/gnd_indexed_4x8.gnd", &odd_size.bytes);

    Bytes text = {0};
    put_chars(&text, "SELECT 'not a map';\n", 20);
    save(folder, "bad/text.gnd", &text);
    free(at.bytes.data);
}

void write_gnd_fixtures(const char *folder) {
    write_versions(folder);
    write_odd(folder);
    write_bad(folder);
}

/* ---- Samples ------------------------------------------------------------------------------------- */

/* A town on a hill: a plateau with a wall around it, four steps up to its gates. */
enum { TOWN_WIDTH = 24, TOWN_HEIGHT = 16, PLATEAU_X = 6, PLATEAU_Y = 4 };

static int on_plateau(uint32_t x, uint32_t y) {
    return x >= PLATEAU_X && x < TOWN_WIDTH - PLATEAU_X && y >= PLATEAU_Y &&
           y < TOWN_HEIGHT - PLATEAU_Y;
}

static float hill(uint32_t x, uint32_t y) {
    return -4 * sinf((float)x * 3.14159265f / TOWN_WIDTH) *
           sinf((float)y * 3.14159265f / TOWN_HEIGHT);
}

typedef struct Wall {
    int exists;
    uint32_t texture;
} Wall;

/* A wall stands where the plateau begins or ends. */
static Wall wall_between(uint32_t x, uint32_t y, uint32_t other_x, uint32_t other_y) {
    int on_map = other_x < TOWN_WIDTH && other_y < TOWN_HEIGHT;
    return (Wall){on_map && on_plateau(x, y) != on_plateau(other_x, other_y), 3};
}

static void put_town_cube(Bytes *bytes, uint32_t x, uint32_t y, const int32_t *faces) {
    for (uint32_t corner = 0; corner < 4; corner++) {
        float height = hill(x + corner % 2, y + corner / 2);
        put_f32(bytes, (double)(on_plateau(x, y) ? -20 : height));
    }
    for (int face = 0; face < 3; face++) put_u32(bytes, (uint32_t)faces[face]);
}

/* Shade falls off the plateau to the east. */
static void put_town_lightmap(Bytes *bytes, uint32_t number) {
    for (uint32_t i = 0; i < 64; i++) put_u8(bytes, number ? 90 + 20 * (i % 8) : 255);
    for (uint32_t i = 0; i < 64; i++) {
        put_u8(bytes, number ? 0 : 24);
        put_u8(bytes, number ? 0 : 16);
        put_u8(bytes, number ? 40 : 0);
    }
}

static void put_town_lightmaps(Bytes *bytes) {
    put_u32(bytes, 2);
    put_u32(bytes, 8);
    put_u32(bytes, 8);
    put_u32(bytes, 1);
    for (uint32_t i = 0; i < 2; i++) put_town_lightmap(bytes, i);
}

/* One top a cube, stone on the plateau and grass around it, then the walls; texture 1 is named and
** never used. */
static Bytes write_town(void) {
    Map map = {.minor = 7, .width = TOWN_WIDTH, .height = TOWN_HEIGHT, .textures = 4,
               .path_bytes = 80};
    Bytes bytes = {0}, surfaces = {0}, cubes = {0};
    uint32_t count = 0;
    put_header(&bytes, &map);
    for (uint32_t i = 0; i < map.textures; i++) put_texture(&bytes, i, map.path_bytes);
    put_town_lightmaps(&bytes);
    for (uint32_t i = 0; i < TOWN_WIDTH * TOWN_HEIGHT; i++) {
        uint32_t x = i % TOWN_WIDTH, y = i / TOWN_WIDTH;
        int shaded = x > 0 && !on_plateau(x, y) && on_plateau(x - 1, y);
        Wall walls[2] = {wall_between(x, y, x, y + 1), wall_between(x, y, x + 1, y)};
        int32_t faces[3] = {(int32_t)count++, -1, -1};
        put_surface(&surfaces, on_plateau(x, y) ? 2 : 0, shaded ? 1 : 0, i % 100);
        for (int wall = 0; wall < 2; wall++) {
            if (!walls[wall].exists) continue;
            faces[1 + wall] = (int32_t)count++;
            put_surface(&surfaces, walls[wall].texture, 0, 60);
        }
        put_town_cube(&cubes, x, y, faces);
    }
    put_u32(&bytes, count);
    put_bytes(&bytes, surfaces.data, surfaces.size);
    put_bytes(&bytes, cubes.data, cubes.size);
    free(surfaces.data);
    free(cubes.data);
    return bytes;
}

static float shore(uint32_t x, uint32_t y) {
    float dx = (float)x - 6, dy = (float)y - 5;
    return 12 - 0.4f * (dx * dx + dy * dy);
}

void write_gnd_samples(const char *folder) {
    Bytes town = write_town();
    save(folder, "town.gnd", &town);
    save_map(folder, "lake.gnd",
             (Map){.minor = 9, .width = 12, .height = 10, .textures = 2, .path_bytes = 80,
                   .lightmaps = 2, .cube_bytes = 28, .planes_u = 2, .planes_v = 1,
                   .level = 2, .height_at = shore});
    save_map(folder, "old.gnd", version(6, INDEXED, 28));
}

/* ---- Large ones, for benchmarks ------------------------------------------------------------------ */

void write_large_gnd(const char *folder, const char *name, uint32_t width, uint32_t height,
                     uint32_t lightmaps) {
    Map map = plain;
    map.width = width;
    map.height = height;
    map.lightmaps = lightmaps;
    map.height_at = hill;
    save_map(folder, name, map);
}
