/* GTCHUNK: inflates the blocks and lists their nodes. */
#include "firefall/gt.h"

enum { MAGIC_BYTES = 4 };

/* ---- Blocks ---------------------------------------------------------------------------------- */

static const char *magic_of(const Document *document, const GtBlock *block) {
    if (block->compressed_size < MAGIC_BYTES || block->data_offset > document->size - MAGIC_BYTES) {
        return NULL;
    }
    const uint8_t *magic = document->bytes + block->data_offset;
    if (!memcmp(magic, "DATA", MAGIC_BYTES)) return "DATA";
    return !memcmp(magic, "DAT2", MAGIC_BYTES) ? "DAT2" : NULL;
}

static UnpackResult unpack(Gt *gt, GtBlock *block, Inflated *inflated) {
    const uint8_t *packed = gt->document.bytes + block->data_offset + MAGIC_BYTES;
    uint32_t size = block->compressed_size - MAGIC_BYTES;
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

enum {
    TERRAIN,
    PROPS,
    SECTORS,
    MATERIALS,
    QUADTREE,
    BLEND_WEIGHTS,
    ENVIRONMENT,
    FIRST_LEAF,
};

static const GtNodeKind kinds[] = {
    [TERRAIN] = {0x40100, GT_NONE, "terrain", true, 0},
    [PROPS] = {GT_PROPS, GT_NONE, "props", true, 0},
    [SECTORS] = {0x40207, GT_NONE, "sectors", true, 0},
    [MATERIALS] = {1, TERRAIN, "terrain materials", true, 0},
    [QUADTREE] = {2, TERRAIN, "terrain quadtree", true, 8},
    [BLEND_WEIGHTS] = {8, QUADTREE, "terrain blend weights", true, 0},
    [ENVIRONMENT] = {0x50001, PROPS, "environment", true, 0},
    [FIRST_LEAF] = {GT_STATIC_COLLISION, GT_NONE, "static collision", false, 0},
    {GT_SUBZONES, GT_NONE, "subzone grid", false, 0},
    {GT_BLOCKER_COLLISION, GT_NONE, "movement blocker collision", false, 0},
    {GT_NAMES, GT_NONE, "encounter name registry", false, 0},
    {GT_WATER_COLLISION, GT_NONE, "water collision", false, 0},
    {GT_GEOMETRY2, GT_NONE, "geometry 2", false, 0},
    {GT_PROP_NAMES, GT_NONE, "encounter name registry", false, 0},
    {0x40205, GT_NONE, "vegetation", false, 0},
    {0x40206, GT_NONE, "overlay", false, 0},
    {0x40208, GT_NONE, "water", false, 0},
    {0x40209, GT_NONE, "vegetation 2", false, 0},
    {GT_GEOMETRY, GT_NONE, "geometry", false, 0},
    {0, TERRAIN, "terrain head", false, 0},
    {3, TERRAIN, "terrain material list", false, 0},
    {4, TERRAIN, "terrain shape", false, 0},
    {5, MATERIALS, "terrain material", false, 0},
    {9, QUADTREE, "terrain quadtree 9", false, 0},
    {11, QUADTREE, "terrain quadtree 11", false, 0},
    {0, BLEND_WEIGHTS, "terrain blend weights 0", false, 0},
    {2, BLEND_WEIGHTS, "terrain blend weights 2", false, 0},
    {GT_DOODAD, PROPS, "doodad", false, 0},
    {0x50006, PROPS, "probe", false, 0},
    {0x50008, PROPS, "decals", false, 0},
    {0x5000D, PROPS, "particles", false, 0},
    {0x50011, PROPS, "light", false, 0},
    {0x50014, PROPS, "audio volume", false, 0},
    {0x50017, PROPS, "monster", false, 0},
    {GT_DECAL, PROPS, "decal", false, 0},
    {0x50013, SECTORS, "sector", false, 0},
    {GT_ANY_TYPE, ENVIRONMENT, "environment layer", false, 0},
    {0},
};

const char *gt_node_name(const GtNode *node) {
    return node->kind == GT_NONE ? NULL : kinds[node->kind].name;
}

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
        if (!gt_list_nodes(arena, kinds, block->payload, 0, block->payload_size, i, &gt->nodes.list,
                           &status, error)) {
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
