/* Files and the terminal on Windows, whose names are UTF-16. */
#include "program.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

/* Returns a text in UTF-16; NULL: memory ran out, or it isn't UTF-8. */
static wchar_t *to_wide(const char *text) {
    int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = count ? malloc((size_t)count * sizeof *wide) : NULL;
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, count);
    return wide;
}

static char *to_utf8(const wchar_t *wide) {
    int count = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = count ? malloc((size_t)count) : NULL;
    if (text) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, count, NULL, NULL);
    return text;
}

static UINT code_page_before;

static void restore_code_page(void) {
    SetConsoleOutputCP(code_page_before);
}

void terminal_begin(void) {
    _setmode(_fileno(stdout), _O_BINARY);
    code_page_before = GetConsoleOutputCP();
    if (!code_page_before) return;
    SetConsoleOutputCP(CP_UTF8);
    atexit(restore_code_page);
}

bool terminal_shows(FILE *file) {
    return _isatty(_fileno(file)) != 0;
}

static DWORD attributes_of(const char *path) {
    wchar_t *wide = to_wide(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return attributes;
}

int terminal_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO screen;
    bool is_known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &screen);
    return is_known ? screen.srWindow.Right - screen.srWindow.Left + 1 : 0;
}

Input terminal_input(void) {
    DWORD type = GetFileType(GetStdHandle(STD_INPUT_HANDLE));
    if (_isatty(_fileno(stdin))) return INPUT_TERMINAL;
    return type == FILE_TYPE_PIPE || type == FILE_TYPE_DISK ? INPUT_STATEMENTS : INPUT_NONE;
}

/* The console edits lines by itself. */
char *terminal_line(const char *shown, sqlite3 *database) {
    (void)database;
    return prompt_line(shown);
}

bool terminal_is_folder(const char *path) {
    DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool terminal_exists(const char *path) {
    return attributes_of(path) != INVALID_FILE_ATTRIBUTES;
}

void terminal_make_folder(const char *path) {
    wchar_t *wide = to_wide(path);
    if (wide) CreateDirectoryW(wide, NULL);
    free(wide);
}

FILE *terminal_open(const char *path, const char *mode) {
    wchar_t *wide = to_wide(path), *wide_mode = to_wide(mode);
    FILE *file = wide && wide_mode ? _wfopen(wide, wide_mode) : NULL;
    free(wide);
    free(wide_mode);
    return file;
}

int wmain(int count, wchar_t **wide) {
    char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    for (int i = 1; arguments && i < count; i++) {
        arguments[i - 1] = to_utf8(wide[i]);
        if (!arguments[i - 1]) return EXIT_WRONG;
    }
    return arguments ? program_run(count - 1, arguments) : EXIT_WRONG;
}
