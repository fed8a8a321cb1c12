/* The parts behind a node, for the files of the MDL decoder only. */
#ifndef GAMEMAP_MDL_PART_H
#define GAMEMAP_MDL_PART_H

#include "mdl.h"

extern const struct MdlPartField {
    uint32_t flag;
    uint32_t bytes; /* of a skin: with 18 slots */
    const char *name;
} mdl_part_fields[MDL_PARTS];

static inline uint32_t mdl_part_bytes(MdlPart part, uint32_t slots) {
    bool more = part == MDL_SKIN && slots == MDL_SLOTS_EE;
    return mdl_part_fields[part].bytes + (more ? 2 * (MDL_SLOTS_EE - MDL_SLOTS) : 0);
}

/* Does what the skin in the node at `start` points to begin behind 64 slots? If not, it has 18. */
bool mdl_has_many_slots(const Mdl *mdl, uint64_t start, uint32_t flags);

/* Is it a walkmesh of the geometry? */
static inline bool mdl_is_walkmesh(const Mdl *mdl, uint64_t node) {
    uint32_t both = MDL_FLAG_AABB | MDL_FLAG_MESH;
    return node < mdl->geometry_count && (mdl->nodes[node].flags & both) == both;
}

/* A channel of a node that has keys: `rows` times and as many values, at offsets in the file. */
typedef enum MdlChannel {
    MDL_CHANNEL_POSITION,
    MDL_CHANNEL_ORIENTATION,
    MDL_CHANNEL_SCALE,
    MDL_CHANNELS
} MdlChannel;

extern const struct MdlChannelField {
    int32_t type; /* of its controllers */
    uint32_t width;
} mdl_channel_fields[MDL_CHANNELS];

typedef struct MdlTrack {
    uint32_t times, values;
    uint32_t node;
    uint16_t rows; /* 0: the node has no such keys */
    uint8_t channel;
    bool rising; /* no time is before the one before */
} MdlTrack;

/* The channels of a node, by its first controller of each type whose keys fit into its floats. */
void mdl_find_tracks(const Mdl *mdl, uint64_t node, MdlTrack tracks[MDL_CHANNELS]);

/* Which of two names comes first, without case? They end at a NUL or after `size` bytes. */
int mdl_compare_names(const uint8_t *a, const uint8_t *b, uint32_t size);
bool mdl_sort_names(Mdl *mdl, Error *error); /* makes by_name */
/* The first of the geometry's nodes that has the name in this field; MDL_NONE: there is none. */
uint32_t mdl_find_name(const Mdl *mdl, const uint8_t *name);
bool mdl_find_namesakes(Mdl *mdl, Error *error); /* makes namesakes, and by_name */

#endif
