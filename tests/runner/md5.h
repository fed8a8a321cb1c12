/* MD5 (RFC 1321), for the hashes of long results in test scripts. */
#ifndef GAMEMAP_MD5_H
#define GAMEMAP_MD5_H

#include <stdint.h>
#include <string.h>

typedef struct Md5 {
    uint32_t state[4];
    uint64_t bytes;
    uint8_t block[64];
} Md5;

/* floor(2^32 * abs(sin(i + 1))) */
static const uint32_t md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static inline uint32_t md5_word(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void md5_mix(uint32_t state[4], const uint8_t block[64]) {
    static const uint8_t turns[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t f, word;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), word = i; break;
        case 1: f = (d & b) | (~d & c), word = 5 * i + 1; break;
        case 2: f = b ^ c ^ d, word = 3 * i + 5; break;
        default: f = c ^ (b | ~d), word = 7 * i; break;
        }
        uint32_t sum = a + f + md5_sines[i] + md5_word(block + word % 16 * 4);
        uint32_t turn = turns[i / 16][i % 4];
        a = d, d = c, c = b;
        b += sum << turn | sum >> (32 - turn);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

static inline void md5_start(Md5 *md5) {
    *md5 = (Md5){.state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
}

static inline void md5_add(Md5 *md5, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        md5->block[md5->bytes++ % 64] = bytes[i];
        if (md5->bytes % 64 == 0) md5_mix(md5->state, md5->block);
    }
}

/* Writes 32 hexadecimal digits and a NUL. */
static inline void md5_finish(Md5 *md5, char hex[33]) {
    uint64_t bits = md5->bytes * 8;
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> 8 * i);
    md5_add(md5, "\x80", 1);
    while (md5->bytes % 64 != 56) md5_add(md5, "", 1);
    md5_add(md5, length, sizeof length);
    for (int i = 0; i < 16; i++) {
        uint32_t byte = md5->state[i / 4] >> (i % 4 * 8) & 255;
        hex[2 * i] = "0123456789abcdef"[byte >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[byte & 15];
    }
    hex[32] = 0;
}

#endif
