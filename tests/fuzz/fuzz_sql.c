/*
** The fuzz target of the engine, for libFuzzer: queries. The extension is linked in.
**
**     FUZZ_FILES    a folder with files of every format (default: samples)
**
** An input is a list of choices: a table, a file of its format as path, pattern or BLOB, conditions
** on its columns with values of every type, an order and a limit. The query runs twice, as it is
** and with every condition as (condition) = 1, which hides it from the planner: seeks and scans
** must give the same answer. At the end, a line tells how many queries there were and how many had
** rows.
*/
#include <sqlite3.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int sqlite3_gamemap_init(sqlite3 *db, char **message, const void *api);

#define TABLES_MAX  256
#define COLUMNS_MAX 128
#define STEPS_MAX   3000 /* hundreds of SQLite's steps: enough for the samples */

typedef struct Table {
    char *name, *path;
    char *columns[COLUMNS_MAX];
    int column_count, argument_count; /* arguments of its own */
} Table;

static sqlite3 *db;
static Table tables[TABLES_MAX];
static int table_count;
static uint64_t queries, answered;

/* ---- Choices --------------------------------------------------------------------------------- */

typedef struct Choices {
    const uint8_t *next, *end;
} Choices;

static unsigned choose(Choices *choices, unsigned count) {
    return choices->next < choices->end ? *choices->next++ % count : 0;
}

/* Writes a value; small numbers, which ids and coordinates are, come more often than others. */
static void add_value(sqlite3_str *sql, Choices *choices) {
    static const char *const odd[] = {"NULL",
                                      "''",
                                      "'x'",
                                      "x''",
                                      "x'31'",
                                      "-1",
                                      "0.5",
                                      "-0.0",
                                      "1e999",
                                      "-1e999",
                                      "1e18",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "4294967295",
                                      "4294967296",
                                      "'1'",
                                      "'1.0'",
                                      "1.0",
                                      "2147483648",
                                      "'skip'",
                                      "9223372036854775807.0",
                                      "-9223372036854775809"};
    switch (choose(choices, 4)) {
    case 0: sqlite3_str_appendall(sql, odd[choose(choices, sizeof odd / sizeof *odd)]); return;
    case 1: sqlite3_str_appendf(sql, "%d.5", choose(choices, 40)); return;
    default: sqlite3_str_appendf(sql, "%d", choose(choices, 250) * (1 + choose(choices, 3)));
    }
}

typedef enum Position { POSITION_FIRST, POSITION_NEXT } Position;

/* Writes " WHERE column < value" or " AND ..."; with `hidden`, as (column < value) = 1. */
static void add_condition(sqlite3_str *sql, Choices *choices, const Table *table, bool hidden,
                          Position position) {
    static const char *const operators[] = {"=", "<", "<=", ">", ">=", "IS", "=", "="};
    const char *column = table->columns[choose(choices, (unsigned)table->column_count)];
    sqlite3_str_appendf(sql, "%s %s\"%w\" ", position == POSITION_FIRST ? " WHERE" : " AND",
                        hidden ? "(" : "", column);
    unsigned form = choose(choices, 10);
    if (form == 0) {
        sqlite3_str_appendall(sql, "IN (");
        for (int i = 0; i < 3; i++) {
            if (i) sqlite3_str_appendall(sql, ", ");
            add_value(sql, choices);
        }
        sqlite3_str_appendall(sql, ")");
    } else if (form == 1) {
        sqlite3_str_appendall(sql, "BETWEEN ");
        add_value(sql, choices);
        sqlite3_str_appendall(sql, " AND ");
        add_value(sql, choices);
    } else if (form == 2) {
        /* a value that a row has */
        sqlite3_str_appendf(sql, "= (SELECT \"%w\" FROM \"%w\"(%Q) LIMIT 1 OFFSET %d)", column,
                            table->name, table->path, choose(choices, 60));
    } else {
        sqlite3_str_appendf(sql, "%s ", operators[choose(choices, 8)]);
        add_value(sql, choices);
    }
    if (hidden) sqlite3_str_appendall(sql, ") = 1");
}

static char *make_query(Choices choices, bool hidden) {
    const Table *table = &tables[choose(&choices, (unsigned)table_count)];
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql,
                        "SELECT count(*), group_concat(id), group_concat(quote(\"%w\")) FROM (",
                        table->columns[choose(&choices, (unsigned)table->column_count)]);
    sqlite3_str_appendf(sql, "SELECT rowid, *, byte_offset FROM \"%w\"(", table->name);
    switch (choose(&choices, 4)) {
    case 0:
        sqlite3_str_appendf(sql, "(SELECT content FROM files WHERE path = %Q)", table->path);
        break;
    case 1: sqlite3_str_appendf(sql, "%Q || '*'", table->path); break;
    default: sqlite3_str_appendf(sql, "%Q", table->path);
    }
    for (int i = 0; i < table->argument_count; i++) {
        sqlite3_str_appendall(sql, ", ");
        add_value(sql, &choices);
    }
    sqlite3_str_appendall(sql, ")");
    unsigned conditions = choose(&choices, 4);
    for (unsigned i = 0; i < conditions; i++) {
        add_condition(sql, &choices, table, hidden, i ? POSITION_NEXT : POSITION_FIRST);
    }
    /* rows come by file and id, however they are found */
    sqlite3_str_appendall(sql,
                          choose(&choices, 2) ? " ORDER BY file, id" : " ORDER BY file, id DESC");
    sqlite3_str_appendf(sql, " LIMIT %d)", 1 + choose(&choices, 100));
    return sqlite3_str_finish(sql);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static int steps;

static int count_steps(void *context) {
    (void)context;
    return ++steps > STEPS_MAX;
}

/* Returns the only row as text; NULL if the query failed or took too long. */
static char *answer(const char *sql) {
    sqlite3_stmt *statement = NULL;
    char *text = NULL;
    steps = 0;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        if (sqlite3_column_int(statement, 0)) answered++;
        text =
            sqlite3_mprintf("%s, %s: %s", sqlite3_column_text(statement, 0),
                            sqlite3_column_text(statement, 1), sqlite3_column_text(statement, 2));
    } else if (code != SQLITE_INTERRUPT) {
        if (!*sqlite3_errmsg(db)) abort(); /* a failure has a text; the plan decides its place */
    }
    sqlite3_finalize(statement);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Choices choices = {bytes, bytes + size};
    char *seek = make_query(choices, false), *scan = make_query(choices, true);
    char *found = answer(seek), *scanned = answer(scan);
    queries++;
    if (found && scanned && strcmp(found, scanned) != 0) {
        fprintf(stderr, "%s\n  gives %.2000s\n%s\n  gives %.2000s\n", seek, found, scan, scanned);
        abort();
    }
    sqlite3_free(found);
    sqlite3_free(scanned);
    sqlite3_free(seek);
    sqlite3_free(scan);
    return 0;
}

/* ---- Begin and end --------------------------------------------------------------------------- */

static void must(int code, const char *what) {
    if (code == SQLITE_OK || code == SQLITE_DONE) return;
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
    exit(2);
}

static int add_column(void *context, int count, char **values, char **names) {
    (void)context, (void)count, (void)names;
    Table *table = table_count ? &tables[table_count - 1] : NULL;
    if (!table || strcmp(table->name, values[0]) != 0) {
        if (table_count == TABLES_MAX) return 0;
        table = &tables[table_count++];
        table->name = strdup(values[0]);
        table->path = strdup(values[1]);
    }
    bool is_argument = values[3][0] == '1';
    bool is_own =
        is_argument && strcmp(values[2], "src") != 0 && strcmp(values[2], "on_error") != 0;
    table->argument_count += is_own;
    if (!is_argument && table->column_count < COLUMNS_MAX) {
        table->columns[table->column_count++] = strdup(values[2]);
    }
    return 0;
}

/* Reads a file into a BLOB, like SQLite's shell does. */
static void read_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    FILE *file = fopen((const char *)sqlite3_value_text(values[0]), "rb");
    char *bytes = file ? malloc(1 << 20) : NULL;
    size_t size = bytes ? fread(bytes, 1, 1 << 20, file) : 0;
    sqlite3_result_blob64(context, bytes, size, SQLITE_TRANSIENT);
    free(bytes);
    if (file) fclose(file);
}

static void print_counts(void) {
    fprintf(stderr, "SQL: %" PRIu64 " queries by seek and by scan, %.1f %% with rows\n", queries,
            queries ? 50.0 * (double)answered / (double)queries : 0);
    sqlite3_close(db);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    const char *files = getenv("FUZZ_FILES");
    (void)count, (void)arguments;
    must(sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init), "auto_extension");
    must(sqlite3_open(":memory:", &db), "open");
    must(sqlite3_create_function(db, "readfile", 1, SQLITE_UTF8, NULL, read_file, NULL, NULL),
         "readfile");
    char *sql = sqlite3_mprintf(
        "CREATE TEMP TABLE files AS SELECT file AS path, format, size, readfile(file) AS content "
        "FROM gamemap_files('%q/**') WHERE error IS NULL",
        files ? files : "samples");
    must(sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
    sqlite3_free(sql);
    must(sqlite3_exec(db,
                      "SELECT c.table_name, f.path, c.name, c.is_argument FROM gamemap_tables t "
                      "JOIN (SELECT format, path, max(size) FROM files GROUP BY format) f "
                      "ON f.format = t.format OR t.name IN ('gamemap_files', 'gamemap_findings') "
                      "JOIN gamemap_columns c ON c.table_name = t.name "
                      "ORDER BY f.path, t.name, c.position",
                      add_column, NULL, NULL),
         "tables");
    if (!table_count) {
        fprintf(stderr, "no files\n");
        exit(2);
    }
    sqlite3_progress_handler(db, 100, count_steps, NULL);
    atexit(print_counts);
    return 0;
}
