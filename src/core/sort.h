/* Sorting and finding. Records are sorted as numbers whose low bits identify the record, or by a
** comparison if they have no such numbers. */
#pragma once

#include "core/error.h"

/* Sorts in rising order; `spare` has the same room. The time doesn't depend on the input. */
void sort_numbers(uint64_t *numbers, uint64_t count, uint64_t *spare);

/* Sets `place`, a uint64_t, to the first place from `start` on, and before `limit`, for which
** `is_below`, an expression of `place`, is false, or to `limit`; it must be true of all places
** before that one: BISECT(at, 0, count, numbers[at] < number). */
#define BISECT(place, start, limit, is_below)                                                      \
    do {                                                                                           \
        uint64_t bisect_low = (start), bisect_high = (limit);                                      \
        while (bisect_low < bisect_high) {                                                         \
            (place) = bisect_low + (bisect_high - bisect_low) / 2;                                 \
            if (is_below) bisect_low = (place) + 1;                                                \
            else bisect_high = (place);                                                            \
        }                                                                                          \
        (place) = bisect_low;                                                                      \
    } while (0)

/* Returns the place of the first number that isn't less than `number`, or count. */
uint64_t sorted_place(const uint64_t *sorted, uint64_t count, uint64_t number);

static inline bool sorted_has(const uint64_t *sorted, uint64_t count, uint64_t number) {
    uint64_t place = sorted_place(sorted, count, number);
    return place < count && sorted[place] == number;
}

/* Returns less than 0 if record `a` comes before `b`, and more than 0 if it comes behind it. If it
** returns 0, their numbers decide, so that the order is always the same. */
typedef int SortCompare(const void *context, uint32_t a, uint32_t b);

/* Sorts the numbers of records in place, in at most 2 * count * log2(count) comparisons for any
** input. Returns false if it was interrupted. */
bool sort_records(const Arena *arena, uint32_t *records, uint64_t count, SortCompare *compare,
                  const void *context);

/* Returns the numbers of `count` records in their order, in `arena`. NULL: memory ran out or it was
** interrupted, and the error is set. */
uint32_t *sorted_order(Arena *arena, uint64_t count, SortCompare *compare, const void *context,
                       Error *error);

/* Puts `count` records of `bytes` bytes each into order, in place. `numbers`, if it isn't NULL,
** gets the new place of each record by its old one. Returns false, with nothing moved, if it was
** interrupted or memory runs out. */
bool sort_array(Arena *arena, void *records, uint64_t count, size_t bytes, SortCompare *compare,
                const void *context, uint32_t *numbers, Error *error);
