/* Where large blocks lie: regions of memory that are kept and used again.
**
** Each page of a new block costs a fault, and a scan that keeps what it reads spends more time on
** faults than on rows. So blocks are cut from regions, which come from SQLite's allocator like all
** memory and lie in huge pages where the system has them; a block takes the first place that is
** large enough, so that one which was just let go of is used again while the processor's caches
** have it. Small blocks are asked of SQLite one by one, and so are all blocks while SQLite has a
** limit for its heap. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* All regions; none if this is zeroed. Any thread may use it. */
typedef struct Regions {
    struct Region *first;
    uintptr_t lowest, highest; /* no region lies outside of these addresses */
    uint64_t bytes;            /* of all regions */
    uint64_t free_bytes;       /* free bytes in all regions */
    bool is_growing;           /* a thread is making a region */
} Regions;

/* How many free bytes are kept at the end of a span. */
#define REGIONS_KEPT ((uint64_t)32 << 20)

/* Works like realloc(): a NULL block is allocated, 0 bytes free the block; NULL: out of memory. */
void *regions_resize(Regions *regions, void *block, uint64_t bytes);
/* Returns how much memory a block takes. */
uint64_t regions_block_bytes(Regions *regions, void *block);
/* Gives empty regions back as long as the others keep at least `kept` free bytes. */
void regions_trim(Regions *regions, uint64_t kept);
