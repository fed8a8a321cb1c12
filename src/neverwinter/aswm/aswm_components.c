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
    return vector_length(vector_cross(vector_minus(p[1], p[0]), vector_minus(p[2], p[0]))) / 2;
}

/* ---- Flooding -------------------------------------------------------------------------------- */

typedef struct Flood {
    const Aswm *mesh;
    List components; /* AswmComponent */
    uint32_t *triangle_components;
    uint32_t *waiting;         /* triangles whose neighbours still have to be visited */
    uint32_t *tile_components; /* for each tile: the last component found in it */
    Arena *arena;
    Error *error;
} Flood;

static void add_triangle(Flood *flood, AswmComponent *component, uint32_t triangle) {
    const Aswm *mesh = flood->mesh;
    uint32_t tile = aswm_tile_of(mesh, triangle), number = (uint32_t)flood->components.count - 1;
    double area = aswm_area(mesh, triangle), surface = aswm_surface_area(mesh, triangle);
    component->triangle_count++;
    if (isfinite(area)) component->area += area;
    if (isfinite(surface)) component->surface_area += surface;
    if (tile != ASWM_NONE && flood->tile_components[tile] != number) {
        flood->tile_components[tile] = number;
        component->tile_count++;
    }
}

/* Adds everything that is connected with a triangle to a new component. */
static bool flood_from(Flood *flood, uint32_t triangle) {
    const Aswm *mesh = flood->mesh;
    uint32_t number = (uint32_t)flood->components.count;
    uint64_t waiting = 0, steps = 0;
    AswmComponent *component = list_add(flood->arena, &flood->components, sizeof *component);
    if (!component) return fail_memory(flood->error, flood->arena);
    *component = (AswmComponent){.first_triangle = triangle};
    flood->triangle_components[triangle] = number;
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
            flood->triangle_components[next] = number;
            flood->waiting[waiting++] = next;
        }
        if (arena_interrupted_at(flood->arena, ++steps)) return fail_interrupted(flood->error);
    }
    return true;
}

/* ---- The order of components ----------------------------------------------------------------- */

/* Orders components by falling area, and equal ones as they were found, by first triangles. */
static bool is_before(const void *context, uint32_t a, uint32_t b) {
    const AswmComponent *components = context;
    double area = components[a].area, other = components[b].area;
    return area > other || (area == other && a < b);
}

/* Renumbers the components by falling area. */
static bool arrange(Flood *flood, Aswm *mesh) {
    uint32_t *numbers = flood->waiting; /* it is large enough and no longer needed */
    List *components = &flood->components;
    if (!sort_array(flood->arena, components->items, components->count, sizeof(AswmComponent),
                    is_before, components->items, numbers, flood->error)) {
        return false;
    }
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t *component = &flood->triangle_components[i];
        if (*component != ASWM_NONE) *component = numbers[*component];
    }
    mesh->components = components->items;
    mesh->component_count = components->count;
    return true;
}

bool aswm_find_components(Aswm *mesh, Arena *arena, Error *error) {
    if (mesh->triangle_components) return true;
    uint64_t count = mesh->triangle_count, walkable = 0;
    for (uint64_t i = 0; i < count; i++) walkable += aswm_walkable(mesh, i);
    Flood flood = {.mesh = mesh, .arena = arena, .error = error};
    flood.waiting = arena_alloc(arena, walkable, sizeof *flood.waiting);
    flood.tile_components = arena_alloc(arena, mesh->tile_count, sizeof *flood.tile_components);
    flood.triangle_components = arena_alloc(arena, count, sizeof *flood.triangle_components);
    bool done = (flood.waiting && flood.tile_components && flood.triangle_components) ||
                fail_memory(error, arena);
    if (done) {
        memset(flood.tile_components, 0xFF,
               (size_t)mesh->tile_count * sizeof *flood.tile_components);
        memset(flood.triangle_components, 0xFF, (size_t)count * sizeof *flood.triangle_components);
    }
    for (uint32_t triangle = 0; done && triangle < count; triangle++) {
        if (aswm_walkable(mesh, triangle) && flood.triangle_components[triangle] == ASWM_NONE) {
            done = flood_from(&flood, triangle);
        }
    }
    done = done && arrange(&flood, mesh);
    arena_release(arena, flood.waiting);
    arena_release(arena, flood.tile_components);
    if (done) {
        mesh->triangle_components = flood.triangle_components;
    } else {
        arena_release(arena, flood.components.items);
        arena_release(arena, flood.triangle_components);
    }
    return done;
}
