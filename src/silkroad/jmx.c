/* JMXVNVM decoder: opening, and parts on demand. jmx.h describes the format. */
#include "silkroad/jmx.h"

enum {
    SIGNATURE_BYTES = 8, /* four digits of the version follow */
    VERSION_BYTES = 4,
    TILE_COUNT = JMX_TILES * JMX_TILES,
    HEIGHT_COUNT = JMX_CORNERS * JMX_CORNERS,
    HEIGHT_BYTES = HEIGHT_COUNT * 4,
    PLANE_COUNT = JMX_PLANES * JMX_PLANES,
};

static const JmxVariant variants[] = {
    {"A", JMX_TILE_BYTES, true},
    {"B", JMX_SHORT_TILE_BYTES, true},
    {"C", JMX_SHORT_TILE_BYTES, false},
    {"D", JMX_TILE_BYTES, false},
};
enum { VARIANT_A };

static uint64_t variant_bytes(const JmxVariant *variant) {
    uint64_t planes = variant->has_planes ? PLANE_COUNT * (1 + 4) : 0;
    return TILE_COUNT * variant->tile_bytes + HEIGHT_BYTES + planes;
}

/* ---- Opening: objects and cells -------------------------------------------------------------- */

/* A record that ends with the number of its parts, which follow it. */
typedef struct Layout {
    const char *record, *records, *parts; /* their names in error messages */
    uint32_t bytes;                       /* of a record without its parts */
    uint32_t count_bytes;                 /* of the number of parts at the record's end */
    uint32_t part_bytes;
} Layout;

static const Layout object_layout = {
    "object",      "objects", "links", JMX_OBJECT_BYTES, JMX_OBJECT_BYTES - JMX_OBJECT_LINKS,
    JMX_LINK_BYTES};
static const Layout cell_layout = {"cell",
                                   "cells",
                                   "objects",
                                   JMX_CELL_BYTES,
                                   JMX_CELL_BYTES - JMX_CELL_OBJECTS,
                                   JMX_CELL_OBJECT_BYTES};

/* Fails because record `number`, at `at`, or its parts are cut off. */
static bool fail_scattered(Reader *reader, const Layout *layout, uint64_t number, uint64_t at,
                           uint64_t part_count) {
    uint64_t left = reader->size - at;
    if (left < layout->bytes) {
        return reader_fail(reader, at, "%s %" PRIu64 " needs %u bytes, %" PRIu64 " left",
                           layout->record, number, layout->bytes, left);
    }
    return reader_fail(reader, at + layout->bytes - layout->count_bytes,
                       "%" PRIu64 " %s of %s %" PRIu64 " need %" PRIu64 " bytes, %" PRIu64 " left",
                       part_count, layout->parts, layout->record, number,
                       part_count * layout->part_bytes, left - layout->bytes);
}

/* Reads where each record begins, and how many parts it has; of a file that is read by parts, the
** records must lie in its head. Most records have no parts: a branch past the addition to `at`,
** which would wait for the number just read, and constants as the layout's numbers make it three
** times as fast. */
static ALWAYS_INLINE bool read_scattered(Jmx *jmx, Reader *reader, const Layout *layout,
                                         uint64_t count, uint64_t *starts, Children *parts) {
    uint64_t size, total = 0;
    const uint8_t *file = document_head(&jmx->document, &size), *at = file + reader->at;
    uint32_t *first = parts->first;
    if (reader->at > size) {
        return reader_fail(reader, reader->at, "the %s don't lie in the head", layout->records);
    }
    for (uint64_t i = 0; i < count; i++) {
        uint64_t start = (uint64_t)(at - file), left = size - start;
        if (left < layout->bytes) return fail_scattered(reader, layout, i, start, 0);
        starts[i] = start;
        at += layout->bytes;
        const uint8_t *field = at - layout->count_bytes;
        uint64_t part_count = layout->count_bytes == 1 ? field[0] : load_u16(field);
        if (part_count) {
            uint64_t bytes = part_count * layout->part_bytes;
            if (left - layout->bytes < bytes) {
                return fail_scattered(reader, layout, i, start, part_count);
            }
            at += bytes;
            total += part_count;
        }
        first[i + 1] = (uint32_t)total;
    }
    reader->at = (uint64_t)(at - file);
    parts->count = total;
    return true;
}

static ALWAYS_INLINE bool read_list(Jmx *jmx, Reader *reader, const Layout *layout, uint64_t count,
                                    Children *records, Children *parts) {
    Arena *arena = &jmx->document.arena;
    const uint8_t *first;
    uint64_t at = reader->at;
    if (!read_records(reader, layout->records, count, layout->bytes, &first)) return false;
    reader->at = at;
    uint64_t *starts = arena_alloc(arena, count, sizeof *starts);
    if (!starts) return fail_memory(reader->error, arena);
    *records = (Children){.count = count, .starts = starts};
    return children_begin(parts, arena, count, reader->error) &&
           read_scattered(jmx, reader, layout, count, starts, parts);
}

static bool read_cells(Jmx *jmx, Reader *reader) {
    uint32_t count;
    if (!read_u32(reader, "the number of cells", &count)) return false;
    jmx->open_count_offset = reader->at;
    if (!read_u32(reader, "the number of open cells", &jmx->open_cell_count) ||
        !read_list(jmx, reader, &cell_layout, count, &jmx->cells, &jmx->cell_objects)) {
        return false;
    }
    jmx->walkable_cells = jmx->open_cell_count < count ? jmx->open_cell_count : count;
    return true;
}

/* ---- Opening: edges and grids ---------------------------------------------------------------- */

/* Reads the edges, the global ones always, since they tell which region it is. */
static bool read_edges(Jmx *jmx, Reader *reader) {
    uint32_t global, internal;
    if (!read_u32(reader, "the number of global edges", &global) ||
        !read_needed_records(reader, "global edges", global, JMX_GLOBAL_EDGE_BYTES,
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

/* Fails because no layout ends at the end of the file. The message says in which part the usual
** layout would be cut off. */
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
    jmx->variant_name = variant->name;
    jmx->tile_count = TILE_COUNT;
    jmx->tile_bytes = variant->tile_bytes;
    jmx->has_textures = variant->tile_bytes == JMX_TILE_BYTES;
    jmx->tile_flags = jmx->has_textures ? JMX_TILE_FLAGS : JMX_SHORT_TILE_FLAGS;
    jmx->height_count = HEIGHT_COUNT;
    jmx->plane_count = variant->has_planes ? PLANE_COUNT : 0;
    if (!read_records(reader, "tiles", TILE_COUNT, variant->tile_bytes, &jmx->tiles) ||
        !read_records(reader, "heights", HEIGHT_COUNT, JMX_HEIGHT_BYTES, &jmx->heights)) {
        return false;
    }
    if (variant->has_planes &&
        (!read_records(reader, "types of planes", PLANE_COUNT, 1, &jmx->plane_types) ||
         !read_records(reader, "heights of planes", PLANE_COUNT, JMX_PLANE_HEIGHT_BYTES,
                       &jmx->plane_heights))) {
        return false;
    }
    jmx->trailing.size = reader_rest(reader, &jmx->trailing.bytes);
    return true;
}

/* ---- Opening: which region ------------------------------------------------------------------- */

int32_t jmx_region_of_name(const char *name) {
    static const char pattern[] = "nv_0000.nvm";
    int32_t region = 0;
    if (!name || strlen(name) != sizeof pattern - 1) return -1;
    for (size_t i = 0; i < sizeof pattern - 1; i++) {
        if (pattern[i] == '0') {
            int digit = hex_digit(name[i]);
            if (digit < 0) return -1;
            region = region << 4 | digit;
        } else if (fold_byte((uint8_t)name[i]) != (uint8_t)pattern[i]) {
            return -1;
        }
    }
    return region;
}

static void place_region(Jmx *jmx) {
    int32_t region = jmx->name_region >= 0 ? jmx->name_region : jmx->edges_region;
    if (region < 0) return;
    jmx->has_region = true;
    jmx->region_id = (uint16_t)region;
    jmx->numbering = jmx_numbering(jmx);
    jmx->has_old_numbering = jmx->numbering == JMX_OLD_NUMBERING;
    JmxSector sector = jmx_sector((uint32_t)region, jmx->has_old_numbering);
    jmx->region_x = (uint16_t)sector.x;
    jmx->region_z = (uint16_t)sector.z;
}

static bool jmx_open(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    Reader reader = document_reader(document, error);
    const uint8_t *version;
    reader.at = SIGNATURE_BYTES;
    if (!read_needed_records(&reader, "digits of the version", VERSION_BYTES, 1, &version)) {
        return false;
    }
    if (memcmp(version, "1000", VERSION_BYTES) != 0) {
        return fail_at(error, ERROR_UNSUPPORTED, SIGNATURE_BYTES,
                       "the version after JMXVNVM isn't 1000");
    }
    document->version = "1000";
    uint16_t count;
    if (!read_u16(&reader, "the number of objects", &count) ||
        !read_list(jmx, &reader, &object_layout, count, &jmx->objects, &jmx->links) ||
        !read_cells(jmx, &reader) || !read_edges(jmx, &reader) || !read_grids(jmx, &reader)) {
        return false;
    }
    jmx->name_region = jmx_region_of_name(document->name);
    jmx->edges_region = -1;
    for (uint64_t i = 0; jmx->edges_region < 0 && i < jmx->global_edge_count; i++) {
        uint16_t region = load_u16(jmx_edge(jmx, i) + JMX_EDGE_REGIONS);
        if (region != JMX_NO_REGION) jmx->edges_region = region;
    }
    place_region(jmx);
    return true;
}

const Format jmx_format = {
    .name = "JMXVNVM",
    .ending = ".nvm",
    .doc = "Silkroad Online navigation mesh: cells, edges, tiles, heights and objects of a region.",
    .magic = "JMXVNVM ",
    .document_bytes = sizeof(Jmx),
    .open = jmx_open,
    .opens_by_parts = READS_HEADER,
    .check = jmx_check,
    .check_beside = jmx_check_beside,
};

/* ---- Parts on demand ------------------------------------------------------------------------- */

/* Lists where each part begins and to which record it belongs. */
static bool list_parts(Jmx *jmx, const Layout *layout, const Children *records, Children *parts,
                       Error *error) {
    Arena *arena = &jmx->document.arena;
    if (parts->starts) return true;
    if (!children_list_parents(parts, arena, error)) return false;
    uint64_t *starts = arena_alloc(arena, parts->count, sizeof *starts);
    if (!starts) return fail_memory(error, arena);
    for (uint64_t i = 0; i < parts->count; i++) {
        starts[i] = records->starts[parts->parents[i]] + layout->bytes +
                    children_number(parts, i) * layout->part_bytes;
    }
    parts->starts = starts;
    return true;
}

bool jmx_list_links(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return list_parts(jmx, &object_layout, &jmx->objects, &jmx->links, error);
}

bool jmx_list_cell_objects(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return list_parts(jmx, &cell_layout, &jmx->cells, &jmx->cell_objects, error);
}

bool jmx_list_edges(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    if (jmx->edges.starts) return true;
    uint64_t *starts = arena_alloc(&document->arena, jmx->edge_count, sizeof *starts);
    if (!starts) return fail_memory(error, &document->arena);
    for (uint64_t i = 0; i < jmx->edge_count; i++) starts[i] = jmx_edge_offset(jmx, i);
    jmx->edges = (Children){.count = jmx->edge_count, .starts = starts};
    return true;
}

static uint32_t cell_of_tile(const void *context, uint64_t tile) {
    const Jmx *jmx = context;
    uint32_t cell = jmx_tile_cell(jmx, tile);
    return cell < jmx->cells.count ? cell : NO_PARENT;
}

bool jmx_order_tiles(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return jmx->tiles_by_cell.first ||
           children_sort(&jmx->tiles_by_cell, &document->arena, jmx->cells.count, TILE_COUNT,
                         cell_of_tile, jmx, error);
}

/* One side, 0 or 1, of all edges. */
typedef struct EdgeSide {
    const Jmx *jmx;
    unsigned side;
} EdgeSide;

static uint32_t cell_of_edge(const void *context, uint64_t edge) {
    const EdgeSide *of = context;
    int32_t cell = jmx_edge_cell(jmx_edge(of->jmx, edge), of->side);
    return cell < 0 ? NO_PARENT : (uint32_t)cell;
}

/* Orders the edges by the cells on one side. Cell 1 of a global edge belongs to another region, so
** it is only limited by being an i16. */
static bool order_side(Jmx *jmx, unsigned side, Children *edges, Error *error) {
    const EdgeSide of = {jmx, side};
    uint64_t cells = 0; /* one more than the greatest */
    if (edges->first) return true;
    for (uint64_t i = 0; i < jmx->edge_count; i++) {
        uint32_t cell = cell_of_edge(&of, i);
        if (cell != NO_PARENT && cell >= cells) cells = (uint64_t)cell + 1;
    }
    return children_sort(edges, &jmx->document.arena, cells, jmx->edge_count, cell_of_edge, &of,
                         error);
}

bool jmx_order_edges(Document *document, Error *error) {
    Jmx *jmx = (Jmx *)document;
    return order_side(jmx, 0, &jmx->edges_by_cell0, error) &&
           order_side(jmx, 1, &jmx->edges_by_cell1, error);
}
