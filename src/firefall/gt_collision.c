/* GTCHUNK: collision nodes. gt_layers.h describes their layout. */
#include "firefall/gt.h"

enum {
    HEAD_BYTES = 12, /* before the number of materials */
    MESH_REVISION = 2,
    MATERIAL_BYTES = 4,
    MATERIAL_ITEM_HEAD = 8,
    MOPP_HEAD = 20,  /* before the bytes */
    MOPP_SHORTS = 7, /* the fields after them: u8, u16 and the number of shorts */
};

typedef struct CollisionReader {
    GtReader *all;
    GtLayers *layers;
    GtCollision read;
} CollisionReader;

/* Each of these reads a part of the mesh and returns what is wrong with it. NULL: nothing is wrong,
** or the reader has stopped. */
static const char *read_blocks(CollisionReader *of, bool of_triangles, GtBlocksRead *read,
                               List *blocks) {
    if (!gt_take_u32(of->all, &read->block_count)) return "short";
    for (uint32_t i = 0; i < read->block_count; i++) {
        const uint8_t *head =
            gt_take(of->all, of_triangles ? GT_TRIANGLE_BLOCK_HEAD : GT_VERTEX_BLOCK_HEAD);
        if (!head) return "short";
        uint32_t each = of_triangles ? 3 * gt_corner_bytes(head) : GT_VERTEX_BYTES;
        if (!each) return "corner-kind";
        if (!gt_take_records(of->all, load_u32(head), each)) return "short";
        read->count += load_u32(head);
        const GtCollisionBlock block = {.stored = head,
                                        .collision = (uint32_t)of->layers->collisions.count,
                                        .number = i,
                                        .offset = (uint32_t)(head - of->all->reader.bytes)};
        if (!gt_add(of->all, blocks, &block, sizeof block)) return NULL;
    }
    return NULL;
}

static FileRun run_from(const GtReader *all, uint64_t start) {
    return (FileRun){all->reader.bytes + start, all->reader.at - start};
}

static const char *read_material_items(CollisionReader *of) {
    GtReader *all = of->all;
    if (!gt_take_u32(all, &of->read.material_item_count)) return "short";
    uint64_t start = all->reader.at;
    for (uint32_t i = 0; i < of->read.material_item_count; i++) {
        const uint8_t *head = gt_take(all, MATERIAL_ITEM_HEAD);
        if (!head || !gt_take(all, load_u32(head))) return "short";
    }
    of->read.material_items = run_from(all, start);
    return NULL;
}

static const char *read_mopps(CollisionReader *of) {
    GtReader *all = of->all;
    if (!gt_take_u32(all, &of->read.mopp_count)) return "short";
    uint64_t start = all->reader.at;
    for (uint32_t i = 0; i < of->read.mopp_count; i++) {
        const uint8_t *head = gt_take(all, MOPP_HEAD);
        if (!head || !gt_take(all, load_u32(head + MOPP_HEAD - 4))) return "short";
        const uint8_t *shorts = gt_take(all, MOPP_SHORTS);
        if (!shorts || !gt_take_records(all, load_u32(shorts + MOPP_SHORTS - 4), 2)) return "short";
    }
    of->read.mopps = run_from(all, start);
    return NULL;
}

static const char *read_all(CollisionReader *of) {
    GtReader *all = of->all;
    GtCollision *read = &of->read;
    const uint8_t *head = gt_take(all, HEAD_BYTES), *materials;
    const char *status;
    if (!head) return "short";
    if (memcmp(head, "ENWF", 4) != 0) return "magic";
    read->head = head;
    read->version = load_u16(head + 4);
    read->revision = load_u16(head + 6);
    read->has_material_count = gt_take_u32(all, &read->material_count);
    if (!read->has_material_count) return "short";
    materials = gt_take_records(all, read->material_count, MATERIAL_BYTES);
    if (!materials) return "short";
    read->materials = (FileRun){materials, (uint64_t)read->material_count * MATERIAL_BYTES};
    if (read->revision == MESH_REVISION &&
        ((status = read_blocks(of, false, &read->vertices, &of->layers->vertex_blocks.list)) ||
         (status = read_blocks(of, true, &read->triangles, &of->layers->triangle_blocks.list)) ||
         (status = read_material_items(of)) || (status = read_mopps(of)))) {
        return status;
    }
    uint64_t left = reader_left(&all->reader);
    read->havok = (FileRun){gt_take(all, left), left};
    return "ok";
}

const char *gt_read_collision(Document *document, GtReader *all, const uint8_t *fixed UNUSED) {
    GtLayers *layers = &((Gt *)document)->layers;
    const char *kind = all->type == GT_STATIC_COLLISION  ? "static"
                       : all->type == GT_WATER_COLLISION ? "water"
                                                         : "movement blockers";
    CollisionReader of = {all, layers, {.node = all->node, .kind = kind}};
    GtCollision *read = &of.read;
    read->vertices.first_block = (uint32_t)layers->vertex_blocks.count;
    read->triangles.first_block = (uint32_t)layers->triangle_blocks.count;
    read->status = read_all(&of);
    if (strcmp(read->status, "ok") != 0) { /* a mesh with a fault keeps none of its parts */
        layers->vertex_blocks.count = read->vertices.first_block;
        layers->triangle_blocks.count = read->triangles.first_block;
        read->vertices.count = read->triangles.count = 0;
    }
    if (!all->stopped) gt_add(all, &layers->collisions.list, read, sizeof *read);
    return "ok";
}

GtCorners gt_collision_corners(const GtLayers *layers, uint64_t triangle) {
    uint64_t number = children_parent(&layers->triangles, triangle);
    const GtCollisionBlock *triangles = &layers->triangle_blocks.items[number];
    const GtCollision *collision = &layers->collisions.items[triangles->collision];
    GtCorners corners = {.bytes = gt_corner_bytes(triangles->stored)};
    corners.stored = triangles->stored + GT_TRIANGLE_BLOCK_HEAD +
                     3 * corners.bytes * (triangle - layers->triangles.first[number]);
    if (triangles->number < collision->vertices.block_count) {
        corners.vertices = children_of(&layers->vertices, collision->vertices.first_block +
                                                              (uint64_t)triangles->number);
    }
    return corners;
}
