/* SQLite as an extension sees it: every file of ext/ that calls it includes this one. */
#ifndef GAMEMAP_SQLITE_H
#define GAMEMAP_SQLITE_H

#include <sqlite3ext.h>

extern const sqlite3_api_routines *sqlite3_api; /* SQLITE_EXTENSION_INIT1 in gamemap.c */

#endif
