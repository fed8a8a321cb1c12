/* ERF: the archives of Neverwinter Nights 1 and 2 and of Knights of the Old Republic: .erf,
** .hak, .mod, .nwm, .sav, .pwc. Little-endian.
**
**     offset      size  type   field
**     0           4     char   type: "ERF ", "HAK ", "MOD ", "SAV " ... or four blanks. Tools
**                              write wrong ones, and .nwm files say "MOD ": nothing depends on it
**     4           4     char   version: "V1.0", "V1.1", "E1.0"
**     8           4     u32    number of strings
**     12          4     u32    their bytes, which may be wrong
**     16          4     u32    N: number of entries
**     20          4     u32    offset of the strings: u32 language, u32 size, text
**     24          4     u32    offset of the keys
**     28          4     u32    offset of the resources
**     32          4     u32    year of the build, counted from 1900
**     36          4     u32    day of the year
**     40          4     u32    description, an index into the game's table of texts
**     44          116          reserved; E1.0: 24 characters of an id that names the build first
**
**     N keys:
**     V1.0        24           0 char[16] name, 16 u32 id, 20 u16 type, 22 u16 0
**     V1.1        40           0 char[32] name, 32 u32 id, 36 u16 type, 38 u16 0
**     E1.0        44           as V1.0, then 24 u8[20] SHA-1 of the content
**
**     N resources, of which number i belongs to key i:
**     V1.x        8            0 u32 offset, 4 u32 size
**     E1.0        16           the same, then 8 u32 compression (0 none, 1 a container, see
**                              xres.h), 12 u32 size of the content
**
** Unused bytes between the tables are common, and nothing puts these into an order. Where ids
** differ from positions, five of six readers go by position. Names and types: resource.h.
**
** V1.1 is what Neverwinter Nights 2 writes. The premium modules of Neverwinter Nights 1.69 say
** V1.1, too, but have the keys of V1.0: a resource table that begins less than 40 bytes for each
** entry behind the keys tells. All behind byte 8 of theirs is encrypted by Blowfish as a rule,
** so that their numbers are random; those aren't read. V2.x and V3.0 are another format, of
** Dragon Age, and aren't read either.
**
** Known from BioWare's documents and from neverwinter.nim, nwnrs, rollnw, xoreos and nwn-lib-d;
** checked on 27 real files of V1.0 and V1.1. No real file of E1.0 was at hand, only made ones. */
#pragma once

#include "archive/archive.h"

enum {
    ERF_HEADER_BYTES = 160,
    ERF_VERSION = 4,
    ERF_ENTRY_COUNT = 16,
    ERF_STRINGS = 20,
    ERF_KEYS = 24,
    ERF_RESOURCES = 28,
    ERF_DESCRIPTION = 40,
};

extern const ArchiveFormat erf_format;
