/* The plan of a query: which of its constraints a cursor gets, and what they mean. */
#pragma once

#include "engine/query/virtual_table.h"

/* A value's place in xFilter's argv, counted from 1; 0: the plan has no such value. */
typedef uint8_t PlanPlace;

/* Conditions on a column. */
typedef struct PlanBounds {
    PlanPlace equal;
    PlanPlace low, high;            /* at least, at most */
    bool is_low_open, is_high_open; /* above, below; false for keys, which SQLite checks again */
} PlanBounds;

#define PLAN_TEXT_BYTES 512
#define PLAN_NONE       (-1)

/* A plan goes from xBestIndex to xFilter as idxStr, which points to it: it begins with what EXPLAIN
** QUERY PLAN shows, "src=? id>=?". Each term is a value of argv, in the order of argv:
**
**     src=?             `source`
**     <argument>=?      an own argument
**     on_error=?        'fail' or 'skip'
**     surplus=?         an argument behind the last one: an error
**     file=?            one shown path
**     <column>=?        `joined`: the only condition of a table without a source on an id or a
**                       reference, which is refused if it changes from row to row
**     id=? id>? id<=?   `id`
**     <key>=? >=? <=?   `keys` of the descriptor's index
**     <column>=? (made) `made`, by an index that is made on demand; there are no keys then
**     (counted)         no value: `counted` is the only column that is read, in order of values
**     (opened)          no value: the source is what gamemap_open() has opened
**     (header), (body)  no value: of each file only as much is read, see Reads
**
** SQLite frees a plan with its statement, so that it outlives each cursor that has it. */
typedef struct Plan {
    char text[PLAN_TEXT_BYTES];
    /* From here on plans are compared: see plan_same(). All bytes are set. */
    PlanPlace source, on_error, surplus, file, joined;
    PlanPlace arguments[ARGUMENTS_MAX];
    PlanPlace count; /* the number of all values */
    Reads reads;
    bool is_prepared; /* a column is asked for that has its own prepare() */
    PlanBounds id, made, keys[KEYS_MAX];
    int index, made_column, counted; /* PLAN_NONE: none is used */
} Plan;

/* Tells whether two plans are the same, whatever the values. */
static inline bool plan_same(const Plan *plan, const Plan *other) {
    return plan == other || (other && memcmp(&plan->source, &other->source,
                                             sizeof *plan - offsetof(Plan, source)) == 0);
}

/* Returns the value at a place of argv; NULL if there is none. */
static inline sqlite3_value *plan_value(sqlite3_value **values, PlanPlace place) {
    return place ? values[place - 1] : NULL;
}

static inline bool plan_has_bounds(const PlanBounds *bounds) {
    return bounds->equal || bounds->low || bounds->high;
}

/* Returns what a plan wants of a table's files. */
static inline Wanted plan_wants(const Table *table, const Plan *plan) {
    return (Wanted){.format = table->format,
                    .reads = plan->reads,
                    .endings = table->endings,
                    .hidden = table->of_hidden,
                    .contents = table->of_contents,
                    .may_be_empty = table->compares,
                    .checks = table->checks,
                    .holds = true};
}

/* xBestIndex. */
int plan_query(sqlite3_vtab *base, sqlite3_index_info *info);
