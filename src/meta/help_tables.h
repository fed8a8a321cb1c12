/* A search over what the extension has. */
#ifndef GAMEMAP_HELP_TABLES_H
#define GAMEMAP_HELP_TABLES_H

#include "table/table.h"

extern const Table gamemap_help;

#endif
