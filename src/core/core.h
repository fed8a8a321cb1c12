/* What all decoders use.
**
** A decoder turns the bytes of one file into a Document: checked counts, and pointers into the
** bytes. It does no I/O and doesn't know SQLite. All memory that it allocates comes from the
** document's Arena and is freed with it: decoders free nothing when they fail.
**
**     arena.h      memory that is freed together, and the host that provides it
**     error.h      one line about what is wrong
**     load.h       little-endian numbers
**     reader.h     walks over bytes with checked bounds
**     list.h       lists that grow
**     hash_map.h   from byte strings to pointers
**     sort.h       sorting and finding
**     children.h   which records belong to which parent
**     findings.h   what is readable but odd
**     document.h   formats, and the files that they open */
#pragma once

#include "core/children.h"
#include "core/document.h"
#include "core/hash_map.h"
#include "core/sort.h"
