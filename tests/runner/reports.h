/* Runs the scripts of sql/ as SQLite's shell would, for runner.c. */
#ifndef GAMEMAP_REPORTS_H
#define GAMEMAP_REPORTS_H

#include "results.h"

/* Runs sql/NAME.sql. `given` holds a line for each of its parameters, ":files samples", which are
** texts. Each result of several columns becomes a line of their names, behind "> ", and one for each
** row; the shell's own commands are left out. A result without rows gives no line. */
void run_report(sqlite3 *db, const char *name, const Lines *given, Result *result);

#endif
