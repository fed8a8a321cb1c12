/* See gt_place.h. */
#include "gt_place.h"

#include <math.h>

enum { VERTICES_BETWEEN_QUESTIONS = 1 << 16 };

static void transform(const uint8_t *matrix, const uint8_t *vertex, float *position) {
    double x = (double)load_f32(vertex), y = (double)load_f32(vertex + 4);
    double z = (double)load_f32(vertex + 8);
    for (unsigned i = 0; i < 3; i++) {
        const uint8_t *column = matrix + 4 * i;
        position[i] = (float)(x * (double)load_f32(column) + y * (double)load_f32(column + 16) +
                              z * (double)load_f32(column + 32) + (double)load_f32(column + 48));
    }
}

bool gt_place(const Gt *gt, Vgeo *vgeo, float (*positions)[3], Error *error) {
    if (!vgeo_require_data(vgeo, error)) return false;
    for (uint64_t i = 0; i < gt->unique_vertex_count; i++) {
        uint32_t page = gt->places[i] >> GT_SLOT_BITS, slot = gt->places[i] & GT_SLOT_MASK;
        const uint8_t *record = NULL;
        if (i % VERTICES_BETWEEN_QUESTIONS == 0 && arena_interrupted(&gt->document.arena)) {
            return fail_interrupted(error);
        }
        if (page < vgeo->page_count) {
            if (!vgeo_read_page(vgeo, page, error)) return false;
            record = vgeo_find_vertex(vgeo, page, slot);
        }
        if (record) {
            transform(gt->transforms[gt->transform_ids[i]].matrix, record, positions[i]);
        } else {
            positions[i][0] = positions[i][1] = positions[i][2] = NAN;
        }
    }
    return true;
}
