/* Files and the terminal on systems with POSIX. */
#define _POSIX_C_SOURCE 200809L /* for lstat() */
#include "program.h"

#include <dlfcn.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

void terminal_begin(void) {}

bool terminal_shows(FILE *file) {
    return isatty(fileno(file)) != 0;
}

int terminal_columns(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

Input terminal_input(void) {
    struct stat status;
    if (isatty(STDIN_FILENO)) return INPUT_TERMINAL;
    bool is_read =
        !fstat(STDIN_FILENO, &status) && (S_ISFIFO(status.st_mode) || (S_ISREG(status.st_mode)));
    return is_read ? INPUT_STATEMENTS : INPUT_NONE;
}

bool terminal_is_folder(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

bool terminal_exists(const char *path) {
    struct stat status;
    return !lstat(path, &status);
}

void terminal_make_folder(const char *path) {
    mkdir(path, 0777);
}

FILE *terminal_open(const char *path, const char *mode) {
    return fopen(path, mode);
}

/* ---- Lines that people edit ------------------------------------------------------------------ */

#ifdef GAMEMAP_IS_STATIC /* libraries would need the very C library that is linked */
#define dlopen(path, mode) NULL
#endif

/* What libedit and readline have in common, in the order of find_editor() */
static struct Editor {
    char *(*ask)(const char *shown);
    void (*remember)(const char *line);
    char **line, **word_ends;
    char *(**complete)(const char *word, int index);
} editor;
static sqlite3 *completed;

/* Returns the names that a word may become one after the other; the library frees them. */
static char *next_name(const char *word, int index) {
    static char *names, *rest;
    if (!index) {
        sqlite3_free(names);
        run_with_progress(completed);
        names = ask_about(completed, sql_completions, word, *editor.line);
    }
    const char *name = names ? strtok_r(index ? NULL : names, "\n", &rest) : NULL;
    return name ? strdup(name) : NULL;
}

static bool find_editor(void) {
    static const char *const libraries[] = {"libedit.so.2", "libedit.so.0", "libedit.3.dylib",
                                            "libreadline.so.8"};
    static const char *const names[] = {"readline", "add_history", "rl_line_buffer",
                                        "rl_basic_word_break_characters",
                                        "rl_completion_entry_function"};
    static char word_ends[] = " \t\n\"'`$><=;|&{}(),+*-";
    void *found[LENGTH(names)] = {NULL}, *library = NULL;
    for (size_t i = 0; i < LENGTH(libraries) && !library; i++) {
        library = dlopen(libraries[i], RTLD_NOW);
    }
    for (size_t i = 0; i < LENGTH(names); i++) {
        found[i] = library ? dlsym(library, names[i]) : NULL;
        if (!found[i]) return false;
    }
    memcpy(&editor, found, sizeof editor);
    *editor.word_ends = word_ends;
    *editor.complete = next_name;
    setvbuf(stdin, NULL, _IONBF, 0); /* what it kept of pasted lines the library wouldn't see */
    return setlocale(LC_CTYPE, "") != NULL;
}

char *terminal_line(const char *shown, sqlite3 *database) {
    static int has_editor = -1;
    completed = database;
    if (has_editor < 0) has_editor = find_editor();
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    bool is_typed = poll(&input, 1, 0) > 0; /* libedit would miss an end that came before it */
    if (!has_editor || is_typed) return prompt_line(shown);
    char *line = editor.ask(shown), *whole = line ? sqlite3_mprintf("%s\n", line) : NULL;
    if (line && *line) editor.remember(line);
    free(line);
    return whole;
}

int main(int count, char **arguments) {
    return program_run(count - 1, arguments + 1);
}
