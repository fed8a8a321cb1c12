/* Korean letters and syllables. A syllable stands in 12 x 14 dots and consists of an initial
** consonant, a vowel and perhaps a final consonant. Where these stand, and how large, the vowel
** decides: beside the initial, below it, or both; with a final, both move up to give it room. So
** each letter is a list of strokes that fits boxes of different sizes. */
#pragma once

#include "picture/pixel_glyph.h"

enum {
    HANGUL_FIRST = 0xAC00, /* syllables: (initial * 21 + vowel) * 28 + final */
    HANGUL_END = 0xD7A4,
    HANGUL_INITIALS = 0x1100, /* letters of decomposed syllables: 19, 21 and 27 of them */
    HANGUL_VOWELS = 0x1161,
    HANGUL_FINALS = 0x11A8,
};

/* Draws a syllable. */
void hangul_glyph(uint32_t syllable, PixelGlyph *glyph);
/* Draws a letter alone, such as U+3131; returns false if it isn't one of those of syllables. */
bool hangul_letter(uint32_t letter, PixelGlyph *glyph);

/* Composes: returns the syllable of two characters that belong together, or 0. */
uint32_t hangul_composed(uint32_t before, uint32_t character);
