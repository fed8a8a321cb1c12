/* See unpack.h. */
#include "unpack.h"

#include <inttypes.h>
#include <lzma.h>
#include <zlib.h>

enum {
    FIRST_RATIO = 2,           /* what a zlib stream is trusted to inflate to before it has */
    FIRST_BYTES = 65536,
    LZMA_EXPANSION_MAX = 8192, /* 273 bytes for 14 bits of the least cost, 0.022 each: 7091 */
    STEP_BYTES = 1 << 22,      /* output between two questions whether to stop */
    LZMA_PROPERTIES = 9 * 5 * 5,
    LZMA_LC_LP_MAX = 4, /* liblzma's limit; encoders keep to it */
};

/* ---- zlib ---------------------------------------------------------------------------------- */

static void *zlib_alloc(void *arena, unsigned count, unsigned size) {
    return arena_alloc(arena, count, size);
}

static void zlib_free(void *arena, void *block) {
    arena_release(arena, block);
}

/* Inflates into a buffer that grows as data arrive, with room for one byte more than wanted, so that
** a longer stream shows. */
static UnpackResult inflate_growing(z_stream *stream, Arena *arena, uint64_t wanted,
                                    uint8_t **out) {
    uint64_t capacity = (uint64_t)stream->avail_in * FIRST_RATIO + FIRST_BYTES;
    int code = Z_OK;
    while (code == Z_OK && stream->total_out <= wanted) {
        if (capacity > wanted) capacity = wanted + 1;
        uint8_t *grown = arena_resize(arena, *out, capacity);
        if (!grown) return UNPACK_NO_MEMORY;
        *out = grown;
        while (code == Z_OK && stream->total_out < capacity) {
            uint64_t room = capacity - stream->total_out;
            if (arena_interrupted(arena)) return UNPACK_INTERRUPTED;
            stream->next_out = *out + stream->total_out;
            stream->avail_out = room < STEP_BYTES ? (uInt)room : STEP_BYTES;
            uint64_t before = stream->total_out;
            code = inflate(stream, Z_NO_FLUSH);
            arena_allow(arena, DOCUMENT_BYTES_PER_BYTE * (stream->total_out - before));
        }
        capacity *= 2;
    }
    if (code == Z_MEM_ERROR) return UNPACK_NO_MEMORY;
    if (stream->total_out > wanted) return UNPACK_SIZE;
    if (code == Z_BUF_ERROR) return UNPACK_CUT;
    if (code != Z_STREAM_END) return UNPACK_DAMAGED;
    return stream->total_out == wanted ? UNPACK_OK : UNPACK_SIZE;
}

/* `window` as inflateInit2 takes it. */
static UnpackResult unpack_inflate(int window, Arena *arena, const uint8_t *in, uint32_t size,
                                   uint64_t wanted, Inflated *inflated) {
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)in,
                       .avail_in = size,
                       .zalloc = zlib_alloc,
                       .zfree = zlib_free,
                       .opaque = arena};
    uint8_t *out = NULL;
    UnpackResult result = UNPACK_NO_MEMORY;
    if (inflateInit2(&stream, window) == Z_OK) result = inflate_growing(&stream, arena, wanted, &out);
    *inflated = (Inflated){.used = size - stream.avail_in,
                           .written = stream.total_out,
                           .message = stream.msg};
    inflateEnd(&stream);
    if (result == UNPACK_OK)
        inflated->bytes = out;
    else
        arena_release(arena, out);
    return result;
}

UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                         Inflated *inflated) {
    return unpack_inflate(MAX_WBITS, arena, in, size, wanted, inflated);
}

UnpackResult unpack_deflate(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                            Inflated *inflated) {
    return unpack_inflate(-MAX_WBITS, arena, in, size, wanted, inflated);
}

/* ---- LZMA ---------------------------------------------------------------------------------- */

static void *lzma_arena_alloc(void *arena, size_t count, size_t size) {
    return arena_alloc(arena, count, size);
}

static void lzma_arena_free(void *arena, void *block) {
    arena_release(arena, block);
}

bool lzma_read_properties(const uint8_t *bytes, LzmaProperties *properties) {
    uint8_t packed = bytes[0];
    *properties = (LzmaProperties){.lc = packed % 9,
                                   .lp = packed / 9 % 5,
                                   .pb = packed / 45,
                                   .dictionary = load_u32(bytes + 1)};
    return packed < LZMA_PROPERTIES && properties->lc + properties->lp <= LZMA_LC_LP_MAX;
}

static UnpackResult decode_steps(lzma_stream *stream, Arena *arena, uint8_t *out, uint64_t wanted) {
    uint64_t at = 0;
    while (at < wanted) {
        uint64_t left = wanted - at;
        size_t step = left < STEP_BYTES ? (size_t)left : STEP_BYTES;
        stream->next_out = out + at;
        stream->avail_out = step;
        lzma_ret code = lzma_code(stream, LZMA_FINISH);
        at += step - stream->avail_out;
        if (code == LZMA_MEM_ERROR) return UNPACK_NO_MEMORY;
        if (code == LZMA_STREAM_END) return at == wanted ? UNPACK_OK : UNPACK_SIZE;
        if (code != LZMA_OK) return UNPACK_DAMAGED;
        if (arena_interrupted(arena)) return UNPACK_INTERRUPTED;
    }
    return UNPACK_OK;
}

UnpackResult unpack_lzma(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         uint8_t **out) {
    LzmaProperties properties;
    *out = NULL;
    if (size < LZMA_PROPERTY_BYTES || !lzma_read_properties(in, &properties) ||
        wanted / LZMA_EXPANSION_MAX > size) {
        return UNPACK_DAMAGED;
    }
    /* nothing lies further back than the whole output, so a larger window is never needed */
    uint64_t window = properties.dictionary < wanted ? properties.dictionary : wanted;
    lzma_options_lzma options = {.dict_size = window < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN
                                                                          : (uint32_t)window,
                                 .lc = properties.lc,
                                 .lp = properties.lp,
                                 .pb = properties.pb};
    lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_allocator allocator = {lzma_arena_alloc, lzma_arena_free, arena};
    lzma_stream stream = LZMA_STREAM_INIT;
    stream.allocator = &allocator;
    stream.next_in = in + LZMA_PROPERTY_BYTES;
    stream.avail_in = (size_t)(size - LZMA_PROPERTY_BYTES);
    lzma_ret code = lzma_raw_decoder(&stream, filters);
    if (code != LZMA_OK) return code == LZMA_MEM_ERROR ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
    arena_allow(arena, DOCUMENT_BYTES_PER_BYTE * wanted);
    uint8_t *bytes = arena_alloc(arena, wanted, 1);
    UnpackResult result = bytes ? decode_steps(&stream, arena, bytes, wanted) : UNPACK_NO_MEMORY;
    lzma_end(&stream);
    if (result == UNPACK_OK)
        *out = bytes;
    else
        arena_release(arena, bytes);
    return result;
}

/* ---- Errors -------------------------------------------------------------------------------- */

bool unpack_fail(UnpackResult result, const Inflated *inflated, const Arena *arena, uint64_t offset,
                 const char *what, uint64_t wanted, Error *error) {
    if (result == UNPACK_NO_MEMORY) return fail_memory(error, arena);
    if (result == UNPACK_INTERRUPTED) return fail_interrupted(error);
    if (result == UNPACK_SIZE && inflated->written > wanted) {
        return fail_at(error, ERROR_CORRUPT, offset,
                       "%s inflates to more than the declared %" PRIu64 " bytes", what, wanted);
    }
    if (result == UNPACK_SIZE) {
        return fail_at(error, ERROR_CORRUPT, offset,
                       "%s inflates to %" PRIu64 " bytes, declared are %" PRIu64, what,
                       inflated->written, wanted);
    }
    return fail_at(error, ERROR_CORRUPT, offset + inflated->used,
                   "the stream of %s %s after %" PRIu64 " of %" PRIu64 " inflated bytes%s%s", what,
                   result == UNPACK_CUT ? "is cut" : "is damaged", inflated->written, wanted,
                   inflated->message ? ": " : "", inflated->message ? inflated->message : "");
}
