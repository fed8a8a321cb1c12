/* Tables about any file (gamemap_files, gamemap_paths, gamemap_shadowed) and about the extension
** itself (gamemap_tables, gamemap_columns, gamemap_functions). */
#include "meta/tables.h"
#include "meta/unreadable.h"
#include "table/place.h"
#include "archive/archive.h"
#include "modules.h"

#include <stdio.h>

static Value file_format(const Row *row) {
    const Document *document = row->document;
    const Unreadable *broken = as_unreadable(document);
    if (!broken) return value_text(document->format->name);
    const Format *format = broken->detected ? broken->detected : unreadable_owner(broken);
    return format ? value_text(format->name) : value_null();
}

static Value file_size(const Row *row) {
    const Document *document = row->document;
    const Unreadable *broken = as_unreadable(document);
    return broken && !broken->has_size ? value_null() : value_integer((int64_t)document->size);
}

static Value file_error(const Row *row) {
    const Unreadable *broken = as_unreadable(row->document);
    const Format *owner = broken ? unreadable_owner(broken) : NULL;
    if (!owner) return broken ? value_text(broken->error.message) : value_null();
    return value_text(text_printed(row->scratch, UNREADABLE_OWNED, owner->ending));
}

static Value file_could_name(const Row *row) {
    const Unreadable *broken = as_unreadable(row->document);
    return value_integer(broken && unreadable_may_name(broken));
}

static const Column file_columns[] = {
    GET("format", TEXT, NULL, "Name of the format; NULL if it isn't a known one", file_format),
    MEMBER(STRING, "version", NULL, "Version as the format writes it; NULL where it has none",
           Document, version),
    GET("size", INTEGER, "bytes", "Size of the file; NULL where it can't be opened", file_size),
    GET("error", TEXT, NULL,
        "Why the file can't be decoded; NULL where it can, or all but single tables", file_error),
    GET("could_name", INTEGER, NULL,
        "1 if the file can't be decoded and could name others, so that gamemap_references can't do "
        "without it; else 0",
        file_could_name, .hidden = true),
};

static const Table gamemap_files = {
    .name = "gamemap_files",
    .asked_as = "duplicate list",
    .doc = "One row for each file of any format; if the file can't be decoded, the column error "
           "says why.",
    .example = "SELECT file, format, version, size, error FROM gamemap_files('samples/*')",
    COLUMNS(file_columns),
    ARGUMENTS({FINDER}),
    ONE_ROW,
};

/* A file of a source; or, of those that are hidden in a game's order, with what hides it. */
typedef struct ListedFile {
    const char *name, *type, *by;
    uint32_t file;
} ListedFile;

static bool list_files(Opening *opening) {
    const FileSet *files = opening->files;
    ListedFile *rows = arena_alloc(opening->scratch, files->count, sizeof *rows);
    if (!rows && files->count) return fail_memory(opening->error, opening->scratch);
    for (uint32_t file = 0; file < files->count; file++) {
        const SetFile shown = files->file(files, file);
        HiddenFile hidden = {shown.name, NULL};
        if (opening->table->of_hidden) hidden = files->hidden(files, file);
        const char *dot = shown.name ? strrchr(shown.name, '.') : NULL;
        size_t length = dot ? strlen(dot + 1) - shown.number_bytes : 0;
        const char *type = length ? text_copy(opening->scratch, dot + 1, length) : NULL;
        if (length && !type) return fail_memory(opening->error, opening->scratch);
        rows[file] = (ListedFile){hidden.name, type, hidden.by, file};
    }
    return opening_set_rows(opening, rows, files->count, sizeof *rows);
}

static const Column path_columns[] = {
    MEMBER(STRING, "name", NULL, "Name without folders; NULL for a BLOB", ListedFile, name,
           .nocase = true),
    MEMBER(STRING, "type", NULL, "What follows its last dot; NULL without one", ListedFile, type,
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
    ARGUMENTS({FINDER}),
    .typical_rows = 100,
    .rows = list_files,
    ALL_FILES(ListedFile, file),
};

static const Column hidden_columns[] = {
    MEMBER(STRING, "name", NULL, "Name by which the game looks for the file", ListedFile, name,
           .nocase = true),
    MEMBER(STRING, "shadowed_by", NULL, "The file that it finds instead", ListedFile, by),
};

static const Table gamemap_shadowed = {
    .name = "gamemap_shadowed",
    .doc = "The files that the game never finds, since an earlier folder or archive of its order "
           "has one of the same name, or the same archive has two. The source is the order, a JSON "
           "array of folders and archives, or one of them; the first that has a name wins.",
    .example = "SELECT name, file, shadowed_by "
               "FROM gamemap_shadowed('[\"samples/models.hak\", \"samples\"]')",
    .opens_none = true,
    .of_hidden = true,
    .skipped_as = &bytes_format,
    COLUMNS(hidden_columns),
    .typical_rows = 100,
    .rows = list_files,
    ALL_FILES(ListedFile, file),
};

static bool opened_rows(Opening *opening) {
    const List *opened = opening->opened;
    return !opened || opening_set_rows(opening, opened->items, opened->count, sizeof(OpenedPlace));
}

static const Column opened_columns[] = {
    MEMBER(I64, "place", NULL,
           "Number in the order in which the game looks for files, from 1; NULL if it isn't "
           "looked in",
           OpenedPlace, number, WHERE_MEMBER(OpenedPlace, number)),
    MEMBER(STRING, "name", NULL, "By what it was looked for; NULL where it was found as it is",
           OpenedPlace, name),
    MEMBER(STRING, "path", NULL, "Where it is; NULL if it is missing", OpenedPlace, path),
    MEMBER(STRING, "taken_as", NULL, "What it was taken as", OpenedPlace, taken_as),
};

static const Table gamemap_opened = {
    .name = "gamemap_opened",
    .doc = "What gamemap_open() has opened, in the order in which the game looks for its files: "
           "folders, archives and what says so. No rows if nothing is open.",
    .example = "SELECT place, name, path, taken_as FROM gamemap_opened",
    .about_extension = true,
    COLUMNS(opened_columns),
    .typical_rows = 5,
    .rows = opened_rows,
};

static bool listed_tables(Opening *opening) {
    const Table *table;
    List listed = {0};
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (!list_push(opening->scratch, &listed, table, sizeof *table, opening->error)) {
            return false;
        }
    }
    return opening_set_rows(opening, listed.items, listed.count, sizeof(Table));
}

ROW_RECORD(Table, table_of)

/* Returns how much of each file a table reads, and therefore checks. */
static const char *table_reads(const Table *table) {
    bool opens_files = !table->about_extension && !table->opens_none;
    if (table->reads == READS_BODY) return "body";
    return table->reads == READS_HEADER ? "header" : opens_files ? "file" : NULL;
}

static Value table_call(const Row *row) {
    const Table *table = table_of(row);
    char *text = arena_alloc(row->scratch, CALL_BYTES, 1);
    if (!text || (table->about_extension && !table->argument_count)) return value_text(table->name);
    table_write_call(table, "", text);
    return value_text(text);
}

/* Without a format, or of archives, it is NULL. */
static Value table_endings(const Row *row) {
    const Table *table = table_of(row);
    const Format *format = table->endings ? NULL : table->format;
    const char *own = format ? format->ending : table->endings;
    const char *other = format ? format->other_endings : NULL;
    return value_text(own && other ? text_printed(row->scratch, "%s %s", own, other) : own);
}

static Value table_reads_value(const Row *row) {
    return value_text(table_reads(table_of(row)));
}

static const Column table_columns[] = {
    MEMBER(STRING, "name", NULL, "Name of the table", Table, name),
    POINTED(MEMBER_STRING, "format", NULL, "Format of the files; NULL for any", Table, format,
            offsetof(Format, name)),
    GET("endings", TEXT, NULL,
        "How names of the files end that it takes of folders and archives, with blanks between; "
        "NULL where that doesn't decide",
        table_endings),
    GET("call", TEXT, NULL, "How it is written in FROM; optional arguments are in brackets",
        table_call),
    GET("reads", TEXT, NULL,
        "How much of each file is read and checked: 'file' is all of it; 'body' all but the "
        "lightmaps of a large one; 'header' no more than its header and counts, unless a column "
        "is asked for that needs all of it; NULL where no file is opened",
        table_reads_value),
    MEMBER(STRING, "documentation", NULL, "What the table shows", Table, doc),
    MEMBER(STRING, "example", NULL, "A query on the sample files, which `make demo` writes", Table,
           example),
    MEMBER(STRING, "also_called", NULL,
           "Its names in the public note on the format; NULL where that has none", Table,
           also_called),
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

/* A column of a table, as a row of gamemap_columns. */
typedef struct ListedColumn {
    Column column;
    int64_t position;
    const char *table, *type, *collation, *reads, *refusal;
    bool hidden, is_argument, stored;
} ListedColumn;

static ListedColumn describe(const Table *table, const Column *column) {
    const char *reads = table_reads(table);
    bool is_argument = column->kind == CELL_ARGUMENT;
    return (ListedColumn){
        .column = *column,
        .table = table->name,
        .type = sql_type_name(column->type),
        .collation = column->nocase ? "NOCASE" : NULL,
        .reads = reads && needs_whole(column) ? "file" : reads,
        .refusal = is_argument ? NULL : column_refusal(table, column),
        .is_argument = is_argument,
        .stored = column_is_editable(table, column),
    };
}

static bool list_columns_of(const Table *table, List *listed, Arena *scratch, Error *error) {
    int most = table->column_count + table->argument_count, first_hidden;
    Column *columns = arena_alloc(scratch, (uint64_t)most + COMMON_COLUMNS_MAX, sizeof *columns);
    if (!columns) return fail_memory(error, scratch);
    int count = list_columns(table, columns, &first_hidden);
    for (int i = 0; i < count; i++) {
        ListedColumn row = describe(table, &columns[i]);
        row.position = i;
        row.hidden = i >= first_hidden;
        if (!list_push(scratch, listed, &row, sizeof row, error)) return false;
    }
    arena_release(scratch, columns);
    return true;
}

static bool listed_columns(Opening *opening) {
    Arena *scratch = opening->scratch;
    const Table *table;
    List listed = {0};
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (!list_columns_of(table, &listed, scratch, opening->error)) return false;
    }
    return opening_set_rows(opening, listed.items, listed.count, sizeof(ListedColumn));
}

static const Column column_columns[] = {
    MEMBER(STRING, "table_name", NULL, "Name of the table", ListedColumn, table),
    MEMBER(I64, "position", NULL, "Number of the column in the table, from 0", ListedColumn,
           position),
    MEMBER(STRING, "name", NULL, "Name of the column", ListedColumn, column.name),
    MEMBER(STRING, "type", NULL, "INTEGER, REAL, TEXT or BLOB; empty where it varies", ListedColumn,
           type),
    MEMBER(STRING, "unit", NULL, "Unit of the value; NULL where it has none", ListedColumn,
           column.unit),
    MEMBER(STRING, "refers_to", NULL, "Table whose id the column holds; NULL where it holds none",
           ListedColumn, column.references),
    MEMBER(BOOL, "hidden", NULL, "1 if SELECT * leaves it out", ListedColumn, hidden),
    MEMBER(BOOL, "is_argument", NULL, "1 if it is an argument of the table", ListedColumn,
           is_argument),
    MEMBER(STRING, "collation", NULL,
           "NOCASE where values are compared without regard to the case of ASCII letters, as the "
           "game compares them; else NULL",
           ListedColumn, collation),
    MEMBER(STRING, "reads", NULL,
           "How much of each file is read and checked if no column is asked for that needs more: "
           "'header', 'body' or 'file'; NULL where no file is opened",
           ListedColumn, reads),
    MEMBER(STRING, "documentation", NULL, "What the value is", ListedColumn, column.doc),
    MEMBER(BOOL, "stored", NULL,
           "1 if the file stores it and gamemap_edit can change it; gamemap_cells and "
           "gamemap_differences show such columns, and those that the file has in words or packed",
           ListedColumn, stored),
    MEMBER(STRING, "refusal", NULL, "Why it can't be edited; NULL where it can, and of arguments",
           ListedColumn, refusal),
    MEMBER(STRING, "also_called", NULL,
           "Its names in the public note on the format, where they are others", ListedColumn,
           column.also_called),
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

static bool listed_functions(Opening *opening) {
    List listed = {0};
    const Function *function;
    for (ModulePlace at = {0}; (function = next_function(&at));) {
        if (!list_push(opening->scratch, &listed, function, sizeof *function, opening->error)) {
            return false;
        }
    }
    return opening_set_rows(opening, listed.items, listed.count, sizeof(Function));
}

static Value function_format(const Row *row) {
    const Function *function = (const Function *)(const void *)row->record;
    const Argument *first = function->arguments;
    const Format *format = function->format || !first ? function->format : first->source;
    return value_text(format ? format->name : NULL);
}

static Value function_call(const Row *row) {
    const Function *function = (const void *)row->record;
    const char *takes = function->takes ? function->takes : "";
    const char *skip = takes_skip(function) ? " [, 'skip']" : "";
    return value_text(text_printed(row->scratch, "%s(%s%s)", function->name, takes, skip));
}

static const Column function_columns[] = {
    MEMBER(STRING, "name", NULL, "Name of the function", Function, name),
    GET("format", TEXT, NULL, "Format of the source; NULL where there is no source",
        function_format),
    GET("call", TEXT, NULL, "How it is called; optional arguments in brackets", function_call),
    MEMBER(STRING, "documentation", NULL, "What it gives", Function, doc),
    MEMBER(STRING, "example", NULL, "A query on the sample files, which `make demo` writes",
           Function, example),
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

const Module meta_module = {
    TABLES(&gamemap_files, &gamemap_paths, &gamemap_shadowed, &gamemap_findings, &gamemap_textures,
           &gamemap_references, &gamemap_opened, &gamemap_tables, &gamemap_columns,
           &gamemap_functions, &gamemap_help),
};
