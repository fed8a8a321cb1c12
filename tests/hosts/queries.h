/*
** What the programs share that load the extension as any host does: connections, the list of all
** queries that there are to ask of a folder of files, and answers that can be compared.
*/
#ifndef GAMEMAP_QUERIES_H
#define GAMEMAP_QUERIES_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char *host_extension; /* the library to load */
extern bool host_is_alone;         /* connections open no files ahead on other threads */

/* Counts what was checked; a failure is printed. */
void check(bool good, const char *format, ...);
/* Prints "N passed, N failed" and gives the exit status. */
int finish_checks(void);

/* What one of several processes has counted. */
typedef struct Counts {
    uint64_t passed, failed, allocations_failed, system_calls_failed;
} Counts;

extern Counts counts;

/* A connection with the extension. Ends the program where that fails. */
sqlite3 *host_open(const char *database, bool nofs);
/* SQLITE_OK, or the failure of sqlite3_load_extension. */
int host_load(sqlite3 *db, bool nofs);
void host_close(sqlite3 *db); /* complains where a statement or cursor is left */

/* ---- Files and queries ----------------------------------------------------------------------- */

/* One table or function asked about one file, all columns, hidden ones too. */
typedef struct Query {
    char *sql;
    char *name; /* of the table or function */
    char *path;
    char *format;     /* NULL: of any */
    int64_t size;     /* of the file */
    bool is_readable; /* the file can be decoded */
    bool is_table;    /* without arguments of its own */
} Query;

typedef struct Queries {
    Query *items;
    size_t count, capacity;
} Queries;

/* All queries on all files below `folder`, in order of path, then of gamemap_tables and
** gamemap_functions, then pictures. Own arguments get `tuples` sets of values. */
void list_queries(sqlite3 *db, const char *folder, int tuples, Queries *queries);
/* Lists the queries on one file. */
void list_queries_of(sqlite3 *db, const char *path, int tuples, Queries *queries);
/* Keeps the queries on the `each` smallest files for every table and function, and as many on
** files that can't be decoded. */
void keep_smallest(Queries *queries, size_t each);
/* Keeps for every table and function the smallest file of which it has rows, if there is one, and
** the smallest that can't be decoded. */
void keep_telling(sqlite3 *db, Queries *queries);
/* Keeps the queries on tables and functions that `holds` says yes to, with 0 as the number. */
void keep_chosen(Queries *queries, bool (*holds)(const char *name, uint64_t number));
void free_queries(Queries *queries);

/* ---- Answers --------------------------------------------------------------------------------- */

typedef struct Answer {
    int code; /* SQLITE_DONE where all is well */
    uint64_t rows, hash;
    bool tells_of_failure; /* a row tells of a system call that failed, or of a file that changed */
    char error[400];
} Answer;

/* Is this the text of an error that the system is to blame for? */
bool is_system_failure(const char *text);
Answer ask(sqlite3 *db, const char *sql);
/* Its hash leaves out the columns that tell where the file is. */
Answer ask_without_path(sqlite3 *db, const char *sql);
bool same_answer(const Answer *a, const Answer *b);
/* One hash of all answers, errors included. */
uint64_t digest(sqlite3 *db, const Queries *queries);

#endif
