/* bzip2: see unpack.h. */
#include "codec/unpack_output.h"

#ifdef GAMEMAP_BZIP2

#include <bzlib.h>

static void *take(void *arena, int count, int size) {
    return arena_alloc(arena, (uint64_t)count, (uint64_t)size);
}

static UnpackResult decode_steps(bz_stream *stream, uint32_t size, Output *output,
                                 uint64_t wanted) {
    const char *in = stream->next_in;
    int code = BZ_OK;
    while (code == BZ_OK && output->inflated->written <= wanted) {
        size_t room;
        if (arena_interrupted(output->arena)) return UNPACK_INTERRUPTED;
        stream->next_out = (char *)output_room(output, &room);
        stream->avail_out = (unsigned)room;
        if (!stream->next_out) return UNPACK_NO_MEMORY;
        stream->avail_in = output_step(size - output->inflated->used);
        code = BZ2_bzDecompress(stream);
        output_add(output, room - stream->avail_out);
        output->inflated->used = (uint64_t)(stream->next_in - in);
        bool is_read = output->inflated->used == size;
        if (code == BZ_OK && is_read && stream->avail_out) return UNPACK_CUT;
    }
    if (code == BZ_MEM_ERROR) return UNPACK_NO_MEMORY;
    if (output->inflated->written > wanted) return UNPACK_SIZE;
    return code == BZ_STREAM_END ? output_size(output, wanted) : UNPACK_DAMAGED;
}

UnpackResult unpack_bzip2(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                          Inflated *inflated) {
    bz_stream stream = {
        .next_in = (char *)(uintptr_t)in, .bzalloc = take, .bzfree = unpack_free, .opaque = arena};
    Output output = output_begin(arena, size, wanted + 1, inflated);
    if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) return UNPACK_NO_MEMORY;
    UnpackResult result = decode_steps(&stream, size, &output, wanted);
    BZ2_bzDecompressEnd(&stream);
    return output_end(&output, result);
}

const char *unpack_bzip2_version(void) {
    return BZ2_bzlibVersion();
}

#else

UnpackResult unpack_bzip2(Arena *arena UNUSED, const uint8_t *in UNUSED, uint32_t size UNUSED,
                          uint64_t wanted UNUSED, Inflated *inflated) {
    *inflated = (Inflated){.message = "bzip2"};
    return UNPACK_MISSING;
}

const char *unpack_bzip2_version(void) {
    return "no";
}

#endif
