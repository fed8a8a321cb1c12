/* What the ground of a walkmesh's triangle is. */
#pragma once

#include "neverwinter/aswm/aswm.h"

#define ASWM_MATERIAL_CHARS 128
#define ASWM_MATERIALS      0x3FF8u /* the flags for materials */

/* Returns what ground flags mean: "stone", "none", or, for several materials, "stone+water", which
** is written to `joined`. */
const char *aswm_material(uint32_t flags, char joined[ASWM_MATERIAL_CHARS]);
