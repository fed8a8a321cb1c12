/* Tables of meta/ that stand in files of their own. */
#pragma once

#include "table/table.h"

extern const Table gamemap_findings, gamemap_help, gamemap_references, gamemap_textures;
