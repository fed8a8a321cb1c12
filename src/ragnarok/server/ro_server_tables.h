/* What the tables of servers' files share. */
#ifndef GAMEMAP_RO_SERVER_TABLES_H
#define GAMEMAP_RO_SERVER_TABLES_H

#include "table/table.h"
#include "ragnarok/server/ro_script.h"

/* Returns bytes of the file as text; NULL where there are none, or no memory. */
Value ro_text_value(const Row *row, FileEncoding encoding, RoText text);

extern const Format ro_map_index_format;
extern const Table ro_warps, ro_spawns, ro_npcs, ro_mapflags, ro_script_files, ro_map_index,
    ro_cell_maps, ro_cells;

#endif
