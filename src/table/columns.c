/* The columns of a table as SQLite sees them.
**
**     gnd_cubes('a.gnd')  is  file, id, <visible columns>,
**                             src, <own arguments>, on_error,  <own hidden columns>,
**                             source, byte_offset              (all from src on are hidden)
**
** The arguments stand before the hidden outputs, because SQLite takes hidden columns in order as
** the arguments of the table-valued function. */
#include "table/place.h"

static const Column file_column = COLUMN(
    FILE, TEXT, "file", "Path of the file that the row came from; NULL for a BLOB", .unit = NULL);
static const Column id_column = COLUMN(
    ID, INTEGER, "id",
    "Number of the row in its file, counted from 0; references in the file hold such numbers",
    .unit = NULL);
static const Column src_column =
    COLUMN(ARGUMENT, ANY, "src",
           "Argument: a path, a pattern with *, ?, [...] or **, a list of these as JSON, or a BLOB "
           "with the content of a file",
           .unit = NULL);
static const Column on_error_column =
    COLUMN(ARGUMENT, TEXT, "on_error",
           "Argument: 'fail' (default), or 'skip' to pass over files that can't be decoded; it may "
           "stand in the place of an optional argument before it that can't be any text",
           .unit = NULL);
/* Catches a value behind the last argument, which would otherwise become a condition on a hidden
** output. */
static const Column surplus_column =
    COLUMN(SURPLUS, ANY, "surplus",
           "Not an argument of the table: any value that is given here is an error", .unit = NULL);
static const Column source_column = COLUMN(
    SOURCE, ANY, "source",
    "What to pass on as src to another table: the path, or the BLOB by reference", .unit = NULL);
static const Column byte_offset_column =
    COLUMN(BYTE_OFFSET, INTEGER, "byte_offset",
           "Where the record begins in the file, or in the inflated packet; NULL if it is nowhere",
           .unit = "bytes");

/* Adds the table's own hidden columns, or the visible ones, behind `count` other columns. */
static int add_columns(const Table *table, bool hidden, Column *columns, int count) {
    for (int i = 0; i < table->column_count; i++) {
        if (table->columns[i].hidden == hidden) columns[count++] = table->columns[i];
    }
    return count;
}

int list_columns(const Table *table, Column *columns, int *first_hidden) {
    int count = 0;
    if (!table->about_extension) {
        columns[count++] = file_column;
        columns[count++] = id_column;
    }
    count = add_columns(table, false, columns, count);
    *first_hidden = count;
    if (!table->about_extension) columns[count++] = src_column;
    for (int i = 0; i < table->argument_count; i++) {
        const Argument *argument = &table->arguments[i];
        columns[count++] = (Column){
            .name = argument->name, .doc = argument->doc, .kind = CELL_ARGUMENT, .type = ANY};
    }
    if (table->about_extension) return count;
    columns[count++] = on_error_column;
    columns[count++] = surplus_column;
    count = add_columns(table, true, columns, count);
    columns[count++] = source_column;
    const char *offset = byte_offset_column.name;
    if (!find_column(table, offset, (uint32_t)strlen(offset)))
        columns[count++] = byte_offset_column;
    return count;
}

const Column *added_column(const char *name, uint32_t length) {
    static const Column *const outputs[] = {&file_column, &id_column, &source_column,
                                            &byte_offset_column};
    for (unsigned i = 0; i < LENGTH(outputs); i++) {
        const char *own = outputs[i]->name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) return outputs[i];
    }
    return NULL;
}

bool is_called(const char *names, const char *name, uint32_t length) {
    for (const char *at = names; at && length; at = strstr(at, ", ")) {
        if (at != names) at += 2;
        if (!strncmp(at, name, length) && (!at[length] || strchr("[.,", at[length]))) return true;
    }
    return false;
}

const Column *column_called(const Table *table, const char *name, uint32_t length) {
    const Column *column;
    for (int i = 0; (column = table_column(table, i)); i++) {
        if (is_called(column->also_called, name, length)) return column;
    }
    return NULL;
}

const char *sql_type_name(SqlType type) {
    static const char *const names[] = {"INTEGER", "REAL", "TEXT", "BLOB", ""};
    return names[type];
}
