#include "core/list.h"

#define FIRST_CAPACITY 16

static bool resize(Arena *arena, List *list, uint64_t capacity, uint64_t size) {
    bool fits = list->items && capacity <= (uint64_t)PTRDIFF_MAX / size;
    void *items = fits ? arena_resize(arena, list->items, capacity * size)
                       : arena_alloc(arena, capacity, size); /* which refuses what is too large */
    if (!items) return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

bool list_reserve(Arena *arena, List *list, uint64_t more, uint64_t size) {
    if (list->capacity - list->count >= more) return true;
    uint64_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
    if (capacity - list->count < more) capacity = list->count + more;
    return resize(arena, list, capacity, size);
}

bool list_append(Arena *arena, List *list, const void *items, uint64_t count, uint64_t size,
                 Error *error) {
    if (!list_reserve(arena, list, count, size)) return fail_memory(error, arena);
    if (count) memcpy((char *)list->items + list->count * size, items, (size_t)(count * size));
    list->count += count;
    return true;
}

bool list_trim(Arena *arena, List *list, uint64_t size) {
    return list->count == list->capacity || resize(arena, list, list->count, size);
}
