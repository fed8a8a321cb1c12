/* Meshes of RSM models for a GLB: a part for each texture, one-sided and two-sided. Each face has
** its own three vertices, so that normals are those of its smoothing group. */
#include "ragnarok/rsm/rsm_glb.h"

#include "scene/glb_surfaces.h"

enum { CORNERS = 3, SMOOTH = 2 };

static uint64_t node_of(const RsmMesh *mesh, uint64_t face) {
    return children_parent(&mesh->rsm->faces, face);
}

/* Reads the corners of a face where they are shown, turned so that the face is seen from outside.
** Returns false if it isn't drawn. */
static bool read_corners(const RsmMesh *mesh, uint64_t face, RsmCorner *corners) {
    const Rsm *rsm = mesh->rsm;
    uint64_t node = node_of(mesh, face);
    const Affine *transform = &mesh->transforms[node];
    const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
    if (!rsm_is_drawn(rsm, node, face)) return false;
    for (unsigned i = 0; i < CORNERS; i++) {
        unsigned from = mesh->mirrored[node] ? CORNERS - 1 - i : i;
        corners[i].vertex =
            rsm_vertex_of(&rsm->vertices, node, load_u16(record + RSM_FACE_VERTICES + 2 * from));
        corners[i].place = rsm_vertex_of(&rsm->texture_vertices, node,
                                         load_u16(record + RSM_FACE_TEXTURE_VERTICES + 2 * from));
        rsm_place_vertex(rsm, corners[i].vertex, transform, corners[i].point);
        for (int k = 0; k < 3; k++) {
            if (!glb_is_finite(corners[i].point[k])) return false;
        }
    }
    return true;
}

static void face_normal(const RsmCorner *corners, double *normal) {
    double a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = corners[1].point[i] - corners[0].point[i];
        b[i] = corners[2].point[i] - corners[0].point[i];
    }
    for (int i = 0; i < 3; i++) {
        normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

/* Returns the part of a face: its texture, or none, and whether it is two-sided. */
static uint32_t part_of(const void *context, uint64_t child) {
    const RsmMesh *mesh = context;
    const Rsm *rsm = mesh->rsm;
    uint64_t face = mesh->first + child;
    const uint8_t *record = rsm_at(rsm, &rsm->faces, face);
    RsmCorner corners[CORNERS];
    if (!read_corners(mesh, face, corners)) return NO_PARENT;
    uint32_t texture = rsm_texture_of(rsm, node_of(mesh, face), load_u16(record + RSM_FACE_SLOT));
    if (texture == RSM_NONE) texture = (uint32_t)rsm->texture_count;
    return 2 * texture + (load_u32(record + RSM_FACE_TWO_SIDED) != 0);
}

static uint32_t material_of(const RsmMesh *mesh, uint64_t part) {
    const Rsm *rsm = mesh->rsm;
    Glb *glb = mesh->glb;
    uint64_t texture = part / 2;
    GlbMaterial material = {.name = "none",
                            .opacity = rsm->alpha / 255.0,
                            .cuts_out = true,
                            .two_sided = part % 2,
                            .light = GLB_NONE};
    if (texture < rsm->texture_count) {
        RsmName name = rsm->textures[texture];
        glb_name_texture(glb, &material, name.bytes, name.size);
    }
    return glb_material(glb, &material);
}

/* Corners of faces with the same vertex and smoothing group have one normal. */
typedef struct Shared {
    uint32_t vertex, group;
} Shared;

static Shared shared_of(const RsmMesh *mesh, uint64_t face, const RsmCorner *corner) {
    const uint8_t *record = rsm_at(mesh->rsm, &mesh->rsm->faces, face);
    uint32_t group =
        rsm_group_count(mesh->rsm, face) ? load_u32(record + RSM_FACE_GROUPS) : UINT32_MAX;
    return (Shared){corner->vertex, group};
}

/* Adds up the normals of the faces at each shared corner; larger faces count more. */
static bool sum_normals(RsmMesh *mesh) {
    Glb *glb = mesh->glb;
    for (uint64_t i = 0; i < mesh->count && !glb_stops(glb, i); i++) {
        uint64_t face = mesh->first + i;
        RsmCorner corners[CORNERS];
        double normal[3];
        if (!read_corners(mesh, face, corners)) continue;
        face_normal(corners, normal);
        for (unsigned k = 0; k < CORNERS; k++) {
            Shared key = shared_of(mesh, face, &corners[k]);
            void **place = map_place(&mesh->normals, &mesh->scratch, &key, sizeof key);
            if (place && !*place) *place = arena_zeroed(&mesh->scratch, 3, sizeof(double));
            if (!place || !*place) return fail_memory(glb->error, &mesh->scratch);
            for (int axis = 0; axis < 3; axis++) ((double *)*place)[axis] += normal[axis];
        }
    }
    return !glb_failed(glb);
}

static const double *normal_of(const RsmMesh *mesh, uint64_t face, const RsmCorner *corner,
                               const double *flat) {
    Shared key = shared_of(mesh, face, corner);
    void **place = mesh->rsm->shading == SMOOTH ? map_find(&mesh->normals, &key, sizeof key) : NULL;
    return place ? *place : flat;
}

typedef struct Rooms {
    uint8_t *positions, *normals, *uv, *indices;
} Rooms;

static void put_corner(const RsmMesh *mesh, Rooms *rooms, const RsmCorner *corner,
                       const double *normal) {
    const Rsm *rsm = mesh->rsm;
    const double *at = corner->point;
    double unit = mesh->unit;
    glb_put_place(rooms->positions, at[0] / unit, at[2] / unit, 0 - at[1] / unit);
    glb_put_direction(rooms->normals, normal[0], normal[2], 0 - normal[1]);
    if (corner->place == RSM_NONE) {
        glb_put_uv(rooms->uv, 0, 0);
    } else {
        const uint8_t *place = rsm_at(rsm, &rsm->texture_vertices, corner->place) +
                               (rsm_since(rsm, 1, 2) ? RSM_COLOR_BYTES : 0);
        glb_put_uv(rooms->uv, (double)load_f32(place), (double)load_f32(place + 4));
    }
    rooms->positions += 12;
    rooms->normals += 12;
    rooms->uv += 8;
}

static void add_part(const void *of, uint64_t part, const uint32_t *faces, uint64_t face_count) {
    const RsmMesh *mesh = of;
    Glb *glb = mesh->glb;
    uint64_t count = CORNERS * face_count;
    GlbVertices vertices = glb_no_vertices;
    uint32_t indices = GLB_NONE;
    Rooms rooms = {0};
    rooms.positions = glb_items(glb, GLB_POSITION, count, &vertices.positions);
    rooms.normals = glb_items(glb, GLB_NORMAL, count, &vertices.normals);
    rooms.uv = glb_items(glb, GLB_UV, count, &vertices.uv);
    rooms.indices = glb_items(glb, GLB_INDEX, count, &indices);
    for (uint64_t i = 0; i < face_count && !glb_stops(glb, i); i++) {
        uint64_t face = mesh->first + faces[i];
        RsmCorner corners[CORNERS];
        double flat[3];
        if (!read_corners(mesh, face, corners)) continue;
        face_normal(corners, flat);
        for (unsigned k = 0; k < CORNERS; k++) {
            put_corner(mesh, &rooms, &corners[k], normal_of(mesh, face, &corners[k], flat));
        }
        uint32_t first = (uint32_t)(CORNERS * i);
        rooms.indices = glb_put_triangle(rooms.indices, first, first + 1, first + 2);
    }
    glb_add_part(glb, &vertices, indices, material_of(mesh, part));
}

uint32_t rsm_mesh_of(RsmMesh *mesh, uint64_t first, uint64_t count, const char *name) {
    Glb *glb = mesh->glb;
    const GlbSurfaces surfaces = {.of = mesh,
                                  .part_count = 2 * (mesh->rsm->texture_count + 1),
                                  .count = count,
                                  .part_of = part_of,
                                  .add_part = add_part};
    Children parts = {0};
    uint32_t number = GLB_NONE;
    mesh->first = first;
    mesh->count = count;
    mesh->normals = (Map){0};
    mesh->scratch = (Arena){.host = glb->arena->host};
    if (!count) return GLB_NONE;
    if (glb_sort_surfaces(glb, &surfaces, &mesh->scratch, &parts) &&
        (mesh->rsm->shading != SMOOTH || sum_normals(mesh))) {
        number = glb_surface_mesh(glb, name, &surfaces, &parts, 0, surfaces.part_count);
    }
    arena_clear(&mesh->scratch);
    return glb_failed(glb) ? GLB_NONE : number;
}

static double determinant(const Affine *a) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += a->rows[0][i] * (a->rows[1][j] * a->rows[2][k] - a->rows[1][k] * a->rows[2][j]);
    }
    return sum;
}

bool rsm_mesh_begin(RsmMesh *mesh, Rsm *rsm, Glb *glb, const Affine *transforms, double unit) {
    bool *mirrored = arena_alloc(glb->arena, rsm->node_count, sizeof *mirrored);
    if (!mirrored) return fail_memory(glb->error, glb->arena);
    /* the turned y of RSM2 doesn't count: programs draw the same sides of RSM and RSM2 */
    bool turned = !rsm->is_old && transforms == rsm->pose->nodes;
    for (uint64_t i = 0; i < rsm->node_count; i++) {
        mirrored[i] = (determinant(&transforms[i]) < 0) != turned;
    }
    *mesh = (RsmMesh){
        .rsm = rsm, .glb = glb, .transforms = transforms, .mirrored = mirrored, .unit = unit};
    return true;
}

uint32_t rsm_add_mesh(Rsm *rsm, Glb *glb, const char *name) {
    RsmMesh mesh;
    if (glb_failed(glb) || !rsm_mesh_begin(&mesh, rsm, glb, rsm->pose->nodes, RSM_TILE_UNITS)) {
        return GLB_NONE;
    }
    uint32_t number = rsm_mesh_of(&mesh, 0, rsm->faces.count, name);
    arena_release(glb->arena, (void *)(uintptr_t)mesh.mirrored);
    return number;
}
