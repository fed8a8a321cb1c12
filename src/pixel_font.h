/* Letters of 5 x 7 dots, drawn for this project: for titles and legends of pictures. */
#ifndef GAMEMAP_PIXEL_FONT_H
#define GAMEMAP_PIXEL_FONT_H

#include <stdint.h>

#define GLYPH_ROWS    7
#define GLYPH_COLUMNS 5

/* '#' is a dot. */
typedef struct PixelGlyph {
    char rows[GLYPH_ROWS][GLYPH_COLUMNS + 1];
} PixelGlyph;

/* Returns the glyph of an ASCII character. A Latin letter with an accent has the glyph of the plain
** letter, any other character a box. */
const PixelGlyph *pixel_glyph(uint32_t character);

#endif
