#include "codec/xres.h"
#include "codec/unpack.h"

enum {
    MAGIC_BYTES = 4,
    CONTAINER_VERSION = 3,
    STREAM_VERSION = 1, /* in the headers of zlib's and of zstd's streams */
};

typedef enum Algorithm { ALGORITHM_NONE, ALGORITHM_ZLIB, ALGORITHM_ZSTD } Algorithm;

static bool read_magic(XresKind kind, Reader *reader) {
    const uint8_t *magic;
    if (reader->size < XRES_HEADER_BYTES) {
        return fail(reader->error, ERROR_NOT_THIS_FORMAT,
                    "an XRES container has at least %d bytes, found %" PRIu64, XRES_HEADER_BYTES,
                    reader->size);
    }
    if (!read_bytes(reader, "the magic", MAGIC_BYTES, &magic)) return false;
    if (memcmp(magic, "XRES", MAGIC_BYTES) == 0) return true;
    if (kind == XRES_ANYWHERE && memcmp(magic, "NSYC", MAGIC_BYTES) == 0) return true;
    return fail(reader->error, ERROR_NOT_THIS_FORMAT, "not an XRES%s container",
                kind == XRES_ANYWHERE ? " or NSYC" : "");
}

/* Reads what stands between the common header and the stream of a compression. */
static bool read_stream_header(Reader *reader, uint32_t algorithm) {
    uint64_t at = reader->at;
    uint32_t version, dictionary = 0;
    if (algorithm == ALGORITHM_NONE) return true;
    if (!read_u32(reader, "the version of the stream", &version) ||
        (algorithm == ALGORITHM_ZSTD && !read_u32(reader, "the dictionary", &dictionary))) {
        return false;
    }
    if (version != STREAM_VERSION) {
        return fail_at(reader->error, ERROR_UNSUPPORTED, at, "stream of version %u, expected %d",
                       version, STREAM_VERSION);
    }
    if (dictionary) {
        return fail_at(reader->error, ERROR_UNSUPPORTED, at + 4,
                       "zstd with dictionary %u, expected none", dictionary);
    }
    return true;
}

bool xres_open(XresKind kind, const uint8_t *bytes, uint64_t size, Xres *xres, Error *error) {
    Reader reader = {.bytes = bytes, .size = size, .error = error};
    uint32_t version;
    if (!read_magic(kind, &reader) || !read_u32(&reader, "the version", &version) ||
        !read_u32(&reader, "the algorithm", &xres->algorithm) ||
        !read_u32(&reader, "the size", &xres->size)) {
        return false;
    }
    if (version != CONTAINER_VERSION) {
        return fail_at(error, ERROR_UNSUPPORTED, MAGIC_BYTES,
                       "container of version %u, expected %d", version, CONTAINER_VERSION);
    }
    if (xres->algorithm > ALGORITHM_ZSTD) {
        return fail_at(error, ERROR_UNSUPPORTED, 8, "compression %u, expected 0 (none) to 2 (zstd)",
                       xres->algorithm);
    }
    if (xres->size && !read_stream_header(&reader, xres->algorithm)) return false;
    xres->stream = bytes + reader.at;
    xres->stream_bytes = reader_left(&reader);
    return true;
}

/* Unpacks a stream, which must produce exactly as many bytes as the header says. */
static bool unpack_content(const Xres *xres, Arena *arena, const uint8_t **content, Error *error) {
    bool is_zlib = xres->algorithm == ALGORITHM_ZLIB;
    uint64_t offset = XRES_HEADER_BYTES + (is_zlib ? 4 : 8);
    Inflated inflated;
    if (xres->stream_bytes > UINT32_MAX) {
        return fail_at(error, ERROR_TOO_BIG, offset, "a stream of %" PRIu64 " bytes",
                       xres->stream_bytes);
    }
    if (is_zlib && xres->size > xres->stream_bytes * ZLIB_RATIO_MAX) {
        return fail_at(error, ERROR_CORRUPT, 12,
                       "%" PRIu64 " bytes of a zlib stream can't inflate to %u", xres->stream_bytes,
                       xres->size);
    }
    UnpackResult result =
        is_zlib
            ? unpack_zlib(arena, xres->stream, (uint32_t)xres->stream_bytes, xres->size, &inflated)
            : unpack_zstd(arena, xres->stream, xres->stream_bytes, xres->size, &inflated);
    *content = inflated.bytes;
    return result == UNPACK_OK ||
           unpack_fail(result, &inflated, arena, offset, "the resource", xres->size, error);
}

bool xres_unpack(const Xres *xres, Arena *arena, const uint8_t **content, Error *error) {
    *content = xres->stream;
    if (!xres->size) return true;
    if (xres->algorithm != ALGORITHM_NONE) return unpack_content(xres, arena, content, error);
    if (xres->stream_bytes < xres->size) {
        return fail_at(error, ERROR_CORRUPT, 12, "%u bytes are declared, %" PRIu64 " follow",
                       xres->size, xres->stream_bytes);
    }
    return true;
}
