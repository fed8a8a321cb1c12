/* What gt_read_layers.c and gt_collision.c have in common. */
#ifndef GAMEMAP_GT_READ_LAYERS_H
#define GAMEMAP_GT_READ_LAYERS_H

#include "firefall/gt.h"

/* The lists of a file while they are filled. */
typedef struct LayerReader {
    Gt *gt;
    Arena *arena;
    uint32_t node;
    Reader reader; /* over the payload, up to the node's end; its error isn't reported */
    List grids, names, props, collisions, vertex_blocks, triangle_blocks, damaged;
    Error *error;
    bool stopped; /* the error is set: memory ran out, or the user wants to stop */
} LayerReader;

/* Returns the next bytes of the node; NULL if it ends before. */
const uint8_t *gt_take(LayerReader *all, uint64_t bytes);
/* Returns a new item, uninitialised; NULL: the reader has stopped, which ends everything. */
void *gt_add(LayerReader *all, List *list, uint64_t size);

/* Reads a collision node, damaged or not. */
void gt_read_collision(LayerReader *all, const char *kind);

#endif
