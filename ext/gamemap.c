/*
** gamemap: the structures of game-world files as SQLite tables.
**
**     .load ./gamemap
**     SELECT file, count(*) FROM gnd_cubes('prontera.gnd') WHERE surface_top IS NULL GROUP BY file;
**
** Two entry points. sqlite3_gamemap_init is the one that SQLite finds by the file's name;
** sqlite3_gamemap_nofs_init registers the same tables and functions for a host that wants no SQL to
** reach its files: sources are BLOBs only.
*/
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#include "engine/virtual_table.h"
#include "engine/functions.h"
#include "version.h"

#include <lzma.h>
#include <zlib.h>

#define SQLITE_LEAST 3038000

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#ifdef _WIN32
#define ENTRY_POINT __declspec(dllexport)
#else
#define ENTRY_POINT __attribute__((visibility("default")))
#endif

/* ---- Functions of the session ------------------------------------------------------------------ */

static void debug_function(sqlite3_context *context, int count, sqlite3_value **arguments) {
    const Session *session = sqlite3_user_data(context);
    (void)count;
    (void)arguments;
    char *text = sqlite3_mprintf(
        "gamemap %s, commit %s, %s, SQLite %s (built for %s), zlib %s (built for %s), "
        "liblzma %s (built for %s), file system %s",
        GAMEMAP_VERSION, GAMEMAP_COMMIT, COMPILER, sqlite3_libversion(), SQLITE_VERSION,
        zlibVersion(), ZLIB_VERSION, lzma_version_string(), LZMA_VERSION_STRING,
        session->file_access ? "yes" : "no");
    if (text) sqlite3_result_text(context, text, -1, sqlite3_free);
    else sqlite3_result_error_nomem(context);
}

/* gamemap_cache_limit() tells the budget of the cache in bytes, gamemap_cache_limit(n) sets it. */
static void cache_limit_function(sqlite3_context *context, int count, sqlite3_value **arguments) {
    Session *session = sqlite3_user_data(context);
    if (count) {
        if (sqlite3_value_type(arguments[0]) != SQLITE_INTEGER ||
            sqlite3_value_int64(arguments[0]) < 0) {
            sqlite3_result_error(
                context, "gamemap_cache_limit: expected a number of bytes, 0 or more", -1);
            return;
        }
        session_set_cache_limit(session, sqlite3_value_int64(arguments[0]));
    }
    sqlite3_result_int64(context, session->cache_limit);
}

static int add_function(Session *session, const char *name, int count, int flags,
                        void (*function)(sqlite3_context *, int, sqlite3_value **)) {
    session_retain(session);
    return sqlite3_create_function_v2(session->database, name, count, SQLITE_UTF8 | flags, session,
                                      function, NULL, NULL, session_release);
}

int register_session_functions(Session *session) {
    int code = add_function(session, "gamemap_debug", 0, SQLITE_INNOCUOUS, debug_function);
    /* deterministic only so that no stored CHECK constraint can call them (see functions.c) */
    int flags = SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC;
    for (int count = 0; code == SQLITE_OK && count <= 1; count++) {
        code = add_function(session, "gamemap_cache_limit", count, count ? flags : SQLITE_DIRECTONLY,
                            cache_limit_function);
    }
    return code;
}

/* ---- Entry points ------------------------------------------------------------------------------ */

static int load(sqlite3 *database, char **message, bool file_access) {
    if (sqlite3_libversion_number() < SQLITE_LEAST) {
        *message = sqlite3_mprintf("gamemap needs SQLite 3.38 or newer, this is %s",
                                   sqlite3_libversion());
        return SQLITE_ERROR;
    }
    Session *session = session_new(database, file_access);
    if (!session) return SQLITE_NOMEM;
    int code = register_tables(session);
    if (code == SQLITE_OK) code = register_functions(session);
    session_release(session);
    if (code != SQLITE_OK) *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
    return code;
}

/* Loading into one connection writes nothing while threads use others. */
static void use_api(const sqlite3_api_routines *api) {
    if (sqlite3_api == api) return;
    SQLITE_EXTENSION_INIT2(api);
}

ENTRY_POINT int sqlite3_gamemap_init(sqlite3 *database, char **message,
                                     const sqlite3_api_routines *api) {
    use_api(api);
    return load(database, message, true);
}

ENTRY_POINT int sqlite3_gamemap_nofs_init(sqlite3 *database, char **message,
                                          const sqlite3_api_routines *api) {
    use_api(api);
    return load(database, message, false);
}
