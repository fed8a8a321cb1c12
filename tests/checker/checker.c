/* See checker.h. */
#include "checker.h"
#include "checker_values.h"
#include "glb.h"
#include "modules.h"

#include <inttypes.h>
#include <math.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool inside(const Document *document, uint64_t offset) {
    uint64_t limit = document->size;
    if (document->format->inflates && document->arena.bytes > limit) {
        limit = document->arena.bytes;
    }
    if (document->second_size > limit) limit = document->second_size;
    return offset == NO_OFFSET || offset <= limit;
}

static Row row_of(const Document *document, const Array *array, uint64_t index, RowNotes *notes,
                  Arena *scratch) {
    Row row = {.document = document, .array = array, .notes = notes, .scratch = scratch};
    row_go_to(&row, index);
    return row;
}

/* ---- One document as all files of its source ------------------------------------------------- */

static SetFile describe_document(const FileSet *files, uint32_t file) {
    const char *name = ((const Document *)files->context)->name;
    (void)file;
    return (SetFile){.path = name, .name = name};
}

static Document *open_document(const FileSet *files, uint32_t file, const Format *format,
                               Error *error) {
    (void)file, (void)format, (void)error;
    return files->context;
}

static FileSet only_file(Document *document) {
    return (FileSet){.count = 1,
                     .keeps_open = true,
                     .context = document,
                     .file = describe_document,
                     .open = open_document};
}

static bool rows_of(const Table *table, Document *document, const Arguments *arguments,
                    Arena *scratch, Array *array, Error *error) {
    const FileSet one = only_file(document);
    if (table->row_file) arena_share_limit(&document->arena, scratch); /* as a host limits it */
    return table_rows(table, &(Opening){.document = table->row_file ? NULL : document,
                                        .files = table->row_file ? &one : NULL,
                                        .arguments = arguments,
                                        .scratch = scratch,
                                        .array = array,
                                        .error = error});
}

#define COLUMNS_MAX  160
#define NO_REFERENCE UINT64_MAX

/* A walk over every `step`-th row of an array. */
typedef struct TableWalk {
    Document *document;
    const Table *table;
    const Array *array;
    uint64_t step;
    uint64_t targets[COLUMNS_MAX]; /* rows of the table to which a column refers */
    uint64_t cells;
    bool no_memory;
} TableWalk;

/* Counts the rows of the table to which a column refers. */
static uint64_t target_rows(Document *document, const Table *table, const Column *column) {
    if (!column->references) return NO_REFERENCE;
    const Table *target = table_named(column->references, strlen(column->references));
    if (!target) {
        complain("%s.%s references unknown table %s", table->name, column->name,
                 column->references);
        return NO_REFERENCE;
    }
    if (target->format != document->format || target->argument_count) return NO_REFERENCE;
    Array array = {0};
    Error error = {0};
    Arena scratch = {.host = document->arena.host};
    bool there = rows_of(target, document, NULL, &scratch, &array, &error);
    arena_clear(&scratch);
    return there ? array.count : NO_REFERENCE;
}

static TableWalk walk_of(Document *document, const Table *table, const Array *array,
                         uint64_t most_rows) {
    TableWalk walk = {.document = document, .table = table, .array = array, .step = 1};
    if (most_rows && array->count > most_rows) walk.step = array->count / most_rows;
    if (table->column_count > COLUMNS_MAX) {
        complain("%s has more than %d columns", table->name, COLUMNS_MAX);
    }
    memset(walk.targets, 0xff, sizeof walk.targets);
    return walk;
}

static void find_targets(TableWalk *walk) {
    const Table *table = walk->table;
    for (int c = 0; c < table->column_count; c++) {
        walk->targets[c] = target_rows(walk->document, table, &table->columns[c]);
    }
}

/* Tells whether a table has parents before their children; an RSM's nodes name theirs, and a GFF's
** structs have any order. */
static bool is_in_order(const Table *table) {
    return strcmp(table->name, "rsm_nodes") != 0 && strcmp(table->name, "gff_structs") != 0;
}

static void check_reference(const TableWalk *walk, const Column *column, uint64_t index,
                            uint64_t target_count, Value value) {
    if (value.type != VALUE_INTEGER) return;
    if (!strncmp(column->name, "parent", 6) && !strcmp(column->references, walk->table->name) &&
        is_in_order(walk->table) && value.integer >= (int64_t)index) {
        complain("%s row %" PRIu64 ": %s %" PRId64 " comes after its child", walk->table->name,
                 index, column->name, value.integer);
    }
    if (value.integer < 0 || (uint64_t)value.integer >= target_count) {
        complain("%s row %" PRIu64 ": %s %" PRId64 ", but %s has %" PRIu64 " rows",
                 walk->table->name, index, column->name, value.integer, column->references,
                 target_count);
    }
}

/* If a part of a file can't be read, a cell has the error, which counts like any other error. */
static void see_problem(Value value) {
    Error error = {.kind = ERROR_CORRUPT};
    uint32_t most = (uint32_t)sizeof error.message - 1;
    memcpy(error.message, value.bytes, value.length < most ? value.length : most);
    error_seen(&error);
}

static uint64_t check_cell(TableWalk *walk, const Column *column, uint64_t target_count,
                           const Row *row, uint64_t hash) {
    Value value = cell_value(column, row, &walk->no_memory);
    if (value.type != VALUE_NULL && !fits(column->type, value.type)) {
        complain("%s row %" PRIu64 ": %s has the wrong type %d", walk->table->name, row->index,
                 column->name, (int)value.type);
    }
    if (value.type == VALUE_TEXT && !strcmp(column->name, "problem")) see_problem(value);
    if (value.type == VALUE_TEXT && !is_text(value, column->with_nul)) {
        complain("%s row %" PRIu64 ": %s isn't UTF-8 without NUL", walk->table->name, row->index,
                 column->name);
    }
    if (target_count != NO_REFERENCE) {
        check_reference(walk, column, row->index, target_count, value);
    }
    return mix_value(hash, value);
}

static uint64_t walk_columns(TableWalk *walk, const Column *columns, int count,
                             const uint64_t *targets, const Row *row, uint64_t hash) {
    for (int c = 0; c < count; c++) {
        hash = check_cell(walk, &columns[c], targets[c], row, hash);
        if (row->scratch->blocks) arena_clear(row->scratch);
    }
    walk->cells += (uint64_t)count;
    return hash;
}

static uint64_t offset_of(const Table *table, const Row *row) {
    if (table->byte_offset) return table->byte_offset(row);
    if (row->array->offset == NO_OFFSET) return NO_OFFSET;
    return row->array->offset + record_start(row->array, row->index);
}

/* Returns a hash of all values. */
static uint64_t walk_rows(TableWalk *walk) {
    RowNotes notes;
    const Table *table = walk->table;
    const Array *array = walk->array;
    Arena scratch = {.host = walk->document->arena.host};
    uint64_t hash = mix(array->count, array->unsorted);
    for (uint64_t i = 0; i < array->count; i += walk->step) {
        Row row = row_of(walk->document, array, i, &notes, &scratch);
        hash = walk_columns(walk, table->columns, table->column_count, walk->targets, &row, hash);
        uint64_t offset = offset_of(table, &row);
        if (!inside(walk->document, offset)) {
            complain("%s row %" PRIu64 ": offset 0x%" PRIx64 " is outside", table->name, i, offset);
        }
        hash = mix(hash, offset);
    }
    return hash;
}

/* ---- Indexes --------------------------------------------------------------------------------- */

static const Column *find_column(const Table *table, const char *name) {
    for (int c = 0; c < table->column_count; c++) {
        if (!strcmp(table->columns[c].name, name)) return &table->columns[c];
    }
    return NULL;
}

static const KeyRange whole_range = {.lo = INT64_MIN, .hi = INT64_MAX};

/* Makes the range that a query for exactly this value uses; returns false if the index can't be
** used. */
static bool range_of(Value value, KeyRange *range) {
    *range = whole_range;
    if (value.type == VALUE_INTEGER) {
        range->lo = range->hi = value.integer;
    } else if (value.type == VALUE_TEXT) {
        range->text = value.bytes;
        range->text_length = value.length;
    } else if (value.type == VALUE_REAL && value.real > -0x1p62 && value.real < 0x1p62) {
        range->lo = (int64_t)floor(value.real);
        range->hi = (int64_t)ceil(value.real);
    } else {
        return false;
    }
    return true;
}

static bool range_holds(const RowRange *range, uint64_t index) {
    if (!range->order) return index >= range->first && index < range->end;
    for (uint64_t i = range->first; i < range->end; i++) {
        if (range->order[i] == index) return true;
    }
    return false;
}

static void check_found(const Table *table, const Array *array, const RowRange *range) {
    if (range->first >= range->end) return;
    if (range->end > array->count) {
        complain("%s: find gives rows up to %" PRIu64 " of %" PRIu64, table->name, range->end,
                 array->count);
        return;
    }
    for (uint64_t i = range->first; range->order && i < range->end; i++) {
        if (range->order[i] >= array->count) {
            complain("%s: find gives row %" PRIu32 " of %" PRIu64, table->name, range->order[i],
                     array->count);
            return;
        }
        if (i > range->first && range->order[i] <= range->order[i - 1]) {
            complain("%s: find gives rows that don't rise", table->name);
            return;
        }
    }
}

/* Looks for the keys of one row, with more and more of them given: the row must be among those
** found. */
static void check_find(const TableWalk *walk, const Index *index, const Row *row) {
    KeyRange ranges[KEYS_MAX] = {whole_range, whole_range, whole_range};
    Arena texts = {.host = walk->document->arena.host};
    Row keyed = *row;
    keyed.scratch = &texts;
    bool no_memory = false;
    for (int k = 0; k < KEYS_MAX && index->keys[k]; k++) {
        const Column *column = find_column(walk->table, index->keys[k]);
        if (!column) {
            complain("%s has an index on unknown %s", walk->table->name, index->keys[k]);
            break;
        }
        if (!range_of(cell_value(column, &keyed, &no_memory), &ranges[k])) break;
        RowRange found = {.end = walk->array->count};
        find_by_index(index, &(Seek){walk->document, walk->array, ranges}, &found);
        check_found(walk->table, walk->array, &found);
        if (!range_holds(&found, row->index)) {
            complain("%s: find by %s misses row %" PRIu64, walk->table->name, index->keys[k],
                     row->index);
        }
    }
    arena_clear(&texts);
}

/* Looks for ranges that may have no rows: what is found must still exist. */
static void check_wild_find(const TableWalk *walk, const Index *index) {
    static const int64_t wild[] = {INT64_MIN, -1, 0, 1, 255, 65536, UINT32_MAX, INT64_MAX};
    for (size_t lo = 0; lo < LENGTH(wild); lo++) {
        for (size_t hi = 0; hi < LENGTH(wild); hi++) {
            KeyRange ranges[KEYS_MAX] = {whole_range, whole_range, whole_range};
            for (int k = 0; k < KEYS_MAX && index->keys[k]; k++) {
                ranges[k] = (KeyRange){.lo = wild[lo], .hi = wild[hi]};
                RowRange found = {.end = walk->array->count};
                find_by_index(index, &(Seek){walk->document, walk->array, ranges}, &found);
                check_found(walk->table, walk->array, &found);
            }
        }
    }
}

/* Rows that are found by bisection must be sorted. */
static void check_order(const TableWalk *walk, const Index *index) {
    RowNotes notes;
    const Column *column = find_column(walk->table, index->keys[0]);
    Arena scratch = {.host = walk->document->arena.host};
    int64_t last = INT64_MIN;
    bool no_memory = false;
    for (uint64_t i = 0; column && i < walk->array->count; i += walk->step) {
        Row row = row_of(walk->document, walk->array, i, &notes, &scratch);
        Value value = cell_value(column, &row, &no_memory);
        int64_t key = value.type == VALUE_INTEGER ? value.integer : INT64_MIN;
        if (key < last) {
            complain("%s: %s of row %" PRIu64 " is less than before", walk->table->name,
                     column->name, i);
            break;
        }
        last = key;
        arena_clear(&scratch);
    }
}

static bool is_bisected(const Index *index) {
    return !index->find && !index->children && !index->grid && !index->width;
}

static bool prepare(Document *document, const Index *index, Error *error) {
    return !index->prepare || index->prepare(document, error);
}

static void check_indexes(const TableWalk *walk) {
    if (walk->array->unsorted) return;
    RowNotes notes;
    Arena scratch = {.host = walk->document->arena.host};
    for (int i = 0; i < INDEXES_MAX && walk->table->indexes[i].keys[0]; i++) {
        const Index *index = &walk->table->indexes[i];
        if (is_bisected(index)) {
            check_order(walk, index);
            continue;
        }
        Error error = {0};
        if (!prepare(walk->document, index, &error)) {
            check_error_text(&error);
            continue;
        }
        check_wild_find(walk, index);
        for (uint64_t r = 0; r < walk->array->count; r += walk->step * 4) {
            Row row = row_of(walk->document, walk->array, r, &notes, &scratch);
            check_find(walk, index, &row);
        }
    }
    arena_clear(&scratch);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

typedef struct Step {
    const Table *table;
    const Function *function;
    bool findings;
    uint64_t tuple;
} Step;

/* Counts the steps; *step becomes the step of that number, if there is one. */
static int find_step(const Document *document, int number, uint64_t tuples, Step *step) {
    int count = 0;
    *step = (Step){.findings = number == count++};
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count; t++) {
            const Table *table = modules[m]->tables[t];
            if (!table->format || !format_serves(table->format, document->format)) continue;
            for (uint64_t i = 0; i < (table->argument_count ? tuples : 1); i++) {
                if (number == count++) *step = (Step){.table = table, .tuple = i};
            }
        }
        for (int f = 0; f < modules[m]->function_count; f++) {
            const Function *function = &modules[m]->functions[f];
            if (function->format != document->format) continue;
            for (uint64_t i = 0; i < tuples; i++) {
                if (number == count++) *step = (Step){.function = function, .tuple = i};
            }
        }
    }
    return count;
}

int step_count(const Document *document, uint64_t tuples) {
    Step step;
    return find_step(document, -1, tuples, &step);
}

const char *step_name(const Document *document, int number, uint64_t tuples) {
    Step step;
    find_step(document, number, tuples, &step);
    return step.table ? step.table->name : step.function ? step.function->name : "findings";
}

/* Returns the region that a Silkroad file describes; a random number would never hit it. */
static Value own_region(Document *document) {
    RowNotes notes;
    const Table *table = table_named("jmx_regions", strlen("jmx_regions"));
    Arena scratch = {.host = document->arena.host};
    Array array = {0};
    Error error = {0};
    bool no_memory = false;
    if (table->format != document->format) return value_null();
    if (!rows_of(table, document, NULL, &scratch, &array, &error)) return value_null();
    Row row = row_of(document, &array, 0, &notes, &scratch);
    return cell_value(find_column(table, "region_id"), &row, &no_memory);
}

static Arguments random_arguments(Document *document, const Argument *described, int count,
                                  uint64_t tuple, const FileSet *files) {
    static const FileSet no_files = {0};
    Arguments arguments = {0};
    uint64_t state = tuple;
    for (int i = 0; i < count; i++) {
        const Argument *argument = &described[i];
        bool given = !argument->optional || random_next(&state) % 4;
        if (strstr(argument->name, "_region") && random_next(&state) % 8) {
            arguments.values[i] = own_region(document);
        } else if (!argument->source) {
            arguments.values[i] = given ? random_value(&state, 64) : value_null();
        } else if (given && argument->source == document->format) {
            if (argument->many) arguments.files[i] = files;
            else arguments.documents[i] = document;
        } else if (given && argument->many) {
            arguments.files[i] = &no_files;
        }
    }
    return arguments;
}

/* Counts the rows of the step's table. 0, with the error set: it failed. */
static bool step_rows(Document *document, const Step *step, Arena *scratch, Array *array,
                      Error *error) {
    const FileSet files = only_file(document);
    Arguments arguments = random_arguments(document, step->table->arguments,
                                           step->table->argument_count, step->tuple, &files);
    const Arguments *own = step->table->argument_count ? &arguments : NULL;
    return rows_of(step->table, document, own, scratch, array, error);
}

static uint64_t mix_error(uint64_t hash, const Error *error) {
    return mix_bytes(mix(hash, error->kind), (const uint8_t *)error->message,
                     strlen(error->message));
}

/* What lies beside every file here: itself, where a file of its format is asked for; where a GAT
** is, one of one tile; else that, which is broken then. */
typedef struct Around {
    FilesBeside set;
    Document *document, *opened;
} Around;

static Document *open_around(const FilesBeside *beside, const char *name, const Format *format,
                             bool header, Error *error) {
    static const uint8_t tile[34] = "GRAT\1\2\1\0\0\0\1";
    Around *around = beside->context;
    Arena arena = {.host = around->document->arena.host};
    (void)header;
    if (!*name) return NULL;
    if (format == around->document->format) return around->document;
    document_free(around->opened);
    around->opened = NULL;
    uint8_t *bytes = arena_alloc(&arena, sizeof tile, 1);
    if (!bytes) {
        fail_memory(error, &arena);
        return NULL;
    }
    memcpy(bytes, tile, sizeof tile);
    around->opened = document_open(format, &arena, bytes, sizeof tile, NULL, NULL, 0, error);
    return around->opened;
}

static bool add_roots(const FilesBeside *beside, const char *text, const char *below,
                      const char *within, Error *error) {
    (void)beside, (void)text, (void)below, (void)within, (void)error;
    return true;
}

/* Nothing that a file names is there. */
static bool find_nothing(const FilesBeside *beside, const FileName *name, FoundFile *found,
                         Error *error) {
    (void)beside, (void)name, (void)error;
    *found = (FoundFile){0};
    return true;
}

const Findings *checked_findings(Document *document, Arena *scratch, Error *error) {
    Around around = {.document = document};
    around.set = (FilesBeside){
        .context = &around, .open = open_around, .add_roots = add_roots, .find = find_nothing};
    const Findings *findings = document_findings_beside(document, &around.set, scratch, error);
    document_free(around.opened);
    return findings;
}

static uint64_t hash_findings(Document *document, Arena *scratch, Error *error) {
    const Findings *findings = checked_findings(document, scratch, error);
    uint64_t hash = 0;
    for (uint64_t i = 0; findings && i < findings->list.count; i++) {
        const Finding *finding = (const Finding *)findings->list.items + i;
        hash = mix(hash, finding->severity);
        hash = mix(hash, finding->offset);
        hash = mix_bytes(hash, (const uint8_t *)finding->code, strlen(finding->code));
        hash = mix_bytes(hash, (const uint8_t *)finding->message, strlen(finding->message));
    }
    return hash;
}

static uint64_t hash_function(Document *document, const Step *step, Arena *scratch, Error *error) {
    Value values[8] = {0};
    uint64_t state = step->tuple;
    const FileSet files = only_file(document);
    Arguments arguments = random_arguments(document, step->function->arguments,
                                           step->function->argument_count, step->tuple, &files);
    int least, most;
    count_arguments(step->function, &least, &most);
    int more = most > least ? (int)(random_next(&state) % (uint64_t)(most - least + 1)) : 0;
    int count = least - 1 + more;
    for (int i = 0; i < count && i < (int)LENGTH(values); i++) {
        values[i] = random_value(&state, 64);
    }
    Value result = step->function->call(&(Call){.document = document,
                                                .values = values,
                                                .count = count,
                                                .arguments = &arguments,
                                                .scratch = scratch,
                                                .error = error});
    if (result.type == VALUE_TEXT && !is_text(result, step->function->with_nul)) {
        complain("%s gives a text that isn't UTF-8 without NUL", step->function->name);
    }
    if (result.type == VALUE_GIVEN && strstr(step->function->name, "_glb")) {
        const char *fault = glb_fault(result.bytes, result.length);
        if (fault) complain("%s gives no binary glTF: %s", step->function->name, fault);
    }
    return mix_value(0, result);
}

bool run_step(Document *document, int number, uint64_t tuples, uint64_t rows, uint64_t *hash) {
    Step step;
    find_step(document, number, tuples, &step);
    Arena scratch = {.host = document->arena.host};
    Error error = {0};
    bool no_memory = false;
    *hash = 0;
    if (step.findings) {
        *hash = hash_findings(document, &scratch, &error);
    } else if (step.function) {
        *hash = hash_function(document, &step, &scratch, &error);
    } else {
        Array array = {0};
        if (step_rows(document, &step, &scratch, &array, &error)) {
            TableWalk walk = walk_of(document, step.table, &array, rows);
            *hash = walk_rows(&walk);
            no_memory = walk.no_memory;
            for (int i = 0; i < INDEXES_MAX && error.kind == ERROR_NONE; i++) {
                prepare(document, &step.table->indexes[i], &error);
            }
        }
    }
    arena_clear(&scratch);
    if (error.kind != ERROR_NONE) {
        check_error_text(&error);
        *hash = mix_error(*hash, &error);
    }
    return !no_memory && error.kind != ERROR_NO_MEMORY;
}

/* ---- Everything ------------------------------------------------------------------------------ */

static void check_findings(Document *document) {
    Arena scratch = {.host = document->arena.host};
    Error error = {0};
    const Findings *findings = checked_findings(document, &scratch, &error);
    for (uint64_t i = 0; findings && i < findings->list.count; i++) {
        const Finding *finding = (const Finding *)findings->list.items + i;
        size_t code = strspn(finding->code, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (!code || finding->code[code]) complain("finding with code '%s'", finding->code);
        if (!*finding->message) complain("finding %s without a message", finding->code);
        if (!is_one_line(finding->message)) complain("finding %s: odd message", finding->code);
        if (!inside(document, finding->offset)) {
            complain("finding %s at 0x%" PRIx64, finding->code, finding->offset);
        }
    }
    arena_clear(&scratch);
}

static void check_table(Document *document, const Step *step, Walk *walk) {
    Arena scratch = {.host = document->arena.host};
    Array array = {0};
    Error error = {0};
    if (step_rows(document, step, &scratch, &array, &error)) {
        TableWalk rows = walk_of(document, step->table, &array, walk->rows_per_table);
        find_targets(&rows);
        uint64_t first = walk_rows(&rows);
        if (walk_rows(&rows) != first) complain("%s: two scans differ", step->table->name);
        check_indexes(&rows);
        walk->cells += rows.cells;
        walk->hash = mix(walk->hash, first);
    } else {
        check_error_text(&error);
        walk->hash = mix_error(walk->hash, &error);
    }
    arena_clear(&scratch);
}

void check_document(Document *document, Walk *walk) {
    int steps = step_count(document, walk->argument_tuples);
    for (int i = 0; i < steps; i++) {
        Step step;
        uint64_t hash = 0;
        uint64_t one_in = i ? walk->one_in : walk->one_in * 4; /* findings take longer */
        if (one_in && ((uint64_t)i + walk->which) % one_in != 0) continue;
        find_step(document, i, walk->argument_tuples, &step);
        if (step.table) {
            check_table(document, &step, walk);
            continue;
        }
        if (!run_step(document, i, walk->argument_tuples, 0, &hash)) complain("no memory");
        if (step.findings) check_findings(document);
        walk->hash = mix(walk->hash, hash);
    }
}
