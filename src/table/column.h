/* Columns as data: what a cell shows, and where it comes from. table.h has an example. */
#ifndef GAMEMAP_COLUMN_H
#define GAMEMAP_COLUMN_H

#include "table/coding.h"
#include "table/row.h"

#include <stddef.h>

typedef enum CellKind {
    CELL_GET,      /* computed by get(row) */
    CELL_GET_WITH, /* computed by get_with(row, parameter) */
    /* texts and bytes of a record in the file, at `offset` */
    CELL_CHARS,         /* char[parameter], Windows-1252, up to the first NUL, as UTF-8 */
    CELL_CHARS_CP949,   /* char[parameter], CP949, up to the first NUL, as UTF-8 */
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
    CELL_POINTED_U32, /* of a record to which a member of a struct, at `offset`, points; */
    CELL_POINTED_F32, /* the field is `parameter` bytes behind the record's start */
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
    /* computed from the number of the row */
    CELL_PARENT,      /* the parent, from the Children at `offset` of the document's struct */
    CELL_NUMBER,      /* its number among its parent's children, from the same Children */
    CELL_CHILD_COUNT, /* how many children the row has, from the Children at `offset` */
    CELL_GRID_X,
    CELL_GRID_Y, /* position in a grid whose width is a uint32_t at `offset` of the
                 ** document's struct, or `parameter` if that isn't 0 */
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

/* A condition for a cell not to be NULL: any bit of `mask` is set in the unsigned number of `bytes`
** bytes at `offset`; with 0 bytes there is no condition. The number is little-endian in a record.
** In the document's struct it has this machine's byte order, and a mask that isn't all ones needs 4
** bytes. */
typedef struct Condition {
    uint8_t bytes; /* 0, 1, 2 or 4 */
    bool of_document;
    uint32_t offset, mask;
} Condition;

typedef struct Column {
    const char *name;
    const char *doc;        /* one line */
    const char *unit;       /* NULL: it has none */
    const char *references; /* the table whose id this holds, or NULL */
    CellKind kind;
    SqlType type;
    bool hidden;      /* declared behind the arguments */
    bool nocase;      /* the game compares these names without regard to ASCII case */
    bool of_document; /* the field stands in the document's struct, not in the record */
    bool of_source;   /* get() asks for Row.source or Row.ranges, which aren't the document's:
                         never sorted by */
    bool of_whole;    /* of a table that doesn't read all of a file: this cell needs it */
    bool with_nul;    /* text of the file in which NUL is shown like other characters */
    /* Not NULL: makes what such cells need beyond the rows, and remembers it in the document. It is
    ** called before those are made, and for queries only that ask for such a column. */
    bool (*prepare)(Document *document, Error *error);
    uint32_t offset;
    uint32_t parameter; /* mask, length, or what get_with() wants */
    uint32_t limit;     /* REF: place of the target's count, a uint64_t, in the document's struct */
    Condition condition;
    const Name *names; /* not NULL: the value is the name of the field's number, or NULL */
    /* How the file stores it: see coding.h and place.h. */
    Coding coding;
    bool again;         /* another column shows the same bytes and stands for them */
    const char *shapes; /* not NULL: it is stored, but can't be edited, and why: "it is ..." */
    const uint8_t *(*where)(const Row *row, uint32_t at); /* NULL: `at` behind the record's start */
    bool (*lies)(const Row *row, uint32_t at, struct CellPlace *place);
    uint32_t (*bytes_of)(const Row *row, uint32_t at); /* the field's; NULL: as follows */
    uint32_t at;
    uint32_t bytes; /* of texts; 0: of a whole record. Of BLOBs: those that the cell shows */
    bool empties;   /* NULL can be written: as an empty text, as a number with all bits set */
    bool minus_one; /* an unsigned number that has all bits set is shown as -1 */
    uint32_t bits;  /* not 0: the bits of a number that hold the value */
    union {
        Value (*get)(const Row *row); /* of CELL_GET */
        Value (*get_with)(const Row *row, uint32_t parameter);
    };
} Column;

/* Tells whether a cell of a table that doesn't read all of a file needs it. */
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
#define BIT(Bits, Name, Doc, Offset, ...)                                                          \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_BIT##Bits, .type = INTEGER, .offset = Offset,       \
        .parameter = __VA_ARGS__                                                                   \
    }
/* Text in Windows-1252 of at most `Length` bytes, up to the first NUL. */
#define CHARS(Name, Doc, Offset, ...)                                                              \
    {                                                                                              \
        .name = Name, .doc = Doc, .kind = CELL_CHARS, .type = TEXT, .offset = Offset,              \
        .parameter = __VA_ARGS__                                                                   \
    }
/* Text in CP949 of at most `Length` bytes, up to the first NUL. */
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

/* An enumeration: a column with the stored value, and another one, <name>_name, with its name. */
#define ENUM(Kind, Name, Doc, Offset, Names)                                                       \
    {.name = Name, .doc = Doc, .kind = CELL_##Kind, .type = INTEGER, .offset = Offset}, {          \
        .name = Name "_name", .doc = "The name of that number; NULL where no name is known",       \
        .kind = CELL_##Kind, .type = TEXT, .offset = Offset, .names = Names                        \
    }

/* A reference, and the stored number in the hidden column <name>_raw. */
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
/* A MEMBER with further fields: MEMBER_WITH(U32, ..., GtGroup, part_count, WHERE_MEMBER(...)). */
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
/* A field of a record in the file to which a member, a const uint8_t *, points: POINTED(F32, "x",
** "world units", "Where it is", ZoneStep, record, ZONE_STEP_X) */
#define POINTED(Kind, Name, Unit, Doc, Struct, Member, Field)                                      \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_POINTED_##Kind,                       \
        .type = MEMBER_TYPE_##Kind, .offset = offsetof(Struct, Member), .parameter = Field         \
    }
/* A member of the document's struct, regardless of the records. */
#define DOCUMENT_MEMBER(Kind, Name, Unit, Doc, Struct, Member)                                     \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_MEMBER_##Kind,                        \
        .type = MEMBER_TYPE_##Kind, .of_document = true, .offset = offsetof(Struct, Member)        \
    }
/* A DOCUMENT_MEMBER with further fields. */
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

/* Computed from the number of the row: its parent, its number among the parent's children, the
** number of its own children, and its position in a grid. `Member` is a Children of the document's
** struct, or a uint32_t width. */
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
/* A CHILD_COUNT with further fields. */
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
/* A GRID with further fields, such as a condition. */
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

/* Computed cells. If several cells differ only by a number, get_with() gets the number. */
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
#define GET_REF_WITH(Name, Table, Doc, Getter, ...)                                                \
    {                                                                                              \
        .name = Name, .doc = Doc, .references = Table, .kind = CELL_GET_WITH, .type = INTEGER,     \
        .get_with = Getter, .parameter = __VA_ARGS__                                               \
    }

/* The cell is NULL unless a bit of `Mask` is set in the number of `Bytes` bytes at `Offset` of the
** record: U16("seconds", NULL, "Seconds", AT, WHERE(4, FLAGS, HAS_TIME)). WHERE_MEMBER(GtGroup,
** has_part_count) asks whether a member of the record, which may be a bool, isn't 0. */
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

#endif
