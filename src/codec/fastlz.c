#include "codec/fastlz.h"

#include <string.h>

enum {
    LEVEL_SHIFT = 5,
    FIRST_MASK = 31,
    MATCH = 32, /* control bytes from here on start a match */
    LONG_MATCH = 7,
    LONG_LENGTH = 9,
    NEAR_MAX = 8192, /* at level 2, two more bytes follow this distance */
    /* Most runs are shorter than these, and copying a fixed number of bytes is faster than calling
    ** memcpy with a variable one. The next run overwrites the surplus. */
    LITERALS_MAX = 32,
    SHORT_RUN = 16,
};

FastlzResult fastlz_expands_to(uint64_t size, uint64_t wanted) {
    if (!size && wanted) return FASTLZ_EMPTY;
    return wanted > size * FASTLZ_EXPANSION_MAX ? FASTLZ_TOO_SHORT : FASTLZ_OK;
}

/* The input and the output of a decompression. Always in_at <= in_size and out_at <= out_size. */
typedef struct Stream {
    const uint8_t *in;
    uint64_t in_at, in_size;
    uint8_t *out;
    uint64_t out_at, out_size;
    int level;
} Stream;

static FastlzResult copy_literals(Stream *stream, uint64_t count) {
    uint64_t left = stream->in_size - stream->in_at, room = stream->out_size - stream->out_at;
    uint8_t *to = stream->out + stream->out_at;
    const uint8_t *from = stream->in + stream->in_at;
    if (left < count) return FASTLZ_INPUT_ENDS;
    if (room < count) return FASTLZ_TOO_LONG;
    if (left >= LITERALS_MAX && room >= LITERALS_MAX) memcpy(to, from, LITERALS_MAX);
    else memcpy(to, from, (size_t)count);
    stream->in_at += count;
    stream->out_at += count;
    return FASTLZ_OK;
}

/* Reads the length bytes of a long match. The sum can't overflow: each byte adds at most 255. */
static FastlzResult read_length(Stream *stream, uint64_t *length) {
    uint8_t more;
    *length = LONG_LENGTH;
    do {
        if (stream->in_at == stream->in_size) return FASTLZ_INPUT_ENDS;
        more = stream->in[stream->in_at++];
        *length += more;
    } while (stream->level == 2 && more == 255);
    return FASTLZ_OK;
}

static FastlzResult read_distance(Stream *stream, uint8_t control, uint64_t *distance) {
    if (stream->in_at == stream->in_size) return FASTLZ_INPUT_ENDS;
    *distance = (uint64_t)(control & FIRST_MASK) * 256 + stream->in[stream->in_at++] + 1;
    if (stream->level == 1 || *distance < NEAR_MAX) return FASTLZ_OK;
    if (stream->in_size - stream->in_at < 2) return FASTLZ_INPUT_ENDS;
    const uint8_t *far = stream->in + stream->in_at;
    *distance = NEAR_MAX + (uint64_t)far[0] * 256 + far[1];
    stream->in_at += 2;
    return FASTLZ_OK;
}

static FastlzResult copy_match(Stream *stream, uint8_t control) {
    uint64_t length = (uint64_t)(control >> LEVEL_SHIFT) + 2, distance = 0;
    FastlzResult result = FASTLZ_OK;
    if (control >> LEVEL_SHIFT == LONG_MATCH) result = read_length(stream, &length);
    if (result == FASTLZ_OK) result = read_distance(stream, control, &distance);
    if (result != FASTLZ_OK) return result;
    if (distance > stream->out_at) return FASTLZ_BEFORE_START;
    uint64_t room = stream->out_size - stream->out_at;
    if (room < length) return FASTLZ_TOO_LONG;
    uint8_t *to = stream->out + stream->out_at;
    const uint8_t *from = to - distance;
    stream->out_at += length;
    if (length <= SHORT_RUN && distance >= SHORT_RUN && room >= SHORT_RUN) {
        memcpy(to, from, SHORT_RUN);
    } else if (distance >= length) {
        memcpy(to, from, (size_t)length);
    } else if (distance == 1) {
        memset(to, *from, (size_t)length);
    } else {
        while (length--) *to++ = *from++;
    }
    return FASTLZ_OK;
}

FastlzResult fastlz_decompress(const uint8_t *in, uint64_t size, uint8_t *out, uint64_t wanted,
                               uint64_t *at) {
    Stream stream = {.in = in, .in_size = size, .out = out, .out_size = wanted};
    FastlzResult result = fastlz_expands_to(size, wanted);
    if (size && result == FASTLZ_OK) {
        stream.level = (in[0] >> LEVEL_SHIFT) + 1;
        if (stream.level > 2) result = FASTLZ_LEVEL;
    }
    while (result == FASTLZ_OK && stream.in_at < size) {
        uint8_t control = in[stream.in_at];
        if (stream.in_at++ == 0) control &= FIRST_MASK;
        result = control < MATCH ? copy_literals(&stream, (uint64_t)control + 1)
                                 : copy_match(&stream, control);
    }
    if (result == FASTLZ_OK && stream.out_at < wanted) result = FASTLZ_TOO_SHORT;
    if (at) *at = stream.in_at;
    return result;
}

const char *fastlz_text(FastlzResult result) {
    static const char *const texts[FASTLZ_RESULTS] = {
        [FASTLZ_OK] = "all is well",
        [FASTLZ_EMPTY] = "there is no input",
        [FASTLZ_LEVEL] = "the level is neither 1 nor 2",
        [FASTLZ_INPUT_ENDS] = "the input ends within an instruction",
        [FASTLZ_TOO_LONG] = "an instruction writes beyond the declared size",
        [FASTLZ_BEFORE_START] = "a match reaches back before the first byte",
        [FASTLZ_TOO_SHORT] = "the input ends before the declared size",
    };
    return texts[result];
}
