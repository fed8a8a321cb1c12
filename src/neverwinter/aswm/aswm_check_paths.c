/* Checks the path table of a tile: each route in it must arrive, by steps between neighbours, on
** the shortest way. */
#include "neverwinter/aswm/aswm_check.h"
#include "neverwinter/aswm/aswm_route.h"

#include <inttypes.h>
#include <math.h>

#define NODES_MAX 256
#define UNKNOWN   (-1.0)
#define NO_WAY    (-2.0)
#define SLACK     1e-3 /* metres by which a route may be longer than the shortest */

/* The path table of one tile. */
typedef struct Table {
    const Aswm *mesh;
    const AswmTile *tile;
    uint64_t number;
    const uint32_t *triangles; /* for each node */
    const struct Steps *steps; /* of routes; NULL as long as cells are checked */
    Findings *findings;
} Table;

static uint8_t cell_at(const Table *table, uint32_t from, uint32_t to) {
    return table->tile->nodes[from * table->tile->node_count + to];
}

static uint64_t cell_offset(const Table *table, uint32_t from, uint32_t to) {
    return aswm_offset(table->mesh, table->tile->nodes) + from * table->tile->node_count + to;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void check_step(const Table *table, uint32_t from, uint32_t to) {
    const Aswm *mesh = table->mesh;
    uint32_t triangle = table->triangles[from], goal = table->triangles[to];
    uint8_t cell = cell_at(table, from, to);
    uint32_t next = aswm_cell_triangle(mesh, table->tile, cell);
    bool same_island = aswm_island_of(mesh, triangle) == aswm_island_of(mesh, goal);
    if (cell == ASWM_NO_NODE) {
        if (!same_island) return;
        finding_add(table->findings, SEVERITY_ERROR, "path_missing", cell_offset(table, from, to),
                    "tile %" PRIu64
                    ": there is no way from triangle %u to %u, which is on the same island",
                    table->number, triangle, goal);
        return;
    }
    if (next == ASWM_NONE) {
        finding_add(table->findings, SEVERITY_ERROR, "path_range", cell_offset(table, from, to),
                    "tile %" PRIu64
                    ": the way from triangle %u to %u goes on at node %u, which has no triangle",
                    table->number, triangle, goal, cell & ASWM_NODE);
    } else if (!aswm_is_neighbor(mesh, triangle, next)) {
        finding_add(table->findings, SEVERITY_ERROR, "path_not_neighbor",
                    cell_offset(table, from, to),
                    "tile %" PRIu64
                    ": the way from triangle %u to %u goes on at %u, which isn't a neighbor",
                    table->number, triangle, goal, next);
    }
    if (!same_island) {
        finding_add(
            table->findings, SEVERITY_ERROR, "path_between_islands", cell_offset(table, from, to),
            "tile %" PRIu64 ": there is a way from triangle %u to %u, which is on another island",
            table->number, triangle, goal);
    }
}

static bool has_sight(uint8_t cell) {
    return cell != ASWM_NO_NODE && cell & ASWM_SIGHT;
}

/* Checks a cell together with the cell for the way back. */
static void check_symmetry(const Table *table, uint32_t from, uint32_t to) {
    uint8_t cell = cell_at(table, from, to), back = cell_at(table, to, from);
    if (has_sight(cell) != has_sight(back)) {
        finding_add(table->findings, SEVERITY_WARNING, "path_sight_one_way",
                    cell_offset(table, from, to),
                    "tile %" PRIu64 ": of triangles %u and %u only one sees the other",
                    table->number, table->triangles[from], table->triangles[to]);
    }
    if ((cell == ASWM_NO_NODE) != (back == ASWM_NO_NODE)) {
        finding_add(table->findings, SEVERITY_ERROR, "path_one_way", cell_offset(table, from, to),
                    "tile %" PRIu64 ": triangles %u and %u have a way in one direction only",
                    table->number, table->triangles[from], table->triangles[to]);
    }
}

static void check_cells(const Table *table) {
    for (uint32_t from = 0; from < table->tile->node_count; from++) {
        if (table->triangles[from] == ASWM_NONE) continue; /* the check of the nodes reports it */
        if (cell_at(table, from, from) != ASWM_NO_NODE) {
            finding_add(table->findings, SEVERITY_ERROR, "path_to_itself",
                        cell_offset(table, from, from),
                        "tile %" PRIu64 ": there is a way from triangle %u to itself",
                        table->number, table->triangles[from]);
        }
        for (uint32_t to = 0; to < table->tile->node_count; to++) {
            if (to == from || table->triangles[to] == ASWM_NONE) continue;
            check_step(table, from, to);
            if (from < to) check_symmetry(table, from, to);
        }
    }
}

/* ---- Whole routes ---------------------------------------------------------------------------- */

/* What the routes to all goals of a tile have in common. */
typedef struct Steps {
    uint16_t cell_nodes[256];         /* where each cell leads; NODES_MAX: nowhere */
    uint16_t neighbors[NODES_MAX][3]; /* of each node, by its triangle's sides; NODES_MAX: none */
    double lengths[NODES_MAX][3];     /* the ways to them */
} Steps;

static double step_length(const Table *table, uint32_t from, uint32_t to) {
    return aswm_center_distance(table->mesh, table->triangles[from], table->triangles[to]);
}

/* Returns the node of a triangle of this tile, or NODES_MAX. */
static uint16_t node_of(const Table *table, uint32_t triangle) {
    const AswmTile *tile = table->tile;
    bool is_own =
        triangle >= tile->first_triangle && triangle - tile->first_triangle < tile->triangle_count;
    uint32_t node = is_own ? aswm_node(table->mesh, triangle) : ASWM_NONE;
    return node < tile->node_count ? (uint16_t)node : NODES_MAX;
}

static void find_steps(const Table *table, Steps *steps) {
    const Aswm *mesh = table->mesh;
    for (unsigned cell = 0; cell < 256; cell++) {
        steps->cell_nodes[cell] =
            node_of(table, aswm_cell_triangle(mesh, table->tile, (uint8_t)cell));
    }
    for (uint32_t node = 0; node < table->tile->node_count; node++) {
        for (unsigned side = 0; side < 3; side++) {
            uint16_t to = node_of(table, aswm_neighbor(mesh, table->triangles[node], side));
            steps->neighbors[node][side] = to;
            if (to < NODES_MAX) steps->lengths[node][side] = step_length(table, node, to);
        }
    }
}

/* Returns the node after `from` on the way to `to`, or NODES_MAX. */
static uint32_t next_node(const Table *table, uint32_t from, uint32_t to) {
    return table->steps->cell_nodes[cell_at(table, from, to)];
}

/* Returns the length of a step, which should lead to a neighbour. */
static double length_of(const Table *table, uint32_t from, uint32_t to) {
    for (unsigned side = 0; side < 3; side++) {
        if (table->steps->neighbors[from][side] == to) return table->steps->lengths[from][side];
    }
    return step_length(table, from, to);
}

/* Measures the way from each node to one goal; NO_WAY: there is none. Returns false if a way runs
** in a circle. */
static bool measure(const Table *table, uint32_t goal, double lengths[NODES_MAX]) {
    uint32_t nodes = table->tile->node_count;
    uint8_t way[NODES_MAX];
    bool arrives = true;
    for (uint32_t n = 0; n < nodes; n++) lengths[n] = UNKNOWN;
    lengths[goal] = 0;
    for (uint32_t start = 0; start < nodes; start++) {
        uint32_t at = start, count = 0;
        while (at < NODES_MAX && lengths[at] == UNKNOWN && count < nodes) {
            way[count++] = (uint8_t)at;
            at = next_node(table, at, goal);
        }
        bool circles = at < NODES_MAX && lengths[at] == UNKNOWN;
        if (circles) {
            arrives = false;
            finding_add(table->findings, SEVERITY_ERROR, "path_loop",
                        cell_offset(table, start, goal),
                        "tile %" PRIu64 ": the way from triangle %u to %u runs in a circle",
                        table->number, table->triangles[start], table->triangles[goal]);
        }
        double length = at < NODES_MAX && !circles ? lengths[at] : NO_WAY;
        while (count--) {
            uint32_t node = way[count];
            if (length >= 0) length += length_of(table, node, at);
            lengths[node] = length >= 0 ? length : NO_WAY;
            at = node;
        }
    }
    return arrives;
}

/* All ways are the shortest if no neighbour offers a shorter one. */
static void check_shortest(const Table *table, uint32_t goal, const double lengths[NODES_MAX]) {
    const Steps *steps = table->steps;
    for (uint32_t from = 0; from < table->tile->node_count; from++) {
        if (!(lengths[from] > 0)) continue;
        for (unsigned side = 0; side < 3; side++) {
            uint32_t node = steps->neighbors[from][side];
            if (node == NODES_MAX || lengths[node] < 0) continue;
            double other = steps->lengths[from][side] + lengths[node];
            if (!(other < lengths[from] - SLACK)) continue;
            finding_add(
                table->findings, SEVERITY_INFO, "path_not_shortest", cell_offset(table, from, goal),
                "tile %" PRIu64 ": the way from triangle %u to %u is %.3f m long; over "
                "triangle %u it is %.3f m",
                table->number, table->triangles[from], table->triangles[goal], lengths[from],
                aswm_neighbor(table->mesh, table->triangles[from], side), other);
            break;
        }
    }
}

void aswm_check_paths(const Aswm *mesh, uint64_t number, Findings *findings) {
    const AswmTile *tile = &mesh->tiles[number];
    Table table = {mesh, tile, number, mesh->node_triangles + tile->first_node, NULL, findings};
    double lengths[NODES_MAX];
    Steps steps;
    check_cells(&table);
    if (!tile->nodes_rise) return; /* the routes of nodes that don't exist mean nothing */
    find_steps(&table, &steps);
    table.steps = &steps;
    for (uint32_t goal = 0; goal < tile->node_count; goal++) {
        if (measure(&table, goal, lengths)) check_shortest(&table, goal, lengths);
    }
}
