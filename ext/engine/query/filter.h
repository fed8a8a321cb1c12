/* The method that takes what a query asks of a cursor, for the sqlite3_module in connect.c. */
#pragma once

#include "engine/system/sqlite.h"

int filter_rows(sqlite3_vtab_cursor *base, int number, const char *plan_text, int count,
                sqlite3_value **values);
