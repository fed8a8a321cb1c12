/* One row of a table, as getters get it: its record, and what its cells share. */
#pragma once

#include "table/value.h"
#include "codec/text.h"

struct Ranges;

/* The rows of one table in one document. */
typedef struct Array {
    const void *records; /* record i is at records + i * stride; NULL: all cells are computed */
    uint64_t count;
    uint32_t stride;
    const uint64_t *starts; /* not NULL: record i begins at records + starts[i] instead */
    bool unsorted;          /* the file breaks the order that `find` relies on: scan instead */
    const void *extra;      /* what rows() made for the table's getters */
    uint64_t offset; /* of `records` in the file or inflated packet; NO_OFFSET: see byte_offset */
} Array;

static inline uint64_t record_start(const Array *array, uint64_t index) {
    return array->starts ? array->starts[index] : index * array->stride;
}

static inline const uint8_t *array_record(const Array *array, uint64_t index) {
    if (!array->records) return NULL;
    return (const uint8_t *)array->records + record_start(array, index);
}

/* Values of a row that are expensive to find and that several cells show: the first of these cells
** stores them for the others. The table decides what the parts and the struct in `room` are. */
typedef struct RowNotes {
    uint32_t made; /* a bit for each part that is stored; 0 when the row changes */
    _Alignas(8) unsigned char room[112];
} RowNotes;

/* What a getter gets. */
typedef struct Row {
    const void *document; /* the format's struct, e.g. const Gnd * */
    const uint8_t *record;
    uint64_t index;
    const Array *array;
    RowNotes *notes; /* see row_must_note() */
    Arena *scratch;  /* for what a cell needs; emptied after it. If memory runs out, a
                     ** getter returns NULL, and the engine notices it */
    /* For tables of archives; NULL elsewhere: */
    const struct Ranges *ranges; /* how the archive's bytes are read (archive.h) */
    const char *source;          /* the path to pass on; NULL for a BLOB */
    Error *error;                /* for errors of reading the archive; the value is NULL then */
    char *room;                  /* of ROW_ROOM bytes, see row_room(); or NULL */
} Row;

/* Declares record_of(row), which returns the row's record as the table's struct. */
#define ROW_RECORD(Struct, record_of)                                                              \
    static inline const Struct *record_of(const Row *row) {                                        \
        return (const Struct *)(const void *)row->record;                                          \
    }

static inline void row_go_to(Row *row, uint64_t index) {
    row->index = index;
    row->record = array_record(row->array, index);
    row->notes->made = 0;
}

/* Tells whether this is the first cell of the row that needs the part and so has to store it. */
static inline bool row_must_note(const Row *row, unsigned part) {
    uint32_t made = row->notes->made;
    row->notes->made = made | UINT32_C(1) << part;
    return !(made >> part & 1);
}

/* Declares notes_of(row), which returns the notes as the table's struct. */
#define ROW_NOTES(Struct, notes_of)                                                                \
    _Static_assert(sizeof(Struct) <= sizeof(((RowNotes *)NULL)->room), "the notes have no room");  \
    static inline Struct *notes_of(const Row *row) {                                               \
        return (Struct *)(void *)row->notes->room;                                                 \
    }

#define ROW_ROOM 256

/* Returns memory for the bytes of a cell, which needs at most one such block: most texts are short
** and fit into the row's room. Returns NULL if there is no memory. */
static inline void *row_room(const Row *row, uint64_t bytes) {
    return row->room && bytes <= ROW_ROOM ? row->room : arena_alloc(row->scratch, bytes, 1);
}

/* The getter of a column that numbers the rows from 0. */
static inline Value row_number(const Row *row) {
    return value_integer((int64_t)row->index);
}

/* Returns the text of a field of `size` bytes, see text.h; NULL: memory ran out. */
Value row_text(const Row *row, TextEncoding encoding, const uint8_t *field, size_t size);
/* Returns a field's UTF-8 up to its NUL, invalid bytes as U+FFFD; NULL: memory ran out. */
Value row_utf8(const Row *row, const uint8_t *field, size_t size);
/* Returns any bytes as text in which NUL is a character: as UTF-8 if they are valid UTF-8, else in
** the encoding, see text_mixed() in text.h; NULL: memory ran out. */
Value row_mixed_text(const Row *row, TextEncoding encoding, const uint8_t *bytes, uint32_t size);
