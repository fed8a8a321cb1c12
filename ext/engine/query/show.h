/* Passing cells to SQLite. The kind of a column decides which function does it. This is looked up
** once, when the table is connected, so that the inner loop of a scan has nothing to decide. */
#ifndef GAMEMAP_SHOW_H
#define GAMEMAP_SHOW_H

#include "engine/system/sqlite.h"
#include "table/table.h"

typedef struct Cursor Cursor;

/* Makes the cell of the current row the result; returns the result code. */
typedef int ShowCell(Cursor *cursor, sqlite3_context *context, const Column *column);

/* A column as a cursor shows it. */
typedef struct ShownColumn {
    ShowCell *show;
    const Column *column;
} ShownColumn;

/* Chooses how a column is shown, which must outlive the result. */
ShownColumn show_column(const Column *column);

#endif
