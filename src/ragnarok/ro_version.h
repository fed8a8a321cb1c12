/* The version behind the magic of a GAT, GND, RSW or RSM file: a byte each for its two numbers. */
#pragma once

#include "core/core.h"

#define RO_MAGIC_BYTES 4

/* The minor versions that are known of the major versions 1 and 2, from [0] to [1]; they are no
** more than 9, and {1, 0} is none. An error names them as `expected`. */
typedef struct RoVersions {
    uint8_t of_1[2], of_2[2];
    const char *expected;
} RoVersions;

/* Reads the version, which has to be a known one, and sets that of the document. */
static inline bool ro_read_version(Document *document, Reader *reader, const RoVersions *known,
                                   uint8_t *major, uint8_t *minor) {
    static const char names[][10][4] = {
        {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9"},
        {"2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9"}};
    reader->at = RO_MAGIC_BYTES;
    if (!read_u8(reader, "the major version", major) ||
        !read_u8(reader, "the minor version", minor)) {
        return false;
    }
    const uint8_t *range = *major == 1 ? known->of_1 : known->of_2;
    if (*major < 1 || *major > 2 || *minor < range[0] || *minor > range[1]) {
        return fail_at(reader->error, ERROR_UNSUPPORTED, RO_MAGIC_BYTES,
                       "version %u.%u, expected %s", *major, *minor, known->expected);
    }
    document->version = names[*major - 1][*minor];
    return true;
}
