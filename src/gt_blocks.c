/* GTCHUNK: inflating the blocks and listing the nodes in them. */
#include "gt.h"
#include "gt_nodes.h"
#include "unpack.h"

enum {
    MAGIC_BYTES = 4,
    NODES_BETWEEN_QUESTIONS = 1 << 16, /* whether to stop */
    TERRAIN = 0x40100,
    PROPS = 0x40200,
    SECTORS = 0x40207,
};

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

static bool is_container(uint32_t type) {
    return type == TERRAIN || type == PROPS || type == SECTORS;
}

/* Lists the nodes from `at` to `end` of a block's payload, and those inside of containers, which are
** one level further down. What breaks off the payload becomes the block's status; what breaks off a
** container only ends its children. */
static bool list_nodes(Gt *gt, uint32_t number, uint64_t at, uint64_t end, uint32_t parent,
                       GtList *nodes, Error *error) {
    Arena *arena = &gt->document.arena;
    GtBlock *block = &gt->blocks[number];
    while (at < end) {
        GtHeader header;
        bool whole = gt_read_header(block->payload + at, end - at, &header);
        if (!whole || header.length > end - at - header.bytes) {
            if (parent == GT_NONE) block->status = whole ? "node-length" : "header";
            return true;
        }
        if (nodes->count == GT_NODES_MAX) {
            block->status = "node-budget";
            return true;
        }
        GtNode *node = gt_append(arena, nodes, sizeof *node);
        if (!node) return fail_memory(error, arena);
        *node = (GtNode){.block = number,
                         .parent = parent,
                         .type = header.type,
                         .offset = (uint32_t)at,
                         .length = header.length,
                         .has_marker = header.has_marker};
        uint64_t count = nodes->count;
        at += header.bytes;
        if (parent == GT_NONE && is_container(header.type) &&
            !list_nodes(gt, number, at, at + header.length, (uint32_t)count - 1, nodes, error)) {
            return false;
        }
        at += header.length;
        if (count % NODES_BETWEEN_QUESTIONS == 0 && arena_interrupted(arena)) {
            return fail_interrupted(error);
        }
    }
    return true;
}

bool gt_read_blocks(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    GtList nodes = {0};
    if (gt->blocks_are_read) return true;
    if (!inflate_blocks(gt, error)) return false;
    for (uint32_t i = 0; i < gt->block_count; i++) {
        GtBlock *block = &gt->blocks[i];
        uint64_t before = nodes.count;
        if (!list_nodes(gt, i, 0, block->payload_size, GT_NONE, &nodes, error)) {
            arena_release(&gt->document.arena, nodes.items);
            return false;
        }
        block->node_count = nodes.count - before;
    }
    gt->nodes = nodes.items;
    gt->node_count = nodes.count;
    gt->blocks_are_read = true;
    return true;
}
