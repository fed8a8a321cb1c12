/* PK2: the archives of Silkroad Online. Little-endian, and offsets are u64.
**
**     offset  size  type  field
**     0       30    char  "JoyMax File Manager!\n" and zeros
**     30      4     u32   version, 0x01000002
**     34      1     u8    1: the blocks of entries are encrypted
**     35      16    u8    the first three bytes of "Joymax Pak File\0", encrypted with the key;
**                         zeros
**     51      205         unused
**
** Files are neither packed nor encrypted. The folders are chains of blocks; the root's begins at
** 256. A block of 2560 bytes is 20 entries of 128:
**
**     0       1     u8    0 free, 1 folder, 2 file
**     1       89    char  name, CP949, up to its NUL; one part, without separators
**     90      8     u64   FILETIME of its making (100 ns since 1601)
**     98      8     u64   FILETIME of its last change
**     106     8     u64   offset: of a file's content, of a folder's first block
**     114     4     u32   size
**     118     8     u64   offset of the next block of the chain, 0 at its end; only that of the
**                         last of the 20 entries counts, and it is there on free entries, too
**     126     2           0
**
** Folders begin with "." (itself) and ".." (its parent). Nothing is aligned, and nothing is
** counted.
**
** The encryption is Blowfish on each block (blowfish.h: its halves are little-endian). The key is a
** text of at most 56 bytes, "169841" for most servers, XORed with 03 f8 e4 44 88 99 3f 64 fe 35
** byte by byte.
**
** Known from Veykril's pk2, SRO.PK2API and others; checked on a real file and on made ones. */
#pragma once

#include "archive/archive.h"

enum {
    PK2_HEADER_BYTES = 256,
    PK2_BLOCK_BYTES = 2560,
    PK2_ENTRY_BYTES = 128,
    PK2_BLOCK_ENTRIES = 20,
    PK2_NAME_BYTES = 89,
};

#define PK2_DEFAULT_KEY "169841"
/* Deeper than any client; the total length of paths grows with its square. */
#define PK2_DEPTH_MAX 128
/* Clients have 4 GB. A bit for each block that would fit shows which ones have been visited. */
#define PK2_BYTES_MAX ((uint64_t)64 << 30)

extern const ArchiveFormat pk2_format;
