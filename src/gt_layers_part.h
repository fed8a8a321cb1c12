/* What gt_layers.c and gt_collision.c share. */
#ifndef GAMEMAP_GT_LAYERS_PART_H
#define GAMEMAP_GT_LAYERS_PART_H

#include "gt.h"

/* The lists of a file while they grow. */
typedef struct LayerReader {
    Gt *gt;
    Arena *arena;
    uint32_t node;
    Reader reader; /* over the payload, up to the node's end; its error isn't reported */
    List grids, names, props, collisions, vertex_blocks, triangle_blocks, damaged;
    Error *error;
    bool stopped; /* with the error set: no memory, or the user wants to stop */
} LayerReader;

/* The next bytes of the node; NULL where it ends before. */
const uint8_t *gt_take(LayerReader *all, uint64_t bytes);
/* A new item, not initialised, or NULL when the reader is stopped, which ends everything. */
void *gt_add(LayerReader *all, List *list, uint64_t size);

/* Reads a collision node, damaged or not. */
void gt_read_collision(LayerReader *all, const char *kind);

#endif
