/* The benchmark's measures: see bench.h. */
#include "bench.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seeks look for ids in random order; this multiplier spreads them. */
#define SHUFFLED "(%s * 2654435761) %% 4294967296"
#define SEEKS    100000

/* ---- The same rows in a table of SQLite's own ------------------------------------------------ */

/* CREATE TABLE their_<table>(file TEXT, id INTEGER PRIMARY KEY, ...), with all visible columns. */
static char *create_statement(sqlite3 *database, const char *table) {
    char *query = text_of("SELECT * FROM %s(?1)", table);
    sqlite3_stmt *statement = prepare(database, query, "");
    char *sql = text_of("CREATE TABLE their_%s(", table);
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const char *name = sqlite3_column_name(statement, i);
        const char *type = sqlite3_column_decltype(statement, i);
        sql = text_of("%z%s%s %s%s", sql, i ? ", " : "", name, type ? type : "",
                      strcmp(name, "id") ? "" : " PRIMARY KEY");
    }
    sqlite3_finalize(statement);
    sqlite3_free(query);
    return text_of("%z)", sql);
}

static void import(sqlite3 *database, const char *table, const char *path) {
    char *exists = text_of("SELECT count(*) FROM sqlite_schema WHERE name = 'their_%s'", table);
    if (number_of(database, exists, NULL) == 0) {
        char *insert = text_of("INSERT INTO their_%s SELECT * FROM %s(?1)", table, table);
        execute(database, create_statement(database, table), NULL);
        execute(database, insert, path);
        sqlite3_free(insert);
    }
    sqlite3_free(exists);
}

static double rows_of(sqlite3 *database, const char *table) {
    return number_of(database, text_of("SELECT count(*) FROM their_%s", table), NULL);
}

/* ---- Scans ----------------------------------------------------------------------------------- */

static void compare_sql(sqlite3 *database, Measure measure, const char *ours, const char *theirs,
                        const char *path) {
    compare(measure, sql_side(database, ours, path), sql_side(database, theirs, path));
}

static void measure_scan(sqlite3 *database, const BenchTable *table, const char *path) {
    import(database, table->table, path);
    Measure narrow = {.name = text_of("%s: %s", table->table, table->aggregate),
                      .goal = 0.8,
                      .units = rows_of(database, table->table),
                      .unit = "row"};
    Measure wide = narrow;
    wide.name = text_of("%s: every column", table->table);
    wide.goal = 1.2;
    compare_sql(database, narrow, text_of("SELECT %s FROM %s(?1)", table->aggregate, table->table),
                text_of("SELECT %s FROM their_%s", table->aggregate, table->table), path);
    const char *columns = table->columns ? table->columns : "*";
    if (table->columns) wide.name = text_of("%s: every column but those that cost", table->table);
    compare_sql(database, wide, text_of("SELECT %s FROM %s(?1)", columns, table->table),
                text_of("SELECT %s FROM their_%s", columns, table->table), path);
}

/* Makes bare_<table>, a virtual table that has the rows of a file in memory and is as fast as one
** can be. */
static void make_bare(sqlite3 *database, const char *table, const char *path) {
    import(database, table, path);
    execute(database,
            text_of("CREATE VIRTUAL TABLE temp.bare_%s USING bare_rows(their_%s)", table, table),
            NULL);
}

static void drop_bare(sqlite3 *database, const char *table) {
    execute(database, text_of("DROP TABLE temp.bare_%s", table), NULL);
}

static void measure_against_bare(sqlite3 *database, const BenchTable *table, const char *path) {
    const char *columns = table->columns ? table->columns : "*";
    make_bare(database, table->table, path);
    compare_sql(database,
                (Measure){.name = text_of("%s: every column, by hand", table->table),
                          .goal = table->bare_goal,
                          .units = rows_of(database, table->table),
                          .unit = "row"},
                text_of("SELECT %s FROM %s(?1)", columns, table->table),
                text_of("SELECT %s FROM bare_%s", columns, table->table), path);
    drop_bare(database, table->table);
}

static void measure_count(sqlite3 *database, const BenchTable *table, const char *path) {
    Measure measure = {
        .name = text_of("%s: count(*)", table->table),
        .goal = 0.5,
        .units = number_of(database, text_of("SELECT count(*) FROM %s(?1)", table->table), path),
        .unit = "row",
        .other_answer = true};
    compare_sql(database, measure, text_of("SELECT count(*) FROM %s(?1)", table->table),
                text_of("SELECT %s FROM %s(?1)", table->aggregate, table->table), path);
}

/* ---- Joins ----------------------------------------------------------------------------------- */

/* Makes SELECT ... over the join. The texts are what stands in FROM for each table: a function of
** its source, or a table of SQLite's own. */
static char *join_sql(const BenchJoin *join, const char *keys, const char *outer, const char *inner,
                      const char *third) {
    char *sql = text_of("SELECT %s FROM ", third ? join->third_aggregate : join->aggregate);
    if (keys) sql = text_of("%z%s k CROSS JOIN %s a ON a.id = k.key0", sql, keys, outer);
    else sql = text_of("%z%s a", sql, outer);
    sql = text_of("%z CROSS JOIN %s b ON b.id = a.%s", sql, inner, join->reference);
    if (third) sql = text_of("%z CROSS JOIN %s c ON c.id = b.%s", sql, third, join->next_reference);
    return sql;
}

static char *of_source(const char *table, const char *source) {
    return table ? text_of("%s(%s)", table, source) : NULL;
}

static char *of_import(const char *table) {
    return table ? text_of("their_%s", table) : NULL;
}

static Side join_side(sqlite3 *database, const BenchJoin *join, const char *keys,
                      const char *source, bool third, const char *path) {
    const char *last = third ? join->third : NULL;
    return sql_side(database,
                    source ? join_sql(join, keys, of_source(join->outer, "?1"),
                                      of_source(join->inner, source), of_source(last, source))
                           : join_sql(join, keys, of_import(join->outer), of_import(join->inner),
                                      of_import(last)),
                    path);
}

static void make_keys(sqlite3 *database, const char *name, const char *table,
                      const char *const keys[2]) {
    execute(database, text_of("DROP TABLE IF EXISTS %s", name), NULL);
    char *columns = text_of("%s AS key0%s%s%s", keys[0], keys[1] ? ", " : "",
                            keys[1] ? keys[1] : "", keys[1] ? " AS key1" : "");
    execute(database,
            text_of("CREATE TABLE %s AS SELECT DISTINCT %s FROM their_%s WHERE %s IS NOT NULL "
                    "ORDER BY " SHUFFLED " LIMIT %d",
                    name, columns, table, keys[0], keys[1] ? "key0 * 10007 + key1" : "key0", SEEKS),
            NULL);
}

static void measure_join(sqlite3 *database, const BenchJoin *join, const char *path) {
    const char *ids[2] = {"id"};
    import(database, join->outer, path);
    import(database, join->inner, path);
    make_keys(database, "outer_ids", join->outer, ids);
    Measure measure = {.name = text_of("%s, %s: in file order", join->outer, join->inner),
                       .goal = 0.9,
                       .units = rows_of(database, join->outer),
                       .unit = "row"};
    compare(measure, join_side(database, join, NULL, "?1", false, path),
            join_side(database, join, NULL, NULL, false, path));
    Measure shuffled = {.name = text_of("%s, %s: in random order", join->outer, join->inner),
                        .goal = 0.65,
                        .unit = "row",
                        .units = number_of(database, "SELECT count(*) FROM outer_ids", NULL)};
    compare(shuffled, join_side(database, join, "outer_ids", "?1", false, path),
            join_side(database, join, "outer_ids", NULL, false, path));
    if (!join->third) return;
    import(database, join->third, path);
    measure.name = text_of("and %s", join->third);
    measure.goal = 1.15;
    compare(measure, join_side(database, join, NULL, "?1", true, path),
            join_side(database, join, NULL, NULL, true, path));
}

#define LARGE_BLOB 1000000 /* with fewer bytes, the time is mainly that of the statement */

/* Two copies of a file's bytes. */
typedef struct Copies {
    uint8_t *bytes[2];
    uint64_t size;
    volatile int order;
} Copies;

static void compare_copies(void *context) {
    Copies *copies = context;
    copies->order = memcmp(copies->bytes[0], copies->bytes[1], copies->size);
}

static Side blob_side(sqlite3 *database, const char *sql, const Copies *copies) {
    Side side = sql_side(database, sql, NULL);
    sqlite3_bind_blob64(side.statement, 1, copies->bytes[0], copies->size, SQLITE_STATIC);
    return side;
}

/* Times the join over a BLOB against the one over its file. A statement first compares the BLOB
** with the one that is in the cache; this is timed by itself, and doesn't count much where each row
** is sought ten times. */
static void measure_join_blob(sqlite3 *database, const BenchJoin *join, Measure measure,
                              const char *path) {
    BenchJoin ten = *join;
    Copies copies = {0};
    for (int i = 0; i < 2; i++) copies.bytes[i] = read_file(path, &copies.size);
    execute(database,
            "CREATE TABLE IF NOT EXISTS ten AS WITH RECURSIVE number(i) AS (VALUES (1) UNION ALL "
            "SELECT i + 1 FROM number WHERE i < 10) SELECT i FROM number",
            NULL);
    ten.inner = text_of("ten CROSS JOIN %s", join->inner);
    char *sql =
        join_sql(&ten, NULL, of_source(join->outer, "?1"), of_source(ten.inner, "a.source"), NULL);
    measure.name = text_of("%s, %s: of a BLOB by a.source", join->outer, join->inner);
    measure.goal = 1.3;
    measure.units *= 10;
    compare(measure, blob_side(database, sql, &copies), sql_side(database, sql, path));
    if (copies.size >= LARGE_BLOB) {
        measure = (Measure){.name = text_of("%s: a BLOB again, against memcmp()", join->outer),
                            .goal = 1.1};
        sql = text_of("SELECT id FROM %s(?1) LIMIT 1", join->outer);
        compare(measure, blob_side(database, sql, &copies),
                (Side){.run = compare_copies, .context = &copies});
    }
    for (int i = 0; i < 2; i++) free(copies.bytes[i]);
}

/* Times the same join with gamemap's tables: by the source that the outer row passes on, and over a
** BLOB. */
static void measure_join_sources(sqlite3 *database, const BenchJoin *join, const char *path) {
    Measure measure = {
        .name = text_of("%s, %s: by a.source", join->outer, join->inner),
        .goal = 1.4,
        .unit = "row",
        .units = number_of(database, text_of("SELECT count(*) FROM %s(?1)", join->outer), path)};
    compare(measure, join_side(database, join, NULL, "a.source", false, path),
            join_side(database, join, NULL, "?1", false, path));
    measure_join_blob(database, join, measure, path);
}

/* ---- Seeks ----------------------------------------------------------------------------------- */

static void measure_seek(sqlite3 *database, const BenchSeek *seek, const char *path) {
    bool by_id = strcmp(seek->keys[0], "id") == 0;
    import(database, seek->table, path);
    make_keys(database, "keys", seek->table, seek->keys);
    char *columns = seek->keys[1] ? text_of("%s, %s", seek->keys[0], seek->keys[1])
                                  : text_of("%s", seek->keys[0]);
    if (!by_id) {
        execute(database,
                text_of("CREATE INDEX IF NOT EXISTS %s_by_%s ON their_%s(%s)", seek->table,
                        seek->keys[0], seek->table, columns),
                NULL);
    }
    Measure measure = {.name = text_of("%s by %s", seek->table, columns),
                       .goal = 0.7,
                       .unit = "seek",
                       .units = number_of(database, "SELECT count(*) FROM keys", NULL)};
    char *where = text_of("s.%s = k.key0", seek->keys[0]);
    if (seek->keys[1]) where = text_of("%z AND s.%s = k.key1", where, seek->keys[1]);
    char *ours = text_of("SELECT %s FROM keys k CROSS JOIN %s(?1) s ON %s", seek->aggregate,
                         seek->table, where);
    char *theirs = text_of("SELECT %s FROM keys k CROSS JOIN their_%s s ON %s", seek->aggregate,
                           seek->table, where);
    compare_sql(database, measure, ours, theirs, path);
    if (!by_id) return;
    Measure again = {.name = text_of("%s by id, one statement each", seek->table)};
    compare_sql(database, again,
                text_of("SELECT %s FROM %s(?1) WHERE id = 7", seek->aggregate, seek->table),
                text_of("SELECT %s FROM their_%s WHERE id = 7", seek->aggregate, seek->table),
                path);
}

/* ---- One column and seeks against a virtual table by hand ------------------------------------ */

static void measure_engine(sqlite3 *database, const char *path) {
    const char *ids[2] = {"id"};
    make_bare(database, "gnd_cubes", path);
    make_keys(database, "keys", "gnd_cubes", ids);
    double rows = rows_of(database, "gnd_cubes");
    print_title("gnd_cubes against a virtual table written by hand");
    compare_sql(database,
                (Measure){.name = "one column", .goal = 1.15, .units = rows, .unit = "row"},
                "SELECT sum(height_sw) FROM gnd_cubes(?1)",
                "SELECT sum(height_sw) FROM bare_gnd_cubes", path);
    compare_sql(database, (Measure){.name = "by id", .goal = 1.25, .units = rows, .unit = "seek"},
                "SELECT sum(c.height_sw) FROM keys k CROSS JOIN gnd_cubes(?1) c ON c.id = k.key0",
                "SELECT sum(c.height_sw) FROM keys k CROSS JOIN bare_gnd_cubes c ON c.id = k.key0",
                path);
    drop_bare(database, "gnd_cubes");
}

/* ---- Other pairs ----------------------------------------------------------------------------- */

static void measure_pair(sqlite3 *database, const BenchPair *pair, const char *path) {
    if (pair->setup) execute(database, pair->setup, path);
    Measure measure = {.name = pair->name,
                       .goal = pair->goal,
                       .unit = pair->unit,
                       .units = number_of(database, pair->our_units, path),
                       .their_units = number_of(database, pair->their_units, path),
                       .other_answer = true};
    compare_sql(database, measure, pair->ours, pair->theirs, path);
}

static void measure_limit(sqlite3 *database, const BenchLimit *limit, const char *path) {
    if (limit->file[0] || limit->file[1]) path = bench_path(limit->file);
    if (path && limit->setup) execute(database, limit->setup, path);
    if (!path || !is_wanted(limit->name)) return;
    if (limit->cold) execute(database, "SELECT gamemap_cache_limit(0)", NULL);
    Measure measure = {.name = limit->name,
                       .unit = limit->unit,
                       .units = limit->units ? number_of(database, limit->units, path) : 1};
    compare_with_limit(measure, sql_side(database, limit->query, path), limit->nanoseconds);
    if (limit->cold) execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

/* ---- All of a format ------------------------------------------------------------------------- */

static sqlite3 *open_database(void) {
    sqlite3 *database;
    char *message = NULL;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK) die("open", sqlite3_errmsg(database));
    sqlite3_enable_load_extension(database, 1);
    if (sqlite3_load_extension(database, options.extension, NULL, &message) != SQLITE_OK) {
        die(options.extension, message);
    }
    register_bare_rows(database);
    return database;
}

static const char *file_of(const BenchTable *table, const char *path) {
    const char *own = table->file[0] || table->file[1] ? bench_path(table->file) : NULL;
    return own ? own : path;
}

static void measure_in_database(sqlite3 *database, const BenchFormat *format, const char *path) {
    print_title("scans, against the same rows in a SQLite table");
    for (const BenchTable *table = format->tables; table->table; table++) {
        measure_scan(database, table, file_of(table, path));
    }
    print_title("scans, against a virtual table that has the rows in memory");
    for (const BenchTable *table = format->tables; table->table; table++) {
        measure_against_bare(database, table, file_of(table, path));
    }
    print_title("counting rows, against the sum() above");
    for (const BenchTable *table = format->tables; table->table; table++) {
        measure_count(database, table, file_of(table, path));
    }
    if (format->joins[0].outer) print_title("joins by id, against SQLite tables with primary keys");
    for (const BenchJoin *join = format->joins; join->outer; join++) {
        measure_join(database, join, path);
    }
    if (format->joins[0].outer) print_title("joins here, against the same where ?1 is the source");
    for (const BenchJoin *join = format->joins; join->outer; join++) {
        measure_join_sources(database, join, path);
    }
    print_title("seeks in random order, against rowids and indexes");
    for (const BenchSeek *seek = format->seeks; seek->table; seek++) {
        measure_seek(database, seek, path);
    }
    for (const BenchPair *pair = format->pairs; pair->name; pair++) {
        print_title(pair->name);
        measure_pair(database, pair, path);
    }
    print_title("questions, against the time that they may take");
    for (const BenchLimit *limit = format->limits; limit->name; limit++) {
        measure_limit(database, limit, path);
    }
}

static void measure_format(const BenchFormat *format) {
    const char *path = bench_path(format->file);
    sqlite3 *database = open_database();
    if (!path || !has_table(database, format->tables[0].table)) {
        printf("\n%s: no file or no table to measure\n", format->name);
    } else {
        printf("\n==== %s: %s ====\n", format->name, strrchr(path, '/') + 1);
        measure_in_database(database, format, path);
        if (strcmp(format->name, "GND") == 0) {
            measure_engine(database, path);
            measure_pictures(database, path);
        }
        sqlite3_close(database);
        database = open_database();
        measure_open(database, format);
        measure_many_files(database, format);
        measure_processes(format);
    }
    sqlite3_close(database);
}

static void take_options(int count, char **arguments) {
    for (int i = 1; i < count; i += 2) {
        const char *name = arguments[i], *value = arguments[i + 1];
        if (!value) die(name, "an option and its value are expected");
        if (!strcmp(name, "--extension")) options.extension = value;
        else if (!strcmp(name, "--large")) options.large = value;
        else if (!strcmp(name, "--scratch")) options.scratch = value;
        else if (!strcmp(name, "--only")) options.only = value;
        else if (!strcmp(name, "--rounds")) options.rounds = atoi(value);
        else if (!strcmp(name, "--format")) options.format = value;
        else die(name, "unknown option");
    }
    options.corpus = getenv("CORPUS");
    if (options.corpus && !*options.corpus) options.corpus = NULL;
    if (!options.extension || !options.large || !options.scratch || options.rounds < 1) {
        die("usage", "bench --extension FILE --large FOLDER --scratch FOLDER");
    }
}

/* Keeps freed memory in the process. Otherwise, whichever side asks the system for a large block
** again pays for its pages, and the other side doesn't. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int main(int count, char **arguments) {
    keep_memory();
    take_options(count, arguments);
    print_legend();
    for (int i = 0; i < bench_format_count; i++) {
        const BenchFormat *format = &bench_formats[i];
        if (!options.format || strstr(format->name, options.format)) measure_format(format);
    }
    if (!options.format || strstr("archives", options.format)) {
        sqlite3 *database = open_database();
        measure_archives(database);
        sqlite3_close(database);
    }
    if (!options.format || strstr("joins", options.format)) {
        sqlite3 *database = open_database();
        measure_reverse_joins(database);
        sqlite3_close(database);
    }
    if (!options.format || strstr("scans", options.format)) {
        sqlite3 *database = open_database(), *other = open_database();
        measure_scans(database, other);
        sqlite3_close(database);
        sqlite3_close(other);
    }
    if (!options.format || strstr("memory", options.format)) {
        sqlite3 *database = open_database();
        measure_memory_of_scans(database);
        sqlite3_close(database);
    }
    if (!options.format || strstr("waiting", options.format)) {
        sqlite3 *database = open_database();
        measure_waiting(database);
        sqlite3_close(database);
    }
    print_summary();
    return 0;
}
