/* GTCHUNK: inflating the blocks and listing the nodes in them. */
#include "gt.h"

enum { MAGIC_BYTES = 4 };

/* ---- Blocks -------------------------------------------------------------------------------- */

static const char *magic_of(const Document *document, const GtBlock *block) {
    if (block->compressed_size < MAGIC_BYTES || document->size < MAGIC_BYTES ||
        block->data_offset > document->size - MAGIC_BYTES) {
        return NULL;
    }
    const uint8_t *magic = document->bytes + block->data_offset;
    if (!memcmp(magic, "DATA", MAGIC_BYTES)) return "DATA";
    return !memcmp(magic, "DAT2", MAGIC_BYTES) ? "DAT2" : NULL;
}

static UnpackResult unpack(Gt *gt, GtBlock *block, uint8_t **payload) {
    const uint8_t *packed = gt->document.bytes + block->data_offset + MAGIC_BYTES;
    uint32_t size = block->compressed_size - MAGIC_BYTES;
    if (strcmp(block->magic, "DATA") != 0) {
        block->has_properties = size >= LZMA_PROPERTY_BYTES;
        if (block->has_properties) lzma_read_properties(packed, &block->properties);
        return unpack_lzma(&gt->document.arena, packed, size, block->stored_size, payload);
    }
    Inflated inflated;
    UnpackResult result =
        unpack_zlib(&gt->document.arena, packed, size, block->stored_size, &inflated);
    if (result == UNPACK_OK) block->unused_bytes = size - inflated.used;
    if (result == UNPACK_CUT && inflated.written < block->stored_size) result = UNPACK_SIZE;
    *payload = inflated.bytes;
    return result;
}

/* Inflates a block and says how that went. *budget is what all blocks together may still give. */
static bool inflate_block(Gt *gt, GtBlock *block, uint64_t *budget, Error *error) {
    const Document *document = &gt->document;
    bool in_range = block->data_offset <= document->size &&
                    block->compressed_size <= document->size - block->data_offset;
    uint8_t *payload = NULL;
    block->magic = magic_of(document, block);
    if (block->stored_size > GT_BLOCK_BYTES_MAX) {
        block->status = "block-usize";
    } else if (block->stored_size == 0) {
        block->status = "empty";
    } else if (!in_range) {
        block->status = "block-range";
    } else if (!block->magic) {
        block->status = "block-magic";
    } else if (block->stored_size > *budget) {
        block->status = "block-budget";
    }
    if (block->status) return true;
    bool is_lzma = !strcmp(block->magic, "DAT2");
    switch (unpack(gt, block, &payload)) {
    case UNPACK_OK:
        block->status = "ok";
        break;
    case UNPACK_DAMAGED:
    case UNPACK_CUT:
        block->status = is_lzma ? "lzma" : "zlib";
        break;
    case UNPACK_SIZE:
        block->status = is_lzma ? "lzma" : "block-size";
        break;
    case UNPACK_NO_MEMORY:
        return fail_memory(error, &document->arena);
    case UNPACK_INTERRUPTED:
        return fail_interrupted(error);
    }
    block->payload = payload;
    block->payload_size = payload ? block->stored_size : 0;
    *budget -= block->payload_size;
    return true;
}

static bool inflate_blocks(Gt *gt, Error *error) {
    uint64_t budget = GT_INFLATED_BYTES_MAX;
    if (!gt->is_container) {
        gt->blocks->payload = gt->document.bytes;
        gt->blocks->payload_size = gt->document.size;
        gt->blocks->status = "ok";
        return true;
    }
    for (uint64_t i = 0; i < gt->block_count; i++) {
        GtBlock *block = &gt->blocks[i];
        if (block->status) { /* an attempt before was stopped behind it */
            budget -= block->payload_size;
        } else if (!inflate_block(gt, block, &budget, error)) {
            return false;
        }
        if (arena_interrupted(&gt->document.arena)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

enum { TERRAIN, PROPS, SECTORS, FIRST_LEAF };

static const GtNodeKind kinds[] = {
    [TERRAIN] = {0x40100, GT_NONE, "terrain", true, 0},
    [PROPS] = {0x40200, GT_NONE, "props", true, 0},
    [SECTORS] = {0x40207, GT_NONE, "sectors", true, 0},
    [FIRST_LEAF] = {0x40101, GT_NONE, "static collision", false, 0},
    {0x40102, GT_NONE, "subzone grid", false, 0},
    {0x40103, GT_NONE, "movement blocker collision", false, 0},
    {0x40104, GT_NONE, "encounter name registry", false, 0},
    {0x40105, GT_NONE, "water collision", false, 0},
    {GT_GEOMETRY2, GT_NONE, "geometry 2", false, 0},
    {0x40204, GT_NONE, "encounter name registry", false, 0},
    {0x40205, GT_NONE, "vegetation", false, 0},
    {0x40206, GT_NONE, "overlay", false, 0},
    {0x40208, GT_NONE, "water", false, 0},
    {0x40209, GT_NONE, "vegetation 2", false, 0},
    {GT_GEOMETRY, GT_NONE, "geometry", false, 0},
    {0},
};

const char *gt_node_name(const GtNode *node) {
    return node->kind == GT_NONE ? NULL : kinds[node->kind].name;
}

bool gt_read_blocks(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    Arena *arena = &document->arena;
    List nodes = {0};
    if (gt->blocks_are_read) return true;
    if (!inflate_blocks(gt, error)) return false;
    for (uint32_t i = 0; i < gt->block_count; i++) {
        GtBlock *block = &gt->blocks[i];
        uint64_t before = nodes.count;
        const char *status;
        if (!gt_list_nodes(arena, kinds, block->payload, block->payload_size, i, &nodes, &status,
                           error)) {
            arena_release(arena, nodes.items);
            return false;
        }
        if (strcmp(status, "ok") != 0) block->status = status;
        block->node_count = nodes.count - before;
    }
    gt->nodes = nodes.items;
    gt->node_count = nodes.count;
    gt->blocks_are_read = true;
    return true;
}

static uint32_t parent_of_node(const void *gt, uint64_t node) {
    return ((const Gt *)gt)->nodes[node].parent;
}

bool gt_sort_nodes(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    return gt->child_nodes.first ||
           children_sort(&gt->child_nodes, &document->arena, gt->node_count, gt->node_count,
                         parent_of_node, gt, error);
}
