/* Comparing two files of one format, table by table.
**
** Rows are matched by what a table says identifies them (Table.identity), or as the children of
** matched parents, or by their ids; rows that nothing identifies any more stay matched where as many
** stand between matched neighbours on both sides. Of matched rows each stored cell is compared: a
** reference by what it refers to, so that an inserted row changes nothing but itself. A row that
** stands behind another one than before has moved: the order of a list is content. */
#pragma once

#include "meta/cells.h"

typedef enum Change { CHANGE_CHANGED, CHANGE_ADDED, CHANGE_REMOVED, CHANGE_MOVED } Change;

/* A cell, or, where `column` is NULL, a whole row. */
typedef struct Difference {
    const Table *table;
    const Column *column;
    Change change;
    uint64_t row;               /* the old one; of an added row the new one */
    Value old_value, new_value; /* of a row: what identifies it, of a moved one its numbers; they
                                ** are valid during report() */
} Difference;

/* Calls report() for each difference; if that returns false, comparing fails. `name` is the only
** table that is compared, or NULL. What comparing needs lies in `arena`. */
bool compare_documents(Document *old_document, Document *new_document, const char *name,
                       Arena *arena, bool (*report)(void *context, const Difference *difference),
                       void *context, Error *error);

extern const Table gamemap_differences; /* in differences_tables.c */
