/* Indexes that are made on demand: equality on any column of a document's table becomes a seek, and
** so does a range of numbers.
**
**     SELECT s.id, c.x, c.y FROM gnd_surfaces('a.gnd') s
**     JOIN gnd_cubes(s.source) c ON c.surface_top = s.id
**
** asks the cubes of a.gnd once for each surface. The first time, the rows are sifted: all of them
** are read, but only those that may equal the key are passed to SQLite. The second time, the rows
** are sorted by surface_top, once for the document, in its memory (8 bytes a row, or up to 20 if
** few rows share a value). A loop that asked one document twice will ask the next one twice, too,
** so the next one's rows are sorted at once. From then on each question is a look-up:
**
**     groups   the rows of one value, where the values are dense whole numbers;
**              else the rows whose values' keyed hashes end alike. Rows rise within a group.
**
** Numbers are found exactly: a whole REAL equals its INTEGER, -0 equals 0; NULL, which NaN becomes,
** equals nothing and is left out. For text, more rows may be found than match, and SQLite checks
** again. So one key serves BINARY, NOCASE and RTRIM: text is folded (ASCII) and trimmed at its
** right.
**
** The index on a number column also has the rows between bounds that differ from question to
** question:
**
**     SELECT a.name, c.id FROM areas a JOIN gnd_cubes('a.gnd') c ON c.x >= a.x0 AND c.x < a.x1
**
** Where the values are dense INTEGERs, they are the groups x0 to x1 - 1, which lie together. Else
** the rows are sorted by value (12 bytes a row, beside the groups), and both ends are found by
** bisection. The rows between them are sorted by their numbers, so that they come as from a scan,
** from the first question to the last. SQLite checks them again. */
#pragma once

#include "engine/query/bounds.h"
#include "engine/documents/session.h"

/* The value that a query compares with, converted once for all files. */
typedef struct MadeKey {
    enum {
        KEY_UNKNOWN, /* only SQLite knows what equals the value: all rows may */
        KEY_NOTHING, /* nothing equals the value */
        KEY_INTEGER,
        KEY_REAL, /* not a whole number */
        KEY_TEXT,
    } kind;
    union {
        int64_t integer;
        double real;
        uint64_t hash; /* of text */
    };
} MadeKey;

/* Returns the key of a value that is compared with a column of `type`. */
MadeKey made_key(const Host *host, SqlType type, sqlite3_value *value);

typedef struct MadeIndex MadeIndex;

/* Returns the index on a column of a table in a document; NULL if memory runs out. The column is a
** place in the descriptor's own `columns`, as the engine lists them. Nothing is made yet.
** `asked_again`: more than one question is expected, so the first one counts as the second. */
MadeIndex *made_index(CachedDocument *cached, const Table *table, int number, bool asked_again);

/* Narrows `range`, which is all rows on entry, if the index is made, as it is at the second
** question unless memory runs out. *sifts: the rows that are left have to be sifted. Returns false,
** with the error set, if this is interrupted. */
bool made_index_ask(MadeIndex *index, CachedDocument *cached, const Column *column,
                    const Array *array, const MadeKey *key, RowRange *range, bool *sifts,
                    Error *error);

/* Asks for a range of values, from bounds_of_integers() or, for a REAL column, bounds_of_reals().
** *listed becomes the places of the rows in the index, for made_index_list(). If it is empty,
** `range` is right: no rows, or all rows if there is no index or most rows fit, because a scan is
** as fast. */
bool made_index_ask_range(MadeIndex *index, CachedDocument *cached, const Column *column,
                          const Array *array, const Bounds *within, RowRange *range,
                          ChildRange *listed, Error *error);

/* Room for rows that are listed, in an arena that the caller chooses. */
typedef struct RowList {
    uint32_t *rows;
    uint64_t capacity;
} RowList;

/* Narrows `range`, which has no order, to those of its rows that are at the places `listed` of the
** index, and sorts them. If memory runs out, `range` stays. Returns false, with the error set, if
** this is interrupted. */
bool made_index_list(const MadeIndex *index, ChildRange listed, Arena *scratch, RowList *list,
                     RowRange *range, Error *error);

/* Narrows `range` to the rows of the key without counting a question, if the index is made and
** knows the key; returns false otherwise. */
bool made_index_find(const MadeIndex *index, const Host *host, const MadeKey *key, RowRange *range,
                     bool *sifts);

/* Sifts `range`, which is the rows that are left: it becomes the next rows, one behind the other,
** that may equal the key, or none. If so many rows fit that sifting doesn't pay, `range` stays.
** *saved, 0 at first, is the number of rows left out minus that of the others. Returns false, with
** the error set, if this is interrupted or memory runs out. */
bool made_key_sift(const MadeKey *key, const CachedDocument *cached, const Column *column,
                   const Array *array, int64_t *saved, RowRange *range, Error *error);
