/* Places: where a file stores what a cell shows, and how.
**
** A cell is stored if its column says so: as a field of its record or elsewhere (column.h), or, of
** what a decoder copied or computed, by LIES_AT and its like. The address of a field lies in the
** file's bytes or in a part of the file that was unpacked (Format.part), so that the place is known
** without another word about the format. A place is read and written by its kind: whatever can be
** written there can be read again, or is refused. */
#pragma once

#include "table/table.h"

typedef struct CellPlace {
    uint32_t part;   /* 0: the file; n: its part n - 1 */
    uint32_t bits;   /* not 0: the bits of the number that hold the value */
    uint64_t offset; /* in the file or the part */
    uint32_t bytes;
    /* Of texts: where their length in bytes is stored, in so many bytes; NULL: the text ends with a
    ** NUL or with its field. */
    const uint8_t *length_field;
    uint32_t length_bytes;
    bool keeps_length; /* its length can't be changed */
    /* The encoding follows from the text's bytes: with characters beyond ASCII that are valid UTF-8
    ** it is UTF-8, with others its kind's, or Windows-1252 if its kind is UTF-8. */
    bool is_mixed;
    uint8_t pad;           /* what follows a text up to the end of its field */
    TextEncoding encoding; /* of CELL_ASCII: how such texts are read */
    CellKind kind;         /* one of those of a file; CELL_BY_ROW: the column's get() reads it */
    const uint8_t *field;
    const uint8_t *words; /* of a text: where the file has the value in words; `field` then lies in
                          ** what the decoder made of them, or is NULL where that isn't what the
                          ** place's kind needs. NULL: in no place of its own */
} CellPlace;

/* Says where text or bytes are; returns false where they are NULL, so that the row has none. */
static inline bool place_run(CellPlace *place, const uint8_t *field, uint64_t bytes) {
    place->field = field;
    place->bytes = (uint32_t)bytes;
    return field != NULL;
}

/* Tells whether a file stores the column's cells, and whether so that they can be edited. */
bool column_is_stored(const Table *table, const Column *column);
bool column_is_editable(const Table *table, const Column *column);
/* Tells whether no column that stands for it shows the same bytes in this table: a reference stands
** for its number as stored, a word for its bits, the first of others for the later ones. */
bool column_is_first(const Table *table, const Column *column);
/* Says why a column can't be edited; NULL: it can. */
const char *column_refusal(const Table *table, const Column *column);
/* Returns column number `number` of a table; NULL: there are no more. */
static inline const Column *table_column(const Table *table, int number) {
    return number < table->column_count ? &table->columns[number] : NULL;
}
/* Returns the column of that name, which has `length` bytes; NULL: the table has none. */
const Column *find_column(const Table *table, const char *name, uint32_t length);

/* Finds the place of a row's cell of a stored column; false: this row has none. */
bool cell_place(const Table *table, const Column *column, const Row *row, CellPlace *place);
/* Says where the bytes of a file or part are. */
bool place_bytes(const Document *document, uint32_t part, FilePart *bytes);
/* Finds the part in which the field of a place lies, and where. */
bool place_find(const Document *document, CellPlace *place);
/* Tells whether two cells show the same: NaN equals NaN, -0.0 isn't 0.0. */
bool values_equal(Value one, Value other);
/* Writes a value in the place's kind to `field`, which has the field's bytes as they were. *used
** is how many of them a text takes. */
bool cell_encode(const Column *column, const CellPlace *place, Value value, uint8_t *field,
                 uint32_t *used, Error *error);
