#include "firefall/gt_nodes.h"

enum {
    SHORT_HEADER_BYTES = 8,
    LONG_HEADER_BYTES = 16,
    DEPTH_MAX = 8, /* no chain of kinds and their parents is as long */
};

bool gt_read_header(const uint8_t *bytes, uint64_t size, GtHeader *header) {
    if (size < SHORT_HEADER_BYTES) return false;
    header->has_marker = load_u64(bytes) == GT_MARKER;
    header->bytes = header->has_marker ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES;
    if (size < header->bytes) return false;
    header->type = load_u32(bytes + header->bytes - 8);
    header->length = load_u32(bytes + header->bytes - 4);
    return true;
}

/* Returns the kind of a node within a node of type `parent`. */
static uint32_t kind_of(const GtNodeKind *kinds, uint32_t parent, uint32_t type) {
    for (uint32_t i = 0; kinds[i].name; i++) {
        bool is_type = kinds[i].type == type || kinds[i].type == GT_ANY_TYPE;
        if (kinds[i].parent == parent && is_type) return i;
    }
    return GT_NONE;
}

/* A level of nesting: the children of a node, or the outermost nodes. */
typedef struct Level {
    uint64_t end;
    uint32_t parent, parent_type; /* GT_NONE: the outermost level */
} Level;

typedef struct Lister {
    Arena *arena;
    const GtNodeKind *kinds;
    List *nodes;
    uint32_t block, depth;
    Level levels[DEPTH_MAX];
} Lister;

/* Adds the node at `at`, enters it if it can have children, and advances `at`. */
static bool add_node(Lister *lister, const GtHeader *header, uint64_t *at) {
    const Level *level = &lister->levels[lister->depth];
    uint32_t number = (uint32_t)lister->nodes->count;
    uint32_t kind = kind_of(lister->kinds, level->parent_type, header->type);
    GtNode *node = list_add(lister->arena, lister->nodes, sizeof *node);
    if (!node) return false;
    *node = (GtNode){.block = lister->block,
                     .parent = level->parent,
                     .kind = kind,
                     .depth = lister->depth,
                     .type = header->type,
                     .offset = (uint32_t)*at,
                     .length = header->length,
                     .has_marker = header->has_marker};
    *at += header->bytes;
    const GtNodeKind *known = kind == GT_NONE ? NULL : &lister->kinds[kind];
    if (known && known->has_children && header->length >= known->fixed_bytes) {
        lister->levels[++lister->depth] = (Level){*at + header->length, number, header->type};
        *at += known->fixed_bytes;
    } else {
        *at += header->length;
    }
    return true;
}

bool gt_list_nodes(Arena *arena, const GtNodeKind *kinds, const uint8_t *bytes, uint64_t at,
                   uint64_t end, uint32_t block, List *nodes, const char **status, Error *error) {
    Lister lister = {.arena = arena, .kinds = kinds, .nodes = nodes, .block = block};
    lister.levels[0] = (Level){end, GT_NONE, GT_NONE};
    *status = "ok";
    if (at == end) return true;
    for (;;) {
        end = lister.levels[lister.depth].end;
        GtHeader header;
        bool whole = gt_read_header(bytes + at, end - at, &header);
        if (!whole || header.length > end - at - header.bytes) {
            if (lister.depth) {
                uint32_t parent = lister.levels[lister.depth--].parent;
                ((GtNode *)lister.nodes->items)[parent].rest = (uint32_t)(end - at);
                at = end;
                continue;
            }
            if (at < end) *status = whole ? "node-length" : "header";
            return true;
        }
        if (nodes->count == GT_NODES_MAX) {
            *status = "node-budget";
            return true;
        }
        if (arena_interrupted_at(arena, nodes->count)) return fail_interrupted(error);
        if (!add_node(&lister, &header, &at)) return fail_memory(error, arena);
    }
}

void gt_enter(GtReader *all, const uint8_t *bytes, const GtNode *node, uint32_t number) {
    all->node = number;
    all->type = node->type;
    all->ignored.kind = ERROR_NONE;
    all->reader = (Reader){.bytes = bytes,
                           .size = gt_node_end(node),
                           .at = gt_node_content(node),
                           .error = &all->ignored};
}

const char *gt_read_node(Document *document, GtReader *all, const GtNodeKind *kinds,
                         const uint8_t *bytes, const GtNode *node, uint32_t number) {
    const GtNodeKind *kind = node->kind == GT_NONE ? NULL : &kinds[node->kind];
    if (!kind || !kind->read) return NULL;
    gt_enter(all, bytes, node, number);
    const uint8_t *fixed = gt_take(all, kind->fixed_bytes);
    if (!fixed) return "short";
    const char *status = kind->read(document, all, fixed);
    if (!status && !all->stopped && reader_left(&all->reader)) status = "long";
    return status ? status : "ok";
}

const uint8_t *gt_take(GtReader *all, uint64_t bytes) {
    const uint8_t *start;
    return read_bytes(&all->reader, "a field", bytes, &start) ? start : NULL;
}

const uint8_t *gt_take_records(GtReader *all, uint64_t count, uint64_t each) {
    return count > reader_left(&all->reader) / each ? NULL : gt_take(all, count * each);
}

bool gt_take_u32(GtReader *all, uint32_t *value) {
    return read_u32(&all->reader, "a number", value);
}

bool gt_take_text(GtReader *all, FileRun *text) {
    uint32_t length;
    if (!gt_take_u32(all, &length)) return false;
    *text = (FileRun){gt_take(all, length), length};
    return text->bytes != NULL;
}

const char *gt_take_names(GtReader *all, uint32_t count, List *names) {
    for (uint32_t i = 0; i < count; i++) {
        GtName read = {.node = all->node, .number = i, .offset = (uint32_t)all->reader.at};
        if (!gt_take_text(all, &read.text)) return "short";
        if (!gt_add(all, names, &read, sizeof read)) return NULL;
    }
    return NULL;
}

bool gt_read_digits(const char **name, uint32_t *number) {
    enum { DIGITS_MAX = 9 };
    const char *start = *name;
    *number = 0;
    for (; **name >= '0' && **name <= '9' && *name - start < DIGITS_MAX; ++*name) {
        *number = *number * 10 + (uint32_t)(**name - '0');
    }
    return *name > start;
}
