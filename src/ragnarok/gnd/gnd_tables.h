/* What the files of the GND module have in common. */
#ifndef GAMEMAP_GND_TABLES_H
#define GAMEMAP_GND_TABLES_H

#include "table/table.h"
#include "ragnarok/gnd/gnd.h"

extern const Table gnd_lightmaps, gnd_lightmap_planes, gnd_texels; /* gnd_lightmap_tables.c */
extern const Table gnd_vertices, gnd_triangles, gnd_walls;         /* gnd_mesh_tables.c */
extern const Table gnd_lightmap_atlas;                             /* gnd_world_tables.c */

/* gnd_height(src, x, y [, 'drawn' or 'walk']), in gnd_world_tables.c. */
Value gnd_height(Call *call);
/* posterize(value [, step [, mode]]), a Function.call; in gnd_functions.c. */
Value gnd_posterize(Call *call);
/* gnd_glb(src [, textures]), in gnd_functions.c. */
Value gnd_glb_call(Call *call);

#endif
