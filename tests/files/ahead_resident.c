/* The memory that the process really has during a scan, and after it: see ahead.h. */
#include "ahead.h"
#include "../runner/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_MEMORY_OF_ITS_OWN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_MEMORY_OF_ITS_OWN
#endif
#endif

#if defined(__linux__) && !defined(HAS_MEMORY_OF_ITS_OWN)

enum { FILES = 100, TILES = 300, LIMIT = 48 << 20, ALLOWED = 64 << 20, KEPT = 32 << 20 };
#define FILE_BYTES (20L * TILES * TILES)

static const long long none = -1;

/* Returns a number of bytes from /proc/self/statm: what the process has in memory now. */
static long long resident_now(void) {
    long long pages = none, resident = none;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lld %lld", &pages, &resident) != 2) resident = none;
    if (file) fclose(file);
    return resident == none ? none : resident * sysconf(_SC_PAGESIZE);
}

static long long resident_most(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024LL * usage.ru_maxrss;
}

/* What a child process finds out: a scan of files of 180 MB with a cache of 48 MiB. */
static int scan_in_child(const char *folder, int threads) {
    sqlite3 *db = open_with(threads);
    char *limit = sqlite3_mprintf("SELECT gamemap_cache_limit(%d)", LIMIT);
    char *scan = sqlite3_mprintf("SELECT sum(id) FROM gat_tiles('%q/*.gat')", folder);
    ask(db, limit);
    long long before = resident_now(), used = sqlite3_memory_used();
    sqlite3_memory_highwater(1);
    int wrong = ask(db, scan).code != SQLITE_DONE;
    if (resident_most() - before > LIMIT + ALLOWED + FILE_BYTES) wrong |= 2;
    if (sqlite3_memory_highwater(0) - used > LIMIT + ALLOWED + FILE_BYTES) wrong |= 4;
    ask(db, "SELECT gamemap_cache_limit(0)");
    if (resident_now() - before > KEPT) wrong |= 8;
    sqlite3_free(limit);
    sqlite3_free(scan);
    host_close(db);
    if (sqlite3_memory_used() > used) wrong |= 16;
    return wrong;
}

/* A process has no more memory than the cache's limit, 64 MiB and what one file needs, whether it
** asks the system or SQLite, and gives it back. */
void limit_resident(void) {
    static const int threads[] = {0, 1, 2, 8};
    char folder[] = "/tmp/gamemap-resident-XXXXXX", path[80];
    check(mkdtemp(folder) != NULL, "no folder");
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%d.gat", folder, i);
        write_gat(path, TILES);
    }
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        int status = 0;
        fflush(NULL);
        pid_t child = fork();
        if (!child) _exit(scan_in_child(folder, threads[i]));
        check(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status), "no child");
        int wrong = WEXITSTATUS(status);
        check(!(wrong & 1), "%d threads: the scan fails", threads[i]);
        check(!(wrong & 2), "%d threads: the process had more memory", threads[i]);
        check(!(wrong & 4), "%d threads: SQLite gave more memory", threads[i]);
        check(!(wrong & 8), "%d threads: memory isn't given back", threads[i]);
        check(!(wrong & 16), "%d threads: memory is left behind", threads[i]);
    }
    remove_folder(folder);
}

#else

void limit_resident(void) {}

#endif
