/* Checks for odd but readable data in a walkmesh: its header, vertices, edges and triangles.
** aswm_check_tiles.c checks tiles, aswm_check_islands.c checks islands. */
#include "neverwinter/aswm/aswm.h"

#define FAR              1e5  /* metres: areas have hundreds */
#define LEAST_PART       10   /* square metres: what is smaller is a sliver */
#define MOST             0.33 /* of the ground: if the largest part has less, that is a warning */
#define CENTER_TOLERANCE 0.01 /* metres */
#define PLANE_TOLERANCE  0.1
#define NORMAL_TOLERANCE 0.02
#define LEAST_NORMAL     1e-3 /* square metres: the normals of smaller triangles are noise */
#define LEAST_SLOPE      1e-4 /* a normal with a z below minus this points down */
#define LEAST_AREA       1e-4 /* of a triangle seen from above, doubled */

static void check_header(const Aswm *mesh, Findings *findings) {
    uint64_t offset = aswm_offset(mesh, mesh->header);
    if (mesh->padding_bytes) {
        finding_add(findings, SEVERITY_WARNING, "packet_padding", NO_OFFSET,
                    "the ASWM packet has %" PRIu64 " bytes behind its compressed data",
                    mesh->padding_bytes);
    }
    if (mesh->unread_bytes) {
        finding_add(findings, SEVERITY_WARNING, "zlib_trailing_bytes", NO_OFFSET,
                    "%" PRIu64 " compressed bytes lie behind the end of the zlib stream",
                    mesh->unread_bytes);
    }
    if (mesh->trailing_bytes) {
        finding_add(findings, SEVERITY_WARNING, "mesh_trailing_bytes",
                    aswm_offset(mesh, mesh->data) + mesh->size - mesh->trailing_bytes,
                    "%" PRIu64 " bytes lie behind the end of the walkmesh", mesh->trailing_bytes);
    }
    if (mesh->obstacle) {
        finding_add(findings, SEVERITY_ERROR, "path_table_unreadable", mesh->obstacle_offset, "%s",
                    mesh->obstacle);
    }
    if (mesh->header[ASWM_HEADER_OWNS] != 1) {
        finding_add(findings, SEVERITY_WARNING, "mesh_owns_data", offset + ASWM_HEADER_OWNS,
                    "owns_data is %u, expected 1", mesh->header[ASWM_HEADER_OWNS]);
    }
    if (load_u32(mesh->header + ASWM_HEADER_FIRST_TRIANGLE)) {
        finding_add(findings, SEVERITY_WARNING, "mesh_triangles_offset",
                    offset + ASWM_HEADER_FIRST_TRIANGLE,
                    "the first triangle of the walkmesh is %u, expected 0",
                    load_u32(mesh->header + ASWM_HEADER_FIRST_TRIANGLE));
    }
}

static void check_vertex(const Aswm *mesh, uint64_t vertex, Findings *findings) {
    const uint8_t *record = aswm_vertex(mesh, vertex);
    for (unsigned i = 0; i < 3; i++) {
        double value = (double)load_f32(record + 4 * i);
        if (!isfinite(value)) {
            finding_add(findings, SEVERITY_ERROR, "vertex_not_finite",
                        aswm_offset(mesh, record) + 4 * i,
                        "vertex %" PRIu64 ": its %c isn't a finite number", vertex, "xyz"[i]);
        } else if (fabs(value) >= FAR) {
            finding_add(findings, SEVERITY_WARNING, "vertex_far", aswm_offset(mesh, record) + 4 * i,
                        "vertex %" PRIu64 ": its %c is %.0f metres, far from any area", vertex,
                        "xyz"[i], value);
        }
    }
}

/* Tells whether a number is among three u32 of a record. */
static bool among(const uint8_t *three, uint32_t number) {
    return load_u32(three) == number || load_u32(three + 4) == number ||
           load_u32(three + 8) == number;
}

/* Checks that an edge and the triangle on one of its sides refer to each other. */
static void check_side(const Aswm *mesh, uint64_t edge, unsigned side, Findings *findings) {
    const uint8_t *record = aswm_edge(mesh, edge);
    uint32_t triangle = load_u32(record + ASWM_EDGE_TRIANGLES + 4 * side);
    uint64_t offset = aswm_offset(mesh, record);
    if (triangle == ASWM_NONE) return;
    if (triangle >= mesh->triangle_count) {
        finding_add(findings, SEVERITY_ERROR, "edge_triangle_range",
                    offset + ASWM_EDGE_TRIANGLES + 4 * side,
                    "edge %" PRIu64 ": its triangle %u refers to %u, but there are only %" PRIu64,
                    edge, side, triangle, mesh->triangle_count);
        return;
    }
    const uint8_t *owner = aswm_triangle(mesh, triangle);
    if (!among(owner, load_u32(record)) || !among(owner, load_u32(record + 4))) {
        finding_add(findings, SEVERITY_ERROR, "edge_vertices", offset,
                    "edge %" PRIu64 ": its vertices aren't both corners of triangle %u", edge,
                    triangle);
    }
    if (!among(owner + ASWM_TRIANGLE_EDGES, (uint32_t)edge)) {
        finding_add(findings, SEVERITY_ERROR, "edge_not_linked",
                    offset + ASWM_EDGE_TRIANGLES + 4 * side,
                    "edge %" PRIu64 ": triangle %u doesn't list it", edge, triangle);
    }
}

static void check_edge(const Aswm *mesh, uint64_t edge, Findings *findings) {
    const uint8_t *record = aswm_edge(mesh, edge);
    uint64_t offset = aswm_offset(mesh, record);
    uint32_t first = load_u32(record), second = load_u32(record + 4);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t vertex = load_u32(record + 4 * i);
        if (vertex < mesh->vertex_count) continue;
        finding_add(findings, SEVERITY_ERROR, "edge_vertex_range", offset + 4 * i,
                    "edge %" PRIu64 ": its vertex %u refers to %u, but there are only %" PRIu64,
                    edge, i, vertex, mesh->vertex_count);
    }
    if (first == second) {
        finding_add(findings, SEVERITY_WARNING, "edge_without_length", offset,
                    "edge %" PRIu64 " joins vertex %u with itself", edge, first);
    } else if (first > second) {
        finding_add(findings, SEVERITY_INFO, "edge_vertex_order", offset,
                    "edge %" PRIu64 " has vertices %u and %u, usually the lower is first", edge,
                    first, second);
    }
    bool has_first = load_u32(record + ASWM_EDGE_TRIANGLES) != ASWM_NONE;
    bool has_second = load_u32(record + ASWM_EDGE_TRIANGLES + 4) != ASWM_NONE;
    if (!has_first) {
        finding_add(findings, SEVERITY_WARNING,
                    has_second ? "edge_first_triangle" : "edge_without_triangle",
                    offset + ASWM_EDGE_TRIANGLES, "edge %" PRIu64 " has no %s", edge,
                    has_second ? "first triangle, but a second" : "triangle");
    }
    check_side(mesh, edge, 0, findings);
    check_side(mesh, edge, 1, findings);
}

static void check_corners(const Aswm *mesh, uint64_t triangle, const uint8_t *record,
                          Findings *findings) {
    uint32_t corners[3];
    for (unsigned i = 0; i < 3; i++) {
        corners[i] = load_u32(record + 4 * i);
        if (corners[i] < mesh->vertex_count) continue;
        finding_add(findings, SEVERITY_ERROR, "triangle_vertex_range",
                    aswm_field_offset(mesh, triangle, 4 * i),
                    "triangle %" PRIu64 ": its vertex %u refers to %u, but there are only %" PRIu64,
                    triangle, i, corners[i], mesh->vertex_count);
    }
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
        finding_add(findings, SEVERITY_WARNING, "triangle_degenerate",
                    aswm_field_offset(mesh, triangle, 0), "triangle %" PRIu64 " has a vertex twice",
                    triangle);
    }
}

/* Checks that a triangle's edge joins it with its neighbour, and that the neighbour refers back. */
static void check_neighbor(const Aswm *mesh, uint64_t triangle, unsigned side,
                           const uint8_t *record, Findings *findings) {
    uint32_t edge = load_u32(record + ASWM_TRIANGLE_EDGES + 4 * side);
    uint32_t neighbor = load_u32(record + ASWM_TRIANGLE_NEIGHBORS + 4 * side);
    uint64_t at = aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_NEIGHBORS + 4 * side);
    if (edge >= mesh->edge_count) {
        finding_add(findings, SEVERITY_ERROR, "triangle_edge_range",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_EDGES + 4 * side),
                    "triangle %" PRIu64 ": its edge %u refers to %u, but there are only %" PRIu64,
                    triangle, side, edge, mesh->edge_count);
    } else {
        const uint8_t *sides = aswm_edge(mesh, edge) + ASWM_EDGE_TRIANGLES;
        uint32_t a = load_u32(sides), b = load_u32(sides + 4);
        bool joins = (a == triangle && b == neighbor) || (b == triangle && a == neighbor);
        if (!joins) {
            finding_add(findings, SEVERITY_ERROR, "triangle_edge_neighbor", at,
                        "triangle %" PRIu64 ": edge %u (%u) doesn't join it with neighbor %u",
                        triangle, side, edge, side);
        }
    }
    if (neighbor == ASWM_NONE) return;
    if (neighbor >= mesh->triangle_count) {
        finding_add(findings, SEVERITY_ERROR, "triangle_neighbor_range", at,
                    "triangle %" PRIu64
                    ": its neighbor %u refers to %u, but there are only %" PRIu64,
                    triangle, side, neighbor, mesh->triangle_count);
    } else if (!among(aswm_triangle(mesh, neighbor) + ASWM_TRIANGLE_NEIGHBORS,
                      (uint32_t)triangle)) {
        finding_add(findings, SEVERITY_ERROR, "neighbor_not_mutual", at,
                    "triangle %" PRIu64 " names triangle %u as its neighbor, which doesn't name it",
                    triangle, neighbor);
    }
}

/* Compares the stored centre, normal and plane with the corners. */
static void check_geometry(const Aswm *mesh, uint64_t triangle, const uint8_t *record,
                           Findings *findings) {
    Vector p[3];
    double stored[6]; /* centre, normal, d */
    for (unsigned i = 0; i < 6; i++) {
        stored[i] = (double)load_f32(record + ASWM_TRIANGLE_CENTER + 4 * i);
        if (isfinite(stored[i])) continue;
        finding_add(findings, SEVERITY_ERROR, "triangle_not_finite",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_CENTER + 4 * i),
                    "triangle %" PRIu64 ": its %s has a non-finite number", triangle,
                    i < 2 ? "centre" : "plane");
        return;
    }
    if (!aswm_corners(mesh, triangle, p)) return;
    double x = (p[0].x + p[1].x + p[2].x) / 3, y = (p[0].y + p[1].y + p[2].y) / 3;
    if (fabs(x - stored[0]) > CENTER_TOLERANCE || fabs(y - stored[1]) > CENTER_TOLERANCE) {
        finding_add(findings, SEVERITY_WARNING, "triangle_center",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_CENTER),
                    "triangle %" PRIu64
                    ": its centre is (%g, %g); the mean of its corners is (%g, %g)",
                    triangle, stored[0], stored[1], x, y);
    }
    Vector own = corners_normal(p);
    Vector normal = {stored[2], stored[3], stored[4]};
    bool clockwise = load_u16(record + ASWM_TRIANGLE_FLAGS) & ASWM_CLOCKWISE;
    if (fabs(own.z) > LEAST_AREA && clockwise != (own.z < 0)) {
        finding_add(findings, SEVERITY_INFO, "triangle_winding",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_FLAGS),
                    "triangle %" PRIu64 " is said to be %sclockwise and isn't", triangle,
                    clockwise ? "" : "counter-");
    }
    if (normal.z < -LEAST_SLOPE) {
        finding_add(findings, SEVERITY_INFO, "normal_down",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_NORMAL),
                    "triangle %" PRIu64 ": the normal points down", triangle);
    }
    double length = vector_length(own);
    if (length > LEAST_NORMAL &&
        (fabs(vector_length(normal) - 1) > NORMAL_TOLERANCE ||
         fabs(vector_dot(own, normal)) / length < 1 - NORMAL_TOLERANCE * NORMAL_TOLERANCE)) {
        finding_add(findings, SEVERITY_WARNING, "triangle_normal",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_NORMAL),
                    "triangle %" PRIu64 ": the normal isn't that of the corners", triangle);
    }
    double d = -vector_dot(normal, p[0]);
    if (fabs(d - stored[5]) > PLANE_TOLERANCE) {
        finding_add(findings, SEVERITY_WARNING, "triangle_plane",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_PLANE),
                    "triangle %" PRIu64 ": d of its plane is %g; by its corners it is %g", triangle,
                    stored[5], d);
    }
}

/* Checks the island of a triangle, which only means something in a baked walkmesh. */
static void check_island(const Aswm *mesh, uint64_t triangle, Findings *findings) {
    uint32_t island = aswm_island_of(mesh, triangle);
    uint64_t at = aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_ISLAND);
    bool walkable = aswm_walkable(mesh, triangle);
    if (!mesh->baked || mesh->obstacle) return;
    if (island != ASWM_NO_ISLAND && island >= mesh->island_count) {
        finding_add(findings, SEVERITY_ERROR, "triangle_island_range", at,
                    "triangle %" PRIu64 ": it refers to island %u, but there are only %" PRIu64,
                    triangle, island, mesh->island_count);
    }
    if (walkable && island == ASWM_NO_ISLAND) {
        finding_add(findings, SEVERITY_ERROR, "walkable_without_island", at,
                    "triangle %" PRIu64 " is walkable and has no island", triangle);
    } else if (!walkable && island != ASWM_NO_ISLAND) {
        finding_add(findings, SEVERITY_ERROR, "island_not_walkable", at,
                    "triangle %" PRIu64 " has island %u and isn't walkable", triangle, island);
    }
}

static void check_triangle(const Aswm *mesh, uint64_t triangle, Findings *findings) {
    const uint8_t *record = aswm_triangle(mesh, triangle);
    uint32_t flags = aswm_triangle_flags(mesh, triangle);
    check_corners(mesh, triangle, record, findings);
    for (unsigned side = 0; side < 3; side++) {
        check_neighbor(mesh, triangle, side, record, findings);
    }
    check_geometry(mesh, triangle, record, findings);
    check_island(mesh, triangle, findings);
    if (flags & ~ASWM_KNOWN_FLAGS) {
        finding_add(findings, SEVERITY_WARNING, "unknown_flags",
                    aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_FLAGS),
                    "triangle %" PRIu64 " has flags 0x%x, of which 0x%x are unknown", triangle,
                    flags, flags & ~ASWM_KNOWN_FLAGS);
    }
}

/* Reports walkable ground that no way joins with the largest part: closed rooms, roofs, or places
** where creatures get stuck. Many areas have some on purpose; if most of an area is out of reach,
** its bake went wrong. */
static bool check_parts(Aswm *mesh, Arena *arena, Findings *findings, Error *error) {
    if (!mesh->baked || mesh->obstacle) return true;
    if (!aswm_find_walk(mesh, arena, error) || !walk_find_components(&mesh->walk, arena, error)) {
        return false;
    }
    const WalkComponent *parts = mesh->walk.components;
    double all = 0;
    uint64_t cut_off = 0;
    for (uint64_t i = 0; i < mesh->walk.component_count; i++) {
        all += parts[i].area;
        cut_off += i && parts[i].area >= LEAST_PART;
    }
    if (!cut_off) return true;
    finding_add(findings, parts[0].area < all * MOST ? SEVERITY_WARNING : SEVERITY_INFO,
                "area_in_parts", aswm_field_offset(mesh, parts[1].first_triangle, 0),
                "the largest part that hangs together has %.1f of %.1f square metres; %" PRIu64
                " other%s of %d or more can't be reached from it on foot",
                parts[0].area, all, cut_off, cut_off == 1 ? "" : "s", LEAST_PART);
    return true;
}

static bool check_each(const Aswm *mesh, uint64_t count, Findings *findings, Error *error,
                       void (*check)(const Aswm *, uint64_t, Findings *)) {
    for (uint64_t i = 0; i < count; i++) {
        check(mesh, i, findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    return true;
}

bool aswm_check(Aswm *mesh, Arena *arena, Findings *findings, Error *error) {
    check_header(mesh, findings);
    return aswm_group_triangles(mesh, arena, error) &&
           check_each(mesh, mesh->vertex_count, findings, error, check_vertex) &&
           check_each(mesh, mesh->edge_count, findings, error, check_edge) &&
           check_each(mesh, mesh->triangle_count, findings, error, check_triangle) &&
           aswm_check_tiles(mesh, findings, error) && check_parts(mesh, arena, findings, error) &&
           (mesh->obstacle || aswm_check_islands(mesh, findings, error));
}
