/*
** Letters for titles and legends of pictures, drawn for this project. A line is 14 dots high: capitals
** begin in row 3 and stand on row 10; above are accents, below what hangs under the line. Letters
** are as wide as they need, at most 7 dots. Latin letters with the accents of European languages are
** put together from letter and accent, Korean syllables from their letters (hangul.h); any other
** character is a box.
*/
#pragma once

#include "picture/pixel_glyph.h"

/* Makes the glyph of the UTF-8 character at *at, and moves *at behind it and behind the accents and
** vowels that follow it and belong to it, as in names from macOS. */
void pixel_glyph(const char **at, PixelGlyph *glyph);
