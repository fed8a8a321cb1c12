/* Files that are opened ahead while memory is short: see ahead.h. */
#include "ahead.h"
#include "failing_memory.h"
#include "engine/system/regions.h"

#include <stdatomic.h>

static atomic_long allocations, fail_at; /* fail_at: 0 means that none fails */

static bool is_to_fail(void) {
    long at = fail_at;
    return at && ++allocations % at == 0;
}

void install_memory(void) {
    failing_memory_install(is_to_fail);
}

static bool is_for_want_of_memory(const Answer *answer) {
    return (answer->code & 0xff) == SQLITE_NOMEM || answer->code == SQLITE_ERROR;
}

/* Makes every n-th allocation fail, on whatever thread. */
void fail_memory(void) {
    for (long at = 2; at < 4000; at += 1 + (is_sample ? 2 * at : at / 3)) {
        sqlite3 *db = open_with(3);
        for (size_t i = query_count - 6; i < query_count; i++) {
            fail_at = at;
            Answer answer = ask(db, queries[i]);
            fail_at = 0;
            check(is_for_want_of_memory(&answer) || same_answer(&answer, &right[i]),
                  "each %ldth allocation fails: %s: %d %s", at, queries[i], answer.code,
                  answer.error);
            check_query(db, i, "memory was short");
        }
        host_close(db);
    }
}

void limit_heap(void) {
    sqlite3 *db = open_with(3);
    sqlite3_int64 used = sqlite3_memory_used();
    for (sqlite3_int64 more = 1000; more < 64 << 20; more *= is_sample ? 20 : 3) {
        for (int hard = 0; hard < 2; hard++) {
            if (hard) sqlite3_hard_heap_limit64(used + more);
            else sqlite3_soft_heap_limit64(used + more);
            for (size_t i = query_count - 6; i < query_count; i++) {
                Answer answer = ask(db, queries[i]);
                check((hard && is_for_want_of_memory(&answer)) || same_answer(&answer, &right[i]),
                      "%lld bytes of heap: %s: %d %s", (long long)more, queries[i], answer.code,
                      answer.error);
            }
            sqlite3_hard_heap_limit64(0);
            sqlite3_soft_heap_limit64(0);
        }
    }
    host_close(db);
}

/* The memory held, ahead or not, stays within the cache's budget plus the files in use. Scans of
** several sources have several of these, and small files that are opened ahead hold whole regions
** in which large ones lay. */
void limit_cache(void) {
    static const long limits[] = {0, 1, 50000, 200000, 1000000, 4000000};
    for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
        sqlite3_int64 most[2][2] = {{0}};
        for (int threads = 0; threads < 2; threads++) {
            sqlite3 *db = open_with(4 * threads);
            char *sql = sqlite3_mprintf("SELECT gamemap_cache_limit(%ld)", limits[l]);
            ask(db, sql);
            sqlite3_free(sql);
            sqlite3_int64 used = sqlite3_memory_used();
            for (size_t i = 0; i < query_count; i += 11) {
                sqlite3_int64 *held = &most[i + QUERIES_OF_SEVERAL >= query_count][threads];
                sqlite3_memory_highwater(1);
                check_query(db, i, "a small cache");
                sqlite3_int64 now = sqlite3_memory_highwater(1) - used;
                if (*held < now) *held = now;
            }
            host_close(db);
        }
        for (int several = 0; several < 2; several++) {
            sqlite3_int64 more = 600000; /* SQLite's own caches, and the threads' list of files */
            if (several) more += limits[l] + (sqlite3_int64)REGIONS_KEPT;
            check(most[several][1] <= most[several][0] + more,
                  "a cache of %ld bytes: %lld bytes in all, %lld with threads", limits[l],
                  (long long)most[several][0], (long long)most[several][1]);
        }
    }
}
