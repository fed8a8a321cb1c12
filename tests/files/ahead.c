/*
** Files that are opened ahead by other threads.
**
**     ahead --extension FILE [--races] [--sample SEED/N] FOLDER
**
** Whatever happens to the threads (none can be started, the process forks, the scan ends early,
** memory runs out), queries about the files below FOLDER must give the same rows as without
** threads, and nothing may be left behind. `make threads` runs this under the thread sanitizer, with
** --races, which leaves out the parts that are about memory: there they take as long as all others;
** with --sample the queries are about one of N tables (sample.h), and there are fewer rounds.
*/
#include "ahead.h"
#include "../runner/system.h"
#include "../sample/sample.h"
#include "interpose.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *folder;
char *queries[QUERIES_MAX];
Answer right[QUERIES_MAX];
size_t query_count;
bool is_sample;

sqlite3 *open_with(int threads) {
    sqlite3 *db = host_open(":memory:", false);
    char sql[64];
    snprintf(sql, sizeof sql, "SELECT gamemap_threads(%d)", threads);
    check(ask(db, sql).code == SQLITE_DONE, "%s: %s", sql, sqlite3_errmsg(db));
    return db;
}

static long number_of(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    long number = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        number = (long)sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return number;
}

static long opened_ahead(sqlite3 *db) {
    return number_of(db, "SELECT CAST(substr(d, instr(d, 'opened ahead ') + 13) AS INTEGER) "
                         "FROM (SELECT gamemap_debug() AS d)");
}

/* Seconds that the process and its threads have worked: a busy machine takes longer for them. */
static double worked(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Of this process and of children that have ended */
static double processor_time(void) {
    double seconds = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
        seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                   (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    }
    return seconds;
}

/* ---- An archive ------------------------------------------------------------------------------ */

#define HAK_ENTRIES 100 /* enough work for threads */

static char hak[] = "/tmp/gamemap-ahead-XXXXXX";

static void put_u32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* Entries that are large enough to be opened ahead: one file, again and again. */
static void write_hak(void) {
    enum { HEADER = 160, KEY = 24, RESOURCE = 8, CONTENT_MOST = 1 << 20 };
    static uint8_t content[CONTENT_MOST];
    char *path = sqlite3_mprintf("%s/jmx/nv_1f29.nvm", folder);
    FILE *file = fopen(path, "rb");
    uint32_t size = file ? (uint32_t)fread(content, 1, sizeof content, file) : 0;
    uint32_t keys = HEADER, resources = keys + HAK_ENTRIES * KEY;
    uint8_t head[HEADER + HAK_ENTRIES * (KEY + RESOURCE)] = "HAK V1.0";
    put_u32(head + 16, HAK_ENTRIES);
    put_u32(head + 20, keys);
    put_u32(head + 24, keys);
    put_u32(head + 28, resources);
    for (uint32_t i = 0; i < HAK_ENTRIES; i++) {
        uint8_t *key = head + keys + i * KEY, *resource = head + resources + i * RESOURCE;
        snprintf((char *)key, KEY, "entry%u", (unsigned)i);
        put_u32(key + 16, i);
        put_u32(resource, (uint32_t)sizeof head);
        put_u32(resource + 4, size);
    }
    int descriptor = mkstemp(hak);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (!size || !out || fwrite(head, sizeof head, 1, out) != 1 ||
        fwrite(content, size, 1, out) != 1 || fclose(out)) {
        exit(2);
    }
    fclose(file);
    sqlite3_free(path);
}

/* ---- Queries --------------------------------------------------------------------------------- */

static void add_query(char *sql) {
    if (!sql || query_count == QUERIES_MAX) exit(2);
    queries[query_count++] = sql;
}

/* Every table without arguments of its own over all files, where broken files are skipped or the
** first of them is an error; and scans that run side by side. */
static void make_queries(sqlite3 *db) {
    sqlite3_stmt *tables = NULL;
    sqlite3_prepare_v2(db,
                       "SELECT t.name, t.format FROM gamemap_tables t WHERE call LIKE '%(src%' AND "
                       "NOT EXISTS (SELECT 1 FROM gamemap_columns c WHERE c.table_name = t.name "
                       "AND c.is_argument AND c.name NOT IN ('src', 'on_error'))",
                       -1, &tables, NULL);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        if (!sample_holds(name, 0)) continue;
        add_query(sqlite3_mprintf("SELECT * FROM %s('%q/**', 'skip')", name, folder));
        const char *format = (const char *)sqlite3_column_text(tables, 1);
        if (!format) continue;
        add_query(sqlite3_mprintf("SELECT file, id FROM %s('%q/*/*.%q')", name, folder,
                                  strcmp(format, "GTCHUNK") ? format : "gtchunk"));
    }
    sqlite3_finalize(tables);
    add_query(sqlite3_mprintf("SELECT * FROM gamemap_files('%q/*')", hak));
    add_query(sqlite3_mprintf("SELECT * FROM jmx_objects('%q/*')", hak));
    /* archives that are broken, too, but for overlap.zip, which takes a second */
    add_query(sqlite3_mprintf("SELECT * FROM gamemap_files('%q/*/[^o]*.*/**', 'skip')", folder));
    add_query(sqlite3_mprintf("SELECT a.file, b.file, b.error FROM gamemap_files('%q/*/*') a "
                              "JOIN gamemap_files(a.source) b",
                              folder));
    add_query(sqlite3_mprintf("SELECT file, size FROM gamemap_files('%q/*/*') UNION SELECT file, "
                              "count(*) FROM gamemap_findings('%q/**', 'skip') GROUP BY file",
                              folder, folder));
    add_query(sqlite3_mprintf("SELECT type, count(*), max(rowid) FROM gat_tiles('%q/**', 'skip') "
                              "GROUP BY type", /* the cursor reads the files twice */
                              folder));
    add_query(sqlite3_mprintf("SELECT count(*) FROM gamemap_files('%q/*/a*') a, "
                              "gamemap_files('%q/*/bi*') b, gamemap_files('%q/*/*') c "
                              "WHERE c.size = a.size + b.size",
                              folder, folder, folder));
}

void check_query(sqlite3 *db, size_t i, const char *when) {
    Answer answer = ask(db, queries[i]);
    check(same_answer(&answer, &right[i]), "%s: %s: %d %s, %llu rows, expected %d %s, %llu rows",
          when, queries[i], answer.code, answer.error, (unsigned long long)answer.rows,
          right[i].code, right[i].error, (unsigned long long)right[i].rows);
}

static void check_some(int threads, size_t each) {
    sqlite3 *db = open_with(threads);
    for (size_t i = 0; i < query_count; i += each) check_query(db, i, "with threads");
    host_close(db);
}

/* Returns a scan that has read `rows` rows. */
static sqlite3_stmt *start(sqlite3 *db, int rows) {
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("SELECT file, size, error FROM gamemap_files('%q/**')", folder);
    sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (rows-- > 0) {
        check(sqlite3_step(statement) == SQLITE_ROW, "%s ends: %s", sql, sqlite3_errmsg(db));
    }
    sqlite3_free(sql);
    return statement;
}

static long finish(sqlite3_stmt *statement) {
    long rows = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) rows++;
    sqlite3_finalize(statement);
    return rows;
}

static long file_count;

/* ---- Threads --------------------------------------------------------------------------------- */

static void use_threads(void) {
    check_some(2, 1);
    check_some(1, 13);
    check_some(8, 7);
    check_some(64, 17);
}

/* Returns how many files two threads open ahead of a scan that rests after each row. */
static long opened_with_rests(double seconds) {
    struct timespec rest = {.tv_nsec = (long)(seconds * 1e9)};
    sqlite3 *db = open_with(2);
    sqlite3_stmt *statement = start(db, 0);
    long rows = 0;
    for (; sqlite3_step(statement) == SQLITE_ROW; rows++) nanosleep(&rest, NULL);
    check(rows == file_count, "%ld files, expected %ld", rows, file_count);
    sqlite3_finalize(statement);
    long opened = opened_ahead(db);
    host_close(db);
    return opened;
}

/* Most files are opened ahead, if the scan leaves the threads time for it; how much they need is up
** to what else the machine does. */
static void open_most(void) {
    long opened = 0;
    for (double rest = 1e-4; rest < 0.1 && opened <= file_count / 2; rest *= 4) {
        opened = opened_with_rests(rest);
    }
    check(opened > file_count / 2, "%ld of %ld files opened ahead", opened, file_count);
}

/* Entries of an archive are opened ahead, too, if the machine has time for it in one of many
** scans. */
static void use_threads_in_archive(void) {
    char *entries = sqlite3_mprintf("SELECT count(DISTINCT file) FROM jmx_cells('%q/*')", hak);
    long ahead = 0;
    for (int scan = 0; scan < 200 && !ahead; scan++) {
        sqlite3 *db = open_with(2);
        check(number_of(db, entries) == HAK_ENTRIES, "entries are missing");
        ahead = opened_ahead(db);
        host_close(db);
    }
    check(ahead > 0, "no entry of an archive is opened ahead");
    sqlite3_free(entries);
}

/* A file is opened only when somebody needs it: not before a scan opens its second file. */
static long files_opened;

static void count_open(SystemCall call, const char *path, int flags) {
    (void)path, (void)flags;
    files_opened += call == CALL_OPEN;
}

static void stay_with_one(void) {
    sqlite3 *db = open_with(4);
    interposed = (Interposed){.armed = true, .seen = count_open};
    sqlite3_stmt *statement = start(db, 1);
    interposed.armed = false;
    check(files_opened == 1, "for one row %ld files are opened", files_opened);
    sqlite3_finalize(statement);
    check(opened_ahead(db) == 0, "for one row files are opened ahead");
    host_close(db);
}

/* Without a cache nothing could be kept for the scan: no thread is made that would have no room. */
static void stay_without_cache(void) {
    sqlite3 *db = open_with(4);
    check(number_of(db, "SELECT gamemap_cache_limit(0)") == 0, "a cache of nothing");
    interposed_threads = 4;
    check(finish(start(db, 0)) == file_count, "files are missing without a cache");
    check(interposed_threads == 4, "%d threads are made without a cache", 4 - interposed_threads);
    interposed_threads = -1;
    host_close(db);
}

static void settle(void) {
    sqlite3 *db = host_open(":memory:", false), *nofs = host_open(":memory:", true);
    check(number_of(db, "SELECT gamemap_threads(1000)") == 64, "more threads than there may be");
    check(number_of(db, "SELECT gamemap_threads()") == 64, "what was set");
    check(ask(db, "SELECT gamemap_threads(-1)").code == SQLITE_ERROR, "fewer than none");
    check(number_of(nofs, "SELECT gamemap_threads()") == 0, "without files there is a thread");
    check(number_of(nofs, "SELECT gamemap_threads(4)") == 0, "without files there are threads");
    host_close(db);
    host_close(nofs);
}

/* By default there are as many threads as cores that the process may use, at most 8; on a single
** core there are none. */
static void count_cores(void) {
#ifdef __linux__
    cpu_set_t all, some;
    CPU_ZERO(&some);
    check(sched_getaffinity(0, sizeof all, &all) == 0, "the process has no cores");
    for (size_t core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, &all)) continue;
        CPU_SET(core, &some);
        sched_setaffinity(0, sizeof some, &some);
        int cores = CPU_COUNT(&some), expected = cores < 2 ? 0 : cores < 8 ? cores : 8;
        sqlite3 *db = host_open(":memory:", false);
        long threads = number_of(db, "SELECT gamemap_threads()");
        check(threads == expected, "%ld threads on %d cores", threads, cores);
        host_close(db);
    }
    sched_setaffinity(0, sizeof all, &all);
#endif
}

/* The system starts only some of the threads, or none. A sample asks every other query. */
static void fail_threads(void) {
    for (int made = 0; made < 4; made++) {
        sqlite3 *db = open_with(4);
        interposed_threads = made;
        size_t each = is_sample ? 2 : 1, skipped = sample_seed((uint64_t)made) % each;
        for (size_t i = query_count - 8 + skipped; i < query_count; i += each) {
            check_query(db, i, "few threads");
        }
        check(made || opened_ahead(db) == 0, "files are opened ahead without a thread");
        interposed_threads = -1;
        host_close(db);
    }
}

void write_gat(const char *path, uint32_t tiles) {
    uint8_t head[14] = "GRAT\1\2";
    put_u32(head + 6, tiles);
    put_u32(head + 10, tiles);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(head, sizeof head, 1, file) != 1 ||
        ftruncate(fileno(file), (off_t)sizeof head + (off_t)20 * tiles * tiles)) {
        exit(2);
    }
    fclose(file);
}

/* How many threads there may be depends on each scan, not on the first one of the span. */
static void follow_larger_scan(void) {
    enum { FEW = 3, MANY = 40, LARGE = 420, MEDIUM = 180, THREADS = 6 };
    char maps[] = "/tmp/gamemap-ahead-maps-XXXXXX", path[80];
    check(mkdtemp(maps) != NULL, "no folder");
    for (int i = 0; i < FEW + MANY; i++) {
        snprintf(path, sizeof path, "%s/%s%d.gat", maps, i < FEW ? "few" : "many", i);
        write_gat(path, i < FEW ? LARGE : MEDIUM);
    }
    sqlite3 *db = open_with(THREADS);
    sqlite3_stmt *holds_span = start(db, 1);
    char *few = sqlite3_mprintf("SELECT count(*) FROM gat_tiles('%q/few*') WHERE id = 0", maps);
    char *many = sqlite3_mprintf("SELECT count(*) FROM gat_tiles('%q/many*') WHERE id = 0", maps);
    interposed_threads = THREADS;
    check(number_of(db, few) == FEW && interposed_threads < THREADS, "no thread for few files");
    check(number_of(db, many) == MANY, "of many files some are missing");
    check(interposed_threads == 0, "%d threads for many files", THREADS - interposed_threads);
    interposed_threads = -1;
    sqlite3_finalize(holds_span);
    host_close(db);
    for (int i = 0; i < FEW + MANY; i++) {
        snprintf(path, sizeof path, "%s/%s%d.gat", maps, i < FEW ? "few" : "many", i);
        unlink(path);
    }
    rmdir(maps);
    sqlite3_free(few);
    sqlite3_free(many);
}

static int in_child(void (*run)(void)) {
    fflush(stdout);
    pid_t child = fork();
    int status = 0;
    if (child < 0) exit(2);
    if (child > 0) return waitpid(child, &status, 0) == child ? status : -1;
    alarm(120); /* in case a lock is never released */
    counts = (Counts){0};
    run();
    fflush(stdout);
    _exit(counts.failed > 0 || !counts.passed);
}

static void be_single(void) {
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3 *db = host_open(":memory:", false);
    check(number_of(db, "SELECT gamemap_threads()") == 0, "SQLite is single-threaded");
    check(number_of(db, "SELECT gamemap_threads(4)") == 0, "SQLite stays single-threaded");
    check(finish(start(db, 0)) > 0 && opened_ahead(db) == 0, "and yet there are threads");
    host_close(db);
}

/* Where the system keeps what the extension asked it to call when the process forks, forking works
** after the last connection has closed, too. */
static void fork_when_unloaded(void) {
    interposed_keeps_handlers = true;
    sqlite3 *db = open_with(2);
    check(finish(start(db, 0)) > 0, "no files");
    host_close(db);
    pid_t child = fork();
    int status = 1;
    if (!child) _exit(0);
    check(child > 0 && waitpid(child, &status, 0) == child && !status, "after unloading, a child");
}

/* ---- Ends ------------------------------------------------------------------------------------ */

#ifdef __SANITIZE_THREAD__
#define CHILD_THREADS 0 /* a child has no threads that the sanitizer knows */
#else
#define CHILD_THREADS 2
#endif

static sqlite3_stmt *forked;
static long rows_left;

static void go_on_in_child(void) {
    check(finish(forked) == rows_left, "in a child files are missing");
    sqlite3 *db = open_with(CHILD_THREADS);
    check(finish(start(db, 0)) == file_count, "in a child's connection files are missing");
    check(!CHILD_THREADS || opened_ahead(db), "a child's own connection has no threads");
    host_close(db);
}

/* Both the parent and the child go on with the same connection. */
static void fork_in_scan(void) {
    for (int at = 1; at < file_count && at < 200; at += is_sample ? 1 + at / 2 : at < 20 ? 1 : 17) {
        sqlite3 *db = open_with(3);
        forked = start(db, at);
        rows_left = file_count - at;
        int status = in_child(go_on_in_child);
        check(status == 0, "a child after row %d ends with %d", at, status);
        check(finish(forked) == rows_left, "after a fork files are missing");
        host_close(db);
    }
}

static void close_in_scan(void) {
    double worst = 0;
    for (int at = 1; at < file_count; at += 1 + at / (is_sample ? 3 : 8)) {
        sqlite3 *db = open_with(4);
        sqlite3_stmt *statement = start(db, at);
        double begin = worked();
        if (at % 2) sqlite3_finalize(statement);
        else sqlite3_reset(statement);
        sqlite3_close_v2(db);
        double took = worked() - begin;
        if (took > worst) worst = took;
        if (at % 2 == 0) sqlite3_finalize(statement);
    }
    check(worst < 1, "a scan is closed only after %.3f s of work", worst);
}

#define CONNECTIONS 100

static void use_connections(void) {
    static sqlite3 *dbs[CONNECTIONS];
    static sqlite3_stmt *statements[CONNECTIONS];
    const int count = is_sample ? CONNECTIONS / 10 : CONNECTIONS;
    for (int i = 0; i < count; i++) {
        dbs[i] = open_with(1 + i % 3);
        statements[i] = start(dbs[i], 2 + i % 5);
    }
    for (int i = 0; i < count; i += 2) {
        sqlite3_finalize(statements[i]);
        host_close(dbs[i]);
    }
    for (int i = 1; i < count; i += 2) {
        check(finish(statements[i]) == file_count - 2 - i % 5, "connection %d", i);
        host_close(dbs[i]);
    }
}

typedef struct Interrupter {
    sqlite3 *db;
    atomic_bool is_over;
} Interrupter;

/* Interrupts again and again, because an interruption between two statements is lost. */
static void *interrupt_soon(void *context) {
    Interrupter *interrupter = context;
    struct timespec time = {.tv_nsec = 2000000};
    while (!atomic_load(&interrupter->is_over)) {
        nanosleep(&time, NULL);
        sqlite3_interrupt(interrupter->db);
    }
    return NULL;
}

/* SQLite reports it as another kind of error if it comes while a table is declared. */
static bool is_interruption(const Answer *answer) {
    if (answer->code == SQLITE_ERROR) return !strcmp(answer->error, "interrupted");
    return answer->code == SQLITE_INTERRUPT;
}

static void interrupt(void) {
    for (int round = 0; round < (is_sample ? 2 : 20); round++) {
        sqlite3 *db = open_with(3);
        Interrupter interrupter = {.db = db};
        pthread_t thread;
        pthread_create(&thread, NULL, interrupt_soon, &interrupter);
        Answer answer;
        do answer = ask(db, queries[query_count - 1]);
        while (answer.code == SQLITE_DONE);
        atomic_store(&interrupter.is_over, true);
        pthread_join(thread, NULL);
        check(is_interruption(&answer), "interrupted: %d %s", answer.code, answer.error);
        check_query(db, query_count - 2, "after an interrupt");
        host_close(db);
    }
}

/* ---- Signals --------------------------------------------------------------------------------- */

static pthread_t main_thread;
static atomic_int strays, signals;

static void on_signal(int number) {
    (void)number;
    signals++;
    if (!pthread_equal(pthread_self(), main_thread)) strays++;
}

static void *send_signals(void *context) {
    atomic_bool *over = context;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    while (!*over) {
        struct timespec time = {.tv_nsec = 100000};
        kill(getpid(), SIGUSR1);
        nanosleep(&time, NULL);
    }
    return NULL;
}

static void send_to_process(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    atomic_bool over = false;
    pthread_t thread;
    main_thread = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, send_signals, &over);
    for (int round = 0; round < (is_sample ? 3 : 10); round++) {
        sqlite3 *db = open_with(4);
        check(finish(start(db, 0)) == file_count, "files are missing among signals");
        host_close(db);
    }
    over = true;
    pthread_join(thread, NULL);
    signal(SIGUSR1, SIG_DFL);
    check(signals > 0 && !strays, "%d of %d signals reach other threads", strays, signals);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
    bool about_memory;
} parts[] = {
    {"threads", use_threads, false},
    {"most", open_most, false},
    {"archive", use_threads_in_archive, false},
    {"one", stay_with_one, false},
    {"no cache", stay_without_cache, false},
    {"settings", settle, false},
    {"cores", count_cores, false},
    {"no threads", fail_threads, false},
    {"larger scan", follow_larger_scan, false},
    {"fork", fork_in_scan, true},
    {"close", close_in_scan, false},
    {"connections", use_connections, false},
    {"interrupt", interrupt, false},
    {"signals", send_to_process, false},
    {"failing memory", fail_memory, true},
    {"heap", limit_heap, true},
    {"cache", limit_cache, true},
    {"resident", limit_resident, true},
};

int main(int count, char **arguments) {
    bool races = false;
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "--extension") && i + 1 < count) host_extension = arguments[++i];
        else if (!strcmp(arguments[i], "--races")) races = true;
        else if (!strcmp(arguments[i], "--sample") && i + 1 < count &&
                 sample_read(arguments[i + 1])) {
            is_sample = true;
            i++;
        } else folder = arguments[i];
    }
    if (!host_extension || !folder) {
        fprintf(stderr, "usage: ahead --extension FILE [--races] [--sample SEED/N] FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    check(in_child(be_single) == 0, "in a single-threaded SQLite");
    check(in_child(fork_when_unloaded) == 0, "a fork when the extension has been unloaded");
    install_memory();
    write_hak();
    sqlite3 *db = open_with(0);
    make_queries(db);
    for (size_t i = 0; i < query_count; i++) right[i] = ask(db, queries[i]);
    file_count = finish(start(db, 0));
    host_close(db);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        if (races && parts[p].about_memory) continue;
        sqlite3_int64 bytes = sqlite3_memory_used();
        int descriptors = open_descriptors();
        double begin = processor_time();
        parts[p].run();
        if (getenv("VERBOSE")) printf("%s: %.2f s\n", parts[p].name, processor_time() - begin);
        check(sqlite3_memory_used() == bytes, "%s leaves %lld bytes", parts[p].name,
              (long long)(sqlite3_memory_used() - bytes));
        check(open_descriptors() == descriptors, "%s leaves descriptors", parts[p].name);
    }
    for (size_t i = 0; i < query_count; i++) sqlite3_free(queries[i]);
    unlink(hak);
    return finish_checks();
}
