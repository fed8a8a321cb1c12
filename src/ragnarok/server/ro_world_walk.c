/* Walking over the maps of a server from a place to all others: see ro_world.h.
**
** All maps are walked together, in the order of costs, and stepping on a warp goes on where it
** leads, at once. So each tile is looked at once, however many warps lead to its map. */
#include "ragnarok/server/ro_world.h"

static const char ok[] = "ok";

/* Goes on where a warp leads. Where one arrives by several ways, the first is the nearest. Of tiles
** of a warp to which one walks at the same cost, the lowest counts: on others one may have landed by
** this very warp. */
static bool take_warp(RoWorld *world, uint32_t number, GatMove move, Error *error) {
    RoWorldWarp *warp = &world->warps.items[number];
    bool is_as_near = warp->grid == move.grid && warp->cost == world->walk.cost;
    bool is_lower = is_as_near && move.tile < warp->tile && move.way != GAT_ARRIVED;
    if (warp->is_reached && is_lower) warp->tile = move.tile;
    if (warp->is_reached) return true;
    warp->is_reached = true;
    warp->grid = move.grid;
    warp->tile = move.tile;
    warp->cost = world->walk.cost;
    if (!ro_world_enter(world, warp->to_map, error)) return false;
    if (strcmp(ro_world_landing(world, warp), ok) != 0) return true;
    RoWorldMap *map = &world->maps.items[warp->to_map];
    const int32_t *numbers = warp->line.numbers;
    const GatMove landing = {
        &map->grid, gat_grid_tile(&map->grid, numbers[RO_TO_X], numbers[RO_TO_Y]), GAT_ARRIVED};
    const uint32_t key[] = {warp->to_map, landing.tile};
    void **first = map_place(&world->landings, world->arena, key, sizeof key);
    if (!first) return fail_memory(error, world->arena);
    if (!*first) *first = warp;
    map->is_reached = true;
    return gat_walk_reach(&world->walk, landing, warp->cost, error);
}

/* Tells whether a tile is the goal, on its own map or on that of the start. */
static bool is_goal(const RoWorld *world, GatMove move) {
    const RoPlace *goal = world->goal;
    if (!goal) return false;
    const GatGrid *grid = &world->maps.items[goal->map].grid;
    bool is_map =
        move.grid == grid || (move.grid == &world->start.grid && goal->map == world->from.map);
    return is_map && move.tile == gat_grid_tile(grid, goal->x, goal->y);
}

/* Takes all that leads on from a tile. *is_left: one can walk on; a warp lets nobody through. At
** the start only NPCs count. */
static bool take_all(RoWorld *world, GatMove move, bool is_start, bool *is_left, Error *error) {
    const RoWorldMap *map = (const RoWorldMap *)move.grid;
    uint64_t place = sorted_place(map->areas, map->area_count, (uint64_t)move.tile << 32);
    *is_left = true;
    for (; place < map->area_count && map->areas[place] >> 32 == move.tile && *is_left; place++) {
        uint32_t number = (uint32_t)map->areas[place];
        *is_left = number & RO_NPC || is_start;
        if (is_start && !(number & RO_NPC)) continue;
        if (!take_warp(world, number & ~RO_NPC, move, error)) return false;
    }
    return true;
}

static bool look(GatWalk *walk, GatMove move, Error *error) {
    RoWorld *world = (RoWorld *)walk;
    bool is_left = true;
    walk->is_over = is_goal(world, move);
    if (walk->is_over) {
        world->goal_grid = move.grid;
        return true;
    }
    bool is_marked = move.grid->tiles[move.tile] & GAT_TILE_MARKED;
    if (is_marked && !take_all(world, move, false, &is_left, error)) return false;
    return !is_left || gat_walk_leave(walk, move.grid, move.tile, error);
}

/* Steps from the start to all sides of it: on a copy of the map, since one may come back to its
** tile over warps, and may then be warped. */
static bool set_out(RoWorld *world, RoPlace from, const RoPlace *goal, Error *error) {
    RoWorldMap *map = &world->maps.items[from.map];
    GatGrid *grid = &world->start.grid;
    uint32_t tile = gat_grid_tile(&map->grid, from.x, from.y);
    map->is_reached = true;
    world->start = *map;
    world->from = from;
    world->goal = goal;
    world->walk = (GatWalk){.arena = world->arena, .look = look};
    arena_allow(world->arena, grid->tile_count);
    grid->tiles = arena_alloc(world->arena, grid->tile_count, 1);
    if (!grid->tiles) return fail_memory(error, world->arena);
    memcpy(grid->tiles, map->grid.tiles, grid->tile_count);
    grid->tiles[tile] |= GAT_TILE_DONE | GAT_ARRIVED;
    bool is_left;
    return take_all(world, (GatMove){grid, tile, GAT_ARRIVED}, true, &is_left, error) &&
           gat_walk_leave(&world->walk, grid, tile, error);
}

/* Goes back from a tile to where the walk to it began, *tile, and returns in *warp which warp leads
** there; NULL: it is the start. */
static bool go_back(RoWorld *world, const GatGrid *grid, uint32_t *tile, const RoWorldWarp **warp,
                    Error *error) {
    unsigned way;
    while ((way = grid->tiles[*tile] & GAT_TILE_LOW) != GAT_ARRIVED) {
        *tile -= (uint32_t)grid->steps[way];
        if (arena_interrupted_at(world->arena, world->walk.steps++)) return fail_interrupted(error);
    }
    *warp = NULL;
    if (grid == &world->start.grid) return true;
    const uint32_t map = (uint32_t)((const RoWorldMap *)grid - world->maps.items);
    const uint32_t key[] = {map, *tile};
    *warp = *map_find(&world->landings, key, sizeof key);
    return true;
}

static const char *path_of(const RoWorld *world, const RoWorldWarp *warp) {
    return world->scripts->file(world->scripts, warp->file).path;
}

/* Tells why a way can't begin, or end, at a place; *fault is NULL if it can. */
static bool find_fault(RoWorld *world, RoPlace place, bool is_end, const char **fault,
                       Error *error) {
    const GatGrid *grid = &world->maps.items[place.map].grid;
    if (!ro_world_enter(world, place.map, error)) return false;
    *fault = !grid->tiles                                                    ? "no cells"
             : !gat_grid_has(grid, place.x, place.y)                         ? "off map"
             : !is_end || grid->tiles[gat_grid_tile(grid, place.x, place.y)] ? NULL
                                                                             : "not walkable";
    return true;
}

static RoLeg leg_to(const RoWorld *world, const RoWorldWarp *warp) {
    RoLeg leg = {.file = NO_FILE, .id = RO_NONE, .npc_id = RO_NONE, .is_certain = true};
    leg.total = world->walk.cost;
    if (!warp) return leg;
    leg.line = warp->line;
    leg.file = warp->file;
    leg.warp_file = path_of(world, warp);
    leg.total = warp->cost;
    bool is_npc = ro_warp_is_npc(warp);
    leg.is_certain = !is_npc && !warp->line.texts[RO_STATE].at;
    leg.kind = is_npc ? "npc" : "warp";
    *(is_npc ? &leg.npc_id : &leg.id) = warp->id;
    return leg;
}

/* Lists the legs to a tile, from the last to the first, and turns them round. */
static bool list_legs(RoWorld *world, const GatGrid *grid, uint32_t tile, RoWay *way,
                      Error *error) {
    const RoWorldWarp *warp = NULL;
    do {
        RoLeg *leg = list_add(world->arena, &way->legs.list, sizeof *leg);
        if (!leg) return fail_memory(error, world->arena);
        *leg = leg_to(world, warp);
        leg->map = ((const RoWorldMap *)grid)->name;
        leg->to_x = gat_grid_x(grid, tile);
        leg->to_y = gat_grid_y(grid, tile);
        if (!go_back(world, grid, &tile, &warp, error)) return false;
        leg->x = gat_grid_x(grid, tile);
        leg->y = gat_grid_y(grid, tile);
        leg->cost = leg->total - (warp ? warp->cost : 0);
        if (warp) grid = warp->grid, tile = warp->tile;
    } while (warp);
    for (uint64_t i = 0, k = way->legs.count - 1; i < k; i++, k--) {
        RoLeg other = way->legs.items[i];
        way->legs.items[i] = way->legs.items[k];
        way->legs.items[k] = other;
    }
    return true;
}

bool ro_world_find_way(RoWorld *world, RoPlace from, RoPlace to, RoWay *way, Error *error) {
    bool is_same = from.map == to.map && from.x == to.x && from.y == to.y;
    *way = (RoWay){0};
    if (!find_fault(world, from, false, &way->status, error)) return false;
    if (!way->status && !is_same && !find_fault(world, to, true, &way->status, error)) return false;
    if (way->status) return true;
    if (!set_out(world, from, &to, error)) return false;
    if (is_same) world->goal_grid = &world->start.grid;
    else if (!gat_walk_run(&world->walk, error)) return false;
    way->status = is_same ? "same" : world->goal_grid ? ok : "unreachable";
    uint32_t tile = gat_grid_tile(&world->maps.items[to.map].grid, to.x, to.y);
    return !world->goal_grid || list_legs(world, world->goal_grid, tile, way, error);
}

static bool describe(RoWorld *world, RoWorldWarp *warp, Error *error) {
    if (!ro_world_enter(world, warp->map, error) || !ro_world_enter(world, warp->to_map, error)) {
        return false;
    }
    const RoWorldMap *map = &world->maps.items[warp->map];
    warp->lands = ro_world_landing(world, warp);
    warp->status = warp->is_reached   ? warp->lands
                   : !map->grid.tiles ? "no cells"
                   : warp->fault      ? warp->fault
                   : map->is_reached  ? "unreachable"
                                      : "map unreachable";
    if (!warp->is_reached) return true;
    const RoWorldWarp *before;
    uint32_t tile = warp->tile;
    if (!go_back(world, warp->grid, &tile, &before, error)) return false;
    warp->leg_cost = warp->cost - (before ? before->cost : 0);
    if (!before) return true;
    warp->previous_file = path_of(world, before);
    warp->previous_line = before->line.line;
    return true;
}

bool ro_world_describe(RoWorld *world, RoPlace from, Error *error) {
    const char *fault;
    if (!find_fault(world, from, false, &fault, error)) return false;
    if (fault) return fail(error, ERROR_ARGUMENT, "from_map, from_x and from_y: %s", fault);
    if (!set_out(world, from, NULL, error) || !gat_walk_run(&world->walk, error)) return false;
    for (uint64_t i = 0; i < world->warps.count; i++) {
        if (!describe(world, &world->warps.items[i], error)) return false;
    }
    return true;
}
