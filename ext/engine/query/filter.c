/*
** What a query asks of a cursor: the values of its constraints become arguments, and ranges of ids
** and keys.
**
**     SELECT * FROM gnd_cubes('a.gnd') WHERE y = 3 AND id < 400
**
** comes as the plan "src=? y=? id<?" with three values: a source, a key and a bound.
*/
#include "cursor.h"
#include "advice.h"
#include "ahead.h"
#include "cursor_state.h"

#include <stdio.h>

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Tells whether `src` is the source that the cursor has open, by far the most frequent case in a
** join. */
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

static int use_source(Cursor *cursor, sqlite3_value *src) {
    VirtualTable *table = table_of(cursor);
    Error error = {0};
    CachedDocument *held = NULL;
    cursor_forget_source(cursor);
    Source *source =
        session_source(table->session, src, wanted_by(table, cursor->plan), &held, &error);
    if (!source) {
        bool is_blob = sqlite3_value_type(src) == SQLITE_BLOB;
        if (is_blob && cursor->skips_broken && is_skippable(&error)) return SQLITE_OK;
        const char *label = is_blob ? "BLOB" : (const char *)sqlite3_value_text(src);
        return cursor_fail(cursor, error.kind == ERROR_ARGUMENT ? NULL : label, &error);
    }
    cursor->source = source;
    cursor->held = held;
    return SQLITE_OK;
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
        return cursor->on_error ? keep_value(&cursor->on_error, NULL) : SQLITE_OK;
    }
    const char *text = (const char *)sqlite3_value_text(value);
    bool skip = text && strcmp(text, "skip") == 0;
    if (!skip && (!text || strcmp(text, "fail") != 0)) {
        Error error = {ERROR_ARGUMENT, "on_error is neither 'fail' nor 'skip'"};
        if (text && strpbrk(text, "./")) advise_on_pattern(&error);
        return cursor_fail(cursor, NULL, &error);
    }
    cursor->skips_broken = skip;
    if (cursor->on_error) { /* usually the same again */
        const char *before = (const char *)sqlite3_value_text(cursor->on_error);
        if (before && strcmp(before, text) == 0) return SQLITE_OK;
    }
    return keep_value(&cursor->on_error, value);
}

static int use_own_arguments(Cursor *cursor, sqlite3_value *const *values, bool *none) {
    VirtualTable *table = table_of(cursor);
    const char *label;
    Error error = {0};
    cursor_forget_rows(cursor); /* they may belong to what the arguments named */
    if (arguments_take(cursor->own, table->session, table->table->arguments,
                       table->table->argument_count, values, none, &label, &error)) {
        return SQLITE_OK;
    }
    return cursor_fail(cursor, label, &error);
}

/* ---- Filter ---------------------------------------------------------------------------------- */

/* Walks through argv in the order of the plan's bits. */
typedef struct PlanValues {
    int plan;
    sqlite3_value **next;
} PlanValues;

static sqlite3_value *take(PlanValues *values, int bit) {
    return values->plan & bit ? *values->next++ : NULL;
}

static void narrow(Bounds *bounds, SqlType type, Bound bound, sqlite3_value *value) {
    if (!value) return;
    Bounds within = type == REAL ? reals_within(bound, value) : integers_within(bound, value);
    if (within.lo > bounds->lo) bounds->lo = within.lo;
    if (within.hi < bounds->hi) bounds->hi = within.hi;
}

/* Takes a lower and an upper bound, each of which may be missing or open. */
static Bounds take_bounds(PlanValues *values, SqlType type, int low, int low_open, int high,
                          int high_open) {
    Bounds bounds = {INT64_MIN, INT64_MAX};
    Bound above = values->plan & low_open ? BOUND_ABOVE : BOUND_AT_LEAST;
    Bound below = values->plan & high_open ? BOUND_BELOW : BOUND_AT_MOST;
    narrow(&bounds, type, above, take(values, low));
    narrow(&bounds, type, below, take(values, high));
    return bounds;
}

static void take_id(Cursor *cursor, PlanValues *values) {
    if (values->plan & PLAN_ID_EQUAL) {
        cursor->id = integers_within(BOUND_EQUAL, take(values, PLAN_ID_EQUAL));
        return;
    }
    cursor->id = take_bounds(values, INTEGER, PLAN_ID_LOW, PLAN_ID_LOW_OPEN, PLAN_ID_HIGH,
                             PLAN_ID_HIGH_OPEN);
}

static MadeKey key_of_value(const Cursor *cursor, sqlite3_value *value) {
    const Column *column = &cursor->columns[PLAN_MADE_COLUMN(cursor->plan)];
    return made_key(&table_of(cursor)->session->host, column->type, value);
}

static void take_made(Cursor *cursor, PlanValues *values) {
    if (!is_made_range(values->plan)) {
        cursor->made_key = key_of_value(cursor, take(values, PLAN_MADE));
        return;
    }
    SqlType type = cursor->columns[PLAN_MADE_COLUMN(cursor->plan)].type;
    cursor->made_within = take_bounds(values, type, PLAN_MADE_LOW, PLAN_MADE_LOW_OPEN,
                                      PLAN_MADE_HIGH, PLAN_MADE_HIGH_OPEN);
}

/* A condition on text narrows the rows only if its value is text as well: what SQLite does with a
** number depends on affinity. Nothing matches NULL; other values are left to SQLite. */
static int take_text(Cursor *cursor, sqlite3_value **place, sqlite3_value *value) {
    if (value && sqlite3_value_type(value) == SQLITE_NULL) cursor->fits_nothing = true;
    if (value && sqlite3_value_type(value) != SQLITE_TEXT) value = NULL;
    return *place || value ? keep_value(place, value) : SQLITE_OK;
}

static int take_file(Cursor *cursor, PlanValues *values) {
    return take_text(cursor, &cursor->file_equal, take(values, PLAN_FILE_EQUAL));
}

static int take_keys(Cursor *cursor, PlanValues *values) {
    const VirtualTable *table = table_of(cursor);
    for (int k = 0; k < KEYS_MAX; k++) {
        KeyRange *key = &cursor->keys[k];
        Bounds bounds = {INT64_MIN, INT64_MAX};
        *key = (KeyRange){.lo = INT64_MIN, .hi = INT64_MAX};
        if (!(values->plan & PLAN_KEY(k) * 7)) continue;
        sqlite3_value *equal = take(values, PLAN_KEY(k));
        int column = table->key_columns[PLAN_INDEX(values->plan)][k];
        if (equal && cursor->columns[column].type == TEXT) {
            int code = take_text(cursor, &cursor->key_texts[k], equal);
            if (code != SQLITE_OK) return code;
            if (!cursor->key_texts[k]) continue;
            key->text = (const char *)sqlite3_value_text(cursor->key_texts[k]);
            key->text_length = (uint32_t)sqlite3_value_bytes(cursor->key_texts[k]);
            continue;
        }
        narrow(&bounds, INTEGER, BOUND_EQUAL, equal);
        narrow(&bounds, INTEGER, BOUND_AT_LEAST, take(values, PLAN_KEY(k) << 1));
        narrow(&bounds, INTEGER, BOUND_AT_MOST, take(values, PLAN_KEY(k) << 2));
        key->lo = bounds.lo;
        key->hi = bounds.hi;
        if (bounds.lo > bounds.hi) cursor->fits_nothing = true;
    }
    return SQLITE_OK;
}

static int fail_missing_source(Cursor *cursor) {
    const char *name = table_of(cursor)->table->name;
    Error error = {0};
    fail(&error, ERROR_ARGUMENT,
         "src is missing: write %s('file'), or %s(t.source) with the name of the table that it "
         "comes from; where SQLite couldn't pass it on, a subquery helps",
         name, name);
    return cursor_fail(cursor, NULL, &error);
}

static int fail_surplus(Cursor *cursor) {
    const Table *table = table_of(cursor)->table;
    Error error = {0};
    char text[160] = "src";
    size_t used = strlen(text);
    for (int i = 0; i < table->argument_count; i++) {
        bool optional = table->arguments[i].optional;
        used += (size_t)snprintf(text + used, sizeof text - used, optional ? " [, %s]" : ", %s",
                                 table->arguments[i].name);
    }
    fail(&error, ERROR_ARGUMENT, "more arguments than the table takes: it is %s(%s [, on_error])",
         table->name, text);
    return cursor_fail(cursor, NULL, &error);
}

static int use_null_source(Cursor *cursor) {
    VirtualTable *table = table_of(cursor);
    Error error = {0};
    if (cursor->skips_broken ||
        accept_null_source(table->session->database, table->table, &error)) {
        return SQLITE_OK;
    }
    return cursor_fail(cursor, NULL, &error);
}

/* Handles a table about the extension itself, which has no source and only one array. */
static int filter_about(Cursor *cursor, PlanValues *values) {
    const Table *table = table_of(cursor)->table;
    sqlite3_value *own[ARGUMENTS_MAX];
    Error error = {0};
    bool none = false;
    for (int i = 0; i < table->argument_count; i++) own[i] = take(values, PLAN_ARGUMENT(i));
    int code = table->argument_count ? use_own_arguments(cursor, own, &none) : SQLITE_OK;
    if (code != SQLITE_OK || none) return code;
    if (!cursor_make_rows(cursor, NULL, NULL, &error)) return cursor_fail(cursor, NULL, &error);
    cursor_start_rows(cursor, &error);
    return SQLITE_OK;
}

/* Tells whether a seek surely differs from the previous one only by the id or the key, as in the
** inner loop of a join. */
static bool is_same_seek(const Cursor *cursor, sqlite3_value *src) {
    return is_open(cursor, 0) && cursor->source->file_count == 1 && !cursor->on_error &&
           !picks_files(cursor) && is_same_source(cursor, src);
}

/* The three functions below handle such seeks, by id, by a number that is the key of an index and
** by a made index, and return false for all others. They are only shortcuts: cursor_filter() would
** do the same. */
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
    int column = table_of(cursor)->key_columns[PLAN_INDEX(cursor->plan)][0];
    if (sqlite3_value_type(values[1]) != SQLITE_INTEGER || cursor->columns[column].type == TEXT ||
        !is_same_seek(cursor, values[0])) {
        return false;
    }
    Error none; /* only made indexes can fail */
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

static bool seek_again(Cursor *cursor, sqlite3_value **values) {
    int plan = cursor->plan & ~(PLAN_HEADER | PLAN_PREPARED);
    if (plan == (PLAN_SRC | PLAN_ID_EQUAL)) return seek_id_again(cursor, values);
    if ((plan & ~PLAN_INDEXES) == (PLAN_SRC | PLAN_KEY(0))) return seek_key_again(cursor, values);
    return (plan & ~PLAN_MADE_COLUMNS) == (PLAN_SRC | PLAN_MADE) && seek_made_again(cursor, values);
}

int cursor_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                  sqlite3_value **values) {
    Cursor *cursor = (Cursor *)base;
    const Table *table = table_of(cursor)->table;
    (void)plan_text, (void)count;
    cursor->plan = plan;
    cursor->at_end = true;
    PlanValues at = {plan, values};
    if (table->about_extension) return filter_about(cursor, &at);
    if (plan & PLAN_SURPLUS) return fail_surplus(cursor);
    if (!(plan & PLAN_SRC)) return fail_missing_source(cursor);
    if (seek_again(cursor, values)) return SQLITE_OK;

    sqlite3_value *src = take(&at, PLAN_SRC);
    sqlite3_value *own[ARGUMENTS_MAX];
    for (int i = 0; i < table->argument_count; i++) own[i] = take(&at, PLAN_ARGUMENT(i));
    int code = use_on_error(cursor, take(&at, PLAN_ON_ERROR), own);
    if (code != SQLITE_OK) return code;
    if (!is_same_source(cursor, src)) {
        if (sqlite3_value_type(src) == SQLITE_NULL) return use_null_source(cursor);
        code = use_source(cursor, src);
        if (code != SQLITE_OK || !cursor->source) return code;
    }
    cursor->numbered = false;
    if (cursor->scan.opened) { /* the scan starts again with the first file */
        ahead_forget(table_of(cursor)->session, &cursor->scan);
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
    if (plan & PLAN_FILE_EQUAL || picks_files(cursor)) {
        code = take_file(cursor, &at);
    }
    take_id(cursor, &at);
    if (plan & PLAN_MADE) {
        take_made(cursor, &at);
    } else if (code == SQLITE_OK && plan & PLAN_KEYS) {
        code = take_keys(cursor, &at);
    }
    return code == SQLITE_OK ? cursor_next_file(cursor, 0) : code;
}
