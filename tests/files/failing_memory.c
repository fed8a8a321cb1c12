/* See failing_memory.h. */
#include "failing_memory.h"

#include <sqlite3.h>

#include <stddef.h>

static sqlite3_mem_methods real_memory;
static bool (*memory_fails)(void);

static void *failing_malloc(int bytes) {
    return memory_fails() ? NULL : real_memory.xMalloc(bytes);
}

static void *failing_realloc(void *block, int bytes) {
    return memory_fails() ? NULL : real_memory.xRealloc(block, bytes);
}

void failing_memory_install(bool (*fails)(void)) {
    memory_fails = fails;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
    sqlite3_mem_methods failing = real_memory;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* otherwise small blocks never fail */
}
