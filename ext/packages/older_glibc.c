/*
** The few functions that a new C library gives under new versions, taken under their old ones, so
** that a gamemap.so that was built on a new system loads on an old one: stat and its like had their
** names inside of the headers until glibc 2.33, and hypot changed in 2.35 how it reports errors.
*/
#define _GNU_SOURCE
#include <math.h>
#include <sys/stat.h>

#if defined __GLIBC__ && (defined __x86_64__ || defined __aarch64__)

#ifdef __x86_64__
#define OLDEST         "GLIBC_2.2.5"
#define STATUS_VERSION 1 /* of the struct that the old functions fill */
#else
#define OLDEST         "GLIBC_2.17"
#define STATUS_VERSION 0
#endif

#define HIDDEN __attribute__((visibility("hidden")))

int old_stat(int version, const char *path, struct stat *status);
int old_lstat(int version, const char *path, struct stat *status);
int old_fstat(int version, int descriptor, struct stat *status);
double old_hypot(double x, double y);
__asm__(".symver old_stat, __xstat@" OLDEST);
__asm__(".symver old_lstat, __lxstat@" OLDEST);
__asm__(".symver old_fstat, __fxstat@" OLDEST);
__asm__(".symver old_hypot, hypot@" OLDEST);

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

#else
typedef int NothingToDo; /* an empty file isn't C */
#endif
