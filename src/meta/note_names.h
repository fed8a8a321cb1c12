/* The names that the public notes on the formats use, where columns are named otherwise. */
#ifndef GAMEMAP_NOTE_NAMES_H
#define GAMEMAP_NOTE_NAMES_H

#include "core/core.h"

/* Returns the names of a column in the note on its format, separated by ", "; NULL: none. */
const char *note_names(const char *table, const char *column);

#endif
