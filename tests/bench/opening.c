/* Opening files, many files, and whole processes: see bench.h. */
#include "bench.h"
#include "../runner/system.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Cold documents -------------------------------------------------------------------------- */

typedef struct Opening {
    sqlite3_stmt *other; /* opens another file, which replaces everything in the cache */
    char **paths;
    int path_count;
    void (*floor)(const char *path);
} Opening;

static void make_cold(void *context) {
    Opening *opening = context;
    sqlite3_step(opening->other);
    sqlite3_reset(opening->other);
    floor_forget();
}

static void run_floor(void *context) {
    Opening *opening = context;
    for (int i = 0; i < opening->path_count; i++) opening->floor(opening->paths[i]);
}

/* Counts the files that match a path or pattern. */
static void list_paths(sqlite3 *database, const char *pattern, Opening *opening) {
    int count = (int)number_of(database, "SELECT count(*) FROM gamemap_files(?1)", pattern);
    sqlite3_stmt *statement = prepare(database, "SELECT file FROM gamemap_files(?1)", pattern);
    opening->paths = allocate((uint64_t)count * sizeof *opening->paths);
    while (opening->path_count < count && sqlite3_step(statement) == SQLITE_ROW) {
        opening->paths[opening->path_count++] = text_of("%s", sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
}

static void measure_opening(sqlite3 *database, const BenchOpening *what, const char *other) {
    const char *path = bench_path(what->file), *select = strchr(what->query, ' ') + 1;
    if (!path) return;
    Opening opening = {.other = prepare(database, "SELECT * FROM gamemap_files(?1)", other),
                       .floor = what->floor};
    list_paths(database, path, &opening);
    if (what->floor == floor_unpack) list_pieces(database, path);
    Measure measure = {.name = text_of("%s: %s", what->floor_name, select), .goal = what->goal};
    if (what->row_nanoseconds > 0) {
        measure.allowance = what->row_nanoseconds * number_of(database, what->query, path);
    }
    Side ours = sql_side(database, what->query, path);
    ours.before = make_cold;
    ours.context = &opening;
    compare(measure, ours, (Side){.run = run_floor, .before = make_cold, .context = &opening});
    sqlite3_finalize(opening.other);
}

void measure_open(sqlite3 *database, const BenchFormat *format) {
    const char *small = bench_path(format->small);
    if (!small) return;
    print_title("cold files, against what each row begins with");
    execute(database, "SELECT gamemap_cache_limit(0)", NULL);
    for (const BenchOpening *opening = format->openings; opening->query; opening++) {
        measure_opening(database, opening, small);
    }
    execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

/* ---- Many files ------------------------------------------------------------------------------ */

enum { FILE_COUNTS = 4 };
static const int file_counts[FILE_COUNTS] = {1, 10, 100, 1000};

static char *scratch_folder(const char *name, int count) {
    char *folder = text_of("%s/%s_%d", options.scratch, name, count);
    mkdir(options.scratch, 0777);
    mkdir(folder, 0777);
    return folder;
}

static void link_file(const char *folder, int number, const char *file) {
    char *target = realpath(file, NULL);
    char *path = text_of("%s/%04d%s", folder, number, strrchr(file, '.'));
    unlink(path);
    if (!target || symlink(target, path)) die(path, strerror(errno));
    sqlite3_free(path);
    free(target);
}

char *link_files(const char *name, const char *file, int count) {
    const char *folder = scratch_folder(name, count);
    for (int i = 0; i < count; i++) link_file(folder, i, file);
    return text_of("%s/*%s", folder, strrchr(file, '.'));
}

char *link_pattern(sqlite3 *database, const char *name, const char *pattern, int count) {
    const char *folder = scratch_folder(name, count);
    sqlite3_stmt *files =
        prepare(database, "SELECT file FROM gamemap_files(?1) WHERE error IS NULL", pattern);
    for (int i = 0; i < count; i++) {
        int code = sqlite3_step(files);
        if (code == SQLITE_DONE && i) code = sqlite3_step(files); /* from the first one on again */
        if (code != SQLITE_ROW) die(pattern, "has no file");
        link_file(folder, i, (const char *)sqlite3_column_text(files, 0));
    }
    sqlite3_finalize(files);
    return text_of("%s/*", folder);
}

/* Counts the open descriptors in the middle of a scan of a pattern. */
static int descriptors_while(sqlite3 *database, const char *sql, const char *pattern) {
    sqlite3_stmt *statement = prepare(database, sql, pattern);
    int most = 0;
    for (int step = 0; sqlite3_step(statement) == SQLITE_ROW; step++) {
        if (step % 5000) continue;
        int count = open_descriptors();
        if (count > most) most = count;
    }
    sqlite3_finalize(statement);
    return most;
}

/* Returns the most memory that a query holds at any time. */
static double peak_memory(sqlite3 *database, const char *sql, const char *source) {
    int64_t before = sqlite3_memory_used();
    sqlite3_memory_highwater(1);
    execute(database, sql, source);
    return (double)(sqlite3_memory_highwater(0) - before);
}

static void measure_memory(sqlite3 *database, const char *sql, const char *one, const char *all) {
    const double budget = 1e6;
    double file = peak_memory(database, sql, one); /* the cache holds only such a file */
    execute(database, "SELECT gamemap_cache_limit(1000000)", NULL);
    double used = peak_memory(database, sql, all), allowed = budget + 2 * file;
    print_ratio("memory for 100 files: 1 MB of cache + 2 files", text_of("%.2f MB", used / 1e6),
                text_of("%.2f MB", allowed / 1e6), used / allowed, 1.00);
}

void measure_many_files(sqlite3 *database, const BenchFormat *format) {
    const BenchTable *table = &format->tables[0];
    const char *small = bench_path(format->small), *patterns[FILE_COUNTS];
    if (!small || !is_wanted("files")) return;
    for (int i = 0; i < FILE_COUNTS; i++)
        patterns[i] = link_files(format->name, small, file_counts[i]);
    char *sql = text_of("SELECT %s FROM %s(?1)", table->aggregate, table->table);
    print_title(text_of("%s of many files, each read anew, against 10", table->table));
    execute(database, "SELECT gamemap_cache_limit(0)", NULL);
    for (int i = 2; i < FILE_COUNTS; i++) {
        Measure measure = {.name = text_of("%d files", file_counts[i]),
                           .goal = 1.1,
                           .units = file_counts[i],
                           .their_units = file_counts[1],
                           .unit = "file",
                           .other_answer = true};
        compare(measure, sql_side(database, sql, patterns[i]),
                sql_side(database, sql, patterns[1]));
    }
    char *rows = text_of("SELECT id FROM %s(?1)", table->table);
    int one = descriptors_while(database, rows, patterns[0]);
    int all = descriptors_while(database, rows, patterns[3]);
    print_ratio("open files, of 1000 against 1", text_of("%d", all), text_of("%d", one),
                (double)all / one, 1);
    measure_memory(database, sql, patterns[0], patterns[2]);
    execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

/* ---- Whole processes ------------------------------------------------------------------------- */

extern char **environ;

/* Not fork(): a forked process would first have to copy this one's pages. */
static void run_command(void *context) {
    const char *const *arguments = context;
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments,
                     environ)) {
        die(arguments[0], "can't be started");
    }
    posix_spawn_file_actions_destroy(&actions);
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status)) {
        die(arguments[0], "failed");
    }
}

Side command_side(const char *const *arguments) {
    return (Side){.run = run_command, .context = (void *)(uintptr_t)arguments, .in_children = true};
}

static bool has_python(void) {
    return system("python3 -c 'import sqlite3, struct' 2> /dev/null") == 0;
}

void measure_processes(const BenchFormat *format) {
    const BenchTable *table = &format->tables[0];
    const char *path = bench_path(format->file), *shell = getenv("SQLITE3");
    if (!format->script_table || !is_wanted("process")) return;
    print_title("whole processes, against a Python script that imports");
    if (!has_python()) {
        print_note("no python3 with sqlite3 here: not measured");
        return;
    }
    for (table = format->tables; strcmp(table->table, format->script_table); table++) {
    }
    char *load = text_of(".load %s", options.extension);
    char *question = text_of("SELECT %s FROM %s('%q')", table->aggregate, table->table, path);
    char *copy = text_of("CREATE TABLE t AS SELECT %s FROM %s('%q')", format->script_columns,
                         table->table, path);
    const char *ask[] = {shell ? shell : "sqlite3", ":memory:", "-cmd", load, question, NULL};
    const char *import[] = {ask[0], ask[1], ask[2], ask[3], copy, NULL};
    char *aggregate = text_of("SELECT %s FROM t", table->aggregate);
    const char *script[] = {
        "python3", "tests/bench/compare_import.py", table->table, path, aggregate, NULL};
    const char *script_import[] = {script[0], script[1], script[2], script[3], NULL};
    compare((Measure){.name = text_of("process: %s of %s", table->aggregate, table->table),
                      .goal = 0.1},
            command_side(ask), command_side(script));
    compare(
        (Measure){.name = text_of("process: CREATE TABLE AS from %s", table->table), .goal = 0.2},
        command_side(import), command_side(script_import));
}
