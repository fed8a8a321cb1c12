/* The connected components of a walkmesh: see aswm_components.h. */
#include "neverwinter/aswm/aswm_components.h"
#include "core/sort.h"

#include <math.h>

/* ---- Areas ----------------------------------------------------------------------------------- */

double aswm_area(const Aswm *mesh, uint64_t triangle) {
    Vector p[3];
    if (!aswm_corners(mesh, triangle, p)) return (double)NAN;
    return fabs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x)) / 2;
}

double aswm_surface_area(const Aswm *mesh, uint64_t triangle) {
    Vector p[3];
    if (!aswm_corners(mesh, triangle, p)) return (double)NAN;
    double ax = p[1].x - p[0].x, ay = p[1].y - p[0].y, az = p[1].z - p[0].z;
    double bx = p[2].x - p[0].x, by = p[2].y - p[0].y, bz = p[2].z - p[0].z;
    double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    return sqrt(x * x + y * y + z * z) / 2;
}

/* ---- Flooding -------------------------------------------------------------------------------- */

typedef struct Flood {
    const Aswm *mesh;
    AswmComponent *components;
    uint32_t count;
    uint32_t *triangle_components;
    uint32_t *waiting;         /* triangles whose neighbours still have to be visited */
    uint32_t *tile_components; /* for each tile: the last component found in it */
    Arena *arena;
    Error *error;
} Flood;

static void add_triangle(Flood *flood, AswmComponent *component, uint32_t triangle) {
    const Aswm *mesh = flood->mesh;
    uint32_t tile = aswm_tile_of(mesh, triangle);
    double area = aswm_area(mesh, triangle), surface = aswm_surface_area(mesh, triangle);
    component->triangle_count++;
    if (isfinite(area)) component->area += area;
    if (isfinite(surface)) component->surface_area += surface;
    if (tile != ASWM_NONE && flood->tile_components[tile] != flood->count) {
        flood->tile_components[tile] = flood->count;
        component->tile_count++;
    }
}

/* Adds everything that is connected with a triangle to a new component. */
static bool flood_from(Flood *flood, uint32_t triangle) {
    const Aswm *mesh = flood->mesh;
    AswmComponent *component = &flood->components[flood->count];
    uint64_t waiting = 0, steps = 0;
    *component = (AswmComponent){.first_triangle = triangle};
    flood->triangle_components[triangle] = flood->count;
    flood->waiting[waiting++] = triangle;
    while (waiting) {
        uint32_t at = flood->waiting[--waiting];
        add_triangle(flood, component, at);
        for (unsigned side = 0; side < 3; side++) {
            uint32_t next = aswm_neighbor(mesh, at, side);
            if (next >= mesh->triangle_count || !aswm_walkable(mesh, next) ||
                flood->triangle_components[next] != ASWM_NONE) {
                continue;
            }
            flood->triangle_components[next] = flood->count;
            flood->waiting[waiting++] = next;
        }
        if (arena_interrupted_at(flood->arena, ++steps)) return fail_interrupted(flood->error);
    }
    flood->count++;
    return true;
}

static bool flood_all(Flood *flood) {
    for (uint32_t triangle = 0; triangle < flood->mesh->triangle_count; triangle++) {
        if (aswm_walkable(flood->mesh, triangle) &&
            flood->triangle_components[triangle] == ASWM_NONE && !flood_from(flood, triangle)) {
            return false;
        }
    }
    return true;
}

/* ---- The order of components ----------------------------------------------------------------- */

/* Orders components by falling area, and equal ones by their first triangles, the order in which
** they were found. */
static bool is_before(const void *context, uint32_t a, uint32_t b) {
    const AswmComponent *components = context;
    double area = components[a].area, other = components[b].area;
    return area > other || (area == other && a < b);
}

/* Renumbers the components by falling area. */
static bool arrange(Flood *flood, Aswm *mesh) {
    Arena *arena = flood->arena;
    uint32_t *order = flood->waiting; /* it is large enough and no longer needed */
    for (uint32_t i = 0; i < flood->count; i++) order[i] = i;
    if (!sort_records(arena, order, flood->count, is_before, flood->components)) {
        return fail_interrupted(flood->error);
    }
    uint32_t *numbers = arena_alloc(arena, flood->count, sizeof *numbers);
    AswmComponent *arranged = arena_alloc(arena, flood->count, sizeof *arranged);
    if (!numbers || !arranged) {
        arena_release(arena, numbers);
        arena_release(arena, arranged);
        return fail_memory(flood->error, arena);
    }
    for (uint32_t i = 0; i < flood->count; i++) {
        arranged[i] = flood->components[order[i]];
        numbers[order[i]] = i;
    }
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t *component = &flood->triangle_components[i];
        if (*component != ASWM_NONE) *component = numbers[*component];
    }
    arena_release(arena, numbers);
    mesh->components = arranged;
    mesh->component_count = flood->count;
    return true;
}

bool aswm_find_components(Aswm *mesh, Arena *arena, Error *error) {
    if (mesh->triangle_components) return true;
    uint64_t count = mesh->triangle_count, walkable = 0;
    for (uint64_t i = 0; i < count; i++) walkable += aswm_walkable(mesh, i);
    Flood flood = {.mesh = mesh, .arena = arena, .error = error};
    flood.components = arena_alloc(arena, walkable, sizeof *flood.components);
    flood.waiting = arena_alloc(arena, walkable, sizeof *flood.waiting);
    flood.tile_components = arena_alloc(arena, mesh->tile_count, sizeof *flood.tile_components);
    flood.triangle_components = arena_alloc(arena, count, sizeof *flood.triangle_components);
    bool done =
        flood.components && flood.waiting && flood.tile_components && flood.triangle_components;
    if (!done) {
        fail_memory(error, arena);
    } else {
        memset(flood.tile_components, 0xFF,
               (size_t)mesh->tile_count * sizeof *flood.tile_components);
        memset(flood.triangle_components, 0xFF, (size_t)count * sizeof *flood.triangle_components);
        done = flood_all(&flood) && arrange(&flood, mesh);
    }
    arena_release(arena, flood.components);
    arena_release(arena, flood.waiting);
    arena_release(arena, flood.tile_components);
    if (done) mesh->triangle_components = flood.triangle_components;
    else arena_release(arena, flood.triangle_components);
    return done;
}
