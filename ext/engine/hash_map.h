/* A hash map from byte strings to pointers. Keys are copied; memory comes from an arena. */
#ifndef GAMEMAP_HASH_MAP_H
#define GAMEMAP_HASH_MAP_H

#include "../../src/core.h"

typedef struct Map {
    struct MapEntry **slots;
    uint32_t slot_count, count;
    const Host *host; /* whose key the hashes have; NULL while it is empty */
} Map;

/* SipHash-1-3 (Aumasson and Bernstein), keyed by the host, so that attackers can't build
** collisions. */
uint64_t hash_bytes(const Host *host, const void *bytes, uint64_t size);

/* The place of the value of a key, NULL where the key is new; map_find gives NULL for a key that
** isn't there, map_place adds it and gives NULL only when there is no memory. */
void **map_find(const Map *map, const void *key, size_t size);
void **map_place(Map *map, Arena *arena, const void *key, size_t size);

#endif
