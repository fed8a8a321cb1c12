/* Cells: every table of a document at once, and each cell of it as a row.
**
** The cells of a document are numbered: those of its first table, row by row, then those of the
** next one. So a cell is found by its number, and nothing is made for those that nobody asks for.
*/
#pragma once

#include "table/place.h"

/* A table of the document, open. */
typedef struct CellTable {
    const Table *table;
    Array array;
    const Column **columns; /* those that are listed */
    uint32_t column_count;
    uint64_t first_cell; /* the number of its first cell */
} CellTable;

typedef enum CellScope {
    CELLS_FIRST,  /* what is stored, each field once */
    CELLS_STORED, /* what is stored, every column */
    CELLS_ALL     /* computed columns, too */
} CellScope;

typedef struct CellTables {
    Document *document;
    CellTable *tables;
    uint32_t count;
    uint64_t cell_count;
    Arguments arguments; /* none is given */
    /* The row that was read last, whose cells may share notes. */
    Row row;
    RowNotes notes;
    const CellTable *row_table;
} CellTables;

/* Returns the column number `number` of those that identify a table's rows; NULL: there are no
** more. */
static inline const Column *identity_column(const Table *table, int number) {
    const char *name = number < IDENTITY_MAX ? table->identity[number] : NULL;
    return name ? find_column(table, name, (uint32_t)strlen(name)) : NULL;
}

/* Tells whether a table shows single files of the format, without arguments that it can't do
** without. */
bool cells_have_table(const Table *table, const Format *format);

/* Finds the table of a name. Where there is none, the error begins with `none`. */
bool cells_find_table(Value name, const char *none, const Table **table, Error *error);

/* Refuses the BLOB of an archive: what lies in an archive has rows where a path names it. */
bool cells_refuse_archive(const Document *document, Error *error);

/* Opens the tables of a document: all of them, or, if `name` isn't NULL, the one of that name. What
** is made for them lies in `arena`. The struct mustn't move. `given` is the opening of the table that
** shows them, or NULL: where it skips, tables that can't be read are left out, and *error then says
** why. Returns false if this failed. */
bool cells_open(CellTables *cells, Document *document, const char *name, CellScope scope,
                const Opening *given, Arena *arena, Error *error);
/* Finds the table of a cell. */
const CellTable *cells_table_of(const CellTables *cells, uint64_t cell);
/* Returns a row of a table, which lasts until the next one is asked for. `scratch` is for what
** reading it needs; `like` is a row of the engine's, with what tables of archives need, or NULL. */
const Row *cells_row(CellTables *cells, const CellTable *table, uint64_t index, Arena *scratch,
                     const Row *like);

/* Reads an argument of_table; *table is NULL if it isn't given. Returns false, with the error set,
** if there is no such table. In cells_tables.c. */
bool cells_name_table(Value value, const Table **table, Error *error);
/* Does that, and fails if no cell of the table is in scope. */
bool cells_take_table(Value value, CellScope scope, const Table **table, Error *error);

extern const Table gamemap_cells;
