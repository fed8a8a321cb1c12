/*
** Watches what the extension does to the file system.
**
**     live --extension FILE FOLDER
**
** Every table and function is queried about files below FOLDER (the fixtures) while its system
** calls are watched: only the named file may be opened, and only for reading. Then the same about
** files that another thread keeps overwriting, truncating, replacing and deleting, in folders that
** don't say which of their names are folders, when there are no descriptors left, and when the first
** descriptor is 0.
*/
#include "../hosts/queries.h"
#include "../runner/system.h"
#include "interpose.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static Queries queries;

/* ---- Calls that are seen --------------------------------------------------------------------- */

static const Query *current;
static long calls_seen, opened;

/* A KEY names files below its folder, but not in their exact case; some tables compare a file with
** those in its folder, or complete it from them. */
static bool has_sisters(void) {
    static const char *const tables[] = {
        "\"gamemap_findings\"", "\"gat_tiles\"",    "nwn_area_",        "\"nwn_walk_hits\"",
        "\"rsw_glb\"",          "\"rsm_glb\"",      "\"gnd_glb\"",      "\"mdl_glb\"",
        "\"trn_glb\"",          "\"gnd_textures\"", "\"rsm_textures\"", "gamemap_textures("};
    const char *dot = strrchr(current->path, '.');
    bool found = dot && !strcmp(dot, ".key");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        found = found || strstr(current->sql, tables[i]);
    }
    return found;
}

/* Accepts the named file, its neighbour with another extension, files below the folder of sisters,
** and a list of files: a file may have such a name. The textures of what lies below model/ lie
** beside that. */
static bool belongs(const char *path) {
    if (!strcmp(current->name, "a list of files") && path[0] == '{') return true;
    const char *slash = strrchr(current->path, '/'), *models = strstr(current->path, "/model/");
    if (models) slash = models;
    if (has_sisters() && slash && !strstr(path, "..")) {
        return !strncmp(path, current->path, (size_t)(slash - current->path));
    }
    const char *dot = strrchr(current->path, '.');
    size_t stem = dot ? (size_t)(dot - current->path) : strlen(current->path);
    return !strcmp(path, current->path) || !strncmp(path, current->path, stem + (dot != NULL));
}

static void see(SystemCall call, const char *path, int flags) {
    calls_seen++;
    if (call == CALL_OPEN) {
        opened++;
        check(flags == (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
              "%s opens %s with flags 0x%x", current->sql, path, (unsigned)flags);
    }
    check((call != CALL_OPENDIR && call != CALL_READDIR) || has_sisters(), "%s reads a folder",
          current->sql);
    if (path) check(belongs(path), "%s looks at %s", current->sql, path);
}

static void watch_queries(void) {
    sqlite3 *db = host_open(":memory:", false);
    /* the cache's limit goes by the control group, whose files are read once */
    sqlite3_exec(db, "SELECT gamemap_cache_limit()", NULL, NULL, NULL);
    interposed = (Interposed){.seen = see};
    for (size_t i = 0; i < queries.count; i++) {
        current = &queries.items[i];
        interposed.armed = true;
        ask(db, current->sql);
        interposed.armed = false;
    }
    host_close(db);
    printf("%ld system calls seen, %ld files opened\n", calls_seen, opened);
    check(opened > 0, "no file was opened");
}

/* Without access to files, there must be no system call at all, whatever the query is. */
static void see_nothing(SystemCall call, const char *path, int flags) {
    (void)call, (void)flags;
    check(false, "without access to files %s looks at %s", current->sql, path ? path : "a file");
}

static void watch_nofs(void) {
    sqlite3 *db = host_open(":memory:", true);
    interposed = (Interposed){.seen = see_nothing};
    for (size_t i = 0; i < queries.count; i++) {
        current = &queries.items[i];
        interposed.armed = true;
        Answer answer = ask(db, current->sql);
        interposed.armed = false;
        check((answer.code & 0xff) == SQLITE_CANTOPEN || answer.tells_of_failure ||
                  strstr(answer.error, "without access to files"),
              "without access to files %s gives %d %s", current->sql, answer.code, answer.error);
    }
    host_close(db);
}

/* ---- Folders that don't tell what is in them ------------------------------------------------- */

static void hide_types(const char *fixtures) {
    static const char *const patterns[] = {"**", "*/v*", "**/v17*", "zip/usual.zip/*/*", "*.gnd"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        char *sql = sqlite3_mprintf("SELECT file, format FROM gamemap_files('%q/%q')", fixtures,
                                    patterns[i]);
        sqlite3 *db = host_open(":memory:", false), *other = host_open(":memory:", false);
        Answer right = ask(db, sql);
        interposed = (Interposed){.armed = true, .untyped = true};
        Answer answer = ask(other, sql);
        interposed.armed = false;
        check(same_answer(&answer, &right), "%s gives other rows without types: %llu for %llu", sql,
              (unsigned long long)answer.rows, (unsigned long long)right.rows);
        host_close(db);
        host_close(other);
        sqlite3_free(sql);
    }
}

/* ---- Entries that follow each other ---------------------------------------------------------- */

static long reads_seen;

static void count_reads(SystemCall call, const char *path, int flags) {
    (void)path, (void)flags;
    reads_seen += call == CALL_READ;
}

/* What is read in the order in which it lies is read many ranges at once: this archive has two
** tables, and five entries behind them. */
static void read_together(const char *fixtures) {
    char *sql =
        sqlite3_mprintf("SELECT data FROM archive_entries('%q/erf/duplicates.hak')", fixtures);
    sqlite3 *db = host_open(":memory:", false);
    interposed = (Interposed){.armed = true, .seen = count_reads};
    Answer answer = ask(db, sql);
    interposed.armed = false;
    check(answer.code == SQLITE_DONE && answer.rows == 5, "%s gives %llu rows, %s", sql,
          (unsigned long long)answer.rows, answer.error);
    check(reads_seen < 5, "%ld reads for 5 entries", reads_seen);
    host_close(db);
    sqlite3_free(sql);
}

/* A KEY and its BIFs that nobody has changed are looked at again, but not read again. */
static void read_key_once(const char *fixtures) {
    char *sql =
        sqlite3_mprintf("SELECT name, size FROM archive_entries('%q/key/v1/chitin.key')", fixtures);
    sqlite3 *db = host_open(":memory:", false);
    interposed = (Interposed){.armed = true, .older = 60, .seen = count_reads};
    Answer first = ask(db, sql);
    reads_seen = 0;
    Answer again = ask(db, sql);
    interposed.armed = false;
    check(first.rows == 4 && same_answer(&again, &first), "%s gives %llu rows", sql,
          (unsigned long long)again.rows);
    check(reads_seen == 0, "%ld reads of a KEY that is known", reads_seen);
    host_close(db);
    sqlite3_free(sql);
}

/* ---- No descriptor left ---------------------------------------------------------------------- */

static void exhaust_descriptors(void) {
    struct rlimit before, none;
    sqlite3 *db = host_open(":memory:", false);
    Answer *right = calloc(queries.count, sizeof *right);
    if (!right) exit(2);
    for (size_t i = 0; i < queries.count; i++) right[i] = ask(db, queries.items[i].sql);
    host_close(db);
    db = host_open(":memory:", false);
    ask(db, "SELECT * FROM gamemap_files('.')"); /* by then, SQLite's own files are open */
    getrlimit(RLIMIT_NOFILE, &before);
    int descriptors = open_descriptors();
    none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < queries.count; i++) {
            Answer answer = ask(db, queries.items[i].sql);
            bool told = (answer.code & 0xff) == SQLITE_CANTOPEN &&
                        strstr(answer.error, "too many open files");
            check(told || answer.tells_of_failure || same_answer(&answer, &right[i]),
                  "without descriptors %s gives %d %s", queries.items[i].sql, answer.code,
                  answer.error);
        }
    }
    setrlimit(RLIMIT_NOFILE, &before);
    check(open_descriptors() == descriptors, "descriptors are left open");
    for (size_t i = 0; i < queries.count; i++) {
        Answer answer = ask(db, queries.items[i].sql);
        check(same_answer(&answer, &right[i]), "with descriptors again %s gives %d %s",
              queries.items[i].sql, answer.code, answer.error);
    }
    free(right);
    host_close(db);
}

/* A process without a standard input, as daemons are, opens its first file with descriptor 0. */
static void use_descriptor_0(void) {
    for (size_t i = 0; i < queries.count; i++) {
        sqlite3 *db = host_open(":memory:", false);
        Answer right = ask(db, queries.items[i].sql);
        host_close(db);
        db = host_open(":memory:", false);
        int input = dup(STDIN_FILENO);
        close(STDIN_FILENO);
        Answer answer = ask(db, queries.items[i].sql);
        check(same_answer(&answer, &right), "with descriptor 0 %s gives %d %s",
              queries.items[i].sql, answer.code, answer.error);
        host_close(db);
        check(fcntl(STDIN_FILENO, F_GETFD) < 0, "%s leaves descriptor 0 open",
              queries.items[i].sql);
        dup2(input, STDIN_FILENO);
        close(input);
    }
}

/* ---- A file that another thread changes ------------------------------------------------------ */

#define VERSIONS 2
#define SECONDS  0.4

typedef struct Content {
    char *bytes;
    size_t size;
} Content;

static Content versions[VERSIONS];
static char live_path[512], other_path[520];
static atomic_bool done;
static atomic_long changes;

static Content read_content(const char *path) {
    Content content = {0};
    FILE *file = fopen(path, "rb");
    if (!file) return content;
    fseek(file, 0, SEEK_END);
    content.size = (size_t)ftell(file);
    rewind(file);
    content.bytes = malloc(content.size + 1);
    if (content.bytes && fread(content.bytes, 1, content.size, file) != content.size) exit(2);
    fclose(file);
    return content;
}

static void write_content(const char *path, const Content *content, size_t portion) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    for (size_t at = 0; descriptor >= 0 && at < content->size; at += portion) {
        size_t size = content->size - at < portion ? content->size - at : portion;
        if (write(descriptor, content->bytes + at, size) < 0) break;
    }
    if (descriptor >= 0 && ftruncate(descriptor, (off_t)content->size)) exit(2);
    if (descriptor >= 0) close(descriptor);
}

static void *change_file(void *context) {
    unsigned round = 0;
    (void)context;
    while (!done) {
        const Content *content = &versions[round / 3 % VERSIONS];
        switch (round++ % 5) {
        case 0: write_content(live_path, content, 64); break;
        case 1:
            if (truncate(live_path, (off_t)(content->size / 2))) continue;
            break;
        case 2:
            write_content(other_path, content, content->size);
            rename(other_path, live_path);
            break;
        case 3: unlink(live_path); break;
        default: write_content(live_path, content, content->size);
        }
        changes++;
        struct timespec pause = {.tv_nsec = 20000};
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Answers are those of one of the versions, or failures; a truncated file may look like another
** format. */
static void ask_of_live(const char *format) {
    const char *tables[40] = {0};
    int count = 0;
    sqlite3 *db = host_open(":memory:", false);
    for (size_t i = 0; i < queries.count && count < 40; i++) {
        bool ours = queries.items[i].format && !strcmp(queries.items[i].format, format);
        if (ours && queries.items[i].is_readable && queries.items[i].is_table) {
            tables[count++] = queries.items[i].name;
        }
    }
    long asked = 0, failed = 0;
    for (double end = now() + SECONDS; now() < end && count;) {
        char *sql = sqlite3_mprintf("SELECT * FROM \"%w\"(%Q) a, \"%w\"(a.source) b LIMIT 100",
                                    tables[asked % count], live_path,
                                    tables[(asked / count + asked) % count]);
        Answer answer = ask(db, sql);
        int kind = answer.code & 0xff;
        bool documented = kind == SQLITE_DONE || kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR ||
                          kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_ERROR;
        check(documented && (answer.code == SQLITE_DONE || *answer.error), "%s gives %d %s", sql,
              answer.code, answer.error);
        failed += answer.code != SQLITE_DONE;
        asked++;
        sqlite3_free(sql);
    }
    host_close(db);
    printf("%s: %ld queries of a file that changed %ld times, %ld of them failed\n", format, asked,
           (long)changes, failed);
}

/* Two sound files of one format alternate under one name. */
static void change_under_queries(const char *folder, const char *format) {
    const char *paths[VERSIONS] = {0};
    int found = 0;
    for (size_t i = 0; i < queries.count && found < VERSIONS; i++) {
        const Query *query = &queries.items[i];
        if (!query->is_readable || !query->format || strcmp(query->format, format) != 0) continue;
        if (found && !strcmp(paths[found - 1], query->path)) continue;
        paths[found++] = query->path;
    }
    if (!found) return;
    for (int i = 0; i < VERSIONS; i++) versions[i] = read_content(paths[i < found ? i : 0]);
    const char *dot = strrchr(paths[0], '.');
    snprintf(live_path, sizeof live_path, "%s/live%s", folder, dot ? dot : "");
    snprintf(other_path, sizeof other_path, "%s.new", live_path);
    pthread_t thread;
    done = false;
    changes = 0;
    pthread_create(&thread, NULL, change_file, NULL);
    ask_of_live(format);
    done = true;
    pthread_join(thread, NULL);
    unlink(live_path);
    unlink(other_path);
    for (int i = 0; i < VERSIONS; i++) free(versions[i].bytes);
}

/* ---- An archive that another thread replaces ------------------------------------------------- */

static void *replace_file(void *context) {
    (void)context;
    for (unsigned round = 0; !done; round++) {
        const Content *content = &versions[round % VERSIONS];
        write_content(other_path, content, content->size);
        rename(other_path, live_path);
        changes++;
        struct timespec pause = {.tv_nsec = 200000};
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static bool is_failure(const Answer *answer) {
    bool changed = strstr(answer->error, "changed") || strstr(answer->error, "no such file");
    return answer->tells_of_failure || (answer->code != SQLITE_DONE && changed);
}

/* An archive is read in ranges while a query runs. The rows are all of one version, or there is an
** error that says that the file changed. Each query may see another version. */
static void replace_archive(const char *folder, const char *fixtures, const char *one,
                            const char *other) {
    static const char *const asked[] = {
        "SELECT name, size, method, data FROM archive_entries(%Q)",
        "SELECT e.name, e.data FROM archive_entries(%Q) e JOIN archive_files(e.source)",
        ("SELECT e.name, x.data FROM archive_entries(%Q) e JOIN archive_entries(e.source) x "
         "ON x.id = e.id"),
        "SELECT format, size, error FROM gamemap_files(%Q || '/**')",
    };
    enum { ASKED = sizeof asked / sizeof *asked };
    const char *const names[VERSIONS] = {one, other};
    Answer right[VERSIONS][ASKED];
    sqlite3 *db = host_open(":memory:", false);
    char path[512];
    long count = 0, failed = 0;
    for (int v = 0; v < VERSIONS; v++) {
        snprintf(path, sizeof path, "%s/%s", fixtures, names[v]);
        versions[v] = read_content(path);
        for (int q = 0; q < ASKED; q++) {
            char *sql = sqlite3_mprintf(asked[q], path);
            right[v][q] = ask(db, sql);
            sqlite3_free(sql);
        }
    }
    snprintf(live_path, sizeof live_path, "%s/live.archive", folder);
    snprintf(other_path, sizeof other_path, "%s.new", live_path);
    write_content(live_path, &versions[0], versions[0].size);
    pthread_t thread;
    done = false;
    changes = 0;
    pthread_create(&thread, NULL, replace_file, NULL);
    for (double end = now() + SECONDS; now() < end; count++) {
        int q = (int)(count % ASKED);
        char *sql = sqlite3_mprintf(asked[q], live_path);
        Answer answer = ask(db, sql);
        bool told = is_failure(&answer);
        for (int v = 0; v < VERSIONS; v++) told |= same_answer(&answer, &right[v][q]);
        check(told, "%s gives %d, %llu rows, which is no version's: %s", sql, answer.code,
              (unsigned long long)answer.rows, answer.error);
        failed += answer.code != SQLITE_DONE;
        sqlite3_free(sql);
    }
    done = true;
    pthread_join(thread, NULL);
    printf("%s: %ld queries of an archive that was replaced %ld times, %ld of them failed\n", one,
           count, (long)changes, failed);
    host_close(db);
    unlink(live_path);
    unlink(other_path);
    for (int v = 0; v < VERSIONS; v++) free(versions[v].bytes);
}

/* ---- A pair whose second file changes -------------------------------------------------------- */

static void check_pair(sqlite3 *db, const char *sql, const char *when) {
    sqlite3 *fresh = host_open(":memory:", false);
    interposed = (Interposed){.armed = true, .older = 60}; /* so that the cache trusts it */
    Answer answer = ask(db, sql), right = ask(fresh, sql);
    interposed.armed = false;
    check(same_answer(&answer, &right), "%s, %s, isn't what a new connection answers", sql, when);
    host_close(fresh);
}

/* The first file stays unchanged; the second one must not get the first one's document. */
static void change_second(const char *folder) {
    static const char *const tables[] = {"gamemap_files", "gamemap_findings", "vgeo_files"};
    const char *index = NULL;
    for (size_t i = 0; i < queries.count && !index; i++) {
        bool pair = queries.items[i].is_readable && strstr(queries.items[i].path, ".vgeo_idx");
        if (pair) index = queries.items[i].path;
    }
    check(index != NULL, "no pair of files to try");
    if (!index) return;
    char second[512], index_copy[512], second_copy[512];
    snprintf(second, sizeof second, "%.*s", (int)(strlen(index) - strlen("_idx")), index);
    snprintf(index_copy, sizeof index_copy, "%s/pair.vgeo_idx", folder);
    snprintf(second_copy, sizeof second_copy, "%s/pair.vgeo", folder);
    Content first = read_content(index), whole = read_content(second);
    Content damaged = {.bytes = calloc(1, whole.size), .size = whole.size};
    if (!damaged.bytes) exit(2);
    write_content(index_copy, &first, first.size);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        sqlite3_int64 used = sqlite3_memory_used();
        char *sql = sqlite3_mprintf("SELECT * FROM %s(%Q)", tables[t], index_copy);
        sqlite3 *db = host_open(":memory:", false);
        check_pair(db, sql, "alone");
        write_content(second_copy, &damaged, damaged.size);
        check_pair(db, sql, "with a damaged second file");
        unlink(second_copy);
        write_content(second_copy, &whole, whole.size);
        check_pair(db, sql, "with the second file");
        unlink(second_copy);
        if (mkdir(second_copy, 0777)) exit(2);
        check_pair(db, sql, "with a folder in its place");
        rmdir(second_copy);
        check_pair(db, sql, "alone again");
        host_close(db);
        sqlite3_free(sql);
        used = sqlite3_memory_used() - used;
        check(!used, "%s leaves %lld bytes behind", tables[t], (long long)used);
    }
    unlink(index_copy);
    free(first.bytes);
    free(whole.bytes);
    free(damaged.bytes);
}

/* ---- A KEY whose BIF changes ----------------------------------------------------------------- */

/* The KEY stays unchanged; its entries are those of the BIF that is beside it now. */
static void change_sister(const char *folder, const char *fixtures) {
    static const char *const names[] = {"twins/chitin.key", "twins/data/models.bif",
                                        "v1/data/models.bif"};
    Content contents[3];
    char path[512], key[512], data[512], bif[540];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/key/%s", fixtures, names[i]);
        contents[i] = read_content(path);
    }
    snprintf(key, sizeof key, "%s/chitin.key", folder);
    snprintf(data, sizeof data, "%s/data", folder);
    snprintf(bif, sizeof bif, "%s/models.bif", data);
    if (mkdir(data, 0777)) exit(2);
    write_content(key, &contents[0], contents[0].size);
    char *sql = sqlite3_mprintf("SELECT name, size, data FROM archive_entries(%Q)", key);
    sqlite3 *db = host_open(":memory:", false);
    check_pair(db, sql, "without its BIF");
    write_content(bif, &contents[1], contents[1].size);
    check_pair(db, sql, "with its BIF");
    check_pair(db, sql, "with its BIF once more");
    contents[1].bytes[contents[1].size - 1] ^= 1;
    unlink(bif);
    write_content(bif, &contents[1], contents[1].size);
    check_pair(db, sql, "with another BIF of the same size");
    write_content(bif, &contents[2], contents[2].size);
    check_pair(db, sql, "with the BIF of another KEY");
    unlink(bif);
    check_pair(db, sql, "without its BIF again");
    host_close(db);
    sqlite3_free(sql);
    unlink(key);
    rmdir(data);
    for (int i = 0; i < 3; i++) free(contents[i].bytes);
}

static void change_files(const char *fixtures) {
    char folder[] = "/tmp/gamemap-live-XXXXXX";
    char formats[16][32];
    int count = 0;
    if (!mkdtemp(folder)) exit(2);
    for (size_t i = 0; i < queries.count; i++) {
        const char *format = queries.items[i].format;
        bool known = !format || count == 16;
        for (int f = 0; f < count && !known; f++) known = !strcmp(formats[f], format);
        if (!known) snprintf(formats[count++], sizeof formats[0], "%s", format);
    }
    for (int f = 0; f < count; f++) change_under_queries(folder, formats[f]);
    change_second(folder);
    change_sister(folder, fixtures);
    replace_archive(folder, fixtures, "grf/v200.grf", "grf/names.grf");
    replace_archive(folder, fixtures, "zip/usual.zip", "zip/comment.zip");
    replace_archive(folder, fixtures, "erf/v10.hak", "erf/names.erf");
    replace_archive(folder, fixtures, "pk2/usual.pk2", "pk2/plain.pk2");
    rmdir(folder);
}

int main(int count, char **arguments) {
    if (count != 4 || strcmp(arguments[1], "--extension") != 0) {
        fprintf(stderr, "usage: live --extension FILE FOLDER\n");
        return 2;
    }
    host_extension = arguments[2];
    setvbuf(stdout, NULL, _IOLBF, 0);
    sqlite3 *db = host_open(":memory:", false); /* keeps the library loaded */
    list_queries(db, arguments[3], 1, &queries);
    keep_smallest(&queries, 2);
    watch_queries();
    watch_nofs();
    hide_types(arguments[3]);
    read_together(arguments[3]);
    read_key_once(arguments[3]);
    exhaust_descriptors();
    use_descriptor_0();
    change_files(arguments[3]);
    free_queries(&queries);
    host_close(db);
    return finish_checks();
}
