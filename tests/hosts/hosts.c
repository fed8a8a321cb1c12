/*
** The extension in the hands of different hosts.
**
**     hosts --extension FILE [--only PART] [--sample SEED/N] FOLDER
**     hosts --extension FILE --digest FOLDER      prints a hash of these answers, and ends
**     hosts --extension FILE --digest-all FOLDER  prints one over all tables of all files
**
** Whatever a host does (loads twice, runs threads, closes early, sets every limit to its minimum,
** interrupts, has small stacks or another locale), the answers about the files below FOLDER must be
** the same, or fail with one of SQLite's own codes, and nothing may be left behind. With --sample
** the queries are about one of N tables and functions, and stop at one of N places (sample.h).
*/
#include "databases.h"
#include "locales.h"
#include "queries.h"
#include "routines.h"
#include "seeks.h"
#include "../runner/system.h"
#include "../sample/sample.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *program, *folder, *sample = "/1";
static Queries queries; /* on the smallest files */
static Answer *right;   /* to each of them */

static uint64_t right_digest(void) {
    static uint64_t known;
    if (known) return known;
    sqlite3 *db = host_open(":memory:", false);
    known = digest(db, &queries);
    host_close(db);
    return known;
}

static void check_all(sqlite3 *db, const char *where) {
    for (size_t i = 0; i < queries.count; i++) {
        Answer answer = ask(db, queries.items[i].sql);
        check(same_answer(&answer, &right[i]), "%s: %s: %d, %s", where, queries.items[i].sql,
              answer.code, answer.error);
    }
}

static const char *scalar(sqlite3 *db, const char *sql) {
    static char text[400];
    sqlite3_stmt *statement = NULL;
    text[0] = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0)) {
        snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return text;
}

/* ---- Loading and closing --------------------------------------------------------------------- */

static void load_twice(void) {
    sqlite3 *db = host_open(":memory:", false);
    check(host_load(db, false) == SQLITE_OK, "loading twice: %s", sqlite3_errmsg(db));
    check_all(db, "loaded twice");
    check(host_load(db, true) == SQLITE_OK, "loading without file access: %s", sqlite3_errmsg(db));
    check(strstr(scalar(db, "SELECT gamemap_debug()"), "file system no") != NULL,
          "loaded without file access it has some");
    host_close(db);
}

/* While a statement runs, the extension isn't loaded again: its functions and tables stay the same,
** as the settings show, and an open cursor goes on. */
static void load_all_or_nothing(void) {
    sqlite3 *db = host_open(":memory:", false);
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("SELECT id FROM gnd_cubes('%q/gnd/v17.gnd')", folder);
    scalar(db, "SELECT gamemap_cache_limit(12345)");
    check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW,
          "%s has no row", sql);
    check(host_load(db, true) != SQLITE_OK, "loaded while a statement runs");
    check(!strcmp(scalar(db, "SELECT gamemap_cache_limit()"), "12345"), "functions are new");
    check(strstr(scalar(db, "SELECT gamemap_debug()"), "file system yes") != NULL,
          "it lost its files");
    int rows = 1;
    while (sqlite3_step(statement) == SQLITE_ROW) rows++;
    check(rows == 6, "%d rows over the loading", rows);
    sqlite3_finalize(statement);
    check(!strcmp(scalar(db, sql), "0"), "tables are others: %s", sqlite3_errmsg(db));
    check(host_load(db, true) == SQLITE_OK, "it can't be loaded: %s", sqlite3_errmsg(db));
    check(!strcmp(scalar(db, sql), ""), "loaded without files it has some");
    sqlite3_free(sql);
    host_close(db);
}

/* A row's values stay valid when the extension is loaded again over an open statement. */
static void load_over_statement(void) {
    for (size_t i = 0; i < queries.count; i++) {
        sqlite3 *db = host_open(":memory:", false);
        sqlite3_stmt *statement = NULL;
        sqlite3_prepare_v2(db, queries.items[i].sql, -1, &statement, NULL);
        int code = sqlite3_step(statement);
        host_load(db, false); /* functions in use can't be replaced; both results are fine */
        uint64_t rows = code == SQLITE_ROW;
        while (code == SQLITE_ROW && (code = sqlite3_step(statement)) == SQLITE_ROW) rows++;
        check(code != SQLITE_DONE || rows == right[i].rows, "loaded anew: %s",
              queries.items[i].sql);
        sqlite3_finalize(statement);
        host_close(db);
    }
}

static void close_early(void) {
    for (size_t i = 0; i < queries.count; i++) {
        sqlite3 *db = host_open(":memory:", false);
        sqlite3_stmt *statement = NULL;
        sqlite3_prepare_v2(db, queries.items[i].sql, -1, &statement, NULL);
        int code = sqlite3_step(statement);
        check(!statement || sqlite3_close(db) == SQLITE_BUSY, "closed with a statement open");
        check(sqlite3_close_v2(db) == SQLITE_OK, "can't be closed later");
        uint64_t rows = code == SQLITE_ROW;
        while (code == SQLITE_ROW && (code = sqlite3_step(statement)) == SQLITE_ROW) rows++;
        check(rows == right[i].rows, "closed early: %s", queries.items[i].sql);
        sqlite3_finalize(statement);
    }
}

/* Statements that are restarted, or abandoned in the middle, leak nothing. */
static void reset_statements(void) {
    sqlite3 *db = host_open(":memory:", false);
    for (size_t i = 0; i < queries.count; i++) {
        sqlite3_stmt *statement = NULL;
        sqlite3_int64 bytes = 0;
        sqlite3_prepare_v2(db, queries.items[i].sql, -1, &statement, NULL);
        for (int round = 0; statement && round < 50; round++) {
            for (int row = 0; row < round % 4; row++) sqlite3_step(statement);
            sqlite3_reset(statement);
            if (round == 10) bytes = sqlite3_memory_used();
        }
        check(sqlite3_memory_used() <= bytes + 65536, "begun again and again: %s grows",
              queries.items[i].sql);
        sqlite3_finalize(statement);
    }
    check_all(db, "begun again");
    host_close(db);
}

static int compare_first_letters(void *context, int size, const void *a, int other, const void *b) {
    (void)context;
    int one = size ? *(const unsigned char *)a : -1, two = other ? *(const unsigned char *)b : -1;
    return one - two;
}

/* No index knows which texts a host's own collation takes as equal. */
static void use_own_collation(void) {
    sqlite3 *db = host_open(":memory:", false);
    sqlite3_create_collation(db, "first_letter", SQLITE_UTF8, NULL, compare_first_letters);
    char *sql = sqlite3_mprintf(
        "SELECT group_concat(n) FROM (SELECT (SELECT count(*) FROM mdl_controllers('%q/%s') c "
        "WHERE c.name = v.value COLLATE first_letter) AS n "
        "FROM json_each('[\"position\",\"p\"]') v)",
        folder, "mdl/world/puppet.mdl");
    char *wanted = sqlite3_mprintf(
        "SELECT count(*) || ',' || count(*) FROM mdl_controllers('%q/%s') WHERE name GLOB 'p*'",
        folder, "mdl/world/puppet.mdl");
    char found[40];
    snprintf(found, sizeof found, "%s", scalar(db, sql));
    check(!strcmp(found, scalar(db, wanted)) && found[0] > '0', "by first letters: %s", found);
    sqlite3_free(wanted);
    sqlite3_free(sql);
    host_close(db);
}

/* The most memory that calls of a table take in the inner loop of a join. */
static long long peak_of_calls(sqlite3 *db, const char *column, int calls) {
    char *sql = sqlite3_mprintf("SELECT count(%s) FROM n CROSS JOIN "
                                "aswm_nearest('%q/trn/v6c.trx', i * 1e-4, 1) a WHERE i <= %d",
                                column, folder, calls);
    sqlite3_memory_highwater(1);
    check(atoi(scalar(db, sql)) == calls, "%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_free(sql);
    return sqlite3_memory_highwater(0);
}

/* A call in the inner loop of a join leaves nothing behind, however often it comes. Where rowids
** are asked for, the last calls are remembered, and no more than a part of the cache's size. */
static void call_often(void) {
    sqlite3 *db = host_open(":memory:", false);
    scalar(db, "CREATE TABLE n AS WITH RECURSIVE n(i) AS "
               "(VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 80000) SELECT i FROM n");
    scalar(db, "SELECT gamemap_cache_limit(1 << 20)");
    long long few = peak_of_calls(db, "a.id", 500), many = peak_of_calls(db, "a.id", 20000);
    check(many <= few + 4096, "20,000 calls take %lld bytes, 500 of them %lld", many, few);
    few = peak_of_calls(db, "a.rowid", 40000);
    many = peak_of_calls(db, "a.rowid", 80000);
    check(many <= few + 4096, "rowids of 80,000 calls take %lld bytes, of 40,000 %lld", many, few);
    host_close(db);
}

/* A row that both terms of an OR find comes once, however many calls there are and whether an
** argument is 1 or 1.0: SQLite knows it by its rowid. */
static void call_often_with_or(void) {
    sqlite3 *db = host_open(":memory:", false);
    scalar(db, "CREATE TABLE n AS WITH RECURSIVE n(i) AS "
               "(VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT i FROM n");
    scalar(db, "SELECT gamemap_cache_limit(0)");
    char *sql = sqlite3_mprintf("SELECT count(*) FROM n CROSS JOIN aswm_nearest a "
                                "WHERE src = '%q/trn/v6c.trx' AND at_y = 1 AND at_x = i * 1e-4 OR "
                                "src = '%q/trn/v6c.trx' AND at_y = 1 AND at_x IN (0, i * 1e-4)",
                                folder, folder);
    check(!strcmp(scalar(db, sql), "60000"), "%s: %s", sql, scalar(db, sql));
    sqlite3_free(sql);
    host_close(db);
}

static void use_two_connections(void) {
    sqlite3 *one = host_open(":memory:", false), *other = host_open(":memory:", false);
    for (size_t i = 0; i < queries.count; i++) {
        sqlite3_stmt *statement = NULL;
        sqlite3_prepare_v2(one, queries.items[i].sql, -1, &statement, NULL);
        sqlite3_step(statement);
        Answer answer = ask(other, queries.items[i].sql);
        check(same_answer(&answer, &right[i]), "two connections: %s", queries.items[i].sql);
        sqlite3_finalize(statement);
    }
    host_close(one);
    check_all(other, "the other one closed");
    host_close(other);
}

/* ---- Databases ------------------------------------------------------------------------------- */

static void use_encodings(void) {
    static const char *const encodings[] = {"UTF-16le", "UTF-16be"};
    for (size_t e = 0; e < 2; e++) {
        sqlite3 *db = host_open(":memory:", false);
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA encoding = '%s'", encodings[e]);
        sqlite3_exec(db, sql, NULL, NULL, NULL);
        sqlite3_exec(db, "CREATE TABLE t(a)", NULL, NULL, NULL);
        check_all(db, encodings[e]);
        host_close(db);
    }
}

static void use_shared_cache(void) {
    share_cache(folder);
}

static void use_wal(void) {
    join_while_writing(folder);
}

static int deny_reading(void *context, int action, const char *first, const char *second,
                        const char *database, const char *trigger) {
    (void)context, (void)first, (void)second, (void)database, (void)trigger;
    return action == SQLITE_READ ? SQLITE_DENY : SQLITE_OK;
}

/* Up to 3.39, SQLite uses other words if a table is used for the first time. */
static bool is_refusal(const Answer *answer) {
    return strstr(answer->error, "prohibited") ||
           (sqlite3_libversion_number() < 3040000 &&
            strstr(answer->error, sqlite3_errstr(SQLITE_AUTH)));
}

static void deny(void) {
    sqlite3 *db = host_open(":memory:", false);
    sqlite3_set_authorizer(db, deny_reading, NULL);
    for (size_t i = 0; i < queries.count; i++) {
        Answer answer = ask(db, queries.items[i].sql);
        check(is_refusal(&answer) || same_answer(&answer, &right[i]), "denied: %d %s: %s",
              answer.code, answer.error, queries.items[i].sql);
    }
    Answer answer = ask(db, "SELECT gamemap_picture(0, 0, 1, 'gray', '{\"title\": \"a\"}')");
    check(strstr(answer.error, "the options can't be read: ") != NULL, "%s", answer.error);
    sqlite3_set_authorizer(db, NULL, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    check_all(db, "defensive");
    host_close(db);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* SQLite's own refusals. If it has no space for an error's text, it gives the usual text of the
** code. */
static bool is_limit_failure(const Answer *answer) {
    int kind = answer->code & 0xff;
    return kind == SQLITE_TOOBIG || kind == SQLITE_ERROR || kind == SQLITE_NOMEM ||
           !strcmp(answer->error, sqlite3_errstr(answer->code)) ||
           strstr(answer->error, "too many columns");
}

static void set_limits(void) {
    for (int limit = 0; limit <= SQLITE_LIMIT_WORKER_THREADS; limit++) {
        static const int values[] = {0, 1, 2, 10, 100, 1000};
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            sqlite3 *db = host_open(":memory:", false);
            int before = sqlite3_limit(db, limit, values[v]);
            for (size_t i = 0; i < queries.count; i++) {
                Answer answer = ask(db, queries.items[i].sql);
                check(is_limit_failure(&answer) || same_answer(&answer, &right[i]),
                      "limit %d of %d: %s: %d, %s", limit, values[v], queries.items[i].sql,
                      answer.code, answer.error);
            }
            sqlite3_limit(db, limit, before);
            if (!v || sample_holds("lift", v + 8 * (size_t)limit)) check_all(db, "limit lifted");
            host_close(db);
        }
    }
}

static void limit_memory(void) {
    sqlite3 *db = host_open(":memory:", false);
    sqlite3_int64 used = sqlite3_memory_used();
    for (sqlite3_int64 more = 1; more < 4 << 20; more += more / 3 + 100) {
        sqlite3_hard_heap_limit64(used + more);
        for (size_t i = 0; i < queries.count; i++) {
            Answer answer = ask(db, queries.items[i].sql);
            check((answer.code & 0xff) == SQLITE_NOMEM || same_answer(&answer, &right[i]) ||
                      is_limit_failure(&answer),
                  "%lld bytes of memory: %s: %d, %s", (long long)more, queries.items[i].sql,
                  answer.code, answer.error);
        }
    }
    sqlite3_hard_heap_limit64(0);
    check_all(db, "memory unlimited");
    host_close(db);
}

/* ---- Interrupts ------------------------------------------------------------------------------ */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

typedef struct Interruption {
    sqlite3 *db;
    double after, at; /* after: seconds; at: when it was done */
    atomic_bool begun;
} Interruption;

static int note_begin(void *context) {
    Interruption *interruption = context;
    atomic_store(&interruption->begun, true);
    return 0;
}

static void sleep_for(double seconds) {
    struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
    nanosleep(&time, NULL);
}

/* An interruption before the statement has begun is lost, and the join would never end. While it is
** prepared, short statements run, of fewer than 1,000 steps. */
static void *interrupt(void *context) {
    Interruption *interruption = context;
    while (!atomic_load(&interruption->begun)) sleep_for(0.0001);
    sleep_for(interruption->after);
    interruption->at = now();
    sqlite3_interrupt(interruption->db);
    return NULL;
}

static double worst_latency;

/* A join that never ends. */
static void interrupt_after(sqlite3 *db, const Query *query, double after) {
    char *sql = sqlite3_mprintf("SELECT count(*) FROM gamemap_columns a, gamemap_columns b, "
                                "gamemap_columns c, gamemap_files(%Q) d",
                                query->path);
    Interruption interruption = {.db = db, .after = after};
    pthread_t thread;
    sqlite3_progress_handler(db, 1000, note_begin, &interruption);
    pthread_create(&thread, NULL, interrupt, &interruption);
    Answer answer = ask(db, sql);
    double done = now();
    pthread_join(thread, NULL);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (done - interruption.at > worst_latency) worst_latency = done - interruption.at;
    check(answer.code == SQLITE_INTERRUPT, "%s isn't interrupted: %d", sql, answer.code);
    sqlite3_free(sql);
}

static int stop_at(void *context) {
    int *calls = context;
    return --*calls <= 0;
}

static void interrupt_queries(void) {
    static const double times[] = {0.001, 0.002, 0.005, 0.01, 0.02};
    sqlite3 *db = host_open(":memory:", false);
    for (size_t t = 0; queries.count && t < sizeof times / sizeof *times; t++) {
        interrupt_after(db, &queries.items[t * 7 % queries.count], times[t]);
    }
    printf("interrupted at most %.1f ms late\n", worst_latency * 1e3);
    check(worst_latency < 0.5, "interrupted %.3f s late", worst_latency);
    for (int k = 1; k < 64; k += 1 + k / 4) {
        for (size_t i = 0; i < queries.count; i++) {
            int calls = k;
            sqlite3_progress_handler(db, 3, stop_at, &calls);
            Answer answer = ask(db, queries.items[i].sql);
            check(answer.code == SQLITE_INTERRUPT || same_answer(&answer, &right[i]),
                  "stopped at call %d: %s: %d, %s", k, queries.items[i].sql, answer.code,
                  answer.error);
        }
    }
    sqlite3_progress_handler(db, 0, NULL, NULL);
    check_all(db, "interrupted before");
    host_close(db);
}

static void use_routines(void) {
    check_routines(folder);
}

static void use_seeks(void) {
    check_seeks(folder);
}

/* ---- Threads --------------------------------------------------------------------------------- */

#define THREADS 8

static void *ask_in_thread(void *context) {
    uint64_t *hash = context;
    for (int round = 0; round < 3; round++) {
        sqlite3 *db = host_open(":memory:", false);
        *hash = digest(db, &queries);
        sqlite3_close(db);
    }
    return NULL;
}

static void run_thread(size_t stack, uint64_t *hash, pthread_t *thread) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (stack) pthread_attr_setstacksize(&attributes, stack);
    check(pthread_create(thread, &attributes, ask_in_thread, hash) == 0, "no thread");
    pthread_attr_destroy(&attributes);
}

static void use_threads(void) {
    pthread_t threads[THREADS];
    uint64_t hashes[THREADS];
    sqlite3 *db = host_open(":memory:", false); /* the first load writes SQLite's own pointer */
    uint64_t wanted = right_digest();
    for (int i = 0; i < THREADS; i++) run_thread(0, &hashes[i], &threads[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        check(hashes[i] == wanted, "thread %d has other answers", i);
    }
    host_close(db);
}

#if defined(__SANITIZE_ADDRESS__)
#define SMALL_STACK ((size_t)1 << 20) /* a sanitizer's frames are larger */
#else
#define SMALL_STACK ((size_t)64 << 10)
#endif

static void use_small_stacks(void) {
    pthread_t thread;
    uint64_t hash = 0, wanted = right_digest();
    run_thread(SMALL_STACK, &hash, &thread);
    pthread_join(thread, NULL);
    check(hash == wanted, "a small stack gives other answers");
}

/* ---- Environment ----------------------------------------------------------------------------- */

static void use_locale(const char *name) {
    sqlite3 *db = host_open(":memory:", false);
    check(digest(db, &queries) == right_digest(), "locale %s gives other answers", name);
    host_close(db);
}

static void use_locales(void) {
    right_digest(); /* in this one */
    in_each_locale(use_locale);
}

/* Returns the digest that this program prints when it runs with other memory. */
static void use_memory(const char *perturb) {
    char command[2048], line[64] = "";
    snprintf(command, sizeof command,
             "MALLOC_PERTURB_=%s '%s' --extension '%s' --sample '%s' --digest '%s'", perturb,
             program, host_extension, sample, folder);
    FILE *output = popen(command, "r");
    bool read = output && fgets(line, sizeof line, output);
    if (output) pclose(output);
    check(read && strtoull(line, NULL, 16) == right_digest(), "MALLOC_PERTURB_=%s: %s", perturb,
          line);
}

static void perturb_memory(void) {
#if defined(__SANITIZE_ADDRESS__)
    return; /* this sanitizer fills memory in its own way, whatever the variable says */
#endif
    use_memory("1");
    use_memory("254");
}

/* Where a daemon has closed its standard input, the first file that is opened gets number 0. */
static void close_standard_input(void) {
    int input = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    sqlite3 *db = host_open(":memory:", false);
    check_all(db, "without a standard input");
    host_close(db);
    check(close(STDIN_FILENO) != 0, "a file that was opened as standard input is left open");
    dup2(input, STDIN_FILENO);
    close(input);
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

static void check_examples(sqlite3 *db, const char *list) {
    sqlite3_stmt *examples = NULL;
    sqlite3_prepare_v2(db, list, -1, &examples, NULL);
    while (sqlite3_step(examples) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(examples, 0);
        const char *sql = (const char *)sqlite3_column_text(examples, 1);
        Answer answer = ask(db, sql ? sql : "");
        bool may_be_empty = !strcmp(name, "gamemap_findings") || !strcmp(name, "gamemap_opened");
        check(answer.code == SQLITE_DONE && (answer.rows || may_be_empty),
              "the example of %s gives %llu rows, %d %s: %s", name, (unsigned long long)answer.rows,
              answer.code, answer.error, sql);
    }
    sqlite3_finalize(examples);
}

static void check_words(sqlite3 *db) {
    sqlite3_stmt *names = NULL;
    sqlite3_prepare_v2(db,
                       "SELECT DISTINCT name, documentation FROM gamemap_columns UNION "
                       "SELECT name, documentation FROM gamemap_tables UNION "
                       "SELECT name, documentation FROM gamemap_functions",
                       -1, &names, NULL);
    while (sqlite3_step(names) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(names, 0);
        const char *text = (const char *)sqlite3_column_text(names, 1);
        char *sql = sqlite3_mprintf("SELECT t.%s, %s FROM (SELECT 1 AS %s) t", name, name, name);
        check(ask(db, sql).code == SQLITE_DONE, "%s must be quoted in SQL", name);
        sqlite3_free(sql);
        check(strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789") == strlen(name),
              "%s isn't a plain name", name);
        check(text && strlen(text) > 3 && !strchr(text, '\n'), "%s has no documentation", name);
    }
    sqlite3_finalize(names);
}

static void check_descriptors(void) {
    sqlite3 *db = host_open(":memory:", false);
    /* a format without samples has no examples that can run */
    check_examples(db, "SELECT name, example FROM gamemap_tables WHERE format IS NULL OR format IN "
                       "(SELECT format FROM gamemap_files('samples/**'))");
    check_examples(db, "SELECT name, example FROM gamemap_functions WHERE format IS NULL OR format "
                       "IN (SELECT format FROM gamemap_files('samples/**'))");
    check_words(db);
    host_close(db);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {
    {"descriptors", check_descriptors},
    {"load_twice", load_twice},
    {"load_over_statement", load_over_statement},
    {"load_all_or_nothing", load_all_or_nothing},
    {"close_early", close_early},
    {"reset", reset_statements},
    {"seeks", use_seeks},
    {"own_collation", use_own_collation},
    {"call_often", call_often},
    {"call_often_with_or", call_often_with_or},
    {"two_connections", use_two_connections},
    {"encodings", use_encodings},
    {"shared_cache", use_shared_cache},
    {"wal", use_wal},
    {"deny", deny},
    {"limits", set_limits},
    {"memory", limit_memory},
    {"interrupts", interrupt_queries},
    {"routines", use_routines},
    {"threads", use_threads},
    {"small_stacks", use_small_stacks},
    {"locales", use_locales},
    {"perturb", perturb_memory},
    {"no_input", close_standard_input},
};

static void run_parts(const char *only) {
    sqlite3 *db = host_open(":memory:", false);
    right = calloc(queries.count, sizeof *right);
    if (!right) exit(2);
    for (size_t i = 0; i < queries.count; i++) right[i] = ask(db, queries.items[i].sql);
    host_close(db);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        if (only && strcmp(only, parts[p].name) != 0) continue;
        sqlite3_int64 bytes = sqlite3_memory_used();
        int descriptors = open_descriptors();
        parts[p].run();
        check(sqlite3_memory_used() == bytes, "%s leaves %lld bytes", parts[p].name,
              (long long)(sqlite3_memory_used() - bytes));
        check(open_descriptors() == descriptors, "%s leaves descriptors", parts[p].name);
    }
    free(right);
}

int main(int count, char **arguments) {
    const char *only = NULL;
    bool prints = false, all = false;
    program = arguments[0];
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "--extension") && i + 1 < count) host_extension = arguments[++i];
        else if (!strcmp(arguments[i], "--only") && i + 1 < count) only = arguments[++i];
        else if (!strcmp(arguments[i], "--sample") && i + 1 < count) sample = arguments[++i];
        else if (!strncmp(arguments[i], "--digest", 8)) {
            prints = true;
            all = !strcmp(arguments[i], "--digest-all");
        } else folder = arguments[i];
    }
    if (!host_extension || !folder || !sample_read(sample)) {
        puts("usage: hosts --extension FILE [--only PART | --digest] [--sample SEED/N] FOLDER");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    sqlite3 *db = host_open(":memory:", false);
    list_queries(db, folder, 2, &queries);
    if (!all) keep_smallest(&queries, 1), keep_chosen(&queries, sample_holds);
    host_close(db);
    if (prints) {
        printf("%016llx of %zu queries\n", (unsigned long long)right_digest(), queries.count);
        return 0;
    }
    run_parts(only);
    free_queries(&queries);
    sample_print();
    return finish_checks();
}
