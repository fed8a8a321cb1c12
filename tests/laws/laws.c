/*
** Tests laws: what two answers of gamemap must have in common, on every file that there is.
**
**     laws [--sample SEED/N] EXTENSION FOLDER/LAWS.sql ... -- FOLDER ...
**
** A file of laws begins with a line `-- format: TRN`, which says to what files of the folders it
** applies (gamemap_files names them; `GAT|RO-CELLS` are two, with every 32nd map of a cache);
** `-- format: TRN sound` leaves out those of which gamemap_findings has errors or warnings, and
** `-- format: any` takes all files. Its statements run once for each of these, with the parameters
** :file and :seed, a number by which places and arguments are chosen. Behind a line `-- law: ...`
** stands a query of what breaks the law, so that no row is a good answer; other statements prepare
** what the queries need. Where one behind a line `-- may fail` does, what follows doesn't concern
** the file. A query behind a line `-- pairs` counts pairs of places, whose sum is printed. texts(blob)
** is a function, what sql/textconv.sql prints of a file. The last line is "N passed, N failed".
*/
#include "../sample/sample.h"

#include <sqlite3.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 40 /* broken laws that are printed */ };

static long passed, failed;
static sqlite3_int64 pairs; /* of places, on the files of one file of laws */

static void stop(const char *what, const char *why) {
    fprintf(stderr, "laws: %s: %s\n", what, why);
    exit(1);
}

static void tell(const char *file, const char *law, sqlite3_stmt *statement, const char *error) {
    if (failed++ >= TOLD_MOST) return;
    printf("%s: broken: %s:", file, law);
    for (int i = 0; !error && i < sqlite3_column_count(statement); i++) {
        const char *text = (const char *)sqlite3_column_text(statement, i);
        printf(" %s %s", sqlite3_column_name(statement, i), text ? text : "NULL");
    }
    printf("%s%s\n", error ? " " : "", error ? error : "");
}

/* What the comment before a statement says of it. */
typedef struct Meaning {
    char *law; /* that it tests, to be freed; or NULL */
    int may_fail, counts_pairs;
} Meaning;

/* Runs one statement; with a law, its rows are what breaks it. Returns false if it failed. */
static int run(sqlite3 *db, sqlite3_stmt *statement, const Meaning *meaning, const char *file,
               sqlite3_int64 seed) {
    const char *law = meaning->law;
    sqlite3_bind_text(statement, sqlite3_bind_parameter_index(statement, ":file"), file, -1, NULL);
    sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, ":seed"), seed);
    int code = sqlite3_step(statement);
    int failed_now = code != SQLITE_ROW && code != SQLITE_DONE;
    if (failed_now && !meaning->may_fail)
        tell(file, law ? law : "prepared", NULL, sqlite3_errmsg(db));
    else if (law && code == SQLITE_ROW) tell(file, law, statement, NULL);
    else if (law && !failed_now) passed++;
    if (meaning->counts_pairs && code == SQLITE_ROW) pairs += sqlite3_column_int64(statement, 0);
    return !failed_now;
}

static Meaning meaning_of(const char *sql, const char *end) {
    Meaning meaning = {0};
    for (const char *at = sql;
         at < end && (isspace((unsigned char)*at) || !strncmp(at, "--", 2));) {
        const char *line_end = strchr(at, '\n');
        if (!line_end) break;
        if (!strncmp(at, "-- law: ", 8)) {
            sqlite3_free(meaning.law);
            meaning.law = sqlite3_mprintf("%.*s", (int)(line_end - at - 8), at + 8);
        }
        if (!strncmp(at, "-- may fail", 11)) meaning.may_fail = 1;
        if (!strncmp(at, "-- pairs\n", 9)) meaning.counts_pairs = 1;
        at = line_end + 1;
    }
    return meaning;
}

/* Runs the statements of a text on a file. */
static void test_file(sqlite3 *db, const char *laws, const char *file) {
    sqlite3_int64 seed = 0;
    for (const char *c = file; *c; c++)
        seed = (sqlite3_int64)sample_mix((uint64_t)seed, (uint8_t)*c);
    seed = (sqlite3_int64)(sample_seed((uint64_t)seed) % 1000003);
    for (const char *sql = laws, *rest; *sql; sql = rest) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(db, sql, -1, &statement, &rest)) stop(sql, sqlite3_errmsg(db));
        if (!statement) break;
        Meaning meaning = meaning_of(sql, rest);
        int done = run(db, statement, &meaning, file, seed);
        sqlite3_finalize(statement);
        sqlite3_free(meaning.law);
        if (!done && meaning.may_fail) break;
    }
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text || !fread(text, 1, (1 << 20) - 1, file)) stop(path, "can't be read");
    fclose(file);
    return text;
}

/* readfile() of textconv.sql: the content of which texts() is asked. */
static void give(sqlite3_context *context, int count, sqlite3_value **arguments) {
    (void)count, (void)arguments;
    sqlite3_result_value(context, *(sqlite3_value **)sqlite3_user_data(context));
}

/* texts(blob): runs textconv.sql on the content, without the commands for the shell, in a database
** of its own. */
static void convert(sqlite3_context *context, int count, sqlite3_value **arguments) {
    const char *extension = sqlite3_user_data(context);
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3 *db;
    sqlite3_value *content = arguments[0];
    (void)count;
    if (sqlite3_open(":memory:", &db)) stop("sqlite", sqlite3_errmsg(db));
    sqlite3_enable_load_extension(db, 1);
    if (sqlite3_load_extension(db, extension, NULL, NULL)) stop(extension, sqlite3_errmsg(db));
    sqlite3_create_function(db, "readfile", 1, SQLITE_UTF8, &content, give, NULL, NULL);
    char *script = read_text("sql/textconv.sql");
    for (char *at = script; at; at = strchr(at, '\n')) {
        if (*at == '\n') at++;
        if (*at == '.') memset(at, ' ', strcspn(at, "\n"));
    }
    for (const char *sql = script, *rest; *sql; sql = rest) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(db, sql, -1, &statement, &rest)) stop(sql, sqlite3_errmsg(db));
        int code = SQLITE_DONE;
        while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(statement, 0);
            sqlite3_str_appendf(text, "%s\n", line ? line : "");
        }
        if (code != SQLITE_DONE) sqlite3_result_error(context, sqlite3_errmsg(db), -1);
        sqlite3_finalize(statement);
    }
    free(script);
    sqlite3_close(db);
    int length = sqlite3_str_length(text);
    sqlite3_result_text(context, sqlite3_str_finish(text), length, sqlite3_free);
}

/* The sampled files that laws for a format apply to. A file is sound if it has no errors or
** warnings; a map is as sound as its cache. */
static const char listing[] =
    "WITH applies(path, whole) AS (SELECT path, path FROM file WHERE sampled(path) AND "
    "(instr('|' || ?1 || '|', '|' || format || '|') OR ?1 = 'any')), "
    "map(path, whole) AS (SELECT path, whole FROM (SELECT map.file AS path, file.path AS whole, "
    "row_number() OVER () AS number FROM file CROSS JOIN gat_maps(file.path || '/*', 'skip') map "
    "WHERE instr(?1, format) AND format = 'RO-CELLS' AND file.path LIKE '%.dat') "
    "WHERE number % 32 = 1 AND sampled(path)) "
    "SELECT path FROM (SELECT * FROM applies UNION ALL SELECT * FROM map) "
    "WHERE ?2 <> 'sound' OR NOT EXISTS (SELECT 1 FROM gamemap_findings(whole, 'skip') "
    "WHERE severity IN ('error', 'warning'))";

static void is_sampled(sqlite3_context *context, int count, sqlite3_value **arguments) {
    (void)count;
    sqlite3_result_int(context, sample_holds((const char *)sqlite3_value_text(arguments[0]), 0));
}

/* Tests the laws of one text on the files of the table `file`. */
static void test_laws(sqlite3 *db, const char *path) {
    char *laws = read_text(path), format[32] = "", which[32] = "";
    if (sscanf(laws, "-- format: %31s %31[a-z]", format, which) < 1) {
        stop(path, "doesn't begin with a format");
    }
    sqlite3_stmt *files;
    if (sqlite3_prepare_v2(db, listing, -1, &files, NULL)) stop(path, sqlite3_errmsg(db));
    sqlite3_bind_text(files, 1, format, -1, NULL);
    sqlite3_bind_text(files, 2, which, -1, NULL);
    char **list = NULL;
    size_t count = 0;
    pairs = 0;
    while (sqlite3_step(files) == SQLITE_ROW) {
        list = realloc(list, (count + 1) * sizeof *list);
        if (!list) stop(path, "no memory");
        list[count++] = sqlite3_mprintf("%s", sqlite3_column_text(files, 0));
    }
    sqlite3_finalize(files);
    for (size_t i = 0; i < count; i++) {
        test_file(db, laws, list[i]);
        sqlite3_free(list[i]);
    }
    printf("%s: %zu files", path, count);
    if (pairs) printf(", %lld pairs of places", (long long)pairs);
    printf("\n");
    fflush(stdout);
    free(list);
    free(laws);
}

int main(int argc, char **argv) {
    int at = 1, first;
    if (argc > 2 && !strcmp(argv[1], "--sample")) {
        if (!sample_read(argv[2])) stop(argv[2], "expected --sample SEED/N");
        at = 3;
    }
    sqlite3 *db;
    char *error = NULL, *folders = sqlite3_mprintf("{\"files\": [");
    const char *extension = argv[at++];
    if (sqlite3_open(":memory:", &db)) stop("sqlite", sqlite3_errmsg(db));
    sqlite3_enable_load_extension(db, 1);
    if (sqlite3_load_extension(db, extension, NULL, &error)) stop(extension, error);
    sqlite3_create_function(db, "texts", 1, SQLITE_UTF8, (void *)(size_t)extension, convert, NULL,
                            NULL);
    sqlite3_create_function(db, "sampled", 1, SQLITE_UTF8, NULL, is_sampled, NULL, NULL);
    for (first = at; at < argc && strcmp(argv[at], "--") != 0;) at++;
    for (int i = at + 1; i < argc; i++) {
        char *longer = sqlite3_mprintf("%s%s\"%s\"", folders, i > at + 1 ? ", " : "", argv[i]);
        sqlite3_free(folders);
        folders = longer;
    }
    char *source = sqlite3_mprintf("%s]}", folders);
    sqlite3_free(folders);
    char *list = sqlite3_mprintf("CREATE TEMP TABLE file AS SELECT file AS path, format "
                                 "FROM gamemap_files(%Q, 'skip') WHERE error IS NULL",
                                 source);
    if (sqlite3_exec(db, list, NULL, NULL, &error)) stop(source, error);
    sqlite3_free(source);
    sqlite3_free(list);
    sample_print();
    for (int i = first; i < at; i++) test_laws(db, argv[i]);
    sqlite3_close(db);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
