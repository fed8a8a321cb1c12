/* Packing, the other way round as unpack.h: zlib streams by zlib and raw LZMA1 streams by liblzma,
** never by other libraries, so that every build of gamemap makes the same bytes of the same
** content. All memory, that of the libraries too, comes from the arena. */
#pragma once

#include "codec/unpack.h"

typedef struct Packed {
    uint8_t *bytes; /* a block of the arena */
    uint64_t size, capacity;
} Packed;

/* pack_zlib(), pack_onto() and pack_lzma() pack `size` bytes. They return false, with the error
** set, if memory runs out or the user wants to stop. The LZMA stream doesn't contain its
** properties; its dictionary is at most that of the properties. */
bool pack_zlib(Arena *arena, const uint8_t *in, uint64_t size, Packed *packed, Error *error);
/* Appends a zlib stream, or a deflate stream without zlib's header, to what *packed has, by zlib's
** usual level: archives needn't be as small as possible. */
bool pack_onto(Arena *arena, const uint8_t *in, uint64_t size, bool has_header, Packed *packed,
               Error *error);
/* Makes space for `bytes` more bytes and returns them; NULL: memory ran out. */
uint8_t *packed_room(Arena *arena, Packed *packed, uint64_t bytes);
bool pack_lzma(Arena *arena, const uint8_t *in, uint64_t size, const LzmaProperties *properties,
               Packed *packed, Error *error);
