/* gamemap for a program that links it instead of loading it:
**
**     #include <sqlite3_gamemap.h>
**     sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init);
**
** before it opens a database gives the tables to every connection that it opens. pkg-config knows
** what to compile and link with (`pkg-config --cflags --libs gamemap`), and where the file to load
** lies (`pkg-config --variable=extension gamemap`).
**
** Sources that are compiled into a program together with SQLite's take -DSQLITE_CORE and what SQLite
** is compiled with, such as -DSQLITE_THREADSAFE=0; `make static` does it. */
#ifndef SQLITE3_GAMEMAP_H
#define SQLITE3_GAMEMAP_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

/* Every table and function. SQLite itself calls this, with its routines. */
int sqlite3_gamemap_init(sqlite3 *database, char **message,
                         const struct sqlite3_api_routines *routines);

/* Every table and function for a program that runs the SQL of strangers: sources are BLOBs only,
** and no query opens a file. */
int sqlite3_gamemap_nofs_init(sqlite3 *database, char **message,
                              const struct sqlite3_api_routines *routines);

#ifdef __cplusplus
}
#endif

#endif
