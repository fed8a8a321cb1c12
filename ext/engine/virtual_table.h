/* The virtual table behind every descriptor: what connect.c, plan.c and cursor.c share. */
#ifndef GAMEMAP_ENGINE_H
#define GAMEMAP_ENGINE_H

#include "cache.h"
#include "show.h"
#include "sqlite_values.h"

/* A table in one connection: its descriptor, and its columns including those that every table
** has. */
typedef struct VirtualTable {
    sqlite3_vtab base;
    Session *session;
    const Table *table;
    Column *columns;    /* in the order of CREATE TABLE */
    ShownColumn *shown; /* the same */
    int column_count;
    int src_column;     /* the table's own arguments follow, then on_error; -1: there is none */
    int first_argument; /* of its own */
    int on_error_column, surplus_column;
    int key_columns[INDEXES_MAX][KEYS_MAX]; /* -1: no such key */
} VirtualTable;

/* The columns `file` and `id` of a table that has a source. */
enum { FILE_COLUMN, ID_COLUMN, FIRST_OWN_COLUMN };

/*
** A plan is a set of bits in idxNum; each stands for one value in xFilter's argv, in this order.
** idxStr says the same for people: EXPLAIN QUERY PLAN shows e.g. "src=? id>=?".
**
**     bit                 in idxStr         value
**     PLAN_SRC            src=?             the source
**     PLAN_ARGUMENT(i)    <argument>=?      own argument i, of ARGUMENTS_MAX
**     PLAN_ON_ERROR       on_error=?        'fail' or 'skip'
**     PLAN_SURPLUS        surplus=?         an argument behind the last one: an error
**     PLAN_FILE_EQUAL     file=?            one shown path
**     PLAN_ID_EQUAL       id=?
**     PLAN_ID_LOW         id>? or id>=?     '>' if PLAN_ID_LOW_OPEN, which has no value
**     PLAN_ID_HIGH        id<? or id<=?     likewise
**     PLAN_KEY(k)         <key>=?           key k of the index, which PLAN_INDEX tells
**     PLAN_KEY(k) << 1    <key>>=?          at least (also for '>': SQLite checks again)
**     PLAN_KEY(k) << 2    <key><=?          at most (also for '<')
**     PLAN_MADE           <column>=? (made) equality on the column that PLAN_MADE_COLUMN tells, by an
**                                           index that is made on demand; there are no keys then
**     PLAN_MADE_LOW       <column>>? (made) instead of the equality: a bound, open or not as for ids
**     PLAN_MADE_HIGH      <column><? (made) likewise
**     PLAN_HEADER         (header)          none: no more of each file is read than its header
**     PLAN_PREPARED                         none: a column is asked for that has its own prepare()
*/
enum {
    PLAN_SRC = 1,
    PLAN_ON_ERROR = 1 << 5,
    PLAN_FILE_EQUAL = 1 << 6,
    PLAN_SURPLUS = 1 << 7,
    PLAN_ID_EQUAL = 1 << 8,
    PLAN_ID_LOW = 1 << 9,
    PLAN_ID_HIGH = 1 << 10,
    PLAN_ID_LOW_OPEN = 1 << 11,
    PLAN_ID_HIGH_OPEN = 1 << 12,
    PLAN_INDEX_SHIFT = 13,   /* two bits: number of the index, if any key is given */
    PLAN_KEY_SHIFT = 15,     /* three bits for each key */
    PLAN_MADE = 1 << 24,     /* instead of an index: its column is in the bits of those */
    PLAN_MADE_LOW = 1 << 21, /* this one and the next two are bits of keys without PLAN_MADE */
    PLAN_MADE_HIGH = 1 << 22,
    PLAN_MADE_LOW_OPEN = 1 << 23,
    PLAN_MADE_HIGH_OPEN = 1 << 29,
    PLAN_HEADER = 1 << 27,   /* has no value */
    PLAN_PREPARED = 1 << 28, /* likewise */
};
/* Bits 1 to 4 and, because the bits behind them were taken, 25 and 26. */
#define PLAN_ARGUMENT(i)       (1 << ((i) < 4 ? 1 + (i) : 21 + (i)))
#define PLAN_MADE_COLUMN(plan) ((plan) >> PLAN_INDEX_SHIFT & 0xFF)
#define PLAN_MADE_COLUMNS      (0xFF << PLAN_INDEX_SHIFT)
#define PLAN_KEY(k)            (1 << (PLAN_KEY_SHIFT + 3 * (k)))
#define PLAN_INDEX(plan)       ((plan) >> PLAN_INDEX_SHIFT & 3)
#define PLAN_INDEXES           (3 << PLAN_INDEX_SHIFT)
#define PLAN_KEYS              (((1 << 3 * KEYS_MAX) - 1) << PLAN_KEY_SHIFT) /* without PLAN_MADE */

/* Tells whether a plan that has PLAN_MADE seeks a range of values. */
static inline bool is_made_range(int plan) {
    return plan & (PLAN_MADE_LOW | PLAN_MADE_HIGH);
}

/* Returns what a plan wants of a table's files. */
static inline Wanted wanted_by(const VirtualTable *table, int plan) {
    return (Wanted){.format = table->table->format, .header = plan & PLAN_HEADER};
}

/* Tells whether an error is the file's own fault, so that a query with on_error 'skip' skips the
** file. */
static inline bool is_skippable(const Error *error) {
    return error->kind != ERROR_NO_MEMORY && error->kind != ERROR_INTERRUPTED &&
           error->kind != ERROR_ARGUMENT;
}

int plan_query(sqlite3_vtab *base, sqlite3_index_info *info);

/* Registers every table of every module; each of them holds a reference to the session. */
int register_tables(Session *session);

#endif
