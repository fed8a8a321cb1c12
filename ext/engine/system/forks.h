/* Around a fork(): what system_posix.c has the system call. */
#ifndef GAMEMAP_FORKS_H
#define GAMEMAP_FORKS_H

/* If another thread forks while a worker is in SQLite's allocator, the allocator's lock stays taken
** in the child for ever. So the lock is held during a fork, which keeps workers out: the first one
** takes it, and the second one, which runs in both processes, gives it back. */
void forks_hold_allocator(void);
void forks_free_allocator(void);

#endif
