/* What a query asks of a cursor: the values of its constraints become arguments, and ranges of ids
** and keys.
**
**     SELECT * FROM gnd_cubes('a.gnd') WHERE y = 3 AND id < 400
**
** comes as the plan "src=? y=? id<?" with three values: a source, a key and a bound. */
#include "engine/query/filter.h"
#include "codec/utf8.h"
#include "engine/documents/advice.h"
#include "engine/query/groups.h"
#include "meta/cells.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Tells whether `src` is the source that the cursor has open, as in most steps of a join. */
static bool is_same_source(const Cursor *cursor, sqlite3_value *src) {
    const Source *source = cursor->source;
    if (!source) return false;
    if (source->blob) {
        const Document *document = source->blob->document;
        return sqlite3_value_type(src) == SQLITE_BLOB &&
               sqlite3_value_blob(src) == document->bytes &&
               (uint64_t)sqlite3_value_bytes(src) == document->size;
    }
    if (sqlite3_value_type(src) != SQLITE_TEXT) return false;
    const char *text = (const char *)sqlite3_value_text(src);
    size_t length = (size_t)sqlite3_value_bytes(src);
    return text && length == source->length && memcmp(text, source->text, length) == 0;
}

/* Finds the table that an argument names whose files are asked for; NULL: none does. */
static int use_finder(Cursor *cursor, sqlite3_value *const *own, const Table **finder) {
    const Table *table = table_of(cursor)->table;
    Error error = {0};
    *finder = NULL;
    sqlite3_value *name = NULL;
    for (int i = 0; i < table->argument_count; i++) {
        if (table->arguments[i].finds) name = own[i];
    }
    bool is_given = name && name != arguments_on_error(table, own);
    if (!is_given || !table_of(cursor)->session->settings.file_access) return SQLITE_OK;
    bool is_named = cells_name_table(sqlite_value_of(name), finder, &error);
    if (is_named && *finder && (*finder)->about_extension) {
        is_named = fail(&error, ERROR_ARGUMENT, "of_table: %s takes no files", (*finder)->name);
    }
    return is_named ? SQLITE_OK : cursor_fail(cursor, NULL, &error);
}

static int use_source(Cursor *cursor, sqlite3_value *src) {
    VirtualTable *table = table_of(cursor);
    Error error = {0};
    CachedDocument *held = NULL;
    cursor_forget_source(cursor);
    bool is_found = cursor->finder && sqlite3_value_type(src) == SQLITE_TEXT;
    Wanted wanted = plan_wants(is_found ? cursor->finder : table->table, cursor->plan);
    wanted.may_be_none = cursor->skips_broken;
    Source *source = sources_find(&table->session->sources, src, wanted, &held, &error);
    if (source && source->unmatched) {
        documents_match_none(&table->session->documents, source->unmatched);
    }
    if (source && !source->file_count && !wanted.hidden && !wanted.may_be_empty) return SQLITE_OK;
    if (!source) {
        bool is_blob = sqlite3_value_type(src) == SQLITE_BLOB;
        if (is_blob && cursor->skips_broken && error_is_skippable(&error)) {
            cursor_skip(cursor, NULL, &error, false);
            return SQLITE_OK;
        }
        const char *label = is_blob ? "BLOB" : (const char *)sqlite3_value_text(src);
        return cursor_fail(cursor, error.kind == ERROR_ARGUMENT ? NULL : label, &error);
    }
    cursor->source = source;
    cursor->held = held;
    if (!wanted.hidden || order_is_listed(source->order, &error)) return SQLITE_OK;
    if (!cursor->skips_broken) return cursor_fail(cursor, source->text, &error);
    for (uint64_t i = 0; i < source->order->unlisted.count; i++) {
        SpanFile *file = ((SpanFile **)source->order->unlisted.items)[i];
        cursor_skip(cursor, file, file->problem, false);
    }
    return SQLITE_OK;
}

/* Refuses a value of on_error; `text` is that of the value, or NULL for a BLOB. */
static int refuse_on_error(Cursor *cursor, sqlite3_value *value, const char *text) {
    static const char expected[] = "expected 'fail' or 'skip'";
    Error error = {0};
    Arena scratch = {.host = &table_of(cursor)->session->host};
    int type = sqlite3_value_type(value);
    const char *shown = text ? clean_text(&scratch, text, true) : NULL;
    const char *quote = type == SQLITE_TEXT ? "'" : "";
    if (type == SQLITE_BLOB) fail(&error, ERROR_ARGUMENT, "on_error is a BLOB, %s", expected);
    else if (!shown) fail(&error, ERROR_NO_MEMORY, "out of memory");
    else fail(&error, ERROR_ARGUMENT, "on_error is %s%.60s%s, %s", quote, shown, quote, expected);
    if (type == SQLITE_TEXT && shown && strpbrk(shown, "./")) advice_on_pattern(&error);
    arena_clear(&scratch);
    return cursor_fail(cursor, NULL, &error);
}

static int use_on_error(Cursor *cursor, sqlite3_value *value, sqlite3_value *const *own) {
    sqlite3_value *other = arguments_on_error(table_of(cursor)->table, own);
    cursor->skips_broken = false;
    if (value && other) {
        Error error = {ERROR_ARGUMENT, "on_error is given twice"};
        return cursor_fail(cursor, NULL, &error);
    }
    if (!value) value = other;
    if (!value || sqlite3_value_type(value) == SQLITE_NULL) {
        return cursor->on_error ? sqlite_keep_value(&cursor->on_error, NULL) : SQLITE_OK;
    }
    bool is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
    const char *text = is_blob ? NULL : (const char *)sqlite3_value_text(value);
    bool skip = text && strcmp(text, "skip") == 0;
    if (!skip && (!text || strcmp(text, "fail") != 0)) {
        return refuse_on_error(cursor, value, text);
    }
    cursor->skips_broken = skip;
    if (cursor->on_error) { /* usually the same value is given again */
        const char *before = (const char *)sqlite3_value_text(cursor->on_error);
        if (before && strcmp(before, text) == 0) return SQLITE_OK;
    }
    return sqlite_keep_value(&cursor->on_error, value);
}

static int use_own_arguments(Cursor *cursor, sqlite3_value *const *values, bool *none) {
    VirtualTable *table = table_of(cursor);
    const char *label;
    Error error = {0};
    cursor_forget_rows(cursor); /* the rows may belong to files that the arguments named */
    if (arguments_take(cursor->own, table->session, table->table->arguments,
                       table->table->argument_count, values, cursor->skips_broken, none, &label,
                       &error)) {
        return SQLITE_OK;
    }
    return cursor_fail(cursor, label, &error);
}

/* ---- Filter ---------------------------------------------------------------------------------- */

static Bounds bounds_of(SqlType type, Bound bound, sqlite3_value *value) {
    return type == REAL ? bounds_of_reals(bound, value) : bounds_of_integers(bound, value);
}

static void narrow(Bounds *bounds, SqlType type, Bound bound, sqlite3_value *value) {
    if (!value) return;
    Bounds within = bounds_of(type, bound, value);
    if (within.lo > bounds->lo) bounds->lo = within.lo;
    if (within.hi < bounds->hi) bounds->hi = within.hi;
}

/* Returns the numbers of a column that equality, or lower and upper bounds, leave. */
static Bounds take_bounds(const PlanBounds *plan, SqlType type, sqlite3_value **values) {
    Bounds bounds = {INT64_MIN, INT64_MAX};
    if (plan->equal && !plan->low && !plan->high) { /* the usual case in the inner loop of a join */
        return bounds_of(type, BOUND_EQUAL, values[plan->equal - 1]);
    }
    Bound above = plan->is_low_open ? BOUND_ABOVE : BOUND_AT_LEAST;
    Bound below = plan->is_high_open ? BOUND_BELOW : BOUND_AT_MOST;
    narrow(&bounds, type, BOUND_EQUAL, plan_value(values, plan->equal));
    narrow(&bounds, type, above, plan_value(values, plan->low));
    narrow(&bounds, type, below, plan_value(values, plan->high));
    return bounds;
}

static MadeKey key_of_value(const Cursor *cursor, sqlite3_value *value) {
    const Column *column = &cursor->columns[cursor->plan->made_column];
    return made_key(&table_of(cursor)->session->host, column->type, value);
}

static void take_made(Cursor *cursor, sqlite3_value **values) {
    const Plan *plan = cursor->plan;
    if (plan->made.equal) {
        cursor->made_key = key_of_value(cursor, plan_value(values, plan->made.equal));
        return;
    }
    SqlType type = cursor->columns[plan->made_column].type;
    cursor->made_within = take_bounds(&plan->made, type, values);
}

/* A condition on text narrows the rows only if its value is text as well: what SQLite does with a
** number depends on affinity. Nothing matches NULL; other values are left to SQLite. */
static int take_text(Cursor *cursor, sqlite3_value **place, sqlite3_value *value) {
    if (value && sqlite3_value_type(value) == SQLITE_NULL) cursor->fits_nothing = true;
    if (value && sqlite3_value_type(value) != SQLITE_TEXT) value = NULL;
    return *place || value ? sqlite_keep_value(place, value) : SQLITE_OK;
}

static int take_keys(Cursor *cursor, sqlite3_value **values) {
    const int *columns = table_of(cursor)->key_columns[cursor->plan->index];
    int code = SQLITE_OK;
    for (int k = 0; code == SQLITE_OK && k < KEYS_MAX; k++) {
        const PlanBounds *plan = &cursor->plan->keys[k];
        cursor->keys[k] = (KeyRange){.lo = INT64_MIN, .hi = INT64_MAX};
        if (!plan_has_bounds(plan)) continue;
        if (plan->equal && cursor->columns[columns[k]].type == TEXT) {
            sqlite3_value **text = &cursor->key_texts[k];
            code = take_text(cursor, text, plan_value(values, plan->equal));
            if (code != SQLITE_OK || !*text) continue;
            cursor->keys[k].text = (const char *)sqlite3_value_text(*text);
            cursor->keys[k].text_length = (uint32_t)sqlite3_value_bytes(*text);
            continue;
        }
        Bounds bounds = take_bounds(plan, INTEGER, values);
        cursor->keys[k].lo = bounds.lo;
        cursor->keys[k].hi = bounds.hi;
        if (bounds.lo > bounds.hi) cursor->fits_nothing = true;
    }
    return code;
}

static int fail_missing_source(Cursor *cursor) {
    const char *name = table_of(cursor)->table->name;
    Error error = {0};
    fail(&error, ERROR_ARGUMENT,
         "src is missing: write %s('file'), or %s(t.source) with the name of the table that it "
         "comes from; where SQLite couldn't pass it on, a subquery helps; after "
         "gamemap_open('client/') all tables read that",
         name, name);
    return cursor_fail(cursor, NULL, &error);
}

/* Notes that a condition on a number of each file is asked, and fails if it isn't for the first
** time: then the number comes from the rows of another table. */
static int note_join(Cursor *cursor) {
    const char *name = table_of(cursor)->table->name;
    Error error = {0};
    const bool is_first = cursor->joined_plan != cursor->plan;
    cursor->joined_plan = cursor->plan;
    if (is_first) return SQLITE_OK;
    fail(&error, ERROR_ARGUMENT,
         "an id is the number of a row in its file, so this join would mix rows of different "
         "files: write %s(t.source) with the name of the table that it is joined to",
         name);
    return cursor_fail(cursor, NULL, &error);
}

static int fail_surplus(Cursor *cursor) {
    Error error = {0};
    char text[CALL_BYTES];
    table_write_call(table_of(cursor)->table, " [, on_error]", text);
    fail(&error, ERROR_ARGUMENT, "more arguments than the table takes: it is %s", text);
    return cursor_fail(cursor, NULL, &error);
}

static int use_null_source(Cursor *cursor) {
    VirtualTable *table = table_of(cursor);
    Error error = {0};
    if (cursor->skips_broken ||
        advice_accept_null(table->session->database, table->table, &error)) {
        return SQLITE_OK;
    }
    return cursor_fail(cursor, NULL, &error);
}

/* Filters a table about the extension itself, which has no source and only one array. */
static int filter_about(Cursor *cursor, sqlite3_value *const *own) {
    const Table *table = table_of(cursor)->table;
    Error error = {0};
    bool none = false;
    cursor_forget_rows(cursor);
    int code = table->argument_count ? use_own_arguments(cursor, own, &none) : SQLITE_OK;
    if (code != SQLITE_OK || none) return code;
    if (!cursor_make_rows(cursor, NULL, NULL, &error)) return cursor_fail(cursor, NULL, &error);
    cursor_start_rows(cursor, &error);
    return SQLITE_OK;
}

/* Tells whether a seek differs from the one before only by id or key, as in a join. */
static bool is_same_seek(const Cursor *cursor, sqlite3_value *src) {
    return is_open(cursor, 0) && cursor->source->file_count == 1 && !cursor->on_error &&
           !cursor->file_equal && !cursor->finder && is_same_source(cursor, src);
}

/* seek_id_again(), seek_key_again() and seek_made_again() are shortcuts for a seek that
** is_same_seek(), by id, by a number that is the key of an index, or by a made index. They return
** false for any other query, which filter_rows() answers. */
static bool seek_id_again(Cursor *cursor, sqlite3_value **values) {
    if (sqlite3_value_type(values[1]) != SQLITE_INTEGER || !is_same_seek(cursor, values[0])) {
        return false;
    }
    sqlite3_int64 id = sqlite3_value_int64(values[1]);
    if (id >= 0 && (uint64_t)id < cursor->array.count) {
        go_to(cursor, &(RowRange){(uint64_t)id, (uint64_t)id + 1, NULL});
    }
    return true;
}

static bool seek_key_again(Cursor *cursor, sqlite3_value **values) {
    int column = table_of(cursor)->key_columns[cursor->plan->index][0];
    if (sqlite3_value_type(values[1]) != SQLITE_INTEGER || cursor->columns[column].type == TEXT ||
        !is_same_seek(cursor, values[0])) {
        return false;
    }
    Error none; /* never set: only a made index can fail */
    cursor->keys[0].lo = cursor->keys[0].hi = sqlite3_value_int64(values[1]);
    cursor->fits_nothing = false;
    cursor_start_rows(cursor, &none);
    return true;
}

static bool seek_made_again(Cursor *cursor, sqlite3_value **values) {
    if (!cursor->made || !is_same_seek(cursor, values[0])) return false;
    const Host *host = &table_of(cursor)->session->host;
    MadeKey key = key_of_value(cursor, values[1]);
    RowRange range;
    bool sifts;
    if (!made_index_find(cursor->made, host, &key, &range, &sifts) || sifts) return false;
    if (range.first < range.end) go_to(cursor, &range);
    return true;
}

/* Tries the shortcuts, which need a plan of two values: the source and one other. */
static bool seek_again(Cursor *cursor, sqlite3_value **values) {
    const Plan *plan = cursor->plan;
    if (plan->count != 2) return false;
    if (plan->id.equal) return seek_id_again(cursor, values);
    if (plan->keys[0].equal) return seek_key_again(cursor, values);
    return plan->made.equal && seek_made_again(cursor, values);
}

int filter_rows(sqlite3_vtab_cursor *base, int number UNUSED, const char *plan_text,
                int count UNUSED, sqlite3_value **values) {
    Cursor *cursor = (Cursor *)base;
    const Table *table = table_of(cursor)->table;
    const Plan *plan = (const Plan *)(const void *)plan_text;
    sqlite3_value *own[ARGUMENTS_MAX];
    cursor->plan = plan;
    cursor->at_end = true;
    if (cursor->groups) groups_end(cursor);
    if (!table->about_extension) {
        if (plan->surplus) return fail_surplus(cursor);
        if (!plan->source && !cursor->client) return fail_missing_source(cursor);
        if (plan->source && seek_again(cursor, values)) return SQLITE_OK;
    }
    for (int i = 0; i < table->argument_count; i++) {
        own[i] = plan_value(values, plan->arguments[i]);
    }
    if (table->about_extension) return filter_about(cursor, own);

    sqlite3_value *src = plan->source ? plan_value(values, plan->source) : cursor->client->source;
    int code = plan->joined ? note_join(cursor) : SQLITE_OK;
    if (code == SQLITE_OK) code = use_on_error(cursor, plan_value(values, plan->on_error), own);
    const Table *finder;
    if (code == SQLITE_OK) code = use_finder(cursor, own, &finder);
    if (code != SQLITE_OK) return code;
    if (finder != cursor->finder || !is_same_source(cursor, src)) {
        cursor->finder = finder;
        if (sqlite3_value_type(src) == SQLITE_NULL) return use_null_source(cursor);
        code = use_source(cursor, src);
        if (code != SQLITE_OK || !cursor->source) return code;
    }
    cursor->numbered = false;
    if (cursor->scan.opened) { /* the files are scanned again from the first one on */
        ahead_forget(&table_of(cursor)->session->ahead, &cursor->scan);
        cursor->scan.opened = 0;
    }
    if (table->row_file && cursor->skipped_then != cursor->skips_broken) {
        cursor_forget_rows(cursor);
    }
    if (table->argument_count && (!cursor->has_rows || !arguments_same(cursor->own, table, own))) {
        bool none;
        code = use_own_arguments(cursor, own, &none);
        if (code != SQLITE_OK || none) return code;
    }
    cursor->fits_nothing = false;
    code = take_text(cursor, &cursor->file_equal, plan_value(values, plan->file));
    cursor->id = take_bounds(&plan->id, INTEGER, values);
    if (plan->made_column >= 0) {
        take_made(cursor, values);
    } else if (code == SQLITE_OK && plan->index >= 0) {
        code = take_keys(cursor, values);
    }
    if (code == SQLITE_OK) code = cursor_next_file(cursor, 0);
    bool counts = code == SQLITE_OK && plan->counted >= 0 && !cursor->at_end;
    return counts ? groups_begin(cursor) : code;
}
