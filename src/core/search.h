/* The shortest way through a graph, for every format that has one: A* over nodes that are numbers
** from 0. The caller says how one goes on from a node, and how much is left to the goal at least:
**
**     static bool expand(Search *search, uint32_t node, Error *error) {
**         for (each neighbour) {
**             double cost = search_cost(search, node) + step;
**             if (!search_is_better(search, neighbour, cost)) continue;
**             search_reach(search, neighbour, node, edge, cost, left(neighbour));
**         }
**         return true;
**     }
**
**     Search search = {.arena = scratch, .expand = expand, .context = mesh};
**     bool found, done = search_run(&search, count, from, left(from), goal, &found, error);
**     if (done && found) for (at = goal; at != SEARCH_NONE; at = search.nodes[at].previous) ...
**     search_free(&search);
**
** The way that is found is the shortest if what is left is never overestimated and no step shortens
** it by more than its own cost, as a straight distance to the goal doesn't (0 is always right).
** Among equal ways the answer is always the same one, since nothing but the order of the calls
** decides. Every node is expanded at most once; interrupts are polled. */
#pragma once

#include "core/core.h"

#define SEARCH_NONE UINT32_MAX
#define SEARCH_DONE UINT32_MAX

/* What is known of a node. All zero: nothing yet. */
typedef struct SearchNode {
    double cost;       /* of the best way to it */
    uint32_t previous; /* the node before it on that way; SEARCH_NONE: it is the start */
    uint32_t link;     /* whatever the caller said about that last step */
    uint32_t place;    /* in the heap, from 1; SEARCH_DONE: the way is final */
} SearchNode;

typedef struct SearchEntry {
    double rank; /* the cost and what is left at least */
    uint32_t node;
} SearchEntry;

typedef struct Search {
    Arena *arena; /* holds nodes and heap, until search_free or its own end */
    /* Reaches the neighbours of a node whose way is final; returns false to stop the search. It may
    ** call search_grow(), which moves the nodes. */
    bool (*expand)(struct Search *search, uint32_t node, Error *error);
    void *context; /* the caller's */
    /* Tells whether entry `a` goes before `b`. NULL: by rank, equal ones in heap order. */
    bool (*before)(const struct Search *search, SearchEntry a, SearchEntry b);
    SearchNode *nodes;
    SearchEntry *heap; /* the least rank at 1 */
    uint64_t node_count, capacity;
    uint32_t heap_count;
} Search;

/* Makes space for nodes below `node_count`, which must fit in 32 bits. If a graph becomes known
** during the search, this is called as it grows. */
bool search_grow(Search *search, uint64_t node_count, Error *error);

/* Makes space for `node_count` nodes, starts at `from`, and goes on until the way to `goal` is
** final or nothing is left (with SEARCH_NONE, until nothing is left). Returns false, with the error
** set, if expand() failed, memory runs out or the user interrupts. */
bool search_run(Search *search, uint64_t node_count, uint32_t from, double left, uint32_t goal,
                bool *found, Error *error);

/* Stores a better way to `node` (see search_is_better), unless its length isn't finite. */
void search_reach(Search *search, uint32_t node, uint32_t previous, uint32_t link, double cost,
                  double left);

/* Returns how many nodes the way to `node` has, including both ends. */
uint64_t search_length(const Search *search, uint32_t node);

/* Releases nodes and heap before their arena ends. */
void search_free(Search *search);

static inline double search_cost(const Search *search, uint32_t node) {
    return search->nodes[node].cost;
}

/* Tells whether a way of this cost is better than the known one. */
static inline bool search_is_better(const Search *search, uint32_t node, double cost) {
    const SearchNode *known = &search->nodes[node];
    return known->place != SEARCH_DONE && (!known->place || cost < known->cost);
}
