/* A GND map as a GLB: the faces that are drawn, in GAT tiles.
**
**     map          node
**       tops       node with a mesh: the tops of cubes, a part for each texture
**       walls      node with a mesh: the walls, a part for each texture
**
** Each face has its own four vertices, like in gnd_vertices. Faces with a lightmap are separate
** parts, whose second texture coordinates are the lightmap's place in the picture of all lightmaps.
*/
#include "ragnarok/gnd/gnd.h"
#include "scene/glb_surfaces.h"

typedef struct GndScene {
    Gnd *gnd;
    Glb *glb;
    uint32_t light; /* the texture of the lightmaps, or GLB_NONE */
    /* Drawn faces by part. Tops and walls each have a part for every texture, and one for none,
    ** both without lightmaps and with them. */
    GlbSurfaces surfaces;
    Children faces;
} GndScene;

/* ---- Parts ----------------------------------------------------------------------------------- */

static const uint8_t *surface_of(const Gnd *gnd, uint32_t code) {
    return gnd->surfaces +
           (uint64_t)gnd_surface(gnd, code / 4, (GndFace)(code % 4)) * GND_SURFACE_BYTES;
}

/* Returns the part of a drawn face; NO_PARENT if one of its corners isn't finite. */
static uint32_t part_of(const void *of, uint64_t drawn) {
    const GndScene *scene = of;
    const Gnd *gnd = scene->gnd;
    uint32_t face = (uint32_t)drawn;
    uint32_t code = gnd->drawn_faces[face];
    uint64_t surface = (uint64_t)gnd_surface(gnd, code / 4, (GndFace)(code % 4));
    int64_t texture = gnd_stored_texture(gnd, surface);
    uint32_t lightmap = load_u16(surface_of(gnd, code) + GND_SURFACE_LIGHTMAP);
    bool has_light =
        scene->light != GLB_NONE && lightmap < gnd->lightmap_count && lightmap != GND_NO_LIGHTMAP;
    for (unsigned corner = 0; corner < GND_FACE_VERTICES; corner++) {
        if (!glb_is_finite(gnd_corner(gnd, face, corner).y)) return NO_PARENT;
    }
    if (texture < 0 || (uint64_t)texture >= gnd->texture_count) {
        texture = (int64_t)gnd->texture_count;
    }
    uint64_t number = (code % 4 != GND_TOP) * (gnd->texture_count + 1) + (uint64_t)texture;
    return (uint32_t)(2 * number + has_light);
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* The arrays of a part's vertices; `lights` is NULL for a part without light. */
typedef struct Rooms {
    uint8_t *positions, *normals, *uv, *lights, *colors;
} Rooms;

static void put_color(const Gnd *gnd, uint8_t *at, uint32_t face, unsigned corner) {
    const uint8_t *color = gnd_corner_color(gnd, face, corner);
    memset(at, 255, 4);
    if (!color) return;
    at[0] = color[GND_SURFACE_RED - GND_SURFACE_BLUE];
    at[1] = color[GND_SURFACE_GREEN - GND_SURFACE_BLUE];
    at[2] = color[0];
    at[3] = color[GND_SURFACE_ALPHA - GND_SURFACE_BLUE];
}

static void put_face(const GndScene *scene, const Rooms *rooms, uint64_t vertex, uint32_t face) {
    const Gnd *gnd = scene->gnd;
    const uint8_t *surface = surface_of(gnd, gnd->drawn_faces[face]);
    GndAtlasPlace light = {0};
    if (rooms->lights) gnd_place_in_atlas(gnd, load_u16(surface + GND_SURFACE_LIGHTMAP), &light);
    for (unsigned corner = 0; corner < GND_FACE_VERTICES; corner++, vertex++) {
        Vector place = gnd_corner(gnd, face, corner), normal = gnd_vertex_normal(gnd, face, corner);
        glb_put_place(rooms->positions + 12 * vertex, place.x, place.z, place.y);
        glb_put_direction(rooms->normals + 12 * vertex, normal.x, normal.z, normal.y);
        glb_put_uv(rooms->uv + 8 * vertex,
                   (double)load_f32(surface + GND_AT(GND_SURFACE_U, corner)),
                   (double)load_f32(surface + GND_AT(GND_SURFACE_V, corner)));
        put_color(gnd, rooms->colors + 4 * vertex, face, corner);
        if (!rooms->lights) continue;
        glb_put_uv(rooms->lights + 8 * vertex, corner & GND_SE ? light.u1 : light.u0,
                   corner & GND_NW ? light.v1 : light.v0);
    }
}

/* Writes two triangles for each face: its corners 0, 1, 2 and 1, 3, 2. */
static uint32_t put_indices(Glb *glb, uint64_t faces) {
    static const uint8_t corners[] = {0, 1, 2, 1, 3, 2};
    uint32_t accessor;
    uint8_t *at = glb_items(glb, GLB_INDEX, faces * LENGTH(corners), &accessor);
    for (uint64_t i = 0; at && i < faces; i++) {
        for (size_t k = 0; k < LENGTH(corners); k++, at += 4) {
            store_u32(at, (uint32_t)(i * GND_FACE_VERTICES + corners[k]));
        }
    }
    return accessor;
}

static uint32_t material_of(const GndScene *scene, uint64_t part) {
    const Gnd *gnd = scene->gnd;
    Glb *glb = scene->glb;
    uint64_t texture = part / 2 % (gnd->texture_count + 1);
    GlbMaterial material = {.name = "none",
                            .opacity = 1,
                            .cuts_out = true,
                            .two_sided = true,
                            .light = part % 2 ? scene->light : GLB_NONE};
    size_t size = (size_t)gnd->texture_path_length;
    if (texture < gnd->texture_count) {
        glb_name_texture(glb, &material, gnd->textures + texture * size, size);
    }
    return glb_material(glb, &material);
}

static void add_part(const void *of, uint64_t part, const uint32_t *faces, uint64_t face_count) {
    const GndScene *scene = of;
    Glb *glb = scene->glb;
    uint64_t count = face_count * GND_FACE_VERTICES;
    GlbVertices vertices = glb_no_vertices;
    Rooms rooms = {0};
    rooms.positions = glb_items(glb, GLB_POSITION, count, &vertices.positions);
    rooms.normals = glb_items(glb, GLB_NORMAL, count, &vertices.normals);
    rooms.uv = glb_items(glb, GLB_UV, count, &vertices.uv);
    rooms.colors = glb_items(glb, GLB_COLOR, count, &vertices.colors);
    if (part % 2) rooms.lights = glb_items(glb, GLB_LIGHT_UV, count, &vertices.light_uv);
    for (uint64_t i = 0; i < face_count && !glb_stops(glb, i); i++) {
        put_face(scene, &rooms, i * GND_FACE_VERTICES, faces[i]);
    }
    uint32_t indices = put_indices(glb, face_count);
    glb_add_part(glb, &vertices, indices, material_of(scene, part));
}

/* Announces as many items as there can be; only lightmaps need places in the picture. */
static void expect_items(const GndScene *scene) {
    static const GlbKind kinds[] = {GLB_POSITION, GLB_NORMAL, GLB_UV, GLB_COLOR, GLB_LIGHT_UV};
    uint64_t vertices = scene->faces.count * GND_FACE_VERTICES;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        if (kinds[i] != GLB_LIGHT_UV || scene->light != GLB_NONE) {
            glb_expect(scene->glb, kinds[i], vertices);
        }
    }
    glb_expect(scene->glb, GLB_INDEX, 3 * scene->faces.count * GND_FACE_TRIANGLES);
}

static uint32_t add_faces(const GndScene *scene, const char *name, uint64_t first, uint64_t end) {
    Glb *glb = scene->glb;
    return glb_mesh_node(glb, name,
                         glb_surface_mesh(glb, name, &scene->surfaces, &scene->faces, first, end));
}

uint32_t gnd_write_glb(Gnd *gnd, Glb *glb) {
    GndScene scene = {.gnd = gnd, .glb = glb};
    if (!gnd_list_normals(&gnd->document, glb->error)) return GLB_NONE;
    if (!gnd_make_light(gnd, glb->arena, glb->error)) return GLB_NONE;
    scene.light = gnd->light->size
                      ? glb_picture(glb, "lightmaps", gnd->light->png, gnd->light->size, false)
                      : GLB_NONE;
    scene.surfaces = (GlbSurfaces){.of = &scene,
                                   .part_count = 4 * ((uint64_t)gnd->texture_count + 1),
                                   .count = gnd->drawn_face_count,
                                   .part_of = part_of,
                                   .add_part = add_part};
    if (!glb_sort_surfaces(glb, &scene.surfaces, glb->arena, &scene.faces)) return GLB_NONE;
    expect_items(&scene);
    uint64_t parts = scene.faces.parent_count;
    const uint32_t nodes[] = {
        add_faces(&scene, "tops", 0, parts / 2),
        add_faces(&scene, "walls", parts / 2, parts),
    };
    return glb_group(glb, "map", nodes, LENGTH(nodes), NULL);
}
