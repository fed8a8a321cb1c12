#include "scene/glb_surfaces.h"

static uint32_t part_at(const void *parts, uint64_t face) {
    return ((const uint32_t *)parts)[face];
}

bool glb_sort_surfaces(Glb *glb, const GlbSurfaces *surfaces, Arena *arena, Children *sorted) {
    uint64_t count = surfaces->count;
    uint32_t *parts = arena_alloc(arena, count, sizeof *parts);
    if (!parts) return fail_memory(glb->error, arena);
    for (uint64_t i = 0; i < count && !glb_stops(glb, i); i++) {
        parts[i] = surfaces->part_of(surfaces->of, i);
    }
    bool done = !glb_failed(glb) && children_sort(sorted, arena, surfaces->part_count, count,
                                                  part_at, parts, glb->error);
    arena_release(arena, parts);
    return done;
}

uint32_t glb_surface_mesh(Glb *glb, const char *name, const GlbSurfaces *surfaces,
                          const Children *sorted, uint64_t first, uint64_t end) {
    if (sorted->first[first] == sorted->first[end]) return GLB_NONE;
    glb_open_mesh(glb, name);
    for (uint64_t part = first; part < end && !glb_failed(glb); part++) {
        uint64_t count = child_count(sorted, part);
        if (!count) continue;
        surfaces->add_part(surfaces->of, part, sorted->order + sorted->first[part], count);
    }
    return glb_close_mesh(glb);
}

uint32_t glb_mesh(Glb *glb, const char *name, const GlbVertices *vertices, uint32_t indices,
                  uint32_t material) {
    glb_open_mesh(glb, name);
    glb_add_part(glb, vertices, indices, material);
    return glb_close_mesh(glb);
}

bool glb_boxes_begin(Glb *glb, uint64_t count, GlbBoxes *boxes, uint32_t *positions,
                     uint32_t *indices) {
    *boxes = (GlbBoxes){
        .positions = glb_items(glb, GLB_POSITION, count * GLB_BOX_CORNERS, positions),
        .indices = glb_items(glb, GLB_INDEX, 3 * count * GLB_BOX_TRIANGLES, indices),
    };
    return boxes->positions && boxes->indices;
}

/* Corner c has the greater x, y, z if bits 1, 2, 4 of c are set. */
void glb_put_box(GlbBoxes *boxes, const double least[3], const double greatest[3]) {
    static const uint8_t corners[GLB_BOX_TRIANGLES][3] = {
        {0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
        {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5},
    };
    for (int c = 0; c < GLB_BOX_CORNERS; c++, boxes->positions += 12) {
        glb_put_place(boxes->positions, (c & 1 ? greatest : least)[0],
                      (c & 2 ? greatest : least)[1], (c & 4 ? greatest : least)[2]);
    }
    for (int t = 0; t < GLB_BOX_TRIANGLES; t++) {
        boxes->indices =
            glb_put_triangle(boxes->indices, boxes->corner + corners[t][0],
                             boxes->corner + corners[t][1], boxes->corner + corners[t][2]);
    }
    boxes->corner += GLB_BOX_CORNERS;
}
