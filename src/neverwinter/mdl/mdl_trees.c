/* MDL: the walk over the trees of nodes. See mdl_format.h. */
#include "neverwinter/mdl/mdl_part.h"

/* The walk over all trees. Every node is entered once; a second pointer to a node is an error. */
typedef struct Walk {
    Mdl *mdl;
    List nodes, starts;  /* MdlNode and uint64_t, of each node */
    uint64_t nodes_most; /* as many as can lie side by side in the model data */
    uint8_t *places;     /* a bit for each byte of the model data: a node or header begins there */
    uint32_t animation;
    uint64_t header; /* where the tree's header lies */
    Error *error;
    /* The nodes on the way down whose children are being visited. */
    struct Level {
        uint64_t pointers, left; /* where the next child's pointer stands, and how many are left */
        uint32_t node;
    } levels[MDL_DEPTH_MAX];
} Walk;

static const MdlNode *node_of(const Walk *walk, uint32_t node) {
    return (const MdlNode *)walk->nodes.items + node;
}

static uint64_t start_of(const Walk *walk, uint64_t node) {
    return ((const uint64_t *)walk->starts.items)[node];
}

/* Marks that a node or header begins at an offset; tells whether one had been marked there. */
static bool mark(const Walk *walk, uint64_t start) {
    return mdl_set_bit(walk->places, start - MDL_FILE_HEADER_BYTES);
}

/* Tells whether a node or header begins within some bytes. */
static bool is_seen(const Walk *walk, uint64_t start, uint64_t bytes) {
    for (uint64_t at = start; at < start + bytes; at++) {
        uint64_t bit = at - MDL_FILE_HEADER_BYTES;
        if (walk->places[bit / 8] & 1u << bit % 8) return true;
    }
    return false;
}

/* Returns the offset of a node's parent, or of its tree's header. */
static uint64_t parent_start(const Walk *walk, uint32_t node) {
    const MdlNode *found = node_of(walk, node);
    if (found->parent != MDL_NONE) return start_of(walk, found->parent);
    return found->animation == MDL_NONE ? MDL_FILE_HEADER_BYTES
                                        : walk->mdl->animations.starts[found->animation];
}

/* Fails because of a second pointer, at `pointer`, to a known node. */
static bool refuse_again(Walk *walk, uint64_t pointer, uint64_t start, uint32_t parent) {
    uint64_t count = walk->starts.count;
    uint64_t second = parent == MDL_NONE ? walk->header : start_of(walk, parent);
    uint32_t first = 0;
    while (first < count && start_of(walk, first) != start) first++;
    if (first == count) {
        return fail_at(walk->error, ERROR_CORRUPT, pointer,
                       "a node can't lie at 0x%" PRIx64 ", where a header is", start);
    }
    bool below_itself = false;
    for (uint32_t up = parent; up != MDL_NONE && !below_itself; up = node_of(walk, up)->parent) {
        below_itself = up == first;
    }
    return fail_at(walk->error, ERROR_CORRUPT, pointer,
                   below_itself ? "the node at 0x%" PRIx64 " is below itself: its parents are at "
                                  "0x%" PRIx64 " and 0x%" PRIx64
                                : "the node at 0x%" PRIx64 " has two parents, at 0x%" PRIx64
                                  " and 0x%" PRIx64,
                   start, parent_start(walk, first), second);
}

/* Enters the node that the pointer at `pointer` refers to, and returns its children. */
static bool enter(Walk *walk, uint64_t pointer, uint32_t parent, uint16_t depth,
                  MdlSpan *children) {
    Mdl *mdl = walk->mdl;
    uint32_t target = load_u32(mdl_bytes(mdl, pointer));
    uint64_t start = (uint64_t)MDL_FILE_HEADER_BYTES + target;
    if (!target) {
        return fail_at(walk->error, ERROR_CORRUPT, pointer, "a pointer to a node is null");
    }
    if (start > mdl->model_end || mdl->model_end - start < MDL_NODE_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, pointer,
                       "a node at 0x%" PRIx64 " needs 112 bytes, the model data end at 0x%" PRIx64,
                       start, mdl->model_end);
    }
    if (mark(walk, start)) return refuse_again(walk, pointer, start, parent);
    uint32_t id = (uint32_t)walk->nodes.count;
    if (id >= walk->nodes_most) {
        return fail_at(walk->error, ERROR_CORRUPT, pointer, "nodes overlap");
    }
    uint32_t flags = load_u32(mdl_bytes(mdl, start) + MDL_NODE_FLAGS);
    const MdlNode node = {parent, walk->animation, flags, depth, 0};
    if (!list_push(&mdl->document.arena, &walk->starts, &start, sizeof start, walk->error) ||
        !list_push(&mdl->document.arena, &walk->nodes, &node, sizeof node, walk->error)) {
        return false;
    }
    uint64_t left = mdl->model_end - start, bytes = MDL_NODE_BYTES_MOST;
    if (left < bytes) bytes = mdl_part_offset(flags, MDL_SLOTS, MDL_PARTS);
    if (left < bytes) {
        return fail_at(walk->error, ERROR_CORRUPT, start,
                       "node %u with flags 0x%x needs %" PRIu64 " bytes, %" PRIu64
                       " of the model data left",
                       id, flags, bytes, left);
    }
    return mdl_read_array(mdl, start + MDL_NODE_CHILDREN, "children", 4, children, walk->error);
}

/* Walks over the tree whose header is at walk->header. */
static bool walk_tree(Walk *walk) {
    uint64_t root = walk->header + MDL_HEADER_ROOT;
    if (!load_u32(mdl_bytes(walk->mdl, root))) return true;
    walk->levels[0] = (struct Level){root, 1, MDL_NONE};
    uint16_t depth = 0;
    for (;;) {
        struct Level *level = &walk->levels[depth];
        if (!level->left) {
            if (!depth) return true;
            depth--;
            continue;
        }
        uint64_t pointer = level->pointers;
        uint32_t id = (uint32_t)walk->nodes.count;
        MdlSpan children;
        level->pointers += 4;
        level->left--;
        if (!enter(walk, pointer, level->node, depth, &children)) return false;
        if (interrupted_at(&walk->mdl->document.arena, id, walk->error)) return false;
        if (!children.count) continue;
        if (++depth == MDL_DEPTH_MAX) {
            return fail_at(walk->error, ERROR_CORRUPT, start_of(walk, id),
                           "more than %d levels of nodes", MDL_DEPTH_MAX);
        }
        walk->levels[depth] = (struct Level){children.start, children.count, id};
    }
}

static bool mark_headers(Walk *walk) {
    const Mdl *mdl = walk->mdl;
    mark(walk, MDL_FILE_HEADER_BYTES);
    for (uint64_t i = 0; i < mdl->animations.count; i++) {
        uint64_t start = mdl->animations.starts[i];
        if (mark(walk, start)) {
            return fail_at(walk->error, ERROR_CORRUPT, mdl->animation_pointers + 4 * i,
                           "an animation can't lie at 0x%" PRIx64 ", where another header is",
                           start);
        }
    }
    return true;
}

/* Makes space for as many nodes as the headers declare, though there may be more or fewer. */
static bool reserve_declared(Walk *walk) {
    Mdl *mdl = walk->mdl;
    Arena *arena = &mdl->document.arena;
    uint64_t count = load_u32(mdl_bytes(mdl, MDL_FILE_HEADER_BYTES) + MDL_HEADER_NODE_COUNT);
    for (uint64_t i = 0; i < mdl->animations.count; i++) {
        count += load_u32(mdl_animation(mdl, i) + MDL_HEADER_NODE_COUNT);
    }
    if (count > walk->nodes_most) count = walk->nodes_most;
    return (list_reserve(arena, &walk->starts, count, sizeof(uint64_t)) &&
            list_reserve(arena, &walk->nodes, count, sizeof(MdlNode))) ||
           fail_memory(walk->error, arena);
}

static bool walk_all(Walk *walk) {
    Mdl *mdl = walk->mdl;
    Children trees;
    walk->header = MDL_FILE_HEADER_BYTES;
    walk->animation = MDL_NONE;
    if (!mark_headers(walk) || !reserve_declared(walk) || !walk_tree(walk) ||
        !children_begin(&trees, &mdl->document.arena, mdl->animations.count, walk->error)) {
        return false;
    }
    mdl->geometry_count = trees.count = walk->nodes.count;
    trees.first[0] = (uint32_t)trees.count; /* nodes of the geometry have no animation */
    for (uint32_t i = 0; i < mdl->animations.count; i++) {
        uint64_t before = walk->nodes.count;
        walk->header = mdl->animations.starts[i];
        walk->animation = i;
        if (!walk_tree(walk) || !children_add(&trees, i, walk->nodes.count - before, walk->error)) {
            return false;
        }
    }
    trees.starts = walk->starts.items;
    mdl->trees = trees;
    mdl->nodes = walk->nodes.items;
    mdl->node_count = walk->nodes.count;
    return true;
}

/* A skin has 18 slots, or 64 if nothing else begins before their end. */
static void count_slots(Walk *walk) {
    Mdl *mdl = walk->mdl;
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        MdlNode *node = (MdlNode *)walk->nodes.items + i;
        if (!(node->flags & MDL_FLAG_SKIN)) continue;
        uint64_t start = start_of(walk, i), room = mdl->model_end - start;
        uint64_t large = mdl_part_offset(node->flags, MDL_SLOTS_EE, MDL_PARTS);
        bool many = room >= large && mdl_has_many_slots(mdl, start, node->flags);
        many = many && !is_seen(walk, start + 1, large - 1);
        node->slots = many ? MDL_SLOTS_EE : MDL_SLOTS;
    }
}

bool mdl_walk_trees(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    Walk walk = {.mdl = mdl, .error = error};
    uint64_t bytes = mdl->model_end - MDL_FILE_HEADER_BYTES;
    walk.nodes_most = bytes / MDL_NODE_BYTES;
    walk.places = arena_zeroed(arena, bytes / 8 + 1, 1);
    bool done = walk.places ? walk_all(&walk) : fail_memory(error, arena);
    if (done) count_slots(&walk);
    arena_release(arena, walk.places);
    return done;
}
