/* The tree of an RSM's nodes, and where their vertices are at rest. rsm.h describes both. */
#include "ragnarok/rsm/rsm.h"

/* ---- The tree -------------------------------------------------------------------------------- */

/* Makes a map of the first node of each name; its values point into the nodes. */
static bool map_names(Rsm *rsm, Map *map, Arena *scratch) {
    for (uint64_t i = 0; i < rsm->node_count; i++) {
        RsmNode *node = &rsm->nodes[i];
        void **place = map_place(map, scratch, node->name.bytes, node->name.size);
        if (!place) return false;
        if (!*place) *place = node;
    }
    return true;
}

static uint32_t named(const Rsm *rsm, const Map *map, RsmName name) {
    void **place = map_find(map, name.bytes, name.size);
    return place ? (uint32_t)((const RsmNode *)*place - rsm->nodes) : RSM_NONE;
}

static void find_roots(Rsm *rsm, const Map *map) {
    for (uint64_t i = 0; i < rsm->root_count; i++) {
        uint32_t root = named(rsm, map, rsm->roots[i]);
        if (root != RSM_NONE) rsm->nodes[root].is_root = true;
        else if (!rsm->missing_root_count++) rsm->missing_root = i;
    }
    if (rsm->missing_root_count == rsm->root_count && rsm->node_count) {
        rsm->nodes[0].is_root = true;
    }
}

static uint32_t parent_of(const void *nodes, uint64_t node) {
    return ((const RsmNode *)nodes)[node].parent;
}

bool rsm_sort_nodes(const Rsm *rsm, Children *children, Arena *arena, Error *error) {
    return children_sort(children, arena, rsm->node_count, rsm->node_count, parent_of, rsm->nodes,
                         error);
}

/* Pushes a node on the stack of a walk, unless its depth shows that it was pushed before. */
static void push(Rsm *rsm, uint32_t *stack, uint64_t *count, uint64_t node, uint32_t depth) {
    if (rsm->nodes[node].depth != RSM_NONE) return;
    rsm->nodes[node].depth = depth;
    stack[(*count)++] = (uint32_t)node;
}

/* Walks from the roots down, depth first. A node has one parent and a root has none, so that no
** node is reached twice. */
static void walk_tree(Rsm *rsm, const Children *children, uint32_t *stack) {
    uint64_t count = 0;
    for (uint64_t node = rsm->node_count; node--;) {
        if (rsm->nodes[node].is_root) push(rsm, stack, &count, node, 0);
    }
    while (count) {
        uint32_t node = stack[--count];
        rsm->order[rsm->drawn_count++] = node;
        ChildRange range = children_of(children, node);
        for (uint64_t place = range.end; place-- > range.first;) {
            push(rsm, stack, &count, child_at(children, place), rsm->nodes[node].depth + 1);
        }
    }
}

bool rsm_link_nodes(Rsm *rsm, Error *error) {
    Arena *arena = &rsm->document.arena, scratch = arena_scratch(arena);
    Map map = {0};
    Children children = {0};
    uint32_t *stack = arena_alloc(&scratch, rsm->node_count, sizeof *stack);
    rsm->order = arena_alloc(arena, rsm->node_count, sizeof *rsm->order);
    bool done = stack && rsm->order && map_names(rsm, &map, &scratch);
    if (!done) {
        fail_memory(error, scratch.failed ? &scratch : arena);
    } else {
        find_roots(rsm, &map);
        for (uint32_t i = 0; i < rsm->node_count; i++) {
            RsmNode *node = &rsm->nodes[i];
            if (node->is_root || !node->parent_name.size) continue;
            uint32_t parent = named(rsm, &map, node->parent_name);
            if (parent != i) node->parent = parent;
        }
        done = rsm_sort_nodes(rsm, &children, &scratch, error);
        if (done) walk_tree(rsm, &children, stack);
    }
    arena_clear(&scratch);
    return done;
}

/* ---- Transforms ------------------------------------------------------------------------------ */

void rsm_place_vertex(const Rsm *rsm, uint64_t vertex, const Affine *transform, double *point) {
    double stored[3];
    load_floats(rsm_at(rsm, &rsm->vertices, vertex), 3, stored);
    affine_apply(transform, stored, point);
}

/* Returns the matrix of a node, which is stored by columns, without the offset. */
static Affine matrix_of(const Rsm *rsm, uint64_t node) {
    double stored[9];
    load_floats(rsm->nodes[node].transform + RSM_MATRIX, 9, stored);
    Affine matrix = {0};
    for (int i = 0; i < 9; i++) matrix.rows[i % 3][i / 3] = stored[i];
    return matrix;
}

Affine rsm_pivot(const Rsm *rsm, uint64_t node) {
    if (rsm_is_new(rsm)) return affine_identity();
    Affine pivot = matrix_of(rsm, node);
    load_floats(rsm->nodes[node].transform + RSM_OFFSET, 3, pivot.move);
    return pivot;
}

bool rsm_first_key(const Rsm *rsm, uint64_t node, RsmKeyKind kind, unsigned count, double *values) {
    uint32_t key = rsm->nodes[node].firsts[kind];
    if (key == RSM_NONE) return false;
    load_floats(rsm->keys[key].record + RSM_KEY_VALUES, count, values);
    return true;
}

void rsm_read_rest(const Rsm *rsm, uint64_t node, double *position, double *scale) {
    const uint8_t *stored = rsm->nodes[node].transform;
    load_floats(stored + RSM_POSITION, 3, position);
    load_floats(stored + RSM_SCALE, 3, scale);
    rsm_first_key(rsm, node, RSM_POSITIONS, 3, position);
    rsm_first_key(rsm, node, RSM_SCALES, 3, scale);
    if (rsm->nodes[node].is_root && rsm->model_key) {
        load_floats(rsm->model_key->record + RSM_KEY_VALUES, 3, position);
    }
}

static Affine local_old(const Rsm *rsm, uint64_t node) {
    const uint8_t *stored = rsm->nodes[node].transform;
    double position[3], axis[3], scale[3], turn[4];
    rsm_read_rest(rsm, node, position, scale);
    load_floats(stored + RSM_AXIS, 3, axis);
    Affine move = affine_move(position[0], position[1], position[2]);
    Affine rotation =
        rsm_first_key(rsm, node, RSM_ROTATIONS, 4, turn)
            ? affine_quaternion(turn[0], turn[1], turn[2], turn[3])
            : affine_turn(axis[0], axis[1], axis[2], (double)load_f32(stored + RSM_ANGLE));
    Affine size = affine_scale(scale[0], scale[1], scale[2]);
    Affine placed = affine_product(&move, &rotation);
    return affine_product(&placed, &size);
}

static Affine local_new(const Rsm *rsm, uint64_t node) {
    uint32_t parent = rsm->nodes[node].parent;
    double turn[4], scale[3], move[3], parent_offset[3] = {0};
    /* the inverse of the parent's matrix; the identity if there is no parent or no inverse */
    Affine inverse = affine_identity(), matrix = matrix_of(rsm, node);
    if (parent != RSM_NONE) {
        Affine above = matrix_of(rsm, parent);
        if (!affine_inverse_rows(&above, &inverse)) inverse = affine_identity();
    }
    Affine own = affine_product(&inverse, &matrix);
    if (rsm_first_key(rsm, node, RSM_ROTATIONS, 4, turn)) {
        own = affine_quaternion(turn[0], turn[1], turn[2], turn[3]);
    }
    if (rsm_first_key(rsm, node, RSM_SCALES, 3, scale)) {
        Affine size = affine_scale(scale[0], scale[1], scale[2]);
        own = affine_product(&own, &size);
    }
    if (!rsm_first_key(rsm, node, RSM_POSITIONS, 3, move)) {
        double offset[3];
        load_floats(rsm->nodes[node].transform + RSM_OFFSET, 3, offset);
        if (parent != RSM_NONE) {
            load_floats(rsm->nodes[parent].transform + RSM_OFFSET, 3, parent_offset);
        }
        for (int i = 0; i < 3; i++) offset[i] -= parent_offset[i];
        affine_apply(&inverse, offset, move);
    }
    memcpy(own.move, move, sizeof own.move);
    return own;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

void rsm_box_add(RsmBox *box, const double *point) {
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) return;
    for (int i = 0; i < 3; i++) {
        if (!box->is_known || point[i] < box->low[i]) box->low[i] = point[i];
        if (!box->is_known || point[i] > box->high[i]) box->high[i] = point[i];
    }
    box->is_known = true;
}

static void box_shift(RsmBox *box, const double *centre) {
    for (int i = 0; i < 3; i++) {
        box->low[i] -= centre[i];
        box->high[i] -= centre[i];
    }
}

static void add_used(const Rsm *rsm, RsmPose *pose, uint32_t node) {
    ChildRange faces = children_of(&rsm->faces, node);
    for (uint64_t face = faces.first; face < faces.end; face++) {
        const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
        for (unsigned corner = 0; corner < 3 && rsm_is_drawn(rsm, node, face); corner++) {
            uint32_t vertex = rsm_vertex_of(&rsm->vertices, node,
                                            load_u16(record + RSM_FACE_VERTICES + 2 * corner));
            double point[3];
            rsm_place_vertex(rsm, vertex, &pose->nodes[node], point);
            rsm_box_add(&pose->drawn_box, point);
        }
    }
}

static bool measure_nodes(const Rsm *rsm, RsmPose *pose, Error *error) {
    const Arena *arena = &rsm->document.arena;
    for (uint64_t i = 0; i < rsm->drawn_count; i++) {
        uint32_t node = rsm->order[i];
        ChildRange vertices = children_of(&rsm->vertices, node);
        for (uint64_t vertex = vertices.first; vertex < vertices.end; vertex++) {
            double point[3];
            rsm_place_vertex(rsm, vertex, &pose->nodes[node], point);
            rsm_box_add(&pose->boxes[node], point);
            if (arena_interrupted_at(arena, vertex)) return fail_interrupted(error);
        }
        if (pose->boxes[node].is_known) {
            rsm_box_add(&pose->box, pose->boxes[node].low);
            rsm_box_add(&pose->box, pose->boxes[node].high);
        }
        add_used(rsm, pose, node);
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* Moves the nodes and boxes of the pose so that its centre is 0, 0, 0. */
static void centre(const Rsm *rsm, RsmPose *pose) {
    if (!rsm_is_new(rsm) && pose->box.is_known) {
        pose->centre[0] = (pose->box.low[0] + pose->box.high[0]) / 2;
        pose->centre[1] = pose->box.high[1];
        pose->centre[2] = (pose->box.low[2] + pose->box.high[2]) / 2;
    }
    box_shift(&pose->box, pose->centre);
    box_shift(&pose->drawn_box, pose->centre);
    for (uint64_t i = 0; i < rsm->drawn_count; i++) {
        uint32_t node = rsm->order[i];
        box_shift(&pose->boxes[node], pose->centre);
        for (int k = 0; k < 3; k++) pose->nodes[node].move[k] -= pose->centre[k];
    }
}

/* ---- The pose -------------------------------------------------------------------------------- */

/* Composes the transforms of drawn nodes; `chains` has room for all nodes. */
static void compose(const Rsm *rsm, RsmPose *pose, Affine *chains) {
    const Affine upright = affine_scale(1, rsm_is_new(rsm) ? -1 : 1, 1);
    for (uint64_t i = 0; i < rsm->drawn_count; i++) {
        uint32_t node = rsm->order[i], parent = rsm->nodes[node].parent;
        /* the transform of a node in its parent at rest; from 2.2 on it includes the matrix */
        Affine local = rsm->is_old ? local_old(rsm, node) : local_new(rsm, node);
        Affine pivot = rsm_pivot(rsm, node);
        chains[node] = parent == RSM_NONE ? local : affine_product(&chains[parent], &local);
        Affine whole = affine_product(&chains[node], &pivot);
        pose->nodes[node] = affine_product(&upright, &whole);
    }
}

bool rsm_make_pose(Document *document, Error *error) {
    Rsm *rsm = (Rsm *)document;
    Arena *arena = &document->arena;
    if (rsm->pose) return true;
    RsmPose *pose = arena_zeroed(arena, 1, sizeof *pose);
    Affine *nodes = arena_zeroed(arena, rsm->node_count, sizeof *nodes);
    RsmBox *boxes = arena_zeroed(arena, rsm->node_count, sizeof *boxes);
    Affine *chains = arena_zeroed(arena, rsm->node_count, sizeof *chains);
    bool done = pose && nodes && boxes && chains;
    if (!done) fail_memory(error, arena);
    if (done) {
        pose->nodes = nodes;
        pose->boxes = boxes;
        compose(rsm, pose, chains);
        done = measure_nodes(rsm, pose, error);
    }
    arena_release(arena, chains);
    if (done) {
        centre(rsm, pose);
        rsm->pose = pose;
    } else {
        arena_release(arena, boxes);
        arena_release(arena, nodes);
        arena_release(arena, pose);
    }
    return done;
}

/* ---- Textures -------------------------------------------------------------------------------- */

bool rsm_count_texture_faces(Document *document, Error *error) {
    Rsm *rsm = (Rsm *)document;
    Arena *arena = &document->arena;
    if (rsm->texture_faces) return true;
    uint32_t *counts = arena_zeroed(arena, rsm->texture_count, sizeof *counts);
    if (!counts) return fail_memory(error, arena);
    for (uint64_t face = 0; face < rsm->faces.count; face++) {
        uint64_t node = children_parent(&rsm->faces, face);
        const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
        uint32_t texture = rsm_texture_of(rsm, node, load_u16(record + RSM_FACE_SLOT));
        if (texture != RSM_NONE && rsm_is_drawn(rsm, node, face)) counts[texture]++;
        if (arena_interrupted_at(arena, face)) {
            arena_release(arena, counts);
            return fail_interrupted(error);
        }
    }
    rsm->texture_faces = counts;
    return true;
}
