/* How a column says where the file stores its cells: part of the descriptors (column.h). */
#ifndef GAMEMAP_CODING_H
#define GAMEMAP_CODING_H

struct CellPlace;

/* How the file stores what a cell shows. */
typedef enum Coding {
    CODING_BY_KIND, /* fields of records as their kind says; all other cells aren't stored */
    CODING_NONE,    /* a field that isn't the file's own */
    CODING_BY_ROW,  /* see LIES_BY */
    CODING_WRITTEN, /* see WRITTEN */
    CODING_I8,
    CODING_U8,
    CODING_U16,
    CODING_I16,
    CODING_U32,
    CODING_I32,
    CODING_U64,
    CODING_I64,
    CODING_F32,
    CODING_F64,
    CODING_CHARS,       /* Windows-1252, up to a NUL or the field's end */
    CODING_CHARS_CP949, /* CP949, up to a NUL or the field's end */
    CODING_UTF8,
    CODING_ASCII, /* an encoding into which texts aren't converted */
    CODING_BYTES,
} Coding;

/* What a column says of the file where its kind says nothing, because a decoder copied or computed
** the value:
**
**     LIES_AT(U32, 6)              a u32 six bytes behind the record's start (Table.byte_offset)
**     LIES_WHERE(U32, where, at)   a u32 at the address that where(row, at) returns, or nowhere if
**                                  that is NULL
**     LIES_BY(lies, at)            lies(row, at, &place) fills in the field, its bytes and its coding
**                                  where rows differ in these (place.h), or returns false where the
**                                  row has none; columns with the same `lies` show one field
**     WRITTEN                      the file has it in words or packed: it is searched and compared,
**                                  but can't be edited
**     SHAPES("it is ...")          why a number or text can't be edited: the places of other data
**                                  depend on it */
#define LIES_AT(Coding, At)           .coding = CODING_##Coding, .at = At
#define LIES_WHERE(Coding, Where, At) .coding = CODING_##Coding, .where = Where, .at = At
#define LIES_BY(Lies, At)             .coding = CODING_BY_ROW, .lies = Lies, .at = At
#define WRITTEN                       .coding = CODING_WRITTEN
#define SHAPES(Reason)                .shapes = Reason
#define SHAPES_COUNT                  SHAPES("it counts what follows")

#endif
