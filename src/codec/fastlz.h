/* FastLZ: the compression of Firefall's geometry streams. A stream has no header and no length of
** its own: whatever stores it must store both sizes. It is a row of instructions, each begun by one
** control byte c. The first byte of the stream also tells the level: its top three bits are 0 for
** level 1 and 1 for level 2, its low five bits are the first instruction, always literals.
**
**     c < 32      literals: the next c + 1 bytes (1 to 32) are copied
**     c >= 32     a match: `length` bytes are copied from `distance` bytes back, one by one, so
**                 that a distance below the length repeats what was just written
**
**         length      (c >> 5) + 2, which is 3 to 8. Where c >> 5 is 7 it is 9 plus, at level 1,
**                     the next byte; at level 2, all next bytes up to the first that is not 255
**         distance    the next byte + (c & 31) * 256 + 1. At level 2, where that is 8192 (byte 255
**                     and c & 31 = 31), it is 8192 plus the next two bytes, high byte first
**
** Level 1 reaches back 8192 bytes, level 2 8191 bytes by the short form and 73727 by the long one.
** An instruction that is cut short, reaches back before the first byte, or writes more than was
** declared is damage, and so is a stream that ends before the declared length. Nothing may follow
** the last instruction either.
**
** Known from ariya/FastLZ and the themeldingwars notes. The well-known C decoder differs at the
** edges: it ignores a byte behind the last instruction at level 1, refuses a far match that comes
** last, and can read a byte beyond the input. */
#pragma once

#include <stdint.h>

typedef enum FastlzResult {
    FASTLZ_OK,
    FASTLZ_EMPTY,        /* no input, though output is wanted */
    FASTLZ_LEVEL,        /* neither level 1 nor level 2 */
    FASTLZ_INPUT_ENDS,   /* within an instruction */
    FASTLZ_TOO_LONG,     /* an instruction writes beyond the wanted size */
    FASTLZ_BEFORE_START, /* a match reaches back before the output */
    FASTLZ_TOO_SHORT,    /* the input ends before the wanted size is there */
    FASTLZ_RESULTS
} FastlzResult;

/* No stream expands more: an instruction produces fewer than 255 bytes for each of its own. */
#define FASTLZ_EXPANSION_MAX 256

/* Tells whether `size` bytes (below 2^55) could become `wanted`, to be called before memory is
** allocated. The result is the best that fastlz_decompress() could return. */
FastlzResult fastlz_expands_to(uint64_t size, uint64_t wanted);

/* Decompresses `size` bytes to exactly `wanted` bytes at `out`. Whatever the input, no byte outside
** of the two is touched; after a failure, some of `out` may have been written. *at (may be NULL) is
** where in the input it stopped. */
FastlzResult fastlz_decompress(const uint8_t *in, uint64_t size, uint8_t *out, uint64_t wanted,
                               uint64_t *at);

/* Returns the result's meaning as a part of a sentence: "the input ends within an instruction". */
const char *fastlz_text(FastlzResult result);
