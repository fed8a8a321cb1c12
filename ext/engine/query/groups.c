#include "engine/query/groups.h"
#include "core/hash_map.h"
#include "core/sort.h"
#include "engine/query/cursor.h"

#define GROUPS_MOST  4096
#define GROUPS_BYTES (4 << 20) /* of long texts, less may come */

typedef struct Group {
    Value value;
    uint64_t count;
} Group;

struct Groups {
    Arena arena;
    Map map;     /* from a value to its group */
    Group *last; /* of the row before; rows with the same value often follow each other */
    uint32_t count, at;
    const uint32_t *order;    /* of the groups; order[at] is the next one */
    uint64_t passed;          /* rows of the groups before this one */
    sqlite3_stmt *sorted;     /* gives the rows, if it isn't NULL: each is in items[0] then */
    Group items[GROUPS_MOST]; /* the first is that of NULL */
};

/* Counts a value. Returns false if there is no room for it, or if it isn't of the column's type. */
static bool count_value(Groups *groups, Value value, bool is_text) {
    const Value *last = &groups->last->value;
    const void *key = is_text ? value.bytes : &value.integer;
    size_t size = is_text ? value.length : sizeof value.integer;
    if (value.type == VALUE_NULL) groups->last = groups->items;
    else if (value.type != (is_text ? VALUE_TEXT : VALUE_INTEGER)) return false;
    else if (last->type != value.type || last->length != value.length ||
             memcmp(is_text ? last->bytes : &last->integer, key, size) != 0) {
        void **place = NULL;
        bool has_room = groups->count < GROUPS_MOST && groups->arena.bytes + size < GROUPS_BYTES;
        if (has_room) place = map_place(&groups->map, &groups->arena, key, size);
        if (place && !*place) {
            *place = groups->last = &groups->items[groups->count++];
            *groups->last = (Group){value, 0};
            void *text = arena_piece(&groups->arena, is_text ? size : 0);
            if (!text) return false;
            if (is_text) groups->last->value.bytes = memcpy(text, key, size);
        }
        if (!place) return false;
        groups->last = *place;
    }
    groups->last->count++;
    return true;
}

/* Compares values as SQLite's sorter does: NULL is less than a number, a number than a text. */
static int compare_groups(const void *context, uint32_t a, uint32_t b) {
    const Group *items = context;
    Value one = items[a].value, other = items[b].value;
    if (one.type != other.type) return COMPARE(one.type, other.type);
    if (one.type != VALUE_TEXT) return COMPARE(one.integer, other.integer);
    uint32_t length = one.length < other.length ? one.length : other.length;
    int difference = memcmp(one.bytes, other.bytes, length);
    return difference ? difference : COMPARE(one.length, other.length);
}

static int show_group(Cursor *cursor, sqlite3_context *context, const Column *column UNUSED) {
    const Group *group = (const void *)cursor->row.record;
    sqlite_result(context, group->value, NULL);
    return SQLITE_OK;
}

static int fail_sorted(Cursor *cursor) {
    sqlite3 *database = table_of(cursor)->session->database;
    sqlite3_free(cursor->base.pVtab->zErrMsg);
    cursor->base.pVtab->zErrMsg = sqlite3_mprintf("%s", sqlite3_errmsg(database));
    return sqlite3_extended_errcode(database);
}

/* Lets a statement sort the rows, which gives them with their rowids. */
static int sort_rows(Cursor *cursor) {
    const VirtualTable *table = table_of(cursor);
    const char *name = cursor->columns[cursor->plan->counted].name;
    const Source *source = cursor->source;
    sqlite3_stmt **sorted = &cursor->groups->sorted;
    char *sql = sqlite3_mprintf("SELECT \"%w\", rowid FROM main.%s WHERE src IS ?1 AND on_error IS "
                                "?2 ORDER BY +\"%w\"",
                                name, table->table->name, name);
    if (!sql) return SQLITE_NOMEM;
    int code = sqlite3_prepare_v2(table->session->database, sql, -1, sorted, NULL);
    sqlite3_free(sql);
    if (code != SQLITE_OK) return fail_sorted(cursor);
    const Document *blob = source->blob ? source->blob->document : NULL;
    code = blob ? sqlite3_bind_blob64(*sorted, 1, blob->bytes, blob->size, SQLITE_STATIC)
                : sqlite3_bind_value(*sorted, 1, source->src);
    if (code != SQLITE_OK || !cursor->on_error) return code;
    return sqlite3_bind_value(*sorted, 2, cursor->on_error);
}

int groups_begin(Cursor *cursor) {
    const VirtualTable *table = table_of(cursor);
    const Column *column = &cursor->columns[cursor->plan->counted];
    const size_t count = (size_t)table->column_count;
    Groups *groups = sqlite3_malloc64(sizeof *groups);
    if (!groups) return SQLITE_NOMEM;
    memset(groups, 0, offsetof(Groups, items) + sizeof *groups->items);
    groups->last = groups->items;
    groups->count = 1;
    groups->arena.host = &table->session->host;
    Error error = {0};
    int code = SQLITE_OK;
    bool has_room = true;
    const bool is_text = column->type == TEXT;
    for (uint64_t step = 0; code == SQLITE_OK && has_room && !cursor->at_end; step++) {
        has_room = count_value(groups, cell_value_inline(column, &cursor->row), is_text);
        code = cursor_end_cell(cursor);
        if (code == SQLITE_OK) code = cursor_next(&cursor->base);
        if (arena_interrupted_at(&groups->arena, step)) fail_interrupted(&error);
        if (error.kind) code = cursor_fail(cursor, NULL, &error);
    }
    cursor_forget_rows(cursor);
    cursor->array = (Array){0};
    cursor->groups = groups;
    ShownColumn *shown = arena_alloc(&groups->arena, count, sizeof *shown);
    if (code != SQLITE_OK) return code;
    groups->order =
        sorted_order(&groups->arena, groups->count, compare_groups, groups->items, &error);
    if (groups->arena.failed) fail_memory(&error, &groups->arena);
    if (error.kind) return cursor_fail(cursor, NULL, &error);
    memcpy(shown, table->shown, count * sizeof *shown);
    shown[cursor->plan->counted].show = show_group;
    cursor->shown = shown;
    if (has_room) return groups_next(cursor);
    ahead_forget(&table->session->ahead, &cursor->scan);
    code = sort_rows(cursor);
    return code == SQLITE_OK ? groups_next(cursor) : code;
}

int groups_next(Cursor *cursor) {
    Groups *groups = cursor->groups;
    Group *group = &groups->items[0];
    cursor->at_end = true;
    if (groups->sorted) {
        int code = sqlite3_step(groups->sorted);
        if (code != SQLITE_ROW) return code == SQLITE_DONE ? SQLITE_OK : fail_sorted(cursor);
        *group = (Group){sqlite_value_of(sqlite3_column_value(groups->sorted, 0)), 1};
    } else {
        if (!groups->at) groups->at = !groups->items[0].count; /* NULL is the first, if it came */
        if (groups->at == groups->count) return SQLITE_OK;
        group = &groups->items[groups->order[groups->at++]];
    }
    groups->passed += cursor->array.count;
    cursor->array = (Array){.records = group, .count = group->count}; /* each row is the group */
    go_to(cursor, &(RowRange){0, group->count, NULL});
    return SQLITE_OK;
}

int groups_rowid(Cursor *cursor, sqlite3_int64 *rowid) {
    Groups *groups = cursor->groups;
    if (!groups->sorted) {
        uint64_t row = groups->passed + cursor->position;
        int code = sort_rows(cursor);
        for (uint64_t i = 0; code == SQLITE_OK && i <= row; i++) code = groups_next(cursor);
        if (code != SQLITE_OK) return code;
    }
    *rowid = sqlite3_column_int64(groups->sorted, 1);
    return SQLITE_OK;
}

void groups_end(Cursor *cursor) {
    sqlite3_finalize(cursor->groups->sorted);
    arena_clear(&cursor->groups->arena);
    sqlite3_free(cursor->groups);
    cursor->groups = NULL;
    cursor->shown = table_of(cursor)->shown;
}
