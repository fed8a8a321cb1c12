/* The world that a GND map describes: the height of the ground, normals, walls, and the lightmaps
** as one picture. gnd.h has the definitions. */
#include "ragnarok/gnd/gnd.h"

/* ---- Heights --------------------------------------------------------------------------------- */

/* A position within a cube: the distances from its south-west corner to the east and north, 0 to
** 1. */
typedef struct CubePlace {
    uint64_t cube;
    double east, north;
} CubePlace;

static bool find_cube(const Gnd *gnd, double x, double y, CubePlace *place) {
    double column = floor(x / GND_CUBE_TILES), row = floor(y / GND_CUBE_TILES);
    if (!(column >= 0 && column < gnd->width && row >= 0 && row < gnd->height)) return false;
    place->cube = (uint64_t)row * gnd->width + (uint64_t)column;
    place->east = x / GND_CUBE_TILES - column;
    place->north = y / GND_CUBE_TILES - row;
    return true;
}

static double altitude(const Gnd *gnd, uint64_t cube, GndCorner corner) {
    return (double)gnd_altitude(gnd, cube, corner);
}

double gnd_drawn_height(const Gnd *gnd, double x, double y) {
    CubePlace at;
    if (!find_cube(gnd, x, y, &at)) return (double)NAN;
    double se = altitude(gnd, at.cube, GND_SE), nw = altitude(gnd, at.cube, GND_NW);
    if (at.east + at.north <= 1) {
        double sw = altitude(gnd, at.cube, GND_SW);
        return sw + at.east * (se - sw) + at.north * (nw - sw);
    }
    double ne = altitude(gnd, at.cube, GND_NE);
    return ne + (1 - at.east) * (nw - ne) + (1 - at.north) * (se - ne);
}

double gnd_walked_height(const Gnd *gnd, double x, double y) {
    CubePlace at;
    if (!find_cube(gnd, x, y, &at)) return (double)NAN;
    double sw = altitude(gnd, at.cube, GND_SW), se = altitude(gnd, at.cube, GND_SE);
    double nw = altitude(gnd, at.cube, GND_NW), ne = altitude(gnd, at.cube, GND_NE);
    double south = sw + at.east * (se - sw), north = nw + at.east * (ne - nw);
    return south + at.north * (north - south);
}

/* ---- Normals --------------------------------------------------------------------------------- */

/* Returns the unit normal of the first (0) or second (1) triangle of a cube's top, drawn or not. */
static Vector flat_normal(const Gnd *gnd, uint64_t cube, unsigned half) {
    double up[4];
    for (GndCorner corner = GND_SW; corner <= GND_NE; corner++) {
        up[corner] = -altitude(gnd, cube, corner) / gnd->tile_units;
    }
    Vector normal = {.y = 1};
    normal.x = (half ? up[GND_NW] - up[GND_NE] : up[GND_SW] - up[GND_SE]) / GND_CUBE_TILES;
    normal.z = (half ? up[GND_SE] - up[GND_NE] : up[GND_SW] - up[GND_NW]) / GND_CUBE_TILES;
    double length = sqrt(normal.x * normal.x + 1 + normal.z * normal.z);
    return (Vector){normal.x / length, 1 / length, normal.z / length};
}

/* Divides the sums at the corners of the grid by how many triangles are around them: the cubes to
** the south-west and north-east have one each, the other two cubes have two. */
static void average(const Gnd *gnd, Vector *normals) {
    uint64_t columns = (uint64_t)gnd->width + 1, rows = (uint64_t)gnd->height + 1;
    for (uint64_t i = 0; i < columns * rows; i++) {
        uint64_t x = i % columns, y = i / columns;
        bool has_west = x > 0, has_east = x + 1 < columns;
        bool has_south = y > 0, has_north = y + 1 < rows;
        double count = (has_south && has_west) + 2 * (has_south && has_east) +
                       2 * (has_north && has_west) + (has_north && has_east);
        normals[i] = (Vector){normals[i].x / count, normals[i].y / count, normals[i].z / count};
    }
}

bool gnd_list_normals(Document *document, Error *error) {
    Gnd *gnd = (Gnd *)document;
    Arena *arena = &gnd->document.arena;
    uint64_t columns = (uint64_t)gnd->width + 1, rows = (uint64_t)gnd->height + 1;
    if (!gnd_list_faces(document, error)) return false;
    if (gnd->normals || !gnd->cube_count) return true;
    Vector *normals = arena_zeroed(arena, columns * rows, sizeof *normals);
    if (!normals) return fail_memory(error, arena);
    for (uint64_t cube = 0; cube < gnd->cube_count; cube++) {
        Vector first = flat_normal(gnd, cube, 0), second = flat_normal(gnd, cube, 1);
        Vector *south = normals + cube / gnd->width * columns + cube % gnd->width;
        Vector *north = south + columns;
        south[0] = vector_plus(south[0], first);
        south[1] = vector_plus(south[1], first);
        south[1] = vector_plus(south[1], second);
        north[0] = vector_plus(north[0], first);
        north[0] = vector_plus(north[0], second);
        north[1] = vector_plus(north[1], second);
        if (arena_interrupted_at(arena, cube)) {
            arena_release(arena, normals);
            return fail_interrupted(error);
        }
    }
    average(gnd, normals);
    gnd->normals = normals;
    return true;
}

Vector gnd_vertex_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner) {
    uint32_t code = gnd->drawn_faces[drawn_face], cube = code / 4;
    if (code % 4 != GND_TOP) return gnd_wall_normal(gnd, code);
    uint64_t x = cube % gnd->width + corner % 2, y = cube / gnd->width + corner / 2;
    return gnd->normals[y * ((uint64_t)gnd->width + 1) + x];
}

Vector gnd_vertex_flat_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner) {
    uint32_t code = gnd->drawn_faces[drawn_face];
    if (code % 4 != GND_TOP) return gnd_wall_normal(gnd, code);
    return flat_normal(gnd, code / 4, corner == GND_NE);
}

/* Returns what a cube adds to the client's normal at one of its corners; `own`: of its own top. */
static Vector client_part(const Gnd *gnd, uint64_t cube, unsigned corner, bool own) {
    Vector part = {0};
    if (corner != GND_NE || own) part = vector_plus(part, flat_normal(gnd, cube, 0));
    if (corner != GND_SW && !(corner == GND_NE && own)) {
        part = vector_plus(part, flat_normal(gnd, cube, 1));
    }
    return part;
}

Vector gnd_vertex_client_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner) {
    uint32_t code = gnd->drawn_faces[drawn_face], cube = code / 4;
    if (code % 4 != GND_TOP) return gnd_wall_normal(gnd, code);
    float height = gnd_altitude(gnd, cube, (GndCorner)corner);
    Vector sum = client_part(gnd, cube, corner, true);
    for (unsigned side = 1; side <= 3; side++) { /* bit 0: the next cube in x, bit 1: in y */
        int64_t x = cube % gnd->width, y = cube / gnd->width;
        if (side & 1) x += corner & 1 ? 1 : -1;
        if (side & 2) y += corner & 2 ? 1 : -1;
        if (x < 0 || x >= gnd->width || y < 0 || y >= gnd->height) continue;
        uint64_t other = (uint64_t)y * gnd->width + (uint64_t)x;
        float other_height = gnd_altitude(gnd, other, (GndCorner)(corner ^ side));
        if (!(height >= other_height && height <= other_height)) continue;
        sum = vector_plus(sum, client_part(gnd, other, corner ^ side, false));
    }
    double length = vector_length(sum);
    return (Vector){sum.x / length, sum.y / length, sum.z / length};
}

/* ---- Walls ----------------------------------------------------------------------------------- */

uint64_t gnd_wall_neighbor(const Gnd *gnd, uint32_t face) {
    return (uint64_t)face / 4 + (face % 4 == GND_NORTH ? gnd->width : 1);
}

/* A wall's corners 0 and 1 are its own cube's, 2 and 3 the neighbour's next to them. */
Vector gnd_wall_normal(const Gnd *gnd, uint32_t face) {
    float own = gnd_corner_altitude(gnd, face, 0), other = gnd_corner_altitude(gnd, face, 2);
    double side = own >= other ? -1 : 1; /* because altitudes grow downwards */
    return face % 4 == GND_NORTH ? (Vector){0, 0, side} : (Vector){side, 0, 0};
}

bool gnd_wall_is_flat(const Gnd *gnd, uint32_t face) {
    for (unsigned i = 0; i < 2; i++) {
        float own = gnd_corner_altitude(gnd, face, i);
        float other = gnd_corner_altitude(gnd, face, i + 2);
        if (!(own >= other && own <= other)) return false;
    }
    return true;
}

bool gnd_list_walls(Document *document, Error *error) {
    Gnd *gnd = (Gnd *)document;
    if (!gnd_list_faces(document, error)) return false;
    if (gnd->walls) return true;
    uint64_t count = 0;
    uint32_t *walls = arena_alloc(&gnd->document.arena, gnd->drawn_face_count, sizeof *walls);
    if (!walls) return fail_memory(error, &gnd->document.arena);
    for (uint64_t i = 0; i < gnd->drawn_face_count; i++) {
        if (gnd->drawn_faces[i] % 4 != GND_TOP) walls[count++] = gnd->drawn_faces[i];
    }
    gnd->walls = walls;
    gnd->wall_count = count;
    return true;
}

/* ---- Faces that some programs don't draw ----------------------------------------------------- */

static bool is_textured(const Gnd *gnd, uint64_t cube, GndFace face) {
    int64_t surface = gnd_surface(gnd, cube, face);
    return surface >= 0 && gnd_stored_texture(gnd, (uint64_t)surface) >= 0;
}

const char *gnd_hidden_reason(const Gnd *gnd, uint32_t face) {
    if (!is_textured(gnd, face / 4, (GndFace)(face % 4))) return "no texture";
    if (face % 4 == GND_TOP || is_textured(gnd, gnd_wall_neighbor(gnd, face), GND_TOP)) return NULL;
    return "untextured neighbour";
}

/* ---- The lightmaps as one picture ------------------------------------------------------------ */

enum { ATLAS_WIDTH = 2048, RGBA_BYTES = 4, MOST_ATLAS_BYTES = 1 << 30 };

/* Returns how many slices a row of the picture has; 0 if there are no lightmaps, or if a lightmap
** is wider than the picture. */
static uint64_t slices_across(const Gnd *gnd) {
    return gnd->lightmap_count ? ATLAS_WIDTH / gnd->lightmap_width : 0;
}

static uint64_t atlas_height(const Gnd *gnd) {
    uint64_t rows = 0, height = 1, across = slices_across(gnd);
    if (across) rows = (gnd->lightmap_count + across - 1) / across * gnd->lightmap_height;
    while (height < rows) height *= 2;
    return height;
}

bool gnd_place_in_atlas(const Gnd *gnd, uint64_t lightmap, GndAtlasPlace *place) {
    uint64_t across = slices_across(gnd);
    if (!across) return false;
    double width = gnd->lightmap_width, height = gnd->lightmap_height,
           rows = (double)atlas_height(gnd);
    double left = (double)(lightmap % across) * width, top = (double)(lightmap / across) * height;
    *place = (GndAtlasPlace){.u0 = (left + 1) / ATLAS_WIDTH,
                             .v0 = (top + 1) / rows,
                             .u1 = (left + width - 1) / ATLAS_WIDTH,
                             .v1 = (top + height - 1) / rows};
    return true;
}

static void draw_slice(const Gnd *gnd, uint64_t lightmap, const uint8_t *levels, uint8_t *rgba) {
    static const GndChannel channels[RGBA_BYTES] = {GND_RED, GND_GREEN, GND_BLUE, GND_SHADOW};
    uint64_t left = lightmap % slices_across(gnd) * gnd->lightmap_width;
    uint64_t top = lightmap / slices_across(gnd) * gnd->lightmap_height;
    for (uint32_t i = 0; i < gnd->lightmap_width * gnd->lightmap_height; i++) {
        uint64_t x = left + i % gnd->lightmap_width, y = top + i / gnd->lightmap_width;
        uint8_t *pixel = rgba + (y * ATLAS_WIDTH + x) * RGBA_BYTES;
        for (unsigned k = 0; k < RGBA_BYTES; k++) {
            const uint8_t *texel = gnd_texel(gnd, lightmap, i, channels[k]);
            if (texel) pixel[k] = levels[*texel];
        }
    }
}

bool gnd_draw_atlas(Gnd *gnd, unsigned lost, Arena *scratch, GndAtlas *atlas, Error *error) {
    static const uint8_t unused[RGBA_BYTES] = {255, 0, 255, 255};
    uint8_t levels[256];
    if (!gnd_decode_planes(&gnd->document, error)) return false;
    if (gnd->lightmap_count && !slices_across(gnd)) {
        return fail(error, ERROR_UNSUPPORTED,
                    "lightmaps are %u texels wide, but the picture of all is 2048",
                    gnd->lightmap_width);
    }
    atlas->width = ATLAS_WIDTH;
    atlas->height = atlas_height(gnd);
    atlas->bytes = atlas->width * atlas->height * RGBA_BYTES;
    if (atlas->bytes > MOST_ATLAS_BYTES) {
        return fail(error, ERROR_TOO_BIG, "the picture of all lightmaps needs %" PRIu64 " bytes",
                    atlas->bytes);
    }
    uint8_t *rgba = arena_alloc(scratch, atlas->bytes, 1);
    if (!rgba) return fail_memory(error, scratch);
    for (uint64_t i = 0; i < atlas->bytes; i += RGBA_BYTES) memcpy(rgba + i, unused, RGBA_BYTES);
    unsigned shift = lost < 7 ? 8 - lost : 1; /* high bits take the place of those that are lost */
    for (unsigned i = 0; i < 256; i++) levels[i] = (uint8_t)((i >> lost << lost) + (i >> shift));
    for (uint64_t i = 0; i < gnd->lightmap_count; i++) {
        draw_slice(gnd, i, levels, rgba);
        if (arena_interrupted_at(scratch, i)) return fail_interrupted(error);
    }
    atlas->rgba = rgba;
    return true;
}
