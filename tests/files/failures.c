/*
** Failing memory and failing system calls, through SQL.
**
**     failures --extension FILE [--whole | --sample SEED/N] [--only TEXT] FOLDER
**
** queries every table and function about files below FOLDER (the fixtures). Each time, one
** allocation fails: the first, the second, and so on, by itself, with the next one (memory may be
** freed after the first failure, to try again) or with all that follow; while the extension is
** loaded, too. Then open, read, fstat, stat and the reading of folders fail in the
** same way. The result must be the right answer or the right kind of failure, the same query must
** answer correctly afterwards, and nothing may be left behind. By default a part of the points of
** failure is tried on the smallest files; with --whole all of them, except where there are
** thousands; with --sample about one of N of that part (sample.h). --only takes the queries that hold
** this text. Two processes share the work.
*/
#include "../hosts/queries.h"
#include "../runner/system.h"
#include "../sample/sample.h"
#include "failing_memory.h"
#include "interpose.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOBS 2 /* processes that share the work */

static bool whole;
static const char *only = "";

/* ---- SQLite's memory, failing on demand ------------------------------------------------------ */

static struct {
    bool armed;
    uint64_t calls, fail_at, in_row, failures;
} memory;
enum { ALL = INT32_MAX }; /* that follow */

static bool memory_fails(void) {
    if (!memory.armed) return false;
    memory.calls++;
    if (!memory.fail_at || memory.calls < memory.fail_at) return false;
    if (memory.calls - memory.fail_at >= memory.in_row) return false;
    memory.failures++;
    return true;
}

static void arm_memory(uint64_t fail_at, uint64_t in_row) {
    memory.calls = memory.failures = 0;
    memory.fail_at = fail_at;
    memory.in_row = in_row;
    memory.armed = true;
}

/* ---- Totals ---------------------------------------------------------------------------------- */

static uint64_t query_number;

/* Returns the distance between points of failure, so that at most `most` of them are tried. */
static uint64_t stride(uint64_t points, uint64_t most) {
    return points > most ? (points + most - 1) / most : 1;
}

/* With --whole each allocation fails, except for the few queries that make thousands, one for each
** row or file. By default, more of the allocations fail in queries that only open an archive, since
** a failure there can look like a broken file. */
static uint64_t allocations_tried(const Query *query) {
    if (!whole) return *query->path ? 24 : 300;
    return strchr(query->path, '*') ? 100 : 1200;
}

static void check_nothing_left(sqlite3_int64 bytes, const char *what, uint64_t point) {
    sqlite3_int64 left = sqlite3_memory_used() - bytes;
    check(!left, "%s: %lld bytes are left after failure %llu", what, (long long)left,
          (unsigned long long)point);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* Returns false if nothing failed: there are no more points. */
static bool fail_load(uint64_t point, bool on, bool nofs) {
    sqlite3_int64 bytes = sqlite3_memory_used();
    sqlite3 *db = NULL;
    sqlite3_open(":memory:", &db);
    sqlite3_enable_load_extension(db, 1);
    arm_memory(point, on ? ALL : 1);
    int code = host_load(db, nofs);
    memory.armed = false;
    bool failed = memory.failures > 0;
    counts.allocations_failed += memory.failures;
    if (!failed || code == SQLITE_OK) {
        Answer answer = ask(db, "SELECT count(*) FROM gamemap_tables");
        check(code == SQLITE_OK && answer.code == SQLITE_DONE, "load without failure %llu: %d %s",
              (unsigned long long)point, code, answer.error);
    } else {
        /* the loader itself sometimes returns SQLITE_ERROR when memory runs out */
        check(code == SQLITE_NOMEM || code == SQLITE_ERROR, "load with failure %llu gives %d",
              (unsigned long long)point, code);
        check(host_load(db, nofs) == SQLITE_OK, "load after failure %llu: %s",
              (unsigned long long)point, sqlite3_errmsg(db));
    }
    host_close(db);
    check_nothing_left(bytes, "load", point);
    return failed;
}

static void fail_loads(void) {
    for (int mode = 0; mode < 4; mode++) {
        uint64_t step = whole ? 1 : 5;
        for (uint64_t point = 1; fail_load(point, mode & 1, mode & 2); point += step) continue;
    }
}

/* ---- Queries that run out of memory ---------------------------------------------------------- */

/* If SQLite can't copy the extension's message, it has only the usual text of the code. */
static bool lost_its_text(const Answer *answer, const Answer *right) {
    return answer->code == right->code && !strcmp(answer->error, sqlite3_errstr(answer->code));
}

static void fail_memory_once(const Query *query, const Answer *right, uint64_t point,
                             uint64_t in_row) {
    if (!sample_holds(query->sql, sample_mix(point, in_row))) return;
    const char *more = in_row == 1 ? "" : in_row == 2 ? " and the next" : " and all after it";
    sqlite3_int64 bytes = sqlite3_memory_used();
    sqlite3 *db = host_open(":memory:", false);
    arm_memory(point, in_row);
    Answer answer = ask(db, query->sql);
    memory.armed = false;
    counts.allocations_failed += memory.failures;
    check((answer.code & 0xff) == SQLITE_NOMEM || same_answer(&answer, right) ||
              lost_its_text(&answer, right),
          "%s with failing allocation %llu%s: %d, %s", query->sql, (unsigned long long)point, more,
          answer.code, answer.error);
    Answer again = ask(db, query->sql);
    check(same_answer(&again, right), "%s after failing allocation %llu%s: %d, %s", query->sql,
          (unsigned long long)point, more, again.code, again.error);
    host_close(db);
    check_nothing_left(bytes, query->sql, point);
}

static void fail_memory_of(const Query *query, const Answer *right) {
    sqlite3 *db = host_open(":memory:", false);
    arm_memory(0, 0);
    ask(db, query->sql);
    memory.armed = false;
    uint64_t points = memory.calls;
    host_close(db);
    uint64_t step = stride(points, allocations_tried(query));
    for (uint64_t point = 1 + query_number % step; point <= points; point += step) {
        bool is_odd = point / step % 2;
        if (whole || is_odd) fail_memory_once(query, right, point, 1);
        if (whole || !is_odd) fail_memory_once(query, right, point, 2);
        fail_memory_once(query, right, point, ALL);
    }
}

/* ---- Queries whose system calls fail --------------------------------------------------------- */

/* Accepts an error that is the system's fault. For a table that never fails, accepts rows that
** report it. */
static bool tells_of_system(const Answer *answer) {
    int code = answer->code & 0xff;
    if (code == SQLITE_DONE) return answer->tells_of_failure;
    return (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && is_system_failure(answer->error);
}

/* In a folder that may not be listed no file finds those that it names, which is no failure; where
** nothing is left without them, that is said. A pattern tells of such a folder. */
static bool found_nothing(const Query *query, const Answer *answer) {
    return interposed.unlisted && interposed.error == EACCES && !strchr(query->path, '*') &&
           (answer->code == SQLITE_DONE || strstr(answer->error, "can't be found"));
}

static void fail_system_once(const Query *query, const Answer *right, Interposed failure) {
    uint64_t number = sample_mix(failure.fail_at + failure.read_most, (uint64_t)failure.error);
    if (!sample_holds(query->sql, number + failure.fail_on + failure.interrupts)) return;
    sqlite3_int64 bytes = sqlite3_memory_used();
    sqlite3 *db = host_open(":memory:", false);
    interposed = failure;
    interposed.armed = true;
    Answer answer = ask(db, query->sql);
    interposed.armed = false;
    counts.system_calls_failed += interposed.failures;
    bool told = interposed.failures && tells_of_system(&answer);
    check(told || same_answer(&answer, right) || found_nothing(query, &answer),
          "%s with failing system call %llu, errno %d: %d, %s", query->sql,
          (unsigned long long)failure.fail_at, failure.error, answer.code, answer.error);
    check(!interposed.unopened, "%s reads what it couldn't open, after failing system call %llu",
          query->sql, (unsigned long long)failure.fail_at);
    Answer again = ask(db, query->sql);
    check(same_answer(&again, right), "%s after failing system call %llu: %d, %s", query->sql,
          (unsigned long long)failure.fail_at, again.code, again.error);
    host_close(db);
    check_nothing_left(bytes, query->sql, failure.fail_at);
}

/* Most system calls of a pattern fail, since each takes another way through the code; with --whole
** all of them do. */
static uint64_t system_calls_tried(const Query *query) {
    if (whole) return 64;
    return strchr(query->path, '*') ? 32 : 8;
}

static void fail_system_of(const Query *query, const Answer *right) {
    static const int errors[] = {EIO, EMFILE, EACCES, ESTALE};
    static const size_t portions[] = {1, 2, 3, 7};
    sqlite3 *db = host_open(":memory:", false);
    interposed = (Interposed){.armed = true};
    ask(db, query->sql);
    interposed.armed = false;
    uint64_t points = interposed.calls, step = stride(points, system_calls_tried(query));
    host_close(db);
    for (uint64_t point = 1; point <= points; point += step) {
        size_t kinds = sizeof errors / sizeof *errors;
        for (size_t e = 0; e < kinds; e++) {
            if (!whole && (point + query_number + e) % kinds) continue;
            Interposed failure = {.fail_at = point, .error = errors[e]};
            fail_system_once(query, right, failure);
            failure.fail_on = true;
            fail_system_once(query, right, failure);
        }
    }
    for (size_t p = 0; p < sizeof portions / sizeof *portions; p++) {
        if (query->size > 100000 || (!whole && (p + query_number) % 4)) continue;
        fail_system_once(query, right, (Interposed){.read_most = portions[p]});
        fail_system_once(query, right, (Interposed){.read_most = portions[p], .interrupts = true});
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Tells whether the folder is that of all fixtures, with a folder for each format. */
static bool has_folders(const char *folder) {
    char *path = sqlite3_mprintf("%s/grf", folder);
    bool is_there = path && access(path, F_OK) == 0;
    sqlite3_free(path);
    return is_there;
}

/* Adds queries of more than one file: of patterns, of files in archives, of a KEY with its BIFs. */
static void add_queries(Queries *queries, const char *folder) {
    static const char *const asked[] = {
        "SELECT * FROM gamemap_files('%q/*/*')",
        "SELECT * FROM gamemap_files('%q/**')",
        "SELECT * FROM gamemap_files('%q/**/*.*')",
        "SELECT * FROM gnd_cubes('%q/grf/v103.grf/data/LAKE.gnd')",
        "SELECT * FROM gamemap_files('%q/grf/v103.grf/data/LAKE.gnd')", /* in another case */
        "SELECT m.*, c.* FROM gnd_maps('%q/grf/v[23]*.grf/data/*.gnd') m JOIN gnd_cubes(m.source) "
        "c",
        "SELECT * FROM gnd_maps('%q/grf/nested.grf/inner.grf/inner.grf/inner.grf/lake.gnd')",
        "SELECT * FROM gamemap_files('%q/zip/nested.zip/*.zip/*.zip/*.zip/*')",
        "SELECT * FROM gamemap_findings('%q/pk2/usual.pk2/**')",
        "SELECT * FROM gamemap_findings('%q/maps/*.rsw')",
        "SELECT * FROM gamemap_findings('%q/zip/together.zip/**')",
        "SELECT *, data, name_raw FROM archive_entries('%q/grf/v10*.grf')",
        "SELECT path FROM archive_entries('%q/pk2/bad_deep.pk2')", /* of up to 300 bytes */
        "SELECT gnd_glb('%q/gnd/twisted.gnd')",                    /* with light */
        "SELECT mdl_glb('%q/mdl/world/bender.mdl')",               /* with skins */
        "SELECT count(*) FROM mdl_faces('%q/mdl/text/lantern.mdl')",
        "SELECT count(*) FROM gamemap_columns",
        "SELECT texture_id, count(*) FROM gnd_surfaces('%q/gnd/v*.gnd', 'skip') GROUP BY 1",
        "SELECT type, max(rowid) FROM gat_tiles('%q/gat/', 'skip') GROUP BY 1", /* read twice */
        "SELECT count(*) FROM gt_triangles('%q/gt/everything.payload.dat')",
        "SELECT e.name, f.* FROM archive_entries('%q/key/e1/chitin.key') e "
        "JOIN gamemap_files(e.path) f",
        "SELECT * FROM mdl_nodes('%q/key/v1/chitin.key/*.mdl')",
        "SELECT * FROM mdl_nodes(CAST('newmodel a\nbeginmodelgeom a\nnode dummy a\nparent NULL\n"
        "endnode\nendmodelgeom a\ndonemodel a\n' AS BLOB))", /* without memory kept for a file's */
        "SELECT * FROM gamemap_findings('%q/trn/v6c.trx')",  /* with islands */
        "SELECT * FROM jmx_world_links('%q/jmx/*.nvm', 'skip')",
        "SELECT (SELECT sum(h.id) FROM jmx_heights('%q/jmx/variant_a.nvm') h WHERE h.height "
        "BETWEEN a.column1 AND 20) FROM (VALUES (1), (2.5), (3)) a", /* of REALs */
        "SELECT (SELECT sum(t.id) FROM jmx_tiles('%q/jmx/variant_a.nvm') t WHERE t.texture_id "
        "BETWEEN a.column1 AND 20) FROM (VALUES (1), (2), (3)) a", /* an index of ranges */
        "SELECT sum(size), (SELECT group_concat(message) FROM gamemap_findings(e.source)) "
        "FROM archive_entries('%q/key/e1/chitin.key') e",
        "SELECT * FROM rsm_models('[\"%q/placed/patch.thor\", \"%q/placed/client.grf\"]')",
        "SELECT * FROM gamemap_shadowed('[\"%q/placed/patch.thor\", \"%q/placed\"]')",
        "SELECT file FROM jmx_regions('{\"files\": [\"%q/jmx/names/nv_61a8.nvm.bak\", "
        "\"%q/grf/bad_table_cut.g*\"]}', 'skip')", /* by its content */
        "SELECT gamemap_open('%q/placed'), "
        "(SELECT count(*) FROM rsm_models WHERE on_error = 'skip')",
        "SELECT count(model_path), sum(face_count) FROM rsw_models('%q/placed/world.rsw', "
        "'[\"%q/placed/patch.thor/data\", \"%q/placed/client.grf\"]')",
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const char *path = strstr(asked[i], "%q"); /* before it stands SELECT *, too */
        char *sql = sqlite3_mprintf(asked[i], folder, folder, folder);
        queries->items = realloc(queries->items, (queries->count + 1) * sizeof(Query));
        if (!queries->items || !sql) exit(2);
        const char *star = path ? strchr(path, '*') : NULL;
        queries->items[queries->count++] =
            (Query){.sql = strdup(sql), .name = strdup("many"), .path = strdup(star ? star : "")};
        sqlite3_free(sql);
    }
}

/* Does the part of process `job`, one of JOBS. */
static void run_job(const char *folder, size_t job) {
    failing_memory_install(memory_fails);
    sqlite3_initialize();
    host_is_alone = true;                       /* so that calls come in the same order each time */
    sqlite3 *db = host_open(":memory:", false); /* keeps the library loaded */
    Queries queries = {0};
    list_queries(db, folder, 1, &queries);
    keep_telling(db, &queries);
    if (has_folders(folder)) add_queries(&queries, folder);
    int descriptors = open_descriptors();
    if (job == 0) fail_loads();
    for (size_t i = 0; i < queries.count; i++) {
        if (i / 2 % JOBS != job) continue; /* for each table a readable file and another one */
        if (!strstr(queries.items[i].sql, only)) continue;
        Answer right = ask(db, queries.items[i].sql);
        query_number = i;
        fail_memory_of(&queries.items[i], &right);
        /* a file that can't be read is skipped without a word where that is asked for */
        if (!strstr(queries.items[i].sql, "'skip'")) fail_system_of(&queries.items[i], &right);
    }
    check(open_descriptors() == descriptors, "descriptors are left open");
    host_close(db);
    free_queries(&queries);
    check(sqlite3_memory_used() == 0, "%lld bytes are left at the end",
          (long long)sqlite3_memory_used());
}

/* Starts a process for the job; its counts can be read from the descriptor that is returned. */
static int start_job(const char *folder, size_t job) {
    int ends[2];
    if (pipe(ends)) exit(2);
    pid_t child = fork();
    if (child < 0) exit(2);
    if (child > 0) {
        close(ends[1]);
        return ends[0];
    }
    close(ends[0]);
    run_job(folder, job);
    bool told = write(ends[1], &counts, sizeof counts) == sizeof counts;
    fflush(stdout);
    exit(told ? 0 : 2); /* not _exit(), so that coverage is written */
}

static void collect_counts(int descriptor, size_t job) {
    Counts of_job = {0};
    bool told = read(descriptor, &of_job, sizeof of_job) == sizeof of_job;
    close(descriptor);
    check(told, "process %zu of %d died", job + 1, JOBS);
    counts.passed += of_job.passed;
    counts.failed += of_job.failed;
    counts.allocations_failed += of_job.allocations_failed;
    counts.system_calls_failed += of_job.system_calls_failed;
}

int main(int count, char **arguments) {
    const char *folder = NULL;
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "--whole")) whole = true;
        else if (!strcmp(arguments[i], "--sample") && i + 1 < count &&
                 sample_read(arguments[i + 1]))
            i++;
        else if (!strcmp(arguments[i], "--only") && i + 1 < count) only = arguments[++i];
        else if (!strcmp(arguments[i], "--extension") && i + 1 < count)
            host_extension = arguments[++i];
        else folder = arguments[i];
    }
    if (!host_extension || !folder) {
        fprintf(stderr, "usage: failures --extension FILE [--whole | --sample SEED/N] "
                        "[--only TEXT] FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    int descriptors[JOBS];
    for (size_t job = 0; job < JOBS; job++) descriptors[job] = start_job(folder, job);
    for (size_t job = 0; job < JOBS; job++) collect_counts(descriptors[job], job);
    while (wait(NULL) > 0) continue;
    printf("%" PRIu64 " allocations failed, %" PRIu64 " system calls failed\n",
           counts.allocations_failed, counts.system_calls_failed);
    sample_print();
    return finish_checks();
}
