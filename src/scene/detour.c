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
};

/* How far heights may differ where tiles meet, and how far above a polygon one stands on it. */
#define STEP 0.1f

/* ---- Triangles ------------------------------------------------------------------------------- */

static bool is_neighbor(const uint32_t *neighbors, uint32_t number) {
    return !neighbors || neighbors[0] == number || neighbors[1] == number || neighbors[2] == number;
}

bool detour_add(DetourMesh *mesh, const Vector corners[3], DetourTriangle triangle,
                const uint32_t *neighbors, Error *error) {
    const uint32_t number = (uint32_t)mesh->triangles.count;
    const Vector up = corners_normal(corners);
    if (!vector_is_finite(up) || up.z == 0) return true;
    DetourTriangle *added = list_add(mesh->arena, &mesh->triangles.list, sizeof *added);
    if (!added) return fail_memory(error, mesh->arena);
    *added = triangle;
    for (unsigned k = 0; k < 3; k++) {
        const Vector *corner = &corners[up.z < 0 ? 2 - k : k];
        const float place[] = {(float)corner->x, (float)corner->z, (float)(0 - corner->y)};
        memcpy(added->corners[k], place, sizeof place);
        added->next[k] = DETOUR_NONE;
    }
    for (unsigned k = 0; k < 3; k++) {
        const float *from = added->corners[k], *to = added->corners[(k + 1) % 3];
        const float edge[] = {from[0], from[1], from[2], to[0], to[1], to[2]};
        const float back[] = {to[0], to[1], to[2], from[0], from[1], from[2]};
        void **behind = map_find(&mesh->edges, back, sizeof back);
        uintptr_t other = behind && *behind ? (uintptr_t)*behind - 1 : 0;
        if (behind && *behind && is_neighbor(neighbors, mesh->triangles.items[other / 3].number)) {
            added->next[k] = (uint32_t)(other / 3);
            mesh->triangles.items[other / 3].next[other % 3] = number;
            *behind = NULL;
            continue;
        }
        void **place = map_place(&mesh->edges, mesh->arena, edge, sizeof edge);
        if (!place) return fail_memory(error, mesh->arena);
        *place = (void *)(3 * (uintptr_t)number + k + 1);
    }
    return !arena_interrupted_at(mesh->arena, number) || fail_interrupted(error);
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
** the north. */
static uint32_t neighbor(const DetourMesh *mesh, const DetourTile *tile, uint32_t next) {
    if (next == DETOUR_NONE) return 0;
    if (next - tile->first < tile->count) return (uint32_t)(next - tile->first + 1);
    const uint32_t other = mesh->triangles.items[next].tile, columns = mesh->columns;
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
            polygon[4 + k / 2] |= neighbor(mesh, tile, triangles[i].next[k]) << 16 * (k % 2);
        }
        polygon[7] = 1 | 3 << 16 | triangles[i].area << 24;
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
