/* Unpacks the cells of cell maps and measures them. */
#include "ragnarok/gat.h"
#include "codec/unpack.h"

#define INFLATED_MOST ((uint64_t)256 << 20) /* of all maps of a file; the largest real one: 84 MB */

/* The cells of one map, as many as the file has. */
typedef struct Unpacked {
    const uint8_t *cells;
    uint64_t count;
    uint8_t *block; /* to be released, or NULL */
} Unpacked;

static const char *stream_problem(const RoCellMap *map, UnpackResult result,
                                  const Inflated *inflated, uint64_t wanted) {
    bool is_short = inflated->written < wanted;
    if (map->is_gzip_wrong) {
        return result == UNPACK_CUT ? "the gzip stream is cut" : "more bytes than cells";
    }
    if (is_short && map->packing == RO_GZIP && inflated->bytes) result = UNPACK_OK;
    switch (result) {
    case UNPACK_SIZE: return "more cells than width * height";
    case UNPACK_CUT: return is_short ? "stream is cut short" : NULL;
    case UNPACK_OK:
        if (is_short) return "fewer cells than width * height";
        return inflated->used < map->bytes ? "bytes after the stream" : NULL;
    default: return "stream is damaged";
    }
}

/* Inflates the cells, `left` of them at most. In a gzip file, the map's size stands before them. */
static bool inflate_map(Document *document, RoCellMap *map, uint64_t wanted, uint64_t left,
                        Unpacked *unpacked, Error *error) {
    Arena *arena = &document->arena;
    Inflated inflated;
    bool is_limited = wanted > left;
    if (is_limited) wanted = left;
    uint64_t skipped = map->packing == RO_GZIP ? RO_FLD2_BYTES : 0;
    UnpackResult result = unpack_most(arena, map->packing == RO_GZIP, document->bytes + map->cells,
                                      map->bytes, wanted + skipped, &inflated);
    if (result == UNPACK_NO_MEMORY) return fail_memory(error, arena);
    if (result == UNPACK_INTERRUPTED) return fail_interrupted(error);
    map->is_beyond = is_limited && result == UNPACK_SIZE;
    if (map->is_beyond) {
        arena_release(arena, inflated.bytes);
        map->problem = "more than 256 MiB of cells in the file";
        return true;
    }
    map->is_gzip_wrong = map->packing == RO_GZIP && (result == UNPACK_SIZE || result == UNPACK_CUT);
    const char *problem = stream_problem(map, result, &inflated, wanted + skipped);
    if (problem) map->problem = problem;
    unpacked->block = inflated.bytes;
    if (!inflated.bytes) return true;
    unpacked->cells = inflated.bytes + skipped;
    unpacked->count = inflated.written - skipped;
    return true;
}

static bool unpack_map(RoCells *cells, RoCellMap *map, uint64_t left, Unpacked *unpacked,
                       Error *error) {
    *unpacked = (Unpacked){0};
    if (map->packing == RO_NOWHERE) {
        map->problem = "cells lie outside of the file";
        return true;
    }
    if (cells->layout != RO_FLD2 && (map->width <= 0 || map->height <= 0)) {
        map->problem = "no cells";
        return true;
    }
    uint64_t wanted = (uint64_t)(uint32_t)map->width * (uint32_t)map->height;
    if (map->packing != RO_STORED) {
        return inflate_map(&cells->document, map, wanted, left, unpacked, error);
    }
    unpacked->cells = cells->document.bytes + map->cells;
    unpacked->count = map->bytes;
    if (map->bytes < wanted) map->problem = "fewer cells than width * height";
    return true;
}

static void measure(const RoCells *cells, RoCellMap *map, const Unpacked *unpacked) {
    uint64_t counts[256] = {0};
    for (uint64_t i = 0; i < unpacked->count; i++) counts[unpacked->cells[i]]++;
    map->walkable = 0;
    for (unsigned type = 0; type < 256; type++) {
        if (gat_type(cells->layout, type).walkable) map->walkable += (uint32_t)counts[type];
    }
    map->crc32 = unpack_crc32(0, unpacked->cells, (size_t)unpacked->count);
}

/* Unpacks one map after the other, and keeps their cells unless `kept` is NULL. If cells are kept,
** a map beyond the limit is an error, since rows would be missing. */
static bool unpack_all(RoCells *cells, List *kept, Error *error) {
    Arena *arena = &cells->document.arena;
    uint64_t total = 0;
    bool done = true;
    for (uint64_t i = 0; done && i < cells->map_count; i++) {
        RoCellMap *map = &cells->maps[i];
        Unpacked unpacked;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
        if (!unpack_map(cells, map, INFLATED_MOST - total, &unpacked, error)) return false;
        measure(cells, map, &unpacked);
        if (map->packing != RO_STORED) total += unpacked.count;
        done = !kept || !map->is_beyond ||
               fail(error, ERROR_TOO_BIG, "the maps before map %u inflate to more than 256 MiB",
                    (unsigned)i + 1);
        if (done && kept) {
            done = children_add(&cells->cells, i, unpacked.count, error) &&
                   list_append(arena, kept, unpacked.cells, unpacked.count, 1, error);
        }
        arena_release(arena, unpacked.block);
    }
    cells->is_unpacked = cells->is_unpacked || done;
    return done;
}

bool ro_cells_measure(Document *document, Error *error) {
    RoCells *cells = (RoCells *)document;
    return cells->is_unpacked || unpack_all(cells, NULL, error);
}

bool ro_cells_unpack(Document *document, Error *error) {
    RoCells *cells = (RoCells *)document;
    List kept = {0};
    if (cells->cells.first) return true;
    bool done = children_begin(&cells->cells, &document->arena, cells->map_count, error) &&
                unpack_all(cells, &kept, error);
    if (done && !list_trim(&document->arena, &kept, 1)) {
        done = fail_memory(error, &document->arena);
    }
    if (!done) {
        arena_release(&document->arena, kept.items);
        return children_discard(&cells->cells, &document->arena);
    }
    children_end(&cells->cells);
    cells->bytes = kept.items;
    return true;
}
