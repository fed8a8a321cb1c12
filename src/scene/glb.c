#include "scene/glb.h"

enum {
    HEADER_BYTES = 12,
    CHUNK_BYTES = 8,
    COMPONENT_U8 = 5121,
    COMPONENT_U32 = 5125,
    COMPONENT_F32 = 5126,
    TARGET_VERTICES = 34962,
    TARGET_INDICES = 34963,
    TRIANGLES = 4,
};

/* Vertex views have a stride, so that many accessors can share one. */
static const struct Kind {
    const char *type;
    uint16_t component, target;
    uint8_t bytes;
    bool is_normalized, has_bounds;
} kinds[GLB_KINDS] = {
    [GLB_PICTURE] = {NULL, 0, 0, 1, false, false},
    [GLB_POSITION] = {"VEC3", COMPONENT_F32, TARGET_VERTICES, 12, false, true},
    [GLB_NORMAL] = {"VEC3", COMPONENT_F32, TARGET_VERTICES, 12, false, false},
    [GLB_UV] = {"VEC2", COMPONENT_F32, TARGET_VERTICES, 8, false, false},
    [GLB_LIGHT_UV] = {"VEC2", COMPONENT_F32, TARGET_VERTICES, 8, false, false},
    [GLB_COLOR] = {"VEC4", COMPONENT_U8, TARGET_VERTICES, 4, true, false},
    [GLB_JOINT] = {"VEC4", COMPONENT_U8, TARGET_VERTICES, 4, false, false},
    [GLB_WEIGHT] = {"VEC4", COMPONENT_F32, TARGET_VERTICES, 16, false, false},
    [GLB_INDEX] = {"SCALAR", COMPONENT_U32, TARGET_INDICES, 4, false, false},
    [GLB_MATRIX] = {"MAT4", COMPONENT_F32, 0, 64, false, false},
    [GLB_TIME] = {"SCALAR", COMPONENT_F32, 0, 4, false, true},
    [GLB_VECTOR] = {"VEC3", COMPONENT_F32, 0, 12, false, false},
    [GLB_TURN] = {"VEC4", COMPONENT_F32, 0, 16, false, false},
};

static const char *const list_names[GLB_LISTS] = {
    [GLB_NODES] = "nodes",           [GLB_MESHES] = "meshes",       [GLB_SKINS] = "skins",
    [GLB_ANIMATIONS] = "animations", [GLB_MATERIALS] = "materials", [GLB_TEXTURES] = "textures",
    [GLB_IMAGES] = "images",         [GLB_SAMPLERS] = "samplers",   [GLB_LIGHTS] = "lights",
};

typedef struct Accessor {
    GlbKind kind;
    uint64_t offset, count; /* offset within its view */
} Accessor;

void glb_begin(Glb *glb, Arena *arena, const char *textures, Error *error) {
    *glb = (Glb){.arena = arena, .error = error, .textures = textures, .repeating = GLB_NONE};
    for (int i = 0; i < GLB_LISTS; i++) glb->lists[i] = (Json){.arena = arena};
    glb->scene_extras = (Json){.arena = arena};
}

bool glb_stops(Glb *glb, uint64_t step) {
    if (arena_interrupted_at(glb->arena, step)) fail_interrupted(glb->error);
    return glb_failed(glb);
}

/* ---- Items ----------------------------------------------------------------------------------- */

uint8_t *glb_items(Glb *glb, GlbKind kind, uint64_t count, uint32_t *accessor) {
    const struct Kind *fields = &kinds[kind];
    List *view = &glb->views[kind];
    *accessor = GLB_NONE;
    if (glb_failed(glb) || !count) return NULL;
    if (count > GLB_BYTES_MAX / fields->bytes) {
        return null_after(fail(glb->error, ERROR_TOO_BIG,
                               "the scene needs more than %" PRIu64 " bytes", GLB_BYTES_MAX));
    }
    Accessor *added = list_add(glb->arena, &glb->accessors, sizeof *added);
    if (!added || !list_reserve(glb->arena, view, count * fields->bytes, 1)) {
        return null_after(fail_memory(glb->error, glb->arena));
    }
    *added = (Accessor){kind, view->count, count};
    *accessor = (uint32_t)glb->accessors.count - 1;
    view->count += count * fields->bytes;
    return (uint8_t *)view->items + added->offset;
}

void glb_expect(Glb *glb, GlbKind kind, uint64_t count) {
    uint8_t bytes = kinds[kind].bytes;
    if (glb_failed(glb) || count > GLB_BYTES_MAX / bytes) return; /* glb_items() refuses these */
    if (!list_reserve(glb->arena, &glb->views[kind], count * bytes, 1)) {
        fail_memory(glb->error, glb->arena);
    }
}

bool glb_shorten(Glb *glb, uint32_t number, uint64_t count) {
    if (glb_failed(glb) || number == GLB_NONE) return false;
    Accessor *accessor = (Accessor *)glb->accessors.items + number;
    glb->views[accessor->kind].count -= (accessor->count - count) * kinds[accessor->kind].bytes;
    accessor->count = count;
    if (!count) glb->accessors.count--;
    return count > 0;
}

void glb_put_direction(uint8_t *at, double x, double y, double z) {
    double length = sqrt(x * x + y * y + z * z);
    if (length > 0 && isfinite(length)) glb_put_place(at, x / length, y / length, z / length);
    else glb_put_place(at, 0, 0, 1);
}

void glb_put_turn(uint8_t *at, double x, double y, double z, double w) {
    glb_put_place(at, x, y, z);
    store_f32(at + 12, glb_finite(w));
}

/* ---- Meshes and nodes ------------------------------------------------------------------------ */

Json glb_json(const Glb *glb) {
    return (Json){.arena = glb->arena};
}

uint32_t glb_open(Glb *glb, GlbList list, const char *name) {
    json_open(&glb->lists[list], NULL, '{');
    if (name) json_text(&glb->lists[list], "name", name);
    return glb->counts[list]++;
}

void glb_add_channel(Glb *glb, Json *channels, uint32_t number, uint32_t times, uint32_t values,
                     uint32_t node, uint32_t moved) {
    static const char *const paths[] = {"translation", "rotation", "scale"};
    json_print(&glb->lists[GLB_ANIMATIONS], NULL, "{'input':%u,'output':%u}", times, values);
    json_print(channels, NULL, "{'sampler':%u,'target':{'node':%u,'path':'%s'}}", number, node,
               paths[moved]);
}

void glb_open_animation(Glb *glb, const char *name) {
    glb_open(glb, GLB_ANIMATIONS, name);
    json_open(&glb->lists[GLB_ANIMATIONS], "samplers", '[');
}

void glb_put_channels(Glb *glb, const Json *channels) {
    Json *json = &glb->lists[GLB_ANIMATIONS];
    json_close(json, ']');
    json_array(json, "channels", channels);
}

void glb_open_mesh(Glb *glb, const char *name) {
    glb_open(glb, GLB_MESHES, name);
    json_open(&glb->lists[GLB_MESHES], "primitives", '[');
}

static void put_number(Json *json, const char *key, uint32_t number) {
    if (number != GLB_NONE) json_integer(json, key, number);
}

void glb_add_part(Glb *glb, const GlbVertices *vertices, uint32_t indices, uint32_t material) {
    Json *json = &glb->lists[GLB_MESHES];
    json_open(json, NULL, '{');
    json_open(json, "attributes", '{');
    put_number(json, "POSITION", vertices->positions);
    put_number(json, "NORMAL", vertices->normals);
    put_number(json, "TEXCOORD_0", vertices->uv);
    put_number(json, "TEXCOORD_1", vertices->light_uv);
    put_number(json, "COLOR_0", vertices->colors);
    put_number(json, "JOINTS_0", vertices->joints);
    put_number(json, "WEIGHTS_0", vertices->weights);
    json_close(json, '}');
    put_number(json, "indices", indices);
    put_number(json, "material", material);
    json_integer(json, "mode", TRIANGLES);
    json_close(json, '}');
}

uint32_t glb_close_mesh(Glb *glb) {
    json_close(&glb->lists[GLB_MESHES], ']');
    json_close(&glb->lists[GLB_MESHES], '}');
    return glb->counts[GLB_MESHES] - 1;
}

static bool all_finite(const double *numbers, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (!glb_is_finite(numbers[i])) return false;
    }
    return true;
}

static void put_place_of_node(Json *json, const GlbNode *node) {
    const double *at = node->position, *turn = node->turn;
    if (at && all_finite(at, 3)) {
        json_numbers(json, "translation", (const double[]){at[0], at[2], 0 - at[1]}, 3);
    }
    if (turn && all_finite(turn, 4)) {
        json_numbers(json, "rotation", (const double[]){turn[0], turn[2], 0 - turn[1], turn[3]}, 4);
    }
    const double *scales = node->scales;
    if (scales && all_finite(scales, 3)) {
        json_numbers(json, "scale", (const double[]){scales[0], scales[2], scales[1]}, 3);
    } else if (node->scale != 1 && glb_is_finite(node->scale)) {
        json_numbers(json, "scale", (const double[]){node->scale, node->scale, node->scale}, 3);
    }
}

uint32_t glb_node(Glb *glb, const GlbNode *node) {
    Json *json = &glb->lists[GLB_NODES];
    uint32_t number = glb_open(glb, GLB_NODES, node->name);
    put_number(json, "mesh", node->mesh);
    put_number(json, "skin", node->skin);
    put_place_of_node(json, node);
    if (node->child_count) {
        json_open(json, "children", '[');
        for (uint64_t i = 0; i < node->child_count; i++) {
            json_integer(json, NULL, node->before_children + node->children[i]);
        }
        json_close(json, ']');
    }
    if (node->light != GLB_NONE || node->is_hidden) {
        json_open(json, "extensions", '{');
        if (node->light != GLB_NONE) {
            json_print(json, "KHR_lights_punctual", "{'light':%u}", node->light);
        }
        if (node->is_hidden) json_print(json, "KHR_node_visibility", "{'visible':false}");
        glb->hides |= node->is_hidden;
        json_close(json, '}');
    }
    if (node->extras) json_paste(json, "extras", node->extras);
    json_close(json, '}');
    return number;
}

uint32_t glb_group(Glb *glb, const char *name, const uint32_t *children, uint64_t count,
                   const Json *extras) {
    GlbNode node = glb_no_node;
    node.name = name;
    node.children = children;
    node.child_count = count;
    node.extras = extras;
    return glb_node(glb, &node);
}

uint32_t glb_mesh_node(Glb *glb, const char *name, uint32_t mesh) {
    GlbNode node = glb_no_node;
    node.name = name;
    node.mesh = mesh;
    return glb_node(glb, &node);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Rounds up to a multiple of 4, where views and chunks begin. */
static uint64_t padded(uint64_t size) {
    return (size + 3) & ~(uint64_t)3;
}

static void put_views(const Glb *glb, Json *json, uint32_t numbers[GLB_KINDS], uint64_t *total) {
    uint32_t count = 0;
    *total = 0;
    for (int i = 0; i < GLB_KINDS; i++) {
        uint64_t size = glb->views[i].count;
        numbers[i] = count;
        if (!size) continue;
        if (!count) json_open(json, "bufferViews", '[');
        if (i == GLB_PICTURE) {
            const GlbPiece *pieces = glb->pictures.items; /* each is a view; they come first */
            for (; count < glb->pictures.count; count++) {
                json_print(json, NULL,
                           "{'buffer':0,'byteOffset':%" PRIu64 ",'byteLength':%" PRIu64 "}",
                           pieces[count].offset, pieces[count].size);
            }
            *total += padded(size);
            continue;
        }
        count++;
        json_open(json, NULL, '{');
        json_integer(json, "buffer", 0);
        json_integer(json, "byteOffset", (int64_t)*total);
        json_integer(json, "byteLength", (int64_t)size);
        if (kinds[i].target == TARGET_VERTICES) json_integer(json, "byteStride", kinds[i].bytes);
        if (kinds[i].target) json_integer(json, "target", kinds[i].target);
        json_close(json, '}');
        *total += padded(size);
    }
    if (count) json_close(json, ']');
}

/* Finds the least and the greatest value of each component. */
static void put_bounds(const Glb *glb, Json *json, const Accessor *accessor) {
    const struct Kind *kind = &kinds[accessor->kind];
    const uint8_t *at = (const uint8_t *)glb->views[accessor->kind].items + accessor->offset;
    unsigned width = kind->bytes / 4u;
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint64_t i = 0; i < accessor->count; i++) {
        for (unsigned k = 0; k < width; k++, at += 4) {
            double value = (double)load_f32(at);
            if (value < least[k]) least[k] = value;
            if (value > most[k]) most[k] = value;
        }
    }
    json_numbers(json, "min", least, width);
    json_numbers(json, "max", most, width);
}

static void put_accessors(const Glb *glb, Json *json, const uint32_t numbers[GLB_KINDS]) {
    const Accessor *accessors = glb->accessors.items;
    if (!glb->accessors.count) return;
    json_open(json, "accessors", '[');
    for (uint64_t i = 0; i < glb->accessors.count; i++) {
        const struct Kind *kind = &kinds[accessors[i].kind];
        json_open(json, NULL, '{');
        json_integer(json, "bufferView", numbers[accessors[i].kind]);
        if (accessors[i].offset) json_integer(json, "byteOffset", (int64_t)accessors[i].offset);
        json_integer(json, "componentType", kind->component);
        if (kind->is_normalized) json_print(json, "normalized", "true");
        json_integer(json, "count", (int64_t)accessors[i].count);
        json_text(json, "type", kind->type);
        if (kind->has_bounds) put_bounds(glb, json, &accessors[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_extensions(const Glb *glb, Json *json) {
    const Json *lights = &glb->lists[GLB_LIGHTS];
    if (!lights->text.count && !glb->hides) return;
    json_open(json, "extensionsUsed", '[');
    if (lights->text.count) json_text(json, NULL, "KHR_lights_punctual");
    if (glb->hides) json_text(json, NULL, "KHR_node_visibility");
    json_close(json, ']');
    if (!lights->text.count) return;
    json_open(json, "extensions", '{');
    json_open(json, "KHR_lights_punctual", '{');
    json_array(json, "lights", lights);
    json_close(json, '}');
    json_close(json, '}');
}

static void put_document(const Glb *glb, Json *json, uint32_t root, uint64_t *numbers_size) {
    uint32_t numbers[GLB_KINDS];
    json_open(json, NULL, '{');
    json_print(json, "asset", "{'version':'2.0','generator':'gamemap'}");
    json_integer(json, "scene", 0);
    json_open(json, "scenes", '[');
    json_open(json, NULL, '{');
    json_print(json, "nodes", "[%u]", root);
    if (glb->scene_extras.text.count) json_paste(json, "extras", &glb->scene_extras);
    json_close(json, '}');
    json_close(json, ']');
    put_extensions(glb, json);
    for (int i = 0; i < GLB_LIGHTS; i++) {
        if (glb->counts[i]) json_array(json, list_names[i], &glb->lists[i]);
    }
    put_views(glb, json, numbers, numbers_size);
    put_accessors(glb, json, numbers);
    if (*numbers_size) json_print(json, "buffers", "[{'byteLength':%" PRIu64 "}]", *numbers_size);
    json_close(json, '}');
}

static uint8_t *put_chunk(uint8_t *at, uint64_t size, const char type[4]) {
    store_u32(at, (uint32_t)size);
    memcpy(at + 4, type, 4);
    return at + CHUNK_BYTES;
}

static uint8_t *put_padded(uint8_t *at, const List *bytes, uint8_t padding) {
    uint64_t size = bytes->count;
    if (size) memcpy(at, bytes->items, (size_t)size);
    memset(at + size, padding, (size_t)(padded(size) - size));
    return at + padded(size);
}

bool glb_end(Glb *glb, uint32_t root, uint8_t **bytes, uint64_t *size) {
    Json json = glb_json(glb);
    uint64_t numbers_size = 0;
    json.failed = glb->scene_extras.failed;
    for (int i = 0; i < GLB_LISTS; i++) json.failed = json.failed || glb->lists[i].failed;
    if (!glb_failed(glb)) put_document(glb, &json, root, &numbers_size);
    if (glb_failed(glb)) return false;
    if (json.failed) return fail_memory(glb->error, glb->arena);
    uint64_t json_size = padded(json.text.count);
    *size =
        HEADER_BYTES + CHUNK_BYTES + json_size + (numbers_size ? CHUNK_BYTES + numbers_size : 0);
    if (*size > GLB_BYTES_MAX) {
        return fail(glb->error, ERROR_TOO_BIG,
                    "the scene needs %" PRIu64 " bytes, expected at most %" PRIu64, *size,
                    GLB_BYTES_MAX);
    }
    uint8_t *at = *bytes = arena_alloc(glb->arena, *size, 1);
    if (!at) return fail_memory(glb->error, glb->arena);
    memcpy(at, "glTF", 4);
    store_u32(at + 4, 2);
    store_u32(at + 8, (uint32_t)*size);
    at = put_padded(put_chunk(at + HEADER_BYTES, json_size, "JSON"), &json.text, ' ');
    if (!numbers_size) return true;
    at = put_chunk(at, numbers_size, "BIN");
    for (int i = 0; i < GLB_KINDS; i++) at = put_padded(at, &glb->views[i], 0);
    return true;
}
