/* GTCHUNK: all understood nodes but geometry. gt_layers.h describes their layouts. */
#include "firefall/gt.h"

enum { GRID_HEAD_BYTES = 12 };

static GtLayers *layers_of(Document *document) {
    return &((Gt *)document)->layers;
}

static const char *read_grid(Document *document, GtReader *all, const uint8_t *fixed) {
    GtSubzoneGrid grid = {.node = all->node,
                          .unknown = load_u32(fixed),
                          .side = load_u32(fixed + 4),
                          .subzone_count = load_u32(fixed + 8)};
    grid.subzones = gt_take_records(all, grid.subzone_count, 4);
    if (!grid.subzones || !gt_take_u32(all, &grid.grid_count)) return "short";
    uint64_t left = reader_left(&all->reader), cells = (uint64_t)grid.side * grid.side;
    if (cells && grid.grid_count > left / cells) return "short";
    grid.offset = (uint32_t)all->reader.at;
    grid.cells = gt_take(all, cells * grid.grid_count);
    gt_add(all, &layers_of(document)->grids.list, &grid, sizeof grid);
    return NULL;
}

static const char *read_names(Document *document, GtReader *all, const uint8_t *fixed) {
    return gt_take_names(all, load_u32(fixed), &layers_of(document)->names.list);
}

/* Reads a doodad or a decal, which has a status of its own. */
static const char *read_prop(Document *document, GtReader *all, const uint8_t *fixed) {
    bool is_doodad = all->type == GT_DOODAD;
    uint64_t bytes = is_doodad ? GT_DOODAD_BYTES : GT_DECAL_BYTES;
    uint64_t rest = is_doodad ? GT_DOODAD_REST : GT_DECAL_REST;
    GtProp prop = {.node = all->node, .kind = is_doodad ? "doodad" : "decal", .status = "size"};
    if (reader_left(&all->reader) == bytes) {
        prop.status = "ok";
        prop.record = fixed;
        prop.rest = (FileRun){fixed + rest, bytes - rest};
    }
    gt_add(all, &layers_of(document)->props.list, &prop, sizeof prop);
    return "ok";
}

/* Nodes that hold others. */
enum {
    TERRAIN = 0x40100,
    MATERIALS = 1,
    QUADTREE = 2,
    BLEND_WEIGHTS = 8,
    SECTORS = 0x40207,
    ENVIRONMENT = 0x50001,
};

const GtNodeKind gt_kinds[] = {
    {TERRAIN, GT_NONE, "terrain", .has_children = true},
    {GT_PROPS, GT_NONE, "props", .has_children = true},
    {SECTORS, GT_NONE, "sectors", .has_children = true},
    {MATERIALS, TERRAIN, "terrain materials", .has_children = true},
    {QUADTREE, TERRAIN, "terrain quadtree", 8, .has_children = true},
    {BLEND_WEIGHTS, QUADTREE, "terrain blend weights", .has_children = true},
    {ENVIRONMENT, GT_PROPS, "environment", .has_children = true},
    {GT_STATIC_COLLISION, GT_NONE, "static collision", .read = gt_read_collision},
    {GT_SUBZONES, GT_NONE, "subzone grid", GRID_HEAD_BYTES, .read = read_grid},
    {GT_BLOCKER_COLLISION, GT_NONE, "movement blocker collision", .read = gt_read_collision},
    {GT_NAMES, GT_NONE, "encounter name registry", 4, .read = read_names},
    {GT_WATER_COLLISION, GT_NONE, "water collision", .read = gt_read_collision},
    {GT_GEOMETRY2, GT_NONE, .name = "geometry 2"},
    {GT_PROP_NAMES, GT_NONE, "encounter name registry", 4, .read = read_names},
    {0x40205, GT_NONE, .name = "vegetation"},
    {0x40206, GT_NONE, .name = "overlay"},
    {0x40208, GT_NONE, .name = "water"},
    {0x40209, GT_NONE, .name = "vegetation 2"},
    {GT_GEOMETRY, GT_NONE, .name = "geometry"},
    {0, TERRAIN, .name = "terrain head"},
    {3, TERRAIN, .name = "terrain material list"},
    {4, TERRAIN, .name = "terrain shape"},
    {5, MATERIALS, .name = "terrain material"},
    {9, QUADTREE, .name = "terrain quadtree 9"},
    {11, QUADTREE, .name = "terrain quadtree 11"},
    {0, BLEND_WEIGHTS, .name = "terrain blend weights 0"},
    {2, BLEND_WEIGHTS, .name = "terrain blend weights 2"},
    {GT_DOODAD, GT_PROPS, "doodad", .read = read_prop},
    {0x50006, GT_PROPS, .name = "probe"},
    {0x50008, GT_PROPS, .name = "decals"},
    {0x5000D, GT_PROPS, .name = "particles"},
    {0x50011, GT_PROPS, .name = "light"},
    {0x50014, GT_PROPS, .name = "audio volume"},
    {0x50017, GT_PROPS, .name = "monster"},
    {GT_DECAL, GT_PROPS, "decal", .read = read_prop},
    {0x50013, SECTORS, .name = "sector"},
    {GT_ANY_TYPE, ENVIRONMENT, .name = "environment layer"},
    {0},
};

/* Reads a node; one whose content doesn't match its type is noted. */
static void read_node(Gt *gt, GtReader *all, uint32_t number) {
    const GtNode *node = &gt->nodes.items[number];
    const uint8_t *payload = gt->blocks.items[node->block].payload;
    GtDamagedLayer damaged = {number,
                              gt_read_node(&gt->document, all, gt_kinds, payload, node, number)};
    if (all->stopped || !damaged.status || !strcmp(damaged.status, "ok")) return;
    gt_add(all, &gt->layers.damaged.list, &damaged, sizeof damaged);
}

/* Makes the rows within blocks, which begin with their count. */
static bool list_rows(Children *rows, const List *blocks, Arena *arena, Error *error) {
    const GtCollisionBlock *items = blocks->items;
    bool done = children_begin(rows, arena, blocks->count, error);
    for (uint64_t i = 0; done && i < blocks->count; i++) {
        done = children_add(rows, i, load_u32(items[i].stored), error);
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
    gt->layers_are_read =
        !all.stopped && list_cells(layers, arena, error) &&
        list_rows(&layers->vertices, &layers->vertex_blocks.list, arena, error) &&
        list_rows(&layers->triangles, &layers->triangle_blocks.list, arena, error);
    return gt->layers_are_read;
}
