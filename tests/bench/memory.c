/* What keeping files in the cache costs a scan, and what it spares the next one: see bench.h. */
#include "bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define SMALL_CACHE 1000000
#define CACHE       268435456

static void set_cache(sqlite3 *database, double bytes) {
    execute(database, text_of("SELECT gamemap_cache_limit(%lld)", (long long)bytes), NULL);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

/* One buffer for all files, and one for what is unpacked; or new memory for the first files, as a
** cache has to have. */
typedef struct Floor {
    sqlite3 *database;
    char **paths;
    int count;
    bool inflates;
    uint8_t *bytes, *unpacked, *kept;
    uint64_t room, unpacked_room, kept_room;
} Floor;

static volatile uint64_t added; /* so that the compiler keeps the sum */

static uint8_t *with_room(uint8_t *buffer, uint64_t *room, uint64_t bytes) {
    if (bytes <= *room) return buffer;
    free(buffer);
    *room = bytes;
    return allocate(bytes);
}

static uint32_t u32_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void add(const uint8_t *bytes, uint64_t size) {
    uint64_t sum = 0;
    for (uint64_t at = 0; at + 28 <= size; at += 28)
        sum += u32_at(bytes + at); /* as large as a cube */
    added += sum;
}

/* Inflates the walkmesh of a TRN or TRX file. */
static void inflate_walkmesh(Floor *floor, const char *path) {
    for (uint32_t i = 0; i < u32_at(floor->bytes + 8); i++) {
        const uint8_t *entry = floor->bytes + 12 + 8 * (uint64_t)i;
        const uint8_t *data = floor->bytes + u32_at(entry + 4) + 8;
        if (memcmp(entry, "ASWM", 4) != 0 || memcmp(data, "COMP", 4) != 0) continue;
        uLongf size = u32_at(data + 8);
        floor->unpacked = with_room(floor->unpacked, &floor->unpacked_room, size);
        if (uncompress(floor->unpacked, &size, data + 12, u32_at(data + 4)) != Z_OK) {
            die(path, "can't be inflated");
        }
        add(floor->unpacked, size);
    }
}

static void read_into_buffer(Floor *floor, const char *path) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status)) die(path, "can't open");
    uint64_t size = (uint64_t)status.st_size;
    floor->bytes = with_room(floor->bytes, &floor->room, size);
    uint8_t *into = size <= floor->kept_room ? floor->kept : floor->bytes;
    if (read(descriptor, into, size) != (ssize_t)size) die(path, "can't read");
    close(descriptor);
    if (floor->inflates) inflate_walkmesh(floor, path);
    else add(into, size);
    if (into != floor->kept) return;
    floor->kept += size;
    floor->kept_room -= size;
}

static void run_floor(void *context) {
    Floor *floor = context;
    for (int i = 0; i < floor->count; i++) read_into_buffer(floor, floor->paths[i]);
}

/* Works like run_floor() with new memory for as many bytes as the cache keeps, in huge pages where
** the system has them. */
static void run_keeping_floor(void *context) {
    Floor *floor = context;
    uint8_t *kept = mmap(NULL, CACHE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (kept == MAP_FAILED) die("the floor", "out of memory");
#ifdef MADV_HUGEPAGE
    madvise(kept, CACHE, MADV_HUGEPAGE);
#endif
    floor->kept = kept;
    floor->kept_room = CACHE;
    run_floor(floor);
    floor->kept_room = 0;
    munmap(kept, CACHE);
}

static void list_files(Floor *floor, const char *pattern) {
    sqlite3_stmt *files = prepare(floor->database, "SELECT file FROM gamemap_files(?1)", pattern);
    floor->count =
        (int)number_of(floor->database, "SELECT count(*) FROM gamemap_files(?1)", pattern);
    floor->paths = allocate((uint64_t)floor->count * sizeof *floor->paths);
    for (int i = 0; i < floor->count && sqlite3_step(files) == SQLITE_ROW; i++) {
        floor->paths[i] = text_of("%s", sqlite3_column_text(files, 0));
    }
    sqlite3_finalize(files);
}

/* ---- Scans ----------------------------------------------------------------------------------- */

typedef struct MemoryScan {
    const char *name, *folder;
    int count;
    const char *file[2]; /* a pattern, or else a file */
    const char *query;
    bool inflates;
    double goal; /* over the floor */
    const char
        *new_name; /* of the floor with new memory against the one without; NULL: not shown */
} MemoryScan;

static const MemoryScan scans[] = {
    {"cubes of 300 GNDs",
     "memory-maps",
     300,
     {"gnd/real/[ap2]*.gnd", "city.gnd"},
     "SELECT count(*), sum(height_sw) FROM gnd_cubes(?1)",
     false,
     4,
     "300 GNDs read into new memory, against one buffer"},
    {"surfaces of 300 GNDs",
     "memory-maps",
     300,
     {"gnd/real/[ap2]*.gnd", "city.gnd"},
     "SELECT count(*), sum(texture_id) FROM gnd_surfaces(?1)",
     false,
     4,
     NULL},
    {"vertices of 3000 MDLs",
     "memory-models",
     3000,
     {"mdl/real/**/*.mdl", "windmill.mdl"},
     "SELECT count(*), sum(x) FROM mdl_vertices(?1)",
     false,
     4,
     "3000 MDLs read into new memory, against one buffer"},
    {"triangles of 480 TRXs",
     "memory-walkmeshes",
     480,
     {"aswm/real/**/*.trx", "hall.trx"},
     "SELECT count(*), sum(center_x) FROM aswm_triangles(?1)",
     true,
     1.3,
     NULL},
};

/* Questions whose answers are few, for which many files have to be opened. */
static const MemoryScan questions[] = {
    {"findings of 480 TRXs",
     "memory-walkmeshes",
     480,
     {"aswm/real/**/*.trx", "hall.trx"},
     "SELECT count(*) FROM gamemap_findings(?1)",
     true,
     1.3,
     NULL},
    {"islands without links of 480 TRXs",
     "memory-walkmeshes",
     480,
     {"aswm/real/**/*.trx", "hall.trx"},
     "SELECT count(*) FROM aswm_islands(?1) i "
     "WHERE NOT EXISTS (SELECT 1 FROM aswm_island_links(i.source) l WHERE l.island_id = i.id)",
     true,
     1.3,
     NULL},
    {"3000 MDLs without animations",
     "memory-models",
     3000,
     {"mdl/real/**/*.mdl", "windmill.mdl"},
     "SELECT count(*) FROM mdl_models(?1) m "
     "WHERE NOT EXISTS (SELECT 1 FROM mdl_animations(m.source))",
     false,
     1.3,
     NULL},
    {"300 GNDs of one size",
     "memory-maps",
     300,
     {"gnd/real/[ap2]*.gnd", "city.gnd"},
     "SELECT count(*) FROM (SELECT 1 FROM gnd_maps(?1) GROUP BY width, height)",
     false,
     1.3,
     NULL},
};

static void forget_files(void *context) {
    set_cache(context, 0);
}

static void with_usual_cache(void *context) {
    forget_files(context);
    set_cache(context, CACHE);
}

static void with_small_cache(void *context) {
    forget_files(context);
    set_cache(context, SMALL_CACHE);
}

static Side scan_with(sqlite3 *database, const MemoryScan *scan, const char *pattern,
                      void (*cache)(void *)) {
    Side side = sql_side(database, scan->query, pattern);
    side.before = cache;
    side.context = database;
    return side;
}

static void compare_floor(sqlite3 *database, const MemoryScan *scan, const char *pattern) {
    Floor floor = {.database = database, .inflates = scan->inflates};
    list_files(&floor, pattern);
    compare((Measure){.name = text_of("%s, against reading and adding", scan->name),
                      .goal = scan->goal},
            scan_with(database, scan, pattern, with_usual_cache),
            (Side){.run = run_floor, .context = &floor});
    if (scan->new_name) {
        compare((Measure){.name = scan->new_name},
                (Side){.run = run_keeping_floor, .context = &floor},
                (Side){.run = run_floor, .context = &floor});
    }
    free(floor.bytes);
    free(floor.unpacked);
}

static void measure_scan(sqlite3 *database, const MemoryScan *scan) {
    const char *path = bench_path(scan->file);
    if (!path) return;
    char *pattern = link_pattern(database, scan->folder, path, scan->count);
    compare(
        (Measure){.name = text_of("%s, 256 MiB of cache against 1 MB", scan->name), .goal = 1.15},
        scan_with(database, scan, pattern, with_usual_cache),
        scan_with(database, scan, pattern, with_small_cache));
    compare_floor(database, scan, pattern);
}

static void measure_question(sqlite3 *database, const MemoryScan *question) {
    const char *path = bench_path(question->file);
    if (!path) return;
    compare_floor(database, question,
                  link_pattern(database, question->folder, path, question->count));
}

/* ---- What is kept ---------------------------------------------------------------------------- */

/* Returns a number that gamemap_debug() tells behind a text. */
static double told(sqlite3 *database, const char *behind) {
    char *sql = text_of("SELECT CAST(substr(d, instr(d, '%q') + %d) AS INTEGER) "
                        "FROM (SELECT gamemap_debug() AS d)",
                        behind, (int)strlen(behind));
    return number_of(database, sql, NULL);
}

/* Asks with a cache that is a third too small, so many times, and tells how many of the files that
** the last time visits are opened for it. */
static void measure_again(sqlite3 *database, const char *name, const char *query,
                          const char *pattern, double visits, double goal) {
    forget_files(database);
    set_cache(database, 16.0 * CACHE);
    execute(database, query, pattern);
    double bytes = told(database, ", cache ");
    forget_files(database);
    set_cache(database, bytes / 1.5);
    execute(database, query, pattern);
    double before = told(database, "files opened ");
    execute(database, query, pattern);
    double again = told(database, "files opened ") - before;
    print_ratio(name, text_of("%.0f", again), text_of("%.0f", visits), again / visits, goal);
    with_usual_cache(database);
}

static void measure_kept(sqlite3 *database) {
    static const char visits[] =
        "WITH RECURSIVE r(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM r WHERE n < 6) "
        "SELECT count(aswm_height(f.file, 10, 10)) FROM r CROSS JOIN "
        "(SELECT file FROM gamemap_files(?1)) f";
    const MemoryScan *scan = &scans[sizeof scans / sizeof *scans - 1];
    const char *path = bench_path(scan->file);
    enum { FILES = 240, ROUNDS = 6 }; /* so many that no file takes much of the cache */
    if (!path || !is_wanted("files opened")) return;
    char *pattern = link_pattern(database, "memory-kept", path, FILES);
    print_title("files opened where a third of them doesn't fit the cache");
    measure_again(database, "files opened by the second scan of 240", scan->query, pattern, FILES,
                  0.4);
    measure_again(database, "files opened by functions that visit 240 in turn", visits, pattern,
                  FILES * ROUNDS, 0.4);
}

void measure_memory_of_scans(sqlite3 *database) {
    printf("\n==== Memory ====\n");
    execute(database, "SELECT gamemap_threads(0)", NULL);
    print_title("what keeping files costs, on one thread");
    for (size_t i = 0; i < sizeof scans / sizeof *scans; i++) measure_scan(database, &scans[i]);
    print_title("first questions, for which many files are opened");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        measure_question(database, &questions[i]);
    }
    measure_kept(database);
}
