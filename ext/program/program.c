/* The commands of the program, and what it says about itself. */
#include "program.h"

#include "../sqlite3_gamemap.h"

/* ---- Running --------------------------------------------------------------------------------- */

#define PARAMETERS_MOST 8

enum { NUMBER_BYTES = 12 }; /* of the name of a parameter such as $1 */

typedef struct Program {
    Asked asked;
    sqlite3 *database;
    Run run;
    Parameter *parameters;
    char *numbers;            /* names of the parameters $1, $2 ... */
    const char *new_database; /* the file that export makes, or NULL */
} Program;

int program_fail(char *problem) {
    fflush(stdout);
    char *shown =
        problem ? shown_text(problem, (int)strlen(problem), 0, false) : NULL; /* names are in it */
    fprintf(stderr, "gamemap: %s\n", shown ? shown : "out of memory");
    sqlite3_free(shown);
    sqlite3_free(problem);
    return EXIT_WRONG;
}

static int fail_usage(const char *what) {
    return program_fail(sqlite3_mprintf("%s; gamemap --help has examples", what));
}

static void set_parameter(Program *program, const char *name, const char *value) {
    if (!value) return;
    program->parameters[program->run.parameter_count++] = (Parameter){name, value};
}

static int run_text(Program *program, const char *text) {
    char *problem;
    int code = run_statements(&program->run, text, &problem);
    return code == SQLITE_OK ? EXIT_FINE : program_fail(problem);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static int command_files(Program *program, const char *source) {
    set_parameter(program, "files", source);
    int status = run_text(program, sql_overview);
    if (ask_any(program->database, sql_broken, source)) status = EXIT_WRONG;
    const char *first = program->asked.name_count ? program->asked.names[0] : "";
    char *near = terminal_exists(first) ? NULL : names_near(command_names, first);
    if (near && *near) fprintf(stderr, "gamemap: %s is no command%s\n", first, near);
    sqlite3_free(near);
    if (status != EXIT_FINE || program->run.form != FORM_TABLE || files_is_list(source)) {
        return status;
    }
    char *statement = ask_text(program->database, sql_tables_of_file, source);
    if (statement) {
        fputc('\n', stdout);
        status = run_text(program, statement);
    }
    sqlite3_free(statement);
    return status;
}

/* Opens a folder or an archive, of which tables need no source then. */
static int command_client(Program *program, const char *name) {
    bool asks = terminal_input() == INPUT_TERMINAL;
    set_parameter(program, "files", name);
    char *opened = ask_text(program->database, sql_open, name);
    if (!opened) return program_fail(sqlite3_mprintf("%s", sqlite3_errmsg(program->database)));
    sqlite3_free(opened);
    if (asks && run_text(program, sql_opened) == EXIT_FINE) {
        fputc('\n', stdout);
        run_text(program, sql_opened_tables);
        fputs("\nA statement ends with ;, and .quit ends it all.\n", stdout);
    }
    return prompt_run(&program->run, asks);
}

static int command_ask(Program *program, const char *source) {
    set_parameter(program, "files", source);
    set_parameter(program, "file", source);
    for (int i = 0; i < program->asked.name_count; i++) {
        char *number = program->numbers + (size_t)i * NUMBER_BYTES;
        sqlite3_snprintf(NUMBER_BYTES, number, "%d", i + 1);
        set_parameter(program, number, program->asked.names[i]);
    }
    return run_text(program, program->asked.statement);
}

/* The error with which the script ends if there are findings that fail begins like this. */
static const char findings_problem[] = "lint: there are findings";

/* Returns the first name that no file has, not even in an archive, with the reason; or NULL. */
static char *find_absent(Program *program) {
    for (int i = 0; i < program->asked.name_count; i++) {
        const char *name = program->asked.names[i];
        char *reason =
            terminal_exists(name) ? NULL : ask_text(program->database, sql_unknown, name);
        char *absent = reason ? sqlite3_mprintf("%s: %s", name, reason) : NULL;
        sqlite3_free(reason);
        if (absent) return absent;
    }
    return NULL;
}

/* Runs the query of the user's own rule (--rule); the script takes its rows. */
static int run_house_rule(Program *program, const char *path) {
    char *sql = ask_text(program->database, sql_house, path);
    if (!sql) return program_fail(sqlite3_mprintf("--rule: can't read %s", path));
    int status = run_text(program, sql);
    sqlite3_free(sql);
    return status;
}

static int command_lint(Program *program, const char *source) {
    const Asked *asked = &program->asked;
    char *problem;
    bool of_rows = asked->form != FORM_BY_PLACE;
    if (of_rows && asked->format) return fail_usage("either --format, or rows");
    problem = asked->ignore ? rules_check(program->database, asked->ignore) : NULL;
    if (problem) return program_fail(problem);
    set_parameter(program, "files", source);
    set_parameter(program, "fail", asked->fail);
    bool is_grouped = program->run.to_terminal && !asked->format && !of_rows;
    set_parameter(program, "format", is_grouped ? "groups" : asked->format);
    set_parameter(program, "info", asked->info ? "1" : NULL);
    set_parameter(program, "ignore", asked->ignore);
    set_parameter(program, "baseline", asked->baseline);
    set_parameter(program, "complete", asked->complete ? "1" : NULL);
    if (asked->rule && run_house_rule(program, asked->rule) != EXIT_FINE) return EXIT_WRONG;
    program->run.is_script = true;
    program->run.is_silent = of_rows;
    int code = run_statements(&program->run, script_lint, &problem);
    bool has_found = problem && !strncmp(problem, findings_problem, strlen(findings_problem));
    if (code != SQLITE_OK && !has_found) return program_fail(problem);
    sqlite3_free(problem);
    program->run.is_silent = program->run.as_list = program->run.is_script = false;
    if (of_rows && run_text(program, sql_found) != EXIT_FINE) return EXIT_WRONG;
    char *absent = find_absent(program);
    if (absent) return program_fail(absent);
    return has_found ? EXIT_FOUND : EXIT_FINE;
}

/* Writes a report on a terminal; elsewhere the rows. */
static int command_diff(Program *program) {
    const Asked *asked = &program->asked;
    if (asked->name_count != 2) return fail_usage("diff compares two files, folders or archives");
    bool is_report = program->run.form == FORM_TABLE && asked->form == FORM_BY_PLACE;
    set_parameter(program, "old", asked->names[0]);
    set_parameter(program, "new", asked->names[1]);
    set_parameter(program, "rows", asked->rows);
    set_parameter(program, "pictures", asked->pictures);
    program->run.is_script = true;
    program->run.is_silent = !is_report;
    int status = run_text(program, script_difference);
    program->run.is_silent = false;
    bool is_markdown = asked->form == FORM_MARKDOWN;
    if (status == EXIT_FINE && is_markdown) status = run_text(program, script_pull_request);
    program->run.is_script = program->run.as_list = false;
    if (status == EXIT_FINE && !is_report && !is_markdown)
        status = run_text(program, sql_differences);
    bool any = status == EXIT_FINE && ask_any(program->database, sql_any_difference, "");
    return any ? EXIT_FOUND : status;
}

/* The database is the new file; the statements that fill it tell of each table when it is full. */
static int command_export(Program *program, const char *source) {
    char *statements = NULL;
    set_parameter(program, "files", source);
    set_parameter(program, "tables", program->asked.tables);
    if (!sqlite3_strlike("%.gpkg", program->new_database, 0)) set_parameter(program, "as", "gpkg");
    program->run.is_script = program->run.is_silent = true;
    int status = run_text(program, script_export);
    program->run.is_silent = false;
    program->run.as_list = true;
    if (status == EXIT_FINE && !ask_any(program->database, sql_any_exported, "")) {
        return fail_usage("none of the tables that are asked for has rows there");
    }
    if (status == EXIT_FINE) statements = ask_text(program->database, sql_exported, "");
    if (statements) status = run_text(program, statements);
    else if (status == EXIT_FINE) status = program_fail(NULL);
    sqlite3_free(statements);
    return status;
}

static int command_tables(Program *program) {
    const Asked *asked = &program->asked;
    if (asked->name_count > 1) return fail_usage("tables takes one name, or none");
    if (!asked->name_count) return run_text(program, sql_tables);
    if (!ask_any(program->database, sql_is_table, asked->names[0])) {
        const char *name = asked->names[0];
        char *called = ask_text(program->database, sql_called_table, name);
        char *near = near_names(program->database, "no such table", name);
        char *text = sqlite3_mprintf("there is no table %s%s; %s", name, near,
                                     called ? called : "gamemap tables lists them");
        sqlite3_free(called);
        sqlite3_free(near);
        return program_fail(text);
    }
    set_parameter(program, "1", asked->names[0]);
    return run_text(program, sql_columns);
}

static int command_completion(const Asked *asked) {
    const char *shell = asked->name_count == 1 ? asked->names[0] : "";
    const char *text = !strcmp(shell, "bash")   ? script_bash
                       : !strcmp(shell, "zsh")  ? script_zsh
                       : !strcmp(shell, "fish") ? script_fish
                                                : NULL;
    if (!text) return fail_usage("completion is for bash, zsh or fish");
    fputs(text, stdout);
    return EXIT_FINE;
}

static int command_help(Program *program) {
    const Asked *asked = &program->asked;
    int status = EXIT_FINE;
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (int i = 0; i < asked->name_count; i++) {
        sqlite3_str_appendf(out, "%s%s", i ? " " : "", asked->names[i]);
    }
    char *words = sqlite3_str_finish(out);
    set_parameter(program, "1", words);
    program->run.as_list = program->run.form == FORM_TABLE && asked->form == FORM_BY_PLACE;
    if (words && *words && !ask_any(program->database, sql_is_found, words)) {
        status = program_fail(
            sqlite3_mprintf("nothing is found for %s; gamemap tables lists all", words));
    } else if (words && *words) {
        status = run_text(program, program->run.as_list ? sql_help_lines : sql_help);
    } else {
        fputs(script_help, stdout);
    }
    sqlite3_free(words);
    return status;
}

/* Tells whether a folder or an archive is named alone, for which statements come from the input. */
static bool is_client(const Program *program, const char *source) {
    const Asked *asked = &program->asked;
    bool is_shown = terminal_input() != INPUT_TERMINAL || program->run.form == FORM_TABLE;
    return asked->name_count == 1 && strcmp(source, asked->names[0]) != 0 && is_shown &&
           prompt_has_input();
}

static int run_command(Program *program) {
    const Asked *asked = &program->asked;
    const char *command = asked->command ? asked->command : "";
    if (!strcmp(command, "diff")) return command_diff(program);
    if (!strcmp(command, "tables")) return command_tables(program);
    if (!strcmp(command, "completion")) return command_completion(asked);
    if (!strcmp(command, "help")) return command_help(program);
    int first = program->new_database != NULL;
    char *source = asked->name_count > first ? files_source(program->database, asked->names + first,
                                                            asked->name_count - first)
                                             : NULL;
    if (asked->name_count > first && !source) return program_fail(NULL);
    int status;
    if (program->new_database) {
        status = source ? command_export(program, source) : fail_usage("export which files?");
    } else if (asked->command) {
        status = source ? command_lint(program, source) : fail_usage("lint which files?");
    } else {
        status = asked->statement             ? command_ask(program, source)
                 : is_client(program, source) ? command_client(program, asked->names[0])
                                              : command_files(program, source);
    }
    sqlite3_free(source);
    return status;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* Opens a database in memory; every connection that is opened from here on has the tables. */
static bool open_database(Program *program) {
    sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init);
    const char *path = program->new_database ? program->new_database : ":memory:";
    if (sqlite3_open(path, &program->database) != SQLITE_OK) return false;
    sqlite3_exec(program->database, "PRAGMA temp_store = memory", NULL, NULL, NULL);
    return files_register(program->database) == SQLITE_OK;
}

static int run_with_database(Program *program) {
    sqlite3_uint64 count = (sqlite3_uint64)program->asked.name_count;
    program->parameters = sqlite3_malloc64((count + PARAMETERS_MOST) * sizeof(Parameter));
    program->numbers = sqlite3_malloc64((count + 1) * NUMBER_BYTES);
    bool is_open = open_database(program) && program->parameters && program->numbers;
    program->run.parameters = program->parameters;
    program->run.database = program->database;
    run_with_progress(program->database);
    int status = is_open ? run_command(program)
                         : program_fail(sqlite3_mprintf("%s", sqlite3_errmsg(program->database)));
    if ((fflush(stdout) || ferror(stdout)) && status != EXIT_WRONG) {
        status = program_fail(sqlite3_mprintf("what was found couldn't be written"));
    }
    sqlite3_free(program->parameters);
    sqlite3_free(program->numbers);
    sqlite3_close(program->database);
    if (program->new_database && status != EXIT_FINE) remove(program->new_database);
    return status;
}

int program_run(int count, char **arguments) {
    Program program = {0};
    Asked *asked = &program.asked;
    terminal_begin();
    char *problem = arguments_read(count, arguments, asked);
    if (problem) return program_fail(problem);
    if (asked->version) {
        program = (Program){.asked = {.statement = sql_built_in}, .run = {.as_list = true}};
        return run_with_database(&program);
    }
    if (asked->help || !count) {
        fputs(script_help, asked->help ? stdout : stderr);
        return asked->help ? EXIT_FINE : EXIT_WRONG;
    }
    if (!asked->name_count && !asked->statement && !asked->command) {
        return fail_usage("which files?");
    }
    if (asked->command && !strcmp(asked->command, "export")) {
        if (!asked->name_count) return fail_usage("export to which file?");
        if (asked->statement) return fail_usage("export takes no statement");
        if (terminal_exists(asked->names[0])) {
            return program_fail(sqlite3_mprintf("%s is there already", asked->names[0]));
        }
        program.new_database = asked->names[0];
    }
    program.run.to_terminal = terminal_shows(stdout);
    program.run.width = asked->wide ? -1 : program.run.to_terminal ? terminal_columns() : 0;
    program.run.form = asked->form != FORM_BY_PLACE ? asked->form
                       : program.run.to_terminal    ? FORM_TABLE
                                                    : FORM_TABS;
    return run_with_database(&program);
}
