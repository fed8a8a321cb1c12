/* The cells of a picture. Rows are merged as they come, so that memory depends on the size of the
** grid and not on the number of rows.
**
** As long as all positions are whole numbers close to each other, the grid is an array with an
** element for each whole number of the rectangle that they span. Otherwise cells are listed as they
** come and become a grid when all are known. */
#pragma once

#include "core/list.h"

/* The most cells that are listed, so that memory stays limited. */
#define CELLS_LISTED_MAX ((uint64_t)1 << 24)

/* How several rows of one cell are merged. Rows whose value is NULL count only for MERGE_LAST. */
typedef enum CellMerge { MERGE_LAST, MERGE_MEAN, MERGE_MAX, MERGE_COUNT } CellMerge;

typedef struct CellGrid {
    CellMerge merge;
    uint64_t added; /* number of rows */
    bool is_listed;
    List list; /* of ListedCell, if listed; otherwise: */
    int64_t left, bottom;
    uint64_t width, height;  /* of the array */
    float *values;           /* width * height, rows from the bottom; NaN: no value */
    float *counts;           /* rows merged into each value, for MERGE_MEAN; else NULL */
    uint8_t *columns, *rows; /* whether they have a cell, even with the value NULL */
} CellGrid;

/* Adds a cell at a finite position. `value` is NaN for NULL. */
bool cell_grid_add(CellGrid *grid, Arena *arena, double x, double y, float value, Error *error);

/* Cells in columns and rows at equal distances, from the least x and y. */
typedef struct CellView {
    const float *values; /* of the first cell; NaN: no value */
    uint64_t columns, rows;
    uint64_t column_stride, row_stride; /* distance to the next cell in floats */
    double left, bottom;                /* x and y of the first cell */
    double step_x, step_y;              /* from one column or row to the next */
} CellView;

static inline double cell_at(const CellView *view, uint64_t column, uint64_t row) {
    return (double)view->values[row * view->row_stride + column * view->column_stride];
}

/* Makes the cells of a grid that has at least one. In an array steps are the widest that meet all
** positions; listed positions are rounded to steps of their least distance. Fails if there are more
** than CANVAS_SIDE_MAX columns or rows. Working memory is in `scratch`; the grid isn't changed. */
bool cell_grid_view(const CellGrid *grid, Arena *scratch, CellView *view, Error *error);
