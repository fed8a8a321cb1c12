#include "modules.h"
#include "meta/edit.h"
#include "meta/unreadable.h"

#include <stdlib.h>

typedef struct EditChange {
    CellTables *table; /* open */
    const Column *column;
    uint64_t row;
    uint64_t offset;
    uint32_t part, size;
    uint32_t new_size; /* of texts it may differ from `size` */
    uint32_t bits;     /* not 0: only these bits of the number */
    bool is_null;      /* the new value */
    bool is_new;       /* false: it equals the stored one */
    bool is_length;    /* it is the length of a text that becomes shorter, not a cell */
    const uint8_t *bytes;
} EditChange;

/* ---- Naming cells ---------------------------------------------------------------------------- */

static bool check_table(const Edit *edit, const Table *table, Error *error) {
    const Format *format = edit->document->format;
    if (table->format && !format_serves(table->format, format)) {
        return fail(error, ERROR_ARGUMENT, "%s shows %s files, but this is %s %s file", table->name,
                    table->format->name, format_article(format->name), format->name);
    }
    if (edit->document->is_text && !format->spell) {
        return fail(error, ERROR_ARGUMENT,
                    "this file is text, so that its cells can't be edited; a text editor can");
    }
    if (!cells_have_table(table, format)) {
        return fail(error, ERROR_ARGUMENT, "%s can't be edited: it is computed, not stored",
                    table->name);
    }
    return true;
}

static bool open_edit_table(Edit *edit, const Table *table, CellTables **found, Error *error) {
    CellTables *made = arena_alloc(edit->arena, 1, sizeof *made);
    if (!made) return fail_memory(error, edit->arena);
    if (!cells_open(made, edit->document, table->name, CELLS_ALL, NULL, edit->arena, error)) {
        return false;
    }
    *found = made;
    return list_push(edit->arena, &edit->tables, &made, sizeof made, error);
}

static bool find_table(Edit *edit, Value name, CellTables **found, Error *error) {
    CellTables *const *tables = edit->tables.items;
    if (name.type != VALUE_TEXT) return fail(error, ERROR_ARGUMENT, "the table's name isn't text");
    for (uint64_t i = edit->tables.count; i--;) {
        if (value_is_text(name, tables[i]->tables->table->name)) {
            *found = tables[i];
            return true;
        }
    }
    const Table *table;
    return cells_find_table(name, "there is no such table", &table, error) &&
           check_table(edit, table, error) && open_edit_table(edit, table, found, error);
}

static bool take_column(const Table *table, Value name, const Column **column, Error *error) {
    if (name.type != VALUE_TEXT) return fail(error, ERROR_ARGUMENT, "the column's name isn't text");
    *column = find_column(table, name.bytes, name.length);
    if (!*column) *column = added_column(name.bytes, name.length);
    const Column *called = *column ? NULL : column_called(table, name.bytes, name.length);
    if (called) {
        return fail(error, ERROR_ARGUMENT,
                    "%s has no such column; in the public note %s is called %s", table->name,
                    called->name, called->also_called);
    }
    if (!*column) return fail(error, ERROR_ARGUMENT, "%s has no such column", table->name);
    const char *refusal = column_refusal(table, *column);
    if (!refusal) return true;
    return fail(error, ERROR_ARGUMENT, "%s.%s can't be edited: %s", table->name, (*column)->name,
                refusal);
}

static bool take_row(const CellTable *table, Value id, uint64_t *row, Error *error) {
    int64_t number;
    if (!value_to_integer(id, &number)) {
        return fail(error, ERROR_ARGUMENT, "the id isn't an integer");
    }
    *row = (uint64_t)number;
    if (number >= 0 && *row < table->array.count) return true;
    return fail(error, ERROR_ARGUMENT, "%s has no row %" PRId64 ": it has %" PRIu64 " rows",
                table->table->name, number, table->array.count);
}

/* ---- Collecting ------------------------------------------------------------------------------ */

/* Fails with an error about a cell's value that names the cell. */
static bool fail_cell(const EditChange *change, ErrorKind kind, const char *why, Error *error) {
    return fail(error, kind, "%s.%s of row %" PRIu64 ": %s", change->table->tables->table->name,
                change->column->name, change->row, why);
}

/* Tells whether a value is what the cell shows, as far as its type can. */
static bool is_stored_value(Value stored, Value value) {
    int64_t integer;
    double real;
    if (stored.type == VALUE_INTEGER && value_to_integer(value, &integer)) {
        return stored.integer == integer;
    }
    if (stored.type == VALUE_REAL && value.type == VALUE_INTEGER && value_to_real(value, &real)) {
        return stored.real == real;
    }
    return values_equal(stored, value);
}

/* Adds the number that says how long a shorter text is. */
static bool add_length(Edit *edit, const EditChange *change, const CellPlace *text, uint32_t used,
                       Error *error) {
    CellPlace place = {.field = text->length_field, .bytes = text->length_bytes};
    uint8_t *bytes = arena_piece(edit->arena, place.bytes);
    EditChange *length = list_add(edit->arena, &edit->changes, sizeof *length);
    if (!bytes || !length) return fail_memory(error, edit->arena);
    *length = *change;
    if (!place_find(edit->document, &place)) place.bytes = 0; /* it always lies in a part */
    for (uint32_t i = 0; i < place.bytes; i++, used >>= 8) bytes[i] = (uint8_t)used;
    length->part = place.part;
    length->offset = place.offset;
    length->size = length->new_size = place.bytes;
    length->bytes = bytes;
    length->is_length = true;
    return true;
}

/* Finds the words that stand for a value in a text. A text or BLOB may have any length there. */
static bool spell_change(Edit *edit, EditChange *change, const CellPlace *place, Value value,
                         Error *error) {
    const Document *document = edit->document;
    FilePart content = {value.bytes, value.length}, words, text;
    bool is_blob = place->kind == CELL_BYTES;
    if (change->is_new && place->kind > CELL_BYTES) {
        uint8_t *bytes = arena_piece(edit->arena, place->bytes);
        uint32_t used;
        if (!bytes) return fail_memory(error, edit->arena);
        memset(bytes, 0, place->bytes);
        if (!cell_encode(change->column, place, value, bytes, &used, error)) return false;
        content = (FilePart){bytes, place->bytes};
    } else if (change->is_new && value.type != (is_blob ? VALUE_BLOB : VALUE_TEXT)) {
        return fail(error, ERROR_ARGUMENT, "the value isn't %s", is_blob ? "a BLOB" : "text");
    } else if (change->is_new && !is_blob && !text_is_utf8(value.bytes, value.length)) {
        return fail(error, ERROR_ARGUMENT, "the text isn't valid UTF-8");
    }
    const FilePart *given = change->is_new ? &content : NULL;
    if (!document->format->spell(document, place, given, edit->arena, &words, &text, error)) {
        return false;
    }
    change->is_new = text.bytes != words.bytes;
    change->offset = document_offset(document, words.bytes);
    change->size = (uint32_t)words.size;
    change->new_size = (uint32_t)text.size;
    change->bytes = text.bytes;
    return true;
}

static bool encode_change(Edit *edit, const Row *row, EditChange *change, Value value,
                          Error *error) {
    const Table *table = change->table->tables->table;
    CellPlace place;
    Error why = {0};
    bool no_memory = false;
    bool has_place = cell_place(table, change->column, row, &place);
    Value stored = cell_value(change->column, row, &no_memory);
    change->is_null = value.type == VALUE_NULL;
    change->is_new = !is_stored_value(stored, value);
    if (no_memory) return fail_memory(error, row->scratch);
    if (!has_place) {
        if (!change->is_new) return true;
        bool in_text = edit->document->is_text && !change->column->lies;
        const char *what = in_text ? "it can't be edited in a text; a text editor can"
                           : stored.type == VALUE_NULL
                               ? "this file doesn't store it"
                               : "what it shows is made of what is stored elsewhere";
        return fail_cell(change, ERROR_ARGUMENT, what, error);
    }
    if (place.words) {
        return spell_change(edit, change, &place, value, &why) ||
               fail_cell(change, why.kind, why.message, error);
    }
    change->part = place.part;
    change->offset = place.offset;
    change->size = change->new_size = place.bytes;
    change->bits = place.bits;
    change->bytes = place.field;
    if (!change->is_new) return true;
    uint8_t *bytes = arena_piece(edit->arena, place.bytes ? place.bytes : 1);
    if (!bytes) return fail_memory(error, edit->arena);
    if (place.bytes) memcpy(bytes, place.field, place.bytes);
    change->bytes = bytes;
    uint32_t used;
    if (!cell_encode(change->column, &place, value, bytes, &used, &why)) {
        return fail_cell(change, why.kind, why.message, error);
    }
    change->is_new = !place.bytes || memcmp(bytes, place.field, place.bytes) != 0;
    return used == place.bytes || !place.length_field ||
           add_length(edit, change, &place, used, error);
}

bool edit_add(Edit *edit, Value table, Value id, Value column, Value value, Error *error) {
    EditChange change = {0};
    const Unreadable *unreadable = as_unreadable(edit->document);
    if (unreadable) {
        *error = unreadable->error;
        return false;
    }
    if (!find_table(edit, table, &change.table, error) ||
        !take_column(change.table->tables->table, column, &change.column, error) ||
        !take_row(change.table->tables, id, &change.row, error)) {
        return false;
    }
    Arena scratch = {.host = edit->arena->host};
    const Row *row = cells_row(change.table, change.table->tables, change.row, &scratch, NULL);
    bool done = encode_change(edit, row, &change, value, error);
    arena_clear(&scratch);
    if (!done || !change.bytes) return done;
    return list_push(edit->arena, &edit->changes, &change, sizeof change, error);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static int compare_changes(const void *a, const void *b) {
    const EditChange *one = a, *other = b;
    if (one->part != other->part) return one->part < other->part ? -1 : 1;
    if (one->offset != other->offset) return one->offset < other->offset ? -1 : 1;
    if (one->size != other->size) return one->size < other->size ? -1 : 1;
    if (one->row != other->row) return one->row < other->row ? -1 : 1;
    return strcmp(one->column->name, other->column->name);
}

/* Keeps one of the rows that give a cell the same value again and again, as a join does. */
static void drop_repeated(List *list) {
    EditChange *changes = list->items;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        const EditChange *last = kept ? &changes[kept - 1] : NULL;
        bool is_repeated = last && !compare_changes(last, &changes[i]) &&
                           last->is_new == changes[i].is_new && last->bits == changes[i].bits &&
                           last->new_size == changes[i].new_size &&
                           !memcmp(last->bytes, changes[i].bytes, last->new_size);
        if (!is_repeated) changes[kept++] = changes[i];
    }
    list->count = kept;
}

/* Returns the bits of byte `at` of its field that a change writes. */
static uint8_t mask_of(const EditChange *change, uint64_t at) {
    return (uint8_t)(change->bits ? change->bits >> 8 * at : 0xFF);
}

static bool agree(const EditChange *one, const EditChange *other) {
    uint64_t end = one->offset + one->size;
    if (one->new_size != one->size || other->new_size != other->size) {
        return one->new_size == other->new_size && !memcmp(one->bytes, other->bytes, one->new_size);
    }
    for (uint64_t i = 0; i < other->size && other->offset + i < end; i++) {
        uint64_t k = other->offset - one->offset + i;
        if ((one->bytes[k] ^ other->bytes[i]) & mask_of(one, k) & mask_of(other, i)) return false;
    }
    return true;
}

/* Fails if the same bytes get two values. Of a column and another one that shows parts of it, one
** may be given as it is stored. */
static bool check_changes(const Edit *edit, Error *error) {
    const EditChange *changes = edit->changes.items;
    for (uint64_t i = 0; i < edit->changes.count; i++) {
        const EditChange *one = &changes[i];
        for (uint64_t k = i + 1; k < edit->changes.count; k++) {
            const EditChange *other = &changes[k];
            if (other->part != one->part || other->offset >= one->offset + one->size) break;
            if (arena_interrupted_at(edit->arena, k)) return fail_interrupted(error);
            bool same = other->column == one->column && other->table == one->table;
            if (agree(one, other) || (!same && one->is_new != other->is_new)) continue;
            return fail(error, ERROR_ARGUMENT, "two values for %s.%s of row %" PRIu64,
                        one->table->tables->table->name, one->column->name, one->row);
        }
    }
    return true;
}

/* Copies a part, which can take a while; NULL: the error is set. */
static uint8_t *copy_part(const FilePart *part, Arena *arena, Error *error) {
    enum { STEP_BYTES = 1 << 24 };
    uint8_t *copy = arena_alloc(arena, part->size, 1);
    if (!copy) fail_memory(error, arena);
    for (uint64_t at = 0; copy && at < part->size; at += STEP_BYTES) {
        uint64_t left = part->size - at;
        memcpy(copy + at, part->bytes + at, (size_t)(left < STEP_BYTES ? left : STEP_BYTES));
        if (!arena_interrupted(arena)) continue;
        return null_after(fail_interrupted(error));
    }
    return copy;
}

/* Puts the new words of a text where the old ones stand. */
static bool write_words(const Edit *edit, Arena *arena, FilePart *result, Error *error) {
    const Document *document = edit->document;
    const EditChange *changes = edit->changes.items;
    uint64_t size = document->size, from = 0;
    for (uint64_t i = 0; i < edit->changes.count; i++) size += changes[i].new_size;
    uint8_t *made = arena_alloc(arena, size, 1), *at = made;
    if (!made) return fail_memory(error, arena);
    for (uint64_t i = 0; i <= edit->changes.count; i++) {
        bool is_end = i == edit->changes.count;
        uint64_t end = is_end ? document->size : changes[i].offset;
        if (end < from) continue; /* another row has shown the same words */
        memcpy(at, document->bytes + from, (size_t)(end - from));
        at += end - from;
        if (is_end) break;
        memcpy(at, changes[i].bytes, changes[i].new_size);
        at += changes[i].new_size;
        from = end + changes[i].size;
    }
    *result = (FilePart){made, (uint64_t)(at - made)};
    return true;
}

/* Copies each part in which something changes, and writes the changes. */
static bool write_changes(const Edit *edit, uint8_t **contents, uint32_t count, Arena *arena,
                          Error *error) {
    const EditChange *changes = edit->changes.items;
    memset(contents, 0, count * sizeof *contents);
    for (uint64_t i = 0; i < edit->changes.count; i++) {
        const EditChange *change = &changes[i];
        uint8_t **content = &contents[change->part];
        if (!change->is_new) continue;
        if (!*content) {
            FilePart part;
            place_bytes(edit->document, change->part, &part);
            *content = copy_part(&part, arena, error);
            if (!*content) return false;
        }
        for (uint32_t k = 0; k < change->size; k++) {
            uint8_t mask = mask_of(change, k), *at = *content + change->offset + k;
            *at = (uint8_t)((*at & ~mask) | (change->bytes[k] & mask));
        }
    }
    return true;
}

static bool write_file(const Edit *edit, Arena *arena, FilePart *result, Error *error) {
    const Document *document = edit->document;
    if (document->is_text) return write_words(edit, arena, result, error);
    FilePart part;
    uint32_t count = 1;
    while (document->format->part && document->format->part(document, count - 1, &part)) count++;
    uint8_t **contents = arena_alloc(edit->arena, count, sizeof *contents);
    if (!contents) return fail_memory(error, edit->arena);
    if (!write_changes(edit, contents, count, arena, error)) return false;
    *result = (FilePart){contents[0] ? contents[0] : document->bytes, document->size};
    bool is_packed = false;
    for (uint32_t i = 1; i < count; i++) is_packed = is_packed || contents[i];
    if (!is_packed) return true;
    const uint8_t *file = result->bytes;
    return document->format->pack(document, file, (const uint8_t *const *)(contents + 1), arena,
                                  result, error);
}

/* ---- Checking -------------------------------------------------------------------------------- */

static bool fail_this_would(const EditChange *change, const char *what, Error *error) {
    return fail(error, ERROR_ARGUMENT, "this would %s: %s.%s of row %" PRIu64, what,
                change->table->tables->table->name, change->column->name, change->row);
}

/* Reads a changed cell of the new file again. */
static bool check_cell(const EditChange *change, CellTables *cells, Arena *scratch, Error *error) {
    const CellTable *table = cells->tables;
    CellPlace place;
    bool no_memory = false;
    const Row *row = cells_row(cells, table, change->row, scratch, NULL);
    bool has_place = cell_place(table->table, change->column, row, &place);
    if (has_place && place.words) {
        FilePart words, text;
        const Document *document = cells->document;
        if (!document->format->spell(document, &place, NULL, scratch, &words, &text, error)) {
            return false;
        }
        place.field = words.bytes;
        place.bytes = (uint32_t)words.size;
    }
    bool same_size =
        place.bytes == change->new_size || (place.length_bytes && place.bytes < change->size);
    if (!has_place || !same_size) {
        return fail_this_would(change, "change where the file stores the cell", error);
    }
    for (uint32_t i = 0; i < place.bytes; i++) {
        if ((place.field[i] ^ change->bytes[i]) & mask_of(change, i)) {
            return fail_this_would(change, "change which row the cell belongs to", error);
        }
    }
    Value value = cell_value(change->column, row, &no_memory);
    if (no_memory) return fail_memory(error, scratch);
    bool is_null = value.type == VALUE_NULL;
    if (is_null == change->is_null || place.kind == CELL_F32 || place.kind == CELL_F64) {
        return true;
    }
    return fail_this_would(change, is_null ? "read as NULL" : "not read as NULL", error);
}

/* Tells whether the changes name a cell, whose place in the old file is given. */
static bool is_named(const Edit *edit, const Column *column, uint64_t row, const CellPlace *place) {
    const EditChange *changes = edit->changes.items;
    uint64_t at;
    BISECT(at, 0, edit->changes.count,
           changes[at].part < place->part ||
               (changes[at].part == place->part && changes[at].offset < place->offset));
    for (; at < edit->changes.count; at++) {
        const EditChange *change = &changes[at];
        if (change->part != place->part || change->offset != place->offset) return false;
        if (change->column == column && change->row == row) return true;
    }
    return false;
}

/* Checks that cells of other rows, which may lie at the same bytes as those of a column that was
** changed, are as they were. */
static bool check_others(const Edit *edit, CellTables *table, const Column *column,
                         CellTables *made, Arena *scratch, Error *error) {
    const Table *own = table->tables->table;
    for (uint64_t i = 0; i < table->tables->array.count; i++) {
        CellPlace before, after;
        if (arena_interrupted_at(scratch, i)) return fail_interrupted(error);
        arena_reset(scratch);
        if (!cell_place(own, column, cells_row(table, table->tables, i, scratch, NULL), &before) ||
            !cell_place(own, column, cells_row(made, made->tables, i, scratch, NULL), &after) ||
            (before.bytes == after.bytes &&
             (!before.bytes || before.field == after.field ||
              (before.field && after.field && !memcmp(before.field, after.field, before.bytes)))) ||
            is_named(edit, column, i, &before)) {
            continue;
        }
        return fail(error, ERROR_ARGUMENT,
                    "this would change %s.%s of row %" PRIu64
                    " as well, since both share their bytes; give that the same value, too",
                    own->name, column->name, i);
    }
    return true;
}

/* Tells whether a column changes; NULL: any. */
static bool is_changed(const Edit *edit, const Column *column) {
    const EditChange *changes = edit->changes.items;
    for (uint64_t i = 0; i < edit->changes.count; i++) {
        if (changes[i].is_new && (!column || changes[i].column == column)) return true;
    }
    return false;
}

static bool check_table_cells(const Edit *edit, CellTables *table, Document *made, Error *error) {
    const EditChange *changes = edit->changes.items;
    Arena rows = {.host = edit->arena->host}, scratch = {.host = edit->arena->host};
    CellTables cells;
    const Table *own = table->tables->table;
    bool done = cells_open(&cells, made, own->name, CELLS_ALL, NULL, &rows, error);
    if (done && cells.tables->array.count != table->tables->array.count) {
        done = fail(error, ERROR_ARGUMENT, "this would change how many rows %s has", own->name);
    }
    for (uint64_t i = 0; done && i < edit->changes.count; i++) {
        if (changes[i].table != table || !changes[i].is_new || changes[i].is_length) continue;
        done = check_cell(&changes[i], &cells, &scratch, error);
        arena_reset(&scratch);
    }
    const Column *column;
    for (int i = 0; done && (column = table_column(own, i)); i++) {
        /* fields of several rows share bytes only where something else than a record places them */
        bool is_placed_alone = !column->where && !column->lies && !column->pointer;
        if (table->tables->array.count < 2 || is_placed_alone) continue;
        if (!is_changed(edit, column)) continue;
        done = check_others(edit, table, column, &cells, &scratch, error);
    }
    arena_clear(&scratch);
    arena_clear(&rows);
    return done;
}

static uint64_t count_errors(const Findings *findings, const char *code) {
    for (int i = 0; i < findings->tally_count; i++) {
        const struct FindingTally *tally = &findings->tallies[i];
        if (tally->severity == SEVERITY_ERROR && !strcmp(tally->code, code)) return tally->seen;
    }
    return 0;
}

/* Returns a finding of severity error of whose code the new file has more; NULL: there is none. */
static const Finding *added_error(const Findings *before, const Findings *after) {
    for (uint64_t i = 0; i < after->list.count; i++) {
        const Finding *finding = (const Finding *)after->list.items + i;
        if (finding->severity == SEVERITY_ERROR &&
            count_errors(after, finding->code) > count_errors(before, finding->code)) {
            return finding;
        }
    }
    return NULL;
}

static bool check_findings(const Edit *edit, Document *made, Error *error) {
    static const Findings none;
    if (made->format->finds_no_errors) return true;
    const Findings *after = document_findings(made, error);
    if (!after || !added_error(&none, after)) return after != NULL;
    const Findings *before = document_findings(edit->document, error);
    if (!before) return false;
    const Finding *added = added_error(before, after);
    if (!added) return true;
    return fail(
        error, ERROR_ARGUMENT,
        "this would add the finding %s, an error, which 'force' as the last argument allows: "
        "%.100s",
        added->code, added->message);
}

static bool check_file(const Edit *edit, bool force, const FilePart *result, Error *error) {
    const Document *document = edit->document;
    Arena arena = {.host = edit->arena->host};
    Error why = {0};
    Document *made = document_open(document->format, &arena, result->bytes, result->size,
                                   document->name, document->second, document->second_size, &why);
    if (!made && error_ends(&why, error)) return false;
    if (!made) {
        return fail(error, ERROR_ARGUMENT, "this would make the file unreadable: %.180s",
                    why.message);
    }
    CellTables *const *tables = edit->tables.items;
    bool done = true;
    for (uint64_t i = 0; done && i < edit->tables.count; i++) {
        done = check_table_cells(edit, tables[i], made, error);
    }
    if (done && !force) done = check_findings(edit, made, error);
    document_free(made);
    return done;
}

bool edit_finish(Edit *edit, bool force, Arena *arena, FilePart *result, Error *error) {
    EditChange *changes = edit->changes.items;
    *result = (FilePart){edit->document->bytes, edit->document->size};
    if (edit->changes.count > 1) {
        qsort(changes, (size_t)edit->changes.count, sizeof *changes, compare_changes);
        drop_repeated(&edit->changes);
    }
    if (!check_changes(edit, error)) return false;
    if (!is_changed(edit, NULL)) return true;
    return write_file(edit, arena, result, error) && check_file(edit, force, result, error);
}
