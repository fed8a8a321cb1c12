/* The dots of a letter. */
#pragma once

#include "core/core.h"

#define GLYPH_ROWS 14

typedef struct PixelGlyph {
    uint32_t width;            /* dots */
    uint16_t rows[GLYPH_ROWS]; /* bit i: column i from the left */
} PixelGlyph;

/* Set a dot, or those of a horizontal or vertical line, as far as they lie within the glyph. */
static inline void pixel_set(PixelGlyph *glyph, int x, int y) {
    if (x < 0 || x >= 16 || y < 0 || y >= GLYPH_ROWS) return;
    glyph->rows[y] = (uint16_t)(glyph->rows[y] | 1u << x);
}
static inline void pixel_across(PixelGlyph *glyph, int x0, int x1, int y) {
    for (int x = x0; x <= x1; x++) pixel_set(glyph, x, y);
}
static inline void pixel_down(PixelGlyph *glyph, int x, int y0, int y1) {
    for (int y = y0; y <= y1; y++) pixel_set(glyph, x, y);
}
