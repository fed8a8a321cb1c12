/*
** SQL functions by which test scripts look at pictures, at binary glTF and at reals. Each raises an
** error for what is no PNG, no GLB, or no real.
**
**     pngsize(png)          '468 x 588'
**     pngcolor(png, x, y)   '#RRGGBBOO' of the pixel in column x from the left, row y from the top
**     pngcolors(png)        how many different ones there are
**     pnghash(png)          the MD5 of all pixels: the same whichever zlib packed them
**
**     glbnumber(glb, place, type)   a number of its second chunk; `type` is the componentType of
**                                   its accessor
**
**     realbits(real)        its 64 bits in hexadecimal: -0.0 isn't 0.0
*/
#ifndef GAMEMAP_PICTURE_FUNCTIONS_H
#define GAMEMAP_PICTURE_FUNCTIONS_H

#include <sqlite3.h>

int add_picture_functions(sqlite3 *db);

#endif
