/* Packing for Firefall fixtures: FastLZ written here, zlib and LZMA by their libraries; and the
** client's vertex pages. */
#include "fixtures_gt.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- FastLZ -------------------------------------------------------------------------------- */

enum {
    LITERALS_MAX = 32,
    MATCH_MIN = 3,
    LEVEL1_LENGTH_MAX = 264,
    LEVEL1_DISTANCE_MAX = 8192,
    LEVEL2_NEAR_MAX = 8191,
    LEVEL2_DISTANCE_MAX = 73727,
    FAR_LENGTH_MIN = 5, /* shorter ones cost more than they save */
};

static void put_literals(Bytes *out, const uint8_t *from, size_t count) {
    while (count) {
        size_t run = count < LITERALS_MAX ? count : LITERALS_MAX;
        put_u8(out, (uint32_t)run - 1);
        put_bytes(out, from, run);
        from += run;
        count -= run;
    }
}

static void put_match(Bytes *out, int level, size_t length, size_t distance) {
    size_t offset = distance - 1, near_offset = offset;
    int far = level == 2 && distance > LEVEL2_NEAR_MAX;
    if (far) near_offset = 31 * 256 + 255;
    size_t code = length < 9 ? length - 2 : 7;
    put_u8(out, (uint32_t)(code << 5 | near_offset >> 8));
    if (code == 7) {
        size_t more = length - 9;
        for (; level == 2 && more >= 255; more -= 255) put_u8(out, 255);
        put_u8(out, (uint32_t)more);
    }
    put_u8(out, (uint32_t)near_offset & 255);
    if (far) {
        put_u8(out, (uint32_t)((distance - 8192) >> 8));
        put_u8(out, (uint32_t)(distance - 8192) & 255);
    }
}

static size_t match_length(const uint8_t *data, size_t size, size_t from, size_t at, int level) {
    size_t most = size - at, length = 0;
    if (level == 1 && most > LEVEL1_LENGTH_MAX) most = LEVEL1_LENGTH_MAX;
    while (length < most && data[from + length] == data[at + length]) length++;
    return length;
}

Bytes pack_fastlz(const void *input, size_t size, int level) {
    const uint8_t *data = input;
    Bytes out = {0};
    size_t *last = calloc((size_t)1 << 24, sizeof *last); /* position + 1 of each three bytes */
    size_t done = 0, farthest = level == 1 ? LEVEL1_DISTANCE_MAX : LEVEL2_DISTANCE_MAX;
    if (!last) exit(1);
    for (size_t at = 0; at + MATCH_MIN <= size;) {
        size_t key = (size_t)data[at] << 16 | (size_t)data[at + 1] << 8 | data[at + 2];
        size_t from = last[key];
        last[key] = at + 1;
        size_t distance = from ? at - (from - 1) : 0, length = 0;
        if (from && distance <= farthest) length = match_length(data, size, from - 1, at, level);
        int far = level == 2 && distance > LEVEL2_NEAR_MAX;
        if (length < (far ? FAR_LENGTH_MIN : MATCH_MIN)) {
            at++;
            continue;
        }
        put_literals(&out, data + done, at - done);
        put_match(&out, level, length, distance);
        at += length;
        done = at;
    }
    put_literals(&out, data + done, size - done);
    if (level == 2 && size) out.data[0] |= 1 << 5;
    free(last);
    return out;
}

/* Each vector as name.l1 or name.l2 and what it decompresses to, name.raw. */
static void save_round_trip(const char *folder, const char *name, const Bytes *raw) {
    char path[256];
    for (int level = 1; level <= 2; level++) {
        Bytes packed = pack_fastlz(raw->data, raw->size, level);
        snprintf(path, sizeof path, "fastlz/%s.l%d", name, level);
        save(folder, path, &packed);
    }
    snprintf(path, sizeof path, "fastlz/%s.raw", name);
    save_copy(folder, path, raw);
}

/* 9000 literals, then one match that reaches back 8191 to 8992 bytes in one of the forms. */
static void save_distances(const char *folder) {
    static const struct {
        const char *name;
        int level;
        unsigned length, distance;
        uint8_t match[6];
        unsigned match_bytes;
    } vectors[] = {
        {"near1", 1, 3, 8191, {0x3f, 0xfe}, 2},
        {"last1", 1, 3, 8192, {0x3f, 0xff}, 2},
        {"near2", 2, 3, 8191, {0x3f, 0xfe}, 2},
        {"far2", 2, 3, 8192, {0x3f, 0xff, 0, 0}, 4},
        {"farther2", 2, 3, 8992, {0x3f, 0xff, 0x03, 0x20}, 4},
        {"far_long2", 2, 266, 8197, {0xff, 0xff, 0x02, 0xff, 0x00, 0x05}, 6},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        Bytes raw = {0}, packed = {0};
        char path[256];
        for (unsigned b = 0; b < 9000; b++) put_u8(&raw, b * 7 + (b >> 8) * 3);
        put_literals(&packed, raw.data, raw.size);
        if (vectors[i].level == 2) packed.data[0] |= 1 << 5;
        put_bytes(&packed, vectors[i].match, vectors[i].match_bytes);
        for (unsigned b = 0; b < vectors[i].length; b++) {
            put_u8(&raw, raw.data[raw.size - vectors[i].distance]);
        }
        snprintf(path, sizeof path, "fastlz/distance_%s.packed", vectors[i].name);
        save(folder, path, &packed);
        snprintf(path, sizeof path, "fastlz/distance_%s.raw", vectors[i].name);
        save(folder, path, &raw);
    }
}

void write_fastlz_fixtures(const char *folder) {
    Bytes raw = {0};
    save_round_trip(folder, "empty", &raw);
    put_u8(&raw, 'a');
    save_round_trip(folder, "one", &raw);
    put_zeros(&raw, 100000);
    save_round_trip(folder, "zeros", &raw);
    raw.size = 0;
    unsigned state = 1;
    for (unsigned i = 0; i < 40000; i++) {
        state = state * 1103515245 + 12345;
        /* stretches of noise, of few values, and of what stood far before */
        if (i % 5000 < 1000)
            put_u8(&raw, state >> 16);
        else if (i % 5000 < 3000)
            put_u8(&raw, state >> 16 & 3);
        else
            put_u8(&raw, raw.data[raw.size < 22500 ? raw.size / 2 : raw.size - 22500]);
    }
    save_round_trip(folder, "mixed", &raw);
    free(raw.data);
    save_distances(folder);
}

/* ---- zlib and LZMA ------------------------------------------------------------------------- */

Bytes pack_zlib(const void *data, size_t size) {
    fields_write(data, size);
    uLongf packed_size = compressBound((uLong)size);
    Bytes out = {.data = malloc(packed_size), .capacity = packed_size};
    if (!out.data || compress2(out.data, &packed_size, data, (uLong)size, 9) != Z_OK) exit(1);
    out.size = packed_size;
    return out;
}

Bytes pack_lzma(const void *data, size_t size) {
    enum { DICTIONARY = 1 << 16, LC = 3, LP = 0, PB = 2 };
    lzma_options_lzma options;
    fields_write(data, size);
    lzma_lzma_preset(&options, 6);
    options.dict_size = DICTIONARY;
    options.lc = LC;
    options.lp = LP;
    options.pb = PB;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    Bytes out = {0};
    put_u8(&out, (PB * 5 + LP) * 9 + LC);
    put_u32(&out, DICTIONARY);
    size_t room = size * 2 + 256, used = 0;
    uint8_t *packed = malloc(room);
    if (!packed || lzma_raw_buffer_encode(filters, NULL, data, size, packed, &used, room)) exit(1);
    put_bytes(&out, packed, used);
    free(packed);
    return out;
}

/* ---- Vertex pages -------------------------------------------------------------------------- */

static Bytes page_vertices(const VertexPage *page, int version) {
    Bytes out = {0};
    unsigned rest = version < 3 || page->wide ? 15 : 11, next = 0;
    for (unsigned i = 0; i < page->count; i++) {
        /* version 1 has no map of slots: the unused ones below are there as well */
        for (; version == 1 && next < page->vertices[i].slot; next++) put_zeros(&out, 27);
        for (int axis = 0; axis < 3; axis++) put_f32(&out, page->vertices[i].position[axis]);
        for (unsigned b = 0; b < rest; b++) put_u8(&out, page->vertices[i].slot + b);
        next = page->vertices[i].slot + 1;
    }
    return out;
}

static void put_page(Bytes *index, Bytes *data, const VertexPage *page, int version) {
    uint8_t map[256] = {0};
    Bytes vertices = page_vertices(page, version);
    size_t start = data->size;
    unsigned count = version == 1 ? (unsigned)vertices.size / 27 : page->count;
    put_u64(index, start);
    put_u32(index, (uint32_t)crc32(0, vertices.data, (uInt)vertices.size));
    put_u16(index, count);
    if (version == 3 && count) {
        Bytes packed = pack_lzma(vertices.data, vertices.size);
        put_u8(data, page->wide ? 1 : 0);
        put_bytes(data, packed.data, packed.size);
        free(packed.data);
    } else {
        put_bytes(data, vertices.data, vertices.size);
    }
    free(vertices.data);
    if (version == 1 || !count) return;
    for (unsigned i = 0; i < page->count; i++) {
        map[page->vertices[i].slot / 8] |= (uint8_t)(1 << page->vertices[i].slot % 8);
    }
    put_u16(index, (uint32_t)(data->size - start));
    put_bytes(index, map, sizeof map);
}

void write_vgeo(const char *folder, const char *name, const VertexPages *all) {
    Bytes index = {0}, data = {0};
    char path[256];
    put_u32(&index, (uint32_t)all->version);
    if (all->version == 3) put_u8(&index, 1);
    put_u32(&index, all->page_count);
    put_chars(&data, "vertices", 8);
    for (unsigned i = 0; i < all->page_count; i++) {
        put_page(&index, &data, &all->pages[i], all->version);
    }
    put_u32(&index, 2);
    for (uint32_t i = 1; i <= 6; i++) put_u32(&index, 0x1000 + i);
    if (all->version == 1) {
        put_u32(&index, 1);
        put_u32(&index, 0xdeadbeef);
    }
    if (all->patch_at) patch_u32(&index, all->patch_at, all->patch);
    snprintf(path, sizeof path, "%s.vgeo_idx", name);
    save(folder, path, &index);
    snprintf(path, sizeof path, "%s.vgeo", name);
    save(folder, path, &data);
}
