/* zstd: see unpack.h. */
#include "codec/unpack_output.h"

#ifdef GAMEMAP_ZSTD

#define ZSTD_STATIC_LINKING_ONLY /* for ZSTD_createDCtx_advanced(), which takes an allocator */
#include <zstd.h>

static void *take(void *arena, size_t size) {
    return arena_alloc(arena, 1, size);
}

/* Decodes a step. Frames may follow each other; *ends is set behind the last one. */
static UnpackResult decode_step(ZSTD_DCtx *context, ZSTD_inBuffer *all, Output *output,
                                bool *ends) {
    size_t room, before = all->pos;
    uint8_t *at = output_room(output, &room);
    if (!at) return UNPACK_NO_MEMORY;
    ZSTD_outBuffer out = {at, room, 0};
    ZSTD_inBuffer in = {all->src, before + output_step(all->size - before), before};
    size_t left = ZSTD_decompressStream(context, &out, &in);
    output_add(output, out.pos);
    output->inflated->used = all->pos = in.pos;
    if (ZSTD_isError(left)) {
        output->inflated->message = ZSTD_getErrorName(left);
        return output->arena->failed ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
    }
    *ends = !left && all->pos == all->size;
    bool is_stuck = left && all->pos == before && all->pos == all->size && out.pos < room;
    return is_stuck ? UNPACK_CUT : UNPACK_OK;
}

UnpackResult unpack_zstd(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         Inflated *inflated) {
    ZSTD_customMem memory = {take, unpack_free, arena};
    ZSTD_DCtx *context = ZSTD_createDCtx_advanced(memory);
    Output output = output_begin(arena, size, wanted + 1, inflated);
    if (!context) return UNPACK_NO_MEMORY;
    ZSTD_inBuffer input = {in, (size_t)size, 0};
    UnpackResult result = UNPACK_OK;
    bool ends = false;
    while (result == UNPACK_OK && !ends && inflated->written <= wanted) {
        result = arena_interrupted(arena) ? UNPACK_INTERRUPTED
                                          : decode_step(context, &input, &output, &ends);
    }
    if (result == UNPACK_OK) result = output_size(&output, wanted);
    ZSTD_freeDCtx(context);
    return output_end(&output, result);
}

const char *unpack_zstd_version(void) {
    return ZSTD_versionString();
}

#else

UnpackResult unpack_zstd(Arena *arena UNUSED, const uint8_t *in UNUSED, uint64_t size UNUSED,
                         uint64_t wanted UNUSED, Inflated *inflated) {
    *inflated = (Inflated){.message = "zstd"};
    return UNPACK_MISSING;
}

const char *unpack_zstd_version(void) {
    return "no";
}

#endif
