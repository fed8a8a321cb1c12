/* The shortest way through a graph: a binary heap of open nodes, which store their places. */
#include "core/search.h"

bool search_grow(Search *search, uint64_t node_count, Error *error) {
    if (node_count >= SEARCH_DONE) {
        return fail(error, ERROR_TOO_BIG, "a search among more than 4 billion places");
    }
    if (node_count > search->capacity) {
        uint64_t capacity = 2 * search->capacity;
        if (capacity < node_count) capacity = node_count;
        SearchNode *nodes =
            arena_resize(search->arena, search->nodes, capacity * sizeof *search->nodes);
        if (!nodes) return fail_memory(error, search->arena);
        search->nodes = nodes;
        SearchEntry *heap =
            arena_resize(search->arena, search->heap, (capacity + 1) * sizeof *search->heap);
        if (!heap) return fail_memory(error, search->arena);
        search->heap = heap;
        search->capacity = capacity;
    }
    if (node_count > search->node_count) {
        memset(search->nodes + search->node_count, 0,
               (size_t)(node_count - search->node_count) * sizeof *search->nodes);
        search->node_count = node_count;
    }
    return true;
}

void search_free(Search *search) {
    arena_release(search->arena, search->heap);
    arena_release(search->arena, search->nodes);
    search->nodes = NULL;
    search->heap = NULL;
    search->node_count = search->capacity = search->heap_count = 0;
}

static inline bool is_before(const Search *search, SearchEntry a, SearchEntry b) {
    return search->before ? search->before(search, a, b) : a.rank < b.rank;
}

static void put(Search *search, uint32_t place, SearchEntry entry) {
    search->heap[place] = entry;
    search->nodes[entry.node].place = place;
}

static void rise(Search *search, uint32_t place, SearchEntry entry) {
    for (; place > 1 && is_before(search, entry, search->heap[place / 2]); place /= 2) {
        put(search, place, search->heap[place / 2]);
    }
    put(search, place, entry);
}

static uint32_t take_first(Search *search) {
    uint32_t first = search->heap[1].node, place = 1, child;
    SearchEntry last = search->heap[search->heap_count--];
    search->nodes[first].place = SEARCH_DONE;
    if (!search->heap_count) return first;
    while ((child = 2 * place) <= search->heap_count) {
        if (child < search->heap_count &&
            is_before(search, search->heap[child + 1], search->heap[child])) {
            child++;
        }
        if (!is_before(search, search->heap[child], last)) break;
        put(search, place, search->heap[child]);
        place = child;
    }
    put(search, place, last);
    return first;
}

static void enter(Search *search, uint32_t node, SearchNode way, double rank) {
    uint32_t place = search->nodes[node].place;
    search->nodes[node] = way;
    rise(search, place ? place : ++search->heap_count, (SearchEntry){rank, node});
}

void search_reach(Search *search, uint32_t node, uint32_t previous, uint32_t link, double cost,
                  double left) {
    double rank = cost + left;
    if (isfinite(rank)) enter(search, node, (SearchNode){cost, previous, link, 0}, rank);
}

bool search_run(Search *search, uint64_t node_count, uint32_t from, double left, uint32_t goal,
                bool *found, Error *error) {
    *found = false;
    if (!search_grow(search, node_count, error)) return false;
    enter(search, from, (SearchNode){0, SEARCH_NONE, SEARCH_NONE, 0}, isfinite(left) ? left : 0);
    for (uint64_t steps = 1; search->heap_count; steps++) {
        uint32_t node = take_first(search);
        if (node == goal) {
            *found = true;
            return true;
        }
        if (!search->expand(search, node, error)) return false;
        if (arena_interrupted_at(search->arena, steps)) return fail_interrupted(error);
    }
    return true;
}

uint64_t search_length(const Search *search, uint32_t node) {
    uint64_t length = 0;
    for (; node != SEARCH_NONE; node = search->nodes[node].previous) length++;
    return length;
}
