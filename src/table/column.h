/* Columns as data: what a cell shows, and where it comes from. table.h has an example. */
#pragma once

#include "table/row.h"

/* What a cell is made of. The first kinds are how a file stores a value: what decodes and encodes
** fields (cell.h, place.h) knows these alone. */
typedef enum CellKind {
    CELL_BY_KIND = 0, /* in Column.stored: the file has it as the column's kind says */
    CELL_WRITTEN,     /* in Column.stored: see WRITTEN */
    CELL_BY_ROW,      /* differs from row to row: see FIELD_BY */
    /* texts and bytes, which have Column.bytes or as many as Column.bytes_of() says */
    CELL_CHARS,       /* Windows-1252, up to the first NUL */
    CELL_CHARS_CP949, /* CP949, up to the first NUL */
    CELL_UTF8,        /* UTF-8, up to the first NUL */
    CELL_ASCII,       /* an encoding into which texts aren't converted */
    CELL_BYTES,       /* a BLOB */
    /* little-endian numbers */
    CELL_U8,
    CELL_I8,
    CELL_U16,
    CELL_I16,
    CELL_U32,
    CELL_I32,
    CELL_U64,
    CELL_I64,
    CELL_F32,
    CELL_F64,
    CELL_BIT8,
    CELL_BIT16,
    CELL_BIT32, /* 1 if any bit of `number` is set, else 0 */
    CELL_REF_I16,
    CELL_REF_U16,
    CELL_REF_I32,
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
    CELL_MEMBER_STRING,  /* const char *, NUL-terminated UTF-8, NULL gives NULL */
    /* computed by get(row), or by get_with(row, column) */
    CELL_GET,
    CELL_GET_WITH,
    /* computed from the number of the row */
    CELL_PARENT,      /* the parent, from the Children at `offset` of the document's struct */
    CELL_NUMBER,      /* its number among its parent's children, from the same Children */
    CELL_CHILD_COUNT, /* how many children the row has, from the Children at `offset` */
    CELL_GRID_X,
    CELL_GRID_Y, /* position in a grid whose width is a uint32_t at `offset` of the
                 ** document's struct, or `number` if that isn't 0 */
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
** bytes at `offset`; with 0 bytes there is no condition, and 8 bytes, as a pointer may have, must
** not all be 0. The number is little-endian in a record. In the document's struct it has this
** machine's byte order, and a mask that isn't all ones needs 4 bytes. */
typedef struct Condition {
    uint8_t bytes; /* 0, 1, 2, 4 or 8 */
    bool of_document;
    uint32_t offset, mask;
} Condition;

/* Whether a cell names a file, and whether the game needs that. */
typedef enum Need { NAMES_NOTHING, NOT_NEEDED, NEEDED } Need;

typedef struct Column Column;
struct CellPlace;
struct Named;
struct NameKind;

/* A column is a place with a meaning. The place is the field of the row's record at `offset`, or
** what `where`, `lies` or `pointer` say; it is read and written by its kind. What no file stores is
** computed. */
struct Column {
    const char *name;
    const char *doc;         /* one line */
    const char *also_called; /* its names in the public note on the format, where they are others */
    const char *unit;        /* NULL: it has none */
    const char *references;  /* the table whose id this holds, or NULL */
    CellKind kind;
    SqlType type;
    bool hidden;      /* declared behind the arguments */
    bool nocase;      /* the game compares these names without regard to ASCII case */
    bool of_document; /* the field stands in the document's struct, not in the record */
    bool of_source;   /* get() uses Row.source or Row.ranges, which aren't the document's: rows are
                      ** never sorted by such a column */
    bool of_whole;    /* in a table that doesn't read whole files: this cell needs the whole file */
    bool with_nul;    /* text of the file in which NUL is shown like other characters */
    bool again;       /* another column shows the same bytes and stands for them */
    bool in_record;   /* where the first record of a document has the field, as `where` says, so
                      ** have all; if it lies elsewhere, this says nothing */
    bool empties;     /* an empty text, or a number with all bits set, is shown as NULL */
    bool minus_one;   /* an unsigned number that has all bits set is shown as -1 */
    /* Not NULL: makes what such cells need beyond the rows, and remembers it in the document. It is
    ** called before the rows are made, and only for queries that ask for such a column. */
    bool (*prepare)(Document *document, Error *error);
    uint32_t offset;
    uint32_t number;  /* a mask, or what get_with() wants */
    const char *word; /* what get_with() wants */
    uint32_t limit;   /* REF: place of the target's count, a uint64_t, in the document's struct */
    Condition condition;
    const Name *value_names; /* not NULL: the value is the name of the field's number, or NULL */
    const char *nothing;     /* with `empties`: a text that is shown as NULL, too, in any case */
    const char *shapes;      /* not NULL: it is stored, but can't be edited, and why: "it is ..." */

    /* Where the field lies, if the row's record doesn't have it at `offset`. */
    const uint8_t *(*where)(const Row *row, uint32_t at); /* its address; NULL: the row has none */
    /* Fills in a field whose kind or size differs from row to row; false: the row has none. */
    bool (*lies)(const Row *row, uint32_t at, struct CellPlace *place);
    uint32_t at;      /* what `where` and `lies` get; of LIES_AT, bytes behind the record's start */
    uint32_t pointer; /* not 0: the member at `pointer` - 1 points to the field's record */
    uint32_t step;    /* not 0: it points to an array of records, so many bytes for each row */
    uint32_t bytes;   /* of a text or BLOB; 0: of a whole record */
    uint32_t count;   /* not 0: the uint64_t at `count` - 1 of the struct that has the pointer says
                      ** how many bytes there are */
    uint32_t (*bytes_of)(const Row *row, uint32_t at); /* not NULL: how many the field has */
    uint32_t bits;   /* not 0: the bits of a number that hold the value */
    CellKind stored; /* how the file has what the decoder copied or computed: see LIES_AT */
    /* The cell names a file of this kind; `need` tells whether this row's cell does, and whether
    ** the game can do without the file. Where a cell names several, `tells` gives the names one
    ** after another, from number 0 on; false: there are no more. */
    const struct NameKind *names;
    Need (*need)(const Row *row);
    bool (*tells)(const Row *row, uint32_t number, struct Named *named);
    /* One of these computes the cell; of a placed column, cells of rows without the field. */
    Value (*get)(const Row *row);
    Value (*get_with)(const Row *row, const Column *column);
};

/* How a file has a value that its decoder copied to a struct, or computed:
**
**     LIES_AT(U32, 6)              a u32 six bytes behind the record's start (Table.byte_offset)
**     LIES_WHERE(U32, where, at)   a u32 at the address that where(row, at) returns, or nowhere if
**                                  that is NULL
**     LIES_BY(lies, at)            as lies(row, at, &place) says, which fills in the field, its bytes
**                                  and its kind (place.h), or returns false
**     WRITTEN                      in words or packed: it is searched and compared, but can't be
**                                  edited
**     SHAPES("it is ...")          why a number or text can't be edited: the places of other data
**                                  depend on it */
#define LIES_AT(Kind, At)           .stored = CELL_##Kind, .at = At
#define LIES_WHERE(Kind, Where, At) .stored = CELL_##Kind, .where = Where, .at = At
#define LIES_BY(Lies, At)           .stored = CELL_BY_ROW, .lies = Lies, .at = At
#define WRITTEN                     .stored = CELL_WRITTEN
#define SHAPES(Reason)              .shapes = Reason
#define SHAPES_COUNT                SHAPES("it counts what follows")

/* Tells whether a cell of a table that doesn't read all of a file needs it. */
static inline bool needs_whole(const Column *column) {
    return column->of_whole || column->kind == CELL_BYTE_OFFSET;
}

/* Tells whether a cell is a field that can't be read by its kind and `offset` alone. */
static inline bool is_placed(const Column *column) {
    bool is_found = column->where || column->lies || column->pointer;
    return column->kind < (column->stored > CELL_WRITTEN ? CELL_MEMBER_BOOL : CELL_GET) &&
           (is_found || column->bits || column->bytes_of || column->empties || column->minus_one);
}

/* Tells whether a cell is 0 or 1. */
static inline bool is_bit(const Column *column) {
    return column->kind >= CELL_BIT8 && column->kind <= CELL_BIT32;
}

/* Columns are made by the macros below. Those that end in `...` take further fields behind the
** last one that they name: CHARS("name", "Name of the node", MDL_NAME, 32, .nocase = true). A
** member is the first of `...`: MEMBER(U32, ..., GtGroup, part_count, WHERE_MEMBER(...)). */

/* What all of them come to: a kind, a type, and where the cell comes from. */
#define COLUMN(Kind, Type, Name, Doc, ...)                                                         \
    { .name = Name, .doc = Doc, .kind = CELL_##Kind, .type = Type, __VA_ARGS__ }

/* A kind that is stored shows a value of one type. */
#define TYPE_OF(kind)                                                                              \
    ((kind) == CELL_BYTES                                     ? BLOB                               \
     : (kind) < CELL_BYTES || (kind) == CELL_MEMBER_STRING    ? TEXT                               \
     : (kind) == CELL_F32 || (kind) == CELL_F64               ? REAL                               \
     : (kind) == CELL_MEMBER_F32 || (kind) == CELL_MEMBER_F64 ? REAL                               \
                                                              : INTEGER)
#define TYPED(Kind, Name, Doc, ...) COLUMN(Kind, TYPE_OF(CELL_##Kind), Name, Doc, __VA_ARGS__)

/* Fields of the file's own records: U32("size", "bytes", "Size of the model data", MDL_SIZE). */
#define FIELD(Kind, Name, Unit, Doc, ...)                                                          \
    TYPED(Kind, Name, Doc, .unit = Unit, .offset = __VA_ARGS__)
#define U8(name, unit, doc, ...)  FIELD(U8, name, unit, doc, __VA_ARGS__)
#define U16(name, unit, doc, ...) FIELD(U16, name, unit, doc, __VA_ARGS__)
#define I16(name, unit, doc, ...) FIELD(I16, name, unit, doc, __VA_ARGS__)
#define U32(name, unit, doc, ...) FIELD(U32, name, unit, doc, __VA_ARGS__)
#define I32(name, unit, doc, ...) FIELD(I32, name, unit, doc, __VA_ARGS__)
#define F32(name, unit, doc, ...) FIELD(F32, name, unit, doc, __VA_ARGS__)
#define BIT(Bits, Name, Doc, Offset, ...)                                                          \
    COLUMN(BIT##Bits, INTEGER, Name, Doc, .offset = Offset, .number = __VA_ARGS__)
/* Texts and bytes of fixed size: CHARS("name", "Name of the node", MDL_NAME, 32). */
#define SIZED_FIELD(Kind, Name, Doc, Offset, ...)                                                  \
    TYPED(Kind, Name, Doc, .offset = Offset, .bytes = __VA_ARGS__)
#define CHARS(Name, Doc, Offset, ...)       SIZED_FIELD(CHARS, Name, Doc, Offset, __VA_ARGS__)
#define CHARS_CP949(Name, Doc, Offset, ...) SIZED_FIELD(CHARS_CP949, Name, Doc, Offset, __VA_ARGS__)
#define BYTES(Name, Doc, Offset, ...)       SIZED_FIELD(BYTES, Name, Doc, Offset, __VA_ARGS__)
/* A field whose address a function returns, which is given the last argument: FIELD_AT(F32, "u",
** NULL, "Place in the texture", place_at, 0). Where it returns NULL, the cell is NULL. Members of
** structs in memory have kinds of their own: FIELD_AT(MEMBER_U32, ..., offsetof(Cell, node)). */
#define FIELD_AT(Kind, Name, Unit, Doc, Where, ...)                                                \
    TYPED(Kind, Name, Doc, .unit = Unit, .where = Where, .at = __VA_ARGS__)
/* A field of which a function says for each row where it is, of what kind and how long. */
#define FIELD_BY(Type, Name, Unit, Doc, Lies, ...)                                                 \
    COLUMN(BY_ROW, Type, Name, Doc, .unit = Unit, .lies = Lies, .at = __VA_ARGS__)
/* Text or bytes of which a function says where they are and how many: SIZED_BY(UTF8, "name", "Its
** name", name_lies, 0). */
#define SIZED_BY(Kind, Name, Doc, Lies, ...) TYPED(Kind, Name, Doc, .lies = Lies, .at = __VA_ARGS__)
/* A field of what a member of the record points to. That is a record in the file, or a struct in
** memory, whose members have kinds of their own: POINTED(F32, "x", "world units", "Where it is",
** ZoneStep, record, ZONE_STEP_X) */
#define POINTED(Kind, Name, Unit, Doc, Struct, Member, ...)                                        \
    TYPED(Kind, Name, Doc, .unit = Unit, .pointer = offsetof(Struct, Member) + 1,                  \
          .offset = __VA_ARGS__)
/* A field of the item with the row's number, of an array to which a member of the document's struct
** points: ITEM(U32, "depth", NULL, "0 for the root", Mdl, box_links, offsetof(MdlBoxLink, depth)) */
#define ITEM(Kind, Name, Unit, Doc, Struct, Items, ...)                                            \
    TYPED(MEMBER_##Kind, Name, Doc, .unit = Unit, .of_document = true,                             \
          .pointer = offsetof(Struct, Items) + 1, .step = sizeof(*((const Struct *)NULL)->Items),  \
          .offset = __VA_ARGS__)
/* Text or bytes of the file in a FileRun, a member of the record: RUN(UTF8, "name", "Its name",
** GtName, text). NULL where the run's pointer is. */
#define RUN(Kind, Name, Doc, Struct, ...) TYPED(Kind, Name, Doc, RUN_OF(Struct, __VA_ARGS__, ))
#define RUN_OF(Struct, Member, ...)                                                                \
    .pointer = offsetof(Struct, Member.bytes) + 1, .count = offsetof(Struct, Member.size) + 1,     \
    __VA_ARGS__

/* The columns that Make(number) makes for each number from 0 on. */
#define THREE_OF(Make) Make(0), Make(1), Make(2)
#define SIX_OF(Make)   THREE_OF(Make), Make(3), Make(4), Make(5)
/* Those that Make(number, axis) makes. */
#define AXES_OF(Make) Make(0, "x"), Make(1, "y"), Make(2, "z")
/* The three that Make(name, unit, doc, offset) makes of floats behind each other: XYZ(F32, "size_",
** "units", "Size in ", SIZE) makes size_x, "Size in x", and those of y and z. */
#define XYZ(Make, Name, Unit, Doc, Offset)                                                         \
    Make(Name "x", Unit, Doc "x", Offset), Make(Name "y", Unit, Doc "y", Offset + 4),              \
        Make(Name "z", Unit, Doc "z", Offset + 8)

/* RAW makes a hidden column, NAME_raw, with the number that is stored where the column NAME shows
** another one; REF_AND_RAW makes it behind a reference, which is NULL where no row has it. */
#define RAW(Kind, Name, Doc, ...)                                                                  \
    FIELD(Kind, Name "_raw", NULL, Name " as stored" Doc, __VA_ARGS__, .hidden = true)
#define REF_AND_RAW(Kind, Name, Table, Doc, RawDoc, Offset, Document, Count, ...)                  \
    REF_WITH(Kind, Name, Table, Doc, Offset, Document, Count, __VA_ARGS__),                        \
        RAW(Kind, Name, RawDoc, Offset)
/* A text of fixed size and, hidden and called NAME_raw, the whole of its field. */
#define FIRST_OF(first, ...) first
#define CHARS_AND_RAW(Name, Doc, RawDoc, Offset, ...)                                              \
    CHARS(Name, Doc, Offset, __VA_ARGS__), BYTES(Name "_raw", "The whole field of " RawDoc,        \
                                                 Offset, FIRST_OF(__VA_ARGS__, ), .hidden = true)

/* An enumeration: a column with the stored value, and another one, <name>_name, with its name. */
#define ENUM_NAME(Kind, Name, Names, ...)                                                          \
    COLUMN(Kind, TEXT, Name "_name", "The name of that number; NULL where no name is known",       \
           .value_names = Names, __VA_ARGS__)
#define ENUM(Kind, Name, Doc, Offset, Names)                                                       \
    COLUMN(Kind, INTEGER, Name, Doc, .offset = Offset),                                            \
        ENUM_NAME(Kind, Name, Names, .offset = Offset)
/* An enumeration whose field a function finds, as in FIELD_AT. */
#define ENUM_AT(Kind, Name, Doc, Where, At, Names)                                                 \
    FIELD_AT(Kind, Name, NULL, Doc, Where, At),                                                    \
        ENUM_NAME(Kind, Name, Names, .where = Where, .at = At)

/* A reference to a row of another table, with further fields. */
#define REF_WITH(Kind, Name, Table, Doc, Offset, Document, Count, ...)                             \
    COLUMN(REF_##Kind, INTEGER, Name, Doc, .references = Table, .offset = Offset,                  \
           .limit = offsetof(Document, Count), __VA_ARGS__)

/* Members of a struct in memory: MEMBER(U32, "width", "cubes", "Cubes from west to east", Gnd,
** width) */
#define MEMBER(Kind, Name, Unit, Doc, Struct, ...)                                                 \
    TYPED(MEMBER_##Kind, Name, Doc, .unit = Unit, MEMBER_OF(Struct, __VA_ARGS__, ))
#define MEMBER_REF(Name, Table, Doc, Struct, ...)                                                  \
    COLUMN(MEMBER_REF_U32, INTEGER, Name, Doc, .references = Table,                                \
           MEMBER_OF(Struct, __VA_ARGS__, ))
#define MEMBER_OF(Struct, Member, ...) .offset = offsetof(Struct, Member), __VA_ARGS__
/* A member of the document's struct, not of the record. */
#define DOCUMENT_MEMBER(Kind, Name, Unit, Doc, Struct, ...)                                        \
    MEMBER(Kind, Name, Unit, Doc, Struct, __VA_ARGS__, .of_document = true)

/* Computed from the number of the row: its parent, its number among the parent's children, the
** number of its own children, and its position in a grid. The member is a Children of the
** document's struct, or a uint32_t width. */
#define BY_NUMBER(Kind, Name, Doc, ...)                                                            \
    COLUMN(Kind, INTEGER, Name, Doc, .of_document = true, __VA_ARGS__)
#define PARENT(Name, Table, Doc, Struct, ...)                                                      \
    BY_NUMBER(PARENT, Name, Doc, .references = Table, MEMBER_OF(Struct, __VA_ARGS__, ))
#define NUMBER(Name, Doc, Struct, ...)                                                             \
    BY_NUMBER(NUMBER, Name, Doc, MEMBER_OF(Struct, __VA_ARGS__, ))
#define CHILD_COUNT(Name, Doc, Struct, ...)                                                        \
    BY_NUMBER(CHILD_COUNT, Name, Doc, MEMBER_OF(Struct, __VA_ARGS__, ))
#define GRID(Axis, Name, Unit, Doc, Struct, ...)                                                   \
    BY_NUMBER(GRID_##Axis, Name, Doc, .unit = Unit, MEMBER_OF(Struct, __VA_ARGS__, ))
#define GRID_OF(Axis, Name, Unit, Doc, Width)                                                      \
    BY_NUMBER(GRID_##Axis, Name, Doc, .unit = Unit, .number = Width)

/* Computed cells. Where several differ only by a number or a word, get_with() finds these in the
** column that it gets. */
#define GET(Name, Type, Unit, Doc, ...)                                                            \
    COLUMN(GET, Type, Name, Doc, .unit = Unit, .get = __VA_ARGS__)
#define GET_REF(Name, Table, Doc, ...)                                                             \
    COLUMN(GET, INTEGER, Name, Doc, .references = Table, .get = __VA_ARGS__)
#define GET_WITH(Name, Type, Unit, Doc, Getter, ...)                                               \
    COLUMN(GET_WITH, Type, Name, Doc, .unit = Unit, .get_with = Getter, .number = __VA_ARGS__)
#define GET_REF_WITH(Name, Table, Doc, Getter, ...)                                                \
    COLUMN(GET_WITH, INTEGER, Name, Doc, .references = Table, .get_with = Getter,                  \
           .number = __VA_ARGS__)

/* The cell is NULL where a member of the record, a number, bool or pointer, is 0: MEMBER(...,
** WHERE_MEMBER(GtGroup, has_part_count)); or one of the document's struct. */
#define WHERE_MEMBER(Struct, Member) .condition = {WHERE_NOT_ZERO(Struct, Member)}
#define WHERE_DOCUMENT(Struct, Member)                                                             \
    .condition = {WHERE_NOT_ZERO(Struct, Member), .of_document = true}
#define WHERE_NOT_ZERO(Struct, Member)                                                             \
    .bytes = sizeof(((Struct *)NULL)->Member), .offset = offsetof(Struct, Member),                 \
    .mask = UINT32_MAX
