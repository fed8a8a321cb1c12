/*
** Proves by the descriptors that cells can be edited: for every table of every file given, and every
** stored column of it:
**
**     each value is written back: the result has the bytes of the file
**     another value is written: it is read again, and comparing tells that cell, and stored cells
**     that share its bytes, and nothing else
**
**     .build/proof FILE ...
**
** The last line is "N passed, N failed"; before it stand counts of columns that were edited, and of
** those that weren't, because every edit of them was refused.
*/
#include "archive/archive.h"
#include "meta/compare.h"
#include "meta/edit.h"
#include "modules.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS_TRIED = 3, VALUES_TRIED = 12, COMPARED_MOST = 3000000 };

static void *resize(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (bytes) return realloc(block, (size_t)bytes);
    free(block);
    return NULL;
}

static const Host host = {.resize = resize, .key = {1, 2}};

static unsigned long passed, failed, written_back, edited, never_edited;

static void complain(const char *file, const Table *table, const Column *column, uint64_t row,
                     const char *what) {
    failed++;
    printf("%s: %s.%s of row %llu: %s\n", file, table->name, column->name, (unsigned long long)row,
           what);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static uint8_t *read_file(const char *path, Arena *arena, uint64_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (uint64_t)ftell(file);
    rewind(file);
    uint8_t *bytes = arena_alloc(arena, *size + 1, 1);
    if (bytes && fread(bytes, 1, (size_t)*size, file) != *size) bytes = NULL;
    fclose(file);
    return bytes;
}

/* NULL: no file of a format. */
static Document *open_file(const char *path) {
    Arena arena = {.host = &host};
    Error error = {0};
    uint64_t size = 0;
    const char *slash = strrchr(path, '/');
    const uint8_t *bytes = read_file(path, &arena, &size);
    const Format *format = bytes && size ? detect_format(bytes, size, size) : NULL;
    if (format && !archive_format_of(format)) { /* no cell of an archive can be edited */
        return document_open(format, &arena, bytes, size, slash ? slash + 1 : path, NULL, 0,
                             &error);
    }
    arena_clear(&arena);
    return NULL;
}

/* ---- Writing back ---------------------------------------------------------------------------- */

static Value name_value(const char *text) {
    return value_text_of(text, (uint32_t)strlen(text));
}

static bool add_back(Edit *edit, CellTables *cells, const CellTable *table, uint64_t row,
                     const Column *column, Error *error) {
    Arena scratch = {.host = &host};
    bool no_memory = false;
    Value value = cell_value(column, cells_row(cells, table, row, &scratch, NULL), &no_memory);
    bool done = edit_add(edit, name_value(table->table->name), value_integer((int64_t)row),
                         name_value(column->name), value, error);
    arena_clear(&scratch);
    return done;
}

static void write_back(const char *file, Document *document, CellTables *cells,
                       const CellTable *table, const Column *column) {
    Arena arena = {.host = &host};
    Edit edit = {.document = document, .arena = &arena};
    Error error = {0};
    FilePart result = {0};
    bool done = true;
    for (uint64_t row = 0; done && row < table->array.count; row++) {
        done = add_back(&edit, cells, table, row, column, &error);
    }
    done = done && edit_finish(&edit, false, &arena, &result, &error);
    if (!done) complain(file, table->table, column, 0, error.message);
    else if (result.size != document->size ||
             memcmp(result.bytes, document->bytes, result.size) != 0)
        complain(file, table->table, column, 0, "written back, the file is another one");
    else passed++;
    written_back += (unsigned long)table->array.count;
    arena_clear(&arena);
}

/* ---- Another value --------------------------------------------------------------------------- */

/* Writes the n-th other value for a cell into `room`; false: there are no more. */
static bool other_value(const Column *column, Value value, int n, uint8_t *room, Value *other) {
    static const int64_t steps[] = {1, -1, 2, -2, 3, 7, 100, -100};
    static const int64_t fixed[] = {0, 1, 2, 5};
    if (value.type == VALUE_INTEGER) {
        if (n < 8) *other = value_integer(value.integer + steps[n]);
        else if (n < 12) *other = value_integer(fixed[n - 8]);
        else return false;
        return true;
    }
    if (value.type == VALUE_REAL) {
        *other = value_real(n == 0 ? value.real + 1 : n == 1 ? 0.5 : 0.25);
        return n < 3;
    }
    if (value.type == VALUE_BLOB || value.type == VALUE_BLOCK) {
        if (!value.length || value.length > 65536 || n > 3) return false;
        memcpy(room, value.bytes, value.length);
        room[n < 2 ? value.length - 1 : 0] ^= n % 2 ? 0x01 : 0x10;
        *other = value_blob(room, value.length);
        return true;
    }
    if (column->value_names && n < 8) {
        int i = 0;
        while (i < n && column->value_names[i].name) i++;
        if (!column->value_names[i].name) return false;
        *other = name_value(column->value_names[i].name);
        return true;
    }
    if (value.type == VALUE_TEXT || column->type == TEXT) {
        static const char *const texts[] = {"qz", "q", "Z"};
        if (n > 2) return false;
        *other = name_value(texts[n]);
        return true;
    }
    if (column->type == REAL) *other = value_real(n + 0.5);
    else *other = value_integer(n);
    return n < 3;
}

typedef struct Told {
    const char *file;
    const Table *table;
    const Column *column;
    uint64_t row;
    Document *document, *made; /* the file, and the edited one */
    CellPlace place;           /* of the edited cell */
    unsigned long others;
    bool itself, shares;
    char other[120];
} Told;

/* A cell that shares bytes with the edited one may differ as well. */
static bool shares_bytes(const Told *told, const Difference *difference) {
    Arena arena = {.host = &host}, scratch = {.host = &host};
    CellTables cells;
    CellPlace place;
    Error error = {0};
    bool shares = false;
    if (cells_open(&cells, told->document, difference->table->name, CELLS_ALL, NULL, &arena,
                   &error) &&
        cells.count) {
        const Row *row = cells_row(&cells, cells.tables, difference->row, &scratch, NULL);
        shares = cell_place(difference->table, difference->column, row, &place) &&
                 place.part == told->place.part &&
                 place.offset < told->place.offset + told->place.bytes &&
                 told->place.offset < place.offset + place.bytes;
    }
    arena_clear(&scratch);
    arena_clear(&arena);
    return shares;
}

/* Tells whether the file stores nothing of a row, as of textures that several nodes name: such rows
** come and go with what they are made of. */
static bool is_made(const Told *told, const Difference *difference) {
    Arena arena = {.host = &host}, scratch = {.host = &host};
    CellTables cells;
    CellPlace place;
    Error error = {0};
    Document *document = difference->change == CHANGE_ADDED ? told->made : told->document;
    bool any = difference->column != NULL;
    if (!any &&
        cells_open(&cells, document, difference->table->name, CELLS_STORED, NULL, &arena, &error)) {
        const Row *row = cells_row(&cells, cells.tables, difference->row, &scratch, NULL);
        for (uint32_t i = 0; i < cells.tables->column_count && !any; i++) {
            any = cell_place(difference->table, cells.tables->columns[i], row, &place);
        }
    }
    arena_clear(&scratch);
    arena_clear(&arena);
    return !any;
}

static bool take_difference(void *context, const Difference *difference) {
    Told *told = context;
    if (is_made(told, difference)) return true;
    if (difference->column == told->column && difference->row == told->row) told->itself = true;
    else if (difference->column && shares_bytes(told, difference)) told->shares = true;
    else if (!told->others++) {
        snprintf(told->other, sizeof told->other, "%s.%s of row %llu", difference->table->name,
                 difference->column ? difference->column->name : "(row)",
                 (unsigned long long)difference->row);
    }
    return true;
}

static void compare_edited(Told *told, const FilePart *result) {
    Arena arena = {.host = &host}, rows = {.host = &host};
    Error error = {0};
    char what[200];
    Document *made = document_open(told->document->format, &arena, result->bytes, result->size,
                                   told->document->name, NULL, 0, &error);
    if (!made) {
        complain(told->file, told->table, told->column, told->row, "the result can't be opened");
        return;
    }
    told->made = made;
    bool done = compare_documents(told->document, made, NULL, &rows, take_difference, told, &error);
    if (!done) snprintf(what, sizeof what, "comparing failed: %.150s", error.message);
    else if (told->others) snprintf(what, sizeof what, "other cells differ: %s", told->other);
    else if (!told->itself && !told->shares)
        snprintf(what, sizeof what, "the difference isn't told");
    if (!done || told->others || (!told->itself && !told->shares)) {
        complain(told->file, told->table, told->column, told->row, what);
    } else {
        passed++;
    }
    arena_clear(&rows);
    document_free(made);
}

/* Edits a cell; false: no other value is possible. */
static bool edit_cell(Told *told, const Row *row, Value value, uint8_t *room) {
    for (int n = 0; n < VALUES_TRIED; n++) {
        Arena arena = {.host = &host};
        Edit edit = {.document = told->document, .arena = &arena};
        Error error = {0};
        FilePart result = {0};
        Value other;
        if (!other_value(told->column, value, n, room, &other)) return false;
        if (values_equal(value, other)) continue;
        bool done =
            cell_place(told->table, told->column, row, &told->place) &&
            edit_add(&edit, name_value(told->table->name), value_integer((int64_t)told->row),
                     name_value(told->column->name), other, &error) &&
            edit_finish(&edit, true, &arena, &result, &error) &&
            result.bytes != told->document->bytes;
        if (done) compare_edited(told, &result);
        arena_clear(&arena);
        if (done) return true;
    }
    return false;
}

static void try_others(const char *file, Document *document, CellTables *cells,
                       const CellTable *table, const Column *column) {
    static uint8_t room[65536];
    uint64_t count = table->array.count, rows[ROWS_TRIED] = {0, count / 2, count - 1};
    bool any = false, has_place = false;
    for (int i = 0; i < ROWS_TRIED && count; i++) {
        if (i && rows[i] == rows[i - 1]) continue;
        Arena scratch = {.host = &host};
        CellPlace place;
        bool no_memory = false;
        Told told = {.file = file,
                     .table = table->table,
                     .column = column,
                     .row = rows[i],
                     .document = document};
        const Row *row = cells_row(cells, table, rows[i], &scratch, NULL);
        if (cell_place(table->table, column, row, &place) && place.bytes) {
            has_place = true;
            any = edit_cell(&told, row, cell_value(column, row, &no_memory), room) || any;
        }
        arena_clear(&scratch);
    }
    if (any) edited++;
    else if (has_place) never_edited++;
    if (!any && has_place && getenv("PROOF_SAYS"))
        printf("not edited: %s: %s.%s\n", file, table->table->name, column->name);
}

/* ---- All of a file --------------------------------------------------------------------------- */

static void prove_file(const char *file) {
    Document *document = open_file(file);
    Arena arena = {.host = &host};
    CellTables cells;
    Error error = {0};
    if (!document) return;
    if (cells_open(&cells, document, NULL, CELLS_STORED, NULL, &arena, &error)) {
        for (uint32_t t = 0; t < cells.count; t++) {
            const CellTable *table = &cells.tables[t];
            for (uint32_t c = 0; c < table->column_count; c++) {
                if (!column_is_editable(table->table, table->columns[c]) || document->is_text)
                    continue;
                write_back(file, document, &cells, table, table->columns[c]);
                if (cells.cell_count <= COMPARED_MOST) {
                    try_others(file, document, &cells, table, table->columns[c]);
                }
            }
        }
    }
    arena_clear(&arena);
    document_free(document);
}

int main(int count, char **files) {
    for (int i = 1; i < count; i++) prove_file(files[i]);
    printf("%lu cells written back; another value in %lu columns of files, none possible in %lu\n",
           written_back, edited, never_edited);
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed != 0;
}
