/* Advice in error messages: what to type instead of what newcomers commonly type wrong. */
#pragma once

#include "engine/system/sqlite.h"
#include "table/table.h"

/* Adds advice behind an error's message. */
void advice_add(Error *error, const char *advice);

/* Adds a hint to an error about a path or pattern that matches nothing, if the text shows the
** reason: a URL, or a '~', which only shells understand. */
void advice_on_text(const char *path, Error *error);

/* Adds a hint to an error about a path that can't be opened. If it is a folder, the error says how
** tables name the files in it. */
void advice_on_path(const char *path, Error *error);

/* Fails because bytes aren't of the table's format; the error says which tables read them. */
bool advice_fail_known_format(Error *error, const Format *wanted, const Format *found);

/* Explains an argument that looks like a second file in the place of another argument. */
void advice_on_pattern(Error *error);

/* Adds how to leave out files of another format to an error about one of several files. */
void advice_to_skip(bool has_source, Error *error);

/* A NULL source has no rows. But if the running SQL calls the table with readfile(), the NULL means
** that readfile() couldn't read the file: then this returns false with the error set. */
bool advice_accept_null(sqlite3 *database, const Table *table, Error *error);
