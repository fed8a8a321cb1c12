/*
** Firefall chunks. A mesh is a list of triangles over the vertices of vertex pages; it is turned
** into the strip and the five streams that a part stores, and damage is done to those before they
** are packed, or to the bytes behind.
*/
#include "fixtures_gt.h"

#include <stdlib.h>
#include <string.h>

/* ---- Strips -------------------------------------------------------------------------------- */

/* Takes a vertex: a new one, or a repeat of one that was taken. */
static void take_vertex(Strip *strip, unsigned *taken, unsigned *order, int *last,
                        unsigned vertex) {
    strip->vertex[strip->vertex_count++] = !taken[vertex];
    if (!taken[vertex]) {
        order[strip->unique_count++] = vertex;
        taken[vertex] = strip->unique_count;
    } else {
        int number = (int)taken[vertex] - 1;
        strip->repeat[strip->repeat_count++] = (int16_t)(number - *last - strip->repeat_offset);
        *last = number;
    }
}

/* Which edge of `before` the triangle continues, as an instruction; 3 for none. Its corners are
** turned so that the new one is last. */
static unsigned joins(const Triangle *before, Triangle *triangle) {
    const unsigned *b = before->corners;
    const unsigned edges[3][2] = {{b[0], b[2]}, {b[2], b[1]}, {b[1], b[0]}};
    for (unsigned edge = 0; edge < 3; edge++) {
        for (unsigned turn = 0; turn < 3; turn++) {
            const unsigned *t = triangle->corners;
            Triangle turned = {{t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]}};
            if (turned.corners[0] == edges[edge][0] && turned.corners[1] == edges[edge][1]) {
                *triangle = turned;
                return edge;
            }
        }
    }
    return 3;
}

static Strip *make_strip(const Mesh *mesh, int repeat_offset) {
    Strip *strip = calloc(1, sizeof *strip);
    unsigned taken[VERTICES_MAX] = {0}, order[VERTICES_MAX];
    int last = 0;
    Triangle before = {{0}};
    if (!strip) exit(1);
    strip->repeat_offset = repeat_offset;
    for (unsigned i = 0; i < mesh->triangle_count; i++) {
        Triangle triangle = mesh->triangles[i];
        unsigned instruction = i ? joins(&before, &triangle) : 3;
        strip->instruction[strip->instruction_count++] = (uint8_t)instruction;
        for (unsigned c = instruction == 3 ? 0 : 2; c < 3; c++) {
            take_vertex(strip, taken, order, &last, triangle.corners[c]);
        }
        before = triangle;
    }
    int32_t place_before = 0;
    for (unsigned i = 0; i < strip->unique_count; i++) {
        unsigned slot =
            (mesh->first_slot + order[i] / mesh->transform_count * mesh->slot_step) % 2048;
        int32_t place = (int32_t)(mesh->page << 11 | slot);
        strip->unique[i] = place - place_before;
        strip->transform[i] = (int32_t)(order[i] % mesh->transform_count);
        place_before = place;
    }
    strip->transform_count = strip->unique_count;
    return strip;
}

/* ---- Parts --------------------------------------------------------------------------------- */

static void put_stream(Bytes *out, unsigned count, const void *data, size_t size, int level) {
    Bytes packed = pack_fastlz(data, size, level);
    put_u32(out, count);
    put_u32(out, (uint32_t)packed.size);
    put_bytes(out, packed.data, packed.size);
    free(packed.data);
}

static void put_floats(Bytes *out, const float *values, unsigned count) {
    for (unsigned i = 0; i < count; i++) put_f32(out, (double)values[i]);
}

/* Little-endian copies, whatever the machine. */
static void put_words(Bytes *out, unsigned count, const int32_t *values, int level) {
    Bytes raw = {0};
    for (unsigned i = 0; i < count; i++) put_u32(&raw, (uint32_t)values[i]);
    put_stream(out, count, raw.data, raw.size, level);
    free(raw.data);
}

static void put_shorts(Bytes *out, unsigned count, const int16_t *values, int level) {
    Bytes raw = {0};
    for (unsigned i = 0; i < count; i++) put_u16(&raw, (uint16_t)values[i]);
    put_stream(out, count, raw.data, raw.size, level);
    free(raw.data);
}

static void put_new_streams(Bytes *out, Part *part, const Strip *strip) {
    part->unique_at = out->size;
    if (part->unique) {
        put_u32(out, strip->unique_count + (unsigned)part->unique_more);
        put_u32(out, part->unique_size);
        put_bytes(out, part->unique, part->unique_size);
    } else {
        put_words(out, strip->unique_count, strip->unique, part->level);
        patch_u32(out, part->unique_at, strip->unique_count + (unsigned)part->unique_more);
    }
    put_words(out, strip->transform_count, strip->transform, part->level);
    if (part->info_version == 8) put_words(out, strip->transform_count, strip->transform, 1);
}

static void put_old_streams(Bytes *out) {
    for (int32_t i = 0; i < 14; i++) put_words(out, 1, &i, 1);
}

static void put_part(Bytes *out, unsigned kind, Part *part) {
    static const float center[4] = {0.5f, 1.5f, 2.5f, 4};
    const Mesh *mesh = part->mesh;
    Strip *strip = make_strip(mesh, part->repeat_offset);
    unsigned unique_count = strip->unique_count, triangles = strip->instruction_count;
    if (part->spoil) part->spoil(strip);
    put_u32(out, part->material | part->flag << 24);
    for (int i = 0; part->flag && i < 3; i++) put_u32(out, part->textures[i]);
    if (kind == KIND2) put_floats(out, center, 4);
    put_floats(out, part->box, 6);
    put_u16(out, unique_count);
    put_u16(out, part->info_version);
    put_u32(out, 0);
    if (part->info_version == 5) {
        put_u32(out, 1);
        put_floats(out, mesh->transforms[0], 12);
    }
    part->transform_count_at = out->size;
    put_u32(out, mesh->transform_count);
    for (unsigned i = 0; i < mesh->transform_count; i++) put_floats(out, mesh->transforms[i], 16);
    if (part->info_version == 5)
        put_old_streams(out);
    else
        put_new_streams(out, part, strip);
    part->corners_at = out->size;
    put_u32(out, 3 * triangles);
    put_u16(out, (uint16_t)part->repeat_offset);
    put_shorts(out, strip->repeat_count, strip->repeat, part->level);
    put_stream(out, strip->vertex_count, strip->vertex, strip->vertex_count, part->level);
    put_stream(out, strip->instruction_count, strip->instruction, strip->instruction_count,
               part->level);
    put_u32(out, part->unknown_last);
    free(strip);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

void put_node(Bytes *out, unsigned type, Bytes *content, int marker) {
    if (marker) put_u64(out, GT_MARKER);
    put_u32(out, type);
    put_u32(out, (uint32_t)content->size);
    put_bytes(out, content->data, content->size);
    free(content->data);
    *content = (Bytes){0};
}

static void put_treenode(Bytes *out, unsigned kind, unsigned layer, unsigned number) {
    for (unsigned i = 0; i < (layer == 3 ? 10 : 12); i++) put_f32(out, number + i * 0.25);
    if (layer != 3) return;
    if (kind == KIND1) put_u64(out, 0x0102030405060708u + number);
    put_u32(out, number);
    put_u32(out, 0xffffffff);
}

static void put_entry(Bytes *out, unsigned kind, unsigned layer, const Entry *entry) {
    put_u32(out, entry->cell);
    put_u32(out, entry->group_count);
    for (unsigned g = 0; g < entry->group_count; g++) {
        const Group *group = &entry->groups[g];
        put_floats(out, group->box, 6);
        if (kind == KIND1 && layer == 3) put_u64(out, group->unknown);
        put_u32(out, group->part_count);
        for (unsigned p = 0; p < group->part_count; p++) put_part(out, kind, &group->parts[p]);
    }
    put_u32(out, entry->treenode_count);
    for (unsigned i = 0; i < entry->treenode_count; i++) put_treenode(out, kind, layer, i);
}

/* What layer versions 1 and 2 have before the entries. */
static void put_pre_data(Bytes *out, unsigned layer) {
    static const uint8_t widths[] = {4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4};
    put_u32(out, 1);
    put_zeros(out, 48);
    put_u32(out, 2);
    if (layer == 2) {
        put_zeros(out, 2 * 29);
        return;
    }
    for (size_t i = 0; i < sizeof widths; i++) {
        put_u32(out, 2);
        put_zeros(out, (size_t)2 * widths[i]);
    }
}

Bytes geometry_content(unsigned kind, unsigned layer, const Entry *entries, unsigned entry_count) {
    Bytes out = {0};
    put_u16(&out, entry_count);
    put_u16(&out, layer);
    put_u32(&out, 8);
    put_u32(&out, 64);
    if (layer == 1 || layer == 2) put_pre_data(&out, layer);
    for (unsigned i = 0; i < entry_count; i++) put_entry(&out, kind, layer, &entries[i]);
    return out;
}

void put_geometry(Bytes *out, unsigned kind, unsigned layer, const Entry *entries,
                  unsigned entry_count) {
    Bytes content = geometry_content(kind, layer, entries, entry_count);
    put_node(out, kind, &content, 1);
}

/* ---- Chunks -------------------------------------------------------------------------------- */

static void pack_block(Bytes *blocks, Bytes *payload, int lzma) {
    if (!payload->size) return;
    Bytes packed =
        lzma ? pack_lzma(payload->data, payload->size) : pack_zlib(payload->data, payload->size);
    put_bytes(blocks, lzma ? "DAT2" : "DATA", 4);
    put_bytes(blocks, packed.data, packed.size);
    free(packed.data);
}

Bytes chunk(unsigned version, const Lod *lods, unsigned lod_count) {
    Bytes root = {0}, blocks = {0}, out = {0};
    int lzma = 0;
    put_u32(&root, version);
    put_u64(&root, 1469000000000);
    put_u32(&root, lod_count);
    for (unsigned l = 0; l < lod_count; l++) {
        Bytes node = {0};
        unsigned subchunks = 1u << (2 * lods[l].exponent);
        put_u32(&node, l);
        put_u32(&node, lods[l].exponent);
        for (unsigned i = 0; i <= subchunks; i++) {
            Bytes subchunk = {0}, *target = i ? &subchunk : &node;
            Bytes *payload = &lods[l].payloads[i];
            size_t start = blocks.size;
            pack_block(&blocks, payload, lzma);
            if (payload->size) lzma = !lzma;
            put_u32(target, (uint32_t)start);
            put_u32(target, (uint32_t)(blocks.size - start));
            put_u32(target, (uint32_t)payload->size);
            if (i) {
                put_floats(&subchunk, lods[l].boxes[i - 1], 6);
                put_node(&node, 0x40002, &subchunk, 1);
            }
            free(payload->data);
            *payload = (Bytes){0};
        }
        put_node(&root, 0x40001, &node, 1);
    }
    put_node(&out, 0x40000, &root, 1);
    put_bytes(&out, blocks.data, blocks.size);
    free(blocks.data);
    return out;
}

const float whole_box[6] = {-256, -256, -50, 256, 256, 50};

Bytes small_chunk(Bytes *payload) {
    Bytes payloads[2] = {*payload, {0}};
    *payload = (Bytes){0};
    return chunk(8, &(Lod){0, payloads, &whole_box}, 1);
}
