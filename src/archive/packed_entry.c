#include "archive/packed_entry.h"
#include "codec/unpack.h"

enum { ZLIB_FIRST_BYTE = 0x78, LZMA_FIRST_BYTE = 0 };

bool unpack_zlib_or_lzma(Arena *arena, const uint8_t *packed, uint64_t packed_size, uint64_t size,
                         uint64_t offset, const char *what, uint8_t **bytes, Error *error) {
    if (!packed_size) {
        return fail_at(error, ERROR_CORRUPT, offset,
                       "%s has no bytes, expected a stream of %" PRIu64 " bytes", what, size);
    }
    if (packed_size > UINT32_MAX) {
        return fail_at(error, ERROR_TOO_BIG, offset, "%s has %" PRIu64 " bytes", what, packed_size);
    }
    Inflated inflated = {0};
    UnpackResult result;
    if (packed[0] == ZLIB_FIRST_BYTE) {
        result = unpack_zlib(arena, packed, (uint32_t)packed_size, size, &inflated);
    } else if (packed[0] == LZMA_FIRST_BYTE) {
        result = unpack_lzma(arena, packed + 1, packed_size - 1, size, &inflated);
    } else {
        return fail_at(error, ERROR_UNSUPPORTED, offset,
                       "%s begins with 0x%02x, expected 0x78 (zlib) or 0 (LZMA): it is encrypted "
                       "with an unknown key, or damaged",
                       what, packed[0]);
    }
    *bytes = inflated.bytes;
    return result == UNPACK_OK || unpack_fail(result, &inflated, arena, offset, what, size, error);
}

uint8_t packed_entry_method(uint8_t first, uint64_t packed_size, uint64_t size) {
    if (first == ZLIB_FIRST_BYTE) return METHOD_ZLIB;
    if (first == LZMA_FIRST_BYTE) return METHOD_LZMA;
    return packed_size == size ? METHOD_STORED : METHOD_OTHER;
}
