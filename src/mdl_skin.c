/* MDL: skins, danglymeshes, animmeshes and trees of boxes. The format stands in mdl.h. */
#include "mdl_part.h"

#include <inttypes.h>

#define INTERRUPT_STEPS 65536

/* The vertices that a node's mesh declares. */
static uint32_t vertex_count(const Mdl *mdl, uint64_t node) {
    if (!(mdl->nodes[node].flags & MDL_FLAG_MESH)) return 0;
    return load_u16(mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_MESH)) + MDL_MESH_VERTEX_COUNT);
}

static void keep_longer(MdlSpan *longest, const MdlSpan *span) {
    if (span->count > longest->count) *longest = *span;
}

/* ---- Skins ------------------------------------------------------------------------------------- */

static bool locate_weights(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    if (!(mdl->nodes[node].flags & MDL_FLAG_SKIN)) return true;
    uint64_t skin = mdl_part_start(mdl, node, MDL_SKIN);
    uint64_t lanes = 4 * (uint64_t)vertex_count(mdl, node);
    MdlSpan slots;
    if (!mdl_read_raw(mdl, skin + MDL_SKIN_WEIGHTS, "weights", lanes, 4, span, error) ||
        !mdl_read_raw(mdl, skin + MDL_SKIN_VERTEX_SLOTS, "bone slots of vertices", lanes, 2, &slots,
                      error)) {
        return false;
    }
    keep_longer(span, &slots);
    return true;
}

bool mdl_list_weights(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && mdl_list_bones(mdl, error) &&
           mdl_make_list(mdl, &mdl->weights, "weights", mdl->node_count, locate_weights, error);
}

/* A row for each node of which any of the skin's four arrays tells something. */
static bool locate_bones(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    if (!(mdl->nodes[node].flags & MDL_FLAG_SKIN)) return true;
    uint64_t skin = mdl_part_start(mdl, node, MDL_SKIN);
    uint32_t mapped = load_u32(mdl_bytes(mdl, skin) + MDL_SKIN_MAP_COUNT);
    MdlSpan rotations, translations, constants;
    if (!mdl_read_model(mdl, skin + MDL_SKIN_MAP, "bone slots of nodes", mapped, 2, span, error) ||
        !mdl_read_array(mdl, skin + MDL_SKIN_ROTATIONS, "bind rotations", 16, &rotations, error) ||
        !mdl_read_array(mdl, skin + MDL_SKIN_TRANSLATIONS, "bind translations", 12, &translations,
                        error) ||
        !mdl_read_array(mdl, skin + MDL_SKIN_CONSTANTS, "bone constants", 4, &constants, error)) {
        return false;
    }
    keep_longer(span, &rotations);
    keep_longer(span, &translations);
    keep_longer(span, &constants);
    return true;
}

bool mdl_list_bones(Mdl *mdl, Error *error) {
    return mdl_list_parts(mdl, MDL_SKIN, error) &&
           mdl_make_list(mdl, &mdl->bones, "bones", mdl->node_count, locate_bones, error);
}

static bool locate_slots(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    (void)error;
    if (!mdl->nodes[node].slots) return true;
    uint64_t skin = mdl_part_start(mdl, node, MDL_SKIN);
    *span = (MdlSpan){skin + MDL_SKIN_SLOTS, mdl->nodes[node].slots, 2};
    return true;
}

bool mdl_list_slots(Mdl *mdl, Error *error) {
    return mdl_list_bones(mdl, error) &&
           mdl_make_list(mdl, &mdl->slots, "slots", mdl->node_count, locate_slots, error);
}

int32_t mdl_bone_slot(const Mdl *mdl, const uint8_t *skin, uint64_t index) {
    uint32_t pointer = load_u32(skin + MDL_SKIN_MAP);
    if (!pointer || index >= load_u32(skin + MDL_SKIN_MAP_COUNT)) return -1;
    return load_i16(mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + (uint64_t)pointer + 2 * index));
}

int64_t mdl_slot_node(const Mdl *mdl, uint64_t node, int64_t slot) {
    if (slot < 0 || slot >= mdl->nodes[node].slots) return -1;
    const uint8_t *skin = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_SKIN));
    int16_t index = load_i16(skin + MDL_SKIN_SLOTS + 2 * slot);
    bool named = index >= 0 && (uint64_t)index < mdl->geometry_count &&
                 mdl_bone_slot(mdl, skin, (uint64_t)index) == slot;
    return named ? index : -1;
}

/* ---- Danglymeshes and animmeshes --------------------------------------------------------------- */

static bool locate_constraints(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    return !(mdl->nodes[node].flags & MDL_FLAG_DANGLY) ||
           mdl_read_array(mdl, mdl_part_start(mdl, node, MDL_DANGLY), "constraints", 4, span,
                          error);
}

bool mdl_list_constraints(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && mdl_list_parts(mdl, MDL_DANGLY, error) &&
           mdl_make_list(mdl, &mdl->constraints, "constraints", mdl->node_count,
                         locate_constraints, error);
}

static bool locate_animated(Mdl *mdl, uint64_t node, MdlSpan *span, Error *error) {
    if (!(mdl->nodes[node].flags & MDL_FLAG_ANIM)) return true;
    uint64_t anim = mdl_part_start(mdl, node, MDL_ANIM), vertices = vertex_count(mdl, node);
    const uint8_t *counts = mdl_bytes(mdl, anim) + MDL_ANIM_SET_COUNT;
    MdlSpan uv;
    if (!mdl_read_model(mdl, anim + MDL_ANIM_SETS, "animated positions",
                        vertices * load_u32(counts), 12, span, error) ||
        !mdl_read_model(mdl, anim + MDL_ANIM_UV_SETS, "animated texture coordinates",
                        vertices * load_u32(counts + 4), 8, &uv, error)) {
        return false;
    }
    keep_longer(span, &uv);
    return true;
}

bool mdl_list_animated(Mdl *mdl, Error *error) {
    return mdl_list_vertices(mdl, error) && mdl_list_parts(mdl, MDL_ANIM, error) &&
           mdl_make_list(mdl, &mdl->animated, "sets of animmeshes", mdl->node_count,
                         locate_animated, error);
}

/* ---- Trees of boxes ---------------------------------------------------------------------------- */

/* The boxes found so far, and the pointers that are still to be followed. */
typedef struct BoxWalk {
    Mdl *mdl;
    uint64_t *starts;
    uint32_t *owners;
    MdlBox *links;
    uint64_t count, capacity;
    struct Pending {
        uint64_t pointer; /* where it stands in the file */
        uint32_t parent;
    } *pending;
    uint64_t pending_count;
    uint8_t *seen; /* a bit for each offset in the model data */
    Error *error;
} BoxWalk;

/* Each box adds one to the boxes and at most two to what is pending, in place of one. */
static bool grow(BoxWalk *walk) {
    Arena *arena = &walk->mdl->document.arena;
    uint64_t capacity = walk->capacity ? walk->capacity * 2 : 64;
    uint64_t *starts = arena_resize(arena, walk->starts, capacity * sizeof *starts);
    if (starts) walk->starts = starts;
    uint32_t *owners = arena_resize(arena, walk->owners, capacity * sizeof *owners);
    if (owners) walk->owners = owners;
    MdlBox *links = arena_resize(arena, walk->links, capacity * sizeof *links);
    if (links) walk->links = links;
    struct Pending *pending =
        arena_resize(arena, walk->pending, (capacity + 2) * sizeof *pending);
    if (pending) walk->pending = pending;
    if (!starts || !owners || !links || !pending) return fail_memory(walk->error, arena);
    walk->capacity = capacity;
    return true;
}

static bool enter(BoxWalk *walk, struct Pending from, uint32_t node) {
    const Mdl *mdl = walk->mdl;
    MdlSpan span;
    if (!mdl_read_model(mdl, from.pointer, "boxes", 1, MDL_AABB_BYTES, &span, walk->error)) {
        return false;
    }
    if (!span.count) return true;
    uint64_t bit = span.start - MDL_FILE_HEADER_BYTES;
    uint8_t mask = (uint8_t)(1u << bit % 8);
    if (walk->seen[bit / 8] & mask) {
        return fail_at(walk->error, ERROR_CORRUPT, from.pointer,
                       "the box at 0x%" PRIx64 " of node %u is in a tree already", span.start,
                       node);
    }
    walk->seen[bit / 8] |= mask;
    if (walk->count >= (mdl->model_end - MDL_FILE_HEADER_BYTES) / MDL_AABB_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, from.pointer, "boxes overlap");
    }
    if (walk->count == walk->capacity && !grow(walk)) return false;
    uint32_t id = (uint32_t)walk->count++;
    if (id % INTERRUPT_STEPS == 0 && arena_interrupted(&mdl->document.arena)) {
        return fail_interrupted(walk->error);
    }
    MdlBox *links = walk->links;
    links[id] = (MdlBox){from.parent, MDL_NONE, MDL_NONE, 0};
    walk->starts[id] = span.start;
    walk->owners[id] = node;
    if (from.parent != MDL_NONE) {
        bool left = from.pointer == walk->starts[from.parent] + MDL_BOX_LEFT;
        links[id].depth = links[from.parent].depth + 1;
        *(left ? &links[from.parent].left : &links[from.parent].right) = id;
    }
    walk->pending[walk->pending_count++] = (struct Pending){span.start + MDL_BOX_RIGHT, id};
    walk->pending[walk->pending_count++] = (struct Pending){span.start + MDL_BOX_LEFT, id};
    return true;
}

static bool walk_boxes(BoxWalk *walk, uint32_t *first) {
    const Mdl *mdl = walk->mdl;
    if (!grow(walk)) return false;
    for (uint32_t node = 0; node < mdl->node_count; node++) {
        first[node] = (uint32_t)walk->count;
        if (!(mdl->nodes[node].flags & MDL_FLAG_AABB)) continue;
        struct Pending next = {mdl_part_start(mdl, node, MDL_AABB), MDL_NONE};
        if (!enter(walk, next, node)) return false;
        while (walk->pending_count) {
            next = walk->pending[--walk->pending_count];
            if (!enter(walk, next, node)) return false;
        }
    }
    first[mdl->node_count] = (uint32_t)walk->count;
    return true;
}

bool mdl_list_boxes(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->boxes.first) return true;
    BoxWalk walk = {.mdl = mdl, .error = error};
    uint32_t *first = arena_alloc(arena, mdl->node_count + 1, sizeof *first);
    walk.seen = arena_zeroed(arena, (mdl->model_end - MDL_FILE_HEADER_BYTES) / 8 + 1, 1);
    bool done = first && walk.seen ? walk_boxes(&walk, first) : fail_memory(error, arena);
    arena_release(arena, walk.seen);
    arena_release(arena, walk.pending);
    if (!done) {
        arena_release(arena, first);
        arena_release(arena, walk.starts);
        arena_release(arena, walk.owners);
        arena_release(arena, walk.links);
        return false;
    }
    mdl->boxes = (MdlList){walk.count, walk.starts, walk.owners, first};
    mdl->box_links = walk.links;
    return true;
}
