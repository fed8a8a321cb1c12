/* Writes meshes for Detour: see detour.h. */
#include "scene/detour.h"

enum {
    SET_BYTES = 40,
    ENTRY_BYTES = 8,
    HEADER_BYTES = 100,
    LINKS_BYTES = 36,
    TRIANGLE_BYTES = 120,        /* with its vertices, links and detail */
    TRIANGLES_MOST = 0xFFFF / 3, /* of a tile: vertices have numbers of 16 bits */
    REFERENCE_BITS = 22, /* of a polygon's tile and number; others count how often it came */
    EXTERNAL = 0x8000,
    FLIPS = 2, /* how often all triangles are tried: one flip can make another one possible */
};

/* How far heights may differ where tiles meet, and how far above a polygon one stands on it. */
#define STEP 0.1f

/* ---- Triangles ------------------------------------------------------------------------------- */

/* An edge of a triangle, as the map of those with nothing behind them has it. */
typedef struct DetourEdge {
    float ends[2][3];    /* in order */
    uint32_t numbers[2]; /* of the triangle, and of the one that it can be joined with, in order */
} DetourEdge;

/* Joins two edges of triangles; either can be DETOUR_NONE. None is joined with its own triangle. */
static void join(DetourMesh *mesh, uint32_t edge, uint32_t other) {
    DetourTriangle *items = mesh->triangles.items;
    const bool is_own = edge / 3 == other / 3;
    if (edge != DETOUR_NONE) items[edge / 3].next[edge % 3] = is_own ? DETOUR_NONE : other;
    if (other != DETOUR_NONE) items[other / 3].next[other % 3] = is_own ? DETOUR_NONE : edge;
}

bool detour_add(DetourMesh *mesh, const Vector corners[3], DetourTriangle triangle,
                const uint32_t *neighbors, Error *error) {
    const uint32_t number = (uint32_t)mesh->triangles.count;
    if (!vector_is_finite(corners_normal(corners))) return true;
    DetourTriangle *added = list_add(mesh->arena, &mesh->triangles.list, sizeof *added);
    if (!added) return fail_memory(error, mesh->arena);
    *added = triangle;
    for (unsigned k = 0; k < 3; k++) {
        const Vector *corner = &corners[triangle.is_clockwise ? 2 - k : k];
        const float place[] = {(float)corner->x, (float)corner->z, (float)(0 - corner->y)};
        memcpy(added->corners[k], place, sizeof place);
        added->next[k] = DETOUR_NONE;
    }
    for (uint32_t k = 0; k < 3; k++) {
        const float *from = added->corners[k], *to = added->corners[(k + 1) % 3];
        const bool turns = memcmp(from, to, sizeof added->corners[k]) > 0;
        const uint32_t one = triangle.number,
                       other = neighbors ? neighbors[triangle.is_clockwise ? (4 - k) % 3 : k] : one;
        DetourEdge edge = {.numbers = {one < other ? one : other, one < other ? other : one}};
        memcpy(edge.ends[0], turns ? to : from, sizeof edge.ends[0]);
        memcpy(edge.ends[1], turns ? from : to, sizeof edge.ends[1]);
        void **place = map_place(&mesh->edges, mesh->arena, &edge, sizeof edge);
        if (!place) return fail_memory(error, mesh->arena);
        if (*place) join(mesh, (uint32_t)(uintptr_t)*place - 1, 3 * number + k);
        *place = *place ? NULL : (void *)(3 * (uintptr_t)number + k + 1);
    }
    return !arena_interrupted_at(mesh->arena, number) || fail_interrupted(error);
}

/* Returns twice the area from above; it is negative if the corners follow each other clockwise. */
static double triangle_area(const DetourTriangle *triangle) {
    const float(*at)[3] = triangle->corners;
    const Point2 places[] = {{(double)at[0][0], (double)at[0][2]},
                             {(double)at[1][0], (double)at[1][2]},
                             {(double)at[2][0], (double)at[2][2]}};
    return point_turn(places[0], places[2], places[1]);
}

/* Divides what the two triangles at an edge cover by the other diagonal, if that makes both larger
** than the first one was. */
static void flip(DetourMesh *mesh, uint32_t edge) {
    DetourTriangle *one = &mesh->triangles.items[edge / 3];
    const uint32_t k = edge % 3, behind = one->next[k];
    if (behind == DETOUR_NONE) return;
    DetourTriangle *other = &mesh->triangles.items[behind / 3];
    const uint32_t j = behind % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    /* One without an area can be either way round: k1 is its edge where the other's begins. */
    const bool along = memcmp(one->corners[k], other->corners[j], sizeof one->corners[k]) == 0;
    const uint32_t k1 = (k + (along ? 2 : 1)) % 3, k2 = 3 - k - k1, twin = one->next[k1];
    if (one->next[k2] / 3 == behind / 3) return;
    if (twin / 3 == behind / 3) { /* their corners are the same: what is behind them meets */
        const uint32_t last = 3 - j - twin % 3;
        join(mesh, one->next[k2], other->next[last]);
        join(mesh, edge - k + k2, behind - j + last);
        return;
    }
    const double least = triangle_area(one);
    DetourTriangle made[] = {*one, *other};
    memcpy(made[0].corners[0], other->corners[j1], sizeof made[0].corners[0]);
    memcpy(made[0].corners[1], other->corners[j2], sizeof made[0].corners[1]);
    memcpy(made[0].corners[2], one->corners[(k + 2) % 3], sizeof made[0].corners[2]);
    memcpy(made[1].corners[j1], made[0].corners[2], sizeof made[1].corners[j1]);
    if (one->tile != other->tile || triangle_area(&made[0]) <= least ||
        triangle_area(&made[1]) <= least) {
        return;
    }
    const uint32_t first = edge - k, beyond[] = {other->next[j1], one->next[k2], one->next[k1]};
    *one = made[0];
    *other = made[1];
    join(mesh, first, beyond[0]);
    join(mesh, first + 1, behind - j + j1);
    join(mesh, first + 2, beyond[1]);
    join(mesh, behind, beyond[2]);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Triangles that are written as a tile. */
typedef struct DetourTile {
    uint32_t id;
    uint64_t first, count;
} DetourTile;

static void put_words(uint8_t **at, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++, *at += 4) store_u32(*at, words[i]);
}

static void put_floats(uint8_t **at, const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++, *at += 4) store_f32(*at, numbers[i]);
}

/* What is stored for an edge. A tile's side 0 is in the east, 2 in the south, 4 in the west, 6 in
** the north. Where both triangles lie on one side of the edge, a ray would go to and fro for ever. */
static uint32_t neighbor(const DetourMesh *mesh, const DetourTile *tile, const float begin[3],
                         uint32_t next) {
    if (next == DETOUR_NONE) return 0;
    const float *behind = mesh->triangles.items[next / 3].corners[next % 3];
    if (memcmp(begin, behind, 3 * sizeof *behind) == 0) return 0;
    if (next / 3 - tile->first < tile->count) return (uint32_t)(next / 3 - tile->first + 1);
    const uint32_t other = mesh->triangles.items[next / 3].tile, columns = mesh->columns;
    int64_t east = (int64_t)(other % columns) - tile->id % columns;
    int64_t north = (int64_t)(other / columns) - tile->id / columns;
    if (east * east + north * north != 1) return 0;
    return (uint32_t)(EXTERNAL | (east ? 2 - 2 * east : 4 + 2 * north));
}

/* Writes a tile, which has room that is zeroed. */
static void write_tile(const DetourMesh *mesh, const DetourTile *tile, uint8_t **at) {
    const uint32_t count = (uint32_t)tile->count;
    const uint32_t fan = 0x15020100; /* corners 0, 1, 2, and all edges are rim */
    const DetourTriangle *triangles = &mesh->triangles.items[tile->first];
    uint32_t header[17] = {'D' << 24 | 'N' << 16 | 'A' << 8 | 'V', 7, tile->id % mesh->columns,
                           mesh->rows - 1 - tile->id / mesh->columns};
    header[6] = header[9] = header[11] = header[14] = count;
    header[7] = header[8] = 3 * count;
    float box[] = {STEP, INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, 0};
    for (uint32_t i = 0; i < 9 * count; i++) {
        const float number = triangles[i / 9].corners[i / 3 % 3][i % 3];
        box[1 + i % 3] = fminf(box[1 + i % 3], number);
        box[4 + i % 3] = fmaxf(box[4 + i % 3], number);
    }
    put_words(at, header, LENGTH(header));
    put_floats(at, box, LENGTH(box));
    for (uint32_t i = 0; i < count; i++) put_floats(at, triangles[i].corners[0], 9);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t polygon[8] = {0, 3 * i | (3 * i + 1) << 16, 3 * i + 2};
        for (unsigned k = 0; k < 3; k++) {
            const uint32_t next = triangles[i].next[k];
            polygon[4 + k / 2] |= neighbor(mesh, tile, triangles[i].corners[k], next)
                                  << 16 * (k % 2);
        }
        polygon[7] = (triangle_area(&triangles[i]) > 0) | 3 << 16 | triangles[i].area << 24;
        put_words(at, polygon, LENGTH(polygon));
    }
    *at += (size_t)count * LINKS_BYTES;
    for (uint32_t i = 0; i < count; i++) put_words(at, (const uint32_t[]){0, i, 1 << 8}, 3);
    for (uint32_t i = 0; i < count; i++) put_words(at, &fan, 1);
}

static uint32_t bits_for(uint64_t count) {
    return count > 1 ? 64 - (uint32_t)__builtin_clzll(count - 1) : 0;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool detour_begin(Call *call, int argument, DetourMesh *mesh) {
    arena_share_limit(&call->document->arena, call->scratch);
    mesh->arena = call->scratch;
    return value_to_flag(call->arguments->values[argument], &mesh->is_set) ||
           fail(call->error, ERROR_ARGUMENT, "set isn't 0 or 1");
}

/* Finds the tiles to be written, and how many triangles the largest one and all of them have. */
static bool list_tiles(DetourMesh *mesh, uint32_t only, List *tiles, uint64_t *most,
                       uint64_t *count, Error *error) {
    const bool is_whole = !mesh->is_set && only == DETOUR_NONE;
    DetourTile *last = NULL;
    if (is_whole) mesh->columns = mesh->rows = 1;
    for (uint64_t i = 0; i < mesh->triangles.count; i++) {
        const uint32_t id = is_whole ? 0 : mesh->triangles.items[i].tile;
        if (id == DETOUR_NONE || (only != DETOUR_NONE && id != only)) continue;
        if (!last || last->id != id) {
            last = list_add(mesh->arena, tiles, sizeof *last);
            if (!last) return fail_memory(error, mesh->arena);
            *last = (DetourTile){.id = id, .first = i};
        }
        if (++last->count > *most) *most = last->count;
        ++*count;
    }
    if (!*count) return fail(error, ERROR_UNSUPPORTED, "there is no ground to walk on");
    if (*most > TRIANGLES_MOST) {
        return fail(error, ERROR_TOO_BIG,
                    "a tile of Detour has at most %u triangles, here are %" PRIu64, TRIANGLES_MOST,
                    *most);
    }
    return bits_for(*most) + bits_for(tiles->count) <= REFERENCE_BITS ||
           fail(error, ERROR_TOO_BIG,
                "%" PRIu64 " tiles of up to %" PRIu64 " triangles are too many for Detour",
                tiles->count, *most);
}

Value detour_write(DetourMesh *mesh, uint32_t only, Call *call) {
    LIST_OF(DetourTile) tiles = {0};
    uint64_t most = 0, count = 0;
    for (uint64_t i = 0; i < FLIPS * mesh->triangles.count; i++) {
        const uint32_t number = (uint32_t)(i % mesh->triangles.count);
        for (uint32_t k = 0; k < 3 && triangle_area(&mesh->triangles.items[number]) <= 0; k++) {
            flip(mesh, 3 * number + k);
        }
    }
    if (!list_tiles(mesh, only, &tiles.list, &most, &count, call->error)) return value_null();
    const uint32_t bits = bits_for(most), all_bits = bits + bits_for(tiles.count);
    const uint64_t size =
        SET_BYTES + tiles.count * (ENTRY_BYTES + HEADER_BYTES) + count * TRIANGLE_BYTES;
    uint8_t *bytes = arena_zeroed(mesh->arena, size, 1), *at = bytes;
    if (!bytes) return value_null_after(fail_memory(call->error, mesh->arena));
    const uint32_t set[] = {'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', 1, (uint32_t)tiles.count};
    const float width = (float)mesh->tile_width, depth = (float)mesh->tile_depth;
    put_words(&at, set, LENGTH(set));
    put_floats(&at, (const float[]){0, 0, -depth * (float)mesh->rows, width, depth}, 5);
    put_words(&at, (const uint32_t[]){(uint32_t)tiles.count, UINT32_C(1) << bits}, 2);
    for (uint32_t i = 0; i < tiles.count; i++) {
        const DetourTile *tile = &tiles.items[i];
        const uint32_t entry[] = {UINT32_C(1) << all_bits | i << bits,
                                  HEADER_BYTES + (uint32_t)tile->count * TRIANGLE_BYTES};
        put_words(&at, entry, 2);
        write_tile(mesh, tile, &at);
    }
    const uint64_t begin = mesh->is_set ? 0 : SET_BYTES + ENTRY_BYTES;
    return value_blob(bytes + begin, size - begin);
}
