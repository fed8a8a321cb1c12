#include "engine/query/bounds.h"

#define NOTHING ((Bounds){.lo = 1, .hi = 0})

static Bounds integer_bounds(Bound bound, int64_t integer) {
    bool above = bound == BOUND_ABOVE, below = bound == BOUND_BELOW;
    if (above && integer == INT64_MAX) return NOTHING;
    if (below && integer == INT64_MIN) return NOTHING;
    if (bound == BOUND_EQUAL) return (Bounds){integer, integer};
    if (above || bound == BOUND_AT_LEAST) return (Bounds){integer + above, INT64_MAX};
    return (Bounds){INT64_MIN, integer - below};
}

/* Bounds integers by a REAL. One that isn't whole lies between two integers, or beyond all. */
static Bounds real_bounds(Bound bound, double real) {
    bool low = bound == BOUND_ABOVE || bound == BOUND_AT_LEAST;
    if (real >= -0x1p63 && real < 0x1p63 && floor(real) == real) {
        return integer_bounds(bound, (int64_t)real);
    }
    if (bound == BOUND_EQUAL) return NOTHING;
    if (low ? real >= 0x1p63 : real < -0x1p63) return NOTHING;
    if (low) return (Bounds){real <= -0x1p63 ? INT64_MIN : (int64_t)ceil(real), INT64_MAX};
    return (Bounds){INT64_MIN, real >= 0x1p63 ? INT64_MAX : (int64_t)floor(real)};
}

Bounds bounds_of_integers(Bound bound, sqlite3_value *value) {
    /* as in any comparison, an INTEGER column converts text that looks like a number */
    switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_INTEGER: return integer_bounds(bound, sqlite3_value_int64(value));
    case SQLITE_FLOAT: return real_bounds(bound, sqlite3_value_double(value));
    case SQLITE_NULL: return NOTHING;
    default: /* numbers sort before text and BLOBs */
        if (bound == BOUND_BELOW || bound == BOUND_AT_MOST) return (Bounds){INT64_MIN, INT64_MAX};
        return NOTHING;
    }
}

Bounds bounds_of_reals(Bound bound, sqlite3_value *value) {
    int type = sqlite3_value_numeric_type(value);
    if (type == SQLITE_INTEGER) { /* the nearest REAL may be larger or smaller */
        if (bound == BOUND_ABOVE) bound = BOUND_AT_LEAST;
        if (bound == BOUND_BELOW) bound = BOUND_AT_MOST;
    } else if (type != SQLITE_FLOAT) {
        return bounds_of_integers(bound, value);
    }
    return integer_bounds(bound, bounds_order_of_real(sqlite3_value_double(value)));
}
