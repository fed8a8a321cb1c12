/* RO-MAP-INDEX: the numbers of maps. map_index.txt of a Ragnarok Online server, text without a
** magic: `name number` a line, separated by blanks or tabs. A line without a number has the number
** of the line before plus one; the first such line would have 0. What follows the number is
** ignored. Lines that begin with two slashes are comments; with a blank before them they are a map
** to servers. Servers cut names to 11 bytes. db/import/map_index.txt adds more lines. */
#pragma once

#include "ragnarok/server/ro_script.h"

typedef struct RoIndexed {
    RoText name;
    int64_t map_id;
    uint32_t line, start; /* where the line begins in the file */
} RoIndexed;

typedef struct RoMapIndex {
    Document document;
    FileEncoding encoding;
    LIST_OF(RoIndexed) maps;
} RoMapIndex;
