/* Sorting and finding. Records are sorted as numbers whose low bits say which record it is, or,
** where no number says which one comes first, by a comparison. */
#ifndef GAMEMAP_SORT_H
#define GAMEMAP_SORT_H

#include "arena.h"

/* Sorts in rising order. `spare` has room for `count`, too. No input makes it slow. */
void sort_numbers(uint64_t *numbers, uint64_t count, uint64_t *spare);

/* The first of the sorted numbers that isn't below `number`; count where there is none. */
uint64_t sorted_place(const uint64_t *sorted, uint64_t count, uint64_t number);

static inline bool sorted_has(const uint64_t *sorted, uint64_t count, uint64_t number) {
    uint64_t place = sorted_place(sorted, count, number);
    return place < count && sorted[place] == number;
}

/* Does record `a` come before `b`? No two may be equal: the last thing compared is the number. */
typedef bool SortBefore(const void *context, uint32_t a, uint32_t b);

/* Sorts the numbers of records where they are, in at most 2 * count * log2(count) comparisons,
** whatever they hold. False when it was interrupted. */
bool sort_records(const Arena *arena, uint32_t *records, uint64_t count, SortBefore *before,
                  const void *context);

#endif
