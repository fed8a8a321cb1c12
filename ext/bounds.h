/* Which integers satisfy a comparison with any SQLite value. */
#ifndef GAMEMAP_BOUNDS_H
#define GAMEMAP_BOUNDS_H

#include "sqlite.h"

#include <stdint.h>

typedef enum Bound { BOUND_EQUAL, BOUND_ABOVE, BOUND_AT_LEAST, BOUND_BELOW, BOUND_AT_MOST } Bound;

/* lo .. hi, both included; nothing if lo > hi. */
typedef struct Bounds {
    int64_t lo, hi;
} Bounds;

/* The integers i of an INTEGER column for which "i <comparison> value" is true in SQLite. */
Bounds integers_within(Bound bound, sqlite3_value *value);

#endif
