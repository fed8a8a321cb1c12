/* GTCHUNK: all understood nodes but geometry. gt_layers.h describes their layouts. */
#include "firefall/gt_read_layers.h"

const uint8_t *gt_take(LayerReader *all, uint64_t bytes) {
    const uint8_t *start;
    return read_bytes(&all->reader, "a field", bytes, &start) ? start : NULL;
}

void *gt_add(LayerReader *all, List *list, uint64_t size) {
    void *item = NULL;
    if (arena_interrupted_at(all->arena, list->count)) fail_interrupted(all->error);
    else if (!(item = list_add(all->arena, list, size))) fail_memory(all->error, all->arena);
    all->stopped |= !item;
    return item;
}

/* ---- One node -------------------------------------------------------------------------------- */

enum { GRID_HEAD_BYTES = 12 };

/* Each of these reads a node and returns its status: "ok", "short" or "long". */
static const char *read_grid(LayerReader *all) {
    GtSubzoneGrid read = {.node = all->node};
    const uint8_t *head = gt_take(all, GRID_HEAD_BYTES);
    if (!head) return "short";
    read.unknown = load_u32(head);
    read.side = load_u32(head + 4);
    read.subzone_count = load_u32(head + 8);
    read.subzones = gt_take(all, (uint64_t)read.subzone_count * 4);
    const uint8_t *count = read.subzones ? gt_take(all, 4) : NULL;
    if (!count) return "short";
    read.grid_count = load_u32(count);
    uint64_t left = reader_left(&all->reader), cells = (uint64_t)read.side * read.side;
    if (cells && read.grid_count > left / cells) return "short";
    read.cells = gt_take(all, cells * read.grid_count);
    GtSubzoneGrid *grid = gt_add(all, &all->grids, sizeof *grid);
    if (grid) *grid = read;
    return reader_left(&all->reader) ? "long" : "ok";
}

static const char *read_names(LayerReader *all) {
    const uint8_t *count = gt_take(all, 4);
    if (!count) return "short";
    for (uint32_t i = 0, names = load_u32(count); i < names; i++) {
        uint64_t offset = all->reader.at;
        const uint8_t *length = gt_take(all, 4);
        if (!length || !gt_take(all, load_u32(length))) return "short";
        GtEncounterName *name = gt_add(all, &all->names, sizeof *name);
        if (!name) break;
        *name = (GtEncounterName){all->node, i, (uint32_t)offset};
    }
    return reader_left(&all->reader) ? "long" : "ok";
}

static void read_prop(LayerReader *all, const char *kind, uint64_t bytes) {
    GtProp *prop = gt_add(all, &all->props, sizeof *prop);
    if (!prop) return;
    *prop = (GtProp){.node = all->node,
                     .kind = kind,
                     .status = reader_left(&all->reader) == bytes ? "ok" : "size"};
}

/* ---- All nodes ------------------------------------------------------------------------------- */

static void read_layer(LayerReader *all, const GtNode *node) {
    const char *status = "ok";
    switch (node->type) {
    case GT_SUBZONES: status = read_grid(all); break;
    case GT_NAMES:
    case GT_PROP_NAMES: status = read_names(all); break;
    case GT_STATIC_COLLISION: gt_read_collision(all, "static"); break;
    case GT_BLOCKER_COLLISION: gt_read_collision(all, "movement blockers"); break;
    case GT_WATER_COLLISION: gt_read_collision(all, "water"); break;
    }
    if (!strcmp(status, "ok") || all->stopped) return;
    GtDamagedLayer *damaged = gt_add(all, &all->damaged, sizeof *damaged);
    if (damaged) *damaged = (GtDamagedLayer){all->node, status};
}

/* Doodads and decals lie within props; all other nodes are at the top level of the payload. */
static void read_node(LayerReader *all, uint32_t number) {
    const Gt *gt = all->gt;
    const GtNode *node = &gt->nodes[number];
    Error ignored = {0};
    all->node = number;
    all->reader = (Reader){.bytes = gt->blocks[node->block].payload,
                           .size = gt_node_end(node),
                           .at = gt_node_content(node),
                           .error = &ignored};
    if (node->parent == GT_NONE) {
        read_layer(all, node);
    } else if (gt->nodes[node->parent].type == GT_PROPS && node->depth == 1) {
        if (node->type == GT_DOODAD) read_prop(all, "doodad", GT_DOODAD_BYTES);
        if (node->type == GT_DECAL) read_prop(all, "decal", GT_DECAL_BYTES);
    }
}

/* Reads the rows within grids and blocks. */
static bool count_rows(LayerReader *all, GtLayers *layers, Error *error) {
    const Gt *gt = all->gt;
    Children *cells = &layers->cells, *vertices = &layers->vertices,
             *triangles = &layers->triangles;
    if (!children_begin(cells, all->arena, layers->grid_count, error) ||
        !children_begin(vertices, all->arena, layers->vertex_block_count, error) ||
        !children_begin(triangles, all->arena, layers->triangle_block_count, error)) {
        return false;
    }
    for (uint64_t i = 0; i < layers->grid_count; i++) {
        const GtSubzoneGrid *grid = &layers->grids[i];
        uint64_t count = (uint64_t)grid->side * grid->side * grid->grid_count;
        if (!children_add(cells, i, count, error)) return false;
    }
    for (uint64_t i = 0; i < layers->vertex_block_count; i++) {
        const uint8_t *block = gt_collision_block(gt, layers, &layers->vertex_blocks[i]);
        if (!children_add(vertices, i, load_u32(block), error)) return false;
    }
    for (uint64_t i = 0; i < layers->triangle_block_count; i++) {
        const uint8_t *block = gt_collision_block(gt, layers, &layers->triangle_blocks[i]);
        if (!children_add(triangles, i, load_u32(block), error)) return false;
    }
    children_end(cells);
    children_end(vertices);
    children_end(triangles);
    return children_list_parents(vertices, all->arena, error) &&
           children_list_parents(triangles, all->arena, error);
}

static void keep(const LayerReader *all, GtLayers *layers) {
    layers->grids = all->grids.items;
    layers->grid_count = all->grids.count;
    layers->names = all->names.items;
    layers->name_count = all->names.count;
    layers->props = all->props.items;
    layers->prop_count = all->props.count;
    layers->collisions = all->collisions.items;
    layers->collision_count = all->collisions.count;
    layers->vertex_blocks = all->vertex_blocks.items;
    layers->vertex_block_count = all->vertex_blocks.count;
    layers->triangle_blocks = all->triangle_blocks.items;
    layers->triangle_block_count = all->triangle_blocks.count;
    layers->damaged = all->damaged.items;
    layers->damaged_count = all->damaged.count;
}

static bool discard(LayerReader *all, GtLayers *layers) {
    void *const blocks[] = {all->grids.items,         all->names.items,
                            all->props.items,         all->collisions.items,
                            all->vertex_blocks.items, all->triangle_blocks.items,
                            all->damaged.items};
    for (size_t i = 0; i < LENGTH(blocks); i++) arena_release(all->arena, blocks[i]);
    children_discard(&layers->cells, all->arena);
    children_discard(&layers->vertices, all->arena);
    return children_discard(&layers->triangles, all->arena);
}

bool gt_read_layers(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    LayerReader all = {.gt = gt, .arena = &document->arena, .error = error};
    GtLayers layers = {0};
    if (gt->layers_are_read) return true;
    if (!gt_read_blocks(document, error)) return false;
    for (uint32_t i = 0; i < gt->node_count; i++) {
        read_node(&all, i);
        if (all.stopped) return discard(&all, &layers);
    }
    keep(&all, &layers);
    if (!count_rows(&all, &layers, error)) return discard(&all, &layers);
    gt->layers = layers;
    gt->layers_are_read = true;
    return true;
}

const uint8_t *gt_collision_block(const Gt *gt, const GtLayers *layers,
                                  const GtCollisionBlock *block) {
    const GtNode *node = &gt->nodes[layers->collisions[block->collision].node];
    return gt->blocks[node->block].payload + block->offset;
}
