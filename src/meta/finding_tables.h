/* The table of findings. */
#ifndef GAMEMAP_FINDING_TABLES_H
#define GAMEMAP_FINDING_TABLES_H

#include "table/table.h"

extern const Table gamemap_findings;

#endif
