/* SQLite as extensions see it: every file of ext/ that calls SQLite includes this one. */
#pragma once

#include <sqlite3ext.h>
#include <stddef.h>

extern const sqlite3_api_routines *sqlite3_api; /* SQLITE_EXTENSION_INIT1 in gamemap.c */

/* A SQLite that is compiled into the same program without threads has no mutexes. */
#if defined(SQLITE_CORE) && defined(SQLITE_THREADSAFE)
#if SQLITE_THREADSAFE == 0
#define sqlite3_mutex_alloc(type)  ((sqlite3_mutex *)NULL)
#define sqlite3_mutex_free(mutex)  ((void)(mutex))
#define sqlite3_mutex_enter(mutex) ((void)(mutex))
#define sqlite3_mutex_leave(mutex) ((void)(mutex))
#endif
#endif

/* Returns the next statement that runs, behind one or, with NULL, from the first; NULL: none. */
static inline sqlite3_stmt *sqlite_next_busy(sqlite3 *database, sqlite3_stmt *statement) {
    do statement = sqlite3_next_stmt(database, statement);
    while (statement && !sqlite3_stmt_busy(statement));
    return statement;
}

/* Tells whether SQLite may take no more memory than a limit that the host has set. */
static inline int sqlite_has_heap_limit(void) {
    return sqlite3_soft_heap_limit64(-1) > 0 || sqlite3_hard_heap_limit64(-1) > 0;
}
