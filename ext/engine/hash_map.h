/* A hash map from byte strings to pointers. Keys are copied; memory comes from an arena. */
#ifndef GAMEMAP_MAP_H
#define GAMEMAP_MAP_H

#include "../../src/core.h"

typedef struct Map {
    struct MapEntry **slots;
    uint32_t slot_count, count;
} Map;

uint64_t hash_bytes(const void *bytes, size_t size);
/* SipHash-1-3 (Aumasson and Bernstein): who doesn't know the key can't make two contents collide. */
uint64_t hash_content(const uint64_t key[2], const uint8_t *bytes, uint64_t size);

/* The place of the value of a key, NULL where the key is new; map_find gives NULL for a key that
** isn't there, map_place adds it and gives NULL only when there is no memory. */
void **map_find(const Map *map, const void *key, size_t size);
void **map_place(Map *map, Arena *arena, const void *key, size_t size);

#endif
