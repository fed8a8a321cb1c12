/* THOR: patches of Ragnarok Online, which a patcher merges into a GRF or puts into the game's
** folder. Little-endian.
**
**     offset  size  type  field
**     0       24    char  "ASSF (C) 2007 Aeomin DEV"
**     24      1     u8    1: to be merged into a GRF, 0: into the game's folder
**     25      4     u32   number of files
**     29      2     u16   mode: 0x30 many files, 0x21 one
**     31      1+n         name of the GRF, CP949, behind its length; often empty
**
** Then in mode 0x30: u32 bytes of the table in the file, u32 its offset. The table is a zlib stream
** whose unpacked size stands nowhere. Its entries follow each other:
**
**     0       1+n         name, CP949 with backslashes, behind its length
**     1+n     1     u8    flags: 1 is an order to delete that file, and nothing follows
**     2+n     4     u32   offset of the content
**     6+n     4+4   u32   packed size, size
**
** In mode 0x21, for one file: a byte, u32 packed size, u32 size, the name behind its length, the
** content. Content is packed as in a GRF: a zlib stream, or LZMA behind a 0; it is never encrypted.
**
** Known from rpatchur, GRFEditor and others; checked on 3 real files and on made ones. */
#pragma once

#include "archive/archive.h"

enum {
    THOR_HEADER_BYTES = 32,
    THOR_MODE_MANY = 0x30,
    THOR_MODE_ONE = 0x21,
    THOR_FLAG_DELETE = 1,
};

extern const ArchiveFormat thor_format;
