/* See file_functions.h. */
#include "file_functions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void result_errno(sqlite3_context *context, const char *what, const char *path) {
    char *message = sqlite3_mprintf("%s: %s: %s", what, path, strerror(errno));
    sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
}

static const char *text_of(sqlite3_value *value) {
    const char *text = (const char *)sqlite3_value_text(value);
    return text ? text : "";
}

static void read_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = text_of(values[0]);
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file || fstat(fileno(file), &status)) {
        result_errno(context, "readfile", path);
        if (file) fclose(file);
        return;
    }
    size_t size = (size_t)status.st_size;
    char *content = malloc(size + 1);
    if (content && fread(content, 1, size, file) == size) {
        sqlite3_result_blob64(context, content, size, SQLITE_TRANSIENT);
    } else {
        result_errno(context, "readfile", path);
    }
    free(content);
    fclose(file);
}

static void write_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = text_of(values[0]);
    const void *content = sqlite3_value_blob(values[1]);
    size_t size = (size_t)sqlite3_value_bytes(values[1]);
    FILE *file = fopen(path, "wb");
    bool written = file && (!size || fwrite(content, 1, size, file) == size);
    if (file && fclose(file)) written = false;
    if (written) sqlite3_result_int64(context, (sqlite3_int64)size);
    else result_errno(context, "writefile", path);
}

static void make_dir(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (mkdir(text_of(values[0]), 0777)) result_errno(context, "makedir", text_of(values[0]));
}

static void make_fifo(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (mkfifo(text_of(values[0]), 0666)) result_errno(context, "makefifo", text_of(values[0]));
}

static void make_link(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (symlink(text_of(values[0]), text_of(values[1]))) {
        result_errno(context, "makelink", text_of(values[1]));
    }
}

static void make_name(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (link(text_of(values[0]), text_of(values[1]))) {
        result_errno(context, "makename", text_of(values[1]));
    }
}

/* Writes a name within the process's folder, since the address of a socket must be short. */
static void make_socket(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", text_of(values[0]));
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address)) {
        result_errno(context, "makesocket", text_of(values[0]));
    }
    if (descriptor >= 0) close(descriptor);
}

/* Returns the previous current folder. */
static void change_folder(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    char before[4096];
    if (!getcwd(before, sizeof before) || chdir(text_of(values[0]))) {
        result_errno(context, "changefolder", text_of(values[0]));
    } else {
        sqlite3_result_text(context, before, -1, SQLITE_TRANSIENT);
    }
}

static void make_sparse(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = text_of(values[0]);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)sqlite3_value_int64(values[1]))) {
        result_errno(context, "makesparse", path);
    }
    if (descriptor >= 0) close(descriptor);
}

static void move_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (rename(text_of(values[0]), text_of(values[1]))) {
        result_errno(context, "movefile", text_of(values[0]));
    }
}

static void remove_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (remove(text_of(values[0]))) result_errno(context, "removefile", text_of(values[0]));
}

static void set_mode(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (chmod(text_of(values[0]), (mode_t)sqlite3_value_int(values[1]))) {
        result_errno(context, "setmode", text_of(values[0]));
    }
}

static void set_mtime(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    double seconds = sqlite3_value_double(values[1]);
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    struct timespec times[2] = {time, time};
    if (utimensat(AT_FDCWD, text_of(values[0]), times, 0)) {
        result_errno(context, "setmtime", text_of(values[0]));
    }
}

/* So that a suite run by root meets refusals, too. */
static void become_user(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (seteuid((uid_t)sqlite3_value_int(values[0]))) result_errno(context, "becomeuser", "");
}

static void pause_for(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_result_int(context, sqlite3_sleep(sqlite3_value_int(values[0])));
}

int add_file_functions(sqlite3 *db) {
    static const FileFunction functions[] = {
        {"readfile", 1, read_file},     {"writefile", 2, write_file},
        {"makedir", 1, make_dir},       {"makefifo", 1, make_fifo},
        {"makelink", 2, make_link},     {"makesparse", 2, make_sparse},
        {"movefile", 2, move_file},     {"removefile", 1, remove_file},
        {"setmode", 2, set_mode},       {"setmtime", 2, set_mtime},
        {"becomeuser", 1, become_user}, {"makename", 2, make_name},
        {"makesocket", 1, make_socket}, {"changefolder", 1, change_folder},
        {"pausefor", 1, pause_for},
    };
    return add_listed(db, functions, (int)(sizeof functions / sizeof *functions));
}
