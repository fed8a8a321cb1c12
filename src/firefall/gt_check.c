/* Checks for damaged or odd data in a GTCHUNK file. */
#include "firefall/gt.h"

enum {
    VERSION_OLDEST = 7,
    VERSION_NEWEST = 8,
    CONSTANT_8 = 8,
    CONSTANT_64 = 64,
    COLLISION_VERSION = 3,
};

/* ---- The index and the blocks ---------------------------------------------------------------- */

static void check_index(const Gt *gt, Findings *findings) {
    if (strcmp(gt->status, "ok") != 0) {
        finding_add(findings, SEVERITY_ERROR, "index_damaged", NO_OFFSET,
                    "the index breaks off after %" PRIu64 " of %u LODs: %s", gt->lods.count,
                    gt->stored_lod_count, gt->status);
    }
    if (!gt->is_container) return;
    if (gt->has_version && (gt->version < VERSION_OLDEST || gt->version > VERSION_NEWEST)) {
        finding_add(findings, SEVERITY_WARNING, "version", 16, "version %u, only 7 and 8 are known",
                    gt->version);
    }
    if (gt->trailing) {
        finding_add(findings, SEVERITY_WARNING, "index_trailing_bytes",
                    gt->data_start - gt->trailing,
                    "%" PRIu64 " bytes of the index behind its last LOD", gt->trailing);
    }
}

static void check_block(const Gt *gt, uint64_t number, Findings *findings) {
    const GtBlock *block = &gt->blocks.items[number];
    bool good = !strcmp(block->status, "ok") || !strcmp(block->status, "empty");
    if (!good && block->payload) {
        finding_add(findings, SEVERITY_ERROR, "payload_damaged", block->record_offset,
                    "the nodes of block %" PRIu64 " break off after %" PRIu64 ": %s", number,
                    block->node_count, block->status);
    } else if (!good) {
        finding_add(findings, SEVERITY_ERROR, "block_damaged", block->record_offset,
                    "block %" PRIu64 " of %u bytes can't be inflated: %s", number,
                    block->stored_size, block->status);
    }
    if (block->unused_bytes) {
        finding_add(findings, SEVERITY_WARNING, "block_unused_bytes",
                    block->data_offset + block->compressed_size - block->unused_bytes,
                    "block %" PRIu64 ": %u bytes behind the end of its zlib stream", number,
                    block->unused_bytes);
    }
}

/* Blocks follow each other in the order of the index, from its end to the end of the file. Some
** readers rely on this and ignore the offsets. */
static void check_order(const Gt *gt, Findings *findings) {
    uint64_t end = gt->data_start, size = gt->document.size;
    if (!gt->is_container) return;
    for (uint64_t i = 0; i < gt->blocks.count; i++) {
        const GtBlock *block = &gt->blocks.items[i];
        if (!block->compressed_size) continue;
        if (block->data_offset != end) {
            finding_add(findings, SEVERITY_WARNING, "block_order", block->record_offset,
                        "block %" PRIu64 " begins at 0x%" PRIx64
                        ", what is before it ends at 0x%" PRIx64,
                        i, block->data_offset, end);
        }
        end = block->data_offset + block->compressed_size;
    }
    if (gt->blocks.count && end < size) {
        FileRun trailing = {gt->document.bytes + end, size - end};
        document_check_trailing(&gt->document, trailing, "after the last block", findings);
    }
}

/* If the children don't fill their container, its last ones are missing. */
static void check_containers(const Gt *gt, Findings *findings) {
    for (uint64_t i = 0; i < gt->nodes.count; i++) {
        const GtNode *node = &gt->nodes.items[i];
        bool has_children = i + 1 < gt->nodes.count && gt->nodes.items[i + 1].parent == i;
        if (!node->rest) continue;
        finding_add(findings, SEVERITY_WARNING, "container_rest", gt_node_end(node) - node->rest,
                    has_children ? "node %" PRIu64 ": %u bytes behind its last child aren't a node"
                                 : "node %" PRIu64
                                   " should hold nodes, but its %u bytes aren't a node",
                    i, node->rest);
    }
}

/* ---- Geometry -------------------------------------------------------------------------------- */

static void check_geometry(const Gt *gt, uint64_t number, Findings *findings) {
    const GtGeometry *geometry = &gt->geometries.items[number];
    if (geometry->problem) {
        finding_add(findings, SEVERITY_ERROR, "geometry_damaged", geometry->offset,
                    "geometry %" PRIu64 " breaks off: %.160s", number, geometry->problem);
    } else if (geometry->trailing) {
        finding_add(findings, SEVERITY_WARNING, "geometry_trailing_bytes", geometry->offset,
                    "geometry %" PRIu64 ": %u bytes after its last entry", number,
                    geometry->trailing);
    }
    if (!geometry->head) return;
    uint32_t constant_8 = load_u32(geometry->head + 4), constant_64 = load_u32(geometry->head + 8);
    if (constant_8 != CONSTANT_8 || constant_64 != CONSTANT_64) {
        finding_add(findings, SEVERITY_INFO, "geometry_constants", geometry->offset + 4,
                    "geometry %" PRIu64 " has %u and %u where all known ones have 8 and 64", number,
                    constant_8, constant_64);
    }
}

static void check_box(const uint8_t *stored, const char *what, uint64_t number, uint32_t offset,
                      Findings *findings) {
    double box[GT_BOX_FLOATS];
    load_floats(stored, GT_BOX_FLOATS, box);
    if (box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5]) return;
    finding_add(findings, SEVERITY_WARNING, "box", offset,
                "the box of %s %" PRIu64 ": a minimum isn't at or below its maximum", what, number);
}

/* Transforms multiply row vectors, so the fourth column must be 0, 0, 0, 1. */
static void check_transforms(const Gt *gt, uint64_t number, Findings *findings) {
    const GtPart *part = &gt->parts.items[number];
    for (uint64_t i = 0; i < part->transform_count; i++) {
        const uint8_t *matrix = gt->transforms.items[part->first_transform + i].matrix;
        float last = load_f32(matrix + 60);
        bool affine = last >= 1 && last <= 1;
        for (unsigned row = 0; row < 3; row++) {
            float value = load_f32(matrix + 16 * row + 12);
            affine = affine && value >= 0 && value <= 0;
        }
        if (affine) continue;
        finding_add(findings, SEVERITY_INFO, "transform_columns", part->offset,
                    "transform %" PRIu64 " of part %" PRIu64
                    " has a fourth column that isn't 0, 0, 0, 1",
                    i, number);
    }
}

static void check_part(const Gt *gt, uint64_t number, Findings *findings) {
    const GtPart *part = &gt->parts.items[number];
    if (!strcmp(part->status, "legacy")) {
        finding_add(findings, SEVERITY_INFO, "part_legacy", part->offset,
                    "part %" PRIu64 " is of version 5, whose streams can't be read", number);
    } else if (strcmp(part->status, "ok") != 0) {
        finding_add(findings, SEVERITY_ERROR, "part_damaged", part->offset,
                    "part %" PRIu64 " has no triangles: %s", number, part->status);
    }
    if (part->warnings) {
        finding_add(findings, SEVERITY_WARNING, "part_odd", part->offset, "part %" PRIu64 ": %s",
                    number, part->warnings);
    }
    check_box(part->box, "part", number, part->offset, findings);
    check_transforms(gt, number, findings);
}

/* ---- Other layers ---------------------------------------------------------------------------- */

static void check_grid(const Gt *gt, uint64_t number, Findings *findings) {
    const GtSubzoneGrid *grid = &gt->layers.grids.items[number];
    uint64_t cells = child_count(&gt->layers.cells, number), beyond = 0;
    for (uint64_t i = 0; i < cells; i++) beyond += grid->cells[i] >= grid->subzone_count;
    if (!beyond) return;
    finding_add(findings, SEVERITY_WARNING, "subzone_range", gt->nodes.items[grid->node].offset,
                "%" PRIu64 " of %" PRIu64
                " cells of node %u name a subzone beyond the %u there are",
                beyond, cells, grid->node, grid->subzone_count);
}

static void check_collision(const Gt *gt, uint64_t number, Findings *findings) {
    const GtCollision *collision = &gt->layers.collisions.items[number];
    uint64_t offset = gt->nodes.items[collision->node].offset;
    if (strcmp(collision->status, "ok") != 0) {
        finding_add(findings, SEVERITY_ERROR, "collision_damaged", offset,
                    "collision %" PRIu64 " has no mesh: %s", number, collision->status);
    }
    if (collision->head && collision->version != COLLISION_VERSION) {
        finding_add(findings, SEVERITY_INFO, "collision_version", offset,
                    "collision %" PRIu64 " is of version %u, only 3 is known", number,
                    collision->version);
    }
    if (collision->vertices.block_count != collision->triangles.block_count) {
        finding_add(findings, SEVERITY_WARNING, "collision_blocks", offset,
                    "collision %" PRIu64 " has %u blocks of vertices and %u of triangles", number,
                    collision->vertices.block_count, collision->triangles.block_count);
    }
}

static void check_triangle_block(const Gt *gt, uint64_t number, Findings *findings) {
    ChildRange triangles = children_of(&gt->layers.triangles, number);
    uint64_t corners = 3 * (triangles.end - triangles.first), beyond = 0;
    for (uint64_t i = triangles.first; i < triangles.end; i++) {
        GtCorners of = gt_collision_corners(&gt->layers, i);
        for (unsigned k = 0; k < 3; k++) beyond += gt_corner_vertex(&of, k) == GT_NONE;
    }
    if (!beyond) return;
    const GtCollisionBlock *block = &gt->layers.triangle_blocks.items[number];
    finding_add(findings, SEVERITY_WARNING, "collision_corner_range", block->offset,
                "collision %u: %" PRIu64 " of %" PRIu64
                " corners in a block of triangles name vertices that it doesn't have",
                block->collision, beyond, corners);
}

static bool check_layers(const Gt *gt, Findings *findings, Error *error) {
    const GtLayers *layers = &gt->layers;
    for (uint64_t i = 0; i < layers->damaged.count; i++) {
        const GtDamagedLayer *damaged = &layers->damaged.items[i];
        const GtNode *node = &gt->nodes.items[damaged->node];
        finding_add(findings, SEVERITY_ERROR, "layer_damaged", node->offset,
                    "node %u (%s) of %u bytes is too %s for what it says it holds", damaged->node,
                    gt_node_name(gt_kinds, node), node->length, damaged->status);
    }
    for (uint64_t i = 0; i < layers->grids.count; i++) check_grid(gt, i, findings);
    for (uint64_t i = 0; i < layers->props.count; i++) {
        const GtProp *prop = &layers->props.items[i];
        const GtNode *node = &gt->nodes.items[prop->node];
        if (!strcmp(prop->status, "ok")) continue;
        finding_add(findings, SEVERITY_WARNING, "prop_size", node->offset,
                    "prop %" PRIu64 ", a %s, has %u bytes, expected %d", i, prop->kind,
                    node->length, node->type == GT_DOODAD ? GT_DOODAD_BYTES : GT_DECAL_BYTES);
    }
    for (uint64_t i = 0; i < layers->collisions.count; i++) check_collision(gt, i, findings);
    for (uint64_t i = 0; i < layers->triangle_blocks.count; i++) {
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        check_triangle_block(gt, i, findings);
    }
    return true;
}

bool gt_check(Document *document, Findings *findings, Error *error) {
    Gt *gt = (Gt *)document;
    if (!gt_decode_parts(document, error) || !gt_read_layers(document, error)) return false;
    check_index(gt, findings);
    for (uint64_t i = 0; i < gt->blocks.count; i++) check_block(gt, i, findings);
    check_order(gt, findings);
    check_containers(gt, findings);
    for (uint64_t i = 0; i < gt->geometries.count; i++) check_geometry(gt, i, findings);
    for (uint64_t i = 0; i < gt->entries.count; i++) {
        const GtEntry *entry = &gt->entries.items[i];
        if (entry->x != GT_NONE) continue;
        finding_add(findings, SEVERITY_WARNING, "entry_grid_index", entry->offset,
                    "entry %" PRIu64 " has the grid index %u, expected 0 to 63", i,
                    load_u32(entry->record));
    }
    for (uint64_t i = 0; i < gt->groups.count; i++) {
        check_box(gt->groups.items[i].box, "group", i, gt->groups.items[i].offset, findings);
    }
    for (uint64_t i = 0; i < gt->parts.count; i++) {
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        check_part(gt, i, findings);
    }
    return check_layers(gt, findings, error);
}
