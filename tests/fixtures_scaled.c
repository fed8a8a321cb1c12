/* Files that grow in one respect, n = 1, 2, 4 and 8 times: what their decoding costs must grow no
** faster. Each series has a folder, and its files are named by n. */
#include "fixtures_jmx.h"
#include "fixtures_mdl.h"

#include <stdio.h>
#include <stdlib.h>

static void name_file(char *name, size_t size, const char *series, uint32_t n, const char *ending) {
    snprintf(name, size, "%s/%u.%s", series, n, ending);
}

/* ---- Neverwinter Nights -----------------------------------------------------------------------
 */

static void save_model(const char *folder, const char *series, uint32_t n, Model *model) {
    char name[64];
    Bytes file = end_model(model);
    name_file(name, sizeof name, series, n, "mdl");
    save(folder, name, &file);
}

/* 250 n children of one root, by one name or each by its own. */
static void write_crowd(const char *folder, uint32_t n, bool named_alike) {
    static size_t children[2000];
    char name[32] = "all_the_same";
    Model model = begin_model("crowd", BIOWARE, 4);
    size_t root = add_node(&model, "root", DUMMY);
    for (uint32_t i = 0; i < 250 * n; i++) {
        if (!named_alike) snprintf(name, sizeof name, "figure%u", i);
        children[i] = add_node(&model, name, DUMMY);
        set_position(&model, children[i], (float)i, 0, 0);
    }
    set_children(&model, root, children, 250 * (int)n);
    set_root(&model, 0, root, 250 * n + 1);
    save_model(folder, named_alike ? "mdl_names_alike" : "mdl_names", n, &model);
}

/* 4 n chains of 60 nodes below each other: a path has a text for each level, and depth is bounded.
 */
static void write_chains(const char *folder, uint32_t n) {
    static size_t chains[32];
    Model model = begin_model("chain", BIOWARE, 4);
    size_t root = add_node(&model, "root", DUMMY);
    for (uint32_t c = 0; c < 4 * n; c++) {
        size_t node = chains[c] = add_node(&model, "link", DUMMY);
        for (int i = 1; i < 60; i++) {
            size_t child = model.data.size + 4;
            set_children(&model, node, &child, 1);
            node = add_node(&model, "link", DUMMY);
        }
    }
    set_children(&model, root, chains, 4 * (int)n);
    set_root(&model, 0, root, 240 * n + 1);
    save_model(folder, "mdl_chains", n, &model);
}

/* A band of 100 n squares. */
static void write_band(const char *folder, uint32_t n) {
    static float positions[2 * 801][3];
    static uint16_t faces[2 * 800][3];
    Model model = begin_model("band", NWN_EE, 4);
    size_t node = add_node(&model, "band", TRIMESH);
    uint32_t squares = 100 * n;
    for (uint32_t i = 0; i <= squares; i++) {
        uint16_t a = (uint16_t)(2 * i), corners[2][3] = {{a, a, a}, {a, a, a}};
        positions[a][0] = positions[a + 1][0] = (float)i;
        positions[a + 1][1] = 1;
        if (i == squares) break;
        corners[0][1] += 2, corners[0][2] += 1, corners[1][0] += 1, corners[1][1] += 2;
        corners[1][2] += 3;
        for (int k = 0; k < 6; k++) faces[a + k / 3][k % 3] = corners[k / 3][k % 3];
    }
    const Shape shape = {2 * (int)squares + 2,
                         2 * (int)squares,
                         (const float(*)[3])positions,
                         (const uint16_t(*)[3])faces,
                         "cloth",
                         1,
                         true};
    set_root(&model, 0, node, 1);
    set_mesh(&model, node, &shape);
    save_model(folder, "mdl_band", n, &model);
}

/* 25 n animations of two nodes with keys and events. */
static void write_animations(const char *folder, uint32_t n) {
    static const float times[] = {0, 1, 2, 3}, places[12];
    static const char *const events[] = {"hit", "snd_hitground"};
    static const Controller moving = {8, 4, 3, times, places};
    static size_t animations[200];
    Model model = begin_model("dancer", BIOWARE, 4);
    set_root(&model, 0, add_node(&model, "dancer", DUMMY), 1);
    for (uint32_t i = 0; i < 25 * n; i++) {
        animations[i] = add_animation(&model, "dance", 3, "dancer");
        size_t root = add_node(&model, "dancer", DUMMY), arm = add_node(&model, "arm", DUMMY);
        set_children(&model, root, &arm, 1);
        set_controllers(&model, arm, &moving, 1);
        set_root(&model, animations[i], root, 2);
        set_events(&model, animations[i], events, times, 2);
    }
    set_animations(&model, animations, 25 * (int)n);
    save_model(folder, "mdl_animations", n, &model);
}

/* ---- Silkroad -----------------------------------------------------------------------------------
 */

static void save_region(const char *folder, const char *series, uint32_t n, Region *region) {
    char name[64];
    Bytes bytes = write_region(region);
    name_file(name, sizeof name, series, n, "nvm");
    save(folder, name, &bytes);
}

/* 16 n objects in a ring of links, all in one place. */
static void write_ring(const char *folder, uint32_t n) {
    Region region = fixture_region('A');
    region.object_count = 16 * (int)n;
    for (int i = 0; i < region.object_count; i++) {
        region.objects[i] = region.objects[1];
        region.objects[i].uid = (unsigned)i;
        region.objects[i].link_count = 1;
        region.objects[i].links[0] = (Link){(i + 1) % region.object_count, i % 7, i % 5};
    }
    save_region(folder, "jmx_ring", n, &region);
}

/* Cells along a side, so that the numbers of cells double, about. */
static void write_cells(const char *folder, uint32_t n) {
    Region region = fixture_region('A');
    static const unsigned sides[] = {[1] = 11, [2] = 16, [4] = 22, [8] = 32};
    region.cells = sides[n];
    save_region(folder, "jmx_cells", n, &region);
}

void write_scaled(const char *folder) {
    char name[64];
    for (uint32_t n = 1; n <= 8; n *= 2) {
        write_crowd(folder, n, false);
        write_crowd(folder, n, true);
        write_chains(folder, n);
        write_band(folder, n);
        write_animations(folder, n);
        write_ring(folder, n);
        write_cells(folder, n);
        name_file(name, sizeof name, "gnd_cubes", n, "gnd");
        write_large_gnd(folder, name, 24, 16 * n, 4);
        name_file(name, sizeof name, "gnd_lightmaps", n, "gnd");
        write_large_gnd(folder, name, 4, 4, 64 * n);
        name_file(name, sizeof name, "trn_open", n, "trx");
        write_large_trn(folder, name, n, 5);
        for (int what = 0; what < 4; what++) write_scaled_gt(folder, what, n);
    }
    write_gt_bomb(folder);
}
