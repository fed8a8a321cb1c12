/* See sha1.h. */
#include "codec/sha1.h"

enum { BLOCK_BYTES = 64, LENGTH_BYTES = 8, STATE_WORDS = 5, ROUNDS = 80 };
enum { POLL_BYTES = 1 << 22 }; /* bytes between two polls */

static uint32_t rotate_left(uint32_t word, unsigned bits) {
    return word << bits | word >> (32 - bits);
}

/* A round's function plus its constant. */
static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    if (round < 20) return ((b & c) | (~b & d)) + 0x5A827999;
    if (round < 40) return (b ^ c ^ d) + 0x6ED9EBA1;
    if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
    return (b ^ c ^ d) + 0xCA62C1D6;
}

static void add_block(uint32_t state[STATE_WORDS], const uint8_t block[BLOCK_BYTES]) {
    uint32_t words[ROUNDS];
    for (unsigned i = 0; i < 16; i++) words[i] = load_big_u32(block + 4 * i);
    for (unsigned i = 16; i < ROUNDS; i++) {
        words[i] = rotate_left(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t next = rotate_left(a, 5) + mix(i, b, c, d) + e + words[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

/* Hashes the last bytes: those behind the whole blocks, then a bit of 1, and at the end of a block
** the length in bits. */
static void add_tail(uint32_t state[STATE_WORDS], const uint8_t *tail, uint64_t size) {
    uint8_t blocks[2 * BLOCK_BYTES] = {0};
    size_t left = (size_t)(size % BLOCK_BYTES);
    if (left) memcpy(blocks, tail, left);
    blocks[left] = 0x80;
    size_t end = left + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    uint64_t bits = size * 8;
    for (unsigned i = 0; i < LENGTH_BYTES; i++) blocks[end - 1 - i] = (uint8_t)(bits >> 8 * i);
    for (size_t at = 0; at < end; at += BLOCK_BYTES) add_block(state, blocks + at);
}

bool sha1(const Arena *arena, const uint8_t *bytes, uint64_t size, uint8_t digest[SHA1_BYTES]) {
    uint32_t state[STATE_WORDS] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint64_t whole = size - size % BLOCK_BYTES;
    for (uint64_t at = 0; at < whole; at += BLOCK_BYTES) {
        if (at % POLL_BYTES == 0 && arena_interrupted(arena)) return false;
        add_block(state, bytes + at);
    }
    add_tail(state, whole < size ? bytes + whole : NULL, size);
    for (unsigned i = 0; i < STATE_WORDS; i++) store_big_u32(digest + 4 * i, state[i]);
    return true;
}
