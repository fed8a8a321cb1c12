/* See references.h. */
#include "meta/references.h"
#include "codec/text.h"
#include "core/hash_map.h"
#include "meta/cells.h"
#include "modules.h"
#include "text/text_file.h"

typedef struct Listing {
    const Opening *opening;
    const char *places;
    List *references;
    Map names; /* ReferenceName by the address of the kind and the text */
    bool has_places;
    const Document *aliases; /* the table of other names in the places, once it was looked for */
    bool knows_aliases;
} Listing;

/* ---- Where the game finds a name ------------------------------------------------------------- */

/* Finds the place in the order in which the game looks. All names of a file are looked for in the
** same places. */
static bool set_places(Listing *listing, const NameKind *kind) {
    const FilesBeside *beside = listing->opening->beside;
    Error *error = listing->opening->error;
    if (listing->has_places) return true;
    listing->has_places = true;
    return listing->places ? beside->add_roots(beside, listing->places, kind->below, error)
                           : beside->add_own_root(beside, kind->within, error);
}

/* Tells whether bytes in CP949 are the same name; a letter of two bytes has no case. */
static bool same_korean(const uint8_t *one, const uint8_t *other, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool is_pair = one[i] >= 0x80 && i + 1 < length;
        if (fold_byte(one[i]) != fold_byte(other[i])) return false;
        if (is_pair && one[i + 1] != other[i + 1]) return false;
        i += is_pair;
    }
    return true;
}

/* Finds the other name that a table, lines NAME#OTHER#, gives to a name; false: it gives none. */
static bool find_alias(const Document *table, const uint8_t *name, size_t length, FileName *other) {
    const uint8_t *at = table->bytes, *end = at + table->size;
    while (at < end) {
        const uint8_t *line = at, *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        at = line_end + 1;
        const uint8_t *behind = memchr(line, '#', (size_t)(line_end - line));
        if (!behind || (size_t)(behind - line) != length) continue;
        const uint8_t *last = memchr(behind + 1, '#', (size_t)(line_end - behind - 1));
        if (!last || !same_korean(line, name, length)) continue;
        other->bytes = behind + 1;
        other->size = (size_t)(last - behind - 1);
        other->encoding = ENCODING_CP949;
        return true;
    }
    return false;
}

/* Replaces a name by the one that the client's table has for it. */
static bool apply_alias(Listing *listing, ReferenceName *name, FileName *wanted) {
    const Opening *opening = listing->opening;
    const FilesBeside *beside = opening->beside;
    enum { NAME_MOST = 512 };
    uint8_t bytes[NAME_MOST];
    uint64_t used;
    if (!listing->knows_aliases) {
        const char *file = name->kind->renamed_by;
        const FileName table = {"", (const uint8_t *)file, strlen(file), FILE_NAME_UTF8, NULL};
        FoundFile found;
        listing->knows_aliases = true;
        if (!beside->find(beside, &table, &found, opening->error)) return false;
        if (found.path) {
            listing->aliases = beside->open_found(beside, &found, &text_format, opening->error);
            if (!listing->aliases) return false;
        }
    }
    bool is_encoded =
        listing->aliases &&
        text_encode(ENCODING_CP949, name->text, name->length, bytes, sizeof bytes, &used) &&
        used <= sizeof bytes;
    if (is_encoded && find_alias(listing->aliases, bytes, (size_t)used, wanted)) {
        name->rule = "resnametable";
    }
    return true;
}

/* Tells whether a name can be that of a file. */
static bool may_be_found(const ReferenceName *name) {
    const NameKind *kind = name->kind;
    for (uint32_t i = 0; i < name->length; i++) {
        uint8_t byte = (uint8_t)name->text[i];
        if (byte < 0x20) return false;
        if (kind->is_flat && (byte == '/' || byte == '\\')) return false;
    }
    return true;
}

static bool find_name(Listing *listing, ReferenceName *name) {
    const Opening *opening = listing->opening;
    const NameKind *kind = name->kind;
    const FilesBeside *beside = opening->beside;
    FoundFile found = {0};
    FileName wanted = {kind->folder ? kind->folder : "", (const uint8_t *)name->text, name->length,
                       FILE_NAME_UTF8, NULL};
    if (!may_be_found(name)) return true;
    if (!set_places(listing, kind)) return false;
    if (kind->renamed_by && !apply_alias(listing, name, &wanted)) return false;
    if (kind->prefix && !text_begins(name->text, name->length, kind->prefix)) {
        size_t before = strlen(kind->prefix);
        char *whole = arena_alloc(opening->scratch, before + name->length, 1);
        if (!whole) return fail_memory(opening->error, opening->scratch);
        memcpy(whole, kind->prefix, before);
        memcpy(whole + before, name->text, name->length);
        wanted.bytes = (const uint8_t *)whole;
        wanted.size = before + name->length;
    }
    for (int i = 0; i < NAME_STAGES_MAX && !found.path && (!i || kind->stages[i]); i++) {
        wanted.endings = kind->stages[i];
        if (!beside->find(beside, &wanted, &found, opening->error)) return false;
    }
    name->path = found.path;
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
    if (!place || (!*place && !name)) {
        fail_memory(opening->error, arena);
        return NULL;
    }
    if (*place) {
        arena_release(arena, key);
        return *place;
    }
    *place = name;
    *name = (ReferenceName){.kind = named->kind,
                            .text = key + sizeof named->kind,
                            .length = length,
                            .rule = named->kind->rule};
    bool is_asked = !opening->is_plain && opening->beside;
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
    Reference *reference =
        name ? list_add(opening->scratch, listing->references, sizeof *reference) : NULL;
    if (!name) return false;
    if (!reference) return fail_memory(opening->error, opening->scratch);
    bool is_stored = column && column_is_stored(table, column);
    uint64_t offset = table->byte_offset ? table->byte_offset(row) : NO_OFFSET;
    if (is_stored && cell_place(table, column, row, &place)) offset = place.offset;
    *reference = (Reference){.table = table->name,
                             .column = column ? column->name : "file",
                             .row = row->index,
                             .offset = offset,
                             .name = name,
                             .is_needed = named->is_needed};
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
    Value value = cell_value(column, row, &no_memory);
    if (lines) {
        if (value.type != VALUE_TEXT || !lines->tells(value, &named)) return true;
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

/* Returns what tells of the lines of a text; NULL: nothing, or it isn't one. */
static const LineNames *find_line_names(const Document *document) {
    if (document->format != &text_format || !document->name) return NULL;
    for (int m = 0; m < module_count; m++) {
        for (int i = 0; i < modules[m]->line_name_count; i++) {
            const LineNames *names = &modules[m]->line_names[i];
            if (text_has_ending(document->name, names->ending)) return names;
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

bool references_list(const Opening *opening, const char *places, List *references) {
    Listing listing = {.opening = opening, .places = places, .references = references};
    const Format *format = opening->document->format;
    const LineNames *lines = find_line_names(opening->document);
    bool done = true;
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; done && t < modules[m]->table_count; t++) {
            const Table *table = modules[m]->tables[t];
            if (!lines && !names_files(table)) continue;
            if (cells_have_table(table, format)) done = add_table(&listing, table, lines);
        }
    }
    if (listing.aliases) {
        opening->beside->close(opening->beside, (Document *)(uintptr_t)listing.aliases);
    }
    return done;
}
