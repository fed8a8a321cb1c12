/* gamemap, the program: what the library knows, for people who don't want to load anything.
**
**     gamemap maps/prontera.gnd
**     gamemap client/
**     gamemap maps/ 'SELECT file, count(*) FROM gnd_cubes($files) GROUP BY file'
**     gamemap lint mymod/
**     gamemap diff old.hak new.hak
**     gamemap export maps.db maps/
**
** program.c has the commands, arguments.c what is asked, run.c runs statements and the scripts of
** sql/, which are compiled in as help.txt and statements.sql are; prompt.c asks for statements,
** names.c finds similar names, output.c writes rows, and shown.c makes texts of strangers harmless.
** help.txt is the one list of commands and options: completion and the man page are made of it.
** What differs between systems stands in terminal_posix.c and terminal_windows.c.
**
** Names of files are bound to parameters. Only the statements that export.sql makes have them, quoted.
*/
#pragma once

#include "codec/text.h"

#include <sqlite3.h>
#include <stdio.h>

/* What the program returns to its caller. */
enum { EXIT_FINE = 0, EXIT_FOUND = 1, EXIT_WRONG = 2 };

/* ---- What is asked (arguments.c) ------------------------------------------------------------- */

typedef enum Form {
    FORM_BY_PLACE, /* aligned on a terminal, else with tabs */
    FORM_TABLE,
    FORM_REPORT, /* aligned, and a blank line behind it; nothing if there are no rows */
    FORM_TABS,
    FORM_HEADED, /* with tabs, and the names of columns first */
    FORM_CSV,
    FORM_MARKDOWN,
    FORM_JSON
} Form;

typedef struct Asked {
    const char *command;   /* one of command_names, or NULL */
    const char *statement; /* NULL: none */
    char **names;          /* files, or what else the command takes */
    int name_count;
    Form form;
    const char *fail, *format, *ignore, *baseline, *rule, *rows, *tables,
        *pictures; /* options with a value, or NULL */
    bool complete, help, version, wide, info;
    bool only_names; /* nothing stands before --, so that no name is a command */
} Asked;

/* Reads the arguments, whose pointers change their order. Returns NULL, or a text that says what is
** wrong, for sqlite3_free(). */
char *arguments_read(int count, char **arguments, Asked *asked);

/* ---- Rows (output.c, shown.c) ---------------------------------------------------------------- */

/* Writes all rows of a statement; aligned columns fit so many of a terminal, unless that is 0;
** with -1 cells are whole. Returns SQLITE_DONE, or what went wrong. */
int output_rows(FILE *file, sqlite3_stmt *statement, Form form, int width);
/* Writes rows as a script's lists have them: values between bars, without a head. */
int output_lines(FILE *file, sqlite3_stmt *statement, bool to_terminal, int width);

/* Appends a text as a string of JSON. */
void output_json_text(sqlite3_str *out, const char *text, int bytes);

/* Returns how many columns of a terminal a text takes. */
int shown_width(const char *text);
/* Returns a text in which nothing moves the cursor, cut to `most` columns unless that is 0; line
** ends stay if `keeps_lines`. The caller frees it by sqlite3_free(). */
char *shown_text(const char *text, int bytes, int most, bool keeps_lines);

/* ---- Statements (run.c) ---------------------------------------------------------------------- */

typedef struct Parameter {
    const char *name; /* without the "$" or other sign; "1" for the first file */
    const char *value;
} Parameter;

typedef struct Run {
    sqlite3 *database;
    const Parameter *parameters;
    int parameter_count;
    Form form;
    bool is_script; /* parameters that nobody set are NULL; lines with a dot are for the shell */
    bool is_silent;
    bool to_terminal;
    int width;    /* as output_rows() takes it */
    bool as_list; /* what a script has said how its rows are written */
} Run;

/* Does a step of a statement, and takes the line of progress away if one is shown. */
int run_step(sqlite3_stmt *statement);
/* From now on a line on the terminal says how long it takes, where that is over two seconds. */
void run_with_progress(sqlite3 *database);

/* Returns the first value of a statement of which `value` is ?1, for sqlite3_free(); NULL: none. */
char *ask_text(sqlite3 *database, const char *sql, const char *value);
/* The same with a second value, ?2 */
char *ask_about(sqlite3 *database, const char *sql, const char *value, const char *second);
/* Tells whether ask_text() would return a value. */
bool ask_any(sqlite3 *database, const char *sql, const char *value);
/* Returns names_near() of those that there are where SQLite says that one is `absent`, as "no such
** table". */
char *near_names(sqlite3 *database, const char *absent, const char *name);
/* Runs statements. If the result isn't SQLITE_OK, *problem tells why, for sqlite3_free(); if it is
** NULL, the database does. */
int run_statements(Run *run, const char *text, char **problem);

/* ---- Statements from the input (prompt.c) ---------------------------------------------------- */

/* Tells whether people or a file give statements; reads blanks. */
bool prompt_has_input(void);
/* Shows a text and returns the input's next line, for sqlite3_free(); NULL: there is none. */
char *prompt_line(const char *shown);
/* Runs the statements of the input, each as it is complete. If it asks, it shows a prompt and goes
** on after errors. Returns the exit status. */
int prompt_run(Run *run, bool asks);

/* Shows what ends the program, or a statement, and frees it; NULL: memory ran out. Returns the exit
** status. */
int program_fail(char *problem);

/* ---- Files (files.c) ------------------------------------------------------------------------- */

/* Registers readfile() and writefile(), as the sqlite3 shell has them. */
int files_register(sqlite3 *database);
/* Returns one source for some files, for sqlite3_free(): the path itself, or a list of files if
** there are several names, or if one stands for others. */
char *files_source(sqlite3 *database, char *const *names, int count);
/* Tells whether a source is a list of files or a game's order. */
bool files_is_list(const char *source);

/* ---- Names (names.c) ------------------------------------------------------------------------- */

/* Tells whether a name is a line of a text. */
bool names_have(const char *lines, const char *name);
/* Returns "; near it are: " and the lines of a text that are similar to a name, for sqlite3_free();
** an empty text if none is. */
char *names_near(const char *lines, const char *name);
/* Returns a text that names the first member of a JSON list, of rules or 'rule@pattern', that is no
** rule; NULL: all are, or the text is no JSON. The caller frees it by sqlite3_free(). */
char *rules_check(sqlite3 *database, const char *ignored);

/* ---- Texts, made by scripts.awk -------------------------------------------------------------- */

/* Scripts of sql/, help.txt, what is made of it, and pull_request.sql */
extern const char script_lint[], script_difference[], script_export[], script_help[], script_bash[],
    script_zsh[], script_fish[], script_pull_request[];
/* Names of rules, and the commands and options of help.txt, one in a line */
extern const char rule_names[], command_names[], option_names[];
/* Those of statements.sql */
extern const char sql_overview[], sql_broken[], sql_tables_of_file[], sql_tables[], sql_columns[],
    sql_help[], sql_help_lines[], sql_is_found[], sql_open[], sql_opened[], sql_opened_tables[],
    sql_is_table[], sql_called_table[], sql_found[], sql_house[], sql_unknown[], sql_differences[],
    sql_any_difference[], sql_exported[], sql_any_exported[], sql_built_in[], sql_names[],
    sql_near[], sql_no_rule[], sql_columns_of_tables[], sql_completions[];

/* ---- The system (terminal_*.c) --------------------------------------------------------------- */

/* Makes standard output take UTF-8 as it is. */
void terminal_begin(void);
/* Tells whether a file is a terminal. */
bool terminal_shows(FILE *file);
/* Returns how many columns the terminal has; 0: there is none, or it doesn't say. */
int terminal_columns(void);
typedef enum Input {
    INPUT_NONE,
    INPUT_TERMINAL,
    INPUT_STATEMENTS /* a file or another program, which may be empty */
} Input;
Input terminal_input(void);
/* prompt_line() of people, who may edit the line and complete names if the system has that */
char *terminal_line(const char *shown, sqlite3 *database);
bool terminal_is_folder(const char *path);
bool terminal_exists(const char *path);
/* Makes a folder, unless it is there. */
void terminal_make_folder(const char *path);
/* Opens a file whose name is UTF-8. */
FILE *terminal_open(const char *path, const char *mode);

int program_run(int count, char **arguments);
