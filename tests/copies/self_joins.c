/*
** Compares random joins of tables with themselves with the same joins of ordinary copies, and joins
** by references in both directions.
**
**     self_joins [--sample SEED/N] EXTENSION FOLDER
**
** Each column of each table is compared for equality in the inner loop of a join, an EXISTS, an IN
** or a subquery with a value of another column of the same rows: as it is, cast, negated, or in
** other case; under each collation, including one of the program's own; in databases of all three
** encodings. As many questions ask for the values between two bounds, of every type and size. There
** are 20,000 of each, with --sample one of N of them (sample.h). The copy has no index, so SQLite
** compares row by row. Then each column that refers to another table is joined with it in both
** directions: the plan must be a seek, the steps of SQLite's machine must grow with the rows, not
** with their product, and where the plan says so, one index is made. Its memory counts in the
** cache's budget. The last line is "N passed, N failed".
*/
#include "../sample/sample.h"
#include "asking.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTIONS       20000
#define ENCODINGS       3
#define ROWS_MOST       150   /* of a table that is joined without an index */
#define ROWS_MOST_LARGE 20000 /* of a table of which only some rows are joined */
#define COLUMNS_MOST    4000
#define STEPS_A_ROW     60 /* steps for each row of either side or of the result */
#define ROWS_LEAST      16 /* fewer rows get no index */

static sqlite3 *databases[ENCODINGS];

/* ---- Columns --------------------------------------------------------------------------------- */

typedef struct Column {
    char *table, *file, *name, *list; /* list: all columns of the table in SQL */
    size_t first, count;              /* its columns in `columns` */
    bool is_large;                    /* only some of its rows are the outer loop */
} Column;

static Column columns[COLUMNS_MOST];
static size_t column_count;

/* Returns the file below the folder that shows most rows of a table, up to `limit`; NULL: none. */
static char *best_file(sqlite3 *db, const char *table, const char *format, int limit) {
    sqlite3_stmt *files = prepare(db, "SELECT file, format FROM file");
    char *best = NULL;
    int64_t most = 0;
    while (sqlite3_step(files) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(files, 0);
        const char *its = (const char *)sqlite3_column_text(files, 1);
        if (format && strcmp(format, its) != 0 && strcmp(format, "archive") != 0) continue;
        int64_t rows = number(db, text_of("SELECT count(*) FROM (SELECT 1 FROM %s(%Q, 'skip') "
                                          "LIMIT %d)",
                                          table, file, limit + 1));
        if (rows <= most || rows > limit) continue;
        most = rows;
        sqlite3_free(best);
        best = text_of("%s", file);
    }
    sqlite3_finalize(files);
    return best;
}

/* Copies the rows that a table shows of a file into every database, and lists its columns. */
static void add_table(sqlite3 *db, const char *table, char *file, bool is_large) {
    size_t first = column_count;
    char *definition = text_of(""), *list = text_of("");
    char *sql = text_of("SELECT name, type || ifnull(' COLLATE ' || collation, '') FROM "
                        "gamemap_columns WHERE table_name = %Q AND NOT is_argument AND "
                        "name NOT IN ('source', 'src', 'on_error', 'surplus') ORDER BY position",
                        table);
    sqlite3_stmt *names = prepare(db, sql);
    while (sqlite3_step(names) == SQLITE_ROW && column_count < COLUMNS_MOST) {
        const char *name = (const char *)sqlite3_column_text(names, 0);
        columns[column_count++] =
            (Column){.table = text_of("%s", table), .file = file, .name = text_of("%s", name)};
        const char *comma = *list ? ", " : "";
        definition = text_of("%z%s%s %s", definition, comma, name, sqlite3_column_text(names, 1));
        list = text_of("%z%s%s", list, comma, name);
    }
    sqlite3_finalize(names);
    sqlite3_free(sql);
    for (size_t i = first; i < column_count; i++) {
        columns[i].first = first;
        columns[i].list = list;
        columns[i].is_large = is_large;
        columns[i].count = column_count - first;
    }
    for (int e = 0; e < ENCODINGS; e++) {
        run(databases[e], text_of("CREATE TABLE copy_%s(%s)", table, definition));
        run(databases[e],
            text_of("INSERT INTO copy_%s SELECT %s FROM %s(%Q, 'skip')", table, list, table, file));
    }
    sqlite3_free(definition);
}

static void add_tables(sqlite3 *db) {
    sqlite3_stmt *tables =
        prepare(db, "SELECT name, format FROM gamemap_tables t WHERE call LIKE '%(src%' AND "
                    "name <> 'gamemap_shadowed' AND " /* its source is an order of folders */
                    "NOT EXISTS (SELECT 1 FROM gamemap_columns c WHERE c.table_name = t.name AND "
                    "c.is_argument AND c.name NOT IN ('src', 'on_error'))");
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);
        const char *format = (const char *)sqlite3_column_text(tables, 1);
        char *file = best_file(db, table, format, ROWS_MOST);
        char *large = file ? NULL : best_file(db, table, format, ROWS_MOST_LARGE);
        if (file || large) add_table(db, table, file ? file : large, !file);
        else printf("%s: no file has up to %d rows\n", table, ROWS_MOST_LARGE);
    }
    sqlite3_finalize(tables);
}

/* ---- Questions ------------------------------------------------------------------------------- */

static uint64_t state = 0x9E3779B97F4A7C15u; /* fixed, so that each run asks the same questions */

static size_t draw(size_t count) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state >> 11) % count);
}

#define DRAW(list) (list)[draw(sizeof(list) / sizeof *(list))]

/* Writes a value from a column of a row of `a`. */
static char *draw_value(const char *column) {
    static const char *const forms[] = {
        "a.%s",
        "a.%s",
        "a.%s",
        "a.%s",
        "a.%s",
        "a.%s",
        "+a.%s",
        "-a.%s",
        "a.%s + 0.0",
        "a.%s * 0.5",
        "upper(a.%s)",
        "lower(a.%s) || '  '",
        "a.%s || char(9)",
        "CAST(a.%s AS TEXT)",
        "CAST(a.%s AS INTEGER)",
        "CAST(a.%s AS REAL)",
        "CAST(a.%s AS BLOB)",
        "nullif(a.%s, a.id)",
        "ifnull(a.%s, a.id)",
        "a.%s + 9007199254740992",
    };
    return text_of(DRAW(forms), column);
}

/* Writes b.<column> = <value> in one of its forms. */
static char *draw_equality(const char *column, const char *value) {
    static const char *const collations[] = {
        "", "", "", " COLLATE BINARY", " COLLATE NOCASE", " COLLATE RTRIM", " COLLATE first_letter",
    };
    static const char *const forms[] = {
        "b.%s = %s%s",     "b.%s = %s%s",  "b.%s = %s%s",
        "%.0sb.%s = %s%s", "b.%s IS %s%s", "b.%s IN (%s%s, 1, 'a')",
    };
    const char *form = DRAW(forms), *collation = DRAW(collations);
    if (form[0] == '%') return text_of("b.%s%s = %s", column, collation, value);
    return text_of(form, column, value, collation);
}

/* Writes a bound of a range: a value like those, one that is near, or one of another type or size,
** which is the same for all rows or not. None is a literal. */
static char *draw_bound(const char *column) {
    static const char *const near[] = {"a.%s + 1", "a.%s - 3", "a.%s - 0.5",
                                       "a.%s / 3", "a.%s * 2", "a.%s * 1.0000000000000002"};
    static const char *const odd[] = {
        "NULL",
        "'abc'",
        "' 7 '",
        "x'00'",
        "-0.0",
        "2.5",
        "9007199254740993",
        "9223372036854775807",
        "-1 << 63",
        "9223372036854775808.0",
        "-1e19",
        "1e300",
        "9e999",
        "-9e999",
    };
    switch (draw(4)) {
    case 0: return draw_value(column);
    case 1: return text_of("CASE a.id & 3 WHEN 0 THEN %s ELSE a.%s END", DRAW(odd), column);
    case 2: return text_of("ifnull(nullif(a.id, a.id), %s)", DRAW(odd));
    default: return text_of(DRAW(near), column);
    }
}

/* Writes a condition that b.<column> meets within one or two bounds. */
static char *draw_range(const char *column, const char *other) {
    static const char *const ways[] = {"<", "<=", ">", ">="};
    char *bound = draw_bound(draw(3) ? column : other), *second = draw_bound(column), *range;
    switch (draw(4)) {
    case 0: range = text_of("b.%s %s %s", column, DRAW(ways), bound); break;
    case 1: range = text_of("%s %s b.%s", bound, DRAW(ways), column); break;
    case 2: range = text_of("b.%s BETWEEN %s AND %s", column, bound, second); break;
    default:
        range = text_of("b.%s %s %s AND b.%s %s %s", column, DRAW(ways), bound, column, DRAW(ways),
                        second);
    }
    sqlite3_free(bound);
    sqlite3_free(second);
    return range;
}

/* Writes a query in which %1 stands for the table of a, and %2 for that of b. */
static char *draw_query(const Column *column, bool ranges) {
    const Column *own = &columns[column->first];
    const char *other = own[draw(column->count)].name, *third = own[draw(column->count)].name;
    char *value = draw_value(draw(3) ? other : column->name), *more = text_of("");
    char *equal = ranges ? draw_range(column->name, other) : draw_equality(column->name, value);
    switch (draw(6)) {
    case 0: more = text_of("%z AND b.id > a.id", more); break;
    case 1: more = text_of("%z AND b.id <= 3", more); break;
    case 2: more = text_of("%z AND b.%s = a.%s", more, third, third); break;
    default: break;
    }
    char *sql;
    switch (draw(ranges ? 11 : 9)) {
    case 0:
        sql = text_of("SELECT count(*), sum(a.id * 31 + ifnull(b.id, -7)) FROM %%1 a LEFT JOIN "
                      "%%2 b ON %s%s",
                      equal, more);
        break;
    case 1:
        sql = text_of("SELECT count(*), sum(a.id) FROM %%1 a WHERE %s (SELECT 1 FROM %%2 b "
                      "WHERE %s%s)",
                      draw(2) ? "EXISTS" : "NOT EXISTS", equal, more);
        break;
    case 2:
        sql = text_of("SELECT count(*), sum(a.id) FROM %%1 a WHERE %s %s (SELECT b.%s FROM %%2 b)",
                      value, draw(2) ? "IN" : "NOT IN", column->name);
        break;
    case 3:
        sql = text_of("SELECT count(*), sum(a.id * (SELECT count(*) + total(b.id) FROM %%2 b WHERE "
                      "%s%s)) FROM %%1 a",
                      equal, more);
        break;
    case 4:
        /* SQLite makes IN of x = A OR x = B and forgets the collations of A and B, if x has an
        ** index; the copies have none */
        if (!strcmp(third, column->name) && strstr(equal, "COLLATE")) third = "id";
        sql = text_of("SELECT count(*), sum(a.id * 31 + b.id) FROM %%1 a JOIN %%2 b ON %s OR "
                      "b.%s = %s",
                      equal, third, value);
        break;
    case 5:
        sql = text_of(
            "SELECT count(*), sum(id) FROM (SELECT min(a.id) AS id FROM %%1 a, %%2 b WHERE %s%s "
            "GROUP BY b.%s ORDER BY 1)",
            equal, more, third);
        break;
    case 9: /* rows come in the order of a scan */
        sql = text_of("SELECT count(*), sum(a.id * (SELECT total(id) FROM (SELECT b.id FROM %%2 b "
                      "WHERE %s%s LIMIT %d OFFSET %d))) FROM %%1 a",
                      equal, more, (int)draw(8), (int)draw(4));
        break;
    case 10:
        sql = text_of("SELECT count(*), group_concat(ids) FROM (SELECT (SELECT group_concat(b.id) "
                      "FROM %%2 b WHERE %s%s) AS ids FROM %%1 a)",
                      equal, more);
        break;
    default:
        sql = text_of("SELECT count(*), sum(a.id * 31 + b.id) FROM %%1 a %s %%2 b ON %s%s",
                      draw(2) ? "JOIN" : "CROSS JOIN", equal, more);
        break;
    }
    sqlite3_free(value);
    sqlite3_free(equal);
    sqlite3_free(more);
    return sql;
}

static char *filled_in(const char *query, const char *one, const char *other) {
    char *text = text_of("");
    for (const char *at = query; *at;) {
        const char *mark = strchr(at, '%');
        if (!mark || (mark[1] != '1' && mark[1] != '2')) {
            text = text_of("%z%s", text, at);
            break;
        }
        text = text_of("%z%.*s%s", text, (int)(mark - at), at, mark[1] == '1' ? one : other);
        at = mark + 2;
    }
    return text;
}

/* Returns the table of the outer loop, or some rows of it. */
static char *outer_of(const Column *column, const char *table, const char *more) {
    if (!column->is_large) return text_of("%s", table);
    return text_of("(SELECT %s%s FROM %s WHERE id %% 3001 = 7)", column->list, more, table);
}

static void ask_question(long n, bool ranges) {
    const Column *column = &columns[(size_t)n % column_count];
    sqlite3 *db = databases[draw(ENCODINGS)];
    char *query = draw_query(column, ranges);
    char *by_path = text_of("%s(%Q, 'skip')", column->table, column->file);
    char *by_source = draw(2) && !strstr(query, "sum(id)") && !strstr(query, " IN (SELECT")
                          ? text_of("%s(a.source, 'skip')", column->table)
                          : text_of("%s", by_path);
    char *copy = text_of("copy_%s", column->table);
    char *outer = outer_of(column, by_path, ", source"), *outer_copy = outer_of(column, copy, "");
    char *real = filled_in(query, outer, by_source);
    char *found = answer(db, text_of("%s", real));
    char *wanted = answer(db, filled_in(query, outer_copy, copy));
    check(strcmp(found, wanted) == 0, "%s\n    found %s, of a copy %s", real, found, wanted);
    sqlite3_free(query);
    sqlite3_free(by_path);
    sqlite3_free(by_source);
    sqlite3_free(copy);
    sqlite3_free(outer);
    sqlite3_free(outer_copy);
    sqlite3_free(real);
    sqlite3_free(found);
    sqlite3_free(wanted);
}

/* ---- References ------------------------------------------------------------------------------ */

/* Tells whether the inner loop of the join seeks by that column; `how` is what the plan says behind
** its name: "=?" or "=? (made)". */
static bool seeks(sqlite3 *db, const char *sql, const char *column, const char *how) {
    char *explain = text_of("EXPLAIN QUERY PLAN %s", sql);
    char *wanted = text_of(" %s%s", column, how);
    sqlite3_stmt *plan = prepare(db, explain);
    bool found = false;
    while (sqlite3_step(plan) == SQLITE_ROW) {
        found = found || strstr((const char *)sqlite3_column_text(plan, 3), wanted);
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
    sqlite3_free(wanted);
    return found;
}

static int64_t rows_of(sqlite3 *db, const char *table, const char *file) {
    return number(db, text_of("SELECT count(*) FROM %s(%Q)", table, file));
}

static int64_t indexes_made(sqlite3 *db) {
    return number(db, text_of("SELECT substr(d, instr(d, 'indexes made ') + 13) FROM "
                              "(SELECT gamemap_debug() AS d)"));
}

/* Counts the steps of SQLite's machine for a join, and the rows that take part. */
static void check_steps(sqlite3 *db, const char *from, const char *outer, const char *inner,
                        const char *file) {
    char *sql = text_of("SELECT count(*) %s", from);
    sqlite3_stmt *statement = prepare(db, sql);
    int code = sqlite3_step(statement);
    if (code != SQLITE_ROW) { /* a part of the file that only these tables need is broken */
        sqlite3_finalize(statement);
        sqlite3_free(sql);
        return;
    }
    int64_t rows = sqlite3_column_int64(statement, 0);
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    sqlite3_finalize(statement);
    rows += rows_of(db, outer, file) + rows_of(db, inner, file);
    check(steps <= STEPS_A_ROW * (rows + 10), "%d steps for %lld rows: %s", steps, (long long)rows,
          sql);
    sqlite3_free(sql);
}

/* Tables that need arguments and tables about all files together make their rows anew for each
** question. */
static bool speaks_of_one_file(sqlite3 *db, const char *table) {
    if (!strncmp(table, "jmx_world_", 10) || !strcmp(table, "nwn_transitions")) return false;
    return number(db, text_of("SELECT count(*) FROM gamemap_tables WHERE name = %Q AND "
                              "(call LIKE '%%(src)' OR call LIKE '%%(src [%%')",
                              table)) == 1;
}

/* Each row of the outer table asks for those of the inner one, of which the second makes an index,
** unless there are too few rows. */
static void check_index(sqlite3 *db, const char *from, const char *outer, const char *inner,
                        const char *file) {
    run(db, text_of("SELECT gamemap_cache_limit(0); SELECT gamemap_cache_limit(268435456)"));
    if (rows_of(db, inner, file) < ROWS_LEAST || rows_of(db, outer, file) < 2) return;
    int64_t before = indexes_made(db);
    number(db, text_of("SELECT count(*) %s", from));
    int64_t made = indexes_made(db) - before;
    check(made == 1, "%lld indexes made: %s", (long long)made, from);
}

/* Checks indexes that are asked for ranges: each row of the outer table asks for the rows that
** refer to it or to the next one, and for some that no row refers to, unless rows are too few. */
static void check_range(sqlite3 *db, const char *table, const char *column, const char *target,
                        const char *file) {
    if (rows_of(db, table, file) < ROWS_LEAST) return;
    static const char *const bounds[][2] = {
        {"0", "2"},           {"5", "1"},
        {"-1000000", "-999"}, {"1000000", "1000002"},
        {"-1 << 63", "-999"}, {"1 << 62", "9223372036854775807"},
    };
    for (int i = 0; i < 6; i++) {
        char *from = text_of("FROM %s(%Q) a JOIN %s(a.source) b ON b.%s >= a.id + (%s) AND b.%s < "
                             "a.id + (%s)",
                             target, file, table, column, bounds[i][0], column, bounds[i][1]);
        char *sql = text_of("SELECT * %s", from);
        if (seeks(db, sql, column, ">=? ")) {
            check_steps(db, from, target, table, file);
            if (!i) check_index(db, from, target, table, file);
        } else {
            check(rows_of(db, table, file) < 50, "no seek: %s", sql);
        }
        sqlite3_free(from);
        sqlite3_free(sql);
    }
}

/* Checks one reference in both directions, on files of its table's format. */
static void check_reference(sqlite3 *db, const char *table, const char *column,
                            const char *target) {
    sqlite3_stmt *files = prepare(db, "SELECT file FROM file JOIN gamemap_tables t ON "
                                      "t.format = file.format WHERE t.name = ?1 "
                                      "ORDER BY size DESC LIMIT 6");
    sqlite3_bind_text(files, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(files) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(files, 0);
        char *there = text_of("FROM %s(%Q) a JOIN %s(a.source) b ON b.id = a.%s", table, file,
                              target, column);
        char *back = text_of("FROM %s(%Q) a JOIN %s(a.source) b ON b.%s = a.id", target, file,
                             table, column);
        char *sql_there = text_of("SELECT * %s", there), *sql_back = text_of("SELECT * %s", back);
        check(seeks(db, sql_there, "id", "=?"), "no seek: %s", sql_there);
        check(seeks(db, sql_back, column, "=?") || rows_of(db, table, file) < 2, "no seek: %s",
              sql_back); /* with one row there is nothing to seek */
        check_steps(db, there, table, target, file);
        check_steps(db, back, target, table, file);
        if (seeks(db, sql_back, column, "=? (made)")) {
            check_index(db, back, target, table, file);
            check_range(db, table, column, target, file);
        }
        sqlite3_free(there);
        sqlite3_free(back);
        sqlite3_free(sql_there);
        sqlite3_free(sql_back);
    }
    sqlite3_finalize(files);
}

static void check_references(sqlite3 *db) {
    long count = 0;
    sqlite3_stmt *list =
        prepare(db, "SELECT c.table_name, c.name, c.refers_to FROM gamemap_columns c WHERE "
                    "c.refers_to IS NOT NULL AND NOT c.is_argument");
    while (sqlite3_step(list) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(list, 0);
        const char *target = (const char *)sqlite3_column_text(list, 2);
        if (!speaks_of_one_file(db, table) || !speaks_of_one_file(db, target)) continue;
        check_reference(db, table, (const char *)sqlite3_column_text(list, 1), target);
        count++;
    }
    sqlite3_finalize(list);
    printf("%ld references, both ways\n", count);
}

/* ---- Ranges of REALs ------------------------------------------------------------------------- */

/* Each row of a table asks for those whose value is near its own. */
static void check_near(sqlite3 *db, const char *file, const char *table, const char *column) {
    char *from = text_of("FROM %s(%Q) a JOIN %s(a.source) b ON b.%s BETWEEN a.%s - 0.25 AND a.%s + "
                         "0.25",
                         table, file, table, column, column, column);
    check_steps(db, from, table, table, file);
    sqlite3_free(from);
}

/* ---- The first question ---------------------------------------------------------------------- */

/* A question that finds nothing, asked of the largest file that has such rows, which this
** connection hasn't opened yet. Each row that is handed over takes three steps. */
static void check_first_question(sqlite3 *fresh, sqlite3 *db, const char *table,
                                 const char *condition) {
    sqlite3_stmt *files = prepare(db, "SELECT file FROM file JOIN gamemap_tables t ON t.format = "
                                      "file.format WHERE t.name = ?1 ORDER BY size DESC LIMIT 1");
    sqlite3_bind_text(files, 1, table, -1, SQLITE_STATIC);
    check(sqlite3_step(files) == SQLITE_ROW, "no file for %s", table);
    const char *file = (const char *)sqlite3_column_text(files, 0);
    char *sql = text_of("SELECT count(*) FROM %s(%Q) WHERE %s", table, file, condition);
    sqlite3_stmt *statement = prepare(fresh, sql);
    bool found = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0);
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    sqlite3_finalize(statement);
    int64_t rows = rows_of(fresh, table, file);
    check(!found && steps < rows, "%d steps for %lld rows: %s", steps, (long long)rows, sql);
    sqlite3_free(sql);
    sqlite3_finalize(files);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* What indexes on a region take counts in the cache's budget: beside them there is no room for a
** second region, for which there would be without. Where SQLite's heap has a limit, each block is
** one of SQLite's, so that its memory tells what is kept. */
static void check_budget(sqlite3 *fresh, const char *folder) {
    static const char *const asked[] = {"b.nvm')", "a.nvm')", "a.nvm') WHERE height = 3",
                                        "a.nvm') WHERE x = 3"};
    sqlite3_hard_heap_limit64((sqlite3_int64)1 << 40);
    number(fresh, text_of("SELECT count(*) FROM jmx_heights(NULL)"));
    sqlite3_int64 before = sqlite3_memory_used(), regions = 0, budget = 239000;
    for (int i = 0; i < 8; i++) { /* each twice, since the second question makes an index */
        number(fresh, text_of("SELECT count(*) FROM jmx_heights('%q/jmx/variant_%s", folder,
                              asked[i / 2]));
        if (i == 3) regions = sqlite3_memory_used() - before;
    }
    sqlite3_int64 indexes = sqlite3_memory_used() - before - regions;
    number(fresh, text_of("SELECT gamemap_cache_limit(%lld)", budget));
    sqlite3_int64 kept = sqlite3_memory_used() - before;
    check(regions < budget && regions + indexes > budget && kept <= budget,
          "two regions take %lld bytes, indexes on one %lld; %lld are kept", regions, indexes,
          kept);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* A collation that takes texts as equal if they begin alike, which no index can know. */
static int compare_first_letters(void *context, int size, const void *a, int other, const void *b) {
    (void)context;
    int one = size ? *(const unsigned char *)a : -1, two = other ? *(const unsigned char *)b : -1;
    return one - two;
}

static sqlite3 *open_database(const char *extension, const char *encoding) {
    sqlite3 *db;
    char *message = NULL;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) stop(db, "open");
    run(db, text_of("PRAGMA encoding = '%s'", encoding));
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    if (sqlite3_load_extension(db, extension, NULL, &message) != SQLITE_OK) stop(db, message);
    sqlite3_create_collation(db, "first_letter", SQLITE_UTF8, NULL, compare_first_letters);
    run(db, text_of("PRAGMA automatic_index = off")); /* 3.40's has a fault with RTRIM */
    return db;
}

int main(int count, char **arguments) {
    static const char *const encodings[ENCODINGS] = {"UTF-8", "UTF-16le", "UTF-16be"};
    int options =
        count > 2 && !strcmp(arguments[1], "--sample") && sample_read(arguments[2]) ? 2 : 0;
    if (count - options != 3) {
        fprintf(stderr, "usage: self_joins [--sample SEED/N] EXTENSION FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    arguments += options;
    for (int e = 0; e < ENCODINGS; e++) databases[e] = open_database(arguments[1], encodings[e]);
    sqlite3 *db = databases[0];
    run(db, text_of("CREATE TEMP TABLE file AS SELECT format, file, size FROM "
                    "gamemap_files('%q/**') WHERE error IS NULL ORDER BY file",
                    arguments[2]));
    add_tables(db);
    long questions = 0;
    for (int ranges = 0; ranges < 2; ranges++) {
        for (long n = 0; n < QUESTIONS; n++) {
            if (!sample_holds(ranges ? "range" : "value", (uint64_t)n)) continue;
            ask_question(n, ranges);
            questions++;
        }
    }
    printf("%ld joins by values and by ranges of %zu columns; indexes made: %lld\n", questions,
           column_count, (long long)indexes_made(db));
    sample_print();
    check_references(db);
    char *region = text_of("%s/jmx/variant_a.nvm", arguments[2]);
    check_near(db, region, "jmx_heights", "height");
    sqlite3_free(region);
    sqlite3 *fresh = open_database(arguments[1], encodings[0]);
    check_first_question(fresh, db, "jmx_tiles", "texture_id = -1");
    check_first_question(fresh, db, "jmx_heights", "height = 0.1");
    check_first_question(fresh, db, "gat_tiles", "y > 1000"); /* bounds on one side alone */
    check_first_question(fresh, db, "gat_tiles", "y < 0");
    check_first_question(fresh, db, "mdl_nodes", "name = 'nobody' COLLATE NOCASE");
    sqlite3_close(fresh);
    fresh = open_database(arguments[1], encodings[0]);
    check_budget(fresh, arguments[2]);
    sqlite3_close(fresh);
    for (size_t i = 0; i < column_count; i++) {
        if (columns[i].first == i) {
            sqlite3_free(columns[i].file);
            sqlite3_free(columns[i].list);
        }
        sqlite3_free(columns[i].table);
        sqlite3_free(columns[i].name);
    }
    for (int e = 0; e < ENCODINGS; e++) sqlite3_close(databases[e]);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed || !passed;
}
