#include "engine/system/regions.h"
#include "core/asan.h"
#include "engine/system/forks.h"
#include "engine/system/sqlite.h"
#include "engine/system/system.h"

#define UNIT         ((uint64_t)512)
#define BLOCK_LEAST  UNIT                  /* smaller blocks come from SQLite */
#define BLOCK_MOST   ((uint64_t)64 << 20)  /* larger blocks, too */
#define FIRST_BYTES  ((uint64_t)256 << 10) /* of the first region, in pages of the usual size */
#define REGION_LEAST ((uint64_t)4 << 20)
#define REGION_MOST  ((uint64_t)32 << 20)
#define HUGE_PAGE    ((uint64_t)2 << 20)
#define FREE_MOST    ((uint64_t)48 << 20) /* beyond this, pages of free runs are given back */

#define ORDERS 18 /* of runs by their sizes: those of 2^order units and more */

/* A region is a row of runs, each of which is a block or free. */
typedef struct Region {
    struct Region *next;
    void *memory; /* from SQLite; `start` lies in it */
    uint8_t *start;
    uint32_t units, free_units;
    uint32_t largest_free;  /* no free run has more units */
    uint32_t first[ORDERS]; /* no free run of 2^order units or more begins before this run */
    uint32_t runs[];        /* at a run's first and last unit: 2 * its units, + 1 for a block */
} Region;

/* ---- Runs ------------------------------------------------------------------------------------ */

static uint32_t run_units(const Region *region, uint32_t at) {
    return region->runs[at] / 2;
}

static bool is_block(const Region *region, uint32_t at) {
    return region->runs[at] & 1;
}

static void set_run(Region *region, uint32_t at, uint32_t units, bool block) {
    if (units) region->runs[at] = region->runs[at + units - 1] = 2 * units + block;
}

/* Takes the first free run that is large enough; returns its first unit; region->units: none is. */
static uint32_t take_run(Region *region, uint32_t units) {
    uint32_t order = 0;
    if (units > region->largest_free) return region->units;
    while (units >> order > 1) order++;
    uint32_t least = 1u << order, largest = least - 1, at = region->first[order];
    for (; at < region->units; at += run_units(region, at)) {
        if (is_block(region, at)) continue;
        uint32_t here = run_units(region, at);
        if (largest < least && here >= least) region->first[order] = at;
        if (here >= units) {
            set_run(region, at + units, here - units, false);
            set_run(region, at, units, true);
            if (at == region->first[order]) region->first[order] = at + units;
            region->free_units -= units;
            return at;
        }
        if (here > largest) largest = here;
    }
    region->largest_free = largest;
    return region->units;
}

/* Makes units a free run, together with its free neighbours; returns the run's first unit. */
static uint32_t free_run(Region *region, uint32_t at, uint32_t units) {
    region->free_units += units;
    if (at + units < region->units && !is_block(region, at + units)) {
        units += run_units(region, at + units);
    }
    if (at && !is_block(region, at - 1)) {
        uint32_t before = run_units(region, at - 1);
        at -= before;
        units += before;
    }
    set_run(region, at, units, false);
    for (uint32_t order = 0; order < ORDERS; order++) {
        uint32_t *first = &region->first[order]; /* must not lie inside of the run */
        if (at < *first && (*first < at + units || units >> order)) *first = at;
    }
    if (units > region->largest_free) region->largest_free = units;
    return at;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static uint32_t unit_of(const Region *region, const void *block) {
    return (uint32_t)((uint64_t)((const uint8_t *)block - region->start) / UNIT);
}

/* Allocates a region in which a block of so many bytes fits, as large as all others together within
** limits. The first one is small: for a few small files huge pages would take longer to clear. */
static Region *new_region(uint64_t held, uint64_t bytes) {
    bool huge = held || bytes > FIRST_BYTES;
    uint64_t size = !huge                 ? FIRST_BYTES
                    : held > REGION_MOST  ? REGION_MOST
                    : held < REGION_LEAST ? REGION_LEAST
                                          : held;
    if (size < bytes) size = bytes;
    size = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    if (!huge) size = FIRST_BYTES;
    uint64_t align = huge ? HUGE_PAGE : UNIT;
    uint64_t units = size / UNIT;
    Region *region = sqlite3_malloc64(sizeof *region + units * sizeof *region->runs);
    void *memory = region ? sqlite3_malloc64(size + align) : NULL;
    if (!memory) {
        sqlite3_free(region);
        return NULL;
    }
    *region = (Region){.memory = memory, .units = (uint32_t)units, .free_units = (uint32_t)units};
    region->start = (uint8_t *)memory + (align - (uintptr_t)memory % align) % align;
    region->largest_free = region->units;
    set_run(region, 0, region->units, false);
    if (huge) system_announce_block(region->start, size);
    ASAN_POISON_MEMORY_REGION(region->start, size);
    return region;
}

static void add_region(Regions *regions, Region *region) {
    uintptr_t start = (uintptr_t)region->start, end = start + (uintptr_t)(region->units * UNIT);
    Region **place = &regions->first;
    while (*place) place = &(*place)->next; /* the last one, so that others are filled first */
    *place = region;
    if (!regions->highest || start < regions->lowest) regions->lowest = start;
    if (end > regions->highest) regions->highest = end;
    regions->bytes += region->units * UNIT;
    regions->free_bytes += region->units * UNIT;
}

/* Takes the last empty region out of the list, if the others have enough free bytes. */
static Region *remove_region(Regions *regions, uint64_t kept) {
    Region **found = NULL;
    for (Region **place = &regions->first; *place; place = &(*place)->next) {
        const Region *region = *place;
        bool is_empty = region->free_units == region->units;
        if (is_empty && regions->free_bytes >= kept + region->units * UNIT) found = place;
    }
    if (!found) return NULL;
    Region *region = *found;
    *found = region->next;
    regions->bytes -= region->units * UNIT;
    regions->free_bytes -= region->units * UNIT;
    return region;
}

void regions_trim(Regions *regions, uint64_t kept) {
    for (;;) {
        forks_hold_allocator();
        Region *region = remove_region(regions, kept);
        forks_free_allocator();
        if (!region) return;
        ASAN_UNPOISON_MEMORY_REGION(region->start, region->units * UNIT);
        system_forget_block(region->start,
                            region->units * UNIT); /* SQLite's allocator may keep the memory */
        sqlite3_free(region->memory);
        sqlite3_free(region);
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Cuts a block out of the regions; NULL: none has room for it. */
static void *cut_block(Regions *regions, uint64_t bytes) {
    uint32_t units = (uint32_t)((bytes + UNIT - 1) / UNIT);
    void *block = NULL;
    forks_hold_allocator();
    for (Region *region = regions->first; region && !block; region = region->next) {
        uint32_t at = take_run(region, units);
        if (at < region->units) block = region->start + at * UNIT;
    }
    if (block) regions->free_bytes -= units * UNIT;
    forks_free_allocator();
    if (block) ASAN_UNPOISON_MEMORY_REGION(block, bytes);
    return block;
}

/* Makes a region in which a block of so many bytes fits, if no other thread is making one: where
** many threads find no room, one region is enough. */
static bool grow(Regions *regions, uint64_t bytes) {
    forks_hold_allocator();
    bool may_grow = !regions->is_growing;
    uint64_t held = regions->bytes;
    if (may_grow) regions->is_growing = true;
    forks_free_allocator();
    if (!may_grow) return false;
    Region *region = new_region(held, bytes);
    forks_hold_allocator();
    if (region) add_region(regions, region);
    regions->is_growing = false;
    forks_free_allocator();
    return region;
}

static void *allocate(Regions *regions, uint64_t bytes) {
    bool is_ours = bytes >= BLOCK_LEAST && bytes <= BLOCK_MOST;
    void *block = is_ours ? cut_block(regions, bytes) : NULL;
    if (!block && is_ours && !sqlite_has_heap_limit() && grow(regions, bytes)) {
        block = cut_block(regions, bytes); /* NULL if another thread has taken the room */
    }
    if (block) return block;
    block = sqlite3_malloc64(bytes);
    if (!block && regions->free_bytes) {
        regions_trim(regions, 0);
        block = sqlite3_malloc64(bytes);
    }
    if (block) system_announce_block(block, bytes);
    return block;
}

/* Returns the units of a block to its region. If much is free, the system gets the pages back. */
static void release(Regions *regions, Region *region, void *block) {
    forks_hold_allocator();
    uint32_t at = unit_of(region, block), units = run_units(region, at);
    ASAN_POISON_MEMORY_REGION(block, units * UNIT);
    regions->free_bytes += units * UNIT;
    if (regions->free_bytes > FREE_MOST) system_forget_block(block, units * UNIT);
    free_run(region, at, units);
    forks_free_allocator();
}

static Region *find_region(Regions *regions, const void *block) {
    uintptr_t at = (uintptr_t)block;
    forks_hold_allocator();
    bool is_ours = at >= regions->lowest && at < regions->highest;
    Region *region = is_ours ? regions->first : NULL;
    while (region && at - (uintptr_t)region->start >= region->units * UNIT) region = region->next;
    forks_free_allocator();
    return region;
}

uint64_t regions_block_bytes(Regions *regions, void *block) {
    if (!block) return 0;
    const Region *region = find_region(regions, block);
    return region ? run_units(region, unit_of(region, block)) * UNIT : sqlite3_msize(block);
}

/* Resizes a block of a region, which moves if `bytes` don't fit or are less than half of it. */
static void *move(Regions *regions, Region *region, void *block, uint64_t bytes) {
    uint64_t held = run_units(region, unit_of(region, block)) * UNIT;
    if (bytes <= held && bytes >= held / 2) {
        ASAN_POISON_MEMORY_REGION(block, held);
        ASAN_UNPOISON_MEMORY_REGION(block, bytes);
        return block;
    }
    void *moved = allocate(regions, bytes);
    if (!moved) return NULL;
    ASAN_UNPOISON_MEMORY_REGION(block, held);
    memcpy(moved, block, (size_t)(bytes < held ? bytes : held));
    release(regions, region, block);
    return moved;
}

void *regions_resize(Regions *regions, void *block, uint64_t bytes) {
    if (!block) return bytes ? allocate(regions, bytes) : NULL;
    Region *region = find_region(regions, block);
    if (!bytes) {
        if (region) release(regions, region, block);
        else sqlite3_free(block);
        return NULL;
    }
    if (region) return move(regions, region, block, bytes);
    void *resized = sqlite3_realloc64(block, bytes);
    if (resized) system_announce_block(resized, bytes);
    return resized;
}
