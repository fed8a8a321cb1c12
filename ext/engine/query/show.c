/* See show.h. */
#include "engine/query/show.h"
#include "engine/query/cursor_state.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

#define SHOW_NUMBER(Kind)                                                                          \
    static int show_##Kind(Cursor *cursor, sqlite3_context *context, const Column *column) {       \
        sqlite_result_number(context, number_value(CELL_##Kind, column, &cursor->row));            \
        return SQLITE_OK;                                                                          \
    }
FILE_NUMBERS(SHOW_NUMBER)
OTHER_NUMBERS(SHOW_NUMBER)

/* ---- Values of all types --------------------------------------------------------------------- */

/* Ends a cell that needed memory or met an error; the cell is NULL if the query skips broken
** files. */
OUT_OF_LINE static int end_cell(Cursor *cursor) {
    int code = cursor->cell_scratch.failed ? SQLITE_NOMEM : SQLITE_OK;
    arena_reset(&cursor->cell_scratch);
    if (cursor->cell_error.kind == ERROR_NONE) return code;
    Error error = cursor->cell_error;
    cursor->cell_error = (Error){0};
    if (cursor->skips_broken && error_is_skippable(&error)) return SQLITE_OK;
    return cursor_fail(cursor, file_label(cursor, cursor->file), &error);
}

static bool is_clean(const Cursor *cursor) {
    return !cursor->cell_scratch.blocks && !cursor->cell_scratch.failed &&
           cursor->cell_error.kind == ERROR_NONE;
}

/* Out of line, so that computed numbers don't pay for its registers. */
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
    return show_value(cursor, context, name_of_value(column->names, value));
}

/* Numbers of the file whose place a function or a pointer gives, or that mean something else. */
#define SHOW_PLACED(Kind)                                                                          \
    static int show_placed_##Kind(Cursor *cursor, sqlite3_context *context,                        \
                                  const Column *column) {                                          \
        const Row *row = &cursor->row;                                                             \
        const uint8_t *field = placed_field(column, row);                                          \
        bool has_other_size = column->bytes_of && column->bytes_of(row, column->at) !=             \
                                                      bytes_of_kind(word_kind(CELL_##Kind));       \
        if (!field || has_other_size) {                                                            \
            return show_value(cursor, context, placed_value(column, row));                         \
        }                                                                                          \
        sqlite_result_number(context, meant_number(CELL_##Kind, column, row, field));              \
        return SQLITE_OK;                                                                          \
    }
FILE_NUMBERS(SHOW_PLACED)

static int show_placed(Cursor *cursor, sqlite3_context *context, const Column *column) {
    return show_value(cursor, context, placed_value(column, &cursor->row));
}

/* ---- The columns that every table has, except for the id ------------------------------------- */

/* Returns the file to which the row belongs; NULL if it belongs to none. */
static const SpanFile *file_of_cursor(const Cursor *cursor) {
    const Table *table = table_of(cursor)->table;
    uint32_t file = table->row_file ? file_of_row(table, cursor->row.record) : cursor->file;
    return file < cursor->source->file_count ? cursor->source->files[file] : NULL;
}

/* The source is a BLOB: its bytes are a block of the document. */
static Value source_bytes(const Source *source) {
    const Document *document = source->blob->document;
    Value value = value_blob(document->bytes, document->size);
    if (value.length) value.type = VALUE_BLOCK;
    return value;
}

static void show_byte_offset(const Cursor *cursor, sqlite3_context *context) {
    const Table *table = table_of(cursor)->table;
    const Array *array = &cursor->array;
    uint64_t offset = table->byte_offset ? table->byte_offset(&cursor->row) : array->offset;
    if (!table->byte_offset && offset != NO_OFFSET) {
        offset += record_start(array, cursor->row.index);
    }
    if (offset != NO_OFFSET) sqlite3_result_int64(context, (sqlite3_int64)offset);
}

/* The result is NULL if it isn't set. */
static int show_common(Cursor *cursor, sqlite3_context *context, const Column *column) {
    const SpanFile *file = column->kind == CELL_SURPLUS ? NULL : file_of_cursor(cursor);
    if (!file) return SQLITE_OK;
    CachedDocument *blob = cursor->source->blob;
    if (column->kind == CELL_BYTE_OFFSET) {
        show_byte_offset(cursor, context);
    } else if (column->kind == CELL_SOURCE && blob) {
        sqlite_result(context, source_bytes(cursor->source), blob);
    } else {
        const char *path = column->kind == CELL_SOURCE ? file->path : file->shown;
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

/* ---- By kind --------------------------------------------------------------------------------- */

#define ENTRY(Kind) [CELL_##Kind] = show_##Kind,

static ShowCell *const shows[] = {
    OTHER_KINDS(ENTRY) FILE_NUMBERS(ENTRY) OTHER_NUMBERS(ENTRY)[CELL_FILE] = show_common,
    [CELL_ARGUMENT] = show_argument,
    [CELL_SURPLUS] = show_common,
    [CELL_SOURCE] = show_common,
    [CELL_BYTE_OFFSET] = show_common,
};

#define PLACED_ENTRY(Kind) [CELL_##Kind] = show_placed_##Kind,

static ShowCell *const shows_placed[CELL_MEMBER_BOOL] = {FILE_NUMBERS(PLACED_ENTRY)};

/* Chooses how a cell is shown, whatever its condition and names. */
static ShowCell *show_of(const Column *column) {
    if (!is_placed(column)) return shows[column->kind];
    ShowCell *show = !column->lies && !column->stored ? shows_placed[column->kind] : NULL;
    return show ? show : show_placed;
}

static int show_where(Cursor *cursor, sqlite3_context *context, const Column *column) {
    if (!condition_holds(&column->condition, &cursor->row)) return SQLITE_OK; /* NULL */
    return column->names ? show_name(cursor, context, column)
                         : show_of(column)(cursor, context, column);
}

ShownColumn show_column(const Column *column) {
    ShowCell *show = column->condition.bytes ? show_where
                     : column->names         ? show_name
                                             : show_of(column);
    return (ShownColumn){show, column};
}
