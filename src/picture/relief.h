/* Heights as one sees them from above with light from the north-west: see picture.h. */
#pragma once

#include "picture/picture.h"

/* Where the cells of a grid lie on a canvas of colours. */
typedef struct ReliefPlace {
    PaletteKind palette;
    uint64_t top, scale; /* pixels above, and of a cell */
    bool south_up;
} ReliefPlace;

/* Draws the cells of a view. Between the middles of cells values are interpolated; a cell without a
** value stays as it is. */
bool relief_draw(Canvas *canvas, const CellView *view, const ReliefPlace *place,
                 const ValueRange *range, Arena *arena, Error *error);
