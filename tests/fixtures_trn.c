/* TRN and TRX files: a house and a meadow to look at, small ones of every version and variant, and
** containers with one fault each. Faults of the walkmesh are in fixtures_trn_faults.c. */
#include "fixtures_trn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- Container ------------------------------------------------------------------------------- */

void add_packet(TrnFile *file, const char *type, Bytes data) {
    if (file->count == PACKETS_MAX) {
        fprintf(stderr, "fixtures: too many packets\n");
        exit(1);
    }
    memcpy(file->types[file->count], type, 4);
    file->packets[file->count++] = data;
}

Bytes put_file(TrnFile *file) {
    Bytes bytes = {0};
    size_t offset = 12 + 8 * (size_t)file->count;
    put_bytes(&bytes, "NWN2", 4);
    put_u16(&bytes, 2);
    put_u16(&bytes, 3);
    put_u32(&bytes, file->count);
    for (uint32_t i = 0; i < file->count; i++) {
        put_bytes(&bytes, file->types[i], 4);
        put_u32(&bytes, (uint32_t)offset);
        offset += 8 + file->packets[i].size;
    }
    for (uint32_t i = 0; i < file->count; i++) {
        put_bytes(&bytes, file->types[i], 4);
        put_u32(&bytes, (uint32_t)file->packets[i].size);
        put_bytes(&bytes, file->packets[i].data, file->packets[i].size);
        free(file->packets[i].data);
    }
    *file = (TrnFile){0};
    return bytes;
}

void save_file(const char *folder, const char *name, TrnFile *file) {
    Bytes bytes = put_file(file);
    save(folder, name, &bytes);
}

void add_area(TrnFile *file, uint32_t width, uint32_t height, uint32_t id) {
    Bytes data = {0};
    put_u32(&data, width);
    put_u32(&data, height);
    put_u32(&data, id);
    add_packet(file, "TRWH", data);
}

Bytes deflated(const Bytes *raw) {
    Bytes data = {0};
    uLongf size = compressBound((uLong)raw->size);
    uint8_t *packed = malloc(size);
    fields_write(raw->data, raw->size);
    if (!packed || compress2(packed, &size, raw->data, (uLong)raw->size, 9) != Z_OK) exit(1);
    put_bytes(&data, "COMP", 4);
    put_u32(&data, (uint32_t)size);
    put_u32(&data, (uint32_t)raw->size);
    put_bytes(&data, packed, size);
    free(packed);
    return data;
}

static void add_mesh(TrnFile *file, const Walkmesh *mesh, uint32_t version, OwnData own,
                     bool compressed) {
    static MeshParts parts;
    Bytes raw = {0};
    put_walkmesh(&raw, mesh, version, own, &parts);
    if (!compressed) {
        add_packet(file, "ASWM", raw);
        return;
    }
    add_packet(file, "ASWM", deflated(&raw));
    free(raw.data);
}

/* ---- Ground and water ------------------------------------------------------------------------ */

/* A DDS image of 4 x 4 texels with this many bits each. */
static void put_image(Bytes *bytes, uint32_t bits) {
    put_u32(bytes, 128 + 2 * bits);
    put_chars(bytes, "DDS ", 4);
    put_u32(bytes, 124);
    put_u32(bytes, 0x100F);
    put_u32(bytes, 4);
    put_u32(bytes, 4);
    put_u32(bytes, bits / 2);
    put_zeros(bytes, 13 * 4);
    put_u32(bytes, 32);
    put_u32(bytes, bits == 8 ? 0x20000 : 0x41);
    put_u32(bytes, 0);
    put_u32(bytes, bits);
    put_zeros(bytes, 9 * 4);
    for (uint32_t i = 0; i < 2 * bits; i++) put_u8(bytes, i * 7);
}

/* Two triangles for each square of a grid of `side` x `side` vertices. */
static void put_squares(Bytes *bytes, uint32_t side) {
    for (uint32_t i = 0; i < (side - 1) * (side - 1); i++) {
        uint32_t at = i / (side - 1) * side + i % (side - 1);
        const uint32_t corners[] = {at, at + 1, at + side + 1, at, at + side + 1, at + side};
        for (int c = 0; c < 6; c++) put_u16(bytes, corners[c]);
    }
}

/* A megatile of 40 m with 3 x 3 vertices; one with grass has two kinds of it. */
Bytes ground(uint32_t x, uint32_t y, bool grass) {
    Bytes bytes = {0};
    put_chars(&bytes, "Meadow", 128);
    put_chars(&bytes, "TT_GG_Grass_07", 32);
    put_chars(&bytes, "TT_MD_Mud_01", 32);
    put_chars(&bytes, "Stra\xdf" "e", 32); /* Windows-1252 */
    for (int i = 3; i < 6; i++) put_chars(&bytes, "", 32);
    for (int i = 0; i < 18; i++) put_f32(&bytes, i / 20.0);
    put_u32(&bytes, 9);
    put_u32(&bytes, 8);
    for (uint32_t i = 0; i < 9; i++) {
        double east = 40.0 * x + 20.0 * (i % 3), north = 40.0 * y + 20.0 * (i / 3);
        put_f32(&bytes, east);
        put_f32(&bytes, north);
        put_f32(&bytes, east / 10 + north / 20);
        put_f32(&bytes, 0);
        put_f32(&bytes, 0);
        put_f32(&bytes, 1);
        for (uint32_t channel = 0; channel < 4; channel++) put_u8(&bytes, 10 * channel + i);
        put_f32(&bytes, -east / 4);
        put_f32(&bytes, north / 4);
        put_f32(&bytes, (i % 3) / 2.0);
        put_f32(&bytes, (double)(i / 3) / 2.0);
    }
    put_squares(&bytes, 3);
    put_image(&bytes, 32);
    put_image(&bytes, 32);
    put_u32(&bytes, grass ? 2 : 0);
    for (uint32_t kind = 0; grass && kind < 2; kind++) {
        put_chars(&bytes, kind ? "reed" : "grass", 32);
        put_chars(&bytes, kind ? "Reed_01" : "Grass_01", 32);
        put_u32(&bytes, 3 - kind);
        for (uint32_t blade = 0; blade < 3 - kind; blade++) {
            put_f32(&bytes, 40.0 * x + blade);
            put_f32(&bytes, 40.0 * y + 10 * kind);
            put_f32(&bytes, 0.5);
            for (int i = 0; i < 6; i++) put_f32(&bytes, i / 4.0);
        }
    }
    return bytes;
}

/* A pond of 2 x 2 squares, the south-western one dry. */
Bytes pond(uint32_t x, uint32_t y, double side) {
    Bytes bytes = {0};
    put_chars(&bytes, "", 32);
    for (uint32_t i = 0; i < 96; i++) put_u8(&bytes, i);
    for (int i = 0; i < 10; i++) put_f32(&bytes, (i + 1) / 10.0);
    for (uint32_t i = 0; i < 3; i++) {
        put_chars(&bytes, i ? "WT_LAKE02_n" : "WT_LAKE01_n", 32);
        for (int k = 0; k < 4; k++) put_f32(&bytes, i + k / 8.0);
    }
    put_f32(&bytes, 0.25);
    put_f32(&bytes, 0.75);
    put_u32(&bytes, 9);
    put_u32(&bytes, 8);
    for (uint32_t i = 0; i < 9; i++) {
        double u = (i % 3) / 2.0, v = (double)(i / 3) / 2.0;
        put_f32(&bytes, x * side + u * side);
        put_f32(&bytes, y * side + v * side);
        put_f32(&bytes, 0.5);
        put_f32(&bytes, 5 * u);
        put_f32(&bytes, 5 * v);
        put_f32(&bytes, u);
        put_f32(&bytes, v);
    }
    put_squares(&bytes, 3);
    for (uint32_t i = 0; i < 8; i++) put_u32(&bytes, i < 2);
    put_image(&bytes, 8);
    put_u32(&bytes, x);
    put_u32(&bytes, y);
    return bytes;
}

/* ---- Samples --------------------------------------------------------------------------------- */

/* A house of 3 x 2 tiles: a wall with a gap, a pool that nobody gets to. In the TRX too much
** furniture has made the tile in the north-east dead. */
static const char *const house[] = {
    "...#..w..",
    "...#..w..",
    "...#..w..",
    "......###",
    "...#..#~~",
    "...#..#~~",
};
static const char *const furnished_house[] = {
    "...#..###",
    "...#..###",
    "...#..###",
    "......###",
    "...#..#~~",
    "...#..#~~",
};

/* One megatile, 4 x 4 tiles, with grass and a rock in it, in a border of two. */
static const char *const meadow[] = {
    "gggggggg",
    "ggg~~ggg",
    "ggg~~ggg",
    "gggggggg",
    "gg##gggg",
    "gg##gggg",
    "gggggggg",
    "g..ggggg",
};

enum { MEADOW_MEGATILES = 5, MEADOW_BORDER = 8, MEADOW_TILES = 20, MEADOW_LINES = 40 };

static const Walkmesh *draw_meadow(bool baked) {
    static char rows[MEADOW_LINES][MEADOW_LINES + 1];
    static const char *lines[MEADOW_LINES];
    for (int row = 0; row < MEADOW_LINES; row++) {
        memset(rows[row], ' ', MEADOW_LINES);
        lines[row] = rows[row];
    }
    for (int row = 0; row < 8; row++) {
        memcpy(&rows[2 * MEADOW_BORDER + row][2 * MEADOW_BORDER], meadow[row], 8);
    }
    Walkmesh *mesh = draw_walkmesh(lines, MEADOW_TILES, MEADOW_TILES, 2, 10, baked);
    mesh->border = MEADOW_BORDER;
    return mesh;
}

static void save_house(const char *folder, const char *name, const char *const *lines,
                       bool baked) {
    TrnFile file = {0};
    add_area(&file, 3, 2, 12);
    add_mesh(&file, draw_walkmesh(lines, 3, 2, 3, 9, baked), 0x6C, OWN_NOTHING, true);
    save_file(folder, name, &file);
}

static void save_meadow(const char *folder, const char *name, bool baked) {
    TrnFile file = {0};
    add_area(&file, MEADOW_MEGATILES, MEADOW_MEGATILES, 13);
    for (uint32_t i = 0; i < MEADOW_MEGATILES * MEADOW_MEGATILES; i++) {
        add_packet(&file, "TRRN",
                   ground(i % MEADOW_MEGATILES, i / MEADOW_MEGATILES, i == 12 || i == 13));
    }
    add_packet(&file, "WATR", pond(2, 2, 40));
    add_mesh(&file, draw_meadow(baked), 0x6C, OWN_NOTHING, true);
    save_file(folder, name, &file);
}

void write_trn_samples(const char *folder) {
    save_house(folder, "house.trn", house, false);
    save_house(folder, "house.trx", furnished_house, true);
    save_meadow(folder, "meadow.trn", false);
    save_meadow(folder, "meadow.trx", true);
}

/* ---- Versions and variants ------------------------------------------------------------------- */

/* Three tiles in a row; triangles 8, 9 are a wall. */
const char *const row_of_tiles[] = {
    ".w.g~.",
    "..#...",
};

const Walkmesh *draw_row(bool baked) {
    return draw_walkmesh(row_of_tiles, 3, 1, 2, 9, baked);
}

static void save_row(const char *folder, const char *name, uint32_t version, OwnData own,
                     bool compressed, bool baked) {
    TrnFile file = {0};
    add_area(&file, 3, 1, 7);
    add_mesh(&file, draw_row(baked), version, own, compressed);
    save_file(folder, name, &file);
}

/* 8 x 8 squares in one tile, of which all or all but half of one are walkable. */
static void save_crowd(const char *folder, const char *name, bool full) {
    static char rows[8][9];
    static const char *lines[8];
    TrnFile file = {0};
    for (int row = 0; row < 8; row++) {
        memset(rows[row], '.', 8);
        lines[row] = rows[row];
    }
    if (!full) rows[7][7] = '#';
    add_area(&file, 1, 1, 8);
    add_mesh(&file, draw_walkmesh(lines, 1, 1, 8, 9, true), 0x6C, OWN_NOTHING, true);
    save_file(folder, name, &file);
}

static void save_variants(const char *folder) {
    static const char *const nothing[] = {"##", "##"}, *const rooms[] = {".#.", ".#.", ".#."};
    TrnFile file = {0};
    save_row(folder, "v69.trx", 0x69, OWN_NOTHING, true, true);
    save_row(folder, "v6a.trx", 0x6A, OWN_NOTHING, true, true);
    save_row(folder, "v6b.trx", 0x6B, OWN_NOTHING, true, true);
    save_row(folder, "v6c.trx", 0x6C, OWN_NOTHING, true, true);
    save_row(folder, "v6c.trn", 0x6C, OWN_NOTHING, true, false);
    save_row(folder, "plain69.trx", 0x69, OWN_NOTHING, false, true);
    save_row(folder, "plain6b.trx", 0x6B, OWN_NOTHING, false, true);
    save_row(folder, "plain6c.trx", 0x6C, OWN_NOTHING, false, true);
    save_row(folder, "owns_edges.trx", 0x6C, OWN_VERTICES_AND_EDGES, false, true);
    save_row(folder, "owns_triangles.trx", 0x6C, OWN_TRIANGLES_TOO, false, true);
    save_row(folder, "owns_edges_69.trx", 0x69, OWN_VERTICES_AND_EDGES, true, true);
    save_crowd(folder, "nodes126.trx", false);
    save_crowd(folder, "nodes128.trx", true);
    add_area(&file, 1, 1, 9);
    add_mesh(&file, draw_walkmesh(nothing, 1, 1, 2, 9, true), 0x6C, OWN_NOTHING, true);
    save_file(folder, "nowhere.trx", &file);
    add_area(&file, 1, 1, 10);
    add_mesh(&file, draw_walkmesh(rooms, 1, 1, 3, 9, true), 0x6C, OWN_NOTHING, false);
    save_file(folder, "rooms.trx", &file);
}

/* ---- Containers ------------------------------------------------------------------------------ */

static void save_containers(const char *folder) {
    static const uint8_t text[] = "hello";
    TrnFile file = {0};
    Bytes unknown = {0};
    add_area(&file, 3, 1, 7);
    save_file(folder, "no_mesh.trx", &file);

    save_file(folder, "no_packets.trx", &file);

    add_area(&file, 2, 1, 7);
    add_packet(&file, "TRRN", ground(0, 0, true));
    add_packet(&file, "TRRN", ground(1, 0, true));
    add_packet(&file, "WATR", pond(1, 0, 40));
    save_file(folder, "ground.trn", &file);

    add_area(&file, 3, 1, 7);
    put_bytes(&unknown, text, 5);
    add_packet(&file, "X\x80Y\x81", unknown);
    add_mesh(&file, draw_row(true), 0x6C, OWN_NOTHING, true);
    save_file(folder, "unknown.trx", &file);

    add_area(&file, 3, 1, 7);
    add_area(&file, 5, 5, 8);
    add_mesh(&file, draw_row(true), 0x6C, OWN_NOTHING, true);
    add_mesh(&file, draw_row(false), 0x6C, OWN_NOTHING, true);
    save_file(folder, "two_of_each.trx", &file);
}

void write_trn_fixtures(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/trn", folder);
    save_variants(path);
    save_containers(path);
    write_trn_faults(path);
}

/* ---- A large one, for benchmarks ------------------------------------------------------------------ */

void write_large_trn(const char *folder, const char *name, uint32_t tiles, uint32_t squares) {
    static char text[64];
    const char *lines[16];
    TrnFile file = {0};
    memset(text, '.', tiles * squares);
    for (uint32_t row = 0; row < squares; row++) lines[row] = text;
    add_area(&file, tiles, 1, 14);
    add_mesh(&file, draw_walkmesh(lines, tiles, 1, squares, 9, true), 0x6C, OWN_NOTHING, true);
    save_file(folder, name, &file);
}
