/* A GAT map as a mesh for Detour, flat, in tiles. A run of tiles that can be entered, from a wall
** in the west to one in the east, is a strip; it goes on to the north while the rows have the same
** types there. A border between strips has a vertex wherever types change above it or below, so
** that strips meet edge to edge. Each strip is divided into triangles, from border to border. */
#include "ragnarok/gat.h"
#include "scene/detour.h"

enum { TILE_ROWS = 64 };

/* Returns the type of a tile that can be entered, else GAT_NONE; it may lie off the map. */
static uint32_t type_at(const Gat *gat, int64_t x, int64_t y) {
    uint64_t tile;
    bool is_ground = gat_tile_at(gat, (double)x, (double)y, &tile) && gat_can_enter(gat, tile);
    return is_ground ? gat_tile_type(gat, tile) : GAT_NONE;
}

/* Tells whether a strip that reaches up to a row goes on there. None reaches over a border between
** tiles of the mesh. */
static bool goes_on(const Gat *gat, int64_t west, int64_t east, int64_t row) {
    int64_t x = west - 1;
    while (x <= east && type_at(gat, x, row) == type_at(gat, x, row - 1)) x++;
    return row % TILE_ROWS != 0 && x > east;
}

/* Returns the next vertex to the east of x on the border south of a row, which ends at `east`. */
static int64_t next_vertex(const Gat *gat, int64_t x, int64_t row, int64_t east) {
    while (++x < east && type_at(gat, x, row) == type_at(gat, x - 1, row) &&
           type_at(gat, x, row - 1) == type_at(gat, x - 1, row - 1)) {
    }
    return x < east ? x : east;
}

/* Divides a strip from west to east. Each triangle has an edge on one of the borders. */
static bool add_strip(const Gat *gat, DetourMesh *mesh, const int64_t borders[2], int64_t west,
                      int64_t east, Error *error) {
    int64_t at[] = {west, west}, next[2];
    for (int i = 0; i < 2; i++) next[i] = next_vertex(gat, west, borders[i], east);
    while (at[0] < east || at[1] < east) {
        const int i = at[0] < east && next[0] <= next[1] ? 0 : 1;
        const Vector corners[] = {{(double)at[0], (double)borders[0], 0},
                                  {(double)next[i], (double)borders[i], 0},
                                  {(double)at[1], (double)borders[1], 0}};
        const DetourTriangle added = {.tile = (uint32_t)(borders[0] / TILE_ROWS),
                                      .area = type_at(gat, at[i], borders[0]) & DETOUR_AREAS};
        if (!detour_add(mesh, corners, added, NULL, error)) {
            return false;
        }
        at[i] = next[i];
        next[i] = next_vertex(gat, at[i], borders[i], east);
    }
    return true;
}

Value gat_navmesh_call(Call *call) {
    const Gat *gat = (const Gat *)call->document;
    const int64_t width = gat->width, height = width ? gat->height : 0;
    DetourMesh mesh = {.columns = 1,
                       .rows = (uint32_t)(height / TILE_ROWS + 1),
                       .tile_width = (double)width,
                       .tile_depth = TILE_ROWS};
    if (!detour_begin(call, 0, &mesh)) return value_null();
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0, west = 0; x < width; west = ++x) {
            while (type_at(gat, x, y) != GAT_NONE) x++;
            if (west == x || goes_on(gat, west, x, y)) continue;
            int64_t borders[] = {y, y + 1};
            while (goes_on(gat, west, x, borders[1])) borders[1]++;
            if (!add_strip(gat, &mesh, borders, west, x, call->error)) return value_null();
        }
        if (arena_interrupted(call->scratch))
            return value_null_after(fail_interrupted(call->error));
    }
    return detour_write(&mesh, DETOUR_NONE, call);
}
