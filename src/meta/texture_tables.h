/* The table of textures that files name. */
#ifndef GAMEMAP_TEXTURE_TABLES_H
#define GAMEMAP_TEXTURE_TABLES_H

#include "table/table.h"

extern const Table gamemap_textures;

#endif
