/* The commands of the program, and what it says about itself. */
#include "program.h"

#include "../sqlite3_gamemap.h"

#include <string.h>

static const char help_text[] =
    "gamemap shows the files of game worlds as tables: maps, models, areas, archives.\n"
    "\n"
    "  gamemap FILES...               what these files are, and the tables of one file\n"
    "  gamemap FILES... 'SELECT ...'  asks them; $files names them all, $1 the first of them\n"
    "  gamemap lint FILES...          what is odd, broken or missing in them\n"
    "  gamemap diff OLD NEW           what differs between two files, folders or archives\n"
    "  gamemap export OUT FILES...    an ordinary database of what is in them, for any program\n"
    "  gamemap tables [NAME]          the tables, or the columns of one of them\n"
    "\n"
    "FILES are files, folders, archives of games and patterns such as 'maps/*.gnd', or\n"
    "one list such as '[\"patch.thor\", \"data.grf\"]'. Of folders and archives each table\n"
    "gets the files that it can read.\n"
    "\n"
    "Examples:\n"
    "  gamemap maps/prontera.gnd\n"
    "  gamemap data.grf 'SELECT file, count(*) FROM gnd_cubes($files) GROUP BY file'\n"
    "  gamemap old.gnd new.gnd 'SELECT * FROM gamemap_differences($1, $2)'\n"
    "  gamemap house.trx \"SELECT writefile('house.glb', aswm_glb(\\$files))\"\n"
    "  gamemap lint mymod/ --fail error\n"
    "  gamemap lint mymod/ --format sarif > findings.sarif\n"
    "  gamemap diff released.hak working.hak\n"
    "  gamemap export maps.db maps/ --tables 'gnd_*'\n"
    "  gamemap tables gnd_cubes\n"
    "\n"
    "A terminal gets aligned columns that fit its width; a file or another program gets the\n"
    "rows with tabs between values and \\t, \\n, \\r, \\\\ in them, BLOBs as hexadecimal digits.\n"
    "  --json, --csv, --tabs, --table   the rows in that form\n"
    "  --wide                           cells whole, however wide the terminal is\n"
    "  --                               what follows are files, whatever their names begin with\n"
    "  --help, --version\n"
    "Of lint:\n"
    "  --fail SEVERITY    error, warning (usual), info or never: what the exit status speaks of\n"
    "  --format FORMAT    text (usual), github, sarif or junit\n"
    "  --ignore RULES     a JSON list, as '[\"companion\", \"model_missing@*/old/*\"]'\n"
    "  --baseline FILE    an earlier SARIF, whose findings don't count\n"
    "  --rule FILE        a SELECT of your own with file, row, severity and message\n"
    "  --complete         nothing that the files refer to lies elsewhere: what is missing is a\n"
    "                     warning, else info\n"
    "  --info             on a terminal also what is only odd, by rule\n"
    "Of diff:\n"
    "  --rows N           how many differences of a column the report lists (usual: 20)\n"
    "Of export:\n"
    "  --tables PATTERN   only such tables, as 'gnd_*'\n"
    "\n"
    "Exit status: 0; 1 where lint found something or diff a difference; 2 where something is\n"
    "wrong, as a file that isn't there.\n";

/* ---- Statements that the program has of its own ---------------------------------------------- */

static const char overview_sql[] =
    "SELECT f.file, f.format, f.version, f.size, "
    "(SELECT ifnull(sum(count), 0) FROM gamemap_findings(f.source) d "
    "WHERE d.severity <> 'info') AS findings, "
    "f.error FROM gamemap_files($files) f";

/* Finds a file that was named and can't be read; in a folder or an archive such files may lie. */
static const char broken_sql[] =
    "SELECT 1 FROM gamemap_files(?1) WHERE error IS NOT NULL AND (NOT json_valid(?1) "
    "OR substr(?1, 1, 1) NOT IN ('[', '{') "
    "OR file IN (SELECT value FROM json_tree(?1) WHERE type = 'text')) LIMIT 1";

/* Makes a statement that counts the rows of each table of the file's format. */
static const char tables_of_file_sql[] =
    "SELECT 'SELECT * FROM (' || group_concat(printf('SELECT %Q AS \"table\", count(*) AS rows, "
    "%Q AS what FROM \"%w\"($files)', name, documentation, name), ' UNION ALL ') "
    "|| ') WHERE rows' FROM gamemap_tables "
    "WHERE format = (SELECT format FROM gamemap_files(?1) WHERE error IS NULL) "
    "AND (call LIKE '%(src)' OR call LIKE '%(src [%')";

static const char tables_sql[] =
    "SELECT name, format, documentation, also_called FROM gamemap_tables ORDER BY format, rowid";

/* What the public note calls a record stands at its number. */
static const char columns_sql[] =
    "SELECT c.name, type, unit, refers_to, c.documentation, coalesce(c.also_called, "
    "CASE c.name WHEN 'id' THEN t.also_called END) AS also_called "
    "FROM gamemap_columns c JOIN gamemap_tables t ON t.name = c.table_name "
    "WHERE table_name = $1 AND (NOT hidden OR (is_argument AND c.name <> 'on_error'))";

static const char is_table_sql[] = "SELECT 1 FROM gamemap_tables WHERE name = ?1";
static const char called_table_sql[] =
    "SELECT 'in the public note ' || name || ' is called ' || also_called FROM gamemap_tables "
    "WHERE instr(', ' || also_called || ', ', ', ' || ?1 || ', ')";
static const char found_sql[] =
    "SELECT file, severity, rule, byte_offset, message FROM temp.results";
static const char house_sql[] =
    "SELECT 'CREATE TEMP TABLE house AS ' || CAST(readfile(?1) AS TEXT)";
static const char unknown_sql[] =
    "SELECT error FROM temp.listed WHERE file = ?1 AND format IS NULL";
static const char differences_sql[] =
    "SELECT file, table_name, row_id, column_name, old, new, change FROM temp.differences";
static const char exported_sql[] =
    "SELECT group_concat(sql, ';' || char(10)) FROM temp.statements WHERE ?1 IS NOT NULL";
static const char any_difference_sql[] =
    "SELECT 1 FROM temp.differences WHERE ?1 IS NOT NULL LIMIT 1";

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

/* Every message that ends the program begins with its name. */
static int fail_with(char *problem) {
    fflush(stdout);
    char *shown =
        problem ? shown_text(problem, (int)strlen(problem), 0, false) : NULL; /* names are in it */
    fprintf(stderr, "gamemap: %s\n", shown ? shown : "out of memory");
    sqlite3_free(shown);
    sqlite3_free(problem);
    return EXIT_WRONG;
}

static int fail_usage(const char *what) {
    return fail_with(sqlite3_mprintf("%s; gamemap --help has examples", what));
}

static void set_parameter(Program *program, const char *name, const char *value) {
    if (!value) return;
    program->parameters[program->run.parameter_count++] = (Parameter){name, value};
}

static int run_text(Program *program, const char *text) {
    char *problem;
    int code = run_statements(&program->run, text, &problem);
    return code == SQLITE_OK ? EXIT_FINE : fail_with(problem);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static int command_files(Program *program, const char *source) {
    set_parameter(program, "files", source);
    int status = run_text(program, overview_sql);
    if (ask_any(program->database, broken_sql, source)) status = EXIT_WRONG;
    if (status != EXIT_FINE || program->run.form != FORM_TABLE || files_is_list(source)) {
        return status;
    }
    char *statement = ask_text(program->database, tables_of_file_sql, source);
    if (statement) {
        fputc('\n', stdout);
        status = run_text(program, statement);
    }
    sqlite3_free(statement);
    return status;
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

/* The script ends with an error of this beginning where there is what fails. */
static const char findings_problem[] = "lint: there are findings";

/* Returns the first name of no file, also not in an archive, with the reason, or NULL. */
static char *find_absent(Program *program) {
    for (int i = 0; i < program->asked.name_count; i++) {
        const char *name = program->asked.names[i];
        char *reason =
            terminal_exists(name) ? NULL : ask_text(program->database, unknown_sql, name);
        char *absent = reason ? sqlite3_mprintf("%s: %s", name, reason) : NULL;
        sqlite3_free(reason);
        if (absent) return absent;
    }
    return NULL;
}

/* Runs the query of a rule of one's own, whose rows the script takes. */
static int run_house_rule(Program *program, const char *path) {
    char *sql = ask_text(program->database, house_sql, path);
    if (!sql) return fail_with(sqlite3_mprintf("--rule: can't read %s", path));
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
    if (problem) return fail_with(problem);
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
    if (code != SQLITE_OK && !has_found) return fail_with(problem);
    sqlite3_free(problem);
    program->run.is_silent = program->run.as_list = program->run.is_script = false;
    if (of_rows && run_text(program, found_sql) != EXIT_FINE) return EXIT_WRONG;
    char *absent = find_absent(program);
    if (absent) return fail_with(absent);
    return has_found ? EXIT_FOUND : EXIT_FINE;
}

/* On a terminal a report; elsewhere the rows. */
static int command_diff(Program *program) {
    const Asked *asked = &program->asked;
    if (asked->name_count != 2) return fail_usage("diff compares two files, folders or archives");
    bool is_report = program->run.form == FORM_TABLE && asked->form == FORM_BY_PLACE;
    set_parameter(program, "old", asked->names[0]);
    set_parameter(program, "new", asked->names[1]);
    set_parameter(program, "rows", asked->rows);
    program->run.is_script = true;
    program->run.is_silent = !is_report;
    int status = run_text(program, script_difference);
    program->run.is_silent = program->run.is_script = false;
    if (status == EXIT_FINE && !is_report) status = run_text(program, differences_sql);
    bool any = status == EXIT_FINE && ask_any(program->database, any_difference_sql, "");
    return any ? EXIT_FOUND : status;
}

/* The database is the new file; the statements that fill it tell of each table when it is full. */
static int command_export(Program *program, const char *source) {
    char *statements = NULL;
    set_parameter(program, "files", source);
    set_parameter(program, "tables", program->asked.tables);
    program->run.is_script = program->run.is_silent = true;
    int status = run_text(program, script_export);
    program->run.is_silent = false;
    program->run.as_list = true;
    if (status == EXIT_FINE) statements = ask_text(program->database, exported_sql, "");
    if (statements) status = run_text(program, statements);
    else if (status == EXIT_FINE) status = fail_with(NULL);
    sqlite3_free(statements);
    return status;
}

static int command_tables(Program *program) {
    const Asked *asked = &program->asked;
    if (asked->name_count > 1) return fail_usage("tables takes one name, or none");
    if (!asked->name_count) return run_text(program, tables_sql);
    if (!ask_any(program->database, is_table_sql, asked->names[0])) {
        char *called = ask_text(program->database, called_table_sql, asked->names[0]);
        char *text = sqlite3_mprintf("there is no table %s; %s", asked->names[0],
                                     called ? called : "gamemap tables lists them");
        sqlite3_free(called);
        return fail_with(text);
    }
    set_parameter(program, "1", asked->names[0]);
    return run_text(program, columns_sql);
}

static int run_command(Program *program) {
    const Asked *asked = &program->asked;
    if (asked->command && !strcmp(asked->command, "diff")) return command_diff(program);
    if (asked->command && !strcmp(asked->command, "tables")) return command_tables(program);
    int first = program->new_database != NULL;
    char *source = asked->name_count > first ? files_source(program->database, asked->names + first,
                                                            asked->name_count - first)
                                             : NULL;
    if (asked->name_count > first && !source) return fail_with(NULL);
    int status;
    if (program->new_database) {
        status = source ? command_export(program, source) : fail_usage("export which files?");
    } else if (asked->command) {
        status = source ? command_lint(program, source) : fail_usage("lint which files?");
    } else {
        status = asked->statement ? command_ask(program, source) : command_files(program, source);
    }
    sqlite3_free(source);
    return status;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* The tables come with every connection that is opened from here on. */
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
    int status = is_open ? run_command(program)
                         : fail_with(sqlite3_mprintf("%s", sqlite3_errmsg(program->database)));
    if ((fflush(stdout) || ferror(stdout)) && status != EXIT_WRONG) {
        status = fail_with(sqlite3_mprintf("what was found couldn't be written"));
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
    if (problem) return fail_with(problem);
    if (asked->version) {
        program = (Program){.asked = {.statement = "SELECT gamemap_version()"},
                            .run = {.form = FORM_TABS}};
        return run_with_database(&program);
    }
    if (asked->help || !count) {
        fputs(help_text, asked->help ? stdout : stderr);
        return asked->help ? EXIT_FINE : EXIT_WRONG;
    }
    if (!asked->name_count && !asked->statement && !asked->command) {
        return fail_usage("which files?");
    }
    if (asked->command && !strcmp(asked->command, "export")) {
        if (!asked->name_count) return fail_usage("export to which file?");
        if (terminal_exists(asked->names[0])) {
            return fail_with(sqlite3_mprintf("%s is there already", asked->names[0]));
        }
        program.new_database = asked->names[0];
    }
    program.run.to_terminal = terminal_is_output();
    program.run.width = asked->wide ? -1 : program.run.to_terminal ? terminal_columns() : 0;
    program.run.form = asked->form != FORM_BY_PLACE ? asked->form
                       : program.run.to_terminal    ? FORM_TABLE
                                                    : FORM_TABS;
    return run_with_database(&program);
}
