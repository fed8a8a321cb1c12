/*
** Compressed parts of files, taken out, and put back after they were changed: so that damage
** reaches what lies behind zlib and LZMA instead of ending at a checksum. Knows where the
** containers of Neverwinter Nights 2 (COMP packets) and Firefall (DATA and DAT2 blocks) keep them
** and their sizes, and archives (GRF, THOR) their table; it shares no code with the decoders.
*/
#ifndef GAMEMAP_REPACK_H
#define GAMEMAP_REPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PARTS_MAX   256
#define OFFSETS_MAX 512

/* A compressed part. Fields are places of u32 numbers in the file, 0 where there is none. */
typedef struct Part {
    size_t at, stored; /* the stored bytes, with their magic where it counts */
    size_t raw;        /* size as the file says */
    size_t stored_field, packet_field, raw_field;
    enum { PART_ZLIB, PART_DATA, PART_DAT2 } kind;
} Part;

/* Where the parts are, and all numbers that say where something begins. */
typedef struct Parts {
    Part items[PARTS_MAX];
    size_t count;
    size_t offsets[OFFSETS_MAX];
    size_t offset_count;
    uint64_t base; /* what the offsets count from */
} Parts;

void find_parts(const uint8_t *file, size_t size, Parts *parts);
/* Where nodes of Firefall were cut at `size`, their lengths are made to end there, so that a
** decoder gets to what they hold. False where there is nothing to mend. */
bool mend_cut_nodes(uint8_t *content, size_t size);
/* The part's content, to be freed; NULL where it can't be inflated or is larger than `most`. */
uint8_t *unpack_part(const uint8_t *file, size_t size, const Part *part, size_t most,
                     size_t *raw_size);
/* The file with other content in this part, to be freed; sizes and offsets fit it again. NULL when
** it would be larger than `most`. */
uint8_t *repack_part(const uint8_t *file, size_t size, const Parts *parts, size_t which,
                     const uint8_t *content, size_t content_size, size_t most, size_t *new_size);

#endif
