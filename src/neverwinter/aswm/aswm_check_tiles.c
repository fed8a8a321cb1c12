/* Checks for odd but readable data in the tiles of a walkmesh, but for their path tables. */
#include "neverwinter/aswm/aswm_route.h"

#define INSIDE_SIDE      9.0f /* metres */
#define OUTSIDE_SIDE     10.0f
#define UNBAKED_FLAGS    15u
#define EDGE_TOLERANCE   0.01 /* metres that a centre may lie outside of its tile unreported */
#define CENTER_TOLERANCE 0.1  /* metres that a centre may lie outside before it counts as wrong */

static bool equal(float a, float b) {
    return a >= b && a <= b;
}

static void check_grid(const Aswm *mesh, Findings *findings) {
    uint64_t offset = aswm_offset(mesh, mesh->tiles_header);
    if (!(mesh->tile_size > 0) || !isfinite(mesh->tile_size)) {
        finding_add(findings, SEVERITY_ERROR, "tile_side", offset + 4,
                    "the side of a tile is %g, expected 9 or 10", (double)mesh->tile_size);
    } else if (!equal(mesh->tile_size, INSIDE_SIDE) && !equal(mesh->tile_size, OUTSIDE_SIDE)) {
        finding_add(findings, SEVERITY_INFO, "tile_side_unusual", offset + 4,
                    "the side of a tile is %g, usually 9 or 10", (double)mesh->tile_size);
    }
    if ((mesh->tiles_flags | ASWM_BAKED) != (UNBAKED_FLAGS | ASWM_BAKED)) {
        finding_add(findings, SEVERITY_INFO, "tiles_flags", offset,
                    "the flags of the tiles are 0x%x, usually 0xf or 0x1f", mesh->tiles_flags);
    }
    if (mesh->claimed_triangle_count < mesh->triangle_count && !mesh->obstacle) {
        finding_add(findings, SEVERITY_ERROR, "triangle_without_tile", offset,
                    "triangles %" PRIu64 " to %" PRIu64 " belong to no tile",
                    mesh->claimed_triangle_count, mesh->triangle_count - 1);
    }
}

static void check_header(const Aswm *mesh, uint64_t tile, uint64_t first, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    const uint8_t *header = at->header;
    uint64_t offset = aswm_offset(mesh, header);
    uint32_t stored = load_u32(header + ASWM_TILE_FIRST_TRIANGLE);
    uint32_t count = load_u32(header + ASWM_TILE_TRIANGLE_COUNT);
    const uint8_t *tables = at->local_to_node - mesh->layout->table_header_bytes;
    if (header[ASWM_TILE_OWNS]) {
        finding_add(findings, SEVERITY_INFO, "tile_owns_data", offset + ASWM_TILE_OWNS,
                    "tile %" PRIu64 " owns vertices and edges%s, which nothing uses", tile,
                    mesh->tiles_own_triangles ? " and triangles" : "");
    }
    if (stored != first) {
        finding_add(findings, count ? SEVERITY_ERROR : SEVERITY_INFO,
                    count ? "tile_triangles_offset" : "empty_tile_triangles_offset",
                    offset + ASWM_TILE_FIRST_TRIANGLE,
                    "tile %" PRIu64 " begins with triangle %u; by the counts before it is %" PRIu64,
                    tile, stored, first);
    }
    if (at->triangle_count != count) {
        finding_add(
            findings, SEVERITY_ERROR, "tile_triangle_range", offset + ASWM_TILE_TRIANGLE_COUNT,
            "tile %" PRIu64 " has %u triangles from %" PRIu64 " on, but there are only %" PRIu64,
            tile, count, first, mesh->triangle_count);
    }
    if (at->compression & ASWM_COMPRESSED) return; /* a compressed table is reported elsewhere */
    if (at->compression) {
        finding_add(findings, SEVERITY_WARNING, "tile_compression_flags", aswm_offset(mesh, tables),
                    "tile %" PRIu64 " has compression flags 0x%x", tile, at->compression);
    }
    if (at->run_length_bytes) {
        finding_add(findings, SEVERITY_WARNING, "tile_rle_table",
                    aswm_offset(mesh, at->local_to_node - 4),
                    "tile %" PRIu64 " has a run-length table of %u bytes, expected 0", tile,
                    at->run_length_bytes);
    }
    if (at->flags != mesh->tiles_flags) {
        finding_add(findings, SEVERITY_WARNING, "tile_flags",
                    aswm_offset(mesh, at->nodes + at->node_count * at->node_count),
                    "tile %" PRIu64 " has flags 0x%x; the flags of all tiles are 0x%x", tile,
                    at->flags, mesh->tiles_flags);
    }
}

/* Returns how far a value lies outside of [least, least + side]; NaN if the value is NaN. */
static double outside(double value, double least, double side) {
    if (value < least) return least - value;
    return value > least + side ? value - least - side : value - value;
}

static void check_centers(const Aswm *mesh, uint64_t tile, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    double side = (double)mesh->tile_size;
    double left = (double)(tile % mesh->grid_width) * side;
    double bottom = (double)(tile / mesh->grid_width) * side;
    if (!(side > 0)) return;
    for (uint32_t i = 0; i < at->triangle_count; i++) {
        uint32_t triangle = at->first_triangle + i;
        Vector center = aswm_center(mesh, triangle);
        double x = outside(center.x, left, side), y = outside(center.y, bottom, side);
        double distance = x > y ? x : y;
        if (!(distance > EDGE_TOLERANCE)) continue;
        bool is_wrong = distance > CENTER_TOLERANCE;
        finding_add(findings, is_wrong ? SEVERITY_WARNING : SEVERITY_INFO,
                    is_wrong ? "triangle_outside_tile" : "triangle_beyond_tile_edge",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_CENTER),
                    "triangle %u: the centre lies %g m outside of tile %" PRIu64, triangle,
                    distance, tile);
    }
}

/* Counts distinct numbers. `seen` has, for each number, one more than the last tile that had it. */
static void count_one(uint32_t *seen, uint64_t limit, uint32_t number, uint32_t mark,
                      uint32_t *count) {
    if (number >= limit || seen[number] == mark) return;
    seen[number] = mark;
    ++*count;
}

static void check_hints(const Aswm *mesh, uint64_t tile, uint32_t *seen_vertices,
                        uint32_t *seen_edges, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    const uint8_t *header = at->header;
    uint32_t vertices = 0, edges = 0, mark = (uint32_t)tile + 1;
    for (uint32_t i = 0; i < at->triangle_count; i++) {
        const uint8_t *record = aswm_triangle(mesh, at->first_triangle + i);
        for (unsigned corner = 0; corner < 3; corner++) {
            count_one(seen_vertices, mesh->vertex_count, load_u32(record + 4 * corner), mark,
                      &vertices);
            count_one(seen_edges, mesh->edge_count,
                      load_u32(record + ASWM_TRIANGLE_EDGES + 4 * corner), mark, &edges);
        }
    }
    uint32_t stored_vertices = load_u32(header + ASWM_TILE_VERTEX_COUNT);
    uint32_t stored_edges = load_u32(header + ASWM_TILE_EDGE_COUNT);
    if (stored_vertices != vertices) {
        finding_add(findings, SEVERITY_INFO, "tile_vertex_count",
                    aswm_offset(mesh, header) + ASWM_TILE_VERTEX_COUNT,
                    "tile %" PRIu64 " says that it has %u vertices; its triangles have %u", tile,
                    stored_vertices, vertices);
    }
    if (stored_edges != edges) {
        finding_add(findings, SEVERITY_INFO, "tile_edge_count",
                    aswm_offset(mesh, header) + ASWM_TILE_EDGE_COUNT,
                    "tile %" PRIu64 " says that it has %u edges; its triangles have %u", tile,
                    stored_edges, edges);
    }
}

/* ---- Which triangle is which node ------------------------------------------------------------ */

static void check_locals(const Aswm *mesh, uint64_t tile, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    const uint32_t *nodes = mesh->node_triangles + at->first_node;
    for (uint32_t i = 0; i < at->local_count && i < at->triangle_count; i++) {
        uint32_t triangle = at->first_triangle + i;
        uint8_t node = at->local_to_node[i];
        uint64_t offset = aswm_offset(mesh, at->local_to_node + i);
        bool walkable = aswm_walkable(mesh, triangle);
        if (node == ASWM_NO_NODE) {
            if (walkable) {
                finding_add(findings, SEVERITY_ERROR, "walkable_without_node", offset,
                            "tile %" PRIu64 ": triangle %u is walkable and has no node", tile,
                            triangle);
            }
            continue;
        }
        if (!walkable) {
            finding_add(findings, SEVERITY_ERROR, "node_not_walkable", offset,
                        "tile %" PRIu64 ": triangle %u has node %u and isn't walkable", tile,
                        triangle, node);
        }
        if (node >= at->node_count) {
            finding_add(findings, SEVERITY_ERROR, "local_to_node_range", offset,
                        "tile %" PRIu64 ": triangle %u refers to node %u, but there are only %u",
                        tile, triangle, node, at->node_count);
        } else if (nodes[node] != triangle) {
            finding_add(findings, SEVERITY_ERROR, "local_to_node_inverse", offset,
                        "tile %" PRIu64 ": triangle %u refers to node %u, which belongs to another",
                        tile, triangle, node);
        }
    }
}

static void check_nodes(const Aswm *mesh, uint64_t tile, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    const uint32_t *nodes = mesh->node_triangles + at->first_node;
    for (uint32_t n = 0; n < at->node_count; n++) {
        uint64_t offset = aswm_offset(mesh, at->node_to_local + n * mesh->layout->local_bytes);
        if (nodes[n] == ASWM_NONE) {
            finding_add(findings, SEVERITY_ERROR, "node_to_local_range", offset,
                        "tile %" PRIu64 ": node %u refers to a triangle that isn't among its %u",
                        tile, n, at->triangle_count);
        } else if (aswm_node(mesh, nodes[n]) != n) {
            finding_add(findings, SEVERITY_ERROR, "node_to_local_inverse", offset,
                        "tile %" PRIu64 ": node %u refers to triangle %u, which has another node",
                        tile, n, nodes[n]);
        }
        if (n && nodes[n] != ASWM_NONE && nodes[n] <= nodes[n - 1] && nodes[n - 1] != ASWM_NONE) {
            finding_add(findings, SEVERITY_WARNING, "node_order", offset,
                        "tile %" PRIu64
                        ": nodes %u and %u refer to triangles %u and %u, which should rise",
                        tile, n - 1, n, nodes[n - 1], nodes[n]);
        }
    }
}

static void check_tables(const Aswm *mesh, uint64_t tile, Findings *findings) {
    const AswmTile *at = &mesh->tiles[tile];
    uint64_t offset = aswm_offset(mesh, at->local_to_node - mesh->layout->table_header_bytes);
    if (at->compression & ASWM_COMPRESSED) return;
    if (!mesh->baked) {
        if (at->local_count || at->node_count) {
            finding_add(findings, SEVERITY_INFO, "unbaked_path_table", offset,
                        "tile %" PRIu64 " has a path table, though the walkmesh isn't baked", tile);
        }
        return;
    }
    if (at->local_count != at->triangle_count) {
        finding_add(findings, SEVERITY_ERROR, "local_to_node_count", offset + 4,
                    "tile %" PRIu64 ": local_to_node has %u entries for %u triangles", tile,
                    at->local_count, at->triangle_count);
    }
    if (at->node_count > ASWM_MOST_NODES) {
        finding_add(findings, SEVERITY_ERROR, "node_limit", offset,
                    "tile %" PRIu64 " has %u nodes; 7 bits can name 127", tile, at->node_count);
    }
    check_locals(mesh, tile, findings);
    check_nodes(mesh, tile, findings);
    aswm_check_paths(mesh, tile, findings);
}

bool aswm_check_tiles(const Aswm *mesh, Findings *findings, Error *error) {
    Arena *arena = findings->arena;
    uint32_t *seen_vertices = arena_zeroed(arena, mesh->vertex_count, sizeof *seen_vertices);
    uint32_t *seen_edges = arena_zeroed(arena, mesh->edge_count, sizeof *seen_edges);
    bool done = seen_vertices && seen_edges ? true : fail_memory(error, arena);
    uint64_t first = 0;
    check_grid(mesh, findings);
    for (uint64_t tile = 0; done && tile < mesh->tile_count; tile++) {
        check_header(mesh, tile, first, findings);
        check_centers(mesh, tile, findings);
        check_hints(mesh, tile, seen_vertices, seen_edges, findings);
        check_tables(mesh, tile, findings);
        first += load_u32(mesh->tiles[tile].header + ASWM_TILE_TRIANGLE_COUNT);
        if (arena_interrupted(arena)) done = fail_interrupted(error);
    }
    arena_release(arena, seen_vertices);
    arena_release(arena, seen_edges);
    return done;
}
