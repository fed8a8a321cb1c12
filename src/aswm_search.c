/* The shortest way over a walkmesh, without its tables: A* over walkable neighbours, where a step
** is as long as the distance of the two centres in x and y. The straight line to the goal is never
** longer than the way, and no step makes it shorter by more than its own length, so that the first
** way to reach a triangle for good is the shortest. */
#include "aswm.h"

#include <math.h>

#define INTERRUPT_STEPS 16384

/* What is known of a triangle. All zero: nothing yet. */
typedef struct Reached {
    double cost; /* of the best way to it */
    double rank; /* and the straight line to the goal */
    uint32_t previous;
    uint32_t place; /* in the heap, from 1; DONE when the way is final */
} Reached;

#define DONE UINT32_MAX

typedef struct Search {
    const Aswm *mesh;
    uint32_t goal;
    Reached *reached; /* of each triangle */
    uint32_t *heap;   /* triangles by rank, the least at 1 */
    uint32_t heap_size;
} Search;

/* ---- Heap ------------------------------------------------------------------------------------ */

static void put(Search *search, uint32_t place, uint32_t triangle) {
    search->heap[place] = triangle;
    search->reached[triangle].place = place;
}

static void move_up(Search *search, uint32_t place, uint32_t triangle) {
    double rank = search->reached[triangle].rank;
    while (place > 1 && search->reached[search->heap[place / 2]].rank > rank) {
        put(search, place, search->heap[place / 2]);
        place /= 2;
    }
    put(search, place, triangle);
}

static uint32_t take_least(Search *search) {
    uint32_t least = search->heap[1], last = search->heap[search->heap_size--];
    uint32_t place = 1, child;
    double rank = search->reached[last].rank;
    search->reached[least].place = DONE;
    while ((child = 2 * place) <= search->heap_size) {
        if (child < search->heap_size && search->reached[search->heap[child + 1]].rank <
                                             search->reached[search->heap[child]].rank) {
            child++;
        }
        if (search->reached[search->heap[child]].rank >= rank) break;
        put(search, place, search->heap[child]);
        place = child;
    }
    if (search->heap_size) put(search, place, last);
    return least;
}

/* ---- Search ---------------------------------------------------------------------------------- */

static void reach(Search *search, uint32_t triangle, uint32_t previous, double cost) {
    Reached *reached = &search->reached[triangle];
    if (reached->place == DONE || (reached->place && reached->cost <= cost)) return;
    double rank = cost + aswm_distance(search->mesh, triangle, search->goal);
    if (!isfinite(rank)) return; /* a centre that is no number leads nowhere */
    reached->cost = cost;
    reached->rank = rank;
    reached->previous = previous;
    move_up(search, reached->place ? reached->place : ++search->heap_size, triangle);
}

static bool run(Search *search, uint32_t from, Arena *arena, Error *error) {
    const Aswm *mesh = search->mesh;
    reach(search, from, ASWM_NONE, 0);
    for (uint64_t steps = 1; search->heap_size; steps++) {
        uint32_t at = take_least(search);
        if (at == search->goal) return true;
        for (unsigned side = 0; side < 3; side++) {
            uint32_t next = aswm_neighbor(mesh, at, side);
            if (next >= mesh->triangle_count || !aswm_walkable(mesh, next)) continue;
            reach(search, next, at, search->reached[at].cost + aswm_distance(mesh, at, next));
        }
        if (steps % INTERRUPT_STEPS == 0 && arena_interrupted(arena)) {
            return fail_interrupted(error);
        }
    }
    return true;
}

/* The way back from the goal, turned round. */
static bool collect(const Search *search, AswmRoute *route, Arena *arena, Error *error) {
    uint64_t count = 0;
    for (uint32_t at = search->goal; at != ASWM_NONE; at = search->reached[at].previous) count++;
    route->steps = arena_alloc(arena, count, sizeof *route->steps);
    if (!route->steps) return fail_memory(error, arena);
    route->count = route->capacity = count;
    for (uint32_t at = search->goal; at != ASWM_NONE; at = search->reached[at].previous) {
        route->steps[--count] = (AswmStep){at, search->reached[at].cost};
    }
    return true;
}

bool aswm_search(const Aswm *mesh, uint32_t from, uint32_t to, Arena *arena, AswmRoute *route,
                 AswmStatus *status, Error *error) {
    if (!aswm_walkable(mesh, from) || !aswm_walkable(mesh, to)) {
        *status = ASWM_NOT_WALKABLE;
        return true;
    }
    if (from == to) {
        *status = ASWM_SAME;
        return aswm_add_step(mesh, arena, route, from, error);
    }
    Search search = {.mesh = mesh, .goal = to};
    search.reached = arena_zeroed(arena, mesh->triangle_count, sizeof *search.reached);
    search.heap = arena_alloc(arena, mesh->triangle_count + 1, sizeof *search.heap);
    bool done = search.reached && search.heap ? run(&search, from, arena, error)
                                              : fail_memory(error, arena);
    if (done) {
        *status = search.reached[to].place == DONE ? ASWM_OK : ASWM_UNREACHABLE;
        if (*status == ASWM_OK) done = collect(&search, route, arena, error);
    }
    arena_release(arena, search.reached);
    arena_release(arena, search.heap);
    return done;
}
