/* Which rows of two files belong together: see compare.h. */
#pragma once

#include "meta/cells.h"

#define NO_ROW UINT32_MAX

/* A table in both files, and its matched rows. */
typedef struct Match {
    const Table *table;
    const CellTable *sides[2]; /* old, new */
    uint32_t *partners[2];     /* of each row, its row in the other file or NO_ROW; NULL: matched as
                               ** children or by id */
    const Children *lists[2];  /* of rows that are matched as children, which takes no memory */
    const struct Match *parents; /* the match of their parents; NULL: they are matched otherwise */
    enum { MATCH_NOT_MADE, MATCH_BEING_MADE, MATCH_MADE } state;
} Match;

typedef struct Matches {
    CellTables cells[2];
    Match *items;
    uint32_t count;
    Arena *arena;
    Error *error;
} Matches;

/* Opens the tables of both documents. */
bool matches_open(Matches *matches, Document *const documents[2], Arena *arena, Error *error);
/* Finds the match of a table by its name; NULL: it has none. */
Match *matches_find(Matches *matches, const char *name);
/* Makes the partners of a table's rows, and of those tables that they refer to. */
bool match_rows(Matches *matches, Match *match);

/* Tells whether rows of the same number are partners. */
static inline bool match_is_by_id(const Match *match) {
    return !match->partners[0] && !match->parents;
}

/* Returns the partner of a child that is matched as one, or NO_ROW. */
uint32_t match_child_partner(const Match *match, int side, uint64_t row);

/* Returns the partner of a row of one side, or NO_ROW. */
static inline uint32_t match_partner(const Match *match, int side, uint64_t row) {
    if (match->partners[side]) return match->partners[side][row];
    if (match->parents) return match_child_partner(match, side, row);
    return row < match->sides[!side]->array.count ? (uint32_t)row : NO_ROW;
}
