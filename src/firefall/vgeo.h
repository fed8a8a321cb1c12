/* VGEO: where Firefall's client keeps the vertices of static objects, one pair of files for the
** whole game: static.vgeo_idx, which is opened, and static.vgeo beside it. Little-endian, packed,
** no magic.
**
** The index:
**
**     i32                     version, 1 to 3
**     u8                      version 3 only: not 0 if pages are compressed (1 in known files)
**     u32                     P: pages
**     P times  u64            offset of the page's data in static.vgeo
**              u32            CRC-32 of its vertices, decoded
**              u16            V: vertices, at most 2048
**              u16, u8[256]   if V > 0 and not version 1: stored size; the slots in use, slot i as
**                             bit i % 8 (low bit first) of byte i / 8
**     u32, T times u32[3]     three hashes for each of T textures, of the paths of texture assets
**     u32, n times u32        version 1 only: unknown
**
** The data of a page. Compressed: u8 stride flag (1: 27 bytes for each vertex, else 23), five bytes
** of LZMA properties, raw LZMA1; the stored size counts all of that. Else V * 27 bytes. The
** vertices are those of the used slots in rising order; in version 1 slots 0 to V - 1 are used. A
** vertex begins with its position, three f32; the other 15 or 11 bytes are unknown.
**
** The path of asset 113473 is 00113000\00113473: the thousands, a backslash, the number, eight
** digits each. Its hash begins with 0 and is, for each character, turned left by 7 bits and added
** to. Which of a part's textures is which of the three is unknown; probably they are in order.
**
** Known from FauFau, which was run on a real client, and the themeldingwars documentation. No real
** file is publicly available: none of this was checked on one here. */
#pragma once

#include "core/core.h"

enum {
    VGEO_VERSION_MAX = 3,
    VGEO_SLOTS = 2048,
    VGEO_BITMAP_BYTES = VGEO_SLOTS / 8,
    VGEO_HASH1 = 0, /* in the hashes of a texture */
    VGEO_HASH2 = 4,
    VGEO_HASH3 = 8,
    VGEO_TEXTURE_BYTES = 12,
    VGEO_POSITION_BYTES = 12, /* x, y and z, with which a vertex begins */
    VGEO_WIDE_STRIDE = 27,
    VGEO_NARROW_STRIDE = 23,
};

/* The most bytes of decoded pages that a document keeps; where one more doesn't fit, all are
** dropped. A client may have a gigabyte of them. */
#define VGEO_DECODED_BYTES_MAX ((uint64_t)1 << 27)

typedef struct VgeoPage {
    uint64_t record_offset;
    uint64_t data_offset;
    uint32_t crc;
    uint32_t vertex_count;
    uint32_t stored_size;  /* 0 in version 1 */
    const uint8_t *bitmap; /* VGEO_BITMAP_BYTES, or NULL: the first slots */
    /* vgeo_read_page */
    const char *status; /* NULL: not read yet; "ok", "empty", or what is wrong */
    uint32_t stride;
    const uint8_t *vertices; /* vertex_count * stride; NULL unless "ok", or if they were dropped */
    uint8_t *decoded;        /* a block of the arena; NULL if `vertices` isn't one */
} VgeoPage;

typedef struct VgeoVertex {
    uint32_t page;
    uint16_t slot, row; /* row: in the page */
} VgeoVertex;

typedef struct Vgeo {
    Document document;
    int32_t file_version;
    uint32_t page_usage_bits; /* 0 before version 3, which has none */
    bool has_page_usage_bits;
    VgeoPage *pages;
    uint64_t page_count;
    const uint8_t *textures; /* texture_count * VGEO_TEXTURE_BYTES */
    uint64_t texture_count;
    FileRun extras; /* version 1: u32 each */
    FileRun trailing;
    uint64_t decoded_bytes; /* of the pages that are kept */
    VgeoVertex *vertices;   /* vgeo_list_vertices: by page, then slot */
    uint64_t vertex_count;
} Vgeo;

extern const Format vgeo_format;

/* Decodes a page unless it is decoded already; the result is valid until the next page is read.
** Damage only shows in the page's status. Returns false if memory runs out or the user wants to
** stop. */
bool vgeo_read_page(Vgeo *vgeo, uint64_t page, Error *error);
/* Returns the size of the page's vertices from its data, without decoding; 0 if that is out of
** range. */
uint32_t vgeo_page_stride(const Vgeo *vgeo, const VgeoPage *page);
/* Returns the record of the vertex in a slot of a page that has been read; NULL: there is none. */
const uint8_t *vgeo_find_vertex(const Vgeo *vgeo, uint64_t page, uint32_t slot);
/* Returns the record of a listed vertex, valid until the next page is read. NULL: its page has to
** be read first. */
static inline const uint8_t *vgeo_vertex_record(const Vgeo *vgeo, const VgeoVertex *vertex) {
    const VgeoPage *page = &vgeo->pages[vertex->page];
    return page->vertices ? page->vertices + (uint64_t)vertex->row * page->stride : NULL;
}

/* Reads all pages and lists their vertices. Fails if static.vgeo is missing. */
bool vgeo_list_vertices(Document *document, Error *error);
/* Fails if static.vgeo is missing. */
bool vgeo_require_data(const Vgeo *vgeo, Error *error);

/* Returns the hash of the path of a texture asset, which is what the index contains. */
uint32_t vgeo_texture_hash(uint32_t asset);
#define VGEO_ASSET_MAX 99999999 /* paths have eight digits */
