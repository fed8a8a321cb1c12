/* Blowfish (Schneier 1993): 16 rounds, blocks of 8 bytes, one by one (ECB). The key schedule is
** Schneier's, but PK2 reads and writes the two halves of a block little-endian, and so does this.
*/
#pragma once

#include "core/core.h"

enum {
    BLOWFISH_ROUNDS = 16,
    BLOWFISH_BLOCK_BYTES = 8,
    BLOWFISH_KEY_BYTES_MAX = 56,
};

/* In the order in which they begin as the digits of pi. */
typedef struct Blowfish {
    uint32_t p[BLOWFISH_ROUNDS + 2];
    uint32_t s[4][256];
} Blowfish;

enum { BLOWFISH_WORDS = sizeof(Blowfish) / sizeof(uint32_t) };

/* `size` is 1 to BLOWFISH_KEY_BYTES_MAX. */
void blowfish_init(Blowfish *blowfish, const uint8_t *key, size_t size);
void blowfish_encrypt(const Blowfish *blowfish, uint8_t *blocks, size_t size);
void blowfish_decrypt(const Blowfish *blowfish, uint8_t *blocks, size_t size);
