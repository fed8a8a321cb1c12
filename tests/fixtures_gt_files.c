/* Firefall chunks and vertex pages: the samples, and fixtures that are sound. */
#include "fixtures_gt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Meshes -------------------------------------------------------------------------------- */

#define PLACED(x, y, z)                                                                            \
    { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1 }

enum { HILL_SIDE = 12, HILL_VERTICES = (HILL_SIDE + 1) * (HILL_SIDE + 1) };

unsigned make_grid(Triangle *triangles, unsigned width, unsigned height) {
    unsigned count = 0;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            unsigned a = y * (width + 1) + x, b = a + 1, c = a + width + 1;
            triangles[count++] = (Triangle){{a, b, c}};
            triangles[count++] = (Triangle){{c, b, c + 1}};
        }
    }
    return count;
}

/* A cube around the origin; bit 0 of a vertex is x, bit 1 y, bit 2 z. */
static const Triangle cube_triangles[12] = {
    {{0, 2, 1}}, {{1, 2, 3}}, {{4, 5, 6}}, {{6, 5, 7}}, {{0, 1, 4}}, {{4, 1, 5}},
    {{2, 6, 3}}, {{3, 6, 7}}, {{0, 4, 2}}, {{2, 4, 6}}, {{1, 3, 5}}, {{5, 3, 7}},
};

/* ---- Samples ------------------------------------------------------------------------------- */

/* Page 0: the cube in slots 5, 15, 25, ...; page 1: a hill of 12 x 12 squares of 8 units, in slots
** 3, 10, 17, ...; page 2 is empty. */
static void write_sample_pages(const char *folder) {
    PageVertex cube[8], hill[HILL_VERTICES];
    for (unsigned i = 0; i < 8; i++) {
        cube[i] = (PageVertex){5 + 10 * i, {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1}};
    }
    for (unsigned i = 0; i < HILL_VERTICES; i++) {
        float x = (float)(i % (HILL_SIDE + 1)) * 8 - 48, y = (float)(i / (HILL_SIDE + 1)) * 8 - 48;
        float away = x * x + y * y;
        hill[i] = (PageVertex){3 + 7 * i, {x, y, away < 2304 ? 12 - away / 192 : 0}};
    }
    const VertexPage pages[] = {{cube, 8, 0}, {hill, HILL_VERTICES, 1}, {NULL, 0, 0}};
    write_vgeo(folder, "static", &(VertexPages){3, pages, 3, 0, 0});
}

void write_gt_samples(const char *folder) {
    static const float crates[3][16] = {PLACED(20, 30, 2), PLACED(24, 30, 2), PLACED(22, 30, 4)};
    static const float tower[1][16] = {{6, 0, 0, 0, 0, 6, 0, 0, 0, 0, 20, 0, 0, 0, 20, 1}};
    static const float hill_place[1][16] = {PLACED(0, 0, 0)};
    static const float boxes[4][6] = {{-256, -256, -50, 0, 0, 50},
                                      {0, -256, -50, 256, 0, 50},
                                      {-256, 0, -50, 0, 256, 50},
                                      {0, 0, -50, 256, 256, 50}};
    Triangle grid[HILL_SIDE * HILL_SIDE * 2];
    unsigned grid_count = make_grid(grid, HILL_SIDE, HILL_SIDE);
    Triangle heap[36]; /* three cubes, each in a place of its own */
    for (unsigned i = 0; i < 36; i++) {
        for (unsigned c = 0; c < 3; c++) {
            heap[i].corners[c] = 3 * cube_triangles[i % 12].corners[c] + i / 12;
        }
    }
    const Mesh hill = {grid, grid_count, 1, 3, 7, 1, hill_place};
    const Mesh keep = {cube_triangles, 12, 0, 5, 10, 1, tower};
    const Mesh crate = {heap, 36, 0, 5, 10, 3, crates};
    Part ground[] = {{.mesh = &hill,
                      .material = 1001,
                      .flag = 1,
                      .textures = {501, 502, 0},
                      .info_version = 7,
                      .level = 2,
                      .repeat_offset = 1,
                      .box = {-48, -48, 0, 48, 48, 12}}};
    Part stone[] = {{.mesh = &keep,
                     .material = 1002,
                     .flag = 1,
                     .textures = {503, 0, 0},
                     .info_version = 7,
                     .level = 1,
                     .unknown_last = 3,
                     .box = {-6, -6, 0, 6, 6, 40}}};
    Part wood[] = {{.mesh = &crate,
                    .material = 1003,
                    .info_version = 6,
                    .level = 1,
                    .box = {19, 29, 1, 25, 31, 5}},
                   {.mesh = &crate,
                    .material = 1003,
                    .info_version = 8,
                    .level = 1,
                    .repeat_offset = 2,
                    .box = {19, 29, 1, 25, 31, 5}}};
    Group far_groups[] = {{ground, 1, {-48, -48, 0, 48, 48, 12}, 0},
                          {stone, 1, {-6, -6, 0, 6, 6, 40}, 0}};
    Group near_groups[] = {{wood, 2, {19, 29, 1, 25, 31, 5}, 0x8000000000000001u}};
    Entry far_entries[] = {{27, far_groups, 2, 1}};
    Entry near_entries[] = {{0, NULL, 0, 0}, {9, near_groups, 1, 2}};
    Bytes coarse[2] = {{0}, {0}}, fine[5] = {{0}, {0}, {0}, {0}, {0}};
    Bytes names = {0}, terrain = {0}, child = {0};
    put_geometry(&coarse[0], KIND2, 3, far_entries, 1);
    put_zeros(&child, 24);
    put_node(&terrain, 0, &child, 1);
    put_u32(&child, 7);
    put_node(&terrain, 3, &child, 1);
    put_node(&coarse[1], 0x40100, &terrain, 1);
    put_u32(&names, 1);
    put_chars(&names, "Copacabana", 16);
    put_node(&fine[0], 0x40104, &names, 0);
    put_geometry(&fine[4], KIND1, 3, near_entries, 2);
    put_geometry(&fine[4], KIND2, 3, far_entries, 1);
    const Lod lods[] = {{0, coarse, &whole_box}, {1, fine, boxes}};
    Bytes file = chunk(8, lods, 2);
    save(folder, "5_0001_0002.gtchunk", &file);
    write_sample_pages(folder);
}

/* ---- Fixtures: sound ----------------------------------------------------------------------- */

const float places[3][16] = {
    PLACED(0, 0, 0), PLACED(10, 0, 0), {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, 4, 5, 1}};
static const float unit_box[6] = {0, 0, 0, 1, 1, 1};

Part sound_part(const Mesh *mesh, unsigned info_version) {
    return (Part){.mesh = mesh,
                  .material = 1000,
                  .flag = 1,
                  .info_version = info_version,
                  .textures = {11, 22, 33},
                  .level = 1,
                  .box = {0, 0, 0, 1, 1, 1}};
}

static void put_one_part(Bytes *out, unsigned kind, unsigned layer, Part *part) {
    Group group = {part, 1, {0}, GT_MARKER};
    memcpy(group.box, unit_box, sizeof group.box);
    Entry entry = {17, &group, 1, 2};
    put_geometry(out, kind, layer, &entry, 1);
}

/* Both kinds, each layer version, each info version; nodes with and without marker; a part without
** triangles, a group without parts, an entry without groups. */
static void put_everything(Bytes *out) {
    static Triangle grid[12];
    const Mesh square = {grid, make_grid(grid, 3, 2), 0, 0, 1, 3, places};
    const Mesh nothing = {grid, 0, 0, 0, 1, 1, places};
    Part parts[] = {sound_part(&square, 7), sound_part(&square, 8), sound_part(&nothing, 6)};
    parts[0].unknown_last = 77;
    parts[1].flag = 0;
    parts[1].level = 2;
    parts[1].repeat_offset = -3;
    Group groups[] = {{parts, 3, {-1, -2, -3, 4, 5, 6}, 0}, {NULL, 0, {0, 0, 0, 1, 1, 1}, 0}};
    Entry entries[] = {{63, groups, 2, 1}, {5, NULL, 0, 0}};
    put_geometry(out, KIND2, 3, entries, 2);
    Bytes names = {0};
    put_chars(&names, "names", 5);
    put_node(out, 0x40104, &names, 0);
    Part kind1 = sound_part(&square, 7);
    put_one_part(out, KIND1, 3, &kind1);
    for (unsigned layer = 0; layer < 3; layer++) {
        Part old = sound_part(&square, layer ? 6 : 5);
        put_one_part(out, KIND2, layer, &old);
    }
    Bytes props = {0}, child = {0};
    put_u32(&child, 1);
    put_node(&props, 2, &child, 1);
    put_node(&props, 3, &child, 0);
    put_node(out, 0x40200, &props, 1);
}

static void write_sound(const char *folder) {
    Bytes payloads[5] = {{0}};
    static const float boxes[4][6] = {{0}};
    Bytes everything = {0}, one = {0}, bare = {0};
    put_everything(&everything);
    save_copy(folder, "gt/everything.payload.dat", &everything);
    put_bytes(&payloads[0], everything.data, everything.size);
    put_bytes(&payloads[3], everything.data, everything.size);
    Bytes coarse[2] = {{0}, {0}};
    const Lod lods[] = {{1, payloads, boxes}, {0, coarse, &whole_box}};
    Bytes file = chunk(8, lods, 2);
    save_copy(folder, "gt/3_0010_0200.gtchunk", &file);
    put_zeros(&file, 5);
    save(folder, "gt/trailing.gtchunk", &file);
    free(everything.data);

    Triangle triangle = {{0, 1, 2}};
    const Mesh single = {&triangle, 1, 1, 100, 1, 1, places};
    Part part = sound_part(&single, 7);
    put_one_part(&one, KIND1, 3, &part);
    save_copy(folder, "gt/node.dat", &one);
    put_bytes(&bare, one.data + 8, one.size - 8);
    save(folder, "gt/node_without_marker.dat", &bare);
    Bytes old = small_chunk(&one);
    patch_u32(&old, 16, 7);
    save_copy(folder, "gt/version7.gtchunk", &old);
    patch_u32(&old, 16, 9);
    save(folder, "gt/version9.gtchunk", &old);
}

/* ---- Files that grow ----------------------------------------------------------------------- */

void write_scaled_gt(const char *folder, int what, uint32_t n) {
    static const char *const series[] = {"gt_triangles", "gt_parts", "gt_boxes", "gt_nodes"};
    static Triangle grid[2 * 25 * 8 * 5];
    static Part parts[400];
    Bytes payload = {0}, file;
    char name[64];
    unsigned width = what ? 2 : 25 * n, height = what ? 2 : 5;
    const Mesh mesh = {grid, make_grid(grid, width, height), 0, 0, 1, 1, places};
    unsigned part_count = what == 1 ? 40 * n : 1;
    for (unsigned i = 0; i < part_count; i++) parts[i] = sound_part(&mesh, 7);
    Group group = {parts, part_count, {0, 0, 0, 1, 1, 1}, 0};
    Entry entry = {17, &group, 1, what == 2 ? 200 * n : 1};
    put_geometry(&payload, KIND1, 3, &entry, 1);
    for (unsigned i = 0; what == 3 && i < 100 * n; i++) {
        Bytes child = {0};
        put_u32(&child, i);
        put_node(&payload, i, &child, i % 2);
    }
    file = small_chunk(&payload);
    snprintf(name, sizeof name, "%s/%u.gtchunk", series[what], n);
    save(folder, name, &file);
}

/* 200 KB that every one of five blocks expands to 200 MiB. */
void write_gt_bomb(const char *folder) {
    enum { SHARED = 56, FIRST_SUBCHUNK = 84, SUBCHUNK_BYTES = 52, REFERENCE_BYTES = 12 };
    static const float boxes[4][6] = {{0}};
    Bytes payloads[5] = {{0}};
    put_zeros(&payloads[0], (size_t)200 << 20);
    Bytes file = chunk(8, &(Lod){1, payloads, boxes}, 1);
    for (size_t i = 0; i < 4; i++) {
        memcpy(file.data + FIRST_SUBCHUNK + i * SUBCHUNK_BYTES, file.data + SHARED, REFERENCE_BYTES);
    }
    save(folder, "bombs/blocks.gtchunk", &file);
}

/* ---- Fixtures: vertex pages ---------------------------------------------------------------- */

void write_vgeo_fixtures(const char *folder) {
    static const PageVertex first[] = {{0, {1, 2, 3}},   {1, {4, 5, 6}},     {2, {-1, 0, 0.5f}},
                                       {31, {7, 8, 9}},  {32, {10, 11, 12}}, {33, {0, 0, 1}},
                                       {2047, {1, 1, 1}}};
    static const PageVertex second[] = {{100, {0, 0, 0}}, {101, {1, 0, 0}}, {102, {0, 1, 0}}};
    const VertexPage pages[] = {{first, 7, 1}, {second, 3, 0}, {NULL, 0, 0}};
    /* the first page of version 3 begins at 9: offset, CRC-32, count, stored size, map of slots */
    static const struct {
        const char *name;
        size_t at;
        uint32_t value;
    } faults[] = {{"vgeo/bad/offset", 13, 0x7fffffff},
                  {"vgeo/bad/crc", 17, 0},
                  {"vgeo/bad/size", 23, 5},
                  {"vgeo/bad/count", 21, 0x900},
                  {"vgeo/bad/slots", 25, 0xffffffff},
                  {"vgeo/bad/pages", 5, 0x10000},
                  {"vgeo/bad/data", 9, 13}};
    char path[64];
    for (int version = 1; version <= 3; version++) {
        snprintf(path, sizeof path, "vgeo/v%d", version);
        write_vgeo(folder, path, &(VertexPages){version, pages, 3, 0, 0});
    }
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        VertexPages bad = {3, pages, 3, faults[i].at, faults[i].value};
        write_vgeo(folder, faults[i].name, &bad);
    }
    Bytes alone = {0};
    put_u32(&alone, 2);
    put_zeros(&alone, 8);
    put_chars(&alone, "more", 4);
    save(folder, "vgeo/alone.vgeo_idx", &alone); /* no pages, no textures, no vertices beside it */
}

void write_gt_fixtures(const char *folder) {
    write_fastlz_fixtures(folder);
    write_sound(folder);
    write_damaged_gt(folder);
    write_vgeo_fixtures(folder);
}
