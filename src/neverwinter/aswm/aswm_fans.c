/* The fans of a walkmesh: see aswm_fans.h. */
#include "neverwinter/aswm/aswm_fans.h"
#include "neverwinter/aswm/aswm_sight.h"

#include <math.h>

#define PI        3.14159265358979323846
#define HALF_TURN (PI - 1e-6) /* a wall that looks straight may bulge by a rounding */

int aswm_slot_of(const Aswm *mesh, uint32_t triangle, uint32_t vertex) {
    const uint8_t *vertices = aswm_triangle(mesh, triangle);
    for (int i = 0; i < 3; i++) {
        if (load_u32(vertices + 4 * i) == vertex) return i;
    }
    return -1;
}

int aswm_find_spokes(const Aswm *mesh, uint32_t triangle, uint32_t vertex, AswmSpoke spokes[3]) {
    uint32_t ends[2];
    int count = 0;
    for (unsigned side = 0; side < 3; side++) {
        if (!aswm_edge_ends(mesh, triangle, side, ends)) continue;
        if (ends[0] != vertex && ends[1] != vertex) continue;
        uint32_t next = aswm_walkable_neighbor(mesh, triangle, side);
        if (next != ASWM_NONE && aswm_slot_of(mesh, next, vertex) < 0) next = ASWM_NONE;
        spokes[count++] = (AswmSpoke){ends[0] == vertex ? ends[1] : ends[0], next};
    }
    return count;
}

/* The angle of a triangle at one of its vertices, in radians. */
static double angle_at(const Aswm *mesh, uint32_t triangle, int slot) {
    Vector p[3];
    if (!aswm_corners(mesh, triangle, p)) return 0;
    Vector one = vector_minus(p[(slot + 1) % 3], p[slot]);
    Vector other = vector_minus(p[(slot + 2) % 3], p[slot]);
    return fabs(atan2(one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y));
}

uint32_t *aswm_fan_at(const AswmFans *fans, uint32_t triangle, int slot) {
    return &fans->of[3 * (uint64_t)triangle + (uint64_t)slot];
}

static bool add_around(AswmFans *fans, uint32_t triangle, int slot, Arena *arena, Error *error) {
    *aswm_fan_at(fans, triangle, slot) = (uint32_t)fans->fans.count - 1;
    return list_push(arena, &fans->around, &triangle, sizeof triangle, error);
}

/* Adds the fan of a triangle's vertex. Its triangles are kept only if a way can turn there: if it
** has a rim and reaches by half a turn or more. */
static bool add_fan(const Aswm *mesh, AswmFans *fans, uint32_t triangle, int slot, Arena *arena,
                    Error *error) {
    uint32_t vertex = load_u32(aswm_triangle(mesh, triangle) + 4 * slot);
    uint64_t first = fans->around.count;
    double turn = 0;
    bool has_rim = false;
    AswmFan *fan = list_add(arena, &fans->fans, sizeof *fan);
    if (!fan) return fail_memory(error, arena);
    if (!add_around(fans, triangle, slot, arena, error)) return false;
    for (uint64_t i = first; i < fans->around.count; i++) {
        uint32_t at = ((const uint32_t *)fans->around.items)[i];
        AswmSpoke spokes[3];
        int count = aswm_find_spokes(mesh, at, vertex, spokes);
        turn += angle_at(mesh, at, aswm_slot_of(mesh, at, vertex));
        for (int k = 0; k < count; k++) {
            uint32_t next = spokes[k].next;
            has_rim |= next == ASWM_NONE;
            if (next == ASWM_NONE) continue;
            int next_slot = aswm_slot_of(mesh, next, vertex);
            if (*aswm_fan_at(fans, next, next_slot) == ASWM_NONE &&
                !add_around(fans, next, next_slot, arena, error)) {
                return false;
            }
        }
    }
    if (!has_rim || turn < HALF_TURN) fans->around.count = first;
    *fan = (AswmFan){(uint32_t)first, (uint32_t)(fans->around.count - first), 0, false, 0};
    return true;
}

static bool fill_fans(const Aswm *mesh, AswmFans *fans, Arena *arena, Error *error) {
    fans->of = arena_alloc(arena, mesh->triangle_count, 3 * sizeof *fans->of);
    if (!fans->of) return fail_memory(error, arena);
    memset(fans->of, 0xFF, (size_t)mesh->triangle_count * 3 * sizeof *fans->of);
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        if (arena_interrupted_at(arena, triangle + 1)) return fail_interrupted(error);
        for (int slot = 0; slot < 3 && aswm_walkable(mesh, triangle); slot++) {
            uint32_t vertex = load_u32(aswm_triangle(mesh, triangle) + 4 * slot);
            int first = aswm_slot_of(mesh, triangle, vertex);
            if (*aswm_fan_at(fans, triangle, first) == ASWM_NONE &&
                !add_fan(mesh, fans, triangle, first, arena, error)) {
                return false;
            }
        }
    }
    return true;
}

bool aswm_find_fans(Aswm *mesh, Arena *arena, Error *error) {
    if (mesh->fans) return true;
    AswmFans *fans = arena_zeroed(arena, 1, sizeof *fans);
    if (!fans) return fail_memory(error, arena);
    if (fill_fans(mesh, fans, arena, error)) {
        mesh->fans = fans;
        return true;
    }
    arena_release(arena, fans->of);
    arena_release(arena, fans->fans.items);
    arena_release(arena, fans->around.items);
    arena_release(arena, fans);
    return false;
}
