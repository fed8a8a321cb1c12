/* gamemap_references and gamemap_textures: what other files a file names, and where the game finds
** them. */
#include "archive/archive.h"
#include "meta/cells.h"
#include "meta/tables.h"
#include "meta/unreadable.h"
#include "modules.h"
#include "table/naming.h"
#include "text/text_file.h"

/* A name that is looked for once, however often the file has it. */
typedef struct ReferenceName {
    const NameKind *kind;
    const char *text; /* `length` bytes of UTF-8 */
    uint32_t length;
    const char *path; /* where it is found; NULL: it is missing, or nobody asked */
    const char *rule;
} ReferenceName;

typedef struct Reference {
    const char *table, *column;
    uint64_t row;
    uint64_t offset; /* of the cell in the file; NO_OFFSET: it has no place */
    const ReferenceName *name;
    bool is_needed;
} Reference;

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
        if (interrupted_at(listing->opening->scratch, i, listing->opening->error)) return false;
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

bool unreadable_may_name(const Unreadable *file) {
    const char *name = file->document.name;
    if (unreadable_owner(file) || unreadable_is_of_no_format(file)) return false;
    if (!name || error_is_not_its_own(&file->error)) return true;
    if (archive_has_ending(name, strlen(name))) return true; /* one that an order has */
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        const Format *format = table->format;
        bool is_its = file->detected ? cells_have_table(table, file->detected)
                                     : format && format_has_ending(format, name, strlen(name));
        if (is_its && names_files(table)) return true;
    }
    return false;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Lists what the file names, as Reference in scratch memory, and looks it up unless the opening is
** plain: in what the argument `name` says, or, if that is NULL, where the game has it by the place
** of the file. */
static bool list_references(Opening *opening, const char *name, List *references) {
    Listing listing = {.opening = opening, .references = references};
    const Unreadable *file = as_unreadable(opening->document);
    if (file) {
        if (unreadable_may_name(file)) *opening->error = file->error;
        return !opening->error->kind;
    }
    const LineNames *lines = find_line_names(opening->document);
    const Table *table;
    if (!cells_refuse_archive(opening->document, opening->error) ||
        !names_take_places(opening, name, opening->arguments->values[0], &listing.places)) {
        return false;
    }
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (!lines && !names_files(table)) continue;
        if (cells_have_table(table, opening->document->format) &&
            !add_table(&listing, table, lines)) {
            return false;
        }
    }
    return true;
}

static bool reference_rows(Opening *opening) {
    List references = {0};
    return list_references(opening, "places", &references) &&
           opening_set_rows(opening, references.items, references.count, sizeof(Reference));
}

ROW_RECORD(Reference, reference_of)

static Value reference_kind(const Row *row) {
    return value_name(reference_of(row)->name->kind->name);
}

static Value reference_name(const Row *row) {
    const ReferenceName *name = reference_of(row)->name;
    return value_text_of(name->text, name->length);
}

static const Column reference_columns[] = {
    MEMBER(STRING, "table_name", NULL, "The table whose cell names the file", Reference, table),
    MEMBER(U64, "row_id", NULL, "Its row there: the id", Reference, row),
    MEMBER(STRING, "column_name", NULL,
           "Its column there; 'file' where it follows from the file's own name", Reference, column),
    GET("kind", TEXT, NULL, "What is named: texture, model, sound, script, blueprint ...",
        reference_kind),
    GET("name", TEXT, NULL,
        "The name as the file has it, without a folder or an ending that the game adds; for a "
        "number, and for a map's music, the name in the list that the game has of them",
        reference_name, .nocase = true, .with_nul = true),
    POINTED(
        MEMBER_STRING, "path", NULL,
        "The file as it was found in `places`, or without that where the game has it by the place "
        "of this file; NULL if it is missing",
        Reference, name, offsetof(ReferenceName, path), .prepare = prepared_with_rows,
        .of_source = true),
    POINTED(
        MEMBER_STRING, "rule", NULL,
        "How the game finds it: a short name, which the guide explains; 'resnametable' where that "
        "table gives another name",
        Reference, name, offsetof(ReferenceName, rule), .prepare = prepared_with_rows,
        .of_source = true),
    MEMBER(BOOL, "needed", NULL,
           "1 if without it something isn't shown, heard or done; 0 if the game does without, or "
           "never opens it",
           Reference, is_needed, .prepare = prepared_with_rows, .of_source = true),
};

const Table gamemap_references = {
    .name = "gamemap_references",
    .asked_as = "use unused need needs dependency orphan",
    .of_contents = true,
    .skipped_as = &naming_format,
    .doc = "What other files a file names, one row for each place that names one, and where the "
           "game finds them: textures, models, sounds, scripts, blueprints and whatever else is "
           "named by a cell of any table.",
    .example = "SELECT kind, name, path FROM gamemap_references('samples/town.rsw') "
               "WHERE needed GROUP BY 1, 2",
    .names_files = true,
    COLUMNS(reference_columns),
    ARGUMENTS(
        {"places",
         "Where the game's files are: a folder or an archive, or a JSON array of those, the first "
         "of which that has a file wins; that none of them is there is an error. Without it, where "
         "the game has them by the place of the file: of Neverwinter Nights beside it, then in all "
         "folders of the folder or archive that is asked",
         .optional = true}),
    .typical_rows = 100,
    .rows = reference_rows,
    OFFSET_MEMBER(Reference, offset),
};

/* Keeps the textures that the file has a row for, or in Neverwinter Nights each name once: many
** meshes show one texture. */
static bool texture_rows(Opening *opening) {
    List references = {0};
    Map seen = {0};
    uint64_t kept = 0;
    if (!list_references(opening, "data", &references)) return false;
    Reference *items = references.items;
    for (uint64_t i = 0; i < references.count; i++) {
        const ReferenceName *name = items[i].name;
        if (strcmp(name->kind->name, "texture") != 0) continue;
        if (name->kind->is_flat) {
            char *folded = text_folded(opening->scratch, name->text, name->length);
            void **place = folded ? map_place(&seen, opening->scratch, folded, name->length) : NULL;
            if (!place) return fail_memory(opening->error, opening->scratch);
            arena_release(opening->scratch, folded);
            if (*place) continue;
            *place = items;
        }
        items[kept++] = items[i];
    }
    return opening_set_rows(opening, items, kept, sizeof(Reference));
}

static const Column texture_columns[] = {
    GET("name", TEXT, NULL, "Name as the file has it", reference_name, .nocase = true),
    POINTED(
        MEMBER_STRING, "texture_path", NULL,
        "The texture's file as it was found in `data`, or without that beside the file; NULL if it "
        "is missing",
        Reference, name, offsetof(ReferenceName, path), .prepare = prepared_with_rows,
        .of_source = true),
};

const Table gamemap_textures = {
    .name = "gamemap_textures",
    .asked_as = "missing texture",
    .of_contents = true,
    .skipped_as = &naming_format,
    .doc = "The textures that a file names, and where they are found: the rows of "
           "gamemap_references of that kind, of models (MDL) of Neverwinter Nights and exteriors "
           "(TRN) of Neverwinter Nights 2 each name once. A world (RSW) has none: its "
           "ground and its models name them, so ask gamemap_textures of the gnd_file "
           "and of each model_path of rsw_models.",
    .example = "SELECT file, name FROM gamemap_textures('samples/*.mdl') "
               "WHERE texture_path IS NULL",
    .names_files = true,
    COLUMNS(texture_columns),
    ARGUMENTS(
        {"data",
         "Where the game's files are: a path such as 'client/data.grf/data', below which "
         "Ragnarok Online has texture/, or 'client/data.grf', or 'client/data/texture' itself, or "
         "a JSON array of such paths, the first of which that has a texture wins; that none of "
         "them is there is an error",
         .optional = true}),
    .typical_rows = 20,
    .rows = texture_rows,
    OFFSET_MEMBER(Reference, offset),
};
