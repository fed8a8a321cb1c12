/*
** The packings of files: zlib streams (walkmeshes of TRN, blocks of GTCHUNK), and raw LZMA1 streams
** behind five bytes of properties (one byte ((pb * 5 + lp) * 9 + lc), u32 dictionary size; blocks of
** GTCHUNK). The size of the output is always stored elsewhere. All memory, that of the libraries
** too, comes from the arena.
*/
#ifndef GAMEMAP_UNPACK_H
#define GAMEMAP_UNPACK_H

#include "core.h"

typedef enum UnpackResult {
    UNPACK_OK,
    UNPACK_DAMAGED, /* the stream breaks its rules; LZMA: or ends too soon */
    UNPACK_CUT,     /* zlib: the input is over before the stream is */
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

typedef struct Inflated {
    uint8_t *bytes;      /* a block of the arena; NULL unless the result is UNPACK_OK */
    uint64_t written;    /* how many there were, or more than wanted */
    uint32_t used;       /* of the input */
    const char *message; /* zlib's own, static, or NULL */
} Inflated;

/* Unpack `size` bytes to exactly `wanted` bytes. A zlib stream must end where its output does; its
** buffer grows with what it really gives, so any `wanted` is safe. LZMA may go on with an end marker;
** a `wanted` that no stream of `size` bytes can reach is found before anything is allocated. */
UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                         Inflated *inflated);
UnpackResult unpack_lzma(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         uint8_t **out);

#endif
