/* What one connection remembers: see session.h. */
#include "session.h"
#include "ahead.h"
#include "cache.h"

/* ---- Session --------------------------------------------------------------------------------- */

static void *resize_block(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (!bytes) {
        sqlite3_free(block);
        return NULL;
    }
    void *resized = sqlite3_realloc64(block, bytes);
    if (resized) system_announce_block(resized, bytes);
    return resized;
}

/* sqlite3_is_interrupted() came with SQLite 3.41; with an older host, an interruption is noticed
** between two rows. The host's version is checked at run time, whatever the header at build time
** was: the list of routines only ever grows, and this one is five places behind
** sqlite3_vtab_in_next(), the last one of 3.38. If SQLite is compiled into the same program, its
** version is that of the header. */
static bool is_interrupted(void *database) {
#ifdef SQLITE_CORE
#if SQLITE_VERSION_NUMBER >= 3041000
    return sqlite3_is_interrupted(database);
#else
    (void)database;
    return false;
#endif
#else
    if (sqlite3_libversion_number() < 3041000) return false;
    int (*routine)(sqlite3 *);
    const char *routines = (const char *)sqlite3_api;
    size_t place = offsetof(sqlite3_api_routines, vtab_in_next) + 5 * sizeof routine;
    memcpy(&routine, routines + place, sizeof routine);
    return routine(database);
#endif
}

Session *session_new(sqlite3 *database, bool file_access) {
    Session *session = sqlite3_malloc64(sizeof *session);
    if (!session) return NULL;
    memset(session, 0, sizeof *session);
    session->database = database;
    session->host = (Host){resize_block, is_interrupted, database, {0, 0}};
    sqlite3_randomness(sizeof session->host.key, session->host.key);
    session->span.host = &session->host;
    session->settings = (Settings){.cache_limit = CACHE_BYTES_DEFAULT,
                                   .file_access = file_access,
                                   .sqlite_version = sqlite3_libversion(),
                                   .sqlite_built_for = SQLITE_VERSION};
    ahead_settings(&session->settings);
    session->process = system_process();
    session->references = 1;
    return session;
}

void session_retain(Session *session) {
    session->references++;
}

void session_release(void *context) {
    Session *session = context;
    if (--session->references) return;
    ahead_end(session);
    cache_clear(session);
    sqlite3_free(session);
}

int error_result_code(const Error *error) {
    switch (error->kind) {
    case ERROR_NONE: return SQLITE_OK;
    case ERROR_NOT_THIS_FORMAT: return SQLITE_NOTADB;
    case ERROR_CORRUPT: return SQLITE_CORRUPT_VTAB;
    case ERROR_TOO_BIG: return SQLITE_TOOBIG;
    case ERROR_NO_MEMORY: return SQLITE_NOMEM;
    case ERROR_INTERRUPTED: return SQLITE_INTERRUPT;
    case ERROR_CANNOT_OPEN: return SQLITE_CANTOPEN;
    case ERROR_READ: return SQLITE_IOERR_READ;
    case ERROR_UNSUPPORTED:
    case ERROR_ARGUMENT: break;
    }
    return SQLITE_ERROR;
}
