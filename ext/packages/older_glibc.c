/* Functions whose versions changed in newer C libraries, bound to their old versions, so that a
** gamemap.so built on a new system also loads on an old one. Until glibc 2.33, stat and its
** relatives had other names; until 2.34, threads were in a library of their own; and in 2.35, hypot
** changed how it reports errors. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>

#if defined __GLIBC__ && (defined __x86_64__ || defined __aarch64__)

#ifdef __x86_64__
#define OLDEST         "GLIBC_2.2.5"
#define CLOCKS         "GLIBC_2.3.3" /* since this version, conditions can choose a clock */
#define STATUS_VERSION 1             /* of the struct that the old functions fill in */
#else
#define OLDEST         "GLIBC_2.17"
#define CLOCKS         "GLIBC_2.17"
#define STATUS_VERSION 0
#endif

#define HIDDEN __attribute__((visibility("hidden")))
/* Declares `old_name`: the library's `name` of that version. */
#define OLD(old_name, name, version) __asm__(".symver " #old_name ", " #name "@" version)

int old_stat(int version, const char *path, struct stat *status);
int old_lstat(int version, const char *path, struct stat *status);
int old_fstat(int version, int descriptor, struct stat *status);
double old_hypot(double x, double y);
int old_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
               void *argument);
int old_join(pthread_t thread, void **result);
int old_setstacksize(pthread_attr_t *attributes, size_t bytes);
int old_setclock(pthread_condattr_t *attributes, clockid_t clock);
int old_sigmask(int how, const sigset_t *set, sigset_t *before);
OLD(old_stat, __xstat, OLDEST);
OLD(old_lstat, __lxstat, OLDEST);
OLD(old_fstat, __fxstat, OLDEST);
OLD(old_hypot, hypot, OLDEST);
OLD(old_create, pthread_create, OLDEST);
OLD(old_join, pthread_join, OLDEST);
OLD(old_setstacksize, pthread_attr_setstacksize, OLDEST);
OLD(old_setclock, pthread_condattr_setclock, CLOCKS);
OLD(old_sigmask, pthread_sigmask, OLDEST);

HIDDEN int stat(const char *path, struct stat *status) {
    return old_stat(STATUS_VERSION, path, status);
}

HIDDEN int lstat(const char *path, struct stat *status) {
    return old_lstat(STATUS_VERSION, path, status);
}

HIDDEN int fstat(int descriptor, struct stat *status) {
    return old_fstat(STATUS_VERSION, descriptor, status);
}

HIDDEN double hypot(double x, double y) {
    return old_hypot(x, y);
}

HIDDEN int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument) {
    return old_create(thread, attributes, run, argument);
}

HIDDEN int pthread_join(pthread_t thread, void **result) {
    return old_join(thread, result);
}

HIDDEN int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes) {
    return old_setstacksize(attributes, bytes);
}

HIDDEN int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    return old_setclock(attributes, clock);
}

HIDDEN int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    return old_sigmask(how, set, before);
}

#else
typedef int NothingToDo; /* because C has no empty files */
#endif
