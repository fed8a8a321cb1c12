/* The regions of a look-up: which files describe them, how they are numbered, and which have been
** visited. */
#include "silkroad/jmx_world.h"

#define REGION_IDS 65536

/* Returns the sector of a game coordinate and the place in it. Rounding may give the end of a
** sector, which is the beginning of the next one. */
static double split(double game, int32_t first, double *local) {
    double units = JMX_REGION_UNITS / JMX_UNITS_PER_GAME;
    double away = floor(game / units);
    *local = (game - away * units) * JMX_UNITS_PER_GAME;
    if (*local >= JMX_REGION_UNITS) {
        *local = 0;
        away += 1;
    }
    return away + first;
}

bool jmx_place(double game_x, double game_y, JmxPlace *place) {
    double x = split(game_x, JMX_GAME_X, &place->x), z = split(game_y, JMX_GAME_Z, &place->z);
    if (!(x >= 0 && x <= UINT8_MAX && z >= 0 && z <= INT8_MAX)) return false;
    place->region_id = (uint32_t)jmx_region_at((JmxSector){(int32_t)x, (int32_t)z}, false);
    return true;
}

static void note_file(JmxWorld *world, uint32_t region_id, uint32_t file) {
    if (!world->file_of[region_id]) world->file_of[region_id] = file + 1;
}

/* Looks into the files whose names don't give a region. This is done when a region is wanted that
** no name gives. */
static bool look_into_files(JmxWorld *world, Error *error) {
    for (uint32_t file = 0; file < world->files->count; file++) {
        if (jmx_region_of_name(world->files->file(world->files, file).name) >= 0) continue;
        const Jmx *jmx = (const Jmx *)world->files->open(world->files, file, NULL, error);
        if (!jmx && error->kind != ERROR_NONE) return false;
        if (jmx && jmx->has_region) note_file(world, jmx->region_id, file);
        if (arena_interrupted(world->arena)) return fail_interrupted(error);
    }
    world->knows_all = true;
    return true;
}

Jmx *jmx_world_open(JmxWorld *world, uint32_t region_id, Error *error) {
    if (world->alone) return world->alone;
    if (region_id >= REGION_IDS) return NULL;
    if (!world->file_of[region_id] && !world->knows_all && !look_into_files(world, error)) {
        return NULL;
    }
    if (!world->file_of[region_id]) return NULL;
    Document *document =
        world->files->open(world->files, world->file_of[region_id] - 1, NULL, error);
    if (!document || !jmx_order_edges(document, error)) return NULL;
    return (Jmx *)document;
}

Jmx *jmx_world_enter(JmxWorld *world, uint32_t region_id, uint32_t *number, Error *error) {
    Jmx *jmx = jmx_world_open(world, region_id, error);
    if (!jmx) return NULL;
    if (!world->number_of[region_id]) {
        JmxRegion *region = list_add(world->arena, &world->regions.list, sizeof *region);
        if (!region) return null_after(fail_memory(error, world->arena));
        *region = (JmxRegion){.region_id = region_id,
                              .file = world->file_of[region_id] - 1,
                              .cells = (uint32_t)jmx->cells.count,
                              .borders = (uint32_t)jmx->global_edge_count,
                              .first_node = world->node_count};
        world->node_count += (uint64_t)region->cells + region->borders;
        world->number_of[region_id] = (uint32_t)world->regions.count;
    }
    *number = world->number_of[region_id] - 1;
    return jmx;
}

const JmxRegion *jmx_world_region_of_node(const JmxWorld *world, uint32_t node) {
    uint64_t next; /* behind the last region that begins at `node` or before it */
    BISECT(next, 1, world->regions.count, world->regions.items[next].first_node <= node);
    return &world->regions.items[next - 1];
}

bool jmx_world_open_beyond(JmxWorld *world, const uint8_t *edge, const Jmx **jmx, uint32_t *number,
                           uint32_t *cell, Error *error) {
    uint16_t neighbor = load_u16(edge + JMX_EDGE_REGION1);
    *cell = (uint32_t)jmx_edge_cell(edge, 1);
    *jmx = NULL;
    *number = UINT32_MAX;
    if (neighbor == JMX_NO_REGION) return true;
    *jmx = jmx_world_enter(world, neighbor, number, error);
    if (!*jmx) return error->kind == ERROR_NONE;
    if (*cell >= (*jmx)->cells.count) *jmx = NULL;
    return search_grow(&world->search, world->node_count, error);
}

/* Goes on from a border edge into the neighbour's cell. */
static bool enter_cell(JmxWorld *world, const JmxRegion *region, const uint8_t *record,
                       uint32_t node, Error *error) {
    JmxRegion edge_region = *region; /* copies: opening a neighbour moves and closes these */
    uint8_t edge[JMX_GLOBAL_EDGE_BYTES];
    JmxCrossing crossing = {.edge = edge, .from = node, .from_cell = UINT32_MAX};
    uint32_t number;
    memcpy(edge, record, sizeof edge);
    if (jmx_edge_cell(edge, 1) < 0) return true;
    if (!jmx_world_open_beyond(world, edge, &crossing.jmx, &number, &crossing.to_cell, error)) {
        return false;
    }
    if (!crossing.jmx) return true;
    crossing.edge_region = &edge_region;
    crossing.region = &world->regions.items[number];
    crossing.to = (uint32_t)(crossing.region->first_node + crossing.to_cell);
    crossing.edge_id = (uint32_t)(node - edge_region.first_node) - edge_region.cells;
    world->cross(world, &crossing);
    return true;
}

/* Goes on from a cell over one of its edges, to the next cell or onto a border edge. `side` is the
** side of the edge on which the cell lies. */
static void leave_cell(JmxWorld *world, JmxCrossing *crossing, uint32_t edge, unsigned side) {
    const JmxRegion *region = crossing->region;
    bool is_border = edge < crossing->jmx->global_edge_count;
    crossing->edge = jmx_edge(crossing->jmx, edge);
    crossing->edge_id = edge;
    int32_t next = jmx_edge_cell(crossing->edge, 1 - side);
    if (jmx_is_wall(crossing->edge) || (is_border && (side || world->alone))) return;
    if (!is_border && (next < 0 || (uint32_t)next >= region->cells)) return;
    crossing->to_cell = is_border ? UINT32_MAX : (uint32_t)next;
    crossing->to =
        (uint32_t)(region->first_node + (is_border ? region->cells + edge : crossing->to_cell));
    world->cross(world, crossing);
}

bool jmx_world_expand(Search *search, uint32_t node, Error *error) {
    JmxWorld *world = search->context;
    const JmxRegion *region = jmx_world_region_of_node(world, node);
    const Jmx *jmx = jmx_world_open(world, region->region_id, error);
    if (!jmx) return error->kind == ERROR_NONE;
    uint32_t cell = (uint32_t)(node - region->first_node);
    if (cell >= region->cells) {
        return enter_cell(world, region, jmx_edge(jmx, cell - region->cells), node, error);
    }
    const Children *sides[] = {&jmx->edges_by_cell0, &jmx->edges_by_cell1};
    JmxCrossing crossing = {
        .from = node, .from_cell = cell, .region = region, .edge_region = region, .jmx = jmx};
    for (unsigned side = 0; side < LENGTH(sides); side++) {
        ChildRange range = children_of_range(sides[side], cell, cell);
        for (uint64_t i = range.first; i < range.end; i++) {
            leave_cell(world, &crossing, (uint32_t)child_at(sides[side], i), side);
        }
    }
    return true;
}

/* Regions whose numbering has to be looked up, in the order in which they were found. Each is
** listed once. */
typedef struct Found {
    Arena *arena;
    LIST_OF(uint16_t) regions;
    uint8_t *seen;
} Found;

static bool find_region(Found *found, uint32_t region_id, Error *error) {
    uint8_t bit = (uint8_t)(1 << region_id % 8);
    if (found->seen[region_id / 8] & bit) return true;
    found->seen[region_id / 8] |= bit;
    const uint16_t place = (uint16_t)region_id;
    return list_push(found->arena, &found->regions.list, &place, sizeof place, error);
}

/* Finds out whether the region uses the old numbering (*old). If its own edges don't show it, the
** connected regions are looked up, the nearest first. */
static bool find_numbering(JmxWorld *world, uint32_t region_id, bool *old, Error *error) {
    Found found = {.arena = world->arena};
    found.seen = arena_zeroed(world->arena, REGION_IDS / 8, 1);
    if (!found.seen) return fail_memory(error, world->arena);
    bool done = find_region(&found, region_id, error);
    for (uint64_t i = 0; done && i < found.regions.count; i++) {
        const Jmx *jmx = jmx_world_open(world, found.regions.items[i], error);
        done = error->kind == ERROR_NONE;
        if (!jmx) continue;
        *old = jmx->has_old_numbering;
        if (jmx->numbering != JMX_ANY_NUMBERING) break;
        for (uint64_t edge = 0; done && edge < jmx->global_edge_count; edge++) {
            done = find_region(&found, load_u16(jmx_edge(jmx, edge) + JMX_EDGE_REGION1), error);
        }
    }
    arena_release(world->arena, found.regions.items);
    arena_release(world->arena, found.seen);
    return done;
}

static bool names(const Jmx *jmx, uint32_t region_id) {
    for (uint64_t i = 0; i < jmx->global_edge_count; i++) {
        if (load_u16(jmx_edge(jmx, i) + JMX_EDGE_REGION1) == region_id) return true;
    }
    return false;
}

/* Finds the numbering of a region without a file by those that would be its neighbours. */
static bool ask_neighbors(JmxWorld *world, uint32_t region_id, bool *old, Error *error) {
    static const JmxSector steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (size_t i = 0; error->kind == ERROR_NONE && !*old && i < LENGTH(steps); i++) {
        JmxSector sector = jmx_sector(region_id, true);
        sector.x += steps[i].x;
        sector.z += steps[i].z;
        int32_t neighbor = jmx_region_at(sector, true);
        const Jmx *jmx = neighbor < 0 ? NULL : jmx_world_open(world, (uint32_t)neighbor, error);
        *old = jmx && names(jmx, region_id);
    }
    return error->kind == ERROR_NONE;
}

bool jmx_world_is_old(JmxWorld *world, uint32_t region_id, bool *old, Error *error) {
    bool may_be_old = region_id >= JMX_OLD_FIRST && region_id <= JMX_OLD_LAST;
    *old = world->old;
    if ((!world->old && !may_be_old) || region_id >= REGION_IDS || world->number_of[region_id]) {
        return true;
    }
    *old = false;
    if (jmx_world_open(world, region_id, error)) {
        return find_numbering(world, region_id, old, error);
    }
    return error->kind == ERROR_NONE &&
           (!world->old || ask_neighbors(world, region_id, old, error));
}

bool jmx_world_begin(JmxWorld *world, const FileSet *files, uint32_t region_id, Arena *arena,
                     Error *error) {
    *world = (JmxWorld){.files = files, .arena = arena};
    world->file_of = arena_zeroed(arena, REGION_IDS, sizeof *world->file_of);
    world->number_of = arena_zeroed(arena, REGION_IDS, sizeof *world->number_of);
    if (!world->file_of || !world->number_of) return fail_memory(error, arena);
    for (uint32_t file = 0; file < files->count; file++) {
        int32_t region = jmx_region_of_name(files->file(files, file).name);
        if (region >= 0) note_file(world, (uint32_t)region, file);
        if (arena_interrupted_at(arena, file)) return fail_interrupted(error);
    }
    return find_numbering(world, region_id, &world->old, error);
}

bool jmx_world_settle(const JmxWorld *world, JmxPlace *place) {
    if (place->region_id >= REGION_IDS || !isfinite(place->x) || !isfinite(place->z)) return false;
    if (jmx_is_inside(place->x, place->z)) return true;
    if (jmx_is_dungeon(place->region_id)) return false;
    double east = floor(place->x / JMX_REGION_UNITS), north = floor(place->z / JMX_REGION_UNITS);
    if (fabs(east) > UINT8_MAX || fabs(north) > UINT8_MAX) return false;
    JmxSector sector = jmx_sector(place->region_id, world->old);
    sector.x += (int32_t)east;
    sector.z += (int32_t)north;
    int32_t region = jmx_region_at(sector, world->old);
    if (region < 0) return false;
    place->region_id = (uint32_t)region;
    place->x -= east * JMX_REGION_UNITS;
    place->z -= north * JMX_REGION_UNITS;
    return jmx_is_inside(place->x, place->z);
}
