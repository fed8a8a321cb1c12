/* Which records belong to which parent: the faces of a mesh, the keys of a controller, the edges of
** a cell.
**
** The children of a parent are a contiguous range of places:
**
**     parent          0        1     2          first = 0, 2, 2, 5
**     places        [0  1]    []  [2  3  4]
**     child at it    0  1          2  3  4      order == NULL: the file has them in this order
**                    3  1          0  2  4      order = 3, 1, 0, 2, 4: they were sorted by parent
**
** A Children is made once, in the arena of a document, when the document or the first table that
** needs it is opened; `first` is NULL before. The counts are 32-bit: a document is below 4 GiB, and
** every child takes a byte at least. */
#pragma once

#include "core/error.h"

#define NO_PARENT UINT32_MAX

typedef struct Children {
    uint64_t parent_count, count;
    uint32_t *first;         /* parent_count + 1 places; NULL: not made yet */
    const uint32_t *order;   /* the child at each place, rising within a parent; NULL: itself */
    const uint32_t *parents; /* of each child; NULL: found by bisection */
    const uint64_t *starts;  /* where each child's record begins; NULL: computed elsewhere */
    uint64_t next_parent;    /* while it is made: the first parent without children so far */
} Children;

/* The places first .. end - 1. */
typedef struct ChildRange {
    uint64_t first, end;
} ChildRange;

/* ---- Making ---------------------------------------------------------------------------------- */

/* Makes the parents, to which children_add() adds children, one parent at a time. */
bool children_begin(Children *children, Arena *arena, uint64_t parent_count, Error *error);

/* Parents come in order, each once. Parents without children can be left out, and children_end()
** gives the rest their empty ranges. Returns false, with the error set, if there would be 2^32
** children. */
static inline bool children_add(Children *children, uint64_t parent, uint64_t count, Error *error);
void children_end(Children *children);
/* Releases what was made of children when making them fails. Returns false. */
bool children_discard(Children *children, Arena *arena);

/* Sorts `count` children by their parents, which `parent_of` returns (NO_PARENT: the child has no
** parent and is in no range). The result's count is the number of children with a parent. */
bool children_sort(Children *children, Arena *arena, uint64_t parent_count, uint64_t count,
                   uint32_t (*parent_of)(const void *context, uint64_t child), const void *context,
                   Error *error);

/* Called by children_add() if parents were left out or there are too many children. */
bool children_add_behind(Children *children, uint64_t parent, uint64_t count, Error *error);

/* Inline, because opening a file calls it for each record of a list. */
static inline bool children_add(Children *children, uint64_t parent, uint64_t count, Error *error) {
    if (parent != children->next_parent || count > UINT32_MAX - children->count) {
        return children_add_behind(children, parent, count, error);
    }
    children->count += count;
    children->first[++children->next_parent] = (uint32_t)children->count;
    return true;
}

/* Lists each child's parent, for children_parent() in one step; not for sorted children. */
bool children_list_parents(Children *children, Arena *arena, Error *error);

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Returns the places of the children of the parents lo to hi, which may be any numbers. */
static inline ChildRange children_of_range(const Children *children, int64_t lo, int64_t hi) {
    uint64_t least = lo > 0 ? (uint64_t)lo : 0;
    if (hi < 0 || lo > hi || least >= children->parent_count) return (ChildRange){0, 0};
    uint64_t most =
        (uint64_t)hi < children->parent_count ? (uint64_t)hi : children->parent_count - 1;
    return (ChildRange){children->first[least], children->first[most + 1]};
}

/* Returns the places of the children of one parent. */
static inline ChildRange children_of(const Children *children, uint64_t parent) {
    return (ChildRange){children->first[parent], children->first[parent + 1]};
}

static inline uint64_t child_count(const Children *children, uint64_t parent) {
    return children->first[parent + 1] - children->first[parent];
}

static inline uint64_t child_at(const Children *children, uint64_t place) {
    return children->order ? children->order[place] : place;
}

/* Returns the parent whose range contains a place. */
uint64_t children_find_parent(const Children *children, uint64_t place);

/* Returns the parent of a child, unless the children were sorted. */
static inline uint64_t children_parent(const Children *children, uint64_t child) {
    return children->parents ? children->parents[child] : children_find_parent(children, child);
}

/* Returns the number of a child among its parent's children, from 0. */
static inline uint64_t children_number(const Children *children, uint64_t child) {
    return child - children->first[children_parent(children, child)];
}
