/* Pictures: their cost beyond reading the rows and compressing the pixels. See bench.h. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#define SHEET_MAPS 309 /* as many maps as the game had at first */

typedef struct BenchPicture {
    const char *name, *columns, *options; /* x, y, value; palette and options */
    const char *from;
} BenchPicture;

static const BenchPicture pictures[] = {
    {"heights", "x, y, -height_sw", "'terrain'", "gnd_cubes(?1)"},
    {"lightmaps, a pixel a texel", "8 * c.x + t.x, 8 * c.y + t.y, t.shadow",
     "'gray', '{\"scale\": 1}'",
     "gnd_cubes(?1) c CROSS JOIN gnd_surfaces(?1) s ON s.id = c.surface_top "
     "CROSS JOIN gnd_texels(?1) t ON t.lightmap_id = s.lightmap_id"},
    {"lightmaps, in colour", "8 * c.x + t.x, 8 * c.y + t.y, t.red << 16 | t.green << 8 | t.blue",
     "'rgb', '{\"scale\": 1}'",
     "gnd_cubes(?1) c CROSS JOIN gnd_surfaces(?1) s ON s.id = c.surface_top "
     "CROSS JOIN gnd_texels(?1) t ON t.lightmap_id = s.lightmap_id"},
};

/* ---- Rows and pixels ------------------------------------------------------------------------- */

/* The least that a picture can take: reading its rows and compressing its bytes. */
typedef struct Floor {
    sqlite3_stmt *rows;
    uint8_t *pixels, *packed;
    uLong size;
} Floor;

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Returns the pixels of a PNG as they were before filtering. */
static void take_pixels(Floor *floor, const uint8_t *png, int size) {
    uLong line = big_endian(png + 16) * (png[25] == 2 ? 3 : png[25] == 6 ? 4 : 1);
    uLong left = png[25] == 2 ? 3 : png[25] == 6 ? 4 : 1, rows = big_endian(png + 20);
    uint8_t *raw = allocate((line + 1) * rows);
    z_stream stream = {.next_out = raw, .avail_out = (unsigned)((line + 1) * rows)};
    if (inflateInit(&stream) != Z_OK) die("inflate", "out of memory");
    for (int at = 8; at + 12 <= size; at += 12 + (int)big_endian(png + at)) {
        if (memcmp(png + at + 4, "IDAT", 4)) continue;
        stream.next_in = (uint8_t *)(uintptr_t)png + at + 8;
        stream.avail_in = big_endian(png + at);
        int code = inflate(&stream, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END) die("PNG", "can't be inflated");
    }
    inflateEnd(&stream);
    floor->size = line * rows;
    floor->pixels = allocate(floor->size);
    floor->packed = allocate(compressBound(floor->size));
    for (uLong i = 0; i < floor->size; i++) {
        uLong row = i / line, column = i % line;
        uint8_t filter = raw[row * (line + 1)], pixel = raw[row * (line + 1) + 1 + column];
        if (filter == 1 && column >= left) pixel = (uint8_t)(pixel + floor->pixels[i - left]);
        if (filter == 2 && row) pixel = (uint8_t)(pixel + floor->pixels[i - line]);
        floor->pixels[i] = pixel;
    }
    free(raw);
}

static void run_floor(void *context) {
    const Floor *floor = context;
    uLongf packed = compressBound(floor->size);
    while (sqlite3_step(floor->rows) == SQLITE_ROW) continue;
    sqlite3_reset(floor->rows);
    if (compress2(floor->packed, &packed, floor->pixels, floor->size, 6) != Z_OK) {
        die("compress2", "failed");
    }
}

static void measure_picture(sqlite3 *database, const BenchPicture *picture, const char *path) {
    Measure measure = {.name = text_of("picture: %s", picture->name), .goal = 1.2};
    Floor floor = {0};
    if (!is_wanted(measure.name)) return;
    char *sql = text_of("SELECT gamemap_picture(%s, %s) FROM %s", picture->columns,
                        picture->options, picture->from);
    Side ours = sql_side(database, sql, path);
    if (sqlite3_step(ours.statement) != SQLITE_ROW) die(sql, sqlite3_errmsg(database));
    take_pixels(&floor, sqlite3_column_blob(ours.statement, 0),
                sqlite3_column_bytes(ours.statement, 0));
    sqlite3_reset(ours.statement);
    sql = text_of("SELECT %s FROM %s", picture->columns, picture->from);
    floor.rows = prepare(database, sql, path);
    compare(measure, ours, (Side){.run = run_floor, .context = &floor});
    sqlite3_finalize(floor.rows);
    free(floor.pixels);
    free(floor.packed);
}

/* ---- A contact sheet ------------------------------------------------------------------------- */

/* Makes links to the maps of the corpus, or of --large, until there are enough; returns a
** pattern. */
static const char *link_maps(void) {
    const char *pattern = options.corpus ? text_of("%s/gnd/real/*.gnd", options.corpus)
                                         : text_of("%s/*.gnd", options.large);
    char *folder = text_of("%s/sheet", options.scratch);
    char *command =
        text_of("set -e; maps=$(realpath %s); mkdir -p '%s'; cd '%s'; rm -f ./*.gnd; i=0; "
                "while [ $i -lt %d ]; do for map in $maps; do "
                "[ $i -ge %d ] || ln -s \"$map\" map$i.gnd; i=$((i + 1)); done; done",
                pattern, folder, folder, SHEET_MAPS, SHEET_MAPS);
    if (system(command)) die(folder, "maps can't be linked");
    return text_of("%s/*.gnd", folder);
}

/* Returns the most memory that the shell used, which it reports at its end; 0: unknown. */
static double shell_memory(const char *path) {
    char line[128] = "";
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    bool read = fgets(line, sizeof line, file) && !strncmp(line, "VmHWM:", 6);
    fclose(file);
    return read ? 1024 * atof(line + 6) : 0;
}

static void measure_sheet(void) {
    const char *name = "contact sheet", *shell = getenv("SQLITE3");
    if (!is_wanted(name)) return;
    char *memory = text_of("%s/memory", options.scratch);
    char *sheet = text_of("%s/sheet.png", options.scratch);
    uint64_t size;
    char *command =
        text_of("{ cat sql/gnd_contact_sheet.sql; "
                "echo '.shell grep VmHWM /proc/$PPID/status > %s'; } | "
                "%s :memory: -cmd '.load %s' -cmd \".param set :files '%s'\" "
                "-cmd \".param set :picture '%s'\" > /dev/null",
                memory, shell ? shell : "sqlite3", options.extension, link_maps(), sheet);
    remove(sheet);
    remove(memory);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (system(command)) die("sql/gnd_contact_sheet.sql", "failed");
    clock_gettime(CLOCK_MONOTONIC, &end);
    free(read_file(sheet, &size)); /* checks that it exists */
    double seconds =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    double bytes = shell_memory(memory);
    print_ratio(text_of("%s of %d maps, against a minute", name, SHEET_MAPS),
                text_of("%.1f s", seconds), "60.0 s", seconds / 60, 1);
    if (bytes == 0) print_note("nobody says here how much memory it took");
    else
        print_ratio(text_of("%s: memory, against 200 MB", name), text_of("%.0f MB", bytes / 1e6),
                    "200 MB", bytes / 200e6, 1);
}

void measure_pictures(sqlite3 *database, const char *path) {
    print_title("pictures, against reading rows and zlib's level 6");
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        measure_picture(database, &pictures[i], path);
    }
    measure_sheet();
}
