/* See md5.h. */
#include "codec/md5.h"

enum { BLOCK_BYTES = 64, STEPS = 64, LENGTH_BYTES = 8 };

/* The integer parts of 2^32 |sin(i)|, i in radians from 1 on */
static const uint32_t sines[STEPS] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t turns[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t turn(uint32_t value, unsigned bits) {
    return value << bits | value >> (32 - bits);
}

/* Which word of the block a step takes */
static unsigned word_of(unsigned step) {
    static const uint8_t factors[] = {1, 5, 3, 7}, terms[] = {0, 1, 5, 0};
    return (factors[step / 16] * step + terms[step / 16]) % 16;
}

static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    switch (round) {
    case 0: return (b & c) | (~b & d);
    case 1: return (d & b) | (~d & c);
    case 2: return b ^ c ^ d;
    default: return c ^ (b | ~d);
    }
}

static void add_block(uint32_t state[4], const uint8_t *block) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned step = 0; step < STEPS; step++) {
        uint32_t sum =
            a + mix(step / 16, b, c, d) + sines[step] + load_u32(block + 4 * word_of(step));
        a = d;
        d = c;
        c = b;
        b += turn(sum, turns[step / 16][step % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

static void store(uint8_t *at, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

bool md5(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[MD5_BYTES]) {
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t last[2 * BLOCK_BYTES] = {0};
    uint64_t whole = size / BLOCK_BYTES, rest = size % BLOCK_BYTES;
    for (uint64_t i = 0; i < whole; i++) {
        if (arena_interrupted_at(arena, i)) return false;
        add_block(state, bytes + i * BLOCK_BYTES);
    }
    if (rest) memcpy(last, bytes + whole * BLOCK_BYTES, (size_t)rest);
    last[rest] = 0x80;
    bool is_long = rest + 1 + LENGTH_BYTES > BLOCK_BYTES;
    store(last + (is_long ? 2 : 1) * BLOCK_BYTES - LENGTH_BYTES, 8 * size, LENGTH_BYTES);
    add_block(state, last);
    if (is_long) add_block(state, last + BLOCK_BYTES);
    for (size_t i = 0; i < 4; i++) store(digest + 4 * i, state[i], 4);
    return true;
}
