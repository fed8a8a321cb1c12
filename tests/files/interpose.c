/* See interpose.h. */
#include "interpose.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

Interposed interposed;
int interposed_threads = -1;
bool interposed_keeps_handlers;

/* Returns the function that this program's own definition hides. */
static void *hidden(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

/* Tells whether this call has to fail. */
static bool fails(SystemCall call, const char *path, int flags) {
    if (!interposed.armed) return false;
    if (interposed.seen) {
        interposed.armed = false; /* the observer's own calls don't count */
        interposed.seen(call, path, flags);
        interposed.armed = true;
    }
    interposed.calls++;
    bool now = interposed.calls == interposed.fail_at;
    bool later = interposed.fail_on && interposed.fail_at && interposed.calls > interposed.fail_at;
    if (!now && !later) return false;
    interposed.failures++;
    interposed.unlisted += call == CALL_OPENDIR;
    errno = interposed.error;
    return true;
}

static int aged(int result, struct stat *status) {
    if (result || !interposed.armed) return result;
    status->st_mtim.tv_sec -= interposed.older;
    status->st_ctim.tv_sec -= interposed.older;
    return result;
}

#pragma GCC visibility push(default)

int open(const char *path, int flags, ...) {
    static int (*next)(const char *, int, ...);
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = (mode_t)va_arg(arguments, int);
        va_end(arguments);
    }
    if (!next) *(void **)&next = hidden("open");
    return fails(CALL_OPEN, path, flags) ? -1 : next(path, flags, mode);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
    static ssize_t (*next)(int, void *, size_t, off_t);
    if (!next) *(void **)&next = hidden("pread");
    if (descriptor < 0) interposed.unopened++;
    if (fails(CALL_READ, NULL, 0)) return -1;
    if (interposed.armed && interposed.interrupts && interposed.calls % 2) {
        errno = EINTR;
        return -1;
    }
    if (interposed.armed && interposed.read_most && size > interposed.read_most) {
        size = interposed.read_most;
    }
    return next(descriptor, bytes, size, offset);
}

int fstat(int descriptor, struct stat *status) {
    static int (*next)(int, struct stat *);
    if (!next) *(void **)&next = hidden("fstat");
    if (descriptor < 0) interposed.unopened++;
    return fails(CALL_FSTAT, NULL, 0) ? -1 : aged(next(descriptor, status), status);
}

int stat(const char *path, struct stat *status) {
    static int (*next)(const char *, struct stat *);
    if (!next) *(void **)&next = hidden("stat");
    return fails(CALL_STAT, path, 0) ? -1 : aged(next(path, status), status);
}

int lstat(const char *path, struct stat *status) {
    static int (*next)(const char *, struct stat *);
    if (!next) *(void **)&next = hidden("lstat");
    return fails(CALL_LSTAT, path, 0) ? -1 : next(path, status);
}

DIR *opendir(const char *path) {
    static DIR *(*next)(const char *);
    if (!next) *(void **)&next = hidden("opendir");
    return fails(CALL_OPENDIR, path, 0) ? NULL : next(path);
}

struct dirent *readdir(DIR *folder) {
    static struct dirent *(*next)(DIR *);
    if (!next) *(void **)&next = hidden("readdir");
    if (fails(CALL_READDIR, NULL, 0)) return NULL;
    struct dirent *entry = next(folder);
    if (entry && interposed.armed && interposed.untyped) entry->d_type = DT_UNKNOWN;
    return entry;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next) *(void **)&next = hidden("pthread_create");
    if (interposed_threads == 0) return EAGAIN;
    if (interposed_threads > 0) interposed_threads--;
    return next(thread, attributes, run, context);
}

#ifdef __GLIBC__
/* With the library that registers them, the system drops its handlers of forks; without it, never.
** */
int __register_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void),
                      void *library);

int __register_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void),
                      void *library) {
    static int (*next)(void (*)(void), void (*)(void), void (*)(void), void *);
    if (!next) *(void **)&next = hidden("__register_atfork");
    return next(before, in_parent, in_child, interposed_keeps_handlers ? NULL : library);
}
#endif

#pragma GCC visibility pop
