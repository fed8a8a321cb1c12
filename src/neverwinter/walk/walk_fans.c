/* The fans of a walkmesh: see walk_fans.h. */
#include "neverwinter/walk/walk_fans.h"
#include "neverwinter/walk/walk_place.h"

#define PI        3.14159265358979323846
#define HALF_TURN (PI - 1e-6) /* rounding may make a straight wall bulge */

const WalkSide *walk_side_of(const WalkMesh *mesh, uint32_t triangle, uint32_t vertex) {
    const WalkSide *sides = walk_sides(mesh, triangle);
    for (uint32_t i = 0; i < walk_side_count(mesh, triangle); i++) {
        if (sides[i].vertex == vertex) return &sides[i];
    }
    return NULL;
}

uint32_t walk_behind_spoke(const WalkMesh *mesh, const WalkSide *side, uint32_t vertex) {
    return side->next != WALK_NONE && walk_side_of(mesh, side->next, vertex) ? side->next
                                                                             : WALK_NONE;
}

/* The angle of a triangle at one of its vertices, in radians: half a turn where that stands between
** two corners. */
static double angle_at(const WalkMesh *mesh, uint32_t triangle, uint32_t vertex) {
    Vector p[3];
    if (!walk_corners(mesh, triangle, p)) return 0;
    Point2 at = walk_point(mesh, vertex);
    for (int i = 0; i < 3; i++) {
        if (p[i].x != at.x || p[i].y != at.y) continue;
        Vector one = vector_minus(p[(i + 1) % 3], p[i]);
        Vector other = vector_minus(p[(i + 2) % 3], p[i]);
        return fabs(atan2(one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y));
    }
    return PI;
}

bool walk_folds(const WalkMesh *mesh, uint32_t triangle, const WalkSide *side) {
    const Line line = {walk_point(mesh, side->ends[0]), walk_point(mesh, side->ends[1])};
    const uint32_t both[] = {triangle, side->next};
    int sides[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        Vector p[3];
        if (!walk_corners(mesh, both[i], p)) continue;
        sides[i] = line_side(
            &line, (Point2){(p[0].x + p[1].x + p[2].x) / 3, (p[0].y + p[1].y + p[2].y) / 3});
    }
    return sides[0] * sides[1] > 0;
}

static bool add_around(WalkFans *fans, uint32_t triangle, uint32_t *fan, Arena *arena,
                       Error *error) {
    *fan = (uint32_t)fans->fans.count - 1;
    return list_push(arena, &fans->around, &triangle, sizeof triangle, error);
}

/* Adds to the last fan what lies behind a side of its triangle on which its vertex is: where that
** has no area, the vertex can be between the side's ends. */
static bool add_behind(const WalkMesh *mesh, WalkFans *fans, const WalkSide *side, uint32_t vertex,
                       Arena *arena, Error *error) {
    return side->next == WALK_NONE || walk_side_of(mesh, side->next, vertex) ||
           !walk_is_on_side(mesh, side, walk_point(mesh, vertex), 0) ||
           list_push(arena, &fans->around, &side->next, sizeof side->next, error);
}

/* Adds the fan of a triangle's vertex. Its triangles are kept only if a way can turn there: if it
** has a rim and reaches by half a turn or more, or is folded. */
static bool add_fan(const WalkMesh *mesh, WalkFans *fans, uint32_t triangle, const WalkSide *of,
                    Arena *arena, Error *error) {
    uint32_t vertex = of->vertex;
    uint64_t first = fans->around.count;
    double turn = 0;
    bool has_rim = false, has_fold = false;
    WalkFan *fan = list_add(arena, &fans->fans, sizeof *fan);
    if (!fan) return fail_memory(error, arena);
    if (!add_around(fans, triangle, walk_fan_at(mesh, fans, of), arena, error)) return false;
    for (uint64_t i = first; i < fans->around.count; i++) {
        uint32_t at = ((const uint32_t *)fans->around.items)[i];
        const WalkSide *sides = walk_sides(mesh, at);
        turn += angle_at(mesh, at, vertex);
        if (arena_interrupted(arena)) return fail_interrupted(error);
        for (uint32_t k = 0; k < walk_side_count(mesh, at); k++) {
            if (!walk_is_spoke(&sides[k], vertex)) {
                bool is_own = walk_side_of(mesh, at, vertex);
                if (is_own && !add_behind(mesh, fans, &sides[k], vertex, arena, error))
                    return false;
                continue;
            }
            uint32_t next = walk_behind_spoke(mesh, &sides[k], vertex);
            has_rim |= next == WALK_NONE;
            if (next == WALK_NONE) continue;
            has_fold |= walk_folds(mesh, at, &sides[k]);
            uint32_t *own = walk_fan_at(mesh, fans, walk_side_of(mesh, next, vertex));
            if (*own == WALK_NONE && !add_around(fans, next, own, arena, error)) return false;
        }
    }
    if (!has_rim || (turn < HALF_TURN && !has_fold)) fans->around.count = first;
    *fan = (WalkFan){(uint32_t)first, (uint32_t)(fans->around.count - first), 0, false, 0};
    return true;
}

static bool fill_fans(const WalkMesh *mesh, WalkFans *fans, Arena *arena, Error *error) {
    uint64_t count = mesh->first_side[mesh->triangle_count];
    fans->of = arena_alloc(arena, count, sizeof *fans->of);
    if (!fans->of) return fail_memory(error, arena);
    memset(fans->of, 0xFF, (size_t)count * sizeof *fans->of);
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        const WalkSide *sides = walk_sides(mesh, triangle);
        if (arena_interrupted_at(arena, triangle + 1)) return fail_interrupted(error);
        for (uint32_t i = 0; i < walk_side_count(mesh, triangle) && mesh->walkable[triangle]; i++) {
            if (sides[i].vertex == WALK_NONE) continue;
            if (arena_interrupted(arena)) return fail_interrupted(error);
            const WalkSide *first = walk_side_of(mesh, triangle, sides[i].vertex);
            if (*walk_fan_at(mesh, fans, first) == WALK_NONE &&
                !add_fan(mesh, fans, triangle, first, arena, error)) {
                return false;
            }
        }
    }
    return true;
}

bool walk_find_fans(WalkMesh *mesh, Arena *arena, Error *error) {
    if (mesh->fans) return true;
    WalkFans *fans = arena_zeroed(arena, 1, sizeof *fans);
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
