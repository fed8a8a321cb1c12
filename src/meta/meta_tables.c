/*
** Tables about any file (gamemap_files, gamemap_paths, gamemap_shadowed) and about the extension
** itself (gamemap_tables, gamemap_columns, gamemap_functions).
*/
#include "meta/finding_tables.h"
#include "meta/texture_tables.h"
#include "table/place.h"
#include "meta/unreadable.h"
#include "archive/archive.h"
#include "modules.h"

#include <stdio.h>

/* ---- gamemap_files --------------------------------------------------------------------------- */

static const Unreadable *as_unreadable(const Row *row) {
    const Document *document = row->document;
    return document->format == &unreadable_format ? row->document : NULL;
}

static Value file_format(const Row *row) {
    const Unreadable *broken = as_unreadable(row);
    const Document *document = row->document;
    if (!broken) return value_text(document->format->name);
    const Format *format = broken->detected ? broken->detected : unreadable_owner(broken);
    return format ? value_text(format->name) : value_null();
}

static Value file_size(const Row *row) {
    const Unreadable *broken = as_unreadable(row);
    const Document *document = row->document;
    return broken && !broken->has_size ? value_null() : value_integer((int64_t)document->size);
}

static Value file_error(const Row *row) {
    const Unreadable *broken = as_unreadable(row);
    const Format *owner = broken ? unreadable_owner(broken) : NULL;
    if (!owner) return broken ? value_text(broken->error.message) : value_null();
    size_t bytes = sizeof UNREADABLE_OWNED + strlen(owner->ending);
    char *text = arena_alloc(row->scratch, bytes, 1);
    if (!text) return value_null();
    snprintf(text, bytes, UNREADABLE_OWNED, owner->ending);
    return value_text(text);
}

static const Column file_columns[] = {
    GET("format", TEXT, NULL, "Name of the format; NULL if it isn't a known one", file_format),
    MEMBER(STRING, "version", NULL, "Version as the format writes it; NULL where it has none",
           Document, version),
    GET("size", INTEGER, "bytes", "Size of the file; NULL where it can't be opened", file_size),
    GET("error", TEXT, NULL, "Why the file can't be decoded; NULL where it can", file_error),
};

static const Table gamemap_files = {
    .name = "gamemap_files",
    .doc = "One row for each file of any format; if the file can't be decoded, the column error "
           "says why.",
    .example = "SELECT file, format, version, size, error FROM gamemap_files('samples/*')",
    COLUMNS(file_columns),
    .typical_rows = 1,
    ONE_ROW,
};

/* ---- gamemap_paths --------------------------------------------------------------------------- */

typedef struct PathRow {
    const char *name, *type;
    uint32_t file;
} PathRow;

static bool path_rows(Opening *opening) {
    const FileSet *files = opening->files;
    PathRow *rows = arena_alloc(opening->scratch, files->count, sizeof *rows);
    if (!rows && files->count) return fail_memory(opening->error, opening->scratch);
    for (uint32_t file = 0; file < files->count; file++) {
        const char *name = files->name(files, file), *dot = name ? strrchr(name, '.') : NULL;
        rows[file] = (PathRow){name, dot ? dot + 1 : NULL, file};
    }
    return opening_set_rows(opening, rows, files->count, sizeof *rows);
}

static const Column path_columns[] = {
    MEMBER_WITH(STRING, "name", NULL, "Name without folders; NULL for a BLOB", PathRow, name,
                .nocase = true),
    MEMBER_WITH(STRING, "type", NULL, "What follows its last dot; NULL without one", PathRow, type,
                .nocase = true),
};

static const Table gamemap_paths = {
    .name = "gamemap_paths",
    .doc = "The files that a source names, one row each. None of them is opened, so this is a "
           "quick way to see what a pattern matches. A path without wildcards is listed as it is, "
           "and so is a folder or an archive whose files can't be listed: gamemap_files says why.",
    .example = "SELECT type, count(*) FROM gamemap_paths('samples/*') GROUP BY type",
    .opens_none = true,
    COLUMNS(path_columns),
    .typical_rows = 100,
    .rows = path_rows,
    ALL_FILES(PathRow, file),
};

/* ---- gamemap_shadowed ------------------------------------------------------------------------ */

typedef struct HiddenRow {
    const char *name, *by;
    uint32_t file;
} HiddenRow;

static bool hidden_rows(Opening *opening) {
    const FileSet *files = opening->files;
    HiddenRow *rows = arena_alloc(opening->scratch, files->count, sizeof *rows);
    if (!rows) return fail_memory(opening->error, opening->scratch);
    for (uint32_t i = 0; i < files->count; i++) {
        rows[i] = (HiddenRow){files->hidden_name(files, i), files->hidden_by(files, i), i};
    }
    return opening_set_rows(opening, rows, files->count, sizeof *rows);
}

static const Column hidden_columns[] = {
    MEMBER_WITH(STRING, "name", NULL, "Name by which the game looks for the file", HiddenRow, name,
                .nocase = true),
    MEMBER(STRING, "shadowed_by", NULL, "The file that it finds instead", HiddenRow, by),
};

static const Table gamemap_shadowed = {
    .name = "gamemap_shadowed",
    .doc = "The files that the game never finds, since an earlier folder or archive of its order "
           "has one of the same name, or the same archive has two. The source is the order, a JSON "
           "array of folders and archives, of which the first that has a name wins.",
    .example = "SELECT name, file, shadowed_by "
               "FROM gamemap_shadowed('[\"samples/models.hak\", \"samples\"]')",
    .opens_none = true,
    .of_hidden = true,
    COLUMNS(hidden_columns),
    .typical_rows = 100,
    .rows = hidden_rows,
    ALL_FILES(HiddenRow, file),
};

/* ---- gamemap_tables -------------------------------------------------------------------------- */

static const Table *table_number(uint64_t number) {
    int m = 0;
    while (number >= (uint64_t)modules[m]->table_count) {
        number -= (uint64_t)modules[m++]->table_count;
    }
    return modules[m]->tables[number];
}

static bool listed_tables(Opening *opening) {
    Array *array = opening->array;
    for (int m = 0; m < module_count; m++) array->count += (uint64_t)modules[m]->table_count;
    return true;
}

typedef enum TableFact {
    TABLE_NAME,
    TABLE_FORMAT,
    TABLE_CALL,
    TABLE_READS,
    TABLE_DOC,
    TABLE_EXAMPLE,
    TABLE_ALSO_CALLED
} TableFact;

/* How much of each file a table reads, and therefore checks. */
static const char *table_reads(const Table *table) {
    bool opens_files = !table->about_extension && !table->opens_none;
    if (table->reads == READS_BODY) return "body";
    return table->reads == READS_HEADER ? "header" : opens_files ? "file" : NULL;
}

/* Writes a signature like "gnd_cubes(src)", with optional arguments in brackets. */
static Value table_call(const Table *table, Arena *scratch) {
    size_t size = strlen(table->name) + 64;
    for (int i = 0; i < table->argument_count; i++) size += strlen(table->arguments[i].name) + 8;
    char *text = arena_alloc(scratch, size, 1);
    if (!text || (table->about_extension && !table->argument_count)) return value_text(table->name);
    char *at = text;
    const char *parts[3 + 3 * ARGUMENTS_MAX] = {table->name, table->about_extension ? "(" : "(src"};
    int count = 2;
    for (int i = 0; i < table->argument_count; i++) {
        bool optional = table->arguments[i].optional, first = !i && table->about_extension;
        parts[count++] = first ? "" : optional ? " [, " : ", ";
        parts[count++] = table->arguments[i].name;
        if (optional) parts[count++] = "]";
    }
    parts[count++] = ")";
    for (int i = 0; i < count; i++) {
        memcpy(at, parts[i], strlen(parts[i]));
        at += strlen(parts[i]);
    }
    return value_text_of(text, (uint32_t)(at - text));
}

static Value table_fact(const Row *row, const Column *column) {
    const Table *table = table_number(row->index);
    switch ((TableFact)column->number) {
    case TABLE_NAME: return value_text(table->name);
    case TABLE_FORMAT: return table->format ? value_text(table->format->name) : value_null();
    case TABLE_CALL: return table_call(table, row->scratch);
    case TABLE_READS: return value_text(table_reads(table));
    case TABLE_DOC: return value_text(table->doc);
    case TABLE_EXAMPLE: return value_text(table->example);
    case TABLE_ALSO_CALLED: return value_text(table->also_called);
    }
    return value_null();
}

static const Column table_columns[] = {
    GET_WITH("name", TEXT, NULL, "Name of the table", table_fact, TABLE_NAME),
    GET_WITH("format", TEXT, NULL, "Format of the files; NULL for any", table_fact, TABLE_FORMAT),
    GET_WITH("call", TEXT, NULL, "How it is written in FROM; optional arguments are in brackets",
             table_fact, TABLE_CALL),
    GET_WITH(
        "reads", TEXT, NULL,
        "How much of each file is read and checked: 'file' is all of it; 'body' all but the "
        "lightmaps of a large one; 'header' no more than its header and counts, unless a column "
        "is asked for that needs all of it; NULL where no file is opened",
        table_fact, TABLE_READS),
    GET_WITH("documentation", TEXT, NULL, "What the table shows", table_fact, TABLE_DOC),
    GET_WITH("example", TEXT, NULL, "A query on the sample files, which `make demo` writes",
             table_fact, TABLE_EXAMPLE),
    GET_WITH("also_called", TEXT, NULL,
             "Its names in the public note on the format; NULL where that has none", table_fact,
             TABLE_ALSO_CALLED),
};

static const Table gamemap_tables = {
    .name = "gamemap_tables",
    .doc = "The tables of this extension.",
    .example = "SELECT name, documentation FROM gamemap_tables WHERE format = 'GND'",
    .about_extension = true,
    COLUMNS(table_columns),
    .typical_rows = 200,
    .rows = listed_tables,
};

/* ---- gamemap_columns ------------------------------------------------------------------------- */

/* A column of a table, as a row of gamemap_columns. */
typedef struct ListedColumn {
    const Table *table;
    Column column;
    int64_t position;
    bool hidden;
} ListedColumn;

static bool listed_columns(Opening *opening) {
    Arena *scratch = opening->scratch;
    uint64_t table_count = 0, most = 0, count = 0;
    for (int m = 0; m < module_count; m++) table_count += (uint64_t)modules[m]->table_count;
    for (uint64_t t = 0; t < table_count; t++) {
        const Table *table = table_number(t);
        most += (uint64_t)(table->column_count + table->hidden_count + table->argument_count +
                           COMMON_COLUMNS_MAX);
    }
    ListedColumn *listed = arena_alloc(scratch, most, sizeof *listed);
    Column *columns = arena_alloc(scratch, most, sizeof *columns);
    if (!listed || !columns) return fail_memory(opening->error, scratch);
    for (uint64_t t = 0; t < table_count; t++) {
        int first_hidden, column_count = list_columns(table_number(t), columns, &first_hidden);
        for (int c = 0; c < column_count; c++) {
            listed[count++] = (ListedColumn){table_number(t), columns[c], c, c >= first_hidden};
        }
    }
    return opening_set_rows(opening, listed, count, sizeof *listed);
}

typedef enum ColumnFact {
    COLUMN_TABLE,
    COLUMN_TYPE,
    COLUMN_COLLATION,
    COLUMN_IS_ARGUMENT,
    COLUMN_READS,
    COLUMN_STORED,
    COLUMN_REFUSAL,
    COLUMN_ALSO_CALLED
} ColumnFact;

/* How much of each file has to be read for a column. */
static const char *column_reads(const ListedColumn *listed) {
    const char *reads = table_reads(listed->table);
    return reads && needs_whole(&listed->column) ? "file" : reads;
}

static Value column_fact(const Row *row, const Column *column) {
    const ListedColumn *listed = (const ListedColumn *)(const void *)row->record;
    switch ((ColumnFact)column->number) {
    case COLUMN_TABLE: return value_text(listed->table->name);
    case COLUMN_TYPE: return value_text(sql_type_name(listed->column.type));
    case COLUMN_COLLATION: return value_text(listed->column.nocase ? "NOCASE" : NULL);
    case COLUMN_IS_ARGUMENT: return value_integer(listed->column.kind == CELL_ARGUMENT);
    case COLUMN_READS: return value_text(column_reads(listed));
    case COLUMN_STORED: return value_integer(column_is_editable(listed->table, &listed->column));
    case COLUMN_REFUSAL:
        if (listed->column.kind == CELL_ARGUMENT) return value_null();
        return value_text(column_refusal(listed->table, &listed->column));
    case COLUMN_ALSO_CALLED: return value_text(listed->column.also_called);
    }
    return value_null();
}

static const Column column_columns[] = {
    GET_WITH("table_name", TEXT, NULL, "Name of the table", column_fact, COLUMN_TABLE),
    MEMBER(I64, "position", NULL, "Number of the column in the table, from 0", ListedColumn,
           position),
    MEMBER(STRING, "name", NULL, "Name of the column", ListedColumn, column.name),
    GET_WITH("type", TEXT, NULL, "INTEGER, REAL, TEXT or BLOB; empty where it varies", column_fact,
             COLUMN_TYPE),
    MEMBER(STRING, "unit", NULL, "Unit of the value; NULL where it has none", ListedColumn,
           column.unit),
    MEMBER(STRING, "refers_to", NULL, "Table whose id the column holds; NULL where it holds none",
           ListedColumn, column.references),
    MEMBER(BOOL, "hidden", NULL, "1 if SELECT * leaves it out", ListedColumn, hidden),
    GET_WITH("is_argument", INTEGER, NULL, "1 if it is an argument of the table", column_fact,
             COLUMN_IS_ARGUMENT),
    GET_WITH("collation", TEXT, NULL,
             "NOCASE where values are compared without regard to the case of ASCII letters, as the "
             "game compares them; else NULL",
             column_fact, COLUMN_COLLATION),
    GET_WITH("reads", TEXT, NULL,
             "How much of each file is read and checked if no column is asked for that needs more: "
             "'header', 'body' or 'file'; NULL where no file is opened",
             column_fact, COLUMN_READS),
    MEMBER(STRING, "documentation", NULL, "What the value is", ListedColumn, column.doc),
    GET_WITH(
        "stored", INTEGER, NULL,
        "1 if the file stores it and gamemap_edit can change it; gamemap_cells and "
        "gamemap_differences show such columns, and those that the file has in words or packed",
        column_fact, COLUMN_STORED),
    GET_WITH("refusal", TEXT, NULL, "Why it can't be edited; NULL where it can, and of arguments",
             column_fact, COLUMN_REFUSAL),
    GET_WITH("also_called", TEXT, NULL,
             "Its names in the public note on the format, where they are others", column_fact,
             COLUMN_ALSO_CALLED),
};

static const Table gamemap_columns = {
    .name = "gamemap_columns",
    .doc = "The columns of every table, hidden ones and arguments included.",
    .example = "SELECT name, type, unit, documentation FROM gamemap_columns "
               "WHERE table_name = 'gnd_cubes'",
    .about_extension = true,
    COLUMNS(column_columns),
    .typical_rows = 4000,
    .rows = listed_columns,
};

/* ---- gamemap_functions ----------------------------------------------------------------------- */

static const Function *function_number(uint64_t number) {
    int m = 0;
    while (number >= (uint64_t)modules[m]->function_count) {
        number -= (uint64_t)modules[m++]->function_count;
    }
    return &modules[m]->functions[number];
}

static bool listed_functions(Opening *opening) {
    Array *array = opening->array;
    for (int m = 0; m < module_count; m++) array->count += (uint64_t)modules[m]->function_count;
    return true;
}

typedef enum FunctionFact {
    FUNCTION_NAME,
    FUNCTION_CALL,
    FUNCTION_FORMAT,
    FUNCTION_DOC,
    FUNCTION_EXAMPLE
} FunctionFact;

static Value function_fact(const Row *row, const Column *column) {
    const Function *function = function_number(row->index);
    switch ((FunctionFact)column->number) {
    case FUNCTION_NAME: return value_text(function->name);
    case FUNCTION_CALL: return value_text(function->signature);
    case FUNCTION_FORMAT:
        return function->format ? value_text(function->format->name) : value_null();
    case FUNCTION_DOC: return value_text(function->doc);
    case FUNCTION_EXAMPLE: return value_text(function->example);
    }
    return value_null();
}

static const Column function_columns[] = {
    GET_WITH("name", TEXT, NULL, "Name of the function", function_fact, FUNCTION_NAME),
    GET_WITH("format", TEXT, NULL, "Format of the source; NULL where there is no source",
             function_fact, FUNCTION_FORMAT),
    GET_WITH("call", TEXT, NULL, "How it is called; optional arguments in brackets", function_fact,
             FUNCTION_CALL),
    GET_WITH("documentation", TEXT, NULL, "What it gives", function_fact, FUNCTION_DOC),
    GET_WITH("example", TEXT, NULL, "A query on the sample files, which `make demo` writes",
             function_fact, FUNCTION_EXAMPLE),
};

static const Table gamemap_functions = {
    .name = "gamemap_functions",
    .doc = "The functions of this extension.",
    .example = "SELECT call, documentation FROM gamemap_functions",
    .about_extension = true,
    COLUMNS(function_columns),
    .typical_rows = 50,
    .rows = listed_functions,
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Table *const meta_tables[] = {
    &gamemap_files,    &gamemap_paths,  &gamemap_shadowed, &gamemap_findings,
    &gamemap_textures, &gamemap_tables, &gamemap_columns,  &gamemap_functions,
};

const Module meta_module = {
    MODULE_PARTS(meta_tables, table),
};
