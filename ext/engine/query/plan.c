/* Planning: which constraints of a query become arguments and seeks. plan.h says what a plan is.
**
** A table is a function of its source, so that
**
**     SELECT ... FROM gnd_cubes('a.gnd') WHERE y = 3 AND x = 4
**
** reaches xBestIndex as three equalities: src = 'a.gnd', y = 3, x = 4. Arguments, ids and numbers
** that are sought by an index made on demand are consumed whole; everything else only narrows the
** rows, and SQLite checks it again. */
#include "engine/files/glob.h"
#include "engine/query/plan.h"
#include "modules.h"

/* Rough costs; the unit is one row that SQLite has to look at. */
#define COST_ROW       3.0
#define COST_OPEN      10.0            /* of a scan or a seek */
#define COST_MADE_SEEK (4 * COST_OPEN) /* so that joins by id go forward if they can */
#define COST_NOWHERE   1e99            /* an argument is missing: an OR may have another plan */

typedef struct Planner {
    VirtualTable *table;
    sqlite3_index_info *info;
    Plan *plan;
    double rows;
} Planner;

typedef struct sqlite3_index_constraint Constraint;

static bool is_equality(const Constraint *constraint) {
    return constraint->op == SQLITE_INDEX_CONSTRAINT_EQ;
}
/* Tells whether a constraint is an equality; `IS` is one for columns that are never NULL. */
static bool is_equality_or_is(const Constraint *constraint) {
    return is_equality(constraint) || constraint->op == SQLITE_INDEX_CONSTRAINT_IS;
}
static bool is_lower_bound(const Constraint *constraint) {
    return constraint->op == SQLITE_INDEX_CONSTRAINT_GT ||
           constraint->op == SQLITE_INDEX_CONSTRAINT_GE;
}
static bool is_upper_bound(const Constraint *constraint) {
    return constraint->op == SQLITE_INDEX_CONSTRAINT_LT ||
           constraint->op == SQLITE_INDEX_CONSTRAINT_LE;
}

/* Returns a column's first usable constraint of a kind, or -1. *seen: it has any, usable or not. */
static int find_constraint(const Planner *planner, int column, bool (*is_kind)(const Constraint *),
                           bool *seen) {
    for (int i = 0; i < planner->info->nConstraint; i++) {
        const Constraint *constraint = &planner->info->aConstraint[i];
        if (constraint->iColumn != column || !is_kind(constraint)) continue;
        if (seen) *seen = true;
        if (constraint->usable) return i;
    }
    return -1;
}

/* Returns the literal that constraint i compares with; NULL: planning knows no other value. */
static sqlite3_value *literal_of(const Planner *planner, int i) {
    sqlite3_value *value = NULL;
    if (i < 0 || sqlite3_vtab_rhs_value(planner->info, i, &value) != SQLITE_OK) return NULL;
    return value;
}

/* Adds a term to the plan's text, which people see; what has no room is left out. */
static void append(Planner *planner, const char *name, const char *operator) {
    char *text = planner->plan->text;
    size_t length = strlen(text);
    sqlite3_snprintf((int)(PLAN_TEXT_BYTES - length), text + length, "%s%s%s", length ? " " : "",
                     name, operator);
}

/* Gives constraint i the next place in argv and adds it to the plan's text. */
static void use(Planner *planner, int i, PlanPlace *place, bool whole, const char *operator) {
    const Constraint *constraint = &planner->info->aConstraint[i];
    *place = ++planner->plan->count;
    planner->info->aConstraintUsage[i].argvIndex = *place;
    planner->info->aConstraintUsage[i].omit = whole;
    append(planner, planner->table->columns[constraint->iColumn].name, operator);
}

/* Uses an equality as an argument, consumed whole. False: none of the equalities is usable. */
static bool use_argument(Planner *planner, int column, PlanPlace *place) {
    bool seen = false;
    int i = find_constraint(planner, column, is_equality_or_is, &seen);
    if (i >= 0) use(planner, i, place, true, "=?");
    return i >= 0 || !seen;
}

/* Tells whether SQLite compares this constraint's text by bytes or, `caseless`, by NOCASE. */
static bool has_collation(const Planner *planner, int i, bool caseless) {
    const char *collation = sqlite3_vtab_collation(planner->info, i);
    return collation && (sqlite3_stricmp(collation, "BINARY") == 0 ||
                         (caseless && sqlite3_stricmp(collation, "NOCASE") == 0));
}

static bool is_open_bound(const Planner *planner, int i) {
    unsigned char op = planner->info->aConstraint[i].op;
    return op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_LT;
}

/* Uses constraints number `low` and `high` as bounds; -1: there is none. */
static void use_bounds(Planner *planner, int low, int high, PlanBounds *bounds, bool whole) {
    if (low >= 0) {
        bounds->is_low_open = is_open_bound(planner, low);
        use(planner, low, &bounds->low, whole, bounds->is_low_open ? ">?" : ">=?");
    }
    if (high >= 0) {
        bounds->is_high_open = is_open_bound(planner, high);
        use(planner, high, &bounds->high, whole, bounds->is_high_open ? "<?" : "<=?");
    }
}

/* Returns the share of rows within bounds, estimated as SQLite does for its own tables. With more,
** it would prefer a product of both tables if the rows are sorted by the other one. */
static double range_share(bool has_low, bool has_high) {
    return has_low && has_high ? 1.0 / 64 : has_low || has_high ? 0.25 : 1;
}

/* Uses conditions on the id, consumed whole. Returns true if they leave a single id. */
static bool use_id(Planner *planner) {
    int equal = find_constraint(planner, ID_COLUMN, is_equality_or_is, NULL);
    if (equal >= 0) {
        use(planner, equal, &planner->plan->id.equal, true, "=?");
        planner->rows = 1;
        return true;
    }
    int low = find_constraint(planner, ID_COLUMN, is_lower_bound, NULL);
    int high = find_constraint(planner, ID_COLUMN, is_upper_bound, NULL);
    planner->rows *= range_share(low >= 0, high >= 0);
    use_bounds(planner, low, high, &planner->plan->id, true);
    return false;
}

static double typical_rows(const Table *table) {
    return table->typical_rows > 0 ? table->typical_rows : 1;
}

/* ---- Indexes made on demand ------------------------------------------------------------------ */

#define ROWS_OF_NAME     20.0 /* typical number of rows that share a name */
#define FILES_OF_PATTERN 20.0 /* typical number of files that match a pattern */

static double rows_of_value(const Planner *planner, const Column *column) {
    double rows = typical_rows(planner->table->table);
    const char *referred = column->references;
    const Table *target = referred ? table_named(referred, strlen(referred)) : NULL;
    if (target) return rows / (target->typical_rows > 2 ? target->typical_rows : 2);
    if (column->type == TEXT) return ROWS_OF_NAME < rows ? ROWS_OF_NAME : rows;
    return is_bit(column) || column->kind == CELL_MEMBER_BOOL ? rows / 2 : rows / 100;
}

/* Tells whether rows can be sorted by a column. Values of ANY type are compared as they are: an
** index has either texts or numbers. */
static bool sorts_by(const Column *column) {
    return column->kind < CELL_ID && column->type != BLOB && column->type != ANY &&
           !column->of_source;
}

/* Finds an equality on a column for which an index can be made, or -1. */
static int find_equality(const Planner *planner, int column) {
    const Column *described = &planner->table->columns[column];
    if (!sorts_by(described)) return -1;
    int i = find_constraint(planner, column, is_equality, NULL);
    if (i < 0 || described->type != TEXT) return i;
    /* IN with a subquery of numbers is left to SQLite: only there '007' equals 7 */
    if (sqlite3_vtab_in(planner->info, i, -1)) return -1;
    const char *collation = sqlite3_vtab_collation(planner->info, i);
    bool known = collation &&
                 (!sqlite3_stricmp(collation, "BINARY") || !sqlite3_stricmp(collation, "NOCASE") ||
                  !sqlite3_stricmp(collation, "RTRIM"));
    return known ? i : -1;
}

/* Returns the first column on which an equality leaves the fewest rows, and their number in *rows;
** -1 if none leaves fewer than *rows. */
static int best_column(const Planner *planner, double *rows) {
    int best = -1;
    for (int i = 0; i < planner->info->nConstraint; i++) {
        const Constraint *constraint = &planner->info->aConstraint[i];
        int column = constraint->iColumn;
        if (!constraint->usable || !is_equality(constraint) || column < 0) continue;
        bool leads_index = false;
        for (int number = 0; number < INDEXES_MAX; number++) {
            leads_index = leads_index || planner->table->key_columns[number][0] == column;
        }
        if (leads_index || find_equality(planner, column) < 0) continue;
        double left = rows_of_value(planner, &planner->table->columns[column]);
        if (left < 1) left = 1;
        if (left < *rows || (left == *rows && column < best)) {
            *rows = left;
            best = column;
        }
    }
    return best;
}

/* Finds a bound, or -1; one that isn't a literal is preferred, and may change: *varies is set. */
static int find_bound(const Planner *planner, int column, bool (*is_kind)(const Constraint *),
                      bool *varies) {
    int found = -1;
    for (int i = 0; i < planner->info->nConstraint; i++) {
        const Constraint *constraint = &planner->info->aConstraint[i];
        if (constraint->iColumn != column || !constraint->usable || !is_kind(constraint)) continue;
        found = i;
        if (literal_of(planner, i)) continue;
        *varies = true;
        break;
    }
    return found;
}

/* A range of a column's values. */
typedef struct MadeRange {
    int column;
    int low, high; /* constraints, or -1 */
    double share;  /* of the rows, estimated */
} MadeRange;

/* Finds a range of a number column for which an index can be made; its share is 1 if there is none.
** A range of literals is asked for once, so that a scan is as fast as making an index. */
static MadeRange find_range(const Planner *planner, int column) {
    const Column *described = &planner->table->columns[column];
    bool number = described->type == INTEGER || described->type == REAL, varies = false;
    MadeRange range = {column, -1, -1, 1};
    if (!number || !sorts_by(described)) return range;
    range.low = find_bound(planner, column, is_lower_bound, &varies);
    range.high = find_bound(planner, column, is_upper_bound, &varies);
    if (!varies) return range;
    range.share = range_share(range.low >= 0, range.high >= 0);
    return range;
}

/* Returns the first range that leaves the fewest rows. */
static MadeRange best_range(const Planner *planner) {
    MadeRange best = {.share = 1};
    for (int i = 0; i < planner->info->nConstraint; i++) {
        int column = planner->info->aConstraint[i].iColumn;
        if (column < 0) continue;
        MadeRange range = find_range(planner, column);
        bool earlier = range.share == best.share && column < best.column;
        if (range.share < best.share || earlier) best = range;
    }
    return best;
}

/* ---- Indexes --------------------------------------------------------------------------------- */

/* Finds a constraint on a key, or -1. For text, find() knows only some comparisons. */
static int find_key(const Planner *planner, int column, bool (*is_kind)(const Constraint *)) {
    int i = find_constraint(planner, column, is_kind, NULL);
    bool text = planner->table->columns[column].type == TEXT;
    if (i >= 0 && text && (is_kind != is_equality || !has_collation(planner, i, true))) return -1;
    return i;
}

/* Estimates how many rows an index leaves; negative if it can't be used. An index may be used even
** if the estimate isn't below the table's rows, because in some tables most files have one parent
** and others have many. */
static double index_rows(const Planner *planner, int number) {
    const int *keys = planner->table->key_columns[number];
    if (keys[0] < 0) return -1;
    if (find_key(planner, keys[0], is_equality) >= 0) {
        double rows = planner->table->table->indexes[number].rows_per_key;
        for (int k = 1; k < KEYS_MAX && keys[k] >= 0; k++) {
            if (find_key(planner, keys[k], is_equality) < 0) break;
            rows = rows / 10 + 1;
        }
        return rows;
    }
    bool low = find_key(planner, keys[0], is_lower_bound) >= 0;
    bool high = find_key(planner, keys[0], is_upper_bound) >= 0;
    return low || high ? planner->rows * range_share(low, high) : -1;
}

/* Uses an index that is made on demand, if that leaves fewer rows than `rows`: those that the
** descriptor's index number `best` leaves or, if `best` is negative, all. */
static bool use_made(Planner *planner, int best, double rows) {
    const Table *table = planner->table->table;
    /* rows that depend on arguments of the table's own, or on other files, are never sorted */
    bool is_sortable = !table->row_file && !table->looks_beside;
    for (int i = 0; i < table->argument_count; i++) {
        is_sortable = is_sortable && !planner->plan->arguments[i];
    }
    if (!is_sortable) return false;
    double left = rows; /* rows that a made index may leave: its look-ups cost more */
    double dearer = (COST_MADE_SEEK - COST_OPEN) / COST_ROW;
    int column = best_column(planner, &left);
    MadeRange range = best < 0 ? best_range(planner) : (MadeRange){.share = 1};
    double within = rows * range.share;
    if (within < left && within + dearer < rows) {
        planner->rows = within;
        planner->plan->made_column = range.column;
        use_bounds(planner, range.low, range.high, &planner->plan->made, false);
        append(planner, "(made)", "");
        return true;
    }
    if (column < 0 || (best >= 0 && left + dearer >= rows)) return false;
    planner->rows = left;
    bool whole = planner->table->columns[column].type != TEXT; /* text may have another collation */
    planner->plan->made_column = column;
    use(planner, find_equality(planner, column), &planner->plan->made.equal, whole, "=?");
    append(planner, "(made)", "");
    return true;
}

/* Uses an index of the descriptor, or makes one on demand if that leaves fewer rows. */
static void use_index(Planner *planner) {
    int best = -1;
    double rows = planner->rows;
    for (int number = 0; number < INDEXES_MAX; number++) {
        double left = index_rows(planner, number);
        if (left >= 0 && (best < 0 || left < rows)) {
            if (left < rows) rows = left;
            best = number;
        }
    }
    if (use_made(planner, best, rows)) return;
    if (best < 0) return;
    planner->rows = rows;
    planner->plan->index = best;
    for (int k = 0; k < KEYS_MAX && planner->table->key_columns[best][k] >= 0; k++) {
        PlanBounds *key = &planner->plan->keys[k];
        int column = planner->table->key_columns[best][k];
        int equal = find_key(planner, column, is_equality);
        if (equal >= 0) {
            use(planner, equal, &key->equal, false, "=?");
            continue;
        }
        int low = find_key(planner, column, is_lower_bound);
        int high = find_key(planner, column, is_upper_bound);
        if (low >= 0) use(planner, low, &key->low, false, ">=?");
        if (high >= 0) use(planner, high, &key->high, false, "<=?");
        break; /* behind a range, no further key narrows the rows */
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Tells whether BINARY compares text by bytes of UTF-8. In a database of UTF-16 it compares other
** bytes, in another order. An empty database may still become one, so this is checked each time. */
static bool is_utf8(sqlite3 *database) {
    sqlite3_stmt *statement = NULL;
    bool utf8 =
        sqlite3_prepare_v2(database, "PRAGMA encoding", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        !sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), "UTF-8");
    sqlite3_finalize(statement);
    return utf8;
}

/* Tells whether rows come in the order that the query wants: by file, then by id. */
static bool is_in_order(const Planner *planner, bool single) {
    const sqlite3_index_info *info = planner->info;
    bool together = planner->table->table->row_file;
    bool by_id = (single || together) && info->aOrderBy[0].iColumn == ID_COLUMN;
    if (together && !by_id) return false;
    if (!by_id && !is_utf8(planner->table->session->database)) return false;
    int wanted = by_id ? ID_COLUMN : FILE_COLUMN;
    for (int i = 0; i < info->nOrderBy; i++, wanted++) {
        if (info->aOrderBy[i].desc || info->aOrderBy[i].iColumn != wanted) return false;
    }
    return wanted <= FIRST_OWN_COLUMN;
}

/* Tells whether a column has few values by its nature, and cells that can't fail. The names of an
** enumeration stand behind it. */
static bool has_few_values(const Column *column) {
    CellKind kind = column->kind;
    size_t length = strlen(column->name);
    if (column->get || column->get_with || column->lies) return false;
    bool has_names =
        !strncmp(column[1].name, column->name, length) && !strcmp(column[1].name + length, "_name");
    bool is_small = (kind >= CELL_U8 && kind <= CELL_I16) ||
                    (kind >= CELL_BIT8 && kind <= CELL_REF_U16) ||
                    (kind >= CELL_MEMBER_BOOL && kind <= CELL_MEMBER_U16);
    return column->value_names || (column->type == INTEGER && (has_names || is_small));
}

/* Tells whether the query reads one column alone and wants its values in order, so that a cursor
** can count them. The order in which DISTINCT alone (2) finds values is left to SQLite. */
static bool counts(Planner *planner) {
    const VirtualTable *table = planner->table;
    const sqlite3_index_info *info = planner->info;
    const int number = info->aOrderBy[0].iColumn;
    if (info->nOrderBy > 1 || info->aOrderBy[0].desc || number < FIRST_OWN_COLUMN) return false;
    const uint64_t one = 1; /* columns from the 64th on share a bit */
    if (table->surplus_column > 62 || number > 62) return false;
    if (number + 1 >= table->column_count) return false; /* has_few_values looks behind it */
    const Column *column = &table->columns[number];
    uint64_t arguments = (one << table->surplus_column) - (one << table->src_column);
    if (info->colUsed & ~(arguments | one << number) || !has_few_values(column)) return false;
    if (sqlite3_vtab_distinct(planner->info) == 2) return false;
    if (column->type == TEXT && !is_utf8(table->session->database)) return false;
    planner->plan->counted = number;
    append(planner, "(counted)", "");
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Tells whether an optional argument may be NULL, as if it were missing. Only a literal is known
** not to be. */
static bool may_be_null(const Planner *planner, int column) {
    int i = find_constraint(planner, column, is_equality_or_is, NULL);
    if (i < 0) return false;
    sqlite3_value *value = literal_of(planner, i);
    return !value || sqlite3_value_type(value) == SQLITE_NULL;
}

/* The least cost of a seek, as a share of a scan's cost. If seeks are cheap, SQLite makes an OR of
** them, and newer versions then check even arguments marked omit again: no row would pass if one is
** NULL, since nothing equals NULL. At this share, two seeks cost more than a scan. */
static double least_share(const Planner *planner) {
    const Table *table = planner->table->table;
    bool null = may_be_null(planner, planner->table->on_error_column);
    for (int i = 0; i < table->argument_count; i++) {
        bool optional = table->arguments[i].optional;
        null = null || (optional && may_be_null(planner, planner->table->first_argument + i));
    }
    return null ? 0.75 : 0;
}

/* Notes what the cells need that the query asks for: how much of files, and whether any has its own
** prepare(). One bit of colUsed stands for all columns from the 64th on. */
static void note_columns(Planner *planner) {
    const VirtualTable *table = planner->table;
    Plan *plan = planner->plan;
    plan->reads = table->table->reads;
    for (int i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        if (!(planner->info->colUsed & UINT64_C(1) << (i < 63 ? i : 63))) continue;
        if (needs_whole(column)) plan->reads = READS_ALL;
        if (column->prepare) plan->is_prepared = true;
    }
    if (plan->reads == READS_HEADER) append(planner, "(header)", "");
    if (plan->reads == READS_BODY) append(planner, "(body)", "");
}

static void set_cost(Planner *planner, double cost) {
    sqlite3_index_info *info = planner->info;
    const Table *table = planner->table->table;
    bool is_complete =
        table->about_extension || planner->plan->source || planner->table->session->client;
    for (int i = 0; i < table->argument_count; i++) {
        is_complete = is_complete && (table->arguments[i].optional || planner->plan->arguments[i]);
    }
    info->estimatedCost = is_complete ? cost : COST_NOWHERE;
    info->estimatedRows = planner->rows < 1 ? 1 : (sqlite3_int64)planner->rows;
}

/* Uses the source and the other arguments. Returns false if one of them can't be used. */
static bool use_arguments(Planner *planner) {
    const VirtualTable *table = planner->table;
    Plan *plan = planner->plan;
    bool about = table->table->about_extension;
    bool usable = about || use_argument(planner, table->src_column, &plan->source);
    for (int i = 0; i < table->table->argument_count; i++) {
        PlanPlace *place = &plan->arguments[i];
        usable = use_argument(planner, table->first_argument + i, place) && usable;
    }
    if (about) return usable;
    usable = use_argument(planner, table->on_error_column, &plan->on_error) && usable;
    return use_argument(planner, table->surplus_column, &plan->surplus) && usable;
}

/* Finds an equality that may join a table by a number which counts in each file anew, an id or a
** reference, where no condition keeps to the rows of one file; -1: there is none. It may also be a
** parameter's, which planning can't tell from another table's column. */
static int find_join(const Planner *planner) {
    int found = -1;
    for (int i = 0; i < planner->info->nConstraint; i++) {
        const Constraint *constraint = &planner->info->aConstraint[i];
        if (constraint->iColumn < 0 || !is_equality_or_is(constraint)) continue;
        const Column *column = &planner->table->columns[constraint->iColumn];
        if (column->kind == CELL_FILE || column->kind == CELL_SOURCE) return -1;
        bool is_id = column->kind == CELL_ID && !planner->table->table->has_global_ids;
        bool is_number = is_id || column->references;
        bool joins = is_number && constraint->usable && !literal_of(planner, i) &&
                     !sqlite3_vtab_in(planner->info, i, -1);
        if (joins) found = i;
    }
    return found;
}

/* Plans for a table without a source, which reads what gamemap_open() has opened. Where it is
** joined across files, a plan that looks cheap is chosen and then refused: see filter_rows(). */
static bool use_opened(Planner *planner) {
    append(planner, "(opened)", "");
    int join = find_join(planner);
    if (join < 0) return false;
    use(planner, join, &planner->plan->joined, false, "=?");
    note_columns(planner);
    planner->rows = 1;
    set_cost(planner, COST_ROW);
    return true;
}

/* Uses conditions on files, ids and keys, and estimates costs and rows. */
static void use_conditions(Planner *planner) {
    sqlite3_index_info *info = planner->info;
    Plan *plan = planner->plan;
    int equal = find_constraint(planner, planner->table->src_column, is_equality_or_is, NULL);
    sqlite3_value *source = literal_of(planner, equal); /* only a literal is known while planning */
    bool is_text = source && sqlite3_value_type(source) == SQLITE_TEXT;
    const char *text = is_text ? (const char *)sqlite3_value_text(source) : NULL;
    const Table *table = planner->table->table;
    bool is_pattern =
        !plan->source ||
        (text && (glob_wildcard(text) || order_may_hold(plan_wants(table, plan), text)));
    for (int i = 0; i < table->argument_count; i++) {
        is_pattern = is_pattern || (table->arguments[i].finds && plan->arguments[i]);
    }
    bool single = source && !is_pattern && (text || !is_text);
    double least = least_share(planner) * (COST_OPEN + COST_ROW * planner->rows);
    /* GLOB isn't used: SQLite also offers a GLOB from the ON clause of a LEFT JOIN for the left
    ** table, whose rows it must not narrow */
    int file = find_constraint(planner, FILE_COLUMN, is_equality, NULL);
    bool by_file = !table->row_file; /* with row_file, rows aren't in the order of files */
    if (by_file && file >= 0 && has_collation(planner, file, false)) {
        use(planner, file, &plan->file, false, "=?");
    }
    bool one_row = use_id(planner);
    if (!one_row) use_index(planner);
    if (one_row && single) info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    note_columns(planner);
    info->orderByConsumed = info->nOrderBy && (is_in_order(planner, single) || counts(planner));

    double cost = (plan->made_column >= 0 ? COST_MADE_SEEK : COST_OPEN) +
                  COST_ROW * (one_row ? 0 : planner->rows);
    double files = is_pattern ? FILES_OF_PATTERN : 1;
    double share = plan->file ? 0.25 : 1; /* of the source's files that are opened */
    planner->rows *= files * share;
    cost *= files * share;
    set_cost(planner, cost < files * least ? files * least : cost);
}

int plan_query(sqlite3_vtab *base, sqlite3_index_info *info) {
    VirtualTable *table = (VirtualTable *)base;
    Plan *plan = sqlite3_malloc64(sizeof *plan);
    if (!plan) return SQLITE_NOMEM;
    memset(plan, 0, sizeof *plan); /* padding, too, for plan_same() */
    plan->index = plan->made_column = plan->counted = PLAN_NONE;
    Planner planner = {table, info, plan, typical_rows(table->table)};
    if (!use_arguments(&planner)) {
        sqlite3_free(plan);
        return SQLITE_CONSTRAINT;
    }
    bool about = table->table->about_extension;
    bool is_opened = !about && !plan->source; /* or will be when the statement runs */
    if (about) set_cost(&planner, COST_ROW * planner.rows);
    else if (!is_opened || !use_opened(&planner)) use_conditions(&planner);
    info->idxStr = plan->text;
    info->needToFreeIdxStr = 1;
    return SQLITE_OK;
}
