/* Scans of very many files, of their headers only, and with threads: see bench.h. */
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- An empty cache -------------------------------------------------------------------------- */

extern char **environ;

#define BUDGET 268435456.0 /* the cache's default */

/* Clears the cache: opening a file without a budget drops everything. */
static void empty_cache(void *context) {
    sqlite3 *database = context;
    const char *file[2] = {NULL, "hamlet.gnd"};
    execute(database, "SELECT gamemap_cache_limit(0)", NULL);
    execute(database, "SELECT count(*) FROM gnd_maps(?1)", bench_path(file));
    execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

static Side cold_side(sqlite3 *database, const char *sql, const char *source) {
    Side side = sql_side(database, sql, source);
    side.before = empty_cache;
    side.context = database;
    return side;
}

/* ---- 100,000 files --------------------------------------------------------------------------- */

enum { MANY = 100000, FEW = 10000 };

/* Returns the memory, in bytes, that a process of the shell has when it asks. */
static double resident_bytes(const char *sql) {
    const char *shell = getenv("SQLITE3"), *program = shell ? shell : "sqlite3";
    char *load = text_of(".load %s", options.extension), *text = text_of("%s", sql);
    char *const arguments[] = {text_of("%s", program), ":memory:", "-cmd", load, text, NULL};
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, program, &actions, NULL, arguments, environ) ||
        wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status)) {
        die(program, "failed");
    }
    posix_spawn_file_actions_destroy(&actions);
    return 1024.0 * (double)usage.ru_maxrss;
}

static void measure_many(sqlite3 *database) {
    const char *file[2] = {"gnd/real/no-water-plane.gnd", "old.gnd"};
    const char *sql = "SELECT count(*), sum(surface_count) FROM gnd_maps(?1)";
    if (!is_wanted("100,000 files")) return;
    const char *many = link_files("many", bench_path(file), MANY);
    const char *few = link_files("fewer", bench_path(file), FEW);
    Measure measure = {.name = "100,000 files, each read anew, against 10,000",
                       .goal = 1.2,
                       .units = MANY,
                       .their_units = FEW,
                       .unit = "file",
                       .other_answer = true};
    compare(measure, cold_side(database, sql, many), cold_side(database, sql, few));
    execute(database, sql, many);
    measure = (Measure){.name = "100,000 files again, against the first time",
                        .goal = 0.9,
                        .units = MANY,
                        .unit = "file"};
    compare(measure, sql_side(database, sql, many), cold_side(database, sql, many));
    char *twice = text_of("SELECT count(*) FROM gnd_maps('%q'); SELECT sum(surface_count) FROM "
                          "gnd_maps('%q')",
                          many, many);
    double used = resident_bytes(twice), allowed = BUDGET + 64 * 1048576.0;
    print_ratio("100,000 files: memory of the process, budget + 64 MiB",
                text_of("%.0f MB", used / 1e6), text_of("%.0f MB", allowed / 1e6), used / allowed,
                1);
}

/* ---- Headers --------------------------------------------------------------------------------- */

static void measure_headers(sqlite3 *database) {
    const char *file[2] = {"gnd/real/prontera.gnd", "city.gnd"};
    if (!is_wanted("headers of 100 files")) return;
    const char *pattern = link_files("headers", bench_path(file), 100);
    Measure measure = {.name = "headers of 100 files, against all of them",
                       .goal = 0.1,
                       .units = 100,
                       .unit = "file"};
    compare(measure, cold_side(database, "SELECT count(*) FROM gnd_maps(?1)", pattern),
            cold_side(database, "SELECT count(length(trailing)) FROM gnd_maps(?1)", pattern));
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void compare_threads(sqlite3 *threads, sqlite3 *none, const char *name, const char *sql,
                            const char *source, bool of_wall, double goal) {
    Side ours = cold_side(threads, sql, source), theirs = cold_side(none, sql, source);
    ours.of_wall = theirs.of_wall = of_wall;
    compare((Measure){.name = name, .goal = goal}, ours, theirs);
}

/* Many files of a format, of all sizes that the corpus has. */
typedef struct ManyFiles {
    const char *name, *folder;
    int count;
    const char *file[2]; /* a pattern, or else a file */
    const char *query;
    double goal; /* for the time */
} ManyFiles;

static const ManyFiles many_files[] = {
    {"480 walkmeshes by threads",
     "walkmeshes",
     480,
     {"aswm/real/**/*.trx", "hall.trx"},
     "SELECT count(*), sum(center_x) FROM aswm_triangles(?1)",
     0.6},
    {"1000 models by threads",
     "models",
     1000,
     {"mdl/real/**/*.mdl", "windmill.mdl"},
     "SELECT count(*), sum(node_index) FROM mdl_nodes(?1)",
     1},
    {"300 regions by threads",
     "regions",
     300,
     {"jmx/nv_*.nvm", "nv_61a9.nvm"},
     "SELECT count(*), sum(flags) FROM jmx_edges(?1)",
     1},
    {"1000 small maps by threads",
     "maps",
     1000,
     {"gnd/synthetic/*.gnd", "hamlet.gnd"},
     "SELECT count(*), sum(height_sw) FROM gnd_cubes(?1)",
     1},
    {"12 small maps by threads",
     "maps",
     12,
     {"gnd/synthetic/*.gnd", "hamlet.gnd"},
     "SELECT count(*), sum(height_sw) FROM gnd_cubes(?1)",
     1.05},
};

static void measure_many_by_threads(sqlite3 *threads, sqlite3 *none, const ManyFiles *many) {
    const char *path = bench_path(many->file);
    if (!path) return;
    const char *links = link_pattern(none, many->folder, path, many->count);
    compare_threads(threads, none, text_of("%s: time", many->name), many->query, links, true,
                    many->goal);
    compare_threads(threads, none, text_of("%s: processors", many->name), many->query, links, false,
                    1.1);
}

/* Wall times mean something only while the machine has nothing else to do.
**
** Two cores can't scan 12 equal files in less than 0.54 of the time of one: the first file is opened
** before threads begin, and the rows of the last one are read when all are open, so that one core
** has nothing to do for the time of a file ((12 + 1) / 2 / 12). It is 0.58 if no file's work passes
** from one core to the other, since 11 files on two cores take the time of 6. */
static void measure_threads(sqlite3 *threads, sqlite3 *none) {
    const char *file[2] = {"aswm/real/alfa003_tsm/7d_int_silverwood1_ancient_maze.TRX", "hall.trx"};
    const char *scan = "SELECT count(*), sum(center_x) FROM aswm_triangles(?1)";
    const char *join = "SELECT count(e.id) FROM aswm_meshes(?1) m JOIN aswm_triangles(m.source) t "
                       "JOIN aswm_edges(m.source) e ON e.id = t.edge0";
    if (!is_wanted("by threads")) return;
    if (number_of(threads, "SELECT gamemap_threads()", NULL) < 2) {
        print_note("one core or no threads here: not measured");
        return;
    }
    execute(none, "SELECT gamemap_threads(0)", NULL);
    const char *many = link_files("threads", bench_path(file), 12);
    const char *one = bench_path(file);
    compare_threads(threads, none, "12 files by threads: time", scan, many, true, 0.6);
    compare_threads(threads, none, "12 files by threads: processors", scan, many, false, 1.1);
    compare_threads(threads, none, "12 files joined by threads: time", join, many, true, 1);
    for (size_t i = 0; i < sizeof many_files / sizeof *many_files; i++) {
        measure_many_by_threads(threads, none, &many_files[i]);
    }
    compare_threads(threads, none, "one file by threads: time", scan, one, true, 1.05);
    compare_threads(threads, none, "the first row of 12 files by threads: time",
                    "SELECT id FROM aswm_triangles(?1) LIMIT 1", many, true, 1.05);
}

void measure_scans(sqlite3 *database, sqlite3 *other) {
    printf("\n==== Scans of many files ====\n");
    print_title("many small files");
    measure_many(database);
    print_title("headers");
    measure_headers(database);
    print_title("with threads, against none");
    measure_threads(database, other);
}
