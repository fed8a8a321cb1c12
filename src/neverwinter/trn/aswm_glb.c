/* A walkmesh as a GLB, in metres. It has one mesh, with a part for the walkable triangles of each
** material and a grey one for all other triangles. All parts share the vertices, which are those of
** aswm_vertices. Baked files have their triangles clockwise, seen from above; here all are
** counter-clockwise, so that their front is up. The normal of a vertex is that of the triangles
** around it, weighted by their areas. */
#include "neverwinter/trn/trn_tables.h"
#include "scene/glb_call.h"
#include "scene/glb_surfaces.h"

enum { MATERIAL_SHIFT = 3, MATERIALS = ASWM_MATERIALS >> MATERIAL_SHIFT, BLOCKED, GROUPS };

typedef struct MeshScene {
    const Aswm *mesh;
    Glb *glb;
    GlbVertices vertices;
} MeshScene;

static const Color grey = {70, 74, 92, 255}; /* dark, unlike stone */

/* Returns a triangle's group, a set of materials; NO_PARENT if a corner of it isn't finite. */
static uint32_t group_of(const void *of, uint64_t triangle) {
    const Aswm *mesh = ((const MeshScene *)of)->mesh;
    Vector corners[3];
    if (!aswm_corners(mesh, triangle, corners) || !corners_are_finite(corners)) return NO_PARENT;
    if (!aswm_walkable(mesh, triangle)) return BLOCKED;
    return (aswm_triangle_flags(mesh, triangle) & ASWM_MATERIALS) >> MATERIAL_SHIFT;
}

static uint32_t add_positions(const Aswm *mesh, Glb *glb) {
    uint32_t accessor;
    uint8_t *at = glb_items(glb, GLB_POSITION, mesh->vertex_count, &accessor);
    for (uint64_t i = 0; at && i < mesh->vertex_count && !glb_stops(glb, i); i++, at += 12) {
        Vector place = load_vector(aswm_vertex(mesh, i));
        glb_put_place(at, place.x, place.y, place.z);
    }
    return accessor;
}

/* Returns the cross product of two sides of a triangle, turned to point up. *is_turned: the file
** has the corners clockwise, seen from above. */
static Vector upward(const Vector p[3], bool *is_turned) {
    Vector up = corners_normal(p);
    *is_turned = up.z < 0;
    return *is_turned ? (Vector){0 - up.x, 0 - up.y, 0 - up.z} : up;
}

static void add_to_corners(const Aswm *mesh, uint64_t triangle, Vector *sums) {
    const uint8_t *corner = aswm_triangle(mesh, triangle) + ASWM_TRIANGLE_VERTICES;
    Vector corners[3];
    bool is_turned;
    aswm_corners(mesh, triangle, corners);
    Vector up = upward(corners, &is_turned);
    for (int i = 0; i < 3; i++) {
        Vector *sum = &sums[load_u32(corner + 4 * i)];
        *sum = vector_plus(*sum, up);
    }
}

static uint32_t add_normals(const Aswm *mesh, const Children *grouped, Glb *glb) {
    uint32_t accessor;
    Vector *sums = arena_zeroed(glb->arena, mesh->vertex_count, sizeof *sums);
    if (!sums) fail_memory(glb->error, glb->arena);
    for (uint64_t i = 0; sums && i < grouped->count && !glb_stops(glb, i); i++) {
        add_to_corners(mesh, grouped->order[i], sums);
    }
    uint8_t *at = glb_items(glb, GLB_NORMAL, mesh->vertex_count, &accessor);
    for (uint64_t i = 0; sums && at && i < mesh->vertex_count && !glb_stops(glb, i); i++) {
        glb_put_direction(at + 12 * i, sums[i].x, sums[i].y, sums[i].z);
    }
    arena_release(glb->arena, sums);
    return accessor;
}

static void add_group(const void *of, uint64_t group, const uint32_t *triangles, uint64_t count) {
    const MeshScene *scene = of;
    const Aswm *mesh = scene->mesh;
    Glb *glb = scene->glb;
    uint32_t indices;
    uint8_t *at = glb_items(glb, GLB_INDEX, 3 * count, &indices);
    for (uint64_t i = 0; at && i < count; i++) {
        const uint8_t *corner = aswm_triangle(mesh, triangles[i]) + ASWM_TRIANGLE_VERTICES;
        uint32_t second = load_u32(corner + 4), third = load_u32(corner + 8);
        Vector corners[3];
        bool is_turned;
        aswm_corners(mesh, triangles[i], corners);
        upward(corners, &is_turned);
        at = glb_put_triangle(at, load_u32(corner), is_turned ? third : second,
                              is_turned ? second : third);
    }
    char joined[ASWM_MATERIAL_CHARS];
    const char *name = aswm_material((uint32_t)group << MATERIAL_SHIFT, joined);
    glb_add_part(glb, &scene->vertices, indices,
                 group == BLOCKED ? glb_plain_material(glb, "not walkable", &grey, 1)
                                  : glb_plain_material(glb, name, glb_ground_color(name), 1));
}

static uint32_t write_mesh(const Trn *trn, Glb *glb) {
    MeshScene scene = {.mesh = &trn->mesh, .glb = glb, .vertices = glb_no_vertices};
    const GlbSurfaces surfaces = {.of = &scene,
                                  .part_count = GROUPS,
                                  .count = trn->mesh.triangle_count,
                                  .part_of = group_of,
                                  .add_part = add_group};
    Children triangles;
    if (!trn->mesh.layout)
        return glb_none_after(fail(glb->error, ERROR_UNSUPPORTED, "the file has no walkmesh"));
    if (!glb_sort_surfaces(glb, &surfaces, glb->arena, &triangles)) return GLB_NONE;
    if (triangles.count) {
        scene.vertices.positions = add_positions(scene.mesh, glb);
        scene.vertices.normals = add_normals(scene.mesh, &triangles, glb);
    }
    return glb_mesh_node(glb, "walkmesh",
                         glb_surface_mesh(glb, "walkmesh", &surfaces, &triangles, 0, GROUPS));
}

Value aswm_glb_call(Call *call) {
    Glb glb;
    if (!glb_call_begin(call, &glb, 0, NULL)) return value_null();
    return glb_call_end(&glb, write_mesh((const Trn *)call->document, &glb));
}
