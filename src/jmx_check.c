/* What is readable but odd in a JMXVNVM file. */
#include "jmx.h"

#include <inttypes.h>
#include <math.h>

#define INTERRUPT_STEPS 65536
#define LAST_DIRECTION  3
#define LAST_PLANE_TYPE 2

static bool differs(float value, float other) {
    return !(value >= other && value <= other); /* NaN differs from all */
}

/* ---- Numbers in order ------------------------------------------------------------------------- */

/* Sorts by merging ever longer runs: no input makes it slow. `spare` has room for `count`. */
static void sort_numbers(uint64_t *numbers, uint64_t count, uint64_t *spare) {
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t start = 0; start < count; start += 2 * run) {
            uint64_t middle = start + run < count ? start + run : count;
            uint64_t end = start + 2 * run < count ? start + 2 * run : count;
            uint64_t left = start, right = middle;
            for (uint64_t i = start; i < end; i++) {
                bool take_left = left < middle && (right >= end || numbers[left] <= numbers[right]);
                spare[i] = take_left ? numbers[left++] : numbers[right++];
            }
        }
        memcpy(numbers, spare, count * sizeof *numbers);
    }
}

static bool has_number(const uint64_t *sorted, uint64_t count, uint64_t number) {
    uint64_t first = 0, end = count;
    while (first < end) {
        uint64_t middle = first + (end - first) / 2;
        if (sorted[middle] < number) first = middle + 1;
        else end = middle;
    }
    return first < count && sorted[first] == number;
}

/* ---- The file as a whole ----------------------------------------------------------------------- */

static void check_layout(const Jmx *jmx, Findings *findings) {
    uint64_t tiles = document_offset(&jmx->document, jmx->tiles);
    if (jmx->trailing_bytes) {
        finding_add(findings, SEVERITY_WARNING, "trailing_bytes",
                    jmx->document.size - jmx->trailing_bytes,
                    "%" PRIu64 " bytes after the heights of planes", jmx->trailing_bytes);
    }
    if (jmx->variant->tile_bytes == 8 && !jmx->variant->has_planes) {
        finding_add(findings, SEVERITY_INFO, "variant_d", tiles,
                    "tiles of 8 bytes and no planes (variant D) is rare: it may be a file of "
                    "variant A without its last 180 bytes");
    }
    if (jmx->open_cell_count > jmx->cell_count) {
        finding_add(findings, SEVERITY_WARNING, "open_above_total", jmx->open_count_offset,
                    "%u open cells of %" PRIu64, jmx->open_cell_count, jmx->cell_count);
    }
    if (jmx->name_region >= 0 && jmx->edges_region >= 0 && jmx->name_region != jmx->edges_region) {
        finding_add(findings, SEVERITY_WARNING, "name_contradicts_edges",
                    document_offset(&jmx->document, jmx->global_edges) + JMX_EDGE_REGIONS,
                    "the file's name says region %d (nv_%04x), its global edges say %d (nv_%04x)",
                    jmx->name_region, (unsigned)jmx->name_region, jmx->edges_region,
                    (unsigned)jmx->edges_region);
    }
}

/* ---- Objects ------------------------------------------------------------------------------------ */

static void check_object(const Jmx *jmx, uint64_t i, Findings *findings) {
    const JmxObject *object = &jmx->objects[i];
    if (!isfinite(object->x) || !isfinite(object->y) || !isfinite(object->z) ||
        !isfinite(object->yaw)) {
        finding_add(findings, SEVERITY_WARNING, "object_not_finite", object->offset + 4u,
                    "object %" PRIu64 ": its position or yaw isn't a finite number", i);
    }
    if (object->type < -1 || object->type > 0) {
        finding_add(findings, SEVERITY_INFO, "object_type", object->offset + 16u,
                    "object %" PRIu64 " has type %d, expected -1 or 0", i, object->type);
    }
    if (object->is_big > 1 || object->is_struct > 1) {
        finding_add(findings, SEVERITY_INFO, "object_flag", object->offset + 26u,
                    "object %" PRIu64 ": is_big is %u and is_struct %u, expected 0 or 1", i,
                    object->is_big, object->is_struct);
    }
}

static void check_uids(const Jmx *jmx, uint64_t *uids, uint64_t *spare, Findings *findings) {
    for (uint64_t i = 0; i < jmx->object_count; i++) {
        const JmxObject *object = &jmx->objects[i];
        uids[i] = (uint64_t)object->region_id << 48 | (uint64_t)object->local_uid << 32 | i;
    }
    sort_numbers(uids, jmx->object_count, spare);
    for (uint64_t i = 1; i < jmx->object_count; i++) {
        if (uids[i] >> 32 != uids[i - 1] >> 32) continue;
        uint32_t object = (uint32_t)uids[i];
        finding_add(findings, SEVERITY_WARNING, "object_uid_twice",
                    jmx->objects[object].offset + 22u,
                    "objects %u and %u have the same world uid 0x%08x", (uint32_t)uids[i - 1],
                    object, (uint32_t)(uids[i] >> 32));
    }
}

/* A link as a number: the same link seen from the other object has the halves exchanged. */
static uint64_t link_number(uint32_t object, const uint8_t *link) {
    return (uint64_t)object << 48 | (uint64_t)load_u16(link + JMX_LINK_EDGE) << 32 |
           (uint64_t)load_u16(link + JMX_LINK_OBJECT) << 16 | load_u16(link + JMX_LINK_OTHER_EDGE);
}

static void check_link(const Jmx *jmx, uint64_t i, const uint64_t *sorted, Findings *findings) {
    const uint8_t *link = jmx_link(jmx, i);
    uint32_t object = jmx->link_objects[i];
    int32_t linked = load_i16(link + JMX_LINK_OBJECT);
    uint64_t offset = document_offset(&jmx->document, link);
    uint64_t number = link_number(object, link);
    if (linked == -1) {
        finding_add(findings, SEVERITY_INFO, "link_elsewhere", offset,
                    "link %" PRIu64 " of object %u leads to an object that isn't in this file", i,
                    object);
    } else if (linked < 0 || (uint64_t)linked >= jmx->object_count) {
        finding_add(findings, SEVERITY_WARNING, "link_object_range", offset,
                    "link %" PRIu64 " of object %u leads to object %d of %" PRIu64, i, object,
                    linked, jmx->object_count);
    } else if (!has_number(sorted, jmx->link_count, number << 32 | number >> 32)) {
        finding_add(findings, SEVERITY_INFO, "link_without_reciprocal", offset,
                    "link %" PRIu64 " leads from edge %d of object %u to edge %d of object %d, "
                    "from where none leads back",
                    i, load_i16(link + JMX_LINK_EDGE), object,
                    load_i16(link + JMX_LINK_OTHER_EDGE), linked);
    }
}

static void check_links(const Jmx *jmx, uint64_t *numbers, uint64_t *spare, Findings *findings) {
    for (uint64_t i = 0; i < jmx->link_count; i++) {
        numbers[i] = link_number(jmx->link_objects[i], jmx_link(jmx, i));
    }
    sort_numbers(numbers, jmx->link_count, spare);
    for (uint64_t i = 0; i < jmx->link_count; i++) check_link(jmx, i, numbers, findings);
}

static bool check_objects(Jmx *jmx, Findings *findings, Error *error) {
    Arena *arena = findings->arena;
    uint64_t most = jmx->link_count > jmx->object_count ? jmx->link_count : jmx->object_count;
    uint64_t *numbers = arena_alloc(arena, most, sizeof *numbers);
    uint64_t *spare = arena_alloc(arena, most, sizeof *spare);
    bool done = numbers && spare;
    if (done) {
        for (uint64_t i = 0; i < jmx->object_count; i++) check_object(jmx, i, findings);
        check_uids(jmx, numbers, spare, findings);
        check_links(jmx, numbers, spare, findings);
    } else {
        fail_memory(error, arena);
    }
    arena_release(arena, spare);
    arena_release(arena, numbers);
    return done;
}

/* ---- Cells -------------------------------------------------------------------------------------- */

static bool is_on_grid(float value) {
    return value >= 0 && value <= JMX_REGION_UNITS &&
           !differs(value, (float)((int)value / JMX_TILE_UNITS * JMX_TILE_UNITS));
}

static void check_cells(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < jmx->cell_count; i++) {
        const JmxCell *cell = &jmx->cells[i];
        if (!(cell->min_x < cell->max_x && cell->min_z < cell->max_z)) {
            finding_add(findings, SEVERITY_WARNING, "cell_empty", cell->offset,
                        "cell %" PRIu64 ": its bounds enclose nothing", i);
        } else if (!is_on_grid(cell->min_x) || !is_on_grid(cell->min_z) ||
                   !is_on_grid(cell->max_x) || !is_on_grid(cell->max_z)) {
            finding_add(findings, SEVERITY_WARNING, "cell_off_grid", cell->offset,
                        "cell %" PRIu64 ": its bounds aren't multiples of 20 from 0 to 1920", i);
        }
    }
    for (uint64_t i = 0; i < jmx->cell_object_count; i++) {
        const uint8_t *entry = jmx_cell_object(jmx, i);
        if (load_u16(entry) < jmx->object_count) continue;
        finding_add(findings, SEVERITY_WARNING, "cell_object_range",
                    document_offset(&jmx->document, entry),
                    "cell %u holds object %u of %" PRIu64, jmx->cell_object_cells[i],
                    load_u16(entry), jmx->object_count);
    }
}

/* ---- Edges -------------------------------------------------------------------------------------- */

/* Side 0 is always one of the file's cells; side 1 of an internal edge, too, or -1. */
static void check_edge_cell(const Jmx *jmx, uint64_t i, unsigned side, Findings *findings) {
    const uint8_t *edge = jmx_edge(jmx, i);
    int32_t cell = jmx_edge_cell(edge, side);
    bool global = i < jmx->global_edge_count;
    if (side == 1 && (cell == -1 || (global && cell >= 0))) return;
    if (cell >= 0 && (uint64_t)cell < jmx->cell_count) return;
    finding_add(findings, SEVERITY_WARNING, "edge_cell_range",
                jmx_edge_offset(jmx, i) + JMX_EDGE_CELLS + 2 * side,
                "edge %" PRIu64 ": cell %u is %d of %" PRIu64, i, side, cell, jmx->cell_count);
}

static void check_edge(const Jmx *jmx, uint64_t i, Findings *findings) {
    const uint8_t *edge = jmx_edge(jmx, i);
    uint64_t offset = jmx_edge_offset(jmx, i);
    int32_t cell = jmx_edge_cell(edge, 0);
    for (unsigned number = 0; number < 4; number++) {
        if (isfinite(load_f32(edge + 4 * number))) continue;
        finding_add(findings, SEVERITY_WARNING, "edge_not_finite", offset + 4 * number,
                    "edge %" PRIu64 ": %s%u isn't a finite number", i, number % 2 ? "z" : "x",
                    number / 2);
    }
    check_edge_cell(jmx, i, 0, findings);
    check_edge_cell(jmx, i, 1, findings);
    if (cell >= 0 && (uint64_t)cell < jmx->cell_count && !jmx_side(&jmx->cells[cell], edge)) {
        finding_add(findings, SEVERITY_INFO, "edge_off_cell", offset,
                    "edge %" PRIu64 " lies on no side of its cell %d", i, cell);
    }
    if (edge[JMX_EDGE_FLAGS] & (JMX_ENTRANCE | JMX_UNKNOWN_64)) {
        finding_add(findings, SEVERITY_INFO, "edge_flags", offset + JMX_EDGE_FLAGS,
                    "edge %" PRIu64 " has flags 0x%02x, of which 0x20 and 0x40 aren't known in "
                    "regions", i, edge[JMX_EDGE_FLAGS]);
    }
    for (unsigned side = 0; side < 2; side++) {
        int direction = (int8_t)edge[JMX_EDGE_DIRECTIONS + side];
        if (direction >= -1 && direction <= LAST_DIRECTION) continue;
        finding_add(findings, SEVERITY_INFO, "edge_direction",
                    offset + JMX_EDGE_DIRECTIONS + side,
                    "edge %" PRIu64 ": direction %u is %d, expected -1 to 3", i, side, direction);
    }
    if (i >= jmx->global_edge_count) return;
    uint16_t region = load_u16(edge + JMX_EDGE_REGIONS);
    if (region == JMX_NO_REGION) {
        finding_add(findings, SEVERITY_WARNING, "edge_region", offset + JMX_EDGE_REGIONS,
                    "edge %" PRIu64 ": region 0 is missing", i);
    } else if (region != jmx->edges_region) {
        finding_add(findings, SEVERITY_WARNING, "edge_region", offset + JMX_EDGE_REGIONS,
                    "edge %" PRIu64 ": region 0 is %u, at other edges %d", i, region,
                    jmx->edges_region);
    }
}

static bool check_edges(const Jmx *jmx, Findings *findings, Error *error) {
    for (uint64_t i = 0; i < jmx->edge_count; i++) {
        check_edge(jmx, i, findings);
        if (i % INTERRUPT_STEPS == 0 && arena_interrupted(findings->arena)) {
            return fail_interrupted(error);
        }
    }
    return true;
}

/* ---- Grids -------------------------------------------------------------------------------------- */

static void check_tile(const Jmx *jmx, uint64_t i, uint32_t cell, Findings *findings) {
    uint64_t offset = document_offset(&jmx->document, jmx->tiles) + i * jmx->variant->tile_bytes;
    unsigned column = (unsigned)(i % JMX_TILES), row = (unsigned)(i / JMX_TILES);
    float x = (float)(column * JMX_TILE_UNITS), z = (float)(row * JMX_TILE_UNITS);
    const JmxCell *bounds = &jmx->cells[cell];
    if (!(x >= bounds->min_x && x < bounds->max_x && z >= bounds->min_z && z < bounds->max_z)) {
        finding_add(findings, SEVERITY_WARNING, "tile_outside_cell", offset,
                    "tile %" PRIu64 " (x %u, z %u) lies outside of its cell %u", i, column, row,
                    cell);
    }
    if (jmx->variant->tile_bytes < 8) return;
    bool blocked = jmx->tiles[i * jmx->variant->tile_bytes + JMX_TILE_FLAGS] & JMX_TILE_BLOCKED;
    if (blocked == (cell >= jmx->open_cell_count)) return;
    finding_add(findings, SEVERITY_INFO, "tile_contradicts_cell", offset + JMX_TILE_FLAGS,
                "tile %" PRIu64 " (x %u, z %u) is %s, its cell %u is %s", i, column, row,
                blocked ? "blocked" : "open", cell, blocked ? "open" : "blocked");
}

/* Cells with blocked tiles and others, one finding for each. */
static void check_mixed_cells(const Jmx *jmx, Findings *findings) {
    const JmxOrder *order = &jmx->tiles_by_cell;
    for (uint64_t cell = 0; cell < jmx->cell_count; cell++) {
        uint32_t tiles = order->first[cell + 1] - order->first[cell], blocked = 0;
        for (uint32_t i = order->first[cell]; i < order->first[cell + 1]; i++) {
            blocked += jmx->tiles[order->rows[i] * 8 + JMX_TILE_FLAGS] & JMX_TILE_BLOCKED;
        }
        if (!blocked || blocked == tiles) continue;
        finding_add(findings, SEVERITY_WARNING, "cell_mixes_blocked", jmx->cells[cell].offset,
                    "cell %" PRIu64 ": %u of its %u tiles are blocked", cell, blocked, tiles);
    }
}

static void check_tiles(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < JMX_TILES * JMX_TILES; i++) {
        uint32_t cell = jmx_tile_cell(jmx, i);
        if (cell < jmx->cell_count) {
            check_tile(jmx, i, cell, findings);
            continue;
        }
        finding_add(findings, SEVERITY_WARNING, "tile_cell_range",
                    document_offset(&jmx->document, jmx->tiles) + i * jmx->variant->tile_bytes,
                    "tile %" PRIu64 " (x %" PRIu64 ", z %" PRIu64 ") has cell %u of %" PRIu64, i,
                    i % JMX_TILES, i / JMX_TILES, cell, jmx->cell_count);
    }
    if (jmx->variant->tile_bytes == 8) check_mixed_cells(jmx, findings);
}

static void check_heights(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < JMX_CORNERS * JMX_CORNERS; i++) {
        if (isfinite(load_f32(jmx->heights + 4 * i))) continue;
        finding_add(findings, SEVERITY_WARNING, "height_not_finite",
                    document_offset(&jmx->document, jmx->heights) + 4 * i,
                    "the height at x %" PRIu64 ", z %" PRIu64 " isn't a finite number",
                    i % JMX_CORNERS, i / JMX_CORNERS);
    }
}

static void check_planes(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; jmx->plane_types && i < JMX_PLANES * JMX_PLANES; i++) {
        const uint8_t *height = jmx->plane_heights + 4 * i;
        if (jmx->plane_types[i] > LAST_PLANE_TYPE) {
            finding_add(findings, SEVERITY_WARNING, "plane_type",
                        document_offset(&jmx->document, jmx->plane_types) + i,
                        "plane %" PRIu64 " has type %u, expected 0 to 2", i, jmx->plane_types[i]);
        }
        if (!isfinite(load_f32(height))) {
            finding_add(findings, SEVERITY_WARNING, "plane_height_not_finite",
                        document_offset(&jmx->document, height),
                        "the height of plane %" PRIu64 " isn't a finite number", i);
        }
    }
}

bool jmx_check(Document *document, Findings *findings, Error *error) {
    Jmx *jmx = (Jmx *)document;
    if (!jmx_list_links(document, error) || !jmx_list_cell_objects(document, error) ||
        !jmx_list_edges(document, error) || !jmx_order_tiles(document, error)) {
        return false;
    }
    check_layout(jmx, findings);
    if (!check_objects(jmx, findings, error)) return false;
    check_cells(jmx, findings);
    if (!check_edges(jmx, findings, error)) return false;
    check_tiles(jmx, findings);
    check_heights(jmx, findings);
    check_planes(jmx, findings);
    return true;
}
