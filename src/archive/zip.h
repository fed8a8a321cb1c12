/* ZIP. Little-endian. The archive is read from its end: the end record leads to the directory,
** and an entry of the directory to its local header and content.
**
**     End record, the last 22 bytes and a comment:
**     offset      size  type   field
**     0           4            "PK" 5 6
**     4           2+2   u16    number of this part and of the one with the directory: 0
**     8           2+2   u16    entries in this part, entries in all
**     12          4     u32    bytes of the directory
**     16          4     u32    offset of the directory
**     20          2     u16    bytes of the comment, which ends the file
**
**     zip64, where a number above is full (0xFFFF, 0xFFFFFFFF). Its locator, 20 bytes before the
**     end record: 0 "PK" 6 7, 4 u32 part, 8 u64 offset of its record, 16 u32 parts in all
**     Its record: 0 "PK" 6 6, 4 u64 bytes that follow, 12 u16 u16 versions, 16 u32 u32 parts,
**                 24 u64 u64 entries, 40 u64 bytes and 48 u64 offset of the directory
**
**     Entry of the directory:
**     0           4            "PK" 1 2
**     4           2+2   u16    version and system of the writer, version needed
**     8           2     u16    flags: 1 encrypted, 8 sizes stand behind the content, 0x800 UTF-8
**     10          2     u16    method: 0 stored, 8 deflate, 12 bzip2, 14 LZMA (below), 93 zstd
**     12          2+2   u16    time and date of DOS, local: h << 11 | min << 5 | s / 2,
**                              (year - 1980) << 9 | month << 5 | day
**     16          4     u32    CRC-32 of the content
**     20          4+4   u32    packed size, size
**     28          2+2+2 u16    bytes of the name, of the extra fields, of the comment
**     34          2     u16    part
**     36          2+4          attributes
**     42          4     u32    offset of the local header
**     46          ...          name, extra fields, comment
**
**     Extra field: u16 id, u16 bytes, then 0x0001: u64 size, packed size, offset, but only those
**                  that are full above; 0x7075: u8 1, u32 CRC-32 of the name, the name in UTF-8
**
**     Local header: 0 "PK" 3 4, then as an entry from 6 on, without what concerns comment and
**                  place: 26 u16 bytes of its own name, 28 u16 of its own extra fields; 30 both,
**                  and the content
**
** Where bytes stand before the archive (programs that unpack themselves), all offsets count from
** its own begin: from the end of the directory, back by size and offset. The zip64 record is
** found by its place, 76 bytes before the end record, then.
**
** Sizes, method and CRC are the directory's. A local header may have zeros instead, and one that
** tells of another file is odd: other readers would see that one. Names that end in a slash are
** folders, and '\' is a separator, too. A name is UTF-8 where bit 11 of its entry's flags says so,
** and else by the specification in code page 437; but many programs write UTF-8 without the bit.
**
** LZMA is u16 version of the writer, u16 5, five bytes of properties and a raw LZMA1 stream. Other
** methods (9 deflate64, 95 xz, ...), encryption and archives of several parts are refused, and so
** are bzip2 and zstd where gamemap was built without their libraries.
**
** Known from PKWARE's APPNOTE and from what Python's zipfile, libzip and Info-ZIP do. */
#pragma once

#include "archive/archive.h"

/* Where the end record is and what it says, the record of zip64 included. */
typedef struct ZipEnd {
    uint64_t record; /* offset of the end record */
    uint64_t directory_end;
    uint64_t entry_count, directory_size, directory_offset;
    uint64_t before; /* bytes before the archive */
    bool is_zip64;
} ZipEnd;

/* In zip_end.c. */
bool zip_detect_tail(const uint8_t *tail, uint64_t tail_size, uint64_t size);
bool zip_find_end(Archive *archive, ZipEnd *end, Error *error);
/* zip_write_end() writes the end of an archive, behind a directory of that size at that offset, to
** zip_end_bytes() zeroed bytes. */
uint64_t zip_end_bytes(uint64_t entry_count);
void zip_write_end(uint8_t *at, uint64_t entry_count, uint64_t size, uint64_t offset);

extern const ArchiveFormat zip_format;
