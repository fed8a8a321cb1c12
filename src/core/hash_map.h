/* A hash map from byte strings to pointers. Keys are copied; memory comes from an arena. */
#pragma once

#include "core/arena.h"

typedef struct Map {
    struct MapEntry **slots;
    uint32_t slot_count, count;
    const Host *host; /* its key is used for the hashes; NULL while the map is empty */
} Map;

/* SipHash-1-3 (Aumasson and Bernstein), keyed by the host so that nobody builds collisions. */
uint64_t hash_bytes(const Host *host, const void *bytes, uint64_t size);
/* SipHash-1-3 with the key 0: equal on every computer, but not safe from attackers. */
uint64_t hash_content(const void *bytes, uint64_t size);

/* map_find() and map_place() return the place of a key's value. For a new key, map_find() returns
** NULL, and map_place() adds it; map_place() returns NULL only if memory runs out. */
void **map_find(const Map *map, const void *key, size_t size);
void **map_place(Map *map, Arena *arena, const void *key, size_t size);
/* Works like map_place() where the key's hash is known. */
void **map_place_hashed(Map *map, Arena *arena, const void *key, size_t size, uint64_t hash);
