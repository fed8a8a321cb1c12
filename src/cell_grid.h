/*
** The cells of a picture, merged as they come, so that memory follows the size of the grid and not
** the number of rows.
**
** As long as all places are whole numbers that lie near each other, the grid is an array with room
** for every whole number of the rectangle that they span. Else cells are listed as they come, and
** become a grid when all are known.
*/
#ifndef GAMEMAP_CELL_GRID_H
#define GAMEMAP_CELL_GRID_H

#include "error.h"
#include "list.h"

/* Cells that are listed; more are refused, so that memory stays bounded. */
#define CELLS_LISTED_MAX ((uint64_t)1 << 24)

/* What several rows of one cell come to. Those whose value is NULL count for MERGE_LAST only. */
typedef enum CellMerge { MERGE_LAST, MERGE_MEAN, MERGE_MAX, MERGE_COUNT } CellMerge;

typedef struct CellGrid {
    CellMerge merge;
    uint64_t added; /* rows */
    bool is_listed;
    List list; /* of ListedCell, if so; else: */
    int64_t left, bottom;
    uint64_t width, height;  /* of the room */
    float *values;           /* width * height, rows from the bottom, NaN: nothing */
    float *counts;           /* rows in each value, for MERGE_MEAN; else NULL */
    uint8_t *columns, *rows; /* which have a cell, though its value be NULL */
} CellGrid;

/* Adds a cell at a finite place. `value` is NaN for NULL. */
bool cell_grid_add(CellGrid *grid, Arena *arena, double x, double y, float value, Error *error);

/* Cells in columns and rows at equal steps, from the least x and y. */
typedef struct CellView {
    const float *values; /* of the first cell; NaN: nothing */
    uint64_t columns, rows;
    uint64_t column_stride, row_stride; /* floats to the next cell */
} CellView;

static inline double cell_at(const CellView *view, uint64_t column, uint64_t row) {
    return (double)view->values[row * view->row_stride + column * view->column_stride];
}

/* The cells of a grid with at least one. Steps are the least distance between two places. False for
** more than CANVAS_SIDE_MAX columns or rows. What it needs lies in `scratch`; the grid stays. */
bool cell_grid_view(const CellGrid *grid, Arena *scratch, CellView *view, Error *error);

#endif
