/* See repack.h. */
#include "repack.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint32_t get_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t *at, uint64_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static bool fits(size_t size, uint64_t at, uint64_t length) {
    return at <= size && length <= size - at;
}

static void add_offset(Parts *parts, size_t field) {
    if (parts->offset_count < OFFSETS_MAX) parts->offsets[parts->offset_count++] = field;
}

static void add_part(Parts *parts, Part part) {
    if (parts->count < PARTS_MAX) parts->items[parts->count++] = part;
}

/* ---- NWN2: a directory of packets, one of them with "COMP", two sizes and a zlib stream ------ */

static void find_packets(const uint8_t *file, size_t size, Parts *parts) {
    uint32_t count = get_u32(file + 8);
    for (uint32_t i = 0; i < count && fits(size, 12 + 8 * (uint64_t)i, 8); i++) {
        size_t entry = 12 + 8 * (size_t)i;
        uint64_t packet = get_u32(file + entry + 4), data = packet + 8;
        add_offset(parts, entry + 4);
        if (!fits(size, data, 12) || memcmp(file + data, "COMP", 4) != 0) continue;
        Part part = {.at = (size_t)data + 12,
                     .stored = get_u32(file + data + 4),
                     .raw = get_u32(file + data + 8),
                     .stored_field = (size_t)data + 4,
                     .packet_field = (size_t)packet + 4,
                     .raw_field = (size_t)data + 8,
                     .kind = PART_ZLIB};
        if (fits(size, part.at, part.stored)) add_part(parts, part);
    }
}

/* ---- Firefall: LODs and subchunks, each with offset, stored size and size of a block --------- */

#define NODE_HEADER 16

/* `fields` are the offset, the stored size and the raw size. */
static void add_block(const uint8_t *file, size_t size, size_t fields, Parts *parts) {
    uint64_t at = parts->base + get_u32(file + fields);
    uint32_t stored = get_u32(file + fields + 4);
    add_offset(parts, fields);
    if (stored < 9 || !fits(size, at, stored)) return;
    bool lzma = memcmp(file + at, "DAT2", 4) == 0;
    if (!lzma && memcmp(file + at, "DATA", 4) != 0) return;
    add_part(parts, (Part){.at = (size_t)at,
                           .stored = stored,
                           .raw = get_u32(file + fields + 8),
                           .stored_field = fields + 4,
                           .raw_field = fields + 8,
                           .kind = lzma ? PART_DAT2 : PART_DATA});
}

static void find_blocks(const uint8_t *file, size_t size, Parts *parts) {
    uint64_t root = get_u32(file + 12);
    if (!fits(size, NODE_HEADER, root) || root < 16) return;
    parts->base = NODE_HEADER + root;
    for (uint64_t lod = NODE_HEADER + 16; fits(parts->base, lod, NODE_HEADER + 20);) {
        uint64_t end = lod + NODE_HEADER + get_u32(file + lod + 12);
        add_block(file, size, (size_t)lod + NODE_HEADER + 8, parts);
        uint64_t chunk = lod + NODE_HEADER + 20;
        for (; chunk + NODE_HEADER + 12 <= end && fits(parts->base, chunk, NODE_HEADER + 12);
             chunk += NODE_HEADER + get_u32(file + chunk + 12)) {
            add_block(file, size, (size_t)chunk + NODE_HEADER, parts);
        }
        lod = end;
    }
}

static const uint8_t marker[8] = {0xED, 0x12, 0x5B, 0xED, 0x12, 0x5A, 0xED, 0x12};

bool mend_cut_nodes(uint8_t *content, size_t size) {
    bool mended = false;
    for (size_t at = 0; fits(size, at, NODE_HEADER); at++) {
        if (content[at] != marker[0] || memcmp(content + at, marker, sizeof marker) != 0) continue;
        if (fits(size, at + NODE_HEADER, get_u32(content + at + 12))) continue;
        put_u32(content + at + 12, size - at - NODE_HEADER);
        mended = true;
    }
    return mended;
}

/* ---- Tables of Ragnarok's archives ----------------------------------------------------------- */

/* `stored_field` is the place of the table's packed size; `raw_field` may be 0. */
static void add_table(const uint8_t *file, size_t size, uint64_t at, size_t stored_field,
                      size_t raw_field, Parts *parts) {
    Part part = {.at = (size_t)at,
                 .stored = get_u32(file + stored_field),
                 .stored_field = stored_field,
                 .raw_field = raw_field,
                 .kind = PART_ZLIB};
    part.raw = raw_field ? get_u32(file + raw_field) : 16 * part.stored + 65536;
    if (part.stored && fits(size, at, part.stored) && file[at] == 0x78) add_part(parts, part);
}

/* In a GRF, the table is at the end, behind its sizes. */
static void find_grf_table(const uint8_t *file, size_t size, Parts *parts) {
    uint32_t version = get_u32(file + 42);
    uint64_t at = 46 + (uint64_t)get_u32(file + 30) + (version == 0x300 ? 4 : 0);
    if ((version != 0x200 && version != 0x300) || !fits(size, at, 9)) return;
    add_table(file, size, at + 8, (size_t)at, (size_t)at + 4, parts);
}

/* In a THOR, the packed size and place of the table are in the header, behind the name of the
** GRF. */
static void find_thor_table(const uint8_t *file, size_t size, Parts *parts) {
    size_t fields = 32 + (size_t)file[31];
    if (file[29] != 0x30 || !fits(size, fields, 8)) return;
    uint64_t at = get_u32(file + fields + 4);
    add_offset(parts, fields + 4);
    if (fits(size, at, 1)) add_table(file, size, at, fields, 0, parts);
}

void find_parts(const uint8_t *file, size_t size, Parts *parts) {
    *parts = (Parts){0};
    if (size >= 12 && !memcmp(file, "NWN2", 4)) find_packets(file, size, parts);
    if (size >= 32 && !memcmp(file, marker, sizeof marker)) find_blocks(file, size, parts);
    if (size >= 46 && !memcmp(file, "Master of Magic", 15)) find_grf_table(file, size, parts);
    if (size >= 46 && !memcmp(file, "Event Horizon", 14)) find_grf_table(file, size, parts);
    if (size >= 40 && !memcmp(file, "ASSF (C) 2007 Aeomin DEV", 24)) {
        find_thor_table(file, size, parts);
    }
}

/* ---- Out ------------------------------------------------------------------------------------- */

static bool inflate_zlib(const uint8_t *from, size_t from_size, uint8_t *to, size_t *to_size) {
    uLongf length = (uLongf)*to_size;
    bool good = uncompress(to, &length, from, (uLong)from_size) == Z_OK;
    *to_size = (size_t)length;
    return good;
}

static bool inflate_lzma(const uint8_t *from, size_t from_size, uint8_t *to, size_t *to_size) {
    lzma_filter filters[2] = {{.id = LZMA_FILTER_LZMA1}, {.id = LZMA_VLI_UNKNOWN}};
    lzma_stream stream = LZMA_STREAM_INIT;
    if (from_size < 5 || lzma_properties_decode(&filters[0], NULL, from, 5) != LZMA_OK)
        return false;
    lzma_options_lzma *options = filters[0].options;
    if (options->dict_size > *to_size) options->dict_size = (uint32_t)*to_size;
    if (options->dict_size < LZMA_DICT_SIZE_MIN) options->dict_size = LZMA_DICT_SIZE_MIN;
    if (lzma_raw_decoder(&stream, filters) == LZMA_OK) {
        stream.next_in = from + 5;
        stream.avail_in = from_size - 5;
        stream.next_out = to;
        stream.avail_out = *to_size;
        lzma_ret ignored = lzma_code(&stream, LZMA_FINISH); /* what came before counts */
        (void)ignored;
        *to_size -= stream.avail_out;
    }
    lzma_end(&stream);
    free(filters[0].options);
    return *to_size > 0;
}

uint8_t *unpack_part(const uint8_t *file, size_t size, const Part *part, size_t most,
                     size_t *raw_size) {
    if (part->raw > most || !fits(size, part->at, part->stored)) return NULL;
    uint8_t *raw = malloc(part->raw + 1);
    size_t magic = part->kind == PART_ZLIB ? 0 : 4;
    const uint8_t *from = file + part->at + magic;
    if (!raw || part->stored < magic) {
        free(raw);
        return NULL;
    }
    *raw_size = part->raw;
    bool good = part->kind == PART_DAT2 ? inflate_lzma(from, part->stored - magic, raw, raw_size)
                                        : inflate_zlib(from, part->stored - magic, raw, raw_size);
    if (good) return raw;
    free(raw);
    return NULL;
}

/* ---- And back: always with zlib, which both containers know ---------------------------------- */

static void move_offsets(uint8_t *file, const Parts *parts, const Part *part, uint64_t old_end,
                         int64_t more) {
    for (size_t i = 0; i < parts->offset_count; i++) {
        uint64_t target = parts->base + get_u32(file + parts->offsets[i]);
        if (target >= old_end && target > part->at) {
            put_u32(file + parts->offsets[i], (uint64_t)((int64_t)(target - parts->base) + more));
        }
    }
}

uint8_t *repack_part(const uint8_t *file, size_t size, const Parts *parts, size_t which,
                     const uint8_t *content, size_t content_size, size_t most, size_t *new_size) {
    const Part *part = &parts->items[which];
    size_t magic = part->kind == PART_ZLIB ? 0 : 4;
    uLongf packed = compressBound((uLong)content_size);
    uint8_t *changed = malloc(size + magic + packed);
    if (!changed) return NULL;
    memcpy(changed, file, part->at);
    if (magic) memcpy(changed + part->at, "DATA", 4);
    compress2(changed + part->at + magic, &packed, content, (uLong)content_size, 1);
    size_t stored = magic + packed, old_end = part->at + part->stored;
    *new_size = part->at + stored + (size - old_end);
    if (*new_size > most) {
        free(changed);
        return NULL;
    }
    memcpy(changed + part->at + stored, file + old_end, size - old_end);
    /* the fields are before the parts whose places they contain */
    put_u32(changed + part->stored_field, stored);
    if (part->raw_field) put_u32(changed + part->raw_field, content_size);
    if (part->packet_field) put_u32(changed + part->packet_field, stored + 12);
    move_offsets(changed, parts, part, old_end, (int64_t)stored - (int64_t)part->stored);
    return changed;
}
