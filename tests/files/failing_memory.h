/* SQLite's memory, of which an allocation fails whenever a test says so. */
#ifndef GAMEMAP_FAILING_MEMORY_H
#define GAMEMAP_FAILING_MEMORY_H

#include <stdbool.h>

/* To be called before anything else is asked of SQLite. fails() is asked at each allocation, on
** whatever thread. */
void failing_memory_install(bool (*fails)(void));

#endif
