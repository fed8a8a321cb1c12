/* MDL: skins, danglymeshes, animmeshes and trees of boxes. See mdl_format.h. */
#include "neverwinter/mdl/mdl_part.h"

bool mdl_locate_slots(Mdl *mdl, uint32_t list, uint64_t node, MdlSpan *span, Error *error) {
    (void)list, (void)error; /* a skin has its slots, whatever they hold */
    if (!mdl->nodes[node].slots) return true;
    uint64_t skin = mdl_part_start(mdl, node, MDL_SKIN);
    *span = (MdlSpan){skin + MDL_SKIN_SLOTS, mdl->nodes[node].slots, MDL_SLOT_BYTES};
    return true;
}

int32_t mdl_bone_slot(const Mdl *mdl, const uint8_t *skin, uint64_t index) {
    uint32_t pointer = load_u32(skin + MDL_SKIN_MAP);
    if (!pointer || index >= load_u32(skin + MDL_SKIN_MAP_COUNT)) return -1;
    return load_i16(mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + (uint64_t)pointer + 2 * index));
}

int64_t mdl_slot_node(const Mdl *mdl, uint64_t node, int64_t slot) {
    if (slot < 0 || slot >= mdl->nodes[node].slots) return -1;
    const uint8_t *skin = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_SKIN));
    int16_t index = load_i16(skin + MDL_SKIN_SLOTS + MDL_SLOT_BYTES * slot);
    bool named = index >= 0 && (uint64_t)index < mdl->geometry_count &&
                 mdl_bone_slot(mdl, skin, (uint64_t)index) == slot;
    return named ? index : -1;
}

/* The boxes found so far, and the pointers that still have to be followed. */
typedef struct BoxWalk {
    Mdl *mdl;
    List starts, links; /* uint64_t and MdlBox, of each box */
    List pending;       /* of Pending */
    uint8_t *seen;      /* a bit for each offset in the model data */
    Error *error;
} BoxWalk;

/* A pointer to a box; `pointer` is its own place in the file. */
typedef struct Pending {
    uint64_t pointer;
    uint32_t parent;
} Pending;

static bool pend(BoxWalk *walk, uint64_t pointer, uint32_t parent) {
    return list_push(&walk->mdl->document.arena, &walk->pending, &(Pending){pointer, parent},
                     sizeof(Pending), walk->error);
}

/* Adds the box at `start` to the list and to its parent. */
static bool add_box(BoxWalk *walk, uint64_t start, Pending from) {
    Arena *arena = &walk->mdl->document.arena;
    uint64_t *place = list_add(arena, &walk->starts, sizeof *place);
    MdlBox *box = list_add(arena, &walk->links, sizeof *box);
    if (!place || !box) return fail_memory(walk->error, arena);
    uint32_t id = (uint32_t)walk->links.count - 1;
    *place = start;
    *box = (MdlBox){from.parent, MDL_NONE, MDL_NONE, 0};
    if (from.parent != MDL_NONE) {
        MdlBox *parent = (MdlBox *)walk->links.items + from.parent;
        uint64_t parent_start = ((const uint64_t *)walk->starts.items)[from.parent];
        bool left = from.pointer == parent_start + MDL_BOX_LEFT;
        box->depth = parent->depth + 1;
        *(left ? &parent->left : &parent->right) = id;
    }
    return pend(walk, start + MDL_BOX_RIGHT, id) && pend(walk, start + MDL_BOX_LEFT, id);
}

static bool enter(BoxWalk *walk, Pending from, uint32_t node) {
    const Mdl *mdl = walk->mdl;
    MdlSpan span;
    if (!mdl_read_model(mdl, from.pointer, "boxes", 1, MDL_AABB_BYTES, &span, walk->error)) {
        return false;
    }
    if (!span.count) return true;
    uint64_t count = walk->links.count;
    if (mdl_set_bit(walk->seen, span.start - MDL_FILE_HEADER_BYTES)) {
        return fail_at(walk->error, ERROR_CORRUPT, from.pointer,
                       "the box at 0x%" PRIx64 " of node %u is in a tree already", span.start,
                       node);
    }
    if (count >= (mdl->model_end - MDL_FILE_HEADER_BYTES) / MDL_AABB_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, from.pointer, "boxes overlap");
    }
    if (arena_interrupted_at(&mdl->document.arena, count)) return fail_interrupted(walk->error);
    return add_box(walk, span.start, from);
}

static bool walk_boxes(BoxWalk *walk, Children *boxes) {
    const Mdl *mdl = walk->mdl;
    for (uint32_t node = 0; node < mdl->node_count; node++) {
        uint64_t before = walk->links.count;
        if (!(mdl->nodes[node].flags & MDL_FLAG_AABB)) continue;
        if (!pend(walk, mdl_part_start(mdl, node, MDL_AABB), MDL_NONE)) return false;
        while (walk->pending.count) {
            Pending next = ((const Pending *)walk->pending.items)[--walk->pending.count];
            if (!enter(walk, next, node)) return false;
        }
        if (!children_add(boxes, node, walk->links.count - before, walk->error)) return false;
    }
    children_end(boxes);
    return true;
}

bool mdl_find_boxes(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    BoxWalk walk = {.mdl = mdl, .error = error};
    Children boxes = {0};
    walk.seen = arena_zeroed(arena, (mdl->model_end - MDL_FILE_HEADER_BYTES) / 8 + 1, 1);
    bool done = walk.seen
                    ? children_begin(&boxes, arena, mdl->node_count, error) &&
                          walk_boxes(&walk, &boxes) && children_list_parents(&boxes, arena, error)
                    : fail_memory(error, arena);
    arena_release(arena, walk.seen);
    arena_release(arena, walk.pending.items);
    if (!done) {
        arena_release(arena, boxes.first);
        arena_release(arena, walk.starts.items);
        arena_release(arena, walk.links.items);
        return false;
    }
    boxes.starts = walk.starts.items;
    mdl->box_links = walk.links.items;
    mdl->boxes = boxes;
    return true;
}
