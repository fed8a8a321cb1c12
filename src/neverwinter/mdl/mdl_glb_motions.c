/* The animations of a model's GLB: see mdl_glb.h.
**
** glTF needs times that rise from 0 on, and takes the time of the last key as the animation's
** length. Tracks whose times rise are written as they are. Other tracks have times that repeat or
** go back, where mdl_pose jumps: each jump becomes two keys, one just before it and one after it,
** with mdl_pose's values. If all tracks end before the animation does, one track's last value is
** repeated at the end. */
#include "neverwinter/mdl/mdl_glb.h"
#include "neverwinter/mdl/mdl_part.h"

/* Seconds; animations don't need more precision. */
#define JUST_BEFORE 1e-5

/* A key to be written. */
typedef struct Key {
    float time;
    MdlPlace place; /* only the channel of the track is used */
} Key;

/* One animation that is being written. */
typedef struct Motion {
    const MdlScene *scene;
    const MdlMotion *motion;
    Glb *glb;
    List keys;     /* of Key */
    Json channels; /* kept until all samplers are written */
    uint32_t count;
    float length;    /* of the animation in seconds */
    uint32_t times;  /* the accessor of the last times, which the next track can share */
    List last_times; /* of float */
} Motion;

/* ---- Keys ------------------------------------------------------------------------------------ */

static bool add_key(Motion *state, const MdlTrack *track, double at, float time) {
    Key key = {.time = time, .place = {.turn = {0, 0, 0, 1}, .scale = 1}};
    mdl_sample(state->motion, track, at, &key.place);
    return list_push(state->glb->arena, &state->keys, &key, sizeof key, state->glb->error);
}

static bool is_strict(const Mdl *mdl, const MdlTrack *track) {
    for (uint32_t i = 0; i < track->rows; i++) {
        double time = mdl_track_time(mdl, track, i);
        if (!(time >= 0) || !isfinite(time)) return false;
        if (i && !(time > mdl_track_time(mdl, track, i - 1))) return false;
    }
    return true;
}

/* Adds two keys wherever a track's time exceeds all earlier times: just before and at that time. */
static bool add_jumps(Motion *state, const MdlTrack *track) {
    const Mdl *mdl = state->motion->owner;
    double latest = 0;
    if (!add_key(state, track, 0, 0)) return false;
    for (uint32_t i = 0; i < track->rows; i++) {
        double time = mdl_track_time(mdl, track, i), before = time - JUST_BEFORE;
        if (!(time > latest) || !isfinite(time)) continue;
        if ((float)before > (float)latest && !add_key(state, track, before, (float)before)) {
            return false;
        }
        /* large floats are so far apart that both times may be the same */
        float last = ((const Key *)state->keys.items)[state->keys.count - 1].time;
        if ((float)time > last && !add_key(state, track, time, (float)time)) return false;
        latest = time;
    }
    return true;
}

static bool add_keys(Motion *state, const MdlTrack *track) {
    const Mdl *mdl = state->motion->owner;
    state->keys.count = 0;
    if (!is_strict(mdl, track)) return add_jumps(state, track);
    for (uint32_t i = 0; i < track->rows; i++) {
        double time = mdl_track_time(mdl, track, i);
        if (!add_key(state, track, time, (float)time)) return false;
    }
    return true;
}

/* ---- Samplers -------------------------------------------------------------------------------- */

/* Tells whether the keys have the same times as those of the previous track. */
static bool has_last_times(const Motion *state) {
    const Key *keys = state->keys.items;
    const float *times = state->last_times.items;
    if (state->times == GLB_NONE || state->last_times.count != state->keys.count) return false;
    for (uint64_t i = 0; i < state->keys.count; i++) {
        if (keys[i].time < times[i] || keys[i].time > times[i]) return false;
    }
    return true;
}

static void add_times(Motion *state) {
    const Key *keys = state->keys.items;
    if (has_last_times(state)) return;
    uint8_t *at = glb_items(state->glb, GLB_TIME, state->keys.count, &state->times);
    state->last_times.count = 0;
    if (!list_reserve(state->glb->arena, &state->last_times, state->keys.count, sizeof(float))) {
        fail_memory(state->glb->error, state->glb->arena);
        return;
    }
    for (uint64_t i = 0; at && i < state->keys.count; i++, at += 4) {
        store_f32(at, keys[i].time);
        ((float *)state->last_times.items)[state->last_times.count++] = keys[i].time;
    }
}

static uint32_t add_values(Motion *state, MdlChannel channel) {
    const Key *keys = state->keys.items;
    uint32_t accessor;
    GlbKind kind = channel == MDL_CHANNEL_ORIENTATION ? GLB_TURN : GLB_VECTOR;
    uint8_t *at = glb_items(state->glb, kind, state->keys.count, &accessor);
    for (uint64_t i = 0; at && i < state->keys.count; i++) {
        const MdlPlace *place = &keys[i].place;
        Vector v = place->position;
        MdlTurn turn = place->turn;
        float scale = glb_finite(place->scale);
        switch (channel) {
        case MDL_CHANNEL_POSITION: glb_put_place(at, v.x, v.y, v.z); break;
        case MDL_CHANNEL_ORIENTATION: glb_put_turn(at, turn.x, turn.y, turn.z, turn.w); break;
        default:
            for (int k = 0; k < 3; k++) store_f32(at + 4 * k, scale);
            break;
        }
        at += kind == GLB_TURN ? 16 : 12;
    }
    return accessor;
}

/* Writes the keys as a sampler, and the channel that applies it to a node. */
static void add_channel(Motion *state, uint32_t node, MdlChannel channel) {
    add_times(state);
    uint32_t values = add_values(state, channel);
    glb_add_channel(state->glb, &state->channels, state->count++, state->times, values, node,
                    channel);
}

/* ---- Tracks ---------------------------------------------------------------------------------- */

/* For each channel of each node of the geometry, the track that moves it; the last one of several.
** NULL: no track. */
typedef struct Moved {
    const MdlTrack **tracks; /* MDL_CHANNELS of each node */
    uint32_t *nodes;         /* for each track, the node that it moves, or MDL_NONE */
} Moved;

static const MdlTrack **moved_by(const Moved *moved, uint32_t node, const MdlTrack *track) {
    return &moved->tracks[(uint64_t)node * MDL_CHANNELS + track->channel];
}

static float latest_key(const Motion *state, const MdlTrack *tracks, uint32_t count,
                        const uint32_t *nodes) {
    float latest = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t row = 0; nodes[i] != MDL_NONE && row < tracks[i].rows; row++) {
            double time = mdl_track_time(state->motion->owner, &tracks[i], row);
            if (isfinite(time) && (float)time > latest) latest = (float)time;
        }
    }
    return latest;
}

static void add_tracks(Motion *state, Moved *moved, const MdlTrack *tracks, uint32_t count) {
    const Mdl *mdl = state->scene->mdl, *owner = state->motion->owner;
    for (uint32_t i = 0; i < count && !glb_stops(state->glb, i); i++) {
        moved->nodes[i] = mdl_moved_node(mdl, owner, tracks[i].node);
        if (moved->nodes[i] != MDL_NONE) *moved_by(moved, moved->nodes[i], &tracks[i]) = &tracks[i];
    }
    if (glb_failed(state->glb)) return;
    bool ends_early = latest_key(state, tracks, count, moved->nodes) < state->length;
    for (uint32_t i = 0; i < count && !glb_stops(state->glb, i); i++) {
        uint32_t node = moved->nodes[i];
        if (node == MDL_NONE || *moved_by(moved, node, &tracks[i]) != &tracks[i]) continue;
        if (!add_keys(state, &tracks[i])) return;
        if (ends_early && !state->count &&
            !add_key(state, &tracks[i], (double)state->length, state->length)) {
            return;
        }
        add_channel(state, node, (MdlChannel)tracks[i].channel);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (moved->nodes[i] != MDL_NONE) *moved_by(moved, moved->nodes[i], &tracks[i]) = NULL;
    }
}

/* Writes an animation in which nothing moves: the root stays where it is. */
static void add_standstill(Motion *state) {
    const MdlPlace *root = &state->scene->mdl->bind[0].local;
    state->keys.count = 0;
    for (int i = 0; i < (state->length > 0 ? 2 : 1); i++) {
        const Key key = {.time = i ? state->length : 0, .place = *root};
        if (!list_push(state->glb->arena, &state->keys, &key, sizeof key, state->glb->error))
            return;
    }
    add_channel(state, 0, MDL_CHANNEL_POSITION);
}

/* ---- Animations ------------------------------------------------------------------------------ */

/* Writes what glTF has no place for: the stored lengths, the animation's model, and the events. */
static void add_extras(const Motion *state, Json *json) {
    const Mdl *owner = state->motion->owner;
    const uint8_t *header = mdl_animation(owner, state->motion->animation);
    json_open(json, "extras", '{');
    json_number(json, "length", (double)load_f32(header + MDL_ANIMATION_LENGTH));
    json_number(json, "transition", (double)load_f32(header + MDL_ANIMATION_TRANSITION));
    if (owner != state->scene->mdl) {
        const uint8_t *name = mdl_bytes(owner, MDL_FILE_HEADER_BYTES + MDL_HEADER_NAME);
        json_text(json, "supermodel", mdl_glb_text(state->glb, name, MDL_LONG_NAME));
    }
    ChildRange events = children_of(&owner->events, state->motion->animation);
    if (events.first < events.end) json_open(json, "events", '[');
    for (uint64_t i = events.first; i < events.end && !glb_stops(state->glb, i); i++) {
        const uint8_t *event = mdl_bytes(owner, owner->events.starts[i]);
        json_open(json, NULL, '{');
        json_number(json, "time", (double)load_f32(event + MDL_EVENT_TIME));
        json_text(json, "name", mdl_glb_text(state->glb, event + MDL_EVENT_NAME, MDL_NAME));
        json_close(json, '}');
    }
    if (events.first < events.end) json_close(json, ']');
    json_close(json, '}');
}

static bool add_motion(const MdlScene *scene, const MdlMotion *motion, Moved *moved) {
    Glb *glb = scene->glb;
    Mdl *owner = motion->owner;
    Json *json = &glb->lists[GLB_ANIMATIONS];
    float length = load_f32(mdl_animation(owner, motion->animation) + MDL_ANIMATION_LENGTH);
    if (!(length > 0) || !isfinite(length)) length = 0; /* what is stored can't be a length */
    Motion state = {.scene = scene,
                    .motion = motion,
                    .glb = glb,
                    .channels = glb_json(glb),
                    .length = length,
                    .times = GLB_NONE};
    if (!mdl_make_tracks(owner, glb->error) || !mdl_list(owner, MDL_EVENTS, glb->error))
        return false;
    uint32_t first = owner->tracks->first[motion->animation];
    uint32_t count = owner->tracks->first[motion->animation + 1] - first;
    const uint8_t *name = mdl_animation(owner, motion->animation) + MDL_HEADER_NAME;
    moved->nodes = arena_alloc(glb->arena, count, sizeof *moved->nodes);
    if (!moved->nodes) return fail_memory(glb->error, glb->arena);
    glb_open_animation(glb, mdl_glb_text(glb, name, MDL_LONG_NAME));
    if (count) add_tracks(&state, moved, owner->tracks->items + first, count);
    if (!state.count && !glb_failed(glb)) add_standstill(&state);
    glb_put_channels(glb, &state.channels);
    add_extras(&state, json);
    json_close(json, '}');
    arena_release(glb->arena, moved->nodes);
    arena_release(glb->arena, state.keys.items);
    arena_release(glb->arena, state.last_times.items);
    arena_release(glb->arena, state.channels.text.items);
    return !glb_failed(glb);
}

bool mdl_glb_motions(const MdlScene *scene) {
    Glb *glb = scene->glb;
    Mdl *mdl = scene->mdl;
    List motions = {0};
    Moved moved = {0};
    if (!mdl_find_namesakes(mdl, glb->error) ||
        !mdl_list_motions(mdl, scene->supermodels, glb->arena, &motions, glb->error)) {
        return false;
    }
    moved.tracks =
        arena_zeroed(glb->arena, mdl->geometry_count, MDL_CHANNELS * sizeof *moved.tracks);
    if (!moved.tracks) return fail_memory(glb->error, glb->arena);
    for (uint64_t i = 0; i < motions.count; i++) {
        if (!add_motion(scene, (const MdlMotion *)motions.items + i, &moved)) return false;
    }
    return true;
}
