/* VGEO tables: the vertex pages of Firefall's client. */
#include "firefall/gt_tables.h"

static const Column file_columns[] = {
    MEMBER(I32, "version", NULL, "Version of the index, 1 to 3", Vgeo, file_version),
    MEMBER(U32, "page_usage_bits", NULL, "Not 0 if pages are compressed; NULL before version 3",
           Vgeo, page_usage_bits, WHERE_MEMBER(Vgeo, has_page_usage_bits)),
    MEMBER(U64, "page_count", "pages", "Pages", Vgeo, page_count),
    MEMBER(U64, "texture_count", "textures", "Textures", Vgeo, texture_count),
    MEMBER(U64, "data_size", "bytes",
           "Size of the .vgeo file; NULL where it isn't beside the index", Vgeo,
           document.second_size, WHERE_MEMBER(Vgeo, document.second)),
    MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the index", Vgeo, trailing.size),
    RUN(BYTES, "extras", "Unknown values (u32) at the end of version 1; NULL in others", Vgeo,
        extras, .hidden = true),
    RUN(BYTES, "trailing", "The bytes after the end of the index", Vgeo, trailing, .hidden = true),
};

const Table vgeo_files = {
    TABLE("vgeo_files", vgeo_format, file_columns),
    .doc = "One row for each vertex index of a Firefall client.",
    .example = "SELECT version, page_count, texture_count, data_size "
               "FROM vgeo_files('samples/static.vgeo_idx')",
    ONE_ROW,
};

ROW_RECORD(VgeoPage, page_of)

static Value page_stride(const Row *row) {
    uint32_t stride = vgeo_page_stride(row->document, page_of(row));
    return stride ? value_integer(stride) : value_null();
}

static const Column page_columns[] = {
    MEMBER(U64, "data_offset", "bytes", "Where its data begins in the .vgeo file", VgeoPage,
           data_offset),
    MEMBER(U32, "crc", NULL, "CRC-32 of its vertices, as stored; a wrong one is a finding",
           VgeoPage, crc, LIES_AT(U32, 8)),
    MEMBER(U32, "vertex_count", "vertices", "Vertices, at most 2048", VgeoPage, vertex_count),
    MEMBER(U32, "stored_size", "bytes",
           "Size of its data; NULL in version 1 and in pages without vertices", VgeoPage,
           stored_size, WHERE_MEMBER(VgeoPage, bitmap)),
    GET("stride", INTEGER, "bytes",
        "Bytes of a vertex, 27 or 23; NULL where the .vgeo file doesn't hold the page",
        page_stride),
    POINTED(BYTES, "bitmap", NULL,
            "The slots in use: bit i % 8 of byte i / 8; NULL where the first slots are", VgeoPage,
            bitmap, 0, .bytes = VGEO_BITMAP_BYTES, .hidden = true),
};

const Table vgeo_pages = {
    TABLE("vgeo_pages", vgeo_format, page_columns),
    .doc = "The pages into which the client's vertices are sorted.",
    .example = "SELECT id, vertex_count, stored_size, stride, printf('%08x', crc) "
               "FROM vgeo_pages('samples/static.vgeo_idx')",
    .typical_rows = 10000,
    ROWS(Vgeo, pages, page_count, sizeof(VgeoPage)),
    OFFSET_MEMBER(VgeoPage, record_offset),
};

ROW_RECORD(VgeoVertex, vertex_of)

/* Returns the record of a vertex, whose page may have to be decoded again. NULL: memory ran out,
** which the engine is told, or the user has stopped the statement, which SQLite handles. */
static const uint8_t *vertex_record(const Row *row) {
    const VgeoVertex *vertex = vertex_of(row);
    Vgeo *vgeo = (Vgeo *)(uintptr_t)row->document;
    const uint8_t *record = vgeo_vertex_record(vgeo, vertex);
    Error error = {0};
    if (record) return record;
    if (vgeo_read_page(vgeo, vertex->page, &error)) return vgeo_vertex_record(vgeo, vertex);
    if (error.kind != ERROR_INTERRUPTED) row->scratch->failed = true;
    return NULL;
}

static uint32_t stride_of(const Row *row) {
    return ((const Vgeo *)row->document)->pages[vertex_of(row)->page].stride;
}

static uint64_t vertex_offset(const Row *row) {
    return (uint64_t)vertex_of(row)->row * stride_of(row);
}

static Value vertex_position(const Row *row, const Column *column) {
    const uint8_t *record = vertex_record(row);
    return record ? value_real((double)load_f32(record + column->number)) : value_null();
}

static Value vertex_rest(const Row *row) {
    const uint8_t *record = vertex_record(row);
    if (!record) return value_null();
    return value_blob(record + VGEO_POSITION_BYTES, stride_of(row) - VGEO_POSITION_BYTES);
}

#define POSITION(number, axis)                                                                     \
    GET_WITH(axis, REAL, "object units", "Position before any transform", vertex_position,         \
             4 * number)

static const Column vertex_columns[] = {
    MEMBER_REF("page_id", "vgeo_pages", "The page", VgeoVertex, page),
    MEMBER(U16, "slot", NULL, "Slot in the page, 0 to 2047", VgeoVertex, slot),
    AXES_OF(POSITION),
    GET("rest", BLOB, NULL, "The unknown 11 or 15 bytes behind the position", vertex_rest,
        .hidden = true),
};

const Table vgeo_vertices = {
    TABLE("vgeo_vertices", vgeo_format, vertex_columns),
    .doc = "The vertices of all pages that can be read. byte_offset counts in the decoded page.",
    .example =
        "SELECT page_id, slot, x, y, z FROM vgeo_vertices('samples/static.vgeo_idx') LIMIT 5",
    .typical_rows = 1000000,
    ROWS(Vgeo, vertices, vertex_count, sizeof(VgeoVertex)),
    .prepare = vgeo_list_vertices,
    .indexes = {{.keys = {"page_id"}, .rows_per_key = 1000}},
    .byte_offset = vertex_offset,
};

static const Column texture_columns[] = {
    U32("hash1", NULL, "First hash", VGEO_HASH1),
    U32("hash2", NULL, "Second hash", VGEO_HASH2),
    U32("hash3", NULL, "Third hash", VGEO_HASH3),
};

const Table vgeo_textures = {
    TABLE("vgeo_textures", vgeo_format, texture_columns),
    .doc = "Hashes of the paths of texture assets, as vgeo_texture_hash computes them.",
    .example = "SELECT p.id, p.texture1, t.id FROM gt_parts('samples/5_0001_0002.gtchunk') p "
               "JOIN vgeo_textures('samples/static.vgeo_idx') t "
               "ON t.hash1 = vgeo_texture_hash(p.texture1)",
    .typical_rows = 1000,
    ROWS(Vgeo, textures, texture_count, VGEO_TEXTURE_BYTES),
};
