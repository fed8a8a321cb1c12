/* See unpack.h. */
#include "unpack.h"

#include <lzma.h>
#include <zlib.h>

enum {
    ZLIB_EXPANSION_MAX = 1032, /* 258 bytes for two bits */
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

/* Inflates as much as there is, up to `wanted` bytes and one more, so that a longer stream shows.
 */
static UnpackResult inflate_steps(z_stream *stream, Arena *arena, uint8_t *out, uint64_t wanted) {
    uint8_t beyond;
    uint64_t at = 0;
    for (;;) {
        uint64_t left = wanted - at;
        uInt step = left < STEP_BYTES ? (uInt)left : STEP_BYTES;
        stream->next_out = step ? out + at : &beyond;
        stream->avail_out = step ? step : 1;
        int code = inflate(stream, Z_NO_FLUSH);
        bool wrote_beyond = !step && !stream->avail_out;
        if (step) at += step - stream->avail_out;
        if (wrote_beyond) return UNPACK_SIZE;
        if (code == Z_STREAM_END) return at == wanted ? UNPACK_OK : UNPACK_SIZE;
        if (code == Z_MEM_ERROR) return UNPACK_NO_MEMORY;
        if (code == Z_BUF_ERROR || (code == Z_OK && !stream->avail_in && stream->avail_out)) {
            return at == wanted ? UNPACK_DAMAGED : UNPACK_SIZE; /* the input is over */
        }
        if (code != Z_OK) return UNPACK_DAMAGED;
        if (arena_interrupted(arena)) return UNPACK_INTERRUPTED;
    }
}

UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         uint8_t **out, uint64_t *used) {
    z_stream stream = {.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = arena};
    *out = NULL;
    if (wanted / ZLIB_EXPANSION_MAX > size) return UNPACK_SIZE;
    if (size > UINT32_MAX) return UNPACK_DAMAGED;
    stream.next_in = (z_const Bytef *)(uintptr_t)in;
    stream.avail_in = (uInt)size;
    if (inflateInit(&stream) != Z_OK) return UNPACK_NO_MEMORY;
    uint8_t *bytes = arena_alloc(arena, wanted, 1);
    UnpackResult result = bytes ? inflate_steps(&stream, arena, bytes, wanted) : UNPACK_NO_MEMORY;
    *used = size - stream.avail_in;
    inflateEnd(&stream);
    if (result == UNPACK_OK)
        *out = bytes;
    else
        arena_release(arena, bytes);
    return result;
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
    uint8_t *bytes = arena_alloc(arena, wanted, 1);
    UnpackResult result = bytes ? decode_steps(&stream, arena, bytes, wanted) : UNPACK_NO_MEMORY;
    lzma_end(&stream);
    if (result == UNPACK_OK)
        *out = bytes;
    else
        arena_release(arena, bytes);
    return result;
}
