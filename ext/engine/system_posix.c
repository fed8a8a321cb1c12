/* See system.h: POSIX, with what Linux and macOS have beyond it. */
#define _GNU_SOURCE
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
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

bool system_says_inside_file(int error) {
    return error == ENOTDIR || error == ENAMETOOLONG;
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

int system_open(const char *path, int *descriptor) {
    *descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    return *descriptor < 0 ? errno : 0;
}

void system_close(int descriptor) {
    close(descriptor);
}

int system_read(int descriptor, uint8_t *bytes, size_t size, size_t *got) {
    ssize_t result;
    do result = read(descriptor, bytes, size);
    while (result < 0 && errno == EINTR);
    *got = result < 0 ? 0 : (size_t)result;
    return result < 0 ? errno : 0;
}

int system_read_at(int descriptor, uint64_t offset, uint8_t *bytes, size_t size, size_t *got) {
    ssize_t result;
    do result = pread(descriptor, bytes, size, (off_t)offset);
    while (result < 0 && errno == EINTR);
    *got = result < 0 ? 0 : (size_t)result;
    return result < 0 ? errno : 0;
}

void system_announce(const char *path) {
#ifdef POSIX_FADV_WILLNEED
    int descriptor;
    if (system_open(path, &descriptor)) return;
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED);
    close(descriptor);
#else
    (void)path;
#endif
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

/* A Folder is the system's own. */
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
    *type = entry->d_type == DT_DIR                                  ? PATH_FOLDER
            : entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN ? PATH_UNKNOWN
                                                                     : PATH_FILE;
    return entry->d_name;
}

bool system_folder_identity(Folder *folder, uint64_t *device, uint64_t *inode) {
    struct stat status;
    if (fstat(dirfd(listing_of(folder)), &status)) return false;
    *device = (uint64_t)status.st_dev;
    *inode = (uint64_t)status.st_ino;
    return true;
}

/* ---- Memory and time ------------------------------------------------------------------------- */

#define HUGE_PAGE ((uintptr_t)2 << 20)

/* Asks for huge pages in a large block: a new block costs a fault for each page, a tenth of the
** time in which a new process opens a large walkmesh. */
void system_announce_block(void *block, uint64_t bytes) {
#ifdef MADV_HUGEPAGE
    if (bytes < HUGE_PAGE) return;
    uintptr_t start = ((uintptr_t)block + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)block + (uintptr_t)bytes) & ~(HUGE_PAGE - 1);
    if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

int64_t system_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}
