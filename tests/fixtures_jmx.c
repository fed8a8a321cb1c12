/*
** JMXVNVM files. A region here is a square of N x N cells of equal size; cells are numbered from
** the south-west, x first, open ones before blocked ones. What the format allows beyond that is
** patched in.
*/
#include "fixtures_jmx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILES 96

/* ---- Regions ------------------------------------------------------------------------------------ */

static bool nothing_blocked(double x, double z) {
    (void)x, (void)z;
    return false;
}

static bool no_region(unsigned x, unsigned z) {
    (void)x, (void)z;
    return false;
}

static unsigned no_plane(double x, double z, double *height) {
    (void)x, (void)z;
    *height = -20;
    return 0;
}

/* One unit up for each tile to the east, ten for each to the north. */
static double slope(double x, double z) {
    return x / 20 + z / 2 - 168 * 96 - 97 * 960;
}

static unsigned id_of(const Region *region) {
    return region->z << 8 | region->x;
}

static bool cell_is_blocked(const Region *region, unsigned x, unsigned z) {
    double side = (double)UNITS / region->cells;
    return region->is_blocked(region->x * UNITS + (x + 0.5) * side,
                              region->z * UNITS + (z + 0.5) * side);
}

static void number_cells(Region *region) {
    unsigned number = 0;
    for (unsigned blocked = 0; blocked < 2; blocked++) {
        for (unsigned z = 0; z < region->cells; z++) {
            for (unsigned x = 0; x < region->cells; x++) {
                if (cell_is_blocked(region, x, z) == (blocked == 1)) {
                    region->numbers[z][x] = number++;
                }
            }
        }
        if (!blocked) region->open_count = number;
    }
}

/* ---- Parts of a file ----------------------------------------------------------------------------- */

static void put_objects(Bytes *bytes, const Region *region) {
    put_u16(bytes, (uint32_t)region->object_count);
    for (int i = 0; i < region->object_count; i++) {
        const Object *object = &region->objects[i];
        put_u32(bytes, object->asset);
        put_f32(bytes, object->x);
        put_f32(bytes, object->y);
        put_f32(bytes, object->z);
        put_u16(bytes, (uint32_t)object->type);
        put_f32(bytes, object->yaw);
        put_u16(bytes, object->uid);
        put_u16(bytes, object->unknown);
        put_u8(bytes, object->is_big);
        put_u8(bytes, object->is_struct);
        put_u16(bytes, object->region);
        put_u16(bytes, (uint32_t)object->link_count);
        for (int k = 0; k < object->link_count; k++) {
            put_u16(bytes, (uint32_t)object->links[k].linked);
            put_u16(bytes, (uint32_t)object->links[k].linked_edge);
            put_u16(bytes, (uint32_t)object->links[k].edge);
        }
    }
}

/* In the order of their numbers, with the objects that stand in them. */
static void put_cells(Bytes *bytes, Region *region) {
    unsigned total = region->cells * region->cells;
    double side = (double)UNITS / region->cells;
    region->at.counts = bytes->size;
    put_u32(bytes, total);
    put_u32(bytes, region->open_count);
    region->at.cells = bytes->size;
    for (unsigned number = 0; number < total; number++) {
        unsigned place = 0;
        while (region->numbers[place / region->cells][place % region->cells] != number) place++;
        double x = place % region->cells * side, z = place / region->cells * side;
        unsigned inside[OBJECTS_MAX], count = 0;
        for (int i = 0; i < region->object_count; i++) {
            const Object *object = &region->objects[i];
            if (object->x >= x && object->x < x + side && object->z >= z && object->z < z + side) {
                inside[count++] = (unsigned)i;
            }
        }
        put_f32(bytes, x);
        put_f32(bytes, z);
        put_f32(bytes, x + side);
        put_f32(bytes, z + side);
        put_u8(bytes, count);
        for (unsigned i = 0; i < count; i++) put_u16(bytes, inside[i]);
    }
}

static void put_line(Bytes *bytes, double x0, double z0, double x1, double z1) {
    put_f32(bytes, x0);
    put_f32(bytes, z0);
    put_f32(bytes, x1);
    put_f32(bytes, z1);
}

/* The four sides: +z, +x, -z, -x. */
static const struct Side {
    int x, z;
} sides[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* The line of a cell's side, from its west or south end. */
static void put_side(Bytes *bytes, const Region *region, unsigned x, unsigned z, unsigned side) {
    double length = (double)UNITS / region->cells;
    double west = x * length, south = z * length;
    double x0 = sides[side].x > 0 ? west + length : west;
    double z0 = sides[side].z > 0 ? south + length : south;
    put_line(bytes, x0, z0, sides[side].x ? x0 : west + length, sides[side].z ? z0 : south + length);
}

static void put_edge(Bytes *bytes, unsigned flags, unsigned side, int other_side, unsigned cell0,
                     int cell1) {
    put_u8(bytes, flags);
    put_u8(bytes, side);
    put_u8(bytes, (uint32_t)other_side);
    put_u16(bytes, cell0);
    put_u16(bytes, (uint32_t)cell1);
}

/* Cell number `i` of a side, counted from the west or south. */
static void border_cell(const Region *region, unsigned side, unsigned i, unsigned *x, unsigned *z) {
    unsigned last = region->cells - 1;
    *x = sides[side].x > 0 ? last : sides[side].x < 0 ? 0 : i;
    *z = sides[side].z > 0 ? last : sides[side].z < 0 ? 0 : i;
}

static bool has_neighbor(const Region *region, unsigned side) {
    return region->exists(region->x + (unsigned)sides[side].x, region->z + (unsigned)sides[side].z);
}

/* Edges to one neighbour, which has cells of the same size. */
static uint32_t put_border(Bytes *bytes, const Region *region, unsigned side) {
    Region other = *region;
    other.x += (unsigned)sides[side].x;
    other.z += (unsigned)sides[side].z;
    number_cells(&other);
    for (unsigned i = 0; i < region->cells; i++) {
        unsigned x, z, other_x, other_z;
        border_cell(region, side, i, &x, &z);
        border_cell(&other, (side + 2) % 4, i, &other_x, &other_z);
        bool blocked = cell_is_blocked(region, x, z) || cell_is_blocked(&other, other_x, other_z);
        put_side(bytes, region, x, z, side);
        put_edge(bytes, blocked ? 11 : 8, side, (int)(side + 2) % 4, region->numbers[z][x],
                 (int)other.numbers[other_z][other_x]);
        put_u16(bytes, id_of(region));
        put_u16(bytes, id_of(&other));
    }
    return region->cells;
}

static void put_global_edges(Bytes *bytes, Region *region) {
    size_t count_at = bytes->size;
    uint32_t count = 0;
    put_u32(bytes, 0);
    region->at.global_edges = bytes->size;
    for (unsigned side = 0; side < 4; side++) {
        if (has_neighbor(region, side)) count += put_border(bytes, region, side);
    }
    patch_u32(bytes, count_at, count);
}

/* To the north and east neighbour of each cell, then the borders where the world ends. */
static void put_internal_edges(Bytes *bytes, Region *region) {
    size_t count_at = bytes->size;
    uint32_t count = 0;
    put_u32(bytes, 0);
    region->at.internal_edges = bytes->size;
    for (unsigned z = 0; z < region->cells; z++) {
        for (unsigned x = 0; x < region->cells; x++) {
            for (unsigned side = 0; side < 2; side++) {
                unsigned other_x = x + (unsigned)sides[side].x, other_z = z + (unsigned)sides[side].z;
                if (other_x == region->cells || other_z == region->cells) continue;
                bool blocked =
                    cell_is_blocked(region, x, z) || cell_is_blocked(region, other_x, other_z);
                put_side(bytes, region, x, z, side);
                put_edge(bytes, blocked ? 7 : 4, side, (int)side + 2, region->numbers[z][x],
                         (int)region->numbers[other_z][other_x]);
                count++;
            }
        }
    }
    for (unsigned side = 0; side < 4; side++) {
        for (unsigned i = 0; i < region->cells && !has_neighbor(region, side); i++) {
            unsigned x, z;
            border_cell(region, side, i, &x, &z);
            put_side(bytes, region, x, z, side);
            put_edge(bytes, 7, side, -1, region->numbers[z][x], -1);
            count++;
        }
    }
    patch_u32(bytes, count_at, count);
}

static void put_tiles(Bytes *bytes, Region *region) {
    region->at.tiles = bytes->size;
    for (unsigned z = 0; z < TILES; z++) {
        for (unsigned x = 0; x < TILES; x++) {
            unsigned cell = region->numbers[z * region->cells / TILES][x * region->cells / TILES];
            put_u32(bytes, cell);
            if (region->variant == 'B' || region->variant == 'C') continue;
            put_u16(bytes, (cell >= region->open_count ? 1 : 0) | (x == z ? 512 : 0));
            put_u16(bytes, x / 16 + z / 16 * 6);
        }
    }
}

static void put_heights(Bytes *bytes, Region *region) {
    region->at.heights = bytes->size;
    for (unsigned z = 0; z <= TILES; z++) {
        for (unsigned x = 0; x <= TILES; x++) {
            put_f32(bytes, region->height(region->x * UNITS + x * 20, region->z * UNITS + z * 20));
        }
    }
    region->at.planes = bytes->size;
    if (region->variant == 'C' || region->variant == 'D') return;
    double heights[36];
    for (unsigned i = 0; i < 36; i++) {
        double x = region->x * UNITS + (i % 6 + 0.5) * 320;
        double z = region->z * UNITS + (i / 6 + 0.5) * 320;
        put_u8(bytes, region->plane(x, z, &heights[i]));
    }
    for (unsigned i = 0; i < 36; i++) put_f32(bytes, heights[i]);
}

/* The whole file; region->at tells where its parts are. */
Bytes write_region(Region *region) {
    Bytes bytes = {0};
    number_cells(region);
    put_chars(&bytes, "JMXVNVM 1000", 12);
    region->at.objects = bytes.size;
    put_objects(&bytes, region);
    put_cells(&bytes, region);
    put_global_edges(&bytes, region);
    put_internal_edges(&bytes, region);
    put_tiles(&bytes, region);
    put_heights(&bytes, region);
    return bytes;
}

/* ---- Samples: a small world of four regions --------------------------------------------------------- */

static double hills(double x, double z) {
    return 60 * sin(x / 530) * cos(z / 410) + 25 * sin((x + 2 * z) / 230);
}

static bool too_high_or_deep(double x, double z) {
    return hills(x, z) > 48 || hills(x, z) < -48;
}

static bool is_in_sample(unsigned x, unsigned z) {
    return (x == 168 || x == 169) && (z == 97 || z == 98);
}

/* Water in the valleys, one frozen lake. */
static unsigned lakes(double x, double z, double *height) {
    *height = -20;
    if (hills(x, z) > -35) return 0;
    *height = -25;
    return x > 169 * UNITS ? 2 : 1;
}

/* Objects at the borders stand in the files of both regions. Each oddity that the reports look for
** is there once: a one-way edge, a border edge without mirror image, a link that nothing answers. */
void write_jmx_samples(const char *folder) {
    static const Object gate = {.asset = 1201, .x = 1880, .y = 12, .z = 400, .yaw = 1.5, .type = -1,
                                .uid = 1 << 13 | 5 << 10 | 1, .is_big = 1, .is_struct = 1,
                                .region = 0x61a8};
    static const Object wall = {.asset = 77, .x = 60, .y = 9, .z = 410, .yaw = -1.5, .type = -1,
                                .uid = 1 << 13 | 1, .region = 0x61a9};
    static const Object tree = {.asset = 314, .x = 700, .y = 20, .z = 900, .yaw = 0.25, .type = 0,
                                .uid = 2 << 13 | 2 << 10 | 1};
    static const Object bridge = {.asset = 52, .x = 300, .y = 5, .z = 1500, .type = -1,
                                  .uid = 4 << 13 | 1, .is_big = 1};
    for (unsigned i = 0; i < 4; i++) {
        Region region = {.x = 168 + i % 2, .z = 97 + i / 2, .cells = 16, .variant = 'A',
                         .is_blocked = too_high_or_deep, .height = hills, .exists = is_in_sample,
                         .plane = lakes};
        Object *objects = region.objects;
        if (i == 0) { /* the gate alone: what it is linked to is the neighbour's */
            objects[region.object_count++] = gate;
            objects[0].links[objects[0].link_count++] = (Link){-1, -1, 2};
        } else if (i == 1) {
            objects[region.object_count++] = wall;
            objects[region.object_count++] = gate;
            objects[1].x -= UNITS;
            objects[0].links[objects[0].link_count++] = (Link){1, 2, 4};
            objects[1].links[objects[1].link_count++] = (Link){0, 4, 2};
        } else {
            objects[region.object_count++] = bridge;
            objects[region.object_count++] = bridge;
            objects[1].x += 100;
            objects[1].uid += 1 << 10 | 1;
            objects[0].links[objects[0].link_count++] = (Link){1, 3, 1};
            if (i == 2) objects[1].links[objects[1].link_count++] = (Link){0, 1, 3};
        }
        for (unsigned k = 0; k < 3; k++) {
            Object *more = &objects[region.object_count++];
            *more = tree;
            more->asset += k % 2;
            more->x += 90.0 * k;
            more->uid += k;
        }
        for (int k = 0; k < region.object_count; k++) {
            if (!objects[k].region) objects[k].region = id_of(&region);
        }
        Bytes bytes = write_region(&region);
        if (i == 0) patch_u8(&bytes, region.at.internal_edges + 20 * 23 + 16, 4 | 1);
        if (i == 3) patch_u16(&bytes, region.at.global_edges + 5 * 27 + 21, 0);
        char name[32];
        snprintf(name, sizeof name, "nv_%04x.nvm", id_of(&region));
        save(folder, name, &bytes);
    }
}

/* ---- Fixtures: sound files --------------------------------------------------------------------------- */

/* Of 4 x 4 cells, the one in column 1, row 1 and the whole of column 3. */
static bool some_blocked(double x, double z) {
    int column = (int)fmod(x, UNITS) / 480, row = (int)fmod(z, UNITS) / 480;
    return (column == 1 && row == 1) || column == 3;
}

static bool is_in_fixtures(unsigned x, unsigned z) {
    return z == 97 && (x == 168 || x == 169);
}

/* Ice in the south-west, high above the ground; below it to the east; water beside that. */
static unsigned some_planes(double x, double z, double *height) {
    int column = (int)fmod(x, UNITS) / 320, row = (int)fmod(z, UNITS) / 320;
    *height = -20;
    if (row || column > 2) return 0;
    *height = column == 0 ? 500 : column == 1 ? -500 : 600;
    return column == 2 ? 1 : 2;
}

Region fixture_region(char variant) {
    Region region = {.x = 168, .z = 97, .cells = 4, .variant = variant, .is_blocked = some_blocked,
                     .height = slope, .exists = is_in_fixtures, .plane = some_planes};
    region.objects[0] = (Object){.asset = 4000000000u, .x = 100, .y = 1.5, .z = 200, .yaw = 0.5,
                                 .type = -1, .uid = 0x0001, .unknown = 7, .is_big = 1,
                                 .region = 0x61a8, .links = {{1, 5, 3}, {-1, -1, 9}},
                                 .link_count = 2};
    region.objects[1] = (Object){.asset = 12, .x = 130, .y = -3, .z = 210, .yaw = -0.5, .type = 0,
                                 .uid = 0x0002, .is_struct = 1, .region = 0x61a8,
                                 .links = {{0, 3, 5}}, .link_count = 1};
    region.objects[2] = (Object){.asset = 12, .x = 1925, .y = 0, .z = 1919, .type = -1,
                                 .uid = 5 << 13 | 0x3FF, .region = 0x61a9};
    region.object_count = 3;
    return region;
}

static void write_variants(const char *folder) {
    for (char variant = 'A'; variant <= 'D'; variant++) {
        Region region = fixture_region(variant);
        Bytes bytes = write_region(&region);
        char name[32];
        snprintf(name, sizeof name, "jmx/variant_%c.nvm", variant - 'A' + 'a');
        save_copy(folder, name, &bytes);
        if (variant == 'A') {
            save_copy(folder, "jmx/world/nv_61a8.nvm", &bytes);
            save_copy(folder, "jmx/names/NV_61A8.NVM", &bytes);
            save_copy(folder, "jmx/names/nv_61a8.nvm.bak", &bytes);
            save_copy(folder, "jmx/names/nv_61g8.nvm", &bytes);
            save_copy(folder, "jmx/names/nv_0102.nvm", &bytes);
            put_zeros(&bytes, 3);
            save_copy(folder, "jmx/odd/trailing.nvm", &bytes);
        }
        free(bytes.data);
    }
    Region east = fixture_region('A');
    east.x++;
    east.object_count = 0;
    Bytes bytes = write_region(&east);
    save(folder, "jmx/world/nv_61a9.nvm", &bytes);
}

static bool is_east_of_one_cell(unsigned x, unsigned z) {
    return x == 0x2a && z == 0x1f;
}

/* Like the smallest real file that is known, nv_1f29.nvm of 74643 bytes. */
static void write_one_cell(const char *folder) {
    Region region = {.x = 0x29, .z = 0x1f, .cells = 1, .variant = 'C',
                     .is_blocked = nothing_blocked, .height = slope,
                     .exists = is_east_of_one_cell, .plane = no_plane};
    Bytes bytes = write_region(&region);
    save(folder, "jmx/nv_1f29.nvm", &bytes);
}

/* Where an internal edge of a region without neighbours begins: the side (+z or +x) of a cell. */
static size_t internal_edge(const Region *region, unsigned x, unsigned z, unsigned side) {
    unsigned full_rows = z * (2 * region->cells - 1);
    unsigned before = z + 1 < region->cells ? 2 * x + side : x;
    return region->at.internal_edges + (full_rows + before) * 23;
}

static void write_paths(const char *folder) {
    Region region = {.x = 168, .z = 97, .cells = 4, .variant = 'A', .is_blocked = nothing_blocked,
                     .height = slope, .exists = no_region, .plane = no_plane};
    region.objects[0] = fixture_region('A').objects[2];
    region.object_count = 1;
    Bytes open = write_region(&region);
    save_copy(folder, "jmx/paths/open.nvm", &open);
    /* 4 x 4 open cells; row 0: from cell 0 to 1 only eastwards, from 1 to 2 only westwards, 2 to 3 siege */
    Bytes bytes = copy_of(&open);
    patch_u8(&bytes, internal_edge(&region, 0, 0, 1) + 16, 4 | 1);
    patch_u8(&bytes, internal_edge(&region, 1, 0, 1) + 16, 4 | 2);
    patch_u8(&bytes, internal_edge(&region, 2, 0, 1) + 16, 4 | 128);
    save_copy(folder, "jmx/paths/one_way.nvm", &bytes);
    /* and no other way out of row 0 */
    for (unsigned x = 0; x < 4; x++) patch_u8(&bytes, internal_edge(&region, x, 0, 0) + 16, 7);
    save(folder, "jmx/paths/one_way_row.nvm", &bytes);
    /* the ends of a line exchanged, sides exchanged */
    bytes = copy_of(&open);
    size_t edge = internal_edge(&region, 0, 0, 1);
    patch_f32(&bytes, edge + 4, 480);
    patch_f32(&bytes, edge + 12, 0);
    patch_u16(&bytes, edge + 19, 1);
    patch_u16(&bytes, edge + 21, 0);
    patch_u8(&bytes, edge + 16, 4 | 2);
    save(folder, "jmx/paths/exchanged.nvm", &bytes);
    free(open.data);
}

void write_jmx_fixtures(const char *folder) {
    write_variants(folder);
    write_one_cell(folder);
    write_paths(folder);
    write_jmx_faults(folder);
}
