/* The "encryption" of GRF: textbook DES (FIPS 46-3; bits are counted from the top of byte 0) of one
** round instead of sixteen, with a subkey of zeros and without the exchange of halves:
**
**     IP; left ^= f(right, 0); inverse IP
**
** There is no key, and doing it twice gives the block back. */
#pragma once

#include "core/core.h"

enum { DES_BLOCK_BYTES = 8, DES_BOXES = 8, DES_BOX_INPUTS = 64 };

/* The eight S-boxes, each combined with the permutation P: f is the XOR of one word from each. */
typedef struct Des {
    uint32_t boxes[DES_BOXES][DES_BOX_INPUTS];
} Des;

/* Makes the boxes, which are the same for all blocks. */
void des_init(Des *des);
/* Encrypts, or decrypts, a block of DES_BLOCK_BYTES in place. */
void des_one_round(const Des *des, uint8_t *block);
