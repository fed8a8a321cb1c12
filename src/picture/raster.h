/* Triangles on a canvas, with smooth edges.
**
** Each pixel is looked at in 4 x 4 places, and its colour is the mean of what is there. All corners
** are whole numbers of 1/64 of such a place, and a place on a common edge belongs to one of the two
** triangles: no gaps show between neighbours, and the pixels are the same on every machine. */
#pragma once

#include "picture/canvas.h"

typedef struct RasterPoint {
    double x, y; /* pixels, from the upper left corner of the canvas */
} RasterPoint;

typedef struct RasterTriangle {
    int32_t x[3], y[3]; /* in units of RASTER_UNIT */
    Color color;
} RasterTriangle;

/* Units of a pixel: 4 places of 64. */
#define RASTER_UNIT 256

/* Makes a triangle between three points, with its corners reordered if necessary. Returns false if
** a point is too far from the canvas to be drawn. */
bool raster_triangle(const RasterPoint corners[3], Color color, RasterTriangle *triangle);

/* Makes a line of a width in pixels as two triangles. A line without length is a dot. */
bool raster_line(RasterPoint from, RasterPoint to, double width, Color color,
                 RasterTriangle triangles[2]);

/* A rectangle of a canvas. */
typedef struct RasterPlace {
    uint32_t x, y, width, height;
} RasterPlace;

/* Draws triangles over a rectangle of a canvas of colours, later ones over earlier ones. */
bool raster_draw(Canvas *canvas, const RasterPlace *place, const RasterTriangle *triangles,
                 uint64_t count, Arena *scratch, Error *error);
