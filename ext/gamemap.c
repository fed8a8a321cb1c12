/* gamemap: the structures of game-world files as SQLite tables.
**
**     .load ./gamemap
**     SELECT file, count(*) FROM gnd_cubes('prontera.gnd') WHERE surface_top IS NULL GROUP BY file;
**
** There are two entry points. SQLite finds sqlite3_gamemap_init by the file's name, or by the name
** sqlite3_extension_init where the file is called otherwise. A host that doesn't want SQL to reach
** its files calls sqlite3_gamemap_nofs_init, which registers the same tables and functions, but only
** takes BLOBs as sources. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#include "engine/query/connect.h"
#include "engine/query/functions.h"

#define SQLITE_LEAST 3038000

#ifdef _WIN32
#define ENTRY_POINT __declspec(dllexport)
#else
#define ENTRY_POINT __attribute__((visibility("default")))
#endif

static int load(sqlite3 *database, char **message, bool file_access) {
    if (sqlite3_libversion_number() < SQLITE_LEAST) {
        *message =
            sqlite3_mprintf("gamemap needs SQLite 3.38 or newer, this is %s", sqlite3_libversion());
        return SQLITE_ERROR;
    }
    Session *session = session_new(database, file_access);
    if (!session) return SQLITE_NOMEM;
    int code = functions_register(session); /* SQLite refuses the first one while statements run */
    if (code == SQLITE_OK) code = connect_tables(session);
    session_release(session);
    if (code != SQLITE_OK) *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
    return code;
}

/* So that loading into one connection writes nothing that other threads use. */
static void use_api(const sqlite3_api_routines *api) {
#ifndef SQLITE_CORE
    if (sqlite3_api == api) return;
#endif
    SQLITE_EXTENSION_INIT2(api);
}

ENTRY_POINT int sqlite3_gamemap_init(sqlite3 *database, char **message,
                                     const sqlite3_api_routines *api) {
    use_api(api);
    return load(database, message, true);
}

#ifndef SQLITE_CORE
ENTRY_POINT int sqlite3_extension_init(sqlite3 *database, char **message,
                                       const sqlite3_api_routines *api) {
    return sqlite3_gamemap_init(database, message, api);
}
#endif

ENTRY_POINT int sqlite3_gamemap_nofs_init(sqlite3 *database, char **message,
                                          const sqlite3_api_routines *api) {
    use_api(api);
    return load(database, message, false);
}
