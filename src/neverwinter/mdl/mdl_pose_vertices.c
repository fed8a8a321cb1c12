/* MDL: where vertices are in a pose. See mdl_world.h. */
#include "neverwinter/mdl/mdl_part.h"
#include "core/affine.h"

/* Applies `inner` first, then `outer`. */
static Affine affine_of(const MdlPlace *outer, const MdlPlace *inner) {
    MdlPlace place = mdl_place_in(outer, inner);
    Vector x = mdl_turned(place.turn, (Vector){place.scale, 0, 0}),
           y = mdl_turned(place.turn, (Vector){0, place.scale, 0}),
           z = mdl_turned(place.turn, (Vector){0, 0, place.scale}), move = place.position;
    return (Affine){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}, {move.x, move.y, move.z}};
}

/* Reads the stored transform of the skin into its bone in the bind pose; returns false if there is
** none. */
static bool stored_inverse(const Mdl *mdl, uint64_t skin, uint64_t bone, MdlPlace *inverse) {
    MdlSpan rotations, translations;
    if (!mdl_find_array(mdl, skin + MDL_SKIN_ROTATIONS, 16, &rotations) ||
        !mdl_find_array(mdl, skin + MDL_SKIN_TRANSLATIONS, 12, &translations) ||
        bone >= rotations.count || bone >= translations.count) {
        return false;
    }
    const uint8_t *turn = mdl_bytes(mdl, rotations.start + 16 * bone); /* stored as w, x, y, z */
    const uint8_t *at = mdl_bytes(mdl, translations.start + 12 * bone);
    *inverse = (MdlPlace){
        .position = load_vector(at),
        .turn = mdl_unit_turn((MdlTurn){(double)load_f32(turn + 4), (double)load_f32(turn + 8),
                                        (double)load_f32(turn + 12), (double)load_f32(turn)}),
        .scale = 1,
    };
    return true;
}

static const uint8_t *raw_array(const Mdl *mdl, uint64_t at) {
    uint32_t pointer = load_u32(mdl_bytes(mdl, at));
    return pointer == UINT32_MAX ? NULL : mdl_bytes(mdl, mdl->raw_start + pointer);
}

bool mdl_read_skin(const Mdl *mdl, uint64_t node, MdlSkin *skin) {
    uint64_t start = mdl_part_start(mdl, node, MDL_SKIN);
    skin->weights = raw_array(mdl, start + MDL_SKIN_WEIGHTS);
    skin->slots = raw_array(mdl, start + MDL_SKIN_VERTEX_SLOTS);
    for (int64_t slot = 0; slot < MDL_SLOTS_EE; slot++) {
        int64_t bone = mdl_slot_node(mdl, node, slot);
        skin->bones[slot] = MDL_NONE;
        if (bone >= 0 && stored_inverse(mdl, start, (uint64_t)bone, &skin->inverses[slot])) {
            skin->bones[slot] = (uint32_t)bone;
        }
    }
    return skin->weights && skin->slots;
}

unsigned mdl_skin_lanes(const MdlSkin *skin, uint64_t vertex, MdlLane lanes[MDL_LANES]) {
    unsigned count = 0;
    for (uint64_t lane = MDL_LANES * vertex; lane < MDL_LANES * (vertex + 1); lane++) {
        double weight = (double)load_f32(skin->weights + 4 * lane);
        int16_t slot = load_i16(skin->slots + 2 * lane);
        if (!(weight > 0) || slot < 0 || slot >= MDL_SLOTS_EE || skin->bones[slot] == MDL_NONE) {
            continue;
        }
        lanes[count++] = (MdlLane){(uint8_t)slot, weight};
    }
    return count;
}

/* A skin, and the transforms of its slots' bones. */
typedef struct PosedSkin {
    MdlSkin skin;
    Affine bones[MDL_SLOTS_EE];
} PosedSkin;

static bool pose_skin(const Mdl *mdl, uint64_t node, const MdlPosedNode *pose, PosedSkin *posed) {
    MdlSkin *skin = &posed->skin;
    if (!mdl_read_skin(mdl, node, skin)) return false;
    for (int slot = 0; slot < MDL_SLOTS_EE; slot++) {
        if (skin->bones[slot] == MDL_NONE) continue;
        posed->bones[slot] = affine_of(&pose[skin->bones[slot]].world, &skin->inverses[slot]);
    }
    return true;
}

/* Returns the weighted mean of the places to which bones take a vertex. A vertex that no bone moves
** follows its node. */
static Vector skin_vertex(const PosedSkin *posed, uint64_t vertex, const MdlPlace *place,
                          Vector v) {
    MdlLane lanes[MDL_LANES];
    Affine sum = {{{0}}, {0}};
    double total = 0, moved[3];
    unsigned count = mdl_skin_lanes(&posed->skin, vertex, lanes);
    for (unsigned i = 0; i < count; i++) {
        const Affine *bone = &posed->bones[lanes[i].slot];
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++) sum.rows[k][j] += lanes[i].weight * bone->rows[k][j];
            sum.move[k] += lanes[i].weight * bone->move[k];
        }
        total += lanes[i].weight;
    }
    if (!(total > 0)) return mdl_placed(place, v);
    affine_apply(&sum, (const double[]){v.x, v.y, v.z}, moved);
    return (Vector){moved[0] / total, moved[1] / total, moved[2] / total};
}

static bool pose_mesh(const Mdl *mdl, uint64_t node, const MdlPosedNode *pose, PosedSkin *skin,
                      Vector *vertices, Error *error) {
    uint64_t first = mdl->vertices.first[node], count = mdl->vertices.first[node + 1] - first;
    MdlShape shape = mdl_shape(mdl, node);
    bool skinned =
        mdl->nodes[node].flags & MDL_FLAG_SKIN && count && pose_skin(mdl, node, pose, skin);
    for (uint64_t i = 0; i < count; i++) {
        Vector v = mdl_shape_vertex(&shape, (uint32_t)i);
        vertices[first + i] =
            skinned ? skin_vertex(skin, i, &pose[node].world, v) : mdl_placed(&pose[node].world, v);
        if (interrupted_at(&mdl->document.arena, first + i, error)) return false;
    }
    return true;
}

Vector *mdl_pose_vertices(Mdl *mdl, const MdlPosedNode *pose, Arena *arena, Error *error) {
    if (!mdl_list(mdl, MDL_WEIGHTS, error)) return NULL;
    Vector *vertices = arena_alloc(arena, mdl->vertices.count, sizeof *vertices);
    PosedSkin *skin = arena_alloc(arena, 1, sizeof *skin);
    if (!vertices || !skin) return null_after(fail_memory(error, arena));
    for (uint64_t node = 0; node < mdl->geometry_count; node++) {
        if (!pose_mesh(mdl, node, pose, skin, vertices, error)) return NULL;
    }
    for (uint64_t i = mdl->vertices.first[mdl->geometry_count]; i < mdl->vertices.count; i++) {
        vertices[i] = (Vector){NAN, NAN, NAN};
    }
    arena_release(arena, skin);
    return vertices;
}
