/* MDL decoder: opening, which walks all nodes, and what is known of every node. The format stands
** in mdl.h. */
#include "mdl.h"
#include "mdl_part.h"
#include "text.h"

#include <inttypes.h>

/* ---- Recognising ----------------------------------------------------------------------------- */

enum {
    GEOMETRY_TYPE_MODEL = 2,
    TYPE_BITS = 0x7F, /* the rest says that the model is loaded */
    KOTOR_HEADER_TYPE = 76,
    KOTOR_MODEL_BYTES = 196,
};

typedef enum Look { LOOKS_BINARY, LOOKS_ASCII, LOOKS_KOTOR, LOOKS_OTHER } Look;

static bool has_word(const uint8_t *bytes, uint64_t size, const char *word) {
    uint64_t length = strlen(word);
    for (uint64_t i = 0; i + length <= size; i++) {
        uint64_t same = 0;
        while (same < length && fold_byte(bytes[i + same]) == (uint8_t)word[same]) same++;
        if (same == length) return true;
    }
    return false;
}

static Look look_of(const uint8_t *head, uint64_t head_size, uint64_t size) {
    const uint8_t *model = head + MDL_FILE_HEADER_BYTES;
    if (head_size < 4) return LOOKS_OTHER;
    if (load_u32(head) != 0) {
        bool text = head[0] == '\t' || head[0] == '\n' || head[0] == '\r' ||
                    (head[0] >= ' ' && head[0] <= '~');
        uint64_t part = head_size < DETECT_BYTES ? head_size : DETECT_BYTES;
        return text && (has_word(head, part, "newmodel") || has_word(head, part, "beginmodelgeom"))
                   ? LOOKS_ASCII
                   : LOOKS_OTHER;
    }
    /* the vertices of a KotOR model, which the third number counts, are in a file of their own */
    bool kotor = head_size >= MDL_FILE_HEADER_BYTES + KOTOR_MODEL_BYTES &&
                 MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(head + 4) == size &&
                 (model[KOTOR_HEADER_TYPE] & TYPE_BITS) == GEOMETRY_TYPE_MODEL;
    bool binary = head_size >= MDL_FILE_HEADER_BYTES + MDL_MODEL_BYTES &&
                  (model[MDL_HEADER_TYPE] & TYPE_BITS) == GEOMETRY_TYPE_MODEL;
    if (binary && !(kotor && load_u32(head + 8))) return LOOKS_BINARY;
    if (kotor) return LOOKS_KOTOR;
    return LOOKS_OTHER;
}

/* ASCII and KotOR models are detected, too, so that they are refused by name. */
static bool mdl_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return look_of(head, head_size, size) != LOOKS_OTHER;
}

/* ---- Text ------------------------------------------------------------------------------------ */

uint32_t mdl_name_length(const uint8_t *field, uint32_t size) {
    const uint8_t *nul = memchr(field, 0, size);
    return nul ? (uint32_t)(nul - field) : size;
}

const char *mdl_kind(uint32_t flags) {
    switch (flags) {
    case 0x001: return "dummy";
    case 0x003: return "light";
    case 0x005: return "emitter";
    case 0x009: return "camera";
    case 0x011: return "reference";
    case 0x021: return "trimesh";
    case 0x061: return "skin";
    case 0x0A1: return "animmesh";
    case 0x121: return "danglymesh";
    case 0x221: return "aabb";
    default: return NULL;
    }
}

/* ---- Walking --------------------------------------------------------------------------------- */

/* The walk over all trees. Every node is entered once: whatever two pointers name is an error. */
typedef struct Walk {
    Mdl *mdl;
    List nodes, starts; /* MdlNode and uint64_t, of each node */
    uint8_t *seen;      /* a bit for each offset in the model data */
    uint32_t animation;
    uint64_t header; /* where the tree's header lies */
    Error *error;
    /* The way down: the children of which nodes are being visited. */
    struct Level {
        uint64_t pointers, left; /* the next child's pointer, and how many there are from it on */
        uint32_t node;
    } levels[MDL_DEPTH_MAX];
} Walk;

static const MdlNode *node_of(const Walk *walk, uint32_t node) {
    return (const MdlNode *)walk->nodes.items + node;
}

static uint64_t start_of(const Walk *walk, uint64_t node) {
    return ((const uint64_t *)walk->starts.items)[node];
}

static bool add_node(Walk *walk, uint64_t start, MdlNode node) {
    Arena *arena = &walk->mdl->document.arena;
    uint64_t *place = list_add(arena, &walk->starts, sizeof *place);
    MdlNode *added = list_add(arena, &walk->nodes, sizeof *added);
    if (!place || !added) return fail_memory(walk->error, arena);
    *place = start;
    *added = node;
    return true;
}

/* Marks the place; false if it was marked before. */
static bool mark(Walk *walk, uint64_t start) {
    uint64_t bit = start - MDL_FILE_HEADER_BYTES;
    uint8_t mask = (uint8_t)(1u << bit % 8);
    if (walk->seen[bit / 8] & mask) return false;
    walk->seen[bit / 8] |= mask;
    return true;
}

/* The offset of a node's parent, or of its tree's header. */
static uint64_t parent_start(const Walk *walk, uint32_t node) {
    const MdlNode *found = node_of(walk, node);
    if (found->parent != MDL_NONE) return start_of(walk, found->parent);
    return found->animation == MDL_NONE ? MDL_FILE_HEADER_BYTES
                                        : walk->mdl->animations.starts[found->animation];
}

/* A second pointer at `pointer` to what is known already. */
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

/* Bytes of a node with its parts; with all of them they are less than NODE_BYTES_MAX. */
#define NODE_BYTES_MAX 2048
static uint64_t node_bytes(uint32_t flags, uint32_t slots) {
    uint64_t bytes = MDL_NODE_BYTES;
    for (MdlPart part = MDL_LIGHT; part < MDL_PARTS; part++) {
        if (flags & mdl_part_fields[part].flag) bytes += mdl_part_bytes(part, slots);
    }
    return bytes;
}

/* Enters the node that the pointer at `pointer` names, and gives its children. */
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
    if (!mark(walk, start)) return refuse_again(walk, pointer, start, parent);
    /* that many nodes have no room beside each other */
    uint32_t id = (uint32_t)walk->nodes.count;
    if (id >= (mdl->model_end - MDL_FILE_HEADER_BYTES) / MDL_NODE_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, pointer, "nodes overlap");
    }
    uint32_t flags = load_u32(mdl_bytes(mdl, start) + MDL_NODE_FLAGS);
    if (!add_node(walk, start, (MdlNode){parent, walk->animation, flags, depth, 0})) return false;
    uint64_t left = mdl->model_end - start;
    if (left < NODE_BYTES_MAX && left < node_bytes(flags, MDL_SLOTS)) {
        return fail_at(walk->error, ERROR_CORRUPT, start,
                       "node %u with flags 0x%x needs %" PRIu64 " bytes, %" PRIu64
                       " of the model data left",
                       id, flags, node_bytes(flags, MDL_SLOTS), left);
    }
    return mdl_find_array(mdl, start + MDL_NODE_CHILDREN, 4, children) ||
           mdl_read_array(mdl, start + MDL_NODE_CHILDREN, "children", 4, children, walk->error);
}

/* Walks the tree of which the header lies at walk->header. */
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
        if (arena_interrupted_at(&walk->mdl->document.arena, id)) {
            return fail_interrupted(walk->error);
        }
        if (!children.count) continue;
        if (++depth == MDL_DEPTH_MAX) {
            return fail_at(walk->error, ERROR_CORRUPT, start_of(walk, id),
                           "more than %d levels of nodes", MDL_DEPTH_MAX);
        }
        walk->levels[depth] = (struct Level){children.start, children.count, id};
    }
}

static bool find_animations(Walk *walk) {
    Mdl *mdl = walk->mdl;
    MdlSpan pointers;
    if (!mdl_read_array(mdl, MDL_FILE_HEADER_BYTES + MDL_MODEL_ANIMATIONS, "animations", 4,
                        &pointers, walk->error)) {
        return false;
    }
    Children animations;
    uint64_t *starts = arena_alloc(&mdl->document.arena, pointers.count, sizeof *starts);
    if (!starts) return fail_memory(walk->error, &mdl->document.arena);
    for (uint64_t i = 0; i < pointers.count; i++) {
        uint64_t at = pointers.start + 4 * i;
        uint64_t start = (uint64_t)MDL_FILE_HEADER_BYTES + load_u32(mdl_bytes(mdl, at));
        if (start > mdl->model_end || mdl->model_end - start < MDL_ANIMATION_BYTES) {
            return fail_at(walk->error, ERROR_CORRUPT, at,
                           "an animation at 0x%" PRIx64
                           " needs 196 bytes, the model data end at 0x%" PRIx64,
                           start, mdl->model_end);
        }
        if (!mark(walk, start)) {
            return fail_at(walk->error, ERROR_CORRUPT, at,
                           "an animation can't lie at 0x%" PRIx64 ", where another header is",
                           start);
        }
        starts[i] = start;
    }
    if (!children_begin(&animations, &mdl->document.arena, 1, walk->error) ||
        !children_add(&animations, 0, pointers.count, walk->error)) {
        return false;
    }
    animations.starts = starts;
    mdl->animations = animations;
    return true;
}

static bool walk_trees(Walk *walk) {
    Mdl *mdl = walk->mdl;
    Children trees;
    walk->header = MDL_FILE_HEADER_BYTES;
    walk->animation = MDL_NONE;
    mark(walk, walk->header);
    if (!find_animations(walk) || !walk_tree(walk) ||
        !children_begin(&trees, &mdl->document.arena, mdl->animations.count, walk->error)) {
        return false;
    }
    mdl->geometry_count = trees.count = walk->nodes.count;
    trees.first[0] = (uint32_t)trees.count; /* the geometry's nodes have no animation */
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

/* Is a node or animation within these bytes? */
static bool is_seen(const Walk *walk, uint64_t start, uint64_t bytes) {
    for (uint64_t at = start; at < start + bytes; at++) {
        uint64_t bit = at - MDL_FILE_HEADER_BYTES;
        if (walk->seen[bit / 8] & 1u << bit % 8) return true;
    }
    return false;
}

/* Skins have 18 slots, or 64 where nothing else begins before their end. */
static void count_slots(Walk *walk) {
    Mdl *mdl = walk->mdl;
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        MdlNode *node = (MdlNode *)walk->nodes.items + i;
        uint64_t start = start_of(walk, i), room = mdl->model_end - start;
        if (!(node->flags & MDL_FLAG_SKIN)) continue;
        uint64_t large = node_bytes(node->flags, MDL_SLOTS_EE);
        bool many = room >= large && mdl_has_many_slots(mdl, start, node->flags) &&
                    !is_seen(walk, start + 1, large - 1);
        node->slots = many ? MDL_SLOTS_EE : MDL_SLOTS;
    }
}

static bool walk_all(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    Walk walk = {.mdl = mdl, .error = error};
    walk.seen = arena_zeroed(arena, (mdl->model_end - MDL_FILE_HEADER_BYTES) / 8 + 1, 1);
    if (!walk.seen) return fail_memory(error, arena);
    bool done = walk_trees(&walk);
    if (done) count_slots(&walk);
    arena_release(arena, walk.seen);
    return done;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct Compiler {
    uint32_t functions[2];
    const char *name, *layout;
} compilers[] = {
    {{0x0040BBC0, 0x0040BBD0}, "bioware", "1.69"},
    {{0x0046AB0C, 0x0046AB1C}, "nwnmdlcomp", "1.69"},
    {{4, 0}, "nwn:ee", "ee"},
};

static void find_compiler(Mdl *mdl) {
    const uint8_t *model = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES);
    for (size_t i = 0; i < LENGTH(compilers); i++) {
        if (load_u32(model) != compilers[i].functions[0] ||
            load_u32(model + 4) != compilers[i].functions[1]) {
            continue;
        }
        mdl->compiler = compilers[i].name;
        mdl->layout = compilers[i].layout;
    }
}

/* A skin tells better than the writer. */
static void find_layout(Mdl *mdl) {
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        if (!mdl->nodes[i].slots) continue;
        mdl->layout = mdl->nodes[i].slots == MDL_SLOTS_EE ? "ee" : "1.69";
        return;
    }
}

static bool mdl_open(Document *document, Error *error) {
    Mdl *mdl = (Mdl *)document;
    switch (look_of(document->bytes, document->size, document->size)) {
    case LOOKS_BINARY: break;
    case LOOKS_ASCII: return fail(error, ERROR_NOT_THIS_FORMAT, "ASCII model: not a binary MDL");
    case LOOKS_KOTOR:
        return fail(error, ERROR_NOT_THIS_FORMAT, "KotOR model: not a Neverwinter Nights MDL");
    case LOOKS_OTHER: return fail(error, ERROR_NOT_THIS_FORMAT, "not an MDL file");
    }
    uint64_t model = load_u32(document->bytes + MDL_FILE_MODEL_SIZE);
    uint64_t raw = load_u32(document->bytes + MDL_FILE_RAW_SIZE);
    if (model < MDL_MODEL_BYTES) {
        return fail_at(error, ERROR_CORRUPT, MDL_FILE_MODEL_SIZE,
                       "the model header needs 232 bytes, the model data have %" PRIu64, model);
    }
    if (model + raw > document->size - MDL_FILE_HEADER_BYTES) {
        return fail_at(error, ERROR_CORRUPT, MDL_FILE_MODEL_SIZE,
                       "%" PRIu64 " bytes of model data and %" PRIu64 " of raw data, %" PRIu64
                       " left",
                       model, raw, document->size - MDL_FILE_HEADER_BYTES);
    }
    mdl->model_end = MDL_FILE_HEADER_BYTES + model;
    mdl->raw_end = mdl->model_end + raw;
    find_compiler(mdl);
    if (!walk_all(mdl, error)) return false;
    find_layout(mdl);
    document->version = mdl->layout;
    return true;
}

const Format mdl_format = {
    .name = "MDL",
    .doc = "Neverwinter Nights binary model: nodes, meshes, skins, animations.",
    .detect = mdl_detect,
    .document_bytes = sizeof(Mdl),
    .open = mdl_open,
    .check = mdl_check,
};

/* ---- Paths ----------------------------------------------------------------------------------- */

static uint32_t node_name_length(const Mdl *mdl, uint64_t node) {
    return mdl_name_length(mdl_node(mdl, node) + MDL_NODE_NAME, MDL_NAME);
}

const char *mdl_path(const Mdl *mdl, uint64_t node, Arena *arena, uint32_t *length) {
    if (mdl->paths) {
        *length = (uint32_t)(mdl->path_starts[node + 1] - mdl->path_starts[node]);
        return mdl->paths + mdl->path_starts[node];
    }
    uint32_t size = (mdl->nodes[node].depth + 1u) * (MDL_NAME + 1), at = size;
    uint8_t *path = arena_alloc(arena, size, 1);
    if (!path) return NULL;
    for (uint64_t up = node; up != MDL_NONE; up = mdl->nodes[up].parent) {
        uint32_t part = node_name_length(mdl, up);
        path[--at] = '/';
        at -= part;
        memcpy(path + at, mdl_node(mdl, up) + MDL_NODE_NAME, part);
    }
    return text_convert(arena, ENCODING_CP1252, path + at, size - 1 - at, length);
}

/* Goes on hashing a path. Case doesn't count, and a run of bytes beyond ASCII counts as one, so
** that the file's Windows-1252 and the user's UTF-8 have one hash. */
static uint32_t hash_text(uint32_t hash, const uint8_t *text, uint32_t length) {
    bool beyond = false;
    for (uint32_t i = 0; i < length; i++) {
        bool ascii = text[i] < 0x80;
        if (ascii || !beyond) hash = (hash ^ (ascii ? fold_byte(text[i]) : 0x80)) * 0x01000193u;
        beyond = !ascii;
    }
    return hash;
}

#define HASH_START 0x811C9DC5u

/* Only the upper bits of such a hash are well mixed. */
static uint32_t mixed(uint32_t hash) {
    return hash ^ hash >> 15;
}

uint32_t mdl_path_group(const Mdl *mdl, const char *path, uint32_t length) {
    return mixed(hash_text(HASH_START, (const uint8_t *)path, length)) & mdl->path_mask;
}

/* Where each path begins when they stand one after the other; false where that isn't worth it: with
** names beyond ASCII, or more text than the file has bytes. */
static bool measure_paths(const Mdl *mdl, uint64_t *starts) {
    uint8_t bits = 0;
    starts[0] = 0;
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        const uint8_t *name = mdl_node(mdl, i) + MDL_NODE_NAME;
        uint32_t parent = mdl->nodes[i].parent, length = node_name_length(mdl, i);
        for (uint32_t k = 0; k < length; k++) bits |= name[k];
        uint64_t above = parent == MDL_NONE ? 0 : starts[parent + 1] - starts[parent] + 1;
        starts[i + 1] = starts[i] + above + length;
        if (starts[i + 1] > mdl->document.size) return false;
    }
    return bits < 0x80;
}

/* Seeks by path compare many: they are gathered once. */
static bool gather_paths(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    uint64_t *starts = arena_alloc(arena, mdl->node_count + 1, sizeof *starts);
    if (!starts) return fail_memory(error, arena);
    if (!measure_paths(mdl, starts)) {
        arena_release(arena, starts);
        return true;
    }
    char *paths = arena_alloc(arena, starts[mdl->node_count], 1);
    if (!paths) return fail_memory(error, arena);
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        char *at = paths + starts[i];
        if (parent != MDL_NONE) {
            uint64_t above = starts[parent + 1] - starts[parent];
            memcpy(at, paths + starts[parent], (size_t)above);
            at += above;
            *at++ = '/';
        }
        memcpy(at, mdl_node(mdl, i) + MDL_NODE_NAME, (size_t)(paths + starts[i + 1] - at));
    }
    mdl->path_starts = starts;
    mdl->paths = paths;
    return true;
}

static uint32_t number_at(const void *numbers, uint64_t index) {
    return ((const uint32_t *)numbers)[index];
}

bool mdl_group_by_path(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->by_path.first) return true;
    if (!mdl->paths && !gather_paths(mdl, error)) return false;
    uint32_t *hashes = arena_alloc(arena, mdl->node_count, sizeof *hashes);
    uint32_t *groups = arena_alloc(arena, mdl->node_count, sizeof *groups);
    if (!hashes || !groups) return fail_memory(error, arena);
    uint32_t mask = 1;
    while (mask < mdl->node_count) mask = mask << 1 | 1;
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        uint32_t hash =
            parent == MDL_NONE ? HASH_START : hash_text(hashes[parent], (const uint8_t *)"/", 1);
        hashes[i] = hash_text(hash, mdl_node(mdl, i) + MDL_NODE_NAME, node_name_length(mdl, i));
        groups[i] = mixed(hashes[i]) & mask;
    }
    mdl->path_mask = mask;
    bool done = children_sort(&mdl->by_path, arena, (uint64_t)mask + 1, mdl->node_count, number_at,
                              groups, error);
    arena_release(arena, hashes);
    arena_release(arena, groups);
    return done;
}

static uint32_t parent_of(const void *nodes, uint64_t node) {
    return ((const MdlNode *)nodes)[node].parent;
}

bool mdl_group_by_parent(Mdl *mdl, Error *error) {
    return mdl->by_parent.first ||
           children_sort(&mdl->by_parent, &mdl->document.arena, mdl->node_count, mdl->node_count,
                         parent_of, mdl->nodes, error);
}
