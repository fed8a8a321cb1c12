#include "engine/query/groups.h"
#include "core/hash_map.h"
#include "core/sort.h"
#include "engine/query/cursor.h"

#define LOOK_ROWS 1024 /* are counted before the host is asked whether to go on */

typedef struct Group {
    Value value;
    uint64_t first; /* how many rows come before the group's */
    uint64_t count;
    uint64_t noted; /* of how many of these the rowid is known */
} Group;

struct Groups {
    Arena arena;
    Array rows;             /* the cursor's own array, which a group replaces */
    Map map;                /* from a value, or a name's number, to its group */
    LIST_OF(Group *) items; /* in order, when all rows are counted */
    uint64_t at;            /* the next item */
    sqlite3_int64 *rowids;  /* of all rows in order; NULL: none was asked for */
    Value last;   /* of the row before; rows with the same value often follow each other */
    Group *group; /* its group */
    ShownColumn shown[];
};

/* Returns the group of a row's value; NULL: memory ran out. */
static Group *group_of(Groups *groups, const Column *column, const Row *row) {
    Value value = value_null();
    const Condition *condition = &column->condition;
    if (!condition->bytes || condition_holds(condition, row)) value = unnamed_value(column, row);
    const bool is_same = groups->last.type == value.type && groups->last.integer == value.integer;
    if (groups->group && is_same) return groups->group;
    int64_t key[] = {value.type, value.integer};
    void **place = map_place(&groups->map, &groups->arena, key, sizeof key);
    if (!place) return NULL;
    if (!*place) {
        Group *group = arena_piece(&groups->arena, sizeof *group);
        Group **item = list_add(&groups->arena, &groups->items.list, sizeof *item);
        if (!group || !item) return NULL;
        *group = (Group){.value = value};
        if (column->value_names) group->value = name_of_value(column->value_names, value);
        *place = *item = group;
    }
    groups->last = value;
    return groups->group = *place;
}

/* Goes through the rows from the current one on, and counts those of each group. If `rowids` isn't
** NULL, they are counted, and their rowids are noted: of no more rows than that, since files can be
** others by then. */
static int count_rows(Cursor *cursor, Groups *groups) {
    const Column *column = &cursor->columns[cursor->plan->counted];
    sqlite3 *database = table_of(cursor)->session->database;
    sqlite3_stmt *look = NULL; /* a step notices interruptions, and calls the progress handler */
    int code = SQLITE_OK;
    uint32_t file = cursor->file;
    for (uint64_t step = 1; code == SQLITE_OK && !cursor->at_end; step++) {
        Group *group = group_of(groups, column, &cursor->row);
        if (!group) code = SQLITE_NOMEM;
        if (code != SQLITE_OK) break;
        if (!groups->rowids) {
            group->count++;
        } else if (group->noted < group->count) {
            code = cursor_rowid(&cursor->base, &groups->rowids[group->first + group->noted++]);
        }
        if (code == SQLITE_OK) code = cursor_next(&cursor->base);
        if (code == SQLITE_OK && step % LOOK_ROWS && cursor->file == file) continue;
        file = cursor->file;
        if (code == SQLITE_OK && !look) {
            code = sqlite3_prepare_v2(database, "SELECT 1", -1, &look, NULL);
        }
        if (code != SQLITE_OK) break;
        sqlite3_step(look);
        code = sqlite3_reset(look);
    }
    sqlite3_finalize(look);
    return code;
}

/* Compares values as SQLite does: NULL is less than a number. */
static int compare_groups(const void *context, uint32_t a, uint32_t b) {
    Group *const *items = context;
    Value one = items[a]->value, other = items[b]->value;
    if (one.type != other.type) return COMPARE(one.type, other.type);
    if (one.type == VALUE_NAME) return strcmp(one.bytes, other.bytes);
    return COMPARE(one.integer, other.integer);
}

static int show_group(Cursor *cursor, sqlite3_context *context, const Column *column UNUSED) {
    sqlite_result(context, ((const Group *)(const void *)cursor->row.record)->value, NULL);
    return SQLITE_OK;
}

int groups_begin(Cursor *cursor) {
    const VirtualTable *table = table_of(cursor);
    size_t bytes = (size_t)table->column_count * sizeof(ShownColumn);
    Groups *groups = sqlite3_malloc64(sizeof *groups + bytes);
    if (!groups) return SQLITE_NOMEM;
    *groups = (Groups){.arena = {.host = &table->session->host}};
    memcpy(groups->shown, table->shown, bytes);
    groups->shown[cursor->plan->counted].show = show_group;
    Error error = {0};
    int code = count_rows(cursor, groups);
    groups->rows = cursor->array;
    cursor->groups = groups;
    cursor->shown = groups->shown;
    Group **items = groups->items.items;
    uint64_t count = groups->items.count;
    if (code != SQLITE_OK) return code;
    if (!sort_array(&groups->arena, items, count, sizeof *items, compare_groups, items, NULL,
                    &error)) {
        return cursor_fail(cursor, NULL, &error);
    }
    for (uint64_t i = 1; i < count; i++)
        items[i]->first = items[i - 1]->first + items[i - 1]->count;
    return groups_next(cursor);
}

/* Makes the rows of a group the current ones, and one of them the current one. */
static void show_rows(Cursor *cursor, const Group *group, uint64_t position) {
    cursor->array = (Array){.records = group, .count = group->count}; /* each row is the group */
    go_to(cursor, &(RowRange){position, group->count, NULL});
}

int groups_next(Cursor *cursor) {
    Groups *groups = cursor->groups;
    cursor->at_end = groups->at == groups->items.count;
    if (!cursor->at_end) show_rows(cursor, groups->items.items[groups->at++], 0);
    return SQLITE_OK;
}

int groups_rowid(Cursor *cursor, sqlite3_int64 *rowid) {
    Groups *groups = cursor->groups;
    const Group *group = groups->items.items[groups->at - 1];
    const uint64_t group_count = groups->items.count;
    const Group *end = groups->items.items[group_count - 1];
    const uint64_t position = cursor->position;
    int code = SQLITE_OK;
    if (!groups->rowids) { /* the rows are counted once more */
        groups->rowids = arena_zeroed(&groups->arena, end->first + end->count, sizeof *rowid);
        if (!groups->rowids) return SQLITE_NOMEM;
        cursor->groups = NULL;
        cursor->array = groups->rows;
        ahead_forget(&table_of(cursor)->session->ahead, &cursor->scan);
        cursor->scan.opened = 0;
        code = cursor_next_file(cursor, 0);
        if (code == SQLITE_OK) code = count_rows(cursor, groups);
        groups->items.count = group_count;
        groups->rows = cursor->array;
        cursor->groups = groups;
        show_rows(cursor, group, position);
    }
    *rowid = groups->rowids[group->first + position];
    return code;
}

void groups_end(Cursor *cursor) {
    cursor->array = cursor->groups->rows;
    cursor->shown = table_of(cursor)->shown;
    arena_clear(&cursor->groups->arena);
    sqlite3_free(cursor->groups);
    cursor->groups = NULL;
}
