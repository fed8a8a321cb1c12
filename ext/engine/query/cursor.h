/* The methods of a cursor over any table, for the sqlite3_module in connect.c. */
#pragma once

#include "engine/system/sqlite.h"

int cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result);
int cursor_close(sqlite3_vtab_cursor *base);
int cursor_next(sqlite3_vtab_cursor *base);
int cursor_at_end(sqlite3_vtab_cursor *base);
int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column);
int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid);
