/* What the page adds to SQLite: gamemap on every connection, and two functions that the sqlite3
** shell has as well. readfile(path) returns the content of a file; writefile(name, content) passes
** the content to the page, which offers it as a download. */
#include "sqlite3_gamemap.h"

#include <emscripten.h>
#include <stdio.h>

int gamemap_inside(const char *unused);

/* clang-format off: this is JavaScript */
EM_JS(void, hand_over, (const char *name, const void *bytes, int length),
      { Module.handOver(UTF8ToString(name), HEAPU8.slice(bytes, bytes + length)); })
/* clang-format on */

static void read_whole(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *path = (const char *)sqlite3_value_text(values[0]);
    FILE *file = path ? fopen(path, "rb") : NULL;
    (void)count;
    if (!file) return;
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    void *bytes = size > 0 && size <= 1 << 30 ? sqlite3_malloc((int)size) : NULL;
    rewind(file);
    if (size == 0) sqlite3_result_zeroblob(context, 0);
    else if (!bytes) sqlite3_result_error_nomem(context);
    else if (fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        sqlite3_free(bytes);
        sqlite3_result_error(context, "the file can't be read", -1);
    } else sqlite3_result_blob(context, bytes, (int)size, sqlite3_free);
    fclose(file);
}

static void write_whole(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *name = (const char *)sqlite3_value_text(values[0]);
    const void *bytes = sqlite3_value_blob(values[1]);
    int length = sqlite3_value_bytes(values[1]);
    (void)count;
    if (!name || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
    hand_over(name, bytes, length);
    sqlite3_result_int(context, length);
}

static int add_functions(sqlite3 *database, char **message, const sqlite3_api_routines *api) {
    const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    (void)message;
    (void)api;
    int code =
        sqlite3_create_function(database, "readfile", 1, flags, NULL, read_whole, NULL, NULL);
    if (code != SQLITE_OK) return code;
    return sqlite3_create_function(database, "writefile", 2, flags, NULL, write_whole, NULL, NULL);
}

/* SQLite, which is built with -DSQLITE_EXTRA_INIT=gamemap_inside, calls this when it starts. */
int gamemap_inside(const char *unused) {
    (void)unused;
    int code = sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init);
    return code == SQLITE_OK ? sqlite3_auto_extension((void (*)(void))add_functions) : code;
}
