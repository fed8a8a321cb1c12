/* GTCHUNK: inflates the blocks and lists their nodes. */
#include "firefall/gt.h"

/* ---- Blocks ---------------------------------------------------------------------------------- */

static const char *magic_of(const Document *document, const GtBlock *block) {
    const uint8_t *magic = gt_block_magic(document, block);
    if (!magic) return NULL;
    if (!memcmp(magic, "DATA", GT_MAGIC_BYTES)) return "DATA";
    return !memcmp(magic, "DAT2", GT_MAGIC_BYTES) ? "DAT2" : NULL;
}

static UnpackResult unpack(Gt *gt, GtBlock *block, Inflated *inflated) {
    const uint8_t *packed = gt->document.bytes + block->data_offset + GT_MAGIC_BYTES;
    uint32_t size = block->compressed_size - GT_MAGIC_BYTES;
    if (strcmp(block->magic, "DATA") != 0) {
        block->has_properties = size >= LZMA_PROPERTY_BYTES;
        if (block->has_properties) lzma_read_properties(packed, &block->properties);
        return unpack_lzma(&gt->document.arena, packed, size, block->stored_size, inflated);
    }
    UnpackResult result =
        unpack_zlib(&gt->document.arena, packed, size, block->stored_size, inflated);
    if (result == UNPACK_OK) block->unused_bytes = size - (uint32_t)inflated->used;
    if (result == UNPACK_CUT && inflated->written < block->stored_size) result = UNPACK_SIZE;
    return result;
}

/* Inflates a block and sets its status. What it inflates to is charged even if the stream is
** damaged. */
static bool inflate_block(Gt *gt, GtBlock *block, Error *error) {
    const Document *document = &gt->document;
    if (block->status) return true; /* it was read before an earlier attempt was stopped */
    bool in_range = block->data_offset <= document->size &&
                    block->compressed_size <= document->size - block->data_offset;
    Inflated inflated;
    block->magic = magic_of(document, block);
    if (block->stored_size > GT_BLOCK_BYTES_MAX) {
        block->status = "block-usize";
    } else if (block->stored_size == 0) {
        block->status = "empty";
    } else if (!in_range) {
        block->status = "block-range";
    } else if (!block->magic) {
        block->status = "block-magic";
    } else if (block->stored_size > GT_INFLATED_BYTES_MAX - gt->inflated_bytes) {
        block->status = "block-budget";
    }
    if (block->status) return true;
    bool is_lzma = !strcmp(block->magic, "DAT2");
    UnpackResult result = unpack(gt, block, &inflated);
    uint64_t given = inflated.written < block->stored_size ? inflated.written : block->stored_size;
    gt->inflated_bytes += given;
    switch (result) {
    case UNPACK_OK: block->status = "ok"; break;
    case UNPACK_DAMAGED:
    case UNPACK_CUT: block->status = is_lzma ? "lzma" : "zlib"; break;
    case UNPACK_SIZE: block->status = is_lzma ? "lzma" : "block-size"; break;
    case UNPACK_NO_MEMORY: return fail_memory(error, &document->arena);
    case UNPACK_INTERRUPTED: return fail_interrupted(error);
    case UNPACK_MISSING: break; /* zlib and LZMA are never missing */
    }
    block->payload = inflated.bytes;
    block->payload_size = inflated.bytes ? block->stored_size : 0;
    return true;
}

static bool inflate_blocks(Gt *gt, Error *error) {
    if (!gt->is_container) {
        GtBlock *block = gt->blocks.items;
        block->payload = gt->document.bytes;
        block->payload_size = gt->document.size;
        block->status = "ok";
        return true;
    }
    for (uint64_t i = 0; i < gt->blocks.count; i++) {
        if (!inflate_block(gt, &gt->blocks.items[i], error)) return false;
        if (arena_interrupted(&gt->document.arena)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

bool gt_read_blocks(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    Arena *arena = &document->arena;
    if (gt->blocks_are_read) return true;
    if (!inflate_blocks(gt, error)) return false;
    gt->nodes.count = 0; /* an earlier attempt may have been stopped */
    for (uint32_t i = 0; i < gt->blocks.count; i++) {
        GtBlock *block = &gt->blocks.items[i];
        uint64_t before = gt->nodes.count;
        const char *status;
        if (!gt_list_nodes(arena, gt_kinds, block->payload, 0, block->payload_size, i,
                           &gt->nodes.list, &status, error)) {
            return false;
        }
        if (strcmp(status, "ok") != 0) block->status = status;
        block->node_count = gt->nodes.count - before;
    }
    gt->blocks_are_read = true;
    return true;
}

static uint32_t parent_of_node(const void *gt, uint64_t node) {
    return ((const Gt *)gt)->nodes.items[node].parent;
}

bool gt_sort_nodes(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    return gt->child_nodes.first ||
           children_sort(&gt->child_nodes, &document->arena, gt->nodes.count, gt->nodes.count,
                         parent_of_node, gt, error);
}
