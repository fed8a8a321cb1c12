/* What opening a file costs at least: see bench.h. */
#include "bench.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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
