/*
** Canvas: the pixels of a picture, and colours, rectangles and text, of which all pictures consist.
**
** Pixels are indices of a palette, one byte each, or red, green, blue and opacity, four bytes each.
** Row 0 is at the top.
*/
#ifndef GAMEMAP_CANVAS_H
#define GAMEMAP_CANVAS_H

#include "error.h"

/* Larger pictures are refused: they would take 256 MiB, and browsers and viewers don't show
** them. */
#define CANVAS_SIDE_MAX 8192

typedef struct Color {
    uint8_t red, green, blue, opacity;
} Color;

typedef struct Canvas {
    uint32_t width, height;
    bool indexed;    /* pixels are indices of `palette` */
    uint8_t *pixels; /* width * height pixels of one or four bytes */
    Color palette[256];
    uint32_t color_count; /* of the palette */
    bool is_quick;        /* stores runs of one colour: the file is larger but written sooner */
} Canvas;

/* The indices at the beginning of every palette. */
enum { COLOR_BACKGROUND, COLOR_INK, COLOR_PAPER, COLORS_RESERVED };

/* Makes a canvas whose pixels are all background: index 0 or zero bytes. Fails if a side is 0 or
** greater than CANVAS_SIDE_MAX. */
bool canvas_make(Canvas *canvas, Arena *arena, uint64_t width, uint64_t height, bool indexed,
                 Error *error);

/* Fills a rectangle; parts outside of the canvas are cut off. `number` is an index of the palette;
** a canvas that isn't indexed gets the palette's colour. */
void canvas_fill(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t number);

/* Writes UTF-8 text with its upper left corner at (x, y); each dot of a letter is `size` pixels
** wide, in COLOR_INK. Letters have 5 x 7 dots in cells of 6 x 9; characters beyond ASCII are shown
** as a box. */
void canvas_text(Canvas *canvas, int64_t x, int64_t y, uint32_t size, const char *text);
uint64_t canvas_text_width(const char *text, uint32_t size);
#define TEXT_DOTS_WIDE 6
#define TEXT_DOTS_HIGH 9

/* ---- Colours --------------------------------------------------------------------------------- */

typedef enum PaletteKind {
    PALETTE_GRAY,    /* black to white */
    PALETTE_VIRIDIS, /* dark violet to yellow: brightness rises evenly, for any kind of eyesight */
    PALETTE_TERRAIN, /* deep water, shore, meadow, rock, snow */
    PALETTE_CLASSES, /* colours for ids; neighbouring ids differ */
    PALETTE_RGB,     /* the value is 0xRRGGBB */
} PaletteKind;

/* Finds a palette by its name ('gray', 'viridis', ...); returns false if there is none. */
bool palette_find(const char *name, uint64_t length, PaletteKind *kind);
/* Returns the colour at `share` (0 to 1) of a palette of values. */
Color palette_color(PaletteKind kind, double share);
/* Returns the colour of an id. */
Color palette_class(uint64_t id);
/* Parses "#RRGGBB", "RRGGBB" or "#RRGGBBAA"; returns false for any other text. */
bool color_parse(const char *text, uint64_t length, Color *color);

#endif
