/* gamemap_cells: every cell of every table of a file as a row. */
#include "modules.h"
#include "meta/cells.h"

bool cells_name_table(Value value, const Table **table, Error *error) {
    *table = NULL;
    if (value.type == VALUE_NULL) return true;
    if (value.type != VALUE_TEXT) return fail(error, ERROR_ARGUMENT, "of_table isn't text");
    return cells_find_table(value, "of_table isn't the name of a table", table, error);
}

bool cells_take_table(Value value, CellScope scope, const Table **table, Error *error) {
    if (!cells_name_table(value, table, error)) return false;
    bool has_cells = !*table || scope != CELLS_FIRST;
    const Column *column;
    for (int i = 0; !has_cells && (column = table_column(*table, i)); i++) {
        has_cells = column_is_first(*table, column);
    }
    if (has_cells) return true;
    const char *name = (*table)->name, *others = (*table)->again;
    if (others) {
        return fail(error, ERROR_ARGUMENT,
                    "of_table: what %s shows is stored once and counted in %s", name, others);
    }
    return fail(error, ERROR_ARGUMENT,
                "of_table: %s has no cells of its own, since all that it shows is computed", name);
}

static bool take_scope(Value value, CellScope *scope, Error *error) {
    static const char *const names[] = {
        [CELLS_FIRST] = "stored", [CELLS_STORED] = "every", [CELLS_ALL] = "all"};
    *scope =
        value.type == VALUE_NULL ? CELLS_FIRST : (CellScope)value_word(value, names, LENGTH(names));
    return *scope < LENGTH(names) ||
           fail(error, ERROR_ARGUMENT, "scope is neither 'stored' nor 'every' nor 'all'");
}

static bool cell_rows(Opening *opening) {
    const Value *values = opening->arguments->values;
    Arena *scratch = opening->scratch;
    CellTables *cells = arena_alloc(scratch, 1, sizeof *cells);
    const Table *table;
    CellScope scope;
    if (!cells) return fail_memory(opening->error, scratch);
    if (!take_scope(values[1], &scope, opening->error) ||
        !cells_refuse_archive(opening->document, opening->error) ||
        !cells_take_table(values[0], scope, &table, opening->error) ||
        !cells_open(cells, opening->document, table ? table->name : NULL, scope, opening, scratch,
                    opening->error)) {
        return false;
    }
    opening->array->records = cells;
    opening->array->count = cells->cell_count;
    return true;
}

/* A cell as a row of gamemap_cells has it. */
typedef struct Cell {
    const CellTable *table;
    const Column *column;
    uint64_t row;
} Cell;

static CellTables *cells_of(const Row *row) {
    return (CellTables *)(uintptr_t)row->record;
}

static Cell cell_of(const Row *row) {
    const CellTable *table = cells_table_of(cells_of(row), row->index);
    uint64_t number = row->index - table->first_cell;
    return (Cell){table, table->columns[number % table->column_count],
                  number / table->column_count};
}

static Value cell_table(const Row *row) {
    return value_name(cell_of(row).table->table->name);
}

static Value cell_row(const Row *row) {
    return value_integer((int64_t)cell_of(row).row);
}

static Value cell_column(const Row *row) {
    return value_name(cell_of(row).column->name);
}

static Value cell_type(const Row *row) {
    return value_name(sql_type_name(cell_of(row).column->type));
}

static const Row *row_of(const Row *row, const Cell *cell) {
    return cells_row(cells_of(row), cell->table, cell->row, row->scratch, row);
}

static Value value_of_cell(const Row *row) {
    const Cell cell = cell_of(row);
    bool no_memory = false;
    return cell_value(cell.column, row_of(row, &cell), &no_memory);
}

static bool place_of_cell(const Row *row, CellPlace *place) {
    const Cell cell = cell_of(row);
    return cell_place(cell.table->table, cell.column, row_of(row, &cell), place);
}

static Value cell_offset(const Row *row) {
    CellPlace place;
    return place_of_cell(row, &place) ? value_integer((int64_t)place.offset) : value_null();
}

static Value cell_bytes(const Row *row) {
    CellPlace place;
    FilePart words, text;
    Error none = {0};
    if (!place_of_cell(row, &place)) return value_null();
    const Document *document = cells_of(row)->document;
    if (place.words &&
        document->format->spell(document, &place, NULL, row->scratch, &words, &text, &none)) {
        return value_integer((int64_t)words.size);
    }
    return value_integer(place.bytes);
}

static void find_table_cells(const Seek *seek, RowRange *range) {
    const CellTables *cells = seek->array->records;
    const KeyRange *name = &seek->ranges[0];
    if (!name->text) return;
    range->end = range->first;
    for (uint32_t i = 0; i < cells->count; i++) {
        const CellTable *table = &cells->tables[i];
        size_t length = strlen(table->table->name);
        if (!text_same(table->table->name, length, name->text, name->text_length)) continue;
        range->first = table->first_cell;
        range->end = table->first_cell + table->array.count * table->column_count;
    }
}

static const Column cell_columns[] = {
    GET("table_name", TEXT, NULL, "The table that shows it", cell_table),
    GET("row_id", INTEGER, NULL, "Its row there: the id", cell_row),
    GET("column_name", TEXT, NULL, "Its column there", cell_column),
    GET("type", TEXT, NULL, "Type of the column: INTEGER, REAL, TEXT or BLOB", cell_type),
    GET("value", ANY, NULL, "What the table shows there", value_of_cell, .of_source = true),
    GET("byte_offset", INTEGER, "bytes",
        "Where the file stores it: the offset of the field in the file, or in the inflated packet; "
        "NULL where it isn't stored",
        cell_offset),
    GET("bytes", INTEGER, "bytes", "Size of the field; NULL where it isn't stored", cell_bytes),
};

const Table gamemap_cells = {
    .name = "gamemap_cells",
    .doc =
        "Every cell of every table of a file, one row each, whatever its format: a search of all "
        "that the files store. Each field is listed once: not again as the number behind a "
        "reference or as single bits.",
    .example = "SELECT file, table_name, row_id, column_name, value "
               "FROM gamemap_cells('samples/*') WHERE value LIKE '%grass%'",
    COLUMNS(cell_columns),
    ARGUMENTS(
        {"of_table", "Argument: the name of a table; without it, all tables", .optional = true},
        {"scope",
         "Argument: 'stored' (default) for what the file stores, each field once, 'every' for all "
         "columns that show a field, as the number behind a reference, or 'all' for computed "
         "columns, too",
         .optional = true}),
    .typical_rows = 100000,
    .of_contents = true,
    .names_files = true,
    .rows = cell_rows,
    .indexes = {{.keys = {"table_name"}, .rows_per_key = 10000, .find = find_table_cells}},
};
