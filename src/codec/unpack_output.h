/* What unpackers share: a buffer that grows with what a stream really produces. See unpack.h. */
#pragma once

#include "codec/unpack.h"

enum {
    OUTPUT_FIRST_BYTES = 65536,
    STEP_BYTES = 1 << 20, /* of output, and of input, between two polls */
    EXTREME_RATIO = 64,   /* output for a byte of input from which on Arena.look is asked */
    LOOK_LEAST = 1 << 17, /* output that it is shown at least */
};

/* The buffer grows up to `most` bytes, and the arena's limit grows with it. */
typedef struct Output {
    Arena *arena;
    uint64_t size; /* of the stream */
    uint64_t most, capacity;
    uint64_t allowed; /* bytes by which the limit has grown */
    Inflated *inflated;
} Output;

/* Returns how many of so many bytes make a step. A stream can have long runs of blocks that hold
** nothing, so that its input goes in steps, too. */
static inline uint32_t output_step(uint64_t left) {
    return left < STEP_BYTES ? (uint32_t)left : STEP_BYTES;
}

/* Returns the output, of `most` bytes at most, of a stream of `size` bytes; empties *inflated. */
Output output_begin(Arena *arena, uint64_t size, uint64_t most, Inflated *inflated);
/* Returns the free space behind the bytes written, at most one step (*room bytes), after which
** unpackers poll; NULL if memory ran out. */
uint8_t *output_room(Output *output, size_t *room);
/* Counts bytes that were written to the room. */
void output_add(Output *output, uint64_t bytes);
/* Frees what was written unless the result is sound, and returns the result. */
UnpackResult output_end(Output *output, UnpackResult result);
/* Compares how much a sound stream wrote with what was wanted. */
UnpackResult output_size(const Output *output, uint64_t wanted);
