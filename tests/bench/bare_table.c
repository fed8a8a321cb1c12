/*
** bare_rows: the rows of an ordinary table in memory as a virtual table without descriptors, cache,
** sources or files. What it costs is what SQLite itself needs for a virtual table. It finds rows by
** id, which is the number of the row.
**
**     CREATE VIRTUAL TABLE temp.bare_gnd_cubes USING bare_rows(their_gnd_cubes)
*/
#include "bench.h"

#include <stdlib.h>
#include <string.h>

typedef struct Cell {
    union {
        int64_t integer;
        double real;
        void *bytes;
    };
    int length;
    int type; /* SQLITE_INTEGER and so on */
} Cell;

typedef struct BareTable {
    sqlite3_vtab base;
    Cell *cells; /* row by row */
    int column_count;
    uint32_t row_count;
} BareTable;

typedef struct BareCursor {
    sqlite3_vtab_cursor base;
    const Cell *cells; /* of the current row */
    uint32_t row, end;
} BareCursor;

/* Makes the cell that a statement gives. What is equal to the cell above it shares its bytes, as
** all rows do with the path of their file. */
static Cell read_cell(sqlite3_stmt *statement, int column, const Cell *above) {
    Cell cell = {.type = sqlite3_column_type(statement, column)};
    if (cell.type == SQLITE_INTEGER) cell.integer = sqlite3_column_int64(statement, column);
    else if (cell.type == SQLITE_FLOAT) cell.real = sqlite3_column_double(statement, column);
    if (cell.type != SQLITE_TEXT && cell.type != SQLITE_BLOB) return cell;
    const void *bytes = sqlite3_column_blob(statement, column);
    cell.length = sqlite3_column_bytes(statement, column);
    size_t length = (size_t)cell.length;
    if (above && above->type == cell.type && above->length == cell.length &&
        (!length || memcmp(above->bytes, bytes, length) == 0)) {
        return *above;
    }
    cell.bytes = allocate(length);
    if (length) memcpy(cell.bytes, bytes, length);
    return cell;
}

static char *declaration(sqlite3_stmt *statement) {
    char *sql = text_of("CREATE TABLE x(");
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const char *type = sqlite3_column_decltype(statement, i);
        sql = text_of("%z%s%s %s", sql, i ? ", " : "", sqlite3_column_name(statement, i),
                      type ? type : "");
    }
    return text_of("%z)", sql);
}

static int bare_connect(sqlite3 *database, void *context, int count, const char *const *arguments,
                        sqlite3_vtab **result, char **message) {
    (void)context;
    (void)count;
    (void)message;
    BareTable *table = allocate(sizeof *table);
    uint64_t rows =
        (uint64_t)number_of(database, text_of("SELECT count(*) FROM %s", arguments[3]), NULL);
    sqlite3_stmt *statement =
        prepare(database, text_of("SELECT * FROM %s ORDER BY id", arguments[3]), NULL);
    int columns = sqlite3_column_count(statement);
    *table = (BareTable){.column_count = columns, .row_count = (uint32_t)rows};
    table->cells = allocate(rows * (uint64_t)columns * sizeof(Cell));
    Cell *cell = table->cells;
    for (uint64_t row = 0; row < rows && sqlite3_step(statement) == SQLITE_ROW; row++) {
        for (int i = 0; i < columns; i++, cell++) {
            *cell = read_cell(statement, i, row ? cell - columns : NULL);
        }
    }
    int code = sqlite3_declare_vtab(database, declaration(statement));
    sqlite3_finalize(statement);
    *result = &table->base;
    return code;
}

static int bare_disconnect(sqlite3_vtab *base) {
    free(((BareTable *)base)->cells); /* texts stay until the program ends */
    free(base);
    return SQLITE_OK;
}

static int bare_plan(sqlite3_vtab *base, sqlite3_index_info *info) {
    (void)base;
    info->estimatedCost = 100000;
    for (int i = 0; i < info->nConstraint; i++) {
        if (!info->aConstraint[i].usable || info->aConstraint[i].iColumn != 1) continue;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->idxNum = 1;
        info->estimatedCost = 10;
        info->estimatedRows = 1;
        break;
    }
    return SQLITE_OK;
}

static int bare_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
    (void)base;
    BareCursor *cursor = allocate(sizeof *cursor);
    *cursor = (BareCursor){0};
    *result = &cursor->base;
    return SQLITE_OK;
}

static int bare_close(sqlite3_vtab_cursor *base) {
    free(base);
    return SQLITE_OK;
}

static int bare_filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                       sqlite3_value **values) {
    BareCursor *cursor = (BareCursor *)base;
    const BareTable *table = (const BareTable *)base->pVtab;
    (void)text;
    (void)count;
    *cursor = (BareCursor){.base = *base, .end = table->row_count};
    if (plan) {
        int64_t id = sqlite3_value_int64(values[0]);
        bool exists = id >= 0 && id < table->row_count;
        cursor->row = exists ? (uint32_t)id : 0;
        cursor->end = exists ? (uint32_t)id + 1 : 0;
    }
    cursor->cells = table->cells + (uint64_t)cursor->row * (uint64_t)table->column_count;
    return SQLITE_OK;
}

static int bare_next(sqlite3_vtab_cursor *base) {
    BareCursor *cursor = (BareCursor *)base;
    cursor->row++;
    cursor->cells += ((const BareTable *)base->pVtab)->column_count;
    return SQLITE_OK;
}

static int bare_at_end(sqlite3_vtab_cursor *base) {
    const BareCursor *cursor = (const BareCursor *)base;
    return cursor->row >= cursor->end;
}

static int bare_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number) {
    const Cell *cell = &((BareCursor *)base)->cells[number];
    switch (cell->type) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, cell->integer); break;
    case SQLITE_FLOAT: sqlite3_result_double(context, cell->real); break;
    case SQLITE_TEXT:
        sqlite3_result_text(context, cell->bytes, cell->length, SQLITE_TRANSIENT);
        break;
    case SQLITE_BLOB:
        sqlite3_result_blob(context, cell->bytes, cell->length, SQLITE_TRANSIENT);
        break;
    default: break; /* NULL */
    }
    return SQLITE_OK;
}

static int bare_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = ((BareCursor *)base)->row;
    return SQLITE_OK;
}

static const sqlite3_module bare_module = {
    .xCreate = bare_connect,
    .xConnect = bare_connect,
    .xBestIndex = bare_plan,
    .xDisconnect = bare_disconnect,
    .xDestroy = bare_disconnect,
    .xOpen = bare_open,
    .xClose = bare_close,
    .xFilter = bare_filter,
    .xNext = bare_next,
    .xEof = bare_at_end,
    .xColumn = bare_column,
    .xRowid = bare_rowid,
};

void register_bare_rows(sqlite3 *database) {
    if (sqlite3_create_module(database, "bare_rows", &bare_module, NULL) != SQLITE_OK) {
        die("bare_rows", sqlite3_errmsg(database));
    }
}
