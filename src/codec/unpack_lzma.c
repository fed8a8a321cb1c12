/* LZMA: see unpack.h. */
#include "codec/unpack_output.h"

#include <lzma.h>

enum {
    EXPANSION_MAX = 8192, /* a match of 273 bytes takes 14 coded bits of 0.022 bits: 7091 at most */
    FIRST_WINDOW = 1 << 24,
    PROPERTIES = 9 * 5 * 5,
    LC_LP_MAX = 4, /* liblzma's limit, which encoders respect */
};

void *lzma_arena_alloc(void *arena, size_t count, size_t size) {
    return arena_alloc(arena, count, size);
}

bool lzma_read_properties(const uint8_t *bytes, LzmaProperties *properties) {
    uint8_t packed = bytes[0];
    *properties = (LzmaProperties){.lc = packed % 9,
                                   .lp = packed / 9 % 5,
                                   .pb = packed / 45,
                                   .dictionary = load_u32(bytes + 1)};
    return packed < PROPERTIES && properties->lc + properties->lp <= LC_LP_MAX;
}

/* Decompresses until the output has its most bytes. */
static UnpackResult decode_steps(lzma_stream *stream, Output *output) {
    uint64_t most = output->most;
    while (output->inflated->written < most) {
        size_t room;
        stream->next_out = output_room(output, &room);
        stream->avail_out = room;
        if (!stream->next_out) return UNPACK_NO_MEMORY;
        lzma_ret code = lzma_code(stream, LZMA_FINISH);
        output_add(output, room - stream->avail_out);
        if (code == LZMA_MEM_ERROR) return UNPACK_NO_MEMORY;
        if (code == LZMA_STREAM_END) return output_size(output, most);
        if (code != LZMA_OK) return UNPACK_DAMAGED;
        if (arena_interrupted(output->arena)) return UNPACK_INTERRUPTED;
    }
    return UNPACK_OK;
}

/* Decompresses from the start of the stream, with a window of `window` bytes. */
static UnpackResult decode_lzma(const LzmaProperties *properties, const uint8_t *in, uint64_t size,
                                uint64_t window, Output *output) {
    lzma_options_lzma options = {.dict_size = window < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN
                                                                          : (uint32_t)window,
                                 .lc = properties->lc,
                                 .lp = properties->lp,
                                 .pb = properties->pb};
    lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_allocator allocator = {lzma_arena_alloc, unpack_free, output->arena};
    lzma_stream stream = LZMA_STREAM_INIT;
    stream.allocator = &allocator;
    stream.next_in = in;
    stream.avail_in = (size_t)size;
    output->inflated->written = 0;
    lzma_ret code = lzma_raw_decoder(&stream, filters);
    if (code != LZMA_OK) return code == LZMA_MEM_ERROR ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
    UnpackResult result = decode_steps(&stream, output);
    lzma_end(&stream);
    return result;
}

UnpackResult unpack_lzma(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         Inflated *inflated) {
    LzmaProperties properties;
    Output output = output_begin(arena, size, 0, inflated);
    if (size < LZMA_PROPERTY_BYTES || !lzma_read_properties(in, &properties) ||
        wanted / EXPANSION_MAX > size) {
        return UNPACK_DAMAGED;
    }
    const uint8_t *packed = in + LZMA_PROPERTY_BYTES;
    uint64_t packed_size = size - LZMA_PROPERTY_BYTES;
    UnpackResult result = UNPACK_OK;
    /* A window never has to be larger than the whole output. A large window is made only after the
    ** stream has produced half as many bytes. */
    uint64_t needed = properties.dictionary < wanted ? properties.dictionary : wanted;
    for (uint64_t window = FIRST_WINDOW; window < needed && result == UNPACK_OK; window *= 2) {
        output.most = window;
        result = decode_lzma(&properties, packed, packed_size, window, &output);
    }
    output.most = wanted;
    if (result == UNPACK_OK && !wanted) {
        inflated->bytes = arena_alloc(arena, 0, 1);
        return inflated->bytes ? UNPACK_OK : UNPACK_NO_MEMORY;
    }
    if (result == UNPACK_OK) {
        result = decode_lzma(&properties, packed, packed_size, needed, &output);
    }
    return output_end(&output, result);
}
