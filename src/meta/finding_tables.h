/* The table of findings. */
#pragma once

#include "table/table.h"

extern const Table gamemap_findings;
