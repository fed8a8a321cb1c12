/* Finds the shortest way over a walkmesh without its tables, from neighbour to walkable neighbour.
** A step is as long as the distance of two centres in x and y. The straight distance to the goal is
** a lower bound of the rest of the way. */
#include "neverwinter/aswm/aswm_route.h"
#include "core/search.h"

typedef struct Goal {
    const Aswm *mesh;
    uint32_t triangle;
} Goal;

static bool expand(Search *search, uint32_t triangle, Error *error) {
    const Goal *goal = search->context;
    const Aswm *mesh = goal->mesh;
    for (unsigned side = 0; side < 3; side++) {
        uint32_t next = aswm_neighbor(mesh, triangle, side);
        if (next >= mesh->triangle_count || !aswm_walkable(mesh, next)) continue;
        double cost = search_cost(search, triangle) + aswm_center_distance(mesh, triangle, next);
        if (!search_is_better(search, next, cost)) continue;
        search_reach(search, next, triangle, side, cost,
                     aswm_center_distance(mesh, next, goal->triangle));
    }
    return error->kind == ERROR_NONE;
}

/* Follows the links from the goal to the start and reverses them. */
static bool collect(const Search *search, uint32_t goal, Arena *arena, AswmRoute *route,
                    Error *error) {
    uint64_t left = search_length(search, goal);
    if (!list_reserve(arena, &route->list, left, sizeof goal)) return fail_memory(error, arena);
    route->count = left;
    for (uint32_t at = goal; at != SEARCH_NONE; at = search->nodes[at].previous) {
        route->items[--left] = at;
    }
    return true;
}

bool aswm_search(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                 WalkStatus *status, Error *error) {
    *status = WALK_NOT_WALKABLE;
    *route = (AswmRoute){{0}};
    if (!aswm_walkable(mesh, from) || !aswm_walkable(mesh, to)) return true;
    Goal goal = {mesh, to};
    Search search = {.arena = arena, .expand = expand, .context = &goal};
    bool found = false;
    double left = aswm_center_distance(mesh, from, to);
    bool done = search_run(&search, mesh->triangle_count, from, left, to, &found, error) &&
                (!found || collect(&search, to, arena, route, error));
    *status = !found ? WALK_UNREACHABLE : from == to ? WALK_SAME : WALK_OK;
    search_free(&search);
    return done;
}
