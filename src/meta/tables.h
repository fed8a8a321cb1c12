/* Tables of meta/ that stand in files of their own. */
#pragma once

#include "table/table.h"

/* The argument of tables about files that says whose files they are. */
#define FINDER                                                                                     \
    "of_table",                                                                                    \
        "Argument: the name of a table: the files whose names it takes of src, a folder, an "      \
        "archive or a list; without it, all",                                                      \
        .optional = true, .finds = true

extern const Table gamemap_findings, gamemap_help, gamemap_references, gamemap_textures;
