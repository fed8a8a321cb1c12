#include "meta/references.h"
#include "meta/cells.h"
#include "modules.h"
#include "text/text_file.h"

typedef struct Listing {
    const Opening *opening;
    const char *places;
    List *references;
    Map names;               /* of ReferenceName, by the address of a kind and a text */
    bool has_places;         /* names_begin() was called: names of a file share places */
    const NameKind *decided; /* the last kind that was asked whether it is needed */
    bool is_needed;
} Listing;

/* ---- Names ----------------------------------------------------------------------------------- */

/* Tells whether such a name stands in another file, by the number or name that this one has. */
static bool names_come_from_list(const NameKind *kind) {
    return kind->renamed_by && kind->renamed_by->is_source;
}

static bool find_name(Listing *listing, ReferenceName *name) {
    const Opening *opening = listing->opening;
    const NameSearch search = {opening->beside, opening->scratch, opening->error};
    FoundName found;
    if (!listing->has_places && !names_begin(&search, name->kind, listing->places)) return false;
    listing->has_places = true;
    if (!names_find(&search, name->kind, name->text, name->length, &found)) return false;
    if (name->kind->needs && name->kind != listing->decided) {
        listing->decided = name->kind;
        if (!name->kind->needs(&search, opening->document, &listing->is_needed)) return false;
    }
    name->path = found.file.path;
    name->rule = found.rule;
    if (names_come_from_list(name->kind)) {
        name->text = found.other.bytes;
        name->length = found.other.length;
    }
    return true;
}

/* Returns what is known of a name; NULL: the error is set. */
static ReferenceName *know_name(Listing *listing, const Named *named) {
    const Opening *opening = listing->opening;
    Arena *arena = opening->scratch;
    uint32_t length = named->name.length;
    char *key = arena_alloc(arena, sizeof named->kind + length, 1);
    if (key) {
        memcpy(key, &named->kind, sizeof named->kind);
        memcpy(key + sizeof named->kind, named->name.bytes, length);
    }
    void **place = key ? map_place(&listing->names, arena, key, sizeof named->kind + length) : NULL;
    ReferenceName *name = place && !*place ? arena_piece(arena, sizeof *name) : NULL;
    if (!place || (!*place && !name)) return null_after(fail_memory(opening->error, arena));
    if (*place) {
        arena_release(arena, key);
        return *place;
    }
    *place = name;
    *name = (ReferenceName){.kind = named->kind,
                            .text = key + sizeof named->kind,
                            .length = length,
                            .rule = named->kind->rule};
    bool is_asked = (!opening->is_plain || names_come_from_list(named->kind)) && opening->beside;
    return !is_asked || find_name(listing, name) ? name : NULL;
}

/* ---- What a file names ----------------------------------------------------------------------- */

static bool add_reference(Listing *listing, const Table *table, const Column *column,
                          const Row *row, const Named *named) {
    const Opening *opening = listing->opening;
    CellPlace place;
    if (row->scratch->failed) return fail_memory(opening->error, row->scratch);
    if (!named->kind || !named->name.length || named->name.type == VALUE_NULL) return true;
    if (named->kind->is_flat && text_is(named->name.bytes, named->name.length, "null")) return true;
    const ReferenceName *name = know_name(listing, named);
    if (!name) return false;
    if (names_come_from_list(name->kind) && !name->text) return true;
    Reference *reference = list_add(opening->scratch, listing->references, sizeof *reference);
    if (!reference) return fail_memory(opening->error, opening->scratch);
    bool is_stored = column && column_is_stored(table, column);
    uint64_t offset = record_offset(table, row);
    if (is_stored && cell_place(table, column, row, &place)) offset = place.offset;
    *reference = (Reference){.table = table->name,
                             .column = column ? column->name : "file",
                             .row = row->index,
                             .offset = offset,
                             .name = name,
                             .is_needed = named->is_needed ||
                                          (named->kind == listing->decided && listing->is_needed)};
    return true;
}

static bool add_told(Listing *listing, const Table *table, const Column *column, const Row *row,
                     bool (*tells)(const Row *row, uint32_t number, Named *named)) {
    Named named = {0};
    for (uint32_t number = 0; tells(row, number, &named); number++) {
        if (!add_reference(listing, table, column, row, &named)) return false;
        arena_reset(row->scratch);
    }
    return !row->scratch->failed || fail_memory(listing->opening->error, row->scratch);
}

static bool add_cell(Listing *listing, const Table *table, const Column *column, const Row *row,
                     const LineNames *lines) {
    bool no_memory = false;
    Named named = {0};
    if (column->tells) return add_told(listing, table, column, row, column->tells);
    if (!column->names && !lines) return true;
    Need need = column->need ? column->need(row) : NEEDED;
    if (need == NAMES_NOTHING) return true;
    char number[24];
    Value value = cell_value(column, row, &no_memory);
    if (value.type == VALUE_INTEGER) {
        print_text(number, sizeof number, "%" PRId64, value.integer);
        value = value_text(number);
    }
    if (lines) {
        if (value.type != VALUE_TEXT || !names_in_line(lines, value, &named)) return true;
    } else {
        named = name_of_kind(column->names, value);
        named.is_needed &= need == NEEDED;
    }
    return add_reference(listing, table, column, row, &named);
}

static bool add_rows(Listing *listing, const Table *table, const Array *array, Arena *scratch,
                     const LineNames *lines) {
    RowNotes notes;
    const Column *column;
    char room[ROW_ROOM];
    Row row = {.document = listing->opening->document,
               .array = array,
               .notes = &notes,
               .scratch = scratch,
               .room = room};
    for (uint64_t i = 0; i < array->count; i++) {
        if (arena_interrupted_at(listing->opening->scratch, i)) {
            return fail_interrupted(listing->opening->error);
        }
        row_go_to(&row, i);
        if (table->file_tells && !add_told(listing, table, NULL, &row, table->file_tells)) {
            return false;
        }
        for (int c = 0; c < table->column_count; c++) {
            column = &table->columns[c];
            bool is_line = lines && column->type == TEXT && column->stored == CELL_WRITTEN;
            if (!add_cell(listing, table, column, &row, is_line ? lines : NULL)) return false;
        }
        arena_reset(scratch);
    }
    return true;
}

static bool names_files(const Table *table) {
    for (int i = 0; i < table->column_count; i++) {
        if (table->columns[i].names || table->columns[i].tells) return true;
    }
    return table->file_tells;
}

/* Returns what finds names in the lines of a text; NULL: nothing, or it isn't one. */
static const LineNames *find_line_names(const Document *document) {
    if (document->format != &text_format || !document->name) return NULL;
    for (int m = 0; m < module_count; m++) {
        for (int i = 0; i < modules[m]->line_name_count; i++) {
            const LineNames *names = &modules[m]->line_names[i];
            const char *name = document->name, *beginning = names->beginning;
            if (beginning && !text_begins(name, strlen(name), beginning)) continue;
            if (text_has_ending(name, names->ending)) return names;
        }
    }
    return NULL;
}

static bool add_table(Listing *listing, const Table *table, const LineNames *lines) {
    const Opening *given = listing->opening;
    const Arguments arguments = {0};
    Array array = {0};
    Arena scratch = {.host = given->scratch->host};
    Opening opening = {.document = given->document,
                       .arguments = table->argument_count ? &arguments : NULL,
                       .is_plain = true,
                       .scratch = given->scratch,
                       .array = &array,
                       .ranges = given->ranges,
                       .error = given->error};
    if (!table_rows(table, &opening)) return false;
    bool done = add_rows(listing, table, &array, &scratch, lines);
    arena_clear(&scratch);
    return done;
}

bool references_may_be_in(const Unreadable *file) {
    const char *name = file->document.name;
    if (unreadable_owner(file) || unreadable_is_of_no_format(file)) return false;
    if (!name || error_is_not_its_own(&file->error)) return true;
    const Table *table;
    for (TablePlace at = {0}; (table = next_table(&at));) {
        const Format *format = table->format;
        bool is_its = file->detected ? cells_have_table(table, file->detected)
                                     : format && format_has_ending(format, name, strlen(name));
        if (is_its && names_files(table)) return true;
    }
    return false;
}

bool references_list(const Opening *opening, const char *places, List *references) {
    Listing listing = {.opening = opening, .places = places, .references = references};
    const Format *format = opening->document->format;
    const LineNames *lines = find_line_names(opening->document);
    const Table *table;
    for (TablePlace at = {0}; (table = next_table(&at));) {
        if (!lines && !names_files(table)) continue;
        if (cells_have_table(table, format) && !add_table(&listing, table, lines)) return false;
    }
    return true;
}
