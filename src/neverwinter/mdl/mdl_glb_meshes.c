/* The meshes and skins of a model's GLB: see mdl_glb.h. */
#include "neverwinter/mdl/mdl_glb.h"
#include "neverwinter/mdl/mdl_part.h"

enum { ALL_SURFACES = -1 };

typedef struct Mesh {
    const MdlScene *scene;
    const Mdl *mdl;
    Glb *glb;
    uint64_t node;
    const uint8_t *fields;
    MdlShape shape;
} Mesh;

static const uint8_t *face_of(const Mesh *mesh, uint64_t face) {
    return mesh->shape.faces + face * MDL_FACE_BYTES;
}

/* Writes the faces of a surface, or all faces, whose corners are finite. Returns false if there are
** none. */
static bool add_faces(const Mesh *mesh, int32_t surface, uint32_t *indices) {
    uint64_t count = 0;
    uint8_t *at = glb_items(mesh->glb, GLB_INDEX, 3 * mesh->shape.face_count, indices);
    for (uint64_t i = 0; at && i < mesh->shape.face_count && !glb_stops(mesh->glb, i); i++) {
        const uint8_t *corners = face_of(mesh, i) + MDL_FACE_VERTEX0;
        int32_t own = load_i32(face_of(mesh, i) + MDL_FACE_SURFACE);
        if (!mdl_surface_name(own)) own = MDL_SURFACES; /* those without a name count as one */
        if (surface != ALL_SURFACES && own != surface) continue;
        Vector places[3];
        if (!mdl_shape_face(&mesh->shape, i, places) || !corners_are_finite(places)) continue;
        at = glb_put_triangle(at, load_u16(corners), load_u16(corners + 2), load_u16(corners + 4));
        count++;
    }
    return glb_shorten(mesh->glb, *indices, 3 * count);
}

/* Returns an array of the node's vertices; NULL: there is none. */
static const uint8_t *array_of(const Mesh *mesh, MdlVertexArray array) {
    uint64_t start = mdl_vertex_array(mesh->mdl, mesh->node, array);
    return start ? mdl_bytes(mesh->mdl, start) : NULL;
}

static double float_at(const uint8_t *at, unsigned number) {
    return (double)load_f32(at + 4 * (size_t)number);
}

/* Adds an array of the node's vertices; GLB_NONE: there is none. Models count v from the bottom. */
static uint32_t add_array(const Mesh *mesh, MdlVertexArray array, GlbKind kind) {
    const uint8_t *from = array_of(mesh, array);
    uint32_t accessor, count = from ? mesh->shape.vertex_count : 0;
    uint32_t bytes = mdl_vertex_fields[array].bytes; /* as many as an item of the GLB has */
    uint8_t *at = glb_items(mesh->glb, kind, count, &accessor);
    for (uint32_t i = 0; at && i < count; i++, at += bytes, from += bytes) {
        switch (kind) {
        case GLB_POSITION:
            glb_put_place(at, float_at(from, 0), float_at(from, 1), float_at(from, 2));
            break;
        case GLB_NORMAL:
            glb_put_direction(at, float_at(from, 0), float_at(from, 1), float_at(from, 2));
            break;
        case GLB_COLOR: memcpy(at, from, bytes); break;
        default: glb_put_uv(at, float_at(from, 0), 1 - float_at(from, 1));
        }
    }
    return accessor;
}

static GlbVertices add_vertices(const Mesh *mesh) {
    GlbVertices vertices = glb_no_vertices;
    vertices.positions = add_array(mesh, MDL_POSITIONS, GLB_POSITION);
    vertices.normals = add_array(mesh, MDL_NORMALS, GLB_NORMAL);
    vertices.uv = add_array(mesh, MDL_UV0, GLB_UV);
    if (vertices.uv != GLB_NONE) vertices.light_uv = add_array(mesh, MDL_UV1, GLB_LIGHT_UV);
    vertices.colors = add_array(mesh, MDL_COLORS, GLB_COLOR);
    return vertices;
}

/* The joints of a skin: the bones of its slots, then maybe its own node. */
typedef struct Joints {
    MdlSkin skin;
    uint8_t numbers[MDL_SLOTS_EE]; /* for each slot with a bone: the joint */
    uint32_t nodes[MDL_SLOTS_EE + 1];
    MdlPlace inverses[MDL_SLOTS_EE + 1];
    uint8_t count, own; /* own: the node's own joint; equals count if there is none yet */
} Joints;

static void find_joints(const Mesh *mesh, Joints *joints) {
    uint8_t own = UINT8_MAX;
    joints->count = 0;
    for (int slot = 0; slot < MDL_SLOTS_EE; slot++) {
        if (joints->skin.bones[slot] == MDL_NONE) continue;
        if (joints->skin.bones[slot] == mesh->node) own = joints->count;
        joints->numbers[slot] = joints->count;
        joints->nodes[joints->count] = joints->skin.bones[slot];
        joints->inverses[joints->count++] = joints->skin.inverses[slot];
    }
    joints->own = own == UINT8_MAX ? joints->count : own;
}

/* Merges lanes with the same slot. */
static unsigned merge_lanes(MdlLane *lanes, unsigned count) {
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned same = 0;
        if (!glb_is_finite(lanes[i].weight)) continue;
        while (same < kept && lanes[same].slot != lanes[i].slot) same++;
        if (same == kept) lanes[kept++] = lanes[i];
        else lanes[same].weight += lanes[i].weight;
    }
    return kept;
}

/* Makes the weights sum to 1 as floats: the greatest weight absorbs the rounding error. */
static unsigned normalise(const MdlLane *lanes, unsigned count, float weights[MDL_LANES]) {
    double total = 0;
    unsigned greatest = 0;
    float rest = 1;
    for (unsigned i = 0; i < count; i++) {
        total += lanes[i].weight;
        if (lanes[i].weight > lanes[greatest].weight) greatest = i;
    }
    for (unsigned i = 0; i < count; i++) {
        weights[i] = (float)(lanes[i].weight / total);
        if (i != greatest) rest -= weights[i];
    }
    if (count) weights[greatest] = rest;
    return count;
}

static void put_vertex(const Mesh *mesh, Joints *joints, uint64_t vertex, uint8_t *joint,
                       uint8_t *weight) {
    MdlLane lanes[MDL_LANES];
    float weights[MDL_LANES] = {0};
    unsigned count = merge_lanes(lanes, mdl_skin_lanes(&joints->skin, vertex, lanes));
    memset(joint, 0, MDL_LANES);
    memset(weight, 0, 4 * (size_t)MDL_LANES);
    normalise(lanes, count, weights);
    if (!count) {
        if (joints->own == joints->count) { /* used for vertices that no bone moves */
            joints->nodes[joints->count] = (uint32_t)mesh->node;
            joints->inverses[joints->count++] = (MdlPlace){.turn = {0, 0, 0, 1}, .scale = 1};
        }
        joint[0] = joints->own;
        store_f32(weight, 1);
    }
    for (unsigned i = 0; i < count; i++) {
        if (!(weights[i] > 0)) continue;
        joint[i] = joints->numbers[lanes[i].slot];
        store_f32(weight + 4 * (size_t)i, weights[i]);
    }
}

/* Writes the columns of the matrix that transforms the skin into the space of a bone, with y up. */
static void put_matrix(uint8_t *at, const MdlPlace *place) {
    static const Vector axes[] = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}; /* x, y, z of glTF */
    for (int i = 0; i < 3; i++, at += 16) {
        Vector column = mdl_turned(place->turn, axes[i]);
        glb_put_place(at, column.x, column.y, column.z);
        store_f32(at + 12, 0);
    }
    glb_put_place(at, place->position.x, place->position.y, place->position.z);
    store_f32(at + 12, 1);
}

static uint32_t add_joints(const Mesh *mesh, const Joints *joints, const char *name) {
    Glb *glb = mesh->glb;
    Json *json = &glb->lists[GLB_SKINS];
    uint32_t matrices;
    uint8_t *at = glb_items(glb, GLB_MATRIX, joints->count, &matrices);
    for (int i = 0; at && i < joints->count; i++, at += 64) put_matrix(at, &joints->inverses[i]);
    uint32_t skin = glb_open(glb, GLB_SKINS, name);
    json_integer(json, "inverseBindMatrices", matrices);
    json_open(json, "joints", '[');
    for (int i = 0; i < joints->count; i++) {
        json_integer(json, NULL, mesh->scene->first_node + joints->nodes[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
    return skin;
}

/* Writes the skin of a node; GLB_NONE: the node is no skin, or no vertex follows a bone. */
static uint32_t add_skin(const Mesh *mesh, const char *name, GlbVertices *vertices) {
    Glb *glb = mesh->glb;
    uint32_t count = mesh->shape.vertex_count;
    if (!(mesh->mdl->nodes[mesh->node].flags & MDL_FLAG_SKIN)) return GLB_NONE;
    Joints *joints = arena_alloc(glb->arena, 1, sizeof *joints);
    if (!joints) return glb_none_after(fail_memory(glb->error, glb->arena));
    uint32_t skin = GLB_NONE;
    bool has_weights = mdl_read_skin(mesh->mdl, mesh->node, &joints->skin);
    find_joints(mesh, joints);
    if (has_weights && joints->count) {
        uint8_t *joint = glb_items(glb, GLB_JOINT, count, &vertices->joints);
        uint8_t *weight = glb_items(glb, GLB_WEIGHT, count, &vertices->weights);
        for (uint32_t i = 0; joint && weight && i < count && !glb_stops(glb, i); i++) {
            put_vertex(mesh, joints, i, joint + 4 * (size_t)i, weight + 16 * (size_t)i);
        }
        skin = add_joints(mesh, joints, name);
    }
    arena_release(glb->arena, joints);
    return skin;
}

enum { ALPHA = 128 }; /* a controller of meshes */

static uint32_t texture_material(const Mesh *mesh) {
    const uint8_t *field = mesh->fields + MDL_MESH_TEXTURE0;
    const uint8_t *alpha = mdl_bind_value(mesh->mdl, mesh->node, ALPHA, 1);
    bool is_named = !mdl_is_no_name(field);
    const char *name = is_named ? mdl_glb_text(mesh->glb, field, MDL_LONG_NAME) : "none";
    double opacity = alpha && load_f32(alpha) < 1 ? (double)load_f32(alpha) : 1;
    if (!mdl_is_rendered(mesh->mdl, mesh->fields) || !(opacity > 0)) opacity = 0;
    return glb_material(mesh->glb, &(GlbMaterial){.name = name,
                                                  .is_texture = is_named && array_of(mesh, MDL_UV0),
                                                  .opacity = opacity,
                                                  .cuts_out = true,
                                                  .light = GLB_NONE});
}

static uint32_t surface_material(const Mesh *mesh, int32_t surface) {
    const char *name = mdl_surface_name(surface);
    if (!name) name = "unknown surface";
    return glb_plain_material(mesh->glb, name, glb_ground_color(name),
                              mdl_is_walkmesh_file(mesh->mdl));
}

/* Adds the indices of each surface of a walkmesh, or of all faces as one part. Returns false if no
** face has finite corners. */
static bool add_parts(const Mesh *mesh, bool by_surface, uint32_t indices[MDL_SURFACES + 1]) {
    bool any = false;
    for (int32_t surface = 0; surface <= MDL_SURFACES; surface++) {
        indices[surface] = GLB_NONE;
        if (!by_surface && surface) continue;
        if (!add_faces(mesh, by_surface ? surface : ALL_SURFACES, &indices[surface])) {
            indices[surface] = GLB_NONE;
        }
        any = any || indices[surface] != GLB_NONE;
    }
    return any;
}

uint32_t mdl_glb_mesh(const MdlScene *scene, uint64_t node, const char *name, uint32_t *skin) {
    const Mdl *mdl = scene->mdl;
    Glb *glb = scene->glb;
    uint32_t indices[MDL_SURFACES + 1];
    bool by_surface = mdl_is_walkmesh(mdl, node);
    *skin = GLB_NONE;
    if (!(mdl->nodes[node].flags & MDL_FLAG_MESH)) return GLB_NONE;
    Mesh mesh = {scene,
                 mdl,
                 glb,
                 node,
                 mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_MESH)),
                 mdl_shape(mdl, node)};
    if (!add_parts(&mesh, by_surface, indices)) return GLB_NONE;
    GlbVertices vertices = add_vertices(&mesh);
    *skin = add_skin(&mesh, name, &vertices);
    glb_open_mesh(glb, name);
    for (int32_t surface = 0; surface <= MDL_SURFACES; surface++) {
        if (indices[surface] == GLB_NONE) continue;
        glb_add_part(glb, &vertices, indices[surface],
                     by_surface ? surface_material(&mesh, surface) : texture_material(&mesh));
    }
    return glb_close_mesh(glb);
}
