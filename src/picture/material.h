/* Colours of classes that mean something: the water of a map is blue, its grass green. */
#pragma once

#include "picture/canvas.h"

/* Fills colors[i] with the colour of names[i]: by the material that the name speaks of, in another
** shade for each name of the same material, or else the colour of class `first` + i. */
void material_colors(const char *const *names, uint64_t count, uint64_t first, Color *colors);

/* Finds the colour of the material that a name speaks of, in one of several shades; returns false
** if it speaks of none. */
bool material_color(const char *name, uint64_t shade, Color *color);
