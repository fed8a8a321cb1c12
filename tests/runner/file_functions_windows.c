/*
** See file_functions.h. What Windows doesn't have is missing: FIFOs, sockets, modes and users.
** Instead there are
**
**     holdfile(path)         opens a file so that nobody else can, and returns a number
**     lockfile(path)         opens a file and locks its first byte, and returns a number
**     letgo(number)          closes the file
*/
#include "file_functions.h"
#include "wide.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

#define SHARED (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static void result_error(sqlite3_context *context, const char *what, const char *path) {
    char *message = sqlite3_mprintf("%s: %s: Windows error %d", what, path, (int)GetLastError());
    sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
}

static const char *text_of(sqlite3_value *value) {
    const char *text = (const char *)sqlite3_value_text(value);
    return text ? text : "";
}

static HANDLE open_file(const char *path, DWORD access, DWORD sharing, DWORD creation) {
    wchar_t *wide = wide_path(path);
    HANDLE file =
        CreateFileW(wide, access, sharing, NULL, creation, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    return file;
}

static void read_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = text_of(values[0]);
    HANDLE file = open_file(path, GENERIC_READ, SHARED, OPEN_EXISTING);
    LARGE_INTEGER size = {0};
    DWORD read = 0;
    bool done = file != INVALID_HANDLE_VALUE && GetFileSizeEx(file, &size);
    char *content = done ? malloc((size_t)size.QuadPart + 1) : NULL;
    done = content && ReadFile(file, content, (DWORD)size.QuadPart, &read, NULL) &&
           read == size.QuadPart;
    if (done) sqlite3_result_blob64(context, content, read, SQLITE_TRANSIENT);
    else result_error(context, "readfile", path);
    free(content);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
}

static void write_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = text_of(values[0]);
    const void *content = sqlite3_value_blob(values[1]);
    DWORD size = (DWORD)sqlite3_value_bytes(values[1]), written = 0;
    HANDLE file = open_file(path, GENERIC_WRITE, SHARED, OPEN_ALWAYS);
    bool done = file != INVALID_HANDLE_VALUE && SetEndOfFile(file) &&
                (!size || WriteFile(file, content, size, &written, NULL)) && written == size;
    if (done) sqlite3_result_int64(context, size);
    else result_error(context, "writefile", path);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
}

static void make_dir(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t *path = wide_path(text_of(values[0]));
    if (!CreateDirectoryW(path, NULL)) result_error(context, "makedir", text_of(values[0]));
    free(path);
}

static void make_link(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t *target = wide_text(text_of(values[0])), *path = wide_path(text_of(values[1]));
    if (!CreateSymbolicLinkW(path, target, 0)) {
        result_error(context, "makelink", text_of(values[1]));
    }
    free(target);
    free(path);
}

static void make_name(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t *path = wide_path(text_of(values[0])), *other = wide_path(text_of(values[1]));
    if (!CreateHardLinkW(other, path, NULL)) {
        result_error(context, "makename", text_of(values[1]));
    }
    free(path);
    free(other);
}

static void change_folder(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t before[MAX_PATH + 1], *path = wide_text(text_of(values[0]));
    if (!GetCurrentDirectoryW(MAX_PATH + 1, before) || !SetCurrentDirectoryW(path)) {
        result_error(context, "changefolder", text_of(values[0]));
    } else {
        char *text = narrow_text(before);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
        free(text);
    }
    free(path);
}

static void make_sparse(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    HANDLE file = open_file(text_of(values[0]), GENERIC_WRITE, SHARED, OPEN_ALWAYS);
    LARGE_INTEGER size = {.QuadPart = sqlite3_value_int64(values[1])};
    DWORD ignored;
    bool done = file != INVALID_HANDLE_VALUE;
    if (done) DeviceIoControl(file, FSCTL_SET_SPARSE, NULL, 0, NULL, 0, &ignored, NULL);
    done = done && SetFilePointerEx(file, size, NULL, FILE_BEGIN) && SetEndOfFile(file);
    if (!done) result_error(context, "makesparse", text_of(values[0]));
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
}

static void move_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t *from = wide_path(text_of(values[0])), *to = wide_path(text_of(values[1]));
    if (!MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING)) {
        result_error(context, "movefile", text_of(values[0]));
    }
    free(from);
    free(to);
}

static void remove_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    wchar_t *path = wide_path(text_of(values[0]));
    if (!DeleteFileW(path) && !RemoveDirectoryW(path)) {
        result_error(context, "removefile", text_of(values[0]));
    }
    free(path);
}

static void set_mtime(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    double seconds = sqlite3_value_double(values[1]);
    uint64_t ticks = 116444736000000000 + (uint64_t)(int64_t)(seconds * 1e7);
    FILETIME time = {.dwLowDateTime = (DWORD)ticks, .dwHighDateTime = (DWORD)(ticks >> 32)};
    HANDLE file = open_file(text_of(values[0]), FILE_WRITE_ATTRIBUTES, SHARED, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE || !SetFileTime(file, NULL, NULL, &time)) {
        result_error(context, "setmtime", text_of(values[0]));
    }
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
}

static void hold_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    HANDLE file = open_file(text_of(values[0]), GENERIC_READ | GENERIC_WRITE, 0, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) result_error(context, "holdfile", text_of(values[0]));
    else sqlite3_result_int64(context, (intptr_t)file);
}

static void lock_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    HANDLE file =
        open_file(text_of(values[0]), GENERIC_READ | GENERIC_WRITE, SHARED, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE || !LockFile(file, 0, 0, 1, 0)) {
        result_error(context, "lockfile", text_of(values[0]));
    } else {
        sqlite3_result_int64(context, (intptr_t)file);
    }
}

static void let_go(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (!CloseHandle((HANDLE)(intptr_t)sqlite3_value_int64(values[0]))) {
        result_error(context, "letgo", "");
    }
}

int add_file_functions(sqlite3 *db) {
    static const FileFunction functions[] = {
        {"readfile", 1, read_file},     {"writefile", 2, write_file},
        {"makedir", 1, make_dir},       {"makelink", 2, make_link},
        {"makename", 2, make_name},     {"changefolder", 1, change_folder},
        {"makesparse", 2, make_sparse}, {"movefile", 2, move_file},
        {"removefile", 1, remove_file}, {"setmtime", 2, set_mtime},
        {"holdfile", 1, hold_file},     {"lockfile", 1, lock_file},
        {"letgo", 1, let_go},
    };
    return add_listed(db, functions, (int)(sizeof functions / sizeof *functions));
}
