/* JMXVNVM files that are odd, and such that must be refused. */
#include "fixtures_jmx.h"

/* ---- Oddities ------------------------------------------------------------------------------ */

#define NOT_A_NUMBER 0x7fc00000u

static void write_odd_objects(const char *folder) {
    Region region = fixture_region('A');
    Object *objects = region.objects;
    objects[0].links[0] = (Link){1, 5, 4}; /* 1 answers to edge 3 */
    objects[0].links[1] = (Link){3, 0, 0};
    objects[0].links[2] = (Link){-2, 0, 0};
    objects[0].link_count = 3;
    objects[0].type = 7;
    objects[1].is_struct = 2;
    objects[2].uid = objects[1].uid;
    objects[2].region = objects[1].region;
    Bytes bytes = write_region(&region);
    patch_u32(&bytes, region.at.objects + 2 + 4, NOT_A_NUMBER);
    patch_u16(&bytes, region.at.cells + 17, 9); /* an object of cell 0 */
    save(folder, "jmx/odd/objects.nvm", &bytes);
}

static void write_odd_cells(const char *folder) {
    Region region = fixture_region('A');
    region.object_count = 0;
    Bytes bytes = write_region(&region);
    Bytes other = copy_of(&bytes);
    patch_u32(&other, region.at.counts + 4, 17);
    save(folder, "jmx/odd/open_above_total.nvm", &other);
    patch_f32(&bytes, region.at.cells + 8, 0);        /* cell 0: no width */
    patch_f32(&bytes, region.at.cells + 17 + 8, 970); /* cell 1: off the grid */
    size_t tile = region.at.tiles;
    patch_u32(&bytes, tile + 95 * 8, 16);             /* x 95, z 0: there are cells 0 to 15 */
    patch_u32(&bytes, tile + 94 * 8, UINT32_MAX);
    patch_u16(&bytes, tile + 30 * 8 + 4, 1);          /* x 30, z 0 blocked in open cell 1 */
    save(folder, "jmx/odd/cells.nvm", &bytes);
}

static void write_odd_edges(const char *folder) {
    Region region = fixture_region('A');
    region.object_count = 0;
    Bytes bytes = write_region(&region);
    size_t global = region.at.global_edges, internal = region.at.internal_edges;
    Bytes other = copy_of(&bytes);
    for (size_t edge = 0; edge < 4; edge++) patch_u16(&other, global + edge * 27 + 23, 0xFFFF);
    save(folder, "jmx/odd/no_region.nvm", &other);
    patch_u16(&bytes, global + 27 + 23, 0x61a9);      /* edge 1 says another region 0 */
    patch_u16(&bytes, global + 2 * 27 + 21, 40000);   /* edge 2: cell 1 is negative */
    patch_u16(&bytes, global + 3 * 27 + 25, 0xFFFF);  /* edge 3: no region 1, no cell 1 */
    patch_u16(&bytes, global + 3 * 27 + 21, 0xFFFF);
    patch_u16(&bytes, internal + 19, 0xFFFF);         /* edge 4: no cell 0 */
    patch_u16(&bytes, internal + 23 + 21, 16);        /* edge 5: cell 1 out of range */
    patch_u8(&bytes, internal + 2 * 23 + 16, 4 | 96); /* edge 6: flags of other kinds of files */
    patch_u8(&bytes, internal + 3 * 23 + 17, 4);      /* edge 7: a fifth direction */
    patch_u8(&bytes, internal + 3 * 23 + 18, 0xFE);
    patch_f32(&bytes, internal + 4 * 23 + 4, 33);     /* edge 8: oblique */
    patch_u32(&bytes, internal + 5 * 23 + 12, NOT_A_NUMBER); /* edge 9 */
    save(folder, "jmx/odd/edges.nvm", &bytes);
}

static void write_odd_grids(const char *folder) {
    Region region = fixture_region('A');
    region.object_count = 0;
    Bytes bytes = write_region(&region);
    patch_u32(&bytes, region.at.heights + 4 * (97 * 3 + 2), NOT_A_NUMBER);
    patch_u32(&bytes, region.at.heights + 4 * 96, 0x7f800000u); /* infinite */
    patch_u8(&bytes, region.at.planes, 3);
    patch_u8(&bytes, region.at.planes + 35, 255);
    patch_u32(&bytes, region.at.planes + 36 + 4, NOT_A_NUMBER);
    save(folder, "jmx/odd/grids.nvm", &bytes);
}

/* ---- Faults --------------------------------------------------------------------------------- */

static void save_cut(const char *folder, const char *name, const Bytes *bytes, size_t size) {
    Bytes cut = {0};
    put_bytes(&cut, bytes->data, size);
    save(folder, name, &cut);
}

static void write_cuts(const char *folder) {
    Region region = fixture_region('A');
    Bytes bytes = write_region(&region);
    size_t edges = region.at.global_edges;
    save_cut(folder, "jmx/bad/version_cut.nvm", &bytes, 10);
    save_cut(folder, "jmx/bad/object_count_cut.nvm", &bytes, 13);
    save_cut(folder, "jmx/bad/objects_cut.nvm", &bytes, 100);
    save_cut(folder, "jmx/bad/object_cut.nvm", &bytes, 14 + 96);
    save_cut(folder, "jmx/bad/cell_count_cut.nvm", &bytes, region.at.counts + 1);
    save_cut(folder, "jmx/bad/open_count_cut.nvm", &bytes, region.at.counts + 7);
    save_cut(folder, "jmx/bad/cells_cut.nvm", &bytes, region.at.cells + 16 * 17 - 1);
    save_cut(folder, "jmx/bad/cell_cut.nvm", &bytes, region.at.cells + 16 * 17);
    save_cut(folder, "jmx/bad/global_count_cut.nvm", &bytes, edges - 2);
    save_cut(folder, "jmx/bad/global_edges_cut.nvm", &bytes, edges + 1);
    save_cut(folder, "jmx/bad/internal_count_cut.nvm", &bytes, edges + 4 * 27 + 3);
    save_cut(folder, "jmx/bad/internal_edges_cut.nvm", &bytes, region.at.internal_edges + 5);
    save_cut(folder, "jmx/bad/tiles_cut.nvm", &bytes, region.at.tiles + 1000);
    save_cut(folder, "jmx/bad/heights_cut.nvm", &bytes, region.at.heights + 1000);
    save_cut(folder, "jmx/bad/plane_types_cut.nvm", &bytes, region.at.planes + 35);
    save_cut(folder, "jmx/bad/plane_heights_cut.nvm", &bytes, bytes.size - 1);
    patch_u8(&bytes, 11, '1');
    save(folder, "jmx/bad/version.nvm", &bytes);
}

/* Counts that nothing stands behind. */
static void write_counts(const char *folder) {
    Bytes bytes = {0};
    put_chars(&bytes, "JMXVNVM 1000", 12);
    put_u16(&bytes, 0xFFFF);
    put_zeros(&bytes, 64);
    save_copy(folder, "jmx/bad/objects.nvm", &bytes);
    patch_u16(&bytes, 12, 1);
    patch_u16(&bytes, 14 + 30, 0xFFFF);
    save_copy(folder, "jmx/bad/links.nvm", &bytes);
    patch_u16(&bytes, 12, 0);
    patch_u32(&bytes, 14, UINT32_MAX);
    save_copy(folder, "jmx/bad/cells.nvm", &bytes);
    patch_u32(&bytes, 14, 2);
    patch_u8(&bytes, 22 + 17 + 16, 255);
    save_copy(folder, "jmx/bad/cell_objects.nvm", &bytes);
    patch_u32(&bytes, 14, 0);
    patch_u32(&bytes, 22, UINT32_MAX);
    save_copy(folder, "jmx/bad/global_edges.nvm", &bytes);
    patch_u32(&bytes, 22, 0);
    patch_u32(&bytes, 26, UINT32_MAX);
    save_copy(folder, "jmx/bad/internal_edges.nvm", &bytes);
    patch_u8(&bytes, 0, 'j');
    save(folder, "jmx/bad/signature.nvm", &bytes);
    /* a file with nothing but what every file has */
    put_chars(&bytes, "JMXVNVM 1000", 12);
    put_zeros(&bytes, 18 + 74500);
    save(folder, "jmx/empty.nvm", &bytes);
}

void write_jmx_faults(const char *folder) {
    write_odd_objects(folder);
    write_odd_cells(folder);
    write_odd_edges(folder);
    write_odd_grids(folder);
    write_cuts(folder);
    write_counts(folder);
}
