/* Canvas: the pixels of a picture, and colours, rectangles and text, of which all pictures consist.
**
** Pixels are indices of a palette, one byte each, or red, green, blue and opacity, four bytes each.
** Row 0 is at the top. */
#pragma once

#include "core/error.h"

/* Larger pictures are refused: they take 256 MiB, and browsers and viewers don't show them. */
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
enum { COLOR_BACKGROUND, COLOR_INK, COLOR_PAPER, COLOR_HATCH, COLORS_RESERVED };

/* Makes a canvas whose pixels are all background: index 0 or zero bytes. Fails if a side is 0 or
** greater than CANVAS_SIDE_MAX. */
bool canvas_make(Canvas *canvas, Arena *arena, uint64_t width, uint64_t height, bool indexed,
                 Error *error);

/* Fills a rectangle; parts outside of the canvas are cut off. `number` is an index of the palette;
** a canvas that isn't indexed gets the palette's colour. */
void canvas_fill(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t number);

/* Writes UTF-8 text with its upper left corner at (x, y); each dot of a letter is `size` pixels
** wide. `number` is an index of the palette. Letters are as wide as they need (pixel_font.h). */
void canvas_text(Canvas *canvas, int64_t x, int64_t y, uint32_t size, uint8_t number,
                 const char *text);
uint64_t canvas_text_width(const char *text, uint32_t size);
/* Returns the longest end of a text that isn't wider than `width` pixels. */
const char *canvas_text_end(const char *text, uint32_t size, uint64_t width);
#define TEXT_DOTS_HIGH 14
