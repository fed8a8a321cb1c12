/* See reports.h. */
#include "reports.h"
#include "script.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the script's SQL; returns false if it isn't there. */
static bool read_sql(const char *name, Text *sql) {
    char path[300];
    Lines lines = {0};
    snprintf(path, sizeof path, "sql/%s.sql", name);
    bool good = read_lines(path, &lines);
    text_add(sql, "", 0);
    for (size_t i = 0; i < lines.count; i++) {
        if (*lines.items[i] == '.') continue;
        text_add(sql, lines.items[i], strlen(lines.items[i]));
        text_add(sql, "\n", 1);
    }
    lines_clear(&lines);
    return good;
}

/* Returns the value of a parameter, which stands behind its name; NULL: it isn't given. */
static const char *value_of(const Lines *given, const char *name) {
    for (size_t i = 0; i < given->count; i++) {
        const char *line = given->items[i];
        size_t length = strcspn(line, " ");
        if (strlen(name) != length || strncmp(line, name, length) != 0) continue;
        return line + length + strspn(line + length, " ");
    }
    return NULL;
}

static void bind_parameters(sqlite3_stmt *statement, const Lines *given) {
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++) {
        const char *value = value_of(given, sqlite3_bind_parameter_name(statement, i));
        if (value) sqlite3_bind_text(statement, i, value, -1, SQLITE_TRANSIENT);
    }
}

static void add_names(Lines *lines, sqlite3_stmt *statement) {
    Text line = {0};
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const char *name = sqlite3_column_name(statement, i);
        text_add(&line, i ? "\t" : "> ", i ? 1 : 2);
        text_add(&line, name, strlen(name));
    }
    lines_add(lines, line.data, line.size);
    free(line.data);
}

static void add_cells(Lines *lines, sqlite3_stmt *statement) {
    Lines values = {0};
    int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; i++) {
        int type = sqlite3_column_type(statement, i);
        add_cell(&values, statement, i,
                 type == SQLITE_INTEGER ? 'I'
                 : type == SQLITE_FLOAT ? 'R'
                                        : 'T');
    }
    add_row(lines, &values, 0, (size_t)count);
    lines_clear(&values);
}

/* Runs one statement and moves *sql behind it. */
static bool run_statement(sqlite3 *db, const char **sql, const Lines *given, Result *result) {
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db, *sql, -1, &statement, sql);
    if (status == SQLITE_OK && statement) {
        bool has_names = false;
        bind_parameters(statement, given);
        while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
            if (!has_names && sqlite3_column_count(statement) > 1) {
                add_names(&result->lines, statement);
            }
            has_names = true;
            add_cells(&result->lines, statement);
        }
    }
    bool good = status == SQLITE_OK || status == SQLITE_DONE;
    if (!good) result->error = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    return good;
}

void run_report(sqlite3 *db, const char *name, const Lines *given, Result *result) {
    Text sql = {0};
    if (read_sql(name, &sql)) {
        const char *at = sql.data;
        while (!is_blank(at) && run_statement(db, &at, given, result)) {
            while (isspace((unsigned char)*at)) at++;
        }
    } else {
        result->error = sqlite3_mprintf("there is no sql/%s.sql", name);
    }
    free(sql.data);
}
