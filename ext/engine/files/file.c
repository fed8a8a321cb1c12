#include "engine/files/file.h"

#define YOUNG_NANOSECONDS 2000000000
#define READ_STEP         ((size_t)16 << 20) /* bytes between two polls */
#define FIRST_BYTES       4096               /* first buffer for a file without a size */

/* Returns the identity in a status, which the system gave with an error's number or 0; refuses
** everything but regular files. */
static bool identify(int number, const FileStatus *status, FileIdentity *identity, Error *error) {
    if (number) return fail_system(error, ERROR_CANNOT_OPEN, "can't open", number);
    if (status->irregular) {
        return fail(error, ERROR_CANNOT_OPEN, "%s, expected a regular file", status->irregular);
    }
    *identity = status->identity;
    return true;
}

bool file_identify(const char *path, FileIdentity *identity, Error *error) {
    FileStatus status;
    int number = system_path_status(path, &status);
    return identify(number, &status, identity, error);
}

/* Reads on, from `offset` + *size, until *size is `wanted` or the file ends. */
static bool read_some(int descriptor, uint64_t offset, uint8_t *bytes, uint64_t wanted,
                      const Arena *arena, uint64_t *size, Error *error) {
    while (*size < wanted) {
        uint64_t step = wanted - *size;
        size_t got;
        int number = system_read(descriptor, offset + *size, bytes + *size,
                                 step < READ_STEP ? (size_t)step : READ_STEP, &got);
        if (number) return fail_system(error, ERROR_READ, "can't read", number);
        if (got == 0) return true;
        *size += got;
        if (*size < wanted && arena_interrupted(arena)) return fail_interrupted(error);
    }
    return true;
}

/* Reads as many bytes as the file claims to have; the caller checks whether the file has grown. A
** file that claims to have none, as in /proc, is read to its end. */
static bool read_whole(int descriptor, uint64_t claimed, Arena *arena, uint8_t **bytes,
                       uint64_t *size, Error *error) {
    uint64_t capacity = claimed ? claimed : FIRST_BYTES;
    if (claimed > FILE_BYTES_MAX) {
        return fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected at most %" PRIu64, claimed,
                    FILE_BYTES_MAX);
    }
    *bytes = arena_alloc(arena, capacity, 1);
    if (!*bytes) return fail_memory(error, arena);
    while (read_some(descriptor, 0, *bytes, capacity, arena, size, error)) {
        if (claimed || *size < capacity) return true;
        capacity *= 2;
        if (capacity > FILE_BYTES_MAX) {
            return fail(error, ERROR_TOO_BIG, "grew beyond %" PRIu64 " bytes while read",
                        FILE_BYTES_MAX);
        }
        uint8_t *larger = arena_resize(arena, *bytes, capacity);
        if (!larger) return fail_memory(error, arena);
        *bytes = larger;
    }
    return false;
}

/* If somebody wrote to the file while it was read, memory may hold parts of two versions. */
bool file_is_unchanged(int descriptor, const FileIdentity *identity, Error *error) {
    FileStatus status;
    FileIdentity now = {0};
    int number = system_file_status(descriptor, &status);
    if (number) return fail_system(error, ERROR_READ, "can't read", number);
    if (!identify(0, &status, &now, error)) return false;
    if (file_same(&now, identity)) return true;
    return fail(error, ERROR_READ, "the file was changed while it was read");
}

bool file_is_absent(const char *path) {
    FileStatus status;
    int number = system_path_status(path, &status);
    return number && system_says_absent(number);
}

int file_open(const char *path, FileIdentity *identity, Error *error) {
    /* The caller has checked the path before, but what was opened may be another file by now. */
    int descriptor, number = system_open(path, &descriptor);
    if (number) {
        fail_system(error, ERROR_CANNOT_OPEN, "can't open", number);
        return -1;
    }
    FileStatus status;
    number = system_file_status(descriptor, &status);
    if (identify(number, &status, identity, error)) return descriptor;
    system_close(descriptor);
    return -1;
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
    uint64_t size = 0;
    if (!read_some(descriptor, offset, into, bytes, arena, &size, error)) return false;
    return size == bytes ||
           fail(error, ERROR_READ, "the file was changed while it was read: it is shorter now");
}

bool file_is_young(const FileIdentity *identity) {
    const int64_t now = system_now(), times[] = {identity->modified, identity->changed};
    for (size_t i = 0; i < LENGTH(times); i++) {
        bool is_now = now - times[i] < YOUNG_NANOSECONDS && times[i] - now < YOUNG_NANOSECONDS;
        if (times[i] && is_now) return true; /* no file has a time of 0 */
    }
    return false;
}

bool file_same(const FileIdentity *a, const FileIdentity *b) {
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed;
}
