/* What opening a file costs at least: see bench.h. */
#include "bench.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

uint8_t *read_file(const char *path, uint64_t *size) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status)) die(path, "can't open");
    *size = (uint64_t)status.st_size;
    uint8_t *bytes = allocate(*size);
    if (read(descriptor, bytes, *size) != (ssize_t)*size) die(path, "can't read");
    close(descriptor);
    return bytes;
}

void floor_read(const char *path) {
    uint64_t size;
    free(read_file(path, &size));
}

static uint32_t u32_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

void floor_inflate(const char *path) {
    uint64_t size;
    uint8_t *bytes = read_file(path, &size);
    for (uint32_t i = 0; i < u32_at(bytes + 8); i++) {
        const uint8_t *entry = bytes + 12 + 8 * (uint64_t)i, *data = bytes + u32_at(entry + 4) + 8;
        if (memcmp(entry, "ASWM", 4) != 0 || memcmp(data, "COMP", 4) != 0) continue;
        uLongf inflated = u32_at(data + 8);
        uint8_t *mesh = allocate(inflated);
        if (uncompress(mesh, &inflated, data + 12, u32_at(data + 4)) != Z_OK) die(path, "inflate");
        free(mesh);
    }
    free(bytes);
}
