/* Reading arguments that functions and tables of walkmeshes have in common. */
#ifndef GAMEMAP_TRN_FUNCTIONS_H
#define GAMEMAP_TRN_FUNCTIONS_H

#include "table/table.h"
#include "core/geometry.h"

/* A place, with a height where surfaces lie over each other. */
typedef struct AswmSpot {
    Point2 place;
    double height;
    const double *z; /* NULL, or the height */
} AswmSpot;

/* Read arguments: a place; one with x, y and maybe z; and the triangles at the ends of a way, which
** are given by their ids or by x and y of two places. */
bool aswm_take_spot(const Value *values, int count, AswmSpot *spot, Error *error);
bool aswm_take_place(const Value *values, const char *x_name, const char *y_name, Point2 *place,
                     Error *error);
bool aswm_take_ends(Document *document, const Value *values, int count, Arena *scratch,
                    uint32_t *from, uint32_t *to, Error *error);
/* Makes what ways and sights need of a walkmesh, if that wasn't done. */
bool aswm_ready(Document *document, Error *error);
/* Fails for a way of which one end is off the mesh; the error names the nearest walkable point. */
bool aswm_fail_end_off_mesh(Document *document, Point2 from, Point2 to, Error *error);

#endif
