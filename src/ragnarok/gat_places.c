/* What hangs together on a GAT map, and the nearest tile on which one can stand: see gat.h. */
#include "ragnarok/gat.h"
#include "core/sort.h"

#include <math.h>

/* ---- Components ------------------------------------------------------------------------------ */

/* While components are found, each tile that can be entered holds the number of an earlier tile of
** its component, or its own: the first tile of a component is the one that holds its own. In the
** end it holds the component's number, marked. */
#define MARK UINT32_C(0x80000000)

static uint32_t first_of(uint32_t *links, uint32_t tile) {
    while (links[tile] != tile) {
        links[tile] = links[links[tile]];
        tile = links[tile];
    }
    return tile;
}

static void join(uint32_t *links, uint32_t tile, uint32_t neighbor) {
    if (links[neighbor] == GAT_NONE) return;
    uint32_t a = first_of(links, tile), b = first_of(links, neighbor);
    if (a < b) links[b] = a;
    else links[a] = b;
}

/* A diagonal step needs both tiles beside it, so straight steps alone decide what is connected. */
static bool link_tiles(const Gat *gat, Arena *arena, uint32_t *links) {
    for (uint32_t tile = 0; tile < gat->tile_count; tile++) {
        links[tile] = gat_can_enter(gat, tile) ? tile : GAT_NONE;
        if (links[tile] == GAT_NONE) continue;
        if (tile % gat->width) join(links, tile, tile - 1);
        if (tile >= gat->width) join(links, tile, tile - gat->width);
        if (arena_interrupted_at(arena, tile)) return false;
    }
    return true;
}

/* Numbers the components in the order of their first tiles. A tile's link leads to a tile before
** it, which has its number already. */
static bool number_components(const Gat *gat, Arena *arena, uint32_t *links, List *components) {
    for (uint32_t tile = 0; tile < gat->tile_count; tile++) {
        if (links[tile] == GAT_NONE) continue;
        uint32_t x = tile % gat->width, y = tile / gat->width;
        if (links[tile] != tile) {
            links[tile] = links[links[tile]];
        } else {
            GatComponent *added = list_add(arena, components, sizeof *added);
            if (!added) return false;
            *added = (GatComponent){.first_tile = tile, .min_x = x, .min_y = y};
            links[tile] = MARK | (uint32_t)(components->count - 1);
        }
        GatComponent *component = (GatComponent *)components->items + (links[tile] & ~MARK);
        component->tile_count++;
        if (x < component->min_x) component->min_x = x;
        if (x > component->max_x) component->max_x = x;
        if (y > component->max_y) component->max_y = y;
    }
    return true;
}

/* Orders components by falling size, and equal ones by their first tiles. */
static bool is_before(const void *context, uint32_t a, uint32_t b) {
    const GatComponent *components = context;
    uint32_t size = components[a].tile_count, other = components[b].tile_count;
    return size > other || (size == other && a < b);
}

static bool arrange(Gat *gat, Arena *arena, uint32_t *links, const List *found, Error *error) {
    uint32_t *numbers = arena_alloc(arena, found->count, sizeof *numbers);
    if (!numbers) return fail_memory(error, arena);
    bool done = sort_array(arena, found->items, found->count, sizeof(GatComponent), is_before,
                           found->items, numbers, error);
    for (uint64_t i = 0; done && i < gat->tile_count; i++) {
        if (links[i] != GAT_NONE) links[i] = numbers[links[i] & ~MARK];
    }
    arena_release(arena, numbers);
    return done;
}

bool gat_find_components(Document *document, Error *error) {
    Gat *gat = (Gat *)document;
    Arena *arena = &document->arena;
    List components = {0};
    if (gat->tile_components) return true;
    uint32_t *links = arena_alloc(arena, gat->tile_count, sizeof *links);
    if (!links) return fail_memory(error, arena);
    bool done = link_tiles(gat, arena, links) || fail_interrupted(error);
    if (done && !number_components(gat, arena, links, &components)) {
        done = fail_memory(error, arena);
    }
    done = done && arrange(gat, arena, links, &components, error);
    if (done) {
        gat->tile_components = links;
        gat->components = components.items;
        gat->component_count = components.count;
    } else {
        arena_release(arena, components.items);
        arena_release(arena, links);
    }
    return done;
}

/* ---- Walls ----------------------------------------------------------------------------------- */

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

/* ---- The nearest tile ------------------------------------------------------------------------ */

typedef struct Nearest {
    const Gat *gat;
    int64_t x, y;
    double distance;
    uint32_t tile;
} Nearest;

/* Goes on in one direction of a row until it finds a tile or is farther away than the best one. */
static void look_along(Nearest *nearest, int64_t x, int64_t y, int64_t step) {
    const Gat *gat = nearest->gat;
    for (; x >= 0 && x + 1 < gat->width; x += step) {
        uint32_t tile = (uint32_t)(y * gat->width + x);
        double east = (double)(x - nearest->x), north = (double)(y - nearest->y);
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

#define FARTHEST (INT64_C(1) << 62) /* so that no difference overflows */

static int64_t within(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

/* The last row and column can't be entered, so they aren't looked at. */
bool gat_find_nearest(const Gat *gat, int64_t x, int64_t y, Arena *arena, uint32_t *tile,
                      double *distance, Error *error) {
    x = within(x, -FARTHEST, FARTHEST);
    y = within(y, -FARTHEST, FARTHEST);
    Nearest nearest = {gat, x, y, HUGE_VAL, GAT_NONE};
    int64_t rows = (int64_t)gat->height - 1, columns = (int64_t)gat->width - 1;
    if (columns < 1) rows = 0; /* a header may tell of four billion rows without a tile */
    int64_t north = within(y, 0, rows), south = north - 1, column = within(x, 0, columns);
    while (north < rows || south >= 0) {
        bool goes_north = south < 0 || (north < rows && north - y <= y - south);
        int64_t row = goes_north ? north++ : south--;
        if (fabs((double)(row - y)) > nearest.distance) break;
        look_along(&nearest, column, row, 1);
        look_along(&nearest, column - 1, row, -1);
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    *tile = nearest.tile;
    *distance = nearest.distance;
    return true;
}
