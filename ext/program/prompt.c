/* Statements from the input: `gamemap client/` without one. */
#include "program.h"

#include <signal.h>

bool prompt_has_input(void) {
    int character;
    if (terminal_input() != INPUT_STATEMENTS) return terminal_input() == INPUT_TERMINAL;
    while ((character = getchar()) != EOF && strchr(" \t\r\n", character)) continue;
    if (character != EOF) ungetc(character, stdin);
    return character != EOF;
}

char *prompt_line(const char *shown) {
    char line[4096] = "";
    fputs(shown, stdout);
    fflush(stdout);
    size_t length = 0;
    for (int key = 0; key != '\n' && length + 1 < sizeof line; line[length++] = (char)key) {
        if ((key = getchar()) == EOF) break;
        if (key == '\r' && *shown) key = '\n'; /* Enter, pressed while lines are edited */
    }
    return length ? sqlite3_mprintf("%s", line) : NULL;
}

static sqlite3 *answering; /* what Ctrl-C ends; at the prompt, and the second time, the program */

static void interrupt(int number) {
    signal(number, SIG_DFL);
    sqlite3_interrupt(answering);
}

int prompt_run(Run *run, bool asks) {
    char *text = NULL;
    int status = EXIT_FINE;
    answering = run->database;
    for (bool is_end = false; !is_end && status == EXIT_FINE;) {
        char *line =
            asks ? terminal_line(text ? "    ...> " : "gamemap> ", run->database) : prompt_line("");
        is_end = !line || (asks && !text && !strncmp(line, ".q", 2));
        char *longer = sqlite3_mprintf("%s%s", text ? text : "", is_end ? "" : line);
        sqlite3_free(line);
        sqlite3_free(text);
        text = longer;
        bool is_whole = text && (is_end || !*text_skip_blanks(text) || sqlite3_complete(text));
        if (text && !is_whole) continue;
        char *problem = NULL;
        run_with_progress(run->database);
        if (asks) signal(SIGINT, interrupt);
        int code = text ? run_statements(run, text, &problem) : SQLITE_NOMEM;
        if (code != SQLITE_OK) status = program_fail(problem);
        if (asks) status = EXIT_FINE;
        if (asks) signal(SIGINT, SIG_DFL);
        sqlite3_free(text);
        text = NULL;
    }
    sqlite3_free(text);
    if (asks) fputc('\n', stdout);
    return status;
}
