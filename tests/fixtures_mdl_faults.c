/* MDL files with one fault each. mdl/bad/ can't be opened, or one of its tables can't; mdl/odd/ can,
** and gives findings. */
#include "fixtures_mdl.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Broken trees ------------------------------------------------------------------------------- */

/* Dummies: root > a > b, root > c; an animation with a root of its own. */
typedef struct Family {
    Model model;
    size_t root, a, b, c, animation, still;
    size_t of_root, of_a; /* their arrays of children */
} Family;

static Family family(void) {
    Family f = {.model = begin_model("family", BIOWARE, 4)};
    f.root = add_node(&f.model, "root", DUMMY);
    f.a = add_node(&f.model, "a", DUMMY);
    f.b = add_node(&f.model, "b", DUMMY);
    f.c = add_node(&f.model, "c", DUMMY);
    const size_t children[] = {f.a, f.c};
    f.of_root = f.model.data.size;
    set_children(&f.model, f.root, children, 2);
    f.of_a = f.model.data.size;
    set_children(&f.model, f.a, &f.b, 1);
    set_root(&f.model, 0, f.root, 4);
    f.animation = add_animation(&f.model, "walk", 1, "root");
    f.still = add_node(&f.model, "root", DUMMY);
    set_root(&f.model, f.animation, f.still, 1);
    set_animations(&f.model, &f.animation, 1);
    return f;
}

/* The family with one u32 of its model data changed. */
static void write_family(const char *folder, const char *name, size_t at, size_t value) {
    Family f = family();
    patch_u32(&f.model.data, at, (uint32_t)value);
    Bytes file = end_model(&f.model);
    save(folder, name, &file);
}

static void write_trees(const char *folder) {
    Family f = family();
    size_t size = f.model.data.size, animations = size - 4;
    write_family(folder, "mdl/bad/child_null.mdl", f.of_root, 0);
    write_family(folder, "mdl/bad/child_outside.mdl", f.of_root, size - 111);
    write_family(folder, "mdl/bad/child_far.mdl", f.of_root, 0xFFFFFFF0);
    write_family(folder, "mdl/bad/child_is_header.mdl", f.of_root, f.animation);
    write_family(folder, "mdl/bad/child_itself.mdl", f.of_a, f.a);
    write_family(folder, "mdl/bad/cycle.mdl", f.of_a, f.root);
    write_family(folder, "mdl/bad/shared.mdl", f.of_root + 4, f.b);
    write_family(folder, "mdl/bad/shared_by_trees.mdl", f.animation + HEADER_ROOT, f.c);
    write_family(folder, "mdl/bad/children_many.mdl", f.root + NODE_CHILDREN + 4, 0x40000001);
    write_family(folder, "mdl/bad/children_null.mdl", f.root + NODE_CHILDREN, 0);
    write_family(folder, "mdl/bad/root_outside.mdl", HEADER_ROOT, size);
    write_family(folder, "mdl/bad/animation_outside.mdl", animations, size - 195);
    write_family(folder, "mdl/bad/animation_is_header.mdl", animations, 0);
    write_family(folder, "mdl/bad/animations_many.mdl", MODEL_ANIMATIONS + 4, 0xFFFFFFFF);
    write_family(folder, "mdl/bad/node_cut.mdl", f.still + NODE_FLAGS, TRIMESH);
    write_family(folder, "mdl/bad/events_null.mdl", f.animation + ANIMATION_EVENTS + 4, 5);
    write_family(folder, "mdl/odd/root_missing.mdl", HEADER_ROOT, 0);
    Bytes file = end_model(&f.model);
    save(folder, "mdl/family.mdl", &file);
}

/* `depth` nodes below each other. */
static void write_chain(const char *folder, const char *name, int depth) {
    Model model = begin_model("chain", BIOWARE, 4);
    size_t node = add_node(&model, "n", DUMMY);
    set_root(&model, 0, node, (uint32_t)depth);
    for (int i = 1; i < depth; i++) {
        size_t child = model.data.size + 4;
        set_children(&model, node, &child, 1);
        node = add_node(&model, "n", DUMMY);
    }
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

/* 40 nodes, each of which names the next one twice. */
static void write_doubling(const char *folder) {
    Model model = begin_model("doubling", BIOWARE, 4);
    size_t nodes[40];
    for (int i = 0; i < 40; i++) nodes[i] = add_node(&model, "n", DUMMY);
    for (int i = 0; i < 39; i++) {
        const size_t twice[] = {nodes[i + 1], nodes[i + 1]};
        set_children(&model, nodes[i], twice, 2);
    }
    set_root(&model, 0, nodes[0], 40);
    Bytes file = end_model(&model);
    save(folder, "mdl/bad/doubling.mdl", &file);
}

/* Twenty nodes in the room of two. */
static void write_heap(const char *folder) {
    Model model = begin_model("heap", BIOWARE, 4);
    size_t root = add_node(&model, "n", DUMMY), nodes[20];
    size_t heap = model.data.size;
    put_zeros(&model.data, 112 + 4 * 20);
    for (int i = 0; i < 20; i++) nodes[i] = heap + 4 * (size_t)i;
    set_children(&model, root, nodes, 20);
    set_root(&model, 0, root, 21);
    Bytes file = end_model(&model);
    save(folder, "mdl/bad/heap.mdl", &file);
}

/* Boxes every 8 bytes, each of which names the next one: 40 bytes of each lie over others. */
static void write_heap_of_boxes(const char *folder) {
    Model model = begin_model("boxes", BIOWARE, 4);
    size_t node = add_node(&model, "n", AABB), heap = model.data.size;
    set_root(&model, 0, node, 1);
    patch_u32(&model.data, node + AFTER_MESH, (uint32_t)heap);
    put_zeros(&model.data, 8 * 100 + 40);
    for (size_t i = 0; i < 100; i++) {
        patch_u32(&model.data, heap + 8 * i + 24, (uint32_t)(heap + 8 * (i + 1)));
    }
    Bytes file = end_model(&model);
    save(folder, "mdl/bad/heap_of_boxes.mdl", &file);
}

/* ---- Broken headers ----------------------------------------------------------------------------- */

static void write_headers(const char *folder) {
    Family f = family();
    Bytes file = end_model(&f.model);
    static const struct { const char *name; uint32_t at, value; } changes[] = {
        {"mdl/bad/model_data_small.mdl", 4, 231},
        {"mdl/bad/sizes_wrap.mdl", 4, 0xFFFFFFF0},
        {"mdl/bad/raw_data_missing.mdl", 8, 1},
        {"mdl/bad/other_type.mdl", FILE_HEADER + HEADER_TYPE, 5},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        Bytes copy = copy_of(&file);
        patch_u32(&copy, changes[i].at, changes[i].value);
        save(folder, changes[i].name, &copy);
    }
    Bytes longer = copy_of(&file);
    put_chars(&longer, "trailing", 8);
    save(folder, "mdl/odd/trailing.mdl", &longer);
    Bytes loaded = copy_of(&file); /* as a running game has it */
    patch_u8(&loaded, FILE_HEADER + HEADER_TYPE, 0x82);
    save(folder, "mdl/odd/loaded.mdl", &loaded);
    free(file.data);

    Bytes ascii = {0}, kotor = {0}, other = {0};
    static const char text[] = "# made by hand\nnewmodel lamp\nbeginmodelgeom lamp\n";
    put_chars(&ascii, text, sizeof text - 1);
    save(folder, "mdl/bad/ascii.mdl", &ascii);
    put_zeros(&kotor, 12 + 196);
    patch_u32(&kotor, 4, 196);
    patch_u8(&kotor, 12 + 76, 2);
    save_copy(folder, "mdl/bad/kotor.mdl", &kotor);
    put_zeros(&kotor, 100); /* one that looks like ours, too, but for its sizes */
    patch_u32(&kotor, 4, 296);
    patch_u32(&kotor, 8, 5000);
    patch_u8(&kotor, 12 + HEADER_TYPE, 2);
    save(folder, "mdl/bad/kotor_alike.mdl", &kotor);
    put_zeros(&other, 1000);
    save(folder, "mdl/bad/zeros.mdl", &other);
}

/* ---- Broken parts ------------------------------------------------------------------------------- */

/* Nodes of every_kind in the order in which they are added; their places follow from their sizes. */
typedef struct Places {
    size_t root, light, emitter, mesh, skin, anim, dangly, walkmesh, run, run_mesh;
} Places;

static Places places_of_kinds(void) {
    Places p = {.root = MODEL_HEADER};
    p.light = p.root + NODE;
    p.emitter = p.light + NODE + 92;
    p.mesh = p.emitter + NODE + 216 + NODE + NODE + 68; /* camera and reference between */
    p.skin = p.mesh + NODE + MESH;
    p.anim = p.skin + NODE + MESH + 100;
    p.dangly = p.anim + NODE + MESH + 56;
    p.walkmesh = p.dangly + NODE + MESH + 24;
    return p;
}

/* every_kind with one u32 changed. */
static void write_kinds(const char *folder, const char *name, size_t at, uint32_t value) {
    Model model = every_kind(BIOWARE);
    patch_u32(&model.data, at, value);
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

/* The same where the place is what a pointer at `pointer` names, and `more` bytes on. */
static void write_target(const char *folder, const char *name, size_t pointer, size_t more,
                         uint32_t value) {
    Model model = every_kind(BIOWARE);
    patch_u32(&model.data, pointer_at(&model, pointer) + more, value);
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

static void write_parts(const char *folder) {
    const Places p = places_of_kinds();
    const size_t skin = p.skin + AFTER_MESH, box = p.walkmesh + AFTER_MESH;
    write_kinds(folder, "mdl/bad/faces_many.mdl", p.mesh + MESH_FACES + 4, 1000000);
    write_kinds(folder, "mdl/bad/controllers_many.mdl", p.mesh + NODE_CONTROLLERS + 4, 1000000);
    write_kinds(folder, "mdl/bad/floats_many.mdl", p.mesh + NODE_DATA + 4, 1000000);
    write_kinds(folder, "mdl/bad/floats_few.mdl", p.mesh + NODE_DATA + 4, 4);
    write_kinds(folder, "mdl/bad/positions_outside.mdl", p.mesh + MESH_POSITIONS, 0x7FFFFFFF);
    write_kinds(folder, "mdl/bad/positions_many.mdl", p.mesh + MESH_VERTEX_COUNT, 0xFFFF);
    write_kinds(folder, "mdl/bad/normals_outside.mdl", p.mesh + MESH_NORMALS, 0xFFFFFFFE);
    write_kinds(folder, "mdl/bad/index_counts_null.mdl", p.mesh + MESH_INDEX_COUNTS, 0);
    write_target(folder, "mdl/bad/indices_many.mdl", p.mesh + MESH_INDEX_COUNTS, 0, 100000);
    write_kinds(folder, "mdl/bad/weights_outside.mdl", skin + 12, 100000);
    write_kinds(folder, "mdl/bad/bones_many.mdl", skin + 24, 100000);
    write_kinds(folder, "mdl/bad/rotations_many.mdl", skin + 32, 100000);
    write_kinds(folder, "mdl/bad/constraints_many.mdl", p.dangly + AFTER_MESH + 4, 100000);
    write_kinds(folder, "mdl/bad/sets_many.mdl", p.anim + AFTER_MESH + 48, 100000);
    write_kinds(folder, "mdl/bad/flares_many.mdl", p.light + NODE + 20, 100000);
    write_kinds(folder, "mdl/bad/box_outside.mdl", box, 100000);
    Model model = every_kind(BIOWARE);
    uint32_t root = pointer_at(&model, box);
    Bytes file = end_model(&model);
    free(file.data);
    write_target(folder, "mdl/bad/box_cycle.mdl", box, 24, root);

    write_target(folder, "mdl/odd/box_one_child.mdl", box, 28, 0);
    write_target(folder, "mdl/odd/box_face.mdl", box, 40 + 32, 9);
    write_target(folder, "mdl/odd/flare_texture_outside.mdl", p.light + NODE + 52, 0, 0x00FFFFFF);
    write_target(folder, "mdl/odd/face_ranges.mdl", p.mesh + MESH_FACES, 20, 0x0009FFFE);
    write_target(folder, "mdl/odd/face_vertex.mdl", p.mesh + MESH_FACES, 28, 0x0063000A);
    write_target(folder, "mdl/odd/index_list_null.mdl", p.mesh + MESH_INDEX_LISTS, 0, 0xFFFFFFFF);
    write_kinds(folder, "mdl/odd/positions_null.mdl", p.mesh + MESH_POSITIONS, 0xFFFFFFFF);
    write_kinds(folder, "mdl/odd/array_pointer.mdl", p.mesh + NODE + 380, 0xDEAD);
    write_kinds(folder, "mdl/odd/array_used.mdl", p.mesh + NODE + 384, 2);
    write_kinds(folder, "mdl/odd/array_room.mdl", p.mesh + MESH_FACES + 8, 50);
    write_kinds(folder, "mdl/odd/flags.mdl", p.root + NODE_FLAGS, 0x401);
    write_kinds(folder, "mdl/odd/emitter_flags.mdl", p.emitter + NODE + 212, 0x8001);
    write_kinds(folder, "mdl/odd/unclaimed.mdl", p.mesh + NODE_CONTROLLERS + 4, 1);
    write_kinds(folder, "mdl/odd/claimed_twice.mdl", p.dangly + AFTER_MESH, MODEL_HEADER);
    write_kinds(folder, "mdl/odd/constraint_count.mdl", p.dangly + AFTER_MESH + 4, 3);
    write_kinds(folder, "mdl/odd/map_count.mdl", skin + 24, 9);
    write_kinds(folder, "mdl/odd/flare_textures_none.mdl", p.light + NODE + 56, 0);
}

/* Raw data with one float changed. */
static void write_raw(const char *folder, const char *name, size_t pointer, size_t more,
                      uint32_t value) {
    Model model = every_kind(BIOWARE);
    patch_u32(&model.raw, pointer_at(&model, pointer) + more, value);
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

static void write_raw_faults(const char *folder) {
    const Places p = places_of_kinds();
    const size_t skin = p.skin + AFTER_MESH;
    write_raw(folder, "mdl/odd/vertex_nan.mdl", p.mesh + MESH_POSITIONS, 0, 0x7FC00000);
    write_raw(folder, "mdl/odd/weight_sum.mdl", skin + 12, 0, 0);
    write_raw(folder, "mdl/odd/weight_slot.mdl", skin + 16, 0, 0x00010005);
}

/* An animation whose keys go back in time, and whose event is later than its end. */
static void write_times(const char *folder) {
    static const float times[] = {0, 2, 1}, values[] = {1, 2, 3};
    static const char *const events[] = {"late"};
    static const float late[] = {9};
    static const Controller scaling = {36, 3, 1, times, values};
    Family f = family();
    set_controllers(&f.model, f.still, &scaling, 1);
    set_events(&f.model, f.animation, events, late, 1);
    Bytes file = end_model(&f.model);
    save(folder, "mdl/odd/times.mdl", &file);
}

/* A controller of 65535 rows, which means that it has none. */
static void write_no_rows(const char *folder) {
    static const float values[] = {0};
    static const Controller scaling = {36, 1, 1, values, values};
    Family f = family();
    set_controllers(&f.model, f.still, &scaling, 1);
    patch_u16(&f.model.data, pointer_at(&f.model, f.still + NODE_CONTROLLERS) + 4, 0xFFFF);
    Bytes file = end_model(&f.model);
    save(folder, "mdl/rows_none.mdl", &file);
}

/* ---- Many that share the same bytes ------------------------------------------------------------- */

enum { SHARERS = 40 };

/* A root and what hangs on it. */
static Model sharers(uint32_t flags, size_t *nodes) {
    Model model = begin_model("sharers", BIOWARE, 4);
    for (int i = 0; i < SHARERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", i);
        nodes[i] = add_node(&model, name, flags);
    }
    set_children(&model, nodes[0], nodes + 1, SHARERS - 1);
    set_root(&model, 0, nodes[0], SHARERS);
    return model;
}

static void write_shared(const char *folder) {
    size_t nodes[SHARERS];
    Model model = sharers(TRIMESH, nodes);
    size_t shared = model.data.size;
    put_zeros(&model.data, 200 * 32);
    for (int i = 0; i < SHARERS; i++) set_array(&model, nodes[i] + MESH_FACES, shared, 200);
    Bytes file = end_model(&model);
    save(folder, "mdl/bad/faces_shared.mdl", &file);

    model = sharers(TRIMESH, nodes);
    put_zeros(&model.raw, 100 * 12);
    for (int i = 0; i < SHARERS; i++) {
        patch_u32(&model.data, nodes[i] + MESH_POSITIONS, 0);
        patch_u16(&model.data, nodes[i] + MESH_VERTEX_COUNT, 100);
    }
    file = end_model(&model);
    save(folder, "mdl/bad/positions_shared.mdl", &file);

    model = sharers(DUMMY, nodes);
    shared = model.data.size;
    put_zeros(&model.data, 4000);
    for (int i = 0; i < SHARERS; i++) set_array(&model, nodes[i] + NODE_DATA, shared, 1000);
    file = end_model(&model);
    save(folder, "mdl/odd/floats_shared.mdl", &file);
}

/* ---- NWN:EE ------------------------------------------------------------------------------------- */

/* A mesh without tangents, and a skin with nothing behind it that tells its size. */
static void write_ee(const char *folder) {
    Model model = every_kind(NWN_EE);
    patch_u32(&model.data, places_of_kinds().mesh + MESH_TANGENTS, UINT32_MAX);
    Bytes file = end_model(&model);
    save(folder, "mdl/odd/tangents_missing.mdl", &file);

    model = begin_model("bare", NWN_EE, 4);
    set_root(&model, 0, add_node(&model, "bare", SKIN), 1);
    file = end_model(&model);
    save(folder, "mdl/odd/skin_bare.mdl", &file);
}

void write_mdl_faults(const char *folder) {
    write_trees(folder);
    write_chain(folder, "mdl/deep_256.mdl", 256);
    write_chain(folder, "mdl/bad/deep_257.mdl", 257);
    write_chain(folder, "mdl/bad/deep_60000.mdl", 60000);
    write_doubling(folder);
    write_heap(folder);
    write_heap_of_boxes(folder);
    write_headers(folder);
    write_parts(folder);
    write_raw_faults(folder);
    write_times(folder);
    write_no_rows(folder);
    write_shared(folder);
    write_ee(folder);
}
