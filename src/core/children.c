#include "core/children.h"
#include "core/sort.h"

bool children_begin(Children *children, Arena *arena, uint64_t parent_count, Error *error) {
    uint32_t *first = arena_alloc(arena, parent_count + 1, sizeof *first);
    if (!first) return fail_memory(error, arena);
    first[0] = 0;
    *children = (Children){.first = first, .parent_count = parent_count};
    return true;
}

/* Gives all parents before `parent` the number of children so far as their end. */
static void reach(Children *children, uint64_t parent) {
    while (children->next_parent < parent) {
        children->first[++children->next_parent] = (uint32_t)children->count;
    }
}

bool children_add_behind(Children *children, uint64_t parent, uint64_t count, Error *error) {
    if (count > UINT32_MAX - children->count) {
        return fail(error, ERROR_TOO_BIG, "more than %u records in one list", UINT32_MAX);
    }
    reach(children, parent);
    children->count += count;
    reach(children, parent + 1);
    return true;
}

void children_end(Children *children) {
    reach(children, children->parent_count);
}

bool children_discard(Children *children, Arena *arena) {
    const void *const blocks[] = {children->first, children->order, children->parents,
                                  children->starts};
    for (size_t i = 0; i < LENGTH(blocks); i++) arena_release(arena, (void *)(uintptr_t)blocks[i]);
    *children = (Children){0};
    return false;
}

bool children_sort(Children *children, Arena *arena, uint64_t parent_count, uint64_t count,
                   uint32_t (*parent_of)(const void *context, uint64_t child), const void *context,
                   Error *error) {
    uint32_t *first = arena_zeroed(arena, parent_count + 1, sizeof *first);
    uint32_t *order = arena_alloc(arena, count, sizeof *order);
    if (!first || !order) {
        arena_release(arena, first);
        arena_release(arena, order);
        return fail_memory(error, arena);
    }
    for (uint64_t child = 0; child < count; child++) {
        uint32_t parent = parent_of(context, child);
        if (parent != NO_PARENT) first[parent + 1]++;
    }
    for (uint64_t parent = 0; parent < parent_count; parent++) first[parent + 1] += first[parent];
    uint64_t placed = first[parent_count];
    /* first[p] is where p's next child goes, so in the end it is where p + 1 begins */
    for (uint64_t child = 0; child < count; child++) {
        uint32_t parent = parent_of(context, child);
        if (parent != NO_PARENT) order[first[parent]++] = (uint32_t)child;
    }
    for (uint64_t parent = parent_count; parent; parent--) first[parent] = first[parent - 1];
    first[0] = 0;
    *children =
        (Children){.parent_count = parent_count, .count = placed, .first = first, .order = order};
    return true;
}

bool children_list_parents(Children *children, Arena *arena, Error *error) {
    if (children->parents) return true;
    uint32_t *parents = arena_alloc(arena, children->count, sizeof *parents);
    if (!parents) return fail_memory(error, arena);
    for (uint64_t parent = 0; parent < children->parent_count; parent++) {
        ChildRange range = children_of(children, parent);
        for (uint64_t child = range.first; child < range.end; child++) {
            parents[child] = (uint32_t)parent;
        }
    }
    children->parents = parents;
    return true;
}

uint64_t children_find_parent(const Children *children, uint64_t place) {
    uint64_t next; /* behind the last parent whose children begin at `place` or before it */
    BISECT(next, 1, children->parent_count, children->first[next] <= place);
    return next - 1;
}
