#include "engine/system/forks.h"
#include "engine/system/sqlite.h"

static sqlite3_mutex *allocator_lock(void) {
#ifndef SQLITE_CORE
    if (!sqlite3_api) return NULL; /* loaded, but never used */
#endif
    if (!sqlite3_threadsafe()) return NULL; /* SQLite may have no mutexes at all */
    return sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_MEM);
}

void forks_hold_allocator(void) {
    sqlite3_mutex *lock = allocator_lock();
    if (lock) sqlite3_mutex_enter(lock);
}

void forks_free_allocator(void) {
    sqlite3_mutex *lock = allocator_lock();
    if (lock) sqlite3_mutex_leave(lock);
}
