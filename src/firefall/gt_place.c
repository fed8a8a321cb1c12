#include "firefall/gt_place.h"

/* Multiplies (x, y, z, 1) by one of the matrix's columns. */
static float transform(const uint8_t *vertex, const uint8_t *column) {
    double x = (double)load_f32(vertex), y = (double)load_f32(vertex + 4);
    double z = (double)load_f32(vertex + 8);
    return (float)(x * (double)load_f32(column) + y * (double)load_f32(column + 16) +
                   z * (double)load_f32(column + 32) + (double)load_f32(column + 48));
}

bool gt_place(const Gt *gt, Vgeo *vgeo, GtPosition *positions, Error *error) {
    if (!vgeo_require_data(vgeo, error)) return false;
    for (uint64_t i = 0; i < gt->unique_vertices.count; i++) {
        uint32_t page = gt->places[i] >> GT_SLOT_BITS, slot = gt->places[i] & GT_SLOT_MASK;
        const uint8_t *record = NULL;
        if (arena_interrupted_at(&gt->document.arena, i)) return fail_interrupted(error);
        if (page < vgeo->page_count) {
            if (!vgeo_read_page(vgeo, page, error)) return false;
            record = vgeo_find_vertex(vgeo, page, slot);
        }
        positions[i] = (GtPosition){NAN, NAN, NAN};
        if (!record) continue;
        const uint8_t *matrix = gt->transforms.items[gt->transform_ids[i]].matrix;
        positions[i] = (GtPosition){transform(record, matrix), transform(record, matrix + 4),
                                    transform(record, matrix + 8)};
    }
    return true;
}
