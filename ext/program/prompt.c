/* Statements from the input: `gamemap client/` without one. */
#include "program.h"

bool prompt_has_input(void) {
    int character;
    if (terminal_input() != INPUT_STATEMENTS) return terminal_input() == INPUT_TERMINAL;
    while ((character = getchar()) != EOF && strchr(" \t\r\n", character)) continue;
    if (character != EOF) ungetc(character, stdin);
    return character != EOF;
}

int prompt_run(Run *run, bool asks) {
    char line[4096], *text = NULL;
    int status = EXIT_FINE;
    for (bool is_end = false; !is_end && status == EXIT_FINE;) {
        if (asks) fputs(text ? "    ...> " : "gamemap> ", stdout);
        fflush(stdout);
        is_end = !fgets(line, sizeof line, stdin) || (asks && !text && !strncmp(line, ".q", 2));
        char *longer = sqlite3_mprintf("%s%s", text ? text : "", is_end ? "" : line);
        sqlite3_free(text);
        text = longer;
        bool is_whole = text && (is_end || !*text_skip_blanks(text) || sqlite3_complete(text));
        if (text && !is_whole) continue;
        char *problem = NULL;
        run_with_progress(run->database);
        int code = text ? run_statements(run, text, &problem) : SQLITE_NOMEM;
        if (code != SQLITE_OK) status = program_fail(problem);
        if (asks) status = EXIT_FINE;
        sqlite3_free(text);
        text = NULL;
    }
    sqlite3_free(text);
    if (asks) fputc('\n', stdout);
    return status;
}
