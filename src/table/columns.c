/* The columns of a table as SQLite sees them.
**
**     gnd_cubes('a.gnd')  is  file, id, <visible columns>,
**                             src, <own arguments>, on_error,  <own hidden columns>,
**                             source, byte_offset              (all from src on are hidden)
**
** The arguments stand before the hidden outputs, because SQLite takes hidden columns in order as
** the arguments of the table-valued function. */
#include "table/place.h"

static const Column file_column = {
    .name = "file",
    .type = TEXT,
    .kind = CELL_FILE,
    .doc = "Path of the file that the row came from; NULL for a BLOB",
};
static const Column id_column = {
    .name = "id",
    .type = INTEGER,
    .kind = CELL_ID,
    .doc =
        "Number of the row in its file, counted from 0; references in the file hold such numbers",
};
static const Column src_column = {
    .name = "src",
    .type = ANY,
    .kind = CELL_ARGUMENT,
    .doc = "Argument: a path, a pattern with *, ?, [...] or **, a list of these as JSON, or a BLOB "
           "with the content of a file",
};
static const Column on_error_column = {
    .name = "on_error",
    .type = TEXT,
    .kind = CELL_ARGUMENT,
    .doc = "Argument: 'fail' (default), or 'skip' to pass over files that can't be decoded; it may "
           "stand in the place of an optional argument before it",
};
/* Catches a value behind the last argument, which would otherwise become a condition on a hidden
** output. */
static const Column surplus_column = {
    .name = "surplus",
    .type = ANY,
    .kind = CELL_SURPLUS,
    .doc = "Not an argument of the table: any value that is given here is an error",
};
static const Column source_column = {
    .name = "source",
    .type = ANY,
    .kind = CELL_SOURCE,
    .doc = "What to pass on as src to another table: the path, or the BLOB by reference",
};
static const Column byte_offset_column = {
    .name = "byte_offset",
    .type = INTEGER,
    .unit = "bytes",
    .kind = CELL_BYTE_OFFSET,
    .doc = "Where the record begins in the file, or in the inflated packet; NULL if it is nowhere",
};

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
