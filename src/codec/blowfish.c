#include "codec/blowfish.h"
#include "codec/blowfish_pi.inc"

static uint32_t mix(const Blowfish *blowfish, uint32_t x) {
    return ((blowfish->s[0][x >> 24] + blowfish->s[1][x >> 16 & 255]) ^
            blowfish->s[2][x >> 8 & 255]) +
           blowfish->s[3][x & 255];
}

/* Decryption is encryption with the words of p in reverse order. */
static void crypt_halves(const Blowfish *blowfish, uint32_t *left, uint32_t *right,
                         bool backwards) {
    const uint32_t *p = blowfish->p + (backwards ? BLOWFISH_ROUNDS + 1 : 0);
    int step = backwards ? -1 : 1;
    uint32_t l = *left, r = *right;
    for (int round = 0; round < BLOWFISH_ROUNDS; round++, p += step) {
        l ^= *p;
        uint32_t next = r ^ mix(blowfish, l);
        r = l;
        l = next;
    }
    *left = r ^ p[step];
    *right = l ^ p[0];
}

void blowfish_init(Blowfish *blowfish, const uint8_t *key, size_t size) {
    memcpy(blowfish, pi, sizeof *blowfish);
    size_t at = 0;
    for (int i = 0; i < BLOWFISH_ROUNDS + 2; i++) {
        uint32_t word = 0;
        for (int byte = 0; byte < 4; byte++, at++) word = word << 8 | key[at % size];
        blowfish->p[i] ^= word;
    }
    uint32_t left = 0, right = 0;
    for (int i = 0; i < BLOWFISH_ROUNDS + 2; i += 2) {
        crypt_halves(blowfish, &left, &right, false);
        blowfish->p[i] = left;
        blowfish->p[i + 1] = right;
    }
    for (int box = 0; box < 4; box++) {
        for (int i = 0; i < 256; i += 2) {
            crypt_halves(blowfish, &left, &right, false);
            blowfish->s[box][i] = left;
            blowfish->s[box][i + 1] = right;
        }
    }
}

static void crypt_blocks(const Blowfish *blowfish, uint8_t *blocks, size_t size, bool backwards) {
    for (size_t at = 0; at + BLOWFISH_BLOCK_BYTES <= size; at += BLOWFISH_BLOCK_BYTES) {
        uint32_t left = load_u32(blocks + at), right = load_u32(blocks + at + 4);
        crypt_halves(blowfish, &left, &right, backwards);
        store_u32(blocks + at, left);
        store_u32(blocks + at + 4, right);
    }
}

void blowfish_encrypt(const Blowfish *blowfish, uint8_t *blocks, size_t size) {
    crypt_blocks(blowfish, blocks, size, false);
}

void blowfish_decrypt(const Blowfish *blowfish, uint8_t *blocks, size_t size) {
    crypt_blocks(blowfish, blocks, size, true);
}
