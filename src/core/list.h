/* Lists that grow by doubling. */
#pragma once

#include "core/error.h"

/* `count` items of the same size at `items`. `List list = {0}` is empty. */
typedef struct List {
    void *items;
    uint64_t count, capacity;
} List;

/* A list of one type as a member of a struct: LIST_OF(GtEntry) entries. What is in it is
** entries.items[0] and on; functions get &entries.list. */
#define LIST_OF(Type)                                                                              \
    union {                                                                                        \
        List list;                                                                                 \
        struct {                                                                                   \
            Type *items;                                                                           \
            uint64_t count, capacity;                                                              \
        };                                                                                         \
    }

/* Makes space for `more` items of `size` bytes behind the existing ones, without counting them.
** Returns false if memory runs out (see fail_memory); then the list is unchanged. */
bool list_reserve(Arena *arena, List *list, uint64_t more, uint64_t size);

/* Frees the space that no item uses. Returns false if memory runs out; the list stays usable. */
bool list_trim(Arena *arena, List *list, uint64_t size);

/* Returns a new item at the end, uninitialised; NULL: memory ran out. It stays in place until the
** next one is added. */
static inline void *list_add(Arena *arena, List *list, uint64_t size) {
    if (list->count == list->capacity && !list_reserve(arena, list, 1, size)) return NULL;
    return (char *)list->items + list->count++ * size;
}

/* Adds copies of items. Returns false, with the error set, if memory runs out. */
bool list_append(Arena *arena, List *list, const void *items, uint64_t count, uint64_t size,
                 Error *error);
static inline bool list_push(Arena *arena, List *list, const void *item, uint64_t size,
                             Error *error) {
    return list_append(arena, list, item, 1, size, error);
}
