/* The connected parts of a GAT map, and the nearest tile on which one can stand: see gat.h. */
#include "ragnarok/gat.h"

#define FREE (GAT_NONE - 1) /* of a tile that can be entered and has no number yet */

/* Numbers the components in the order of their first tiles, from each of which `reached` gets all
** that it leads to. A diagonal step needs both tiles beside it, so straight steps alone decide what
** is connected; no tile that can be entered lies in the last row or column. */
static bool number_components(const Gat *gat, Arena *arena, uint32_t *parts, List *reached,
                              List *components, Error *error) {
    const uint32_t width = gat->width;
    for (uint32_t tile = 0; tile < gat->tile_count; tile++) {
        parts[tile] = gat_can_enter(gat, tile) ? FREE : GAT_NONE;
    }
    for (uint32_t first = 0; first < gat->tile_count; first++) {
        if (arena_interrupted_at(arena, first)) return fail_interrupted(error);
        if (parts[first] != FREE) continue;
        const uint32_t number = (uint32_t)components->count;
        GatComponent found = {.first_tile = first, .min_x = first % width, .min_y = first / width};
        reached->count = 0;
        parts[first] = number;
        if (!list_push(arena, reached, &first, sizeof first, error)) return false;
        for (; found.tile_count < reached->count; found.tile_count++) {
            uint32_t tile = ((const uint32_t *)reached->items)[found.tile_count];
            uint32_t x = tile % width, y = tile / width;
            const uint32_t sides[] = {x ? tile - 1 : tile, tile + 1, y ? tile - width : tile,
                                      tile + width};
            if (x < found.min_x) found.min_x = x;
            if (x > found.max_x) found.max_x = x;
            if (y > found.max_y) found.max_y = y;
            for (size_t i = 0; i < LENGTH(sides); i++) {
                if (parts[sides[i]] != FREE) continue;
                uint32_t *added = list_add(arena, reached, sizeof *added);
                if (!added) return fail_memory(error, arena);
                parts[ *added = sides[i]] = number;
            }
            if (arena_interrupted_at(arena, found.tile_count)) return fail_interrupted(error);
        }
        if (!list_push(arena, components, &found, sizeof found, error)) return false;
    }
    return true;
}

/* Orders components by falling size, and equal ones by their first tiles. */
static int compare_sizes(const void *context, uint32_t a, uint32_t b) {
    const GatComponent *components = context;
    return COMPARE(components[b].tile_count, components[a].tile_count);
}

static bool arrange(Gat *gat, Arena *arena, uint32_t *parts, const List *found, Error *error) {
    uint32_t *numbers = arena_alloc(arena, found->count, sizeof *numbers);
    if (!numbers) return fail_memory(error, arena);
    bool done = sort_array(arena, found->items, found->count, sizeof(GatComponent), compare_sizes,
                           found->items, numbers, error);
    for (uint64_t i = 0; done && i < gat->tile_count; i++) {
        if (parts[i] != GAT_NONE) parts[i] = numbers[parts[i]];
    }
    arena_release(arena, numbers);
    return done;
}

bool gat_find_components(Document *document, Error *error) {
    Gat *gat = (Gat *)document;
    Arena *arena = &document->arena;
    List components = {0}, reached = {0};
    if (gat->tile_components) return true;
    uint32_t *parts = arena_alloc(arena, gat->tile_count, sizeof *parts);
    if (!parts) return fail_memory(error, arena);
    bool done = number_components(gat, arena, parts, &reached, &components, error) &&
                arrange(gat, arena, parts, &components, error);
    arena_release(arena, reached.items);
    if (done) {
        gat->tile_components = parts;
        gat->components = components.items;
        gat->component_count = components.count;
    } else {
        arena_release(arena, components.items);
        arena_release(arena, parts);
    }
    return done;
}

bool gat_find_wall_distances(Document *document, Error *error) {
    Gat *gat = (Gat *)document;
    const uint64_t width = gat->width, count = gat->tile_count;
    if (gat->wall_distances) return true;
    uint16_t *steps = arena_zeroed(&document->arena, count, sizeof *steps);
    if (!steps) return fail_memory(error, &document->arena);
    for (uint64_t tile = 0; tile < count; tile++) { /* from the south and the west */
        uint16_t west = tile % width ? steps[tile - 1] : 0;
        uint16_t south = tile >= width ? steps[tile - width] : 0;
        if (gat_can_walk(gat, tile)) steps[tile] = (uint16_t)(1 + (west < south ? west : south));
        if (arena_interrupted_at(&document->arena, tile)) {
            arena_release(&document->arena, steps);
            return fail_interrupted(error);
        }
    }
    for (uint64_t tile = count; tile-- > 0;) { /* and from the north and the east */
        uint16_t east = (tile + 1) % width ? steps[tile + 1] : 0;
        uint16_t north = tile + width < count ? steps[tile + width] : 0;
        uint16_t most = (uint16_t)(1 + (east < north ? east : north));
        if (steps[tile] > most) steps[tile] = most;
    }
    gat->wall_distances = steps;
    return true;
}

typedef struct Nearest {
    const Gat *gat;
    int64_t x, y;
    double distance;
    uint32_t tile;
} Nearest;

/* Looks along a row in one direction, up to a tile that can be entered or to the best distance. */
static void look_along(Nearest *nearest, int64_t x, int64_t y, int64_t step) {
    const Gat *gat = nearest->gat;
    for (; x >= 0 && x + 1 < gat->width; x += step) {
        uint32_t tile = (uint32_t)(y * gat->width + x);
        double east = (double)x - (double)nearest->x, north = (double)y - (double)nearest->y;
        double distance = sqrt(east * east + north * north);
        if (distance > nearest->distance) return;
        if (!gat_can_enter(gat, tile)) continue;
        if (distance < nearest->distance || tile < nearest->tile) {
            nearest->tile = tile;
            nearest->distance = distance;
        }
        return;
    }
}

static int64_t within(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

/* The last row and column can't be entered, so they aren't looked at. */
bool gat_find_nearest(const Gat *gat, int64_t x, int64_t y, Arena *arena, uint32_t *tile,
                      double *distance, Error *error) {
    Nearest nearest = {gat, x, y, HUGE_VAL, GAT_NONE};
    int64_t rows = (int64_t)gat->height - 1, columns = (int64_t)gat->width - 1;
    if (columns < 1) rows = 0; /* a header may claim four billion rows without a tile */
    int64_t north = within(y, 0, rows), south = north - 1, column = within(x, 0, columns);
    while (north < rows || south >= 0) {
        bool is_nearer = (double)north - (double)y <= (double)y - (double)south;
        int64_t row = south < 0 || (north < rows && is_nearer) ? north++ : south--;
        if (fabs((double)row - (double)y) > nearest.distance) break;
        look_along(&nearest, column, row, 1);
        look_along(&nearest, column - 1, row, -1);
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    *tile = nearest.tile;
    *distance = nearest.distance;
    return true;
}
