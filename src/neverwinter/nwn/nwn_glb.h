/* An area of Neverwinter Nights 1 as a GLB, in metres: the last node is the area, whose children
** are its tiles. A tile's node has its place, its extras are its `tile_id` in nwn_tiles and its
** `model`, and its child is the model as in mdl_glb(), at rest. Each mesh is in the file once, with
** a node for each place; but one with a skin once for each place. A tile whose model isn't found
** has no child, and `missing` in its extras. */
#pragma once

#include "table/table.h"

/* nwn_area_glb(src, models [, sets [, textures]]). */
Value nwn_area_glb_call(Call *call);
