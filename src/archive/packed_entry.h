/* What GRF and THOR have in common: how the content of a file is packed. */
#pragma once

#include "archive/archive.h"

/* Unpacks a zlib stream (first byte 0x78), or LZMA behind a 0: one byte 0, five of properties, a
** raw LZMA1 stream. `offset` is where the bytes are in the file; `what` names them in errors: "the
** table". */
bool unpack_zlib_or_lzma(Arena *arena, const uint8_t *packed, uint64_t packed_size, uint64_t size,
                         uint64_t offset, const char *what, uint8_t **bytes, Error *error);

/* Returns the ArchiveMethod of bytes by their first one. What didn't shrink may be stored. */
uint8_t packed_entry_method(uint8_t first, uint64_t packed_size, uint64_t size);
