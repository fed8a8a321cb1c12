/*
** Results of SQL as lines of text, for runner.c: a line for each row, its values separated by tabs.
** A value is written as it is where that can't be misread. Otherwise it stands in double quotes,
** with \" \\ \t \n \r and \x41 (a byte) inside of them: where it begins with a double quote, begins
** or ends with a blank, is the text NULL, or holds what can't be seen or isn't UTF-8.
*/
#ifndef GAMEMAP_RESULTS_H
#define GAMEMAP_RESULTS_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stddef.h>

/* Growing text, always NUL-terminated once something was added. */
typedef struct Text {
    char *data;
    size_t size, capacity;
} Text;

typedef struct Lines {
    char **items;
    size_t count, capacity;
} Lines;

void *check_memory(void *block); /* the block; ends the program where it is NULL */
void text_add(Text *text, const char *data, size_t size);
void lines_add(Lines *lines, const char *data, size_t size);
void lines_clear(Lines *lines);
bool same_lines(const Lines *a, const Lines *b);

typedef struct Result {
    Lines values; /* row by row */
    Lines lines;  /* after result_lines */
    size_t columns;
    char hash[33]; /* of the values, after hash_result */
    char *error;   /* NULL: none */
} Result;

/* Runs all statements of `sql`. With `types` it must be one, and its rows become values, one type
** (T, I, R) for each column. */
void run_sql(sqlite3 *db, const char *sql, const char *types, Result *result);
/* Adds a cell of the statement's row as its type (T, I, R) is written. */
void add_cell(Lines *values, sqlite3_stmt *statement, int column, char type);
/* Adds a line of values that begin with `first`, separated by tabs. */
void add_row(Lines *lines, const Lines *values, size_t first, size_t count);
/* rowsort, valuesort; anything else leaves the rows as they are. */
void sort_result(Result *result, const char *sort);
/* A line for each row; after valuesort one for each value. */
void result_lines(Result *result, const char *sort);
void hash_result(Result *result);
/* "30 values hashing to 3c13dee48d9356ae19af2515e05e6b54" */
void hash_line(const Result *result, char line[80]);
void result_clear(Result *result);

bool is_blank(const char *line);

#endif
