/*
** Everything that can go wrong, at once and at random.
**
**     storm --extension FILE [--seed TEXT] [--seconds N] FOLDER
**
** Three threads, each with a connection, ask random queries about files below FOLDER (the fixtures),
** while allocations and system calls fail, statements are interrupted, the cache's limit jumps and
** files are replaced by others, cut or deleted. One seed chooses all of it, except how the threads
** meet. Each answer must be that of one version of the file, or a failure of a kind that was caused
** just then. When the storm is over, all connections must answer rightly again, and nothing may be
** left behind.
*/
#include "../hosts/queries.h"
#include "../runner/system.h"
#include "../sample/sample.h"
#include "failing_memory.h"
#include "interpose.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define THREADS     3
#define SLOTS       12     /* files that change */
#define SLOT_ASKED  24     /* queries on each of them */
#define STILL_ASKED 400    /* queries on files that don't change */
#define SIZE_MOST   100000 /* bytes of a file */

/* ---- Random numbers -------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) {
    *state = sample_mix(*state, 0x9e3779b97f4a7c15u);
    return *state >> 11;
}

static size_t below(uint64_t *state, size_t limit) {
    return (size_t)(next_random(state) % limit);
}

/* ---- SQLite's memory, failing on demand ------------------------------------------------------ */

static _Thread_local int64_t allocations_left = -1; /* until one fails; negative: none will */
static _Thread_local bool all_fail;                 /* those after it, too */
static _Atomic uint64_t allocations_failed;

static bool memory_fails(void) {
    if (allocations_left < 0 || allocations_left-- > 0) return false;
    if (all_fail) allocations_left = 0;
    allocations_failed++;
    return true;
}

/* ---- Files that change ----------------------------------------------------------------------- */

/* What a slot's file is: one sound file, another one of its format, the half of the first, none. */
typedef enum Version { SOUND, OTHER, HALF, NONE, VERSIONS } Version;

typedef struct Content {
    char *bytes;
    size_t size;
} Content;

typedef struct Slot {
    char path[400];
    Content contents[VERSIONS];
    Queries queries;
    Answer (*right)[VERSIONS]; /* of each query */
} Slot;

static Slot slots[SLOTS];
static size_t slot_count;
static char scratch[256];
static Queries still;
static Answer *still_right;

static Content read_content(const char *path) {
    Content content = {0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(2);
    content.size = (size_t)ftell(file);
    rewind(file);
    content.bytes = malloc(content.size + 1);
    if (!content.bytes || fread(content.bytes, 1, content.size, file) != content.size) exit(2);
    fclose(file);
    return content;
}

/* Puts a version in the file's place at once, so that nobody sees half of it. */
static void put_version(const Slot *slot, Version version, size_t by) {
    if (version == NONE) {
        unlink(slot->path);
        return;
    }
    char fresh[sizeof scratch + 40];
    snprintf(fresh, sizeof fresh, "%s/fresh%zu", scratch, by);
    FILE *file = fopen(fresh, "wb");
    const Content *content = &slot->contents[version];
    if (!file || fwrite(content->bytes, 1, content->size, file) != content->size) exit(2);
    if (fclose(file) || rename(fresh, slot->path)) exit(2);
}

/* Makes a slot of two files, and asks for the right answers about each version. */
static void make_slot(sqlite3 *db, const char *sound, const char *other, uint64_t *random) {
    Slot *slot = &slots[slot_count];
    const char *name = strrchr(sound, '/');
    snprintf(slot->path, sizeof slot->path, "%s/slot%zu", scratch, slot_count);
    if (mkdir(slot->path, 0777)) exit(2); /* of its own: some tables look at what lies beside */
    snprintf(slot->path, sizeof slot->path, "%s/slot%zu%s", scratch, slot_count, name);
    slot->contents[SOUND] = read_content(sound);
    slot->contents[OTHER] = read_content(other);
    slot->contents[HALF] = (Content){slot->contents[SOUND].bytes, slot->contents[SOUND].size / 2};
    put_version(slot, SOUND, 0);
    list_queries_of(db, slot->path, 1, &slot->queries);
    Query *queries = slot->queries.items;
    size_t kept = slot->queries.count < SLOT_ASKED ? slot->queries.count : SLOT_ASKED;
    for (size_t i = 0; i < kept; i++) { /* a random choice comes first */
        size_t chosen = i + below(random, slot->queries.count - i);
        Query swapped = queries[i];
        queries[i] = queries[chosen];
        queries[chosen] = swapped;
    }
    slot->right = calloc(kept + 1, sizeof *slot->right);
    if (!slot->right) exit(2);
    for (Version v = 0; v < VERSIONS; v++) {
        put_version(slot, v, 0);
        for (size_t q = 0; q < kept; q++) slot->right[q][v] = ask(db, queries[q].sql);
    }
    while (slot->queries.count > kept) {
        Query *last = &queries[--slot->queries.count];
        free(last->sql), free(last->name), free(last->path), free(last->format);
    }
    put_version(slot, SOUND, 0);
    slot_count++;
}

/* Makes slots of random small files of the fixtures, and chooses queries on files that stay. */
static void make_queries(sqlite3 *db, const char *folder, uint64_t *random) {
    Queries all = {0};
    list_queries(db, folder, 1, &all);
    for (int tries = 0; slot_count < SLOTS && tries < 10000; tries++) {
        const Query *one = &all.items[below(random, all.count)];
        const Query *two = &all.items[below(random, all.count)];
        bool fits = one->format && two->format && one->is_readable && one->size < SIZE_MOST &&
                    two->size < SIZE_MOST && strcmp(one->path, two->path) != 0 &&
                    !strcmp(one->format, two->format);
        if (fits) make_slot(db, one->path, two->path, random);
    }
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++) {
        Query *query = &all.items[i];
        bool is_kept = query->size < SIZE_MOST && !strstr(query->sql, "'skip'") &&
                       below(random, all.count) < STILL_ASKED;
        if (is_kept) all.items[kept++] = *query;
        else free(query->sql), free(query->name), free(query->path), free(query->format);
    }
    all.count = kept;
    still = all;
    still_right = calloc(kept + 1, sizeof *still_right);
    if (!still_right) exit(2);
    for (size_t i = 0; i < kept; i++) still_right[i] = ask(db, still.items[i].sql);
}

/* ---- The storm ------------------------------------------------------------------------------- */

typedef struct Worker {
    size_t number;
    sqlite3 *db;
    uint64_t random;
    pthread_t thread;
    _Atomic uint64_t interrupts; /* twice those that were sent to it; odd: one is being sent */
    uint64_t asked, failed;
} Worker;

static Worker workers[THREADS];
static atomic_bool done;
static _Atomic uint64_t troubles;     /* times that system calls began to fail, or a file changed */
static _Atomic int failing, changing; /* threads that let system calls fail, or change a file */
static pthread_mutex_t checking = PTHREAD_MUTEX_INITIALIZER, arming = PTHREAD_MUTEX_INITIALIZER;

static void set_limit(Worker *worker) {
    static const char *const limits[] = {"0", "65536", "1048576", "33554432"};
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT gamemap_cache_limit(%s), gamemap_threads(%zu)",
             limits[below(&worker->random, 4)], below(&worker->random, 3));
    sqlite3_exec(worker->db, sql, NULL, NULL, NULL);
}

static void begin_system_failures(Worker *worker) {
    static const int errors[] = {EIO, EMFILE, EACCES, ESTALE};
    pthread_mutex_lock(&arming);
    failing++;
    troubles++;
    interposed.error = errors[below(&worker->random, 4)];
    interposed.fail_on = below(&worker->random, 2);
    interposed.fail_at = interposed.calls + 1 + below(&worker->random, 12);
    interposed.armed = true;
    pthread_mutex_unlock(&arming);
}

static void end_system_failures(void) {
    pthread_mutex_lock(&arming);
    if (failing == 1) interposed.armed = false;
    failing--;
    pthread_mutex_unlock(&arming);
}

/* Tells whether an answer that isn't right is a failure that was caused while it was made. Of the
** folders that couldn't be listed, `unlisted` came before it. */
static bool is_caused(const Answer *answer, bool starved, bool interrupted, bool troubled,
                      uint64_t unlisted) {
    int kind = answer->code & 0xff;
    /* SQLite has only the usual text of the code, or its own, where it can't keep a message */
    bool no_table = strstr(answer->error, "vtable constructor failed");
    bool is_memory = kind == SQLITE_NOMEM || !strcmp(answer->error, sqlite3_errstr(answer->code));
    if ((is_memory || no_table) && starved) return true;
    /* a statement that is interrupted while it is prepared has a code that says less, and so has
     * json_each, which declares its columns then */
    if (kind == SQLITE_INTERRUPT || !strcmp(answer->error, "interrupted")) return interrupted;
    if (no_table && interrupted) return true;
    if (!troubled) return false;
    /* where a folder may not be listed, no file finds those that it names, which is no failure */
    if (kind == SQLITE_DONE) return answer->tells_of_failure || interposed.unlisted != unlisted;
    return (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && is_system_failure(answer->error);
}

/* Asks a random query, in whatever trouble the thread's random numbers choose. */
static void ask_once(Worker *worker) {
    uint64_t *random = &worker->random;
    const char *sql;
    const Answer *right;
    size_t rights;
    if (slot_count && below(random, 2)) {
        const Slot *slot = &slots[below(random, slot_count)];
        size_t q = below(random, slot->queries.count);
        sql = slot->queries.items[q].sql;
        right = slot->right[q];
        rights = VERSIONS;
        if (below(random, 3) == 0) {
            changing++;
            put_version(slot, (Version)below(random, VERSIONS), worker->number);
            troubles++;
            changing--;
        }
    } else {
        size_t q = below(random, still.count);
        sql = still.items[q].sql;
        right = &still_right[q];
        rights = 1;
    }
    if (below(random, 20) == 0) set_limit(worker);
    bool starves = below(random, 4) == 0, breaks = below(random, 4) == 0;
    uint64_t interrupts = worker->interrupts, before = troubles;
    uint64_t unlisted = interposed.unlisted;
    bool troubled = failing > 0 || changing > 0;
    if (breaks) begin_system_failures(worker);
    all_fail = below(random, 2);
    allocations_left = starves ? (int64_t)below(random, below(random, 2) ? 12 : 400) : -1;
    Answer answer = ask(worker->db, sql);
    allocations_left = -1;
    if (breaks) end_system_failures();
    troubled = troubled || breaks || changing > 0 || troubles != before;
    bool interrupted = interrupts % 2 || worker->interrupts != interrupts;
    bool good = is_caused(&answer, starves, interrupted, troubled, unlisted);
    for (size_t i = 0; i < rights; i++) good = good || same_answer(&answer, &right[i]);
    worker->asked++;
    worker->failed += answer.code != SQLITE_DONE;
    pthread_mutex_lock(&checking);
    check(good, "%s gives %d, %" PRIu64 " rows, %s%s%s%s", sql, answer.code, answer.rows,
          answer.error, starves ? " [without memory]" : "", troubled ? " [in trouble]" : "",
          rights > 1 ? " [of a file that changes]" : "");
    pthread_mutex_unlock(&checking);
}

static void *work(void *context) {
    Worker *worker = context;
    while (!done) ask_once(worker);
    return NULL;
}

static void storm(int seconds) {
    uint64_t random = sample_seed(THREADS);
    time_t end = time(NULL) + seconds;
    for (size_t i = 0; i < THREADS; i++) {
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) exit(2);
    }
    while (time(NULL) < end) {
        struct timespec pause = {.tv_nsec = 1000 * (long)below(&random, 3000)};
        nanosleep(&pause, NULL);
        Worker *worker = &workers[below(&random, THREADS)];
        worker->interrupts++;
        sqlite3_interrupt(worker->db);
        worker->interrupts++;
    }
    done = true;
    for (size_t i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
}

/* Everything is well again: each connection gives the right answers. */
static void calm(void) {
    for (size_t s = 0; s < slot_count; s++) put_version(&slots[s], OTHER, 0);
    for (size_t w = 0; w < THREADS; w++) {
        for (size_t s = 0; s < slot_count; s++) {
            for (size_t q = 0; q < slots[s].queries.count; q++) {
                Answer answer = ask(workers[w].db, slots[s].queries.items[q].sql);
                check(same_answer(&answer, &slots[s].right[q][OTHER]), "after it %s gives %d %s",
                      slots[s].queries.items[q].sql, answer.code, answer.error);
            }
        }
        for (size_t q = 0; q < still.count; q++) {
            Answer answer = ask(workers[w].db, still.items[q].sql);
            check(same_answer(&answer, &still_right[q]), "after it %s gives %d %s",
                  still.items[q].sql, answer.code, answer.error);
        }
    }
}

int main(int count, char **arguments) {
    const char *folder = NULL;
    char sample[80] = "storm/1";
    int seconds = 5;
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "--extension") && i + 1 < count) host_extension = arguments[++i];
        else if (!strcmp(arguments[i], "--seconds") && i + 1 < count)
            seconds = atoi(arguments[++i]);
        else if (!strcmp(arguments[i], "--seed") && i + 1 < count)
            snprintf(sample, sizeof sample, "%.70s/1", arguments[++i]);
        else folder = arguments[i];
    }
    if (!host_extension || !folder || !sample_read(sample)) {
        fprintf(stderr, "usage: storm --extension FILE [--seed TEXT] [--seconds N] FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    failing_memory_install(memory_fails);
    sqlite3_initialize();
    if (!make_folder(NULL, scratch, sizeof scratch)) return 2;
    sqlite3 *db = host_open(":memory:", false); /* keeps the library loaded */
    uint64_t random = sample_seed(0);
    make_queries(db, folder, &random);
    int descriptors = open_descriptors();
    for (size_t i = 0; i < THREADS; i++) {
        workers[i].number = i;
        workers[i].random = sample_seed(i + 1);
        workers[i].db = host_open(":memory:", false);
    }
    storm(seconds);
    calm();
    for (size_t i = 0; i < THREADS; i++) {
        printf("thread %zu: %" PRIu64 " queries, %" PRIu64 " failed, %" PRIu64 " interrupts\n", i,
               workers[i].asked, workers[i].failed, (uint64_t)workers[i].interrupts / 2);
        host_close(workers[i].db);
    }
    check(open_descriptors() == descriptors, "descriptors are left open");
    host_close(db);
    check(sqlite3_memory_used() == 0, "%lld bytes are left", (long long)sqlite3_memory_used());
    printf("%" PRIu64 " allocations and %" PRIu64 " system calls failed, seed %s\n",
           (uint64_t)allocations_failed, interposed.failures, sample);
    remove_folder(scratch);
    return finish_checks();
}
