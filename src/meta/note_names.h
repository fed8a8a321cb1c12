/* The names that the public notes on the formats use, where columns are named otherwise. */
#ifndef GAMEMAP_NOTE_NAMES_H
#define GAMEMAP_NOTE_NAMES_H

#include "core/core.h"

/* Returns the names of a column in the note on its format, separated by ", "; NULL: none. */
const char *note_names(const char *table, const char *column);
/* Returns the name of the table's first column that the note calls so, and points *names to all of
** its names there; NULL: none. "linked_edges" finds "linked_edges[0]", too. */
const char *note_column(const char *table, const char *name, uint32_t length, const char **names);

#endif
