/* BIF: the contents to which a KEY (key.h) gives names. Little-endian.
**
**     offset      size  type   field
**     0           4     char   "BIFF"
**     4           4     char   version: "V1  ", "V1.1" (The Witcher), "E1  " (NWN:EE)
**     8           4     u32    N: number of resources
**     12          4     u32    number of fixed resources, 0 in every known file
**     16          4     u32    offset of the table
**     20          24           E1: an id that names the build, the same as in the KEY
**
**     N resources:
**     V1          16           0 u32 id, 4 u32 offset, 8 u32 size, 12 u32 type
**     V1.1        20           0 u32 id, 4 u32 flags, 8 u32 offset, 12 u32 size, 16 u32 type
**     E1          24           as V1, then 16 u32 compression (0 none, 1 a container of xres.h),
**                              20 u32 size of the content
**
** A KEY finds a resource by the low 20 bits of its id, which are its position in the table in
** every known file. Alone a BIF has no names: its resources are listed by position, "00012.mdl".
** Types: resource.h.
**
** Known from neverwinter.nim, xoreos and nwnrs; one real table was at hand. */
#pragma once

#include "archive/archive.h"

enum {
    BIF_VERSION = 4,
    BIF_VERSION_BYTES = 4,
    BIF_OID_BYTES = 24,
    BIF_ID_BITS = 20, /* of an id within its BIF */
};

typedef struct BifLayout {
    const char *stored_version, *version; /* "V1  ", and "V1" for users */
    uint32_t row_bytes;
    uint32_t at; /* of offset, size, type in a row */
    bool enhanced;
} BifLayout;

typedef struct BifTable {
    const BifLayout *layout;
    uint32_t count, fixed_count;
    uint64_t offset;
    const uint8_t *rows;        /* count * layout->row_bytes: a block of the arena, or of file 0 */
    uint8_t oid[BIF_OID_BYTES]; /* zeros except in E1 */
} BifTable;

/* Reads the header and the table of file number `file`; its table may have at most `left` bytes. */
bool bif_load_table(Archive *archive, uint16_t file, uint64_t left, BifTable *table, Error *error);

/* Sets everything of an entry but its name, which a BIF doesn't have. */
void bif_read_entry(Archive *archive, const BifTable *table, uint16_t file, uint32_t row,
                    ArchiveEntry *entry);
uint32_t bif_id(const BifTable *table, uint32_t row); /* its low BIF_ID_BITS */
uint32_t bif_type(const BifTable *table, uint32_t row);

extern const ArchiveFormat bif_format;
