/* What differs between systems: files, folders, paths, time. There is one file for each system,
** system_posix.c or system_windows.c; nothing else in gamemap depends on the system.
**
** Errors are the system's numbers; 0 means no error. Paths are UTF-8 if the system's are Unicode;
** otherwise they are the bytes that the system uses. */
#pragma once

#include "core/core.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

/* What the system calls its error numbers: "errno". */
extern const char *const system_error_name;

/* Returns the text of an error number; the text is the same in every locale. */
const char *system_error_text(int error);

/* Fails with a message of what failed and why: "can't open: permission denied (errno 13)". */
static inline bool fail_system(Error *error, ErrorKind kind, const char *what, int number) {
    return fail(error, kind, "%s: %s (%s %d)", what, system_error_text(number), system_error_name,
                number);
}

/* Tells whether an error means that nothing exists under a name. */
bool system_says_absent(int error);
/* Tells whether an error means that this user lacks a permission. */
bool system_says_denied(int error);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Returns `path` with '/' between its parts, which is `path` itself or a copy in `arena`; NULL:
** memory ran out. All other functions take such paths. */
const char *system_path(Arena *arena, const char *path);

/* Returns the length of a path's beginning that isn't a name, like "/", "C:/" or "//server/share/";
** the path's first name begins at *behind. */
size_t system_root(const char *path, size_t *behind);

/* Returns the character as which the system compares a character beyond ASCII in names. */
uint32_t system_fold(uint32_t character);

/* ---- Files ----------------------------------------------------------------------------------- */

/* What identifies the version of a file. */
typedef struct FileIdentity {
    uint64_t device, inode, size;
    int64_t modified, changed; /* nanoseconds since 1970 */
} FileIdentity;

typedef struct FileStatus {
    const char *irregular; /* what the path leads to, as "a folder"; NULL: a regular file */
    FileIdentity identity;
} FileStatus;

/* Looks at a path without opening the file, which could have effects. */
int system_path_status(const char *path, FileStatus *status);
int system_file_status(int descriptor, FileStatus *status);

/* Tells from the answer of system_path_status() whether nothing exists at a path, perhaps because a
** part of the path is a file and no folder. */
bool system_may_lie_in_file(const char *path, int error, const FileStatus *status);

/* Opens a file for reading, and never waits. Opening what isn't a regular file may have effects. */
int system_open(const char *path, int *descriptor);
void system_close(int descriptor);

/* Reads some bytes: *got can be less than `size`, and is 0 at the end of the file. */
int system_read(int descriptor, uint64_t offset, uint8_t *bytes, size_t size, size_t *got);

/* ---- Folders --------------------------------------------------------------------------------- */

typedef enum PathType {
    PATH_ABSENT,
    PATH_UNKNOWN, /* the system doesn't say */
    PATH_FILE,    /* anything but a folder */
    PATH_REGULAR, /* a file that is known to be a regular one; only listings tell */
    PATH_FOLDER,
    PATH_LINKED_FOLDER
} PathType;

/* Returns what a path leads to; *error tells why it is PATH_UNKNOWN. */
PathType system_path_type(const char *path, int *error);

/* Tells whether something exists at a path, even if it is only a link that leads nowhere. */
bool system_path_exists(const char *path);

typedef struct Folder Folder;

/* Opens a folder, to list it; "" is the current folder. */
int system_open_folder(const char *path, Folder **folder);
void system_close_folder(Folder *folder);

/* Returns the next name in the folder, including "." and "..", valid until the next call; NULL at
** the end, or with *error set. *type is PATH_UNKNOWN if the listing doesn't tell: then ask
** system_path_type(). */
const char *system_next_name(Folder *folder, PathType *type, int *error);

/* Returns two numbers that identify the folder; false if the system doesn't have them. */
bool system_folder_identity(Folder *folder, uint64_t *device, uint64_t *inode);

/* ---- Threads --------------------------------------------------------------------------------- */

/* Returns how many cores this process may use; 1 if the system doesn't tell. */
uint32_t system_cores(void);
/* Returns a number that differs between a child after fork() and its parent. */
uint64_t system_process(void);

/* A lock with two bells. A thread that waits for a bell releases the lock meanwhile. */
typedef struct Monitor {
    uint64_t state[24];
} Monitor;

enum { BELLS = 2 };

bool system_open_monitor(Monitor *monitor); /* false: the system has no more locks */
void system_close_monitor(Monitor *monitor);
void system_lock(Monitor *monitor);
void system_unlock(Monitor *monitor);
/* Waits until somebody rings a bell, until so many milliseconds have passed (0: no limit), or for
** no reason: the caller has to check what it waits for. */
void system_wait(Monitor *monitor, int bell, uint32_t milliseconds);
/* Wakes one thread that waits for the bell. */
void system_ring(Monitor *monitor, int bell);

/* A thread. This struct must not move before the thread has been joined. */
typedef struct Thread {
    uintptr_t handle;
    void (*run)(void *);
    void *context;
} Thread;

/* Runs run(context) in a new thread, where no signal arrives. False: the system can't start one. */
bool system_start_thread(Thread *thread, void (*run)(void *), void *context);
/* Waits until the thread has ended. */
void system_join_thread(Thread *thread);

/* ---- Memory and time ------------------------------------------------------------------------- */

/* Tells the system that a block was allocated. */
void system_announce_block(void *block, uint64_t bytes);
/* Tells the system that a block's content isn't needed any more, so that it can use the pages. */
void system_forget_block(void *block, uint64_t bytes);

/* How much memory this process may use at most. */
typedef struct MemoryBound {
    uint64_t bytes;
    const char *of; /* what sets the bound: "that the machine has" */
} MemoryBound;

MemoryBound system_memory(void);

int64_t system_now(void); /* nanoseconds since 1970 */
