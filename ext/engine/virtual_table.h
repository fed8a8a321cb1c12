/* The virtual table behind every descriptor: what plan.c and engine.c share. */
#ifndef GAMEMAP_ENGINE_H
#define GAMEMAP_ENGINE_H

#include "session.h"

/* A table of one connection: its descriptor with the columns that every table has. */
typedef struct VirtualTable {
    sqlite3_vtab base;
    Session *session;
    const Table *table;
    Column *columns; /* in the order of CREATE TABLE */
    int column_count;
    int src_column; /* the own arguments follow, then on_error */
    int on_error_column;
    int key_columns[INDEXES_MAX][KEYS_MAX]; /* -1: no such key */
} VirtualTable;

/* The columns `file` and `id` of a table that has sources. */
enum { FILE_COLUMN, ID_COLUMN, FIRST_OWN_COLUMN };

/*
** A plan is a set of bits in idxNum; each stands for one value in xFilter's argv, in this order.
** idxStr says the same for people: EXPLAIN QUERY PLAN shows e.g. "src=? id>=?".
**
**     bit                 in idxStr         value
**     PLAN_SRC            src=?             the source
**     PLAN_ARGUMENT << i  <argument>=?      own argument i
**     PLAN_ON_ERROR       on_error=?        'fail' or 'skip'
**     PLAN_FILE_EQUAL     file=?            one shown path
**     PLAN_FILE_GLOB      file GLOB ?       a GLOB pattern for shown paths
**     PLAN_ID_EQUAL       id=?
**     PLAN_ID_LOW         id>? or id>=?     '>' if PLAN_ID_LOW_OPEN, which has no value
**     PLAN_ID_HIGH        id<? or id<=?     likewise
**     PLAN_KEY(k)         <key>=?           key k of the index, which PLAN_INDEX tells
**     PLAN_KEY(k) << 1    <key>>=?          at least (also for '>': SQLite checks again)
**     PLAN_KEY(k) << 2    <key><=?          at most (also for '<')
*/
enum {
    PLAN_SRC = 1,
    PLAN_ARGUMENT = 1 << 1,
    PLAN_ON_ERROR = 1 << 5,
    PLAN_FILE_EQUAL = 1 << 6,
    PLAN_FILE_GLOB = 1 << 7,
    PLAN_ID_EQUAL = 1 << 8,
    PLAN_ID_LOW = 1 << 9,
    PLAN_ID_HIGH = 1 << 10,
    PLAN_ID_LOW_OPEN = 1 << 11,
    PLAN_ID_HIGH_OPEN = 1 << 12,
    PLAN_INDEX_SHIFT = 13, /* two bits: number of the index, if any key is given */
    PLAN_KEY_SHIFT = 15,   /* three bits for each key */
};
#define PLAN_KEY(k)  (1 << (PLAN_KEY_SHIFT + 3 * (k)))
#define PLAN_INDEX(plan) ((plan) >> PLAN_INDEX_SHIFT & 3)
#define PLAN_KEYS    (((1 << 3 * KEYS_MAX) - 1) << PLAN_KEY_SHIFT)

int plan_query(sqlite3_vtab *base, sqlite3_index_info *info);

/* Registers every table of every module; the session gains a reference for each. */
int register_tables(Session *session);

/* Frees what *place holds and puts a copy of `value` there, or NULL for NULL. */
int keep_value(sqlite3_value **place, sqlite3_value *value);

/* A copy of an SQLite value as the descriptors know it; it points into `value`. */
Value value_of(sqlite3_value *value);
/* Hands a value to SQLite. `cached` owns blocks that are handed out by reference. Inline, so that
** the kind of a column leads straight to the right call. */
static inline void result_of(sqlite3_context *context, Value value, CachedDocument *cached) {
    switch (value.type) {
    case VALUE_NULL: return; /* a result is NULL unless set */
    case VALUE_INTEGER: sqlite3_result_int64(context, value.integer); return;
    case VALUE_REAL: sqlite3_result_double(context, value.real); return;
    case VALUE_TEXT:
        sqlite3_result_text64(context, value.bytes, value.length, SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
    case VALUE_BLOB:
        if (!value.length) sqlite3_result_zeroblob(context, 0);
        else sqlite3_result_blob64(context, value.bytes, value.length, SQLITE_TRANSIENT);
        return;
    case VALUE_BLOCK:
        *arena_block_owner(value.bytes) = cached;
        document_retain(cached);
        sqlite3_result_blob64(context, value.bytes, value.length, release_block);
        return;
    }
}

#define LABEL_MOST 1000 /* characters of a path in an error */

/* "table: file: message" on one line, for SQLite to free; NULL when there is no memory. `file` may
** be NULL. */
char *error_text(const Session *session, const char *name, const char *file, const Error *error);

#endif
