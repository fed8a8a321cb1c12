/* The arguments that tables and functions have of their own, as a cursor or a call holds them. */
#ifndef GAMEMAP_ARGUMENTS_H
#define GAMEMAP_ARGUMENTS_H

#include "source_files.h"

/* Zeroed, it holds no arguments. */
typedef struct OwnArguments {
    int count;                                /* of the arguments that were taken */
    Arguments read;                           /* for the descriptor; points into what follows */
    sqlite3_value *given[ARGUMENTS_MAX];      /* for echo; NULL where not given, given as NULL, or
                                                 a number, which stands above */
    CachedDocument *documents[ARGUMENTS_MAX]; /* of sources; of many files, what a BLOB needs */
    SourceFiles *files[ARGUMENTS_MAX];        /* of those that may name many */
} OwnArguments;

/* Are these the arguments that it holds? A value is NULL where the query gives none. */
bool arguments_same(const OwnArguments *own, const Table *table, sqlite3_value *const *values);

/* Keeps these. *none is set where a required one is NULL, so that there are no rows, or the result
** is NULL. On failure *label is what the error is about: the path of a source, the name of an
** argument, or NULL. */
bool arguments_take(OwnArguments *own, Session *session, const Argument *arguments, int count,
                    sqlite3_value *const *values, bool *none, const char **label, Error *error);
/* The value that stands for on_error in the place of an optional argument; NULL if there is
** none. */
sqlite3_value *arguments_on_error(const Table *table, sqlite3_value *const *values);
void arguments_forget(OwnArguments *own);

/* What was given, whether the descriptor gets it or not. */
Value arguments_given(const OwnArguments *own, int i);

#endif
