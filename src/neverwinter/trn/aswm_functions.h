/* The functions of walkmeshes, and reading arguments that tables of ways have, too. */
#ifndef GAMEMAP_ASWM_FUNCTIONS_H
#define GAMEMAP_ASWM_FUNCTIONS_H

#include "table/table.h"
#include "core/exact.h"

Value aswm_triangle_at_call(Call *call);
Value aswm_walkable_at_call(Call *call);
Value aswm_height_call(Call *call);
Value aswm_distance_call(Call *call);
Value aswm_next_triangle_call(Call *call);
Value aswm_next_island_call(Call *call);
Value aswm_path_status_call(Call *call);
Value aswm_glb_call(Call *call);
Value trn_glb_call(Call *call);

/* Read arguments: a number, and the triangles at the ends of a way, which are given by their ids or
** by x and y of two places. */
bool aswm_take_number(Value value, const char *name, double *number, Error *error);
bool aswm_take_place(const Value *values, const char *x_name, const char *y_name, Point2 *place,
                     Error *error);
bool aswm_take_ends(Document *document, const Value *values, int count, Arena *scratch,
                    uint32_t *from, uint32_t *to, Error *error);
/* Makes what ways and sights need of a walkmesh, if that wasn't done. */
bool aswm_ready(Document *document, Error *error);
/* Fails for a way of which one end is off the mesh; the error names the nearest walkable point. */
bool aswm_fail_end_off_mesh(Document *document, Point2 from, Point2 to, Error *error);

#endif
