/* Around a fork(): what system_posix.c has the system call. */
#pragma once

/* If another thread forks while a worker is in SQLite's allocator, the allocator's lock stays taken
** in the child for ever. So forks_hold_allocator() takes the lock before a fork, which keeps
** workers out, and forks_free_allocator() gives it back in both processes. */
void forks_hold_allocator(void);
void forks_free_allocator(void);
