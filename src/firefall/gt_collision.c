/* GTCHUNK: collision nodes. gt_layers.h describes their layout. */
#include "firefall/gt_read_layers.h"

enum {
    HEAD_BYTES = 12, /* before the number of vertices */
    MESH_REVISION = 2,
    MATERIAL_BYTES = 4,
    MATERIAL_ITEM_HEAD = 8,
    MOPP_HEAD = 20,  /* before the bytes */
    MOPP_SHORTS = 7, /* the fields after them: u8, u16 and the number of shorts */
};

static bool take_u32(LayerReader *all, uint32_t *value) {
    const uint8_t *at = gt_take(all, 4);
    if (at) *value = load_u32(at);
    return at != NULL;
}

/* Reads `count` records; checks the size before it multiplies. */
static const uint8_t *take_records(LayerReader *all, uint64_t count, uint64_t each) {
    return count > reader_left(&all->reader) / each ? NULL : gt_take(all, count * each);
}

static GtCollisionBlock *add_block(LayerReader *all, List *list, uint64_t offset) {
    GtCollisionBlock *block = gt_add(all, list, sizeof *block);
    if (block) {
        *block = (GtCollisionBlock){.collision = (uint32_t)all->collisions.count,
                                    .offset = (uint32_t)offset};
    }
    return block;
}

/* Each of these reads a part of the mesh and returns what is wrong with it. NULL: nothing is wrong,
** or the reader has failed. */
static const char *read_vertices(LayerReader *all, GtCollision *collision) {
    if (!take_u32(all, &collision->vertex_block_count)) return "short";
    for (uint32_t i = 0; i < collision->vertex_block_count; i++) {
        uint64_t offset = all->reader.at;
        uint32_t count;
        if (!take_u32(all, &count) || !take_records(all, count, GT_VERTEX_BYTES)) return "short";
        collision->vertex_count += count;
        if (!add_block(all, &all->vertex_blocks, offset)) return NULL;
    }
    return NULL;
}

static const char *read_triangles(LayerReader *all, GtCollision *collision) {
    if (!take_u32(all, &collision->triangle_block_count)) return "short";
    for (uint32_t i = 0; i < collision->triangle_block_count; i++) {
        uint64_t offset = all->reader.at;
        const uint8_t *head = gt_take(all, GT_TRIANGLE_BLOCK_HEAD);
        if (!head) return "short";
        uint32_t count = load_u32(head), corner_bytes = gt_corner_bytes(head);
        if (!corner_bytes) return "corner-kind";
        if (!take_records(all, count, 3 * corner_bytes)) return "short";
        collision->triangle_count += count;
        if (!add_block(all, &all->triangle_blocks, offset)) return NULL;
    }
    return NULL;
}

static const char *read_material_items(LayerReader *all, GtCollision *collision) {
    if (!take_u32(all, &collision->material_item_count)) return "short";
    uint64_t start = all->reader.at;
    for (uint32_t i = 0; i < collision->material_item_count; i++) {
        const uint8_t *head = gt_take(all, MATERIAL_ITEM_HEAD);
        if (!head || !gt_take(all, load_u32(head))) return "short";
    }
    collision->material_items = all->reader.bytes + start;
    collision->material_item_bytes = all->reader.at - start;
    return NULL;
}

static const char *read_mopps(LayerReader *all, GtCollision *collision) {
    if (!take_u32(all, &collision->mopp_count)) return "short";
    uint64_t start = all->reader.at;
    for (uint32_t i = 0; i < collision->mopp_count; i++) {
        const uint8_t *head = gt_take(all, MOPP_HEAD);
        if (!head || !gt_take(all, load_u32(head + MOPP_HEAD - 4))) return "short";
        const uint8_t *shorts = gt_take(all, MOPP_SHORTS);
        if (!shorts || !take_records(all, load_u32(shorts + MOPP_SHORTS - 4), 2)) return "short";
    }
    collision->mopps = all->reader.bytes + start;
    collision->mopp_bytes = all->reader.at - start;
    return NULL;
}

static const char *read_all(LayerReader *all, GtCollision *collision) {
    const uint8_t *head = gt_take(all, HEAD_BYTES);
    const char *status;
    if (!head) return "short";
    if (memcmp(head, "ENWF", 4) != 0) return "magic";
    collision->has_head = true;
    collision->version = load_u16(head + 4);
    collision->revision = load_u16(head + 6);
    collision->number = load_u32(head + 8);
    collision->has_material_count = take_u32(all, &collision->material_count);
    if (!collision->has_material_count) return "short";
    collision->materials = take_records(all, collision->material_count, MATERIAL_BYTES);
    if (!collision->materials) return "short";
    if (collision->revision == MESH_REVISION &&
        ((status = read_vertices(all, collision)) || (status = read_triangles(all, collision)) ||
         (status = read_material_items(all, collision)) || (status = read_mopps(all, collision)))) {
        return status;
    }
    collision->havok_bytes = reader_left(&all->reader);
    collision->havok = gt_take(all, collision->havok_bytes);
    return "ok";
}

void gt_read_collision(LayerReader *all, const char *kind) {
    GtCollision read = {.node = all->node,
                        .kind = kind,
                        .first_vertex_block = (uint32_t)all->vertex_blocks.count,
                        .first_triangle_block = (uint32_t)all->triangle_blocks.count};
    const char *status = read_all(all, &read);
    if (strcmp(status, "ok") != 0) { /* a mesh with a fault keeps none of its parts */
        all->vertex_blocks.count = read.first_vertex_block;
        all->triangle_blocks.count = read.first_triangle_block;
        read.vertex_count = read.triangle_count = 0;
    }
    if (all->stopped) return;
    read.status = status;
    GtCollision *collision = gt_add(all, &all->collisions, sizeof *collision);
    if (collision) *collision = read;
}

/* ---- Corners --------------------------------------------------------------------------------- */

GtCorners gt_collision_corners(const Gt *gt, uint64_t triangle) {
    const GtLayers *layers = &gt->layers;
    uint64_t number = children_parent(&layers->triangles, triangle);
    const GtCollisionBlock *triangles = &layers->triangle_blocks[number];
    const GtCollision *collision = &layers->collisions[triangles->collision];
    const uint8_t *head = gt_collision_block(gt, layers, triangles);
    GtCorners corners = {.bytes = gt_corner_bytes(head)};
    corners.stored = head + GT_TRIANGLE_BLOCK_HEAD +
                     3 * corners.bytes * (triangle - layers->triangles.first[number]);
    uint64_t block = number - collision->first_triangle_block;
    if (block < collision->vertex_block_count) {
        corners.vertices = children_of(&layers->vertices, collision->first_vertex_block + block);
    }
    return corners;
}
