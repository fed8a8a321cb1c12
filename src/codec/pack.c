#include "codec/pack.h"

#include <lzma.h>
#include <zlib.h>

enum {
    BEST_LEVEL = 9,
    ZLIB_MEMORY = 8,      /* zlib's default */
    LZMA_PRESET = 6,      /* liblzma's default */
    STEP_BYTES = 1 << 20, /* bytes of output between two polls */
    STEP_INPUT = 1 << 18, /* bytes of input: a long run of these may give no output */
};

/* Returns how many of so many bytes of input make a step. */
static uint32_t input_step(uint64_t left) {
    return left < STEP_INPUT ? (uint32_t)left : STEP_INPUT;
}

uint8_t *packed_room(Arena *arena, Packed *packed, uint64_t bytes) {
    bool fits = packed->bytes && bytes <= packed->capacity - packed->size;
    if (fits) return packed->bytes + packed->size;
    uint64_t wanted = packed->size + packed->size / 2 + bytes;
    uint8_t *grown = arena_resize(arena, packed->bytes, wanted);
    if (!grown) return NULL;
    packed->bytes = grown;
    packed->capacity = wanted;
    return packed->bytes + packed->size;
}

/* Defines a function that packs all input. Streams of zlib and liblzma have the same members. */
#define PACK_ALL(function, Stream, step, OK, RUN, FINISH, END)                                     \
    static bool function(Stream *stream, uint64_t size, Arena *arena, Packed *packed,              \
                         Error *error) {                                                           \
        const uint8_t *end = stream->next_in + size;                                               \
        int code = OK;                                                                             \
        while (code == OK) {                                                                       \
            stream->next_out = packed_room(arena, packed, STEP_BYTES);                             \
            stream->avail_out = STEP_BYTES;                                                        \
            if (!stream->next_out) return fail_memory(error, arena);                               \
            uint64_t left = (uint64_t)(end - stream->next_in);                                     \
            stream->avail_in = input_step(left);                                                   \
            code = (int)step(stream, left <= STEP_INPUT ? FINISH : RUN);                           \
            packed->size += STEP_BYTES - stream->avail_out;                                        \
            if (arena_interrupted(arena)) return fail_interrupted(error);                          \
        }                                                                                          \
        return code == END || fail_memory(error, arena);                                           \
    }
PACK_ALL(deflate_all, z_stream, deflate, Z_OK, Z_NO_FLUSH, Z_FINISH, Z_STREAM_END)
PACK_ALL(encode_all, lzma_stream, lzma_code, LZMA_OK, LZMA_RUN, LZMA_FINISH, LZMA_STREAM_END)

static bool pack_by_zlib(Arena *arena, const uint8_t *in, uint64_t size, int level, int window,
                         Packed *packed, Error *error) {
    z_stream stream = {.zalloc = zlib_arena_alloc, .zfree = unpack_free, .opaque = arena};
    if (size > UINT32_MAX) return fail(error, ERROR_TOO_BIG, "more than 4 GiB to pack");
    if (deflateInit2(&stream, level, Z_DEFLATED, window, ZLIB_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        return fail_memory(error, arena);
    }
    stream.next_in = (Bytef *)(uintptr_t)in;
    bool done = deflate_all(&stream, size, arena, packed, error);
    deflateEnd(&stream);
    return done;
}

bool pack_zlib(Arena *arena, const uint8_t *in, uint64_t size, Packed *packed, Error *error) {
    *packed = (Packed){0};
    return pack_by_zlib(arena, in, size, BEST_LEVEL, MAX_WBITS, packed, error);
}

bool pack_onto(Arena *arena, const uint8_t *in, uint64_t size, bool has_header, Packed *packed,
               Error *error) {
    int window = has_header ? MAX_WBITS : -MAX_WBITS;
    return pack_by_zlib(arena, in, size, Z_DEFAULT_COMPRESSION, window, packed, error);
}

bool pack_lzma(Arena *arena, const uint8_t *in, uint64_t size, const LzmaProperties *properties,
               Packed *packed, Error *error) {
    lzma_options_lzma options;
    lzma_allocator allocator = {lzma_arena_alloc, unpack_free, arena};
    lzma_stream stream = LZMA_STREAM_INIT;
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    *packed = (Packed){0};
    uint32_t dictionary = properties->dictionary < size ? properties->dictionary : (uint32_t)size;
    lzma_lzma_preset(&options, LZMA_PRESET);
    options.lc = properties->lc;
    options.lp = properties->lp;
    options.pb = properties->pb;
    options.dict_size = dictionary < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN : dictionary;
    stream.allocator = &allocator;
    if (lzma_raw_encoder(&stream, filters) != LZMA_OK) return fail_memory(error, arena);
    stream.next_in = in;
    bool done = encode_all(&stream, size, arena, packed, error);
    lzma_end(&stream);
    return done;
}
