/*
** A walkmesh as a GLB, in metres. It has one mesh, with a part for the walkable triangles of each
** material and a grey one for all other triangles. All parts share the vertices, which are those of
** aswm_vertices.
*/
#include "trn_glb.h"

enum { MATERIAL_SHIFT = 3, MATERIALS = ASWM_MATERIALS >> MATERIAL_SHIFT, BLOCKED, GROUPS };

static const Color grey = {118, 118, 122, 255};

static bool has_place(const Aswm *mesh, uint64_t triangle) {
    AswmPoint corners[3];
    if (!aswm_corners(mesh, triangle, corners)) return false;
    for (int i = 0; i < 3; i++) {
        if (!isfinite(corners[i].x) || !isfinite(corners[i].y) || !isfinite(corners[i].z)) {
            return false;
        }
    }
    return true;
}

/* Returns the group of a triangle, which is a set of materials; NO_PARENT if a corner of it isn't
** finite. */
static uint32_t group_of(const Aswm *mesh, uint64_t triangle) {
    if (!has_place(mesh, triangle)) return NO_PARENT;
    if (!aswm_walkable(mesh, triangle)) return BLOCKED;
    return (aswm_triangle_flags(mesh, triangle) & ASWM_MATERIALS) >> MATERIAL_SHIFT;
}

static uint32_t group_at(const void *groups, uint64_t triangle) {
    return ((const uint32_t *)groups)[triangle];
}

static bool group_triangles(const Aswm *mesh, Glb *glb, Children *triangles) {
    uint64_t count = mesh->triangle_count;
    uint32_t *groups = arena_alloc(glb->arena, count, sizeof *groups);
    if (!groups) return fail_memory(glb->error, glb->arena);
    for (uint64_t i = 0; i < count && !glb_stops(glb, i); i++) groups[i] = group_of(mesh, i);
    bool done = !glb_failed(glb) &&
                children_sort(triangles, glb->arena, GROUPS, count, group_at, groups, glb->error);
    arena_release(glb->arena, groups);
    return done;
}

static uint32_t add_positions(const Aswm *mesh, Glb *glb) {
    uint32_t accessor;
    uint8_t *at = glb_items(glb, GLB_POSITION, mesh->vertex_count, &accessor);
    for (uint64_t i = 0; at && i < mesh->vertex_count && !glb_stops(glb, i); i++, at += 12) {
        const uint8_t *vertex = aswm_vertex(mesh, i);
        glb_put_place(at, (double)load_f32(vertex + ASWM_VERTEX_X),
                      (double)load_f32(vertex + ASWM_VERTEX_Y),
                      (double)load_f32(vertex + ASWM_VERTEX_Z));
    }
    return accessor;
}

static uint32_t material_of(Glb *glb, uint32_t group) {
    char joined[ASWM_MATERIAL_CHARS];
    GlbMaterial material = {.opacity = 1, .two_sided = true, .light = GLB_NONE};
    material.name = aswm_material(group << MATERIAL_SHIFT, joined);
    material.color = glb_ground_color(material.name);
    if (group == BLOCKED) {
        material.name = "not walkable";
        material.color = &grey;
    }
    return glb_material(glb, &material);
}

static void add_group(const Aswm *mesh, Glb *glb, const Children *grouped, uint32_t group,
                      const GlbVertices *vertices) {
    const uint32_t *triangles = grouped->order + grouped->first[group];
    uint64_t count = child_count(grouped, group);
    uint32_t indices;
    uint8_t *at = glb_items(glb, GLB_INDEX, 3 * count, &indices);
    for (uint64_t i = 0; at && i < count; i++) {
        const uint8_t *corner = aswm_triangle(mesh, triangles[i]) + ASWM_TRIANGLE_VERTICES;
        at = glb_put_triangle(at, load_u32(corner), load_u32(corner + 4), load_u32(corner + 8));
    }
    glb_add_part(glb, vertices, indices, material_of(glb, group));
}

uint32_t aswm_write_glb(const Trn *trn, Glb *glb) {
    const Aswm *mesh = &trn->mesh;
    GlbVertices vertices = glb_no_vertices;
    Children triangles;
    if (!trn->mesh_packet_count) {
        fail(glb->error, ERROR_UNSUPPORTED, "the file has no walkmesh");
        return GLB_NONE;
    }
    if (!group_triangles(mesh, glb, &triangles)) return GLB_NONE;
    if (!triangles.count) return glb_mesh_node(glb, "walkmesh", GLB_NONE);
    vertices.positions = add_positions(mesh, glb);
    glb_open_mesh(glb, "walkmesh");
    for (uint32_t group = 0; group < GROUPS && !glb_failed(glb); group++) {
        if (child_count(&triangles, group)) add_group(mesh, glb, &triangles, group, &vertices);
    }
    return glb_mesh_node(glb, "walkmesh", glb_close_mesh(glb));
}
