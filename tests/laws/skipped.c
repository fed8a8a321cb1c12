/*
** Tests the law of 'skip' on every table: one bad file silences no other, what is left out is told.
**
**     skipped [--sample SEED/N] EXTENSION WORK FOLDER ...
**
** For each format a sound file of the folders is written twice below WORK, beside its first half
** and a file of nothing. Then each of the format's tables that needs no arguments must, with
** 'skip', have the rows of the two sound ones, and the query that gamemap_skipped() gives must list
** exactly the files that can't be read. Every file of the folders that can't be read must be left out without
** an error, whatever it is asked as: of these pairs of a format and a file there are thousands, of
** which --sample tries one of N. The last line is "N passed, N failed".
*/
#include "../runner/file_functions.h"
#include "../sample/sample.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *db;
static long passed, failed;
static char *told; /* what gamemap_skipped() said of what ask_skipping() asked; NULL: an error */

static void stop(const char *what, const char *why) {
    fprintf(stderr, "skipped: %s: %s\n", what, why);
    exit(1);
}

/* Runs a statement and returns the first value of its only row as a text to be freed, "" for NULL.
** NULL: it failed. */
static char *ask(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments), *answer = NULL;
    va_end(arguments);
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL)) stop(sql, sqlite3_errmsg(db));
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        answer = sqlite3_mprintf("%s", text ? text : "");
        if (sqlite3_step(statement) != SQLITE_DONE) stop(sql, "more than one row");
    }
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return answer;
}

static void run(const char *sql) {
    char *error;
    if (sqlite3_exec(db, sql, NULL, NULL, &error)) stop(sql, error);
}

static void expect(bool holds, const char *table, const char *source, const char *law,
                   const char *found) {
    passed += holds;
    failed += !holds;
    if (!holds) printf("%s('%s'): broken: %s: %s\n", table, source, law, found ? found : "error");
}

/* Asks a table for a source with 'skip', and lists in temp.told the files that were left out, as
** the query of gamemap_skipped() says. Returns the number of rows; NULL: it failed. */
static char *ask_skipping(const char *table, const char *source) {
    char *rows = ask("SELECT count(*) FROM \"%w\"(%Q) WHERE on_error = 'skip'", table, source);
    sqlite3_free(told);
    told = ask("SELECT coalesce(gamemap_skipped(), '')");
    const char *query = told ? strstr(told, "SELECT ") : NULL;
    run("DELETE FROM temp.told");
    if (query) {
        char *insert = sqlite3_mprintf("INSERT INTO temp.told SELECT file FROM (%.*s\n)",
                                       (int)strcspn(query, "\n"), query);
        run(insert);
        sqlite3_free(insert);
    }
    return rows;
}

/* Tests that a file is told exactly if the table can't read it alone. A file that can be read, but
** not as this table, isn't listed: the number and the reason that gamemap_skipped() gives stand for
** it. Returns the rows that it has alone, 0 if it can't be read. */
static int test_file(const char *table, const char *file) {
    char *listed = ask("SELECT count(*) FROM temp.told WHERE file = %Q", file);
    char *alone = ask("SELECT count(*) FROM \"%w\"(%Q)", table, file);
    char *sound = ask("SELECT error IS NULL FROM gamemap_files(%Q)", file);
    int rows = alone ? atoi(alone) : 0;
    expect(*listed == (alone || *sound == '1' ? '0' : '1'), table, file,
           "what is left out is told, nothing else", listed);
    sqlite3_free(listed);
    sqlite3_free(alone);
    sqlite3_free(sound);
    return rows;
}

/* Tests a table on the files a, b, c and d below a folder, of which b and d are damaged. A table
** that reads no more than a header may still have rows of b. */
static void test_table(const char *table, const char *folder, const char *name) {
    char *all = sqlite3_mprintf("%s/*/%s", folder, name);
    char *sound = sqlite3_mprintf("%s/[ac]/%s", folder, name);
    char *wanted = ask("SELECT count(*) FROM \"%w\"(%Q) WHERE on_error = 'skip'", table, sound);
    char *rows = ask_skipping(table, all);
    int damaged = 0;
    for (const char *which = "abcd"; *which; which++) {
        char *file = sqlite3_mprintf("%s/%c/%s", folder, *which, name);
        int alone = test_file(table, file);
        if (*which == 'b' || *which == 'd') damaged += alone;
        sqlite3_free(file);
    }
    expect(rows && wanted, table, all, "no input makes an error with 'skip'", rows);
    expect(rows && wanted && atoi(rows) == atoi(wanted) + damaged, table, all,
           "one bad file silences no other", rows);
    sqlite3_free(rows);
    sqlite3_free(wanted);
    sqlite3_free(sound);
    sqlite3_free(all);
}

/* Writes the four files of a format. What is half of a file may be sound; 64 bytes of nothing
** aren't. */
static void write_files(const char *folder, const char *file, const char *name) {
    sqlite3_free(ask("SELECT makedir(%Q), makedir(%Q || '/a'), makedir(%Q || '/b'), makedir(%Q || "
                     "'/c'), makedir(%Q || '/d')",
                     folder, folder, folder, folder, folder));
    sqlite3_free(ask("SELECT sum(writefile(%Q || value || %Q, readfile(%Q))) FROM "
                     "json_each('[\"/a/\",\"/c/\"]')",
                     folder, name, file));
    sqlite3_free(ask("SELECT writefile(%Q || '/b/' || %Q, substr(readfile(%Q), 1, "
                     "length(readfile(%Q)) / 2))",
                     folder, name, file, file));
    sqlite3_free(ask("SELECT writefile(%Q || '/d/' || %Q, zeroblob(64))", folder, name));
}

/* Calls `test` for each row of a statement. It has ended by then: as long as a statement is open,
** files that others ask are those that it saw, and what they leave out is added to its own. */
static void each(const char *sql, void (*test)(char **values)) {
    char **values, *error;
    int rows, columns;
    if (sqlite3_get_table(db, sql, &values, &rows, &columns, &error)) stop(sql, error);
    for (int i = 1; i <= rows; i++) test(values + i * columns);
    sqlite3_free_table(values);
}

static void test_format_table(char **values) {
    const char *table = values[0], *folder = values[1], *file = values[2];
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    char *there = ask("SELECT count(*) FROM temp.written WHERE folder = %Q", folder);
    if (*there == '0') {
        write_files(folder, file, name);
        sqlite3_free(ask("INSERT INTO temp.written VALUES (%Q)", folder));
    }
    sqlite3_free(there);
    test_table(table, folder, name);
}

static void test_refused_file(char **values) {
    const char *table = values[0], *file = values[1];
    char *pair = sqlite3_mprintf("%s of %s", table, file);
    bool is_tried = sample_holds(pair, 0);
    sqlite3_free(pair);
    if (!is_tried) return;
    char *rows = ask_skipping(table, file);
    expect(rows != NULL, table, file, "no input makes an error with 'skip'", NULL);
    test_file(table, file);
    sqlite3_free(rows);
}

/* Tests on all files of a source together that the query lists as many as gamemap_skipped() counts,
** without those of which it says that they can be read. */
static void test_count(char **values) {
    const char *table = values[0], *source = values[1];
    char *rows = ask_skipping(table, source), *listed = ask("SELECT count(*) FROM temp.told");
    const char *readable = told ? strstr(told, " of them can be read") : NULL;
    while (readable && readable[-1] != ' ') readable--;
    expect(rows != NULL, table, source, "no input makes an error with 'skip'", NULL);
    expect(told && atoi(listed) == atoi(told) - (readable ? atoi(readable) : 0), table, source,
           told, listed);
    char *others =
        ask("SELECT count(*) FROM (SELECT DISTINCT file FROM \"%w\"(%Q) WHERE on_error = "
            "'skip') WHERE file NOT IN (SELECT file FROM gamemap_paths(%Q, %Q, 'skip'))",
            table, source, source, table);
    expect(others && *others == '0', table, source, "its files are those of gamemap_paths", others);
    sqlite3_free(others);
    sqlite3_free(rows);
    sqlite3_free(listed);
}

int main(int argc, char **argv) {
    char *error = NULL;
    if (argc > 2 && !strcmp(argv[1], "--sample")) {
        if (!sample_read(argv[2])) stop(argv[2], "expected --sample SEED/N");
        argc -= 2;
        argv += 2;
    }
    if (argc < 4) stop("usage", "skipped [--sample SEED/N] EXTENSION WORK FOLDER ...");
    if (sqlite3_open(":memory:", &db)) stop("sqlite", sqlite3_errmsg(db));
    sqlite3_enable_load_extension(db, 1);
    if (sqlite3_load_extension(db, argv[1], NULL, &error)) stop(argv[1], error);
    if (add_file_functions(db)) stop("sqlite", sqlite3_errmsg(db));
    char *made = ask("SELECT makedir(%Q)", argv[2]); /* it may be there */
    sqlite3_free(made);
    run("CREATE TEMP TABLE told(file); CREATE TEMP TABLE written(folder);"
        "CREATE TEMP TABLE there(file, format, error, size)");
    for (int i = 3; i < argc; i++) {
        sqlite3_free(ask("INSERT INTO there SELECT file, format, error, size "
                         "FROM gamemap_files('{\"files\":[\"%w\"]}')",
                         argv[i]));
    }
    char *sql = sqlite3_mprintf(
        "SELECT name, %Q || '/' || replace(format, ' ', '_'), (SELECT file FROM there f "
        "WHERE f.format = t.format AND error IS NULL AND size > 64 ORDER BY size, file LIMIT 1) AS "
        "file FROM gamemap_tables t WHERE file IS NOT NULL AND format <> 'TEXT' "
        "AND (call LIKE '%%(src)' OR call LIKE '%%(src [%%')",
        argv[2]);
    each(sql, test_format_table);
    sqlite3_free(sql);
    each("SELECT min(name), file FROM gamemap_tables t, there WHERE error IS NOT NULL AND size < "
         "100000 AND ((t.format IS NOT NULL AND call LIKE '%(src)') OR name = "
         "'gamemap_references') GROUP BY t.format, file",
         test_refused_file);
    /* Lists have members that aren't there or can't be listed; what is shadowed has an order. */
    char *broken = sqlite3_mprintf("%s/broken.grf", argv[2]);
    sqlite3_free(ask("SELECT writefile(%Q, (SELECT substr(readfile(file), 1, size / 2) FROM there "
                     "WHERE format = 'GRF' AND error IS NULL ORDER BY size LIMIT 1))",
                     broken));
    for (int i = 3; i < argc; i++) {
        sql = sqlite3_mprintf(
            "SELECT min(t.name), s.value FROM gamemap_tables t JOIN json_each(json_array("
            "%Q, %Q || '/**', json_object('files', json_array(%Q, %Q || '/nowhere', %Q)), "
            "json_array(%Q, %Q))) s WHERE (t.call LIKE '%%(src)' OR t.call LIKE '%%(src [%%') "
            "AND (t.name <> 'gamemap_shadowed' OR s.value LIKE '[%%') "
            "GROUP BY t.format, t.endings, t.reads, iif(t.format IS NULL, t.name, 0), s.value",
            argv[i], argv[i], argv[i], argv[i], broken, argv[i], broken);
        each(sql, test_count);
        sqlite3_free(sql);
    }
    sqlite3_free(broken);
    sqlite3_close(db);
    sample_print();
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
