/* MDL: poses of animations. See mdl_world.h. */
#include "neverwinter/mdl/mdl_part.h"

uint32_t mdl_moved_node(const Mdl *mdl, const Mdl *owner, uint32_t node) {
    if (owner == mdl) return mdl->namesakes[node];
    const uint8_t *name = mdl_node(owner, node) + MDL_NODE_NAME;
    bool root = owner->geometry_count &&
                mdl_compare_names(name, mdl_node(owner, 0) + MDL_NODE_NAME, MDL_NAME) == 0;
    if (root && mdl->geometry_count) return 0;
    return mdl_find_name(mdl, name);
}

static bool move_nodes(const Mdl *mdl, const MdlMotion *motion, double time, MdlPosedNode *pose,
                       Error *error) {
    const MdlTracks *tracks = motion->owner->tracks;
    uint32_t first = tracks->first[motion->animation], end = tracks->first[motion->animation + 1];
    uint32_t node = MDL_NONE, moved = MDL_NONE;
    for (uint32_t i = first; i < end; i++) {
        const MdlTrack *track = &tracks->items[i];
        if (interrupted_at(&mdl->document.arena, i - first, error)) return false;
        if (track->node != node) moved = mdl_moved_node(mdl, motion->owner, track->node);
        node = track->node;
        if (moved != MDL_NONE) mdl_sample(motion, track, time, &pose[moved].local);
    }
    return true;
}

MdlPosedNode *mdl_pose(Mdl *mdl, const MdlMotion *motion, double time, Arena *arena, Error *error) {
    if (!mdl_make_bind(mdl, error)) return NULL;
    if (motion && (!mdl_make_tracks(motion->owner, error) || !mdl_find_namesakes(mdl, error))) {
        return NULL;
    }
    MdlPosedNode *pose = arena_alloc(arena, mdl->geometry_count, sizeof *pose);
    if (!pose) return null_after(fail_memory(error, arena));
    memcpy(pose, mdl->bind, (size_t)mdl->geometry_count * sizeof *pose);
    if (!motion) return pose;
    if (!move_nodes(mdl, motion, time, pose, error)) return NULL;
    for (uint64_t i = 0; i < mdl->geometry_count; i++) {
        uint32_t parent = mdl->nodes[i].parent;
        pose[i].world =
            parent == MDL_NONE ? pose[i].local : mdl_place_in(&pose[parent].world, &pose[i].local);
    }
    return pose;
}
