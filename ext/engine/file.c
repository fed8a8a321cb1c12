/* See file.h. */
#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define YOUNG_NANOSECONDS 2000000000
#define READ_STEP         ((size_t)1 << 30)
#define RANGE_STEP        ((size_t)16 << 20) /* between two questions whether to stop */

#ifdef __APPLE__
#define MODIFIED(status) (status).st_mtimespec
#define CHANGED(status)  (status).st_ctimespec
#else
#define MODIFIED(status) (status).st_mtim
#define CHANGED(status)  (status).st_ctim
#endif

const char *system_error_text(int number) {
    static const struct {
        int number;
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
        if (texts[i].number == number) return texts[i].text;
    }
    return "the system refused it";
}

static bool fail_system(Error *error, ErrorKind kind, const char *action, int number) {
    return fail(error, kind, "can't %s: %s (errno %d)", action, system_error_text(number), number);
}

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Refuses what is no regular file. */
static bool identify(const struct stat *status, FileIdentity *identity, Error *error) {
    mode_t mode = status->st_mode;
    if (!S_ISREG(mode)) {
        const char *what = S_ISDIR(mode)    ? "a folder"
                           : S_ISFIFO(mode) ? "a FIFO"
                           : S_ISSOCK(mode) ? "a socket"
                                            : "a device";
        return fail(error, ERROR_CANNOT_OPEN, "%s, expected a regular file", what);
    }
    *identity = (FileIdentity){.device = (uint64_t)status->st_dev,
                               .inode = (uint64_t)status->st_ino,
                               .size = (uint64_t)status->st_size,
                               .modified = nanoseconds(MODIFIED(*status)),
                               .changed = nanoseconds(CHANGED(*status))};
    return true;
}

bool file_identify(const char *path, FileIdentity *identity, Error *error) {
    struct stat status;
    if (stat(path, &status)) return fail_system(error, ERROR_CANNOT_OPEN, "open", errno);
    return identify(&status, identity, error);
}

/* Reads until `wanted` bytes are there or the file ends. */
static bool read_some(int descriptor, uint8_t *bytes, uint64_t wanted, uint64_t *size, bool *at_end,
                      Error *error) {
    while (*size < wanted) {
        uint64_t step = wanted - *size;
        ssize_t got = read(descriptor, bytes + *size, step < READ_STEP ? (size_t)step : READ_STEP);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail_system(error, ERROR_READ, "read", errno);
        if (got == 0) {
            *at_end = true;
            return true;
        }
        *size += (uint64_t)got;
    }
    return true;
}

/* Reads to the end, whatever size the file claims: /proc says 0, a growing file too little. One
** byte more than the size is asked for, so that the end is seen without a larger buffer. */
static bool read_whole(int descriptor, uint64_t claimed, Arena *arena, uint8_t **bytes,
                       uint64_t *size, Error *error) {
    uint64_t capacity = claimed + 1;
    bool at_end = false;
    if (claimed > FILE_BYTES_MAX) {
        return fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected at most %" PRIu64, claimed,
                    FILE_BYTES_MAX);
    }
    *bytes = arena_alloc(arena, capacity, 1);
    if (!*bytes) return fail_memory(error, arena);
    while (!at_end) {
        if (*size == capacity) {
            capacity *= 2;
            if (capacity > FILE_BYTES_MAX) {
                return fail(error, ERROR_TOO_BIG, "grew beyond %" PRIu64 " bytes while read",
                            FILE_BYTES_MAX);
            }
            uint8_t *larger = arena_resize(arena, *bytes, capacity);
            if (!larger) return fail_memory(error, arena);
            *bytes = larger;
        }
        if (!read_some(descriptor, *bytes, capacity, size, &at_end, error)) return false;
    }
    return true;
}

/* Whoever wrote while the file was read may have left parts of two versions in memory. */
bool file_is_unchanged(int descriptor, const FileIdentity *identity, Error *error) {
    struct stat status;
    FileIdentity now;
    if (fstat(descriptor, &status)) return fail_system(error, ERROR_READ, "read", errno);
    if (!identify(&status, &now, error)) return false;
    if (file_same(&now, identity)) return true;
    return fail(error, ERROR_READ, "the file was changed while it was read");
}

bool file_is_absent(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

int file_open(const char *path, FileIdentity *identity, Error *error) {
    /* The caller has looked first. Look again at what was opened, which may be another file by
    ** now. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        fail_system(error, ERROR_CANNOT_OPEN, "open", errno);
        return -1;
    }
    struct stat status;
    bool done = fstat(descriptor, &status) == 0
                    ? identify(&status, identity, error)
                    : fail_system(error, ERROR_CANNOT_OPEN, "open", errno);
    if (done) return descriptor;
    close(descriptor);
    return -1;
}

void file_close(int descriptor) {
    close(descriptor);
}

bool file_read(int descriptor, const FileIdentity *identity, Arena *arena, const uint8_t **bytes,
               uint64_t *size, Error *error) {
    uint8_t *data = NULL;
    *size = 0;
    bool done = read_whole(descriptor, identity->size, arena, &data, size, error) &&
                file_is_unchanged(descriptor, identity, error);
    *bytes = data;
    return done;
}

bool file_read_range(int descriptor, uint64_t offset, uint64_t bytes, uint8_t *into,
                     const Arena *arena, Error *error) {
    while (bytes) {
        size_t step = bytes < RANGE_STEP ? (size_t)bytes : RANGE_STEP;
        ssize_t got = pread(descriptor, into, step, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail_system(error, ERROR_READ, "read", errno);
        if (got == 0) return fail(error, ERROR_READ, "the file was cut while it was read");
        into += got;
        offset += (uint64_t)got;
        bytes -= (uint64_t)got;
        if (bytes && arena_interrupted(arena)) return fail_interrupted(error);
    }
    return true;
}

void file_announce(const char *path) {
    FileIdentity identity;
    Error ignored = {0};
    if (!file_identify(path, &identity, &ignored)) return;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return;
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED);
#endif
    close(descriptor);
}

bool file_is_young(const FileIdentity *identity) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t newest =
        identity->modified > identity->changed ? identity->modified : identity->changed;
    return nanoseconds(now) - newest < YOUNG_NANOSECONDS;
}

bool file_same(const FileIdentity *a, const FileIdentity *b) {
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed;
}
