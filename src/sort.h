/* Sorting and finding numbers. Records are sorted as numbers whose low bits say which record it is.
 */
#ifndef GAMEMAP_SORT_H
#define GAMEMAP_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* Sorts in rising order. `spare` has room for `count`, too. No input makes it slow. */
void sort_numbers(uint64_t *numbers, uint64_t count, uint64_t *spare);

/* The first of the sorted numbers that isn't below `number`; count where there is none. */
uint64_t sorted_place(const uint64_t *sorted, uint64_t count, uint64_t number);

static inline bool sorted_has(const uint64_t *sorted, uint64_t count, uint64_t number) {
    uint64_t place = sorted_place(sorted, count, number);
    return place < count && sorted[place] == number;
}

#endif
