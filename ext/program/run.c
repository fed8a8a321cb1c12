/* Statements with their parameters, and scripts of sql/. */
#include "program.h"

#include <time.h>

/* ---- Parameters ------------------------------------------------------------------------------ */

static const Parameter *find_parameter(const Run *run, const char *name) {
    for (int i = 0; i < run->parameter_count; i++) {
        if (!strcmp(run->parameters[i].name, name)) return &run->parameters[i];
    }
    return NULL;
}

/* Binds each parameter to its value. In a script, a parameter without one is NULL. */
static int bind_all(const Run *run, sqlite3_stmt *statement, char **problem) {
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++) {
        const char *name = sqlite3_bind_parameter_name(statement, i);
        char number[12]; /* "?" alone has no name */
        const Parameter *found =
            find_parameter(run, name ? name + 1 : sqlite3_snprintf(sizeof number, number, "%d", i));
        if (!found && run->is_script) continue;
        if (!found) {
            *problem = sqlite3_mprintf("nothing is given for %s: there are $files, the files that "
                                       "are named, and $1, $2 ... for each of them",
                                       name ? name : "?");
            return SQLITE_ERROR;
        }
        int code = sqlite3_bind_text(statement, i, found->value, -1, SQLITE_STATIC);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

/* ---- Progress -------------------------------------------------------------------------------- */

/* How many operations of SQLite lie between two looks at the clock. */
#define OPERATIONS 10000
/* From so many seconds on people want to know that it goes on. */
#define SECONDS_QUIET 2

static struct Progress {
    time_t began, told; /* told: when the line was written; 0: none is shown */
} progress;

static int tell_progress(void *unused) {
    time_t now = time(NULL);
    (void)unused;
    if (now - progress.began > SECONDS_QUIET && now != progress.told) {
        fprintf(stderr, "\rgamemap: %.0f seconds so far", difftime(now, progress.began));
        fflush(stderr);
        progress.told = now;
    }
    return 0;
}

void run_with_progress(sqlite3 *database) {
    progress.began = time(NULL);
    if (terminal_shows(stderr)) sqlite3_progress_handler(database, OPERATIONS, tell_progress, NULL);
}

int run_step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    if (progress.told) fprintf(stderr, "\r%40s\r", "");
    progress.told = 0;
    return code;
}

/* ---- Statements ------------------------------------------------------------------------------ */

char *near_names(sqlite3 *database, const char *absent, const char *name) {
    char *names = ask_text(database, sql_names, absent);
    char *near = names_near(names, name);
    sqlite3_free(names);
    return near;
}

/* Returns an error of SQLite about a text, with the names that are near one that doesn't exist; for
** a column, if none is near, with those that the tables have. */
static char *explain(sqlite3 *database, const char *text) {
    char *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
    const char *name = message ? strstr(message, ": ") : NULL,
               *dot = name ? strrchr(name, '.') : NULL;
    char *asked = sqlite3_mprintf("%.*s: %s", name ? (int)(name - message) : 0, message, text);
    char *near = near_names(database, asked, dot ? dot + 1 : name ? name + 2 : "");
    if (!near || !*near) {
        sqlite3_free(near);
        near = ask_text(database, sql_columns_of_tables, asked);
    }
    char *longer = sqlite3_mprintf("%s%s", message, near);
    sqlite3_free(asked);
    sqlite3_free(near);
    sqlite3_free(message);
    return longer;
}

static int write_results(const Run *run, sqlite3_stmt *statement) {
    int code;
    if (run->is_silent || !sqlite3_column_count(statement)) {
        while ((code = run_step(statement)) == SQLITE_ROW) continue;
        return code;
    }
    if (run->as_list) return output_lines(stdout, statement, run->to_terminal, run->width);
    bool is_report = run->is_script && run->form == FORM_TABLE;
    return output_rows(stdout, statement, is_report ? FORM_REPORT : run->form, run->width);
}

/* Runs the first statement of a text, and returns what follows it in *rest. */
static int run_first(const Run *run, const char *text, const char **rest, char **problem) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(run->database, text, -1, &statement, rest);
    if (code == SQLITE_OK && statement) {
        code = bind_all(run, statement, problem);
        if (code == SQLITE_OK) code = write_results(run, statement);
        if (code == SQLITE_DONE) code = SQLITE_OK;
    }
    if (code != SQLITE_OK && !*problem) *problem = explain(run->database, text);
    sqlite3_finalize(statement);
    return code;
}

char *ask_about(sqlite3 *database, const char *sql, const char *value, const char *second) {
    sqlite3_stmt *statement = NULL;
    char *answer = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, value, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
        const char *text = run_step(statement) == SQLITE_ROW
                               ? (const char *)sqlite3_column_text(statement, 0)
                               : NULL;
        if (text) answer = sqlite3_mprintf("%s", text);
    }
    sqlite3_finalize(statement);
    return answer;
}

char *ask_text(sqlite3 *database, const char *sql, const char *value) {
    return ask_about(database, sql, value, NULL);
}

bool ask_any(sqlite3 *database, const char *sql, const char *value) {
    char *answer = ask_text(database, sql, value);
    sqlite3_free(answer);
    return answer != NULL;
}

/* ---- Lines of a script that are the shell's -------------------------------------------------- */

static bool begins(const char *text, const char *word) {
    return !strncmp(text, word, strlen(word));
}

int run_statements(Run *run, const char *text, char **problem) {
    *problem = NULL;
    int code = SQLITE_OK;
    for (text = text_skip_blanks(text); *text && code == SQLITE_OK; text = text_skip_blanks(text)) {
        if (run->is_script && *text == '.') {
            /* a script says whether its rows are written as lists or in boxes */
            if (begins(text, ".mode")) run->as_list = begins(text, ".mode list");
            text += strcspn(text, "\n");
        } else if (run->is_script && begins(text, "--")) {
            text += strcspn(text, "\n");
        } else {
            code = run_first(run, text, &text, problem);
        }
    }
    return code;
}
