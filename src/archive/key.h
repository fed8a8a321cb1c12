/* KEY: the names of what lies in the BIFs beside it (chitin.key of Neverwinter Nights, Knights
** of the Old Republic and The Witcher). Little-endian, tables unaligned.
**
**     offset      size  type   field
**     0           4     char   "KEY "
**     4           4     char   version: "V1  ", "V1.1" (The Witcher), "E1  " (NWN:EE)
**     8           4     u32    F: number of BIFs
**     12          4     u32    N: number of keys
**                 4            V1.1 alone: 0
**     16          4     u32    offset of the table of BIFs
**     20          4     u32    offset of the keys
**     24          4     u32    year of the build, counted from 1900
**     28          4     u32    day of the year
**     32          32           reserved; E1: 24 characters of an id that names the build first
**
**     F BIFs:     12           0 u32 size of the BIF, 4 u32 offset of its path, 8 u16 length of
**                              the path with its NUL (V1.1: u32), 10 u16 drives (bits of CDs)
**
**     N keys:
**     V1          22           0 char[16] name, 16 u16 type, 18 u32 id
**     V1.1        26           the same, then 22 u32 flags
**     E1          42           as V1, then 22 u8[20] SHA-1 of the content
**
** The top 12 bits of the id (V1.1: of the flags) say which BIF, the low 20 bits which resource
** in it. Paths such as "data\models.bif" count from the KEY's folder, in any case; '\' and '/'
** are the same. A path that leads out of that folder is never followed. Where the types in KEY
** and BIF differ, the KEY's is shown. Names and types: resource.h; BIFs: bif.h.
**
** Known from BioWare's documents, neverwinter.nim, xoreos and nwnrs; checked on the chitin.key of
** Neverwinter Nights 1.69 with its 43,871 keys. V1.1 and E1 were only at hand as made files. */
#pragma once

#include "archive/archive.h"

/* The 12 bits of an id can't name more BIFs. */
#define KEY_BIFS_MAX 4096
/* Paths in the games are shorter; the longest one seen has 20 bytes. */
#define KEY_PATH_BYTES_MAX 512

extern const ArchiveFormat key_format;
