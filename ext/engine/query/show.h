/* Passing cells to SQLite. The kind of a column decides which function does it. This is looked up
** once, when the table is connected, so that the inner loop of a scan has nothing to decide. */
#pragma once

#include "engine/query/virtual_table.h"

/* Chooses how a column is shown. The column must outlive the result. */
ShownColumn show_column(const Column *column);
