/* See gt_place.h. */
#include "gt_place.h"

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

bool gt_place(const Gt *gt, Vgeo *vgeo, GtUniqueVertex *vertices, Error *error) {
    if (!vgeo_require_data(vgeo, error)) return false;
    for (uint64_t i = 0; i < gt->unique_vertex_count; i++) {
        GtUniqueVertex *vertex = &vertices[i];
        uint32_t page = vertex->place >> GT_SLOT_BITS;
        if (i % VERTICES_BETWEEN_QUESTIONS == 0 && arena_interrupted(&gt->document.arena)) {
            return fail_interrupted(error);
        }
        if (page >= vgeo->page_count) continue;
        if (!vgeo_read_page(vgeo, page, error)) return false;
        const uint8_t *record =
            vgeo_find_vertex(vgeo, page, vertex->place & (((uint32_t)1 << GT_SLOT_BITS) - 1));
        if (record) transform(gt->transforms[vertex->transform].matrix, record, vertex->position);
    }
    return true;
}
