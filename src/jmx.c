/* JMXVNVM decoder: opening, look-ups and parts on demand. The format stands in jmx.h. */
#include "jmx.h"

#include <inttypes.h>
#include <math.h>

enum {
    SIGNATURE_BYTES = 8, /* and four digits of the version */
    VERSION_BYTES = 4,
    TILE_COUNT = JMX_TILES * JMX_TILES,
    HEIGHT_COUNT = JMX_CORNERS * JMX_CORNERS,
    HEIGHT_BYTES = HEIGHT_COUNT * 4,
    PLANE_COUNT = JMX_PLANES * JMX_PLANES,
};

static const JmxVariant variants[] = {
    {"A", 8, true},
    {"B", 4, true},
    {"C", 4, false},
    {"D", 8, false},
};
enum { VARIANT_A };

static uint64_t variant_bytes(const JmxVariant *variant) {
    uint64_t planes = variant->has_planes ? PLANE_COUNT * (1 + 4) : 0;
    return TILE_COUNT * variant->tile_bytes + HEIGHT_BYTES + planes;
}

static bool jmx_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    (void)size;
    return head_size >= SIGNATURE_BYTES && memcmp(head, "JMXVNVM ", SIGNATURE_BYTES) == 0;
}

/* ---- Opening: objects and cells ---------------------------------------------------------------- */

/* Room for what is made of `count` records of at least `least` bytes each: `made` bytes for each,
** and one number more than that for where their parts begin. */
static bool prepare_records(Jmx *jmx, Reader *reader, const char *what, uint64_t count,
                            uint64_t least, uint64_t made, void **records, uint32_t **first) {
    const uint8_t *start;
    uint64_t at = reader->at;
    if (!read_records(reader, what, count, least, &start)) return false;
    reader->at = at;
    *records = arena_alloc(&jmx->document.arena, count, made);
    *first = arena_alloc(&jmx->document.arena, count + 1, sizeof **first);
    return (*records && *first) || fail_memory(reader->error, &jmx->document.arena);
}

static JmxObject decode_object(const uint8_t *record, uint32_t offset) {
    return (JmxObject){.asset_id = load_u32(record),
                       .x = load_f32(record + 4),
                       .y = load_f32(record + 8),
                       .z = load_f32(record + 12),
                       .type = load_i16(record + 16),
                       .yaw = load_f32(record + 18),
                       .local_uid = load_u16(record + 22),
                       .unknown_24 = load_u16(record + 24),
                       .is_big = record[26],
                       .is_struct = record[27],
                       .region_id = load_u16(record + 28),
                       .link_count = load_u16(record + 30),
                       .offset = offset};
}

static bool read_objects(Jmx *jmx, Reader *reader) {
    uint16_t count;
    void *records;
    uint32_t *first_link;
    if (!read_u16(reader, "the number of objects", &count) ||
        !prepare_records(jmx, reader, "objects", count, JMX_OBJECT_BYTES, sizeof(JmxObject),
                         &records, &first_link)) {
        return false;
    }
    JmxObject *objects = records;
    uint64_t at = reader->at, links = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (reader->size - at < JMX_OBJECT_BYTES) {
            return reader_fail(reader, at, "object %u needs 32 bytes, %" PRIu64 " left", i,
                               reader->size - at);
        }
        objects[i] = decode_object(reader->bytes + at, (uint32_t)at);
        at += JMX_OBJECT_BYTES;
        uint64_t link_bytes = (uint64_t)objects[i].link_count * JMX_LINK_BYTES;
        if (reader->size - at < link_bytes) {
            return reader_fail(reader, at - 2,
                               "%u links of object %u need %" PRIu64 " bytes, %" PRIu64 " left",
                               objects[i].link_count, i, link_bytes, reader->size - at);
        }
        first_link[i] = (uint32_t)links;
        links += objects[i].link_count;
        at += link_bytes;
    }
    first_link[count] = (uint32_t)links;
    reader->at = at;
    jmx->objects = objects;
    jmx->object_count = count;
    jmx->first_link = first_link;
    jmx->link_count = links;
    return true;
}

static bool read_cells(Jmx *jmx, Reader *reader) {
    uint32_t count;
    void *records;
    uint32_t *first_object;
    if (!read_u32(reader, "the number of cells", &count) ||
        !read_u32(reader, "the number of open cells", &jmx->open_cell_count) ||
        !prepare_records(jmx, reader, "cells", count, JMX_CELL_BYTES, sizeof(JmxCell), &records,
                         &first_object)) {
        return false;
    }
    jmx->open_count_offset = reader->at - 4;
    JmxCell *cells = records;
    uint64_t at = reader->at, objects = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *record = reader->bytes + at;
        if (reader->size - at < JMX_CELL_BYTES) {
            return reader_fail(reader, at, "cell %u needs 17 bytes, %" PRIu64 " left", i,
                               reader->size - at);
        }
        cells[i] = (JmxCell){.min_x = load_f32(record),
                             .min_z = load_f32(record + 4),
                             .max_x = load_f32(record + 8),
                             .max_z = load_f32(record + 12),
                             .object_count = record[16],
                             .offset = (uint32_t)at};
        at += JMX_CELL_BYTES;
        if (reader->size - at < 2 * (uint64_t)cells[i].object_count) {
            return reader_fail(reader, at - 1,
                               "%u objects of cell %u need %u bytes, %" PRIu64 " left",
                               cells[i].object_count, i, 2 * cells[i].object_count,
                               reader->size - at);
        }
        first_object[i] = (uint32_t)objects;
        objects += cells[i].object_count;
        at += 2 * cells[i].object_count;
    }
    first_object[count] = (uint32_t)objects;
    reader->at = at;
    jmx->cells = cells;
    jmx->cell_count = count;
    jmx->walkable_cells = jmx->open_cell_count < count ? jmx->open_cell_count : count;
    jmx->first_cell_object = first_object;
    jmx->cell_object_count = objects;
    return true;
}

/* ---- Opening: edges and grids ------------------------------------------------------------------ */

static bool read_edges(Jmx *jmx, Reader *reader) {
    uint32_t global, internal;
    if (!read_u32(reader, "the number of global edges", &global) ||
        !read_records(reader, "global edges", global, JMX_GLOBAL_EDGE_BYTES,
                      &jmx->global_edges) ||
        !read_u32(reader, "the number of internal edges", &internal) ||
        !read_records(reader, "internal edges", internal, JMX_INTERNAL_EDGE_BYTES,
                      &jmx->internal_edges)) {
        return false;
    }
    jmx->global_edge_count = global;
    jmx->internal_edge_count = internal;
    jmx->edge_count = (uint64_t)global + internal;
    return true;
}

/* No layout ends at the end of the file: tells where the usual one would have been cut. */
static bool fail_tail(Reader *reader) {
    static const char *const parts[] = {"tile map", "heights", "types of planes",
                                        "heights of planes"};
    uint64_t left = reader_left(reader), ends = TILE_COUNT * 8;
    unsigned part = 0;
    if (left >= ends) part = 1, ends += HEIGHT_BYTES;
    if (part == 1 && left >= ends) part = 2, ends += PLANE_COUNT;
    if (part == 2 && left >= ends) part = 3;
    return reader_fail(reader, reader->at,
                       "%" PRIu64 " bytes left for tiles, heights and planes, expected 111544 "
                       "(variant A), 74680 (B), 74500 (C) or 111364 (D): as variant A the file "
                       "ends within the %s",
                       left, parts[part]);
}

static bool read_grids(Jmx *jmx, Reader *reader) {
    const JmxVariant *variant = NULL;
    uint64_t left = reader_left(reader);
    for (size_t i = 0; i < LENGTH(variants); i++) {
        if (left == variant_bytes(&variants[i])) variant = &variants[i];
    }
    if (!variant && left > variant_bytes(&variants[VARIANT_A])) variant = &variants[VARIANT_A];
    if (!variant) return fail_tail(reader);
    jmx->variant = variant;
    jmx->tiles = reader->bytes + reader->at;
    jmx->tile_count = TILE_COUNT;
    jmx->tile_bytes = variant->tile_bytes;
    jmx->heights = jmx->tiles + TILE_COUNT * variant->tile_bytes;
    jmx->height_count = HEIGHT_COUNT;
    if (variant->has_planes) {
        jmx->plane_types = jmx->heights + HEIGHT_BYTES;
        jmx->plane_heights = jmx->plane_types + PLANE_COUNT;
        jmx->plane_count = PLANE_COUNT;
    }
    jmx->trailing = jmx->tiles + variant_bytes(variant);
    jmx->trailing_bytes = left - variant_bytes(variant);
    return true;
}

/* ---- Opening: which region --------------------------------------------------------------------- */

/* The value of a hexadecimal digit of either case, or -1. */
static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/* nv_ZZXX.nvm in any case; -1 where the name is another. */
static int32_t region_of_name(const char *name) {
    static const char pattern[] = "nv_0000.nvm";
    int32_t region = 0;
    if (!name || strlen(name) != sizeof pattern - 1) return -1;
    for (size_t i = 0; i < sizeof pattern - 1; i++) {
        if (pattern[i] == '0') {
            int digit = digit_value(name[i]);
            if (digit < 0) return -1;
            region = region << 4 | digit;
        } else {
            bool upper = name[i] >= 'A' && name[i] <= 'Z';
            if ((upper ? name[i] - 'A' + 'a' : name[i]) != pattern[i]) return -1;
        }
    }
    return region;
}

static int32_t region_of_edges(const Jmx *jmx) {
    for (uint64_t i = 0; i < jmx->global_edge_count; i++) {
        const uint8_t *edge = jmx->global_edges + i * JMX_GLOBAL_EDGE_BYTES;
        uint16_t region = load_u16(edge + JMX_EDGE_REGIONS);
        if (region != JMX_NO_REGION) return region;
    }
    return -1;
}

static bool jmx_open(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    Reader reader = {.bytes = document->bytes, .size = document->size, .error = error};
    const uint8_t *version;
    if (!jmx_detect(document->bytes, document->size, document->size)) {
        return fail(error, ERROR_NOT_THIS_FORMAT, "not a JMXVNVM file");
    }
    reader.at = SIGNATURE_BYTES;
    if (!read_records(&reader, "digits of the version", VERSION_BYTES, 1, &version)) return false;
    if (memcmp(version, "1000", VERSION_BYTES) != 0) {
        return fail_at(error, ERROR_UNSUPPORTED, SIGNATURE_BYTES,
                       "the version after JMXVNVM isn't 1000");
    }
    document->version = "1000";
    if (!read_objects(jmx, &reader) || !read_cells(jmx, &reader) || !read_edges(jmx, &reader) ||
        !read_grids(jmx, &reader)) {
        return false;
    }
    jmx->name_region = region_of_name(document->name);
    jmx->edges_region = region_of_edges(jmx);
    jmx->region_id = jmx->name_region >= 0 ? jmx->name_region : jmx->edges_region;
    return true;
}

const Format jmx_format = {
    .name = "JMXVNVM",
    .doc = "Silkroad Online navigation mesh: cells, edges, tiles, heights and objects of a region.",
    .detect = jmx_detect,
    .document_bytes = sizeof(Jmx),
    .open = jmx_open,
    .check = jmx_check,
};

/* ---- Parts on demand --------------------------------------------------------------------------- */

/* The parent of each child, from where each parent's children begin. */
static bool list_parents(Jmx *jmx, const uint32_t *first_child, uint64_t parent_count,
                         uint64_t child_count, const uint32_t **parents, Error *error) {
    if (*parents) return true;
    uint32_t *list = arena_alloc(&jmx->document.arena, child_count, sizeof *list);
    if (!list) return fail_memory(error, &jmx->document.arena);
    for (uint32_t parent = 0; parent < parent_count; parent++) {
        for (uint32_t i = first_child[parent]; i < first_child[parent + 1]; i++) list[i] = parent;
    }
    *parents = list;
    return true;
}

bool jmx_list_links(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return list_parents(jmx, jmx->first_link, jmx->object_count, jmx->link_count,
                        &jmx->link_objects, error);
}

bool jmx_list_cell_objects(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return list_parents(jmx, jmx->first_cell_object, jmx->cell_count, jmx->cell_object_count,
                        &jmx->cell_object_cells, error);
}

#define NO_KEY UINT32_MAX

/* Sorts the rows 0 .. row_count - 1 by keys[row]; rows with NO_KEY are left out, other keys are
** below key_count. */
static bool order_rows(Jmx *jmx, const uint32_t *keys, uint64_t row_count, uint64_t key_count,
                       JmxOrder *order, Error *error) {
    Arena *arena = &jmx->document.arena;
    uint32_t *rows = arena_alloc(arena, row_count, sizeof *rows);
    uint32_t *first = arena_zeroed(arena, key_count + 2, sizeof *first);
    if (!rows || !first) {
        arena_release(arena, rows);
        arena_release(arena, first);
        return fail_memory(error, arena);
    }
    /* counts stand two places further on, so that placing moves first[k + 1] to where k ends */
    for (uint64_t row = 0; row < row_count; row++) {
        if (keys[row] != NO_KEY) first[keys[row] + 2]++;
    }
    for (uint64_t key = 0; key < key_count; key++) first[key + 2] += first[key + 1];
    for (uint64_t row = 0; row < row_count; row++) {
        if (keys[row] != NO_KEY) rows[first[keys[row] + 1]++] = (uint32_t)row;
    }
    *order = (JmxOrder){rows, first, key_count};
    return true;
}

bool jmx_order_tiles(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    if (jmx->tiles_by_cell.first) return true;
    uint32_t keys[TILE_COUNT];
    for (uint64_t tile = 0; tile < TILE_COUNT; tile++) {
        uint32_t cell = jmx_tile_cell(jmx, tile);
        keys[tile] = cell < jmx->cell_count ? cell : NO_KEY;
    }
    return order_rows(jmx, keys, TILE_COUNT, jmx->cell_count, &jmx->tiles_by_cell, error);
}

/* Both kinds as records of one size, so that an edge is found by its number alone. */
bool jmx_list_edges(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    if (jmx->edges) return true;
    uint8_t *edges = arena_alloc(&jmx->document.arena, jmx->edge_count, JMX_GLOBAL_EDGE_BYTES);
    if (!edges) return fail_memory(error, &jmx->document.arena);
    jmx->edges = edges;
    memcpy(edges, jmx->global_edges, jmx->global_edge_count * JMX_GLOBAL_EDGE_BYTES);
    edges += jmx->global_edge_count * JMX_GLOBAL_EDGE_BYTES;
    for (uint64_t i = 0; i < jmx->internal_edge_count; i++, edges += JMX_GLOBAL_EDGE_BYTES) {
        memcpy(edges, jmx->internal_edges + i * JMX_INTERNAL_EDGE_BYTES, JMX_INTERNAL_EDGE_BYTES);
        memset(edges + JMX_EDGE_REGIONS, 0xFF, JMX_GLOBAL_EDGE_BYTES - JMX_INTERNAL_EDGE_BYTES);
    }
    return true;
}

/* Cell 1 of a global edge is one of another region: nothing but i16 bounds it. */
static bool order_edges_by(Jmx *jmx, unsigned side, Error *error) {
    Arena *arena = &jmx->document.arena;
    uint32_t *keys = arena_alloc(arena, jmx->edge_count, sizeof *keys);
    uint32_t key_count = 0;
    if (!keys) return fail_memory(error, arena);
    for (uint64_t i = 0; i < jmx->edge_count; i++) {
        int32_t cell = jmx_edge_cell(jmx_edge(jmx, i), side);
        keys[i] = cell < 0 ? NO_KEY : (uint32_t)cell;
        if (cell >= 0 && (uint32_t)cell >= key_count) key_count = (uint32_t)cell + 1;
    }
    bool done = order_rows(jmx, keys, jmx->edge_count, key_count, &jmx->edges_by_cell[side], error);
    arena_release(arena, keys);
    return done;
}

bool jmx_order_edges(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return jmx_list_edges(document, error) &&
           (jmx->edges_by_cell[0].first || order_edges_by(jmx, 0, error)) &&
           (jmx->edges_by_cell[1].first || order_edges_by(jmx, 1, error));
}

/* ---- Geometry ---------------------------------------------------------------------------------- */

static bool on_line(float from, float to, float line) {
    return from >= line && from <= line && to >= line && to <= line;
}

const char *jmx_side(const JmxCell *cell, const uint8_t *edge) {
    float x0 = load_f32(edge), z0 = load_f32(edge + 4);
    float x1 = load_f32(edge + 8), z1 = load_f32(edge + 12);
    if (on_line(z0, z1, cell->max_z)) return "+z";
    if (on_line(x0, x1, cell->max_x)) return "+x";
    if (on_line(z0, z1, cell->min_z)) return "-z";
    if (on_line(x0, x1, cell->min_x)) return "-x";
    return NULL;
}

bool jmx_is_inside(double x, double z) {
    return x >= 0 && x < JMX_REGION_UNITS && z >= 0 && z < JMX_REGION_UNITS;
}

/* The height of a tiles' corner. */
static double corner(const Jmx *jmx, unsigned x, unsigned z) {
    return (double)load_f32(jmx->heights + (uint64_t)(z * JMX_CORNERS + x) * 4);
}

double jmx_height_at(const Jmx *jmx, double x, double z) {
    if (!jmx_is_inside(x, z)) return (double)NAN;
    unsigned column = (unsigned)(x / JMX_TILE_UNITS), row = (unsigned)(z / JMX_TILE_UNITS);
    double right = x / JMX_TILE_UNITS - column, up = z / JMX_TILE_UNITS - row;
    double south = corner(jmx, column, row) * (1 - right) + corner(jmx, column + 1, row) * right;
    double north =
        corner(jmx, column, row + 1) * (1 - right) + corner(jmx, column + 1, row + 1) * right;
    double height = south * (1 - up) + north * up;
    if (jmx->plane_types) {
        unsigned plane =
            row / JMX_TILES_PER_PLANE * JMX_PLANES + column / JMX_TILES_PER_PLANE;
        double surface = (double)load_f32(jmx->plane_heights + (size_t)plane * 4);
        if (jmx->plane_types[plane] & JMX_ICE && surface > height) height = surface;
    }
    return height;
}

int64_t jmx_cell_at(const Jmx *jmx, double x, double z) {
    if (!jmx_is_inside(x, z)) return -1;
    unsigned column = (unsigned)(x / JMX_TILE_UNITS), row = (unsigned)(z / JMX_TILE_UNITS);
    uint32_t cell = jmx_tile_cell(jmx, (uint64_t)row * JMX_TILES + column);
    return cell < jmx->cell_count ? (int64_t)cell : -1;
}
