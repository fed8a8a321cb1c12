/* Node headers, between the parts of the GTCHUNK decoder. */
#ifndef GAMEMAP_GT_NODES_H
#define GAMEMAP_GT_NODES_H

#include "gt.h"

#define GT_MARKER 0x12ED5A12ED5B12EDu

typedef struct GtHeader {
    uint32_t type, length; /* of the content */
    uint32_t bytes;        /* of the header: 16 or 8 */
    bool has_marker;
} GtHeader;

/* The header at `bytes`, of which `size` are left; false where there is no whole one. The length is
** not checked. */
bool gt_read_header(const uint8_t *bytes, uint64_t size, GtHeader *header);

#endif
