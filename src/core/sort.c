#include "core/sort.h"

/* Merges the sorted runs start .. middle and middle .. end of `numbers` into `merged`. */
static void merge(const uint64_t *numbers, uint64_t start, uint64_t middle, uint64_t end,
                  uint64_t *merged) {
    uint64_t left = start, right = middle;
    for (uint64_t i = start; i < end; i++) {
        bool take_left = left < middle && (right >= end || numbers[left] <= numbers[right]);
        merged[i] = take_left ? numbers[left++] : numbers[right++];
    }
}

void sort_numbers(uint64_t *numbers, uint64_t count, uint64_t *spare) {
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t start = 0; start < count; start += 2 * run) {
            uint64_t middle = start + run < count ? start + run : count;
            uint64_t end = start + 2 * run < count ? start + 2 * run : count;
            merge(numbers, start, middle, end, spare);
        }
        memcpy(numbers, spare, (size_t)count * sizeof *numbers);
    }
}

uint64_t sorted_place(const uint64_t *sorted, uint64_t count, uint64_t number) {
    uint64_t place;
    BISECT(place, 0, count, sorted[place] < number);
    return place;
}

static bool is_before(SortCompare *compare, const void *context, uint32_t a, uint32_t b) {
    int order = compare(context, a, b);
    return order ? order < 0 : a < b;
}

/* Sifts the record at `at` down in a heap of `count` records with the last one on top. */
static void sink(uint32_t *records, uint64_t at, uint64_t count, SortCompare *compare,
                 const void *context) {
    uint32_t record = records[at];
    for (uint64_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_before(compare, context, records[child], records[child + 1]))
            child++;
        if (!is_before(compare, context, record, records[child])) break;
        records[at] = records[child];
        at = child;
    }
    records[at] = record;
}

bool sort_records(const Arena *arena, uint32_t *records, uint64_t count, SortCompare *compare,
                  const void *context) {
    for (uint64_t at = count / 2; at-- > 0;) {
        if (arena_interrupted_at(arena, at)) return false;
        sink(records, at, count, compare, context);
    }
    for (uint64_t end = count; end-- > 1;) {
        if (arena_interrupted_at(arena, end)) return false;
        uint32_t last = records[0];
        records[0] = records[end];
        records[end] = last;
        sink(records, 0, end, compare, context);
    }
    return true;
}

uint32_t *sorted_order(Arena *arena, uint64_t count, SortCompare *compare, const void *context,
                       Error *error) {
    uint32_t *order = arena_alloc(arena, count, sizeof *order);
    if (!order) return null_after(fail_memory(error, arena));
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    if (sort_records(arena, order, count, compare, context)) return order;
    arena_release(arena, order);
    return null_after(fail_interrupted(error));
}

/* Each place takes the record that the order names for it, which frees that record's place, until
** the circle closes; so there is no second array of records. */
bool sort_array(Arena *arena, void *records, uint64_t count, size_t bytes, SortCompare *compare,
                const void *context, uint32_t *numbers, Error *error) {
    uint8_t *first = arena_alloc(arena, 1, bytes), *at = records;
    if (!first) return fail_memory(error, arena);
    uint32_t *order = sorted_order(arena, count, compare, context, error);
    bool done = order;
    for (uint32_t i = 0; done && numbers && i < count; i++) numbers[order[i]] = i;
    for (uint32_t i = 0; done && i < count; i++) {
        uint32_t place = i;
        if (order[i] == i) continue;
        memcpy(first, at + i * bytes, bytes);
        for (uint32_t from = order[i]; from != i; from = order[place]) {
            memcpy(at + place * bytes, at + from * bytes, bytes);
            order[place] = place;
            place = from;
        }
        memcpy(at + place * bytes, first, bytes);
        order[place] = place;
    }
    arena_release(arena, first);
    arena_release(arena, order);
    return done;
}
