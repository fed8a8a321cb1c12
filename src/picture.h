/*
** Pictures of what a query gives: cells of a grid, or triangles and lines. What a picture looks
** like follows from the data unless an option says otherwise: extent, steps of the grid, the range
** of values (from the 2nd to the 98th percentile), and a size at which one sees something.
*/
#ifndef GAMEMAP_PICTURE_H
#define GAMEMAP_PICTURE_H

#include "canvas.h"
#include "cell_grid.h"

/* Shapes of a query; more are refused, so that memory stays bounded. */
#define PICTURE_SHAPES_MAX ((uint64_t)1 << 22)

/* Values of PALETTE_CLASSES are whole numbers below 2^24, which a float holds exactly: ids below
** CLASS_NAMES, and behind that the numbers of names. Those of PALETTE_RGB are 0xRRGGBB. */
#define CLASS_NAMES     (1 << 23)
#define CLASS_NAMES_MAX (1 << 20)

/* A triangle; a line where two of its corners are one. A value is NaN where the query has NULL:
** nothing is drawn. */
typedef struct PictureShape {
    double x[3], y[3];
    float value;
} PictureShape;

typedef struct PictureOptions {
    PaletteKind palette;
    double scale;     /* pixels for a cell, or for a unit; 0: as fits */
    double low, high; /* NaN: from the data */
    double line;      /* width of lines in pixels */
    Color background; /* transparent unless given */
    bool south_up;    /* rows of low y are at the top */
    bool legend;
    CellMerge cells;
    const char *title;        /* NULL: none */
    const char *const *names; /* of the classes from CLASS_NAMES on */
} PictureOptions;

extern const PictureOptions picture_defaults;

/* The canvas of at least one cell or shape (PictureShape), in `arena`. */
bool picture_of_cells(const CellGrid *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error);
bool picture_of_shapes(const List *shapes, const PictureOptions *options, Arena *arena,
                       Canvas *canvas, Error *error);

/* ---- For both -------------------------------------------------------------------------------- */

/* What the values of a palette go from and to. */
typedef struct ValueRange {
    double low, high;
} ValueRange;

/* How far along its palette a value is, 0 to 1. */
static inline double picture_share(const ValueRange *range, double value) {
    double share = (value - range->low) / (range->high - range->low);
    if (range->high == range->low) share = value < range->low ? 0 : value > range->low ? 1 : 0.5;
    return !(share > 0) ? 0 : share > 1 ? 1 : share;
}

/* From the 2nd to the 98th percentile of the finite values, or as the options say. */
bool picture_range(const CellView *values, const PictureOptions *options, Arena *arena,
                   ValueRange *range, Error *error);
/* The colour of a value, which isn't NaN. */
Color picture_color(const PictureOptions *options, const ValueRange *range, double value);

/* A class of the legend, and how often it is there. */
typedef struct LegendEntry {
    uint32_t number;
    uint64_t count;
} LegendEntry;

/* What stands around a picture: a title above, a legend below. */
typedef struct PictureFrame {
    ValueRange range;
    LegendEntry entries[16]; /* most frequent first */
    uint32_t entry_count;
    uint64_t more;              /* classes that have no room */
    uint32_t above, below;      /* pixels */
    uint64_t width;             /* of the picture with title and legend, at least */
    uint32_t entry_width, line; /* pixels */
    uint32_t dot;               /* pixels of a dot of their letters: more on a larger picture */
} PictureFrame;

/* The frame of a picture of these values, `width` pixels wide without it. */
bool picture_frame(const CellView *values, const PictureOptions *options, uint64_t width,
                   Arena *arena, PictureFrame *frame, Error *error);
/* Fills the canvas' palette with what every picture has, and, where it is indexed, with the colours
** of the palette of values behind that. */
void picture_palette(Canvas *canvas, const PictureOptions *options);
/* Draws title and legend. */
void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame);

#endif
