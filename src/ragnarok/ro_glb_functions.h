/* The functions that return models and maps of Ragnarok Online as binary glTF. */
#ifndef GAMEMAP_RO_GLB_FUNCTIONS_H
#define GAMEMAP_RO_GLB_FUNCTIONS_H

#include "table/table.h"

Value rsm_glb_call(Call *call);
Value rsw_glb_call(Call *call);

#endif
