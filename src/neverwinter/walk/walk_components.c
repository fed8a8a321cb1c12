/* The connected components of a walkmesh: see walk_mesh.h. */
#include "neverwinter/walk/walk_mesh.h"

typedef struct Flood {
    const WalkMesh *mesh;
    List components; /* WalkComponent */
    uint32_t *triangle_components;
    uint32_t *waiting;         /* triangles whose neighbours still have to be visited */
    uint32_t *tile_components; /* for each tile: the last component found in it */
    Arena *arena;
    Error *error;
} Flood;

static void add_triangle(Flood *flood, WalkComponent *component, uint32_t triangle) {
    const WalkMesh *mesh = flood->mesh;
    const Children *tiles = mesh->tile_triangles;
    uint32_t tile = triangle < tiles->count ? tiles->parents[triangle] : WALK_NONE;
    uint32_t number = (uint32_t)flood->components.count - 1;
    Vector corners[3];
    component->triangle_count++;
    if (walk_corners(mesh, triangle, corners)) {
        double area = walk_area(corners), surface = corners_area(corners);
        if (isfinite(area)) component->area += area;
        if (isfinite(surface)) component->surface_area += surface;
    }
    if (tile != WALK_NONE && flood->tile_components[tile] != number) {
        flood->tile_components[tile] = number;
        component->tile_count++;
    }
}

/* Makes a component of all triangles that are connected with a triangle. */
static bool flood_from(Flood *flood, uint32_t triangle) {
    const WalkMesh *mesh = flood->mesh;
    uint32_t number = (uint32_t)flood->components.count;
    uint64_t waiting = 0, steps = 0;
    WalkComponent *component = list_add(flood->arena, &flood->components, sizeof *component);
    if (!component) return fail_memory(flood->error, flood->arena);
    *component = (WalkComponent){.first_triangle = triangle};
    flood->triangle_components[triangle] = number;
    flood->waiting[waiting++] = triangle;
    while (waiting) {
        uint32_t at = flood->waiting[--waiting];
        add_triangle(flood, component, at);
        const WalkSide *sides = walk_sides(mesh, at);
        for (uint32_t side = 0; side < walk_side_count(mesh, at); side++) {
            uint32_t next = sides[side].next;
            if (next == WALK_NONE || flood->triangle_components[next] != WALK_NONE) continue;
            flood->triangle_components[next] = number;
            flood->waiting[waiting++] = next;
        }
        if (arena_interrupted_at(flood->arena, ++steps)) return fail_interrupted(flood->error);
    }
    return true;
}

/* Orders components by falling area, and those of equal area by their first triangles. */
static int compare_areas(const void *context, uint32_t a, uint32_t b) {
    const WalkComponent *components = context;
    return COMPARE(components[b].area, components[a].area);
}

/* Renumbers the components by falling area. */
static bool arrange(Flood *flood, WalkMesh *mesh) {
    uint32_t *numbers = flood->waiting; /* `waiting` is large enough, and no longer needed */
    List *components = &flood->components;
    if (!sort_array(flood->arena, components->items, components->count, sizeof(WalkComponent),
                    compare_areas, components->items, numbers, flood->error)) {
        return false;
    }
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t *component = &flood->triangle_components[i];
        if (*component != WALK_NONE) *component = numbers[*component];
    }
    mesh->components = components->items;
    mesh->component_count = components->count;
    return true;
}

bool walk_find_components(WalkMesh *mesh, Arena *arena, Error *error) {
    if (mesh->triangle_components) return true;
    uint64_t count = mesh->triangle_count, walkable = 0;
    for (uint64_t i = 0; i < count; i++) walkable += mesh->walkable[i];
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
        if (mesh->walkable[triangle] && flood.triangle_components[triangle] == WALK_NONE) {
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
