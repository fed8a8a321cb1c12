/*
** Pictures of what a query gives: cells of a grid, or triangles and lines. What a picture looks
** like follows from the data unless an option says otherwise: extent, steps of the grid, the range
** of values (from the 2nd to the 98th percentile), and a size at which one sees something.
*/
#ifndef GAMEMAP_PICTURE_H
#define GAMEMAP_PICTURE_H

#include "canvas.h"
#include "list.h"

/* Rows of a query; more are refused, so that memory stays bounded. */
#define PICTURE_CELLS_MAX  ((uint64_t)1 << 24)
#define PICTURE_SHAPES_MAX ((uint64_t)1 << 22)

/* A value is NaN where the query has NULL: nothing is drawn. Of PALETTE_CLASSES it is a whole
** number up to 2^24, of PALETTE_RGB 0xRRGGBB. */
typedef struct PictureCell {
    double x, y, value;
} PictureCell;

/* A triangle; a line where two of its corners are one. */
typedef struct PictureShape {
    double x[3], y[3], value;
} PictureShape;

/* What several rows of one cell come to. */
typedef enum CellMerge { MERGE_LAST, MERGE_MEAN, MERGE_MAX, MERGE_COUNT } CellMerge;

typedef struct PictureOptions {
    PaletteKind palette;
    double scale;     /* pixels for a cell, or for a unit; 0: as fits */
    double low, high; /* NaN: from the data */
    double line;      /* width of lines in pixels */
    Color background; /* transparent unless given */
    bool south_up;    /* rows of low y are at the top */
    bool legend;
    CellMerge merge;
    const char *title; /* NULL: none */
} PictureOptions;

extern const PictureOptions picture_defaults;

/* The canvas of at least one cell (PictureCell) or shape (PictureShape), in `arena`. */
bool picture_of_cells(const List *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error);
bool picture_of_shapes(const List *shapes, const PictureOptions *options, Arena *arena,
                       Canvas *canvas, Error *error);

/* ---- For both -------------------------------------------------------------------------------- */

/* What stands around a picture: a title above, a legend below. */
typedef struct PictureFrame {
    uint32_t above, below; /* pixels */
    uint64_t width;        /* of title and legend, at least */
    uint32_t dot;          /* pixels of a dot of their letters: more on a larger picture */
} PictureFrame;

/* `values` are those that are drawn, `count` of them, `stride` bytes from one to the next. */
typedef struct ValueRange {
    double low, high;
} ValueRange;
bool picture_range(const void *values, uint64_t count, size_t stride, const PictureOptions *options,
                   Arena *arena, ValueRange *range, Error *error);
/* How far along its palette a value is. */
static inline double picture_share(const ValueRange *range, double value) {
    return range->high > range->low ? (value - range->low) / (range->high - range->low) : 0.5;
}

/* The colour of a value, which isn't NaN. */
Color picture_color(const PictureOptions *options, const ValueRange *range, double value);

/* `width` is that of what they stand around. */
PictureFrame picture_frame(const PictureOptions *options, uint64_t width);
/* Fills the canvas' palette with what every picture has, and, where it is indexed, with the colours
** of the palette of values behind that. */
void picture_palette(Canvas *canvas, const PictureOptions *options);
/* Draws title and legend. */
void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame,
                        const ValueRange *range);

#endif
