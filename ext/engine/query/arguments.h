/* The arguments of a table's or function's own, as a cursor or a call stores them. */
#pragma once

#include "engine/documents/session.h"
#include "engine/documents/source_files.h"

/* If it is zeroed, it holds no arguments. */
typedef struct OwnArguments {
    int count;      /* number of stored arguments */
    Arguments read; /* as the descriptor gets them; points into the fields below */
    sqlite3_value *given[ARGUMENTS_MAX];      /* what columns show; NULL for NULL and for numbers */
    CachedDocument *documents[ARGUMENTS_MAX]; /* of sources; for many files, only of a BLOB */
    SourceFiles *files[ARGUMENTS_MAX];        /* of arguments that can name many files */
} OwnArguments;

/* Tells whether two values have one type and the same bytes. */
bool arguments_same_value(sqlite3_value *a, sqlite3_value *b);
/* Tells whether values are the stored arguments. A value is NULL if the query doesn't give it. */
bool arguments_same(const OwnArguments *own, const Table *table, sqlite3_value *const *values);

/* Stores arguments; `skips`: on_error is 'skip'. *none is set if a required one is NULL, so that
** there are no rows or the result is NULL. On failure, *label is what the error is about: the path
** of a source, the name of an argument, or NULL. */
bool arguments_take(OwnArguments *own, Session *session, const Argument *arguments, int count,
                    sqlite3_value *const *values, bool skips, bool *none, const char **label,
                    Error *error);
/* Returns the only file of a source, with a reference; NULL: an error, which calls it `what`. */
CachedDocument *arguments_open(Session *session, sqlite3_value *value, const Format *format,
                               const char *what, Error *error);
/* Fails because a source names several files. */
bool arguments_fail_many(const Source *source, const char *what, Error *error);
/* Returns the value that means on_error in the place of an optional argument, or NULL. */
sqlite3_value *arguments_on_error(const Table *table, sqlite3_value *const *values);
void arguments_forget(OwnArguments *own);
/* Sets whether broken files are passed over by those arguments that may lack some. */
void arguments_skip(OwnArguments *own, bool skips);
/* Returns the path of a file of such an argument that failed to open; NULL: none did. */
const char *arguments_failed(const OwnArguments *own);

/* Returns an argument as the query gave it, whether or not the descriptor sees it. */
Value arguments_given(const OwnArguments *own, int i);
