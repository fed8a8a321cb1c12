/* MDL: the keys of animations as tracks, and their values at a time. See mdl_part.h. */
#include "neverwinter/mdl/mdl_part.h"

/* ---- Tracks ---------------------------------------------------------------------------------- */

static const struct {
    int32_t type; /* of the channel's controllers */
    uint32_t width;
} channel_fields[MDL_CHANNELS] = {
    [MDL_CHANNEL_POSITION] = {MDL_POSITION, 3},
    [MDL_CHANNEL_ORIENTATION] = {MDL_ORIENTATION, 4},
    [MDL_CHANNEL_SCALE] = {MDL_SCALE, 1},
};

void mdl_find_tracks(const Mdl *mdl, uint64_t node, MdlTrack tracks[MDL_CHANNELS]) {
    uint64_t at = mdl->trees.starts[node];
    bool seen[MDL_CHANNELS] = {false};
    MdlSpan keys, data;
    memset(tracks, 0, MDL_CHANNELS * sizeof *tracks);
    mdl_find_array(mdl, at + MDL_NODE_CONTROLLERS, MDL_CONTROLLER_BYTES, &keys);
    mdl_find_array(mdl, at + MDL_NODE_DATA, 4, &data);
    for (uint64_t i = 0; i < keys.count && i < MDL_CONTROLLERS_SEARCHED; i++) {
        const uint8_t *key = mdl_bytes(mdl, keys.start + i * MDL_CONTROLLER_BYTES);
        int channel = 0;
        while (channel < MDL_CHANNELS && channel_fields[channel].type != load_i32(key)) channel++;
        uint32_t rows = load_u16(key + MDL_CONTROLLER_ROWS);
        uint32_t times = load_u16(key + MDL_CONTROLLER_TIMES);
        uint32_t values = load_u16(key + MDL_CONTROLLER_VALUES);
        uint32_t width = mdl_controller_width(key);
        bool stored = rows && rows != UINT16_MAX && key[MDL_CONTROLLER_COLUMNS] != MDL_NO_DATA;
        if (channel == MDL_CHANNELS || seen[channel] || !stored ||
            times + (uint64_t)rows > data.count || values + (uint64_t)rows * width > data.count) {
            continue;
        }
        seen[channel] = true;
        uint32_t least = channel_fields[channel].width;
        bool wider = width > least && key[MDL_CONTROLLER_COLUMNS] & MDL_BEZIER;
        if (width != least && !wider) continue;
        tracks[channel] = (MdlTrack){.times = (uint32_t)(data.start + 4 * times),
                                     .values = (uint32_t)(data.start + 4 * values),
                                     .node = (uint32_t)node,
                                     .rows = (uint16_t)rows,
                                     .channel = (uint8_t)channel,
                                     .width = (uint8_t)width};
    }
}

/* Adds the tracks of a node. `*left` is the most that the bytes of further keys can be, as no byte
** belongs to two. */
static bool add_tracks(Mdl *mdl, uint64_t node, List *list, uint64_t *left, Error *error) {
    MdlTrack tracks[MDL_CHANNELS];
    mdl_find_tracks(mdl, node, tracks);
    for (int i = 0; i < MDL_CHANNELS; i++) {
        uint64_t bytes = (1 + (uint64_t)tracks[i].width) * 4 * tracks[i].rows;
        if (!bytes) continue;
        if (bytes > *left) {
            return fail(error, ERROR_CORRUPT,
                        "the keys of the nodes up to %" PRIu64 " need more than the %" PRIu64
                        " bytes of the file",
                        node, mdl->image_size);
        }
        *left -= bytes;
        bool rising = true;
        for (uint32_t k = 1; rising && k < tracks[i].rows; k++) {
            rising = mdl_track_time(mdl, &tracks[i], k) >= mdl_track_time(mdl, &tracks[i], k - 1);
        }
        tracks[i].rising = rising;
        if (!list_push(&mdl->document.arena, list, &tracks[i], sizeof tracks[i], error))
            return false;
    }
    return true;
}

static bool collect_tracks(Mdl *mdl, List *list, uint32_t *first, Error *error) {
    uint64_t left = mdl->image_size, animation = 0;
    for (uint64_t node = mdl->geometry_count; node < mdl->node_count; node++) {
        while (animation <= mdl->nodes[node].animation) first[animation++] = (uint32_t)list->count;
        if (!add_tracks(mdl, node, list, &left, error)) return false;
        if (interrupted_at(&mdl->document.arena, node, error)) return false;
    }
    while (animation <= mdl->animations.count) first[animation++] = (uint32_t)list->count;
    return true;
}

bool mdl_make_tracks(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    List list = {0};
    if (mdl->tracks) return true;
    MdlTracks *tracks = arena_alloc(arena, 1, sizeof *tracks);
    uint32_t *first = arena_alloc(arena, mdl->animations.count + 1, sizeof *first);
    bool done =
        tracks && first ? collect_tracks(mdl, &list, first, error) : fail_memory(error, arena);
    if (!done) {
        arena_release(arena, tracks);
        arena_release(arena, first);
        arena_release(arena, list.items);
        return false;
    }
    *tracks = (MdlTracks){list.items, first};
    mdl->tracks = tracks;
    return true;
}

/* ---- Sampling -------------------------------------------------------------------------------- */

static const uint8_t *values_at(const Mdl *mdl, const MdlTrack *track, uint32_t row) {
    return mdl_bytes(mdl, track->values + 4 * (uint64_t)track->width * row);
}

static MdlTurn turn_at(const Mdl *mdl, const MdlTrack *track, uint32_t row) {
    const uint8_t *at = values_at(mdl, track, row);
    return mdl_unit_turn((MdlTurn){(double)load_f32(at), (double)load_f32(at + 4),
                                   (double)load_f32(at + 8), (double)load_f32(at + 12)});
}

/* A time among keys: `part` of the way from `row` to the next row; 0: at `row`. */
typedef struct KeyPlace {
    uint32_t row;
    double part;
} KeyPlace;

static KeyPlace find_key(const Mdl *mdl, const MdlTrack *track, double time) {
    uint32_t last = track->rows - 1u, row = 0;
    if (!last || time <= mdl_track_time(mdl, track, 0)) return (KeyPlace){0, 0};
    if (time >= mdl_track_time(mdl, track, last)) return (KeyPlace){last, 0};
    if (track->rising) {
        uint64_t next; /* the first key after the time */
        BISECT(next, 1, last, !(time < mdl_track_time(mdl, track, (uint32_t)next)));
        row = (uint32_t)next - 1;
    } else {
        while (row + 1 < last && !(time < mdl_track_time(mdl, track, row + 1))) row++;
    }
    double before = mdl_track_time(mdl, track, row), after = mdl_track_time(mdl, track, row + 1);
    return (KeyPlace){row, after <= before ? 0 : (time - before) / (after - before)};
}

/* Interpolates two rotations along the shorter arc, or in a straight line if the arc is tiny. */
static MdlTurn between_turns(MdlTurn a, MdlTurn b, double part) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (dot < 0) {
        b = (MdlTurn){-b.x, -b.y, -b.z, -b.w};
        dot = -dot;
    }
    double angle = acos(dot < 1 ? dot : 1), sine = sin(angle), u = 1 - part, v = part;
    if (sine >= 1e-9) {
        u = sin((1 - part) * angle) / sine;
        v = sin(part * angle) / sine;
    }
    return mdl_unit_turn(
        (MdlTurn){a.x * u + b.x * v, a.y * u + b.y * v, a.z * u + b.z * v, a.w * u + b.w * v});
}

static MdlTurn sample_turn(const Mdl *mdl, const MdlTrack *track, KeyPlace key) {
    MdlTurn turn = turn_at(mdl, track, key.row);
    if (key.part != 0) turn = between_turns(turn, turn_at(mdl, track, key.row + 1), key.part);
    return mdl_signed_turn(turn);
}

static double sample_number(const Mdl *mdl, const MdlTrack *track, KeyPlace key, size_t number) {
    double value = (double)load_f32(values_at(mdl, track, key.row) + 4 * number);
    if (key.part == 0) return value;
    double next = (double)load_f32(values_at(mdl, track, key.row + 1) + 4 * number);
    return value + (next - value) * key.part;
}

void mdl_sample(const MdlMotion *motion, const MdlTrack *track, double time, MdlPlace *local) {
    const Mdl *owner = motion->owner;
    KeyPlace key = find_key(owner, track, time);
    switch ((MdlChannel)track->channel) {
    case MDL_CHANNEL_POSITION:
        local->position.x = motion->scale * sample_number(owner, track, key, 0);
        local->position.y = motion->scale * sample_number(owner, track, key, 1);
        local->position.z = motion->scale * sample_number(owner, track, key, 2);
        break;
    case MDL_CHANNEL_ORIENTATION: local->turn = sample_turn(owner, track, key); break;
    case MDL_CHANNEL_SCALE: local->scale = sample_number(owner, track, key, 0); break;
    case MDL_CHANNELS: break;
    }
}
