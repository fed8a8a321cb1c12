#include "codec/digest.h"

enum { BLOCK_BYTES = 64, LENGTH_BYTES = 8, STEPS = 64, ROUNDS = 80 };
enum { POLL_BYTES = 1 << 22 }; /* bytes between two polls */

/* Adds bytes to a digest, words that each block of the bytes changes. Behind the last byte come a
** bit of 1 and, at the end of a block, the length in bits. `is_big`: the highest byte of a number
** is its first one. */
static bool hash_blocks(const Arena *arena, const uint8_t *bytes, uint64_t size, bool is_big,
                        void (*add_block)(uint32_t *state, const uint8_t *block), uint32_t *state) {
    uint8_t last[2 * BLOCK_BYTES] = {0};
    uint64_t rest = size % BLOCK_BYTES, whole = size - rest, bits = size * 8;
    for (uint64_t at = 0; at < whole; at += BLOCK_BYTES) {
        if (at % POLL_BYTES == 0 && arena_interrupted(arena)) return false;
        add_block(state, bytes + at);
    }
    if (rest) memcpy(last, bytes + whole, (size_t)rest);
    last[rest] = 0x80;
    size_t end = rest + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    for (unsigned i = 0; i < LENGTH_BYTES; i++, bits >>= 8) {
        last[is_big ? end - 1 - i : end - LENGTH_BYTES + i] = (uint8_t)bits;
    }
    for (size_t at = 0; at < end; at += BLOCK_BYTES) add_block(state, last + at);
    return true;
}

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

/* Returns which word of the block a step takes. */
static unsigned word_of(unsigned step) {
    static const uint8_t factors[] = {1, 5, 3, 7}, terms[] = {0, 1, 5, 0};
    return (factors[step / 16] * step + terms[step / 16]) % 16;
}

static uint32_t mix_md5(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    switch (round) {
    case 0: return (b & c) | (~b & d);
    case 1: return (d & b) | (~d & c);
    case 2: return b ^ c ^ d;
    default: return c ^ (b | ~d);
    }
}

static void add_to_md5(uint32_t *state, const uint8_t *block) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned step = 0; step < STEPS; step++) {
        uint32_t sum =
            a + mix_md5(step / 16, b, c, d) + sines[step] + load_u32(block + 4 * word_of(step));
        a = d;
        d = c;
        c = b;
        b += rotate_left(sum, turns[step / 16][step % 4]);
    }
    const uint32_t sums[] = {a, b, c, d};
    for (unsigned i = 0; i < LENGTH(sums); i++) state[i] += sums[i];
}

bool md5(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[MD5_BYTES]) {
    uint32_t state[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    if (!hash_blocks(arena, bytes, size, false, add_to_md5, state)) return false;
    for (unsigned i = 0; i < LENGTH(state); i++) store_u32(digest + 4 * i, state[i]);
    return true;
}

/* Returns a round's function plus its constant. */
static uint32_t mix_sha1(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    if (round < 20) return ((b & c) | (~b & d)) + 0x5A827999;
    if (round < 40) return (b ^ c ^ d) + 0x6ED9EBA1;
    if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
    return (b ^ c ^ d) + 0xCA62C1D6;
}

static void add_to_sha1(uint32_t *state, const uint8_t *block) {
    uint32_t words[ROUNDS];
    for (unsigned i = 0; i < 16; i++) words[i] = load_big_u32(block + 4 * i);
    for (unsigned i = 16; i < ROUNDS; i++) {
        words[i] = rotate_left(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t next = rotate_left(a, 5) + mix_sha1(i, b, c, d) + e + words[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    const uint32_t sums[] = {a, b, c, d, e};
    for (unsigned i = 0; i < LENGTH(sums); i++) state[i] += sums[i];
}

bool sha1(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[SHA1_BYTES]) {
    uint32_t state[] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    if (!hash_blocks(arena, bytes, size, true, add_to_sha1, state)) return false;
    for (unsigned i = 0; i < LENGTH(state); i++) store_big_u32(digest + 4 * i, state[i]);
    return true;
}
