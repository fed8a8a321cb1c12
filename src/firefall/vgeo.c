#include "firefall/vgeo.h"
#include "codec/unpack.h"

#include <zlib.h>

enum {
    PAGE_HEAD_BYTES = 14, /* an offset, a CRC and a count */
    PAGE_HEAD_COUNT = 12, /* position of the count */
    PAGE_MAP_BYTES = 2 + VGEO_BITMAP_BYTES,
};

/* ---- Recognising and opening ----------------------------------------------------------------- */

/* Walks over the pages, as far as `head` goes. The file has no magic, so plausible counts are what
** it is recognised by: a page whose count is larger than its number of slots can't be an index. */
static bool vgeo_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < 8) return false;
    uint32_t version = load_u32(head);
    uint64_t at = version == 3 ? 5 : 4;
    if (version < 1 || version > VGEO_VERSION_MAX || head_size - at < 4) return false;
    uint64_t pages = load_u32(head + at);
    at += 4;
    if (pages > (size - at) / PAGE_HEAD_BYTES) return false;
    for (; pages && head_size - at >= PAGE_HEAD_BYTES; pages--) {
        uint32_t vertices = load_u16(head + at + PAGE_HEAD_COUNT);
        if (vertices > VGEO_SLOTS) return false;
        at += PAGE_HEAD_BYTES + (vertices && version != 1 ? PAGE_MAP_BYTES : 0u);
        if (at > head_size) return at <= size;
    }
    return true;
}

static bool read_page(Vgeo *vgeo, Reader *reader, VgeoPage *page) {
    const uint8_t *record;
    *page = (VgeoPage){.record_offset = reader->at};
    if (!read_bytes(reader, "a page", PAGE_HEAD_BYTES, &record)) return false;
    page->data_offset = load_u64(record);
    page->crc = load_u32(record + 8);
    page->vertex_count = load_u16(record + PAGE_HEAD_COUNT);
    if (page->vertex_count > VGEO_SLOTS) {
        return reader_fail(reader, page->record_offset + PAGE_HEAD_COUNT,
                           "a page of %u vertices, expected at most 2048", page->vertex_count);
    }
    if (!page->vertex_count || vgeo->file_version == 1) return true;
    if (!read_bytes(reader, "the slots of a page", PAGE_MAP_BYTES, &record)) return false;
    page->stored_size = load_u16(record);
    page->bitmap = record + 2;
    return true;
}

static bool read_pages(Vgeo *vgeo, Reader *reader, uint32_t count) {
    Arena *arena = &vgeo->document.arena;
    uint64_t left = reader_left(reader);
    if (count > left / PAGE_HEAD_BYTES) {
        return reader_fail(reader, reader->at, "%u pages don't fit into %" PRIu64 " bytes", count,
                           left);
    }
    vgeo->pages = arena_alloc(arena, count, sizeof(VgeoPage));
    if (!vgeo->pages) return fail_memory(reader->error, arena);
    for (; vgeo->page_count < count; vgeo->page_count++) {
        if (!read_page(vgeo, reader, &vgeo->pages[vgeo->page_count])) return false;
    }
    return true;
}

static bool vgeo_open(Document *document, Error *error) {
    Vgeo *vgeo = (Vgeo *)document;
    Reader reader = {.bytes = document->bytes, .size = document->size, .error = error};
    uint32_t pages, textures, extras = 0;
    uint8_t bits = 0;
    if (!read_i32(&reader, "the version", &vgeo->file_version) || vgeo->file_version < 1 ||
        vgeo->file_version > VGEO_VERSION_MAX) {
        *error = (Error){0};
        return fail(error, ERROR_NOT_THIS_FORMAT, "not a VGEO index, expected a .vgeo_idx file");
    }
    if (!document_set_version(document, error, "%d", vgeo->file_version)) return false;
    if (vgeo->file_version == 3 && !read_u8(&reader, "the page usage bits", &bits)) return false;
    vgeo->page_usage_bits = bits;
    vgeo->has_page_usage_bits = vgeo->file_version == VGEO_VERSION_MAX;
    if (!read_u32(&reader, "the number of pages", &pages) || !read_pages(vgeo, &reader, pages) ||
        !read_u32(&reader, "the number of textures", &textures) ||
        !read_records(&reader, "textures", textures, VGEO_TEXTURE_BYTES, &vgeo->textures)) {
        return false;
    }
    vgeo->texture_count = textures;
    if (vgeo->file_version == 1 &&
        (!read_u32(&reader, "the number of unknown values", &extras) ||
         !read_records(&reader, "unknown values", extras, 4, &vgeo->extras.bytes))) {
        return false;
    }
    vgeo->extras.size = (uint64_t)4 * extras;
    vgeo->trailing.size = reader_rest(&reader, &vgeo->trailing.bytes);
    return true;
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static bool is_compressed(const Vgeo *vgeo) {
    return vgeo->page_usage_bits != 0;
}

bool vgeo_require_data(const Vgeo *vgeo, Error *error) {
    if (vgeo->document.second) return true;
    return fail(error, ERROR_CANNOT_OPEN,
                "the vertices lie in the .vgeo file beside the .vgeo_idx file, which isn't there");
}

/* Returns a page's data and its length; NULL if static.vgeo doesn't contain all of it. */
static const uint8_t *page_data(const Vgeo *vgeo, const VgeoPage *page, uint64_t *size) {
    uint64_t there = vgeo->document.second_size;
    *size =
        is_compressed(vgeo) ? page->stored_size : (uint64_t)page->vertex_count * VGEO_WIDE_STRIDE;
    if (!vgeo->document.second || page->data_offset > there || *size > there - page->data_offset) {
        return NULL;
    }
    return vgeo->document.second + page->data_offset;
}

uint32_t vgeo_page_stride(const Vgeo *vgeo, const VgeoPage *page) {
    uint64_t size;
    const uint8_t *data = page_data(vgeo, page, &size);
    if (!data || !size) return 0;
    if (!is_compressed(vgeo) || data[0] == 1) return VGEO_WIDE_STRIDE;
    return VGEO_NARROW_STRIDE;
}

/* ---- Decoded pages --------------------------------------------------------------------------- */

static uint64_t page_bytes(const VgeoPage *page) {
    return (uint64_t)page->vertex_count * page->stride;
}

static void drop_pages(Vgeo *vgeo) {
    for (uint64_t i = 0; i < vgeo->page_count; i++) {
        VgeoPage *page = &vgeo->pages[i];
        if (!page->decoded) continue;
        arena_release(&vgeo->document.arena, page->decoded);
        page->vertices = page->decoded = NULL;
    }
    vgeo->decoded_bytes = 0;
}

/* Returns the page's status; with "lzma", `result` tells whether the stream is to blame. */
static const char *decode_page(Vgeo *vgeo, VgeoPage *page, UnpackResult *result) {
    Inflated inflated;
    uint64_t size;
    const uint8_t *data = page_data(vgeo, page, &size);
    if (!data) return "range";
    if (!page->stride) return "size";
    if (page_bytes(page) > VGEO_DECODED_BYTES_MAX - vgeo->decoded_bytes) drop_pages(vgeo);
    *result = unpack_lzma(&vgeo->document.arena, data + 1, size - 1, page_bytes(page), &inflated);
    if (*result != UNPACK_OK) return "lzma";
    page->vertices = page->decoded = inflated.bytes;
    vgeo->decoded_bytes += page_bytes(page);
    return "ok";
}

bool vgeo_read_page(Vgeo *vgeo, uint64_t number, Error *error) {
    VgeoPage *page = &vgeo->pages[number];
    UnpackResult result = UNPACK_OK;
    uint64_t size;
    bool is_dropped = page->status && !page->vertices && strcmp(page->status, "ok") == 0;
    if (page->status && !is_dropped) return true;
    page->stride = vgeo_page_stride(vgeo, page);
    if (!page->vertex_count) {
        page->status = "empty";
    } else if (!is_compressed(vgeo)) {
        page->vertices = page_data(vgeo, page, &size);
        page->status = page->vertices ? "ok" : "range";
    } else {
        const char *status = decode_page(vgeo, page, &result);
        if (result == UNPACK_NO_MEMORY) return fail_memory(error, &vgeo->document.arena);
        if (result == UNPACK_INTERRUPTED) return fail_interrupted(error);
        page->status = status;
    }
    return true;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

static bool slot_is_used(const VgeoPage *page, uint32_t slot) {
    if (!page->bitmap) return slot < page->vertex_count;
    return page->bitmap[slot / 8] >> slot % 8 & 1;
}

static unsigned bits_in(uint32_t bits) {
    bits -= bits >> 1 & 0x55555555;
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    return ((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}

/* Counts the used slots below `slot`. */
static uint32_t row_of_slot(const VgeoPage *page, uint32_t slot) {
    uint32_t row = 0;
    if (!page->bitmap) return slot;
    for (uint32_t i = 0; i < slot / 32; i++) row += bits_in(load_u32(page->bitmap + 4 * i));
    uint32_t last = slot % 32;
    if (!last) return row;
    return row + bits_in(load_u32(page->bitmap + slot / 32 * 4) & (((uint32_t)1 << last) - 1));
}

const uint8_t *vgeo_find_vertex(const Vgeo *vgeo, uint64_t number, uint32_t slot) {
    const VgeoPage *page = &vgeo->pages[number];
    if (!page->vertices || slot >= VGEO_SLOTS || !slot_is_used(page, slot)) return NULL;
    uint32_t row = row_of_slot(page, slot);
    return row < page->vertex_count ? page->vertices + (uint64_t)row * page->stride : NULL;
}

bool vgeo_list_vertices(Document *document, Error *error) {
    Vgeo *vgeo = (Vgeo *)document;
    Arena *arena = &vgeo->document.arena;
    uint64_t most = 0, count = 0;
    if (vgeo->vertices) return true;
    if (!vgeo_require_data(vgeo, error)) return false;
    for (uint64_t i = 0; i < vgeo->page_count; i++) {
        if (!vgeo_read_page(vgeo, i, error)) return false;
        if (arena_interrupted(arena)) return fail_interrupted(error);
        if (vgeo->pages[i].vertices) most += vgeo->pages[i].vertex_count;
    }
    VgeoVertex *vertices = arena_alloc(arena, most, sizeof *vertices);
    if (!vertices) return fail_memory(error, arena);
    for (uint32_t i = 0; i < vgeo->page_count; i++) {
        const VgeoPage *page = &vgeo->pages[i];
        uint32_t row = 0, rows = strcmp(page->status, "ok") == 0 ? page->vertex_count : 0;
        for (uint32_t slot = 0; slot < VGEO_SLOTS && row < rows; slot++) {
            if (!slot_is_used(page, slot)) continue;
            vertices[count++] = (VgeoVertex){i, (uint16_t)slot, (uint16_t)row};
            row++;
        }
    }
    vgeo->vertices = vertices;
    vgeo->vertex_count = count;
    return true;
}

/* ---- Textures -------------------------------------------------------------------------------- */

enum { PATH_BYTES = 8 + 1 + 8 + 1, HASH_TURN = 7 };

uint32_t vgeo_texture_hash(uint32_t asset) {
    char path[PATH_BYTES + 4]; /* numbers above VGEO_ASSET_MAX have up to ten digits */
    uint32_t hash = 0;
    print_text(path, sizeof path, "%08u\\%08u", asset / 1000 * 1000, asset);
    for (const char *at = path; *at; at++) {
        hash = (hash << HASH_TURN | hash >> (32 - HASH_TURN)) + (uint8_t)*at;
    }
    return hash;
}

/* ---- Findings -------------------------------------------------------------------------------- */

static void check_page(const Vgeo *vgeo, uint64_t number, Findings *findings) {
    const VgeoPage *page = &vgeo->pages[number];
    uint64_t offset = page->record_offset;
    if (page->vertices) {
        uint32_t crc = (uint32_t)crc32_z(0, page->vertices, (z_size_t)page_bytes(page));
        if (crc != page->crc) {
            finding_add(findings, SEVERITY_WARNING, "page_crc", offset + 8,
                        "page %" PRIu64 ": the CRC-32 of the vertices is 0x%08x, "
                        "the index says 0x%08x",
                        number, crc, page->crc);
        }
    } else if (page->vertex_count) {
        finding_add(findings, SEVERITY_ERROR, "page_damaged", offset,
                    "page %" PRIu64 " of %u vertices can't be read: %s", number, page->vertex_count,
                    page->status);
    }
    if (!page->bitmap) return;
    uint32_t slots = row_of_slot(page, VGEO_SLOTS);
    if (slots != page->vertex_count) {
        finding_add(findings, SEVERITY_WARNING, "page_slots", offset + PAGE_HEAD_BYTES + 2,
                    "page %" PRIu64 ": %u slots are used by %u vertices", number, slots,
                    page->vertex_count);
    }
}

static bool vgeo_check(Document *document, Findings *findings, Error *error) {
    Vgeo *vgeo = (Vgeo *)document;
    document_check_trailing(document, vgeo->trailing, "after the end of the index", findings);
    if (!document->second) {
        finding_add(findings, SEVERITY_INFO, "data_missing", NO_OFFSET,
                    "the .vgeo file of the same name isn't beside the index: no vertices");
        return true;
    }
    for (uint64_t i = 0; i < vgeo->page_count; i++) {
        if (!vgeo_read_page(vgeo, i, error)) return false;
        check_page(vgeo, i, findings);
        if (arena_interrupted(findings->arena)) return fail_interrupted(error);
    }
    return true;
}

const Format vgeo_format = {
    .name = "VGEO",
    .ending = ".vgeo_idx",
    .doc = "Firefall vertex pages: static.vgeo_idx, which is named, and static.vgeo beside it.",
    .detect = vgeo_detect,
    .document_bytes = sizeof(Vgeo),
    .open_decides = true,
    .open = vgeo_open,
    .check = vgeo_check,
    .inflates = true,
    .second_ending = ".vgeo",
};
