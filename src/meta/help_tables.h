/* A search over what the extension has. */
#pragma once

#include "table/table.h"

extern const Table gamemap_help;
