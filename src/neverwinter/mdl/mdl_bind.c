/* MDL: the bind pose, and meshes in it. See mdl_world.h. */
#include "neverwinter/mdl/mdl_part.h"

/* Returns the place of a node in its parent: where the first rows of its keys put it. */
static MdlPlace bind_place(Mdl *mdl, uint64_t node) {
    const MdlMotion alone = {.owner = mdl, .scale = 1};
    MdlTrack tracks[MDL_CHANNELS];
    MdlPlace place = {.turn = {0, 0, 0, 1}, .scale = 1};
    mdl_find_tracks(mdl, node, tracks);
    for (int i = 0; i < MDL_CHANNELS; i++) {
        if (!tracks[i].rows) continue;
        tracks[i].rows = 1;
        mdl_sample(&alone, &tracks[i], 0, &place);
    }
    return place;
}

bool mdl_make_bind(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->bind) return true;
    MdlPosedNode *bind = arena_alloc(arena, mdl->geometry_count, sizeof *bind);
    if (!bind) return fail_memory(error, arena);
    for (uint64_t i = 0; i < mdl->geometry_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        bind[i].local = bind_place(mdl, i);
        bind[i].world =
            parent == MDL_NONE ? bind[i].local : mdl_place_in(&bind[parent].world, &bind[i].local);
        if (arena_interrupted_at(arena, i)) {
            arena_release(arena, bind);
            return fail_interrupted(error);
        }
    }
    mdl->bind = bind;
    return true;
}

MdlShape mdl_shape(const Mdl *mdl, uint64_t node) {
    MdlShape shape = {0};
    MdlSpan faces;
    if (!(mdl->nodes[node].flags & MDL_FLAG_MESH)) return shape;
    uint64_t start = mdl_part_start(mdl, node, MDL_MESH);
    const uint8_t *mesh = mdl_bytes(mdl, start);
    if (mdl_find_array(mdl, start + MDL_MESH_FACES, MDL_FACE_BYTES, &faces) && faces.count) {
        shape.faces = mdl_bytes(mdl, faces.start);
        shape.face_count = faces.count;
    }
    uint32_t pointer = load_u32(mesh + MDL_MESH_POSITIONS);
    MdlSpan positions = {mdl->raw_start + pointer, load_u16(mesh + MDL_MESH_VERTEX_COUNT), 12};
    if (pointer != UINT32_MAX && positions.count && mdl_fits(&positions, mdl->raw_end)) {
        shape.positions = mdl_bytes(mdl, positions.start);
        shape.vertex_count = (uint32_t)positions.count;
    }
    return shape;
}

bool mdl_shape_face(const MdlShape *shape, uint64_t face, Vector corners[3]) {
    const uint8_t *vertices = shape->faces + face * MDL_FACE_BYTES + MDL_FACE_VERTEX0;
    for (int k = 0; k < 3; k++) {
        uint16_t vertex = load_u16(vertices + 2 * k);
        if (vertex >= shape->vertex_count) return false;
        corners[k] = mdl_shape_vertex(shape, vertex);
    }
    return true;
}

bool mdl_model_face(const Mdl *mdl, uint64_t node, const MdlShape *shape, uint64_t face,
                    Vector corners[3]) {
    if (!mdl_shape_face(shape, face, corners)) return false;
    for (int k = 0; k < 3; k++) corners[k] = mdl_placed(&mdl->bind[node].world, corners[k]);
    return true;
}

static void widen(double value, double *min, double *max) {
    if (value < *min) *min = value;
    if (value > *max) *max = value;
}

void mdl_widen_bounds(MdlBounds *bounds, Vector point) {
    widen(point.x, &bounds->min.x, &bounds->max.x);
    widen(point.y, &bounds->min.y, &bounds->max.y);
    widen(point.z, &bounds->min.z, &bounds->max.z);
}

/* Makes the bounds of all faces that are drawn. The faces of all meshes can't need more bytes than
** the file has: further faces are left out, and mdl_faces gives the error. */
static bool bound_drawn(Mdl *mdl, MdlBounds *bounds, Error *error) {
    uint64_t left = mdl->image_size / MDL_FACE_BYTES;
    for (uint64_t node = 0; node < mdl->geometry_count; node++) {
        uint32_t flags = mdl->nodes[node].flags;
        if (!(flags & MDL_FLAG_MESH) || flags & MDL_FLAG_AABB ||
            !mdl_is_rendered(mdl, mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_MESH)))) {
            continue;
        }
        MdlShape shape = mdl_shape(mdl, node);
        Vector corners[3];
        if (shape.face_count > left) break;
        left -= shape.face_count;
        for (uint64_t face = 0; face < shape.face_count; face++) {
            if (interrupted_at(&mdl->document.arena, face, error)) return false;
            if (!mdl_model_face(mdl, node, &shape, face, corners)) continue;
            for (int k = 0; k < 3; k++) mdl_widen_bounds(bounds, corners[k]);
        }
    }
    return true;
}

bool mdl_make_drawn_bounds(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (mdl->drawn) return true;
    if (!mdl_make_bind(mdl, error)) return false;
    MdlBounds *bounds = arena_alloc(arena, 1, sizeof *bounds);
    if (!bounds) return fail_memory(error, arena);
    *bounds = mdl_no_bounds;
    if (!bound_drawn(mdl, bounds, error)) {
        arena_release(arena, bounds);
        return false;
    }
    mdl->drawn = bounds;
    return true;
}
