/* How files that are named become a source; and functions that read and write files. */
#include "program.h"

#define BLOB_MOST ((sqlite3_int64)1 << 30)

static char *read_whole(FILE *file, sqlite3_int64 *bytes) {
    char *content = NULL;
    sqlite3_int64 room = 1 << 16;
    for (*bytes = 0; room <= BLOB_MOST; room *= 2) {
        char *larger = sqlite3_realloc64(content, (sqlite3_uint64)room);
        if (!larger) break;
        content = larger;
        *bytes += (sqlite3_int64)fread(content + *bytes, 1, (size_t)(room - *bytes), file);
        if (*bytes < room) return content;
    }
    sqlite3_free(content);
    return NULL;
}

/* readfile(): the result is NULL if the file can't be read. */
static void read_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = (const char *)sqlite3_value_text(values[0]);
    FILE *file = path && !terminal_is_folder(path) ? terminal_open(path, "rb") : NULL;
    if (!file) return;
    sqlite3_int64 bytes = 0;
    char *content = read_whole(file, &bytes);
    fclose(file);
    if (content) sqlite3_result_blob64(context, content, (sqlite3_uint64)bytes, sqlite3_free);
    else sqlite3_result_error_toobig(context);
}

/* Opens a file for writing, and makes those folders of its path that don't exist. */
static FILE *open_to_write(const char *path) {
    FILE *file = terminal_open(path, "wb");
    char *part = file ? NULL : sqlite3_mprintf("%s", path);
    for (char *slash = part ? strchr(part + (*part != 0), '/') : NULL; slash;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        terminal_make_folder(part);
        *slash = '/';
    }
    if (part) file = terminal_open(path, "wb");
    sqlite3_free(part);
    return file;
}

static void write_file(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    const char *path = (const char *)sqlite3_value_text(values[0]);
    if (sqlite3_value_type(values[1]) == SQLITE_NULL) {
        sqlite3_result_error(context, "writefile: the content is NULL, so nothing is written", -1);
        return;
    }
    const void *bytes = sqlite3_value_blob(values[1]);
    int size = sqlite3_value_bytes(values[1]);
    FILE *file = path ? open_to_write(path) : NULL;
    bool done = file && fwrite(bytes ? bytes : "", 1, (size_t)size, file) == (size_t)size;
    if (file && fclose(file)) done = false;
    if (done) {
        sqlite3_result_int(context, size);
        return;
    }
    char *message = sqlite3_mprintf("writefile: can't write %s", path ? path : "to NULL");
    sqlite3_result_error(context, message ? message : "out of memory", -1);
    sqlite3_free(message);
}

int files_register(sqlite3 *database) {
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int code = sqlite3_create_function(database, "readfile", 1, flags, NULL, read_file, NULL, NULL);
    if (code != SQLITE_OK) return code;
    return sqlite3_create_function(database, "writefile", 2, flags, NULL, write_file, NULL, NULL);
}

/* Tells whether a name is a folder, an archive or a pattern, which not every shell expands. */
static bool stands_for_files(sqlite3 *database, const char *name) {
    return terminal_is_folder(name) ||
           (terminal_exists(name)
                ? ask_any(database, "SELECT 1 FROM archive_files(?1, 'skip')", name)
                : strpbrk(name, "*?[") != NULL);
}

bool files_is_list(const char *source) {
    return text_is_list(source) && !terminal_exists(source);
}

char *files_source(sqlite3 *database, char *const *names, int count) {
    bool is_list = count != 1 || (!files_is_list(names[0]) && stands_for_files(database, names[0]));
    if (!is_list) return sqlite3_mprintf("%s", names[0]);
    sqlite3_str *out = sqlite3_str_new(NULL);
    sqlite3_str_appendall(out, "{\"files\":[");
    for (int i = 0; i < count; i++) {
        if (i) sqlite3_str_appendchar(out, 1, ',');
        output_json_text(out, names[i], (int)strlen(names[i]));
    }
    sqlite3_str_appendall(out, "]}");
    return sqlite3_str_finish(out);
}
