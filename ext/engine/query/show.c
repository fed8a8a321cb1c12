#include "engine/query/show.h"
#include "engine/query/cursor_state.h"
#include "engine/files/path.h"

#define SHOW_NUMBER(Kind)                                                                          \
    static int show_##Kind(Cursor *cursor, sqlite3_context *context, const Column *column) {       \
        sqlite_result_number(context, number_value(CELL_##Kind, column, &cursor->row));            \
        return SQLITE_OK;                                                                          \
    }
PLACED_NUMBERS(SHOW_NUMBER)
OTHER_NUMBERS(SHOW_NUMBER)

/* Ends a cell that needed memory or met an error; with 'skip' such a cell is NULL. */
OUT_OF_LINE static int end_cell(Cursor *cursor) {
    int code = cursor->cell_scratch.failed ? SQLITE_NOMEM : SQLITE_OK;
    arena_reset(&cursor->cell_scratch);
    if (cursor->cell_error.kind == ERROR_NONE) return code;
    Error error = cursor->cell_error;
    cursor->cell_error = (Error){0};
    if (!cursor->skips_broken || !error_is_skippable(&error)) {
        return cursor_fail(cursor, file_label(cursor, cursor->file), &error);
    }
    cursor_skip(cursor, cursor->source->files[cursor->file], &error, true);
    return SQLITE_OK;
}

static bool is_clean(const Cursor *cursor) {
    return !cursor->cell_scratch.blocks && !cursor->cell_scratch.failed &&
           cursor->cell_error.kind == ERROR_NONE;
}

/* Shows a value. Out of line, so that computed numbers don't pay for the registers of this. */
OUT_OF_LINE static int show_bytes(Cursor *cursor, sqlite3_context *context, Value value) {
    sqlite_result(context, value, cursor->cached);
    return is_clean(cursor) ? SQLITE_OK : end_cell(cursor);
}

static inline int show_value(Cursor *cursor, sqlite3_context *context, Value value) {
    if (value.type > VALUE_REAL) return show_bytes(cursor, context, value);
    sqlite_result_number(context, value);
    return is_clean(cursor) ? SQLITE_OK : end_cell(cursor);
}

#define SHOW_VALUE(Kind)                                                                           \
    static int show_##Kind(Cursor *cursor, sqlite3_context *context, const Column *column) {       \
        return show_value(cursor, context, field_value(CELL_##Kind, column, &cursor->row));        \
    }
OTHER_KINDS(SHOW_VALUE)

static int show_name(Cursor *cursor, sqlite3_context *context, const Column *column) {
    Value value = unnamed_value(column, &cursor->row);
    return show_value(cursor, context, name_of_value(column->value_names, value));
}

/* Out of line, like show_otherwise(), so that fields at hand don't pay for its registers. */
OUT_OF_LINE static int show_placed(Cursor *cursor, sqlite3_context *context, const Column *column) {
    return show_value(cursor, context, placed_value(column, &cursor->row));
}

OUT_OF_LINE static int show_otherwise(Cursor *cursor, sqlite3_context *context,
                                      const Column *column) {
    return show_value(cursor, context, otherwise_value(column, &cursor->row));
}

/* Shows a number whose place a function or a pointer gives. */
#define SHOW_FIELD(How, Kind, Field)                                                               \
    static int show_##How##_##Kind(Cursor *cursor, sqlite3_context *context,                       \
                                   const Column *column) {                                         \
        const Row *row = &cursor->row;                                                             \
        const uint8_t *field = Field;                                                              \
        if (!field) return show_otherwise(cursor, context, column);                                \
        sqlite_result_number(context, number_at(CELL_##Kind, column, row, field));                 \
        return SQLITE_OK;                                                                          \
    }
#define SHOW_WHERE(Kind)   SHOW_FIELD(where, Kind, column->where(row, column->at))
#define SHOW_POINTED(Kind) SHOW_FIELD(pointed, Kind, pointed_field(column, row))
PLACED_NUMBERS(SHOW_WHERE)
PLACED_NUMBERS(SHOW_POINTED)

/* Shows a number of the file that has another meaning or size in some rows. */
#define SHOW_MEANT(Kind)                                                                           \
    static int show_meant_##Kind(Cursor *cursor, sqlite3_context *context, const Column *column) { \
        const Row *row = &cursor->row;                                                             \
        const uint8_t *field = placed_field(column, row);                                          \
        if (!field) return show_otherwise(cursor, context, column);                                \
        if (column->bytes_of &&                                                                    \
            column->bytes_of(row, column->at) != bytes_of_kind(word_kind(CELL_##Kind))) {          \
            return show_placed(cursor, context, column);                                           \
        }                                                                                          \
        sqlite_result_number(context, meant_number(CELL_##Kind, column, row, field));              \
        return SQLITE_OK;                                                                          \
    }
PLACED_NUMBERS(SHOW_MEANT)

/* Returns the file to which the current row belongs; NULL: none. */
static const SpanFile *file_of_cursor(const Cursor *cursor) {
    const Table *table = table_of(cursor)->table;
    uint32_t file = table->row_file ? file_of_row(table, cursor->row.record) : cursor->file;
    return file < cursor->source->file_count ? cursor->source->files[file] : NULL;
}

/* Returns the bytes of a source that is a BLOB: they are a block of the document. */
static Value source_bytes(const Source *source) {
    const Document *document = source->blob->document;
    Value value = value_blob(document->bytes, document->size);
    if (value.length) value.type = VALUE_BLOCK;
    return value;
}

/* Shows a column that every table has; a cell that isn't set is NULL. */
static int show_common(Cursor *cursor, sqlite3_context *context, const Column *column) {
    const SpanFile *file = column->kind == CELL_SURPLUS ? NULL : file_of_cursor(cursor);
    if (!file) return SQLITE_OK;
    CachedDocument *blob = cursor->source->blob;
    if (column->kind == CELL_BYTE_OFFSET) {
        uint64_t offset = record_offset(table_of(cursor)->table, &cursor->row);
        if (offset != NO_OFFSET) sqlite3_result_int64(context, (sqlite3_int64)offset);
    } else if (column->kind == CELL_SOURCE && blob) {
        sqlite_result(context, source_bytes(cursor->source), blob);
    } else {
        bool keeps_bytes = column->kind == CELL_SOURCE && path_is_itself(file->path);
        const char *path = keeps_bytes ? file->path : file->shown;
        sqlite3_result_text(context, path, -1, SQLITE_TRANSIENT);
    }
    return SQLITE_OK;
}

static int show_argument(Cursor *cursor, sqlite3_context *context, const Column *column) {
    const VirtualTable *table = table_of(cursor);
    const Source *source = cursor->source;
    int number = (int)column->number, own = number - 1;
    if (number == 0 && source->blob) {
        sqlite_result(context, source_bytes(source), source->blob);
        return SQLITE_OK;
    }
    bool is_own = number > 0 && own < table->table->argument_count;
    sqlite3_value *value = number == 0 ? source->src
                           : is_own    ? cursor->own->given[own]
                                       : cursor->on_error;
    if (value) sqlite3_result_value(context, value);
    else if (is_own) sqlite_result(context, cursor->own->read.values[own], NULL);
    return SQLITE_OK;
}

#define ENTRY(Kind) [CELL_##Kind] = show_##Kind,

static ShowCell *const shows[] = {
    OTHER_KINDS(ENTRY) PLACED_NUMBERS(ENTRY) OTHER_NUMBERS(ENTRY)[CELL_FILE] = show_common,
    [CELL_ARGUMENT] = show_argument,
    [CELL_SURPLUS] = show_common,
    [CELL_SOURCE] = show_common,
    [CELL_BYTE_OFFSET] = show_common,
};

#define WHERE_ENTRY(Kind)   [CELL_##Kind] = show_where_##Kind,
#define POINTED_ENTRY(Kind) [CELL_##Kind] = show_pointed_##Kind,
#define MEANT_ENTRY(Kind)   [CELL_##Kind] = show_meant_##Kind,

static ShowCell *const shows_where[CELL_GET] = {PLACED_NUMBERS(WHERE_ENTRY)};
static ShowCell *const shows_pointed[CELL_GET] = {PLACED_NUMBERS(POINTED_ENTRY)};
static ShowCell *const shows_meant[CELL_GET] = {PLACED_NUMBERS(MEANT_ENTRY)};

/* Chooses how a column's cells are shown, without regard to its condition and names. */
static ShowCell *show_of(const Column *column) {
    CellKind kind = column->kind;
    if (!is_placed(column)) return shows[kind];
    if (column->lies || column->stored > CELL_WRITTEN || !shows_meant[kind]) return show_placed;
    bool is_real = column->type == REAL && kind != CELL_F32 && kind != CELL_F64;
    if (column->bits || column->bytes_of || column->empties || column->minus_one || is_real) {
        return shows_meant[kind];
    }
    return column->where ? shows_where[kind] : shows_pointed[kind];
}

static int show_if(Cursor *cursor, sqlite3_context *context, const Column *column) {
    if (!condition_holds(&column->condition, &cursor->row)) return SQLITE_OK; /* NULL */
    return cursor->shown[column - cursor->columns].show_kept(cursor, context, column);
}

ShownColumn show_column(const Column *column) {
    ShowCell *show = column->value_names ? show_name : show_of(column);
    return (ShownColumn){column->condition.bytes ? show_if : show, show, column};
}
