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

#include "../src/core.h"

/* ---- Values ------------------------------------------------------------------------------- */

typedef enum ValueType {
    VALUE_NULL,
    VALUE_INTEGER,
    VALUE_REAL, /* NaN reads as NULL */
    VALUE_TEXT, /* UTF-8, `length` bytes, no NUL needed */
    VALUE_BLOB,
    VALUE_BLOCK, /* a BLOB that begins where an arena block of the document begins: not copied */
} ValueType;

/* Sixteen bytes, so that a getter returns it in registers. Text and blobs point into the document
** (or the row's scratch arena) and are not owned. */
typedef struct Value {
    union {
        int64_t integer;
        double real;
        const void *bytes;
    };
    uint32_t length;
    ValueType type;
} Value;

static inline Value value_null(void) {
    return (Value){.type = VALUE_NULL};
}
static inline Value value_integer(int64_t integer) {
    return (Value){.integer = integer, .type = VALUE_INTEGER};
}
static inline Value value_real(double real) {
    return (Value){.real = real, .type = VALUE_REAL};
}
static inline Value value_text(const char *text) { /* NULL gives NULL */
    if (!text) return value_null();
    return (Value){.bytes = text, .length = (uint32_t)strlen(text), .type = VALUE_TEXT};
}
static inline Value value_text_of(const char *text, uint32_t length) {
    return (Value){.bytes = text, .length = length, .type = VALUE_TEXT};
}
static inline Value value_blob(const void *bytes, uint64_t length) { /* 4 GiB and more: NULL */
    if (length > UINT32_MAX) return value_null();
    return (Value){.bytes = bytes, .length = (uint32_t)length, .type = VALUE_BLOB};
}
/* A reference: NULL unless 0 <= target < count. */
static inline Value value_reference(int64_t target, uint64_t count) {
    return target >= 0 && (uint64_t)target < count ? value_integer(target) : value_null();
}

/* ---- Rows --------------------------------------------------------------------------------- */

/* The rows of one table in one document. */
typedef struct Array {
    const void *records; /* record i begins at records + i * stride; NULL if every cell is computed */
    uint64_t count;
    uint32_t stride;
    const uint64_t *starts; /* not NULL: record i begins at records + starts[i] instead */
    bool unsorted;   /* the file breaks the order that `find` relies on: scan instead */
    uint64_t offset; /* of `records` in the file, or in the inflated packet; NO_OFFSET: see Table */
} Array;

static inline uint64_t record_start(const Array *array, uint64_t index) {
    return array->starts ? array->starts[index] : index * array->stride;
}

static inline const uint8_t *array_record(const Array *array, uint64_t index) {
    if (!array->records) return NULL;
    return (const uint8_t *)array->records + record_start(array, index);
}

/* What a getter is given. */
typedef struct Row {
    const void *document; /* the format's struct, e.g. const Gnd * */
    const uint8_t *record;
    uint64_t index;
    const Array *array;
    Arena *scratch; /* for what is made for this cell; emptied after it. A getter
                       ** that gets no memory gives NULL: the engine sees it */
} Row;

/* ---- Columns ------------------------------------------------------------------------------ */

typedef enum CellKind {
    CELL_GET, /* computed by get(); its SQL type is in `type` */
    /* fields of a little-endian record in the file, at `offset` */
    CELL_U8, CELL_I8, CELL_U16, CELL_I16, CELL_U32, CELL_I32, CELL_U64, CELL_F32,
    CELL_BIT8, CELL_BIT16, CELL_BIT32, /* 1 if any bit of `parameter` is set, else 0 */
    CELL_REF_I16, CELL_REF_U16, CELL_REF_I32, CELL_REF_U32, /* NULL unless below the limit */
    CELL_CHARS, /* char[parameter], Windows-1252, up to the first NUL, as UTF-8 */
    CELL_BYTES, /* BLOB of `parameter` bytes */
    /* members of a struct in memory (a document, or records made by the decoder), at `offset` */
    CELL_MEMBER_BOOL, CELL_MEMBER_U8, CELL_MEMBER_U16, CELL_MEMBER_I32, CELL_MEMBER_U32,
    CELL_MEMBER_U64, CELL_MEMBER_I64, CELL_MEMBER_F32, CELL_MEMBER_F64,
    CELL_MEMBER_REF_U32, /* NULL when UINT32_MAX */
    CELL_MEMBER_STRING,  /* const char *, NUL-terminated UTF-8, NULL gives NULL */
    /* supplied by the engine */
    CELL_FILE, CELL_ID, CELL_ARGUMENT, CELL_SOURCE, CELL_BYTE_OFFSET,
} CellKind;

typedef enum SqlType { INTEGER, REAL, TEXT, BLOB, ANY } SqlType;

typedef struct Column {
    const char *name;
    const char *doc;        /* one line */
    const char *unit;       /* NULL where there is none */
    const char *references; /* the table whose id this holds, or NULL */
    CellKind kind;
    SqlType type;
    uint32_t offset;
    uint32_t parameter; /* mask, length, or whatever get() wants */
    uint32_t limit;     /* REF: where in the document's struct the target's uint64_t count stands */
    Value (*get)(const Row *row, uint32_t parameter);
} Column;

/* Fields of the file's own records. */
#define FIELD(Kind, Type, Name, Unit, Doc, Offset)                                                 \
    {.name = Name, .unit = Unit, .doc = Doc, .kind = Kind, .type = Type, .offset = Offset}
#define U8(name, unit, doc, offset)  FIELD(CELL_U8, INTEGER, name, unit, doc, offset)
#define I8(name, unit, doc, offset)  FIELD(CELL_I8, INTEGER, name, unit, doc, offset)
#define U16(name, unit, doc, offset) FIELD(CELL_U16, INTEGER, name, unit, doc, offset)
#define I16(name, unit, doc, offset) FIELD(CELL_I16, INTEGER, name, unit, doc, offset)
#define U32(name, unit, doc, offset) FIELD(CELL_U32, INTEGER, name, unit, doc, offset)
#define I32(name, unit, doc, offset) FIELD(CELL_I32, INTEGER, name, unit, doc, offset)
#define U64(name, unit, doc, offset) FIELD(CELL_U64, INTEGER, name, unit, doc, offset)
#define F32(name, unit, doc, offset) FIELD(CELL_F32, REAL, name, unit, doc, offset)
#define BIT(Bits, Name, Doc, Offset, Mask)                                                         \
    {.name = Name, .doc = Doc, .kind = CELL_BIT##Bits, .type = INTEGER, .offset = Offset,          \
     .parameter = Mask}
#define CHARS(Name, Doc, Offset, Length)                                                           \
    {.name = Name, .doc = Doc, .kind = CELL_CHARS, .type = TEXT, .offset = Offset,                 \
     .parameter = Length}
#define BYTES(Name, Doc, Offset, Length)                                                           \
    {.name = Name, .doc = Doc, .kind = CELL_BYTES, .type = BLOB, .offset = Offset,                 \
     .parameter = Length}
#define REF(Kind, Name, Table, Doc, Offset, Document, Count)                                       \
    {.name = Name, .doc = Doc, .references = Table, .kind = Kind, .type = INTEGER,                 \
     .offset = Offset, .limit = offsetof(Document, Count)}
#define REF_I16(name, table, doc, offset, Document, count)                                         \
    REF(CELL_REF_I16, name, table, doc, offset, Document, count)
#define REF_U16(name, table, doc, offset, Document, count)                                         \
    REF(CELL_REF_U16, name, table, doc, offset, Document, count)
#define REF_I32(name, table, doc, offset, Document, count)                                         \
    REF(CELL_REF_I32, name, table, doc, offset, Document, count)
#define REF_U32(name, table, doc, offset, Document, count)                                         \
    REF(CELL_REF_U32, name, table, doc, offset, Document, count)

/* Members of a struct in memory: MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd, width) */
#define MEMBER(Kind, Name, Unit, Doc, Struct, Member)                                              \
    {.name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                           \
     .type = MEMBER_TYPE_##Kind, .offset = offsetof(Struct, Member)}
#define MEMBER_REF(Name, Table, Doc, Struct, Member)                                               \
    {.name = Name, .doc = Doc, .references = Table, .kind = CELL_MEMBER_REF_U32, .type = INTEGER,  \
     .offset = offsetof(Struct, Member)}
#define MEMBER_TYPE_BOOL   INTEGER
#define MEMBER_TYPE_U8     INTEGER
#define MEMBER_TYPE_U16    INTEGER
#define MEMBER_TYPE_I32    INTEGER
#define MEMBER_TYPE_U32    INTEGER
#define MEMBER_TYPE_U64    INTEGER
#define MEMBER_TYPE_I64    INTEGER
#define MEMBER_TYPE_F32    REAL
#define MEMBER_TYPE_F64    REAL
#define MEMBER_TYPE_STRING TEXT

/* Computed cells. */
#define GET(Name, Type, Unit, Doc, Getter, Parameter)                                              \
    {.name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GET, .type = Type, .get = Getter,        \
     .parameter = Parameter}
#define GET_REF(Name, Table, Doc, Getter, Parameter)                                               \
    {.name = Name, .doc = Doc, .references = Table, .kind = CELL_GET, .type = INTEGER,             \
     .get = Getter, .parameter = Parameter}

/* ---- Tables ------------------------------------------------------------------------------- */

#define INDEXES_MAX   3
#define KEYS_MAX      3
#define ARGUMENTS_MAX 4

/* What a query asks of a key column: lo <= key <= hi, or key = text (a superset is fine: SQLite
** checks again). Where nothing is asked, lo is INT64_MIN and hi INT64_MAX; of the first key something
** always is. A row whose key is NULL fits no range but that of a key of which nothing is asked. */
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

/* A way to find rows by the values of columns. */
typedef struct Index {
    const char *keys[KEYS_MAX]; /* columns, most significant first; a key helps a query only where
                                ** it asks equality of those before it */
    double rows_per_key;        /* how many rows share a value of the first key, typically */
    /* Narrows `range`, which is all rows on entry, to those that can match. NULL: the rows are in
    ** rising order of the first key and the engine searches it by bisection. Not called where
    ** array->unsorted. */
    void (*find)(const void *document, const Array *array, const KeyRange *ranges,
                 RowRange *range);
    /* Makes what find() needs beyond the rows, before its first call on a document, and remembers
    ** it there. NULL: nothing. */
    bool (*prepare)(Document *document, Error *error);
} Index;

/* The find of a grid with keys {y, x}, row = y * width + x. */
static inline void find_in_grid(uint64_t width, const KeyRange *y, const KeyRange *x,
                                RowRange *range) {
    uint64_t height = width ? range->end / width : 0;
    uint64_t first = y->lo > 0 ? (uint64_t)y->lo : 0;
    uint64_t last = y->hi < 0 ? 0 : (uint64_t)y->hi;
    if (y->hi < 0 || first >= height || first > last) {
        range->end = range->first = 0;
        return;
    }
    if (last >= height) last = height - 1;
    uint64_t left = 0, right = width - 1;
    if (first == last) { /* one row of the grid: x narrows further */
        if (x->hi < 0 || (x->lo > 0 && (uint64_t)x->lo >= width) || x->lo > x->hi) {
            range->end = range->first = 0;
            return;
        }
        if (x->lo > 0) left = (uint64_t)x->lo;
        if ((uint64_t)x->hi < width) right = (uint64_t)x->hi;
    }
    range->first = first * width + left;
    range->end = last * width + right + 1;
}

/* The find of children whose parents' ranges are known: children of parent i are rows
** first_child[i] .. first_child[i + 1] - 1, first_child has parent_count + 1 entries. */
static inline void find_children(const uint32_t *first_child, uint64_t parent_count,
                                 const KeyRange *parent, RowRange *range) {
    uint64_t lo = parent->lo > 0 ? (uint64_t)parent->lo : 0;
    if (parent->hi < 0 || parent->lo > parent->hi || lo >= parent_count) {
        range->end = range->first = 0;
        return;
    }
    uint64_t hi = (uint64_t)parent->hi < parent_count ? (uint64_t)parent->hi : parent_count - 1;
    range->first = first_child[lo];
    range->end = first_child[hi + 1];
}

/* The find of children of which each parent has exactly `each`. */
static inline void find_equal_children(uint64_t each, const KeyRange *parent, RowRange *range) {
    find_in_grid(each, parent, &(KeyRange){.lo = INT64_MIN, .hi = INT64_MAX}, range);
}

/* An argument of a table's own, after src. */
typedef struct Argument {
    const char *name;
    const char *doc;
    bool optional;                /* a missing required argument is an error that names it */
    const struct Format *source;  /* not NULL: the argument is a source (path or BLOB) of this
                                  ** format; a missing one or NULL gives a NULL document */
} Argument;

typedef struct Arguments {
    Value values[ARGUMENTS_MAX];
    Document *documents[ARGUMENTS_MAX]; /* of source arguments */
} Arguments;

/* Where a document's struct tells of a table's rows; made by ROWS, SIZED_ROWS, COMPUTED and
** ONE_ROW. */
typedef struct ArrayPlace {
    enum { PLACE_RECORDS = 1, PLACE_SIZED_RECORDS, PLACE_COMPUTED, PLACE_DOCUMENT } kind;
    size_t records, count; /* offsets of members */
    size_t bytes;          /* of a record; of the member that tells, where they are sized */
} ArrayPlace;

typedef struct Table {
    const char *name;
    const char *doc;     /* one sentence */
    const char *example; /* a query on the files that `make demo` writes to samples/ */
    const Format *format; /* NULL: a file of any format, or a table about the extension itself */
    bool about_extension; /* no file, no src, no common columns */
    bool accepts_broken;  /* gets a document for files that can't be decoded, too (unreadable.h) */
    const Column *columns; /* visible, after file and id */
    int column_count;
    const Column *hidden; /* hidden outputs of its own */
    int hidden_count;
    const Argument *arguments;
    int argument_count;
    double typical_rows; /* for the planner */

    /* Where the rows are. Either an array that the document's struct points to, by ROWS,
    ** SIZED_ROWS, COMPUTED or ONE_ROW, with a prepare() that decodes what only some tables need
    ** (and remembers it in the document), NULL if opening did all. */
    ArrayPlace place;
    bool (*prepare)(Document *document, Error *error);
    /* Or, where there is more to say, a function that sets `array` (zeroed, without an offset).
    ** With arguments it is called for each new tuple of them, and may put rows in `scratch`, which
    ** lives as long as the rows are read. NULL arguments where there are none. */
    bool (*rows)(Document *document, const Arguments *arguments, Arena *scratch, Array *array,
                 Error *error);

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

/* The rows of a table in a document, in whichever way the table says. */
bool table_rows(const Table *table, Document *document, const Arguments *arguments, Arena *scratch,
                Array *array, Error *error);

#define COLUMNS(array) .columns = array, .column_count = (int)LENGTH(array)
#define HIDDEN(array)  .hidden = array, .hidden_count = (int)LENGTH(array)
#define ARGUMENTS(array) .arguments = array, .argument_count = (int)LENGTH(array)

/* ---- Functions ---------------------------------------------------------------------------- */

typedef struct Function {
    const char *name;
    const char *signature; /* "aswm_height(src, x, y)" */
    const char *doc;
    const char *example;
    int least, most; /* number of arguments, src included */
    const Format *format; /* the first argument is a source of this format; NULL: no source */
    /* `values` are the arguments after src. None of them, and not src, is NULL: a NULL argument
    ** gives NULL without a call. A result may lie in `scratch`. On failure the error is set. */
    Value (*call)(Document *document, const Value *values, int count, Arena *scratch,
                  Error *error);
} Function;

/* ---- What a format brings ------------------------------------------------------------------ */

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

/* Stands for all of them where a file of any format will do; it only detects. */
extern const Format any_format;
/* The format that the bytes look like, or NULL; see Format.detect. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size);

/* ---- Columns as SQLite sees them (columns.c) ------------------------------------------------- */

#define COMMON_COLUMNS_MAX 6 /* file, id, src, on_error, source, byte_offset */

/* Writes all columns of a table in the order of its CREATE TABLE, the common ones included, and
** returns how many there are; those from *first_hidden on are hidden. */
int list_columns(const Table *table, Column *columns, int *first_hidden);
const char *sql_type_name(SqlType type); /* "" for ANY */

/* ---- Reading cells without SQLite (cell.c) -------------------------------------------------- */

/* The value of a cell of any kind but those that the engine supplies. Can't fail: when there is no
** memory for it, *no_memory is set and the value is NULL. */
Value cell_value(const Column *column, const Row *row, bool *no_memory);
/* Values of arguments as numbers: false when it is neither INTEGER nor REAL with an exact value. */
bool value_to_integer(Value value, int64_t *integer);
bool value_to_real(Value value, double *real);
bool value_is_text(Value value, const char *text);

#endif
