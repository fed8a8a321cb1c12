/* The arguments of a table's or function's own, as a cursor or a call stores them. */
#ifndef GAMEMAP_ARGUMENTS_H
#define GAMEMAP_ARGUMENTS_H

#include "engine/documents/session.h"
#include "engine/documents/source_files.h"

/* If it is zeroed, it holds no arguments. */
typedef struct OwnArguments {
    int count;                                /* number of stored arguments */
    Arguments read;                           /* for the descriptor; points into the fields below */
    sqlite3_value *given[ARGUMENTS_MAX];      /* for echo; NULL where not given, given as NULL, or
                                                 a number, which stands above */
    CachedDocument *documents[ARGUMENTS_MAX]; /* of sources; of many files: of a BLOB */
    SourceFiles *files[ARGUMENTS_MAX];        /* of arguments that can name many files */
} OwnArguments;

/* Tells whether these are the stored arguments. A value is NULL if the query doesn't give it. */
bool arguments_same(const OwnArguments *own, const Table *table, sqlite3_value *const *values);

/* Stores these arguments. *none is set if a required one is NULL, so that there are no rows or the
** result is NULL. On failure, *label is what the error is about: the path of a source, the name of
** an argument, or NULL. */
bool arguments_take(OwnArguments *own, Session *session, const Argument *arguments, int count,
                    sqlite3_value *const *values, bool *none, const char **label, Error *error);
/* Opens the only file of a source, which errors call `what`, with a reference, or fails. */
CachedDocument *arguments_open(Session *session, sqlite3_value *value, const Format *format,
                               const char *what, Error *error);
/* Fails since a source names several files. */
bool arguments_fail_many(const Source *source, const char *what, Error *error);
/* Returns the value that means on_error in the place of an optional argument, or NULL. */
sqlite3_value *arguments_on_error(const Table *table, sqlite3_value *const *values);
void arguments_forget(OwnArguments *own);

/* Returns an argument as the query gave it, whether or not the descriptor sees it. */
Value arguments_given(const OwnArguments *own, int i);

#endif
