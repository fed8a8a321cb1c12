/*
** Tests laws: what two answers of gamemap must have in common, on every file that there is.
**
**     laws [--sample SEED/N] EXTENSION FOLDER/LAWS.sql ... -- FOLDER ...
**
** A file of laws begins with a line `-- format: TRN`, which says to what files of the folders it
** applies (gamemap_files names them); `-- format: TRN sound` leaves out those of which
** gamemap_findings has errors or warnings. Its statements run once for each of these, with the
** parameters :file and :seed, a number by which places and arguments are chosen. Behind a line
** `-- law: ...` stands a query of what breaks the law, so that no row is a good answer; other
** statements prepare what the queries need. The last line is "N passed, N failed".
*/
#include "../sample/sample.h"

#include <sqlite3.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 40 /* broken laws that are printed */ };

static long passed, failed;

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

/* Runs one statement; with a law, its rows are what breaks it. */
static void run(sqlite3 *db, sqlite3_stmt *statement, const char *law, const char *file,
                sqlite3_int64 seed) {
    sqlite3_bind_text(statement, sqlite3_bind_parameter_index(statement, ":file"), file, -1, NULL);
    sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, ":seed"), seed);
    int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        tell(file, law ? law : "prepared", NULL, sqlite3_errmsg(db));
    else if (law && code == SQLITE_ROW) tell(file, law, statement, NULL);
    else if (law) passed++;
}

/* Returns the law that a comment before a statement states, as a text to be freed; NULL: none. */
static char *law_before(const char *sql, const char *end) {
    char *law = NULL;
    for (const char *at = sql;
         at < end && (isspace((unsigned char)*at) || !strncmp(at, "--", 2));) {
        const char *line_end = strchr(at, '\n');
        if (!line_end) break;
        if (!strncmp(at, "-- law: ", 8)) {
            sqlite3_free(law);
            law = sqlite3_mprintf("%.*s", (int)(line_end - at - 8), at + 8);
        }
        at = line_end + 1;
    }
    return law;
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
        char *law = law_before(sql, rest);
        run(db, statement, law, file, seed);
        sqlite3_finalize(statement);
        sqlite3_free(law);
    }
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text || !fread(text, 1, (1 << 20) - 1, file)) stop(path, "can't be read");
    fclose(file);
    return text;
}

/* Tests the laws of one text on all files of the folders; `folders` is what gamemap takes as a
** source. */
static void test_laws(sqlite3 *db, const char *path, const char *folders) {
    char *laws = read_text(path), format[32] = "", which[32] = "";
    if (sscanf(laws, "-- format: %31s %31[a-z]", format, which) < 1) {
        stop(path, "doesn't begin with a format");
    }
    sqlite3_stmt *files;
    const char *sql =
        "SELECT file FROM gamemap_files(?1, 'skip') WHERE format = ?2 AND error IS NULL AND (?3 <> "
        "'sound' OR file NOT IN (SELECT file FROM gamemap_findings(?1, 'skip') "
        "WHERE severity IN ('error', 'warning')))";
    if (sqlite3_prepare_v2(db, sql, -1, &files, NULL)) stop(path, sqlite3_errmsg(db));
    sqlite3_bind_text(files, 1, folders, -1, NULL);
    sqlite3_bind_text(files, 2, format, -1, NULL);
    sqlite3_bind_text(files, 3, which, -1, NULL);
    char **list = NULL;
    size_t count = 0;
    while (sqlite3_step(files) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(files, 0);
        if (!sample_holds(file, 0)) continue;
        list = realloc(list, (count + 1) * sizeof *list);
        if (!list) stop(path, "no memory");
        list[count++] = sqlite3_mprintf("%s", file);
    }
    sqlite3_finalize(files);
    for (size_t i = 0; i < count; i++) {
        test_file(db, laws, list[i]);
        sqlite3_free(list[i]);
    }
    printf("%s: %zu files\n", path, count);
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
    for (first = at; at < argc && strcmp(argv[at], "--") != 0;) at++;
    for (int i = at + 1; i < argc; i++) {
        char *longer = sqlite3_mprintf("%s%s\"%s\"", folders, i > at + 1 ? ", " : "", argv[i]);
        sqlite3_free(folders);
        folders = longer;
    }
    char *source = sqlite3_mprintf("%s]}", folders);
    sqlite3_free(folders);
    sample_print();
    for (int i = first; i < at; i++) test_laws(db, argv[i], source);
    sqlite3_free(source);
    sqlite3_close(db);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
