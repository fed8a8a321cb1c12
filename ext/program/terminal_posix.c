/* Files and the terminal on systems with POSIX. */
#define _POSIX_C_SOURCE 200809L /* for lstat() */
#include "program.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

void terminal_begin(void) {}

bool terminal_is_output(void) {
    return isatty(STDOUT_FILENO) != 0;
}

bool terminal_is_error(void) {
    return isatty(STDERR_FILENO) != 0;
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

int main(int count, char **arguments) {
    return program_run(count - 1, arguments + 1);
}
