/* What the files of the RSW module have in common. */
#ifndef GAMEMAP_RSW_TABLES_H
#define GAMEMAP_RSW_TABLES_H

#include "ragnarok/ro_names.h"
#include "ragnarok/rsw.h"

/* In rsw_world_tables.c. */
extern const Table rsw_worlds, rsw_quadtree;

#define RSW_RAW_DOC "The whole field, with whatever follows the text's end"

#endif
