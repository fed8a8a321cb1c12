/*
** What the self-joins ask any of their connections, and what came out. Texts are made by text_of(),
** and freed by what they are handed to, unless it says otherwise.
*/
#ifndef GAMEMAP_ASKING_H
#define GAMEMAP_ASKING_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stdint.h>

extern long passed, failed;

/* The formats are those of sqlite3_mprintf. */
char *text_of(const char *format, ...);
/* Counts a check, and tells of it if it is one of the first that failed. */
void check(bool good, const char *format, ...);

/* Ends the program, as the next three do where SQLite reports an error in a text. Frees nothing. */
void stop(sqlite3 *db, const char *what);
sqlite3_stmt *prepare(sqlite3 *db, const char *sql); /* doesn't free it */
void run(sqlite3 *db, char *sql);
/* Returns the number that a query gives; 0 if none. */
int64_t number(sqlite3 *db, char *sql);
/* Returns the only row of a query, a number and a text, as text, or the error. */
char *answer(sqlite3 *db, char *sql);

#endif
