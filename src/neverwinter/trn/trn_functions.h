/* Reading arguments that functions and tables of walkmeshes have in common. */
#pragma once

#include "neverwinter/walk/walk_tables.h"

/* Reads the triangles at the ends of a way, which are given by their ids or by x and y of two
** places. */
bool aswm_take_ends(Document *document, const Value *values, int count, Arena *scratch,
                    uint32_t *from, uint32_t *to, Error *error);
/* Return a walkmesh as places and sights need it, or as ways do; NULL: the error is set. */
const WalkMesh *aswm_walk(Document *document, Error *error);
const WalkMesh *aswm_ways(Document *document, Error *error);
