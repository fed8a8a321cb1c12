/* SQL as text, and what copies of tables need: see sql.h. */
#include "sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sqlite3 *db;

/* ---- SQL as text ----------------------------------------------------------------------------- */

Sql sql(const char *format, ...) {
    Sql result;
    va_list arguments;
    va_start(arguments, format);
    sqlite3_vsnprintf(sizeof result.text, result.text, format, arguments);
    va_end(arguments);
    return result;
}

void stop(const char *what) {
    printf("%s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

sqlite3_stmt *prepare(const char *text) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, text, -1, &statement, NULL) != SQLITE_OK) stop(text);
    return statement;
}

void run(const char *text) {
    if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK) stop(text);
}

char *ask(const char *text) {
    sqlite3_stmt *statement = prepare(text);
    char *answer = NULL;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        answer = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    } else if (code != SQLITE_ROW && code != SQLITE_DONE) {
        stop(text);
    }
    sqlite3_finalize(statement);
    return answer;
}

/* ---- Values ---------------------------------------------------------------------------------- */

bool same_value(sqlite3_value *a, sqlite3_value *b) {
    int type = sqlite3_value_type(a), size = sqlite3_value_bytes(a);
    if (type != sqlite3_value_type(b)) return false;
    switch (type) {
    case SQLITE_NULL: return true;
    case SQLITE_INTEGER: return sqlite3_value_int64(a) == sqlite3_value_int64(b);
    case SQLITE_FLOAT:
        return !(sqlite3_value_double(a) < sqlite3_value_double(b)) &&
               !(sqlite3_value_double(a) > sqlite3_value_double(b));
    default:
        return size == sqlite3_value_bytes(b) &&
               (!size || !memcmp(sqlite3_value_blob(a), sqlite3_value_blob(b), (size_t)size));
    }
}

/* ---- Files and tables ------------------------------------------------------------------------ */

void list_files(const char *folder) {
    run(sql("CREATE TEMP TABLE file AS SELECT format, file, size, 1 AS is_asked "
            "FROM gamemap_files('%q/**') "
            "WHERE error IS NULL",
            folder)
            .text);
    run("CREATE TEMP TABLE candidate(file TEXT, rows INTEGER)");
    run("CREATE TEMP TABLE known_table AS SELECT * FROM gamemap_tables");
    run("CREATE TEMP TABLE known_column AS SELECT * FROM gamemap_columns");
    run("CREATE INDEX temp.column_of ON known_column(table_name)");
}

Sql pattern_of(const char *file) {
    for (int length = (int)strlen(file);; length--) {
        Sql pattern = sql("%.*s*", length, file);
        char *matches = ask(sql("SELECT count(*) FROM file WHERE file GLOB %Q", pattern.text).text);
        bool enough = atoi(matches) > 1 || !length;
        sqlite3_free(matches);
        if (enough) return pattern;
    }
}

/* Returns a table's own arguments, each with a comma behind it, to be freed; NULL: there are
** none. A place where a way ends isn't NULL. */
static char *own_arguments(const char *table, const char *source) {
    return ask(sql("SELECT group_concat(CASE WHEN t.name = 'rsw_models' "
                   "THEN quote('samples/model') WHEN c.name IN ('models', 'sets') "
                   "THEN quote('samples/**') WHEN instr(t.call, '[, ' || c.name) "
                   "AND c.name NOT IN ('to_x', 'to_y') THEN 'NULL' "
                   "WHEN c.name = 'new_src' THEN "
                   "(SELECT quote(file) FROM file WHERE file LIKE '%%/gnd/v18_no_planes.gnd') "
                   "WHEN c.name = 'baked' THEN "
                   "(SELECT quote(file) FROM file WHERE file LIKE '%%/world/cut.trx') "
                   "WHEN c.name GLOB '*_region' THEN '(SELECT min(region_id) FROM "
                   "jmx_regions(' || %Q || ', ''skip''))' "
                   "ELSE c.position - s.position - 1 END || ', ', '') FROM known_table t "
                   "JOIN known_column c ON c.table_name = t.name AND c.is_argument "
                   "JOIN known_column s ON s.table_name = t.name AND s.name = 'src' "
                   "WHERE t.name = %Q AND c.name NOT IN ('src', 'on_error')",
                   source, table)
                   .text);
}

Sql call_of(const char *table, const char *source) {
    static char last[64], *own; /* most tables take the same arguments for every source */
    if (strcmp(last, table) != 0 || (own && strstr(own, "jmx_regions"))) {
        sqlite3_free(own);
        own = own_arguments(table, source);
        sqlite3_snprintf(sizeof last, last, "%s", table);
    }
    return sql("%s(%s, %s'skip')", table, source, own ? own : "");
}

void list_candidates(const char *table) {
    run("DELETE FROM candidate");
    sqlite3_stmt *files =
        prepare(sql("SELECT file FROM file JOIN known_table t ON t.name = %Q "
                    "WHERE is_asked AND "
                    "(ifnull(t.format, file.format) IN (file.format, 'archive') "
                    "OR file.format = 'TEXT')", /* only a table knows some texts for its own */
                    table)
                    .text);
    while (sqlite3_step(files) == SQLITE_ROW) {
        const char *file = (const char *)sqlite3_column_text(files, 0);
        Sql call = call_of(table, sql("%Q", file).text);
        Sql count = sql("INSERT INTO candidate SELECT %Q, n FROM (SELECT count(*) AS n FROM %s) "
                        "WHERE n",
                        file, call.text);
        /* arguments that don't make sense for a file give an error */
        sqlite3_exec(db, count.text, NULL, NULL, NULL);
    }
    sqlite3_finalize(files);
}

bool speaks_of_all_files(const char *table) {
    static const char *const names[] = {
        "gamemap_paths",   "gamemap_differences",  "jmx_world_links",       "jmx_world_path",
        "jmx_ray",         "nwn_transitions",      "jmx_world_path_status", "ro_world_path",
        "ro_world_warps",  "ro_world_path_status", "nwn_use_points",        "nwn_world_path",
        "nwn_world_areas", "nwn_world_transitions"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(table, names[i])) return true;
    }
    return false;
}
