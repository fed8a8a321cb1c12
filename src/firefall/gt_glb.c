/* The static objects of a Firefall chunk as a GLB, in chunk units. Only the finest level of detail
** is written, since all levels show the same objects. One mesh has a part for each material.
**
** The vertices are in the client's pages. Without these files, each part of the chunk is shown by
** its box. */
#include "firefall/gt_place.h"
#include "scene/glb_surfaces.h"

/* The parts of the finest level by material. */
typedef struct GtScene {
    Gt *gt;
    Glb *glb;
    const GtPosition *positions; /* of unique vertices; NULL: boxes are shown */
    uint32_t *parts;
    uint64_t count;
} GtScene;

static const GtBlock *block_of(const Gt *gt, uint32_t part) {
    uint32_t entry = gt->groups.items[gt->parts.items[part].group].entry;
    return &gt->blocks.items[gt->nodes.items[gt_geometry_of_entry(gt, entry)->node].block];
}

/* Returns the finest level that has parts; 0 for a payload alone. */
static uint32_t finest_level(const Gt *gt) {
    uint32_t finest = 0;
    for (uint32_t i = 0; i < gt->parts.count; i++) {
        uint32_t lod = block_of(gt, i)->lod;
        if (lod != GT_NONE && gt->lods.items[lod].index > finest)
            finest = gt->lods.items[lod].index;
    }
    return finest;
}

static int compare_materials(const void *context, uint32_t a, uint32_t b) {
    const Gt *gt = context;
    return COMPARE(gt->parts.items[a].material_id, gt->parts.items[b].material_id);
}

static bool list_parts(GtScene *scene) {
    Gt *gt = scene->gt;
    Glb *glb = scene->glb;
    uint32_t finest = finest_level(gt);
    scene->parts = arena_alloc(glb->arena, gt->parts.count, sizeof *scene->parts);
    if (!scene->parts) return fail_memory(glb->error, glb->arena);
    for (uint32_t i = 0; i < gt->parts.count && !glb_stops(glb, i); i++) {
        uint32_t lod = block_of(gt, i)->lod;
        if (lod == GT_NONE || gt->lods.items[lod].index == finest) scene->parts[scene->count++] = i;
    }
    if (glb_failed(glb)) return false;
    return sort_records(glb->arena, scene->parts, scene->count, compare_materials, gt) ||
           fail_interrupted(glb->error);
}

/* Writes the triangles of parts first .. end - 1 whose corners are known, with the indices of the
** vertices that add_positions() writes. Returns false if there are none. */
static bool add_triangles(const GtScene *scene, uint64_t first, uint64_t end, uint32_t *indices) {
    const Gt *gt = scene->gt;
    uint64_t total = 0, count = 0, before = 0; /* before: vertices of the earlier parts */
    for (uint64_t p = first; p < end; p++) total += child_count(&gt->triangles, scene->parts[p]);
    uint8_t *at = glb_items(scene->glb, GLB_INDEX, 3 * total, indices);
    for (uint64_t p = first; at && p < end; p++) {
        ChildRange triangles = children_of(&gt->triangles, scene->parts[p]);
        ChildRange uniques = children_of(&gt->unique_vertices, scene->parts[p]);
        for (uint64_t i = triangles.first; i < triangles.end && !glb_stops(scene->glb, i); i++) {
            const uint32_t *vertices = gt->corners[i].vertices;
            uint32_t corners[3];
            bool placed = true;
            for (int k = 0; k < 3; k++) {
                uint32_t unique = gt->vertex_uniques[vertices[k]];
                const GtPosition *corner = &scene->positions[unique];
                placed =
                    placed && isfinite(corner->x) && isfinite(corner->y) && isfinite(corner->z);
                corners[k] = (uint32_t)(before + unique - uniques.first);
            }
            if (!placed) continue;
            at = glb_put_triangle(at, corners[0], corners[1], corners[2]);
            count++;
        }
        before += uniques.end - uniques.first;
    }
    return glb_shorten(scene->glb, *indices, 3 * count);
}

static uint32_t add_positions(const GtScene *scene, uint64_t first, uint64_t end) {
    const Gt *gt = scene->gt;
    uint64_t total = 0;
    uint32_t accessor;
    for (uint64_t p = first; p < end; p++) {
        total += child_count(&gt->unique_vertices, scene->parts[p]);
    }
    uint8_t *at = glb_items(scene->glb, GLB_POSITION, total, &accessor);
    for (uint64_t p = first; at && p < end; p++) {
        ChildRange uniques = children_of(&gt->unique_vertices, scene->parts[p]);
        for (uint64_t i = uniques.first; i < uniques.end && !glb_stops(scene->glb, i);
             i++, at += 12) {
            const GtPosition *place = &scene->positions[i];
            glb_put_place(at, (double)place->x, (double)place->y, (double)place->z);
        }
    }
    return accessor;
}

/* Reads the box of a part; returns false if it isn't finite. */
static bool read_box(const GtScene *scene, uint64_t p, double *box) {
    load_floats(scene->gt->parts.items[scene->parts[p]].box, GT_BOX_FLOATS, box);
    for (int i = 0; i < GT_BOX_FLOATS; i++) {
        if (!isfinite(box[i])) return false;
    }
    return true;
}

static bool add_boxes(const GtScene *scene, uint64_t first, uint64_t end, uint32_t *positions,
                      uint32_t *indices) {
    uint64_t count = 0;
    double box[GT_BOX_FLOATS];
    GlbBoxes boxes;
    for (uint64_t p = first; p < end; p++) count += read_box(scene, p, box);
    if (!glb_boxes_begin(scene->glb, count, &boxes, positions, indices)) return false;
    for (uint64_t p = first; p < end; p++) {
        if (glb_stops(scene->glb, p)) return false;
        if (read_box(scene, p, box)) glb_put_box(&boxes, box, box + 3);
    }
    return true;
}

/* Writes the parts of one material; `*open` tells whether the mesh has been begun. */
static void add_part(const GtScene *scene, uint64_t first, uint64_t end, bool *open) {
    Glb *glb = scene->glb;
    GlbVertices vertices = glb_no_vertices;
    uint32_t indices;
    if (scene->positions ? !add_triangles(scene, first, end, &indices)
                         : !add_boxes(scene, first, end, &vertices.positions, &indices)) {
        return;
    }
    if (scene->positions) vertices.positions = add_positions(scene, first, end);
    if (!*open) glb_open_mesh(glb, scene->positions ? "parts" : "boxes of parts");
    *open = true;
    char name[24];
    unsigned material_id = scene->gt->parts.items[scene->parts[first]].material_id;
    print_text(name, sizeof name, "material%u", material_id);
    glb_add_part(glb, &vertices, indices, glb_plain_material(glb, name, NULL, 1));
}

static uint32_t add_mesh(const GtScene *scene) {
    bool open = false;
    for (uint64_t first = 0, end; first < scene->count && !glb_failed(scene->glb); first = end) {
        uint32_t material = scene->gt->parts.items[scene->parts[first]].material_id;
        end = first + 1;
        while (end < scene->count &&
               scene->gt->parts.items[scene->parts[end]].material_id == material) {
            end++;
        }
        add_part(scene, first, end, &open);
    }
    return open ? glb_close_mesh(scene->glb) : GLB_NONE;
}

/* Returns a block that may have had something to draw, or NULL. */
static const GtBlock *damaged_block(const Gt *gt) {
    for (uint32_t i = 0; i < gt->blocks.count; i++) {
        const char *status = gt->blocks.items[i].status;
        if (status && strcmp(status, "ok") != 0 && strcmp(status, "empty") != 0) {
            return &gt->blocks.items[i];
        }
    }
    return NULL;
}

static bool has_triangles(const GtScene *scene) {
    for (uint64_t p = 0; p < scene->count; p++) {
        if (child_count(&scene->gt->triangles, scene->parts[p])) return true;
    }
    return false;
}

/* Fails where there was something to draw, and nothing of it could be drawn. */
static void fail_without_mesh(const GtScene *scene) {
    Error *error = scene->glb->error;
    const GtBlock *damaged = scene->count ? NULL : damaged_block(scene->gt);
    if (damaged) {
        fail(error, ERROR_CORRUPT, "there is nothing to draw, and a block is damaged: %s",
             damaged->status);
    } else if (scene->positions && has_triangles(scene)) {
        fail(error, ERROR_CORRUPT,
             "the pages of the VGEO have the vertices of none of its triangles; without a VGEO "
             "boxes are drawn");
    }
}

uint32_t gt_write_glb(Gt *gt, Vgeo *vgeo, Glb *glb) {
    GtScene scene = {.gt = gt, .glb = glb};
    if (!gt_decode_parts(&gt->document, glb->error)) return GLB_NONE;
    if (vgeo) {
        GtPosition *positions =
            arena_alloc(glb->arena, gt->unique_vertices.count, sizeof *positions);
        if (!positions) return glb_none_after(fail_memory(glb->error, glb->arena));
        if (!gt_place(gt, vgeo, positions, glb->error)) return GLB_NONE;
        scene.positions = positions;
    }
    if (!list_parts(&scene)) return GLB_NONE;
    uint32_t mesh = add_mesh(&scene);
    if (mesh == GLB_NONE && !glb_failed(glb)) fail_without_mesh(&scene);
    return glb_mesh_node(glb, "chunk", mesh);
}
