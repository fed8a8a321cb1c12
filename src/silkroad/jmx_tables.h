/* The tables of the JMXVNVM module, whose list is in jmx_functions.c. */
#ifndef GAMEMAP_JMX_TABLES_H
#define GAMEMAP_JMX_TABLES_H

#include "table/table.h"
#include "silkroad/jmx.h"

/* jmx_tables.c */
extern const Table jmx_regions, jmx_objects, jmx_object_links, jmx_cells, jmx_cell_objects;
extern const Table jmx_edges, jmx_path;                /* jmx_edge_tables.c */
extern const Table jmx_tiles, jmx_heights, jmx_planes; /* jmx_grid_tables.c */
/* jmx_world_tables.c */
extern const Table jmx_world_links, jmx_world_path, jmx_world_path_status, jmx_ray, jmx_place_table;

#endif
