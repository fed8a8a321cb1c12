/* See system.h. */
#include "system.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __APPLE__
const char *const system_name = "macos", *const system_extension = "./gamemap.dylib";
#else
const char *const system_name = "linux", *const system_extension = "./gamemap.so";
#endif
const char *const system_errors = "errno";

void prepare_output(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
}

bool is_wine(void) {
    return false;
}

bool path_is_there(const char *path) {
    return !access(path, F_OK);
}

bool is_root(void) {
    return getuid() == 0;
}

int open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    if (!folder) return 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

void set_default(const char *variable, const char *value) {
    setenv(variable, value, 0);
}

bool make_folder(const char *folder, char *path, size_t size) {
    int length = snprintf(path, size, "%s/gamemap-XXXXXX", folder ? folder : "/tmp");
    return length > 0 && (size_t)length < size && mkdtemp(path);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

void remove_folder(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
