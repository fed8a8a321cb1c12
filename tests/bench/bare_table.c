/*
** bare_cubes: the cubes of one map as a virtual table without descriptors, cache, sources or files.
** What it costs is what SQLite itself needs for a virtual table. It has the visible columns of
** gnd_cubes and finds rows by id.
*/
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { CUBE_BYTES = 28, SURFACE_BYTES = 40 };

typedef struct BareMap {
    sqlite3_vtab base;
    const char *path;
    uint8_t *bytes;
    const uint8_t *cubes;
    uint32_t width, cube_count, surface_count;
} BareMap;

typedef struct BareCursor {
    sqlite3_vtab_cursor base;
    uint32_t row, end;
} BareCursor;

static uint32_t u32_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int bare_connect(sqlite3 *database, void *path, int count, const char *const *arguments,
                        sqlite3_vtab **result, char **message) {
    (void)count;
    (void)arguments;
    (void)message;
    BareMap *map = allocate(sizeof *map);
    uint64_t size;
    uint8_t *bytes = read_file(path, &size);
    const uint8_t *at = bytes + 26 + (uint64_t)u32_at(bytes + 18) * u32_at(bytes + 22);
    at += 16 + 4ull * u32_at(at) * u32_at(at + 4) * u32_at(at + 8); /* lightmaps */
    *map = (BareMap){.path = path, .bytes = bytes, .width = u32_at(bytes + 6)};
    map->cube_count = map->width * u32_at(bytes + 10);
    map->surface_count = u32_at(at);
    map->cubes = at + 4 + (uint64_t)SURFACE_BYTES * map->surface_count;
    *result = &map->base;
    return sqlite3_declare_vtab(
        database, "CREATE TABLE x(file TEXT, id INTEGER, x INTEGER, y INTEGER, height_sw REAL, "
                  "height_se REAL, height_nw REAL, height_ne REAL, surface_top INTEGER, "
                  "surface_north INTEGER, surface_east INTEGER)");
}

static int bare_disconnect(sqlite3_vtab *base) {
    free(((BareMap *)base)->bytes);
    free(base);
    return SQLITE_OK;
}

static int bare_plan(sqlite3_vtab *base, sqlite3_index_info *info) {
    (void)base;
    info->estimatedCost = 100000;
    for (int i = 0; i < info->nConstraint; i++) {
        if (!info->aConstraint[i].usable || info->aConstraint[i].iColumn != 1) continue;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->idxNum = 1;
        info->estimatedCost = 10;
        info->estimatedRows = 1;
        break;
    }
    return SQLITE_OK;
}

static int bare_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
    (void)base;
    BareCursor *cursor = allocate(sizeof *cursor);
    *cursor = (BareCursor){0};
    *result = &cursor->base;
    return SQLITE_OK;
}

static int bare_close(sqlite3_vtab_cursor *base) {
    free(base);
    return SQLITE_OK;
}

static int bare_filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                       sqlite3_value **values) {
    BareCursor *cursor = (BareCursor *)base;
    const BareMap *map = (const BareMap *)base->pVtab;
    (void)text;
    (void)count;
    *cursor = (BareCursor){.base = *base, .end = map->cube_count};
    if (plan) {
        int64_t id = sqlite3_value_int64(values[0]);
        bool exists = id >= 0 && id < map->cube_count;
        cursor->row = exists ? (uint32_t)id : 0;
        cursor->end = exists ? (uint32_t)id + 1 : 0;
    }
    return SQLITE_OK;
}

static int bare_next(sqlite3_vtab_cursor *base) {
    ((BareCursor *)base)->row++;
    return SQLITE_OK;
}

static int bare_at_end(sqlite3_vtab_cursor *base) {
    const BareCursor *cursor = (const BareCursor *)base;
    return cursor->row >= cursor->end;
}

static int bare_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number) {
    const BareMap *map = (const BareMap *)base->pVtab;
    uint32_t row = ((BareCursor *)base)->row;
    const uint8_t *cube = map->cubes + (uint64_t)row * CUBE_BYTES;
    switch (number) {
    case 0: sqlite3_result_text(context, map->path, -1, SQLITE_TRANSIENT); break;
    case 1: sqlite3_result_int64(context, row); break;
    case 2: sqlite3_result_int64(context, row % map->width); break;
    case 3: sqlite3_result_int64(context, row / map->width); break;
    case 4:
    case 5:
    case 6:
    case 7: {
        float height;
        memcpy(&height, cube + 4 * (number - 4), sizeof height);
        sqlite3_result_double(context, (double)height);
        break;
    }
    default: {
        uint32_t surface = u32_at(cube + 16 + 4 * (number - 8));
        if (surface < map->surface_count) sqlite3_result_int64(context, surface);
    }
    }
    return SQLITE_OK;
}

static int bare_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = ((BareCursor *)base)->row;
    return SQLITE_OK;
}

static const sqlite3_module bare_module = {
    .xConnect = bare_connect,
    .xBestIndex = bare_plan,
    .xDisconnect = bare_disconnect,
    .xOpen = bare_open,
    .xClose = bare_close,
    .xFilter = bare_filter,
    .xNext = bare_next,
    .xEof = bare_at_end,
    .xColumn = bare_column,
    .xRowid = bare_rowid,
};

void register_bare_cubes(sqlite3 *database, const char *path) {
    if (sqlite3_create_module(database, "bare_cubes", &bare_module, (void *)path) != SQLITE_OK) {
        die("bare_cubes", sqlite3_errmsg(database));
    }
}
