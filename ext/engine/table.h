/*
** The descriptors: what a table, a column and a function are, as data.
**
** A table is a named view of one array of a document; a row is an index. The engine drives every
** descriptor alike: arguments, planning, seeks, many files, caching, errors, documentation. The
** *_tables.c files hold nothing but descriptors and the getters of computed cells, and include no
** SQLite header.
**
**     static const Column cube_columns[] = {
**         F32("height_sw", "GND units", "Altitude of the south-west corner; negative is up", 0),
**         REF_I32("surface_top", "gnd_surfaces", "Surface of the top", 16, Gnd, surface_count),
**         GET("x", INTEGER, "cubes", "Column of the cube, counted from the west", cube_x, 0),
**     };
**
** Every table also gets, from the engine: file, id (first), src, the own arguments, on_error
** (hidden), and the hidden outputs source and byte_offset (last).
*/
#ifndef GAMEMAP_TABLE_H
#define GAMEMAP_TABLE_H

#include "value.h"
#include "../../src/archive.h"
#include "../../src/file_set.h"
#include "../../src/text.h"

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The rows of one table in one document. */
typedef struct Array {
    const void
        *records; /* record i begins at records + i * stride; NULL if every cell is computed */
    uint64_t count;
    uint32_t stride;
    const uint64_t *starts; /* not NULL: record i begins at records + starts[i] instead */
    bool unsorted;          /* the file breaks the order that `find` relies on: scan instead */
    uint64_t offset; /* of `records` in the file, or in the inflated packet; NO_OFFSET: see Table */
} Array;

static inline uint64_t record_start(const Array *array, uint64_t index) {
    return array->starts ? array->starts[index] : index * array->stride;
}

static inline const uint8_t *array_record(const Array *array, uint64_t index) {
    if (!array->records) return NULL;
    return (const uint8_t *)array->records + record_start(array, index);
}

/* What costs much to find for a row and is shown by several of its cells: the first of them that is
** asked for notes it for the others. The parts and the struct in `room` are the table's own. */
typedef struct RowNotes {
    uint32_t made; /* a bit for each part that is noted; 0 when the row changes */
    _Alignas(8) unsigned char room[64];
} RowNotes;

/* What a getter is given. */
typedef struct Row {
    const void *document; /* the format's struct, e.g. const Gnd * */
    const uint8_t *record;
    uint64_t index;
    const Array *array;
    RowNotes *notes; /* see row_must_note() */
    Arena *scratch;  /* for what is made for this cell; emptied after it. A getter
                        ** that gets no memory gives NULL: the engine sees it */
    /* For tables of archives; NULL elsewhere: */
    const Ranges *ranges; /* how the archive's bytes are read */
    const char *source;   /* the path to pass on; NULL for a BLOB */
    Error *error;         /* for what goes wrong in reading them; the value is NULL then */
    char *room;           /* of ROW_ROOM bytes, see row_room(); NULL where there is none */
} Row;

static inline void row_go_to(Row *row, uint64_t index) {
    row->index = index;
    row->record = array_record(row->array, index);
    row->notes->made = 0;
}

/* Is this the first cell of the row to ask for the part, so that it has to note it? */
static inline bool row_must_note(const Row *row, unsigned part) {
    uint32_t made = row->notes->made;
    row->notes->made = made | UINT32_C(1) << part;
    return !(made >> part & 1);
}

/* Declares notes_of(row), which gives the notes as the table's struct. */
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
/* The text of a field of `size` bytes, see text.h. NULL when there is no memory. */
Value row_text(const Row *row, TextEncoding encoding, const uint8_t *field, size_t size);

/* ---- Columns --------------------------------------------------------------------------------- */

typedef enum CellKind {
    CELL_GET,      /* computed by get(row) */
    CELL_GET_WITH, /* computed by get_with(row, parameter) */
    /* texts and bytes of a record in the file, at `offset` */
    CELL_CHARS,         /* char[parameter], Windows-1252, up to the first NUL, as UTF-8 */
    CELL_CHARS_CP949,   /* the same in CP949 */
    CELL_BYTES,         /* BLOB of `parameter` bytes */
    CELL_MEMBER_STRING, /* of a struct: const char *, NUL-terminated UTF-8, NULL gives NULL */
    /* From here to CELL_ID a cell is an INTEGER, a REAL or NULL.
    ** Fields of a little-endian record in the file, at `offset`: */
    CELL_U8,
    CELL_U16,
    CELL_I16,
    CELL_U32,
    CELL_I32,
    CELL_F32,
    CELL_POINTED_U32, /* of a record to which a member of a struct, at `offset`, points: the */
    CELL_POINTED_F32, /* field is `parameter` bytes behind that */
    CELL_BIT8,
    CELL_BIT16,
    CELL_BIT32, /* 1 if any bit of `parameter` is set, else 0 */
    CELL_REF_I16,
    CELL_REF_U16,
    CELL_REF_U32, /* NULL unless below the limit */
    /* members of a struct in memory (a document, or records made by the decoder), at `offset` */
    CELL_MEMBER_BOOL,
    CELL_MEMBER_U8,
    CELL_MEMBER_U16,
    CELL_MEMBER_I32,
    CELL_MEMBER_U32,
    CELL_MEMBER_U64,
    CELL_MEMBER_I64,
    CELL_MEMBER_F32,
    CELL_MEMBER_F64,
    CELL_MEMBER_REF_U32, /* NULL when UINT32_MAX */
    /* by the number of the row */
    CELL_PARENT,      /* the parent, by the Children at `offset` of the document's struct */
    CELL_NUMBER,      /* the row's number among its parent's children, likewise */
    CELL_CHILD_COUNT, /* how many children the row has, likewise */
    CELL_GRID_X,
    CELL_GRID_Y, /* place in a grid: of the width that a uint32_t at `offset` of the
                 ** document's struct tells, or `parameter` where that isn't 0 */
    /* supplied by the engine */
    CELL_ID,
    CELL_FILE,
    CELL_ARGUMENT,
    CELL_SURPLUS,
    CELL_SOURCE,
    CELL_BYTE_OFFSET,
} CellKind;

typedef enum SqlType { INTEGER, REAL, TEXT, BLOB, ANY } SqlType;

/* The known values of an enumeration; a NULL name ends the list. */
typedef struct Name {
    int64_t value;
    const char *name;
} Name;

/* When a cell isn't NULL: where any bit of `mask` is set in the unsigned number of `bytes` bytes at
** `offset`, 0 bytes: always. It is little-endian in a record; in the document's struct, where a
** mask of some bits needs 4 bytes, it is as this machine has it. */
typedef struct Condition {
    uint8_t bytes; /* 0, 1, 2 or 4 */
    bool of_document;
    uint32_t offset, mask;
} Condition;

typedef struct Column {
    const char *name;
    const char *doc;        /* one line */
    const char *unit;       /* NULL where there is none */
    const char *references; /* the table whose id this holds, or NULL */
    CellKind kind;
    SqlType type;
    bool hidden;      /* declared behind the arguments */
    bool nocase;      /* the game compares these names without regard to ASCII case */
    bool of_document; /* the field stands in the document's struct, not in the record */
    bool of_source;   /* get() asks for Row.source or Row.ranges, which aren't the document's:
                         never sorted by */
    bool of_whole;    /* of a table of headers: this cell needs the whole file */
    /* Not NULL: makes what such cells need beyond the rows, and remembers it in the document. It is
    ** called before those are made, and for queries only that ask for such a column. */
    bool (*prepare)(Document *document, Error *error);
    uint32_t offset;
    uint32_t parameter; /* mask, length, or what get_with() wants */
    uint32_t limit;     /* REF: where in the document's struct the target's uint64_t count stands */
    Condition condition;
    const Name *names; /* not NULL: the name of the value that the field holds, NULL for others */
    union {
        Value (*get)(const Row *row); /* of CELL_GET */
        Value (*get_with)(const Row *row, uint32_t parameter);
    };
} Column;

/* Tells whether a cell of a table of headers needs the whole file. */
static inline bool needs_whole(const Column *column) {
    return column->of_whole || column->kind == CELL_BYTE_OFFSET;
}

/* Columns are made by the macros below. Those that end in `...` take further fields behind the
** last one that they name: CHARS("name", "Name of the node", MDL_NAME, 32, .nocase = true). */

/* Fields of the file's own records: U32("size", "bytes", "Size of the model data", MDL_SIZE). */
#define FIELD(Kind, Type, Name, Unit, Doc, ...)                                                    \
    { .name = Name, .unit = Unit, .doc = Doc, .kind = Kind, .type = Type, .offset = __VA_ARGS__ }
#define U8(name, unit, doc, ...)  FIELD(CELL_U8, INTEGER, name, unit, doc, __VA_ARGS__)
#define U16(name, unit, doc, ...) FIELD(CELL_U16, INTEGER, name, unit, doc, __VA_ARGS__)
#define I16(name, unit, doc, ...) FIELD(CELL_I16, INTEGER, name, unit, doc, __VA_ARGS__)
#define U32(name, unit, doc, ...) FIELD(CELL_U32, INTEGER, name, unit, doc, __VA_ARGS__)
#define I32(name, unit, doc, ...) FIELD(CELL_I32, INTEGER, name, unit, doc, __VA_ARGS__)
#define F32(name, unit, doc, ...) FIELD(CELL_F32, REAL, name, unit, doc, __VA_ARGS__)
#define BIT(Bits, Name, Doc, Offset, Mask)                                                         \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_BIT##Bits, .type = INTEGER, .offset = Offset,       \
        .parameter = Mask                                                                          \
    }
/* Text in Windows-1252 of at most `Length` bytes, up to the first NUL. */
#define CHARS(Name, Doc, Offset, ...)                                                              \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_CHARS, .type = TEXT, .offset = Offset,              \
        .parameter = __VA_ARGS__                                                                   \
    }
/* The same in CP949. */
#define CHARS_CP949(Name, Doc, Offset, ...)                                                        \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_CHARS_CP949, .type = TEXT, .offset = Offset,        \
        .parameter = __VA_ARGS__                                                                   \
    }
#define BYTES(Name, Doc, Offset, ...)                                                              \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_BYTES, .type = BLOB, .offset = Offset,              \
        .parameter = __VA_ARGS__                                                                   \
    }

/* An enumeration: the value as stored, and beside it, in <name>_name, its name from a list. */
#define ENUM(Kind, Name, Doc, Offset, Names)                                                       \
    {.name = Name, .doc = Doc, .kind = CELL_##Kind, .type = INTEGER, .offset = Offset}, {          \
        .name = Name "_name", .doc = "The name of that number; NULL where no name is known",       \
        .kind = CELL_##Kind, .type = TEXT, .offset = Offset, .names = Names                        \
    }

/* A reference, and in the hidden <name>_raw what is stored. */
#define REF(Kind, Name, Table, Doc, Offset, Document, Count)                                       \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_REF_##Kind, .type = INTEGER,   \
        .offset = Offset, .limit = offsetof(Document, Count)                                       \
    }
#define REF_WITH_RAW(Kind, Name, Table, Doc, RawDoc, Offset, Document, Count)                      \
    REF(Kind, Name, Table, Doc, Offset, Document, Count), {                                        \
        .name = Name "_raw", .doc = RawDoc, .kind = CELL_##Kind, .type = INTEGER, .hidden = true,  \
        .offset = Offset                                                                           \
    }
#define REF_I16(name, table, doc, offset, Document, count)                                         \
    REF(I16, name, table, doc, offset, Document, count)
#define REF_U32(name, table, doc, offset, Document, count)                                         \
    REF(U32, name, table, doc, offset, Document, count)

/* Members of a struct in memory: MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd,
** width) */
#define MEMBER(Kind, Name, Unit, Doc, Struct, Member)                                              \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                        \
        .type = MEMBER_TYPE_##Kind, .offset = offsetof(Struct, Member)                             \
    }
/* The same with further fields: MEMBER_WITH(U32, ..., GtGroup, part_count, WHERE_MEMBER(...)). */
#define MEMBER_WITH(Kind, Name, Unit, Doc, Struct, Member, ...)                                    \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                        \
        .type = MEMBER_TYPE_##Kind, .offset = offsetof(Struct, Member), __VA_ARGS__                \
    }
#define MEMBER_REF(Name, Table, Doc, Struct, Member)                                               \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_MEMBER_REF_U32,                \
        .type = INTEGER, .offset = offsetof(Struct, Member)                                        \
    }
/* A field of a record of the file that a member points to, a const uint8_t *:
** POINTED(F32, "x", "world units", "Where it is", ZoneStep, record, ZONE_STEP_X) */
#define POINTED(Kind, Name, Unit, Doc, Struct, Member, Field)                                      \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_POINTED_##Kind,                       \
        .type = MEMBER_TYPE_##Kind, .offset = offsetof(Struct, Member), .parameter = Field         \
    }
/* A member of the document's struct, whatever the records are. */
#define DOCUMENT_MEMBER(Kind, Name, Unit, Doc, Struct, Member)                                     \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                        \
        .type = MEMBER_TYPE_##Kind, .of_document = true, .offset = offsetof(Struct, Member)        \
    }
/* The same with further fields. */
#define DOCUMENT_MEMBER_WITH(Kind, Name, Unit, Doc, Struct, Member, ...)                           \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                        \
        .type = MEMBER_TYPE_##Kind, .of_document = true, .offset = offsetof(Struct, Member),       \
        __VA_ARGS__                                                                                \
    }
#define MEMBER_TYPE_BOOL    INTEGER
#define MEMBER_TYPE_U8      INTEGER
#define MEMBER_TYPE_U16     INTEGER
#define MEMBER_TYPE_I32     INTEGER
#define MEMBER_TYPE_U32     INTEGER
#define MEMBER_TYPE_U64     INTEGER
#define MEMBER_TYPE_I64     INTEGER
#define MEMBER_TYPE_F32     REAL
#define MEMBER_TYPE_F64     REAL
#define MEMBER_TYPE_STRING  TEXT
#define MEMBER_TYPE_REF_U32 INTEGER

/* By the number of the row: its parent, its number there, how many children it has itself, and its
** place in a grid. `Member` is a Children of the document's struct, or a uint32_t width. */
#define PARENT(Name, Table, Doc, Struct, Member)                                                   \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_PARENT, .of_document = true,   \
        .type = INTEGER, .offset = offsetof(Struct, Member)                                        \
    }
#define NUMBER(Name, Doc, Struct, Member)                                                          \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_NUMBER, .of_document = true, .type = INTEGER,       \
        .offset = offsetof(Struct, Member)                                                         \
    }
#define CHILD_COUNT(Name, Doc, Struct, Member)                                                     \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_CHILD_COUNT, .of_document = true, .type = INTEGER,  \
        .offset = offsetof(Struct, Member)                                                         \
    }
/* The same with further fields. */
#define CHILD_COUNT_WITH(Name, Doc, Struct, Member, ...)                                           \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_CHILD_COUNT, .of_document = true, .type = INTEGER,  \
        .offset = offsetof(Struct, Member), __VA_ARGS__                                            \
    }
#define GRID(Axis, Name, Unit, Doc, Struct, Member)                                                \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GRID_##Axis, .of_document = true,     \
        .type = INTEGER, .offset = offsetof(Struct, Member)                                        \
    }
/* The same with further fields, a condition perhaps. */
#define GRID_WITH(Axis, Name, Unit, Doc, Struct, Member, ...)                                      \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GRID_##Axis, .of_document = true,     \
        .type = INTEGER, .offset = offsetof(Struct, Member), __VA_ARGS__                           \
    }
#define GRID_OF(Axis, Name, Unit, Doc, Width)                                                      \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GRID_##Axis, .of_document = true,     \
        .type = INTEGER, .parameter = Width                                                        \
    }

/* Computed cells. Where several differ by a number only, get_with() is given it. */
#define GET(Name, Type, Unit, Doc, ...)                                                            \
    { .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GET, .type = Type, .get = __VA_ARGS__ }
#define GET_REF(Name, Table, Doc, ...)                                                             \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_GET, .type = INTEGER,          \
        .get = __VA_ARGS__                                                                         \
    }
#define GET_WITH(Name, Type, Unit, Doc, Getter, ...)                                               \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GET_WITH, .type = Type,               \
        .get_with = Getter, .parameter = __VA_ARGS__                                               \
    }
#define GET_REF_WITH(Name, Table, Doc, Getter, Parameter)                                          \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_GET_WITH, .type = INTEGER,     \
        .get_with = Getter, .parameter = Parameter                                                 \
    }

/* NULL unless a bit of `Mask` is set in the number of `Bytes` bytes at `Offset` of the record:
** U16("seconds", NULL, "Seconds", AT, WHERE(4, FLAGS, HAS_TIME)). Of a member of the record, a bool
** too: WHERE_MEMBER(GtGroup, has_part_count). */
#define WHERE(Bytes, Offset, Mask) .condition = {.bytes = Bytes, .offset = Offset, .mask = Mask}
#define WHERE_MEMBER(Struct, Member)                                                               \
    .condition = {.bytes = sizeof(((Struct *)NULL)->Member),                                       \
                  .offset = offsetof(Struct, Member),                                              \
                  .mask = UINT32_MAX}
#define WHERE_DOCUMENT(Struct, Member)                                                             \
    .condition = {.bytes = sizeof(((Struct *)NULL)->Member),                                       \
                  .offset = offsetof(Struct, Member),                                              \
                  .mask = UINT32_MAX,                                                              \
                  .of_document = true}

/* ---- Tables ---------------------------------------------------------------------------------- */

#define INDEXES_MAX   3
#define KEYS_MAX      3
#define ARGUMENTS_MAX 6

/* What a query asks of a key column: lo <= key <= hi, or key = text (a superset is fine: SQLite
** checks again). Where nothing is asked, lo is INT64_MIN and hi INT64_MAX; of the first key
** something always is. A row whose key is NULL fits no range but that of a key of which nothing is
** asked. */
typedef struct KeyRange {
    int64_t lo, hi;
    const char *text; /* NULL for a numeric range */
    uint32_t text_length;
} KeyRange;

/* Rows first .. end - 1; with `order`, order[first] .. order[end - 1], which must rise. */
typedef struct RowRange {
    uint64_t first, end;
    const uint32_t *order;
} RowRange;

/* What find() is given. */
typedef struct Seek {
    const void *document; /* the format's struct */
    const Array *array;
    const KeyRange *ranges; /* one for each key */
} Seek;

/* A way to find rows by the values of columns. */
typedef struct Index {
    const char *keys[KEYS_MAX]; /* columns, most significant first; a key helps a query only where
                                ** it asks equality of those before it */
    double rows_per_key;        /* how many rows share a value of the first key, typically */
    /* How rows are found; without any of these they are in rising order of the first key and the
    ** engine searches it by bisection. Not used where array->unsorted. */
    size_t children; /* by BY_PARENT: a Children of the document's struct */
    size_t grid;    /* by IN_GRID: keys are {y, x} of a grid; its width, a uint32_t of the struct */
    uint32_t width; /* by IN_GRID_OF: its width; with one key: rows that each parent has */
    /* Narrows `range`, which is all rows on entry, to those that can match. */
    void (*find)(const Seek *seek, RowRange *range);
    /* Makes what finding needs beyond the rows, before its first use on a document, and remembers
    ** it there. NULL: nothing. */
    bool (*prepare)(Document *document, Error *error);
} Index;

/* Offsets count from 1 here, so that 0 is none. */
#define BY_PARENT(Struct, Member)   .children = offsetof(Struct, Member) + 1
#define IN_GRID(Struct, Member)     .grid = offsetof(Struct, Member) + 1
#define IN_GRID_OF(Width)           .width = Width
#define EACH_PARENT_HAS(RowsOfEach) .width = RowsOfEach

/* The rows of a grid with keys {y, x}, row = y * width + x. */
void find_in_grid(uint64_t width, const KeyRange *y, const KeyRange *x, RowRange *range);
/* The rows of children in the order of `children`. */
void find_children(const Children *children, const KeyRange *parent, RowRange *range);
/* Narrows `range` by an index that isn't searched by bisection; false where it is. */
bool find_by_index(const Index *index, const Seek *seek, RowRange *range);

/* An argument of a table's or a function's own, after src. */
typedef struct Argument {
    const char *name;
    const char *doc;
    bool optional;               /* a missing required argument is an error that names it */
    const struct Format *source; /* not NULL: the argument is a source (path or BLOB) of this
                                  ** format; a missing one or NULL gives a NULL document */
    bool many;                   /* it may name many files, of which rows() opens those it wants */
    bool any_text;               /* else 'skip' and 'fail', where it is optional, are on_error */
} Argument;

typedef struct Arguments {
    Value values[ARGUMENTS_MAX];
    Document *documents[ARGUMENTS_MAX];  /* of arguments that are a source */
    const FileSet *files[ARGUMENTS_MAX]; /* of those that may name many files, in byte order of
                                           ** their paths, kept open; NULL: not given */
} Arguments;

/* Where in a document's struct a table's rows are; made by ROWS, SIZED_ROWS, COMPUTED, ONE_ROW,
** HEADER_ROW and CHILD_ROWS. */
typedef struct ArrayPlace {
    enum {
        PLACE_RECORDS = 1,
        PLACE_SIZED_RECORDS,
        PLACE_COMPUTED,
        PLACE_DOCUMENT,
        PLACE_HEADER,
        PLACE_CHILDREN
    } kind;
    size_t records, count; /* offsets of members; of a Children, `records` */
    size_t bytes;          /* of a record; of the member that gives it, where they are sized */
} ArrayPlace;

/* What rows() is given. */
typedef struct Opening {
    Document *document;         /* NULL where the table speaks about all files together */
    const FileSet *files;       /* these, then */
    const FilesBeside *beside;  /* the document's file; NULL unless the table looks beside */
    const Arguments *arguments; /* NULL where the table has none of its own */
    bool is_plain;              /* no column with a prepare() of its own is asked for */
    Arena *scratch;             /* for rows that it makes; lives as long as they are read */
    Array *array;               /* to be set: zeroed, without an offset */
    const Ranges *ranges;       /* of an archive: how its bytes are read, or NULL */
    Error *error;
} Opening;

typedef struct Table {
    const char *name;
    const char *doc;       /* one sentence */
    const char *example;   /* a query on the files that `make demo` writes to samples/ */
    const Format *format;  /* NULL: a file of any format, or a table about the extension itself */
    bool about_extension;  /* no file, no src, no common columns; it may have arguments */
    bool opens_none;       /* looks at the names of its files only */
    bool of_headers;       /* what Format.open reads is enough for it, the rest isn't looked at */
    bool looks_beside;     /* its rows can depend on the files beside the one they belong to */
    const Column *columns; /* visible, after file and id */
    int column_count;
    const Column *hidden; /* hidden outputs of its own */
    int hidden_count;
    const Argument *arguments;
    int argument_count;
    double typical_rows; /* for the planner */

    /* Where the rows are. Either an array that the document's struct points to, by ROWS and its
    ** like, with a prepare() that decodes what only some tables need
    ** (and remembers it in the document), NULL if opening did all. */
    ArrayPlace place;
    bool (*prepare)(Document *document, Error *error);
    /* Or, where there is more to say, a function that sets the array. With arguments it is called
    ** for each new tuple of them. */
    bool (*rows)(Opening *opening);

    /* Not 0, by ALL_FILES: the table speaks about all files of its source together. rows() is given
    ** the set of them and makes one array; which file a row lies in stands in its record. */
    size_t row_file;

    Index indexes[INDEXES_MAX];

    /* Where record i lies when it isn't array->offset + record_start(); NULL otherwise. */
    uint64_t (*byte_offset)(const Row *row);
} Table;

/* `count` records of `bytes` bytes: members of the struct, a pointer and a uint64_t. Where they lie
** in the file, so does their offset. */
#define ROWS(Struct, Records, Count, Bytes)                                                        \
    .place = {PLACE_RECORDS, offsetof(Struct, Records), offsetof(Struct, Count), Bytes}
/* The same where the size of a record is a uint64_t member, too. */
#define SIZED_ROWS(Struct, Records, Count, Size)                                                   \
    .place = {PLACE_SIZED_RECORDS, offsetof(Struct, Records), offsetof(Struct, Count),             \
              offsetof(Struct, Size)}
/* As many rows as a uint64_t member says, all of whose cells are computed. */
#define COMPUTED(Struct, Count) .place = {PLACE_COMPUTED, 0, offsetof(Struct, Count), 0}
/* One row for a file: its record is the document's struct. */
#define ONE_ROW .place = {PLACE_DOCUMENT, 0, 0, 0}
/* One row for a file: its record is the beginning of the file, to which a member points. */
#define HEADER_ROW(Struct, Member) .place = {PLACE_HEADER, offsetof(Struct, Member), 0, 0}
/* The children of a Children, which has their starts in the file, or, without, cells that are
** computed. */
#define CHILD_ROWS(Struct, Member) .place = {PLACE_CHILDREN, offsetof(Struct, Member), 0, 0}

/* One array for all files: `Member` is a uint32_t of each record, the number of the file that the
** row lies in, or NO_FILE. Offsets count from 1 here, so that 0 is none. */
#define ALL_FILES(Struct, Member) .row_file = offsetof(Struct, Member) + 1

/* The file that a row of such a table lies in. */
static inline uint32_t file_of_row(const Table *table, const uint8_t *record) {
    return *(const uint32_t *)(const void *)(record + table->row_file - 1);
}

/* The rows of a table in a document, or in all files, in whichever way the table says. */
bool table_rows(const Table *table, Opening *opening);

#define COLUMNS(array)   .columns = array, .column_count = (int)LENGTH(array)
#define HIDDEN(array)    .hidden = array, .hidden_count = (int)LENGTH(array)
#define ARGUMENTS(array) .arguments = array, .argument_count = (int)LENGTH(array)

/* ---- Functions ------------------------------------------------------------------------------- */

/* What a connection may ask and set. */
typedef struct Settings {
    int64_t cache_limit; /* bytes */
    char pk2_key[57];    /* for archives of Silkroad, "": the usual one */
    bool is_outdated;    /* what the cache holds was read by other settings */
    bool file_access;
    int64_t threads, threads_most; /* that open files ahead */
    const char *sqlite_version, *sqlite_built_for;
    uint64_t indexes_made, opened_ahead, opened_by_header;
} Settings;

/* What a function is given. None of the values is NULL: a NULL one gives NULL without a call. (An
** aggregate gets them.) */
typedef struct Call {
    Document *document;  /* of src; NULL where the function has no source */
    const Value *values; /* the arguments after src */
    int count;
    const Arguments *arguments; /* where the function describes those after src; else NULL */
    Arena *scratch;             /* in which the result may lie */
    Error *error;
    /* For aggregates. Gives each member of a JSON object to take(), until that fails. */
    bool (*each_member)(struct Call *call, Value json,
                        bool (*take)(void *target, const char *key, Value value, Error *error),
                        void *target);
    void *host;            /* the engine's own */
    const char *statement; /* the SQL text that calls it, or NULL */
} Call;

typedef struct Function {
    const char *name;
    const char *signature; /* "aswm_height(src, x, y)" */
    const char *doc;
    const char *example;
    int least, most;      /* number of arguments, src included */
    const Format *format; /* the first argument is a source of this format; NULL: no source */
    /* What comes after src, described as a table's are where any of it is a source or may be NULL;
    ** the call gets it as `arguments`. */
    const Argument *arguments;
    int argument_count;
    Value (*call)(Call *call); /* on failure the error is set */
    /* Or, instead of call(), a function about the connection; `sets`: with arguments it changes
    ** something, so that only the user's own SQL may call it. */
    Value (*ask)(Settings *settings, Call *call);
    /* Or an aggregate. Its state is so many bytes, zeroed, and begins with an Arena, which the
    ** engine sets up and clears. finish() gives the answer for the rows so far, as a window
    ** function asks for it again and again: it leaves the state as it is, and its result lies in
    ** scratch. */
    size_t state_bytes;
    int row_values; /* the first so many arguments are given for every row, others for the first */
    bool (*step)(void *state, Call *call);
    Value (*finish)(void *state, Call *call);
    bool sets;
    bool varies; /* one call may give another answer than the next */
} Function;

/* ---- What a format brings -------------------------------------------------------------------- */

typedef struct Module {
    const Format *const *formats;
    int format_count;
    const Table *const *tables;
    int table_count;
    const Function *functions;
    int function_count;
} Module;

#define MODULE_PARTS(array, name) .name##s = array, .name##_count = (int)LENGTH(array)

/* Every module, in the order in which formats are tried and tables are listed (modules.c). */
extern const Module *const modules[];
extern const int module_count;

/* Is a document of a format what was asked for as `wanted`? NULL means any format. */
bool format_serves(const Format *wanted, const Format *format);
/* The format that the bytes look like, or NULL; see Format.detect. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size);

/* ---- Columns as SQLite sees them (columns.c) ------------------------------------------------- */

#define COMMON_COLUMNS_MAX 7 /* file, id, src, on_error, surplus, source, byte_offset */

/* Writes all columns of a table in the order of its CREATE TABLE, the common ones included, and
** returns how many there are; those from *first_hidden on are hidden. */
int list_columns(const Table *table, Column *columns, int *first_hidden);
const char *sql_type_name(SqlType type); /* "" for ANY */

/* ---- Reading cells without SQLite (cell.c) --------------------------------------------------- */

/* The value of a cell of any kind but those that the engine supplies. Can't fail: when there is no
** memory for it, *no_memory is set and the value is NULL. */
Value cell_value(const Column *column, const Row *row, bool *no_memory);
/* The value of its field, whatever the column's condition and names say of it. */
Value cell_field(const Column *column, const Row *row);
#endif
