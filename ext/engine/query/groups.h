/* Rows that are counted by the values of one column.
**
**     SELECT walkable, count(*) FROM aswm_triangles('maps/') GROUP BY walkable
**
** For this, SQLite would sort all rows. Where a query reads only one column, of few values, and
** wants them in order, the cursor goes through all rows first and counts how often each value
** comes; then it gives each value so often, the least first. */
#pragma once

#include "engine/query/cursor_state.h"

/* Counts the rows of a cursor that is at the first of them, and goes to the first row in order. */
int groups_begin(Cursor *cursor);
/* Goes on behind the rows of a value. */
int groups_next(Cursor *cursor);
int groups_rowid(Cursor *cursor, sqlite3_int64 *rowid);
/* Frees cursor->groups; the cursor shows its own rows again. */
void groups_end(Cursor *cursor);
