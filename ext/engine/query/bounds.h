/* Which numbers satisfy a comparison with any SQLite value, and which rows have ids in a range. */
#pragma once

#include "table/table.h"
#include "engine/system/sqlite.h"

typedef enum Bound { BOUND_EQUAL, BOUND_ABOVE, BOUND_AT_LEAST, BOUND_BELOW, BOUND_AT_MOST } Bound;

/* The integers lo .. hi, both included; none if lo > hi. */
typedef struct Bounds {
    int64_t lo, hi;
} Bounds;

/* Returns the integers for which "integer <comparison> value" is true in an INTEGER column. */
Bounds bounds_of_integers(Bound bound, sqlite3_value *value);

/* Returns the REALs for which "REAL <comparison> value" is true, as bounds_order_of_real() counts
** them. If the value is an INTEGER, the REAL nearest to it may be one too many. */
Bounds bounds_of_reals(Bound bound, sqlite3_value *value);

/* Returns an integer for a REAL, which isn't NaN, that is larger for a larger REAL. */
static inline int64_t bounds_order_of_real(double real) {
    int64_t bits;
    real += 0.0; /* -0 equals 0 */
    memcpy(&bits, &real, sizeof bits);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

/* Returns the place of the first item of the sorted order[first .. end - 1] from `id` on. */
static inline uint64_t bounds_skip_below(const uint32_t *order, uint64_t first, uint64_t end,
                                         uint64_t id) {
    uint64_t place;
    BISECT(place, first, end, order[place] < id);
    return place;
}

/* Narrows a range of rows to those whose ids are within bounds. */
static inline void bounds_clip_to_ids(const Bounds *ids, RowRange *range) {
    if (ids->hi < 0 || ids->lo > ids->hi) {
        range->end = range->first;
        return;
    }
    uint64_t lo = ids->lo > 0 ? (uint64_t)ids->lo : 0;
    uint64_t above = (uint64_t)ids->hi + 1;
    if (range->order) {
        range->first = bounds_skip_below(range->order, range->first, range->end, lo);
        range->end = bounds_skip_below(range->order, range->first, range->end, above);
    } else {
        if (range->first < lo) range->first = lo;
        if (range->end > above) range->end = above;
    }
}
