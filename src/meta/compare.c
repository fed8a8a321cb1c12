#include "meta/compare.h"
#include "meta/compare_match.h"
#include "table/cell.h"

#define BLOCK_ROWS 256 /* that are compared at once */

/* What a column is compared for. */
typedef enum Comparison {
    COMPARE_NEVER, /* another column stands for it */
    COMPARE_VALUES,
    COMPARE_TARGETS, /* a reference */
    COMPARE_REST,    /* where nothing else of the row differs: what a text's field has behind the
                     ** text, and numbers that refer to nothing */
} Comparison;

/* How a column is compared. */
typedef struct ColumnPlan {
    Comparison comparison;
    Match *target;         /* of a reference */
    const Column *meaning; /* of a column as stored: the one beside it, see meaning_of() */
    const Column *shown; /* `meaning`, where it is a reference that the decoder computes; or NULL */
    bool of_record;      /* rows whose records have equal bytes have equal cells */
} ColumnPlan;

typedef struct Comparing {
    Matches matches;
    Arena scratch[2];
    bool (*report)(void *context, const Difference *difference);
    void *context;
    /* of the table that is compared */
    Match *match;
    uint64_t steps_left; /* see compare_order() */
    ColumnPlan *plans;   /* of its columns */
    uint32_t others;     /* how many of these aren't `of_record` */
} Comparing;

/* ---- Columns --------------------------------------------------------------------------------- */

/* Returns the column beside one that shows what is stored as it is, `texture_id` of
** `texture_id_raw`; NULL: the column isn't such a one. */
static const Column *meaning_of(const Table *table, const Column *raw) {
    const char *ending = "_raw";
    size_t length = strlen(raw->name), bytes = strlen(ending);
    if (length <= bytes || strcmp(raw->name + length - bytes, ending)) return NULL;
    return find_column(table, raw->name, (uint32_t)(length - bytes));
}

/* Tells what a column is compared for: stored numbers and bytes may differ by themselves. */
static Comparison comparison_of(const Table *table, const Column *column) {
    if (table->again || column->again) return COMPARE_NEVER;
    if (column_is_first(table, column)) {
        return column->references ? COMPARE_TARGETS : COMPARE_VALUES;
    }
    return meaning_of(table, column) ? COMPARE_REST : COMPARE_NEVER;
}

/* Tells where a record has the field of a placed column; false: not in each record at one place. */
static bool find_in_record(Comparing *comparing, int side, const Column *column,
                           uint64_t place[2]) {
    const CellTable *open = comparing->match->sides[side];
    Arena *scratch = &comparing->scratch[side];
    bool is_found = column->where || column->bytes_of;
    if (column->lies || column->pointer || (is_found && !column->in_record)) return false;
    if (!open->array.count) return false;
    const Row *row = cells_row(&comparing->matches.cells[side], open, 0, scratch, NULL);
    place[0] = (uintptr_t)placed_field(column, row) - (uintptr_t)row->record;
    place[1] = column->bytes_of ? column->bytes_of(row, column->at)
                                : bytes_of_kind(word_kind(column->kind));
    return place[1] && place[0] <= open->array.stride && place[1] <= open->array.stride - place[0];
}

/* Tells whether all that is compared of a column's cells lies in records as fields. */
static bool is_of_record(Comparing *comparing, const Column *column, const ColumnPlan *plan) {
    const char *one = (const char *)comparing->matches.cells[0].document;
    const char *other = (const char *)comparing->matches.cells[1].document;
    const Condition *condition = &column->condition;
    const Match *target = plan->target;
    uint64_t places[2][2];
    bool keeps_ids = target && match_is_by_id(target) &&
                     target->sides[0]->array.count == target->sides[1]->array.count;
    if (condition->of_document) {
        uint32_t at = condition->offset;
        if (memcmp(one + at, other + at, condition->bytes)) return false;
        if (!condition_holds(condition, &(const Row){.document = one})) return true;
    }
    if (column->stored || column->of_document) return false;
    if ((column->references || plan->shown) && !keeps_ids) return false;
    return !is_placed(column) || (find_in_record(comparing, 0, column, places[0]) &&
                                  find_in_record(comparing, 1, column, places[1]) &&
                                  !memcmp(places[0], places[1], sizeof places[0]));
}

/* Plans a column. If it is a number from which the decoder computes a reference, what that needs is
** made. */
static bool plan_column(Comparing *comparing, uint32_t number) {
    Matches *matches = &comparing->matches;
    const CellTable *open = comparing->match->sides[0];
    const Column *column = open->columns[number], *meaning = meaning_of(open->table, column);
    bool is_computed = meaning && meaning->references && !column_is_stored(open->table, meaning);
    ColumnPlan *plan = &comparing->plans[number];
    *plan = (ColumnPlan){
        .comparison = comparison_of(open->table, column),
        .target = matches_find(matches, is_computed ? meaning->references : column->references),
        .meaning = meaning,
        .shown = is_computed ? meaning : NULL};
    plan->of_record = is_of_record(comparing, column, plan);
    comparing->others += !plan->of_record && plan->comparison != COMPARE_NEVER;
    for (int side = 0; side < 2 && is_computed && meaning->prepare; side++) {
        if (!meaning->prepare(matches->cells[side].document, matches->error)) return false;
    }
    return true;
}

static bool plan_columns(Comparing *comparing) {
    Arena *arena = comparing->matches.arena;
    uint32_t count = comparing->match->sides[0]->column_count;
    comparing->plans = arena_alloc(arena, count, sizeof *comparing->plans);
    if (!comparing->plans) return fail_memory(comparing->matches.error, arena);
    comparing->others = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!plan_column(comparing, i)) return false;
    }
    return true;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static bool same_target(const Match *target, Value old_value, Value new_value) {
    if (!target || old_value.type != VALUE_INTEGER || new_value.type != VALUE_INTEGER) {
        return values_equal(old_value, new_value);
    }
    uint64_t row = (uint64_t)old_value.integer;
    if (row >= target->sides[0]->array.count) return values_equal(old_value, new_value);
    return match_partner(target, 0, row) == (uint64_t)new_value.integer;
}

/* Tells whether a stored number says more than its meaning: that is no field, a text or NULL. */
static bool counts_alone(const Comparing *comparing, uint32_t number, const Row *const rows[2]) {
    const Column *meaning = comparing->plans[number].meaning;
    bool no_memory = false;
    if (!column_is_stored(comparing->match->table, meaning) || meaning->type == TEXT) return true;
    return meaning->references && cell_value(meaning, rows[0], &no_memory).type == VALUE_NULL;
}

/* Tells whether two numbers stand for one text: each file may order its texts its own way. */
static bool name_same_text(const Comparing *comparing, uint32_t number, const Row *const rows[2]) {
    const Column *meaning = comparing->plans[number].meaning;
    bool no_memory = false;
    if (comparing->match->sides[0]->columns[number]->type != INTEGER || !meaning) return false;
    Value text = cell_value(meaning, rows[0], &no_memory);
    return text.type == VALUE_TEXT && values_equal(text, cell_value(meaning, rows[1], &no_memory));
}

static bool cells_differ(const Comparing *comparing, uint32_t number, const Row *const rows[2],
                         Value values[2]) {
    const Column *column = comparing->match->sides[0]->columns[number];
    const ColumnPlan *plan = &comparing->plans[number];
    Value shown[2] = {value_null(), value_null()};
    bool no_memory = false;
    for (int side = 0; side < 2; side++) {
        values[side] = cell_value(column, rows[side], &no_memory);
        if (!plan->shown || !plan->target) continue;
        shown[side] = cell_value(plan->shown, rows[side], &no_memory);
        if (values[side].type == VALUE_NULL) values[side] = shown[side]; /* a text has no number */
    }
    bool is_known = shown[0].type == VALUE_INTEGER && shown[1].type == VALUE_INTEGER;
    if (is_known) return !same_target(plan->target, shown[0], shown[1]);
    if (plan->comparison == COMPARE_TARGETS) {
        return !same_target(plan->target, values[0], values[1]);
    }
    return !values_equal(values[0], values[1]) && !name_same_text(comparing, number, rows);
}

/* Tells whether one of the files stores the cell, and doesn't compute it from others. */
static bool is_stored(const Match *match, uint32_t number, const Row *const rows[2]) {
    const Column *column = match->sides[0]->columns[number];
    for (int side = 0; side < 2; side++) {
        CellPlace place;
        const Document *document = rows[side]->document;
        /* in a text all that is stored counts, but what lies nowhere in some rows */
        bool counts = document->is_text && (!document->format->spell || !column->lies);
        if (counts || cell_place(match->table, column, rows[side], &place)) return true;
    }
    return column->stored == CELL_WRITTEN;
}

/* Frees what reading a row took. Returns false if memory ran out. */
static bool end_row(Comparing *comparing) {
    for (Arena *scratch = comparing->scratch; scratch < comparing->scratch + 2; scratch++) {
        if (scratch->failed) return fail_memory(comparing->matches.error, scratch);
        if (scratch->blocks) arena_reset(scratch);
    }
    return true;
}

/* Compares the cells of a row of both files; `equal`: their records have equal bytes. */
static bool compare_cells(Comparing *comparing, const uint64_t indexes[2], bool equal) {
    const Match *match = comparing->match;
    const Row *rows[2];
    bool any = false;
    for (int side = 0; side < 2; side++) {
        rows[side] = cells_row(&comparing->matches.cells[side], match->sides[side], indexes[side],
                               &comparing->scratch[side], NULL);
    }
    for (int pass = 0; pass < 2 && !any; pass++) {
        for (uint32_t i = 0; i < match->sides[0]->column_count; i++) {
            Comparison comparison = comparing->plans[i].comparison;
            Value values[2];
            if (comparison == COMPARE_NEVER || (comparison == COMPARE_REST) != pass) continue;
            if (equal && comparing->plans[i].of_record) continue;
            if (!cells_differ(comparing, i, rows, values) || !is_stored(match, i, rows)) continue;
            if (pass && !counts_alone(comparing, i, rows)) continue;
            const Difference difference = {match->table,   match->sides[0]->columns[i],
                                           CHANGE_CHANGED, indexes[0],
                                           values[0],      values[1]};
            any = true;
            if (!comparing->report(comparing->context, &difference)) return false;
        }
    }
    return end_row(comparing);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Returns what identifies a row, for people; NULL where no column does. */
static Value identity_of(Comparing *comparing, int side, uint64_t index) {
    const Match *match = comparing->match;
    const Table *table = match->table;
    const Row *row = cells_row(&comparing->matches.cells[side], match->sides[side], index,
                               &comparing->scratch[side], NULL);
    const char *name = table->shown_by;
    const Column *column = name ? find_column(table, name, (uint32_t)strlen(name)) : NULL;
    bool no_memory = false;
    for (int i = 0; !name && (column = identity_column(table, i)) && column->references; i++) {
        continue;
    }
    return column ? cell_value(column, row, &no_memory) : value_null();
}

/* Reports a row that only one side has. */
static bool report_row(Comparing *comparing, int side, uint64_t index) {
    Difference difference = {.table = comparing->match->table,
                             .change = side ? CHANGE_ADDED : CHANGE_REMOVED,
                             .row = index};
    Value identity = identity_of(comparing, side, index);
    if (side) difference.new_value = identity;
    else difference.old_value = identity;
    return comparing->report(comparing->context, &difference) && end_row(comparing);
}

/* Finds the row of both files behind which a row stands; NO_ROW: it is the first of them. */
static uint32_t row_before(Comparing *comparing, int side, uint64_t index) {
    const Match *match = comparing->match;
    const CellTable *open = match->sides[side];
    uint32_t before = (uint32_t)index;
    do {
        if (match->table->follows) {
            before = match->table->follows(cells_row(&comparing->matches.cells[side], open, before,
                                                     &comparing->scratch[side], NULL));
        } else {
            before = before ? before - 1 : NO_ROW;
        }
        if (before >= open->array.count) return NO_ROW;
    } while (match_partner(match, side, before) == NO_ROW && comparing->steps_left &&
             --comparing->steps_left);
    return before;
}

/* Reports a row that has moved: it stands behind another one than before. A file whose lists share
** their elements could make this take long, so that there is an end to it. */
static bool compare_order(Comparing *comparing, const uint64_t indexes[2]) {
    uint32_t old_before = row_before(comparing, 0, indexes[0]);
    uint32_t new_before = row_before(comparing, 1, indexes[1]);
    if (old_before != NO_ROW) old_before = match_partner(comparing->match, 0, old_before);
    if (old_before == new_before || !comparing->steps_left) return true;
    Difference difference = {.table = comparing->match->table,
                             .change = CHANGE_MOVED,
                             .row = indexes[0],
                             .old_value = value_integer((int64_t)indexes[0]),
                             .new_value = value_integer((int64_t)indexes[1])};
    if (difference.table->follows) {
        difference.old_value = identity_of(comparing, 0, indexes[0]);
        difference.new_value = identity_of(comparing, 1, indexes[1]);
    }
    return comparing->report(comparing->context, &difference);
}

/* Tells whether the last record ends behind the bytes of the file that the records are in, as that
** of the cubes of a GND without a header does. */
static bool ends_behind(const Document *document, const Array *array) {
    const uint8_t *first = array_record(array, 0);
    if (!first || !document->bytes || first < document->bytes) return false;
    uint64_t start = (uint64_t)(first - document->bytes);
    return start < document->size && array->count > (document->size - start) / array->stride;
}

/* Tells whether so many records from the same row on are equal in both files. */
static bool are_equal(const Match *match, uint64_t row, uint64_t count) {
    const Array *one = &match->sides[0]->array, *other = &match->sides[1]->array;
    return row + count <= one->count && row + count <= other->count &&
           !memcmp(array_record(one, row), array_record(other, row), (size_t)count * one->stride);
}

static bool compare_rows(Comparing *comparing) {
    const Match *match = comparing->match;
    Matches *matches = &comparing->matches;
    const Array *one = &match->sides[0]->array, *other = &match->sides[1]->array;
    const Column *identity = identity_column(match->table, 0);
    /* rows that belong to others, as fields to a struct, are found by name: they have no order */
    bool is_ordered =
        identity && !identity->references && (match->table->follows || !match_is_by_id(match));
    bool has_records = match_is_by_id(match) && !one->starts && !other->starts && one->stride &&
                       one->stride == other->stride && one->offset != NO_OFFSET &&
                       other->offset != NO_OFFSET &&
                       !ends_behind(matches->cells[0].document, one) &&
                       !ends_behind(matches->cells[1].document, other);
    bool skips_equal = has_records && !is_ordered && !comparing->others;
    uint64_t count = one->count;
    comparing->steps_left = 4 * (count + other->count) + 1;
    for (uint64_t row = 0; row < count; row++) {
        uint64_t indexes[2] = {row, match_partner(match, 0, row)};
        if (arena_interrupted_at(matches->arena, row)) return fail_interrupted(matches->error);
        if (skips_equal && row % BLOCK_ROWS == 0 && are_equal(match, row, BLOCK_ROWS)) {
            row += BLOCK_ROWS - 1;
            continue;
        }
        if (indexes[1] == NO_ROW) {
            if (!report_row(comparing, 0, row)) return false;
            continue;
        }
        if (is_ordered && !compare_order(comparing, indexes)) return false;
        bool equal = has_records && are_equal(match, row, 1);
        bool is_done = equal && !comparing->others;
        if (!is_done && !compare_cells(comparing, indexes, equal)) return false;
    }
    for (uint64_t row = match_is_by_id(match) ? count : 0; row < other->count; row++) {
        if (match_partner(match, 1, row) == NO_ROW && !report_row(comparing, 1, row)) return false;
        if (arena_interrupted_at(matches->arena, row)) return fail_interrupted(matches->error);
    }
    return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

bool compare_documents(Document *old_document, Document *new_document, const char *name,
                       Arena *arena, bool (*report)(void *context, const Difference *difference),
                       void *context, Error *error) {
    Document *const documents[2] = {old_document, new_document};
    Comparing comparing = {.report = report, .context = context};
    for (int side = 0; side < 2; side++) comparing.scratch[side] = (Arena){.host = arena->host};
    Matches *matches = &comparing.matches;
    bool done = matches_open(matches, documents, arena, error);
    for (uint32_t i = 0; done && i < matches->count; i++) {
        done = match_rows(matches, &matches->items[i]);
    }
    for (uint32_t i = 0; done && i < matches->count; i++) {
        Match *match = &matches->items[i];
        comparing.match = match;
        if (match->table->again || (name && strcmp(name, match->table->name))) continue;
        done = plan_columns(&comparing) && compare_rows(&comparing);
    }
    for (int side = 0; side < 2; side++) arena_clear(&comparing.scratch[side]);
    return done;
}
