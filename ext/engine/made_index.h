/*
** Indexes that are made on demand: equality on any column of a document's table becomes a seek.
**
**     SELECT s.id, c.x, c.y FROM gnd_surfaces('a.gnd') s
**     JOIN gnd_cubes(s.source) c ON c.surface_top = s.id
**
** asks the cubes of a.gnd once for each surface. The first time they are sifted: gone through, and
** only those handed to SQLite that the key may equal. The second time their rows are sorted by
** surface_top, once for the document, in its memory (8 bytes a row, or up to 20 where few rows
** share a value), and from then on each question is a look-up:
**
**     groups   the rows of one value, where the values are dense whole numbers;
**              else those whose values' keyed hashes end alike. Rows rise within a group.
**
** Numbers are found exactly: a whole REAL is its INTEGER, -0 is 0; NULL, which a NaN is too, equals
** nothing and is left out. Of text a superset is found, and SQLite checks again. So one key serves
** BINARY, NOCASE and RTRIM: text is folded (ASCII) and trimmed at its right.
*/
#ifndef GAMEMAP_MADE_INDEX_H
#define GAMEMAP_MADE_INDEX_H

#include "cache.h"

/* What a query asks for: made of the value once, for all files. */
typedef struct MadeKey {
    enum {
        KEY_UNKNOWN, /* SQLite knows better what is equal to it: all rows */
        KEY_NOTHING, /* nothing equals it */
        KEY_INTEGER,
        KEY_REAL, /* that isn't whole */
        KEY_TEXT,
    } kind;
    union {
        int64_t integer;
        double real;
        uint64_t hash; /* of text */
    };
} MadeKey;

/* The key of a value that is compared with a column of `type`. */
MadeKey made_key(const Host *host, SqlType type, sqlite3_value *value);

typedef struct MadeIndex MadeIndex;

/* The index on a column (a place in the descriptor's own `columns`, as the engine lists them) of a
** table in a document; NULL without memory. Nothing is made yet. */
MadeIndex *made_index(CachedDocument *cached, const Table *table, int number);

/* Asks: narrows `range`, which is all rows on entry, once the index is made, which happens at the
** second question. Without memory the rows stay all. *sifts: those have to be sifted that are left.
** False, with the error set, when interrupted. */
bool made_index_ask(MadeIndex *index, CachedDocument *cached, const Column *column,
                    const Array *array, const MadeKey *key, RowRange *range, bool *sifts,
                    Error *error);

/* The same where the index is made and knows the key; false where it isn't or doesn't. */
bool made_index_find(const MadeIndex *index, const Host *host, const MadeKey *key, RowRange *range,
                     bool *sifts);

/* Sifts: the next row of `range`, which is those that are left, that may equal the key becomes the
** range; or all that are left do, where so many fit that looking at them doesn't pay; or none.
** *saved, 0 at first, is how many rows were passed over, less those that weren't. False, with the
** error set, when interrupted or without memory. */
bool made_key_sift(const MadeKey *key, const CachedDocument *cached, const Column *column,
                   const Array *array, int64_t *saved, RowRange *range, Error *error);

#endif
