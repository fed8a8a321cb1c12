/* GRF (and GPF, the same): the archives of Ragnarok Online's clients. Little-endian.
**
**     offset  size  type  field
**     0       15    char  "Master of Magic"; or "Event Horizon", NUL and a byte that varies, in
**                         newer clients. Which of them goes with which version isn't fixed
**     15      15    u8    0 (or a second byte that varies), then 1 to 14 or zeros: a watermark
**     30      4     u32   offset of the table, from 46
**     34      4     i32   seed
**     38      4     i32   entries + seed + 7
**     42      4     u32   version: 0x100 to 0x103, 0x200, 0x300
**
** 0x300 has a u64 offset of the table at 30, and the plain number of entries at 38, if the bytes 35
** to 37 are 0. Where they aren't it is a header of 0x200 with another version, which GRFEditor
** wrote until 2024. In 0x200 and 0x300 the number isn't needed: the table is read to its end.
**
** The table of 0x200 and 0x300:
**
**     0x300   4     u32   0
**             4+4   u32   bytes of the stream, bytes unpacked; no entries where one of them is 0
**             ...         a zlib stream (first byte 0x78), or 0 and LZMA (below). Anything else is
**                         encrypted with somebody's key
**
** Its entries follow each other without padding:
**
**             ...   char  name, up to its NUL
**     0       4     u32   packed size
**     4       4     u32   aligned size: the packed one, by most writers rounded up to 8. Encrypted
**                         content has so many bytes
**     8       4     u32   size
**     12      1     u8    flags: 1 file, 2 mixed encryption, 4 header encryption, 0x10 removed,
**                         0x80 a method of 2026 that nobody can undo. Without 1 and 0x80 it is a
**                         folder, or, if its name has a dot and its bytes are there, a stored file
**     13      4     u32   offset of its content, from 46; 0x300: 8, u64
**
** The table of 0x101 to 0x103 (alike) is neither packed nor followed by anything; the number of
** entries is needed. An entry:
**
**     0       4     u32   n: length of the name + 6
**     4       2           0
**     6       n-6         name: blocks of 8 bytes, the nibbles of each byte exchanged, then des.h;
**                         NUL at the end
**     4+n     4     u32   packed size + size + 715
**     8+n     4     u32   aligned size + 37579
**     12+n    4+1+4       size, flags, offset as in the other versions
**
** All files of these versions are encrypted: .gnd, .gat, .act and .str by header, others mixed.
**
** Content is a zlib stream; or 0, five bytes of LZMA properties and a raw LZMA1 stream; or stored,
** where the sizes are equal and it is none of these. Encrypted content is made of blocks of 8 bytes
** (des.h), to which zeros are added at its end:
**
**     header   blocks 0 to 19
**     mixed    these, and of the others each whose number is a multiple of the cycle: d + 1 for a
**              packed size of d = 3 or 4 decimal digits, d + 9 for 5 or 6, d + 15 for more. (With
**              fewer digits it ends before block 20.) Of the blocks that are left the 8th, 15th,
**              22nd and so on are shuffled: bytes 3, 4, 6, 0, 1, 2, 5, and the last one exchanged
**              in pairs of values
**
** Names are CP949, separated by backslashes, sometimes slashes. Clients look for them without
** regard to case; where a name occurs twice, two readers take the first and two the last.
**
** Two more kinds are recognised and refused: 0x100, whose names are stored otherwise and of which
** no file is known, and those of the alpha client, which have no header but nine bytes at the end
** (u32 offset of the table, u32 number of entries with its halves exchanged, u8 0x12).
**
** Known from what GRFEditor, rAthena, zgrf, rpatchur, roBrowser's grf-loader and others do; checked
** on 8 real files and on made ones. */
#pragma once

#include "archive/archive.h"

enum {
    GRF_HEADER_BYTES = 46,
    GRF_FLAG_FILE = 1,
    GRF_FLAG_MIXED = 2,
    GRF_FLAG_HEADER = 4,
    GRF_FLAG_UNKNOWN_METHOD = 0x80,
};

extern const ArchiveFormat grf_format;
