#include "codec/des.h"

/* Indexed by row (the outer two of the six bits) and column (the inner four). */
static const char s_boxes[DES_BOXES][DES_BOX_INPUTS + 1] = {
    "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
    "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
    "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
    "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
    "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
    "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
    "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
    "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
};

/* Bit i of P's output is bit permutation[i] of its input, counted from the top and from 1. */
static const uint8_t permutation[32] = {
    16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23, 26, 5,  18, 31, 10,
    2,  8, 24, 14, 32, 27, 3,  9,  19, 13, 30, 6,  22, 11, 4,  25,
};

static uint32_t permute(uint32_t value) {
    uint32_t out = 0;
    for (int i = 0; i < 32; i++) out = out << 1 | (value >> (32 - permutation[i]) & 1);
    return out;
}

void des_init(Des *des) {
    for (unsigned box = 0; box < DES_BOXES; box++) {
        for (unsigned six = 0; six < DES_BOX_INPUTS; six++) {
            unsigned row = (six >> 4 & 2) | (six & 1), column = six >> 1 & 15;
            char digit = s_boxes[box][row * 16 + column];
            uint32_t value = (uint32_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
            des->boxes[box][six] = permute(value << (28 - 4 * box));
        }
    }
}

/* Exchanges the bits of b under `mask` with the bits of a that are `shift` places higher. */
static void exchange(uint32_t *a, uint32_t *b, unsigned shift, uint32_t mask) {
    uint32_t differing = ((*a >> shift) ^ *b) & mask;
    *b ^= differing;
    *a ^= differing << shift;
}

/* IP transposes the block as a matrix of bits and reorders its columns, which five exchanges
** between its halves can do. */
void des_one_round(const Des *des, uint8_t *block) {
    uint32_t left = load_big_u32(block), right = load_big_u32(block + 4);
    exchange(&left, &right, 4, 0x0f0f0f0f);
    exchange(&left, &right, 16, 0x0000ffff);
    exchange(&right, &left, 2, 0x33333333);
    exchange(&right, &left, 8, 0x00ff00ff);
    exchange(&left, &right, 1, 0x55555555);
    uint32_t f = 0;
    for (unsigned box = 0; box < DES_BOXES; box++) { /* E: four bits and a neighbour on each side */
        unsigned six = rotate_left(right, (4 * box + 5) % 32) & (DES_BOX_INPUTS - 1);
        f ^= des->boxes[box][six];
    }
    left ^= f;
    exchange(&left, &right, 1, 0x55555555);
    exchange(&right, &left, 8, 0x00ff00ff);
    exchange(&right, &left, 2, 0x33333333);
    exchange(&left, &right, 16, 0x0000ffff);
    exchange(&left, &right, 4, 0x0f0f0f0f);
    store_big_u32(block, left);
    store_big_u32(block + 4, right);
}
