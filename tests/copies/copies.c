/*
** Compares every table with an ordinary copy of itself: the same query must give the same rows.
**
**     copies [--whole | --sample SEED/N] EXTENSION FOLDER [TABLE]
**
** For each table, the file below FOLDER that shows most of it is read by its path, as a BLOB, and
** by a pattern that other files match, too. The rows are copied with CREATE TABLE and the columns'
** own types. Then both are asked with conditions on every column that the planner uses (file, id,
** the keys of indexes), alone and in pairs, with constants of every SQL type and affinity, in
** WHERE, in joins of either order, in OR and in IN; and so are orders, groups, limits and joins
** by reference. Nothing here knows a format: a new table is covered by what gamemap_columns says.
**
** For each of the three sources, a column meets every operator, with another affinity and
** another part of the constants. With --whole every file is read, by its path only and with all
** affinities and constants; tables with many rows are asked fewer questions. With --sample about
** one of three tables is compared, by one of N questions (sample.h): for each of them many files
** are read first. With VERBOSE in the environment, the time of each table is printed. The last
** line is "N passed, N failed"; the exit status is 1 if anything failed.
*/
#include "../runner/file_functions.h"
#include "../sample/sample.h"
#include "sql.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FAILURES_SHOWN 20
#define COLUMNS_MAX    128
#define NAME_MAX_BYTES 64
#define TABLE_GROUPS   3    /* one of which is in a sample */
#define ROWS_MOST      200  /* for all questions */
#define ROWS_MOST_EACH 25   /* for all questions, with --whole */
#define ROWS_MOST_FEW  2000 /* for any questions, with --whole */

static long passed, failed;
static bool whole;

/* ---- Two queries side by side ---------------------------------------------------------------- */

static void tell(const char *what, int row, const char *real, const char *copy) {
    failed++;
    if (failed > FAILURES_SHOWN) return;
    printf("%s at row %d\n    %s\n    %s\n", what, row, real, copy);
}

/* Steps both queries; they must agree row for row and value for value. */
static void compare(const Sql *real, const Sql *copy) {
    if (!sample_holds(real->text, 0)) return;
    sqlite3_stmt *a, *b = prepare(copy->text);
    if (sqlite3_prepare_v2(db, real->text, -1, &a, NULL) != SQLITE_OK) {
        tell(sqlite3_errmsg(db), 0, real->text, copy->text);
        sqlite3_finalize(b);
        return;
    }
    int row = 0, code;
    const char *what = NULL;
    do {
        code = sqlite3_step(a);
        if (code != SQLITE_ROW && code != SQLITE_DONE) what = sqlite3_errmsg(db);
        else if (code != sqlite3_step(b))
            what = code == SQLITE_ROW ? "too many rows" : "rows missing";
        for (int i = 0; !what && code == SQLITE_ROW && i < sqlite3_column_count(a); i++) {
            if (!same_value(sqlite3_column_value(a, i), sqlite3_column_value(b, i))) {
                what = "another value";
            }
        }
        row++;
    } while (!what && code == SQLITE_ROW);
    if (what) tell(what, row, real->text, copy->text);
    else passed++;
    sqlite3_finalize(a);
    sqlite3_finalize(b);
}

/* ---- A table and its copy -------------------------------------------------------------------- */

typedef struct Subject {
    const char *table;
    const char *source; /* an SQL expression */
    bool single;
    Sql real; /* the table with its arguments, as it stands in FROM */
    char columns[COLUMNS_MAX][NAME_MAX_BYTES];
    bool taken[COLUMNS_MAX]; /* whether the planner uses an equality on the column */
    int count;
    bool few; /* fewer questions, because there are too many rows */
    int turn; /* which affinity and constants are used; -1: all */
} Subject;

/* Writes both forms of a query; %%s stands for the table, at most three times. For a large table,
** only the number of rows and the sum of their ids are compared. */
static void check(const Subject *subject, const char *format, ...) {
    Sql query;
    va_list arguments;
    va_start(arguments, format);
    sqlite3_vsnprintf(sizeof query.text, query.text, format, arguments);
    va_end(arguments);
    if (subject->few) query = sql("SELECT count(*), total(id) FROM (%s)", query.text);
    Sql real = sql(query.text, subject->real.text, subject->real.text, subject->real.text);
    Sql copy = sql(query.text, "plain", "plain", "plain");
    compare(&real, &copy);
}

/* Tells whether the plan for this condition names the column. */
static bool plan_names(const Subject *subject, const char *condition, const char *column) {
    Sql text =
        sql("EXPLAIN QUERY PLAN SELECT id FROM %s AS t WHERE %s", subject->real.text, condition);
    sqlite3_stmt *statement = prepare(text.text);
    bool named = false;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(statement, 3);
        char wanted[NAME_MAX_BYTES + 4];
        for (int i = 0; i < 4; i++) {
            static const char operators[4][3] = {"=", ">", "<", " G"};
            snprintf(wanted, sizeof wanted, " %s%s", column, operators[i]);
            named = named || strstr(detail, wanted);
        }
    }
    sqlite3_finalize(statement);
    return named;
}

/* Makes temp.plain, a copy of the rows. Returns false if the table doesn't accept this source. */
static bool copy_table(Subject *subject) {
    Sql definition = sql("CREATE TEMP TABLE plain(source, file TEXT, id INTEGER");
    Sql columns = sql("source, file, id");
    Sql list = sql("SELECT name, type || ifnull(' COLLATE ' || collation, '') FROM known_column "
                   "WHERE table_name = %Q AND NOT hidden AND name NOT IN ('file', 'id') "
                   "AND type <> 'BLOB' ORDER BY position",
                   subject->table);
    strcpy(subject->columns[0], "file");
    strcpy(subject->columns[1], "id");
    subject->count = 2;
    sqlite3_stmt *statement = prepare(list.text);
    while (sqlite3_step(statement) == SQLITE_ROW && subject->count < COLUMNS_MAX) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        snprintf(subject->columns[subject->count++], NAME_MAX_BYTES, "%s", name);
        definition = sql("%s, %s %s", definition.text, name, sqlite3_column_text(statement, 1));
        columns = sql("%s, %s", columns.text, name);
    }
    sqlite3_finalize(statement);
    run("DROP TABLE IF EXISTS temp.plain");
    run(sql("%s)", definition.text).text);
    Sql copy = sql("INSERT INTO plain SELECT %s FROM %s", columns.text, subject->real.text);
    if (sqlite3_exec(db, copy.text, NULL, NULL, NULL) != SQLITE_OK) return false;
    run("CREATE INDEX temp.plain_id ON plain(id)");
    char *rows = ask("SELECT count(*) FROM plain");
    subject->few = atoi(rows) > (whole ? ROWS_MOST_EACH : ROWS_MOST);
    sqlite3_free(rows);
    return true;
}

/* ---- Constants ------------------------------------------------------------------------------- */

/* Makes values of every kind, under every affinity that a column may have, and some that occur in
** tables. */
static void make_constants(void) {
    run("PRAGMA temp_store = memory");
    run("PRAGMA automatic_index = off"); /* it has a fault with COLLATE RTRIM in SQLite 3.40 */
    run("CREATE TEMP TABLE constant(n INTEGER PRIMARY KEY, bare, whole INTEGER, text TEXT)");
    run("CREATE TEMP TRIGGER spread AFTER INSERT ON constant BEGIN UPDATE constant SET "
        "whole = bare, text = bare WHERE n = NEW.n; END");
    run("CREATE TEMP TABLE common AS WITH c(v) AS (VALUES (NULL), (1), (-1), (3.5), ('3'), "
        "(x'33'), "
        "(9e999), (0), (3), (3.0), (-0.5), (1e300), (-1e300), (-9e999), (9223372036854775807), "
        "(-9223372036854775808), (9223372036854775808.0), (4294967295), (4294967296), (' 3 '), "
        "('3.0'), ('3.5'), ('3abc'), ('0x3'), ('1e0'), ('-1'), (''), ('abc'), (x''), (x'616263')) "
        "SELECT v FROM c");
}

enum { COMMON_ALL = 100, COMMON_FEW = 7, COMMON_FEWEST = 3 };

/* Lists the first of the common constants and values of the column itself: the ends, the middle and
** their neighbours. */
static void choose_constants(const char *column, int common) {
    run("DELETE FROM constant");
    run(sql("INSERT INTO constant(bare) SELECT v FROM common LIMIT %d", common).text);
    run(sql("INSERT INTO constant(bare) SELECT DISTINCT v FROM (SELECT %s AS v, "
            "ntile(4) OVER (ORDER BY %s) AS part FROM plain) GROUP BY part",
            column, column)
            .text);
    run(sql("INSERT INTO constant(bare) SELECT max(%s) FROM plain UNION SELECT max(%s) + 1 FROM "
            "plain "
            "UNION SELECT upper(max(%s)) FROM plain UNION SELECT max(%s) || ' ' FROM plain",
            column, column, column, column)
            .text);
}

/* ---- Conditions ------------------------------------------------------------------------------ */

static const char *const affinities[] = {"bare", "whole", "text"};
#define EACH(item, list)                                                                           \
    for (size_t item##_at = 0; item##_at < sizeof(list) / sizeof((list)[0]); item##_at++)          \
        for (const char *item = (list)[item##_at]; item; item = NULL)

#define TURNS 3 /* as many as affinities, and as sources of a table */

static int turn_of(const Subject *subject, int column) {
    return subject->turn < 0 ? -1 : subject->turn + column;
}

static bool has_turn(int turn, size_t item) {
    return turn < 0 || (size_t)turn % TURNS == item % TURNS;
}

/* Asks a question in which @ stands for a column and $ for a value. */
static void check_value(const Subject *subject, const char *question, const char *column,
                        const char *value) {
    Sql text = {""};
    size_t at = 0;
    for (const char *c = question; *c; c++) {
        const char *word = *c == '@' ? column : *c == '$' ? value : NULL;
        size_t length = word ? strlen(word) : 1, room = sizeof text.text - at - 1;
        if (length > room) stop("a question is too long");
        memcpy(text.text + at, word ? word : c, length);
        at += length;
    }
    check(subject, "%s", text.text);
}

/* Compares one column with a table of constants in the outer loop or the inner one, and with some
** constants in the text. */
static void check_column(const Subject *subject, const char *column, int turn) {
    static const char *const conditions[] = {
        "= k.$",  "IS k.$", "< k.$",      "<= k.$",   "> k.$",    "= k.$ COLLATE NOCASE",
        ">= k.$", "<> k.$", "IS NOT k.$", "GLOB k.$", "LIKE k.$", "= k.$ COLLATE RTRIM",
    };
    static const char *const tables[] = {
        "SELECT k.n, t.id FROM %s t JOIN constant k ON t.@ = k.$ ORDER BY k.n, t.file, t.id",
        "SELECT k.n, t.id, t.@ FROM constant k LEFT JOIN %s t ON t.@ = k.$ "
        "ORDER BY k.n, t.file, t.id",
        "SELECT k.n, t.id, t.@ FROM constant k LEFT JOIN %s t ON t.@ > k.$ WHERE t.id IS NULL "
        "ORDER BY k.n, t.file, t.id",
        "SELECT k.n, t.id FROM constant k CROSS JOIN %s t WHERE t.@ BETWEEN k.$ AND k.$ + 2 "
        "ORDER BY k.n, t.file, t.id",
        "SELECT file, id, @ FROM %s WHERE @ IN (SELECT $ FROM constant) ORDER BY file, id",
        "SELECT k.n AS id, (SELECT count(*) FROM %s t WHERE t.@ = k.$), "
        "(SELECT max(id) FROM %s t WHERE t.@ <= k.$) FROM constant k",
        "SELECT k.n, t.file, t.id FROM constant k CROSS JOIN %s t WHERE t.@ = k.$ OR t.id = 1 "
        "OR t.@ > k.$ ORDER BY k.n, t.file, t.id",
    };
    static const char *const texts[] = {
        "@ = $",
        "@ < $",
        "@ <= $",
        "@ > $",
        "@ >= $",
        "@ IS $",
        "@ IN ($, 2, 1, 1.0)",
        "@ = $ OR id IN (0, 2)",
        "@ >= $ AND @ < 3 AND id < 5",
    };
    choose_constants(column, subject->few ? COMMON_FEWEST : COMMON_ALL);
    EACH(affinity, affinities) {
        if (subject->few ? affinity_at > 0 : !has_turn(turn, affinity_at)) continue;
        EACH(condition, conditions) {
            Sql question = sql("SELECT k.n, t.file, t.id, t.@ FROM constant k CROSS JOIN %%s t "
                               "WHERE t.@ %s ORDER BY k.n, t.file, t.id",
                               condition);
            check_value(subject, question.text, column, affinity);
        }
        EACH(table, tables) check_value(subject, table, column, affinity);
    }
    sqlite3_stmt *statement = prepare("SELECT replace(quote(bare), 'Inf', '9e999') FROM constant");
    for (size_t n = 0; sqlite3_step(statement) == SQLITE_ROW; n++) {
        const char *value = (const char *)sqlite3_column_text(statement, 0);
        if (!has_turn(turn, n)) continue;
        EACH(text, texts) {
            if (turn >= 0 && (n / TURNS + text_at) % TURNS) continue;
            Sql question = sql("SELECT file, id, @ FROM %%s WHERE %s ORDER BY file, id", text);
            check_value(subject, question.text, column, value);
        }
    }
    sqlite3_finalize(statement);
}

/* Asks conditions on two columns that the planner uses together. */
static void check_pair(const Subject *subject, const char *first, const char *second, int turn) {
    static const char *const conditions[] = {
        "t.%s = a.bare AND t.%s = b.bare",  "t.%s = a.bare AND t.%s > b.bare",
        "t.%s = a.bare AND t.%s <= b.bare", "t.%s >= a.bare AND t.%s = b.bare",
        "t.%s < a.bare AND t.%s < b.bare",  "t.%s IS a.bare AND t.%s >= b.bare",
    };
    run("DROP TABLE IF EXISTS temp.other");
    choose_constants(second, COMMON_FEW);
    run("CREATE TEMP TABLE other AS SELECT n, bare FROM constant");
    choose_constants(first, COMMON_FEW);
    EACH(condition, conditions) {
        if (!has_turn(turn, condition_at)) continue;
        Sql where = sql(condition, first, second);
        check(subject,
              "SELECT a.n, b.n, t.file, t.id FROM constant a CROSS JOIN other b "
              "CROSS JOIN %%s t WHERE %s ORDER BY a.n, b.n, t.file, t.id",
              where.text);
    }
    check(subject,
          "SELECT file, id FROM %%s WHERE %s IN (SELECT bare FROM constant) AND %s IN "
          "(SELECT bare FROM other) ORDER BY file, id",
          first, second);
}

/* ---- Orders and joins ------------------------------------------------------------------------ */

static void check_orders(const Subject *subject) {
    static const char *const orders[] = {"file, id",
                                         "file, id DESC",
                                         "file DESC, id",
                                         "file DESC, id DESC",
                                         "id, file",
                                         "id DESC, file",
                                         "file COLLATE NOCASE, id",
                                         "file COLLATE NOCASE DESC, id DESC",
                                         "file NULLS LAST, id",
                                         "1, 2",
                                         "id + 0, file",
                                         "id & 1, file, id"};
    static const char *const limits[] = {"", " LIMIT 3", " LIMIT 2 OFFSET 2", " LIMIT -1 OFFSET 4"};
    EACH(order, orders) {
        EACH(limit, limits) {
            if (subject->few ? limit_at > 1 : !has_turn(subject->turn, order_at + limit_at))
                continue;
            check(subject, "SELECT file, id, %s FROM %%s ORDER BY %s%s",
                  subject->columns[subject->count - 1], order, limit);
        }
        if (!has_turn(subject->turn, order_at)) continue;
        check(subject, "SELECT file, id FROM %%s WHERE id IN (4, 2, 1, 0, 3) ORDER BY %s", order);
        check(subject, "SELECT file, id FROM %%s WHERE id > 1 ORDER BY %s LIMIT 5", order);
    }
    if (subject->few) return;
    check(subject, "SELECT file, max(id), count(*) FROM %%s GROUP BY file");
    check(subject, "SELECT file, id, count(*) FROM %%s GROUP BY 1, 2 ORDER BY 1, 2");
    check(subject, "SELECT DISTINCT file FROM %%s ORDER BY file");
    check(subject, "SELECT DISTINCT file FROM %%s ORDER BY file DESC");
    check(subject, "SELECT min(id), max(id), count(*), count(DISTINCT id), min(file) FROM %%s");
    check(subject,
          "SELECT file, row_number() OVER (PARTITION BY file ORDER BY id) FROM %%s ORDER BY 1, 2");
    check(subject,
          "SELECT a.file, a.id, b.id FROM %%s a JOIN %%s b ON b.file = a.file AND b.id = a.id + 1 "
          "ORDER BY a.file, a.id");
    check(subject,
          "SELECT a.file, a.id, b.id FROM %%s a JOIN %%s b ON b.file = a.file AND b.id < 2 "
          "WHERE a.id < 3 ORDER BY a.file, a.id, b.id");
    if (subject->single) {
        check(subject, "SELECT id FROM %%s ORDER BY id");
        check(subject, "SELECT id FROM %%s ORDER BY id DESC LIMIT 4");
        check(subject,
              "SELECT a.id, b.id FROM %%s a CROSS JOIN %%s b ON b.id <= a.id WHERE a.id < 4 "
              "ORDER BY a.id, b.id");
    }
    Sql rowids = sql("SELECT count(*), count(DISTINCT rowid) FROM %s", subject->real.text);
    compare(&rowids, &(Sql){"SELECT count(*), count(*) FROM plain"});
    Sql echo = sql("SELECT count(*) FROM %s WHERE src IS %s AND on_error = 'skip' AND "
                   "source IS NOT NULL",
                   subject->real.text, subject->source);
    compare(&echo, &(Sql){"SELECT count(source) FROM plain"});
}

/* Rows are counted if one column alone is read in order; SQLite sorts them by `+column`. The same
** rows must come in the same order, and with the same rowids. */
static void check_groups(const Subject *subject, const char *column) {
    static const char *const questions[] = {
        "SELECT v, typeof(v), src, count(*), min(v), max(v), total(v) FROM %s GROUP BY v",
        "SELECT v, group_concat(v) FROM %s GROUP BY v HAVING count(*) > 1 LIMIT 9 OFFSET 1",
        "SELECT v, count(*) FROM %s WHERE v IS NOT NULL GROUP BY v ORDER BY 2 DESC, v",
        "SELECT v, count(*), group_concat(r) FROM %s GROUP BY v",
        "SELECT v, iif(v IS NULL, NULL, r) FROM %s ORDER BY v",
        "SELECT DISTINCT v FROM %s",
        "SELECT DISTINCT v FROM %s ORDER BY v",
        "SELECT min(v), max(v), count(DISTINCT v) FROM %s",
    };
    const char *from = "(SELECT %s%s AS v, src, rowid AS r FROM %s)";
    Sql counted = sql(from, "", column, subject->real.text);
    Sql sorted = sql(from, "+", column, subject->real.text);
    EACH(question, questions) {
        Sql real = sql(question, counted.text), copy = sql(question, sorted.text);
        compare(&real, &copy);
    }
}

/* Joins from a column with another table's id, in every way that a user may write it. */
static void check_reference(const Subject *subject, const char *column, const char *target) {
    static const char *const joins[] = {
        "FROM %s a JOIN %s(a.source) b ON b.id = a.%s",
        "FROM %s a CROSS JOIN %s(a.source) b ON b.id = a.%s",
        "FROM %s a LEFT JOIN %s(a.source) b ON b.id = a.%s",
        "FROM %s a, %s b WHERE b.src = a.source AND b.id = a.%s",
    };
    Sql copy = sql("SELECT file, id, %s FROM plain ORDER BY file, id, 3", column);
    Sql inner = sql("SELECT file, id, %s FROM plain WHERE %s IS NOT NULL ORDER BY file, id, 3",
                    column, column);
    EACH(join, joins) {
        Sql from = sql(join, subject->real.text, target, column);
        Sql real = sql("SELECT a.file, a.id, b.id %s ORDER BY a.file, a.id, b.id", from.text);
        compare(&real, strstr(join, "LEFT") ? &copy : &inner);
    }
    Sql back = sql("SELECT a.file, a.id, b.id FROM (SELECT DISTINCT source FROM plain) f "
                   "JOIN %s(f.source) b JOIN %s(b.source) a ON a.%s = b.id ORDER BY a.file, a.id",
                   target, subject->table, column);
    if (strchr(subject->real.text, ',') == strrchr(subject->real.text, ',')) compare(&back, &inner);
}

static void check_subject(Subject *subject) {
    bool has_arguments = strchr(subject->real.text, ',') != strrchr(subject->real.text, ',');
    if (!copy_table(subject)) { /* some arguments fit only one file of a pattern */
        if (subject->single || !has_arguments) tell(sqlite3_errmsg(db), 0, subject->real.text, "");
        return;
    }
    for (int i = 0; i < subject->count; i++) {
        const char *column = subject->columns[i];
        check_groups(subject, column);
        Sql condition = sql("t.%s = 1", column);
        subject->taken[i] = plan_names(subject, condition.text, column);
        if (subject->taken[i]) check_column(subject, column, turn_of(subject, i));
    }
    for (int i = 0; i < subject->count; i++) {
        for (int j = 0; subject->taken[i] && !subject->few && j < subject->count; j++) {
            const char *first = subject->columns[i], *second = subject->columns[j];
            Sql condition = sql("t.%s = 1 AND t.%s = 1", first, second);
            if (j != i && plan_names(subject, condition.text, first) &&
                plan_names(subject, condition.text, second)) {
                check_pair(subject, first, second, turn_of(subject, i + j));
            }
        }
    }
    check_orders(subject);
    if (speaks_of_all_files(subject->table)) return; /* for one file its rows are different */
    Sql list = sql("SELECT name, refers_to FROM known_column WHERE table_name = %Q AND "
                   "NOT hidden AND refers_to IN (SELECT name FROM known_table "
                   "WHERE call LIKE '%%(src)' OR call LIKE '%%(src [%%')",
                   subject->table);
    sqlite3_stmt *statement = prepare(list.text);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        check_reference(subject, (const char *)sqlite3_column_text(statement, 0),
                        (const char *)sqlite3_column_text(statement, 1));
    }
    sqlite3_finalize(statement);
}

/* ---- All tables ------------------------------------------------------------------------------ */

static bool check_source(const char *table, const char *source, bool single, int turn) {
    Subject subject = {.table = table, .source = source, .single = single, .turn = turn};
    subject.real = call_of(table, source);
    check_subject(&subject);
    return !subject.few;
}

/* Compares one table by three sources: the path of the file that shows most of it, its content, and
** a pattern. */
static void check_best_file(const char *table) {
    char *file = ask(sql("SELECT file FROM candidate ORDER BY rows > %d, file LIKE '%%/bad/%%', "
                         "rows DESC, file",
                         ROWS_MOST)
                         .text);
    if (!file) { /* of all files only those of a world have ways over it */
        if (!speaks_of_all_files(table)) tell("no file has rows", 0, table, "");
    } else if (check_source(table, sql("%Q", file).text, true, 0)) {
        check_source(table, sql("CAST(readfile(%Q) AS BLOB)", file).text, true, 1);
        check_source(table, sql("%Q", pattern_of(file).text).text, false, 2);
    }
    sqlite3_free(file);
}

static void check_each_file(const char *table) {
    run(sql("DELETE FROM candidate WHERE rows > %d", ROWS_MOST_FEW).text);
    for (char *file; (file = ask("SELECT file FROM candidate"));) {
        check_source(table, sql("%Q", file).text, true, -1);
        run(sql("DELETE FROM candidate WHERE file = %Q", file).text);
        sqlite3_free(file);
    }
}

static void check_table(const char *table) {
    long before = passed + failed;
    clock_t start = clock();
    list_candidates(table);
    if (whole) check_each_file(table);
    else check_best_file(table);
    if (getenv("VERBOSE")) {
        printf("%s: %ld in %.2f s\n", table, passed + failed - before,
               (double)(clock() - start) / CLOCKS_PER_SEC);
    }
}

int main(int count, char **arguments) {
    char *message = NULL;
    whole = count > 1 && !strcmp(arguments[1], "--whole");
    bool sampled = count > 2 && !strcmp(arguments[1], "--sample") && sample_read(arguments[2]);
    arguments += whole + 2 * sampled;
    count -= whole + 2 * sampled;
    if (count < 3) {
        fprintf(stderr, "usage: copies [--whole | --sample SEED/N] EXTENSION FOLDER [TABLE]\n");
        return 2;
    }
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) stop("open");
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    if (sqlite3_load_extension(db, arguments[1], NULL, &message) != SQLITE_OK) stop(message);
    if (add_file_functions(db) != SQLITE_OK) stop("file functions");
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    make_constants();
    list_files(arguments[2]);
    run(sql("CREATE TEMP TABLE subject AS SELECT name FROM known_table "
            "WHERE name GLOB %Q AND call LIKE '%%(src%%' "
            "AND name <> 'gamemap_shadowed'", /* its source is an order of folders */
            count > 3 ? arguments[3] : "*")
            .text);
    for (char *table; (table = ask("SELECT name FROM subject"));) {
        if (sample_holds_group(table, TABLE_GROUPS)) check_table(table);
        run(sql("DELETE FROM subject WHERE name = %Q", table).text);
        sqlite3_free(table);
    }
    sqlite3_close(db);
    sample_print();
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed || !passed;
}
