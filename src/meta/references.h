/* What other files a file names, and where the game finds them. */
#pragma once

#include "table/table.h"

extern const Table gamemap_references, gamemap_textures;
