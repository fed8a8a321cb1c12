/* XRES and NSYC: the container of one compressed resource in Neverwinter Nights: Enhanced
** Edition. Little-endian.
**
**     offset      size  type   field
**     0           4     char   "XRES" in archives (ERF and BIF of version E1), "NSYC" in NWSync
**     4           4     u32    version, 3
**     8           4     u32    algorithm: 0 none, 1 zlib, 2 zstd
**     12          4     u32    size of the content; where it is 0 nothing follows
**                              none:
**     16          size         the content
**                              zlib:
**     16          4     u32    version, 1
**     20          ...          a zlib stream
**                              zstd:
**     16          4     u32    version, 1
**     20          4     u32    dictionary, 0: none
**     24          ...          a zstd frame
**
** NWSync keeps the resources of servers in SQLite files, one container in each row: `nwsyncmeta`
** names them, `nwsyncdata_N` holds resrefs(sha1, data).
**
** Known from neverwinter.nim and nwnrs; no real file was at hand, only made ones. */
#pragma once

#include "core/core.h"

enum { XRES_HEADER_BYTES = 16, XRES_ALGORITHM = 8 };

/* Which of the two magics is accepted: archives have no NSYC, but a function may get either. */
typedef enum XresKind { XRES_IN_ARCHIVE, XRES_ANYWHERE } XresKind;

typedef struct Xres {
    uint32_t algorithm;
    uint32_t size;         /* of the content */
    const uint8_t *stream; /* what follows the header of the algorithm */
    uint64_t stream_bytes;
} Xres;

/* Reads the headers. Offsets in errors count from the container's beginning. */
bool xres_open(XresKind kind, const uint8_t *bytes, uint64_t size, Xres *xres, Error *error);

/* Returns the content, exactly xres->size bytes: a part of `stream`, or a block of the arena. */
bool xres_unpack(const Xres *xres, Arena *arena, const uint8_t **content, Error *error);
