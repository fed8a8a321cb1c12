/* Pictures of a query's rows: cells of a grid, or triangles and lines. The data decide what a
** picture looks like, unless an option says otherwise: the extent, the steps of the grid, the range
** of values (without the outermost percent on each side), and a useful size. */
#pragma once

#include "picture/palette.h"
#include "picture/cell_grid.h"

#include <math.h>

/* The most shapes of a query, so that memory stays limited. */
#define PICTURE_SHAPES_MAX ((uint64_t)1 << 22)

#define PICTURE_LABELS_MAX 10000

/* Values of PALETTE_CLASSES are whole numbers below 2^24, which a float can represent exactly: ids
** are below CLASS_NAMES, the numbers of names follow. Values of PALETTE_RGB are 0xRRGGBB. */
#define CLASS_NAMES     (1 << 23)
#define CLASS_NAMES_MAX (1 << 20)

/* A triangle, or a line if two of its corners are equal. A value is NaN if the query has NULL: then
** nothing is drawn. */
typedef struct PictureShape {
    double x[3], y[3];
    float value;
} PictureShape;

/* A text at a place, such as the name of what lies there. */
typedef struct PictureLabel {
    double x, y;
    const char *text;
} PictureLabel;

typedef enum PictureNorth { NORTH_UP, NORTH_DOWN } PictureNorth;

typedef struct PictureOptions {
    PaletteKind palette;
    double scale;     /* pixels of a cell or of a unit; 0: chosen to fit */
    double low, high; /* NaN: from the data */
    double line;      /* width of lines in pixels */
    double letters;   /* pixels of a dot of a letter; 0: more on wider pictures */
    Color background;
    bool has_background; /* else it is transparent, or grey in a picture with title or legend */
    PictureNorth north;
    bool legend;
    const char *title;        /* NULL: none */
    const char *unit;         /* of x and y, for a scale bar; NULL: none is drawn */
    const char *const *names; /* of the classes from CLASS_NAMES on */
    const Color *name_colors; /* of the same classes */
    const PictureLabel *labels;
    uint64_t label_count;
} PictureOptions;

extern const PictureOptions picture_defaults;

/* Make the canvas of at least one cell or shape (PictureShape), in `arena`. */
bool picture_of_cells(const CellGrid *cells, const PictureOptions *options, Arena *arena,
                      Canvas *canvas, Error *error);
bool picture_of_shapes(const List *shapes, const PictureOptions *options, Arena *arena,
                       Canvas *canvas, Error *error);

/* ---- For both -------------------------------------------------------------------------------- */

/* The range of values that a palette covers. */
typedef struct ValueRange {
    double low, high;
    bool low_cut, high_cut; /* there are values beyond the range */
    bool is_flat;           /* the values differ by rounding only, and have one colour */
} ValueRange;

/* Returns how far along its palette a value is, 0 to 1. */
static inline double picture_share(const ValueRange *range, double value) {
    if (range->is_flat && isfinite(value)) return 0.5;
    double share = (value - range->low) / (range->high - range->low);
    if (range->high == range->low) share = value < range->low ? 0 : value > range->low ? 1 : 0.5;
    return !(share > 0) ? 0 : share > 1 ? 1 : share;
}

enum { VALUE_COLORS = 256 - COLORS_RESERVED };

/* Returns the index of the palette that `share` has in an indexed canvas. */
static inline uint8_t picture_number(double share) {
    return (uint8_t)(COLORS_RESERVED + (uint32_t)(share * (VALUE_COLORS - 1) + 0.5));
}

/* Finds the least and the greatest value; without any, infinity and minus infinity. Returns how
** many cells have none. */
uint64_t picture_extent(const CellView *values, double *least, double *most);
/* Returns the greatest round number (1, 2, 5, 10, 20 ...) that isn't above `most`. */
double picture_round(double most);
/* Finds the range from the 1st to the 99th percentile of the finite values, widened to round
** numbers, unless the options give it. In colours of terrain most of the area is neither white nor
** deep water: a plain is meadow. */
bool picture_range(const CellView *values, const PictureOptions *options, Arena *arena,
                   ValueRange *range, Error *error);
/* Returns the colour of a value, which must not be NaN. */
Color picture_color(const PictureOptions *options, const ValueRange *range, double value);

/* A class of the legend, and how often it occurs. */
typedef struct LegendEntry {
    uint32_t number;
    uint64_t count;
} LegendEntry;

/* Where the rows of a picture are: y grows upwards or downwards. */
typedef struct PictureView {
    uint64_t width, height; /* pixels of what is drawn, without title and legend */
    double x, y;            /* the place that is shown `edge` pixels from the upper left corner */
    double per_x, per_y;    /* pixels of a unit */
    double edge;
    bool is_hatched; /* where nothing is */
} PictureView;

/* Return the pixel of a place, from the left and from the top. */
static inline double picture_column(const PictureView *view, double x) {
    return view->edge + (x - view->x) * view->per_x;
}
static inline double picture_row(const PictureView *view, double y) {
    return view->edge + (y - view->y) * view->per_y;
}

/* A label that is shown, without the frame. */
typedef struct LabelBox {
    int64_t left, top, right, bottom;
    const char *text;
} LabelBox;

/* The frame of a picture: a title above, a legend below. Labels belong to it, since it says how
** many of them have no room. */
typedef struct PictureFrame {
    ValueRange range;
    LegendEntry entries[16]; /* most frequent first */
    uint32_t entry_count;
    uint64_t more;                /* classes for which there is no space */
    bool has_gaps;                /* the legend says what is hatched */
    LabelBox *labels;             /* those that are shown */
    uint64_t label_count, hidden; /* labels that are shown, and that aren't */
    uint32_t above, below;        /* pixels */
    uint64_t width;               /* of the picture with title and legend, at least */
    uint32_t entry_width, line;   /* pixels */
    uint32_t dot;                 /* pixels of a dot of a letter */
    uint32_t scale_bar, note;     /* pixels of the lowest lines, 0: none */
    double unit_pixels;           /* pixels of a unit of x, for the scale bar */
} PictureFrame;

/* Makes the frame of a picture of these values. */
bool picture_frame(const CellView *values, const PictureOptions *options, const PictureView *view,
                   Arena *arena, PictureFrame *frame, Error *error);
/* Fills the canvas' palette with the colours that every picture has and, if the canvas is indexed,
** with those of the palette of values. */
void picture_palette(Canvas *canvas, const PictureOptions *options);
/* Fills a rectangle with stripes, so that nothing doesn't look like a value. */
void picture_hatch(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height);
/* Draws the labels, the title, the legend and the scale bar. */
void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame);
/* Returns whether a picture has a title, a legend or a scale bar. */
bool picture_is_framed(const PictureOptions *options);
