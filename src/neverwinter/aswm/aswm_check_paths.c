/* Checks the path table of a tile: each route in it must arrive, by steps between neighbours, on
** the shortest way.
**
** Nearly all tables are sound, and they are most of a file, so two quick looks come first: one at
** each row of cells, and one at the routes to each goal. Only a row or a goal that fails this is
** checked in full, so that the fault can be told. */
#include "neverwinter/aswm/aswm_route.h"

#define NODES_MAX 256
#define NO_WAY    (-1.0)
#define SLACK     1e-3 /* metres by which a route may be longer than the shortest */

/* The path table of one tile. */
typedef struct Table {
    const Aswm *mesh;
    const AswmTile *tile;
    uint64_t number;
    const uint32_t *triangles; /* for each node */
    const struct Steps *steps; /* NULL if nodes have no triangles */
    Findings *findings;
} Table;

/* What the cells and the routes of a tile have in common. */
typedef struct Steps {
    uint32_t cell_triangles[256];     /* where each cell leads; ASWM_NONE: nowhere */
    uint16_t cell_nodes[256];         /* the node of that triangle; NODES_MAX: nowhere */
    uint32_t islands[NODES_MAX];      /* of each node */
    uint16_t neighbors[NODES_MAX][4]; /* of each node, by side, 2 as 3; NODES_MAX: none */
    double lengths[NODES_MAX][4];     /* how long the ways to them are */
    struct {
        uint16_t one, other;
        float length;       /* rounded down */
    } pairs[3 * NODES_MAX]; /* pairs of neighbours, each once */
    uint32_t pair_count;
} Steps;

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

static void check_row(const Table *table, uint32_t from) {
    if (table->triangles[from] == ASWM_NONE) return; /* check_nodes() reports this */
    if (cell_at(table, from, from) != ASWM_NO_NODE) {
        finding_add(table->findings, SEVERITY_ERROR, "path_to_itself",
                    cell_offset(table, from, from),
                    "tile %" PRIu64 ": there is a way from triangle %u to itself", table->number,
                    table->triangles[from]);
    }
    for (uint32_t to = 0; to < table->tile->node_count; to++) {
        if (to == from || table->triangles[to] == ASWM_NONE) continue;
        check_step(table, from, to);
        if (from < to) check_symmetry(table, from, to);
    }
}

/* Tells whether check_row() would find nothing. */
static bool is_sound_row(const Table *table, uint32_t from) {
    const Steps *steps = table->steps;
    uint32_t nodes = table->tile->node_count, island = steps->islands[from], sides[3];
    const uint8_t *row = table->tile->nodes + from * nodes, *column = table->tile->nodes + from;
    for (unsigned side = 0; side < 3; side++) {
        sides[side] = aswm_neighbor(table->mesh, table->triangles[from], side);
    }
    if (row[from] != ASWM_NO_NODE) return false;
    for (uint32_t to = 0; to < nodes; to++) {
        uint8_t cell = row[to], back = column[to * nodes];
        if (steps->islands[to] != island || to == from) {
            if (cell != ASWM_NO_NODE || back != ASWM_NO_NODE) return false;
            continue;
        }
        uint32_t next = steps->cell_triangles[cell];
        bool leads = next == sides[0] || next == sides[1] || next == sides[2];
        if (!leads || next == ASWM_NONE || cell == ASWM_NO_NODE || back == ASWM_NO_NODE ||
            (cell ^ back) & ASWM_SIGHT) {
            return false;
        }
    }
    return true;
}

/* ---- Whole routes ---------------------------------------------------------------------------- */

static double step_length(const Table *table, uint32_t from, uint32_t to) {
    return aswm_center_distance(table->mesh, table->triangles[from], table->triangles[to]);
}

/* Returns the node of a triangle in the table's tile, or NODES_MAX. */
static uint16_t node_of(const Table *table, uint32_t triangle) {
    const AswmTile *tile = table->tile;
    bool is_own =
        triangle >= tile->first_triangle && triangle - tile->first_triangle < tile->triangle_count;
    uint32_t node = is_own ? aswm_node(table->mesh, triangle) : ASWM_NONE;
    return node < tile->node_count ? (uint16_t)node : NODES_MAX;
}

static void list_pairs(const Table *table, Steps *steps) {
    steps->pair_count = 0;
    for (uint16_t node = 0; node < table->tile->node_count; node++) {
        for (unsigned side = 0; side < 3; side++) {
            uint16_t to = steps->neighbors[node][side];
            if (to == NODES_MAX) continue;
            const uint16_t *back = steps->neighbors[to];
            if (to < node && (back[0] == node || back[1] == node || back[2] == node)) continue;
            uint32_t pair = steps->pair_count++;
            steps->pairs[pair].one = node;
            steps->pairs[pair].other = to;
            steps->pairs[pair].length = (float)(steps->lengths[node][side] * (1 - 1e-6));
        }
    }
}

static void find_steps(const Table *table, Steps *steps) {
    const Aswm *mesh = table->mesh;
    for (unsigned cell = 0; cell < 256; cell++) {
        steps->cell_triangles[cell] = aswm_cell_triangle(mesh, table->tile, (uint8_t)cell);
        steps->cell_nodes[cell] = node_of(table, steps->cell_triangles[cell]);
    }
    for (uint32_t node = 0; node < table->tile->node_count; node++) {
        steps->islands[node] = aswm_island_of(mesh, table->triangles[node]);
        for (unsigned side = 0; side < 4; side++) {
            unsigned own = side < 3 ? side : 2;
            uint16_t to = node_of(table, aswm_neighbor(mesh, table->triangles[node], own));
            steps->neighbors[node][side] = to;
            if (to < NODES_MAX) steps->lengths[node][side] = step_length(table, node, to);
        }
    }
    list_pairs(table, steps);
}

/* Returns the length of a step. Over which side it leads, no processor foresees: no branch asks. */
static double length_of(const Table *table, uint32_t from, uint32_t to) {
    const uint16_t *neighbors = table->steps->neighbors[from];
    unsigned side = (neighbors[1] == to) + 2u * (neighbors[2] == to);
    return neighbors[side] == to ? table->steps->lengths[from][side] : step_length(table, from, to);
}

/* What is known of the way from a node. */
enum { UNKNOWN, ON_THE_WAY, MEASURED };

/* Measures the way from each node to a goal; NO_WAY: there is none, as from NODES_MAX. Returns
** false if a way runs in a circle. */
static bool measure(const Table *table, uint32_t goal, double lengths[NODES_MAX + 1]) {
    uint32_t nodes = table->tile->node_count;
    uint8_t way[NODES_MAX], states[NODES_MAX + 1] = {UNKNOWN};
    bool arrives = true;
    lengths[goal] = 0;
    lengths[NODES_MAX] = NO_WAY;
    states[goal] = states[NODES_MAX] = MEASURED;
    for (uint32_t start = 0; start < nodes; start++) {
        uint32_t at = start, count = 0;
        for (; states[at] == UNKNOWN; at = table->steps->cell_nodes[cell_at(table, at, goal)]) {
            states[at] = ON_THE_WAY;
            way[count++] = (uint8_t)at;
        }
        bool circles = states[at] == ON_THE_WAY;
        if (circles) {
            arrives = false;
            finding_add(table->findings, SEVERITY_ERROR, "path_loop",
                        cell_offset(table, start, goal),
                        "tile %" PRIu64 ": the way from triangle %u to %u runs in a circle",
                        table->number, table->triangles[start], table->triangles[goal]);
        }
        double length = circles ? NO_WAY : lengths[at];
        while (count--) {
            uint32_t node = way[count];
            if (length >= 0) length += length_of(table, node, at);
            lengths[node] = length;
            states[node] = MEASURED;
            at = node;
        }
    }
    return arrives;
}

/* Tells whether all ways are the shortest: whether the ways of two neighbours never differ by more
** than the step between these. */
static bool are_shortest(const Steps *steps, const double lengths[NODES_MAX]) {
    for (uint32_t pair = 0; pair < steps->pair_count; pair++) {
        double one = lengths[steps->pairs[pair].one];
        double other = lengths[steps->pairs[pair].other];
        bool far = fabs(one - other) > (double)steps->pairs[pair].length + SLACK / 2;
        if (far && one >= 0 && other >= 0) return false;
    }
    return true;
}

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
    double lengths[NODES_MAX + 1];
    Steps steps;
    if (tile->nodes_rise) {
        find_steps(&table, &steps);
        table.steps = &steps;
    }
    for (uint32_t from = 0; from < tile->node_count; from++) {
        if (!table.steps || !is_sound_row(&table, from)) check_row(&table, from);
    }
    if (!table.steps) return; /* the routes of nodes that don't exist mean nothing */
    for (uint32_t goal = 0; goal < tile->node_count; goal++) {
        bool arrives = measure(&table, goal, lengths);
        if (arrives && !are_shortest(&steps, lengths)) check_shortest(&table, goal, lengths);
    }
}
