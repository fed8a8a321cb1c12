/* The servers' cells of a GAT: its types after the water rule. */
#include "ragnarok/gat_cells.h"
#include "codec/text.h"
#include "core/file_set.h"

#include <math.h>

enum { CELL_GROUND = 0, CELL_WATER = 3 };

uint8_t gat_cell(const Gat *gat, uint64_t tile, GatWater water) {
    const uint8_t *record = gat->tiles + tile * GAT_TILE_BYTES;
    uint32_t type = load_u32(record + GAT_TILE_TYPE);
    double corner = (double)load_f32(record + GAT_TILE_SW);
    bool is_below = water.is_there && corner > (double)water.level;
    return type == CELL_GROUND && is_below ? CELL_WATER : (uint8_t)type;
}

bool gat_is_passable(const Gat *gat, uint64_t tile) {
    bool is_last = tile % gat->width + 1 == gat->width || tile / gat->width + 1 == gat->height;
    const uint8_t *type = gat->tiles + tile * GAT_TILE_BYTES + GAT_TILE_TYPE;
    return !is_last && gat_type(*type).walkable;
}

GatWater gat_water_of(const Rsw *rsw) {
    if (!rsw || !rsw_since(rsw, 1, 4) || rsw_since(rsw, 2, 6)) return (GatWater){0};
    double level = trunc((double)load_f32(rsw->header + RSW_HEADER_WATER_LEVEL));
    if (!(level >= INT32_MIN && level <= INT32_MAX)) return (GatWater){0};
    return (GatWater){true, (int32_t)level};
}

bool gat_look_beside(Gat *gat, const FilesBeside *beside, Arena *scratch, Error *error) {
    gat->water = (GatWater){0};
    if (!beside || !gat->document.name) return true;
    const char *name = text_with_ending(scratch, gat->document.name, ".rsw");
    if (!name) return fail_memory(error, scratch);
    Error fault = {0};
    const Document *rsw = beside->open(beside, name, &rsw_format, true, &fault);
    gat->water = gat_water_of((const Rsw *)rsw);
    if (!fault.kind) return true;
    if (error_ends(&fault, error)) return false;
    return fail(error, fault.kind, "the RSW file of the same map: %.160s", fault.message);
}
