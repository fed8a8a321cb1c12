/* Firefall chunks with one fault each: in a part's streams, in nodes, in blocks, in the index. */
#include "fixtures_gt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parts --------------------------------------------------------------------------------- */

static void spoil_transform_count(Strip *strip) {
    strip->transform_count--;
}
static void spoil_transform_range(Strip *strip) {
    strip->transform[strip->transform_count - 1] = 1;
}
static void spoil_transform_negative(Strip *strip) {
    strip->transform[strip->transform_count - 1] = -1;
}
static void spoil_repeat_high(Strip *strip) {
    strip->repeat[strip->repeat_count - 1] = 30000;
}
static void spoil_repeat_low(Strip *strip) {
    strip->repeat[0] = -30000;
}
static void spoil_repeat_left(Strip *strip) {
    strip->repeat[strip->repeat_count++] = 0;
}
static void spoil_vertex_value(Strip *strip) {
    strip->vertex[strip->vertex_count - 1] = 2;
}
static void spoil_vertex_unique(Strip *strip) {
    memset(strip->vertex, 1, strip->vertex_count);
}
static void spoil_vertex_repeat(Strip *strip) {
    memset(strip->vertex, 0, strip->vertex_count);
}
static void spoil_vertex_left(Strip *strip) {
    strip->vertex[strip->vertex_count++] = 0;
    strip->repeat[strip->repeat_count++] = 0;
}
static void spoil_unique_left(Strip *strip) {
    strip->unique[strip->unique_count++] = 1;
    strip->transform[strip->transform_count++] = 0;
}
static void spoil_first(Strip *strip) {
    strip->instruction[0] = 0;
}
static void spoil_instruction(Strip *strip) {
    strip->instruction[strip->instruction_count - 1] = 4;
}
static void spoil_instruction_255(Strip *strip) {
    strip->instruction[strip->instruction_count - 1] = 255;
}
static void spoil_overrun(Strip *strip) {
    strip->instruction[strip->instruction_count++] = 3;
}

/* Each part is broken in one way; the strip is that of a grid of 3 x 2 squares. */
static void write_damaged_parts(const char *folder) {
    static const struct {
        const char *name;
        void (*spoil)(Strip *strip);
        const char *unique;
        unsigned unique_size;
        int unique_more;
    } faults[] = {
        {"transform_count", spoil_transform_count, 0, 0, 0},
        {"transform_range", spoil_transform_range, 0, 0, 0},
        {"transform_negative", spoil_transform_negative, 0, 0, 0},
        {"repeat_high", spoil_repeat_high, 0, 0, 0},
        {"repeat_low", spoil_repeat_low, 0, 0, 0},
        {"repeat_left", spoil_repeat_left, 0, 0, 0},
        {"vertex_value", spoil_vertex_value, 0, 0, 0},
        {"vertex_unique", spoil_vertex_unique, 0, 0, 0},
        {"vertex_repeat", spoil_vertex_repeat, 0, 0, 0},
        {"vertex_left", spoil_vertex_left, 0, 0, 0},
        {"unique_left", spoil_unique_left, 0, 0, 0},
        {"first", spoil_first, 0, 0, 0},
        {"instruction", spoil_instruction, 0, 0, 0},
        {"instruction_255", spoil_instruction_255, 0, 0, 0},
        {"overrun", spoil_overrun, 0, 0, 0},
        {"lz_empty", 0, "", 0, 0},
        {"lz_level", 0, "\x40\x01", 2, 0},
        {"lz_before_start", 0, "\x00\x01\x20\x05", 4, 0},
        {"lz_literals_cut", 0, "\x1f\x01\x02", 3, 0},
        {"lz_match_cut", 0, "\x00\x01\x20", 3, 0},
        {"lz_length_cut", 0, "\x20\x01\xe0\xff\xff", 5, 0},
        {"lz_far_cut", 0, "\x20\x01\x3f\xff\x00", 5, 0},
        {"lz_short", 0, 0, 0, 1},
        {"lz_long", 0, 0, 0, -1},
        {"lz_count_huge", 0, 0, 0, 0x40000000},
    };
    static Triangle grid[12];
    const Mesh square = {grid, make_grid(grid, 3, 2), 0, 0, 1, 1, places};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        Part parts[] = {sound_part(&square, 7), sound_part(&square, 7), sound_part(&square, 7)};
        Bytes payload = {0};
        char path[256];
        parts[1].spoil = faults[i].spoil;
        parts[1].unique = faults[i].unique;
        parts[1].unique_size = faults[i].unique_size;
        parts[1].unique_more = faults[i].unique_more;
        Group group = {parts, 3, {0, 0, 0, 1, 1, 1}, 0};
        Entry entry = {0, &group, 1, 0};
        put_geometry(&payload, KIND1, 3, &entry, 1);
        snprintf(path, sizeof path, "gt/part/%s.dat", faults[i].name);
        save(folder, path, &payload);
    }
}

/* ---- Nodes, blocks and indexes ------------------------------------------------------------- */

/* Offsets in the payload of write_damaged: its one node holds one entry of one group of one part.
 */
enum {
    NODE_LENGTH = 12,
    GEOMETRY_ENTRIES = 16,
    GEOMETRY_LAYER = 18,
    GEOMETRY_CONSTANT = 20,
    ENTRY_CELL = 28,
    ENTRY_GROUPS = 32,
    GROUP_BOX = 36,
    GROUP_PARTS = 68,
    /* and in the chunk around it */
    ROOT_LENGTH = 12,
    ROOT_LODS = 28,
    LOD_TYPE = 40,
    LOD_EXPONENT = 52,
    BLOCK_OFFSET = 56,
    BLOCK_COMPRESSED = 60,
    BLOCK_SIZE = 64,
    SUBCHUNK_TYPE = 76,
    BLOCKS = 120,
};

static void save_payload(const char *folder, const char *name, const Bytes *good, size_t at,
                         uint32_t value) {
    Bytes payload = copy_of(good);
    char path[256];
    patch_u32(&payload, at, value);
    snprintf(path, sizeof path, "gt/node/%s.dat", name);
    save(folder, path, &payload);
}

static void write_damaged_nodes(const char *folder, const Bytes *good, const Part *part) {
    save_payload(folder, "length", good, NODE_LENGTH, (uint32_t)good->size);
    save_payload(folder, "entries", good, GEOMETRY_ENTRIES, 0x3ffff);
    save_payload(folder, "layer", good, GEOMETRY_ENTRIES, 0x40001);
    save_payload(folder, "constant", good, GEOMETRY_CONSTANT, 9);
    save_payload(folder, "cell", good, ENTRY_CELL, 64);
    save_payload(folder, "groups", good, ENTRY_GROUPS, 0xffffffff);
    save_payload(folder, "parts", good, GROUP_PARTS, 0xffffffff);
    save_payload(folder, "group_box", good, GROUP_BOX, 0x40000000); /* from 2 to 1 */
    size_t part_box = part->transform_count_at - 32, matrix = part->transform_count_at + 4;
    save_payload(folder, "part_box_nan", good, part_box, 0x7fc00000);
    save_payload(folder, "transform_column", good, matrix + 12, 0x3f800000);
    save_payload(folder, "transforms", good, part->transform_count_at, 0x04000001);
    save_payload(folder, "stream_size", good, part->unique_at + 4, 0x7fffffff);
    save_payload(folder, "corners", good, part->corners_at, 20);
    Bytes payload = copy_of(good);
    put_u64(&payload, GT_MARKER);
    save(folder, "gt/node/header_cut.dat", &payload);
    put_u64(&payload, GT_MARKER);
    put_u32(&payload, KIND1);
    put_u32(&payload, 0);
    save(folder, "gt/node/geometry_empty.dat", &payload);
    Bytes content = geometry_content(KIND1, 3, NULL, 0);
    put_chars(&content, "xyz", 3);
    put_node(&payload, KIND1, &content, 1);
    save(folder, "gt/node/geometry_trailing.dat", &payload);
    Bytes container = {0}, child = {0};
    put_u32(&child, 1);
    put_node(&container, 5, &child, 1);
    put_u32(&container, 9);
    put_node(&payload, 0x40207, &container, 1);
    save(folder, "gt/node/container_rest.dat", &payload);
}

static void save_chunk(const char *folder, const char *name, const Bytes *good, size_t at,
                       uint32_t value) {
    Bytes file = copy_of(good);
    char path[256];
    patch_u32(&file, at, value);
    snprintf(path, sizeof path, "gt/chunk/%s.gtchunk", name);
    save(folder, path, &file);
}

static void write_damaged_chunks(const char *folder, Bytes *payload) {
    uint32_t size = (uint32_t)payload->size;
    Bytes lzma_payloads[2] = {{0}, {0}};
    put_bytes(&lzma_payloads[1], payload->data, payload->size);
    put_zeros(&lzma_payloads[0], 8); /* a node of id 0 without content */
    Bytes good = small_chunk(payload);
    uint32_t packed = (uint32_t)good.size - BLOCKS;
    save_copy(folder, "gt/chunk/good.gtchunk", &good);
    save_chunk(folder, "block_range", &good, BLOCK_OFFSET, 0x7fffffff);
    save_chunk(folder, "block_magic", &good, BLOCKS, 0x58544144);
    save_chunk(folder, "block_of_3_bytes", &good, BLOCK_COMPRESSED, 3);
    save_chunk(folder, "block_size_huge", &good, BLOCK_SIZE, 0xffffffff);
    save_chunk(folder, "block_size_bomb", &good, BLOCK_SIZE, 0x0fffffff);
    save_chunk(folder, "block_size_less", &good, BLOCK_SIZE, size - 1);
    save_chunk(folder, "block_size_more", &good, BLOCK_SIZE, size + 1);
    save_chunk(folder, "zlib", &good, BLOCKS + 8, 0xffffffff);
    save_chunk(folder, "zlib_checksum", &good, good.size - 4, 0x12345678);
    save_chunk(folder, "zlib_cut", &good, BLOCK_COMPRESSED, packed - 4);
    save_chunk(folder, "lods_huge", &good, ROOT_LODS, 0xffffffff);
    save_chunk(folder, "lods_none", &good, ROOT_LODS, 0);
    save_chunk(folder, "exponent", &good, LOD_EXPONENT, 31);
    save_chunk(folder, "exponent_2", &good, LOD_EXPONENT, 2);
    save_chunk(folder, "lod_type", &good, LOD_TYPE, 0x40002);
    save_chunk(folder, "subchunk_type", &good, SUBCHUNK_TYPE, 0x40001);
    save_chunk(folder, "root_short", &good, ROOT_LENGTH, 10);
    save_chunk(folder, "root_cut", &good, ROOT_LENGTH, 60);
    Bytes cut = copy_of(&good);
    cut.size -= 20;
    save(folder, "gt/chunk/file_cut.gtchunk", &cut);
    cut = copy_of(&good);
    cut.size = 16;
    save(folder, "gt/chunk/header_only.gtchunk", &cut);
    cut = copy_of(&good);
    cut.size = BLOCKS;
    put_zeros(&cut, 4); /* a gap before the block */
    put_bytes(&cut, good.data + BLOCKS, packed);
    patch_u32(&cut, BLOCK_OFFSET, 4);
    save(folder, "gt/chunk/block_gap.gtchunk", &cut);
    cut = copy_of(&good);
    patch_u32(&cut, BLOCK_COMPRESSED, packed + 3);
    put_zeros(&cut, 3);
    save(folder, "gt/chunk/zlib_rest.gtchunk", &cut);
    free(good.data);

    Bytes lzma = chunk(8, &(Lod){0, lzma_payloads, &whole_box}, 1);
    size_t second = 84; /* the subchunk's reference */
    uint32_t start = BLOCKS + lzma.data[second];
    save_copy(folder, "gt/chunk/lzma.gtchunk", &lzma);
    save_chunk(folder, "lzma_properties", &lzma, start + 4, 0xffffffff);
    save_chunk(folder, "lzma_lc_lp", &lzma, start + 4, 3 * 9 + 8);
    save_chunk(folder, "lzma_data", &lzma, start + 20, 0xffffffff);
    save_chunk(folder, "lzma_of_6_bytes", &lzma, second + 4, 6);
    save_chunk(folder, "lzma_size_more", &lzma, second + 8, size + 1);
    free(lzma.data);
}

void write_damaged_gt(const char *folder) {
    static Triangle grid[12];
    const Mesh square = {grid, make_grid(grid, 3, 2), 0, 0, 1, 1, places};
    Bytes payload = {0}, empty = {0}, garbage = {0}, deep = {0};
    Part part = sound_part(&square, 7);
    Group group = {&part, 1, {0, 0, 0, 1, 1, 1}, GT_MARKER};
    Entry entry = {17, &group, 1, 0};
    Bytes content = geometry_content(KIND1, 3, &entry, 1);
    part.transform_count_at += 16; /* behind the node's header */
    part.unique_at += 16;
    part.corners_at += 16;
    put_node(&payload, KIND1, &content, 1);
    write_damaged_nodes(folder, &payload, &part);
    write_damaged_chunks(folder, &payload);
    save(folder, "gt/empty.gtchunk", &empty);
    for (unsigned i = 0; i < 1024; i++) put_u8(&garbage, i);
    save(folder, "gt/garbage.gtchunk", &garbage);
    for (unsigned i = 0; i < 100; i++) { /* containers in containers, without markers */
        put_u32(&deep, 0x40100);
        put_u32(&deep, (99 - i) * 8);
    }
    save(folder, "gt/node/deep.dat", &deep);
    write_damaged_parts(folder);
}
