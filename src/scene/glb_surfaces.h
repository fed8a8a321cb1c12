/* Surfaces of GLB scenes: faces by the material that they have, boxes, and meshes of them. */
#pragma once

#include "core/children.h"
#include "scene/glb.h"

/* ---- Faces of many materials ----------------------------------------------------------------- */

/* What becomes a mesh: faces, each of which belongs to a part with a material of its own. */
typedef struct GlbSurfaces {
    const void *of; /* whose faces they are; handed to the functions */
    uint64_t part_count, count;
    /* Returns the part of a face; NO_PARENT: it isn't drawn. */
    uint32_t (*part_of)(const void *of, uint64_t face);
    /* Writes a part's faces with glb_add_part(). */
    void (*add_part)(const void *of, uint64_t part, const uint32_t *faces, uint64_t count);
} GlbSurfaces;

/* Sorts the faces by their part, in `arena`. */
bool glb_sort_surfaces(Glb *glb, const GlbSurfaces *surfaces, Arena *arena, Children *sorted);

/* Returns the mesh of the parts first to end - 1 that have faces; GLB_NONE if none has. */
uint32_t glb_surface_mesh(Glb *glb, const char *name, const GlbSurfaces *surfaces,
                          const Children *sorted, uint64_t first, uint64_t end);

/* ---- Meshes of one part, and boxes ----------------------------------------------------------- */

/* Returns a mesh that has one part. */
uint32_t glb_mesh(Glb *glb, const char *name, const GlbVertices *vertices, uint32_t indices,
                  uint32_t material);

enum { GLB_BOX_CORNERS = 8, GLB_BOX_TRIANGLES = 12 };

/* Where the next boxes go: items of the kinds GLB_POSITION and GLB_INDEX. */
typedef struct GlbBoxes {
    uint8_t *positions, *indices;
    uint32_t corner; /* the number of the next vertex */
} GlbBoxes;

/* Requests the items of `count` boxes. Returns false after a failure and if there are none. */
bool glb_boxes_begin(Glb *glb, uint64_t count, GlbBoxes *boxes, uint32_t *positions,
                     uint32_t *indices);
void glb_put_box(GlbBoxes *boxes, const double least[3], const double greatest[3]);
