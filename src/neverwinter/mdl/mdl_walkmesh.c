/* MDL: what is below and above a point of a walkmesh. See mdl_world.h. */
#include "neverwinter/mdl/mdl_part.h"

/* A point belongs to a face even if it lies outside by this much: in square metres, twice the area
** of a side and the point; in metres, the distance from the face's box. */
#define EDGE 1e-6
/* A face counts as upright if twice its area, as seen from above, is at most this. */
#define UPRIGHT 1e-9

const char *mdl_surface_name(int32_t surface) {
    static const char *const names[MDL_SURFACES] = {
        "NotDefined", "Dirt",    "Obscuring",   "Grass",     "Stone",         "Wood",
        "Water",      "Nonwalk", "Transparent", "Carpet",    "Metal",         "Puddles",
        "Swamp",      "Mud",     "Leaves",      "Lava",      "BottomlessPit", "DeepWater",
        "Door",       "Snow",    "Sand",        "BareBones", "StoneBridge",
    };
    return surface >= 0 && surface < MDL_SURFACES ? names[surface] : NULL;
}

const char *const mdl_door_states[MDL_DOOR_STATES] = {"closed", "open1", "open2"};

const char *mdl_door_state(const Mdl *mdl, uint64_t node) {
    const uint8_t *name = mdl_node(mdl, node) + MDL_NODE_NAME;
    uint32_t length = field_length(name, MDL_NAME);
    if (mdl->container[0] != 'd') return NULL;
    for (uint32_t i = 0; i < length; i++) {
        for (int k = 0; k < MDL_DOOR_STATES; k++) {
            if (text_begins(name + i, length - i, mdl_door_states[k])) return mdl_door_states[k];
        }
    }
    return NULL;
}

/* Computes the height of a face at x and y; returns false if a vertical line misses it. */
static bool height_at(const Vector t[3], double x, double y, double *z) {
    double sides[3], total = 0;
    Rect ground = rect_of(t);
    bool left = true, right = true;
    for (int k = 0; k < 3; k++) {
        sides[k] = mdl_side(&t[k], &t[(k + 1) % 3], (Point2){x, y});
        total += sides[k];
        left = left && sides[k] >= -EDGE;
        right = right && sides[k] <= EDGE;
    }
    if (!(fabs(total) > UPRIGHT) || (!left && !right) || !rect_holds(&ground, x, y, EDGE))
        return false;
    *z = (sides[1] * t[0].z + sides[2] * t[1].z + sides[0] * t[2].z) / total;
    return true;
}

/* A box of a tree in model space, as large as the faces in it. Boxes are in pre-order: those within
** a box follow it, up to `end`. */
typedef struct WalkBox {
    Rect ground;
    uint32_t end;
    uint32_t face; /* the face of a leaf, an id of mdl->faces, or MDL_NONE */
} WalkBox;

/* The trees of all walkmeshes of the geometry, one after the other, and the faces that no tree
** has. */
typedef struct MdlWalkmesh {
    const WalkBox *boxes;
    uint64_t box_count;
    const uint32_t *loose;
    uint64_t loose_count;
} MdlWalkmesh;

/* Returns the face of a leaf; MDL_NONE if an earlier leaf has it or it has no finite place. */
static uint32_t take_face(const Mdl *mdl, uint64_t box, uint8_t *taken, Rect *ground) {
    uint32_t node = mdl->boxes.parents[box], first = mdl->faces.first[node];
    const MdlBox *links = &mdl->box_links[box];
    int32_t number = load_i32(mdl_bytes(mdl, mdl->boxes.starts[box]) + MDL_BOX_FACE);
    Vector corners[3];
    MdlShape shape = mdl_shape(mdl, node);
    if (links->left != MDL_NONE || links->right != MDL_NONE || number < 0 ||
        (uint32_t)number >= mdl->faces.first[node + 1] - first || taken[first + (uint32_t)number] ||
        !mdl_model_face(mdl, node, &shape, (uint64_t)number, corners)) {
        return MDL_NONE;
    }
    Rect face = rect_of(corners);
    for (int k = 0; k < 3; k++) {
        if (!isfinite(corners[k].x) || !isfinite(corners[k].y)) return MDL_NONE;
    }
    taken[first + (uint32_t)number] = 1;
    *ground = face;
    return first + (uint32_t)number;
}

static bool make_boxes(const Mdl *mdl, WalkBox *boxes, uint8_t *taken, Error *error) {
    uint64_t count = mdl->boxes.count;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t node = mdl->boxes.parents[i];
        boxes[i] = (WalkBox){rect_nowhere, (uint32_t)i + 1, MDL_NONE};
        if (mdl_is_walkmesh(mdl, node)) {
            boxes[i].face = take_face(mdl, i, taken, &boxes[i].ground);
        }
        if (interrupted_at(&mdl->document.arena, i, error)) return false;
    }
    for (uint64_t i = count; i-- > 0;) { /* children stand behind their parents */
        uint32_t parent = mdl->box_links[i].parent;
        if (parent == MDL_NONE) continue;
        rect_widen(&boxes[parent].ground, &boxes[i].ground);
        if (boxes[i].end > boxes[parent].end) boxes[parent].end = boxes[i].end;
    }
    return true;
}

static bool collect_loose(Mdl *mdl, const uint8_t *taken, List *loose, Error *error) {
    for (uint32_t face = 0; face < mdl->faces.count; face++) {
        if (taken[face] || !mdl_is_walkmesh(mdl, mdl->faces.parents[face])) continue;
        if (!list_push(&mdl->document.arena, loose, &face, sizeof face, error)) return false;
    }
    return true;
}

static bool make_walkmesh(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    List loose = {0};
    Error own = {0};
    if (mdl->walkmesh) return true;
    if (!mdl_make_bind(mdl, error) || !mdl_list(mdl, MDL_FACES, error)) return false;
    /* a tree of boxes that can't be read holds no faces; mdl_aabbs gives the error */
    if (!mdl_list(mdl, MDL_BOXES, &own) && own.kind != ERROR_CORRUPT) return fail_as(error, &own);
    MdlWalkmesh *walkmesh = arena_alloc(arena, 1, sizeof *walkmesh);
    WalkBox *boxes = arena_alloc(arena, mdl->boxes.count, sizeof *boxes);
    uint8_t *taken = arena_zeroed(arena, mdl->faces.count, 1);
    bool done = walkmesh && boxes && taken ? make_boxes(mdl, boxes, taken, error) &&
                                                 collect_loose(mdl, taken, &loose, error)
                                           : fail_memory(error, arena);
    arena_release(arena, taken);
    if (!done) {
        arena_release(arena, walkmesh);
        arena_release(arena, boxes);
        arena_release(arena, loose.items);
        return false;
    }
    *walkmesh = (MdlWalkmesh){boxes, mdl->boxes.count, loose.items, loose.count};
    mdl->walkmesh = walkmesh;
    return true;
}

typedef struct HitSearch {
    const Mdl *mdl;
    double x, y;
    Arena *arena;
    List hits;
    uint64_t steps;
    Error *error;
} HitSearch;

static bool try_face(HitSearch *search, uint32_t face) {
    const Mdl *mdl = search->mdl;
    uint32_t node = mdl->faces.parents[face];
    MdlShape shape = mdl_shape(mdl, node);
    Vector corners[3];
    double z;
    if (interrupted_at(search->arena, ++search->steps, search->error)) return false;
    if (!mdl_model_face(mdl, node, &shape, face - mdl->faces.first[node], corners) ||
        !height_at(corners, search->x, search->y, &z)) {
        return true;
    }
    int32_t surface = load_i32(mdl_bytes(mdl, mdl->faces.starts[face]) + MDL_FACE_SURFACE);
    const MdlWalkHit hit = {z, node, face, surface};
    return list_push(search->arena, &search->hits, &hit, sizeof hit, search->error);
}

static bool search_trees(HitSearch *search) {
    const MdlWalkmesh *walkmesh = search->mdl->walkmesh;
    for (uint64_t i = 0; i < walkmesh->box_count;) {
        const WalkBox *box = &walkmesh->boxes[i];
        bool inside = rect_holds(&box->ground, search->x, search->y, EDGE);
        if (inside && box->face != MDL_NONE && !try_face(search, box->face)) return false;
        i = inside ? i + 1 : box->end;
    }
    for (uint64_t i = 0; i < walkmesh->loose_count; i++) {
        if (!try_face(search, walkmesh->loose[i])) return false;
    }
    return true;
}

/* Orders hits by falling height, then by face, whose numbers rise by node; NaN comes last. */
static int compare_hits(const void *context, uint32_t one, uint32_t other) {
    const MdlWalkHit *hits = context, *a = &hits[one], *b = &hits[other];
    double left = isnan(a->z) ? -INFINITY : a->z, right = isnan(b->z) ? -INFINITY : b->z;
    return left != right ? COMPARE(right, left) : COMPARE(a->face, b->face);
}

bool mdl_walk_hits(Mdl *mdl, double x, double y, bool all, Arena *arena, MdlWalkHit **hits,
                   uint64_t *count, Error *error) {
    HitSearch search = {.mdl = mdl, .x = x, .y = y, .arena = arena, .error = error};
    if (!make_walkmesh(mdl, error)) return false;
    for (uint32_t face = 0; all && face < mdl->faces.count; face++) {
        bool is_walked = mdl_is_walkmesh(mdl, mdl->faces.parents[face]);
        if (is_walked && !try_face(&search, face)) return false;
    }
    if (!all && !search_trees(&search)) return false;
    *count = search.hits.count;
    *hits = search.hits.items;
    return sort_array(arena, *hits, *count, sizeof **hits, compare_hits, *hits, NULL, error);
}
