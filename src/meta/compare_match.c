#include "meta/compare_match.h"
#include "table/cell.h"

#include <stdlib.h>

bool matches_open(Matches *matches, Document *const documents[2], Arena *arena, Error *error) {
    *matches = (Matches){.arena = arena, .error = error};
    for (int side = 0; side < 2; side++) {
        if (!cells_open(&matches->cells[side], documents[side], NULL, CELLS_STORED, NULL, arena,
                        error)) {
            return false;
        }
    }
    matches->count = matches->cells[0].count;
    matches->items = arena_zeroed(arena, matches->count + 1, sizeof *matches->items);
    if (!matches->items) return fail_memory(error, arena);
    for (uint32_t i = 0; i < matches->count; i++) {
        const CellTable *sides[2] = {&matches->cells[0].tables[i], &matches->cells[1].tables[i]};
        matches->items[i] = (Match){.table = sides[0]->table, .sides = {sides[0], sides[1]}};
    }
    return true;
}

Match *matches_find(Matches *matches, const char *name) {
    for (uint32_t i = 0; name && i < matches->count; i++) {
        if (!strcmp(matches->items[i].table->name, name)) return &matches->items[i];
    }
    return NULL;
}

/* ---- Partners -------------------------------------------------------------------------------- */

static bool make_partners(Matches *matches, Match *match) {
    for (int side = 0; side < 2; side++) {
        uint64_t count = match->sides[side]->array.count;
        match->partners[side] = arena_alloc(matches->arena, count + 1, sizeof(uint32_t));
        if (!match->partners[side]) return fail_memory(matches->error, matches->arena);
        memset(match->partners[side], 0xFF, (size_t)(count + 1) * sizeof(uint32_t));
    }
    return true;
}

static void pair_rows(Match *match, uint64_t old_row, uint64_t new_row) {
    match->partners[0][old_row] = (uint32_t)new_row;
    match->partners[1][new_row] = (uint32_t)old_row;
}

/* ---- By what identifies rows ----------------------------------------------------------------- */

typedef struct KeyedRow {
    uint64_t key;
    uint32_t row;
} KeyedRow;

static int compare_keys(const void *a, const void *b) {
    const KeyedRow *one = a, *other = b;
    return one->key != other->key ? COMPARE(one->key, other->key) : COMPARE(one->row, other->row);
}

/* Returns a number of what a reference refers to that is the same in both files. */
static uint64_t common_target(Matches *matches, const Column *column, int side, int64_t id) {
    const Match *target = matches_find(matches, column->references);
    uint64_t row = (uint64_t)id;
    if (!side || !target || target->state != MATCH_MADE) return row;
    if (row >= target->sides[1]->array.count) return row;
    uint32_t partner = match_partner(target, 1, row);
    return partner == NO_ROW ? row | (uint64_t)1 << 63 : partner;
}

/* Hashes a value behind the hash of those before. */
static uint64_t hash_value(const Arena *arena, uint64_t before, Value value) {
    uint64_t parts[3] = {before, value.type, 0};
    if (value.type == VALUE_INTEGER || value.type == VALUE_REAL) {
        parts[2] = (uint64_t)value.integer;
    } else if (value.type != VALUE_NULL) {
        parts[1] = VALUE_TEXT;
        parts[2] = hash_bytes(arena->host, value.bytes, value.length);
    }
    return hash_bytes(arena->host, parts, sizeof parts);
}

/* Hashes what identifies a row, or, with `apart`, what of that is neither compared itself, nor made
** of what is: references and the labels of a text, but neither paths, nor contents, nor labels that
** have a number, as in a binary GFF. */
static uint64_t key_of_row(Matches *matches, const Match *match, int side, uint64_t index,
                           bool apart, Arena *scratch) {
    const Row *row = cells_row(&matches->cells[side], match->sides[side], index, scratch, NULL);
    bool is_text = matches->cells[side].document->is_text;
    const Column *column;
    uint64_t key = 0;
    for (int i = 0; (column = identity_column(match->table, i)); i++) {
        bool no_memory = false;
        bool is_made = !column->references && !(column->shapes && is_text);
        if (apart && (is_made || column_is_first(match->table, column))) continue;
        Value value = cell_value(column, row, &no_memory);
        if (column->references && value.type == VALUE_INTEGER) {
            value.integer = (int64_t)common_target(matches, column, side, value.integer);
        }
        key = hash_value(matches->arena, key, value);
    }
    return key;
}

/* The keys of one side, by row and sorted. Behind the last one stands another key. */
typedef struct Keys {
    uint64_t count;
    uint64_t *by_row;
    KeyedRow *sorted;
} Keys;

static bool list_keys(Matches *matches, const Match *match, int side, Keys *keys) {
    uint64_t count = keys->count = match->sides[side]->array.count;
    Arena scratch = {.host = matches->arena->host};
    keys->by_row = arena_alloc(matches->arena, count, sizeof *keys->by_row);
    keys->sorted = arena_alloc(matches->arena, count + 1, sizeof *keys->sorted);
    bool done = (keys->by_row && keys->sorted) || fail_memory(matches->error, matches->arena);
    for (uint64_t i = 0; done && i < count; i++) {
        keys->by_row[i] = key_of_row(matches, match, side, i, false, &scratch);
        keys->sorted[i] = (KeyedRow){keys->by_row[i], (uint32_t)i};
        if (scratch.failed) done = fail_memory(matches->error, &scratch);
        if (arena_interrupted_at(matches->arena, i)) done = fail_interrupted(matches->error);
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    if (!done) return false;
    qsort(keys->sorted, (size_t)count, sizeof *keys->sorted, compare_keys);
    keys->sorted[count].key = count ? ~keys->sorted[count - 1].key : 0;
    return true;
}

/* Counts the rows that have the key of the first one. */
static uint64_t group_size(const KeyedRow *keys) {
    uint64_t size = 1;
    while (keys[size].key == keys->key) size++;
    return size;
}

/* Pairs rows that have no partner yet with those of their key on the other side: of each key in
** their order, or, with `alone`, only where each side has one. */
static void pair_by_key(Match *match, const Keys keys[2], bool alone) {
    const KeyedRow *olds = keys[0].sorted, *old_end = olds + keys[0].count;
    const KeyedRow *news = keys[1].sorted, *new_end = news + keys[1].count;
    while (olds < old_end && news < new_end) {
        uint64_t old_size = group_size(olds), new_size = group_size(news);
        bool first = olds->key <= news->key, second = news->key <= olds->key;
        const KeyedRow *one = olds, *other = news;
        bool pairs = first && second && (!alone || (old_size == 1 && new_size == 1));
        while (pairs && one < olds + old_size && other < news + new_size) {
            if (match->partners[0][one->row] != NO_ROW) one++;
            else if (match->partners[1][other->row] != NO_ROW) other++;
            else pair_rows(match, one++->row, other++->row);
        }
        if (first) olds += old_size;
        if (second) news += new_size;
    }
}

/* Tells whether two rows without partners have the same key. */
static bool are_alike(const Match *match, const Keys keys[2], uint64_t old_row, uint64_t new_row) {
    return old_row < keys[0].count && new_row < keys[1].count &&
           match->partners[0][old_row] == NO_ROW && match->partners[1][new_row] == NO_ROW &&
           keys[0].by_row[old_row] == keys[1].by_row[new_row];
}

/* Pairs rows of one key that follow a pair, or the beginning, on both sides, and then those that
** stand before a pair or the end. */
static void pair_neighbors(Match *match, const Keys keys[2]) {
    uint64_t count = keys[0].count, row = 0, next = 0;
    for (; row < count; next = (uint64_t)match->partners[0][row++] + 1) {
        if (are_alike(match, keys, row, next)) pair_rows(match, row, next);
    }
    for (next = keys[1].count; row--; next = match->partners[0][row]) {
        if (next && are_alike(match, keys, row, next - 1)) pair_rows(match, row, next - 1);
    }
}

/* Pairs rows without partners where as many stand between the same neighbours on both sides,
** unless what identifies them, but is no compared cell, tells that they are others. */
static bool pair_gaps(Matches *matches, Match *match) {
    Arena scratch = {.host = matches->arena->host};
    uint64_t count = match->sides[0]->array.count, new_count = match->sides[1]->array.count;
    for (uint64_t first = 0; first < count; first++) {
        if (match->partners[0][first] != NO_ROW) continue;
        uint64_t end = first, start = first ? (uint64_t)match->partners[0][first - 1] + 1 : 0;
        while (end < count && match->partners[0][end] == NO_ROW) end++;
        uint64_t new_end = start;
        while (new_end < new_count && match->partners[1][new_end] == NO_ROW) new_end++;
        bool same_neighbor =
            end == count ? new_end == new_count : match->partners[0][end] == new_end;
        if (same_neighbor && end - first == new_end - start) {
            for (uint64_t i = 0; i < end - first; i++) {
                uint64_t old_key = key_of_row(matches, match, 0, first + i, true, &scratch);
                uint64_t new_key = key_of_row(matches, match, 1, start + i, true, &scratch);
                if (old_key == new_key) pair_rows(match, first + i, start + i);
                arena_reset(&scratch);
            }
        }
        first = end;
    }
    bool done = !scratch.failed || fail_memory(matches->error, &scratch);
    arena_clear(&scratch);
    return done;
}

/* Pairs rows that have a key alone, then those beside them; the rest are paired in the order in
** which they stand. So lines of a text that occur again and again are paired with those that stand
** among the same others, and the answer is the same with the sides exchanged. */
static bool match_by_identity(Matches *matches, Match *match) {
    Keys keys[2] = {0};
    for (int side = 0; side < 2; side++) {
        if (!list_keys(matches, match, side, &keys[side])) return false;
    }
    if (!make_partners(matches, match)) return false;
    pair_by_key(match, keys, true);
    pair_neighbors(match, keys);
    pair_by_key(match, keys, false);
    for (int side = 2; side--;) {
        arena_release(matches->arena, keys[side].sorted);
        arena_release(matches->arena, keys[side].by_row);
    }
    if (!pair_gaps(matches, match)) return false;
    uint64_t row = 0;
    while (row < keys[0].count && match->partners[0][row] == row) row++;
    bool keeps_ids = row == keys[0].count && row == keys[1].count;
    for (int side = 0; keeps_ids && side < 2; side++) match->partners[side] = NULL;
    return true;
}

/* ---- As children of matched parents ---------------------------------------------------------- */

static const Column *column_of_kind(const Table *table, CellKind kind) {
    for (int i = 0; table_column(table, i); i++) {
        if (table_column(table, i)->kind == kind) return table_column(table, i);
    }
    return NULL;
}

uint32_t match_child_partner(const Match *match, int side, uint64_t row) {
    const Children *own = match->lists[side], *others = match->lists[!side];
    uint64_t parent = children_parent(own, row);
    if (parent >= match->parents->sides[side]->array.count) return NO_ROW;
    uint64_t partner = match_partner(match->parents, side, parent);
    if (partner == NO_ROW || partner >= others->parent_count) return NO_ROW;
    ChildRange range = children_of(others, partner);
    uint64_t other = range.first + (row - own->first[parent]);
    return other < range.end ? (uint32_t)other : NO_ROW;
}

static void match_by_parent(Matches *matches, Match *match, const Column *column) {
    Match *parents = matches_find(matches, column->references);
    const Children *lists[2];
    if (!parents || parents->state != MATCH_MADE) return;
    for (int side = 0; side < 2; side++) {
        const Row row = {.document = matches->cells[side].document};
        lists[side] = children_of_column(column, &row);
        if (!lists[side]->first || lists[side]->count != match->sides[side]->array.count) return;
    }
    const Children *one = lists[0], *other = lists[1];
    size_t bytes = (size_t)(one->parent_count + 1) * sizeof *one->first;
    bool are_alike = one->parent_count == other->parent_count && one->count == other->count &&
                     !memcmp(one->first, other->first, bytes);
    if (are_alike && match_is_by_id(parents)) return;
    for (int side = 0; side < 2; side++) match->lists[side] = lists[side];
    match->parents = parents;
}

/* ---- By their places in a grid --------------------------------------------------------------- */

/* Matches rows by place: in a map that was made wider each keeps its place, but not its number.
** Files with as many rows are compared by number: there a width alone changed, such as that of a
** TRN's area, which says where its terrain lies. Without a width no row has a place. */
static bool match_by_grid(Matches *matches, Match *match, const Column *column) {
    uint64_t counts[2], widths[2];
    for (int side = 0; side < 2; side++) {
        const Row row = {.document = matches->cells[side].document};
        counts[side] = match->sides[side]->array.count;
        if (!counts[side]) return true;
        widths[side] = grid_width(column, &row);
    }
    bool is_wider = widths[0] != widths[1] && counts[0] != counts[1];
    if (!is_wider || !widths[0] || !widths[1]) return true;
    if (!make_partners(matches, match)) return false;
    for (uint64_t row = 0; row < counts[0]; row++) {
        uint64_t x = row % widths[0], other = row / widths[0] * widths[1] + x;
        if (x < widths[1] && other < counts[1]) pair_rows(match, row, other);
        if (arena_interrupted_at(matches->arena, row)) return fail_interrupted(matches->error);
    }
    return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool match_target(Matches *matches, const Column *column) {
    Match *target = column ? matches_find(matches, column->references) : NULL;
    return !target || target->state != MATCH_NOT_MADE || match_rows(matches, target);
}

/* Matches first the rows to which identifying columns refer; where tables identify each other's
** rows, ids count. */
static bool match_identifying(Matches *matches, const Match *match) {
    const Column *column;
    for (int i = 0; (column = identity_column(match->table, i)); i++) {
        if (!match_target(matches, column)) return false;
    }
    return match->table->identity[0] ||
           match_target(matches, column_of_kind(match->table, CELL_PARENT));
}

bool match_rows(Matches *matches, Match *match) {
    if (match->state != MATCH_NOT_MADE) return true;
    match->state = MATCH_BEING_MADE;
    if (!match_identifying(matches, match)) return false;
    const Column *parent = column_of_kind(match->table, CELL_PARENT);
    const Column *grid = column_of_kind(match->table, CELL_GRID_X);
    bool done = true;
    if (match->table->identity[0]) done = match_by_identity(matches, match);
    else if (parent) match_by_parent(matches, match, parent);
    else if (grid) done = match_by_grid(matches, match, grid);
    match->state = MATCH_MADE;
    for (int i = 0; done && table_column(match->table, i); i++) {
        done = match_target(matches, table_column(match->table, i));
    }
    return done;
}
