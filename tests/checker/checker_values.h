/* Single values and errors, for the checker: hashes, promises, and values to ask with. */
#ifndef GAMEMAP_CHECKER_VALUES_H
#define GAMEMAP_CHECKER_VALUES_H

#include "table/table.h"

uint64_t mix(uint64_t hash, uint64_t value);
uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, uint64_t size);
uint64_t mix_value(uint64_t hash, Value value);

/* Is it UTF-8 without controls? */
bool is_one_line(const char *message);
/* Is it UTF-8 without NUL? */
bool is_text(Value value, bool with_nul);
bool fits(SqlType type, ValueType value);

uint64_t random_next(uint64_t *state);
/* A value of arguments, the same for the same state: plausible numbers below `count` more often
** than wild ones. */
Value random_value(uint64_t *state, uint64_t count);

#endif
