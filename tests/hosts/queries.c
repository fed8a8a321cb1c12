/* See queries.h. */
#include "queries.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *host_extension;
bool host_is_alone;

/* ---- Checks ---------------------------------------------------------------------------------- */

#define FAILURES_SHOWN 20

Counts counts;

void check(bool good, const char *format, ...) {
    if (good) {
        counts.passed++;
        return;
    }
    if (counts.failed++ >= FAILURES_SHOWN) return;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

int finish_checks(void) {
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", counts.passed, counts.failed);
    return counts.failed > 0;
}

static void *must(void *block) {
    if (block) return block;
    printf("no memory for the test itself\n");
    exit(2);
}

/* ---- Connections ----------------------------------------------------------------------------- */

static int load(sqlite3 *db, bool nofs, char **message) {
    sqlite3_enable_load_extension(db, 1);
    return sqlite3_load_extension(db, host_extension, nofs ? "sqlite3_gamemap_nofs_init" : NULL,
                                  message);
}

int host_load(sqlite3 *db, bool nofs) {
    return load(db, nofs, NULL);
}

sqlite3 *host_open(const char *database, bool nofs) {
    sqlite3 *db = NULL;
    char *message = NULL; /* why it can't be loaded: the connection doesn't keep it */
    if (sqlite3_open(database, &db) != SQLITE_OK || load(db, nofs, &message) != SQLITE_OK) {
        printf("can't open %s with %s: %s\n", database, host_extension,
               message ? message : sqlite3_errmsg(db));
        exit(2);
    }
    sqlite3_extended_result_codes(db, 1);
    if (host_is_alone) sqlite3_exec(db, "SELECT gamemap_threads(0)", NULL, NULL, NULL);
    return db;
}

void host_close(sqlite3 *db) {
    check(sqlite3_close(db) == SQLITE_OK, "a connection can't be closed");
}

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct Names {
    char **items;
    size_t count, capacity;
} Names;

static Names found_files; /* global because nftw() has no context */

static void add_name(Names *names, const char *name) {
    if (names->count == names->capacity) {
        names->capacity = names->capacity * 2 + 64;
        names->items = must(realloc(names->items, names->capacity * sizeof(char *)));
    }
    names->items[names->count++] = must(strdup(name));
}

static void free_names(Names *names) {
    for (size_t i = 0; i < names->count; i++) free(names->items[i]);
    free(names->items);
    *names = (Names){0};
}

static int collect(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)walk;
    if (kind == FTW_F) add_name(&found_files, path);
    return 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        printf("%s: %s\n", sql, sqlite3_errmsg(db));
        exit(2);
    }
    return statement;
}

static const char *text_column(sqlite3_stmt *statement, int column) {
    return (const char *)sqlite3_column_text(statement, column);
}

static char *copy_text(const char *text) {
    return text ? must(strdup(text)) : NULL;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static void add_query(Queries *queries, const Query *about, const char *name, char *sql) {
    if (queries->count == queries->capacity) {
        queries->capacity = queries->capacity * 2 + 64;
        queries->items = must(realloc(queries->items, queries->capacity * sizeof(Query)));
    }
    Query *query = &queries->items[queries->count++];
    *query = *about;
    query->sql = copy_text(must(sql));
    query->name = copy_text(name);
    query->path = copy_text(about->path);
    query->format = copy_text(about->format);
    sqlite3_free(sql);
}

/* Writes ", 1, 2.5": values for `count` arguments, which differ from tuple to tuple. */
static char *argument_values(int count, int tuple) {
    static const char *const values[] = {"0", "1", "0.5", "2", "7", "-1", "12.25", "100", "30"};
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "");
    for (int i = 0; i < count; i++) {
        size_t which = (size_t)(tuple * 4 + i) % (sizeof values / sizeof *values);
        sqlite3_str_appendf(text, ", %s", values[which]);
    }
    char *result = sqlite3_str_finish(text);
    return result ? result : sqlite3_mprintf("");
}

/* Writes "file, id, x, hex(source)": all columns of a table. */
static char *all_columns(sqlite3 *db, const char *table, int *arguments) {
    sqlite3_stmt *columns = prepare(db, "SELECT name, is_argument FROM known_column "
                                        "WHERE table_name = ?1 ORDER BY position");
    sqlite3_bind_text(columns, 1, table, -1, SQLITE_STATIC);
    sqlite3_str *text = sqlite3_str_new(db);
    *arguments = 0;
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *separator = sqlite3_str_length(text) ? ", " : "";
        sqlite3_str_appendf(text, "%s\"%w\"", separator, text_column(columns, 0));
        *arguments += sqlite3_column_int(columns, 1);
    }
    sqlite3_finalize(columns);
    return must(sqlite3_str_finish(text));
}

static void list_table(sqlite3 *db, const Query *about, const char *table, int tuples,
                       Queries *queries) {
    int arguments; /* the count includes src and on_error */
    char *columns = all_columns(db, table, &arguments);
    int own = arguments - 2;
    for (int tuple = 0; tuple < (own > 0 ? tuples : 1); tuple++) {
        char *values = argument_values(own, tuple);
        Query query = *about;
        query.is_table = own == 0;
        add_query(
            queries, &query, table,
            sqlite3_mprintf("SELECT %s FROM \"%w\"(%Q%s)", columns, table, about->path, values));
        sqlite3_free(values);
    }
    sqlite3_free(columns);
}

static void list_tables(sqlite3 *db, const Query *about, int tuples, Queries *queries) {
    sqlite3_stmt *tables = prepare(db, "SELECT name FROM known_table WHERE format = ?1 "
                                       "OR name IN ('gamemap_files', 'gamemap_findings') "
                                       "OR (format = 'archive' AND "
                                       "EXISTS (SELECT 1 FROM archive_files(?2, 'skip')))");
    sqlite3_bind_text(tables, 1, about->format, -1, SQLITE_STATIC);
    sqlite3_bind_text(tables, 2, about->path, -1, SQLITE_STATIC);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        list_table(db, about, text_column(tables, 0), tuples, queries);
    }
    sqlite3_finalize(tables);
}

/* A query of one format; %Q stands for the path. */
typedef struct FormatQuery {
    const char *format, *name, *sql;
} FormatQuery;

static void list_of_format(const FormatQuery *list, size_t count, const Query *about,
                           Queries *queries) {
    for (size_t i = 0; about->format && i < count; i++) {
        if (strcmp(about->format, list[i].format) != 0) continue;
        add_query(queries, about, list[i].name,
                  sqlite3_mprintf(list[i].sql, about->path, about->path));
    }
}

/* Calls that need more than numbers: functions with further sources, or with text. */
static const FormatQuery scenes[] = {
    {"GND", "gnd_glb", "SELECT gnd_glb(%Q, 'textures/{}.png')"},
    {"TRN", "trn_glb", "SELECT trn_glb(%Q, 'textures')"},
    {"MDL", "mdl_glb", "SELECT mdl_glb(%Q, %Q, 'textures/{}.png')"},
    {"GFF", "nwn_area_glb",
     "SELECT nwn_area_glb(p, rtrim(p, replace(p, '/', '')) || 'tc_*.mdl') FROM (SELECT %Q AS p)"},
    {"GFF", "nwn_area_sight", /* things lie there; of other areas only the objects are asked */
     "SELECT group_concat(s.status), max(s.object_id) FROM (SELECT p, rtrim(p, replace(p, '/', "
     "'')) "
     "AS folder FROM (SELECT %Q AS p) WHERE p LIKE '%%/nwn_ways/%%' OR (SELECT count(*) FROM "
     "nwn_objects(p)) < 0) JOIN nwn_area_sight(p, folder || '*.[wpd][ow]k', 1, 3, 9, 3, NULL, "
     "replace(p, '.are', '.git'), folder || '*.2da', 'locked') s"},
    {"GND", "gamemap_textures", "SELECT id, name, texture_path IS NULL FROM gamemap_textures(%Q)"},
    {"RSM", "gamemap_textures", "SELECT id, name, texture_path IS NULL FROM gamemap_textures(%Q)"},
    {"MDL", "gamemap_textures", "SELECT id, name, texture_path IS NULL FROM gamemap_textures(%Q)"},
    {"TRN", "gamemap_textures", "SELECT id, name, texture_path IS NULL FROM gamemap_textures(%Q)"},
};

/* Every cell of a file, what differs between it and itself or nothing, and edits, of which some are
** packed again; and a file in a list. */
static const FormatQuery acts[] = {
    {"GND", "gamemap_cells", "SELECT count(value) FROM gamemap_cells(%Q, NULL, 'all')"},
    {"MDL", "gamemap_cells", "SELECT count(value) FROM gamemap_cells(%Q)"},
    {"TRN", "gamemap_cells", "SELECT count(value) FROM gamemap_cells(%Q)"},
    {"GND", "gamemap_differences",
     "SELECT count(*) FROM gamemap_differences(%Q, (SELECT gamemap_edit(source, 'gnd_textures', "
     "id, "
     "'path', 'p' || id) FROM gnd_textures(%Q)))"},
    {"MDL", "gamemap_differences", "SELECT count(*) FROM gamemap_differences(%Q, %Q)"},
    {"GND", "gamemap_edit",
     "SELECT gamemap_edit(source, 'gnd_textures', id, 'path', 'p' || id) FROM gnd_textures(%Q)"},
    {"MDL", "gamemap_edit",
     "SELECT gamemap_edit(source, 'mdl_nodes', id, 'name', 'n' || id) FROM mdl_nodes(%Q)"},
    {"TRN", "gamemap_edit",
     "SELECT gamemap_edit(source, 'aswm_triangles', id, 'walkable', id & 1, 'force') FROM "
     "aswm_triangles(%Q)"},
    {"GFF", "gamemap_edit",
     "SELECT gamemap_edit(source, 'gff_fields', id, 'value', iif(type = 'Byte', 1, value)) FROM "
     "gff_fields(%Q)"},
    {"GFF", "gamemap_differences",
     "SELECT count(*) FROM gamemap_differences(%Q, (SELECT gamemap_edit(source, 'gff_fields', id, "
     "'value', iif(type = 'CExoString', '', value)) FROM gff_fields(%Q)))"},
    {"TLK", "gamemap_edit",
     "SELECT gamemap_edit(source, 'tlk_strings', id, 'text', substr(text, 1, 1)) FROM "
     "tlk_strings(%Q)"},
    {"GTCHUNK", "gamemap_edit",
     "SELECT gamemap_edit(source, 'gt_props', id, 'x', id, 'force') FROM gt_props(%Q)"},
    {"ERF", "gamemap_pack",
     "SELECT gamemap_pack('hak', id || '.txt', data), gamemap_pack('zip', id || '', data), "
     "gamemap_pack('thor', -id || '', data), gamemap_pack('grf', 'data/' || -id, data) "
     "FROM archive_entries(%Q) WHERE data IS NOT NULL"},
    {"GAT", "gamemap_wkb",
     "SELECT gamemap_wkb(x, y, height_sw), gamemap_wkb_line(x, y), gamemap_wkb_point(max(x), 1) "
     "FROM gat_tiles(%Q)"},
    {"GND", "gamemap_read", "SELECT gamemap_read(%Q)"},
    {"GAT", "a list of files",
     "SELECT count(*) FROM gat_tiles(json_object('files', json_array(%Q)))"},
};

/* Joins that make indexes on demand: of dense numbers, of others, and of text. */
static const FormatQuery joins[] = {
    {"GND", "gnd_cubes by surface_top",
     "SELECT s.id, c.id FROM gnd_surfaces(%Q) s JOIN gnd_cubes(s.source) c ON c.surface_top = "
     "s.id"},
    {"TRN", "aswm_vertices by x",
     "SELECT a.id, (SELECT count(*) FROM aswm_vertices(a.source) b WHERE b.x = a.x) "
     "FROM aswm_vertices(%Q) a"},
    {"MDL", "mdl_nodes by name",
     "SELECT a.id, b.id FROM mdl_nodes(%Q) a JOIN mdl_nodes(a.source) b ON b.name = "
     "upper(a.name)"},
};

static void list_functions(sqlite3 *db, const Query *about, int tuples, Queries *queries) {
    sqlite3_stmt *functions =
        prepare(db, "SELECT name, narg FROM known_function WHERE format = ?1");
    sqlite3_bind_text(functions, 1, about->format, -1, SQLITE_STATIC);
    while (sqlite3_step(functions) == SQLITE_ROW) {
        for (int tuple = 0; tuple < tuples; tuple++) {
            char *values = argument_values(sqlite3_column_int(functions, 1) - 1, tuple);
            const char *name = text_column(functions, 0);
            add_query(queries, about, name,
                      sqlite3_mprintf("SELECT \"%w\"(%Q%s)", name, about->path, values));
            sqlite3_free(values);
        }
    }
    sqlite3_finalize(functions);
}

/* Pictures of files: every kind of grid, palette and legend. */
static const FormatQuery pictures[] = {
    {"GND", "gamemap_picture of heights",
     "SELECT gamemap_picture(x, y, -height_sw, 'terrain', '{\"legend\": true, \"title\": "
     "\"T\"}') "
     "FROM gnd_cubes(%Q)"},
    {"GND", "gamemap_picture of textures",
     "SELECT gamemap_picture(c.x / 3.0, c.y, t.path, 'classes', '{\"legend\": true}') "
     "FROM gnd_cubes(%Q) c JOIN gnd_surfaces(c.source) s ON s.id = c.surface_top "
     "JOIN gnd_textures(c.source) t ON t.id = s.texture_id"},
    {"GND", "gamemap_picture of windows",
     "SELECT gamemap_picture(id * 997, -y, height_sw, NULL, '{\"scale\": 1, \"cells\": "
     "\"mean\"}') "
     "OVER (PARTITION BY y) FROM gnd_cubes(%Q)"},
    {"JMXVNVM", "gamemap_picture of tiles",
     "SELECT gamemap_picture(x %% 50, z %% 50, raw, 'rgb', '{\"cells\": \"max\"}') FROM "
     "jmx_tiles(%Q)"},
    {"TRN", "gamemap_drawing of a walkmesh",
     "SELECT gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.center_z, 'viridis', "
     "'{\"legend\": true, \"title\": \"T\"}') FROM aswm_triangles(%Q) t "
     "JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 "
     "JOIN aswm_vertices(t.source) b ON b.id = t.vertex1 "
     "JOIN aswm_vertices(t.source) c ON c.id = t.vertex2"},
    {"MDL", "gamemap_drawing of edges",
     "SELECT gamemap_drawing(a.world_x, a.world_y, b.world_x, b.world_y, a.world_x, a.world_y, "
     "f.surface_name, 'classes', '{\"legend\": true}') FROM mdl_faces(%Q) f "
     "JOIN mdl_vertices(f.source) a ON a.id = f.vertex0 "
     "JOIN mdl_vertices(f.source) b ON b.id = f.vertex1"},
};

#define LIST_OF_FORMAT(list) list_of_format(list, sizeof(list) / sizeof *(list), &about, queries)

/* Copies what gamemap says of itself into tables, since it is asked for each file. */
static void copy_descriptions(sqlite3 *db) {
    static const char *const sql =
        "PRAGMA temp_store = memory; CREATE TEMP TABLE IF NOT EXISTS known_column AS SELECT "
        "table_name, position, name, is_argument FROM gamemap_columns; "
        "CREATE INDEX IF NOT EXISTS temp.column_of ON known_column(table_name, position); "
        "CREATE TEMP TABLE IF NOT EXISTS known_table AS SELECT name, format FROM gamemap_tables; "
        "CREATE TEMP TABLE IF NOT EXISTS known_function AS SELECT f.name, p.narg, f.format "
        "FROM gamemap_functions f JOIN pragma_function_list p ON p.name = f.name "
        "WHERE p.narg <= length(f.call) - length(replace(f.call, ',', '')) + 1 - "
        "(f.call LIKE '%''skip''%')";
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK) check(false, "what gamemap says of itself: %s", sqlite3_errmsg(db));
}

void list_queries_of(sqlite3 *db, const char *path, int tuples, Queries *queries) {
    sqlite3_stmt *file = prepare(db, "SELECT format, size, error IS NULL FROM gamemap_files(?1)");
    sqlite3_bind_text(file, 1, path, -1, SQLITE_STATIC);
    if (sqlite3_step(file) == SQLITE_ROW) {
        Query about = {.path = copy_text(path),
                       .format = copy_text(text_column(file, 0)),
                       .size = sqlite3_column_int64(file, 1),
                       .is_readable = sqlite3_column_int(file, 2)};
        copy_descriptions(db);
        list_tables(db, &about, tuples, queries);
        list_functions(db, &about, tuples, queries);
        LIST_OF_FORMAT(pictures);
        LIST_OF_FORMAT(scenes);
        LIST_OF_FORMAT(acts);
        LIST_OF_FORMAT(joins);
        free(about.path);
        free(about.format);
    } else {
        check(false, "gamemap_files('%s'): %s", path, sqlite3_errmsg(db));
    }
    sqlite3_finalize(file);
}

void list_queries(sqlite3 *db, const char *folder, int tuples, Queries *queries) {
    nftw(folder, collect, 16, FTW_PHYS);
    if (found_files.count) {
        qsort(found_files.items, found_files.count, sizeof(char *), compare_names);
    }
    for (size_t i = 0; i < found_files.count; i++) {
        list_queries_of(db, found_files.items[i], tuples, queries);
    }
    free_names(&found_files);
}

static void free_query(Query *query) {
    free(query->sql);
    free(query->name);
    free(query->path);
    free(query->format);
}

/* Sorts by table; readable files first, then by size. */
static int compare_queries(const void *a, const void *b) {
    const Query *one = a, *other = b;
    int names = strcmp(one->name, other->name);
    if (names) return names;
    if (one->is_readable != other->is_readable) return one->is_readable ? -1 : 1;
    if (one->size != other->size) return one->size < other->size ? -1 : 1;
    int paths = strcmp(one->path, other->path);
    return paths ? paths : strcmp(one->sql, other->sql);
}

void keep_smallest(Queries *queries, size_t each) {
    if (!queries->count) return;
    qsort(queries->items, queries->count, sizeof(Query), compare_queries);
    size_t kept = 0, run = 0;
    for (size_t i = 0; i < queries->count; i++) {
        Query *query = &queries->items[i];
        const Query *before = kept ? &queries->items[kept - 1] : NULL;
        bool same = before && !strcmp(before->name, query->name) &&
                    before->is_readable == query->is_readable;
        run = same ? run : 0;
        if (run++ < each) queries->items[kept++] = *query;
        else free_query(query);
    }
    queries->count = kept;
}

void keep_telling(sqlite3 *db, Queries *queries) {
    qsort(queries->items, queries->count, sizeof(Query), compare_queries);
    size_t kept = 0;
    bool has_rows = false;
    for (size_t i = 0; i < queries->count; i++) {
        Query *query = &queries->items[i], *before = kept ? &queries->items[kept - 1] : NULL;
        bool same = before && !strcmp(before->name, query->name) &&
                    before->is_readable == query->is_readable;
        if (!same) has_rows = !query->is_readable;
        bool tells = !has_rows && ask(db, query->sql).rows > 0;
        has_rows = has_rows || tells;
        if (!same) queries->items[kept++] = *query;
        else if (tells) {
            free_query(before);
            *before = *query;
        } else free_query(query);
    }
    queries->count = kept;
}

void keep_chosen(Queries *queries, bool (*holds)(const char *name, uint64_t number)) {
    size_t kept = 0;
    for (size_t i = 0; i < queries->count; i++) {
        Query *query = &queries->items[i];
        if (holds(query->name, 0)) queries->items[kept++] = *query;
        else free_query(query);
    }
    queries->count = kept;
}

void free_queries(Queries *queries) {
    for (size_t i = 0; i < queries->count; i++) free_query(&queries->items[i]);
    free(queries->items);
    *queries = (Queries){0};
}

/* ---- Answers --------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *bytes, int size) {
    const unsigned char *at = bytes;
    hash = mix(hash, (uint64_t)size);
    for (int i = 0; i < size; i++) hash = mix(hash, at[i]);
    return hash;
}

static uint64_t mix_column(uint64_t hash, sqlite3_stmt *statement, int column) {
    int type = sqlite3_column_type(statement, column);
    double real;
    uint64_t bits;
    hash = mix(hash, (uint64_t)type);
    switch (type) {
    case SQLITE_INTEGER: return mix(hash, (uint64_t)sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        real = sqlite3_column_double(statement, column);
        memcpy(&bits, &real, sizeof bits);
        return mix(hash, bits);
    case SQLITE_NULL: return hash;
    default: {
        const void *bytes = type == SQLITE_TEXT
                                ? (const void *)sqlite3_column_text(statement, column)
                                : sqlite3_column_blob(statement, column);
        return mix_bytes(hash, bytes, sqlite3_column_bytes(statement, column));
    }
    }
}

bool is_system_failure(const char *text) {
    static const char *const parts[] = {"can't open: ", "can't read: ", "can't be listed: ",
                                        "can't be read: ", "was changed while "};
    for (size_t i = 0; text && i < sizeof parts / sizeof *parts; i++) {
        if (strstr(text, parts[i])) return true;
    }
    return false;
}

static bool tells_path(sqlite3_stmt *statement, int column) {
    static const char *const names[] = {"file", "src", "source", "texture_path"};
    const char *name = sqlite3_column_name(statement, column);
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (!strcmp(name, names[i])) return true;
    }
    return false;
}

static Answer ask_columns(sqlite3 *db, const char *sql, bool with_path) {
    Answer answer = {0};
    sqlite3_stmt *statement = NULL;
    answer.code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (answer.code == SQLITE_OK) {
        while ((answer.code = sqlite3_step(statement)) == SQLITE_ROW) {
            answer.rows++;
            for (int c = 0; c < sqlite3_column_count(statement); c++) {
                if (!with_path && tells_path(statement, c)) continue;
                answer.hash = mix_column(answer.hash, statement, c);
                if (sqlite3_column_type(statement, c) != SQLITE_TEXT) continue;
                answer.tells_of_failure |= is_system_failure(text_column(statement, c));
            }
        }
    }
    if (answer.code != SQLITE_DONE) {
        snprintf(answer.error, sizeof answer.error, "%s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
    return answer;
}

Answer ask(sqlite3 *db, const char *sql) {
    return ask_columns(db, sql, true);
}

Answer ask_without_path(sqlite3 *db, const char *sql) {
    return ask_columns(db, sql, false);
}

bool same_answer(const Answer *a, const Answer *b) {
    return a->code == b->code && a->rows == b->rows && a->hash == b->hash &&
           !strcmp(a->error, b->error);
}

uint64_t digest(sqlite3 *db, const Queries *queries) {
    uint64_t hash = 0;
    for (size_t i = 0; i < queries->count; i++) {
        Answer answer = ask(db, queries->items[i].sql);
        hash = mix(mix(hash, answer.hash), answer.rows);
        hash = mix_bytes(mix(hash, (uint64_t)answer.code), answer.error, (int)strlen(answer.error));
    }
    return hash;
}
