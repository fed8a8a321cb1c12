/* An RSM model as a GLB. Below 2.2:
**
**     model           takes units to tiles, and the centre to 0, 0, 0
**       node ...      position, rotation and scale of the node at rest, which keys move; its mesh
**                     includes the node's matrix and offset, which children don't inherit
**
** From 2.2 on a node's matrix needn't consist of a rotation and a scale. So each drawn node of an
** RSM2 hangs on the model, with its vertices where they are at rest, and doesn't move. */
#include "ragnarok/rsm/rsm_glb.h"

#include "codec/text.h"

typedef struct ModelScene {
    Rsm *rsm;
    Glb *glb;
    RsmMesh mesh;
    uint32_t *numbers; /* of each node in the scene; GLB_NONE: not drawn */
    Children children; /* the nodes by their parents */
} ModelScene;

/* Turns a vector from the file's axes to east, north and up. */
static void to_east_north_up(double *v) {
    double y = v[1];
    v[1] = v[2];
    v[2] = 0 - y;
}

/* Turns a quaternion to east, north and up, with unit length; one without length is no rotation. */
static void put_turn(double *turn) {
    double length =
        sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    bool none = !(length >= 1e-9) || !isfinite(length);
    for (int i = 0; i < 4; i++) turn[i] = none ? i == 3 : turn[i] / length;
    to_east_north_up(turn);
}

static void read_turn(const Rsm *rsm, uint64_t node, double *turn) {
    const uint8_t *stored = rsm->nodes[node].transform;
    if (!rsm_first_key(rsm, node, RSM_ROTATIONS, 4, turn)) {
        double axis[3], half = (double)load_f32(stored + RSM_ANGLE) / 2;
        load_floats(stored + RSM_AXIS, 3, axis);
        double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        bool none = !(length >= 1e-9);
        for (int i = 0; i < 3; i++) turn[i] = none ? 0 : axis[i] / length * sin(half);
        turn[3] = none ? 1 : cos(half);
    }
    put_turn(turn);
}

static void add_node(ModelScene *scene, uint32_t node) {
    Rsm *rsm = scene->rsm;
    Glb *glb = scene->glb;
    GlbNode made = glb_no_node;
    double position[3], turn[4], scale[3], scales[3];
    const RsmName stored = rsm->nodes[node].name;
    const char *name = text_string(glb->arena, ENCODING_CP949, stored.bytes, stored.size);
    ChildRange faces = children_of(&rsm->faces, node), below = children_of(&scene->children, node);
    uint32_t *children = arena_alloc(glb->arena, below.end - below.first, sizeof *children);
    if (!name || !children) {
        fail_memory(glb->error, glb->arena);
        return;
    }
    for (uint64_t i = below.first; rsm->is_old && i < below.end; i++) {
        children[made.child_count++] = scene->numbers[child_at(&scene->children, i)];
    }
    made.name = name;
    made.children = children;
    made.mesh = rsm_mesh_of(&scene->mesh, faces.first, faces.end - faces.first, name);
    if (rsm->is_old) {
        rsm_read_rest(rsm, node, position, scale);
        read_turn(rsm, node, turn);
        to_east_north_up(position);
        made.position = position;
        made.turn = turn;
        for (int i = 0; i < 3; i++) scales[i] = scale[(3 - i) % 3];
        made.scales = scales;
    }
    scene->numbers[node] = glb_node(glb, &made);
    arena_release(glb->arena, children);
}

/* The keys of one kind of a node, with rising times; keys that come too late are left out. */
typedef struct Track {
    uint32_t times, values;
} Track;

static bool add_track(const ModelScene *scene, uint32_t node, RsmKeyKind kind, Track *track) {
    const Rsm *rsm = scene->rsm;
    Glb *glb = scene->glb;
    const RsmNode *of = &rsm->nodes[node];
    unsigned width = kind == RSM_ROTATIONS ? 4 : 3;
    uint8_t *times = glb_items(glb, GLB_TIME, of->key_count, &track->times);
    uint8_t *values = glb_items(glb, kind == RSM_ROTATIONS ? GLB_TURN : GLB_VECTOR, of->key_count,
                                &track->values);
    uint64_t count = 0;
    float last = -1; /* as float, since different times may round to the same one */
    for (uint32_t i = of->first_key; times && values && i < of->first_key + of->key_count; i++) {
        const RsmKey *key = &rsm->keys[i];
        float seconds = glb_finite(rsm_seconds(rsm, load_i32(key->record)));
        double value[4];
        if (key->kind != kind || !(seconds > last) || seconds < 0) continue;
        load_floats(key->record + RSM_KEY_VALUES, width, value);
        store_f32(times + 4 * count, seconds);
        uint8_t *at = values + 4 * (size_t)width * count++;
        last = seconds;
        if (kind == RSM_ROTATIONS) {
            put_turn(value);
            glb_put_turn(at, value[0], value[1], value[2], value[3]);
        } else if (kind == RSM_POSITIONS) {
            glb_put_place(at, value[0], value[2], 0 - value[1]);
        } else {
            glb_put_place(at, value[0], 0 - value[2], value[1]);
        }
    }
    glb_shorten(glb, track->values, count);
    return glb_shorten(glb, track->times, count);
}

static void add_animation(ModelScene *scene) {
    const Rsm *rsm = scene->rsm;
    Json channels = glb_json(scene->glb);
    uint32_t count = 0;
    for (uint64_t i = 0; rsm->is_old && i < rsm->drawn_count; i++) {
        uint32_t node = rsm->order[i];
        if (glb_stops(scene->glb, i)) return;
        for (int kind = RSM_POSITIONS; kind <= RSM_SCALES; kind++) {
            if (rsm->nodes[node].firsts[kind] == RSM_NONE) continue;
            Track track;
            if (!add_track(scene, node, (RsmKeyKind)kind, &track)) continue;
            if (!count) glb_open_animation(scene->glb, "animation");
            glb_add_channel(scene->glb, &channels, count++, track.times, track.values,
                            scene->numbers[node], (uint32_t)kind);
        }
    }
    if (!count) return;
    glb_put_channels(scene->glb, &channels);
    json_close(&scene->glb->lists[GLB_ANIMATIONS], '}');
}

/* Begins the meshes, with the transform of each node's vertices to its node in the scene. */
static bool begin_mesh(ModelScene *scene) {
    Rsm *rsm = scene->rsm;
    Glb *glb = scene->glb;
    if (!rsm->is_old) return rsm_mesh_begin(&scene->mesh, rsm, glb, rsm->pose->nodes, 1);
    Affine *pivots = arena_alloc(glb->arena, rsm->node_count, sizeof *pivots);
    if (!pivots) return fail_memory(glb->error, glb->arena);
    for (uint64_t i = 0; i < rsm->node_count; i++) pivots[i] = rsm_pivot(rsm, i);
    return rsm_mesh_begin(&scene->mesh, rsm, glb, pivots, 1);
}

uint32_t rsm_write_glb(Rsm *rsm, Glb *glb, bool centred) {
    ModelScene scene = {.rsm = rsm, .glb = glb};
    GlbNode model = glb_no_node;
    uint32_t *roots = arena_alloc(glb->arena, rsm->node_count, sizeof *roots);
    scene.numbers = arena_alloc(glb->arena, rsm->node_count, sizeof *scene.numbers);
    if (!roots || !scene.numbers) return glb_none_after(fail_memory(glb->error, glb->arena));
    if (!rsm_make_pose(&rsm->document, glb->error) || !begin_mesh(&scene) ||
        !rsm_sort_nodes(rsm, &scene.children, glb->arena, glb->error)) {
        return GLB_NONE;
    }
    for (uint64_t i = rsm->drawn_count; i-- && !glb_stops(glb, i);) {
        add_node(&scene, rsm->order[i]);
    }
    for (uint64_t i = 0; i < rsm->drawn_count; i++) {
        uint32_t node = rsm->order[i];
        if (rsm->nodes[node].is_root || !rsm->is_old) {
            roots[model.child_count++] = scene.numbers[node];
        }
    }
    add_animation(&scene);
    double position[3];
    for (int i = 0; i < 3; i++) position[i] = 0 - rsm->pose->centre[i] / RSM_TILE_UNITS;
    to_east_north_up(position);
    model.name = "model";
    model.scale = 1 / RSM_TILE_UNITS;
    if (centred) model.position = position;
    model.children = roots;
    return glb_node(glb, &model);
}
