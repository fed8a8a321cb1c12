/* What a newcomer types first gets an answer that says what to type instead. */
#ifndef GAMEMAP_ADVICE_H
#define GAMEMAP_ADVICE_H

#include "session.h"

/* Adds to an error about a path, or pattern, by which nothing is found what its text gives away: a
** URL, a '~' that only a shell knows. */
void advise_on_text(const char *path, Error *error);

/* The same for a path that can't be opened; where it is a folder, the error says what names the
** files in it. `shown` is the path as UTF-8. */
void advise_on_path(const char *path, const char *shown, Error *error);

/* Says that bytes are a file of another format than a table's, and which tables read it; false. */
bool fail_known_format(Error *error, const Format *wanted, const Format *found);

/* What stands in the place of another argument looks like a second file. */
void advise_on_pattern(Error *error);

/* Of several files one is of another format: adds how such files are left out. */
void advise_to_skip(Error *error);

/* NULL in the place of a source has no rows, except where this table's call in the running SQL is
** that of readfile(), which gives NULL for what it can't read. False, with the error, there. */
bool accept_null_source(sqlite3 *database, const Table *table, Error *error);

/* "a GND", "an RSW". */
const char *article_of(const char *name);

#endif
