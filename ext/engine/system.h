/*
** What systems do differently: files, folders, paths, time. One file for each system answers,
** system_posix.c or system_windows.c, and nothing else of gamemap asks which system it is.
**
** Errors are the system's numbers; 0 means no error. Paths are UTF-8 where the system's are
** Unicode, else whatever bytes the system has.
*/
#ifndef GAMEMAP_SYSTEM_H
#define GAMEMAP_SYSTEM_H

#include "../../src/core.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

/* What the numbers are called. */
extern const char *const system_error_name;

/* The text of a number, the same in every locale. */
const char *system_error_text(int error);

/* Does it mean that nothing is there by that name? */
bool system_says_absent(int error);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* `path` with '/' between its parts, which is `path` itself or a copy in `arena`; NULL: no memory.
** All other functions take such paths. */
const char *system_path(Arena *arena, const char *path);

/* The length of the beginning that isn't a folder's name, as "/", "C:/" or "//server/share/"; the
** first name stands at *behind. */
size_t system_root(const char *path, size_t *behind);

/* Is nothing there because a part of the path may be a file, instead of a folder? */
bool system_may_lie_in_file(const char *path);

/* The character that stands for `character` when names are compared, beyond ASCII. */
uint32_t system_fold(uint32_t character);

/* ---- Files ----------------------------------------------------------------------------------- */

/* What identifies the version of a file, from one look at it. */
typedef struct FileIdentity {
    uint64_t device, inode, size;
    int64_t modified, changed; /* nanoseconds since 1970 */
} FileIdentity;

typedef struct FileStatus {
    const char *irregular; /* what it is, as "a folder"; NULL: a regular file, of this identity */
    FileIdentity identity;
} FileStatus;

/* Looks without opening what opening would act upon. */
int system_path_status(const char *path, FileStatus *status);
int system_file_status(int descriptor, FileStatus *status);

/* Opens for reading. Opening something that isn't a regular file doesn't wait, but may have an
** effect: look first. */
int system_open(const char *path, int *descriptor);
void system_close(int descriptor);

/* *got is less than `size` where the system pleases, and 0 at the end of the file. */
int system_read(int descriptor, uint64_t offset, uint8_t *bytes, size_t size, size_t *got);

/* Asks the system to fetch a regular file; it may ignore that. */
void system_announce(const char *path);

/* ---- Folders --------------------------------------------------------------------------------- */

typedef enum PathType {
    PATH_ABSENT,
    PATH_UNKNOWN, /* the system doesn't say */
    PATH_FILE,    /* anything but a folder */
    PATH_FOLDER,
    PATH_LINKED_FOLDER
} PathType;

/* *error tells why it is unknown. */
PathType system_path_type(const char *path, int *error);

/* Is something there by that name, if only a link that leads nowhere? */
bool system_path_exists(const char *path);

typedef struct Folder Folder;

/* "" is the current folder. */
int system_open_folder(const char *path, Folder **folder);
void system_close_folder(Folder *folder);

/* The next name in the folder, "." and ".." among them, valid until the next call; NULL at its end,
** or with *error set. *type is PATH_UNKNOWN where the listing doesn't tell: ask
** system_path_type. */
const char *system_next_name(Folder *folder, PathType *type, int *error);

/* Two numbers that only this folder has; false where the system doesn't say. */
bool system_folder_identity(Folder *folder, uint64_t *device, uint64_t *inode);

/* ---- Threads --------------------------------------------------------------------------------- */

/* The cores that this process may use; 1 where the system doesn't say. */
uint32_t system_cores(void);
/* A number that a child after fork doesn't share with its parent. */
uint64_t system_process(void);

/* A lock with two bells: a thread that waits for a bell gives the lock up meanwhile. */
typedef struct Monitor {
    uint64_t state[24];
} Monitor;

enum { BELLS = 2 };

bool system_open_monitor(Monitor *monitor); /* false: the system has none left */
void system_close_monitor(Monitor *monitor);
void system_lock(Monitor *monitor);
void system_unlock(Monitor *monitor);
/* Until someone rings that bell, or so many milliseconds are over (0: as long as it takes), or for
** no reason: look again at what was waited for. */
void system_wait(Monitor *monitor, int bell, uint32_t milliseconds);
/* Wakes one thread that waits for the bell. */
void system_ring(Monitor *monitor, int bell);

/* Stays where it is until it was joined. */
typedef struct Thread {
    uintptr_t handle;
    void (*run)(void *);
    void *context;
} Thread;

/* run(context) in a thread of its own, where no signal arrives. False: the system makes none. */
bool system_start_thread(Thread *thread, void (*run)(void *), void *context);
/* Waits for its end: nothing of it runs then. */
void system_join_thread(Thread *thread);

/* Where a process can be doubled by fork(), both are called around it, the second one in either
** process. ahead.c has them. */
void before_fork(void);
void after_fork(void);

/* ---- Memory and time ------------------------------------------------------------------------- */

/* A hint that a block of that size was made. */
void system_announce_block(void *block, uint64_t bytes);

int64_t system_now(void); /* nanoseconds since 1970 */

#endif
