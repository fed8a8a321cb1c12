/*
** What the programs share that ask a table and an ordinary copy of it the same: texts of SQL, the one
** connection, and how a table is called on a file.
*/
#ifndef GAMEMAP_SQL_H
#define GAMEMAP_SQL_H

#include <sqlite3.h>

#include <stdbool.h>

typedef struct Sql {
    char text[16384];
} Sql;

extern sqlite3 *db;

/* The formats are those of sqlite3_mprintf. */
Sql sql(const char *format, ...);
/* Ends the program. */
void stop(const char *what);
/* These stop where SQLite reports an error. */
sqlite3_stmt *prepare(const char *text);
void run(const char *text);
/* The first value that a query gives, to be freed; NULL for none. */
char *ask(const char *text);

/* Of one type, and equal */
bool same_value(sqlite3_value *a, sqlite3_value *b);

/* ---- Files and tables ------------------------------------------------------------------------ */

/* Makes temp.file of the files below a folder that can be read, an empty temp.candidate, and copies
** of gamemap_tables and gamemap_columns in which a table is found quickly: known_table and
** known_column. */
void list_files(const char *folder);
/* Fills temp.candidate(file, rows) with the files that show rows of a table. */
void list_candidates(const char *table);
/* The file's path with as much of its end as a * as it takes to match another file, too. */
Sql pattern_of(const char *file);
/* The table as it stands in FROM, its source an SQL expression. Optional arguments are NULL,
** regions that of the file, the TRX that was baked of a TRN the one that differs from it, others 0,
** 1 and so on. */
Sql call_of(const char *table, const char *source);
/* Of several files at once the table tells something else than of each by itself. */
bool speaks_of_all_files(const char *table);

#endif
