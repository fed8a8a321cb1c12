/* The packings of files: zlib streams (walkmeshes of TRN, blocks of GTCHUNK, most archives),
** deflate streams without zlib's header (ZIP), raw LZMA1 streams behind five bytes of properties
** (one byte ((pb * 5 + lp) * 9 + lc), u32 dictionary size; blocks of GTCHUNK, entries of GRF and
** ZIP), zstd frames (resources of NWN:EE, ZIP) and bzip2 streams (ZIP). The size of the output is
** always stored elsewhere. All memory, that of the libraries too, comes from the arena.
**
** zstd and bzip2 are read where their libraries were there to build with.
**
** Where libdeflate was there to build with, it inflates what it can, in less than half the time.
** What it finds wrong zlib inflates again, and zlib's answer counts. The other way round a few
** streams are taken that zlib alone would refuse, with "invalid bit length repeat" or "invalid
** literal/length code" (symbols 286 and 287): no packer makes such ones, and size and check sum
** must be right all the same. */
#pragma once

#include "core/core.h"

typedef enum UnpackResult {
    UNPACK_OK,
    UNPACK_DAMAGED, /* the stream breaks its rules; LZMA: or ends too soon */
    UNPACK_CUT,     /* zlib: the input is over before the stream is */
    UNPACK_SIZE,    /* a sound stream of another length */
    UNPACK_NO_MEMORY,
    UNPACK_INTERRUPTED,
    UNPACK_MISSING, /* the library wasn't there to build with; Inflated.message names it */
} UnpackResult;

enum { LZMA_PROPERTY_BYTES = 5 };

typedef struct LzmaProperties {
    uint8_t lc, lp, pb;
    uint32_t dictionary;
} LzmaProperties;

/* Parses lc, lp, pb and the dictionary's size, which take LZMA_PROPERTY_BYTES; returns false if no
** decoder accepts them. */
bool lzma_read_properties(const uint8_t *bytes, LzmaProperties *properties);

/* The result of a stream. Code that unpacks many streams adds up what was written, because a bad
** stream costs as much work as a good one. */
typedef struct Inflated {
    uint8_t *bytes;      /* a block of the arena; NULL unless the result is UNPACK_OK */
    uint64_t written;    /* how many the stream produced, even if more than wanted */
    uint64_t used;       /* bytes of the input that were read; LZMA: 0 */
    const char *message; /* the library's own, static, or NULL */
} Inflated;

/* No stream of zlib or deflate inflates to more than this many times its size. */
#define ZLIB_RATIO_MAX 1032

/* Unpack `size` bytes to exactly `wanted` bytes. All streams but LZMA must end where their output
** does. The buffer grows with what the stream really produces, so any `wanted` is safe. LZMA may
** continue with an end marker; a `wanted` that no stream of `size` bytes can reach is refused
** before anything is allocated. */
UnpackResult unpack_zlib(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                         Inflated *inflated);
UnpackResult unpack_deflate(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                            Inflated *inflated);
/* Unpacks a zlib stream, or a gzip file, of which only so much is known: that `most` bytes are
** enough. The result is UNPACK_OK if the stream ends, however few bytes it has, UNPACK_SIZE if it
** has more, UNPACK_CUT if the input ends before; in these three cases `bytes` has what there is, at
** most `most` bytes, and `written` says how many. */
UnpackResult unpack_most(Arena *arena, bool is_gzip, const uint8_t *in, uint32_t size,
                         uint64_t most, Inflated *inflated);
UnpackResult unpack_lzma(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         Inflated *inflated);
UnpackResult unpack_zstd(Arena *arena, const uint8_t *in, uint64_t size, uint64_t wanted,
                         Inflated *inflated);
UnpackResult unpack_bzip2(Arena *arena, const uint8_t *in, uint32_t size, uint64_t wanted,
                          Inflated *inflated);

/* The versions of the libraries, "no" where they weren't there to build with. */
const char *unpack_zstd_version(void);
const char *unpack_bzip2_version(void);

/* Memory for libraries whose opaque is the arena: for a z_stream, for an lzma_allocator, and what
** frees it for all of them. */
void *zlib_arena_alloc(void *arena, unsigned count, unsigned size);
void *lzma_arena_alloc(void *arena, size_t count, size_t size);
void unpack_free(void *arena, void *block);

/* Continues a CRC-32, which is 0 before the first bytes, with these bytes, and returns it. */
uint32_t unpack_crc32(uint32_t crc, const uint8_t *bytes, size_t size);

/* Sets the error for a result other than UNPACK_OK and returns false. `offset` is where the stream
** begins; `what` is its content: "the entry". */
bool unpack_fail(UnpackResult result, const Inflated *inflated, const Arena *arena, uint64_t offset,
                 const char *what, uint64_t wanted, Error *error);
