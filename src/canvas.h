/*
** Canvas: the pixels of a picture, and what every picture is made of: colours, rectangles, text.
**
** Pixels are numbers of a palette, one byte each, or red, green, blue and opacity, four bytes each.
** Row 0 is at the top.
*/
#ifndef GAMEMAP_CANVAS_H
#define GAMEMAP_CANVAS_H

#include "error.h"

/* Larger pictures are refused: browsers and viewers stop there, and pixels take 256 MiB. */
#define CANVAS_SIDE_MAX 8192

typedef struct Color {
    uint8_t red, green, blue, opacity;
} Color;

typedef struct Canvas {
    uint32_t width, height;
    bool indexed;    /* pixels are numbers of `palette` */
    uint8_t *pixels; /* width * height, by one byte or four */
    Color palette[256];
    uint32_t color_count; /* of the palette */
    bool is_quick;        /* stored by runs of one colour: larger, but soon done */
} Canvas;

/* Numbers that every palette begins with. */
enum { COLOR_BACKGROUND, COLOR_INK, COLOR_PAPER, COLORS_RESERVED };

/* All pixels are background: number 0, or bytes 0. False with the error set for a side of 0 or
** above CANVAS_SIDE_MAX. */
bool canvas_make(Canvas *canvas, Arena *arena, uint64_t width, uint64_t height, bool indexed,
                 Error *error);

/* Fills a rectangle; what lies outside is cut off. Of an indexed canvas with `number` of the
** palette, else with that colour of the palette. */
void canvas_fill(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t number);

/* Writes UTF-8 text with its upper left corner at (x, y), a dot of a letter being `size` pixels.
** Letters are 5 x 7 dots on 6 x 9; characters beyond ASCII show a box. */
void canvas_text(Canvas *canvas, int64_t x, int64_t y, uint32_t size, const char *text,
                 uint8_t number);
uint64_t canvas_text_width(const char *text, uint32_t size);
#define TEXT_DOTS_WIDE 6
#define TEXT_DOTS_HIGH 9

/* ---- Colours --------------------------------------------------------------------------------- */

typedef enum PaletteKind {
    PALETTE_GRAY,    /* black to white */
    PALETTE_VIRIDIS, /* dark violet to yellow: as bright as it is high, for every kind of eye */
    PALETTE_TERRAIN, /* deep water, shore, meadow, rock, snow */
    PALETTE_CLASSES, /* colours for ids, neighbours told apart */
    PALETTE_RGB,     /* the value is 0xRRGGBB */
} PaletteKind;

/* 'gray', 'viridis', ...; false where there is no such palette. */
bool palette_find(const char *name, uint64_t length, PaletteKind *kind);
/* The colour of `share` (0 to 1) of the way along a palette of values. */
Color palette_color(PaletteKind kind, double share);
/* The colour of an id. */
Color palette_class(uint64_t id);
/* "#RRGGBB", "RRGGBB" or "#RRGGBBAA"; false for other texts. */
bool color_parse(const char *text, uint64_t length, Color *color);

#endif
