/*
** The two packings of Firefall's files: zlib streams, and raw LZMA1 streams behind five bytes of
** properties (one byte ((pb * 5 + lp) * 9 + lc), u32 dictionary size). The size of the output
** is always stored elsewhere. All memory, that of the libraries too, comes from the arena.
*/
#ifndef GAMEMAP_UNPACK_H
#define GAMEMAP_UNPACK_H

#include "core.h"

typedef enum UnpackResult {
    UNPACK_OK,
    UNPACK_DAMAGED, /* the stream breaks its rules or ends too soon */
    UNPACK_SIZE,    /* a sound stream of another length */
    UNPACK_NO_MEMORY,
    UNPACK_INTERRUPTED,
} UnpackResult;

enum { LZMA_PROPERTY_BYTES = 5 };

/* lc, lp, pb and the dictionary's size; false where no decoder takes them. */
typedef struct LzmaProperties {
    uint8_t lc, lp, pb;
    uint32_t dictionary;
} LzmaProperties;
bool lzma_read_properties(const uint8_t *bytes, LzmaProperties *properties);

/* Unpack `size` bytes to exactly `wanted` bytes, a new block of `arena` in *out. A `wanted` that no
** stream of `size` bytes can reach is found before anything is allocated. A zlib stream must end
** where the output does, *used says where in the input; LZMA may go on with an end marker. */
UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         uint8_t **out, uint64_t *used);
UnpackResult unpack_lzma(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         uint8_t **out);

#endif
