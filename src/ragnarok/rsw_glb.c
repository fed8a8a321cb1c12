/*
** A whole map as a GLB, in tiles of the GAT as gnd_glb.c has them: its ground, its models, its water
** and its lights.
**
**     map             node
**       map           the ground, as gnd_write_glb() has it
**       models        a node for each place of a model, which share one mesh for each file
**       water         a plane for each level of water that is above some ground
**       lights        KHR_lights_punctual
*/
#include "ragnarok/rsw_place.h"
#include "ragnarok/gnd/gnd.h"
#include "ragnarok/ro_names.h"
#include "ragnarok/rsm/rsm_glb.h"
#include "scene/glb_surfaces.h"

/* A plane of water, in tiles, and its altitude; some of the ground lies below it. */
typedef struct WaterPlane {
    double min_x, min_y, max_x, max_y, level;
    bool is_lava;
} WaterPlane;

typedef struct MapScene {
    const Rsw *rsw;
    const FilesBeside *beside;
    const RswSceneOptions *options;
    Glb *glb;
    double width, height;  /* of the map, in tiles */
    float deepest;         /* the greatest altitude of the ground: that of its lowest point */
    List water;            /* of WaterPlane */
    const char *no_ground; /* the name of a ground that isn't found or can't be read; NULL: none */
    bool is_missing;       /* it isn't found */
    List children;         /* of uint32_t: nodes of the map */
    uint64_t missing_models, broken_models;
} MapScene;

static void add_child(MapScene *scene, List *list, uint32_t node) {
    Glb *glb = scene->glb;
    if (node == GLB_NONE || glb_failed(glb)) return;
    list_push(glb->arena, list, &node, sizeof node, glb->error);
}

static uint32_t group_node(MapScene *scene, const char *name, const List *children) {
    return children->count ? glb_group(scene->glb, name, children->items, children->count, NULL)
                           : GLB_NONE;
}

/* Converts a place of the world to tiles, from the south-west corner: east, north, up. */
static void place_in_tiles(const MapScene *scene, const double *at, double *tiles) {
    tiles[0] = at[0] / RSW_TILE_UNITS + scene->width / 2;
    tiles[1] = at[2] / RSW_TILE_UNITS + scene->height / 2;
    tiles[2] = 0 - at[1] / RSW_TILE_UNITS;
}

/* ---- Ground ---------------------------------------------------------------------------------- */

static bool is_lava(uint32_t type) {
    return type == 4 || type == 6;
}

static void add_plane(MapScene *scene, const WaterPlane *plane) {
    if (!((double)scene->deepest > plane->level) || !glb_is_finite(plane->level)) return;
    list_push(scene->glb->arena, &scene->water, plane, sizeof *plane, scene->glb->error);
}

/* Adds the planes of water of a GND, or its default block as one plane if it has none. */
static void measure_water(MapScene *scene, const Gnd *gnd) {
    bool has_planes = gnd->water_plane_count;
    uint64_t columns = has_planes ? gnd->water_planes_u : 1;
    uint64_t rows = has_planes ? gnd->water_planes_v : 1;
    double width = scene->width / (double)columns, height = scene->height / (double)rows;
    for (uint64_t i = 0; i < columns * rows && !glb_stops(scene->glb, i); i++) {
        const uint8_t *block =
            has_planes ? gnd->water_planes + i * gnd->water_plane_bytes : gnd->water;
        bool has_type = !has_planes || gnd->water_plane_bytes == GND_WATER_BYTES;
        uint32_t type = load_u32((has_type ? block : gnd->water) + GND_WATER_TYPE);
        double x = (double)(i % columns), y = (double)(i / columns);
        double level = (double)load_f32(block + GND_WATER_LEVEL);
        WaterPlane plane = {width * x,        height * y, width * (x + 1),
                            height * (y + 1), level,      is_lava(type)};
        add_plane(scene, &plane);
    }
}

/* Notes what the ground tells: the size of the map, its depth, and from RSW 2.6 on the water. */
static void measure_ground(MapScene *scene, const Gnd *gnd) {
    scene->width = 2.0 * gnd->width;
    scene->height = 2.0 * gnd->height;
    for (uint64_t cube = 0; cube < gnd->cube_count; cube++) {
        for (unsigned corner = 0; corner < 4; corner++) {
            float altitude = gnd_altitude(gnd, cube, corner);
            if (altitude > scene->deepest) scene->deepest = altitude;
        }
    }
    if (!rsw_has(scene->rsw, RSW_FIELD_WATER_LEVEL) && gnd->has_water && gnd->water) {
        measure_water(scene, gnd);
    }
}

/* Opens the ground that the world names; NULL, without an error, if it is missing or broken. */
static Document *open_ground(MapScene *scene) {
    const FilesBeside *beside = scene->beside;
    Error problem = {0};
    FoundName found;
    const NameSearch search = {beside, scene->glb->arena, scene->glb->error};
    const uint8_t *field = scene->rsw->header + RSW_HEADER_GND;
    if (!names_find_korean(&search, &ro_ground, field, RSW_HEADER_NAME_BYTES, &found)) return NULL;
    Document *document =
        found.file.path ? beside->open_found(beside, &found.file, &gnd_format, &problem) : NULL;
    if (document) return document;
    const char *shown = text_shown(scene->glb->arena, ENCODING_CP949, field, RSW_HEADER_NAME_BYTES);
    if (!shown) fail_memory(scene->glb->error, scene->glb->arena);
    if (error_is_not_its_own(&problem)) *scene->glb->error = problem;
    scene->no_ground = shown;
    scene->is_missing = !found.file.path;
    return NULL;
}

/* Notes the size of a map without a ground: that of its tree. */
static void measure_tree(MapScene *scene) {
    const Rsw *rsw = scene->rsw;
    if (!rsw->node_count) return;
    for (unsigned axis = 0; axis < 3; axis += 2) {
        double most = (double)load_f32(rsw->tree + RSW_NODE_MAXIMUM + 4 * axis);
        double least = (double)load_f32(rsw->tree + RSW_NODE_MINIMUM + 4 * axis);
        double tiles = floor((most - least + 1) / RSW_TILE_UNITS);
        if (!(tiles > 0) || !glb_is_finite(tiles)) continue;
        if (axis) scene->height = tiles;
        else scene->width = tiles;
    }
}

static void add_ground(MapScene *scene) {
    Document *document = open_ground(scene);
    if (!document) {
        measure_tree(scene);
        if (scene->options->ground && scene->options->missing == RSW_REFUSE_MISSING &&
            !glb_failed(scene->glb)) {
            fail(scene->glb->error, ERROR_CANNOT_OPEN, "its ground \"%s\" %s", scene->no_ground,
                 scene->is_missing ? "isn't found" : "can't be read");
        }
        return;
    }
    measure_ground(scene, (const Gnd *)document);
    if (scene->options->ground) {
        add_child(scene, &scene->children, gnd_write_glb((Gnd *)document, scene->glb));
    }
    scene->beside->close(scene->beside, document);
}

/* ---- Models ---------------------------------------------------------------------------------- */

/* Writes a node with a mesh for a placement: T(position) * Rz * Rx * Ry * S. */
static uint32_t add_placement(MapScene *scene, uint64_t model, uint32_t mesh, const char *name) {
    const Rsw *rsw = scene->rsw;
    const uint8_t *body = rsw->document.bytes + rsw->lists[RSW_MODEL].starts[model];
    const double half = RSW_DEGREE / 2;
    double at[3], turn[3], size[3], position[3], s[3], c[3];
    load_floats(body + RSW_MODEL_POSITION, 3, at);
    load_floats(body + RSW_MODEL_ROTATION, 3, turn);
    load_floats(body + RSW_MODEL_SCALE, 3, size);
    place_in_tiles(scene, at, position);
    for (int i = 0; i < 3; i++) {
        if (!glb_is_finite(position[i]) || !glb_is_finite(turn[i]) || !glb_is_finite(size[i])) {
            return GLB_NONE;
        }
        s[i] = sin(turn[i] * half);
        c[i] = cos(turn[i] * half);
    }
    /* the product of the quaternions of z, x and y; x, z, -y of it, as the GLB's axes are others */
    double x = c[2] * s[0] * c[1] - s[2] * c[0] * s[1], y = c[2] * c[0] * s[1] + s[2] * s[0] * c[1];
    double z = s[2] * c[0] * c[1] + c[2] * s[0] * s[1], w = c[2] * c[0] * c[1] - s[2] * s[0] * s[1];
    const double quaternion[4] = {x, z, 0 - y, w}, scales[3] = {size[0], size[2], size[1]};
    Json extras = glb_json(scene->glb);
    json_print(&extras, NULL, "{'object':%u}", rsw->lists[RSW_MODEL].parents[model]);
    GlbNode node = glb_no_node;
    node.name = name;
    node.mesh = mesh;
    node.position = position;
    node.turn = quaternion;
    node.scales = scales;
    node.extras = &extras;
    uint32_t number = glb_node(scene->glb, &node);
    arena_release(scene->glb->arena, extras.text.items);
    return number;
}

/* Adds a box of 2 x 2 x 2 tiles as the mesh of missing models. */
static uint32_t add_box_mesh(Glb *glb) {
    static const Color color = {255, 0, 255, 255};
    GlbVertices vertices = glb_no_vertices;
    uint32_t indices;
    GlbBoxes boxes;
    if (!glb_boxes_begin(glb, 1, &boxes, &vertices.positions, &indices)) return GLB_NONE;
    glb_put_box(&boxes, (const double[]){-1, -1, 0}, (const double[]){1, 1, 2});
    return glb_mesh(glb, "missing", &vertices, indices,
                    glb_plain_material(glb, "missing", &color, 1));
}

static const char *name_of(MapScene *scene, const RswModelFile *model) {
    Glb *glb = scene->glb;
    const char *name = text_string(glb->arena, ENCODING_CP949, model->name, RSW_NAME_BYTES);
    char *copy = name ? text_copy(glb->arena, name, strlen(name)) : NULL;
    if (!copy) fail_memory(glb->error, glb->arena);
    return copy;
}

/* Returns the mesh of a model's file; GLB_NONE: the file is missing, or nothing of it is drawn. */
static uint32_t mesh_of(MapScene *scene, const RswModelFile *model, const char *name) {
    Rsm *rsm;
    if (!model->found.path) {
        scene->missing_models++;
        return GLB_NONE;
    }
    if (!rsw_open_model(scene->beside, model, &rsm, scene->glb->error)) return GLB_NONE;
    if (!rsm) {
        scene->broken_models++;
        return GLB_NONE;
    }
    uint32_t mesh = rsm_add_mesh(rsm, scene->glb, name);
    scene->beside->close(scene->beside, &rsm->document);
    return mesh;
}

static void add_model(MapScene *scene, const RswPlacing *placing, const RswModelFile *model,
                      uint32_t *box, uint32_t *nodes) {
    const char *name = name_of(scene, model);
    if (!name) return;
    uint64_t missed = scene->missing_models + scene->broken_models;
    uint32_t mesh = mesh_of(scene, model, name);
    bool misses = missed < scene->missing_models + scene->broken_models;
    if (misses && scene->options->missing == RSW_BOX_MISSING) {
        if (*box == GLB_NONE) *box = add_box_mesh(scene->glb);
        mesh = *box;
    }
    if (mesh == GLB_NONE) return;
    for (uint32_t i = model->first; i != RSM_NONE; i = placing->placed[i].next) {
        if (glb_stops(scene->glb, i)) return;
        nodes[i] = add_placement(scene, i, mesh, name);
    }
}

static void add_models(MapScene *scene) {
    Glb *glb = scene->glb;
    RswPlacing placing;
    List children = {0};
    uint32_t box = GLB_NONE;
    uint64_t count = scene->rsw->lists[RSW_MODEL].count;
    uint32_t *nodes = arena_alloc(glb->arena, count, sizeof *nodes);
    if (!nodes) fail_memory(glb->error, glb->arena);
    if (!nodes || !rsw_list_models(scene->rsw, scene->beside, glb->arena, &placing, glb->error)) {
        return;
    }
    for (uint64_t i = 0; i < count; i++) nodes[i] = GLB_NONE;
    for (uint64_t i = 0; i < placing.models.count && !glb_failed(glb); i++) {
        add_model(scene, &placing, &placing.models.items[i], &box, nodes);
    }
    for (uint64_t i = 0; i < count; i++) add_child(scene, &children, nodes[i]);
    add_child(scene, &scene->children, group_node(scene, "models", &children));
    uint64_t lacking = scene->missing_models + scene->broken_models;
    if (lacking && scene->options->missing == RSW_REFUSE_MISSING) {
        fail(glb->error, ERROR_CANNOT_OPEN, "%" PRIu64 " of the files of its models %s", lacking,
             scene->broken_models ? "aren't found or can't be read" : "aren't found");
    }
}

/* ---- Water and lights ------------------------------------------------------------------------ */

/* Makes a mesh of the planes of lava, which is opaque, or of the other planes. */
static void add_planes(MapScene *scene, bool lava) {
    static const Color blue = {70, 126, 178, 255}, orange = {206, 84, 32, 255};
    const char *name = lava ? "lava" : "water";
    Glb *glb = scene->glb;
    GlbVertices vertices = glb_no_vertices;
    uint32_t indices, count = 0;
    const WaterPlane *planes = scene->water.items;
    for (uint64_t i = 0; i < scene->water.count; i++) count += planes[i].is_lava == lava;
    if (!count || glb_failed(glb)) return;
    uint8_t *at = glb_items(glb, GLB_POSITION, 4 * (uint64_t)count, &vertices.positions);
    uint8_t *normals = glb_items(glb, GLB_NORMAL, 4 * (uint64_t)count, &vertices.normals);
    for (uint64_t i = 0; at && normals && i < 4 * scene->water.count && !glb_stops(glb, i); i++) {
        const WaterPlane *plane = &planes[i / 4];
        if (plane->is_lava != lava) continue;
        glb_put_place(at, i % 2 ? plane->max_x : plane->min_x,
                      i / 2 % 2 ? plane->max_y : plane->min_y, 0 - plane->level / RSW_TILE_UNITS);
        glb_put_direction(normals, 0, 0, 1);
        at += 12;
        normals += 12;
    }
    at = glb_items(glb, GLB_INDEX, 6 * (uint64_t)count, &indices);
    for (uint32_t i = 0; at && i < 4 * count && !glb_stops(glb, i); i += 4) {
        at = glb_put_triangle(glb_put_triangle(at, i, i + 1, i + 2), i + 1, i + 3, i + 2);
    }
    uint32_t material = glb_plain_material(glb, name, lava ? &orange : &blue, lava ? 1 : 0.6);
    uint32_t mesh = glb_mesh(glb, name, &vertices, indices, material);
    add_child(scene, &scene->children, glb_mesh_node(glb, name, mesh));
}

static void add_water(MapScene *scene) {
    const Rsw *rsw = scene->rsw;
    if (rsw_has(rsw, RSW_FIELD_WATER_LEVEL)) {
        double level = (double)load_f32(rsw->header + RSW_HEADER_WATER_LEVEL);
        bool lava =
            rsw_has(rsw, RSW_FIELD_WATER) && is_lava(load_u32(rsw->header + RSW_HEADER_WATER_TYPE));
        WaterPlane plane = {0, 0, scene->width, scene->height, level, lava};
        add_plane(scene, &plane);
    }
    add_planes(scene, false);
    add_planes(scene, true);
}

static uint32_t add_light(MapScene *scene, const uint8_t *body) {
    Glb *glb = scene->glb;
    Json *json = &glb->lists[GLB_LIGHTS];
    double color[3], at[3], position[3], range = (double)load_f32(body + RSW_LIGHT_RANGE);
    load_floats(body + RSW_LIGHT_POSITION, 3, at);
    place_in_tiles(scene, at, position);
    for (int i = 0; i < 3; i++) {
        const uint8_t *part = body + RSW_LIGHT_COLOR + 4 * i;
        float value = rsw_light_is_integer(body) ? (float)load_u32(part) / 255 : load_f32(part);
        color[i] = value >= 1 ? 1 : value > 0 ? (double)value : 0;
        if (!glb_is_finite(position[i])) return GLB_NONE;
    }
    GlbNode node = glb_no_node;
    node.name = "light";
    node.position = position;
    node.light = glb_open(glb, GLB_LIGHTS, NULL);
    json_text(json, "type", "point");
    json_numbers(json, "color", color, 3);
    if (range > 0 && glb_is_finite(range)) json_number(json, "range", range / RSW_TILE_UNITS);
    json_close(json, '}');
    return glb_node(glb, &node);
}

static void add_lights(MapScene *scene) {
    const Rsw *rsw = scene->rsw;
    const Children *lights = &rsw->lists[RSW_LIGHT];
    List children = {0};
    for (uint64_t i = 0; i < lights->count && !glb_stops(scene->glb, i); i++) {
        add_child(scene, &children, add_light(scene, rsw->document.bytes + lights->starts[i]));
    }
    add_child(scene, &scene->children, group_node(scene, "lights", &children));
}

/* ---- The map --------------------------------------------------------------------------------- */

/* Fails if the scene is empty because files are missing or broken. */
static void refuse_empty(const MapScene *scene) {
    Glb *glb = scene->glb;
    uint64_t models = scene->missing_models + scene->broken_models;
    char also[80] = "";
    if (glb_failed(glb) || glb->counts[GLB_MESHES]) return;
    if (!scene->no_ground || !scene->options->ground) {
        if (!models) return;
        fail(glb->error, ERROR_CANNOT_OPEN,
             "there is nothing to draw: none of the files of its models can be read; the option "
             "data says where else to look");
        return;
    }
    if (models) print_text(also, sizeof also, ", nor can %" PRIu64 " files of its models", models);
    fail(glb->error, ERROR_CANNOT_OPEN,
         "there is nothing to draw: its ground \"%s\" %s%s; the option data says where else to "
         "look",
         scene->no_ground, scene->is_missing ? "can't be found" : "can't be read", also);
}

static void tell_missing(const MapScene *scene) {
    Glb *glb = scene->glb;
    Json *extras = &glb->scene_extras;
    const char *const *textures = glb->missing.items;
    json_open(extras, NULL, '{');
    const char *kind = scene->is_missing ? "missing_ground" : "broken_ground";
    if (scene->no_ground) json_text(extras, kind, scene->no_ground);
    json_integer(extras, "missing_models", (int64_t)scene->missing_models);
    json_integer(extras, "broken_models", (int64_t)scene->broken_models);
    json_integer(extras, "missing_textures", (int64_t)glb->missing.count);
    json_open(extras, "textures", '[');
    for (uint64_t i = 0; i < glb->missing.count; i++) json_text(extras, NULL, textures[i]);
    json_close(extras, ']');
    json_close(extras, '}');
}

uint32_t rsw_write_glb(const Rsw *rsw, const FilesBeside *beside, const RswSceneOptions *options,
                       Glb *glb) {
    MapScene scene = {
        .rsw = rsw, .beside = beside, .options = options, .glb = glb, .deepest = -INFINITY};
    add_ground(&scene);
    if (options->models && !glb_failed(glb)) add_models(&scene);
    if (options->water && !glb_failed(glb)) add_water(&scene);
    if (options->lights && !glb_failed(glb)) add_lights(&scene);
    refuse_empty(&scene);
    tell_missing(&scene);
    return glb_group(glb, "map", scene.children.items, scene.children.count, NULL);
}
