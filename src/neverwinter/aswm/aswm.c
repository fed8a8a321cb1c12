/* ASWM decoder: inflates and opens a walkmesh. aswm.h describes the format. */
#include "neverwinter/aswm/aswm.h"
#include "codec/unpack.h"

enum {
    COMPRESSED_HEADER_BYTES = 12,
    ISLAND_BYTES_MIN = ASWM_ISLAND_BYTES + 3 * 4,
    OLD_FLAGS = 4, /* offsets in a triangle of version 0x69 */
    OLD_VERTICES = 8,
    OLD_CENTER = 56,
    OLD_NORMAL = 68,
    OLD_ISLAND = 86,
    NEW_RESERVED_BYTES = 4, /* before each triangle of version 0x6A */
};

#define LARGEST_INFLATED ((uint64_t)1 << 30)

static const AswmLayout layouts[] = {
    {0x69, "0x69", ASWM_EDGE_BYTES + ASWM_EDGE_RESERVED_BYTES, 88, 10, 0},
    {0x6A, "0x6A", ASWM_EDGE_BYTES, 68, 10, 0},
    {0x6B, "0x6B", ASWM_EDGE_BYTES, 64, 10, 1},
    {0x6C, "0x6C", ASWM_EDGE_BYTES, 64, 13, 4},
};

/* ---- Recognising ----------------------------------------------------------------------------- */

bool aswm_detect(const uint8_t *head, uint64_t head_size) {
    if (head_size > COMPRESSED_HEADER_BYTES && memcmp(head, "COMP", 4) == 0) {
        return head[COMPRESSED_HEADER_BYTES] == 0x78; /* zlib */
    }
    if (head_size < ASWM_HEADER_BYTES || head[ASWM_HEADER_OWNS] != 1) return false;
    uint32_t version = load_u32(head);
    return version >= layouts[0].version && version <= layouts[LENGTH(layouts) - 1].version;
}

/* ---- Inflating ------------------------------------------------------------------------------- */

static bool inflate_all(Aswm *mesh, Arena *arena, const uint8_t *in, uint32_t in_size,
                        uint64_t declared, uint64_t offset, Error *error) {
    Inflated inflated;
    UnpackResult result = unpack_zlib(arena, in, in_size, declared, &inflated);
    if (result != UNPACK_OK) {
        return unpack_fail(result, &inflated, arena, offset, "the walkmesh", declared, error);
    }
    mesh->unread_bytes = in_size - inflated.used;
    mesh->origin = mesh->data = inflated.bytes;
    mesh->size = declared;
    return true;
}

static bool unpack(Aswm *mesh, Arena *arena, const uint8_t *file, uint64_t offset, Error *error) {
    if (mesh->packet_size < 4 || memcmp(mesh->packet, "COMP", 4) != 0) {
        mesh->origin = file;
        mesh->data = mesh->packet;
        mesh->size = mesh->packet_size;
        return true;
    }
    Reader reader = {
        .bytes = file, .size = offset + mesh->packet_size, .at = offset + 4, .error = error};
    uint32_t compressed = 0, declared = 0;
    const uint8_t *in = NULL;
    if (!read_u32(&reader, "the compressed size", &compressed) ||
        !read_u32(&reader, "the inflated size", &declared) ||
        !read_bytes(&reader, "the compressed walkmesh", compressed, &in)) {
        return false;
    }
    if (declared > LARGEST_INFLATED) {
        return fail_at(error, ERROR_TOO_BIG, offset + 8,
                       "the walkmesh has %u bytes; at most %" PRIu64 " are read", declared,
                       LARGEST_INFLATED);
    }
    if (declared > (uint64_t)compressed * ZLIB_RATIO_MAX) {
        return fail_at(error, ERROR_CORRUPT, offset + 8, "%u compressed bytes can't inflate to %u",
                       compressed, declared);
    }
    mesh->compressed = true;
    mesh->compressed_bytes = compressed;
    mesh->padding_bytes = reader_left(&reader);
    return inflate_all(mesh, arena, in, compressed, declared, offset + COMPRESSED_HEADER_BYTES,
                       error);
}

/* ---- Vertices, edges, triangles -------------------------------------------------------------- */

/* Converts triangles of version 0x69 to the layout of the newer versions. */
static bool renew_triangles(Aswm *mesh, Arena *arena, Error *error) {
    mesh->triangles = mesh->stored_triangles;
    mesh->triangle_stride = mesh->layout->triangle_bytes;
    if (mesh->layout->version == 0x6A) mesh->triangles += NEW_RESERVED_BYTES;
    if (mesh->layout->version > 0x69) return true;
    uint8_t *renewed = arena_alloc(arena, mesh->triangle_count, ASWM_TRIANGLE_BYTES);
    if (!renewed) return fail_memory(error, arena);
    for (uint64_t i = 0; i < mesh->triangle_count; i++) {
        const uint8_t *old = mesh->stored_triangles + i * mesh->layout->triangle_bytes;
        uint8_t *triangle = renewed + i * ASWM_TRIANGLE_BYTES;
        memcpy(triangle, old + OLD_VERTICES, ASWM_TRIANGLE_CENTER);
        memcpy(triangle + ASWM_TRIANGLE_CENTER, old + OLD_CENTER, 8);
        memcpy(triangle + ASWM_TRIANGLE_NORMAL, old + OLD_NORMAL, 16);
        memcpy(triangle + ASWM_TRIANGLE_ISLAND, old + OLD_ISLAND, 2);
        memcpy(triangle + ASWM_TRIANGLE_FLAGS, old + OLD_FLAGS, 2);
    }
    mesh->triangles = renewed;
    mesh->triangle_stride = ASWM_TRIANGLE_BYTES;
    return true;
}

uint64_t aswm_field_offset(const Aswm *mesh, uint64_t triangle, uint32_t field) {
    uint64_t start = aswm_stored_offset(mesh, triangle);
    if (mesh->layout->version == 0x6A) return start + NEW_RESERVED_BYTES + field;
    if (mesh->layout->version > 0x6A) return start + field;
    if (field >= ASWM_TRIANGLE_FLAGS) return start + OLD_FLAGS;
    if (field >= ASWM_TRIANGLE_ISLAND) return start + OLD_ISLAND;
    if (field >= ASWM_TRIANGLE_NORMAL) return start + OLD_NORMAL + field - ASWM_TRIANGLE_NORMAL;
    if (field >= ASWM_TRIANGLE_CENTER) return start + OLD_CENTER + field - ASWM_TRIANGLE_CENTER;
    return start + OLD_VERTICES + field;
}

uint32_t aswm_triangle_reserved(const Aswm *mesh, uint64_t triangle, uint8_t *reserved) {
    static const struct { uint8_t at, bytes; } old_gaps[] = {{0, 4}, {44, 12}, {64, 4}, {84, 2}};
    const uint8_t *stored = mesh->stored_triangles + triangle * mesh->layout->triangle_bytes;
    uint32_t size = 0;
    if (mesh->layout->version > 0x6A) return 0;
    if (mesh->layout->version == 0x6A) {
        memcpy(reserved, stored, NEW_RESERVED_BYTES);
        return NEW_RESERVED_BYTES;
    }
    for (size_t i = 0; i < LENGTH(old_gaps); size += old_gaps[i++].bytes) {
        memcpy(reserved + size, stored + old_gaps[i].at, old_gaps[i].bytes);
    }
    return size;
}

uint32_t aswm_triangle_flags(const Aswm *mesh, uint64_t triangle) {
    if (mesh->layout->version == 0x69) {
        return load_u32(mesh->stored_triangles + triangle * mesh->layout->triangle_bytes +
                        OLD_FLAGS);
    }
    return load_u16(aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_FLAGS);
}

static bool read_mesh(Aswm *mesh, Reader *reader) {
    uint64_t start = reader->at;
    uint32_t version = 0;
    const uint8_t *header = NULL;
    if (!read_u32(reader, "the version of the walkmesh", &version)) return false;
    const AswmLayout *layout = NULL;
    for (size_t i = 0; i < LENGTH(layouts); i++) {
        if (layouts[i].version == version) layout = &layouts[i];
    }
    if (!layout) {
        reader_fail(reader, start, "walkmesh version 0x%x, expected 0x69 to 0x6C", version);
        reader->error->kind = ERROR_UNSUPPORTED;
        return false;
    }
    reader->at = start;
    if (!read_bytes(reader, "the walkmesh's header", ASWM_HEADER_BYTES, &header)) return false;
    if (!header[ASWM_HEADER_OWNS]) {
        reader_fail(reader, start + ASWM_HEADER_OWNS, "the walkmesh owns no data");
        reader->error->kind = ERROR_UNSUPPORTED;
        return false;
    }
    mesh->header = header;
    mesh->header_count = 1;
    mesh->layout = layout;
    mesh->edge_stride = layout->edge_bytes;
    mesh->vertex_count = load_u32(header + ASWM_HEADER_VERTEX_COUNT);
    mesh->edge_count = load_u32(header + ASWM_HEADER_EDGE_COUNT);
    mesh->triangle_count = load_u32(header + ASWM_HEADER_TRIANGLE_COUNT);
    return read_records(reader, "vertices", mesh->vertex_count, ASWM_VERTEX_BYTES,
                        &mesh->vertices) &&
           read_records(reader, "edges", mesh->edge_count, layout->edge_bytes, &mesh->edges) &&
           read_records(reader, "triangles", mesh->triangle_count, layout->triangle_bytes,
                        &mesh->stored_triangles);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static bool read_tiles_header(Aswm *mesh, Arena *arena, Reader *reader) {
    mesh->tiles_header = reader->bytes + reader->at;
    if (!read_u32(reader, "the word of the tiles' flags", &mesh->tiles_flags) ||
        !read_f32(reader, "the side of a tile", &mesh->tile_size) ||
        !read_u32(reader, "the height of the grid", &mesh->grid_height) ||
        !read_u32(reader, "the width of the grid", &mesh->grid_width)) {
        return false;
    }
    mesh->baked = mesh->tiles_flags & ASWM_BAKED;
    mesh->tile_count = mesh->grid_count = (uint64_t)mesh->grid_height * mesh->grid_width;
    uint64_t least = ASWM_TILE_BYTES + mesh->layout->table_header_bytes + 4;
    if (mesh->tile_count > reader_left(reader) / least) {
        return reader_fail(reader, reader->at - 8,
                           "%u x %u tiles need at least %" PRIu64 " bytes each, %" PRIu64 " left",
                           mesh->grid_width, mesh->grid_height, least, reader_left(reader));
    }
    mesh->tiles = arena_zeroed(arena, mesh->tile_count, sizeof *mesh->tiles);
    return mesh->tiles || fail_memory(reader->error, arena);
}

static bool read_owned(const Aswm *mesh, const uint8_t *header, bool own_triangles,
                       Reader *reader) {
    const AswmLayout *layout = mesh->layout;
    const uint8_t *skipped;
    uint64_t vertices = load_u32(header + ASWM_TILE_VERTEX_COUNT);
    uint64_t edges = load_u32(header + ASWM_TILE_EDGE_COUNT);
    uint64_t triangles = own_triangles ? load_u32(header + ASWM_TILE_TRIANGLE_COUNT) : 0;
    return read_bytes(reader, "what a tile owns",
                      vertices * ASWM_VERTEX_BYTES + edges * layout->edge_bytes +
                          triangles * layout->triangle_bytes,
                      &skipped);
}

static bool read_path_header(const Aswm *mesh, AswmTile *tile, Reader *reader) {
    uint32_t locals = 0;
    uint8_t short_locals = 0, nodes = 0;
    bool is_short = mesh->layout->version < 0x6C;
    if (!read_u32(reader, "the compression of a path table", &tile->compression) ||
        (is_short ? !read_u8(reader, "the length of local_to_node", &short_locals)
                  : !read_u32(reader, "the length of local_to_node", &locals)) ||
        !read_u8(reader, "the number of nodes", &nodes) ||
        !read_u32(reader, "the size of the run-length table", &tile->run_length_bytes)) {
        return false;
    }
    tile->local_count = is_short ? short_locals : locals;
    tile->node_count = nodes;
    return true;
}

/* Reads the path table that follows a tile's header, and the tile's flags behind the table. */
static bool read_path_table(const Aswm *mesh, AswmTile *tile, Reader *reader) {
    if (!read_path_header(mesh, tile, reader)) return false;
    tile->local_to_node = tile->node_to_local = tile->nodes = reader->bytes + reader->at;
    tile->flags = mesh->tiles_flags;
    if (tile->compression & ASWM_COMPRESSED) {
        tile->local_count = tile->node_count = 0;
        /* a wrong guess about the data that tiles own can make a table look compressed */
        if (tile->compression <= ASWM_COMPRESSED && !mesh->owning_tile_count) return true;
        reader_fail(reader, reader->at, "a path table with compression %u, which isn't documented",
                    tile->compression);
        reader->error->kind = ERROR_UNSUPPORTED;
        return false;
    }
    uint64_t nodes = tile->node_count;
    return read_bytes(reader, "local_to_node", tile->local_count, &tile->local_to_node) &&
           read_records(reader, "entries of node_to_local", nodes, mesh->layout->local_bytes,
                        &tile->node_to_local) &&
           read_records(reader, "rows of a path table", nodes, nodes, &tile->nodes) &&
           read_u32(reader, "the word of a tile's flags", &tile->flags);
}

/* Ends the reading of tiles at a path table whose compression isn't documented, since nothing
** behind it can be found. */
static bool stop_reading(Aswm *mesh, uint64_t tile, Reader *reader, Arena *arena) {
    Error error = {0};
    Reader place = *reader;
    place.error = &error;
    char *text = arena_alloc(arena, sizeof error.message, 1);
    if (!text) return fail_memory(reader->error, arena);
    mesh->tile_count = tile + 1;
    mesh->obstacle_offset = reader->at - mesh->layout->table_header_bytes;
    reader_fail(&place, mesh->obstacle_offset,
                "the path table of tile %" PRIu64
                " has compression %u, which isn't documented; the tiles behind it and the islands "
                "can't be found",
                tile, mesh->tiles[tile].compression);
    memcpy(text, error.message, sizeof error.message);
    mesh->obstacle = text;
    reader->at = reader->size;
    return true;
}

bool aswm_has_ways(const Aswm *mesh, Error *error) {
    return !mesh->obstacle || fail(error, ERROR_UNSUPPORTED, "%s", mesh->obstacle);
}

static uint32_t at_most(uint64_t value, uint64_t limit) {
    return (uint32_t)(value < limit ? value : limit);
}

static bool read_tiles(Aswm *mesh, Arena *arena, bool own_triangles, Reader *reader) {
    uint64_t triangles = 0, nodes = 0;
    mesh->owning_tile_count = 0;
    for (uint64_t i = 0; i < mesh->tile_count; i++) {
        AswmTile *tile = &mesh->tiles[i];
        if (!read_bytes(reader, "a tile's header", ASWM_TILE_BYTES, &tile->header)) return false;
        if (tile->header[ASWM_TILE_OWNS]) {
            mesh->owning_tile_count++;
            if (!read_owned(mesh, tile->header, own_triangles, reader)) return false;
        }
        if (!read_path_table(mesh, tile, reader)) return false;
        tile->is_read = true;
        tile->has_table = !(tile->compression & ASWM_COMPRESSED);
        uint64_t end = triangles + load_u32(tile->header + ASWM_TILE_TRIANGLE_COUNT);
        tile->first_triangle = at_most(triangles, mesh->triangle_count);
        tile->triangle_count = at_most(end, mesh->triangle_count) - tile->first_triangle;
        tile->first_node = (uint32_t)nodes;
        triangles = end;
        nodes += tile->node_count;
        if (!tile->has_table && !stop_reading(mesh, i, reader, arena)) return false;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(reader->error);
    }
    mesh->claimed_triangle_count = triangles;
    mesh->node_count = nodes;
    return true;
}

/* ---- Islands --------------------------------------------------------------------------------- */

static bool read_island(AswmIsland *island, Reader *reader) {
    return read_bytes(reader, "an island's header", ASWM_ISLAND_BYTES, &island->header) &&
           read_u32(reader, "the number of linked islands", &island->link_count) &&
           read_records(reader, "linked islands", island->link_count, 4, &island->links) &&
           read_u32(reader, "the number of distances", &island->distance_count) &&
           read_records(reader, "distances", island->distance_count, 4, &island->distances) &&
           read_u32(reader, "the number of exits", &island->exit_count) &&
           read_records(reader, "exits", island->exit_count, 4, &island->exits);
}

static bool read_islands(Aswm *mesh, Arena *arena, Reader *reader) {
    uint32_t count = 0;
    mesh->islands_header = reader->bytes + reader->at;
    if (!read_u32(reader, "the width of the border", &mesh->border_size) ||
        !read_u32(reader, "the number of islands", &count)) {
        return false;
    }
    uint64_t each = ISLAND_BYTES_MIN + (uint64_t)count * ASWM_ISLAND_PATH_BYTES;
    if (count > reader_left(reader) / each) {
        return reader_fail(reader, reader->at - 4,
                           "%u islands need at least %" PRIu64 " bytes each, %" PRIu64 " left",
                           count, each, reader_left(reader));
    }
    AswmIsland *islands = arena_alloc(arena, count, sizeof *islands);
    mesh->islands = islands;
    if (!islands) return fail_memory(reader->error, arena);
    if (!children_begin(&mesh->island_links, arena, count, reader->error)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const AswmIsland *island = &islands[i];
        if (!read_island(&islands[i], reader)) return false;
        uint32_t most = island->link_count; /* tables show as many links as the longest list has */
        if (island->distance_count > most) most = island->distance_count;
        if (island->exit_count > most) most = island->exit_count;
        if (!children_add(&mesh->island_links, i, most, reader->error)) return false;
    }
    children_end(&mesh->island_links);
    mesh->island_count = count;
    mesh->island_path_count = (uint64_t)count * count;
    return read_records(reader, "island paths", mesh->island_path_count, ASWM_ISLAND_PATH_BYTES,
                        &mesh->island_paths);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Reads everything behind the header of the tiles, after what an earlier attempt has made is
** released. */
static bool read_rest(Aswm *mesh, Arena *arena, bool own_triangles, Reader *reader) {
    arena_release(arena, (void *)(uintptr_t)mesh->islands);
    children_discard(&mesh->island_links, arena);
    mesh->islands = NULL;
    mesh->island_count = mesh->island_path_count = 0;
    mesh->tiles_own_triangles = own_triangles;
    return read_tiles(mesh, arena, own_triangles, reader) &&
           (mesh->obstacle || read_islands(mesh, arena, reader));
}

/* Tiles that own data can be laid out in two ways; the one that ends exactly at the end of the
** walkmesh is taken. */
static bool read_rest_either_way(Aswm *mesh, Arena *arena, Reader *reader) {
    for (int own_triangles = 0; own_triangles < 2; own_triangles++) {
        Error error = {0};
        Reader attempt = *reader;
        attempt.error = &error;
        bool done = read_rest(mesh, arena, own_triangles, &attempt);
        bool is_fault = error.kind == ERROR_CORRUPT || error.kind == ERROR_UNSUPPORTED;
        if (!mesh->owning_tile_count || (done && !reader_left(&attempt)) || (!done && !is_fault)) {
            reader->at = attempt.at;
            *reader->error = error;
            return done;
        }
    }
    return reader_fail(reader, reader->at,
                       "tiles own data, and neither with triangles nor without them does it end at "
                       "the end of the walkmesh");
}

/* Records which triangles, and which cells of a path table, belong to each tile. */
static bool list_children(Aswm *mesh, Arena *arena, Error *error) {
    if (!children_begin(&mesh->tile_triangles, arena, mesh->tile_count, error) ||
        !children_begin(&mesh->tile_paths, arena, mesh->tile_count, error)) {
        return false;
    }
    for (uint64_t i = 0; i < mesh->tile_count; i++) {
        const AswmTile *tile = &mesh->tiles[i];
        uint64_t cells = (uint64_t)tile->node_count * tile->node_count;
        if (!children_add(&mesh->tile_triangles, i, tile->triangle_count, error) ||
            !children_add(&mesh->tile_paths, i, cells, error)) {
            return false;
        }
    }
    children_end(&mesh->tile_triangles);
    children_end(&mesh->tile_paths);
    return children_list_parents(&mesh->tile_triangles, arena, error);
}

/* Sets own[n] to the triangle of each node n of a tile; before, all are ASWM_NONE. */
static void assign_nodes(const Aswm *mesh, AswmTile *tile, uint32_t *own) {
    uint32_t count = tile->triangle_count, local_bytes = mesh->layout->local_bytes;
    for (uint32_t n = 0; n < tile->node_count && local_bytes; n++) {
        uint32_t local =
            local_bytes == 4 ? load_u32(tile->node_to_local + 4 * n) : tile->node_to_local[n];
        if (local < count) own[n] = tile->first_triangle + local;
    }
    for (uint32_t l = 0; l < count && l < tile->local_count && !local_bytes; l++) {
        uint8_t node = tile->local_to_node[l];
        if (node < tile->node_count && own[node] == ASWM_NONE) own[node] = tile->first_triangle + l;
    }
    tile->nodes_rise = true;
    for (uint32_t n = 0; n < tile->node_count; n++) {
        tile->nodes_rise &= own[n] != ASWM_NONE && (!n || own[n - 1] < own[n]);
    }
}

static bool assign_all_nodes(Aswm *mesh, Arena *arena, Error *error) {
    AswmTile *tiles = mesh->tiles;
    uint32_t *node_triangles = arena_alloc(arena, mesh->node_count, sizeof *node_triangles);
    if (!node_triangles) return fail_memory(error, arena);
    memset(node_triangles, 0xFF, (size_t)(mesh->node_count * sizeof *node_triangles));
    for (uint64_t t = 0; t < mesh->tile_count; t++) {
        assign_nodes(mesh, &tiles[t], node_triangles + tiles[t].first_node);
    }
    mesh->node_triangles = node_triangles;
    return true;
}

bool aswm_open(Aswm *mesh, Arena *arena, const uint8_t *file, uint64_t offset, uint64_t size,
               Error *error) {
    mesh->packet = file + offset;
    mesh->packet_size = size;
    if (!unpack(mesh, arena, file, offset, error)) return false;
    uint64_t start = aswm_offset(mesh, mesh->data);
    Reader reader = {.bytes = mesh->origin,
                     .size = start + mesh->size,
                     .at = start,
                     .error = error,
                     .place = mesh->compressed ? " of the inflated walkmesh" : NULL};
    if (!read_mesh(mesh, &reader) || !renew_triangles(mesh, arena, error) ||
        !read_tiles_header(mesh, arena, &reader) || !read_rest_either_way(mesh, arena, &reader)) {
        return false;
    }
    mesh->trailing_bytes = reader_left(&reader);
    return list_children(mesh, arena, error) && assign_all_nodes(mesh, arena, error);
}

/* ---- Geometry -------------------------------------------------------------------------------- */

bool aswm_corners(const Aswm *mesh, uint64_t triangle, Vector corners[3]) {
    const uint8_t *record = aswm_triangle(mesh, triangle);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t vertex = load_u32(record + 4 * i);
        if (vertex >= mesh->vertex_count) return false;
        corners[i] = load_vector(aswm_vertex(mesh, vertex));
    }
    return true;
}

Vector aswm_center(const Aswm *mesh, uint64_t triangle) {
    Vector corners[3], center = aswm_flat_center(mesh, triangle);
    bool exists = aswm_corners(mesh, triangle, corners);
    center.z = exists ? (corners[0].z + corners[1].z + corners[2].z) / 3 : (double)NAN;
    return center;
}

double aswm_center_distance(const Aswm *mesh, uint64_t from, uint64_t to) {
    return vector_length(vector_minus(aswm_flat_center(mesh, to), aswm_flat_center(mesh, from)));
}
