/* What the files of the GND module share. */
#ifndef GAMEMAP_GND_TABLES_H
#define GAMEMAP_GND_TABLES_H

#include "table.h"
#include "../src/gnd.h"

extern const Table gnd_lightmaps, gnd_lightmap_planes, gnd_texels; /* gnd_lightmap_tables.c */
extern const Table gnd_vertices, gnd_triangles;                    /* gnd_mesh_tables.c */

static inline uint64_t offset_in_file(const Gnd *gnd, const uint8_t *at) {
    return (uint64_t)(at - gnd->document.bytes);
}

/* Records that lie in the file one after the other. */
static inline void array_in_file(Array *array, const Gnd *gnd, const uint8_t *records, uint64_t count,
                          uint64_t stride) {
    if (!records) return;
    array->records = records;
    array->count = count;
    array->stride = (uint32_t)stride;
    array->offset = offset_in_file(gnd, records);
}

static inline Value value_integer_unless_negative(int64_t integer) {
    return integer < 0 ? value_null() : value_integer(integer);
}

/* posterize(value [, step [, mode]]), a Function.call; in gnd_functions.c. */
Value gnd_posterize(Document *document, const Value *values, int count, Arena *scratch,
                    Error *error);

#endif
