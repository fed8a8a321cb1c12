/* The parts of the JMXVNVM module that stand in files of their own. */
#ifndef GAMEMAP_JMX_TABLES_H
#define GAMEMAP_JMX_TABLES_H

#include "engine/table.h"
#include "../src/jmx.h"

extern const Table jmx_edges, jmx_path;                 /* jmx_edge_tables.c */
extern const Table jmx_tiles, jmx_heights, jmx_planes;  /* jmx_grid_tables.c */

#define JMX_FUNCTION_COUNT 8
extern const Function jmx_functions[JMX_FUNCTION_COUNT]; /* jmx_functions.c */

#endif
