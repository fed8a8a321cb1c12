/* MDL files: one of every kind of node by each writer, and a windmill, a snake and a button to look
** at. The faulty ones have a file of their own. */
#include "fixtures_mdl.h"

#include <math.h>
#include <stdio.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const float start[] = {0};

/* ---- Samples ------------------------------------------------------------------------------------ */

/* A tower with sails that turn, on a walkmesh of grass and stone; smoke, a lamp, a flag. */
static void write_windmill(const char *folder) {
    static const float tower[][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 4}};
    static const uint16_t walls[][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    static const float cross[][3] = {{0, 0, 0},    {2, 0, 0.25f},  {2, 0, -0.25f},
                                     {0, 0, 2.5f}, {0.25f, 0, 2.5f}, {-2, 0, 0.25f},
                                     {-2, 0, -0.25f}};
    static const uint16_t sails[][3] = {{0, 1, 2}, {0, 3, 4}, {0, 5, 6}};
    static const float ground[][3] = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    static const uint16_t walk[][3] = {{0, 1, 2}, {0, 2, 3}};
    static const float cloth[][3] = {{0, 0, 1}, {1, 0, 1}, {1, 0, 0.5f}, {0, 0, 0.5f}};
    static const float free_end[] = {0, 255, 255, 0};
    static const float quarter[] = {0, 1, 2, 3, 4};
    static const char *const flares[] = {"fxpa_flare", "fxpa_lensring"};
    static const char *const events[] = {"snd_creak", "snd_creak"};
    static const float event_times[] = {1, 3};
    const Shape tower_shape = {5, 4, tower, walls, "tbr01_brick", 1, false};
    const Shape sail_shape = {7, 3, cross, sails, "tbr01_cloth", 1, false};
    const Shape ground_shape = {4, 2, ground, walk, "tbr01_grass", 3, false};
    const Shape cloth_shape = {4, 2, cloth, walk, "tbr01_flag", 1, false};
    Model model = begin_model("windmill", NWNMDLCOMP, 2);

    size_t root = add_node(&model, "windmill", DUMMY);
    set_root(&model, 0, root, 8);
    set_position(&model, root, 0, 0, 0);
    size_t ground_node = add_node(&model, "windmill_wok", AABB);
    set_mesh(&model, ground_node, &ground_shape);
    patch_u32(&model.data, ground_node + NODE + 108, 0);
    patch_u32(&model.data, pointer_at(&model, ground_node + MESH_FACES) + 32 + 16, 4); /* stone */
    set_boxes(&model, ground_node);
    set_position(&model, ground_node, 0, 0, 0);
    size_t tower_node = add_node(&model, "tower", TRIMESH);
    set_mesh(&model, tower_node, &tower_shape);
    set_position(&model, tower_node, 1, 1, 0);
    size_t sails_node = add_node(&model, "sails", TRIMESH);
    set_mesh(&model, sails_node, &sail_shape);
    set_position(&model, sails_node, 0, -1, 3);
    size_t flag = add_node(&model, "flag", DANGLYMESH);
    set_mesh(&model, flag, &cloth_shape);
    set_constraints(&model, flag, free_end, 4);
    set_position(&model, flag, 0, 0, 4);
    size_t lamp = add_node(&model, "lamp", LIGHT);
    set_flares(&model, lamp, flares, 2);
    static const float lamp_place[] = {0, -1.25f, 1}, warm[] = {1, 0.75f, 0.5f}, radius[] = {14};
    static const Controller lamp_controllers[] = {
        {8, 1, 3, start, lamp_place}, {76, 1, 3, start, warm}, {88, 1, 1, start, radius}};
    set_controllers(&model, lamp, lamp_controllers, 3);
    size_t smoke = add_node(&model, "smoke", EMITTER);
    set_emitter(&model, smoke, "Fountain", "fxpa_smoke01");
    static const float rate[] = {12}, life[] = {3}, opaque[] = {0.5f};
    static const Controller smoke_controllers[] = {
        {88, 1, 1, start, rate}, {144, 1, 1, start, life}, {464, 1, 1, start, opaque},
        {480, 1, 1, start, start}};
    set_controllers(&model, smoke, smoke_controllers, 4);
    size_t door = add_node(&model, "door", REFERENCE);
    set_reference(&model, door, "t_door01");
    set_position(&model, door, 1, 0, 0);
    const size_t of_tower[] = {sails_node, flag, lamp, smoke, door};
    const size_t of_root[] = {ground_node, tower_node};
    set_children(&model, tower_node, of_tower, 5);
    set_children(&model, root, of_root, 2);

    float turns[5][4];
    for (int i = 0; i < 5; i++) { /* around y, a quarter each second */
        turns[i][0] = turns[i][2] = 0;
        turns[i][1] = (float)sin(i * 0.78539816339744828);
        turns[i][3] = (float)cos(i * 0.78539816339744828);
    }
    size_t spin = add_animation(&model, "day", 4, "windmill");
    set_events(&model, spin, events, event_times, 2);
    size_t spin_root = add_node(&model, "windmill", DUMMY);
    size_t spin_tower = add_node(&model, "Tower", DUMMY);
    size_t spin_sails = add_node(&model, "Sails", DUMMY);
    size_t spin_smoke = add_node(&model, "smoke", DUMMY);
    const Controller turning = {20, 5, 4, quarter, turns[0]};
    const Controller puffing = {88, 5, 1, quarter, quarter};
    set_controllers(&model, spin_sails, &turning, 1);
    set_controllers(&model, spin_smoke, &puffing, 1);
    const size_t moving[] = {spin_sails, spin_smoke};
    set_children(&model, spin_tower, moving, 2);
    set_children(&model, spin_root, &spin_tower, 1);
    set_root(&model, spin, spin_root, 4);
    size_t night = add_animation(&model, "night", 1, "windmill");
    size_t still = add_node(&model, "windmill", DUMMY);
    set_root(&model, night, still, 1);
    const size_t animations[] = {spin, night};
    set_animations(&model, animations, 2);
    Bytes file = end_model(&model);
    save(folder, "windmill.mdl", &file);
}

/* A skin on three bones, by NWN:EE, which merged its two eyes. */
static void write_snake(const char *folder) {
    static const float skin[][3] = {{-0.25f, 0, 0}, {0.25f, 0, 0}, {0.25f, 1, 0}, {-0.25f, 1, 0},
                                    {0.25f, 2, 0},  {-0.25f, 2, 0}};
    static const uint16_t scales[][3] = {{0, 1, 2}, {0, 2, 3}, {3, 2, 4}, {3, 4, 5}};
    const Shape skin_shape = {6, 4, skin, scales, "c_snake", 1, false};
    static const int bones[] = {1, 2, 3};
    Model model = begin_model("c_snake", NWN_EE, 4);
    size_t root = add_node(&model, "c_snake", DUMMY);
    set_root(&model, 0, root, 40);
    patch_u8(&model.data, MODEL_SUPERMODEL, 'a');
    static const char supermodel[] = "a_serpent";
    for (size_t i = 0; i < sizeof supermodel; i++) {
        patch_u8(&model.data, MODEL_SUPERMODEL + i, (uint8_t)supermodel[i]);
    }
    size_t tail = add_node(&model, "tail", DUMMY), body = add_node(&model, "body", DUMMY);
    size_t head = add_node(&model, "head", DUMMY), skin_node = add_node(&model, "snake", SKIN);
    size_t left = add_node(&model, "eye_left", TRIMESH);
    size_t right = add_node(&model, "eye_right", TRIMESH);
    set_position(&model, tail, 0, 0, 0);
    set_position(&model, body, 0, 1, 0);
    set_position(&model, head, 0, 1, 0);
    set_skin(&model, skin_node, &skin_shape, bones, 3, 7);
    /* the left eye's list has the right one's indices, too; the right one says that it has none */
    static const float eyes[][3] = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0},
                                    {0.3f, 0, 0}, {0.4f, 0, 0}, {0.3f, 0.1f, 0}};
    static const uint16_t pupils[][3] = {{0, 1, 2}, {3, 4, 5}};
    const Shape both = {6, 1, eyes, pupils, "c_snake_eye", 1, false};
    const Shape one = {3, 1, eyes + 3, pupils, "c_snake_eye", 1, false};
    set_mesh(&model, left, &both);
    patch_u32(&model.data, pointer_at(&model, left + MESH_INDEX_COUNTS), 6);
    for (uint32_t i = 0; i < 3; i++) put_u16(&model.raw, pupils[1][i]);
    set_mesh(&model, right, &one);
    patch_u32(&model.data, pointer_at(&model, right + MESH_INDEX_COUNTS), 0);
    const size_t eye_nodes[] = {left, right}, of_root[] = {tail, skin_node};
    set_children(&model, head, eye_nodes, 2);
    set_children(&model, body, &head, 1);
    set_children(&model, tail, &body, 1);
    set_children(&model, root, of_root, 2);
    Bytes file = end_model(&model);
    save(folder, "c_snake.mdl", &file);
}

static void write_button(const char *folder) {
    Model model = begin_model("gui_button", NWNMDLCOMP, 0);
    size_t root = add_node(&model, "gui_button", DUMMY), face = add_node(&model, "face", ANIMMESH);
    set_root(&model, 0, root, 2);
    set_animmesh(&model, face, &square, 3, 0.125f);
    set_children(&model, root, &face, 1);
    Bytes file = end_model(&model);
    save(folder, "gui_button.mdl", &file);
}

void write_mdl_samples(const char *folder) {
    write_windmill(folder);
    write_snake(folder);
    write_button(folder);
}

/* ---- Every kind of node ------------------------------------------------------------------------- */

/* root: light, emitter, camera, reference, mesh (under it: skin, animmesh, dangly), walkmesh. */
Model every_kind(Writer writer) {
    static const char *const flares[] = {"flare_a", "flare_b", "flare_c"};
    static const float stiff[] = {0, 85, 170, 255};
    static const int bones[] = {5, 0};
    static const char *const events[] = {"hit", "snd_footstep"};
    static const float event_times[] = {0.25f, 0.5f};
    static const float times[] = {0, 0.5f, 1}, places[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const float wide[] = {1, 0.5f, -0.25f, 1e10f, 3};
    static const Controller moving[] = {{8, 3, 3, times, places}, {128, 3, 1, times, times}};
    static const Controller odd[] = {
        {8, 3, 3 | 16, times, places}, {228, 0xFFFF, 255, NULL, NULL}, {999, 1, 5, start, wide}};
    Model model = begin_model("every_kind", writer, 1);
    size_t root = add_node(&model, "root", DUMMY);
    size_t light = add_node(&model, "light", LIGHT), emitter = add_node(&model, "emitter", EMITTER);
    size_t camera = add_node(&model, "camera", CAMERA);
    size_t reference = add_node(&model, "reference", REFERENCE);
    size_t mesh = add_node(&model, "mesh", TRIMESH), skin = add_node(&model, "skin", SKIN);
    size_t anim = add_node(&model, "anim", ANIMMESH);
    size_t dangly = add_node(&model, "dangly", DANGLYMESH);
    size_t walkmesh = add_node(&model, "walkmesh", AABB);
    set_root(&model, 0, root, 10);
    set_flares(&model, light, flares, 3);
    set_emitter(&model, emitter, "Explosion", "fx_spark");
    set_reference(&model, reference, "other_model");
    set_mesh(&model, mesh, &triangle);
    set_position(&model, mesh, 1, 2, 3);
    set_skin(&model, skin, &square, bones, 2, 10);
    set_animmesh(&model, anim, &triangle, 3, 0.5f);
    set_mesh(&model, dangly, &square);
    set_constraints(&model, dangly, stiff, 4);
    set_mesh(&model, walkmesh, &square);
    set_boxes(&model, walkmesh);
    const size_t of_mesh[] = {skin, anim, dangly};
    const size_t of_root[] = {light, emitter, camera, reference, mesh, walkmesh};
    set_children(&model, mesh, of_mesh, 3);
    set_children(&model, root, of_root, 6);

    size_t run = add_animation(&model, "run", 1, "root");
    size_t run_root = add_node(&model, "ROOT", DUMMY), run_mesh = add_node(&model, "Mesh", DUMMY);
    size_t run_emitter = add_node(&model, "emitter", EMITTER);
    set_events(&model, run, events, event_times, 2);
    set_controllers(&model, run_mesh, moving, 2);
    set_controllers(&model, run_emitter, odd, 3);
    const size_t run_nodes[] = {run_mesh, run_emitter};
    set_children(&model, run_root, run_nodes, 2);
    set_root(&model, run, run_root, 3);
    set_animations(&model, &run, 1);
    return model;
}

static void write_kinds(const char *folder) {
    static const char *const names[] = {"mdl/kinds_bioware.mdl", "mdl/kinds_nwnmdlcomp.mdl",
                                        "mdl/kinds_ee.mdl", "mdl/kinds_unknown.mdl"};
    for (int writer = BIOWARE; writer <= UNKNOWN_WRITER; writer++) {
        Model model = every_kind((Writer)writer);
        Bytes file = end_model(&model);
        save(folder, names[writer], &file);
    }
}

/* ---- Numbers of controllers --------------------------------------------------------------------- */

/* An emitter with these types of one column, but for `wide`, which has three. */
static void write_midlife(const char *folder, const char *name, Writer writer, const int *types,
                          int count, int wide) {
    static const float values[] = {1, 2, 3};
    Controller controllers[8];
    Model model = begin_model("midlife", writer, 1);
    size_t root = add_node(&model, "emitter", EMITTER);
    for (int i = 0; i < count; i++) {
        controllers[i] = (Controller){types[i], 1, types[i] == wide ? 3 : 1, start, values};
    }
    set_root(&model, 0, root, 1);
    set_controllers(&model, root, controllers, count);
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

static void write_midlives(const char *folder) {
    static const int game[] = {448, 452, 464, 465, 466, 468, 472};
    static const int other[] = {464, 468, 480, 481, 482, 484, 488};
    static const int unclear[] = {464, 468}, both[] = {448, 464, 480};
    write_midlife(folder, "mdl/midlife_game.mdl", NWNMDLCOMP, game, 7, 452);
    write_midlife(folder, "mdl/midlife_nwnmdlcomp.mdl", BIOWARE, other, 7, 468);
    write_midlife(folder, "mdl/midlife_by_writer.mdl", NWNMDLCOMP, unclear, 2, 0);
    write_midlife(folder, "mdl/midlife_by_width.mdl", UNKNOWN_WRITER, unclear, 2, 468);
    write_midlife(folder, "mdl/midlife_unclear.mdl", UNKNOWN_WRITER, unclear, 2, 0);
    write_midlife(folder, "mdl/midlife_both.mdl", BIOWARE, both, 3, 0);
}

/* ---- Names -------------------------------------------------------------------------------------- */

/* A name of 32 bytes without a NUL, one beyond ASCII (Windows-1252 for e with acute), one twice
** with other case, one empty, one with garbage behind its NUL, one with a slash. */
static void write_names(const char *folder) {
    static const char *const names[] = {
        "root", "a_name_that_fills_all_32_bytes_!", "caf\xe9", "Twice", "tWICE", "", "short\0junk",
        "a/b"};
    size_t nodes[8];
    Model model = begin_model("a_model_name_of_27_letters", BIOWARE, 8);
    for (int i = 0; i < COUNT(names); i++) nodes[i] = add_node(&model, names[i], DUMMY);
    for (size_t i = 0; i < 4; i++) patch_u8(&model.data, nodes[6] + NODE_NAME + 6 + i, 'x');
    set_children(&model, nodes[0], nodes + 1, 7);
    set_root(&model, 0, nodes[0], 9);
    Bytes file = end_model(&model);
    save(folder, "mdl/names.mdl", &file);
}

/* ---- Large -------------------------------------------------------------------------------------- */

enum { FIGURES = 60, WALKS = 25, CLOTH = 20 };

/* A square of CLOTH x CLOTH vertices. */
static Shape cloth(void) {
    static float positions[CLOTH * CLOTH][3];
    static uint16_t faces[2 * (CLOTH - 1) * (CLOTH - 1)][3];
    int count = 0;
    for (int i = 0; i < CLOTH * CLOTH; i++) {
        int x = i % CLOTH, y = i / CLOTH, right = i + 1, above = i + CLOTH;
        positions[i][0] = (float)x;
        positions[i][1] = (float)y;
        if (x == CLOTH - 1 || y == CLOTH - 1) continue;
        const int corners[] = {i, right, above, right, above + 1, above};
        for (int k = 0; k < 6; k++) faces[count + k / 3][k % 3] = (uint16_t)corners[k];
        count += 2;
    }
    return (Shape){CLOTH * CLOTH, count, (const float(*)[3])positions,
                   (const uint16_t(*)[3])faces, "cloth", 1, false};
}

/* The figures of one tree below a root: each a dummy on a dummy with a cloth on it, or moving. */
static size_t add_crowd(Model *model, bool moves) {
    static const float times[] = {0, 1, 2, 3}, places[12], turns[16];
    static const Controller moving[] = {{8, 4, 3, times, places}, {20, 4, 4, times, turns}};
    size_t figures[FIGURES], root = add_node(model, "crowd", DUMMY);
    const Shape shape = cloth();
    for (int i = 0; i < FIGURES; i++) {
        char name[32];
        snprintf(name, sizeof name, "figure%d", i);
        figures[i] = add_node(model, name, DUMMY);
        size_t hip = add_node(model, "hip", DUMMY), body = add_node(model, "body", TRIMESH);
        set_children(model, figures[i], &hip, 1);
        set_children(model, hip, &body, 1);
        if (moves) {
            set_controllers(model, hip, moving, 2);
        } else {
            set_mesh(model, body, &shape);
            set_position(model, figures[i], (float)i, 0, 0);
        }
    }
    set_children(model, root, figures, FIGURES);
    return root;
}

void write_large_mdl(const char *folder, const char *name) {
    size_t walks[WALKS];
    Model model = begin_model("crowd", BIOWARE, 4);
    set_root(&model, 0, add_crowd(&model, false), 1 + 3 * FIGURES);
    for (int i = 0; i < WALKS; i++) {
        walks[i] = add_animation(&model, "walk", 3, "crowd");
        set_root(&model, walks[i], add_crowd(&model, true), 1 + 3 * FIGURES);
    }
    set_animations(&model, walks, WALKS);
    Bytes file = end_model(&model);
    save(folder, name, &file);
}

void write_mdl_fixtures(const char *folder) {
    write_kinds(folder);
    write_midlives(folder);
    write_names(folder);
    write_mdl_faults(folder);
}
