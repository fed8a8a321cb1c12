/* Resources: what the entries of ERF, KEY and BIF archives have in common, whatever the game of
** BioWare's engines.
**
** A resource has a name ("resref") of up to 16 or 32 bytes of Windows-1252, padded with NULs and
** not terminated when it is full, and a type: a u16 that stands for the extension.
**
**     0..10, 2000..2067, 9996..9999   Neverwinter Nights and what came after it
**     2068..2083                      Neverwinter Nights: Enhanced Edition
**     3000..3035, 4000..4008          Neverwinter Nights 2
**     0xFFFF                          an unused or deleted resource
**
** Knights of the Old Republic gives numbers from 3000 other meanings (3002 is rim there). The
** names here are those of Neverwinter Nights 2; what a resource is decoded as depends on its
** content. nwn-lib-d, neverwinter.nim and xoreos agree on all of these but 3020, which one
** editor calls wdb.
**
** The Enhanced Edition (version E1) may pack a resource in a container (xres.h), and keeps the
** SHA-1 of the content; twenty zeros stand for none. */
#pragma once

#include "archive/archive.h"

enum {
    RESOURCE_DELETED = 0xFFFF,
    RESOURCE_NAME_MAX = 32, /* bytes of a resref */
};

/* Returns "mdl" for 2002; NULL if the type is unknown: then its number is the extension. */
const char *resource_extension(uint32_t type);

/* Returns the type of that extension, in any case; RESOURCE_DELETED: none has it. */
uint32_t resource_type(const char *extension);

/* Names an entry "name.extension". `raw` is a resref of `width` bytes, up to its first NUL, and
** lives as long as the archive. */
bool resource_name(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t width,
                   uint32_t type, Error *error);

/* Sets the method from the compression of version E1: 0 is stored, 1 is in a container. Any other
** value is reported as odd, and the content is refused. */
void resource_compression(Archive *archive, ArchiveEntry *entry, uint32_t compression);

/* Why the content of an entry is refused; KEY has more reasons. */
enum { RESOURCE_REFUSED_COMPRESSION = 1 };
#define RESOURCE_COMPRESSION_REFUSAL "is compressed in an undocumented way"
extern const char *const resource_refusals[];

/* Tells whether this is the stored SHA-1 of a content; twenty zeros stand for none. */
bool resource_has_digest(const uint8_t *stored);

/* ArchiveFormat.find_method and .unpack of these formats. */
bool resource_find_method(const EntryReading *reading, uint8_t *method, Error *error);
bool resource_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error);
