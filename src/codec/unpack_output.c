#include "codec/unpack_output.h"

enum { FIRST_RATIO = 2 }; /* output that is allowed for each byte of input at first */

void unpack_free(void *arena, void *block) {
    arena_release(arena, block);
}

Output output_begin(Arena *arena, uint64_t size, uint64_t most, Inflated *inflated) {
    *inflated = (Inflated){0};
    uint64_t capacity = size * FIRST_RATIO + OUTPUT_FIRST_BYTES;
    return (Output){arena, size, .most = most, .capacity = capacity, .inflated = inflated};
}

static bool is_refused(const Output *output) {
    UnpackLook *look = output->arena->look;
    uint64_t written = output->inflated->written;
    if (!look || written < LOOK_LEAST || written / EXTREME_RATIO < output->size) return false;
    return look->is_refused = !look->wants(output->inflated->bytes, written, look->size);
}

uint8_t *output_room(Output *output, size_t *room) {
    Inflated *inflated = output->inflated;
    if (inflated->written >= output->capacity || !inflated->bytes) {
        if (is_refused(output)) return NULL;
        uint64_t capacity = output->capacity;
        while (capacity <= inflated->written) capacity *= 2;
        if (capacity > output->most) capacity = output->most;
        uint8_t *grown = arena_resize(output->arena, inflated->bytes, capacity);
        if (!grown) return NULL;
        inflated->bytes = grown;
        output->capacity = capacity;
    }
    uint64_t left = output->capacity - inflated->written;
    *room = output_step(left);
    return inflated->bytes + inflated->written;
}

void output_add(Output *output, uint64_t bytes) {
    uint64_t written = output->inflated->written += bytes;
    if (written <= output->allowed) return;
    arena_allow(output->arena, DOCUMENT_BYTES_PER_BYTE * (written - output->allowed));
    output->allowed = written;
}

UnpackResult output_end(Output *output, UnpackResult result) {
    if (result == UNPACK_OK) return result;
    arena_release(output->arena, output->inflated->bytes);
    output->inflated->bytes = NULL;
    return result;
}

UnpackResult output_size(const Output *output, uint64_t wanted) {
    return output->inflated->written == wanted ? UNPACK_OK : UNPACK_SIZE;
}

bool unpack_fail(UnpackResult result, const Inflated *inflated, const Arena *arena, uint64_t offset,
                 const char *what, uint64_t wanted, Error *error) {
    if (result == UNPACK_NO_MEMORY) return fail_memory(error, arena);
    if (result == UNPACK_INTERRUPTED) return fail_interrupted(error);
    if (result == UNPACK_MISSING) {
        return fail_at(error, ERROR_UNSUPPORTED, offset,
                       "%s is packed by %s, which this build of gamemap lacks", what,
                       inflated->message);
    }
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
