/* Lists that grow by doubling. */
#ifndef GAMEMAP_LIST_H
#define GAMEMAP_LIST_H

#include "arena.h"

/* `count` items of one size at `items`. `List list = {0}` is an empty one. */
typedef struct List {
    void *items;
    uint64_t count, capacity;
} List;

/* Makes room for `more` items of `size` bytes behind those that are there, without counting them.
** False when there is no memory (see fail_memory); the list is as before then. */
bool list_reserve(Arena *arena, List *list, uint64_t more, uint64_t size);

/* A new item at the end, not initialised, or NULL when there is no memory. It stays where it is
** until the next one is added. */
static inline void *list_add(Arena *arena, List *list, uint64_t size) {
    if (list->count == list->capacity && !list_reserve(arena, list, 1, size)) return NULL;
    return (char *)list->items + list->count++ * size;
}

#endif
