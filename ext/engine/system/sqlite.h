/* SQLite as extensions see it: every file of ext/ that calls SQLite includes this one. */
#ifndef GAMEMAP_SQLITE_H
#define GAMEMAP_SQLITE_H

#include <sqlite3ext.h>
#include <stddef.h>

extern const sqlite3_api_routines *sqlite3_api; /* SQLITE_EXTENSION_INIT1 in gamemap.c */

/* If SQLite is compiled into the same program without threads, it has no mutexes. */
#if defined(SQLITE_CORE) && defined(SQLITE_THREADSAFE)
#if SQLITE_THREADSAFE == 0
#define sqlite3_mutex_alloc(type)  ((sqlite3_mutex *)NULL)
#define sqlite3_mutex_free(mutex)  ((void)(mutex))
#define sqlite3_mutex_enter(mutex) ((void)(mutex))
#define sqlite3_mutex_leave(mutex) ((void)(mutex))
#endif
#endif

#endif
