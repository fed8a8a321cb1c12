#include "archive/archive.h"
#include "modules.h"
#include "meta/cells.h"
#include "meta/unreadable.h"

bool cells_have_table(const Table *table, const Format *format) {
    bool needs_arguments = false;
    for (int i = 0; i < table->argument_count; i++) {
        needs_arguments = needs_arguments || !table->arguments[i].optional;
    }
    return table->format && format_serves(table->format, format) && !table->row_file &&
           !table->about_extension && !table->looks_beside && !needs_arguments;
}

bool cells_find_table(Value name, const char *none, const Table **table, Error *error) {
    *table = table_named(name.bytes, name.length);
    if (*table) return true;
    const Table *called = table_called(name.bytes, name.length);
    if (!called) return fail(error, ERROR_ARGUMENT, "%s; gamemap_tables lists them", none);
    return fail(error, ERROR_ARGUMENT, "%s; in the public note %s is called %s", none, called->name,
                called->also_called);
}

bool cells_refuse_archive(const Document *document, Error *error) {
    if (document->name || !archive_format_of(document->format)) return true;
    return fail(error, ERROR_NOT_THIS_FORMAT,
                "an archive, whose files have rows where a path names it");
}

static bool open_table(CellTables *cells, const Table *table, CellScope scope, const Opening *given,
                       Arena *arena, Error *error) {
    CellTable *open = &cells->tables[cells->count];
    const Column *column;
    *open = (CellTable){
        .table = table,
        .columns = arena_alloc(arena, (uint64_t)table->column_count, sizeof *open->columns),
        .first_cell = cells->cell_count};
    if (!open->columns) return fail_memory(error, arena);
    for (int i = 0; (column = table_column(table, i)); i++) {
        bool is_listed = scope == CELLS_ALL     ? true
                         : scope == CELLS_FIRST ? column_is_first(table, column)
                                                : column_is_stored(table, column);
        if (is_listed) open->columns[open->column_count++] = column;
    }
    if (!open->column_count) return true;
    Opening opening = {.document = cells->document,
                       .arguments = table->argument_count ? &cells->arguments : NULL,
                       .is_plain = scope != CELLS_ALL,
                       .scratch = arena,
                       .array = &open->array,
                       .beside = given ? given->beside : NULL,
                       .ranges = given ? given->ranges : NULL,
                       .error = error};
    if (!table_rows(table, &opening)) return false;
    cells->cell_count += open->array.count * open->column_count;
    cells->count++;
    return true;
}

bool cells_open(CellTables *cells, Document *document, const char *name, CellScope scope,
                const Opening *given, Arena *arena, Error *error) {
    *cells = (CellTables){.document = document};
    const Unreadable *unreadable = as_unreadable(document);
    if (unreadable) {
        if (unreadable_owner(unreadable)) return true;
        *error = unreadable->error;
        return false;
    }
    const Table *table;
    uint64_t table_count = 0;
    for (ModulePlace at = {0}; next_table(&at);) table_count++;
    cells->tables = arena_alloc(arena, table_count, sizeof *cells->tables);
    if (!cells->tables) return fail_memory(error, arena);
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (!cells_have_table(table, document->format)) continue;
        if (name && strcmp(name, table->name) != 0) continue;
        if (arena_interrupted(arena)) return fail_interrupted(error);
        bool done = open_table(cells, table, scope, given, arena, error);
        if (!done && !(given && given->skips && error_is_skippable(error))) return false;
    }
    return true;
}

const CellTable *cells_table_of(const CellTables *cells, uint64_t cell) {
    uint64_t next;
    BISECT(next, 1, cells->count, cells->tables[next].first_cell <= cell);
    return &cells->tables[next - 1];
}

const Row *cells_row(CellTables *cells, const CellTable *table, uint64_t index, Arena *scratch,
                     const Row *like) {
    Row *row = &cells->row;
    if (cells->row_table == table && row->index == index && row->scratch == scratch) return row;
    *row = like ? *like : (Row){.scratch = scratch};
    row->document = cells->document;
    row->array = &table->array;
    row->notes = &cells->notes;
    row->room = NULL;
    cells->row_table = table;
    row_go_to(row, index);
    return row;
}
