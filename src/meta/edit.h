/* Editing: a file with some cells changed.
**
** Changes are collected as bytes at places (place.h). The file is then copied, the bytes are
** written, and what is packed is packed again. The result is opened by the decoder: it has to show
** each changed cell with its new bytes. */
#pragma once

#include "meta/cells.h"

typedef struct Edit {
    Document *document;
    Arena *arena; /* for what lives as long as the edit */
    List tables;  /* of CellTables *, those that were named so far */
    List changes; /* of EditChange */
} Edit;

/* Adds a cell's new value, unless it is the stored one. Returns false, with the error set, if the
** cell can't have it. */
bool edit_add(Edit *edit, Value table, Value id, Value column, Value value, Error *error);

/* Makes the changed file. The result lies in `arena`; without changes it is the file itself. Two
** values for one cell, a file that can't be read any more, and, unless `force` is set, new findings
** of severity error are errors. */
bool edit_finish(Edit *edit, bool force, Arena *arena, FilePart *result, Error *error);
