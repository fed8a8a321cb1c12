/* See fixtures_aswm.h. */
#include "fixtures_aswm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WALKABLE = 1, CLOCKWISE = 4, GRASS = 0x10, STONE = 0x20, WOOD = 0x40, WATER = 0x1000 };

static void require(bool fits, const char *what) {
    if (fits) return;
    fprintf(stderr, "fixtures: too many %s\n", what);
    exit(1);
}

static double single(double value) {
    return (double)(float)value;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static uint32_t flags_of(char square, bool baked) {
    uint32_t flags = square == '.'   ? WALKABLE | STONE
                     : square == 'w' ? WALKABLE | WOOD
                     : square == 'g' ? WALKABLE | GRASS
                     : square == '~' ? WALKABLE | WATER
                                     : 0;
    return flags | (baked ? CLOCKWISE : 0);
}

static uint32_t vertex_at(Walkmesh *mesh, uint32_t column, uint32_t row) {
    double step = mesh->side / mesh->squares, x = single(column * step), y = single(row * step);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const double *at = mesh->vertices[i];
        if (fabs(at[0] - x) < 1e-3 && fabs(at[1] - y) < 1e-3) return i;
    }
    require(mesh->vertex_count < VERTICES_MAX, "vertices");
    double *at = mesh->vertices[mesh->vertex_count];
    at[0] = x;
    at[1] = y;
    at[2] = single(x / 10 + y / 20);
    return mesh->vertex_count++;
}

/* The edge between two vertices, which triangle `triangle` has, too. */
static uint32_t edge_between(Walkmesh *mesh, uint32_t a, uint32_t b, uint32_t triangle) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        if (mesh->edges[i][0] != low || mesh->edges[i][1] != high) continue;
        mesh->edges[i][3] = triangle;
        return i;
    }
    require(mesh->edge_count < EDGES_MAX, "edges");
    uint32_t edge[4] = {low, high, triangle, NONE};
    memcpy(mesh->edges[mesh->edge_count], edge, sizeof edge);
    return mesh->edge_count++;
}

static void add_triangle(Walkmesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t flags) {
    require(mesh->triangle_count < TRIANGLES_MAX, "triangles");
    uint32_t number = mesh->triangle_count++;
    Triangle *triangle = &mesh->triangles[number];
    *triangle = (Triangle){.vertices = {a, b, c}, .flags = flags};
    for (int axis = 0; axis < 2; axis++) {
        triangle->center[axis] = single(
            (mesh->vertices[a][axis] + mesh->vertices[b][axis] + mesh->vertices[c][axis]) / 3);
    }
    triangle->edges[0] = edge_between(mesh, a, b, number);
    triangle->edges[1] = edge_between(mesh, b, c, number);
    triangle->edges[2] = edge_between(mesh, c, a, number);
}

/* Baked triangles run clockwise seen from above, others counter-clockwise. */
static void add_square(Walkmesh *mesh, uint32_t column, uint32_t row, char square) {
    uint32_t sw = vertex_at(mesh, column, row), se = vertex_at(mesh, column + 1, row);
    uint32_t nw = vertex_at(mesh, column, row + 1), ne = vertex_at(mesh, column + 1, row + 1);
    uint32_t flags = flags_of(square, mesh->baked);
    add_triangle(mesh, sw, mesh->baked ? nw : ne, mesh->baked ? ne : nw, flags);
    add_triangle(mesh, sw, mesh->baked ? ne : se, mesh->baked ? se : ne, flags);
}

static void draw_tile(Walkmesh *mesh, const char *const *lines, uint32_t number) {
    uint32_t squares = mesh->squares, left = number % mesh->width * squares;
    uint32_t bottom = number / mesh->width * squares, top = mesh->height * squares - 1;
    mesh->tiles[number].first = mesh->triangle_count;
    for (uint32_t row = bottom; row < bottom + squares; row++) {
        for (uint32_t column = left; column < left + squares; column++) {
            char square = lines[top - row][column];
            if (square != ' ') add_square(mesh, column, row, square);
        }
    }
    mesh->tiles[number].count = mesh->triangle_count - mesh->tiles[number].first;
}

static void find_neighbors(Walkmesh *mesh) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        Triangle *triangle = &mesh->triangles[i];
        for (int side = 0; side < 3; side++) {
            const uint32_t *edge = mesh->edges[triangle->edges[side]];
            triangle->neighbors[side] = edge[2] == i ? edge[3] : edge[2];
        }
        triangle->island = triangle->flags & WALKABLE && !mesh->baked ? 0 : 0xFFFF;
    }
}

/* ---- Baking ---------------------------------------------------------------------------------- */

static double distance(const double a[2], const double b[2]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/* Shortest ways between all: `lengths` holds those of single steps, HUGE_VAL where there is no
** step. */
static void find_ways(uint32_t count, double lengths[][NODES_MAX], uint32_t next[][NODES_MAX]) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) next[i][j] = isinf(lengths[i][j]) ? NONE : j;
    }
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = 0; j < count; j++) {
                double length = lengths[i][k] + lengths[k][j];
                if (i == j || length >= lengths[i][j]) continue;
                lengths[i][j] = length;
                next[i][j] = next[i][k];
            }
        }
    }
}

static double lengths[NODES_MAX][NODES_MAX];
static uint32_t next_hop[NODES_MAX][NODES_MAX];

static void clear_lengths(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) lengths[i][j] = HUGE_VAL;
    }
}

/* Neighbours see each other; nobody else is said to. */
static void bake_tile(Walkmesh *mesh, Tile *tile) {
    for (uint32_t i = 0; i < tile->count; i++) {
        if (!(mesh->triangles[tile->first + i].flags & WALKABLE)) continue;
        require(tile->node_count < NODES_MAX, "nodes");
        tile->nodes[tile->node_count++] = i;
    }
    uint32_t count = tile->node_count;
    clear_lengths(count);
    for (uint32_t i = 0; i < count; i++) {
        const Triangle *from = &mesh->triangles[tile->first + tile->nodes[i]];
        for (uint32_t j = 0; j < count; j++) {
            uint32_t other = tile->first + tile->nodes[j];
            for (int side = 0; side < 3; side++) {
                if (from->neighbors[side] != other) continue;
                lengths[i][j] = distance(from->center, mesh->triangles[other].center);
            }
        }
    }
    find_ways(count, lengths, next_hop);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            uint32_t next = next_hop[i][j];
            tile->table[i][j] = (uint8_t)(next == NONE ? 255 : next == j ? next | 128 : next);
        }
    }
}

static void flood(Walkmesh *mesh, const Tile *tile, uint32_t start, uint32_t number) {
    uint32_t stack[TRIANGLES_MAX], depth = 0;
    mesh->triangles[start].island = number;
    stack[depth++] = start;
    while (depth) {
        const Triangle *at = &mesh->triangles[stack[--depth]];
        for (int side = 0; side < 3; side++) {
            uint32_t other = at->neighbors[side];
            if (other == NONE || other - tile->first >= tile->count) continue;
            Triangle *neighbor = &mesh->triangles[other];
            if (!(neighbor->flags & WALKABLE) || neighbor->island == number) continue;
            neighbor->island = number;
            stack[depth++] = other;
        }
    }
}

static void find_islands(Walkmesh *mesh) {
    for (uint32_t t = 0; t < mesh->width * mesh->height; t++) {
        const Tile *tile = &mesh->tiles[t];
        for (uint32_t i = tile->first; i < tile->first + tile->count; i++) {
            bool starts =
                mesh->triangles[i].flags & WALKABLE && mesh->triangles[i].island == 0xFFFF;
            if (!starts) continue;
            require(mesh->island_count < ISLANDS_MAX, "islands");
            flood(mesh, tile, i, mesh->island_count++);
        }
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (mesh->triangles[i].island == 0xFFFF) continue;
        Island *island = &mesh->islands[mesh->triangles[i].island];
        island->count++;
        for (int axis = 0; axis < 2; axis++) {
            island->center[axis] += mesh->triangles[i].center[axis];
        }
    }
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        Island *island = &mesh->islands[i];
        for (int axis = 0; axis < 2; axis++) {
            island->center[axis] = single(island->center[axis] / island->count);
        }
    }
}

static void link_islands(Walkmesh *mesh) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t number = mesh->triangles[i].island;
        for (int side = 0; side < 3 && number != 0xFFFF; side++) {
            uint32_t neighbor = mesh->triangles[i].neighbors[side];
            uint32_t other = neighbor == NONE ? 0xFFFF : mesh->triangles[neighbor].island;
            Island *island = &mesh->islands[number];
            bool known = other == number || other == 0xFFFF;
            for (uint32_t l = 0; l < island->link_count; l++) known |= island->links[l] == other;
            if (known) continue;
            require(island->link_count < LINKS_MAX, "links");
            island->links[island->link_count] = other;
            island->exits[island->link_count] = i;
            island->distances[island->link_count++] =
                single(distance(island->center, mesh->islands[other].center));
        }
    }
    clear_lengths(mesh->island_count);
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        const Island *island = &mesh->islands[i];
        for (uint32_t l = 0; l < island->link_count; l++) {
            lengths[i][island->links[l]] = island->distances[l];
        }
    }
    find_ways(mesh->island_count, lengths, next_hop);
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        for (uint32_t j = 0; j < mesh->island_count; j++) mesh->next_island[i][j] = next_hop[i][j];
    }
}

Walkmesh *draw_walkmesh(const char *const *lines, uint32_t width, uint32_t height,
                        uint32_t squares, double side, bool baked) {
    static Walkmesh mesh;
    memset(&mesh, 0, sizeof mesh);
    require(width * height <= TILES_MAX, "tiles");
    mesh.width = width;
    mesh.height = height;
    mesh.squares = squares;
    mesh.side = side;
    mesh.baked = baked;
    for (uint32_t tile = 0; tile < width * height; tile++) draw_tile(&mesh, lines, tile);
    find_neighbors(&mesh);
    if (!baked) return &mesh;
    for (uint32_t tile = 0; tile < width * height; tile++) bake_tile(&mesh, &mesh.tiles[tile]);
    find_islands(&mesh);
    link_islands(&mesh);
    return &mesh;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_edge(Bytes *bytes, const uint32_t edge[4], uint32_t version) {
    for (int i = 0; i < 4; i++) put_u32(bytes, edge[i]);
    if (version == 0x69) {
        for (uint32_t i = 0; i < 9; i++) put_u32(bytes, 900 + i);
    }
}

static void put_three(Bytes *bytes, const uint32_t values[3]) {
    for (int i = 0; i < 3; i++) put_u32(bytes, values[i]);
}

/* The plane through all vertices: z = x / 10 + y / 20. */
static void put_plane(Bytes *bytes) {
    double length = sqrt(0.1 * 0.1 + 0.05 * 0.05 + 1);
    put_f32(bytes, -0.1 / length);
    put_f32(bytes, -0.05 / length);
    put_f32(bytes, 1 / length);
    put_f32(bytes, 0);
}

static void put_triangle(Bytes *bytes, const Triangle *triangle, uint32_t version) {
    if (version <= 0x6A) put_u32(bytes, 0xA0A0A0A0);
    if (version == 0x69) put_u32(bytes, triangle->flags);
    put_three(bytes, triangle->vertices);
    put_three(bytes, triangle->edges);
    put_three(bytes, triangle->neighbors);
    if (version == 0x69) {
        for (uint32_t i = 0; i < 3; i++) put_u32(bytes, 0xB0B0B0B0 + i);
    }
    put_f32(bytes, triangle->center[0]);
    put_f32(bytes, triangle->center[1]);
    if (version == 0x69) put_u32(bytes, 0xC0C0C0C0);
    put_plane(bytes);
    if (version == 0x69) put_u16(bytes, 0xD0D0);
    put_u16(bytes, triangle->island);
    if (version != 0x69) put_u16(bytes, triangle->flags);
}

static void put_path_table(Bytes *bytes, const Walkmesh *mesh, const Tile *tile, uint32_t number,
                           uint32_t version, MeshParts *parts) {
    uint32_t locals = mesh->baked ? tile->count : 0, nodes = tile->node_count;
    parts->tables[number] = bytes->size;
    put_u32(bytes, 0);
    if (version == 0x6C) put_u32(bytes, locals);
    else put_u8(bytes, locals);
    put_u8(bytes, nodes);
    put_u32(bytes, 0);
    parts->local_to_node[number] = bytes->size;
    for (uint32_t i = 0; i < locals; i++) {
        uint32_t node = 0;
        while (node < nodes && tile->nodes[node] != i) node++;
        put_u8(bytes, node < nodes ? node : 255);
    }
    parts->node_to_local[number] = bytes->size;
    for (uint32_t i = 0; i < nodes; i++) {
        if (version == 0x6C) put_u32(bytes, tile->nodes[i]);
        else if (version == 0x6B) put_u8(bytes, tile->nodes[i]);
    }
    parts->nodes[number] = bytes->size;
    for (uint32_t i = 0; i < nodes * nodes; i++) {
        uint32_t cell = tile->table[i / nodes][i % nodes];
        if (version < 0x6B && cell != 255) cell = tile->nodes[cell & 127] | (cell & 128);
        put_u8(bytes, cell);
    }
}

/* How many different vertices (0) or edges (1) a tile's triangles have. */
static uint32_t count_parts(const Walkmesh *mesh, const Tile *tile, int edges) {
    static bool seen[VERTICES_MAX > EDGES_MAX ? VERTICES_MAX : EDGES_MAX];
    uint32_t count = 0;
    memset(seen, 0, sizeof seen);
    for (uint32_t i = tile->first; i < tile->first + tile->count; i++) {
        const Triangle *triangle = &mesh->triangles[i];
        for (int k = 0; k < 3; k++) {
            uint32_t part = edges ? triangle->edges[k] : triangle->vertices[k];
            count += !seen[part];
            seen[part] = true;
        }
    }
    return count;
}

static void put_tile(Bytes *bytes, const Walkmesh *mesh, uint32_t number, uint32_t version,
                     OwnData own, MeshParts *parts) {
    const Tile *tile = &mesh->tiles[number];
    bool owns = number == 0 && own != OWN_NOTHING;
    parts->tiles[number] = bytes->size;
    put_chars(bytes, "tile", 32);
    put_u8(bytes, owns);
    put_u32(bytes, owns ? 2 : count_parts(mesh, tile, 0));
    put_u32(bytes, owns ? 1 : count_parts(mesh, tile, 1));
    put_u32(bytes, tile->count);
    put_f32(bytes, mesh->baked ? 0 : 1.5);
    put_f32(bytes, mesh->baked ? 0 : -2.5);
    put_u32(bytes, tile->first);
    if (owns) {
        put_zeros(bytes, 2 * 12);
        put_edge(bytes, mesh->edges[0], version);
    }
    if (owns && own == OWN_TRIANGLES_TOO) {
        for (uint32_t i = 0; i < tile->count; i++) {
            put_triangle(bytes, &mesh->triangles[tile->first + i], version);
        }
    }
    put_path_table(bytes, mesh, tile, number, version, parts);
    parts->tile_flags[number] = bytes->size;
    put_u32(bytes, mesh->baked ? 31 : 15);
}

static void put_island(Bytes *bytes, const Walkmesh *mesh, uint32_t number) {
    const Island *island = &mesh->islands[number];
    put_u32(bytes, number);
    put_u32(bytes, 0x28A0488E);
    put_f32(bytes, island->center[0]);
    put_f32(bytes, island->center[1]);
    put_f32(bytes, 0);
    put_u32(bytes, island->count);
    put_u32(bytes, island->link_count);
    for (uint32_t l = 0; l < island->link_count; l++) put_u32(bytes, island->links[l]);
    put_u32(bytes, island->link_count);
    for (uint32_t l = 0; l < island->link_count; l++) put_f32(bytes, island->distances[l]);
    put_u32(bytes, island->link_count);
    for (uint32_t l = 0; l < island->link_count; l++) put_u32(bytes, island->exits[l]);
}

/* Where there is no way the game leaves garbage, here 1234 and 77. */
static void put_island_path(Bytes *bytes, const Walkmesh *mesh, uint32_t from, uint32_t to) {
    const Island *island = &mesh->islands[from];
    uint32_t next = mesh->next_island[from][to];
    double weight = 77;
    for (uint32_t l = 0; l < island->link_count; l++) {
        if (island->links[l] == next) weight = island->distances[l];
    }
    put_u16(bytes, next == NONE ? 0xFFFF : next);
    put_u16(bytes, next == NONE ? 1234 : 0);
    put_f32(bytes, weight);
}

void put_walkmesh(Bytes *bytes, const Walkmesh *mesh, uint32_t version, OwnData own,
                  MeshParts *parts) {
    parts->header = bytes->size;
    put_u32(bytes, version);
    put_chars(bytes, "drawn", 32);
    put_u8(bytes, 1);
    put_u32(bytes, mesh->vertex_count);
    put_u32(bytes, mesh->edge_count);
    put_u32(bytes, mesh->triangle_count);
    put_u32(bytes, 0);
    parts->vertices = bytes->size;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        for (int axis = 0; axis < 3; axis++) put_f32(bytes, mesh->vertices[i][axis]);
    }
    parts->edges = bytes->size;
    for (uint32_t i = 0; i < mesh->edge_count; i++) put_edge(bytes, mesh->edges[i], version);
    parts->triangles = bytes->size;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        put_triangle(bytes, &mesh->triangles[i], version);
    }
    parts->tiles_header = bytes->size;
    put_u32(bytes, mesh->baked ? 31 : 15);
    put_f32(bytes, mesh->side);
    put_u32(bytes, mesh->height);
    put_u32(bytes, mesh->width);
    for (uint32_t i = 0; i < mesh->width * mesh->height; i++) {
        put_tile(bytes, mesh, i, version, own, parts);
    }
    parts->islands_header = bytes->size;
    put_u32(bytes, mesh->border);
    put_u32(bytes, mesh->island_count);
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        parts->islands[i] = bytes->size;
        put_island(bytes, mesh, i);
    }
    parts->island_paths = bytes->size;
    for (uint32_t i = 0; i < mesh->island_count * mesh->island_count; i++) {
        put_island_path(bytes, mesh, i / mesh->island_count, i % mesh->island_count);
    }
}
