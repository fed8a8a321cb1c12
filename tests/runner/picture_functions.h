/*
** SQL functions by which test scripts look at pictures and at binary glTF. Each raises an error for
** what is no PNG, or no GLB.
**
**     pngsize(png)          '468 x 588'
**     pngcolor(png, x, y)   '#RRGGBBOO' of the pixel in column x from the left, row y from the top
**     pngcolors(png)        how many different ones there are
**     pnghash(png)          the MD5 of all pixels: the same whichever zlib packed them
**
**     glbnumber(glb, place, type)   a number of its second chunk; `type` is the componentType of
**                                   its accessor
*/
#ifndef GAMEMAP_PICTURE_FUNCTIONS_H
#define GAMEMAP_PICTURE_FUNCTIONS_H

#include <sqlite3.h>

int add_picture_functions(sqlite3 *db);

#endif
