/* See system.h. This is POSIX, with additions of Linux and macOS. */
#define _GNU_SOURCE
#include "engine/system/forks.h"
#include "engine/system/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#ifdef __APPLE__
#include <dlfcn.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#define MODIFIED(status) (status).st_mtimespec
#define CHANGED(status)  (status).st_ctimespec
#else
#define MODIFIED(status) (status).st_mtim
#define CHANGED(status)  (status).st_ctim
#endif

/* ---- Errors ---------------------------------------------------------------------------------- */

const char *const system_error_name = "errno";

const char *system_error_text(int error) {
    static const struct {
        int error;
        const char *text;
    } texts[] = {
        {ENOENT, "no such file"},           {ENOTDIR, "a part of the path is not a folder"},
        {EACCES, "permission denied"},      {EPERM, "operation not permitted"},
        {ELOOP, "too many symbolic links"}, {ENAMETOOLONG, "the name is too long"},
        {EMFILE, "too many open files"},    {ENFILE, "too many open files in the system"},
        {EIO, "input/output error"},        {ESTALE, "the file is gone from its server"},
        {ENXIO, "no such device"},          {ENOMEM, "out of memory"},
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        if (texts[i].error == error) return texts[i].text;
    }
    return "the system refused it";
}

bool system_says_absent(int error) {
    return error == ENOENT || error == ENOTDIR;
}

bool system_says_denied(int error) {
    return error == EACCES || error == EPERM;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

const char *system_path(Arena *arena UNUSED, const char *path) {
    return path;
}

size_t system_root(const char *path, size_t *behind) {
    *behind = strspn(path, "/");
    return *behind != 0;
}

uint32_t system_fold(uint32_t character) {
    return character;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void describe(const struct stat *status, FileStatus *described) {
    mode_t mode = status->st_mode;
    described->irregular = S_ISREG(mode)    ? NULL
                           : S_ISDIR(mode)  ? "a folder"
                           : S_ISFIFO(mode) ? "a FIFO"
                           : S_ISSOCK(mode) ? "a socket"
                                            : "a device";
    described->identity = (FileIdentity){.device = (uint64_t)status->st_dev,
                                         .inode = (uint64_t)status->st_ino,
                                         .size = (uint64_t)status->st_size,
                                         .modified = nanoseconds(MODIFIED(*status)),
                                         .changed = nanoseconds(CHANGED(*status))};
}

int system_path_status(const char *path, FileStatus *status) {
    struct stat found;
    if (stat(path, &found)) return errno;
    describe(&found, status);
    return 0;
}

int system_file_status(int descriptor, FileStatus *status) {
    struct stat found;
    if (fstat(descriptor, &found)) return errno;
    describe(&found, status);
    return 0;
}

bool system_may_lie_in_file(const char *path UNUSED, int error, const FileStatus *status UNUSED) {
#ifdef __EMSCRIPTEN__
    if (error == ENOENT) return true; /* WASI says this of a path through a file */
#endif
    return error == ENOTDIR || error == ENAMETOOLONG;
}

int system_open(const char *path, int *descriptor) {
    *descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    return *descriptor < 0 ? errno : 0;
}

void system_close(int descriptor) {
    close(descriptor);
}

int system_read(int descriptor, uint64_t offset, uint8_t *bytes, size_t size, size_t *got) {
    ssize_t result;
    do result = pread(descriptor, bytes, size, (off_t)offset);
    while (result < 0 && errno == EINTR);
    *got = result < 0 ? 0 : (size_t)result;
    return result < 0 ? errno : 0;
}

/* ---- Folders --------------------------------------------------------------------------------- */

PathType system_path_type(const char *path, int *error) {
    struct stat status, link;
    *error = 0;
    if (lstat(path, &link)) {
        *error = errno;
        return system_says_absent(*error) ? PATH_ABSENT : PATH_UNKNOWN;
    }
    if (!S_ISLNK(link.st_mode)) return S_ISDIR(link.st_mode) ? PATH_FOLDER : PATH_FILE;
    if (stat(path, &status)) {
        *error = errno;
        bool leads_nowhere = system_says_absent(*error) || *error == ELOOP;
        return leads_nowhere ? PATH_FILE : PATH_UNKNOWN;
    }
    return S_ISDIR(status.st_mode) ? PATH_LINKED_FOLDER : PATH_FILE;
}

bool system_path_exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

/* A Folder is the system's DIR. */
static DIR *listing_of(Folder *folder) {
    return (DIR *)(void *)folder;
}

int system_open_folder(const char *path, Folder **folder) {
    *folder = (Folder *)(void *)opendir(*path ? path : ".");
    return *folder ? 0 : errno;
}

void system_close_folder(Folder *folder) {
    closedir(listing_of(folder));
}

const char *system_next_name(Folder *folder, PathType *type, int *error) {
    errno = 0;
    const struct dirent *entry = readdir(listing_of(folder));
    *error = entry ? 0 : errno;
    if (!entry) return NULL;
    switch (entry->d_type) {
    case DT_DIR: *type = PATH_FOLDER; break;
    case DT_REG: *type = PATH_REGULAR; break;
    case DT_LNK:
    case DT_UNKNOWN: *type = PATH_UNKNOWN; break;
    default: *type = PATH_FILE;
    }
    return entry->d_name;
}

bool system_folder_identity(Folder *folder, uint64_t *device, uint64_t *inode) {
    struct stat status;
    if (fstat(dirfd(listing_of(folder)), &status)) return false;
    *device = (uint64_t)status.st_dev;
    *inode = (uint64_t)status.st_ino;
    return true;
}

/* ---- Threads --------------------------------------------------------------------------------- */

#define STACK_BYTES ((size_t)1 << 20)

uint32_t system_cores(void) {
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
        int count = CPU_COUNT(&cores);
        if (count > 0) return (uint32_t)count;
    }
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? (uint32_t)online : 1;
}

uint64_t system_process(void) {
    return (uint64_t)getpid();
}

/* The content of a Monitor. */
typedef struct Lock {
    pthread_mutex_t mutex;
    pthread_cond_t bells[BELLS];
} Lock;

_Static_assert(sizeof(Lock) <= sizeof(Monitor), "a monitor has room for the system's own");

static Lock *lock_of(Monitor *monitor) {
    return (Lock *)(void *)monitor;
}

/* The clock by which threads wait. Except on macOS, setting the time doesn't change it. */
#ifdef __APPLE__
#define WAITING_CLOCK CLOCK_REALTIME
#else
#define WAITING_CLOCK CLOCK_MONOTONIC
#endif

static bool open_bell(pthread_cond_t *bell) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes)) return false;
#ifndef __APPLE__
    pthread_condattr_setclock(&attributes, WAITING_CLOCK);
#endif
    bool done = pthread_cond_init(bell, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return done;
}

bool system_open_monitor(Monitor *monitor) {
    Lock *lock = lock_of(monitor);
    int bells = 0;
    if (pthread_mutex_init(&lock->mutex, NULL)) return false;
    while (bells < BELLS && open_bell(&lock->bells[bells])) bells++;
    if (bells == BELLS) return true;
    while (bells) pthread_cond_destroy(&lock->bells[--bells]);
    pthread_mutex_destroy(&lock->mutex);
    return false;
}

void system_close_monitor(Monitor *monitor) {
    Lock *lock = lock_of(monitor);
    for (int i = 0; i < BELLS; i++) pthread_cond_destroy(&lock->bells[i]);
    pthread_mutex_destroy(&lock->mutex);
}

void system_lock(Monitor *monitor) {
    pthread_mutex_lock(&lock_of(monitor)->mutex);
}

void system_unlock(Monitor *monitor) {
    pthread_mutex_unlock(&lock_of(monitor)->mutex);
}

void system_wait(Monitor *monitor, int bell, uint32_t milliseconds) {
    Lock *lock = lock_of(monitor);
    if (!milliseconds) {
        pthread_cond_wait(&lock->bells[bell], &lock->mutex);
        return;
    }
    struct timespec until;
    clock_gettime(WAITING_CLOCK, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&lock->bells[bell], &lock->mutex, &until);
}

void system_ring(Monitor *monitor, int bell) {
    pthread_cond_signal(&lock_of(monitor)->bells[bell]);
}

static void *run_thread(void *context) {
    const Thread *thread = context;
    thread->run(thread->context);
    return NULL;
}

bool system_start_thread(Thread *thread, void (*run)(void *), void *context) {
    pthread_attr_t attributes;
    pthread_t handle;
    sigset_t all, before;
    thread->run = run;
    thread->context = context;
    if (pthread_attr_init(&attributes)) return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = pthread_create(&handle, &attributes, run_thread, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (done) thread->handle = (uintptr_t)handle;
    return done;
}

void system_join_thread(Thread *thread) {
    pthread_join((pthread_t)thread->handle, NULL);
}

/* Runs when the library is loaded. Not every system forgets these functions when the library is
** unloaded, so it stays loaded: on macOS by dlopen(), elsewhere by a flag of the linker. */
__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(forks_hold_allocator, forks_free_allocator, forks_free_allocator);
#ifdef __APPLE__
    Dl_info info;
    if (dladdr(&system_error_name, &info)) {
        dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
    }
#endif
}

/* ---- Memory and time ------------------------------------------------------------------------- */

#define HUGE_PAGE ((uintptr_t)2 << 20)
#ifdef MADV_HUGEPAGE
#define HUGE_PAGES MADV_HUGEPAGE
#else
#define HUGE_PAGES MADV_NORMAL
#endif

/* Asks for huge pages in a large block. Each page of a new block costs a fault, and without huge
** pages these take a tenth of the time in which a new process opens a large walkmesh. All pages of
** the block are asked for: one with two kinds can't be moved, and is copied whenever it grows. */
void system_announce_block(void *block, uint64_t bytes) {
    if (bytes < HUGE_PAGE) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)block & ~(page - 1);
    madvise((void *)start, (uintptr_t)block + (uintptr_t)bytes - start, HUGE_PAGES);
}

void system_forget_block(void *block, uint64_t bytes) {
    uintptr_t start = ((uintptr_t)block + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)block + (uintptr_t)bytes) & ~(HUGE_PAGE - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
}

static void lower(MemoryBound *bound, uint64_t bytes, const char *of) {
    if (bytes < bound->bytes) *bound = (MemoryBound){bytes, of};
}

#ifdef __linux__
/* Reads the beginning of a file of /proc or /sys; "" if there is none. */
static void read_text(const char *path, char *text, size_t size) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = descriptor < 0 ? 0 : read(descriptor, text, size - 1);
    text[got > 0 ? got : 0] = 0;
    if (descriptor >= 0) close(descriptor);
}

/* Lowers the bound to what a control group and those around it may use. In a container, where the
** group's path may not exist, `root` is the container's own group. */
static void lower_to_group(MemoryBound *bound, const char *root, const char *group, size_t length,
                           const char *name) {
    char path[600], text[32];
    for (bool is_root = false; !is_root;) {
        is_root = !length;
        snprintf(path, sizeof path, "%s%.*s/%s", root, (int)length, group, name);
        read_text(path, text, sizeof text);
        char *end;
        unsigned long long bytes = strtoull(text, &end, 10); /* "max" is no number */
        if (end != text) lower(bound, bytes, "that the control group may use");
        while (length && group[--length] != '/') continue;
    }
}

/* Lowers the bound to that of the process's groups, listed as "4:memory:/a/b" or "0::/a/b" (v2). */
static void lower_to_groups(MemoryBound *bound) {
    char text[2048], *rest = text;
    read_text("/proc/self/cgroup", text, sizeof text);
    for (char *line; (line = strsep(&rest, "\n"));) {
        const char *controllers = strchr(line, ':');
        const char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        size_t length = strlen(group + 1) < 500 ? strlen(group + 1) : 0;
        if (strncmp(controllers, "::", 2) == 0) {
            lower_to_group(bound, "/sys/fs/cgroup", group + 1, length, "memory.max");
        } else if (strncmp(controllers, ":memory:", 8) == 0) {
            lower_to_group(bound, "/sys/fs/cgroup/memory", group + 1, length,
                           "memory.limit_in_bytes");
        }
    }
}
#endif

MemoryBound system_memory(void) {
    MemoryBound bound = {SIZE_MAX, "that the process can address"};
    struct rlimit limit;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) {
        lower(&bound, (uint64_t)pages * (uint64_t)page, "that the machine has");
    }
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        lower(&bound, limit.rlim_cur, "that ulimit allows");
    }
#ifdef __linux__
    lower_to_groups(&bound);
#endif
    return bound;
}

int64_t system_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}
