/* Checks for odd but readable data in a JMXVNVM file. */
#include "silkroad/jmx.h"

#define LAST_DIRECTION  3
#define LAST_PLANE_TYPE 3
#define FAR             1e5 /* units: a region has 1920 */

static bool differs(float value, float other) {
    return !(value >= other && value <= other); /* NaN differs from everything */
}

/* ---- The file as a whole --------------------------------------------------------------------- */

static void check_layout(const Jmx *jmx, Findings *findings) {
    uint64_t tiles = document_offset(&jmx->document, jmx->tiles);
    document_check_trailing(&jmx->document, jmx->trailing, "after the heights of planes", findings);
    if (jmx->has_textures && !jmx->variant->has_planes) {
        finding_add(findings, SEVERITY_INFO, "variant_d", tiles,
                    "tiles of 8 bytes without planes (variant D) are rare: this may be a file of "
                    "variant A without its last 180 bytes");
    }
    if (jmx->open_cell_count > jmx->cells.count) {
        finding_add(findings, SEVERITY_WARNING, "open_above_total", jmx->open_count_offset,
                    "%u open cells of %" PRIu64, jmx->open_cell_count, jmx->cells.count);
    }
    if (jmx->name_region >= 0 && jmx->edges_region >= 0 && jmx->name_region != jmx->edges_region) {
        finding_add(findings, SEVERITY_WARNING, "name_contradicts_edges",
                    document_offset(&jmx->document, jmx->global_edges) + JMX_EDGE_REGIONS,
                    "the file's name says region %d (nv_%04x), its global edges say %d (nv_%04x)",
                    jmx->name_region, (unsigned)jmx->name_region, jmx->edges_region,
                    (unsigned)jmx->edges_region);
    }
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void check_object(const Jmx *jmx, uint64_t i, Findings *findings) {
    const uint8_t *object = jmx->document.bytes + jmx->objects.starts[i];
    uint64_t offset = jmx->objects.starts[i];
    int type = load_i16(object + JMX_OBJECT_TYPE);
    if (!isfinite(load_f32(object + JMX_OBJECT_X)) || !isfinite(load_f32(object + JMX_OBJECT_Y)) ||
        !isfinite(load_f32(object + JMX_OBJECT_Z)) ||
        !isfinite(load_f32(object + JMX_OBJECT_YAW))) {
        finding_add(findings, SEVERITY_WARNING, "object_not_finite", offset + JMX_OBJECT_X,
                    "object %" PRIu64 ": its position or yaw isn't a finite number", i);
    }
    if (type < -1 || type > 0) {
        finding_add(findings, SEVERITY_INFO, "object_type", offset + JMX_OBJECT_TYPE,
                    "object %" PRIu64 " has type %d, expected -1 or 0", i, type);
    }
    if (object[JMX_OBJECT_BIG] > 1 || object[JMX_OBJECT_STRUCT] > 1) {
        finding_add(findings, SEVERITY_INFO, "object_flag", offset + JMX_OBJECT_BIG,
                    "object %" PRIu64 ": is_big is %u and is_struct %u, expected 0 or 1", i,
                    object[JMX_OBJECT_BIG], object[JMX_OBJECT_STRUCT]);
    }
}

static void check_uids(const Jmx *jmx, uint64_t *uids, uint64_t *spare, Findings *findings) {
    for (uint64_t i = 0; i < jmx->objects.count; i++) {
        const uint8_t *object = jmx->document.bytes + jmx->objects.starts[i];
        uids[i] = (uint64_t)load_u16(object + JMX_OBJECT_REGION) << 48 |
                  (uint64_t)load_u16(object + JMX_OBJECT_UID) << 32 | i;
    }
    sort_numbers(uids, jmx->objects.count, spare);
    for (uint64_t i = 1; i < jmx->objects.count; i++) {
        if (uids[i] >> 32 != uids[i - 1] >> 32) continue;
        uint32_t object = (uint32_t)uids[i];
        finding_add(findings, SEVERITY_WARNING, "object_uid_twice",
                    jmx->objects.starts[object] + JMX_OBJECT_UID,
                    "objects %u and %u have the same world uid 0x%08x", (uint32_t)uids[i - 1],
                    object, (uint32_t)(uids[i] >> 32));
    }
}

/* Packs a link into one number. The same link, seen from the other object, has the two halves
** exchanged. */
static uint64_t link_number(uint32_t object, const uint8_t *link) {
    return (uint64_t)object << 48 | (uint64_t)load_u16(link + JMX_LINK_EDGE) << 32 |
           (uint64_t)load_u16(link + JMX_LINK_OBJECT) << 16 | load_u16(link + JMX_LINK_OTHER_EDGE);
}

static void check_link(const Jmx *jmx, uint64_t i, const uint64_t *sorted, Findings *findings) {
    const uint8_t *link = jmx->document.bytes + jmx->links.starts[i];
    uint32_t object = jmx->links.parents[i];
    int32_t linked = load_i16(link + JMX_LINK_OBJECT);
    uint64_t offset = document_offset(&jmx->document, link);
    uint64_t number = link_number(object, link);
    bool has_edges =
        load_i16(link + JMX_LINK_OTHER_EDGE) != -1 || load_i16(link + JMX_LINK_EDGE) != -1;
    if (linked == -1 && !has_edges) return; /* most links of the game's files link nothing */
    if (linked == -1) {
        finding_add(findings, SEVERITY_INFO, "link_elsewhere", offset,
                    "link %" PRIu64 " of object %u leads to an object that isn't in this file", i,
                    object);
    } else if (linked < 0 || (uint64_t)linked >= jmx->objects.count) {
        finding_add(findings, SEVERITY_WARNING, "link_object_range", offset,
                    "link %" PRIu64 " of object %u leads to object %d of %" PRIu64, i, object,
                    linked, jmx->objects.count);
    } else if (!sorted_has(sorted, jmx->links.count, number << 32 | number >> 32)) {
        finding_add(
            findings, SEVERITY_INFO, "link_without_reciprocal", offset,
            "link %" PRIu64
            " leads from edge %d of object %u to edge %d of object %d, but no link leads back",
            i, load_i16(link + JMX_LINK_EDGE), object, load_i16(link + JMX_LINK_OTHER_EDGE),
            linked);
    }
}

static bool check_objects(Jmx *jmx, Findings *findings, Error *error) {
    Arena *arena = findings->arena;
    uint64_t most = jmx->links.count > jmx->objects.count ? jmx->links.count : jmx->objects.count;
    uint64_t *numbers = arena_alloc(arena, most, sizeof *numbers);
    uint64_t *spare = arena_alloc(arena, most, sizeof *spare);
    if (!numbers || !spare) return fail_memory(error, arena);
    for (uint64_t i = 0; i < jmx->objects.count; i++) check_object(jmx, i, findings);
    check_uids(jmx, numbers, spare, findings);
    for (uint64_t i = 0; i < jmx->links.count; i++) {
        numbers[i] = link_number(jmx->links.parents[i], jmx->document.bytes + jmx->links.starts[i]);
    }
    sort_numbers(numbers, jmx->links.count, spare);
    for (uint64_t i = 0; i < jmx->links.count; i++) check_link(jmx, i, numbers, findings);
    arena_release(arena, spare);
    arena_release(arena, numbers);
    return true;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static bool is_on_grid(float value) {
    return value >= 0 && value <= JMX_REGION_UNITS &&
           !differs(value, (float)((int)value / JMX_TILE_UNITS * JMX_TILE_UNITS));
}

static void check_cells(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < jmx->cells.count; i++) {
        JmxBox cell = jmx_cell_box(jmx, i);
        uint64_t offset = jmx->cells.starts[i];
        if (!(cell.min_x < cell.max_x && cell.min_z < cell.max_z)) {
            finding_add(findings, SEVERITY_WARNING, "cell_empty", offset,
                        "cell %" PRIu64 ": its bounds enclose nothing", i);
        } else if (!is_on_grid(cell.min_x) || !is_on_grid(cell.min_z) || !is_on_grid(cell.max_x) ||
                   !is_on_grid(cell.max_z)) {
            finding_add(findings, SEVERITY_WARNING, "cell_off_grid", offset,
                        "cell %" PRIu64 ": its bounds aren't multiples of 20 from 0 to 1920", i);
        } else if (cell.max_x - cell.min_x > JMX_CELL_MOST ||
                   cell.max_z - cell.min_z > JMX_CELL_MOST) {
            finding_add(findings, SEVERITY_INFO, "cell_large", offset,
                        "cell %" PRIu64 " is %g x %g units large, expected 20 to 960", i,
                        (double)(cell.max_x - cell.min_x), (double)(cell.max_z - cell.min_z));
        }
    }
    for (uint64_t i = 0; i < jmx->cell_objects.count; i++) {
        const uint8_t *entry = jmx->document.bytes + jmx->cell_objects.starts[i];
        if (load_u16(entry) < jmx->objects.count) continue;
        finding_add(findings, SEVERITY_WARNING, "cell_object_range",
                    document_offset(&jmx->document, entry), "cell %u holds object %u of %" PRIu64,
                    jmx->cell_objects.parents[i], load_u16(entry), jmx->objects.count);
    }
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static bool is_cell(const Jmx *jmx, int32_t cell) {
    return cell >= 0 && (uint64_t)cell < jmx->cells.count;
}

/* Checks that side 0 is a cell of the file, and that side 1 of an internal edge is a cell or -1. */
static void check_edge_cell(const Jmx *jmx, uint64_t i, unsigned side, Findings *findings) {
    int32_t cell = jmx_edge_cell(jmx_edge(jmx, i), side);
    uint64_t offset = jmx_edge_offset(jmx, i) + JMX_EDGE_CELLS + 2 * side;
    if (side == 1 && (cell == -1 || (i < jmx->global_edge_count && cell >= 0))) return;
    if (!is_cell(jmx, cell)) {
        finding_add(findings, SEVERITY_WARNING, "edge_cell_range", offset,
                    "edge %" PRIu64 ": cell %u is %d of %" PRIu64, i, side, cell, jmx->cells.count);
    } else if ((uint64_t)cell >= jmx->walkable_cells) {
        finding_add(findings, SEVERITY_INFO, "edge_closed_cell", offset,
                    "edge %" PRIu64 ": cell %u is %d, which is blocked", i, side, cell);
    }
}

/* Checks that the direction is the side of the cell on which the line lies. */
static void check_edge_side(const Jmx *jmx, uint64_t i, unsigned side, Findings *findings) {
    static const char *const names[] = {"+z", "+x", "-z", "-x"};
    const uint8_t *edge = jmx_edge(jmx, i);
    int direction = (int8_t)edge[JMX_EDGE_DIRECTIONS + side];
    uint64_t offset = jmx_edge_offset(jmx, i) + JMX_EDGE_DIRECTIONS + side;
    int32_t cell = jmx_edge_cell(edge, side);
    bool elsewhere = side == 1 && i < jmx->global_edge_count;
    if (direction < -1 || direction > LAST_DIRECTION) {
        finding_add(findings, SEVERITY_INFO, "edge_direction", offset,
                    "edge %" PRIu64 ": direction %u is %d, expected -1 to 3", i, side, direction);
        return;
    }
    if (direction < 0 || (!elsewhere && !is_cell(jmx, cell))) return;
    JmxSide lies = elsewhere ? jmx_opposite(jmx_border(edge)) : jmx_side(jmx, (uint64_t)cell, edge);
    if (lies == JMX_NO_SIDE || lies == (JmxSide)direction) return;
    finding_add(findings, SEVERITY_INFO, "edge_direction_not_side", offset,
                "edge %" PRIu64 ": direction %u is %d (%s), but the line lies on side %s", i, side,
                direction, names[direction], names[lies]);
}

/* In real files an edge between two cells is open, an edge with no second cell is a wall, and
** borders are open. */
static void check_edge_flags(const Jmx *jmx, uint64_t i, Findings *findings) {
    const uint8_t *edge = jmx_edge(jmx, i);
    uint64_t offset = jmx_edge_offset(jmx, i) + JMX_EDGE_FLAGS;
    unsigned flags = edge[JMX_EDGE_FLAGS];
    if (i < jmx->global_edge_count) {
        if (flags == JMX_GLOBAL) return;
        finding_add(findings, SEVERITY_INFO, "edge_flags", offset,
                    "global edge %" PRIu64 " has flags 0x%02x, expected 0x08", i, flags);
        return;
    }
    int direction = (int8_t)edge[JMX_EDGE_DIRECTION1];
    if (flags != JMX_INTERNAL && flags != JMX_BLOCKED_0_TO_1) {
        finding_add(findings, SEVERITY_INFO, "edge_flags", offset,
                    "internal edge %" PRIu64
                    " has flags 0x%02x, expected 0x04 (open) or 0x02 (wall)",
                    i, flags);
    } else if ((flags == JMX_INTERNAL) != (jmx_edge_cell(edge, 1) != -1) ||
               (flags == JMX_INTERNAL) != (direction != -1)) {
        finding_add(
            findings, SEVERITY_INFO, "edge_wall", offset,
            "internal edge %" PRIu64 " is %s, but its cell 1 is %d and its direction 1 is %d", i,
            flags == JMX_INTERNAL ? "open" : "a wall", jmx_edge_cell(edge, 1), direction);
    }
}

static void check_edge_region(const Jmx *jmx, uint64_t i, Findings *findings) {
    uint16_t region = load_u16(jmx_edge(jmx, i) + JMX_EDGE_REGION0);
    uint64_t offset = jmx_edge_offset(jmx, i) + JMX_EDGE_REGION0;
    if (region == JMX_NO_REGION) {
        finding_add(findings, SEVERITY_WARNING, "edge_region", offset,
                    "edge %" PRIu64 ": region 0 is missing", i);
    } else if (region != jmx->edges_region) {
        finding_add(findings, SEVERITY_WARNING, "edge_region", offset,
                    "edge %" PRIu64 ": region 0 is %u, at other edges %d", i, region,
                    jmx->edges_region);
    }
    if (load_u16(jmx_edge(jmx, i) + JMX_EDGE_REGION1) != JMX_NO_REGION) return;
    finding_add(findings, SEVERITY_WARNING, "edge_region", offset + 2,
                "edge %" PRIu64 ": region 1 is missing", i);
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
    if (is_cell(jmx, cell) && jmx_side(jmx, (uint64_t)cell, edge) == JMX_NO_SIDE) {
        finding_add(findings, SEVERITY_INFO, "edge_off_cell", offset,
                    "edge %" PRIu64 " lies on no side of its cell %d", i, cell);
    }
    for (unsigned side = 0; side < 2; side++) {
        check_edge_cell(jmx, i, side, findings);
        check_edge_side(jmx, i, side, findings);
    }
    check_edge_flags(jmx, i, findings);
    if (i < jmx->global_edge_count) check_edge_region(jmx, i, findings);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static void check_tile(const Jmx *jmx, uint64_t i, uint32_t cell, Findings *findings) {
    uint64_t offset = document_offset(&jmx->document, jmx->tiles) + i * jmx->tile_bytes;
    unsigned column = (unsigned)(i % JMX_TILES), row = (unsigned)(i / JMX_TILES);
    float x = (float)(column * JMX_TILE_UNITS), z = (float)(row * JMX_TILE_UNITS);
    JmxBox box = jmx_cell_box(jmx, cell);
    if (!(x >= box.min_x && x < box.max_x && z >= box.min_z && z < box.max_z)) {
        finding_add(findings, SEVERITY_WARNING, "tile_outside_cell", offset,
                    "tile %" PRIu64 " (x %u, z %u) lies outside of its cell %u", i, column, row,
                    cell);
    }
    bool blocked = jmx_tile_flags(jmx, i) & JMX_TILE_BLOCKED;
    if (blocked == (cell >= jmx->open_cell_count)) return;
    finding_add(findings, SEVERITY_INFO, "tile_contradicts_cell", offset + jmx->tile_flags,
                "tile %" PRIu64 " (x %u, z %u) is %s, its cell %u is %s", i, column, row,
                blocked ? "blocked" : "open", cell, blocked ? "open" : "blocked");
}

/* Reports cells that have both blocked and other tiles, with one finding for each cell. */
static void check_mixed_cells(const Jmx *jmx, Findings *findings) {
    const Children *order = &jmx->tiles_by_cell;
    for (uint64_t cell = 0; cell < jmx->cells.count; cell++) {
        ChildRange range = children_of(order, cell);
        uint64_t tiles = range.end - range.first, blocked = 0;
        for (uint64_t i = range.first; i < range.end; i++) {
            blocked += jmx_tile_flags(jmx, child_at(order, i)) & JMX_TILE_BLOCKED;
        }
        if (!blocked || blocked == tiles) continue;
        finding_add(findings, SEVERITY_WARNING, "cell_mixes_blocked", jmx->cells.starts[cell],
                    "cell %" PRIu64 ": %" PRIu64 " of its %" PRIu64 " tiles are blocked", cell,
                    blocked, tiles);
    }
}

static void check_tiles(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < JMX_TILES * JMX_TILES; i++) {
        uint32_t cell = jmx_tile_cell(jmx, i);
        if (cell < jmx->cells.count) {
            check_tile(jmx, i, cell, findings);
            continue;
        }
        finding_add(findings, SEVERITY_WARNING, "tile_cell_range",
                    document_offset(&jmx->document, jmx->tiles) + i * jmx->tile_bytes,
                    "tile %" PRIu64 " (x %" PRIu64 ", z %" PRIu64 ") has cell %u of %" PRIu64, i,
                    i % JMX_TILES, i / JMX_TILES, cell, jmx->cells.count);
    }
    check_mixed_cells(jmx, findings);
}

static void check_heights(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; i < JMX_CORNERS * JMX_CORNERS; i++) {
        double height = load_f32(jmx->heights + 4 * i);
        uint64_t x = i % JMX_CORNERS, z = i / JMX_CORNERS;
        uint64_t offset = document_offset(&jmx->document, jmx->heights) + 4 * i;
        if (!isfinite(height)) {
            finding_add(findings, SEVERITY_WARNING, "height_not_finite", offset,
                        "the height at x %" PRIu64 ", z %" PRIu64 " isn't a finite number", x, z);
        } else if (fabs(height) >= FAR) {
            finding_add(findings, SEVERITY_WARNING, "height_far", offset,
                        "the height at x %" PRIu64 ", z %" PRIu64 " is %.9g", x, z, height);
        }
    }
}

static void check_planes(const Jmx *jmx, Findings *findings) {
    for (uint64_t i = 0; jmx->plane_types && i < JMX_PLANES * JMX_PLANES; i++) {
        const uint8_t *height = jmx->plane_heights + 4 * i;
        if (jmx->plane_types[i] > LAST_PLANE_TYPE) {
            finding_add(findings, SEVERITY_WARNING, "plane_type",
                        document_offset(&jmx->document, jmx->plane_types) + i,
                        "plane %" PRIu64 " has type %u, expected 0 to 3", i, jmx->plane_types[i]);
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
        !jmx_order_tiles(document, error)) {
        return false;
    }
    check_layout(jmx, findings);
    if (!check_objects(jmx, findings, error)) return false;
    check_cells(jmx, findings);
    for (uint64_t i = 0; i < jmx->edge_count; i++) {
        check_edge(jmx, i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    check_tiles(jmx, findings);
    check_heights(jmx, findings);
    check_planes(jmx, findings);
    return true;
}
