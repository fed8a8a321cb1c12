/* The documents of a source's files, one after the other. */
#pragma once

#include "engine/documents/ahead.h"

/* Returns the decoded document of a file of a source with a reference. If any format is wanted, a
** file that is broken or has no known format gives an Unreadable (unreadable.h). `scan` is NULL if
** the files behind this one won't be needed. */
CachedDocument *scan_document(Ahead *ahead, const Source *source, uint32_t number, Wanted wanted,
                              Scan *scan, Error *error);
