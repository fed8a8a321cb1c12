/* The world of a server: its warps, its maps, and the areas of warps on them. */
#include "ragnarok/server/ro_world.h"
#include "table/naming.h"

uint32_t ro_world_map(RoWorld *world, const void *name, uint64_t length, Error *error) {
    char *folded = text_folded(world->arena, name, length);
    void **place = folded ? map_place(&world->by_name, world->arena, folded, length) : NULL;
    RoWorldMap *map;
    if (place && *place) {
        arena_release(world->arena, folded);
        return (uint32_t)((uintptr_t)*place - 1);
    }
    if (!place || !(map = list_add(world->arena, &world->maps.list, sizeof *map))) {
        fail_memory(error, world->arena);
        return RO_NONE;
    }
    *map =
        (RoWorldMap){.name = folded, .file = NO_FILE, .first_warp = RO_NONE, .last_warp = RO_NONE};
    *place = (void *)(uintptr_t)world->maps.count;
    return (uint32_t)world->maps.count - 1;
}

/* Notes where the cells of a map are; the first file that has them counts. */
static bool note_cells(RoWorld *world, const char *name, size_t length, uint32_t file,
                       uint32_t number, Error *error) {
    uint32_t found = ro_world_map(world, name, length, error);
    if (found == RO_NONE) return false;
    RoWorldMap *map = &world->maps.items[found];
    if (map->file == NO_FILE) map->file = file, map->number = number;
    return true;
}

static Document *open_cells(RoWorld *world, uint32_t file, Error *error) {
    SetFile described = world->cells->file(world->cells, file);
    bool is_gat = described.name && text_has_ending(described.name, ".gat");
    const Format *format = is_gat ? &gat_format : &ro_cells_format;
    return world->cells->open(world->cells, file, format, error);
}

/* Names of files tell the maps of those that have one map; the others are opened. */
static bool list_maps(RoWorld *world, Error *error) {
    for (uint32_t file = 0; file < world->cells->count; file++) {
        const char *name = world->cells->file(world->cells, file).name;
        size_t length = name ? strcspn(name, ".") : 0;
        if (arena_interrupted_at(world->arena, file)) return fail_interrupted(error);
        if (name && (!name[length] || text_has_ending(name, ".gat .mcache .fld2 .fld2.gz"))) {
            if (!note_cells(world, name, length, file, 0, error)) return false;
            continue;
        }
        const RoCells *cells = (const RoCells *)open_cells(world, file, error);
        if (!cells && error->kind) return false;
        for (uint64_t i = 0; cells && i < cells->map_count; i++) {
            name = cells->maps[i].name;
            if (name && !note_cells(world, name, strlen(name), file, (uint32_t)i, error)) {
                return false;
            }
        }
    }
    return true;
}

static bool copy_texts(Arena *arena, RoLine *line, Error *error) {
    for (int i = 0; i < RO_TEXTS; i++) {
        RoText *text = &line->texts[i];
        if (!text->at) continue;
        uint8_t *copy = arena_piece(arena, text->length);
        if (!copy) return fail_memory(error, arena);
        memcpy(copy, text->at, text->length);
        text->at = copy;
    }
    return true;
}

static uint32_t map_of_text(RoWorld *world, const RoLine *line, int text, Error *error) {
    RoText name = line->texts[text];
    char *room = arena_alloc(world->arena, name.length, TEXT_BYTES_MAX);
    if (!room) {
        fail_memory(error, world->arena);
        return RO_NONE;
    }
    size_t length = encoding_convert(line->encoding, name.at, name.length, room, NULL);
    uint32_t map = ro_world_map(world, room, length, error);
    arena_release(world->arena, room);
    return map;
}

static bool add_warp(RoWorld *world, const RoLine *line, uint32_t file, uint32_t id, Error *error) {
    uint32_t number = (uint32_t)world->warps.count;
    RoWorldWarp *warp = list_add(world->arena, &world->warps.list, sizeof *warp);
    if (!warp) return fail_memory(error, world->arena);
    *warp = (RoWorldWarp){.line = *line, .file = file, .id = id, .next = RO_NONE};
    warp->map = map_of_text(world, line, RO_MAP, error);
    warp->to_map = map_of_text(world, line, RO_TO_MAP, error);
    if (error->kind || !copy_texts(world->arena, &warp->line, error)) return false;
    RoWorldMap *map = &world->maps.items[warp->map];
    if (map->first_warp == RO_NONE) map->first_warp = number;
    else world->warps.items[map->last_warp].next = number;
    map->last_warp = number;
    return true;
}

/* Adds those of a script's warps that servers take. */
static bool add_warps(RoWorld *world, const List *lines, uint32_t file, Error *error) {
    for (uint64_t i = 0; i < lines->count; i++) {
        const RoLine *line = &((const RoLine *)lines->items)[i];
        bool is_taken = line->problem == RO_FINE || line->problem == RO_RATHENA_ONLY;
        if (!is_taken || line->after_stop) continue;
        if (!line->texts[RO_MAP].at || !line->texts[RO_TO_MAP].at) continue;
        if (!add_warp(world, line, file, (uint32_t)i, error)) return false;
    }
    return true;
}

bool ro_world_begin(RoWorld *world, const FileSet *scripts, const FileSet *cells, Document *names,
                    bool has_npcs, Arena *arena, Error *error) {
    *world = (RoWorld){.arena = arena, .scripts = scripts, .cells = cells, .names = names};
    for (uint32_t file = 0; file < scripts->count; file++) {
        RoScript *script = (RoScript *)scripts->open(scripts, file, &ro_script_format, error);
        if (!script && error->kind) return false;
        if (script && (!ro_script_read_warps(&script->document, error) ||
                       !add_warps(world, &script->warps.list, file, error))) {
            return false;
        }
        if (script && has_npcs &&
            (!ro_script_find_warps(&script->document, error) ||
             !add_warps(world, &script->npc_warps.list, file, error))) {
            return false;
        }
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    return list_maps(world, error);
}

const char *ro_world_landing(const RoWorld *world, const RoWorldWarp *warp) {
    const GatGrid *grid = &world->maps.items[warp->to_map].grid;
    int32_t x = warp->line.numbers[RO_TO_X], y = warp->line.numbers[RO_TO_Y];
    if (!grid->tiles) return "no cells";
    return (!x && !y) || !gat_grid_has(grid, x, y) ? "random" : "ok";
}

#define NPC_TILES_MOST (1 << 22) /* of all NPCs: several may have the same tile */

static int64_t within(int64_t number, int64_t most) {
    return number < 0 ? 0 : number < most ? number : most;
}

/* Which tiles are free for areas: free[tile] is the next free tile at or behind `tile`, or on the
** way to it, so that no warp looks twice at what others have taken. */
static uint32_t next_free(uint32_t *free, uint32_t tile) {
    while (free[tile] != tile) {
        free[tile] = free[free[tile]];
        tile = free[tile];
    }
    return tile;
}

/* Takes the free tiles of the map that a warp spans for it, if `areas` is given; else only tells
** whether there are any. An NPC takes no tile from others. */
static bool take_area(RoWorld *world, RoWorldMap *map, uint32_t *free, uint32_t number, List *areas,
                      Error *error) {
    RoWorldWarp *warp = &world->warps.items[number];
    const bool is_npc = ro_warp_is_npc(warp);
    const int32_t *n = warp->line.numbers;
    int64_t west = within((int64_t)n[RO_X] - n[RO_SPAN_X], map->grid.width);
    int64_t south = within((int64_t)n[RO_Y] - n[RO_SPAN_Y], map->grid.height);
    int64_t east = within((int64_t)n[RO_X] + n[RO_SPAN_X] + 1, map->grid.width);
    int64_t north = within((int64_t)n[RO_Y] + n[RO_SPAN_Y] + 1, map->grid.height);
    if (!areas) warp->fault = "walled";
    for (int64_t y = south; y < north && west < east; y++) {
        uint32_t end = gat_grid_tile(&map->grid, east, y);
        uint32_t tile = next_free(free, gat_grid_tile(&map->grid, west, y));
        for (; tile < end; tile = next_free(free, tile + 1)) {
            warp->fault = areas ? NULL : "covered";
            if (!areas) return true;
            if (is_npc && ++world->npc_tiles > NPC_TILES_MOST) {
                return fail(error, ERROR_TOO_BIG, "over %d tiles around NPCs", NPC_TILES_MOST);
            }
            const uint64_t taken = (uint64_t)tile << 32 | (is_npc ? RO_NPC : 0) | number;
            if (!list_push(world->arena, areas, &taken, sizeof taken, error)) return false;
            map->grid.tiles[tile] |= GAT_TILE_MARKED;
            if (!is_npc) free[tile] = tile + 1;
        }
        if (arena_interrupted_at(world->arena, world->walk.steps++)) return fail_interrupted(error);
    }
    return true;
}

static bool mark_areas(RoWorld *world, RoWorldMap *map, Error *error) {
    Arena scratch = arena_scratch(world->arena);
    uint32_t last = map->grid.tile_count - 1;
    List areas = {0};
    bool done = true;
    if (map->first_warp == RO_NONE) return true;
    arena_allow(&scratch, (uint64_t)last * (sizeof(uint32_t) + 2 * sizeof(uint64_t)));
    uint32_t *free = arena_alloc(&scratch, (uint64_t)last + 1, sizeof *free);
    if (!free) return fail_memory(error, &scratch);
    free[last] = last;
    for (uint32_t tile = last; tile--;) free[tile] = map->grid.tiles[tile] ? tile : free[tile + 1];
    /* in the third pass warps take tiles, so that NPCs find all of them in the second one */
    for (int pass = 0; pass < 3; pass++) {
        for (uint32_t i = map->first_warp; done && i != RO_NONE; i = world->warps.items[i].next) {
            if (pass && ro_warp_is_npc(&world->warps.items[i]) != (pass == 1)) continue;
            done = take_area(world, map, free, i, pass ? &areas : NULL, error);
        }
    }
    uint64_t *spare = arena_alloc(&scratch, areas.count, sizeof *spare);
    if (done && !spare) done = fail_memory(error, &scratch);
    if (done) sort_numbers(areas.items, areas.count, spare);
    map->areas = areas.items;
    map->area_count = areas.count;
    arena_clear(&scratch);
    return done;
}

/* Makes the grid of a map. One without all of its cells has none. */
static bool make_grid(RoWorld *world, RoWorldMap *map, uint32_t number, Document *document,
                      Error *error) {
    GatGrid *grid = &map->grid;
    if (document->format == &gat_format) {
        const Gat *gat = (const Gat *)document;
        grid->width = gat->width;
        grid->height = gat->height;
        return gat_grid_make(grid, gat->cells.layout, gat->tiles + GAT_TILE_TYPE, GAT_TILE_BYTES,
                             world->arena, error);
    }
    const RoCells *cells = (const RoCells *)document;
    if (!ro_cells_unpack(document, error)) return false;
    if (number >= cells->map_count) return true;
    const RoCellMap *from = &cells->maps[number];
    uint64_t there = child_count(&cells->cells, number);
    if (from->width <= 0 || from->height <= 0) return true;
    if ((uint64_t)from->width * (uint64_t)from->height > there) return true;
    grid->width = (uint32_t)from->width;
    grid->height = (uint32_t)from->height;
    return gat_grid_make(grid, cells->layout, cells->bytes + cells->cells.first[number], 1,
                         world->arena, error);
}

/* Finds the map that has the .gat of *map, if a line of the names has another one for it. */
static bool find_ground(const RoWorld *world, const RoWorldMap **map, Error *error) {
    char *name = text_with_ending(world->arena, (*map)->name, ".gat");
    if (!name) return fail_memory(error, world->arena);
    const Value other = names_line_other(world->names, world->arena, name, strlen(name));
    char *folded = text_folded(world->arena, other.bytes, other.length);
    if (!folded) return fail_memory(error, world->arena);
    void **place = text_ends(folded, other.length, ".gat")
                       ? map_find(&world->by_name, folded, other.length - strlen(".gat"))
                       : NULL;
    const RoWorldMap *found = place ? &world->maps.items[(uintptr_t)*place - 1] : *map;
    if (found->file != NO_FILE) *map = found;
    return true;
}

bool ro_world_enter(RoWorld *world, uint32_t number, Error *error) {
    RoWorldMap *map = &world->maps.items[number];
    const RoWorldMap *from = map;
    if (map->is_entered) return true;
    map->is_entered = true;
    if (world->names && !find_ground(world, &from, error)) return false;
    if (from->file == NO_FILE) return true;
    Document *document = open_cells(world, from->file, error);
    if (!document) return error->kind == ERROR_NONE;
    return make_grid(world, map, from->number, document, error) &&
           (!map->grid.tiles || mark_areas(world, map, error));
}
