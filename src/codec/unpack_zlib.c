/* zlib and deflate: see unpack.h. */
#include "codec/unpack_output.h"

#include <zlib.h>
#ifdef GAMEMAP_LIBDEFLATE
#include <libdeflate.h>
#endif

enum {
    WHOLE_RATIO = 64,          /* bytes of libdeflate's buffer for each byte of input, at most */
    WHOLE_BYTES_MAX = 1 << 25, /* inflating this much takes 30 ms, without a poll */
    WHOLE_INPUT_MAX = 1 << 22, /* inflating this much of blocks without content takes 250 ms */
};

void *zlib_arena_alloc(void *arena, unsigned count, unsigned size) {
    return arena_alloc(arena, count, size);
}

/* Inflates until the stream ends, which is UNPACK_OK, or has more than `most` bytes. `size` bytes
** stand at its input. */
static UnpackResult inflate_steps(z_stream *stream, uint32_t size, Output *output, uint64_t most) {
    const uint8_t *in = stream->next_in;
    int code = Z_OK;
    while (code == Z_OK && output->inflated->written <= most) {
        size_t room;
        if (arena_interrupted(output->arena)) return UNPACK_INTERRUPTED;
        stream->avail_in = output_step(size - output->inflated->used);
        stream->next_out = output_room(output, &room);
        stream->avail_out = (uInt)room;
        if (!stream->next_out) return UNPACK_NO_MEMORY;
        code = inflate(stream, Z_NO_FLUSH);
        output_add(output, room - stream->avail_out);
        output->inflated->used = (uint64_t)(stream->next_in - in);
    }
    if (code == Z_MEM_ERROR) return UNPACK_NO_MEMORY;
    if (output->inflated->written > most) return UNPACK_SIZE;
    if (code == Z_BUF_ERROR) return UNPACK_CUT;
    if (code == Z_NEED_DICT) output->inflated->message = "it needs a preset dictionary";
    return code == Z_STREAM_END ? UNPACK_OK : UNPACK_DAMAGED;
}

#ifdef GAMEMAP_LIBDEFLATE

/* libdeflate needs less than half of zlib's time, but it can only inflate at once, into a buffer of
** the right size. Its own 11 KB come from malloc, since its allocator has no context. Returns false
** if the stream is too large to try or if libdeflate finds a fault: then zlib decides, and says
** what is wrong.
**
** Of damaged streams it accepts one in a thousand that zlib refuses: those that use a code without
** a meaning (length symbols 286 and 287, the unused half of a code of one symbol) or have more code
** lengths than they declare. Even then the output must match the stream's Adler-32 or the ZIP's
** CRC-32. The two never produce different bytes from one stream. */
static bool inflate_whole(int window, Arena *arena, const uint8_t *in, uint32_t size,
                          uint64_t wanted, Inflated *inflated) {
    uint64_t trusted = (uint64_t)size * WHOLE_RATIO + OUTPUT_FIRST_BYTES;
    if (size > WHOLE_INPUT_MAX || wanted > WHOLE_BYTES_MAX || wanted > trusted) return false;
    bool had_failed = arena->failed, was_over_limit = arena->over_limit;
    uint8_t *out = arena_alloc(arena, wanted, 1);
    struct libdeflate_decompressor *decompressor = out ? libdeflate_alloc_decompressor() : NULL;
    enum libdeflate_result result = LIBDEFLATE_BAD_DATA;
    size_t used = 0, room = (size_t)wanted;
    if (decompressor && window > 0) {
        result = libdeflate_zlib_decompress_ex(decompressor, in, size, out, room, &used, NULL);
    } else if (decompressor) {
        result = libdeflate_deflate_decompress_ex(decompressor, in, size, out, room, &used, NULL);
    }
    if (decompressor) libdeflate_free_decompressor(decompressor);
    if (result == LIBDEFLATE_SUCCESS) {
        *inflated = (Inflated){.bytes = out, .used = (uint32_t)used, .written = wanted};
        arena_allow(arena, DOCUMENT_BYTES_PER_BYTE * wanted);
        return true;
    }
    arena_release(arena, out);
    arena->failed = had_failed;
    arena->over_limit = was_over_limit;
    return false;
}

#endif

/* `window` is the argument of inflateInit2(). The buffer has one byte more than wanted, so that a
** stream that is too long is noticed. */
static UnpackResult inflate_most(int window, Arena *arena, const uint8_t *in, uint32_t size,
                                 uint64_t most, Output *output, Inflated *inflated) {
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)in,
                       .zalloc = zlib_arena_alloc,
                       .zfree = unpack_free,
                       .opaque = arena};
    UnpackResult result = UNPACK_NO_MEMORY;
    *output = output_begin(arena, size, most + 1, inflated);
    if (inflateInit2(&stream, window) == Z_OK) result = inflate_steps(&stream, size, output, most);
    if (!inflated->message) inflated->message = stream.msg;
    inflateEnd(&stream);
    return result;
}

static UnpackResult unpack_inflate(int window, Arena *arena, const uint8_t *in, uint32_t size,
                                   uint64_t wanted, Inflated *inflated) {
#ifdef GAMEMAP_LIBDEFLATE
    if (inflate_whole(window, arena, in, size, wanted, inflated)) return UNPACK_OK;
#endif
    Output output;
    UnpackResult result = inflate_most(window, arena, in, size, wanted, &output, inflated);
    if (result == UNPACK_OK) result = output_size(&output, wanted);
    return output_end(&output, result);
}

UnpackResult unpack_most(Arena *arena, bool is_gzip, const uint8_t *in, uint32_t size,
                         uint64_t most, Inflated *inflated) {
    enum { GZIP_WINDOW = MAX_WBITS + 16 };
#ifdef GAMEMAP_LIBDEFLATE
    if (!is_gzip && inflate_whole(MAX_WBITS, arena, in, size, most, inflated)) return UNPACK_OK;
#endif
    Output output;
    int window = is_gzip ? GZIP_WINDOW : MAX_WBITS;
    UnpackResult result = inflate_most(window, arena, in, size, most, &output, inflated);
    if (inflated->written > most) inflated->written = most;
    bool is_kept = result == UNPACK_OK || result == UNPACK_SIZE || result == UNPACK_CUT;
    return is_kept ? result : output_end(&output, result);
}

UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                         Inflated *inflated) {
    return unpack_inflate(MAX_WBITS, arena, in, size, wanted, inflated);
}

UnpackResult unpack_deflate(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                            Inflated *inflated) {
    return unpack_inflate(-MAX_WBITS, arena, in, size, wanted, inflated);
}

uint32_t unpack_crc32(uint32_t crc, const uint8_t *bytes, size_t size) {
#ifdef GAMEMAP_LIBDEFLATE
    return libdeflate_crc32(crc, bytes, size);
#else
    return (uint32_t)crc32_z(crc, bytes, size);
#endif
}
