/* The colours of values, and colours that are named. */
#pragma once

#include "picture/canvas.h"

typedef enum PaletteKind {
    PALETTE_GRAY,    /* black to white */
    PALETTE_VIRIDIS, /* dark violet to yellow: brightness rises evenly, for any kind of eyesight */
    PALETTE_TERRAIN, /* deep water, shore, meadow, rock, snow */
    PALETTE_RELIEF,  /* the colours of terrain, with the light and shade of slopes */
    PALETTE_LAND,    /* those of relief without water and snow */
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
bool palette_parse(const char *text, uint64_t length, Color *color);
