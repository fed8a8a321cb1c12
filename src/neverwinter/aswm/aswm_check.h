/* What is odd in a walkmesh: aswm_check() calls the checks of the parts. */
#pragma once

#include "neverwinter/aswm/aswm.h"

/* Adds the findings about a walkmesh. */
bool aswm_check(Aswm *mesh, Findings *findings, Error *error);

/* ---- Parts (aswm_check_tiles.c, aswm_check_paths.c, aswm_check_islands.c) -------------------- */

/* Add the findings about tiles, about the path table of tile `number`, and about islands. */
bool aswm_check_tiles(const Aswm *mesh, Findings *findings, Error *error);
void aswm_check_paths(const Aswm *mesh, uint64_t number, Findings *findings);
bool aswm_check_islands(const Aswm *mesh, Findings *findings, Error *error);
