/* Tables and functions about cells of any format: searching, comparing, editing. */
#ifndef GAMEMAP_ACTING_H
#define GAMEMAP_ACTING_H

#include "meta/cells.h"

extern const Table gamemap_cells, gamemap_differences;

/* Reads the argument of_table; *table is NULL if it isn't given. Returns false, with the error set,
** if there is no such table, or if no cell of it is in scope. */
bool cells_take_table(Value value, CellScope scope, const Table **table, Error *error);

#endif
