/* GTCHUNK: all understood nodes but geometry. gt_layers.h describes their layouts. */
#include "firefall/gt.h"

enum { GRID_HEAD_BYTES = 12 };

/* Each of these reads a node and returns what is wrong with it, or NULL. */
static const char *read_grid(GtLayers *layers, GtReader *all) {
    GtSubzoneGrid read = {.node = all->node};
    const uint8_t *head = gt_take(all, GRID_HEAD_BYTES);
    if (!head) return "short";
    read.unknown = load_u32(head);
    read.side = load_u32(head + 4);
    read.subzone_count = load_u32(head + 8);
    read.subzones = gt_take_records(all, read.subzone_count, 4);
    if (!read.subzones || !gt_take_u32(all, &read.grid_count)) return "short";
    uint64_t left = reader_left(&all->reader), cells = (uint64_t)read.side * read.side;
    if (cells && read.grid_count > left / cells) return "short";
    read.offset = (uint32_t)all->reader.at;
    read.cells = gt_take(all, cells * read.grid_count);
    GtSubzoneGrid *grid = gt_add(all, &layers->grids.list, sizeof *grid);
    if (grid) *grid = read;
    return NULL;
}

static const char *read_names(GtLayers *layers, GtReader *all) {
    uint32_t count;
    return gt_take_u32(all, &count) ? gt_take_names(all, count, &layers->names.list) : "short";
}

static void read_prop(GtLayers *layers, GtReader *all, const char *kind, uint64_t bytes,
                      uint64_t rest) {
    GtProp *prop = gt_add(all, &layers->props.list, sizeof *prop);
    if (!prop) return;
    *prop = (GtProp){.node = all->node, .kind = kind, .status = "size"};
    if (reader_left(&all->reader) != bytes) return;
    prop->status = "ok";
    prop->record = gt_take(all, bytes);
    prop->rest = (FileRun){prop->record + rest, bytes - rest};
}

static void read_layer(GtLayers *layers, GtReader *all, const GtNode *node) {
    const char *status;
    switch (node->type) {
    case GT_SUBZONES: status = read_grid(layers, all); break;
    case GT_NAMES:
    case GT_PROP_NAMES: status = read_names(layers, all); break;
    case GT_STATIC_COLLISION: gt_read_collision(layers, all, "static"); return;
    case GT_BLOCKER_COLLISION: gt_read_collision(layers, all, "movement blockers"); return;
    case GT_WATER_COLLISION: gt_read_collision(layers, all, "water"); return;
    default: return;
    }
    if (!status && reader_left(&all->reader)) status = "long";
    if (!status || all->stopped) return;
    GtDamagedLayer *damaged = gt_add(all, &layers->damaged.list, sizeof *damaged);
    if (damaged) *damaged = (GtDamagedLayer){all->node, status};
}

/* Doodads and decals lie within props; all other nodes are at the top level of the payload. */
static void read_node(Gt *gt, GtReader *all, uint32_t number) {
    const GtNode *node = &gt->nodes.items[number];
    gt_enter(all, gt->blocks.items[node->block].payload, node, number);
    if (node->parent == GT_NONE) {
        read_layer(&gt->layers, all, node);
    } else if (gt->nodes.items[node->parent].type == GT_PROPS && node->depth == 1) {
        if (node->type == GT_DOODAD) {
            read_prop(&gt->layers, all, "doodad", GT_DOODAD_BYTES, GT_DOODAD_REST);
        } else if (node->type == GT_DECAL) {
            read_prop(&gt->layers, all, "decal", GT_DECAL_BYTES, GT_DECAL_REST);
        }
    }
}

/* Makes the rows within blocks, which begin with their count. */
static bool list_rows(Children *rows, const GtCollisionBlock *blocks, uint64_t count, Arena *arena,
                      Error *error) {
    bool done = children_begin(rows, arena, count, error);
    for (uint64_t i = 0; done && i < count; i++) {
        done = children_add(rows, i, load_u32(blocks[i].stored), error);
    }
    if (done) children_end(rows);
    return done && children_list_parents(rows, arena, error);
}

static bool list_cells(GtLayers *layers, Arena *arena, Error *error) {
    bool done = children_begin(&layers->cells, arena, layers->grids.count, error);
    for (uint64_t i = 0; done && i < layers->grids.count; i++) {
        const GtSubzoneGrid *grid = &layers->grids.items[i];
        uint64_t count = (uint64_t)grid->side * grid->side * grid->grid_count;
        done = children_add(&layers->cells, i, count, error);
    }
    if (done) children_end(&layers->cells);
    return done;
}

/* Empties what a stopped attempt has made. */
static void forget(GtLayers *layers, Arena *arena) {
    List *const lists[] = {&layers->grids.list,         &layers->names.list,
                           &layers->props.list,         &layers->collisions.list,
                           &layers->vertex_blocks.list, &layers->triangle_blocks.list,
                           &layers->damaged.list};
    for (size_t i = 0; i < LENGTH(lists); i++) lists[i]->count = 0;
    children_discard(&layers->cells, arena);
    children_discard(&layers->vertices, arena);
    children_discard(&layers->triangles, arena);
}

bool gt_read_layers(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    GtLayers *layers = &gt->layers;
    Arena *arena = &document->arena;
    GtReader all = {.arena = arena, .error = error};
    if (gt->layers_are_read) return true;
    if (!gt_read_blocks(document, error)) return false;
    forget(layers, arena);
    for (uint32_t i = 0; i < gt->nodes.count && !all.stopped; i++) read_node(gt, &all, i);
    gt->layers_are_read = !all.stopped && list_cells(layers, arena, error) &&
                          list_rows(&layers->vertices, layers->vertex_blocks.items,
                                    layers->vertex_blocks.count, arena, error) &&
                          list_rows(&layers->triangles, layers->triangle_blocks.items,
                                    layers->triangle_blocks.count, arena, error);
    return gt->layers_are_read;
}
