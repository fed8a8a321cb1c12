/* Archives: the table of a client's entries, look-ups of paths in it, and many small files in an
** archive compared with the same files loose. See bench.h. */
#include "bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static char *large(const char *name) {
    return text_of("%s/%s", options.large, name);
}

/* ---- The table of a client ------------------------------------------------------------------- */

static uint32_t u32_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint8_t *read_range(int descriptor, uint64_t offset, uint64_t size) {
    uint8_t *bytes = allocate(size);
    if (pread(descriptor, bytes, size, (off_t)offset) != (ssize_t)size) die("client", "can't read");
    return bytes;
}

static uint64_t table_size;
static volatile uint64_t walked; /* so that the compiler keeps the walk */

/* The least cost of reading a GRF's table: it is read, inflated, and walked from name to name. */
static void floor_table(void *context) {
    const char *path = context;
    enum { HEADER = 46, FIELDS = 17 };
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) die(path, "can't open");
    uint8_t *header = read_range(descriptor, 0, HEADER);
    uint64_t at = HEADER + (uint64_t)u32_at(header + 30), sum = 0;
    uint8_t *sizes = read_range(descriptor, at, 8);
    uint32_t packed_size = u32_at(sizes), size = u32_at(sizes + 4);
    uint8_t *packed = read_range(descriptor, at + 8, packed_size), *table = allocate(size);
    uLongf inflated = size;
    if (uncompress(table, &inflated, packed, packed_size) != Z_OK) die(path, "can't be inflated");
    for (const uint8_t *entry = table, *end = table + size; entry < end;) {
        const uint8_t *fields = (const uint8_t *)memchr(entry, 0, (size_t)(end - entry)) + 1;
        sum += u32_at(fields) + u32_at(fields + 8) + u32_at(fields + 13);
        entry = fields + FIELDS;
    }
    walked = sum;
    table_size = size;
    close(descriptor);
    free(header);
    free(sizes);
    free(packed);
    free(table);
}

/* A cache without space holds only the last document, and opening another file replaces it. */
static void forget(void *context) {
    execute(context, "SELECT gamemap_cache_limit(0)", NULL);
    execute(context, "SELECT count(*) FROM gamemap_files(?1)", large("hamlet.gnd"));
}

/* The least cost of listing an ERF: its three tables are read, and names and sizes walked. */
static void floor_listing(void *context) {
    const char *path = context;
    enum { HEADER = 160, KEY = 24, RESOURCE = 8 };
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) die(path, "can't open");
    uint8_t *header = read_range(descriptor, 0, HEADER);
    uint32_t count = u32_at(header + 16);
    uint8_t *keys = read_range(descriptor, u32_at(header + 24), (uint64_t)KEY * count);
    uint8_t *resources = read_range(descriptor, u32_at(header + 28), (uint64_t)RESOURCE * count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        char name[32];
        sum +=
            (uint64_t)snprintf(name, sizeof name, "%.16s.%s", (const char *)keys + KEY * i, "txt");
        sum += u32_at(resources + RESOURCE * i + 4);
    }
    walked = sum;
    close(descriptor);
    free(header);
    free(keys);
    free(resources);
}

static void compare_table(sqlite3 *database, Measure measure, const char *sql, char *path,
                          void (*floor)(void *)) {
    Side ours = sql_side(database, sql, path);
    ours.before = forget;
    ours.context = database;
    compare(measure, ours, (Side){.run = floor, .context = path});
}

static void measure_listing(sqlite3 *database) {
    print_title("an ERF of 830 entries, against reading its tables");
    compare_table(database, (Measure){.name = "table: names and sizes"},
                  "SELECT sum(size) + sum(length(name)) FROM archive_entries(?1)",
                  large("module.hak"), floor_listing);
}

static void measure_table(sqlite3 *database) {
    static const char sql[] = "SELECT name FROM archive_entries(?1) LIMIT 1";
    char *path = large("client.grf");
    print_title("a GRF of 300,000 entries, against zlib and a walk");
    compare_table(database, (Measure){.name = "table: entry_count", .goal = 1.3},
                  "SELECT entry_count FROM archive_files(?1)", path, floor_table);
    compare_table(database, (Measure){.name = "table: the first name in byte order", .goal = 1.3},
                  sql, path, floor_table);
    forget(database);
    int64_t before = sqlite3_memory_used();
    sqlite3_memory_highwater(1);
    execute(database, sql, path);
    double peak = (double)(sqlite3_memory_highwater(0) - before);
    print_ratio("table: memory at the peak, of 3 x its size", text_of("%.1f MB", peak / 1e6),
                text_of("%.1f MB", 3 * (double)table_size / 1e6), peak / 3 / (double)table_size, 1);
    execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* A goal of 20 us for each path becomes a ratio, too: to that many times 20 us. */
static void measure_paths(sqlite3 *database) {
    char *list = text_of("CREATE TABLE paths AS WITH n(i) AS (VALUES (0) UNION ALL SELECT i + 1000 "
                         "FROM n WHERE i < 299000) SELECT printf('%q/data/MAP_%%06d.gnd', i) AS p "
                         "FROM n",
                         large("client.grf"));
    const char *again = "SELECT count(*) FROM paths, (VALUES (1), (2), (3), (4), (5), (6), (7), "
                        "(8), (9), (10)) CROSS JOIN gnd_maps(p)";
    execute(database, list, NULL);
    double units = number_of(database, again, NULL);
    double each = least_time(sql_side(database, again, NULL)) / units / 1e3;
    print_ratio("path: looked up again", text_of("%.2f us", each), "20.00 us", each / 20, 1);
}

/* ---- Many small files ------------------------------------------------------------------------ */

static void measure_small_files(sqlite3 *database) {
    static const char sql[] = "SELECT sum(width), count(*) FROM gnd_maps(?1)";
    print_title("10,000 small maps in an archive, each read anew, against loose files");
    execute(database, "SELECT gamemap_cache_limit(0)", NULL);
    static const char *const archives[] = {"maps.grf/data/*.gnd", "maps.zip/maps/*.gnd"};
    for (size_t i = 0; i < sizeof archives / sizeof *archives; i++) {
        compare((Measure){.name = text_of("small: %s", archives[i]),
                          .goal = 1,
                          .units = 10000,
                          .unit = "file"},
                sql_side(database, sql, large(archives[i])),
                sql_side(database, sql, large("loose/*.gnd")));
    }
    execute(database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

/* Asks `question` of each map, and compares the processor's time and the elapsed time. Threads open
** entries ahead, which shortens the latter if the machine has nothing else to do. */
static void scan_zip(const char *shell, const char *what, const char *question, const char *file,
                     double goal) {
    char *load = text_of(".load %s", options.extension), *zip = large(file);
    const char *space = strchr(question, ' '); /* between a table and a condition */
    int length = (int)(space - question);
    char *mine = text_of("SELECT %s FROM %.*s('%q/maps/*.gnd')", space, length, question, zip);
    char *other =
        text_of("SELECT %s FROM zipfile('%q') z JOIN %.*s(z.data)", space, zip, length, question);
    const char *ours[] = {shell, ":memory:", "-cmd", load, mine, NULL};
    const char *theirs[] = {shell, ":memory:", "-cmd", load, other, NULL};
    Side one = command_side(ours), other_one = command_side(theirs);
    char *name = text_of("zip: %.*s of %s", length, question, what);
    compare((Measure){.name = text_of("%s, processor", name)}, one, other_one);
    one.in_children = other_one.in_children = false;
    one.of_wall = other_one.of_wall = true;
    compare((Measure){.name = name, .goal = goal}, one, other_one);
}

/* zipfile() is a function of the sqlite3 shell. */
static void measure_zip(void) {
    const char *shell = getenv("SQLITE3"), *zip = large("maps.zip");
    if (!shell) shell = "sqlite3";
    char *probe =
        text_of("%s :memory: \"SELECT count(*) FROM zipfile('%q')\" > /dev/null 2>&1", shell, zip);
    print_title("a scan through a ZIP, in the sqlite3 shell, against zipfile() joined by data");
    if (system(probe)) {
        print_note("the shell has no zipfile(): not measured");
        return;
    }
    static const char *const maps = "gnd_maps sum(width)", *const cubes =
                                                               "gnd_cubes sum(height_sw)";
    scan_zip(shell, "500 maps of 72 KB", maps, "towns.zip", 0.6);
    scan_zip(shell, "500 maps of 72 KB", cubes, "towns.zip", 0.6);
    scan_zip(shell, "10,000 maps of 5 KB", cubes, "maps.zip", 0);
}

void measure_archives(sqlite3 *database) {
    if (!has_table(database, "archive_files")) return;
    printf("\n==== Archives ====\n");
    if (is_wanted("table")) measure_table(database);
    if (is_wanted("table")) measure_listing(database);
    if (is_wanted("path")) measure_paths(database);
    if (is_wanted("small")) measure_small_files(database);
    if (is_wanted("zip")) measure_zip();
}
