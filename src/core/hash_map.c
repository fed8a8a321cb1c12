/* See hash_map.h. Entries with the same bucket are chained; a full map is doubled. */
#include "core/core.h"

typedef struct MapEntry {
    struct MapEntry *next;
    void *value;
    uint64_t hash;
    size_t size;
    /* the key follows */
} MapEntry;

static inline uint64_t turned(uint64_t value, int bits) {
    return value << bits | value >> (64 - bits);
}

static inline void sip_round(uint64_t v[4]) {
    v[0] += v[1], v[2] += v[3];
    v[1] = turned(v[1], 13) ^ v[0], v[3] = turned(v[3], 16) ^ v[2];
    v[0] = turned(v[0], 32);
    v[2] += v[1], v[0] += v[3];
    v[1] = turned(v[1], 17) ^ v[2], v[3] = turned(v[3], 21) ^ v[0];
    v[2] = turned(v[2], 32);
}

static inline void sip_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

uint64_t hash_bytes(const Host *host, const void *start, uint64_t size) {
    const uint8_t *bytes = start;
    const uint64_t *key = host->key;
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    uint64_t at = 0, last = size << 56;
    for (; size - at >= 8; at += 8) sip_word(v, load_u64(bytes + at));
    for (uint64_t i = 0; at + i < size; i++) last |= (uint64_t)bytes[at + i] << 8 * i;
    sip_word(v, last);
    v[2] ^= 0xff;
    for (int i = 0; i < 3; i++) sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t hash_content(const void *bytes, uint64_t size) {
    static const Host host = {.key = {0, 0}};
    return hash_bytes(&host, bytes, size);
}

static MapEntry *find_entry(const Map *map, const void *key, size_t size, uint64_t hash) {
    if (!map->slot_count) return NULL;
    MapEntry *entry = map->slots[hash & (map->slot_count - 1)];
    while (entry && (entry->hash != hash || entry->size != size ||
                     (size && memcmp(entry + 1, key, size) != 0))) {
        entry = entry->next;
    }
    return entry;
}

void **map_find(const Map *map, const void *key, size_t size) {
    MapEntry *entry =
        map->host ? find_entry(map, key, size, hash_bytes(map->host, key, size)) : NULL;
    return entry ? &entry->value : NULL;
}

static bool grow(Map *map, Arena *arena) {
    uint32_t slot_count = map->slot_count ? map->slot_count * 2 : 16;
    MapEntry **slots = arena_zeroed(arena, slot_count, sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; i < map->slot_count; i++) {
        for (MapEntry *entry = map->slots[i], *next; entry; entry = next) {
            next = entry->next;
            MapEntry **slot = &slots[entry->hash & (slot_count - 1)];
            entry->next = *slot;
            *slot = entry;
        }
    }
    arena_release(arena, map->slots);
    map->host = arena->host;
    map->slots = slots;
    map->slot_count = slot_count;
    return true;
}

void **map_place(Map *map, Arena *arena, const void *key, size_t size) {
    return map_place_hashed(map, arena, key, size, hash_bytes(arena->host, key, size));
}

void **map_place_hashed(Map *map, Arena *arena, const void *key, size_t size, uint64_t hash) {
    MapEntry *entry = find_entry(map, key, size, hash);
    if (entry) return &entry->value;
    if (map->count >= map->slot_count && !grow(map, arena)) return NULL;
    entry = arena_piece(arena, sizeof *entry + size);
    if (!entry) return NULL;
    MapEntry **slot = &map->slots[hash & (map->slot_count - 1)];
    *entry = (MapEntry){.next = *slot, .hash = hash, .size = size};
    if (size) memcpy(entry + 1, key, size);
    *slot = entry;
    map->count++;
    return &entry->value;
}
