/* See fixtures_mdl.h. */
#include "fixtures_mdl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float square_positions[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const uint16_t square_faces[][3] = {{0, 1, 2}, {0, 2, 3}};

const Shape square = {4, 2, square_positions, square_faces, "grass", 3, false};
const Shape triangle = {3, 1, square_positions, square_faces, "stone", 4, true};

static const struct { uint32_t flag, bytes; } parts[] = {
    {0x002, 92}, {0x004, 216}, {0x010, 68}, {0x020, 512}, {0x040, 100}, {0x080, 56}, {0x100, 24},
    {0x200, 4},
};

void set_array(Model *model, size_t at, size_t pointer, uint32_t count) {
    patch_u32(&model->data, at, (uint32_t)pointer);
    patch_u32(&model->data, at + 4, count);
    patch_u32(&model->data, at + 8, count);
}

uint32_t pointer_at(const Model *model, size_t at) {
    const uint8_t *p = model->data.data + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void patch_text(Model *model, size_t at, const char *text, size_t field) {
    for (size_t i = 0; i < field && text[i]; i++) patch_u8(&model->data, at + i, (uint8_t)text[i]);
}

/* Points to the end of a section, which is where the next bytes go. */
static void point(Model *model, size_t at) {
    patch_u32(&model->data, at, (uint32_t)model->data.size);
}
static void point_raw(Model *model, size_t at) {
    patch_u32(&model->data, at, (uint32_t)model->raw.size);
}

/* ---- Headers ------------------------------------------------------------------------------------ */

Model begin_model(const char *name, Writer writer, int classification) {
    static const uint32_t functions[][2] = {
        [BIOWARE] = {0x0040BBC0, 0x0040BBD0},
        [NWNMDLCOMP] = {0x0046AB0C, 0x0046AB1C},
        [NWN_EE] = {4, 0},
        [UNKNOWN_WRITER] = {0, 0},
    };
    static const float bounds[] = {-5, -5, -1, 5, 5, 10, 7, 1};
    Model model = {.ee = writer == NWN_EE};
    put_u32(&model.data, functions[writer][0]);
    put_u32(&model.data, functions[writer][1]);
    put_chars(&model.data, name, 64);
    put_zeros(&model.data, MODEL_HEADER - model.data.size);
    patch_u8(&model.data, HEADER_TYPE, 2);
    patch_u8(&model.data, MODEL_CLASS, (uint32_t)classification);
    patch_u8(&model.data, MODEL_CLASS + 1, 1);
    for (size_t i = 0; i < 8; i++) patch_f32(&model.data, 136 + 4 * i, (double)bounds[i]);
    patch_text(&model, MODEL_SUPERMODEL, "NULL", 64);
    return model;
}

Bytes end_model(Model *model) {
    Bytes file = {0};
    put_u32(&file, 0);
    put_u32(&file, (uint32_t)model->data.size);
    put_u32(&file, (uint32_t)model->raw.size);
    put_bytes(&file, model->data.data, model->data.size);
    put_bytes(&file, model->raw.data, model->raw.size);
    free(model->data.data);
    free(model->raw.data);
    *model = (Model){0};
    return file;
}

void set_root(Model *model, size_t header, size_t root, uint32_t declared) {
    patch_u32(&model->data, header + HEADER_ROOT, (uint32_t)root);
    patch_u32(&model->data, header + HEADER_NODES, declared);
}

size_t add_animation(Model *model, const char *name, double length, const char *root) {
    size_t start = model->data.size;
    put_u32(&model->data, 1);
    put_u32(&model->data, 2);
    put_chars(&model->data, name, 64);
    put_zeros(&model->data, 196 - 72);
    patch_u8(&model->data, start + HEADER_TYPE, 5);
    patch_f32(&model->data, start + 112, length);
    patch_f32(&model->data, start + 116, 0.25);
    patch_text(model, start + 120, root, 64);
    return start;
}

void set_events(Model *model, size_t animation, const char *const *names, const float *times,
                int count) {
    set_array(model, animation + ANIMATION_EVENTS, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        put_f32(&model->data, (double)times[i]);
        put_chars(&model->data, names[i], 32);
    }
}

void set_animations(Model *model, const size_t *animations, int count) {
    set_array(model, MODEL_ANIMATIONS, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) put_u32(&model->data, (uint32_t)animations[i]);
}

/* ---- Nodes -------------------------------------------------------------------------------------- */

size_t add_node(Model *model, const char *name, uint32_t flags) {
    size_t start = model->data.size;
    put_zeros(&model->data, NODE_NAME);
    put_chars(&model->data, name, 32);
    put_zeros(&model->data, NODE - 64);
    patch_u32(&model->data, start + NODE_FLAGS, flags);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!(flags & parts[i].flag)) continue;
        size_t part = model->data.size;
        put_zeros(&model->data, parts[i].bytes);
        if (parts[i].flag == 0x020) { /* all raw pointers are null */
            static const uint16_t pointers[] = {428, 444, 452, 456, 460, 464, 468,
                                                472, 476, 480, 484, 488, 492, 496};
            for (size_t p = 0; p < sizeof pointers / sizeof *pointers; p++) {
                patch_u32(&model->data, part + pointers[p], UINT32_MAX);
            }
        } else if (parts[i].flag == 0x040) {
            patch_u32(&model->data, part + 12, UINT32_MAX);
            patch_u32(&model->data, part + 16, UINT32_MAX);
            if (model->ee) put_zeros(&model->data, 2 * (64 - 18));
        }
    }
    return start;
}

void set_children(Model *model, size_t node, const size_t *children, int count) {
    set_array(model, node + NODE_CHILDREN, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) put_u32(&model->data, (uint32_t)children[i]);
}

void set_controllers(Model *model, size_t node, const Controller *controllers, int count) {
    uint32_t floats = 0;
    set_array(model, node + NODE_CONTROLLERS, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        const Controller *c = &controllers[i];
        uint32_t rows = (uint32_t)c->rows, width = c->columns == 255 ? 0 : c->columns & 15;
        put_u32(&model->data, (uint32_t)c->type);
        put_u16(&model->data, rows);
        put_u16(&model->data, floats);
        put_u16(&model->data, floats + rows);
        put_u8(&model->data, (uint32_t)c->columns);
        put_u8(&model->data, 0);
        if (c->columns != 255) floats += rows * (1 + width);
    }
    set_array(model, node + NODE_DATA, model->data.size, floats);
    for (int i = 0; i < count; i++) {
        const Controller *c = &controllers[i];
        if (c->columns == 255) continue;
        for (int r = 0; r < c->rows; r++) put_f32(&model->data, (double)c->times[r]);
        for (int v = 0; v < c->rows * (c->columns & 15); v++) {
            put_f32(&model->data, (double)c->values[v]);
        }
    }
}

void set_position(Model *model, size_t node, float x, float y, float z) {
    static const float start[] = {0}, level[] = {0, 0, 0, 1};
    const float position[] = {x, y, z};
    const Controller controllers[] = {{8, 1, 3, start, position}, {20, 1, 4, start, level}};
    set_controllers(model, node, controllers, 2);
}

/* ---- Meshes ------------------------------------------------------------------------------------- */

static bool has_corner(const uint16_t *face, uint16_t corner) {
    return face[0] == corner || face[1] == corner || face[2] == corner;
}

/* The face beyond an edge. */
static int neighbor(const Shape *shape, int face, int edge) {
    uint16_t from = shape->faces[face][edge], to = shape->faces[face][(edge + 1) % 3];
    for (int other = 0; other < shape->face_count; other++) {
        if (other != face && has_corner(shape->faces[other], from) &&
            has_corner(shape->faces[other], to)) {
            return other;
        }
    }
    return -1;
}

static void put_face(Model *model, const Shape *shape, int face) {
    const float *a = shape->positions[shape->faces[face][0]];
    const float *b = shape->positions[shape->faces[face][1]];
    const float *c = shape->positions[shape->faces[face][2]];
    double u[3], v[3], n[3], length = 0, distance = 0;
    for (int i = 0; i < 3; i++) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    for (int i = 0; i < 3; i++) {
        n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
        length += n[i] * n[i];
    }
    for (int i = 0; i < 3; i++) {
        n[i] /= sqrt(length);
        distance -= n[i] * (double)a[i];
        put_f32(&model->data, n[i]);
    }
    put_f32(&model->data, distance);
    put_u32(&model->data, (uint32_t)shape->surface);
    for (int edge = 0; edge < 3; edge++) {
        put_u16(&model->data, (uint32_t)neighbor(shape, face, edge));
    }
    for (int i = 0; i < 3; i++) put_u16(&model->data, shape->faces[face][i]);
}

static void put_vertices(Model *model, size_t node, const Shape *shape) {
    int count = shape->vertex_count;
    point_raw(model, node + MESH_POSITIONS);
    for (int i = 0; i < 3 * count; i++) {
        put_f32(&model->raw, (double)shape->positions[i / 3][i % 3]);
    }
    point_raw(model, node + MESH_UV0);
    for (int i = 0; i < count; i++) {
        put_f32(&model->raw, (double)shape->positions[i][0] / 4);
        put_f32(&model->raw, (double)shape->positions[i][1] / 4);
    }
    point_raw(model, node + MESH_NORMALS);
    for (int i = 0; i < 3 * count; i++) put_f32(&model->raw, i % 3 == 2);
    if (shape->colors) {
        point_raw(model, node + MESH_COLORS);
        for (int i = 0; i < 4 * count; i++) put_u8(&model->raw, (uint32_t)(10 * (i / 4) + i % 4));
    }
    if (model->ee) {
        point_raw(model, node + MESH_TANGENTS);
        for (int i = 0; i < 3 * count; i++) put_f32(&model->raw, i % 3 == 0);
        point_raw(model, node + MESH_SIGNS);
        for (int i = 0; i < count; i++) put_f32(&model->raw, i % 2 ? -1 : 1);
    }
}

void set_mesh(Model *model, size_t node, const Shape *shape) {
    uint32_t count = (uint32_t)shape->face_count;
    patch_text(model, node + MESH_TEXTURES, shape->texture, 64);
    patch_u32(&model->data, node + NODE + 100, 1); /* shadow */
    patch_u32(&model->data, node + NODE + 108, 1); /* render */
    patch_u8(&model->data, node + NODE + 436, 3);
    patch_u16(&model->data, node + MESH_VERTEX_COUNT, (uint32_t)shape->vertex_count);
    patch_u16(&model->data, node + MESH_VERTEX_COUNT + 2, 1);
    set_array(model, node + MESH_FACES, model->data.size, count);
    for (int i = 0; i < shape->face_count; i++) put_face(model, shape, i);
    put_vertices(model, node, shape);
    set_array(model, node + MESH_INDEX_COUNTS, model->data.size, 1);
    put_u32(&model->data, 3 * count);
    set_array(model, node + MESH_INDEX_LISTS, model->data.size, 1);
    put_u32(&model->data, (uint32_t)model->raw.size);
    for (uint32_t i = 0; i < 3 * count; i++) put_u16(&model->raw, shape->faces[i / 3][i % 3]);
}

static int slot_of(const int *bones, int bone_count, int node) {
    for (int slot = 0; slot < bone_count; slot++) {
        if (bones[slot] == node) return slot;
    }
    return -1;
}

void set_skin(Model *model, size_t node, const Shape *shape, const int *bones, int bone_count,
              int nodes) {
    size_t skin = node + AFTER_MESH;
    set_mesh(model, node, shape);
    for (int i = 0; i < bone_count; i++) {
        patch_u16(&model->data, skin + 64 + 2 * (size_t)i, (uint32_t)bones[i]);
    }
    point_raw(model, skin + 12);
    for (int i = 0; i < 4 * shape->vertex_count; i++) {
        put_f32(&model->raw, i % 4 == 0 ? 0.75 : i % 4 == 1 ? 0.25 : 0);
    }
    point_raw(model, skin + 16);
    for (int i = 0; i < 4 * shape->vertex_count; i++) {
        put_u16(&model->raw, i % 4 < 2 ? (uint32_t)(i % 4) : 0xFFFF);
    }
    point(model, skin + 20);
    patch_u32(&model->data, skin + 24, (uint32_t)nodes);
    for (int i = 0; i < nodes; i++) put_u16(&model->data, (uint32_t)slot_of(bones, bone_count, i));
    set_array(model, skin + 28, model->data.size, (uint32_t)nodes);
    for (int i = 0; i < 4 * nodes; i++) put_f32(&model->data, i % 4 == 0); /* w first */
    set_array(model, skin + 40, model->data.size, (uint32_t)nodes);
    for (int i = 0; i < 3 * nodes; i++) put_f32(&model->data, i % 3 == 2 ? -i / 3 : 0);
    set_array(model, skin + 52, model->data.size, (uint32_t)nodes);
    for (int i = 0; i < nodes; i++) put_u32(&model->data, 7);
}

void set_constraints(Model *model, size_t node, const float *values, int count) {
    size_t dangly = node + AFTER_MESH;
    set_array(model, dangly, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) put_f32(&model->data, (double)values[i]);
    patch_f32(&model->data, dangly + 12, 0.5);
    patch_f32(&model->data, dangly + 16, 3);
    patch_f32(&model->data, dangly + 20, 8);
}

void set_animmesh(Model *model, size_t node, const Shape *shape, int sets, float period) {
    size_t anim = node + AFTER_MESH;
    set_mesh(model, node, shape);
    patch_f32(&model->data, anim, (double)period);
    point(model, anim + 40);
    patch_u32(&model->data, anim + 48, (uint32_t)sets);
    for (int v = 0; v < shape->vertex_count; v++) {
        for (int s = 0; s < sets; s++) {
            put_f32(&model->data, (double)shape->positions[v][0]);
            put_f32(&model->data, (double)shape->positions[v][1]);
            put_f32(&model->data, (double)shape->positions[v][2] + s);
        }
    }
    point(model, anim + 44);
    patch_u32(&model->data, anim + 52, (uint32_t)sets - 1);
    for (int v = 0; v < shape->vertex_count; v++) {
        for (int s = 0; s < sets - 1; s++) {
            put_f32(&model->data, s);
            put_f32(&model->data, v);
        }
    }
}

static size_t put_box(Model *model, double x0, double x1, int face, uint32_t plane) {
    size_t start = model->data.size;
    const double corners[] = {x0, 0, 0, x1, 1, 0};
    for (int i = 0; i < 6; i++) put_f32(&model->data, corners[i]);
    put_zeros(&model->data, 8);
    put_u32(&model->data, (uint32_t)face);
    put_u32(&model->data, plane);
    return start;
}

void set_boxes(Model *model, size_t node) {
    size_t root = put_box(model, 0, 1, -1, 8);
    patch_u32(&model->data, node + AFTER_MESH, (uint32_t)root);
    size_t left = put_box(model, 0, 1, 0, 0), right = put_box(model, 0, 1, 1, 0);
    patch_u32(&model->data, root + 24, (uint32_t)left);
    patch_u32(&model->data, root + 28, (uint32_t)right);
}

/* ---- Lights, emitters, references --------------------------------------------------------------- */

void set_flares(Model *model, size_t node, const char *const *textures, int count) {
    size_t light = node + NODE, names[8];
    patch_f32(&model->data, light, 25);
    patch_u32(&model->data, light + 64, 5);
    patch_u32(&model->data, light + 72, 1);
    patch_u32(&model->data, light + 76, 1);
    patch_u32(&model->data, light + 80, 1);
    patch_u32(&model->data, light + 84, 1);
    patch_u32(&model->data, light + 88, 1);
    set_array(model, light + 16, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) put_f32(&model->data, 10 - i);
    set_array(model, light + 28, model->data.size, (uint32_t)count);
    for (int i = 0; i < count; i++) put_f32(&model->data, 1 - 0.25 * i);
    set_array(model, light + 40, model->data.size, (uint32_t)count);
    for (int i = 0; i < 3 * count; i++) put_f32(&model->data, 0.125 * (i % 3));
    for (int i = 0; i < count && i < 8; i++) {
        names[i] = model->data.size;
        put_bytes(&model->data, textures[i], strlen(textures[i]) + 1);
    }
    set_array(model, light + 52, model->data.size, (uint32_t)count);
    for (int i = 0; i < count && i < 8; i++) put_u32(&model->data, (uint32_t)names[i]);
}

void set_emitter(Model *model, size_t node, const char *update, const char *texture) {
    size_t emitter = node + NODE;
    patch_f32(&model->data, emitter, 0.5);
    patch_u32(&model->data, emitter + 12, 4);
    patch_u32(&model->data, emitter + 16, 2);
    patch_text(model, emitter + 24, update, 32);
    patch_text(model, emitter + 56, "Normal", 32);
    patch_text(model, emitter + 88, "Lighten", 32);
    patch_text(model, emitter + 120, texture, 64);
    patch_u16(&model->data, emitter + 208, 3);
    patch_u32(&model->data, emitter + 212, 0x0C4);
}

void set_reference(Model *model, size_t node, const char *name) {
    patch_text(model, node + NODE, name, 64);
    patch_u32(&model->data, node + NODE + 64, 1);
}
