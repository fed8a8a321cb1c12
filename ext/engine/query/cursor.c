/* The cursor: one engine for all tables.
**
** A scan is two nested loops, over the files of the source and over the rows of each:
**
**     for each file of src that fits file = ?
**         open its document (cache), ask the descriptor for its array of rows
**         for each row that fits id and the index's keys
**             ...
**
** A cursor that is asked again for the same source, as in the inner loop of a join, still holds
** the document and its array: such a seek only computes a range of rows. */
#include "engine/query/cursor.h"
#include "engine/documents/advice.h"
#include "engine/documents/beside.h"
#include "engine/query/groups.h"
#include "meta/unreadable.h"

int cursor_fail(Cursor *cursor, const char *file, const Error *error) {
    VirtualTable *table = table_of(cursor);
    sqlite3_free(table->base.zErrMsg);
    table->base.zErrMsg = sqlite_error_text(table->session, table->table->name, file, error);
    return table->base.zErrMsg ? sqlite_error_code(error) : SQLITE_NOMEM;
}

void cursor_skip(Cursor *cursor, SpanFile *file, const Error *why, bool is_read) {
    const VirtualTable *table = table_of(cursor);
    Wanted as = plan_wants(table->table, cursor->plan);
    if (table->table->skipped_as) as.format = table->table->skipped_as;
    sources_skip(&table->session->documents, cursor->source, file, as, why, is_read);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

void cursor_forget_rows(Cursor *cursor) {
    arena_reset(&cursor->rows_scratch);
    cursor->has_rows = false;
    cursor->made = NULL;
    cursor->list = (RowList){0};
}

static void close_file(Cursor *cursor) {
    cursor_forget_rows(cursor);
    store_release(cursor->cached);
    cursor->cached = NULL;
}

void cursor_forget_source(Cursor *cursor) {
    ahead_forget(&table_of(cursor)->session->ahead, &cursor->scan);
    close_file(cursor);
    store_release(cursor->held);
    cursor->held = NULL;
    cursor->source = NULL;
}

int cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
    VirtualTable *table = (VirtualTable *)base;
    Cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (!cursor) return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    if (table->table->argument_count) {
        cursor->own = sqlite3_malloc64(sizeof *cursor->own);
        if (!cursor->own) {
            sqlite3_free(cursor);
            return SQLITE_NOMEM;
        }
        *cursor->own = (OwnArguments){0};
    }
    cursor->columns = table->columns;
    cursor->shown = table->shown;
    cursor->cell_scratch.host = cursor->rows_scratch.host = &table->session->host;
    cursor->row.scratch = &cursor->cell_scratch;
    cursor->row.array = &cursor->array;
    cursor->row.error = &cursor->cell_error;
    cursor->row.notes = &cursor->row_notes;
    cursor->row.room = cursor->cell_room;
    cursor->at_end = true;
    session_enter_span(table->session);
    cursor->client = session_client(table->session);
    *result = &cursor->base;
    return SQLITE_OK;
}

int cursor_close(sqlite3_vtab_cursor *base) {
    Cursor *cursor = (Cursor *)base;
    if (cursor->groups) groups_end(cursor);
    cursor_forget_source(cursor);
    if (cursor->own) arguments_forget(cursor->own);
    sqlite3_free(cursor->own);
    sqlite_keep_value(&cursor->file_equal, NULL);
    for (int k = 0; k < KEYS_MAX; k++) sqlite_keep_value(&cursor->key_texts[k], NULL);
    sqlite_keep_value(&cursor->on_error, NULL);
    arena_clear(&cursor->cell_scratch);
    arena_clear(&cursor->rows_scratch);
    session_leave_span(table_of(cursor)->session);
    client_release(cursor->client);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* ---- Rows of a file -------------------------------------------------------------------------- */

/* Moves `row` to a row and returns the value of an index's first key there. */
static inline int64_t key_of_row(Row *row, const Column *column, uint64_t index) {
    row_go_to(row, index);
    Value value = cell_value_inline(column, row);
    return value.type == VALUE_INTEGER ? value.integer : INT64_MIN;
}

/* Finds the first of rows first to end - 1, which rise by key, whose key isn't below `key`. */
static uint64_t bisect(Row *row, const Column *column, uint64_t first, uint64_t end, int64_t key) {
    uint64_t place;
    BISECT(place, first, end, key_of_row(row, column, place) < key);
    return place;
}

/* Returns what bisect() does, faster if the row is near: first looks ahead in growing steps. */
static uint64_t find_near(Row *row, const Column *column, uint64_t first, uint64_t end,
                          int64_t key) {
    uint64_t stride = 1;
    while (stride < end - first && key_of_row(row, column, first + stride - 1) < key) {
        first += stride;
        stride *= 2;
    }
    return bisect(row, column, first, stride < end - first ? first + stride - 1 : end, key);
}

static void find_rows(Cursor *cursor, RowRange *range) {
    VirtualTable *table = table_of(cursor);
    int number = cursor->plan->index;
    Seek seek = {cursor->row.document, &cursor->array, cursor->keys};
    if (find_by_index(&table->table->indexes[number], &seek, range)) return;
    const Column *column = &cursor->columns[table->key_columns[number][0]];
    Row row = cursor->row;
    range->first = bisect(&row, column, 0, range->end, cursor->keys[0].lo);
    if (cursor->keys[0].hi < INT64_MAX) {
        range->end = find_near(&row, column, range->first, range->end, cursor->keys[0].hi + 1);
    }
}

static bool ask_made_index(Cursor *cursor, RowRange *range, bool *sifts, Error *error) {
    int number = cursor->plan->made_column;
    const Column *column = &cursor->columns[number];
    bool again = cursor->made;
    if (!again) {
        cursor->made =
            made_index(cursor->cached, table_of(cursor)->table, number, cursor->asked_again);
    }
    cursor->asked_again = again;
    if (!cursor->plan->made.equal) {
        return made_index_ask_range(cursor->made, cursor->cached, column, &cursor->array,
                                    &cursor->made_within, range, &cursor->listed, error);
    }
    return made_index_ask(cursor->made, cursor->cached, column, &cursor->array, &cursor->made_key,
                          range, sifts, error);
}

/* Goes to the first row of a range that the made index has for a range of values. Returns false if
** there is none or, with the error set, if this was interrupted. */
static bool list_rows(Cursor *cursor, RowRange *range, Error *error) {
    bool done = made_index_list(cursor->made, cursor->listed, &cursor->rows_scratch, &cursor->list,
                                range, error);
    if (!done || range->first >= range->end) return false;
    go_to(cursor, range);
    return true;
}

/* Begins a range that the made index has, but scans some rows before the index lists those of the
** range, since EXISTS and LIMIT often want only one. Scanning a 16th as many rows as would be
** listed takes no longer than listing them. */
static bool start_list(Cursor *cursor, RowRange *range, Error *error) {
    uint64_t end = range->end, scanned = (cursor->listed.end - cursor->listed.first) / 16;
    if (!scanned) return list_rows(cursor, range, error);
    if (scanned < end - range->first) range->end = range->first + scanned;
    go_to(cursor, range);
    cursor->sift_end = end;
    return true;
}

/* Goes to the first row of a range that sifting finds. Returns false if there is none or, with the
** error set, if this was interrupted or memory ran out. */
static bool sift_rows(Cursor *cursor, RowRange *range, Error *error) {
    uint64_t end = range->end;
    const Column *column = &cursor->columns[cursor->plan->made_column];
    bool done = made_key_sift(&cursor->made_key, cursor->cached, column, &cursor->array,
                              &cursor->sift_saved, range, error);
    if (!done || range->first >= range->end) return false;
    go_to(cursor, range);
    cursor->sift_end = end;
    return true;
}

bool cursor_start_rows(Cursor *cursor, Error *error) {
    RowRange range = {0, cursor->array.count, NULL};
    bool sifts = false;
    cursor->listed = (ChildRange){0, 0};
    if (cursor->fits_nothing) return false;
    const Plan *plan = cursor->plan;
    if (plan->made_column >= 0 && !ask_made_index(cursor, &range, &sifts, error)) return false;
    const KeyRange *key = &cursor->keys[0];
    bool excludes = key->text || key->lo > INT64_MIN || key->hi < INT64_MAX;
    if (plan->index >= 0 && !cursor->array.unsorted && excludes) {
        find_rows(cursor, &range);
    }
    if (plan_has_bounds(&plan->id)) bounds_clip_to_ids(&cursor->id, &range);
    if (range.first >= range.end) return false;
    cursor->sift_saved = 0;
    if (sifts) return sift_rows(cursor, &range, error);
    if (cursor->listed.end) return start_list(cursor, &range, error);
    go_to(cursor, &range);
    return true;
}

/* ---- Files ----------------------------------------------------------------------------------- */

bool cursor_make_rows(Cursor *cursor, Document *document, const FileSet *files, Error *error) {
    const Table *table = table_of(cursor)->table;
    Beside beside = {0};
    bool is_plain = !cursor->plan->is_prepared;
    bool looks_beside =
        table->looks_beside || table->names_files || (table->look_beside && !is_plain);
    if (looks_beside) { /* an order that is asked is the order of look-ups, too */
        Source *source = cursor->source;
        const bool is_order = source->order && source->order->holds_files;
        beside_begin(&beside, &table_of(cursor)->session->documents, source, cursor->file,
                     is_order ? source->text : client_order(cursor->client));
    }
    cursor->row.document = document;
    Opening opening = {.document = document,
                       .files = files,
                       .beside = looks_beside ? &beside.set : NULL,
                       .opened = cursor->client ? &cursor->client->places : NULL,
                       .arguments = table->argument_count ? &cursor->own->read : NULL,
                       .is_plain = is_plain,
                       .skips = cursor->skips_broken,
                       .scratch = &cursor->rows_scratch,
                       .array = &cursor->array,
                       .ranges = cursor->row.ranges,
                       .error = error};
    bool done = table_rows(table, &opening);
    beside_end(&beside);
    if (!done) return false;
    if (cursor->array.count <= (uint64_t)UINT32_MAX + 1) return true;
    return fail(error, ERROR_TOO_BIG, "more than 4294967296 rows");
}

/* Opens file number `file`, unless it is open already. */
static bool open_document(Cursor *cursor, uint32_t file, Error *error) {
    VirtualTable *table = table_of(cursor);
    if (cursor->cached && cursor->file == file && plan_same(cursor->plan, cursor->opened_plan)) {
        return true;
    }
    close_file(cursor);
    Scan *scan = cursor->file_equal ? NULL : &cursor->scan;
    cursor->cached = scan_document(&table->session->ahead, cursor->source, file,
                                   plan_wants(table->table, cursor->plan), scan, error);
    cursor->opened_plan = cursor->plan;
    cursor->file = file;
    if (!cursor->cached) return false;
    SpanFile *opened = cursor->source->files[file];
    bool is_archive = archive_format_of(cursor->cached->document->format);
    cursor->row.source = opened->shown;
    cursor->row.ranges = is_archive ? &cursor->ranges : NULL;
    const Archive *archive = (const Archive *)cursor->cached->document;
    return !is_archive || ranges_of_archive(&table->session->documents.span, opened, archive,
                                            &cursor->ranges, error);
}

/* Finds the file that the query asks for among the sorted files from number `file` on. */
static uint32_t pick_file(const Cursor *cursor, uint32_t file) {
    const Source *source = cursor->source;
    const char *wanted = (const char *)sqlite3_value_text(cursor->file_equal);
    uint64_t place;
    if (!wanted || source->blob) return source->file_count;
    BISECT(place, file, source->file_count, strcmp(source->files[place]->shown, wanted) < 0);
    bool found = place < source->file_count && !strcmp(source->files[place]->shown, wanted);
    return found ? (uint32_t)place : source->file_count;
}

static inline uint32_t find_file(const Cursor *cursor, uint32_t file) {
    return cursor->file_equal ? pick_file(cursor, file) : file;
}

/* Opens file number `file` and makes its rows. *passed_over: it is broken and the query skips such
** files. This is a function of its own so that a seek in the open file needn't clear an Error. */
static int change_file(Cursor *cursor, uint32_t file, bool *passed_over) {
    const int number = cursor->plan->index;
    const Index *index = number < 0 ? NULL : &table_of(cursor)->table->indexes[number];
    Error error = {0};
    *passed_over = false;
    cursor_forget_rows(cursor);
    if (arena_interrupted(&cursor->rows_scratch)) fail_interrupted(&error);
    cursor->has_rows =
        !error.kind && open_document(cursor, file, &error) &&
        cursor_make_rows(cursor, cursor->cached->document, NULL, &error) &&
        (!index || !index->prepare || index->prepare(cursor->cached->document, &error));
    if (cursor->has_rows && !error.kind) return SQLITE_OK;
    Session *session = table_of(cursor)->session;
    const Format *format = table_of(cursor)->table->format;
    bool is_read = cursor->cached && !as_unreadable(cursor->cached->document);
    if (!cursor->has_rows) {
        close_file(cursor);
        *passed_over = sources_leave_out(&session->documents, cursor->source, file, format, &error);
        if (*passed_over) return SQLITE_OK;
        *passed_over = cursor->skips_broken && error_is_skippable(&error);
    }
    if (cursor->has_rows || *passed_over) {
        cursor_skip(cursor, cursor->source->files[file], &error, is_read);
        return SQLITE_OK;
    }
    if (cursor->source->file_count > 1) advice_to_skip(cursor->plan->source, &error);
    return cursor_fail(cursor, file_label(cursor, file), &error);
}

/* Goes to the first row of a table about all files together. */
static int start_together(Cursor *cursor) {
    Error error = {0};
    cursor->at_end = true;
    if (!cursor->has_rows) {
        close_file(cursor);
        SourceFiles files;
        source_files_begin(&files, &table_of(cursor)->session->ahead, cursor->source,
                           table_of(cursor)->table->format);
        source_files_limit(&files, &cursor->rows_scratch);
        files.skips_broken = cursor->skipped_then = cursor->skips_broken;
        if (cursor->own) arguments_skip(cursor->own, cursor->skips_broken);
        cursor->file = 0;
        cursor->row.ranges = NULL;
        cursor->row.source = NULL;
        cursor->has_rows = cursor_make_rows(cursor, NULL, &files.set, &error);
        source_files_end(&files);
        if (!cursor->has_rows) {
            const char *label = files.failed  ? file_label(cursor, files.last)
                                : cursor->own ? arguments_failed(cursor->own)
                                              : NULL;
            return cursor_fail(cursor, label, &error);
        }
    }
    cursor_start_rows(cursor, &error);
    return SQLITE_OK;
}

int cursor_next_file(Cursor *cursor, uint32_t file) {
    cursor->at_end = true;
    if (table_of(cursor)->table->row_file) return start_together(cursor);
    for (file = find_file(cursor, file); file < cursor->source->file_count;
         file = find_file(cursor, file + 1)) {
        bool passed_over = false;
        int code = is_open(cursor, file) ? SQLITE_OK : change_file(cursor, file, &passed_over);
        if (code != SQLITE_OK) return code;
        if (passed_over) continue;
        Error error;
        error.kind = ERROR_NONE;
        if (cursor_start_rows(cursor, &error)) break;
        if (error.kind) return cursor_fail(cursor, file_label(cursor, file), &error);
    }
    return SQLITE_OK;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Goes on behind a range of rows: to the next rows that sifting finds, or to the next file. */
OUT_OF_LINE static int next_range(Cursor *cursor) {
    if (cursor->groups) return groups_next(cursor);
    if (cursor->end < cursor->sift_end) {
        Error error = {0};
        RowRange left = {cursor->end, cursor->sift_end, cursor->order};
        bool lists = cursor->listed.end;
        if (lists ? list_rows(cursor, &left, &error) : sift_rows(cursor, &left, &error)) {
            return SQLITE_OK;
        }
        cursor->at_end = true;
        if (error.kind) return cursor_fail(cursor, file_label(cursor, cursor->file), &error);
    }
    cursor->at_end = true;
    bool is_last = !cursor->source /* a table about the extension itself */ ||
                   table_of(cursor)->table->row_file;
    return is_last ? SQLITE_OK : cursor_next_file(cursor, cursor->file + 1);
}

int cursor_next(sqlite3_vtab_cursor *base) {
    Cursor *cursor = (Cursor *)base;
    if (++cursor->position < cursor->end) {
        load_row(cursor);
        return SQLITE_OK;
    }
    return next_range(cursor);
}

int cursor_at_end(sqlite3_vtab_cursor *base) {
    return ((Cursor *)base)->at_end;
}

int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    Cursor *cursor = (Cursor *)base;
    const VirtualTable *table = table_of(cursor);
    if (cursor->groups) return groups_rowid(cursor, rowid);
    if (!cursor->numbered && cursor->source) {
        Error error = {0};
        Value given[ARGUMENTS_MAX];
        for (int i = 0; i < table->table->argument_count; i++) {
            given[i] = arguments_given(cursor->own, i);
        }
        if (!sources_numbers(&table->session->sources, cursor->source, table->table, given,
                             &cursor->first_number, &error)) {
            return cursor_fail(cursor, NULL, &error);
        }
        cursor->numbered = true;
    }
    *rowid = (sqlite3_int64)(cursor->first_number + cursor->file) << 32 |
             (sqlite3_int64)cursor->row.index;
    return SQLITE_OK;
}

/* Passes a cell to SQLite. This is the inner loop of every scan: see show.h. */
int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number) {
    Cursor *cursor = (Cursor *)base;
    const ShownColumn *shown = &cursor->shown[number];
    return shown->show(cursor, context, shown->column);
}
