/* The virtual table behind every descriptor: what connect.c, plan.c and cursor.c share. */
#pragma once

#include "engine/query/sqlite_values.h"

typedef struct Cursor Cursor;

/* Makes the cell of the current row the result; returns the result code. */
typedef int ShowCell(Cursor *cursor, sqlite3_context *context, const Column *column);

/* A column as a cursor shows it: see show_column(). */
typedef struct ShownColumn {
    ShowCell *show;
    ShowCell *show_kept; /* for a column with a condition: shows cells for which it holds */
    const Column *column;
} ShownColumn;

/* A table in one connection: its descriptor, and all columns with those that all tables have. */
typedef struct VirtualTable {
    sqlite3_vtab base;
    Session *session;
    const Table *table;
    Column *columns;    /* in the order of CREATE TABLE */
    ShownColumn *shown; /* how each is shown */
    int column_count;
    int src_column;     /* the table's own arguments follow, then on_error; -1: no source */
    int first_argument; /* the first of the table's own arguments */
    int on_error_column, surplus_column;
    int key_columns[INDEXES_MAX][KEYS_MAX]; /* -1: no such key */
} VirtualTable;

/* The columns `file` and `id` of a table that has a source. */
enum { FILE_COLUMN, ID_COLUMN, FIRST_OWN_COLUMN };
