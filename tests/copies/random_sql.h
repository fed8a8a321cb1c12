/*
** Random queries on tables that exist twice, as gamemap shows them and as ordinary copies. A query is
** written once for both: only what stands in FROM differs.
*/
#ifndef GAMEMAP_RANDOM_SQL_H
#define GAMEMAP_RANDOM_SQL_H

#include "sql.h"

#include <stddef.h>
#include <stdint.h>

#define SUBJECT_COLUMNS 48
#define SUBJECT_VALUES  6

typedef struct SubjectColumn {
    char *name;
    bool is_caseless, is_whole;   /* COLLATE NOCASE, INTEGER */
    char *values[SUBJECT_VALUES]; /* some that occur, as literals */
    int value_count;
} SubjectColumn;

/* One table by one source. */
typedef struct Subject {
    char *table, *call, *copy; /* as it stands in FROM, here and there */
    char *behind_source;       /* the rest of the call; NULL where it fits one source only */
    SubjectColumn columns[SUBJECT_COLUMNS];
    int column_count;
    int64_t rows;
} Subject;

/* Subjects that are asked together, all by one source. */
typedef struct Family {
    const char *source;
    Subject *subjects;
    size_t count;
} Family;

/* One query in two forms. */
typedef struct Twins {
    Sql real, copy;
    bool is_ordered; /* rows must come in the same order */
} Twins;

/* The same `number` gives the same query. */
void random_twins(const Family *family, uint64_t number, Twins *twins);

#endif
