/* What the files of the GND module have in common. */
#ifndef GAMEMAP_GND_TABLES_H
#define GAMEMAP_GND_TABLES_H

#include "table/table.h"
#include "ragnarok/gnd/gnd.h"

/* In gnd_lightmap_tables.c. */
extern const Table gnd_lightmaps, gnd_lightmap_planes, gnd_texels, gnd_lightmap_atlas;
/* In gnd_mesh_tables.c. */
extern const Table gnd_vertices, gnd_triangles, gnd_walls;

/* In gnd_functions.c. */
Value gnd_height(Call *call);
Value gnd_posterize(Call *call);
Value gnd_glb_call(Call *call);

#endif
